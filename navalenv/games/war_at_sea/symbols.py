"""Small pictures of War at Sea: a silhouette for each type of unit, dice, marks; colours."""

from __future__ import annotations

import dataclasses
import math

from navalenv.games.war_at_sea.abilities import (
    AUXILIARY,
    BATTLESHIP,
    CARRIER,
    CRUISER,
    DESTROYER,
    DIVE_BOMBER,
    FIGHTER,
    PATROL_BOMBER,
    SUBMARINE_TYPE,
    TORPEDO_BOAT,
    TORPEDO_BOMBER,
)
from navalenv.games.war_at_sea.record import NUM_PLAYERS
from navalenv.render.chart import GOLD, INK, LETTERS, block
from navalenv.render.scene import (
    Circle,
    Colour,
    Line,
    Point,
    Polygon,
    Rectangle,
    Stamp,
    Symbol,
    curve,
    mirrored,
)


@dataclasses.dataclass(frozen=True)
class Livery:
    """Colours of a player.

    Attributes:
        field: of its units and panels.
        edge: around a unit.
        faded: of a unit that is out of action.
        water: of its deployment sectors.
        ansi: of its units in a terminal.
    """

    field: Colour
    edge: Colour
    faded: Colour
    water: Colour
    ansi: str


LIVERIES = (
    Livery((34, 88, 168), (14, 40, 92), (128, 150, 182), (150, 186, 226), "1;94"),
    Livery((186, 48, 36), (98, 20, 10), (196, 146, 138), (218, 186, 190), "1;91"),
)
LAND: Colour = (219, 196, 146)
LAND_EDGE: Colour = (176, 150, 100)
SMOKE: Colour = (120, 124, 128)
SUCCESS: Colour = (52, 140, 72)
DOUBLE: Colour = GOLD
LOST_HULL: Colour = (84, 20, 14)

_Outline = tuple[Point, ...]


def _oval(x: float, y: float, width: float, height: float) -> _Outline:
    turns = (2 * math.pi * i / 16 for i in range(16))
    return tuple((x + width * math.cos(t) / 2, y + height * math.sin(t) / 2) for t in turns)


def _both(points: _Outline) -> list[_Outline]:
    """A shape and the same on the other side of a fuselage."""
    return [points, tuple((x, -y) for x, y in points)]


def _plane(span: float, chord: float, tip: float, sweep: float) -> list[_Outline]:
    """An Aircraft from above, its nose to the right."""
    fuselage = ((-40, -2), (-10, -5), (26, -5), (36, -3), (38, 0))
    body = (*fuselage, *((x, -y) for x, y in reversed(fuselage)))
    wing = (
        (22, -3),
        (22 - sweep, -span),
        (22 - sweep - tip, -span),
        (22 - chord, -3),
    )
    tail = ((-28, -2), (-31, -14), (-39, -14), (-40, -2))
    return [body, *_both(wing), *_both(tail)]


_SHAPES: dict[int, list[_Outline]] = {
    BATTLESHIP: [
        ((-50, 6), (50, 4), (40, 26), (-42, 26)),
        block(14, -5, 31, 8),
        ((30, -3), (48, -9), (49, -6), (30, 2)),
        block(-34, -5, -18, 8),
        ((-33, -3), (-49, -9), (-50, -6), (-33, 2)),
        block(-5, -28, 6, 8),
        block(-9, -14, 11, 8),
        block(-16, -12, -11, 8),
        block(-1, -33, 1, -26),
    ],
    CARRIER: [
        ((-52, -6), (52, -6), (47, 1), (-50, 1)),
        ((-45, 4), (44, 4), (36, 26), (-38, 26)),
        block(4, -20, 20, -6),
        block(8, -29, 13, -18),
    ],
    CRUISER: [
        ((-48, 9), (49, 5), (39, 26), (-41, 26)),
        ((-20, 10), (-22, -14), (-14, -14), (-11, 10)),
        ((-3, 10), (-5, -14), (3, -14), (6, 10)),
        block(9, -10, 19, 10),
        block(13, -24, 15, -8),
        ((24, 0), (34, 0), (44, -6), (45, -3), (35, 4), (35, 8), (24, 8)),
    ],
    DESTROYER: [
        ((-48, 15), (24, 13), (50, 5), (40, 26), (-45, 26)),
        ((-10, 16), (-13, -6), (-3, -6), (1, 16)),
        ((5, 15), (7, -1), (19, -1), (21, 15)),
        block(11, -16, 13, 0),
        ((-34, 16), (-34, 8), (-26, 8), (-26, 16)),
    ],
    AUXILIARY: [
        ((-46, 0), (-24, 0), (-24, 8), (30, 8), (32, 0), (48, -2), (40, 26), (-40, 26)),
        block(-44, -16, -26, 2),
        block(-38, -25, -31, -14),
        block(-8, -24, -5, 10),
        ((-7, -22), (10, -8), (9, -6), (-7, -18)),
        block(18, -20, 21, 10),
        ((19, -18), (6, -4), (8, -3), (20, -14)),
    ],
    TORPEDO_BOAT: [
        ((-40, 14), (4, 12), (44, 0), (34, 24), (-38, 24)),
        ((-14, 14), (-10, 1), (6, 1), (10, 12)),
        block(-3, -12, -1, 2),
        ((-34, 12), (-34, 7), (-16, 7), (-16, 12)),
    ],
    SUBMARINE_TYPE: [
        curve(((-46, 16), (-24, 6), (18, 5), (42, 8), (50, 15), (38, 24), (-20, 25)), 5),
        ((-10, 8), (-8, -10), (12, -10), (17, 8)),
        ((3, -22), (12, -22), (12, -19), (6, -19), (6, -8), (3, -8)),
    ],
    FIGHTER: _plane(22, 16, 6, 7),
    DIVE_BOMBER: [
        *_plane(28, 18, 11, 3),
        _oval(44, -18, 17, 11),
        _oval(44, 18, 17, 11),
    ],
    TORPEDO_BOMBER: [
        *_plane(28, 18, 13, 3),
        block(2, 17, 46, 23),
        _oval(46, 20, 11, 6),
        ((-4, 14), (3, 18), (3, 22), (-4, 26)),
    ],
    PATROL_BOMBER: [
        *_plane(30, 13, 12, 0),
        *_both(block(6, -15, 31, -10)),
        *_both(block(6, -26, 31, -21)),
    ],
}
"""Outlines by type, on 100 x 60 units around the origin, the bow or the nose to the right."""


def _silhouette(kind: int, player: int, colour: Colour) -> Symbol:
    turn = mirrored if player else tuple
    return Symbol(tuple(Polygon(turn(points), colour) for points in _SHAPES[kind]))


SILHOUETTES = {
    (kind, player): _silhouette(kind, player, LETTERS)
    for kind in _SHAPES
    for player in range(NUM_PLAYERS)
}
"""By type and player, who look at each other: 100 x 60 units."""
DARK_SILHOUETTES = {kind: _silhouette(kind, 0, INK) for kind in _SHAPES}

_PIPS: tuple[tuple[Point, ...], ...] = (
    ((0, 0),),
    ((-25, -25), (25, 25)),
    ((-26, -26), (0, 0), (26, 26)),
    ((-25, -25), (25, -25), (-25, 25), (25, 25)),
    ((-26, -26), (26, -26), (0, 0), (-26, 26), (26, 26)),
    ((-25, -28), (25, -28), (-25, 0), (25, 0), (-25, 28), (25, 28)),
)


def _die(face: int, colour: Colour, edge: Colour) -> Symbol:
    pips = tuple(Circle(x, y, 10, INK) for x, y in _PIPS[face - 1])
    return Symbol((Rectangle(-47, -47, 94, 94, colour, edge, 6, radius=18), *pips))


_WHITE: Colour = (255, 255, 255)
_GREEN: Colour = (150, 216, 150)
DICE = {
    (face, worth): _die(face, colour, INK)
    for face in range(1, 7)
    for worth, colour in enumerate((_WHITE, _GREEN, DOUBLE))
}
"""By face and how much it counts, 0 for nothing: 100 x 100 units."""

MINE = Symbol(
    (
        *(
            Line(
                (-46 * math.cos(a), -46 * math.sin(a)),
                (46 * math.cos(a), 46 * math.sin(a)),
                INK,
                9,
            )
            for a in (0, math.pi / 4, math.pi / 2, 3 * math.pi / 4)
        ),
        Circle(0, 0, 31, INK),
        Circle(-10, -10, 7, LETTERS),
    )
)
SMOKE_CLOUD = Symbol(
    tuple(
        Circle(x, y, radius, SMOKE)
        for x, y, radius in (
            (-34, 6, 15), (-15, -7, 19), (8, -4, 20), (30, 5, 16), (-8, 10, 17), (16, 10, 15),
        )
    )
)  # fmt: skip
WRECK = Symbol(
    (
        Polygon(((-34, 10), (-6, -30), (8, -20), (-10, 10)), INK),
        Line((-50, 14), (50, 14), INK, 6),
    )
)


def unit_stamp(kind: int, player: int, x: float, y: float, width: float) -> Stamp:
    """The silhouette of a unit, ``width`` wide, its middle at a point."""
    return Stamp(SILHOUETTES[kind, player], x, y, width / 106)


def die_stamp(face: int, worth: int, x: float, y: float, width: float) -> Stamp:
    """A die, ``width`` wide, its middle at a point."""
    return Stamp(DICE[face, min(worth, 2)], x, y, width / 100)
