"""The record of a game: one element of a NumPy structured array, and all there is to it.

Copying, saving, comparing and sending a state is copying bytes. Every ruleset begins its
record with the same header, so that the core can run any of them.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Record: TypeAlias = Any
"""One record, as compiled rules see it: fields by name, arrays within it as views."""
Array: TypeAlias = npt.NDArray[Any]
"""A one-dimensional array that compiled rules read or write."""

Records: TypeAlias = np.ndarray[Any, np.dtype[Any]]
"""A one-dimensional structured array of records."""

TERMINAL_PLAYER = -4
"""`current_player` of a game that is over (OpenSpiel's number)."""
NO_ACTION = -1
"""``last_action`` and ``last_player`` before the first ply."""


def header(num_seats: int) -> list[tuple[Any, ...]]:
    """Fields at the head of every record.

    * ``rewards``, ``returns``: float64 (num_seats,), of the last ply and since the start;
    * ``key``: uint32 (2,), the seed's low and high word;
    * ``episode``, ``draws``: uint32, counters of the random streams;
    * ``ply``: uint32, plies since the start;
    * ``last_action``: int32, in the own frame of ``last_player``; -1 before the first ply;
    * ``last_player``: int8, who made it;
    * ``to_move``: int8, the player to act, kept also when the game is over;
    * ``terminated``: uint8, 1 when the game is over;
    * ``eliminated``: uint8 (num_seats,), 1 for a player who is out while others play on.
    """
    return [
        ("rewards", "<f8", (num_seats,)),
        ("returns", "<f8", (num_seats,)),
        ("key", "<u4", (2,)),
        ("episode", "<u4"),
        ("draws", "<u4"),
        ("ply", "<u4"),
        ("last_action", "<i4"),
        ("last_player", "i1"),
        ("to_move", "i1"),
        ("terminated", "u1"),
        ("eliminated", "u1", (num_seats,)),
    ]


def as_bytes(states: Records) -> Records:
    """A view of records in which each is one lump of bytes.

    NumPy copies structured records field by field, which takes many times as long.
    """
    return states.view(np.dtype((np.void, states.dtype.itemsize)))


def copy_records(states: Records, rows: Any = slice(None)) -> Records:
    """A copy of records, all or those of ``rows``: what an index of an array can be."""
    return as_bytes(states)[rows].copy().view(states.dtype)


def put_records(states: Records, rows: Any, records: Records) -> None:
    """Overwrite the records of ``rows``."""
    as_bytes(states)[rows] = as_bytes(records)


def blank(dtype: np.dtype[Any]) -> Records:
    """An array of one record before the first ply, zeros but for what says so."""
    states = np.zeros(1, dtype)
    states["last_action"] = NO_ACTION
    states["last_player"] = NO_ACTION
    return states


def record_type(num_seats: int, fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """The structured dtype of a ruleset: the header, then ``fields``, then zeros to 8 bytes.

    Packed, without gaps: NumPy does not copy the bytes of a gap, and records are compared
    byte by byte.
    """
    size = np.dtype(header(num_seats) + fields).itemsize
    return np.dtype([*header(num_seats), *fields, ("padding", "u1", (-size % 8,))])
