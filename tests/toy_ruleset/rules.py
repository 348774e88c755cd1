"""The rules of Buoys, as compiled functions over one record.

Two players lay buoys on a square board by turns. Three in a row, in any direction, win; a
full board is a draw.
"""

from __future__ import annotations

from navalenv.core.jit import compiled, integer, shared
from navalenv.core.random import below, next_words
from navalenv.core.record import Array, Record, record_type

NUM_PLAYERS = 2
MAX_SIZE = 5
EMPTY = 0
WANTED = 3
"""Buoys in a row that win."""
LEGAL_CAPACITY = MAX_SIZE * MAX_SIZE
"""No position has more legal actions."""
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Steps along files and ranks; the opposite ones are the same rows."""

RECORD = record_type(
    NUM_PLAYERS,
    [
        ("board", "i1", (MAX_SIZE * MAX_SIZE,)),
        ("size", "u1"),
        ("draw_lots", "u1"),
    ],
)
"""The header, then the fields of this game. A cell of the board is 0, or the player's number
plus 1; square ``rank * size + file``. ``draw_lots`` is 1 until it is known who begins."""


@shared
def in_row(board: Array, size: int, square: int, player: int) -> int:
    """How many buoys of a player are in one row through ``square``, with one there."""
    longest = 0
    for file_step, rank_step in DIRECTIONS:
        count = 1
        for way in (1, -1):
            file = square % size + way * file_step
            rank = square // size + way * rank_step
            while (
                0 <= file < size and 0 <= rank < size and board[rank * size + file] == player + 1
            ):
                count += 1
                file += way * file_step
                rank += way * rank_step
        longest = max(longest, count)
    return longest


@compiled
def reset(record: Record, scratch: Array) -> None:
    """Draw who begins, if that is left to chance."""
    if record["draw_lots"] != 0:
        record["to_move"] = below(next_words(record)[0], NUM_PLAYERS)
        record["draw_lots"] = 0


@compiled
def legal_actions(record: Record, actions: Array) -> int:
    """Write the legal actions; their number."""
    count = 0
    if record["terminated"] == 0:
        for square in range(integer(record["size"]) ** 2):
            if record["board"][square] == EMPTY:
                actions[count] = square
                count += 1
    return count


@compiled
def is_legal(record: Record, action: int, scratch: Array) -> bool:
    """Whether the player to move may make ``action``."""
    if record["terminated"] != 0 or action < 0 or action >= integer(record["size"]) ** 2:
        return False
    return record["board"][action] == EMPTY


@compiled
def step(record: Record, action: int, scratch: Array) -> None:
    """Make a legal action."""
    size, player = integer(record["size"]), integer(record["to_move"])
    board = record["board"]
    board[action] = player + 1
    record["to_move"] = 1 - player
    if in_row(board, size, action, player) >= WANTED:
        record["terminated"] = 1
        record["rewards"][player] = 1.0
        record["rewards"][1 - player] = -1.0
    elif legal_actions(record, scratch) == 0:
        record["terminated"] = 1


@compiled
def observe(record: Record, player: int, out: Array) -> None:
    """Planes of a player's view, channels last: own buoys, enemy buoys, ones."""
    for square in range(integer(record["size"]) ** 2):
        cell = record["board"][square]
        out[3 * square] = 1 if cell == player + 1 else 0
        out[3 * square + 1] = 1 if cell == 2 - player else 0
        out[3 * square + 2] = 1


@compiled
def action_value(record: Record, action: int) -> float:
    """The greedy player's order: win, else hinder the enemy's win, else anything."""
    size, player = integer(record["size"]), integer(record["to_move"])
    if in_row(record["board"], size, action, player) >= WANTED:
        return 2.0
    if in_row(record["board"], size, action, 1 - player) >= WANTED:
        return 1.0
    return 0.0


@compiled
def position_value(record: Record, values: Array) -> None:
    """What a search expects of a position: nothing for anybody."""
