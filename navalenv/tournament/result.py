"""What came of an arena."""

from __future__ import annotations

import dataclasses
import json
import pathlib
from typing import Any

import numpy as np
import numpy.typing as npt

from navalenv.core.game import Game
from navalenv.evaluation import SAME, Games, Result, count_results
from navalenv.version import __version__


@dataclasses.dataclass(frozen=True, eq=False)
class ArenaResult:
    """What came of a round robin between K players.

    Attributes:
        game: the game they played.
        players: names of the players, K.
        games: games of each match-up.
        seed: seed of the first game.
        match_ups: who played together, indices into ``players``: one a seat, P each.
        crosstable: K rows of K; entry [i][j] is the `Result` of player i against player j in all
            games in which both sat, whose ``wins`` are the games in which i had the larger
            return. The diagonal is ``None``. Where a player had several seats in a game, the
            game is won by whoever won more of the comparisons, seat by seat, and its return is
            the mean of its seats.
        ratings: float64 (K,), in points as those of Elo: 400 more are expected to win ten times
            as many comparisons as they lose. Their mean is 0.
        intervals: float64 (K, 2), 95 % intervals of the ratings.
    """

    game: Game
    players: tuple[str, ...]
    games: int
    seed: int
    match_ups: tuple[tuple[int, ...], ...]
    crosstable: tuple[tuple[Result | None, ...], ...]
    ratings: npt.NDArray[np.float64]
    intervals: npt.NDArray[np.float64]

    @property
    def order(self) -> list[int]:
        """Players by rating, the best first: indices into ``players``."""
        return [int(player) for player in np.argsort(-self.ratings, kind="stable")]

    @property
    def num_games(self) -> int:
        """Games in all."""
        return self.games * len(self.match_ups)

    def to_dict(self) -> dict[str, Any]:
        """All of it as JSON can hold it; rates and their intervals besides."""
        return {
            "version": __version__,
            "game": self.game.name,
            "options": dict(self.game.options),
            "players": list(self.players),
            "games": self.games,
            "seed": self.seed,
            "match_ups": [[self.players[entrant] for entrant in one] for one in self.match_ups],
            "ratings": self.ratings.tolist(),
            "intervals": self.intervals.tolist(),
            "crosstable": [
                [None if result is None else _result_dict(result) for result in row]
                for row in self.crosstable
            ],
        }

    def save(self, path: str | pathlib.Path) -> None:
        """Write `to_dict` to a file as JSON."""
        text = json.dumps(self.to_dict(), indent=2) + "\n"
        pathlib.Path(path).write_text(text, "utf-8")

    def plot(self, path: str | pathlib.Path) -> None:
        """Draw the ratings with their intervals into a file, such as ``ratings.png``.

        Raises:
            ImportError: if matplotlib is not installed.
            ValueError: for a kind of file that matplotlib does not write.
        """
        from navalenv.tournament.plot import plot_ratings

        plot_ratings(self, path)


def _result_dict(result: Result) -> dict[str, Any]:
    return {
        **dataclasses.asdict(result),
        "win_rate": result.win_rate,
        "interval": list(result.interval),
    }


def shares_won(
    returns: npt.NDArray[np.float64], seating: npt.NDArray[np.int64], num_players: int
) -> npt.NDArray[np.float64]:
    """What players won of each other in each game, float64 (N, K, K).

    Entry (n, i, j) is the share of comparisons, seat by seat, that player i won against player j
    in game n, a draw being half won; NaN where they did not meet.

    Args:
        returns: (N, P), the return of each seat.
        seating: (N, P), who had each seat.
    """
    lead = returns[:, :, None] - returns[:, None, :]
    won = np.where(abs(lead) <= SAME, 0.5, lead > 0)  # seat against seat: N, P, P
    sits = seating[:, :, None] == np.arange(num_players)  # N, P, K
    seats = sits.sum(1)
    total = np.einsum("npi,npq,nqj->nij", sits.astype(float), won, sits.astype(float))
    meetings = (seats[:, :, None] * seats[:, None, :]).astype(float)
    meetings[:, np.eye(num_players, dtype=bool)] = 0
    return np.divide(total, meetings, out=np.full_like(total, np.nan), where=meetings > 0)


def make_crosstable(
    games: Games, seating: npt.NDArray[np.int64], shares: npt.NDArray[np.float64]
) -> tuple[tuple[Result | None, ...], ...]:
    """The results of all players against each other; see `ArenaResult.crosstable`."""
    players = range(shares.shape[1])
    sits = seating[:, :, None] == np.arange(shares.shape[1])
    seats = sits.sum(1)
    returns = (games.returns[:, :, None] * sits).sum(1) / np.maximum(seats, 1)

    def against(player: int, other: int) -> Result | None:
        met = ~np.isnan(shares[:, player, other])
        if not met.any():
            return None
        lead = 2 * shares[met, player, other] - 1
        return count_results(lead, returns[met, player], games.plies[met])

    return tuple(tuple(against(player, other) for other in players) for player in players)
