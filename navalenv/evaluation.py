"""Evaluation that does not mislead: masks always, every seat, draws counted, intervals shown."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np

from navalenv.core.errors import check_integer
from navalenv.core.game import Game
from navalenv.core.record import copy_records
from navalenv.players.ladder import make_player
from navalenv.players.player import decide


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


def evaluate(
    game: Game,
    player: object,
    opponent: object = "random",
    num_games: int = 200,
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
        num_games: number of games; a multiple of the number of players gives all seats alike.
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
    if check_integer("num_games", num_games) < 1:
        raise ValueError(f"num_games must be at least 1, got {num_games!r}")
    sides: list[Any] = [make_player(player, game, argument="player"), make_player(opponent, game)]
    batch = game.new_batch(num_games, seed)
    seats = np.arange(num_games) % game.num_players
    plies = 0
    while not batch.terminated.all() and (max_plies is None or plies < max_plies):
        movers = batch.current_players
        actions = np.zeros(num_games, np.int32)
        for theirs, side in enumerate(sides):
            rows = np.flatnonzero((movers >= 0) & ((movers != seats) == bool(theirs)))
            if len(rows):
                actions[rows] = decide(side, game, copy_records(batch.states, rows))
        batch.step(actions)
        plies += 1
    everybody = batch.returns
    returns = everybody[np.arange(num_games), seats]
    others = np.where(np.arange(game.num_players) == seats[:, None], -np.inf, everybody)
    lead = returns - others.max(1)
    return Result(
        wins=int((lead > 1e-9).sum()),
        draws=int((abs(lead) <= 1e-9).sum()),
        losses=int((lead < -1e-9).sum()),
        mean_return=float(returns.mean()),
        mean_length=float(batch.states["ply"].mean()),
    )
