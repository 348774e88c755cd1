"""A round robin between players, on all cores."""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from navalenv.core.errors import check_integer
from navalenv.core.game import Game, States
from navalenv.core.threads import default_threads
from navalenv.evaluation import Games, check_games, even_games, play_games
from navalenv.players.ladder import make_player
from navalenv.players.player import Player
from navalenv.tournament.ratings import check_installed, rate
from navalenv.tournament.result import ArenaResult, make_crosstable, shares_won
from navalenv.tournament.schedule import match_ups, seatings

NUM_GAMES = 100
"""Games of a match-up for which no number is given, at least."""

GAMES_A_CHUNK = 32
"""Games that a worker plays together.

The same for any number of workers: what a network computes of a position may differ in the last
bit with the size of the batch.
"""


def arena(
    game: Game,
    players: Sequence[str] | Mapping[str, object],
    games: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> ArenaResult:
    """Let all players play each other, seats alternated, and rate them.

    In a game for two every pair plays; in a game for more, every choice of as many players as
    there are seats. Where there are fewer players than seats, these are choices with repetition
    that have at least two different players. In every match-up each player has each seat
    equally often.

    Game i of match-up m has seed ``seed + m * games + i``. So in a game for two, the match-up of
    a and b is what ``evaluate(game, a, b, games, seed + m * games)`` plays.

    The result is a function of game, players, games and seed; it does not depend on
    ``workers``.

    Args:
        game: the game.
        players: names of players (`navalenv.make_player`), or a mapping from what tables call
            a player to its name or a callable over batches. Workers have players of their own
            by name; a callable is shared and called by one at a time, so what it returns must
            depend on its arguments alone.
        games: games of each match-up, a multiple of the number of seats; ``None``: 100, or the
            next multiple (102 for three seats).
        seed: seed of the first game, any integer.
        workers: threads that play; ``None``: as many as there are cores. The compiled players
            and networks let go of Python's lock, so threads use all cores.
        progress: called with the number of games played so far and of all games, after every
            few games.

    Returns:
        Crosstable and ratings; see `ArenaResult`.

    Raises:
        TypeError, ValueError: for a wrong argument, or if a player returns an illegal action.
        ImportError: if choix is not installed, which ratings need.
    """
    if not isinstance(game, Game):
        raise TypeError(f"game must be a game, such as load_game('sea_chess'), got {game!r}")
    entrants = _entrants(players)
    count = even_games(game, NUM_GAMES) if games is None else check_games(game, "games", games)
    first = check_integer("seed", seed)
    if workers is not None and check_integer("workers", workers) < 1:
        raise ValueError(f"workers must be at least 1 or None, got {workers!r}")
    check_installed()
    chosen = match_ups(len(entrants), game.num_players)
    seating = np.concatenate([seatings(match_up, count) for match_up in chosen])
    played = _play_all(game, entrants, seating, first, workers or default_threads(), progress)
    shares = shares_won(played.returns, seating, len(entrants))
    patterns, counts = np.unique(np.nan_to_num(shares), axis=0, return_counts=True)
    ratings, intervals = rate(patterns, counts, first)
    return ArenaResult(
        game=game,
        players=tuple(entrants),
        games=count,
        seed=first,
        match_ups=tuple(chosen),
        crosstable=make_crosstable(played, seating, shares),
        ratings=ratings,
        intervals=intervals,
    )


def _entrants(players: object) -> dict[str, object]:
    """Players by what tables call them."""
    if isinstance(players, Mapping):
        entrants = dict(players)
    elif isinstance(players, Sequence) and not isinstance(players, str):
        twice = {name for name in players if players.count(name) > 1}
        if twice:
            raise ValueError(
                f"players must differ, got {sorted(map(str, twice))[0]!r} more than once; a "
                "mapping can give one player several names"
            )
        entrants = {name: name for name in players}
    else:
        raise TypeError(
            f"players must be a sequence of names or a mapping from names to players, "
            f"got {players!r}"
        )
    for name in entrants:
        if not isinstance(name, str):
            raise TypeError(
                f"players must have names; give {name!r} one with a mapping: {{'name': player}}"
            )
    if len(entrants) < 2:
        raise ValueError(f"players must be at least two, got {list(entrants)!r}")
    return entrants


class _Taken:
    """A player of one worker or of all: called by one thread at a time, and not after a stop."""

    def __init__(self, player: Player, lock: Any, stop: threading.Event) -> None:
        self.needs_observations = getattr(player, "needs_observations", True)
        self._player = player
        self._lock = lock
        self._stop = stop

    def __repr__(self) -> str:
        return repr(self._player)

    def __call__(
        self, observations: Any, action_masks: Any, states: States, random_words: Any
    ) -> npt.ArrayLike:
        with self._lock:
            if self._stop.is_set():
                raise RuntimeError("another game of the arena has failed")
            return self._player(observations, action_masks, states, random_words)


def _play_all(
    game: Game,
    entrants: Mapping[str, object],
    seating: npt.NDArray[np.int64],
    seed: int,
    workers: int,
    progress: Callable[[int, int], object] | None,
) -> Games:
    """Play all games, in chunks that threads share."""
    total = len(seating)
    bounds = list(range(0, total, GAMES_A_CHUNK))
    workers = min(workers, len(bounds))
    stop = threading.Event()
    locks = {id(player): threading.Lock() for player in entrants.values()}

    def taken(name: str) -> Player:
        player = entrants[name]
        lock = locks[id(player)] if callable(player) else threading.Lock()
        return _Taken(make_player(player, game, argument="player"), lock, stop)

    idle: queue.SimpleQueue[list[Player]] = queue.SimpleQueue()
    for _ in range(workers):
        idle.put([taken(name) for name in entrants])

    def play(low: int) -> Games:
        players = idle.get()
        try:
            rows = seating[low : low + GAMES_A_CHUNK]
            return play_games(game, players, rows, seed + low, num_threads=1)
        finally:
            idle.put(players)

    done = 0
    with _one_thread_a_network(), ThreadPoolExecutor(workers) as threads:
        chunks = [threads.submit(play, low) for low in bounds]
        try:
            for chunk in as_completed(chunks):
                done += len(chunk.result().plies)
                if progress is not None:
                    progress(done, total)
        except BaseException:
            stop.set()
            threads.shutdown(wait=True, cancel_futures=True)
            raise
    played = [chunk.result() for chunk in chunks]
    return Games(
        np.concatenate([games.returns for games in played]),
        np.concatenate([games.plies for games in played]),
    )


@contextmanager
def _one_thread_a_network() -> Iterator[None]:
    """Let torch, if players use it, compute on the thread that asks: workers are enough."""
    torch: Any = sys.modules.get("torch")
    if torch is None:
        yield
        return
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
