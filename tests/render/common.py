"""What tests of pictures share."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from navalenv.core.game import Game
from navalenv.core.state import State
from navalenv.render.scene import Rectangle, Scene

ROOT = Path(__file__).parents[2]


def after(game: Game, position: str, *notations: str) -> State:
    """The state after some moves."""
    state = game.new_initial_state(position)
    for notation in notations:
        state.apply_action(state.string_to_action(notation))
    return state


def check_rectangles_inside(scene: Scene) -> None:
    """No rectangle leaves the picture."""
    for shape in scene.shapes:
        if isinstance(shape, Rectangle):
            assert shape.x >= 0
            assert shape.y >= 0
            assert shape.x + shape.width <= scene.width
            assert shape.y + shape.height <= scene.height


def check_letters(game: Game, record: np.void) -> None:
    """Plain text is plain ASCII, and colours add nothing but codes."""
    plain = game.draw_text(record)
    assert set(plain) - {"\n"} <= set(map(chr, range(32, 127)))
    coloured = game.draw_text(record, colour=True)
    assert "\x1b[" in coloured
    bare = coloured
    while "\x1b[" in bare:
        start = bare.index("\x1b[")
        bare = bare[:start] + bare[bare.index("m", start) + 1 :]
    assert bare == plain
