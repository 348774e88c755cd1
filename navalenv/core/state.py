"""One game in progress, by OpenSpiel's state protocol."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from navalenv.core.errors import GameOverError, IllegalActionError, check_integer
from navalenv.core.random import seed_words
from navalenv.core.record import TERMINAL_PLAYER, copy_records

if TYPE_CHECKING:
    from navalenv.core.game import Game, States


class State:
    """A game in progress, with its history.

    Made by `Game.new_initial_state`. Methods have the names and meanings of OpenSpiel's
    states; chance is sampled inside `apply_action`, so there are no chance nodes. The
    methods that OpenSpiel calls with a player first (`legal_actions`, `action_to_string`,
    `string_to_action`, `undo_action`) can be called with or without it.
    """

    __slots__ = ("_game", "_history", "_records", "_states")

    def __init__(
        self,
        game: Game,
        states: States,
        history: list[int] | None = None,
        records: list[States] | None = None,
    ) -> None:
        self._game = game
        self._states = states
        self._history = [] if history is None else history
        self._records = [] if records is None else records

    # The position.

    @property
    def record(self) -> np.void:
        """The record: all there is to the position, as a view (`navalenv.core.record`)."""
        record: np.void = self._states[0]
        return record

    def get_game(self) -> Game:
        """The game that this is a state of."""
        return self._game

    def __str__(self) -> str:
        return self._game.position_text(self.record)

    def __repr__(self) -> str:
        position = self._game.describe_position(self.record)
        return f"<{self._game.title} {position} after {len(self._history)} plies>"

    def __eq__(self, other: object) -> bool:
        """States are equal if game, record and history are."""
        return (
            isinstance(other, State)
            and self._game == other._game
            and self._states.tobytes() == other._states.tobytes()
            and self._history == other._history
        )

    __hash__ = None  # type: ignore[assignment]

    def setup(self) -> dict[str, Any]:
        """The position as a set-up object, which ``position=`` takes; ``str(state)`` is its text.

        Fresh in all its parts. Seed, dice to come, returns and history are not in it.

        Raises:
            NotImplementedError: for a game whose positions are texts.
        """
        return self._game.setup(self.record)

    def snapshot(self) -> Any:
        """What people compare of a position, of a game that defines it; JSON can hold it.

        Raises:
            NotImplementedError: for a game that has no snapshots.
        """
        return self._game.snapshot(self.record)

    # Who, and what.

    def num_players(self) -> int:
        """Number of players."""
        return self._game.num_players

    def num_distinct_actions(self) -> int:
        """Number A of actions."""
        return self._game.num_distinct_actions

    def current_player(self) -> int:
        """The player to act; -4 when the game is over."""
        record = self.record
        return TERMINAL_PLAYER if record["terminated"] else int(record["to_move"])

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.record["terminated"])

    def is_chance_node(self) -> bool:
        """Always False: chance is sampled when an action is applied."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Always False: one player acts at a time."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Legal actions, rising, in the own frame of the player to act.

        Empty when the game is over, and for a ``player`` who is not to act.

        Raises:
            ValueError: if there is no such player.
        """
        return np.flatnonzero(self.legal_actions_mask(player)).tolist()

    def legal_actions_mask(self, player: int | None = None) -> npt.NDArray[np.int8]:
        """Mask of the legal actions: int8 (A,); zeros where `legal_actions` is empty."""
        mask = np.zeros((1, self._game.num_distinct_actions), np.int8)
        if self._acts(player):
            self._game.drivers.plain_mask_rows(self._states, mask, 0, 1)
        return mask[0]

    def observation_tensor(self, player: int | None = None) -> npt.NDArray[Any]:
        """Observation of a player, by default the one to act, in that player's own frame.

        Shape and dtype are the game's ``observation_shape`` and ``facts.observation_dtype``.

        Raises:
            ValueError: if there is no such player.
        """
        if player is None:
            player = -1
        else:
            self._check_player(player)
        facts = self._game.facts
        out = np.empty(facts.observation_shape, facts.observation_dtype)
        players = np.array([player], np.int32)
        self._game.drivers.observe_rows(self._states, players, out.reshape(1, -1), 0, 1)
        return out

    # Moves.

    def apply_action(self, action: int) -> None:
        """Make an action.

        Raises:
            TypeError: if ``action`` is not an integer.
            GameOverError: if the game is over.
            IllegalActionError: if the rules do not allow it. The state is unchanged.
        """
        action = check_integer("action", action)
        before = copy_records(self._states)
        # Compiled code takes 64-bit integers only: what is out of range does not get there.
        in_range = 0 <= action < self._game.num_distinct_actions
        if not in_range or self._game.drivers.try_row(self._states, action):
            raise illegal_action(self._game, self.record, action)
        self._records.append(before)
        self._history.append(action)

    def undo_action(self, player: int | None = None, action: int | None = None) -> None:
        """Take the last action back: the whole record is as it was, random stream included.

        Args:
            player, action: as in OpenSpiel, who made it and what it was; checked if given.

        Raises:
            ValueError: at the start of the game, or if it was another action.
        """
        if not self._history:
            raise ValueError("undo_action: there is no action to undo at the start of a game")
        last = (int(self._records[-1][0]["to_move"]), self._history[-1])
        if (player, action) not in (last, (None, None), (last[0], None), (None, last[1])):
            raise ValueError(
                f"undo_action: the last action was {last[1]} of player {last[0]}, "
                f"got action {action!r} of player {player!r}"
            )
        self._states = self._records.pop()
        self._history.pop()

    def child(self, action: int) -> State:
        """The state after an action; this one stays as it is."""
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        """An independent copy, with history and random stream."""
        return State(
            self._game, copy_records(self._states), self._history.copy(), self._records.copy()
        )

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def reseed(self, seed: int) -> None:
        """Give the game another future: a new key for its random stream.

        A search must do this to its clones, or it sees the dice to come. Without effect on
        a game without chance, but for the bytes of the record.
        """
        self.record["key"] = seed_words(seed)
        self.record["draws"] = 0

    # What came of it.

    def rewards(self) -> list[float]:
        """Rewards of the last action, one a player."""
        return self.record["rewards"][: self._game.num_players].tolist()

    def returns(self) -> list[float]:
        """Sum of `rewards` since the initial state, one a player."""
        return self.record["returns"][: self._game.num_players].tolist()

    def player_reward(self, player: int) -> float:
        """``rewards()[player]``."""
        return self.rewards()[self._check_player(player)]

    def player_return(self, player: int) -> float:
        """``returns()[player]``."""
        return self.returns()[self._check_player(player)]

    def history(self) -> list[int]:
        """The actions made since the initial state, in order."""
        return self._history.copy()

    def move_number(self) -> int:
        """Number of actions made since the initial state."""
        return len(self._history)

    # Notation.

    def action_to_string(self, player_or_action: int, action: int | None = None) -> str:
        """Notation of a legal action: ``action_to_string(action)`` or ``(player, action)``.

        Raises:
            IllegalActionError: if it is not legal here: only a legal move has a notation.
        """
        if action is None:
            action = player_or_action
        else:
            self._check_player(player_or_action)
        action = check_integer("action", action)
        if not self._is_legal(action):
            raise illegal_action(self._game, self.record, action)
        return self._game.action_to_string(self.record, action)

    def string_to_action(self, player_or_text: int | str, text: str | None = None) -> int:
        """The legal action with a notation: ``string_to_action(text)`` or ``(player, text)``.

        Raises:
            TypeError: if ``text`` is not a string.
            ValueError: if no legal action has it; the message names the nearest that are.
        """
        wanted = player_or_text if text is None else text
        if text is not None:
            self._check_player(player_or_text)
        if not isinstance(wanted, str):
            raise TypeError(f"text must be a move in notation, got {wanted!r}")
        by_name = {
            self._game.action_to_string(self.record, action): action
            for action in self.legal_actions()
        }
        if wanted not in by_name:
            if not by_name:
                raise GameOverError(f"text {wanted!r}: the game is over, there are no moves")
            near = difflib.get_close_matches(wanted, by_name, n=4, cutoff=0.0)
            mover = self._game.player_name(self.current_player())
            raise ValueError(
                f"text {wanted!r} is no legal move of {mover} here; "
                f"legal moves that look like it: {', '.join(near)}"
            )
        return by_name[wanted]

    # Bytes.

    def serialize(self) -> bytes:
        """The state as bytes: game, options, history and record."""
        from navalenv.core.serialization import pack_state

        return pack_state(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return self._game.deserialize_state, (self.serialize(),)

    # Inside.

    @property
    def initial_record(self) -> np.void:
        """The record that the game began with, as a view."""
        record: np.void = (self._records or [self._states])[0][0]
        return record

    def past_records(self) -> list[States]:
        """Records before each action of `history`, each an array of one; not to be changed."""
        return self._records

    def _is_legal(self, action: int) -> bool:
        if self.is_terminal() or not 0 <= action < self._game.num_distinct_actions:
            return False
        actions = np.array([action], np.int32)
        return bool(self._game.drivers.check_rows(self._states, actions, 0, 1) < 0)

    def _acts(self, player: int | None) -> bool:
        """Whether a player, ``None`` for any, is to act. Nobody is when the game is over."""
        if player is None or (self.is_terminal() and player == TERMINAL_PLAYER):
            return not self.is_terminal()
        return self._check_player(player) == self.current_player()

    def _check_player(self, player: object) -> int:
        number = check_integer("player", player)
        if not 0 <= number < self._game.num_players:
            raise ValueError(f"player must be 0 to {self._game.num_players - 1}, got {player!r}")
        return number


def illegal_action(game: Game, record: np.void, action: int, row: int | None = None) -> ValueError:
    """The error for an action that cannot be made: it names the action and says why."""
    where = "" if row is None else f" in row {row}"
    if record["terminated"]:
        return GameOverError(f"action {action}{where}: the game is over, no action can be made")
    if not 0 <= action < game.num_distinct_actions:
        return IllegalActionError(
            f"action {action}{where} is out of range: expected 0 to "
            f"{game.num_distinct_actions - 1}",
            action,
            row,
        )
    return IllegalActionError(
        f"action {action} ({game.describe_action(record, action)}){where} is illegal for "
        f"{game.player_name(int(record['to_move']))} in position "
        f"{game.describe_position(record)}; "
        "legal_actions() lists what is legal",
        action,
        row,
    )
