"""The action numbers of Sea Chess, in the own frame of the player to move.

``action = (square * 2 * (size - 1) + line) * 4 + mode``. A square is
``rank_index * size + file_index``; ``line`` numbers the other squares of its rank, then those
of its file. Both directions of the encoding are here, and nowhere else.
"""

from __future__ import annotations

from navalenv.core.jit import shared

REPOSITION, STRIKE, WITHDRAWAL, CUSTODIANSHIP = range(4)
"""Modes of an action."""
NUM_MODES = 4
RIGHT, LEFT, UP, DOWN = range(4)
"""Directions in the own frame: along the rank, then along the file."""


@shared
def first_action(size: int, square: int) -> int:
    """The lowest action of a square. Line number i is ``NUM_MODES * i`` beyond it."""
    return square * 2 * (size - 1) * NUM_MODES


def num_actions(size: int) -> int:
    """Number of distinct actions on a board of ``size`` x ``size``."""
    return int(first_action(size, size * size))


@shared
def opposite(direction: int) -> int:
    """The direction turned by half a circle."""
    return direction ^ 1


@shared
def ray(size: int, file: int, rank: int, direction: int) -> tuple[int, int, int, int]:
    """The line from a square in a direction: ``(reach, stride, action, turn)``.

    ``reach`` squares lie in the direction, ``stride`` apart; ``action`` is the number of the
    reposition to the first of them, and each further square adds ``turn``.
    """
    if direction == RIGHT:
        reach, stride, line, turn = size - 1 - file, 1, file, 1
    elif direction == LEFT:
        reach, stride, line, turn = file, -1, file - 1, -1
    elif direction == UP:
        reach, stride, line, turn = size - 1 - rank, size, size - 1 + rank, 1
    else:
        reach, stride, line, turn = rank, -size, size - 2 + rank, -1
    action = first_action(size, rank * size + file) + NUM_MODES * line
    return reach, stride, action, NUM_MODES * turn


@shared
def decode(size: int, action: int) -> tuple[int, int, int, int, int]:
    """``(file, rank, direction, distance, mode)`` of an action number."""
    mode = action % NUM_MODES
    line = action // NUM_MODES % (2 * (size - 1))
    square = action // NUM_MODES // (2 * (size - 1))
    file, rank = square % size, square // size
    if line < size - 1:
        place, forward, backward = file, RIGHT, LEFT
    else:
        place, forward, backward = rank, UP, DOWN
        line -= size - 1
    if line < place:
        return file, rank, backward, place - line, mode
    return file, rank, forward, line + 1 - place, mode


@shared
def encode(size: int, file: int, rank: int, direction: int, distance: int, mode: int) -> int:
    """The action number of a move over ``distance`` squares: the inverse of `decode`."""
    _, _, action, turn = ray(size, file, rank, direction)
    return action + (distance - 1) * turn + mode
