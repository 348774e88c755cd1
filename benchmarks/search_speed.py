"""Speed of the search: simulations a second, and ratios to OpenSpiel's, one thread.

    python benchmarks/search_speed.py
    python benchmarks/search_speed.py --game sea_chess --simulations 1000 --seconds 20

A figure is the best of several runs over positions in the middle of games of random moves. With
OpenSpiel installed, its search in C++ is measured in the same run, like for like: random
rollouts to the end of the game, no estimate of positions.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import navalenv
from navalenv.core.game import Game, States
from navalenv.core.record import copy_records
from navalenv.players.ladder import make_player
from navalenv.players.search import Search

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "sea_chess": ("sea_chess", {}),
    "president_duel": ("president_chess", {"num_players": 2}),
    "president_chess": ("president_chess", {"num_players": 4}),
    "war_at_sea_skirmish": ("war_at_sea", {"scenario": "skirmish"}),
    "war_at_sea_solomons": ("war_at_sea", {"scenario": "solomons"}),
}
"""What is measured: name and options of games."""
PEERS = ("breakthrough", "chess", "backgammon")
"""OpenSpiel's games."""
PLIES = 20
"""Random moves before a position is searched."""
POSITIONS = 4
RUNS = 5


def positions(game: Game) -> States:
    """A few positions in the middle of games."""
    batch = game.new_batch(4 * POSITIONS, seed=1, num_threads=1)
    for _ in range(PLIES):
        batch.step(batch.sample_legal_actions())
    return copy_records(batch.states, np.flatnonzero(~batch.terminated)[:POSITIONS])


def best_rate(run: Callable[[], float], seconds: float) -> float:
    """The largest of what ``run`` says it did in a second, over several runs."""
    run()
    best = 0.0
    for _ in range(RUNS):
        done, start = 0.0, time.perf_counter()
        while done == 0 or time.perf_counter() - start < seconds / RUNS:
            done += run()
        best = max(best, done / (time.perf_counter() - start))
    return best


def our_rate(search: Search, seconds: float) -> float:
    """Simulations a second of a search."""
    states = positions(search.game)
    words = np.random.default_rng(0).integers(0, 2**32, (len(states), 4), dtype=np.uint32)

    def run() -> float:
        search.run(states, words)
        return float(len(states) * search.simulations)

    return best_rate(run, seconds)


def peer_rate(name: str, simulations: int, seconds: float) -> float:
    """Simulations a second of OpenSpiel's search in C++."""
    import pyspiel

    game = pyspiel.load_game(name)
    choose = np.random.default_rng(1)
    states = []
    while len(states) < POSITIONS:
        state = game.new_initial_state()
        while not state.is_terminal() and (state.is_chance_node() or state.move_number() < PLIES):
            state.apply_action(int(choose.choice(state.legal_actions())))
        if not state.is_terminal():
            states.append(state)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 0)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 1000, False, 0, False)

    def run() -> float:
        for state in states:
            bot.mcts_search(state)
        return float(len(states) * simulations)

    return best_rate(run, seconds)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", choices=GAMES, help="only this game (default: all)")
    parser.add_argument("--simulations", type=int, default=400, help="(default 400)")
    parser.add_argument("--seconds", type=float, default=10.0, help="a figure (default 10)")
    arguments = parser.parse_args()
    simulations, seconds = arguments.simulations, arguments.seconds
    wanted = [arguments.game] if arguments.game else list(GAMES)
    peers: dict[str, float] = {}
    try:
        for name in PEERS:
            peers[name] = peer_rate(name, simulations, seconds)
    except ImportError:
        print("OpenSpiel is not installed: no ratios")
    for name, rate in peers.items():
        print(f"OpenSpiel {name}, rollouts to the end: {rate:,.0f} simulations/s")
    for title in wanted:
        name, options = GAMES[title]
        game = navalenv.load_game(name, **options)
        player: Any = make_player(f"search:{simulations}", game)
        print(
            f"{title}, search:{simulations}: {our_rate(player.search, seconds):,.0f} simulations/s"
        )
        full = Search(game, simulations, rollout_plies=game.max_game_length, candidates=1)
        rate = our_rate(full, seconds)
        print(f"{title}, random rollouts to the end: {rate:,.0f} simulations/s", end="")
        ratios = [f"{rate / other:.1f} x OpenSpiel {peer}" for peer, other in peers.items()]
        print(f" ({', '.join(ratios)})" if ratios else "")


if __name__ == "__main__":
    main()
