"""Names of squares on boards with lettered files and numbered ranks."""

from __future__ import annotations

import re

_NAME = re.compile(r"([a-z])([1-9][0-9]?)")


def square_name(file: int, rank: int) -> str:
    """Name of a square from its 0-based file and rank: ``square_name(0, 0)`` is ``"a1"``."""
    return f"{chr(ord('a') + file)}{rank + 1}"


def parse_square(name: str) -> tuple[int, int]:
    """0-based file and rank of a square's name: the inverse of `square_name`.

    Raises:
        ValueError: if ``name`` is no such name.
    """
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r} is no square: expected a letter and a number, like 'c4'")
    return ord(match[1]) - ord("a"), int(match[2]) - 1
