"""Moves a second through PettingZoo's AEC interface, next to other environments.

    python benchmarks/aec_speed.py
    python benchmarks/aec_speed.py --game war_at_sea --seconds 5

Every environment is made by its `env()` and driven by the same loop: `last()`, a random legal
action from the mask, `step()`; `reset()` when no agents are left. The empty environment has the
same spaces as ours and PettingZoo's three usual wrappers, but no rules.
"""

from __future__ import annotations

import argparse
import importlib
import time
from typing import Any

import numpy as np
from pettingzoo import AECEnv

from navalenv import GAMES

RUNS = 5


class EmptyEnv(AECEnv):
    """Two agents in turn, always the same observation and mask, 100 moves an episode."""

    metadata = {"name": "empty", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, observation_space: Any, action_space: Any, observation: Any) -> None:
        super().__init__()
        self.possible_agents = ["player_0", "player_1"]
        self.render_mode = None
        self._observation_space = observation_space
        self._action_space = action_space
        self._observation = observation

    def observation_space(self, agent: str) -> Any:
        return self._observation_space

    def action_space(self, agent: str) -> Any:
        return self._action_space

    def observe(self, agent: str) -> Any:
        return self._observation

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._moves = 0

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._moves += 1
        if self._moves == 100:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self._moves % 2]


def moves_a_second(env: AECEnv, seconds: float) -> float:
    """Speed of random legal play, the best of several runs; dead steps are not counted."""
    rng = np.random.default_rng(0)
    env.reset(seed=0)
    best = 0.0
    for _ in range(RUNS):
        moves, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds / RUNS:
            observation, _, termination, truncation, info = env.last()
            if termination or truncation:
                env.step(None)
            else:
                mask = (
                    observation["action_mask"]
                    if "action_mask" in observation
                    else (info["action_mask"])
                )
                legal = np.flatnonzero(mask)
                env.step(int(legal[rng.integers(len(legal))]))
                moves += 1
            if not env.agents:
                env.reset()
        best = max(best, moves / (time.perf_counter() - start))
    return best


def ours(game: str) -> AECEnv:
    """One of our games, by its name."""
    return importlib.import_module(f"navalenv.{game}_v0").env()


def empty(game: str) -> AECEnv:
    """The empty environment with the spaces of a game."""
    from pettingzoo.utils import wrappers

    env = ours(game)
    env.reset(seed=0)
    agent = env.agents[0]
    bare = EmptyEnv(env.observation_space(agent), env.action_space(agent), env.observe(agent))
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(
            wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1)
        )
    )


def chess(game: str) -> AECEnv:
    """PettingZoo's chess."""
    from pettingzoo.classic import chess_v6

    return chess_v6.env()


def tic_tac_toe(game: str) -> AECEnv:
    """PettingZoo's tic-tac-toe."""
    from pettingzoo.classic import tictactoe_v3

    return tictactoe_v3.env()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=sorted(GAMES), default="sea_chess")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each environment")
    given = parser.parse_args()
    base = moves_a_second(ours(given.game), given.seconds)
    print(f"{'environment':<44}{'moves/s':>10}{'ours / it':>12}")
    print(f"{f'navalenv {given.game}_v0':<44}{base:>10,.0f}{1:>12.2f}")
    for name, make in (
        ("empty environment, same spaces and wrappers", empty),
        ("PettingZoo chess_v6", chess),
        ("PettingZoo tictactoe_v3", tic_tac_toe),
    ):
        try:
            speed = moves_a_second(make(given.game), given.seconds)
        except Exception as error:  # a library that this one needs is not there
            print(f"{name:<44}   skipped: {error}")
            continue
        print(f"{name:<44}{speed:>10,.0f}{base / speed:>12.2f}")


if __name__ == "__main__":
    main()
