"""The map of War at Sea in a picture: sectors, and what is in them."""

from __future__ import annotations

import dataclasses
import math
from collections import defaultdict

import numpy as np

from navalenv.core.record import NO_ACTION
from navalenv.games.war_at_sea.actions import FIRST_ATTACK, FIRST_PLACE, decode_place
from navalenv.games.war_at_sea.cards import AIRCRAFT, CATEGORY, HULL, TYPE
from navalenv.games.war_at_sea.log import attacks_of
from navalenv.games.war_at_sea.names import player_of, short_name, slot_of
from navalenv.games.war_at_sea.outcomes import is_to_be_destroyed, noted_damage
from navalenv.games.war_at_sea.queries import is_crippled
from navalenv.games.war_at_sea.record import (
    AFTER_MOVE,
    DEPLOYMENT,
    EVENT_PUT,
    NUM_PLAYERS,
    NUM_SLOTS,
    NUM_UNITS,
    PURSUIT,
    SEA_MOVEMENT,
)
from navalenv.games.war_at_sea.sectors import (
    CELLS,
    ISLANDS,
    LONG_ROW,
    NUM_ROWS,
    NUM_SECTORS,
    OBJECTIVES,
    cell_text,
)
from navalenv.games.war_at_sea.sectors import DEPLOYMENT as DEPLOYMENT_SECTORS
from navalenv.games.war_at_sea.symbols import (
    LAND,
    LAND_EDGE,
    LIVERIES,
    LOST_HULL,
    MINE,
    SMOKE_CLOUD,
    WRECK,
    unit_stamp,
)
from navalenv.render.chart import (
    BURST,
    BURST_MARK,
    FRAME,
    FRAME_EDGE,
    GOLD,
    INK,
    LAST_MOVE,
    LETTERS,
    SEA,
    SWELLS,
    fitted,
    text_width,
)
from navalenv.render.scene import (
    Circle,
    Colour,
    Line,
    Point,
    Polygon,
    Rectangle,
    Shape,
    Stamp,
    Text,
    star,
)

CELL = 126.0
"""Width of a sector."""
PITCH = 112.0
"""From a row of sectors to the next."""
SLOPE = 16.0
"""Height of the roof of a sector, and of its keel."""
BORDER = 12.0
MAP_WIDTH = LONG_ROW * CELL + 2 * BORDER
MAP_HEIGHT = NUM_ROWS * PITCH + SLOPE + 2 * BORDER

_GRID: Colour = (108, 168, 196)
_LABEL: Colour = (70, 118, 146)
_SLOT: Colour = (255, 226, 150)
_AMBER: Colour = (255, 150, 40)
_TRACK: Colour = (52, 84, 112)
HULL_COLOURS: tuple[tuple[Colour | None, str], ...] = (
    (None, "left"),
    (_AMBER, "will go"),
    (LOST_HULL, "lost"),
)
"""Colours of a hull point and what they mean; None for one that depends on the ground."""
_ROOM_LEFT = 4.0
_ROOM_TOP = 21.0
_ROOM_GAP = 2.0
_MOST_FULL_WIDTH = 3
"""As many units have tiles as wide as the sector."""
_TALLEST = 29.0
_LARGE_PIP = 6.0
_NO_EDGE = 3.0
"""Squares of a hull that are no larger have no edge."""
_ONE_LINE = 20.0
"""Tiles that are less high have their name beside their symbol."""


@dataclasses.dataclass(frozen=True)
class Box:
    """A rectangle: left, top, width and height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        """The point in its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclasses.dataclass(frozen=True)
class MapView:
    """Where the map is in a picture: its left and top, border included."""

    left: float
    top: float

    def corner(self, sector: int) -> Point:
        """Left end and top of a sector."""
        row, column = CELLS[sector]
        x = self.left + BORDER + (column + 0.5 * (row % 2)) * CELL
        return x, self.top + BORDER + row * PITCH

    def middle(self, sector: int) -> Point:
        """Middle of a sector."""
        x, y = self.corner(sector)
        return x + CELL / 2, y + (PITCH + SLOPE) / 2

    def outline(self, sector: int, inset: float = 0.0) -> tuple[Point, ...]:
        """Corners of a sector, ``inset`` units within its edge."""
        x, y = self.corner(sector)
        left, right = x + inset, x + CELL - inset
        top, bottom = y + inset, y + PITCH + SLOPE - inset
        return (
            (x + CELL / 2, top),
            (right, top + SLOPE),
            (right, bottom - SLOPE),
            (x + CELL / 2, bottom),
            (left, bottom - SLOPE),
            (left, top + SLOPE),
        )

    def room(self, sector: int) -> Box:
        """Where units stand in a sector."""
        x, y = self.corner(sector)
        return Box(
            x + _ROOM_LEFT, y + _ROOM_TOP, CELL - 2 * _ROOM_LEFT, PITCH - _ROOM_TOP - _ROOM_GAP
        )


def units_by_sector(record: np.void) -> dict[int, list[int]]:
    """The units in each sector that holds any, those of player 0 first."""
    found: dict[int, list[int]] = defaultdict(list)
    for unit in range(NUM_UNITS):
        where = int(record["units"][unit]["where"])
        if record["units"][unit]["card"] and where < NUM_SECTORS:
            found[where].append(unit)
    return found


def _columns(units: list[int]) -> list[list[int]]:
    """How units stand in a sector: one below the other, else in two columns."""
    if len(units) <= _MOST_FULL_WIDTH:
        return [units]
    sides = [[u for u in units if player_of(u) == player] for player in range(NUM_PLAYERS)]
    if min(map(len, sides)) == 0:
        half = (len(units) + 1) // 2
        return [units[:half], units[half:]]
    return sides


def tile_boxes(record: np.void, view: MapView) -> dict[int, Box]:
    """Where the tile of every unit on the map is."""
    boxes = {}
    for sector, units in units_by_sector(record).items():
        room = view.room(sector)
        columns = _columns(units)
        width = (room.width - _ROOM_GAP * (len(columns) - 1)) / len(columns)
        most = max(map(len, columns))
        height = min(_TALLEST, (room.height - _ROOM_GAP * (most - 1)) / most)
        used = most * (height + _ROOM_GAP) - _ROOM_GAP
        for i, column in enumerate(columns):
            for j, unit in enumerate(column):
                boxes[unit] = Box(
                    room.x + i * (width + _ROOM_GAP),
                    room.y + (room.height - used) / 2 + j * (height + _ROOM_GAP),
                    width,
                    height,
                )
    return boxes


# What happened in the last ply.


def last_put(record: np.void) -> list[int]:
    """The units that the last ply put somewhere."""
    rows = record["events"][: record["num_events"]].tolist()
    found = [row[1] for row in rows if row[0] == EVENT_PUT]
    action = int(record["last_action"])
    if action != NO_ACTION and FIRST_PLACE <= action < FIRST_ATTACK:
        found.append(int(record["last_player"]) * NUM_SLOTS + decode_place(action)[0])
    return found


# Sectors.


def _island(view: MapView, sector: int) -> Polygon:
    x, y = view.middle(sector)
    corners = []
    for i in range(24):
        angle = 2 * math.pi * i / 24
        far = 1 + 0.07 * math.sin(3 * angle + sector) + 0.05 * math.cos(5 * angle)
        corners.append((x + 53 * far * math.cos(angle), y + 50 * far * math.sin(angle)))
    return Polygon(tuple(corners), LAND, LAND_EDGE, 2)


def _objective(record: np.void, view: MapView, sector: int) -> list[Shape]:
    """The mark of an objective: a star in its owner's colour, in gold while it has none."""
    owner = int(record["objectives"][OBJECTIVES.index(sector)])
    colour = GOLD if owner < 0 else LIVERIES[owner].field
    x, y = view.middle(sector)
    below = y + (PITCH + SLOPE) / 2 - 11
    return [
        Polygon(view.outline(sector, 3.5), None, colour, 4),
        Circle(x, below, 9.5, colour, INK, 1.5),
        Polygon(star(x, below, 7.5, 3.2, 5), INK if owner < 0 else LETTERS),
    ]


def _sector(record: np.void, view: MapView, sector: int) -> list[Shape]:
    """A sector without its units."""
    row, column = CELLS[sector]
    shade = (row + column) % 2
    x, y = view.middle(sector)
    water = SEA[shade]
    if record["phase"] == DEPLOYMENT and record["terminated"] == 0:
        for player in range(NUM_PLAYERS):
            if int(DEPLOYMENT_SECTORS[player]) >> sector & 1:
                water = LIVERIES[player].water
    shapes: list[Shape] = [Polygon(view.outline(sector), water, _GRID, 1.5)]
    if water == SEA[shade]:
        shapes.append(Stamp(SWELLS[shade], x, y, 1.0))
    if int(ISLANDS[record["map"]]) >> sector & 1:
        shapes.append(_island(view, sector))
    if record["smoke"][sector] > 0:
        for dx, dy, scale in ((-18, -16, 0.7), (16, 2, 0.9), (-10, 26, 0.75)):
            shapes.append(Stamp(SMOKE_CLOUD, x + dx, y + dy, scale, opacity=0.75))
    if sector in OBJECTIVES:
        shapes += _objective(record, view, sector)
    top = y - (PITCH + SLOPE) / 2 + 13.5
    shapes.append(Text(x, top, cell_text(sector), 10, _LABEL))
    below = y + (PITCH + SLOPE) / 2 - 13
    if int(record["mines"]) >> sector & 1:
        shapes.append(Stamp(MINE, x + 24, below - 3, 0.15))
    for player in range(NUM_PLAYERS):
        if int(record["wrecks"][player]) >> sector & 1:
            shapes.append(Stamp(WRECK, x - 22 - 15 * player, below - 2, 0.14))
    return shapes


# Units.


def hull_pips(
    record: np.void, unit: int, right: float, y: float, size: float, colour: Colour = LETTERS
) -> tuple[list[Shape], float]:
    """A square for each hull point, ending at ``right``: in ``colour`` for one left, dark for one
    lost, amber for one that the end of the phase takes. Also how wide they are."""
    row = record["units"][unit]
    full, left = int(HULL[row["card"]]), int(row["hull"])
    coming = left if is_to_be_destroyed(row) else min(left, noted_damage(row))
    step = size + 1.5
    shapes: list[Shape] = []
    for i in range(full):
        fill = colour if i < left - coming else _AMBER if i < left else LOST_HULL
        edge = INK if size > _NO_EDGE else None
        x = right - (full - i) * step + 1.5
        shapes.append(Rectangle(x, y - size / 2, size, size, fill, edge, 1.0))
    return shapes, full * step


def _cut(text: str, width: float, size: float, smallest: float) -> tuple[str, float]:
    """`fitted`, but without a sign where it is cut: there is no room for one."""
    size = min(size, max(smallest, width / text_width(text, 1.0)))
    while text_width(text, size) > width:
        text = text[:-1].rstrip()
    return text, size


def _tile(record: np.void, unit: int, box: Box, is_marked: bool) -> list[Shape]:
    """A unit in a sector: symbol, slot, name, hull."""
    row = record["units"][unit]
    card = int(row["card"])
    player = player_of(unit)
    livery = LIVERIES[player]
    flies = CATEGORY[card] == AIRCRAFT
    field = livery.faded if row["aborted"] else livery.field
    edge: Colour = livery.edge
    line = 1.0
    if is_crippled(row, int(record["turn"])):
        edge, line = _AMBER, 2.5
    if is_marked:
        edge, line = GOLD, 3.0
    height = box.height
    if height < _ONE_LINE:
        line /= 2
    shapes: list[Shape] = [
        Rectangle(box.x, box.y, box.width, height, field, edge, line, radius=min(4, height / 4))
    ]
    name = short_name(card)
    slot = str(slot_of(unit))
    kind = int(TYPE[card])
    right = box.x + box.width - 3
    if height >= _ONE_LINE:
        wide = 34.0 if box.width > 90 else 27.0
        top, below = box.y + 0.31 * height, box.y + 0.73 * height
        if box.width > 90:
            x = box.x + 4 + wide / 2
            shapes.append(unit_stamp(kind, player, x, box.y + height / 2, wide))
            left = box.x + wide + 9
            text, size = fitted(name, right - left, 11.5, 8)
            shapes.append(Text(left, top, text, size, LETTERS, "start"))
            shapes.append(Text(left, below + 0.5, slot, 10, _SLOT, "start"))
        else:
            x = box.x + 3 + wide / 2
            shapes.append(unit_stamp(kind, player, x, top, wide * 0.8))
            text, size = fitted(name, box.width - 5, 10, 7.5)
            shapes.append(Text(box.x + box.width / 2, below + 1, text, size, LETTERS))
            shapes.append(Text(box.x + wide + 4, top, slot, 9, _SLOT, "start"))
            below = top
        pip = _LARGE_PIP if box.width > 90 else 4.0
        shapes += _condition(record, unit, flies, right, below, pip)
    else:
        y = box.y + height / 2
        wide = min(20.0, 1.55 * height)
        shapes.append(unit_stamp(kind, player, box.x + 1 + wide / 2, y, wide))
        shapes.append(Text(box.x + wide + 2, y, slot, 8, _SLOT, "start"))
        left = box.x + wide + (12 if len(slot) > 1 else 8)
        text, size = _cut(name, right + 2 - left, 9, 7.5)
        shapes.append(Text(left, y - (0 if flies else 0.1 * height), text, size, LETTERS, "start"))
        if not flies:
            low = box.y + height - 2.2
            shapes += hull_pips(record, unit, right + 1, low, 2.6)[0]
        elif row["aborting"] or is_to_be_destroyed(row):
            shapes.append(Stamp(BURST_MARK, box.x + box.width - 5, y, 0.13))
    return shapes


def _condition(
    record: np.void, unit: int, flies: bool, right: float, y: float, size: float
) -> list[Shape]:
    """Hull of a Ship; of an Aircraft, whether it is aborted or will be."""
    row = record["units"][unit]
    if not flies:
        return hull_pips(record, unit, right, y, size)[0]
    if is_to_be_destroyed(row):
        text = "going down"
    elif row["aborted"] or row["aborting"]:
        text = "aborted"
    else:
        return []
    if size < _LARGE_PIP:  # no room for a word
        return [] if row["aborted"] else [Stamp(BURST_MARK, right - 4, y, 0.13)]
    return [Text(right, y, text, 8.5, GOLD, "end")]


# Arrows.


def _edge(box: Box, start: Point, towards: Point, inset: float) -> Point:
    """Where the line from a point in a box leaves it, ``inset`` units before that."""
    dx, dy = towards[0] - start[0], towards[1] - start[1]
    length = math.hypot(dx, dy)
    if length == 0:
        return start
    parts = [1.0]
    if dx:
        parts.append(((box.x + box.width if dx > 0 else box.x) - start[0]) / dx)
    if dy:
        parts.append(((box.y + box.height if dy > 0 else box.y) - start[1]) / dy)
    part = max(0.0, min(parts) - inset / length)
    return start[0] + part * dx, start[1] + part * dy


def _arrow(
    start: Point, end: Point, colour: Colour, width: float, short: float = 0.0
) -> list[Shape]:
    """An arrow with a light edge, ending ``short`` before ``end``."""
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    if length <= short + 4:
        return []
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    tip = end[0] - short * ux, end[1] - short * uy
    far = tip[0] + 0.8 * width * ux, tip[1] + 0.8 * width * uy
    return [
        Line(start, far, LETTERS, 1.9 * width, head=4.6 * width),
        Line(start, tip, colour, width, head=3.2 * width),
    ]


def _moves(record: np.void, view: MapView, boxes: dict[int, Box]) -> list[Shape]:
    """Where the units that moved in the running phase, and the last one, came from."""
    shapes: list[Shape] = []
    moving = record["phase"] in (SEA_MOVEMENT, PURSUIT, AFTER_MOVE)
    last = last_put(record)
    for unit, box in boxes.items():
        row = record["units"][unit]
        began = int(row["began"])
        if CATEGORY[row["card"]] == AIRCRAFT or not 0 <= began < NUM_SECTORS:
            continue
        if began == row["where"]:
            continue
        if unit in last:
            shapes += _arrow(view.middle(began), box.middle, _TRACK, 4.0, 18)
        elif moving and row["moved"]:
            line = Line(
                view.middle(began), box.middle, LIVERIES[player_of(unit)].field, 2.5, dash=7,
                opacity=0.8,
            )  # fmt: skip
            shapes.append(line)
    return shapes


def _attacks(record: np.void, boxes: dict[int, Box]) -> list[Shape]:
    """From attackers to their targets, where both are still on the map."""
    shapes: list[Shape] = []
    for attack in attacks_of(record):
        if attack.attacker in boxes and attack.target in boxes:
            attacker, target = boxes[attack.attacker], boxes[attack.target]
            start, end = attacker.middle, target.middle
            if attacker.x == target.x:  # one above the other: beside their names
                x = attacker.x + 0.84 * attacker.width
                start, end = (x, start[1]), (x, end[1])
            from_edge, to_edge = _edge(attacker, start, end, 8), _edge(target, end, start, 9)
            shapes += _arrow(from_edge, to_edge, BURST, 4.0 if target.height > _ONE_LINE else 2.5)
    return shapes


def draw_map(record: np.void, view: MapView) -> list[Shape]:
    """The map with its units and what the last ply did."""
    boxes = tile_boxes(record, view)
    shapes: list[Shape] = [
        Rectangle(view.left, view.top, MAP_WIDTH, MAP_HEIGHT, FRAME, FRAME_EDGE, 2, radius=12)
    ]
    for sector in range(NUM_SECTORS):
        shapes += _sector(record, view, sector)
    put = last_put(record)
    for sector in {int(record["units"][u]["where"]) for u in put}:
        if sector < NUM_SECTORS:
            shapes.append(Polygon(view.outline(sector, 2.5), None, LAST_MOVE, 4))
    shapes += _moves(record, view, boxes)
    for attack in attacks_of(record):
        if attack.target in boxes:
            box = boxes[attack.target]
            shapes.append(Stamp(BURST_MARK, *box.middle, min(1.0, box.height / 24) * 0.62))
    for unit, box in boxes.items():
        shapes += _tile(record, unit, box, unit in put)
    shapes += _attacks(record, boxes)
    return shapes
