"""Set-up and position text of Sea Chess."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from navalenv.core.errors import PositionError
from navalenv.core.record import blank
from navalenv.games.sea_chess.rules import (
    EMPTY,
    FLAGSHIP,
    NUM_PLAYERS,
    RECORD,
    SHIP_LETTERS,
    settle,
)

_FLEETS = {
    6: ("CDS", "BAD", "FBC"),
    8: ("SDDS", "CCSD", "BACD", "FBCS"),
    10: ("SDDS", "CCSD", "BACD", "FBCS"),
}
"""Blue's corner by board size, upper rank first; Red's is turned by half a circle."""

SIZES = tuple(_FLEETS)


def fleet(size: int) -> Counter[str]:
    """How many ships of each letter a side begins with."""
    return Counter("".join(_FLEETS[size]))


def initial_text(size: int) -> str:
    """Position text of the set-up."""
    corner = _FLEETS[size]
    width = len(corner[0])
    blue = [row + "." * (size - width) for row in corner]
    red = [row[::-1].lower() for row in reversed(blue)]
    empty = ["." * size] * (size - 2 * len(corner))
    return f"{'/'.join(red + empty + blue)} 0 0"


def record_to_text(record: np.void) -> str:
    """Rows from the top rank, Blue in upper case; the player to move; the quiet plies."""
    size = int(record["size"])
    rows = record["board"][: size * size].reshape(size, size)[::-1]
    board = "/".join("".join(cell_letter(int(cell)) for cell in row) for row in rows)
    return f"{board} {record['to_move']} {record['quiet_plies']}"


def cell_letter(cell: int) -> str:
    """Letter of a cell: upper case for player 0, lower case for player 1, ``.`` for empty."""
    letter = SHIP_LETTERS[abs(cell)]
    return letter.lower() if cell < 0 else letter


def text_to_record(text: str, size: int, max_quiet_plies: int) -> np.ndarray[Any, Any]:
    """The record of a position text, as an array of one.

    Raises:
        TypeError: if ``text`` is not a string.
        PositionError: if it is no position text of this size, or one that no game could
            hold: the message says what is wrong.
    """
    if not isinstance(text, str):
        raise TypeError(
            f"position must be a position text such as {initial_text(size)!r}, "
            f"got {text!r} of type {type(text).__name__}"
        )

    def wrong(what: str) -> PositionError:
        return PositionError(f"position {text!r}: {what}")

    parts = text.split()
    if len(parts) != 3:
        raise wrong(
            "expected three parts, the board, the player to move and the quiet plies, "
            f"got {len(parts)}"
        )
    board_text, player_text, quiet_text = parts
    rows = board_text.split("/")
    if len(rows) != size:
        raise wrong(f"the board has {len(rows)} rows, expected {size}")
    states = blank(RECORD)
    state = states[0]
    for i, row in enumerate(rows):
        if len(row) != size:
            raise wrong(f"row {row!r} has {len(row)} squares, expected {size}")
        for file, letter in enumerate(row):
            kind = SHIP_LETTERS.find(letter.upper()) if letter.isascii() else -1
            if kind < 0:
                raise wrong(f"unknown letter {letter!r}; known: {SHIP_LETTERS!r} in either case")
            square = (size - 1 - i) * size + file
            state["board"][square] = kind if letter.isupper() else -kind
    if player_text not in ("0", "1"):
        raise wrong(f"the player to move must be 0 or 1, got {player_text!r}")
    is_number = quiet_text.isascii() and quiet_text.isdigit() and len(quiet_text) < 10
    if not is_number or int(quiet_text) > max_quiet_plies:
        raise wrong(
            f"the quiet plies must be a number from 0 to {max_quiet_plies}, got {quiet_text!r}"
        )
    state["to_move"] = int(player_text)
    state["quiet_plies"] = int(quiet_text)
    state["size"] = size
    state["max_quiet_plies"] = max_quiet_plies
    state["last_sunk_square"] = -1
    _check_fleets(state, wrong)
    settle(state)
    return states


def _check_fleets(state: np.void, wrong: Any) -> None:
    limits = fleet(int(state["size"]))
    counts = Counter(cell_letter(int(cell)) for cell in state["board"] if cell != EMPTY)
    for letter, limit in limits.items():
        for own in (letter, letter.lower()):
            if counts[own] > limit:
                raise wrong(f"{counts[own]} ships {own!r}, but a side begins with {limit}")
    flagships = [counts[SHIP_LETTERS[FLAGSHIP]], counts[SHIP_LETTERS[FLAGSHIP].lower()]]
    if sum(flagships) == 0:
        raise wrong("no Flagship on the board: the game ends with the first that is sunk")
    if sum(flagships) < NUM_PLAYERS and flagships[state["to_move"]] == 1:
        raise wrong("a Flagship is sunk by the other side's ply, so its own side is to move next")
    if sum(flagships) < NUM_PLAYERS and state["quiet_plies"] != 0:
        raise wrong("a Flagship has just been sunk, so there are 0 quiet plies")
