"""Pictures of President Chess: a map with four homes, walls and a lake; the same in letters."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import numpy as np

from navalenv.core.record import NO_ACTION
from navalenv.core.squares import square_name
from navalenv.games.president_chess.board import (
    HOME,
    LAND,
    NUM_SEATS,
    NUM_SQUARES,
    SIZE,
    VOID,
    WALL,
    WATER,
    ground_of,
    segments,
)
from navalenv.games.president_chess.moves import (
    ADMIRAL,
    MARINE,
    NUM_KINDS,
    PIECE_LETTERS,
    PIECE_NAMES,
)
from navalenv.games.president_chess.position import seat_and_kind
from navalenv.games.president_chess.rules import EMPTY
from navalenv.render.chart import (
    BURST,
    BURST_HEART,
    BURST_MARK,
    EDGE,
    FAINT_INK,
    FOAM,
    FRAME,
    FRAME_EDGE,
    GAP,
    GOLD,
    GONE,
    INK,
    LETTERS,
    MARGIN,
    PAPER,
    SEA,
    STRIP,
    SWELLS,
    ansi,
    block,
    caption,
    card,
    cross_lines,
    frame,
    square_mark,
)
from navalenv.render.scene import (
    Circle,
    Colour,
    Line,
    Point,
    Polygon,
    Rectangle,
    Scene,
    Shape,
    Stamp,
    Symbol,
    Text,
    mirrored,
    star,
)

if TYPE_CHECKING:
    from navalenv.games.president_chess.game import PresidentChess

_SET_UP = (1, 1, 1, 2, 2, 2, 9)
"""How many pieces of each kind a player has at the start."""
_BLAST = 2
"""An explosion reaches as many squares."""

# Colours of the map.
_LAND: tuple[Colour, Colour] = (229, 205, 158), (238, 217, 174)
_LAND_GRAIN: tuple[Colour, Colour] = (217, 191, 142), (227, 204, 158)
_MORTAR: Colour = (84, 78, 76)
_BRICKS: tuple[Colour, ...] = (158, 150, 144), (143, 136, 132), (170, 162, 154)
_MERLON: Colour = (203, 196, 186)
_SCORCHED: tuple[Colour, Colour] = (150, 104, 70), (160, 112, 76)
_LAST_MOVE: Colour = (255, 246, 160)
_ARROW: Colour = (24, 44, 66)


@dataclasses.dataclass(frozen=True)
class _Livery:
    """Colours of a seat.

    Attributes:
        field: of its pieces and panels.
        edge: around a piece.
        emblem: what stands on a piece.
        letter: on the emblem.
        text: on a panel.
        home: of its home side, darker and lighter squares.
        ansi: of its pieces in a terminal.
    """

    field: Colour
    edge: Colour
    emblem: Colour
    letter: Colour
    text: Colour
    home: tuple[Colour, Colour]
    ansi: str


_LIVERIES = (
    _Livery(
        (36, 98, 190), (14, 40, 92), LETTERS, (14, 44, 104), LETTERS,
        ((172, 184, 194), (180, 192, 204)), "1;94",
    ),
    _Livery(
        (196, 54, 30), (98, 20, 10), LETTERS, (124, 26, 14), LETTERS,
        ((226, 168, 134), (234, 178, 146)), "1;91",
    ),
    _Livery(
        (246, 190, 44), (112, 74, 8), (74, 48, 8), (255, 214, 96), (64, 42, 8),
        ((240, 208, 112), (247, 217, 126)), "1;93",
    ),
    _Livery(
        (82, 46, 100), (34, 14, 46), LETTERS, (66, 30, 84), LETTERS,
        ((190, 164, 172), (200, 174, 182)), "1;95",
    ),
)  # fmt: skip


# The pieces, on a square of 100 x 100 units around the origin. Each seat has a shape of its own,
# each kind an emblem that its letter stands on.


def _plate(seat: int, colour: Colour, grow: float = 0.0) -> Circle | Rectangle | Polygon:
    """The shape of a seat's pieces, ``grow`` units larger all around."""
    if seat == 0:
        return Circle(0, 0, 44 + grow, colour)
    if seat == 1:
        reach = 40.5 + grow
        return Rectangle(-reach, -reach, 2 * reach, 2 * reach, colour, radius=10 + grow / 2)
    if seat == 2:
        shield = ((-40, -42), (40, -42), (41, 8), (33, 27), (0, 47), (-33, 27), (-41, 8))
        points: tuple[Point, ...] = shield
    else:
        points = ((-25, -42), (25, -42), (48, 0), (25, 42), (-25, 42), (-48, 0))
    if grow < 0:
        part = 1 + grow / 42
        return Polygon(tuple((part * x, part * y) for x, y in points), colour)
    return Polygon(points, colour, colour, 2 * grow)


@dataclasses.dataclass(frozen=True)
class _Cut:
    """What is cut out of an emblem, so that the field shows."""

    points: tuple[Point, ...]


def _arc(x: float, y: float, radius: float, begin: float, end: float) -> tuple[Point, ...]:
    """Points of an arc, by degrees clockwise from the top."""
    steps = 12
    angles = (math.radians(begin + (end - begin) * i / steps) for i in range(steps + 1))
    return tuple((x + radius * math.sin(a), y - radius * math.cos(a)) for a in angles)


def _helm() -> list[tuple[Point, ...] | _Cut]:
    spokes = []
    for i in range(8):
        angle = math.pi * i / 4
        ux, uy = math.sin(angle), -math.cos(angle)

        def at(forward: float, aside: float, ux: float = ux, uy: float = uy) -> Point:
            return forward * ux - aside * uy, forward * uy + aside * ux

        spokes.append(
            (at(22, -2.4), at(31, -2.4), at(33, -4.2), at(39, -3.4), at(40.5, 0),
             at(39, 3.4), at(33, 4.2), at(31, 2.4), at(22, 2.4))
        )  # fmt: skip
    return [*spokes, _arc(0, 0, 30, 0, 360), _Cut(_arc(0, 0, 23, 0, 360))]


def _tank() -> list[tuple[Point, ...] | _Cut]:
    tracks = ((-36, 8), (-31, 1), (31, 1), (36, 8), (36, 22), (26, 33), (-26, 33), (-36, 22))
    return [
        block(8, -18, 40, -11),
        ((-19, -1.5), (-15, -23), (10, -23), (17, -1.5)),
        tracks,
    ]


def _warship() -> list[tuple[Point, ...] | _Cut]:
    barrel = ((16, -1), (18, -9), (25, -10), (37, -16), (38.5, -12.5), (28, -6), (29, -1))
    return [
        block(-1.5, -38, 1.5, -24),
        block(-9, -30, 9, -26),
        block(-6, -24, 6, -12),
        block(-12, -14, 12, 0),
        barrel,
        mirrored(barrel),
        ((-40, 1), (40, 1), (29, 32), (-29, 32)),
    ]


def _jet() -> list[tuple[Point, ...] | _Cut]:
    half = ((0, -42), (5, -31), (8, -14), (39, 17), (39, 26), (13, 27), (18, 37), (5, 34))
    return [(*half, *reversed(mirrored(half[1:])))]


def _capitol() -> list[tuple[Point, ...] | _Cut]:
    return [
        block(-1.6, -42, 1.6, -24),
        ((1, -42), (15, -37), (1, -32)),
        _arc(0, -9, 17, -90, 90),
        block(-20, -8.5, 20, -2.5),
        ((-28, 0), (28, 0), (28, 27), (-28, 27)),
        block(-33, 27, 33, 33),
    ]


def _marine() -> list[tuple[Point, ...] | _Cut]:
    half = ((0, 1), (15, 2), (28, 10), (32, 33))
    helmet = _arc(0, -17, 17, -90, 90)
    return [
        _arc(0, -15, 11.5, 85, 275),
        (*helmet, (23, -13.5), (-23, -13.5)),
        (*half, *reversed(mirrored(half))),
    ]


_EMBLEMS: tuple[tuple[list[tuple[Point, ...] | _Cut], Point, float], ...] = (
    (_capitol(), (0, 13.5), 33),
    (_helm(), (0.5, 0), 37),
    ([star(0, 3, 45, 22.5, 5)], (0, 4.5), 34),
    (_jet(), (0, 13.5), 33),
    (_warship(), (0, 15.5), 34),
    (_tank(), (0, 16), 33),
    (_marine(), (0, 17.5), 33),
)
"""Of each kind of piece: outlines, where its letter stands, and how large that is."""


def _piece(seat: int, kind: int) -> Symbol:
    """A piece, as a symbol of 100 x 100 units."""
    livery = _LIVERIES[seat]
    size, lift = (0.92, -4.0) if seat == 2 else (1.0, 0.0)
    parts, (letter_x, letter_y), letter = _EMBLEMS[kind]
    shapes: list[Rectangle | Circle | Polygon | Line | Text] = [
        _plate(seat, livery.edge, 4.5),
        _plate(seat, livery.field),
    ]
    for part in parts:
        points = part.points if isinstance(part, _Cut) else part
        colour = livery.field if isinstance(part, _Cut) else livery.emblem
        shapes.append(Polygon(tuple((size * x, size * y + lift) for x, y in points), colour))
    # The letter of an Admiral stands on the field, all others on the emblem.
    colour = livery.emblem if kind == ADMIRAL else livery.letter
    shapes.append(
        Text(size * letter_x, size * letter_y + lift, PIECE_LETTERS[kind], letter, colour)
    )
    return Symbol(tuple(shapes))


_PIECES = {
    (seat, kind): _piece(seat, kind) for seat in range(NUM_SEATS) for kind in range(NUM_KINDS)
}
_PLATES = tuple(
    Symbol((_plate(seat, LETTERS, 7), _plate(seat, livery.edge, 3.5), _plate(seat, livery.field)))
    for seat, livery in enumerate(_LIVERIES)
)
"""The bare shapes of the seats."""
_ACTIVE_PLATES = tuple(
    Symbol((_plate(seat, GOLD, 10), _plate(seat, livery.edge, 3.5), _plate(seat, livery.field)))
    for seat, livery in enumerate(_LIVERIES)
)
_BADGES = tuple(
    Symbol((_plate(seat, livery.text, 4), _plate(seat, livery.field, -4)))
    for seat, livery in enumerate(_LIVERIES)
)
"""The same, as outlines."""
_POINTER = Symbol((Polygon(((-14, 12), (14, 12), (0, -12)), GOLD),))
"""Points up."""
_FALLEN = Symbol((*cross_lines(LETTERS, 17, 42), *cross_lines(BURST, 10, 39)))
"""Over the shape of a seat that has lost."""


def _grain(colour: Colour) -> Symbol:
    """A little sand on a square of 100 x 100 units."""
    shapes = []
    for x, y in ((-24, -20), (20, -6), (-12, 24)):
        top = [
            (x + step * 4.0, y - 2.5 * math.sin(math.pi * (step + 3) / 6)) for step in range(-3, 4)
        ]
        shapes.append(Polygon((*top, *((px, py + 3.2) for px, py in reversed(top))), colour))
    return Symbol(tuple(shapes))


_GRAINS = tuple(_grain(colour) for colour in _LAND_GRAIN)


def _masonry(length: int) -> Symbol:
    """A wall seen from above, from left to right: ``length`` squares of 100 x 100 units."""
    left, right = -50.0 * length, 50.0 * length
    shapes: list[Rectangle] = [Rectangle(left, -50, right - left, 100, _MORTAR)]
    course, brick, joint = 20.0, 50.0, 3.5
    for row in range(3):
        y = -30 + row * course
        x = left - (brick / 2 if row % 2 else 0)
        while x < right:
            begin, end = max(x, left), min(x + brick, right)
            index = round((x - left) / brick * 2) + 5 * row
            shapes.append(
                Rectangle(
                    begin + joint / 2, y + joint / 2, end - begin - joint, course - joint,
                    _BRICKS[index % len(_BRICKS)],
                )
            )  # fmt: skip
            x += brick
    merlons = 4 * length
    pitch = (right - left) / merlons
    for i in range(merlons):
        for y in (-48.0, 31.0):
            shapes.append(Rectangle(left + (i + 0.14) * pitch, y, 0.72 * pitch, 17, _MERLON))
    return Symbol(tuple(shapes))


_WALLS = {length: _masonry(length) for length in (1, 2, 3)}
"""Walls by length; shorter ones for pictures of a part of the board."""


# The board.


_GROUND = tuple(ground_of(square) for square in range(NUM_SQUARES))


_FLAMES: tuple[tuple[float, float, int, float, Colour], ...] = (
    (2.62, 1.5, 18, 4.0, BURST),
    (2.0, 1.15, 18, 14.0, (245, 140, 50)),
    (1.4, 0.85, 14, 8.0, BURST_HEART),
    (0.8, 0.55, 12, 0.0, (255, 246, 214)),
)
"""Of an explosion, from below: reach of the tips and of what is between, in squares; how many
tips; degrees by which they are turned; colour."""


@dataclasses.dataclass(frozen=True)
class Move:
    """A move to be shown on a board; squares are absolute.

    Attributes:
        start, end: where the piece went from and to.
        seat: whose piece it was.
        killed: content of the square that it landed on, 0 if that was empty.
        num_killed: pieces killed, by landing and by an explosion.
        exploded: whether it exploded where it landed.
        fallen: seats that fell.
    """

    start: int
    end: int
    seat: int
    killed: int
    num_killed: int
    exploded: bool
    fallen: tuple[int, ...]


def last_move(game: PresidentChess, record: np.void) -> Move | None:
    """The move that led to a record; None at the start."""
    if record["last_action"] == NO_ACTION:
        return None
    fallen = int(record["last_fallen"])
    return Move(
        int(record["last_from"]),
        int(record["last_to"]),
        game.seat_of(int(record["last_player"])),
        int(record["last_kill"]),
        int(record["last_killed"]),
        bool(record["last_exploded"]),
        tuple(seat for seat in range(NUM_SEATS) if fallen >> seat & 1),
    )


@dataclasses.dataclass(frozen=True)
class _View:
    """Which squares a board shows, and where.

    Attributes:
        x, y: of the square at the lower left.
        columns, rows: how many squares.
        left, top: of the squares, in units.
        cell: width of a square.
    """

    x: int
    y: int
    columns: int
    rows: int
    left: float
    top: float
    cell: float

    def corner(self, x: float, y: float) -> Point:
        """Where the lower left corner of a square is shown."""
        return (
            self.left + (x - self.x) * self.cell,
            self.top + (self.y + self.rows - y) * self.cell,
        )

    def middle(self, square: int) -> Point:
        """Where the middle of a square is shown."""
        return self.corner(square % SIZE + 0.5, square // SIZE + 0.5)

    def __contains__(self, square: int) -> bool:
        if square < 0:
            return False
        x, y = square % SIZE, square // SIZE
        return self.x <= x < self.x + self.columns and self.y <= y < self.y + self.rows

    def squares(self) -> list[int]:
        """The squares shown."""
        return [
            y * SIZE + x
            for y in range(self.y, self.y + self.rows)
            for x in range(self.x, self.x + self.columns)
        ]


_WHOLE = (0, 0, SIZE - 1, SIZE - 1)


def _home_of(square: int) -> int | None:
    """The seat whose home side a square is on, or None."""
    x, y = square % SIZE, square // SIZE
    if x in HOME:
        return {0: 0, SIZE - 1: 2}.get(y)
    return {0: 1, SIZE - 1: 3}.get(x)


def _map(game: PresidentChess, record: np.void, view: _View) -> list[Shape]:
    """The squares, without what is on them."""
    cell = view.cell
    seats = {game.seat_of(player) for player in range(game.num_players)}
    shapes: list[Shape] = []
    for square in view.squares():
        ground = _GROUND[square]
        left, bottom = view.corner(square % SIZE, square // SIZE)
        shade = (square % SIZE + square // SIZE) % 2
        x, y = left + cell / 2, bottom - cell / 2
        if ground == LAND:
            home = _home_of(square)
            colours = _LAND if home not in seats or home is None else _LIVERIES[home].home
            shapes.append(Rectangle(left, bottom - cell, cell, cell, colours[shade]))
            if colours is _LAND:
                shapes.append(Stamp(_GRAINS[shade], x, y, cell / 100))
        elif ground == WATER:
            shapes.append(Rectangle(left, bottom - cell, cell, cell, SEA[shade]))
            shapes.append(Stamp(SWELLS[shade], x, y, cell / 100))
        elif ground == VOID:
            shapes.append(Rectangle(left, bottom - cell, cell, cell, FRAME))
    shapes += _shores(view)
    for segment in segments():
        across = segment[1] - segment[0] == 1
        shown = [square for square in segment if square in view]
        if shown:
            (ax, ay), (bx, by) = view.middle(shown[0]), view.middle(shown[-1])
            place = (ax + bx) / 2, (ay + by) / 2
            turn = 0.0 if across else 90.0
            shapes.append(Stamp(_WALLS[len(shown)], *place, cell / 100, turn))
    return shapes


def _shores(view: _View) -> list[Shape]:
    """Where water meets land, and where the board ends: a line along each side."""
    shapes: list[Shape] = []
    for square in view.squares():
        ground = _GROUND[square]
        if ground not in (WATER, VOID):
            continue
        left, bottom = view.corner(square % SIZE, square // SIZE)
        cell = view.cell
        for step, box in (
            (1, (left + cell, bottom - cell, 0.0, cell)),
            (-1, (left, bottom - cell, 0.0, cell)),
            (SIZE, (left, bottom - cell, cell, 0.0)),
            (-SIZE, (left, bottom, cell, 0.0)),
        ):
            beside = square + step
            if beside not in view or abs(beside % SIZE - square % SIZE) > 1:
                continue
            if _GROUND[beside] == ground:
                continue
            thick, colour = 1.5, FOAM if ground == WATER else FRAME_EDGE
            x, y, width, height = box
            shapes.append(
                Rectangle(x - thick, y - thick, width + 2 * thick, height + 2 * thick, colour)
            )
    return shapes


def _blast(move: Move, view: _View, before: bool) -> list[Shape]:
    """The squares that an explosion reaches; the flames, or ``before`` only an outline."""
    cell = view.cell
    x, y = move.end % SIZE, move.end // SIZE
    reached = [
        square
        for square in view.squares()
        if max(abs(square % SIZE - x), abs(square // SIZE - y)) <= _BLAST
        and _GROUND[square] != VOID
    ]
    corners = [view.corner(square % SIZE, square // SIZE) for square in reached]
    left, right = min(px for px, _ in corners), max(px for px, _ in corners) + cell
    top, bottom = min(py for _, py in corners) - cell, max(py for _, py in corners)
    shapes: list[Shape] = []
    if not before:
        for square, (px, py) in zip(reached, corners, strict=True):
            shade = (square % SIZE + square // SIZE) % 2
            shapes.append(Rectangle(px, py - cell, cell, cell, _SCORCHED[shade]))
        middle_x, middle_y = view.middle(move.end)
        for outer, inner, tips, turn, colour in _FLAMES:
            flame = star(middle_x, middle_y, outer * cell, inner * cell, tips, turn)
            shapes.append(Polygon(_clipped(flame, (left, top, right, bottom)), colour))
    line = 0.06 * cell
    box = left + line / 2, top + line / 2, right - left - line, bottom - top - line
    shapes.append(Rectangle(*box, None, BURST, line))
    return shapes


def _clipped(
    points: tuple[Point, ...], box: tuple[float, float, float, float]
) -> tuple[Point, ...]:
    """The part of a polygon within a box of left, top, right and bottom."""
    for axis, limit, sign in ((0, box[0], 1), (1, box[1], 1), (0, box[2], -1), (1, box[3], -1)):
        kept: list[Point] = []
        for i, end in enumerate(points):
            start = points[i - 1]
            begin_in = sign * (start[axis] - limit) >= 0
            end_in = sign * (end[axis] - limit) >= 0
            if begin_in != end_in:
                part = (limit - start[axis]) / (end[axis] - start[axis])
                kept.append(
                    (start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1]))
                )
            if end_in:
                kept.append(end)
        points = tuple(kept)
    return points


def _move_mark(square: int, view: _View) -> Rectangle:
    """What lies under a square of the last move; it leaves water and wall to be seen."""
    size = view.cell * (1.0 if _GROUND[square] == LAND else 0.8)
    return square_mark(*view.middle(square), size, _LAST_MOVE, _ARROW)


def _arrow(move: Move, view: _View, before: bool) -> list[Shape]:
    """From where a piece came to where it went, with a light edge."""
    (x, y), (end_x, end_y) = view.middle(move.start), view.middle(move.end)
    cell = view.cell
    length = math.hypot(end_x - x, end_y - y)
    if length == 0:
        return []
    ux, uy = (end_x - x) / length, (end_y - y) / length
    short = 0.44 * cell / max(abs(ux), abs(uy))
    if before and not move.killed:
        short = 0.1 * cell
    elif move.exploded:
        short = 0.5 * cell
    tip = end_x - short * ux, end_y - short * uy
    line = Line((x, y), tip, _ARROW, 0.11 * cell, head=0.32 * cell)
    rim = Line(
        (x, y),
        (tip[0] + 0.09 * cell * ux, tip[1] + 0.09 * cell * uy),
        LETTERS,
        0.19 * cell,
        head=0.5 * cell,
    )
    return [rim, line]


def _board(
    game: PresidentChess,
    record: np.void,
    view: _View,
    move: Move | None,
    before: bool = False,
    marks: Mapping[int, bool] | None = None,
) -> list[Shape]:
    """The squares and what is on them.

    Args:
        game: of the record.
        record: with the pieces to show.
        view: which squares to show, and where.
        move: to be marked, if any.
        before: whether the record is from before the move, not from after it.
        marks: squares to be marked as targets: with a burst where it kills, else with a dot.
    """
    cell, marks = view.cell, marks or {}
    shapes = _map(game, record, view)
    hit = -1
    if move is not None:
        hit = move.end if move.killed and not move.exploded and not before else -1
        shapes.append(_move_mark(move.start, view))
        if move.exploded:
            shapes += _blast(move, view, before)
        elif hit < 0:
            shapes.append(_move_mark(move.end, view))
    for square in (hit, *(square for square, kills in marks.items() if kills)):
        if square in view:
            shapes.append(Stamp(BURST_MARK, *view.middle(square), 1.36 * cell / 100))
    if move is not None:
        shapes += _arrow(move, view, before)
    for square in view.squares():
        code = int(record["board"][square])
        if code == EMPTY:
            continue
        x, y = view.middle(square)
        size = 0.94 if _GROUND[square] == LAND else 0.84
        if square == hit:
            x, y, size = x - 0.06 * cell, y + 0.06 * cell, 0.76
        shapes.append(Stamp(_PIECES[seat_and_kind(code)], x, y, size * cell / 100))
    if move is not None and hit >= 0:
        x, y = view.middle(hit)
        ghost = _PIECES[seat_and_kind(move.killed)]
        place = x + 0.31 * cell, y - 0.31 * cell
        shapes.append(Stamp(ghost, *place, 0.5 * cell / 100, turn=24.0))
    for square, kills in marks.items():
        if square in view and not kills:
            x, y = view.middle(square)
            shapes.append(Circle(x, y, 0.17 * cell, _ARROW, LETTERS, 0.05 * cell))
    return shapes


def draw_board(
    game: PresidentChess,
    record: np.void,
    move: Move | None = None,
    *,
    before: bool = False,
    marks: Mapping[int, bool] | None = None,
    part: tuple[int, int, int, int] = _WHOLE,
    cell: float = 30.0,
) -> Scene:
    """The picture of a board, or of a part of it, alone.

    Args:
        game: of the record.
        record: with the pieces to show.
        move: to be marked, if any.
        before: whether the record is from before the move, not from after it.
        marks: squares to be marked as targets of a piece, and whether it kills there.
        part: x and y of the squares at the lower left and at the upper right.
        cell: width of a square in units.
    """
    edge = 26.0
    x, y, right, top = part
    view = _View(x, y, right - x + 1, top - y + 1, edge, edge, cell)
    shapes = _frame(view, edge)
    shapes += _board(game, record, view, move, before, marks)
    width, height = view.columns * cell + 2 * edge, view.rows * cell + 2 * edge
    return Scene(width, height, PAPER, tuple(shapes))


def _frame(view: _View, edge: float) -> list[Shape]:
    """What surrounds a board, with the names of files and ranks."""
    files = [square_name(x, 0)[0] for x in range(view.x, view.x + view.columns)]
    ranks = [square_name(0, y)[1:] for y in range(view.y, view.y + view.rows)]
    return frame(files, ranks, view.left, view.top, view.cell, edge)


# The whole picture.

_CELL = 46.0
_SIDE = 344.0
_BAND = 36.0
_NUM_CARDS = 4
_CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))
"""Where the sign of each seat stands: on its own left; column and row from below."""
_TOWARDS = (90.0, 180.0, 270.0, 0.0)
"""The direction from there to its home, in degrees clockwise from up."""


def _top() -> float:
    """Where board and cards begin."""
    return MARGIN + STRIP + GAP


def draw(game: PresidentChess, record: np.void) -> Scene:
    """The picture of a record: a caption, the board, and what is left of each player."""
    outer = SIZE * _CELL + 2 * EDGE
    top = _top()
    width = MARGIN + outer + GAP + _SIDE + MARGIN
    height = top + outer + MARGIN
    view = _View(0, 0, SIZE, SIZE, MARGIN + EDGE, top + EDGE, _CELL)
    shapes = _caption(game, record, width - 2 * MARGIN)
    shapes += _frame(view, EDGE)
    shapes += _board(game, record, view, last_move(game, record))
    players = range(game.num_players)
    for player in players:
        shapes += _sign(game, record, player, view)
    side = MARGIN + outer + GAP
    gap = 14.0
    high = (outer - (_NUM_CARDS - 1) * gap) / _NUM_CARDS
    # As one looks at the board: north at the top, south at the bottom.
    for player in players:
        seat = game.seat_of(player)
        place = {2: 0, 1: 1, 3: 2, 0: 3}[seat]
        shapes += _player_card(game, record, player, side, top + place * (high + gap), high)
    free = {2: (1, 2), 3: (2, 2)}.get(len(players))
    if free is not None:
        first, last = free
        shapes += _legend(
            side, top + first * (high + gap), (last - first + 1) * (high + gap) - gap
        )
    return Scene(width, height, PAPER, tuple(shapes))


def square_at(game: PresidentChess, x: float, y: float) -> int | None:
    """The square that `draw` shows at a point, in units; None beside the board."""
    file = math.floor((x - MARGIN - EDGE) / _CELL)
    rank = SIZE - 1 - math.floor((y - _top() - EDGE) / _CELL)
    if not (0 <= file < SIZE and 0 <= rank < SIZE):
        return None
    square = rank * SIZE + file
    return None if _GROUND[square] == VOID else square


def _caption(game: PresidentChess, record: np.void, width: float) -> list[Shape]:
    """The strip that says where the game stands."""
    won = winner(game, record)
    mark = LETTERS
    if not record["terminated"]:
        mark = _LIVERIES[game.seat_of(int(record["to_move"]))].field
    return caption(
        MARGIN,
        MARGIN,
        width,
        (status(game, record), _last_move_text(game, record)),
        (f"ply {record['ply']}", _quiet_text(record)),
        mark,
        won is not None,
    )


def _sign(game: PresidentChess, record: np.void, player: int, view: _View) -> list[Shape]:
    """In the corner beside a home: whose it is, how many pieces, whether it is that turn."""
    seat = game.seat_of(player)
    livery = _LIVERIES[seat]
    column, row = _CORNERS[seat]
    last = SIZE - 1.5
    x, y = view.corner(1.5 if column == 0 else last, 1.5 if row == 0 else last)
    # The name is below; where the pointer to the home is, above.
    below = 1.0 if _TOWARDS[seat] != 180 else -1.0
    y -= 0.2 * below * view.cell
    active = not record["terminated"] and int(record["to_move"]) == player
    out = player not in living(game, record)
    size = 1.5 * view.cell / 100
    plates = _ACTIVE_PLATES if active else _PLATES
    lift = -2.0 if seat == 2 else 0.0
    shapes: list[Shape] = [Stamp(plates[seat], x, y, size, opacity=0.55 if out else 1.0)]
    if out:
        shapes.append(Stamp(_FALLEN, x, y, 0.9 * size))
    else:
        count = str(sum(_pieces(record, seat).values()))
        shapes.append(Text(x, y + lift, count, 0.72 * view.cell, livery.text))
    name = game.player_name(player)
    shapes.append(Text(x, y + 1.12 * below * view.cell, name, 0.4 * view.cell, LETTERS))
    if active:
        angle = math.radians(_TOWARDS[seat])
        away = 1.18 * view.cell
        shapes.append(
            Stamp(
                _POINTER,
                x + away * math.sin(angle),
                y - away * math.cos(angle),
                view.cell / 46,
                _TOWARDS[seat],
            )
        )
    return shapes


def _pieces(record: np.void, seat: int) -> Counter[int]:
    """How many pieces of each kind a seat has."""
    board = record["board"]
    low = 1 + NUM_KINDS * seat
    return Counter(int(code) - low for code in board if low <= code < low + NUM_KINDS)


def _player_card(
    game: PresidentChess, record: np.void, player: int, left: float, top: float, height: float
) -> list[Shape]:
    """What is left of a player, and what was lost."""
    seat = game.seat_of(player)
    livery = _LIVERIES[seat]
    there = _pieces(record, seat)
    out = player not in living(game, record)
    active = not record["terminated"] and int(record["to_move"]) == player
    shapes = card(left, top, _SIDE, height, _BAND, livery.field, active)
    middle = top + _BAND / 2
    shapes.append(Stamp(_BADGES[seat], left + 24, middle, 0.22))
    shapes.append(Text(left + 44, middle, game.player_name(player), 19, livery.text, "start"))
    note = _standing(game, record, player)
    shapes.append(Text(left + _SIDE - 14, middle, note, 15, livery.text, "end"))
    rows: list[list[tuple[int, bool]]] = [[], []]
    for kind in range(NUM_KINDS):
        row = rows[kind == MARINE]
        row += [(kind, True)] * there[kind]
        row += [(kind, False)] * (_SET_UP[kind] - there[kind])
    line = 26.0
    room = (height - _BAND - line - 10) / 2
    for i, row in enumerate(rows):
        y = top + _BAND + 6 + (i + 0.5) * room
        pitch = min(37.0, (_SIDE - 16) / len(row))
        for j, (kind, alive) in enumerate(row):
            x = left + _SIDE / 2 + (j - (len(row) - 1) / 2) * pitch
            symbol = _PIECES[seat, kind]
            shapes.append(Stamp(symbol, x, y, 0.36, opacity=1.0 if alive else 0.2))
            if not alive:
                shapes.append(Stamp(GONE, x, y, 0.22, opacity=0.7))
    y = top + height - line / 2 - 3
    lost = sum((Counter(dict(enumerate(_SET_UP))) - there).values())
    total = there.total()
    text = f"{total} piece{'' if total == 1 else 's'}, {lost} lost"
    shapes.append(Text(left + 14, y, text, 14, FAINT_INK if out else INK, "start"))
    if record["terminated"]:
        shares = f"return {_signed(float(record['returns'][player]))}"
        shapes.append(Text(left + _SIDE - 14, y, shares, 14, INK, "end"))
    elif out:
        shapes.append(Text(left + _SIDE - 14, y, "out of the game", 14, FAINT_INK, "end"))
    return shapes


def _legend(left: float, top: float, height: float) -> list[Shape]:
    """What the signs mean, for games with less than four players."""
    shapes = card(left, top, _SIDE, height, _BAND, FRAME)
    shapes.append(Text(left + 16, top + _BAND / 2, "Pieces", 19, LETTERS, "start"))
    rows = 4
    row = (height - _BAND - 12) / rows
    size = min(0.62, 0.94 * row / 100)
    for kind, name in enumerate(PIECE_NAMES):
        x = left + 14 + 50 * size + (kind // rows) * _SIDE / 2
        y = top + _BAND + 6 + (kind % rows + 0.5) * row
        shapes.append(Stamp(_PIECES[0, kind], x, y, size))
        shapes.append(Text(x + 50 * size + 10, y, name, 15, INK, "start"))
    return shapes


# What is said.


def living(game: PresidentChess, record: np.void) -> list[int]:
    """The players who have not fallen."""
    return [player for player in range(game.num_players) if not record["eliminated"][player]]


def winner(game: PresidentChess, record: np.void) -> int | None:
    """The player who has won; None while the game goes on, and for a draw."""
    alive = living(game, record)
    return alive[0] if record["terminated"] and len(alive) == 1 else None


def status(game: PresidentChess, record: np.void) -> str:
    """Whose turn it is; or, when the game is over, how it ended."""
    if not record["terminated"]:
        return f"{game.player_name(int(record['to_move']))} to move"
    alive = living(game, record)
    if len(alive) == 1:
        others = [player for player in range(game.num_players) if player not in alive]
        return f"{game.player_name(alive[0])} wins: {_listed(game, others)} fell"
    if not alive:
        fallen = [
            player
            for player in range(game.num_players)
            if int(record["last_fallen"]) >> game.seat_of(player) & 1
        ]
        return f"Draw {_among(game, fallen)}: nobody is left" if fallen else "Draw: nobody is left"
    quiet = int(record["quiet_plies"])
    if quiet >= record["max_quiet_plies"]:
        plies = "ply" if quiet == 1 else "plies"
        return f"Draw {_among(game, alive)}: {quiet} {plies} without a kill"
    return f"Draw {_among(game, alive)}: nobody can move"


def _listed(game: PresidentChess, players: Collection[int]) -> str:
    """Names of players, such as ``West, North and East``."""
    *names, last = (game.player_name(player) for player in players)
    return f"{', '.join(names)} and {last}" if names else last


def _among(game: PresidentChess, players: Collection[int]) -> str:
    """For whom a draw is: ``between South and North``, ``among South, West and North``."""
    if len(players) == 1:
        return f"for {_listed(game, players)}"
    return f"{'between' if len(players) == 2 else 'among'} {_listed(game, players)}"


def _standing(game: PresidentChess, record: np.void, player: int) -> str:
    """How a player stands, in a word or two."""
    if winner(game, record) == player:
        return "winner"
    alive = living(game, record)
    if record["terminated"]:
        shares = alive or [
            other
            for other in range(game.num_players)
            if int(record["last_fallen"]) >> game.seat_of(other) & 1
        ]
        return "draw" if len(shares) > 1 and player in shares else "fallen"
    if player not in alive:
        return "fallen"
    return "to move" if int(record["to_move"]) == player else ""


def _signed(value: float) -> str:
    """A return, such as ``+0.33``."""
    return "0" if abs(value) < 0.005 else f"{value:+.2f}"


def _quiet_text(record: np.void) -> str:
    return f"quiet plies {record['quiet_plies']} of {record['max_quiet_plies']}"


def _last_move_text(game: PresidentChess, record: np.void) -> str:
    """The last move in notation, and in words what it did."""
    move = last_move(game, record)
    if move is None:
        return "no move yet"
    mover = game.player_name(int(record["last_player"]))
    text = f"last move: {mover} {game.last_action_text(record)}"
    said = []
    if move.exploded:
        pieces = "piece" if move.num_killed == 1 else "pieces"
        said.append(f"explosion, {move.num_killed} {pieces} killed")
    elif move.killed:
        _, kind = seat_and_kind(move.killed)
        said.append(f"{PIECE_NAMES[kind]} killed")
    if move.fallen:
        seats = {game.seat_of(p): p for p in range(game.num_players)}
        players = [seats[seat] for seat in move.fallen if seat in seats]
        said.append(f"{_listed(game, players)} fell" if players else "")
    return f"{text} ({'; '.join(filter(None, said))})" if said else text


_GROUND_LETTERS = {LAND: ".", WATER: "~", WALL: "#", VOID: " "}
_GROUND_ANSI = {LAND: "2;33", WATER: "94", WALL: "37", VOID: ""}


def draw_text(game: PresidentChess, record: np.void, colour: bool = False) -> str:
    """The picture of a record in letters, for a terminal.

    A square is two characters: the number of the seat, 0 south, 1 west, 2 north, 3 east, and
    the letter of the piece; or ``.`` land, ``~~`` water, ``##`` wall. Water and wall also show
    beside a piece. The last move is marked: ``( )`` around the square it left, ``[ ]`` around
    the one it went to, ``**`` where a Marine exploded and ``*`` where that reached.

    Args:
        game: of the record.
        record: what to show.
        colour: whether to colour the text with ANSI escape codes. Without, it is plain ASCII.
    """
    move = last_move(game, record)

    def paint(text: str, code: str) -> str:
        return ansi(text, code if text.strip() else "", colour)

    def cell(x: int, y: int) -> str:
        square = y * SIZE + x
        code, ground = int(record["board"][square]), _GROUND[square]
        if code != EMPTY:
            seat, piece = seat_and_kind(code)
            return paint(f"{seat}{PIECE_LETTERS[piece]}", _LIVERIES[seat].ansi)
        if move is not None and move.exploded and ground != VOID:
            away = max(abs(x - move.end % SIZE), abs(y - move.end // SIZE))
            if away <= _BLAST:
                return paint(" *" if away else "**", "1;93")
        letter = _GROUND_LETTERS[ground]
        return paint(f" {letter}" if ground == LAND else 2 * letter, _GROUND_ANSI[ground])

    def between(x: int, y: int) -> str:
        """What stands to the left of a square."""
        sides = [y * SIZE + file for file in (x - 1, x) if 0 <= file < SIZE]
        if move is not None:
            for square, opening, closing in ((move.end, "[", "]"), (move.start, "(", ")")):
                if square in sides:
                    return paint(opening if square % SIZE == x else closing, "33")
        grounds = {_GROUND[square] for square in sides}
        ground = WALL if WALL in grounds else WATER if WATER in grounds else VOID
        return paint(_GROUND_LETTERS[ground], _GROUND_ANSI[ground])

    files = "   " + "".join(f"  {square_name(x, 0)[0]}" for x in range(SIZE))
    lines = [files]
    for y in reversed(range(SIZE)):
        row = "".join(between(x, y) + cell(x, y) for x in range(SIZE)) + between(SIZE, y)
        lines.append(f"{y + 1:>2} {row} {y + 1}")
    lines.append(files)
    player = winner(game, record) if record["terminated"] else int(record["to_move"])
    code = "1" if player is None else _LIVERIES[game.seat_of(player)].ansi
    lines.append(
        f"{ansi(status(game, record), code, colour)}   ply {record['ply']}   {_quiet_text(record)}"
    )
    lines.append(_last_move_text(game, record))
    for player in range(game.num_players):
        seat = game.seat_of(player)
        there = _pieces(record, seat)
        letters = " ".join(
            PIECE_LETTERS[kind] * there[kind] for kind in range(NUM_KINDS) if there[kind]
        )
        name = ansi(f"{seat} {game.player_name(player):5}", _LIVERIES[seat].ansi, colour)
        notes = [_standing(game, record, player)]
        if record["terminated"]:
            notes.append(f"return {_signed(float(record['returns'][player]))}")
        note = ", ".join(filter(None, notes))
        lines.append(f"{name} {there.total():2} left: {letters or '-':26} {note}".rstrip())
    return "\n".join(lines)
