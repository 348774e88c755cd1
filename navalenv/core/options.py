"""Options of a game: one table gives names, defaults, limits and the lines of the docs."""

from __future__ import annotations

import abc
import contextlib
import dataclasses
import json
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from navalenv.core.errors import check_integer, unknown_name


@dataclasses.dataclass(frozen=True)
class Option(abc.ABC):
    """An option of a game; a kind of option derives from this class.

    Attributes:
        name: keyword of `navalenv.load_game` and of every environment.
        default: value if it is not given. ``None``, which may be given too, leaves the value
            to `navalenv.core.game.Game.resolve_options`.
        meaning: one line for the docs.
        default_words: what to say of the default where its value does not say it.
    """

    name: str
    default: Any
    meaning: str
    default_words: str = dataclasses.field(default="", kw_only=True)

    @property
    @abc.abstractmethod
    def values(self) -> str:
        """The values that are right, in words."""

    @abc.abstractmethod
    def read(self, value: Any) -> Hashable:
        """The normal form of a value that is not the default ``None``.

        A normal form is a string, a number, a boolean, ``None`` or a tuple of normal forms: it
        can be hashed, and JSON can hold it. It is itself a value, and its own normal form;
        values that mean the same have the same.

        Raises:
            TypeError, ValueError: naming the option, the value and what would be right.
        """

    def check(self, value: Any) -> Any:
        """The normal form of a value, or an error that says what would be right.

        Raises:
            TypeError: for a value of a wrong type.
            ValueError: for one that is not among `values`.
        """
        return None if value is None and self.default is None else self.read(value)

    def to_text(self, value: Any) -> str:
        """One line for a value in normal form; `from_text` gives the value back."""
        return json.dumps(value, ensure_ascii=False)

    def from_text(self, text: str) -> Any:
        """The value, in normal form, that a text of the command line or a game record means.

        JSON, so that 6 is a number; a text that is no JSON stands for itself.

        Raises:
            TypeError, ValueError: as `check`.
        """
        value: Any = text
        with contextlib.suppress(ValueError, RecursionError):
            value = json.loads(text)
        return self.check(value)

    @property
    def default_text(self) -> str:
        """The default, for people."""
        return self.default_words or self.to_text(self.default)


@dataclasses.dataclass(frozen=True)
class IntegerOption(Option):
    """An option whose value is an integer.

    Attributes:
        choices: the only values there are, or empty.
        low, high: smallest and largest value where there are no ``choices``.
    """

    choices: tuple[int, ...] = ()
    low: int = 0
    high: int = 0

    @property
    def values(self) -> str:
        """The values that are right, in words."""
        if self.choices:
            return "one of " + ", ".join(map(str, sorted(self.choices)))
        return f"from {self.low} to {self.high}"

    def read(self, value: Any) -> int:
        """Return ``value`` as an integer, or raise an error that says what would be right."""
        try:
            number = check_integer(self.name, value)
        except TypeError as error:
            raise TypeError(f"{error}; expected {self.values}") from None
        right = number in self.choices if self.choices else self.low <= number <= self.high
        if not right:
            raise ValueError(f"{self.name} must be {self.values}, got {value!r}")
        return number


@dataclasses.dataclass(frozen=True)
class ChoiceOption(Option):
    """An option whose value is one of some words.

    Attributes:
        choices: the words.
    """

    choices: tuple[str, ...] = ()

    @property
    def values(self) -> str:
        """The values that are right, in words."""
        return "one of " + ", ".join(self.choices)

    def read(self, value: Any) -> str:
        """Return ``value`` if it is one of the words, or raise an error that names the nearest."""
        if not isinstance(value, str):
            raise TypeError(
                f"{self.name} must be text, got {value!r} of type {type(value).__name__}; "
                f"expected {self.values}"
            )
        if value not in self.choices:
            raise ValueError(unknown_name(self.name, value, self.choices))
        return str(value)

    def to_text(self, value: Any) -> str:
        """The word itself."""
        return value if isinstance(value, str) else super().to_text(value)

    def from_text(self, text: str) -> Any:
        """The word itself; ``null`` for a default that other options decide."""
        return self.check(None if text == "null" and self.default is None else text)


def option_named(game: str, table: Sequence[Option], name: str) -> Option:
    """An option of a game.

    Raises:
        TypeError: if the game has none of that name; names the nearest.
    """
    for option in table:
        if option.name == name:
            return option
    known = [option.name for option in table]
    raise TypeError(unknown_name(f"option of {game}", name, known))


def check_options(game: str, table: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a game, given or default, each in its normal form.

    Raises:
        TypeError: for an option that the game does not have, or a value of a wrong type.
        ValueError: for a value that is not among the right ones.
    """
    for name in given:
        option_named(game, table, name)
    return {option.name: option.check(given.get(option.name, option.default)) for option in table}
