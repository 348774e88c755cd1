"""Pictures of records in the render modes of Gymnasium and PettingZoo."""

from __future__ import annotations

from typing import Any

import numpy as np

from navalenv.core.game import Game


class Renderer:
    """Draws records of a game in one render mode; owns the window of mode ``"human"``."""

    def __init__(self, game: Game, render_mode: str | None, fps: float) -> None:
        self._game = game
        self._mode = render_mode
        self._fps = fps
        self._window: Any = None

    def render(self, record: np.void) -> Any:
        """Text for ``"ansi"``, an (H, W, 3) uint8 array for ``"rgb_array"``, else ``None``."""
        if self._mode == "ansi":
            return self._game.draw_text(record)
        scene = self._game.draw(record)
        if self._mode == "rgb_array":
            from navalenv.render.painter import paint

            return paint(scene)
        if self._window is None:
            from navalenv.render.window import Window

            self._window = Window(self._game.title)
        self._window.show(scene, self._fps)
        return None

    def close(self) -> None:
        """Close the window; a later `render` opens another."""
        if self._window is not None:
            self._window.close()
            self._window = None
