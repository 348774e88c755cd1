"""What the pictures of all boards have in common: colours, frame, caption, cards and marks."""

from __future__ import annotations

from collections.abc import Sequence

from navalenv.render.scene import (
    Circle,
    Colour,
    Line,
    Point,
    Polygon,
    Rectangle,
    Shape,
    Symbol,
    Text,
    star,
)

# Colours of paper, ink and frame.
PAPER: Colour = (246, 240, 224)
CARD: Colour = (253, 250, 242)
CARD_EDGE: Colour = (214, 204, 180)
INK: Colour = (28, 46, 66)
FAINT_INK: Colour = (112, 118, 120)
FRAME: Colour = (26, 54, 84)
FRAME_EDGE: Colour = (201, 168, 97)
LETTERS: Colour = (250, 246, 234)
GOLD: Colour = (255, 205, 70)
# Of water.
SEA: tuple[Colour, Colour] = (146, 200, 220), (161, 211, 228)
SWELL: tuple[Colour, Colour] = (163, 212, 229), (147, 201, 221)
FOAM: Colour = (232, 247, 251)
# Of what the last move did.
LAST_MOVE: Colour = (255, 228, 146)
BURST: Colour = (228, 84, 40)
BURST_HEART: Colour = (255, 216, 92)

# Lengths of a whole picture, in units.
MARGIN = 22.0
EDGE = 30.0
GAP = 18.0
STRIP = 70.0


def block(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    """Corners of a rectangle."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def cross_lines(colour: Colour, width: float, reach: float) -> tuple[Line, Line]:
    """A cross around the origin."""
    return (
        Line((-reach, -reach), (reach, reach), colour, width),
        Line((reach, -reach), (-reach, reach), colour, width),
    )


BURST_MARK = Symbol(
    (
        Polygon(star(0, 0, 50, 33, 12, 8), BURST),
        Polygon(star(0, 0, 37, 24, 12, 20), BURST_HEART),
    )
)
"""Under what was hit, on a square of 100 x 100 units."""
GONE = Symbol((*cross_lines(LETTERS, 15, 33), *cross_lines(INK, 9, 30)))
"""Over what is no more."""


def _swell(colour: Colour) -> Symbol:
    """A few waves on a square of 100 x 100 units."""
    shapes = []
    for x, y in ((-22, -14), (18, 16)):
        top = [(x + step * 5.0, y + (0, -3.5, -4.5, -3.5)[step % 4]) for step in range(-4, 5)]
        shapes.append(Polygon((*top, *((px, py + 3) for px, py in reversed(top))), colour))
    return Symbol(tuple(shapes))


SWELLS = tuple(_swell(colour) for colour in SWELL)
"""Waves on squares of the colours `SEA`."""


def square_mark(
    x: float, y: float, cell: float, fill: Colour = LAST_MOVE, stroke: Colour | None = None
) -> Rectangle:
    """What lies under the squares of the last move; x and y are the middle of one."""
    reach = 0.47 * cell
    return Rectangle(
        x - reach,
        y - reach,
        2 * reach,
        2 * reach,
        fill,
        stroke,
        0.04 * cell,
        radius=0.1 * cell,
    )


def frame(
    files: Sequence[str], ranks: Sequence[str], left: float, top: float, cell: float, edge: float
) -> list[Shape]:
    """What surrounds a board.

    Args:
        files: names of the files, from the left.
        ranks: names of the ranks, from below.
        left, top: of the squares.
        cell: width of a square.
        edge: width of the frame around the squares.
    """
    width, height = cell * len(files), cell * len(ranks)
    letter = min(0.56 * edge, 0.3 * cell)
    shapes: list[Shape] = [
        Rectangle(
            left - edge, top - edge, width + 2 * edge, height + 2 * edge, FRAME, radius=0.4 * edge
        ),
        Rectangle(left - 3, top - 3, width + 6, height + 6, FRAME_EDGE),
    ]
    for i in range(max(len(files), len(ranks))):
        if i < len(files):
            for y in (top - edge / 2 - 1, top + height + edge / 2 + 1):
                shapes.append(Text(left + (i + 0.5) * cell, y, files[i], letter, LETTERS))
        if i < len(ranks):
            for x in (left - edge / 2 - 1, left + width + edge / 2 + 1):
                shapes.append(Text(x, top + height - (i + 0.5) * cell, ranks[i], letter, LETTERS))
    return shapes


def caption(
    left: float,
    top: float,
    width: float,
    texts: tuple[str, str],
    right_texts: tuple[str, str],
    mark: Colour,
    won: bool,
) -> list[Shape]:
    """The strip that says where the game stands.

    Args:
        left, top, width: of the strip, which is `STRIP` high.
        texts: its two lines, from the left.
        right_texts: what stands at the right end of them.
        mark: colour of the player to move, or other.
        won: whether a player has won, which a golden star shows instead.
    """
    first, second = top + 24, top + 50
    right = left + width - 20
    return [
        Rectangle(left, top, width, STRIP, FRAME, radius=12),
        Polygon(star(left + 28, first, 15, 6.5, 5), GOLD)
        if won
        else Circle(left + 28, first, 9, mark, LETTERS, 2.5),
        Text(left + 48, first, texts[0], 22, LETTERS, "start"),
        Text(left + 48, second, texts[1], 15, FRAME_EDGE, "start"),
        Text(right, first, right_texts[0], 18, LETTERS, "end"),
        Text(right, second, right_texts[1], 15, FRAME_EDGE, "end"),
    ]


def card(
    left: float,
    top: float,
    width: float,
    height: float,
    band: float,
    colour: Colour,
    active: bool = False,
) -> list[Shape]:
    """An empty card.

    Args:
        left, top, width, height: of the card.
        band: height of the band at its top.
        colour: of the band.
        active: whether the card has an edge of that colour, too.
    """
    edge, line = (colour, 3.0) if active else (CARD_EDGE, 1.5)
    return [
        Rectangle(left, top, width, height, CARD, edge, line, radius=12),
        Rectangle(left, top, width, band, colour, radius=12),
        Rectangle(left, top + band / 2, width, band / 2, colour),
    ]


def ansi(text: str, codes: str, colour: bool = True) -> str:
    """A text with ANSI escape codes around it; as it is without ``colour``, or without codes."""
    return f"\x1b[{codes}m{text}\x1b[0m" if colour and codes else text


_ADVANCES = {
    0.29: "ijlI',./\\| ",
    0.34: "f!()-:;[]`",
    0.4: "r*{}",
    0.44: "t",
    0.5: '1"',
    0.57: "247acesvyzJ#$_",
    0.62: "05689hnouFLTZ+<=>?^~",
    0.66: "3bdgkpqxEPSVY",
    0.71: "ABCDHNRU&",
    0.8: "wGKOX",
    0.97: "mMQW%@",
}
"""Widths of bold letters in a font of size 1, and the letters that are as wide at most."""
_ADVANCE = {letter: width for width, letters in _ADVANCES.items() for letter in letters}
_WIDE = 0.72
"""The same for all other letters."""


def text_width(text: str, size: float) -> float:
    """About how wide a text is, rather too much than too little."""
    return size * sum(_ADVANCE.get(letter, _WIDE) for letter in text)


def fitted(text: str, width: float, size: float, smallest: float) -> tuple[str, float]:
    """A text and its size so that it is no wider than ``width``.

    It is made smaller, and if ``smallest`` is not small enough, cut.
    """
    wide = text_width(text, 1.0)
    size = min(size, max(smallest, width / max(wide, 0.01)))
    if wide * size <= width * 1.001:
        return text, size
    while text and text_width(text + "..", size) > width:
        text = text[:-1].rstrip()
    return text + "..", size


def wrapped(text: str, width: float, size: float, indent: str = "    ") -> list[str]:
    """A text as lines no wider than ``width``; all but the first begin with ``indent``."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1].strip() else lines[-1] + word
        if lines[-1].strip() and text_width(longer, size) > width:
            lines.append(indent + word)
        else:
            lines[-1] = longer if word else lines[-1] + " "
    return lines
