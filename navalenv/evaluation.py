"""Evaluation that does not mislead: masks always, every seat, draws counted, intervals shown."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from navalenv.core.errors import check_integer
from navalenv.core.game import Game
from navalenv.core.record import copy_records
from navalenv.core.threads import default_threads
from navalenv.players.ladder import make_player
from navalenv.players.player import Player, decide

NUM_GAMES = 200
"""Games of an evaluation for which no number is given, at least."""

SAME = 1e-9
"""Returns that differ by no more than this are the same: they are sums of fractions."""


@dataclasses.dataclass(frozen=True)
class Result:
    """What came of the games of a player against an opponent.

    Attributes:
        wins: games in which the player's return is larger than everybody else's.
        draws: games in which it is the largest, but not alone.
        losses: all others.
        mean_return: mean return of the player.
        mean_length: mean plies of a game.
    """

    wins: int
    draws: int
    losses: int
    mean_return: float
    mean_length: float

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses

    @property
    def win_rate(self) -> float:
        """Share of games won; a draw is not won."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the win rate (Wilson's score interval)."""
        z, n, p = 1.96, self.games, self.win_rate
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        # Rounding may not leave the rate outside.
        return min(p, max(0.0, middle - half)), max(p, min(1.0, middle + half))

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.win_rate:.1%} won [{low:.1%}, {high:.1%}], "
            f"{self.wins}/{self.draws}/{self.losses} of {self.games}"
        )


@dataclasses.dataclass(frozen=True)
class Games:
    """What came of some games.

    Attributes:
        returns: float64 (N, P), the return of each seat.
        plies: int64 (N,), how long each game was.
    """

    returns: npt.NDArray[np.float64]
    plies: npt.NDArray[np.int64]


def play_games(
    game: Game,
    players: Sequence[Player],
    seating: npt.ArrayLike,
    seed: int = 0,
    max_plies: int | None = None,
    num_threads: int | None = None,
) -> Games:
    """Play games between any players, all at once: what every evaluation is made of.

    Players get masks, and an illegal action is an error, never a loss that goes unnoticed.
    Game i has seed ``seed + i``; games do not see each other.

    Args:
        game: the game.
        players: callables over batches (`navalenv.players.player`).
        seating: integers (N, P), who has each seat in each game: an index into ``players``.
        seed: seed of the first game.
        max_plies: stop games that are longer; they return what they did so far.
        num_threads: threads that share the rules' work; ``None``: all cores.

    Raises:
        TypeError, ValueError: for a wrong seed, or if a player returns an illegal action.
    """
    seats = np.asarray(seating)
    num_games = len(seats)
    batch = game.new_batch(num_games, seed, num_threads)
    rows = np.arange(num_games)
    plies = 0
    while not batch.terminated.all() and (max_plies is None or plies < max_plies):
        movers = batch.current_players
        acting = np.where(movers >= 0, seats[rows, np.maximum(movers, 0)], -1)
        actions = np.zeros(num_games, np.int32)
        for number, player in enumerate(players):
            theirs = np.flatnonzero(acting == number)
            if len(theirs):
                actions[theirs] = decide(player, game, copy_records(batch.states, theirs))
        batch.step(actions)
        plies += 1
    return Games(batch.returns, batch.states["ply"].astype(np.int64))


def count_results(
    lead: npt.NDArray[np.float64],
    returns: npt.NDArray[np.float64],
    plies: npt.NDArray[np.int64],
) -> Result:
    """The result of games, (N,) each.

    Args:
        lead: by how much the player did better: positive for a win, zero for a draw.
        returns: return of the player.
        plies: how long each game was.
    """
    return Result(
        wins=int((lead > SAME).sum()),
        draws=int((abs(lead) <= SAME).sum()),
        losses=int((lead < -SAME).sum()),
        mean_return=float(returns.mean()),
        mean_length=float(plies.mean()),
    )


def even_games(game: Game, wanted: int) -> int:
    """The least number of games, at least ``wanted``, that gives all seats alike."""
    return -(-wanted // game.num_players) * game.num_players


def check_games(game: Game, argument: str, given: object) -> int:
    """Return a number of games that gives all seats alike; errors call it by ``argument``.

    Raises:
        TypeError: if it is no integer.
        ValueError: if it is less than 1, or not a multiple of the number of players.
    """
    number = check_integer(argument, given)
    if number < 1:
        raise ValueError(f"{argument} must be at least 1, got {given!r}")
    even = even_games(game, number)
    if even != number:
        seats = game.num_players
        near = f"{even - seats} or {even}" if even > seats else f"{even}"
        raise ValueError(
            f"{argument} must be a multiple of the number of players, {seats}, so that all seats "
            f"count alike, such as {near}; got {given!r}"
        )
    return number


def evaluate(
    game: Game,
    player: object,
    opponent: object = "random",
    num_games: int | None = None,
    seed: int = 0,
    max_plies: int | None = None,
) -> Result:
    """Play a player against an opponent, seats alternated.

    Game i has seed ``seed + i`` and the player in seat ``i % P``, the opponent in all others.
    Both are callables over batches (`navalenv.players.player`) or names, and get masks; an
    illegal action is an error, never a loss that goes unnoticed. With more than two players a
    win is the first place, shared with nobody.

    Args:
        game: the game.
        player, opponent: who plays.
        num_games: number of games, a multiple of the number of players, so that every seat
            counts alike; ``None``: 200, or the next multiple (201 for three players).
        seed: seed of the first game.
        max_plies: stop games that are longer and count what they returned so far.

    Returns:
        Wins, draws and losses of the player.

    Raises:
        TypeError, ValueError: for a wrong argument, or if a player returns an illegal action.
    """
    if not isinstance(game, Game):
        raise TypeError(f"game must be a game, such as load_game('sea_chess'), got {game!r}")
    if max_plies is not None and check_integer("max_plies", max_plies) < 0:
        raise ValueError(f"max_plies must be at least 0 or None, got {max_plies!r}")
    if num_games is None:
        num_games = even_games(game, NUM_GAMES)
    num_games = check_games(game, "num_games", num_games)
    threads = default_threads()
    sides = [make_player(player, game, threads, "player"), make_player(opponent, game, threads)]
    own = np.arange(num_games) % game.num_players == np.arange(game.num_players)[:, None]
    seating = np.where(own.T, 0, 1)
    games = play_games(game, sides, seating, seed, max_plies)
    returns = games.returns[seating == 0]
    others = np.where(seating == 0, -np.inf, games.returns).max(1)
    return count_results(returns - others, returns, games.plies)
