"""Set-up objects: positions as mappings, of games whose positions no short text can hold."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Mapping
from typing import Any

from navalenv.core.errors import PositionError, unknown_name


def read_setup(position: Any, known: Iterable[str]) -> dict[str, Any]:
    """A set-up object from a mapping, or from its text in JSON; nothing in it is shared.

    Args:
        position: the mapping or the text.
        known: the keys that a set-up may have.

    Raises:
        TypeError: if ``position`` is neither a mapping nor a text.
        PositionError: for a text that is no JSON object, or a key that is unknown.
    """
    if isinstance(position, str):
        try:
            read = json.loads(position)
        except (ValueError, RecursionError) as error:
            raise PositionError(f"position {position!r} is no JSON: {error}") from None
        if not isinstance(read, dict):
            raise PositionError(f"position {position!r} must be a JSON object")
    elif isinstance(position, Mapping):
        read = copy.deepcopy(dict(position))
    else:
        raise TypeError(f"position must be a mapping or its text in JSON, got {position!r}")
    keys = tuple(known)
    for key in read:
        if key not in keys:
            raise PositionError(unknown_name("key of a position", key, keys))
    return read


def setup_text(setup: Mapping[str, Any]) -> str:
    """The text of a set-up object: JSON in one line, ASCII, keys in order."""
    return json.dumps(setup, sort_keys=True, separators=(",", ":"))
