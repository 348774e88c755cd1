"""Where pieces go on each square, worked out once from the board: small tables for the rules.

Pieces that slide or fly have a *reach* on each ray: how many squares the ground lets them go.
All others have *options* on each square: the actions that the ground allows, each with what may
stand on the target. What depends on other pieces is left to the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from navalenv.games.president_chess.actions import (
    NUM_STRAIGHT,
    STEPS,
    encode,
    leaps,
    ray,
)
from navalenv.games.president_chess.board import (
    HOME,
    LAND,
    NUM_SQUARES,
    SIZE,
    VOID,
    WALL,
    WATER,
    ground_of,
    on_board,
    segments,
)

PRESIDENT, ADMIRAL, GENERAL, AIR_FORCE, NAVY, ARMY, MARINE = range(7)
PIECE_LETTERS = "PDGFNAM"
"""Letters by kind of piece."""
PIECE_NAMES = ("President", "Admiral", "General", "Air Force", "Navy", "Army", "Marine")
"""Names by kind of piece."""
NUM_KINDS = 7

MOVE, KILL, KILL_OTHER = 1, 2, 4
"""What an option allows: to go to an empty square, to kill any enemy there, to kill one that is
no Marine."""
FAR = 8
"""The target is two squares away, and the square between must be empty."""

MARINE_ROW = 1
"""Rank where Marines begin, in the own frame."""

Options = dict[int, int]
"""What is allowed, by target."""


def _is_ground(x: int, y: int, *grounds: int) -> bool:
    return on_board(x, y) and ground_of(y * SIZE + x) in grounds


def _steps_of(square: int, directions: int, allowed: int) -> Options:
    """One step onto land in the first ``directions`` of `STEPS`."""
    x, y = square % SIZE, square // SIZE
    return {
        (y + dy) * SIZE + x + dx: allowed
        for dx, dy in STEPS[:directions]
        if _is_ground(x + dx, y + dy, LAND)
    }


def president(square: int) -> Options:
    """Options of a President."""
    return _steps_of(square, len(STEPS), MOVE | KILL)


def air_force(square: int) -> Options:
    """Options of an Air Force besides flying."""
    return _steps_of(square, NUM_STRAIGHT, MOVE)


def navy(square: int) -> Options:
    """Options of a Navy: two squares straight and one aside, over no wall."""
    x, y = square % SIZE, square // SIZE
    found = {}
    for target in leaps(square):
        dx, dy = target % SIZE - x, target // SIZE - y
        long = (dx // 2, 0) if abs(dx) == 2 else (0, dy // 2)
        over = [(x + i * long[0], y + i * long[1]) for i in (1, 2)]
        free = all(_is_ground(*place, LAND, WATER) for place in over)
        if free and ground_of(target) != WALL:
            found[target] = MOVE | KILL
    return found


def marine(square: int) -> Options:
    """Options of a Marine."""
    return _on_wall(square) if ground_of(square) == WALL else _off_wall(square)


def _kill_from_ground(target: int) -> int:
    return KILL_OTHER if ground_of(target) == WALL else KILL


def _off_wall(square: int) -> Options:
    x, y = square % SIZE, square // SIZE
    found: Options = {}
    for dx in (-1, 0, 1):
        if on_board(x + dx, y + 1):
            target = square + SIZE + dx
            found[target] = _kill_from_ground(target) | (MOVE if dx == 0 else 0)
        if dx != 0 and _is_ground(x + dx, y, WATER, WALL):
            found[square + dx] = MOVE
    if y == MARINE_ROW:
        for dx in (-1, 0, 1):
            between = _is_ground(x + dx, y + 1, LAND, WATER)
            if between and on_board(x + 2 * dx, y + 2):
                target = square + 2 * (SIZE + dx)
                found[target] = _kill_from_ground(target) | (MOVE if dx == 0 else 0) | FAR
    return found


def _on_wall(square: int) -> Options:
    x, y = square % SIZE, square // SIZE
    (segment,) = (tiles for tiles in segments() if square in tiles)
    place = segment.index(square)
    found: Options = {}

    def allow(target: int, what: int) -> None:
        found[target] = found.get(target, 0) | what

    for neighbour in (place - 1, place + 1):
        if 0 <= neighbour < len(segment):
            allow(segment[neighbour], MOVE)
    for dx in (-1, 1):
        if on_board(x + dx, y):
            allow(square + dx, KILL)
    if place in (0, len(segment) - 1):
        stride = segment[1] - segment[0]
        out = stride if place else -stride
        if out == SIZE:  # the front end
            for step in (SIZE, SIZE - 1, SIZE + 1, -1, 1):
                if ground_of(square + step) in (LAND, WATER):
                    allow(square + step, MOVE | KILL)
        elif ground_of(square + out) in (LAND, WATER):
            allow(square + out, MOVE)
    return found


_OPTIONS: dict[int, Callable[[int], Options]] = {
    PRESIDENT: president,
    AIR_FORCE: air_force,
    NAVY: navy,
    MARINE: marine,
}


def _option_tables() -> Iterator[np.ndarray[tuple[int], np.dtype[np.int32]]]:
    first, packed = [0], []
    for kind in range(NUM_KINDS):
        for square in range(NUM_SQUARES):
            here = ground_of(square) != VOID and kind in _OPTIONS
            for target, allowed in sorted(_OPTIONS[kind](square).items()) if here else ():
                packed.append(encode(square, target) | target << 14 | allowed << 22)
            first.append(len(packed))
    yield np.array(first, np.int32)
    yield np.array(packed, np.int32)


FIRST_OPTION, OPTIONS = _option_tables()
"""Options of ``kind`` on ``square``: from ``FIRST_OPTION[kind * NUM_SQUARES + square]`` up to the
next entry. Each is ``action | target << 14 | allowed << 22``."""

FIRST_IN_RAY = np.zeros(NUM_SQUARES * 8, np.int16)
"""Where the ray of ``square * 8 + direction`` begins in `RAYS`."""
SLIDERS = np.array([-1, 0, 1, -1, -1, 2, -1], np.int8)
"""Numbers of the kinds that slide: Admiral, General, Army; -1 for the others."""
REACHES = np.zeros(3 * NUM_SQUARES * 8, np.int8)
"""How far the ground lets a piece slide: indexed by
``(SLIDERS[kind] * NUM_SQUARES + square) * 8 + direction``."""
FLIGHTS = np.zeros(NUM_SQUARES * 8, np.int8)
"""Squares on each ray up to the edge of the board."""


def _army_reach(square: int, squares: list[int]) -> int:
    along = ground_of(square) == WALL
    for distance, target in enumerate(squares):
        ground = ground_of(target)
        if ground == WATER:
            return distance
        if ground == WALL and not along:
            return distance + 1
        along = along and ground == WALL
    return len(squares)


def _reach_before(squares: list[int], ground: int) -> int:
    grounds = [ground_of(target) for target in squares]
    return grounds.index(ground) if ground in grounds else len(squares)


def _fill_rays() -> np.ndarray[tuple[int], np.dtype[np.uint16]]:
    rays: list[int] = []
    reaches = REACHES.reshape(3, NUM_SQUARES, 8)
    for square in range(NUM_SQUARES):
        if ground_of(square) == VOID:
            continue
        for direction in range(8):
            squares = ray(square, direction)
            FIRST_IN_RAY[square * 8 + direction] = len(rays)
            FLIGHTS[square * 8 + direction] = len(squares)
            reaches[0, square, direction] = _reach_before(squares, WALL)
            reaches[1, square, direction] = _reach_before(squares, WATER)
            if direction < NUM_STRAIGHT:
                reaches[2, square, direction] = _army_reach(square, squares)
            rays.extend(encode(square, at) | ground_of(at) << 14 for at in squares)
    return np.array(rays, np.uint16)


RAYS = _fill_rays()
"""The squares of all rays one after the other: ``action | ground << 14``."""
STRIDES = np.array([dy * SIZE + dx for dx, dy in STEPS], np.int16)
"""What a step in each direction adds to a square."""

GROUNDS = np.array([ground_of(square) for square in range(NUM_SQUARES)], np.uint8)
"""Ground of each square."""


def _foreign_homes() -> Iterator[int]:
    last = SIZE - 1
    for square in range(NUM_SQUARES):
        x, y = square % SIZE, square // SIZE
        if y == last and x in HOME:
            yield 2
        elif x == 0 and y in HOME:
            yield 1
        elif x == last and y in HOME:
            yield 3
        else:
            yield 0


FOREIGN_HOMES = np.array(list(_foreign_homes()), np.uint8)
"""Whose home side an own square is: 1 the left seat's, 2 the opposite's, 3 the right's; 0 none."""
RETURNS = np.array([y * SIZE + x for y in (1, 2, 0) for x in HOME], np.uint8)
"""Own squares where a Marine returns after an explosion, in order of preference."""
