"""A game: its facts, its options and its texts. What the rules do is in its compiled module."""

from __future__ import annotations

import abc
import dataclasses
import types
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from navalenv.core.drivers import Drivers
from navalenv.core.errors import check_integer
from navalenv.core.layout import Layout
from navalenv.core.options import Option, check_options
from navalenv.core.random import fresh_seed, seed_words
from navalenv.core.record import copy_records

if TYPE_CHECKING:
    from navalenv.core.batch import Batch
    from navalenv.core.state import State
    from navalenv.render.scene import Scene

States = np.ndarray[Any, np.dtype[Any]]
"""A 1-D structured array of records."""


@dataclasses.dataclass(frozen=True)
class Facts:
    """What is true of a game with given options.

    Attributes:
        num_players: players, 0..num_players-1 in the order of turns.
        num_distinct_actions: size A of ``Discrete(A)``; the same for all players.
        observation_shape: shape of one player's observation: (height, width, planes) for
            boards, (entries,) for a flat one.
        observation_dtype: int8 of 0 and 1 for boards, float32 for flat ones.
        observation_low, observation_high: bounds of every entry.
        max_game_length: no game has more plies.
        has_chance: whether the rules use dice.
        min_utility, max_utility: bounds of a player's return.
    """

    num_players: int
    num_distinct_actions: int
    observation_shape: tuple[int, ...]
    observation_dtype: npt.DTypeLike
    observation_low: float
    observation_high: float
    max_game_length: int
    has_chance: bool = False
    min_utility: float = -1.0
    max_utility: float = 1.0


class Game(abc.ABC):
    """One ruleset with its options; immutable.

    Made by `navalenv.load_game`. A ruleset derives from this class and says, in class
    attributes and in the abstract methods, all that is not in its compiled rules.
    """

    name: ClassVar[str]
    """Name for `navalenv.load_game`, such as ``"sea_chess"``."""
    title: ClassVar[str]
    """Name for people, such as ``"Sea Chess"``."""
    option_table: ClassVar[tuple[Option, ...]]
    notation_is_code: ClassVar[bool] = False
    """Whether people need `describe_action` beside the notation of an action."""
    record_type: ClassVar[np.dtype[Any]]
    drivers: ClassVar[Drivers]
    facts: Facts

    def __init__(self, **options: Any) -> None:
        self.options: Mapping[str, Any] = types.MappingProxyType(self.check_options(options))
        self.facts = self._facts()
        self._start = self.parse_position(self.initial_position())

    # What a ruleset says.

    @abc.abstractmethod
    def _facts(self) -> Facts:
        """Facts for `options`."""

    @abc.abstractmethod
    def initial_position(self) -> Any:
        """The position that games begin with."""

    @abc.abstractmethod
    def parse_position(self, position: Any) -> States:
        """Record of a position, an array of one; seed, episode and counters are zero.

        A position is a text. Where that would be long it may be a set-up object as well, a
        mapping, whose text is JSON (`navalenv.core.setups`); the record shares nothing with it.

        Raises:
            PositionError: saying what is wrong with ``position``.
            TypeError: if it is nothing that a position can be.
        """

    @abc.abstractmethod
    def position_text(self, record: np.void) -> str:
        """Text of a record's position: ``parse_position`` takes it."""

    @abc.abstractmethod
    def describe_action(self, record: np.void, action: int) -> str:
        """What an action in range would be, legal or not, for messages."""

    @abc.abstractmethod
    def last_action_text(self, record: np.void) -> str:
        """Notation of the action that led to a record; empty at the start."""

    @abc.abstractmethod
    def player_name(self, player: int) -> str:
        """What people call a player, such as ``"Blue"``."""

    @abc.abstractmethod
    def draw(self, record: np.void) -> Scene:
        """The picture of a record."""

    @abc.abstractmethod
    def draw_text(self, record: np.void, colour: bool = False) -> str:
        """The picture of a record in letters, for a terminal."""

    # What a ruleset says if it has it.

    @classmethod
    def resolve_options(cls, options: dict[str, Any]) -> dict[str, Any]:
        """The options of a game, from those in normal form, given or default.

        A game whose options depend on one another replaces the defaults ``None`` here and
        refuses what does not go together. What it returns is taken again as it is.

        Raises:
            ValueError: naming the options that do not go together.
        """
        return options

    def plane_names(self) -> tuple[str, ...]:
        """Names of the planes of a board: of the observation's last axis.

        Raises:
            NotImplementedError: for a game whose observation is flat; it has a `layout`.
        """
        raise NotImplementedError(f"{self.title} has no planes; its observation has a layout()")

    def layout(self) -> Layout:
        """The parts of a flat observation.

        Raises:
            NotImplementedError: for a game whose observation is planes (`plane_names`).
        """
        raise NotImplementedError(f"{self.title} has no layout; its observation has plane_names()")

    def setup(self, record: np.void) -> dict[str, Any]:
        """A record's position as a set-up object, of a game that has these: see `State.setup`.

        `parse_position` takes it, and `position_text` is its text.

        Raises:
            NotImplementedError: for a game whose positions are texts.
        """
        raise NotImplementedError(
            f"{self.title} has no set-up objects; str(state) is the position as text"
        )

    def snapshot(self, record: np.void) -> Any:
        """What people compare of a record, as JSON can hold it: see `State.snapshot`.

        Raises:
            NotImplementedError: for a game that has no snapshots.
        """
        raise NotImplementedError(
            f"{self.title} has no snapshots; str(state) is the position as text"
        )

    def describe_position(self, record: np.void) -> str:
        """What errors say of a position; a game with long position texts says it in short."""
        return repr(self.position_text(record))

    def set_dice(self, record: np.void, faces: list[int]) -> None:
        """Let a record use these faces before its own stream; a game with dice says how.

        Raises:
            ValueError: for a game without dice, for a face that no die has, or for more faces
                than the record can hold.
        """
        raise ValueError(f"dice must be None: {self.title} has no dice, got {faces!r}")

    def dice_script(self, record: np.void) -> tuple[list[int], int]:
        """The faces that `set_dice` gave a record, and how many of them have been used."""
        return [], 0

    def last_events(self, record: np.void) -> list[str]:
        """What came of the last ply, in lines for people; empty if its notation says it all."""
        return []

    def has_records(self, states: States) -> bool:
        """Whether records of this type are of games with this game's options.

        True for options that change neither actions nor what records hold.
        """
        return True

    def forget_dice(self, states: States) -> None:
        """Take the faces to come that `set_dice` gave out of records, for a search."""
        return

    def action_to_string(self, record: np.void, action: int) -> str:
        """Notation of a legal action of the player to move.

        By default what `last_action_text` says of it once it is made in a copy. A game in which
        that would roll dice, or take long, has a way of its own.
        """
        after = np.array([record], dtype=self.record_type)
        self.drivers.try_row(after, action)
        return self.last_action_text(after[0])

    # What every game has.

    @classmethod
    def check_options(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """All options, given or default, in normal form; what depends on others is resolved.

        Raises:
            TypeError: for an option that the game does not have, or a value of a wrong type.
            ValueError: for a value that is not right, or options that do not go together.
        """
        return cls.resolve_options(check_options(cls.name, cls.option_table, options))

    def option_texts(self) -> dict[str, str]:
        """Name and text of every option, as the command line and game records have them."""
        return {
            option.name: option.to_text(self.options[option.name]) for option in self.option_table
        }

    @property
    def num_players(self) -> int:
        """Number of players."""
        return self.facts.num_players

    @property
    def num_distinct_actions(self) -> int:
        """Number A of actions; they are 0..A-1 in the own frame of whoever acts."""
        return self.facts.num_distinct_actions

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """Shape of one player's observation."""
        return self.facts.observation_shape

    @property
    def max_game_length(self) -> int:
        """No game has more plies."""
        return self.facts.max_game_length

    @property
    def min_utility(self) -> float:
        """Smallest return of a player."""
        return self.facts.min_utility

    @property
    def max_utility(self) -> float:
        """Largest return of a player."""
        return self.facts.max_utility

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"load_game({self.name!r}{options})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.name, self.options) == (other.name, other.options)

    def __hash__(self) -> int:
        return hash((self.name, tuple(sorted(self.options.items()))))

    def __reduce__(self) -> tuple[Any, ...]:
        from navalenv.core.registry import load_game_with

        return load_game_with, (self.name, dict(self.options))

    def start_record(self, position: Any = None, dice: Sequence[int] | None = None) -> States:
        """A fresh array of one record at the start, or at ``position``.

        Raises:
            PositionError: saying what is wrong with ``position``.
            ValueError: if ``dice`` are given to a game that has none, or hold what is no face.
            TypeError: if ``dice`` are no sequence of integers.
        """
        states = copy_records(self._start) if position is None else self.parse_position(position)
        if dice is not None:
            listed = isinstance(dice, Sequence) and not isinstance(dice, (str, bytes))
            if not listed and not (isinstance(dice, np.ndarray) and dice.ndim == 1):
                raise TypeError(f"dice must be a sequence of faces or None, got {dice!r}")
            faces = [check_integer("dice", face) for face in dice]
            if faces:
                self.set_dice(states[0], faces)
        return states

    def new_initial_state(
        self, position: Any = None, *, seed: int | None = None, dice: Sequence[int] | None = None
    ) -> State:
        """A state at the start of a game.

        Args:
            position: where to start instead of the set-up; whatever ``str(state)`` gives, or a
                set-up object where the game has these (`State.setup`).
            seed: key of the game's random stream, any integer. ``None``: 0 for a game
                without chance, else a seed from the operating system.
            dice: faces of dice to be used first, for a game that has dice.

        Raises:
            PositionError: saying what is wrong with ``position``.
            TypeError, ValueError: for another wrong argument.
        """
        from navalenv.core.state import State

        states = self.start_record(position, dice)
        if seed is None:
            seed = fresh_seed() if self.facts.has_chance else 0
        states[0]["key"] = seed_words(seed)
        self.drivers.reset_rows(states, copy_records(states), np.zeros(1, np.intp), 0, 1)
        return State(self, states)

    def new_batch(self, num_games: int, seed: Any = 0, num_threads: int | None = None) -> Batch:
        """A batch of games that are stepped together.

        Args:
            num_games: number N of games, at least 1.
            seed: row i plays exactly as a single game with ``seed + i``; a list gives one
                seed a row; ``None``, here or in the list, takes a seed from the operating
                system.
            num_threads: how many threads share the rows; ``None``: all cores. Results do not
                depend on it.
        """
        from navalenv.core.batch import Batch

        return Batch(self, num_games, seed, num_threads)

    def deserialize_state(self, data: bytes) -> State:
        """The state that `State.serialize` made the bytes of.

        Raises:
            RecordError: a ``ValueError``, if the bytes are damaged, or of another game.
        """
        from navalenv.core.serialization import unpack_state

        return unpack_state(self, data)
