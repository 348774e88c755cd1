"""States as bytes: a magic word, a checksum and a compressed body."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from navalenv.core.errors import RecordError
from navalenv.core.record import copy_records

if TYPE_CHECKING:
    from navalenv.core.game import Game
    from navalenv.core.state import State

_MAGIC = b"navalenv state 1\n"


def _layout(game: Game) -> int:
    """Checksum of the record's fields: bytes of another layout cannot be read."""
    return zlib.crc32(repr(game.record_type.descr).encode())


def _options(game: Game) -> Any:
    """The options as JSON gives them back: lists in place of tuples."""
    return json.loads(json.dumps(dict(game.options)))


def pack_state(state: State) -> bytes:
    """The bytes of a state: see `State.serialize`.

    Body: one line of JSON (game, options, layout, history), then the records from the first
    to the present one, each but the first as the exclusive or with the one before it, which
    compresses to a few bytes a ply.
    """
    game = state.get_game()
    records = [past.tobytes() for past in state.past_records()] + [state.record.tobytes()]
    rows = np.frombuffer(b"".join(records), np.uint8).reshape(len(records), -1).copy()
    rows[1:] ^= rows[:-1].copy()
    head = {
        "game": game.name,
        "options": dict(game.options),
        "layout": _layout(game),
        "history": state.history(),
    }
    body = zlib.compress(json.dumps(head).encode() + b"\n" + rows.tobytes())
    return _MAGIC + zlib.crc32(body).to_bytes(4, "little") + body


def unpack_state(game: Game, data: bytes) -> State:
    """The state of some bytes: see `Game.deserialize_state`."""
    from navalenv.core.state import State

    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"data must be bytes, got {type(data).__name__}")
    data = bytes(data)
    checksum, body = data[len(_MAGIC) : len(_MAGIC) + 4], data[len(_MAGIC) + 4 :]
    if not data.startswith(_MAGIC):
        raise RecordError(f"data is no state of navalenv: it does not begin with {_MAGIC!r}")
    if zlib.crc32(body).to_bytes(4, "little") != checksum:
        raise RecordError(f"data is damaged: the checksum of its {len(body)} bytes is wrong")
    try:
        line, _, bytes_ = zlib.decompress(body).partition(b"\n")
        head = json.loads(line)
        made_by, layout = (head["game"], head["options"]), head["layout"]
        history = head["history"]
        if type(history) is not list or not all(type(action) is int for action in history):
            raise TypeError("history must be a list of integers")
    except (zlib.error, ValueError, TypeError, KeyError) as error:
        raise RecordError(f"data cannot be read: {type(error).__name__}: {error}") from error
    if made_by != (game.name, _options(game)):
        raise RecordError(
            f"data is a state of {made_by[0]!r} with options {made_by[1]}, "
            f"not of {game.name!r} with {dict(game.options)}"
        )
    if layout != _layout(game):
        raise RecordError("data was made by a version of navalenv with other records")
    size = game.record_type.itemsize
    if len(bytes_) != (len(history) + 1) * size:
        raise RecordError(
            f"data holds {len(bytes_)} bytes of records, but {len(history)} plies make "
            f"{len(history) + 1} records of {size} bytes"
        )
    rows = np.frombuffer(bytes_, np.uint8).reshape(-1, size)
    records = np.bitwise_xor.accumulate(rows, axis=0).reshape(-1).view(game.record_type)
    arrays = [copy_records(records, slice(i, i + 1)) for i in range(len(records))]
    return State(game, arrays[-1], history, arrays[:-1])
