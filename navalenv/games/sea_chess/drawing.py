"""Pictures of Sea Chess."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from navalenv.games.sea_chess.position import cell_letter
from navalenv.render.scene import Circle, Rectangle, Scene, Shape, Text

if TYPE_CHECKING:
    from navalenv.games.sea_chess.game import SeaChess


def draw(game: SeaChess, record: np.void) -> Scene:
    """The picture of a record."""
    size = game.size
    cell = 600 / size
    shapes: list[Shape] = []
    for square in range(size * size):
        x, y = square % size * cell, (size - 1 - square // size) * cell
        colour = (150, 205, 225) if (square + square // size) % 2 else (165, 215, 232)
        shapes.append(Rectangle(x, y, cell, cell, colour))
        code = int(record["board"][square])
        if code:
            fill = (30, 70, 160) if code > 0 else (190, 40, 50)
            shapes.append(Circle(x + cell / 2, y + cell / 2, cell * 0.4, fill))
            letter = cell_letter(abs(code))
            white = (255, 255, 255)
            shapes.append(Text(x + cell / 2, y + cell / 2, letter, cell / 2, white))
    return Scene(600, 600, (250, 246, 235), tuple(shapes))


def draw_text(game: SeaChess, record: np.void, colour: bool = False) -> str:
    """The picture of a record in letters, for a terminal."""
    size = game.size
    rows = record["board"][: size * size].reshape(size, size)
    lines = [
        f"{rank + 1:2} " + " ".join(cell_letter(int(cell)) for cell in rows[rank])
        for rank in reversed(range(size))
    ]
    lines.append("   " + " ".join(game.name_of(file)[0] for file in range(size)))
    return "\n".join(lines)
