"""Games with a learner in them: one seat against an opponent, or every seat in turn.

`OneSeat` and `EverySeat` do the playing for the Gymnasium environments and the SB3 `VecEnv`,
for any number of games; those only dress it up.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from navalenv.core.errors import PositionError, check_integer
from navalenv.core.game import Game
from navalenv.core.record import copy_records, put_records
from navalenv.core.threads import run_rows
from navalenv.players.ladder import make_player
from navalenv.players.player import Player, decide

Rows = npt.NDArray[np.bool_]


@dataclasses.dataclass
class Outcome:
    """What one step did, for N games; rows that took no part have zeros.

    Attributes:
        rewards: float64 (N,), of the learner (every seat: of the seat that acted).
        terminated: bool (N,), the episode is over.
        illegal: bool (N,), it is over because the learner's action was illegal.
        all_rewards: float64 (N, P), of all players.
    """

    rewards: npt.NDArray[np.float64]
    terminated: Rows
    illegal: Rows
    all_rewards: npt.NDArray[np.float64]


class _Seats:
    """What both kinds share: a batch, resets, illegal actions."""

    def __init__(self, game: Game, num_games: int, num_threads: int | None) -> None:
        self.game = game
        self.batch = game.new_batch(num_games, None, num_threads)
        self.after_ply: Callable[[], None] | None = None
        """Called after every ply, for windows that show each of them."""

    def __len__(self) -> int:
        return len(self.batch)

    @property
    def viewers(self) -> npt.NDArray[np.int32]:
        """Whose view an observation is, int32 (N,)."""
        raise NotImplementedError

    def observe(self, out: Any = None) -> npt.NDArray[Any]:
        """Observations of `viewers`, (N, *observation_shape)."""
        return self.batch.observe(out, self.viewers)

    def masks(self, out: Any = None) -> npt.NDArray[np.int8]:
        """Masks of the legal actions, int8 (N, A); zeros where the game is over."""
        return self.batch.legal_actions_mask(out)

    @contextlib.contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Put all games back if an error is raised inside, such as by an opponent."""
        before = copy_records(self.batch.states)
        try:
            yield
        except BaseException:
            put_records(self.batch.states, slice(None), before)
            raise

    def check_start(self, position: Any, dice: Any = None) -> None:
        """Refuse positions that are wrong, or in which the game is over, and wrong dice.

        Raises:
            PositionError: saying what is wrong with the position.
            TypeError, ValueError: if the dice are wrong.
        """
        starts = self.batch.start_records(position, dice, np.arange(len(self)))
        alone = not isinstance(starts, list)
        for row, start in enumerate([starts] if alone else starts):
            if start[0]["terminated"]:
                one = position[row] if isinstance(position, (list, tuple)) else position
                raise PositionError(f"position {one!r}: the game is over; give one that is not")

    def reset(
        self,
        where: Rows | None = None,
        seed: Any = None,
        position: Any = None,
        dice: Any = None,
    ) -> None:
        """Begin new games; arguments as in `Batch.reset`, a finished position is refused."""
        self.check_start(position, dice)
        self.batch.reset(where, seed, position, dice)

    def _step(self, actions: npt.NDArray[np.int32], rows: Rows) -> Outcome:
        """Make the learners' actions in ``rows``."""
        batch, drivers = self.batch, self.game.drivers
        movers = batch.states["to_move"].astype(np.intp)
        legal = np.ones(len(self), np.bool_)
        run_rows(drivers.legal_rows, batch.num_threads, len(self), batch.states, actions, legal)
        illegal = rows & ~legal
        moving = rows & legal
        all_rewards = np.zeros((len(self), self.game.num_players))
        if moving.all():  # in place, and without checking once more what is legal
            run_rows(
                drivers.step_rows,
                batch.num_threads,
                len(self),
                batch.states,
                actions,
                all_rewards,
            )
        else:
            self._step_rows(np.flatnonzero(moving), actions[moving], all_rewards)
        everybody = np.arange(len(self))
        all_rewards[illegal, movers[illegal]] = -1.0
        rewards = all_rewards[everybody, movers]
        if self.after_ply is not None and moving.any():
            self.after_ply()
        return Outcome(rewards, illegal | (rows & batch.terminated), illegal, all_rewards)

    def _step_rows(
        self, rows: npt.NDArray[np.intp], actions: Any, all_rewards: npt.NDArray[np.float64]
    ) -> None:
        """Make legal actions in some rows; adds the rewards to ``all_rewards``."""
        states = copy_records(self.batch.states, rows)
        rewards = np.empty((len(rows), self.game.num_players))
        run_rows(
            self.game.drivers.step_rows,
            self.batch.num_threads,
            len(rows),
            states,
            np.ascontiguousarray(actions, np.int32),
            rewards,
        )
        put_records(self.batch.states, rows, states)
        all_rewards[rows] += rewards


class EverySeat(_Seats):
    """One action for whoever is to move: self-play."""

    @property
    def viewers(self) -> npt.NDArray[np.int32]:
        """The player to move, also where the game is over."""
        return self.batch.states["to_move"].astype(np.int32)

    def step(self, actions: npt.NDArray[np.int32], rows: Rows) -> Outcome:
        """Make one ply in each of ``rows``."""
        return self._step(actions, rows)


class OneSeat(_Seats):
    """A learner in one seat, an opponent in all others.

    Attributes:
        opponent: the player of the other seats.
        seats: int32 (N,), the learner's seat in each game.
    """

    def __init__(
        self,
        game: Game,
        num_games: int,
        opponent: object,
        seat: object,
        num_threads: int | None = None,
    ) -> None:
        self._seat = check_seat(seat, game.num_players)
        super().__init__(game, num_games, num_threads)
        self.opponent: Player = make_player(opponent, game, self.batch.num_threads)
        self.seats = np.full(num_games, self._seat or 0, np.int32)

    @property
    def viewers(self) -> npt.NDArray[np.int32]:
        """The learner."""
        return self.seats

    def masks(self, out: Any = None) -> npt.NDArray[np.int8]:
        """Masks of the learner's legal actions, int8 (N, A); zeros where its episode is over."""
        masks = super().masks(out)
        masks[self._eliminated()] = 0
        return masks

    def reset(
        self,
        where: Rows | None = None,
        seed: Any = None,
        position: Any = None,
        dice: Any = None,
    ) -> None:
        """Begin new games and play them up to the learner's first turn.

        Raises:
            PositionError: if a game from ``position`` is over before the learner is to move.
            TypeError, ValueError: for a wrong argument; nothing has changed.
        """
        with self.all_or_nothing():
            super().reset(where, seed, position, dice)
            if where is None:
                where = np.ones(len(self), np.bool_)
            if self._seat is None:
                self.seats = np.where(where, self._draw_seats(), self.seats)
            self._play_opponents(where, np.zeros((len(self), self.game.num_players)))
            if position is not None and (where & self._over()).any():
                raise PositionError(
                    f"position {position!r}: the learner's game is over before its first turn; "
                    "choose the seat that is to move"
                )

    def step(self, actions: npt.NDArray[np.int32], rows: Rows) -> Outcome:
        """Make the learner's action in ``rows``, then the opponents' up to its next turn."""
        with self.all_or_nothing():
            outcome = self._step(actions, rows)
            going = rows & ~outcome.illegal
            self._play_opponents(going, outcome.all_rewards)
        legal = ~outcome.illegal
        everybody = np.arange(len(self))
        outcome.rewards[legal] = outcome.all_rewards[everybody, self.seats][legal]
        outcome.terminated = outcome.illegal | (rows & self._over())
        return outcome

    @contextlib.contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Put all games and seats back if an error is raised inside."""
        seats = self.seats
        try:
            with super().all_or_nothing():
                yield
        except BaseException:
            self.seats = seats
            raise

    def _draw_seats(self) -> npt.NDArray[np.int32]:
        """A seat for each game, int32 (N,): any whose player is not out already."""
        words = self.batch.episode_words()[:, 0]
        playing = self.batch.states["eliminated"][:, : self.game.num_players] == 0
        number = playing.cumsum(1)
        drawn = below_rows(words, number[:, -1]) + 1
        return (number == drawn[:, None]).argmax(1).astype(np.int32)

    def _eliminated(self) -> Rows:
        eliminated = self.batch.states["eliminated"]
        return eliminated[np.arange(len(self)), self.seats] != 0

    def _over(self) -> Rows:
        return self.batch.terminated | self._eliminated()

    def _play_opponents(self, rows: Rows, all_rewards: npt.NDArray[np.float64]) -> None:
        """Let the opponent move in ``rows`` until it is the learner's turn or all is over."""
        while True:
            theirs = self.batch.states["to_move"] != self.seats
            waiting = np.flatnonzero(rows & theirs & ~self._over())
            if len(waiting) == 0:
                return
            states = copy_records(self.batch.states, waiting)
            actions = decide(self.opponent, self.game, states, self.batch.num_threads)
            self._step_rows(waiting, actions, all_rewards)
            if self.after_ply is not None:
                self.after_ply()


def below_rows(words: npt.NDArray[np.uint32], bound: Any) -> npt.NDArray[np.int32]:
    """`navalenv.core.random.below` for an array of words, int32."""
    return ((words.astype(np.int64) * bound) >> 32).astype(np.int32)


def check_seat(seat: object, num_players: int) -> int | None:
    """A seat number, or ``None`` for ``"random"``.

    Raises:
        ValueError, TypeError: for anything else.
    """
    if isinstance(seat, str) and seat == "random":
        return None
    right = f"0 to {num_players - 1} or 'random'"
    if isinstance(seat, str):
        raise ValueError(f"seat must be {right}, got {seat!r}")
    try:
        number = check_integer("seat", seat)
    except TypeError as error:
        raise TypeError(f"{error}; expected {right}") from None
    if not 0 <= number < num_players:
        raise ValueError(f"seat must be {right}, got {seat!r}")
    return number
