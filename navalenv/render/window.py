"""A window that shows scenes to a person."""

from __future__ import annotations

from typing import Any

from navalenv.render.painter import load_pygame, paint_surface
from navalenv.render.scene import Point, Scene

_shown: list[Window] = []
"""Who has the window: pygame has one at most."""


class Window:
    """A window that opens with the first scene.

    Attributes:
        title: what the window is called.
        closed_by_person: whether a person has closed it. Scenes are then shown no more,
            until `close` has been called.

    A copy, or one that is sent to another process, has no window until it shows a scene.
    """

    def __init__(self, title: str = "navalenv") -> None:
        self.title = title
        self.closed_by_person = False
        self._clock: Any = None
        self._click: Point | None = None
        self._scale = 1.0
        self._corner: Point = (0.0, 0.0)

    def __getstate__(self) -> dict[str, Any]:
        return {"title": self.title}

    def __setstate__(self, state: dict[str, Any]) -> None:
        Window.__init__(self, state["title"])

    @property
    def is_open(self) -> bool:
        """Whether there is a window now."""
        return self in _shown

    def show(self, scene: Scene, fps: float | None = None) -> None:
        """Show a scene, as large as the window allows, and take what the person did.

        Args:
            scene: what to show.
            fps: scenes a second at most: waits as long as that takes. ``None``: no waiting.

        Raises:
            ImportError: if pygame is not installed.
            RuntimeError: if there is no display to open a window on.
        """
        if self.closed_by_person:
            return
        pygame = load_pygame()
        if not self.is_open or not pygame.display.get_init():
            self._open(scene)
        self.update()
        if not self.is_open:
            return
        screen = pygame.display.get_surface()
        width, height = screen.get_size()
        self._scale = max(min(width / scene.width, height / scene.height), 1e-3)
        picture = paint_surface(scene, self._scale)
        self._corner = (
            (width - picture.get_width()) // 2,
            (height - picture.get_height()) // 2,
        )
        screen.fill(scene.background)
        screen.blit(picture, self._corner)
        pygame.display.flip()
        if fps:
            self._clock.tick(fps)

    def update(self) -> None:
        """Take what the person did since: clicks, and closing the window."""
        pygame = load_pygame()
        if not self.is_open or not pygame.display.get_init():
            return
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                self.close()
                self.closed_by_person = True
                return
            if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
                x, y = event.pos
                self._click = (
                    (x - self._corner[0]) / self._scale,
                    (y - self._corner[1]) / self._scale,
                )

    def take_click(self) -> Point | None:
        """Where in the scene, in units, the person last clicked; None if not since last asked."""
        self.update()
        click, self._click = self._click, None
        return click

    def close(self) -> None:
        """Close the window, if there is one. `show` opens a new one."""
        self.closed_by_person = False
        self._click = None
        if self.is_open:
            _shown.clear()
            load_pygame().display.quit()

    def _open(self, scene: Scene) -> None:
        pygame = load_pygame()
        try:
            pygame.display.init()
            room_x, room_y = pygame.display.get_desktop_sizes()[0]
            scale = min(1.0, 0.9 * room_x / scene.width, 0.9 * room_y / scene.height)
            size = round(scene.width * scale), round(scene.height * scale)
            pygame.display.set_mode(size, pygame.RESIZABLE)
        except pygame.error as error:
            raise RuntimeError(
                f"no window can be opened ({error}); without a display, use pictures as "
                'arrays: render_mode="rgb_array"'
            ) from error
        pygame.display.set_caption(self.title)
        self._clock = pygame.time.Clock()
        _shown[:] = [self]
