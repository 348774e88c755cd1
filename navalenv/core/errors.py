"""Errors that name the argument, its value and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any


class IllegalActionError(ValueError):
    """An action that the rules do not allow in the state it was tried on.

    Attributes:
        action: the action as it was given.
        row: the row of the batch, or ``None`` for a single state.
    """

    def __init__(self, message: str, action: int, row: int | None = None) -> None:
        super().__init__(message)
        self.action = action
        self.row = row

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.action, self.row)


class GameOverError(ValueError):
    """A move in a game that is over."""


class PositionError(ValueError):
    """A position that no game could hold, or a text that is none."""


class RecordError(ValueError):
    """A saved state or game record that cannot be read, or does not replay."""


def unknown_name(what: str, value: object, known: Iterable[str]) -> str:
    """A message for a name that is none of ``known``, with the nearest of them."""
    names = [str(name) for name in known]
    message = f"unknown {what} {value!r}; known: {', '.join(names)}"
    near = difflib.get_close_matches(str(value), names, n=1)
    return f"{message}. Did you mean {near[0]!r}?" if near else message


def check_integer(name: str, value: object) -> int:
    """Return ``value`` as a Python integer.

    Python and NumPy integers are accepted, booleans and floats are not.

    Raises:
        TypeError: if ``value`` is not an integer.
    """
    import numpy as np

    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} must be an integer, got {value!r} of type {type(value).__name__}")
    return int(value)
