"""The action numbers of President Chess: one table, used in both directions.

An action is a pair of squares in the own frame of the player to move: from where, and to where.
There is one for every two squares that a queen's move joins (no corner between or at them) and
for every two that a knight's move joins, numbered by from-square, then by to-square.
"""

from __future__ import annotations

import numpy as np

from navalenv.games.president_chess.board import NUM_SQUARES, SIZE, on_board

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))
"""Directions as steps (dx, dy) in the own frame: forward, right, backward, left, diagonals."""
NUM_STRAIGHT = 4
"""How many of `STEPS` are not diagonal; these come first."""
LEAPS = ((-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1))
"""A knight's moves."""


def ray(square: int, direction: int) -> list[int]:
    """Squares from one square in a direction of `STEPS`, nearest first, up to the edge."""
    x, y = square % SIZE, square // SIZE
    dx, dy = STEPS[direction]
    squares = []
    while on_board(x + dx, y + dy):
        x, y = x + dx, y + dy
        squares.append(y * SIZE + x)
    return squares


def leaps(square: int) -> list[int]:
    """Squares a knight's move away."""
    x, y = square % SIZE, square // SIZE
    return [(y + dy) * SIZE + x + dx for dx, dy in LEAPS if on_board(x + dx, y + dy)]


def _targets(square: int) -> list[int]:
    if not on_board(square % SIZE, square // SIZE):
        return []
    lines = [target for direction in range(len(STEPS)) for target in ray(square, direction)]
    return sorted(lines + leaps(square))


_PAIRS = [(square, target) for square in range(NUM_SQUARES) for target in _targets(square)]
NUM_ACTIONS = len(_PAIRS)
"""Number of distinct actions."""
SOURCES = np.array([pair[0] for pair in _PAIRS], np.uint8)
"""From-square of each action."""
TARGETS = np.array([pair[1] for pair in _PAIRS], np.uint8)
"""To-square of each action."""
_NUMBERS = {pair: action for action, pair in enumerate(_PAIRS)}


def decode(action: int) -> tuple[int, int]:
    """From-square and to-square of an action number."""
    return int(SOURCES[action]), int(TARGETS[action])


def encode(source: int, target: int) -> int:
    """The action number of two squares: the inverse of `decode`.

    Raises:
        ValueError: if no action leads from one to the other.
    """
    if (source, target) not in _NUMBERS:
        raise ValueError(f"no action leads from square {source} to square {target}")
    return _NUMBERS[source, target]
