"""Many games of one kind, stepped together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from navalenv.core.errors import check_integer
from navalenv.core.random import fresh_seed, row_seeds, seed_words
from navalenv.core.record import TERMINAL_PLAYER, copy_records
from navalenv.core.state import State, illegal_action
from navalenv.core.threads import default_threads, run_rows

if TYPE_CHECKING:
    from navalenv.core.game import Game, States


class Batch:
    """N games in one structured array; made by `Game.new_batch`.

    Row i plays exactly as a single game with seed ``seed + i``, byte for byte, whatever N
    and the number of threads.

    Attributes:
        game: the game that all rows play.
        states: structured array (N,), the whole truth; it may be changed in place.
    """

    def __init__(
        self, game: Game, num_games: int, seed: Any = 0, num_threads: int | None = None
    ) -> None:
        count = check_integer("num_games", num_games)
        if count < 1:
            raise ValueError(f"num_games must be at least 1, got {num_games!r}")
        if num_threads is not None and check_integer("num_threads", num_threads) < 1:
            raise ValueError(f"num_threads must be at least 1 or None, got {num_threads!r}")
        self.game = game
        self.num_threads = default_threads() if num_threads is None else int(num_threads)
        self.states: States = np.zeros(count, game.record_type)
        self._sampled = np.zeros(count, np.uint32)
        self._own_views = np.full(count, -1, np.int32)
        self._memo_words = np.zeros((count, game.record_type.itemsize // 8), np.uint64)
        self._memo_actions = np.zeros((count, game.drivers.LEGAL_CAPACITY), np.int32)
        self._memo_counts = np.full(count, -1, np.int32)
        seeds = row_seeds(fresh_seed() if seed is None else seed, count)
        self.reset(seed=[fresh_seed() if one is None else one for one in seeds])

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"<batch of {len(self)} games of {self.game!r}>"

    # What is so.

    @property
    def current_players(self) -> npt.NDArray[np.int32]:
        """The player to act in each row, int32 (N,); -4 where the game is over."""
        states = self.states
        return np.where(
            states["terminated"] != 0, np.int32(TERMINAL_PLAYER), states["to_move"]
        ).astype(np.int32)

    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """Which games are over, bool (N,)."""
        return self.states["terminated"] != 0

    @property
    def returns(self) -> npt.NDArray[np.float64]:
        """Sum of rewards since the start of each game, float64 (N, P)."""
        return self.states["returns"][:, : self.game.num_players].copy()

    def state(self, row: int) -> State:
        """A copy of one row as a state; its history begins here.

        Raises:
            ValueError: if there is no such row.
        """
        number = check_integer("row", row)
        if not 0 <= number < len(self):
            raise ValueError(f"row must be 0 to {len(self) - 1}, got {row!r}")
        return State(self.game, copy_records(self.states, slice(number, number + 1)))

    def observe(
        self, out: npt.NDArray[Any] | None = None, players: Any = None
    ) -> npt.NDArray[Any]:
        """Observations, (N, *observation_shape).

        Args:
            out: C-contiguous array to write into; ``None``: a fresh one.
            players: whose view to take in each row, (N,); ``None`` or -1: the player to act.

        Raises:
            ValueError: if ``out`` or ``players`` has another shape or dtype.
        """
        facts = self.game.facts
        out = self._array("out", out, facts.observation_shape, facts.observation_dtype)
        if players is None:
            views = self._own_views
        else:
            views = self._integers("players", players)
            if ((views < -1) | (views >= self.game.num_players)).any():
                raise ValueError(
                    f"players must be from -1 to {self.game.num_players - 1}, got {players!r}"
                )
        self._run(self.game.drivers.observe_rows, views, out.reshape(len(self), -1))
        return out

    def legal_actions_mask(self, out: npt.NDArray[np.int8] | None = None) -> npt.NDArray[np.int8]:
        """Masks of the legal actions, int8 (N, A); zeros where the game is over.

        Args:
            out: C-contiguous array to write into; ``None``: a fresh one.
        """
        out = self._array("out", out, (self.game.num_distinct_actions,), np.int8)
        self._run_legal(self.game.drivers.mask_rows, out)
        return out

    # What happens.

    def step(self, actions: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Make one action in every row; rows that are over are left alone.

        Args:
            actions: integers (N,); those of finished rows are ignored.

        Returns:
            Rewards of this ply, float64 (N, P); zeros for rows that were over before.

        Raises:
            ValueError: if ``actions`` are not N integers.
            IllegalActionError: for the first row whose action is illegal; no row has moved.
        """
        moves = self._integers("actions", actions)
        bad = [row for row in self._run(self.game.drivers.check_rows, moves) if row >= 0]
        if bad:
            row = bad[0]
            raise illegal_action(self.game, self.states[row], int(np.asarray(actions)[row]), row)
        rewards = np.empty((len(self), self.game.num_players))
        self._run(self.game.drivers.step_rows, moves, rewards)
        return rewards

    def legal(self, actions: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Which rows' actions are legal, bool (N,); True where the game is over."""
        moves = self._integers("actions", actions)
        legal = np.empty(len(self), np.bool_)
        self._run(self.game.drivers.legal_rows, moves, legal)
        return legal

    def sample_legal_actions(self) -> npt.NDArray[np.int32]:
        """A uniform legal action in every row, int32 (N,); 0 where the game is over.

        Drawn from a stream of its own: neither the states nor the dice to come are touched.
        """
        out = np.empty(len(self), np.int32)
        self._run_legal(self.game.drivers.sample_rows, self.states, self._sampled, out)
        return out

    def reset(
        self, where: Any = None, seed: Any = None, position: Any = None, dice: Any = None
    ) -> None:
        """Begin new games.

        Args:
            where: rows to reset: bool (N,) or row numbers; ``None``: all.
            seed: ``s``: row i gets seed ``s + i`` and episode 0, also if only some rows are reset;
                ``None``: rows keep their seed and go to their next episode; a list: one a row.
            position: position to begin with instead of the set-up: one for all rows that are
                reset, a text or a set-up object, or a list of N (entries ``None``: the set-up).
            dice: faces that the games use before their own stream, for a game with dice: one
                script for all rows that are reset, or a list of N (entries ``None``: none).

        Raises:
            TypeError, ValueError: for a wrong argument; nothing has changed.
        """
        rows = self._rows(where)
        seeds = None if seed is None else row_seeds(seed, len(self))
        starts = self.start_records(position, dice, rows)
        if not len(rows):
            return
        states = self.states
        if seeds is None:
            states["episode"][rows] += 1
        else:
            for row in rows:
                if seeds[row] is None:
                    states["episode"][row] += 1
                else:
                    states["key"][row] = seed_words(seeds[row])
                    states["episode"][row] = 0
        self._sampled[rows] = 0
        reset_rows = self.game.drivers.reset_rows
        if isinstance(starts, list):
            for j, start in enumerate(starts):
                reset_rows(states, start, rows, j, j + 1)
        else:
            run_rows(reset_rows, self.num_threads, len(rows), states, starts, rows)

    def start_records(
        self, position: Any, dice: Any, rows: npt.NDArray[np.intp]
    ) -> States | list[States]:
        """What `reset` begins with: one record for all ``rows``, or a list of one for each.

        Raises:
            TypeError, ValueError: for a position or dice that are wrong, or too few or many.
        """
        positions = self._one_a_row("position", position, isinstance(position, (list, tuple)))
        scripts = self._one_a_row("dice", dice, _are_scripts(dice))
        if positions is None and scripts is None:
            return self.game.start_record(position, dice)
        return [
            self.game.start_record(
                position if positions is None else positions[row],
                dice if scripts is None else scripts[row],
            )
            for row in rows
        ]

    def _one_a_row(self, name: str, given: Any, several: bool) -> Any:
        """``given`` if it is a list of one entry a row, else ``None``."""
        if not several:
            return None
        if len(given) != len(self):
            raise ValueError(f"{name} has {len(given)} entries, but there are {len(self)} games")
        return given

    # Words for players.

    def ply_words(self) -> npt.NDArray[np.uint32]:
        """Four random words a row for the decision at the present ply, uint32 (N, 4)."""
        out = np.empty((len(self), 4), np.uint32)
        self._run(self.game.drivers.ply_words, out)
        return out

    def episode_words(self) -> npt.NDArray[np.uint32]:
        """Four random words a row that stay the same for a whole episode, uint32 (N, 4)."""
        out = np.empty((len(self), 4), np.uint32)
        self._run(self.game.drivers.episode_words, out)
        return out

    # Inside.

    def _run(self, loop: Any, *arrays: Any) -> list[Any]:
        return run_rows(loop, self.num_threads, len(self), self.states, *arrays)

    def _run_legal(self, loop: Any, *arrays: Any) -> None:
        memo = self._memo_actions, self._memo_counts
        words = self.states.view(np.uint64).reshape(self._memo_words.shape)
        run_rows(
            self.game.drivers.recall_rows,
            self.num_threads,
            len(self),
            words,
            self._memo_words,
            self.states,
            *memo,
        )
        run_rows(loop, self.num_threads, len(self), *memo, *arrays)

    def _array(
        self, name: str, array: Any, shape: tuple[int, ...], dtype: npt.DTypeLike
    ) -> npt.NDArray[Any]:
        shape = (len(self), *shape)
        if array is None:
            return np.empty(shape, dtype)
        if (
            not isinstance(array, np.ndarray)
            or array.shape != shape
            or array.dtype != dtype
            or not (array.flags.c_contiguous and array.flags.writeable)
        ):
            got = f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else repr(array)
            raise ValueError(
                f"{name} must be a writeable C-contiguous array, {np.dtype(dtype)} {shape}, "
                f"got {got}"
            )
        return array

    def _integers(self, name: str, given: Any) -> npt.NDArray[np.int32]:
        """One integer a game, int32 (N,); those out of its range stay out of any other."""
        try:
            numbers = np.asarray(given)
        except ValueError:  # lists of several lengths
            numbers = np.empty((), object)
        if numbers.shape != (len(self),) or numbers.dtype.kind not in "iu":
            raise ValueError(
                f"{name} must be {len(self)} integers, one a game, "
                f"got {numbers.dtype} {numbers.shape}"
            )
        if numbers.dtype != np.int32:
            numbers = np.clip(numbers, -2, np.int64(2**31 - 1)).astype(np.int32)
        # Numba would compile its loops once more for arrays that are not writeable.
        return np.require(numbers, requirements=("C", "A", "W"))

    def _rows(self, where: Any) -> npt.NDArray[np.intp]:
        if where is None:
            return np.arange(len(self))
        rows = np.asarray(where)
        if rows.dtype == np.bool_ and rows.shape == (len(self),):
            return np.flatnonzero(rows)
        if rows.size == 0:
            return np.empty(0, np.intp)
        numbers = rows.dtype.kind in "iu" and rows.ndim == 1
        if numbers and 0 <= rows.min() <= rows.max() < len(self):
            return np.unique(rows).astype(np.intp)
        raise ValueError(
            f"where must be a bool array of {len(self)} or row numbers from 0 to "
            f"{len(self) - 1}, got {where!r}"
        )


def _are_scripts(dice: Any) -> bool:
    """Whether ``dice`` is a list of scripts, one a row, and not a script of faces."""
    if isinstance(dice, np.ndarray):
        return dice.ndim > 1
    return isinstance(dice, (list, tuple)) and any(
        one is None or isinstance(one, (list, tuple)) or np.ndim(one) > 0 for one in dice
    )
