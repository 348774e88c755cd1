"""Set-up and position text of President Chess."""

from __future__ import annotations

from typing import Any

import numpy as np

from navalenv.core.errors import PositionError
from navalenv.core.record import blank
from navalenv.core.squares import square_name
from navalenv.games.president_chess.board import (
    HOME,
    NUM_SEATS,
    NUM_SQUARES,
    SEATS_IN_PLAY,
    SIZE,
    VOID,
    WALL,
    absolute_square,
    ground_of,
    player_at,
    seat_of,
)
from navalenv.games.president_chess.moves import (
    ARMY,
    MARINE,
    NUM_KINDS,
    PIECE_LETTERS,
    PIECE_NAMES,
    PRESIDENT,
)
from navalenv.games.president_chess.rules import EMPTY, RECORD, settle

_FIRST_ROW = "ANFDPGFNA"
"""Home side of a seat, from its left; Marines stand before it."""
PIECES_A_SIDE = 2 * len(_FIRST_ROW)

_EMPTY_TEXT, _VOID_TEXT, _VOID_TEXTS = "..", "  ", ("  ", "--")
_NOBODY = "-"
NO_SQUARE = -1
"""``last_from`` and ``last_to`` before the first ply."""


def cell_of(seat: int, kind: int) -> int:
    """The cell of a piece."""
    return 1 + NUM_KINDS * seat + kind


def seat_and_kind(cell: int) -> tuple[int, int]:
    """Whose piece a cell is, and what kind: the inverse of `cell_of`."""
    return divmod(cell - 1, NUM_KINDS)


_CELL_TEXTS = (
    "",
    *(f"{seat}{letter}" for seat in range(NUM_SEATS) for letter in PIECE_LETTERS),
)
_EMPTY_TEXTS = tuple(
    _VOID_TEXT if ground_of(square) == VOID else _EMPTY_TEXT for square in range(NUM_SQUARES)
)


def initial_text(num_players: int) -> str:
    """Position text of the set-up."""
    record = blank(RECORD)[0]
    record["num_players"] = num_players
    for seat in SEATS_IN_PLAY[num_players]:
        for x, letter in zip(HOME, _FIRST_ROW, strict=True):
            kind = PIECE_LETTERS.index(letter)
            record["board"][absolute_square(seat, x)] = cell_of(seat, kind)
            record["board"][absolute_square(seat, SIZE + x)] = cell_of(seat, MARINE)
    return record_to_text(record)


def record_to_text(record: np.void) -> str:
    """Rows from the top; the seat to move, seats alive, quiet plies, seats in play."""
    cells = record["board"].tolist()
    words = [_CELL_TEXTS[cell] or _EMPTY_TEXTS[square] for square, cell in enumerate(cells)]
    rows = ("".join(words[y * SIZE : (y + 1) * SIZE]) for y in range(SIZE - 1, -1, -1))
    num_players = int(record["num_players"])
    seats = SEATS_IN_PLAY[num_players]
    alive = [seat for player, seat in enumerate(seats) if not record["eliminated"][player]]
    to_move = _NOBODY if record["terminated"] else str(seats[record["to_move"]])
    alive_text = "".join(map(str, alive)) or _NOBODY
    seats_text = "".join(map(str, seats))
    return f"{'/'.join(rows)} {to_move} {alive_text} {record['quiet_plies']} {seats_text}"


def text_to_record(text: str, num_players: int, max_quiet_plies: int) -> np.ndarray[Any, Any]:
    """The record of a position text, as an array of one.

    Raises:
        TypeError: if ``text`` is not a string.
        PositionError: if it is no position text for this number of players, or one that no game
            could hold: the message says what is wrong.
    """
    if not isinstance(text, str):
        raise TypeError(
            f"position must be a position text such as {initial_text(num_players)!r}, "
            f"got {text!r} of type {type(text).__name__}"
        )

    def wrong(what: str) -> PositionError:
        return PositionError(f"position {text!r}: {what}")

    parts = text.rsplit(" ", 4)
    if len(parts) != 5:
        raise wrong(
            "expected a board, then the seat to move, the seats alive, the quiet plies and the "
            f"seats in play, one space between them, got {len(parts)} parts"
        )
    board_text, mover_text, alive_text, quiet_text, seats_text = parts
    states = blank(RECORD)
    state = states[0]
    _read_rows(state["board"], board_text, wrong)
    seats = "".join(map(str, SEATS_IN_PLAY[num_players]))
    if seats_text != seats:
        raise wrong(
            f"the seats in play must be {seats!r} for num_players={num_players}, "
            f"got {seats_text!r}"
        )
    alive = "" if alive_text == _NOBODY else alive_text
    if alive != "".join(seat for seat in seats if seat in alive) or not alive_text:
        raise wrong(
            f"the seats alive must be some of {seats!r}, rising, or {_NOBODY!r} for nobody, "
            f"got {alive_text!r}"
        )
    is_number = quiet_text.isascii() and quiet_text.isdigit() and len(quiet_text) < 10
    if not is_number or int(quiet_text) > max_quiet_plies:
        raise wrong(
            f"the quiet plies must be a number from 0 to {max_quiet_plies}, got {quiet_text!r}"
        )
    if mover_text != _NOBODY and (len(mover_text) != 1 or mover_text not in alive):
        raise wrong(
            f"the seat to move must be one of the seats alive, {alive_text!r}, or {_NOBODY!r} "
            f"when the game is over, got {mover_text!r}"
        )
    _check_pieces(state["board"], seats, alive, wrong)
    state["num_players"] = num_players
    for player in range(num_players):
        state["eliminated"][player] = str(seat_of(num_players, player)) not in alive
    state["quiet_plies"] = int(quiet_text)
    state["max_quiet_plies"] = max_quiet_plies
    state["last_from"] = state["last_to"] = NO_SQUARE
    if mover_text != _NOBODY:
        state["to_move"] = player_at(num_players, int(mover_text))
    settle(state)
    if mover_text == _NOBODY and not state["terminated"]:
        raise wrong(
            f"the game is not over, so the seat to move must be one of {alive!r}, got {_NOBODY!r}"
        )
    return states


def _read_rows(board: np.ndarray[Any, Any], text: str, wrong: Any) -> None:
    rows = text.split("/")
    if len(rows) != SIZE:
        raise wrong(f"the board has {len(rows)} rows, expected {SIZE}")
    for i, row in enumerate(rows):
        y = SIZE - 1 - i
        if len(row) != 2 * SIZE:
            raise wrong(
                f"row {y + 1}, {row!r}, has {len(row)} characters, expected {2 * SIZE}, two a "
                "square: in the corners two spaces or '--'"
            )
        for x in range(SIZE):
            word = row[2 * x : 2 * x + 2]
            name = square_name(x, y)
            if ground_of(y * SIZE + x) == VOID:
                if word not in _VOID_TEXTS:
                    raise wrong(
                        f"{name} is off the board: expected two spaces or '--', got {word!r}"
                    )
            elif word != _EMPTY_TEXT:
                if word[0] not in "0123" or word[1] not in PIECE_LETTERS:
                    raise wrong(
                        f"{name}: expected {_EMPTY_TEXT!r} or a seat's number and one of the "
                        f"letters {PIECE_LETTERS!r}, got {word!r}"
                    )
                board[y * SIZE + x] = cell_of(int(word[0]), PIECE_LETTERS.index(word[1]))


def _check_pieces(board: np.ndarray[Any, Any], seats: str, alive: str, wrong: Any) -> None:
    presidents: dict[int, str] = {}
    for square in range(NUM_SQUARES):
        cell = int(board[square])
        if cell == EMPTY:
            continue
        seat, kind = seat_and_kind(cell)
        name = square_name(square % SIZE, square // SIZE)
        if str(seat) not in seats:
            raise wrong(f"{name}: seat {seat} is not in play; in play: {seats!r}")
        if str(seat) not in alive:
            raise wrong(f"{name}: seat {seat} is not alive, so it has no pieces on the board")
        if ground_of(square) == WALL and kind not in (ARMY, MARINE):
            raise wrong(
                f"{name} is a wall: only an Army or a Marine can stand there, "
                f"got {PIECE_NAMES[kind]}"
            )
        if kind == PRESIDENT:
            if seat in presidents:
                raise wrong(f"two Presidents of seat {seat}: {presidents[seat]} and {name}")
            presidents[seat] = name
