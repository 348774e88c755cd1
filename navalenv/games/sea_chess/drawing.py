"""Pictures of Sea Chess: a sea chart with two fleets, and the same in letters."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from navalenv.core.record import NO_ACTION
from navalenv.games.sea_chess.actions import CUSTODIANSHIP, WITHDRAWAL
from navalenv.games.sea_chess.planes import SHIP_NAMES
from navalenv.games.sea_chess.position import cell_letter, fleet
from navalenv.games.sea_chess.rules import (
    BATTLESHIP,
    CARRIER,
    CRUISER,
    DESTROYER,
    EMPTY,
    FLAGSHIP,
    NUM_PLAYERS,
    NUM_SHIP_TYPES,
    SHIP_LETTERS,
    SUBMARINE,
)
from navalenv.render.chart import (
    BURST_MARK,
    EDGE,
    FAINT_INK,
    FOAM,
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
    curve,
    mirrored,
    star,
)

if TYPE_CHECKING:
    from navalenv.games.sea_chess.game import SeaChess

_ARROW: Colour = (232, 132, 24)
# Of the fleets, by player: the hull, what stands on it, and what is darkest.
_HULL: tuple[Colour, Colour] = (30, 72, 156), (184, 36, 44)
_DECKS: tuple[Colour, Colour] = (92, 138, 212), (230, 116, 104)
_DARK: tuple[Colour, Colour] = (17, 42, 98), (112, 16, 26)

_BOARD = 600.0
"""Width of the board in units, whatever its size."""


# The ships, seen from the side, on a square of 100 x 100 units around the origin. Blue's sail
# to the right; Red's are their mirror images.


@dataclasses.dataclass(frozen=True)
class _Part:
    """A part of a ship: its outline, and which of a fleet's colours it has."""

    points: tuple[Point, ...]
    colours: tuple[Colour, Colour]


def _flagship() -> tuple[_Part, ...]:
    gold = (GOLD, GOLD)
    return (
        _Part(block(7, -47, 10, -4), _DARK),
        _Part(((7, -46), (7, -20), (-38, -20), (-30, -33), (-38, -46)), gold),
        _Part(star(-11, -32.5, 11, 4.6, 5), _HULL),
        _Part(block(-10, -12, 22, -2), _DECKS),
        _Part(block(-28, -3, 30, 7), _DECKS),
        _Part(((-46, 2), (-28, 6), (26, 6), (48, -2), (37, 34), (-38, 34)), _HULL),
    )


def _carrier() -> tuple[_Part, ...]:
    jet = ((-12, -15), (-7, -15), (-1, -9), (11, -7), (14, -4), (8, -1), (-10, -1))
    return (
        _Part(block(17, -42, 19.5, -20), _DARK),
        _Part(block(11, -24, 26, -14), _DECKS),
        _Part(block(7, -15, 30, 0), _DECKS),
        *(_Part(tuple((x + shift, y) for x, y in jet), _DECKS) for shift in (-32, -6)),
        _Part(((-46, 4), (46, 4), (36, 34), (-38, 34)), _HULL),
        _Part(((-49, -1), (50, -1), (47, 7), (-46, 7)), _DARK),
    )


def _battleship() -> tuple[_Part, ...]:
    turret = ((18, 7), (20, -4), (31, -4), (35, 7))
    barrel = ((29, -3), (48, -10), (49, -6), (30, 3))
    return (
        _Part(block(-1.5, -48, 1.5, -30), _DARK),
        _Part(block(-6, -36, 6, -22), _DECKS),
        _Part(block(-9, -24, 9, -10), _DECKS),
        _Part(block(-14, -12, 14, 8), _DECKS),
        _Part(barrel, _DARK),
        _Part(mirrored(barrel), _DARK),
        _Part(turret, _DECKS),
        _Part(mirrored(turret), _DECKS),
        _Part(((-47, 5), (47, 3), (38, 34), (-39, 34)), _HULL),
    )


def _cruiser() -> tuple[_Part, ...]:
    funnel = ((-3, 8), (-6, -22), (4, -22), (8, 8))
    band = ((-6, -22), (4, -22), (4.8, -16), (-5.4, -16))
    return (
        _Part(block(17, -34, 19.5, -14), _DARK),
        _Part(block(11, -16, 26, 8), _DECKS),
        _Part(block(-30, 1, 14, 9), _DECKS),
        *(_Part(tuple((x + shift, y) for x, y in funnel), _DECKS) for shift in (-2, -20)),
        *(_Part(tuple((x + shift, y) for x, y in band), _DARK) for shift in (-2, -20)),
        _Part(((-45, 8), (26, 8), (46, 2), (36, 34), (-37, 34)), _HULL),
    )


def _destroyer() -> tuple[_Part, ...]:
    return (
        _Part(block(7, -20, 9, 0), _DARK),
        _Part(((3, 12), (5, -3), (17, -3), (20, 12)), _DECKS),
        _Part(((-18, 12), (-22, -6), (-12, -6), (-6, 12)), _DECKS),
        _Part(((26, 5), (40, 1), (41, 4), (28, 11)), _DARK),
        _Part(((-46, 12), (22, 12), (48, 6), (37, 33), (-40, 33)), _HULL),
    )


def _submarine() -> tuple[_Part, ...]:
    hull = curve(((-40, 22), (-22, 10), (16, 9), (38, 13), (46, 23), (34, 33), (-18, 34)), 6)
    return (
        _Part(((4, -24), (14, -24), (14, -21), (7, -21), (7, -4), (4, -4)), _DARK),
        _Part(((-10, 12), (-7, -7), (14, -7), (20, 12)), _DECKS),
        _Part(((-50, 6), (-42, 6), (-32, 20), (-42, 36), (-50, 36), (-44, 21)), _DARK),
        _Part(hull, _HULL),
    )


_PARTS: dict[int, tuple[_Part, ...]] = {
    FLAGSHIP: _flagship(),
    CARRIER: _carrier(),
    BATTLESHIP: _battleship(),
    CRUISER: _cruiser(),
    DESTROYER: _destroyer(),
    SUBMARINE: _submarine(),
}


_WAVES = (
    (-50.0, 38.0),
    *((x, 35.5 - 2.0 * math.cos(math.pi * x / 10)) for x in range(-46, 47, 2)),
    (50.0, 38.0),
    (40.0, 43.0),
    (-40.0, 43.0),
)
"""Outline of the water before a ship."""


def _ship(player: int, ship: int) -> Symbol:
    """A ship with the letter of its type, as a symbol of 100 x 100 units."""
    turn: Callable[[tuple[Point, ...]], tuple[Point, ...]] = mirrored if player else tuple
    rim, body = [], []
    for part in _PARTS[ship]:
        points = turn(part.points)
        rim.append(Polygon(points, stroke=LETTERS, stroke_width=7))
        body.append(Polygon(points, part.colours[player]))
    low = 22.0 if ship in (DESTROYER, SUBMARINE) else 20.5
    size = 26 if ship in (DESTROYER, SUBMARINE) else 30
    letter = Text(0, low, SHIP_LETTERS[ship], size, LETTERS)
    return Symbol((*rim, *body, letter, Polygon(_WAVES, FOAM)))


_SHIPS = {
    (player, ship): _ship(player, ship)
    for player in range(NUM_PLAYERS)
    for ship in range(1, NUM_SHIP_TYPES + 1)
}

_SINKS = Symbol((Circle(0, 0, 44, INK, LETTERS, 8), *cross_lines(LETTERS, 13, 22)))
"""At the corner of a ship that is about to be sunk."""


# The board.


@dataclasses.dataclass(frozen=True)
class Move:
    """A move to be shown on a board; squares are absolute.

    Attributes:
        start, end: where the ship sailed from and to.
        mover: code of the ship that sailed, negative for Red's.
        sunk: code of the ship that was sunk, 0 for none.
        sunk_square: where that was, -1 for nowhere.
        dive: whether a Submarine dived under a ship.
    """

    start: int
    end: int
    mover: int
    sunk: int
    sunk_square: int
    dive: bool


def last_move(game: SeaChess, record: np.void) -> Move | None:
    """The move that led to a record; None at the start."""
    if record["last_action"] == NO_ACTION:
        return None
    start, end, _ = game.squares(int(record["last_player"]), int(record["last_action"]))
    return Move(
        start,
        end,
        int(record["board"][end]),
        int(record["last_sunk"]),
        int(record["last_sunk_square"]),
        bool(record["last_dive"]),
    )


def _board(
    record: np.void, left: float, top: float, width: float, move: Move | None, before: bool
) -> list[Shape]:
    """The squares and what is on them.

    Args:
        record: with the ships to show.
        left, top, width: of the squares, without the frame.
        move: to be marked, if any.
        before: whether the record is from before the move, not from after it.
    """
    size = int(record["size"])
    cell = width / size

    def middle(square: int) -> Point:
        return (
            left + (square % size + 0.5) * cell,
            top + (size - 0.5 - square // size) * cell,
        )

    def ship(code: int, x: float, y: float, part: float = 1.0) -> Stamp:
        symbol = _SHIPS[int(code < 0), abs(code)]
        return Stamp(symbol, x, y, 0.9 * part * cell / 100)

    shapes: list[Shape] = []
    for square in range(size * size):
        x, y = middle(square)
        shade = (square % size + square // size) % 2
        shapes.append(Rectangle(x - cell / 2, y - cell / 2, cell, cell, SEA[shade]))
        shapes.append(Stamp(SWELLS[shade], x, y, cell / 100))
    if move is not None:
        shapes.extend(_move_marks(move, middle, cell))
    for square in range(size * size):
        code = int(record["board"][square])
        if code == EMPTY:
            continue
        x, y = middle(square)
        if move is not None and square == move.sunk_square == move.end and not before:
            shapes.append(ship(code, x - 0.1 * cell, y + 0.09 * cell, 0.84))
        else:
            shapes.append(ship(code, x, y))
    if move is not None and move.sunk:
        x, y = middle(move.sunk_square)
        lean = 24.0 if move.sunk < 0 else -24.0
        if before:
            shapes.append(Stamp(_SINKS, x + 0.3 * cell, y - 0.3 * cell, 0.4 * cell / 100))
        elif move.sunk_square != move.end:
            ghost = ship(move.sunk, x, y, 0.86)
            shapes.append(dataclasses.replace(ghost, turn=lean, opacity=0.8))
        else:
            ghost = ship(move.sunk, x + 0.24 * cell, y - 0.23 * cell, 0.56)
            shapes.append(dataclasses.replace(ghost, turn=lean))
    if move is not None and before and move.sunk_square != move.end:
        ghost = ship(move.mover, *middle(move.end))
        shapes.append(dataclasses.replace(ghost, opacity=0.55))
    return shapes


def _move_marks(move: Move, middle: Callable[[int], Point], cell: float) -> list[Shape]:
    """What lies under the ships: both squares of a move, its arrow, and where a ship sank."""
    shapes: list[Shape] = []
    for square in (move.start, move.end):
        shapes.append(square_mark(*middle(square), cell))
    (x, y), (end_x, end_y) = middle(move.start), middle(move.end)
    dx, dy = (end_x > x) - (end_x < x), (end_y > y) - (end_y < y)
    if move.sunk:
        burst_x, burst_y = middle(move.sunk_square)
        shapes.append(Stamp(BURST_MARK, burst_x, burst_y, cell / 100))
    shapes.append(
        Line(
            (x, y),
            (end_x - 0.42 * cell * dx, end_y - 0.42 * cell * dy),
            _ARROW,
            0.11 * cell,
            head=0.3 * cell,
            dash=0.14 * cell if move.dive else 0.0,
            opacity=0.9,
        )
    )
    return shapes


def _frame(game: SeaChess, left: float, top: float, width: float, edge: float) -> list[Shape]:
    """What surrounds a board: a frame of width ``edge`` with the names of files and ranks."""
    names = [game.name_of(i * game.size + i) for i in range(game.size)]
    files, ranks = [name[0] for name in names], [name[1:] for name in names]
    return frame(files, ranks, left, top, width / game.size, edge)


def draw_board(
    game: SeaChess,
    record: np.void,
    move: Move | None = None,
    *,
    before: bool = False,
    width: float = 300.0,
) -> Scene:
    """The picture of a board alone.

    Args:
        game: of the record.
        record: with the ships to show.
        move: to be marked, if any.
        before: whether the record is from before the move, not from after it.
        width: of the picture, in units.
    """
    edge = 26.0
    inner = width - 2 * edge
    shapes = _frame(game, edge, edge, inner, edge)
    shapes += _board(record, edge, edge, inner, move, before)
    return Scene(width, width, PAPER, tuple(shapes))


# The whole picture.

_SIDE = 306.0


def draw(game: SeaChess, record: np.void) -> Scene:
    """The picture of a record: a caption, the board, and what is left of each fleet."""
    outer = _BOARD + 2 * EDGE
    top = MARGIN + STRIP + GAP
    width = MARGIN + outer + GAP + _SIDE + MARGIN
    height = top + outer + MARGIN
    shapes = _caption(game, record, MARGIN, MARGIN, width - 2 * MARGIN)
    left = MARGIN + EDGE
    shapes += _frame(game, left, top + EDGE, _BOARD, EDGE)
    shapes += _board(record, left, top + EDGE, _BOARD, last_move(game, record), before=False)
    side = MARGIN + outer + GAP
    half = (outer - GAP) / 2
    shapes += _fleet_card(game, record, 1, side, top, half)
    shapes += _fleet_card(game, record, 0, side, top + half + GAP, half)
    return Scene(width, height, PAPER, tuple(shapes))


def square_at(game: SeaChess, x: float, y: float) -> int | None:
    """The square that `draw` shows at a point, in units; None beside the board."""
    cell = _BOARD / game.size
    file = math.floor((x - MARGIN - EDGE) / cell)
    rank = game.size - 1 - math.floor((y - MARGIN - STRIP - GAP - EDGE) / cell)
    inside = 0 <= file < game.size and 0 <= rank < game.size
    return rank * game.size + file if inside else None


def _caption(
    game: SeaChess, record: np.void, left: float, top: float, width: float
) -> list[Shape]:
    """The strip that says where the game stands."""
    won = winner(record)
    player = won if won is not None else int(record["to_move"])
    quiet = f"quiet plies {record['quiet_plies']} of {record['max_quiet_plies']}"
    return caption(
        left,
        top,
        width,
        (status(game, record), _last_move_text(game, record)),
        (f"ply {record['ply']}", quiet),
        LETTERS if record["terminated"] else _DECKS[player],
        won is not None,
    )


def _fleet_card(
    game: SeaChess, record: np.void, player: int, left: float, top: float, height: float
) -> list[Shape]:
    """What is left of a fleet, and what was sunk."""
    afloat, sunk = _losses(game, record, player)
    band = 40.0
    active = not record["terminated"] and int(record["to_move"]) == player
    name = game.player_name(player)
    shapes = card(left, top, _SIDE, height, band, _HULL[player], active)
    shapes.append(Text(left + 16, top + band / 2, name, 20, LETTERS, "start"))
    counts = f"{afloat.total()} afloat, {sunk.total()} sunk"
    shapes.append(Text(left + _SIDE - 16, top + band / 2, counts, 14, LETTERS, "end"))
    row = (height - band - 10) / NUM_SHIP_TYPES
    for ship in range(1, NUM_SHIP_TYPES + 1):
        y = top + band + 5 + (ship - 0.5) * row
        colour = INK if afloat[ship] else FAINT_INK
        shapes.append(Text(left + 16, y, SHIP_NAMES[ship - 1], 14, colour, "start"))
        total = afloat[ship] + sunk[ship]
        for i in range(total):
            x = left + _SIDE - 36 - (total - 1 - i) * 45
            there = i < afloat[ship]
            symbol = _SHIPS[player, ship]
            shapes.append(Stamp(symbol, x, y, 0.42, opacity=1.0 if there else 0.22))
            if not there:
                shapes.append(Stamp(GONE, x, y, 0.3, opacity=0.8))
    return shapes


def _losses(game: SeaChess, record: np.void, player: int) -> tuple[Counter[int], Counter[int]]:
    """How many ships of each type a player has, and how many fewer than at the start."""
    sign = -1 if player else 1
    afloat = Counter(int(cell) * sign for cell in record["board"] if int(cell) * sign > 0)
    full = Counter({SHIP_LETTERS.index(ship): count for ship, count in fleet(game.size).items()})
    return afloat, full - afloat


# What is said.


def winner(record: np.void) -> int | None:
    """The player who has won; None while the game goes on, and for a draw."""
    if not record["terminated"]:
        return None
    board = record["board"]
    for player, flagship in ((0, FLAGSHIP), (1, -FLAGSHIP)):
        if not (board == flagship).any():
            return 1 - player
    return None


def status(game: SeaChess, record: np.void) -> str:
    """Whose turn it is; or, when the game is over, how it ended."""
    mover = game.player_name(int(record["to_move"]))
    if not record["terminated"]:
        return f"{mover} to move"
    won = winner(record)
    if won is not None:
        return f"{game.player_name(won)} wins: {game.player_name(1 - won)}'s Flagship is sunk"
    if record["quiet_plies"] >= record["max_quiet_plies"]:
        plies = "ply" if record["quiet_plies"] == 1 else "plies"
        return f"Draw: {record['quiet_plies']} {plies} without a sinking"
    return f"Draw: {mover} has no legal move"


def way_of_sinking(game: SeaChess, record: np.void) -> str:
    """What the rules call the way in which the last move sank a ship; empty if it sank none."""
    move = last_move(game, record)
    if move is None or not move.sunk:
        return ""
    _, _, mode = game.squares(int(record["last_player"]), int(record["last_action"]))
    if mode == WITHDRAWAL:
        return "withdrawal"
    if mode == CUSTODIANSHIP:
        return "custodianship"
    by_strike = {
        FLAGSHIP: "advancement",
        BATTLESHIP: "cannonade",
        DESTROYER: "leaping",
        SUBMARINE: "displacement",
    }
    return by_strike[abs(move.sunk)]


def _last_move_text(game: SeaChess, record: np.void) -> str:
    """The last move in notation, and in words what it did."""
    move = last_move(game, record)
    if move is None:
        return "no move yet"
    text = (
        f"last move: {game.player_name(int(record['last_player']))} "
        f"{game.last_action_text(record)}"
    )
    if move.sunk:
        name = SHIP_NAMES[abs(move.sunk) - 1]
        return f"{text} ({name} sunk by {way_of_sinking(game, record)})"
    return f"{text} (dive)" if move.dive else text


def draw_text(game: SeaChess, record: np.void, colour: bool = False) -> str:
    """The picture of a record in letters, for a terminal.

    Blue's ships are in upper case, Red's in lower case. The last move is marked: ``( )``
    around the square it left, ``[ ]`` around the one it went to, ``*`` where a ship sank.

    Args:
        game: of the record.
        record: what to show.
        colour: whether to colour the text with ANSI escape codes. Without, it is plain ASCII.
    """
    size = game.size
    move = last_move(game, record)

    def paint(text: str, codes: str) -> str:
        return ansi(text, codes, colour)

    def cell(square: int) -> str:
        code = int(record["board"][square])
        letter = cell_letter(code)
        codes = ("1;94" if code > 0 else "1;91") if code else "2"
        opening, closing = " ", " "
        if move is not None:
            if square == move.sunk_square and not code:
                letter, codes = "*", "1;93"
            if square == move.start:
                opening, closing = "(", ")"
            elif square == move.end:
                opening, closing = "[", "]"
        return paint(opening, "33") + paint(letter, codes) + paint(closing, "33")

    files = "    " + "".join(f" {game.name_of(file)[0]} " for file in range(size))
    rule = "   +" + "-" * (3 * size) + "+"
    lines = [files, rule]
    for rank in reversed(range(size)):
        row = "".join(cell(rank * size + file) for file in range(size))
        lines.append(f"{rank + 1:>2} |{row}| {rank + 1}")
    lines += [rule, files, ""]
    player = winner(record) if record["terminated"] else int(record["to_move"])
    codes = "1" if player is None else ("1;94", "1;91")[player]
    lines.append(
        f"{paint(status(game, record), codes)}   ply {record['ply']}   "
        f"quiet plies {record['quiet_plies']} of {record['max_quiet_plies']}"
    )
    lines.append(_last_move_text(game, record))
    for player in range(NUM_PLAYERS):
        afloat, sunk = _losses(game, record, player)
        name = paint(f"{game.player_name(player):4}", ("1;94", "1;91")[player])
        lines.append(
            f"{name} {afloat.total():2} afloat: {_letters(afloat, player):22} "
            f"{sunk.total():2} sunk: {_letters(sunk, player)}".rstrip()
        )
    return "\n".join(lines)


def _letters(ships: Counter[int], player: int) -> str:
    """Ships by type, such as ``F A BB``; ``-`` for none."""
    sign = -1 if player else 1
    return " ".join(cell_letter(sign * ship) * ships[ship] for ship in sorted(ships)) or "-"
