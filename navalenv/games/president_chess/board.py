"""The board of President Chess: squares, grounds, walls, and how each seat sees it.

A square is ``y * SIZE + x``. Absolute squares are as the south seat sees them; in a seat's own
frame the board is turned so that its home is at the bottom. The board looks the same from all
four sides, so whatever is said here about an own square holds for every seat.
"""

from __future__ import annotations

from navalenv.core.jit import shared

SIZE = 15
NUM_SQUARES = SIZE * SIZE
LAND, WATER, WALL, VOID = range(4)
GROUND_NAMES = ("land", "water", "wall", "void")
"""Names by ground."""

NUM_SEATS = 4
SEAT_NAMES = ("South", "West", "North", "East")
"""Names by seat, in the order of turns."""
SEATS_IN_PLAY = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""Seats by number of players; player i sits on the i-th of them."""

HOME = range(3, 12)
"""Files of the home side, the lowest rank in the own frame, and of the ranks before it."""
_LAKE = range(6, 9)
_WALL_LINES = (6, 8)
_WALL_RUNS = ((3, 4, 5), (9, 10, 11))


def segments() -> list[tuple[int, ...]]:
    """The straight segments of the walls: squares of each, from one end to the other."""
    found = []
    for line in _WALL_LINES:
        for run in _WALL_RUNS:
            found.append(tuple(along * SIZE + line for along in run))
            found.append(tuple(line * SIZE + along for along in run))
    return found


_WALLS = frozenset(square for segment in segments() for square in segment)


def ground_of(square: int) -> int:
    """Ground of a square: `LAND`, `WATER`, `WALL`, or `VOID` in the four corners."""
    x, y = square % SIZE, square // SIZE
    if x not in HOME and y not in HOME:
        return VOID
    if x in _LAKE and y in _LAKE:
        return WATER
    return WALL if square in _WALLS else LAND


def on_board(x: int, y: int) -> bool:
    """Whether there is a square, corners left out."""
    return 0 <= x < SIZE and 0 <= y < SIZE and ground_of(y * SIZE + x) != VOID


@shared
def absolute_square(seat: int, square: int) -> int:
    """Absolute number of a square in the own frame of a seat."""
    x, y = square % SIZE, square // SIZE
    if seat == 0:
        return square
    if seat == 1:
        return (SIZE - 1 - x) * SIZE + y
    if seat == 2:
        return NUM_SQUARES - 1 - square
    return x * SIZE + SIZE - 1 - y


@shared
def own_square(seat: int, square: int) -> int:
    """Number in the own frame of a seat of an absolute square."""
    return absolute_square((4 - seat) % 4, square)


@shared
def seat_of(num_players: int, player: int) -> int:
    """Where a player sits."""
    return 2 * player if num_players == 2 else player


@shared
def player_at(num_players: int, seat: int) -> int:
    """Who sits on a seat, or -1."""
    if num_players == 2:
        return seat // 2 if seat % 2 == 0 else -1
    return seat if seat < num_players else -1
