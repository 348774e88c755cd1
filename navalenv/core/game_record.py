"""A saved game: a small text that people can read, and that replays.

Tag lines ``key: value``, an empty line, then one move in notation a line, numbered from 1::

    format: navalenv game record 1
    game: sea_chess
    version: 0.1.0
    option size: 6
    option max_quiet_plies: 100
    seed: 7
    player 0: greedy
    player 1: random
    result: 1 -1
    final: .../... 1 0

    1. Cc1-c4
    2. Dd6-d5

``docs/command_line.md`` describes every tag.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import math
import os
import pathlib
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from navalenv.core.errors import RecordError, unknown_name
from navalenv.core.options import option_named
from navalenv.core.random import seed_words
from navalenv.core.record import copy_records
from navalenv.core.registry import game_class, load_game_with
from navalenv.core.state import State
from navalenv.version import __version__

if TYPE_CHECKING:
    from navalenv.core.game import Game

FORMAT = "navalenv game record 1"
"""Value of the first tag."""

_TAGS = (
    "game",
    "version",
    "option NAME",
    "seed",
    "episode",
    "draws",
    "position",
    "dice",
    "player SEAT",
    "result",
    "final",
)
_UNFINISHED = "unfinished"
_NUMBERED = re.compile(r"([0-9]+)\.\s+(.*)", re.ASCII)
_SAME_RETURN = 1e-6
"""Returns that differ by less are equal: people write -0.333333."""


@dataclasses.dataclass(frozen=True)
class GameRecord:
    """A saved game, finished or not.

    Attributes:
        game: name of the game.
        options: its options; those not given have their defaults.
        moves: the moves in notation.
        players: name of the player in each seat, empty for a seat that has none; or empty.
        seed: key of the game's random stream.
        episode: number of the episode with this seed; 0 but for later games of a batch.
        draws: how many draws of the stream came before ``position``; None for as many as
            beginning there takes.
        position: text of the position that the game began with; None for the set-up.
        dice: faces of dice that the game used first.
        result: sum of rewards since the beginning, one a player; empty if the game is
            unfinished; None if nobody says, then a replay does not look at it.
        final: text of the position after the last move; None if nobody says, then a replay
            does not look at it.
        version: version of the package that wrote the record.
        lines: for each move the line of the text that it was read from; empty for a record
            that was not read from a text. Not compared.

    Raises:
        ValueError: for a name, a move or a position that is not one line.
    """

    game: str
    options: dict[str, Any] = dataclasses.field(default_factory=dict)
    moves: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    seed: int = 0
    episode: int = 0
    draws: int | None = None
    position: str | None = None
    dice: tuple[int, ...] = ()
    result: tuple[float, ...] | None = None
    final: str | None = None
    version: str = __version__
    lines: tuple[int, ...] = dataclasses.field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        for name, values in (
            ("game", (self.game,)),
            ("version", (self.version,)),
            ("players", self.players),
            ("moves", self.moves),
        ):
            for value in values:
                _check_line(name, value)
        if not all(self.moves):
            raise ValueError("moves must not be empty texts")
        for name, text in (("position", self.position), ("final", self.final)):
            if text is None:
                continue
            if not isinstance(text, str):
                raise TypeError(f"{name} must be text or None, got {text!r}")
            if not text.strip() or "\n" in text or "\r" in text:
                raise ValueError(f"{name} must be one line, got {text!r}")

    # From and to a game.

    @classmethod
    def from_state(
        cls, state: State, players: Sequence[str] | None = None, dice: Sequence[int] | None = None
    ) -> GameRecord:
        """The record of the game that led to a state.

        Args:
            state: finished or not. The record begins where the state's history begins.
            players: names of the players, one a seat.
            dice: the script of dice that the state was made with; ``None``: what the game's own
                record still knows of it (`navalenv.core.game.Game.dice_script`).

        Raises:
            ValueError: if there is not one name a seat, or a name is not a single line
                without spaces around it.
            RecordError: if the record would not replay: the state got another random stream
                on its way, or its dice are not the ones given.
        """
        game = state.get_game()
        names = () if players is None else tuple(players)
        if names and len(names) != game.num_players:
            raise ValueError(
                f"players must be {game.num_players} names, one a seat, got {players!r}"
            )
        first = state.initial_record
        faces, used = game.dice_script(first) if dice is None else (list(dice), 0)
        pasts = [past[0] for past in state.past_records()]
        moves = [
            game.action_to_string(past, action)
            for past, action in zip(pasts, state.history(), strict=True)
        ]
        record = cls(
            game=game.name,
            options=dict(game.options),
            moves=tuple(moves),
            players=names,
            seed=int(first["key"][0]) | int(first["key"][1]) << 32,
            episode=int(first["episode"]),
            dice=tuple(int(face) for face in faces),
            result=_returns_since(first, state) if state.is_terminal() else (),
            final=str(state),
        )
        if record.initial_state().record.tobytes() != first.tobytes():
            record = dataclasses.replace(
                record, position=game.position_text(first), dice=record.dice[used:]
            )
            if record.initial_state().record["draws"] != first["draws"]:
                record = dataclasses.replace(record, draws=int(first["draws"]))
        again = record.initial_state()
        with contextlib.suppress(ValueError):
            for action in state.history():
                again.apply_action(action)
        if str(again) != record.final or again.is_terminal() != state.is_terminal():
            raise RecordError(
                "the state cannot be recorded: its actions lead elsewhere from its start; was it "
                "reseeded on the way, or made with dice that were not given?"
            )
        return record

    def load_game(self) -> Game:
        """The game with its options.

        Raises:
            RecordError: if there is no such game or option.
        """
        try:
            return load_game_with(self.game, self.options)
        except (TypeError, ValueError) as error:
            raise RecordError(str(error)) from error

    def initial_state(self) -> State:
        """The state that the game began with.

        Raises:
            RecordError: if game, options, position or dice are wrong.
        """
        game = self.load_game()
        try:
            states = game.start_record(self.position, self.dice or None)
        except (TypeError, ValueError) as error:
            raise RecordError(str(error)) from error
        states[0]["key"] = seed_words(self.seed)
        states[0]["episode"] = self.episode
        game.drivers.reset_rows(states, copy_records(states), np.zeros(1, np.intp), 0, 1)
        if self.draws is not None:
            states[0]["draws"] = self.draws
        return State(game, states)

    def replay(self) -> Iterator[State]:
        """Play the game again.

        Yields:
            The state before the first move, then the one after each move, each a copy.

        Raises:
            RecordError: for the first move that is not legal, naming its line and number; or
                after the last move, if position or result are not the recorded ones.
        """
        state = self.initial_state()
        yield state.clone()
        for i, move in enumerate(self.moves):
            try:
                state.apply_action(state.string_to_action(move))
            except ValueError as error:
                raise RecordError(
                    f"line {self._line(i)}, move {i + 1}: {error}{self._other_version()}"
                ) from error
            yield state.clone()
        self._check_end(state)

    def final_state(self) -> State:
        """The state after the last move; checks the whole record.

        Raises:
            RecordError: as `replay`.
        """
        *_, state = self.replay()
        return state

    # From and to texts and files.

    def to_text(self) -> str:
        """The record as text; `from_text` gives the same record back."""
        return "\n".join([*self._tag_lines(), "", *self._move_lines(), ""])

    @classmethod
    def from_text(cls, text: str) -> GameRecord:
        """Read a record. The moves are not played: `replay` does that.

        Raises:
            RecordError: for a text that is no record, naming the line and what is wrong.
        """
        if not isinstance(text, str):
            raise TypeError(f"text must be the text of a game record, got {text!r}")
        lines = text.replace("\r\n", "\n").removeprefix("\ufeff").split("\n")
        if not lines[0].strip().startswith("format:"):
            raise RecordError(f"line 1: a game record begins with 'format: {FORMAT}'")
        if lines[0].strip() != f"format: {FORMAT}":
            raise RecordError(
                f"line 1: unknown format {lines[0].partition(':')[2].strip()!r}; "
                f"this version of navalenv reads {FORMAT!r}"
            )
        tags = _Tags()
        numbered = iter(enumerate(lines[1:], 2))
        for number, line in numbered:
            if line.strip():
                tags.add(number, line)
            elif number < len(lines):  # what follows the last line end is no line
                break
        else:
            raise RecordError(
                f"line {len(lines)}: no empty line after the tags; is the rest missing?"
            )
        return _read_record(tags, *_read_moves(numbered))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file, UTF-8 with plain line ends.

        Raises:
            OSError: if the file cannot be written.
        """
        pathlib.Path(path).write_bytes(self.to_text().encode())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> GameRecord:
        """Read a record from a file.

        Raises:
            OSError: if the file cannot be read.
            RecordError: if it holds no record, naming the line and what is wrong.
        """
        data = pathlib.Path(path).read_bytes()
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise RecordError(f"line {line}: not a text in UTF-8: {error.reason}") from error
        return cls.from_text(text)

    # Inside.

    def _tag_lines(self) -> list[str]:
        lines = [f"format: {FORMAT}", f"game: {self.game}", f"version: {self.version}"]
        for name, value in self.options.items():
            lines.append(f"option {name}: {self._option_text(name, value)}")
        lines.append(f"seed: {self.seed}")
        if self.episode:
            lines.append(f"episode: {self.episode}")
        if self.draws is not None:
            lines.append(f"draws: {self.draws}")
        if self.position is not None:
            lines.append(f"position: {self.position}")
        if self.dice:
            lines.append(f"dice: {' '.join(map(str, self.dice))}")
        for seat, name in enumerate(self.players):
            if name:
                lines.append(f"player {seat}: {name}")
        if self.result is not None:
            lines.append(f"result: {_result_text(self.result)}")
        if self.final is not None:
            lines.append(f"final: {self.final}")
        return lines

    def _option_text(self, name: str, value: Any) -> str:
        """Text of an option; JSON if no game has it, which `load_game` says better."""
        try:
            option = option_named(self.game, game_class(self.game).option_table, name)
        except (TypeError, ValueError):
            return json.dumps(value, ensure_ascii=False)
        return option.to_text(value)

    def _move_lines(self) -> list[str]:
        return [f"{number}. {move}" for number, move in enumerate(self.moves, 1)]

    def _line(self, i: int) -> int:
        """Line of a move: where it was read, or where `to_text` writes it."""
        was_read = len(self.lines) == len(self.moves)
        return self.lines[i] if was_read else len(self._tag_lines()) + 2 + i

    def _other_version(self) -> str:
        if self.version == __version__:
            return ""
        return f" (recorded by navalenv {self.version}, replayed by {__version__})"

    def _check_end(self, state: State) -> None:
        last = len(self.moves)
        where = f"line {self._line(last - 1)}, move {last}, the last" if last else "without a move"
        if self.final is not None:
            game = state.get_game()
            try:
                # A position can be written in more than one way.
                expected = game.position_text(game.parse_position(self.final)[0])
            except (TypeError, ValueError) as error:
                raise RecordError(f"final: {error}") from error
            if str(state) not in (self.final, expected):
                raise RecordError(
                    f"{where}: the position is {str(state)!r}, "
                    f"but the record ends with {self.final!r}{self._other_version()}"
                )
        if self.result is None:
            return
        result = _returns_since(self.initial_state().record, state) if state.is_terminal() else ()
        same = len(result) == len(self.result) and all(
            abs(a - b) < _SAME_RETURN for a, b in zip(result, self.result, strict=True)
        )
        if not same:
            raise RecordError(
                f"{where}: the result is {_result_text(result)!r}, "
                f"but the record says {_result_text(self.result)!r}{self._other_version()}"
            )


class _Tags:
    """The tags of a text, and where each stands."""

    def __init__(self) -> None:
        self._values: dict[str, str] = {}
        self._lines: dict[str, int] = {}

    def add(self, line: int, text: str) -> None:
        """Take a line."""
        key, separator, value = text.partition(": ")
        if not separator or not value.strip() or "\r" in text:
            raise RecordError(f"line {line}: expected 'key: value', got {text!r}")
        if key in self._lines:
            raise RecordError(f"line {line}: {key!r} is in line {self._lines[key]} already")
        self._values[key], self._lines[key] = value, line

    def error(self, key: str, message: object) -> RecordError:
        """The error for a tag."""
        return RecordError(f"line {self._lines[key]}: {message}")

    def left(self) -> list[str]:
        """Keys that nobody has taken yet."""
        return list(self._values)

    def exact(self, key: str) -> str | None:
        """The value of a tag with all its spaces, once; None if there is none."""
        return self._values.pop(key, None)

    def text(self, key: str) -> str | None:
        """The value of a tag, once; None if there is none."""
        value = self.exact(key)
        return None if value is None else value.strip()

    def integer(self, key: str, high: int) -> int | None:
        """The value of a tag that is a number from 0 to ``high``."""
        value = self.text(key)
        if value is None:
            return None
        digits = value.isascii() and value.isdigit() and len(value) <= len(str(high))
        if not digits or int(value) > high:
            raise self.error(key, f"{key} must be a number from 0 to {high}, got {value!r}")
        return int(value)

    def options(self, name: str) -> dict[str, Any]:
        """The options of a game, each checked."""
        table = game_class(name).option_table
        options = {}
        for key in self.left():
            if not key.startswith("option "):
                continue
            value, option = self.text(key) or "", key.removeprefix("option ")
            try:
                options[option] = option_named(name, table, option).from_text(value)
            except (TypeError, ValueError) as error:
                raise self.error(key, error) from None
        return options

    def position(self, key: str, game: Game) -> str | None:
        """The value of a tag that is the text of a position."""
        value = self.exact(key)
        if value is not None:
            try:
                game.parse_position(value)
            except (TypeError, ValueError) as error:
                raise self.error(key, error) from None
        return value

    def dice(self, game: Game) -> tuple[int, ...]:
        """The script of dice; empty if there is none."""
        words = (self.text("dice") or "").split()
        if not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
            raise self.error("dice", f"dice must be numbers, got {' '.join(words)!r}")
        faces = tuple(map(int, words))
        try:
            game.start_record(None, faces)
        except ValueError as error:
            raise self.error("dice", error) from None
        return faces

    def result(self, num_players: int) -> tuple[float, ...] | None:
        """The result; empty if the game is unfinished, None if there is no such tag."""
        value = self.text("result")
        if value is None or value == _UNFINISHED:
            return None if value is None else ()
        try:
            numbers = tuple(map(float, value.split()))
        except ValueError:
            numbers = ()
        if len(numbers) != num_players or not all(map(math.isfinite, numbers)):
            raise self.error(
                "result",
                f"result must be {num_players} numbers or {_UNFINISHED!r}, got {value!r}",
            )
        return numbers


def _read_record(tags: _Tags, moves: list[str], lines: list[int]) -> GameRecord:
    name = tags.text("game")
    if name is None:
        raise RecordError("line 1: the tag 'game' is missing")
    try:
        title = game_class(name).title
    except ValueError as error:
        raise tags.error("game", error) from None
    options = tags.options(name)
    try:
        loaded = load_game_with(name, options)
    except (TypeError, ValueError) as error:  # options that do not go together
        raise tags.error("game", error) from None
    num_players = loaded.num_players
    names = [tags.text(f"player {seat}") or "" for seat in range(num_players)]
    record = GameRecord(
        game=name,
        options=options,
        moves=tuple(moves),
        players=tuple(names) if any(names) else (),
        seed=tags.integer("seed", 2**64 - 1) or 0,
        episode=tags.integer("episode", 2**32 - 1) or 0,
        draws=tags.integer("draws", 2**32 - 1),
        position=tags.position("position", loaded),
        dice=tags.dice(loaded),
        result=tags.result(num_players),
        final=tags.position("final", loaded),
        version=tags.text("version") or __version__,
        lines=tuple(lines),
    )
    for key in tags.left():
        if key.startswith("player "):
            seats = f"seats of {title}: 0 to {num_players - 1}"
            raise tags.error(key, f"unknown seat {key.removeprefix('player ')!r}; {seats}")
        raise tags.error(key, unknown_name("tag", key, _TAGS))
    return record


def _read_moves(numbered: Iterable[tuple[int, str]]) -> tuple[list[str], list[int]]:
    """Moves from pairs of line number and line, and the line of each."""
    moves: list[str] = []
    lines: list[int] = []
    for line, text in numbered:
        move = text.strip()
        if not move:
            continue
        number = _NUMBERED.fullmatch(move)
        if number is not None:
            move = number[2]
            if number[1] != str(len(moves) + 1):
                raise RecordError(
                    f"line {line}: this is move {len(moves) + 1}, but its number is {number[1]}"
                )
        try:
            _check_line("the move", move)
        except ValueError as error:
            raise RecordError(f"line {line}: {error}") from None
        moves.append(move)
        lines.append(line)
    return moves, lines


def _check_line(name: str, value: object) -> None:
    """Raise an error for what could not be read back from a line."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be text, got {value!r}")
    if value != value.strip() or "\n" in value or "\r" in value:
        raise ValueError(f"{name} must be one line without spaces around it, got {value!r}")


def _result_text(result: tuple[float, ...]) -> str:
    """Text of a result: of each number the shortest that gives it back."""
    texts = [str(int(number)) if number == int(number) else repr(number) for number in result]
    return " ".join(texts) or _UNFINISHED


def _returns_since(first: np.void, state: State) -> tuple[float, ...]:
    """Sum of rewards since a record, one a player."""
    before = first["returns"].tolist()
    return tuple(now - then for now, then in zip(state.returns(), before, strict=False))
