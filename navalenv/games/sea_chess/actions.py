"""The action numbers of Sea Chess, in the own frame of the player to move.

``action = (square * 2 * (size - 1) + line) * 4 + mode``. A square is
``rank_index * size + file_index``; ``line`` numbers the other squares of its rank, then those
of its file. Both directions of the encoding are here, and nowhere else.
"""

from __future__ import annotations

from navalenv.core.jit import cached

REPOSITION, STRIKE, WITHDRAWAL, CUSTODIANSHIP = range(4)
"""Modes of an action."""
NUM_MODES = 4
RIGHT, LEFT, UP, DOWN = range(4)
"""Directions in the own frame: along the rank, then along the file."""


def num_actions(size: int) -> int:
    """Number of distinct actions on a board of ``size`` x ``size``."""
    return size * size * 2 * (size - 1) * NUM_MODES


@cached
def ray(size, square, direction):
    """A line of sight from a square: ``(reach, stride, action, turn)``.

    ``reach`` squares lie in the direction, ``stride`` apart; ``action`` is the number of the
    reposition to the first of them, and each further square adds ``turn``.
    """
    file = square % size
    rank = square // size
    if direction == RIGHT:
        reach, stride, line, turn = size - 1 - file, 1, file, 1
    elif direction == LEFT:
        reach, stride, line, turn = file, -1, file - 1, -1
    elif direction == UP:
        reach, stride, line, turn = size - 1 - rank, size, size - 1 + rank, 1
    else:
        reach, stride, line, turn = rank, -size, size - 2 + rank, -1
    action = (square * 2 * (size - 1) + line) * NUM_MODES
    return reach, stride, action, turn * NUM_MODES


@cached
def decode(size, action):
    """``(square, direction, distance, mode)`` of an action number."""
    mode = action % NUM_MODES
    line = action // NUM_MODES % (2 * (size - 1))
    square = action // NUM_MODES // (2 * (size - 1))
    if line < size - 1:
        place, forward, backward = square % size, RIGHT, LEFT
    else:
        place, forward, backward = square // size, UP, DOWN
        line -= size - 1
    if line < place:
        return square, backward, place - line, mode
    return square, forward, line + 1 - place, mode


@cached
def encode(size, square, direction, distance, mode):
    """The action number of a move over ``distance`` squares: the inverse of `decode`."""
    _, _, action, turn = ray(size, square, direction)
    return action + (distance - 1) * turn + mode
