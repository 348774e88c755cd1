"""The rules of Sea Chess once more: slow, simple, and without a line of the package.

Everything is in absolute coordinates: a board is a dict from ``(file, rank)``, 0-based, to a
letter, upper case for player 0. Only `action_number` knows of own frames.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

Square = tuple[int, int]
Board = dict[Square, str]

DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))


@dataclasses.dataclass(frozen=True)
class Move:
    """A legal move: the squares that it leaves and reaches, its mode, and what it sinks."""

    start: Square
    end: Square
    mode: int
    sunk: Square | None
    dive: bool = False


def read(text: str) -> tuple[Board, int, int, int]:
    """Board, size, player to move and quiet plies of a position text."""
    rows, player, quiet = text.split(" ")
    lines = rows.split("/")
    size = len(lines)
    board = {}
    for i, line in enumerate(lines):
        for file, letter in enumerate(line):
            if letter != ".":
                board[file, size - 1 - i] = letter
    return board, size, int(player), int(quiet)


def write(board: Board, size: int, player: int, quiet: int) -> str:
    """The position text."""
    lines = [
        "".join(board.get((file, rank), ".") for file in range(size))
        for rank in range(size - 1, -1, -1)
    ]
    return f"{'/'.join(lines)} {player} {quiet}"


def name(square: Square) -> str:
    return "abcdefghij"[square[0]] + str(square[1] + 1)


def action_number(move: Move, size: int, player: int) -> int:
    """The number of a move in the own frame of the player."""
    (file, rank), (to_file, to_rank) = move.start, move.end
    if player == 1:
        file, rank, to_file, to_rank = (size - 1 - x for x in (file, rank, to_file, to_rank))
    if rank == to_rank:
        line = to_file if to_file < file else to_file - 1
    else:
        line = size - 1 + (to_rank if to_rank < rank else to_rank - 1)
    return ((rank * size + file) * 2 * (size - 1) + line) * 4 + move.mode


def moves_of(board: Board, size: int, player: int) -> Iterator[Move]:
    """All legal moves of a player."""
    for start, ship in board.items():
        if ship.isupper() != (player == 0):
            continue
        for direction in DIRECTIONS:
            distance = 1
            while True:
                end = _along(start, direction, distance)
                if not (0 <= end[0] < size and 0 <= end[1] < size):
                    break
                path = [_along(start, direction, k) for k in range(1, distance)]
                yield from _moves(board, player, start, end, direction, path)
                distance += 1


def _along(square: Square, direction: Square, distance: int) -> Square:
    return square[0] + distance * direction[0], square[1] + distance * direction[1]


def _moves(
    board: Board, player: int, start: Square, end: Square, direction: Square, path: list[Square]
) -> list[Move]:
    """The legal moves, of any mode, from one square to another."""

    def enemy(letter: str) -> str:
        return letter.lower() if player == 0 else letter

    ship = board[start].upper()
    in_path = [square for square in path if square in board]
    if ship == "F":
        if len(path) == 0 and end not in board:
            return [Move(start, end, 0, None)]
        return []
    found = []
    # Mode 0: reposition.
    if end not in board:
        if len(in_path) == 0:
            found.append(Move(start, end, 0, None))
        elif len(in_path) == 1 and ship == "S":
            found.append(Move(start, end, 0, None, dive=True))
    # Mode 1: displacement, cannonade, leaping, advancement.
    if len(in_path) == 0 and board.get(end) == enemy("S"):
        found.append(Move(start, end, 1, end))
    if len(in_path) == 1 and board.get(end) == enemy("B"):
        found.append(Move(start, end, 1, end))
    if len(in_path) == 1 and end not in board and board[in_path[0]] == enemy("D"):
        found.append(Move(start, end, 1, in_path[0]))
    next_square = _along(end, direction, 1)
    if len(in_path) == 0 and end not in board and board.get(next_square) == enemy("F"):
        found.append(Move(start, end, 1, next_square))
    if len(in_path) == 0 and end not in board:
        # Mode 2: withdrawal.
        behind = _along(start, direction, -1)
        if board.get(behind) == enemy("C"):
            found.append(Move(start, end, 2, behind))
        # Mode 3: custodianship.
        for side in DIRECTIONS:
            carrier, partner = _along(end, side, 1), _along(end, side, 2)
            if (
                board.get(carrier) == enemy("A")
                and partner in board
                and board[partner].isupper() == (player == 0)
                and board[partner].upper() != "F"
                and partner != start
            ):
                found.append(Move(start, end, 3, carrier))
    return found


def result_of(text: str, max_quiet_plies: int) -> list[int] | None:
    """The result of a position, ``None`` if the game goes on."""
    board, size, player, quiet = read(text)
    if "F" not in board.values():
        return [-1, 1]
    if "f" not in board.values():
        return [1, -1]
    if quiet >= max_quiet_plies or next(moves_of(board, size, player), None) is None:
        return [0, 0]
    return None


def legal(text: str, max_quiet_plies: int) -> dict[int, Move]:
    """The legal moves of a position by action number."""
    if result_of(text, max_quiet_plies) is not None:
        return {}
    board, size, player, _ = read(text)
    moves = list(moves_of(board, size, player))
    numbers = {action_number(move, size, player): move for move in moves}
    assert len(numbers) == len(moves)
    return numbers


def after(text: str, move: Move) -> str:
    """The position text after a move."""
    board, size, player, quiet = read(text)
    if move.sunk is not None:
        del board[move.sunk]
    board[move.end] = board.pop(move.start)
    return write(board, size, 1 - player, 0 if move.sunk is not None else quiet + 1)


def notation(text: str, move: Move) -> str:
    """The notation of a move."""
    board = read(text)[0]
    head = board[move.start].upper() + name(move.start)
    if move.dive:
        return f"{head}~{name(move.end)}"
    if move.sunk is None:
        return f"{head}-{name(move.end)}"
    victim = board[move.sunk].upper()
    tail = f"x{victim}{name(move.sunk)}" + ("#" if victim == "F" else "")
    return head + (tail if move.sunk == move.end else f"-{name(move.end)}{tail}")
