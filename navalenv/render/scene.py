"""A picture as plain data, which `navalenv.render.painter` and `navalenv.render.svg` draw.

All lengths are in units: x grows to the right, y grows downwards, and the origin is the top
left corner. A scale, chosen when the scene is painted, says how many pixels a unit has.
Later shapes cover earlier ones.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, each 0..255."""
Point: TypeAlias = tuple[float, float]
"""x and y, in units."""


@dataclasses.dataclass(frozen=True)
class Rectangle:
    """A rectangle with sides along the axes.

    Attributes:
        x, y: top left corner.
        width, height: in units.
        fill: colour of the inside; ``None`` leaves it as it is.
        stroke: colour of the outline; ``None`` for no outline.
        stroke_width: width of the outline, half of it on each side of the edge.
        radius: radius of the corners; 0 for sharp ones.
        opacity: 0 (not to be seen) to 1 (covers what is below).
    """

    x: float
    y: float
    width: float
    height: float
    fill: Colour | None = None
    stroke: Colour | None = None
    stroke_width: float = 1.0
    radius: float = 0.0
    opacity: float = 1.0


@dataclasses.dataclass(frozen=True)
class Circle:
    """A circle around a point.

    Attributes:
        x, y: centre.
        radius: in units.
        fill, stroke, stroke_width, opacity: as of a `Rectangle`.
    """

    x: float
    y: float
    radius: float
    fill: Colour | None = None
    stroke: Colour | None = None
    stroke_width: float = 1.0
    opacity: float = 1.0


@dataclasses.dataclass(frozen=True)
class Polygon:
    """A closed polygon.

    Attributes:
        points: its corners in order; the last is joined to the first.
        fill, stroke, stroke_width, opacity: as of a `Rectangle`.
    """

    points: tuple[Point, ...]
    fill: Colour | None = None
    stroke: Colour | None = None
    stroke_width: float = 1.0
    opacity: float = 1.0


@dataclasses.dataclass(frozen=True)
class Line:
    """A straight line, or an arrow.

    Attributes:
        start, end: its end points. The tip of an arrow is at ``end``.
        colour: of the line and of the head.
        width: in units.
        head: length of the arrow head, part of the whole length; 0 for no head. The head is
            as wide as it is long.
        dash: length of the dashes, and of the gaps between them; 0 for a full line.
        opacity: as of a `Rectangle`.
    """

    start: Point
    end: Point
    colour: Colour
    width: float = 1.0
    head: float = 0.0
    dash: float = 0.0
    opacity: float = 1.0

    def polygons(self) -> list[tuple[Point, ...]]:
        """Corners of the shapes that the line is made of: shaft or dashes, then the head."""
        (x, y), (end_x, end_y) = self.start, self.end
        length = math.hypot(end_x - x, end_y - y)
        if length == 0:
            return []
        along = (end_x - x) / length, (end_y - y) / length

        def at(forward: float, aside: float) -> Point:
            return (
                x + forward * along[0] - aside * along[1],
                y + forward * along[1] + aside * along[0],
            )

        half = self.width / 2
        shaft = max(length - self.head, 0.0)
        step = self.dash if self.dash > 0 else max(shaft, 1e-9)
        parts: list[tuple[Point, ...]] = []
        begin = 0.0
        while begin < shaft:
            stop = min(begin + step, shaft)
            parts.append((at(begin, -half), at(stop, -half), at(stop, half), at(begin, half)))
            begin += 2 * step
        if self.head > 0:
            wide = self.head / 2
            parts.append((at(shaft, -wide), at(length, 0.0), at(shaft, wide)))
        return parts


@dataclasses.dataclass(frozen=True)
class Text:
    """One line of text.

    Attributes:
        x: where the text has its start, middle or end, as ``anchor`` says.
        y: half the height of its capital letters.
        text: what it says.
        size: of the font, in units; capital letters are about 0.7 of it high.
        colour: of the letters.
        anchor: which part of the text is at ``x``.
        weight: of the letters. The painter has bold letters only.
        opacity: as of a `Rectangle`.
    """

    x: float
    y: float
    text: str
    size: float
    colour: Colour
    anchor: Literal["start", "middle", "end"] = "middle"
    weight: Literal["normal", "bold"] = "bold"
    opacity: float = 1.0


@dataclasses.dataclass(frozen=True, eq=False)
class Symbol:
    """A small picture that scenes show many times, such as a ship.

    Make it once and keep it: painters remember what a symbol looks like at a scale.

    Attributes:
        shapes: around the origin, each with opacity 1.
    """

    shapes: tuple[Rectangle | Circle | Polygon | Line | Text, ...]


@dataclasses.dataclass(frozen=True)
class Stamp:
    """A symbol at a place.

    Attributes:
        symbol: what to show.
        x, y: where the symbol's origin comes to lie.
        scale: units of the scene for a unit of the symbol.
        turn: degrees by which the symbol is turned clockwise around its origin.
        opacity: as of a `Rectangle`, of the symbol as a whole.
    """

    symbol: Symbol
    x: float
    y: float
    scale: float = 1.0
    turn: float = 0.0
    opacity: float = 1.0


Shape: TypeAlias = Rectangle | Circle | Polygon | Line | Text | Stamp


@dataclasses.dataclass(frozen=True)
class Scene:
    """A picture.

    Attributes:
        width, height: in units.
        background: colour where there are no shapes.
        shapes: in the order of painting.
    """

    width: float
    height: float
    background: Colour
    shapes: tuple[Shape, ...]


def mirrored(points: Iterable[Point]) -> tuple[Point, ...]:
    """Points with left and right exchanged."""
    return tuple((-x, y) for x, y in points)


def star(
    x: float, y: float, outer: float, inner: float, tips: int, turn: float = 0.0
) -> tuple[Point, ...]:
    """Corners of a star.

    Args:
        x, y: centre.
        outer, inner: distance of the tips, and of the corners between them, from the centre.
        tips: their number. The first points up.
        turn: degrees clockwise.
    """
    corners = []
    for i in range(2 * tips):
        angle = math.radians(turn) + math.pi * i / tips
        distance = inner if i % 2 else outer
        corners.append((x + distance * math.sin(angle), y - distance * math.cos(angle)))
    return tuple(corners)


def curve(points: Sequence[Point], steps: int = 8) -> tuple[Point, ...]:
    """A smooth closed outline through points: a Catmull-Rom spline, ``steps`` corners a point."""
    outline = []
    count = len(points)
    for i in range(count):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = (points[(i + k) % count] for k in range(-1, 3))
        for step in range(steps):
            t = step / steps
            wa = -0.5 * t**3 + t**2 - 0.5 * t
            wb = 1.5 * t**3 - 2.5 * t**2 + 1.0
            wc = -1.5 * t**3 + 2.0 * t**2 + 0.5 * t
            wd = 0.5 * t**3 - 0.5 * t**2
            outline.append(
                (wa * ax + wb * bx + wc * cx + wd * dx, wa * ay + wb * by + wc * cy + wd * dy)
            )
    return tuple(outline)
