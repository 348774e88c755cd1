"""The map: 53 sectors in seven staggered rows, distances, lines of sight, own frames.

Source: the map of War at Sea (``docs/games/war_at_sea.md``, section "Map"). Rows are counted
from the top, even rows have 8 sectors and odd rows 7, half a sector to the right. A set of
sectors is an integer with bit s for sector s.
"""

from __future__ import annotations

import numpy as np

NUM_ROWS = 7
LONG_ROW = 8
MAPS = ("archipelago", "open_sea")
"""Names of the maps, in the order of their numbers."""
_ISLANDS: tuple[tuple[tuple[int, int], ...], ...] = (((2, 2), (2, 5), (4, 2), (4, 5)), ())

Sector = tuple[int, int]


def row_length(row: int) -> int:
    """Number of sectors in a row."""
    return LONG_ROW - row % 2


CELLS: tuple[Sector, ...] = tuple(
    (row, column) for row in range(NUM_ROWS) for column in range(row_length(row))
)
"""(row, column) of every sector by number."""
NUM_SECTORS = len(CELLS)
NUMBERS = {cell: number for number, cell in enumerate(CELLS)}
"""Number of every sector by (row, column)."""


def members(sectors: int) -> list[int]:
    """Numbers of the sectors in a set, rising."""
    return [s for s in range(NUM_SECTORS) if sectors >> s & 1]


def sector_set(sectors: list[int]) -> int:
    """The set of some sectors."""
    return sum(1 << s for s in set(sectors))


OBJECTIVES = tuple(NUMBERS[cell] for cell in ((1, 3), (3, 3), (5, 3)))
"""The objective sectors, on every map."""
NUM_OBJECTIVES = len(OBJECTIVES)


def _cube(cell: Sector) -> tuple[int, int, int]:
    """Cube coordinates, which add up to zero."""
    row, column = cell
    q = column - (row - row % 2) // 2
    return q, -q - row, row


def _measure(a: Sector, b: Sector) -> int:
    return max(abs(i - j) for i, j in zip(_cube(a), _cube(b), strict=True))


DISTANCE = np.array([[_measure(a, b) for b in CELLS] for a in CELLS], np.int8)
"""Sectors from one to another: (53, 53)."""
MAX_DISTANCE = int(DISTANCE.max())

WITHIN = np.array(
    [
        [sector_set(np.flatnonzero(DISTANCE[s] <= reach).tolist()) for s in range(NUM_SECTORS)]
        for reach in range(MAX_DISTANCE + 1)
    ]
)
"""Set of the sectors within a distance of a sector: (distance, sector)."""
ADJACENT = WITHIN[1] & ~WITHIN[0]
"""Set of the neighbours of each sector."""

MIRROR = np.array([NUMBERS[row, row_length(row) - 1 - column] for row, column in CELLS])
"""East's own number of a sector, and the other way round."""
FRAME = np.stack([np.arange(NUM_SECTORS), MIRROR])
"""(player, sector): the own-frame number of an absolute sector, and the other way round."""

ALL_SECTORS = (1 << NUM_SECTORS) - 1
ISLANDS = np.array([sector_set([NUMBERS[cell] for cell in cells]) for cells in _ISLANDS])
"""Set of the island sectors of each map."""

DEPLOYMENT = np.array(
    [
        sector_set([NUMBERS[row, 0] for row in range(NUM_ROWS)]),
        sector_set([NUMBERS[row, row_length(row) - 1] for row in range(NUM_ROWS)]),
    ]
)
"""Set of each player's deployment sectors: West's left edge, East's right edge."""


def _side(player: int) -> int:
    """Sectors nearer to the own edge of the map than to the other one."""
    near = []
    for number, (row, column) in enumerate(CELLS):
        to_left, to_right = column, row_length(row) - 1 - column
        own, other = (to_left, to_right) if player == 0 else (to_right, to_left)
        if own < other:
            near.append(number)
    return sector_set(near)


SIDE = np.array([_side(0), _side(1)])
"""Set of the sectors on each player's side of the map."""

SHORE = np.array(
    [[ISLANDS[number] & SIDE[1 - p] for p in range(2)] for number in range(len(MAPS))]
)
"""(map, player): set of the enemy shores, islands on the opponent's side."""


def _beside(sectors: int) -> int:
    """Set of the sectors adjacent to one of a set."""
    found = 0
    for s in members(sectors):
        found |= int(ADJACENT[s])
    return found


SHORE_WATERS = np.array([[_beside(int(shore)) for shore in row] for row in SHORE])
"""(map, player): set of the sectors adjacent to an enemy shore."""
OWN_ISLAND_WATERS = np.array(
    [
        [_beside(int(ISLANDS[number] & SIDE[p])) & int(SIDE[p]) for p in range(2)]
        for number in range(len(MAPS))
    ]
)
"""(map, player): set of the sectors on the own side adjacent to an island there."""

MAX_REACH = 6
"""No unit has more speed."""


def _reach(water: int, start: int, speed: int) -> int:
    """Sectors that a unit with this speed can end a move in, its own included."""
    found = 1 << start
    for _ in range(speed):
        found |= _beside(found) & water
    return found


REACH = np.array(
    [
        [
            [
                [_reach(water, s, speed) for s in range(NUM_SECTORS)]
                for speed in range(MAX_REACH + 1)
            ]
            for water in (ALL_SECTORS & ~int(ISLANDS[number]), ALL_SECTORS)
        ]
        for number in range(len(MAPS))
    ]
)
"""(map, whether islands may be entered, speed, sector): set of the sectors in reach."""

_NUDGE = (1e-6, 2e-6, -3e-6)


def _round(cube: tuple[float, ...]) -> Sector:
    """(row, column) of the sector that holds a point, on the map or off it."""
    q, s, r = (round(value) for value in cube)
    dq, ds, dr = abs(q - cube[0]), abs(s - cube[1]), abs(r - cube[2])
    if dq > ds and dq > dr:
        q = -s - r
    elif ds <= dr:
        r = -q - s
    return r, q + (r - r % 2) // 2


def _between(a: Sector, b: Sector, sign: int) -> int:
    """Sectors strictly between two on the line to the far end, nudged to one side."""
    steps = _measure(a, b)
    start = _cube(a)
    end = [value + sign * nudge for value, nudge in zip(_cube(b), _ORDERED_NUDGE, strict=True)]
    passed = []
    for i in range(1, steps):
        point = tuple(p + (e - p) * i / steps for p, e in zip(start, end, strict=True))
        number = NUMBERS.get(_round(point))
        if number is not None:
            passed.append(number)
    return sector_set(passed)


_ORDERED_NUDGE = (_NUDGE[0], _NUDGE[2], _NUDGE[1])
"""The nudge is given for (q, r, s); cubes here are (q, s, r)."""

LINES = np.array([[[_between(a, b, sign) for sign in (1, -1)] for b in CELLS] for a in CELLS])
"""(from, to, which of two lines): set of the sectors strictly between. A line of sight is clear
if one of the two has nothing on it that blocks."""


def cell_text(sector: int) -> str:
    """``row,column`` of a sector."""
    row, column = CELLS[sector]
    return f"{row},{column}"
