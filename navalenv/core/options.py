"""Options of a game: one table gives names, defaults, limits and the lines of the docs."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from navalenv.core.errors import check_integer, unknown_name


@dataclasses.dataclass(frozen=True)
class IntegerOption:
    """An option whose value is an integer.

    Attributes:
        name: keyword of `navalenv.load_game` and of every environment.
        default: value if it is not given.
        meaning: one line for the docs.
        choices: the only values there are, or empty.
        low, high: smallest and largest value where there are no ``choices``.
    """

    name: str
    default: int
    meaning: str
    choices: tuple[int, ...] = ()
    low: int = 0
    high: int = 0

    @property
    def values(self) -> str:
        """The values that are right, in words."""
        if self.choices:
            return "one of " + ", ".join(map(str, sorted(self.choices)))
        return f"from {self.low} to {self.high}"

    def check(self, value: Any) -> int:
        """Return ``value`` as an integer, or raise an error that says what would be right."""
        try:
            number = check_integer(self.name, value)
        except TypeError as error:
            raise TypeError(f"{error}; expected {self.values}") from None
        right = number in self.choices if self.choices else self.low <= number <= self.high
        if not right:
            raise ValueError(f"{self.name} must be {self.values}, got {value!r}")
        return number


def check_options(
    game: str, table: tuple[IntegerOption, ...], given: Mapping[str, Any]
) -> dict[str, Any]:
    """All options of a game, given or default, checked.

    Raises:
        TypeError: for an option that the game does not have, or a value of a wrong type.
        ValueError: for a value out of range.
    """
    known = [option.name for option in table]
    for name in given:
        if name not in known:
            raise TypeError(unknown_name(f"option of {game}", name, known))
    return {option.name: option.check(given.get(option.name, option.default)) for option in table}
