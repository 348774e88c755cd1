"""Scenes as arrays of pixels, painted off-screen with pygame: no display is needed."""

from __future__ import annotations

import dataclasses
import functools
import math
import os
import warnings
import weakref
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

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
)

if TYPE_CHECKING:
    import pygame

_CAPITAL = 0.72
"""Height of capital letters, for a font of size 1."""
_FINE = 4
"""Subpixels a side of a pixel, for smooth edges."""
_COARSE = 2
"""The same for large shapes."""
_LARGE = 40_000
"""Pixels of a shape that is painted with `_COARSE`."""
_STRIDE = 60
"""Pixels of a part of a long line."""


@functools.cache
def load_pygame() -> Any:
    """The module pygame, imported when first needed.

    Raises:
        ImportError: if it is not installed, saying how to install it.
    """
    prompt = os.environ.get("PYGAME_HIDE_SUPPORT_PROMPT")
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    try:
        with warnings.catch_warnings():
            # pygame looks for its font with a module that says on import that it is old.
            warnings.filterwarnings("ignore", message=".*pkg_resources")
            import pygame
            import pygame.font
    except ImportError as error:
        raise ImportError(
            'pictures need pygame; install it with: pip install "navalenv[render]"'
        ) from error
    finally:
        if prompt is None:
            del os.environ["PYGAME_HIDE_SUPPORT_PROMPT"]
        else:
            os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = prompt
    return pygame


def pixel_size(scene: Scene, scale: float) -> tuple[int, int]:
    """Width and height in pixels of a painted scene: even numbers, as video formats need."""
    if not scale > 0:
        raise ValueError(f"scale must be more than 0 pixels a unit, got {scale!r}")
    return (
        max(2, 2 * round(scene.width * scale / 2)),
        max(2, 2 * round(scene.height * scale / 2)),
    )


def paint(scene: Scene, scale: float = 1.0) -> npt.NDArray[np.uint8]:
    """Paint a scene.

    Args:
        scene: what to paint.
        scale: pixels a unit.

    Returns:
        Red, green and blue of every pixel, from the top left: uint8 (height, width, 3),
        a fresh contiguous array. Height and width are even.

    Raises:
        ImportError: if pygame is not installed.
    """
    surface = paint_surface(scene, scale)
    width, height = surface.get_size()
    pixels = np.frombuffer(load_pygame().image.tobytes(surface, "RGB"), np.uint8)
    return pixels.reshape(height, width, 3).copy()


def paint_surface(scene: Scene, scale: float = 1.0) -> pygame.Surface:
    """Paint a scene, as `paint` does, onto a fresh pygame surface."""
    surface = load_pygame().Surface(pixel_size(scene, scale), 0, 32)
    surface.fill(scene.background)
    for shape in scene.shapes:
        _paint_shape(surface, shape, scale)
    return surface


def _paint_shape(surface: pygame.Surface, shape: Shape, scale: float) -> None:
    """Paint a shape with smooth edges."""
    pygame = load_pygame()
    if isinstance(shape, Stamp):
        sprite, left, top = _sprite(
            shape.symbol, shape.scale * scale, float(shape.turn), float(shape.opacity)
        )
        place = round(shape.x * scale) + left, round(shape.y * scale) + top
        surface.blit(sprite, place, special_flags=pygame.BLEND_PREMULTIPLIED)
    elif isinstance(shape, Text):
        image, extent, ascent = _text_image(
            shape.text, _font_size(shape, scale), shape.colour, _FINE
        )
        if shape.opacity < 1:
            image = image.copy()
            image.set_alpha(round(255 * shape.opacity))
        x, y = _text_place(shape, extent, ascent, scale)
        surface.blit(image, (round(x), round(y)))
    elif isinstance(shape, Rectangle) and shape.fill is not None and shape.opacity == 1:
        edge = 0.0
        if shape.stroke is not None:
            edge = shape.stroke_width / 2
            _paint_box(surface, shape, shape.stroke, edge, scale)
        _paint_box(surface, shape, shape.fill, -edge, scale)
    else:
        for part in _parts(shape, scale) if isinstance(shape, Line) else [shape]:
            sprite, left, top = _smooth([part], scale, shape.opacity)
            surface.blit(sprite, (left, top), special_flags=pygame.BLEND_PREMULTIPLIED)


def _parts(line: Line, scale: float) -> list[Line]:
    """A line; or, if it is long and slanted, short lines that cover the same with less work."""
    (x, y), (end_x, end_y) = line.start, line.end
    width, height = abs(end_x - x) * scale, abs(end_y - y) * scale
    if line.opacity < 1 or line.dash > 0 or width * height < _LARGE:
        return [line]
    length = math.hypot(width, height)
    count = max(1, math.floor((length - line.head * scale) / _STRIDE))
    parts = []
    for i in range(count):
        # Each reaches one pixel into the next, so that no seam is seen.
        begin, end = i / count, (i + 1) / count + 1 / length
        start = x + (end_x - x) * begin, y + (end_y - y) * begin
        if i == count - 1:
            parts.append(dataclasses.replace(line, start=start))
        else:
            stop = x + (end_x - x) * end, y + (end_y - y) * end
            parts.append(dataclasses.replace(line, start=start, end=stop, head=0.0))
    return parts


def _paint_box(
    surface: pygame.Surface, shape: Rectangle, colour: Colour, grow: float, scale: float
) -> None:
    """Fill a rectangle, ``grow`` units larger on each side; only its corners need care."""
    left, top, width, height = _pixels(shape, grow, scale, 0.0, 0.0)
    radius = round((shape.radius + grow) * scale) if shape.radius > 0 else 0
    radius = max(0, min(radius, width // 2, height // 2))
    surface.fill(colour, (left + radius, top, width - 2 * radius, height))
    if radius == 0:
        return
    surface.fill(colour, (left, top + radius, width, height - 2 * radius))
    disc = _disc(radius, colour)
    for x in (0, 1):
        for y in (0, 1):
            surface.blit(
                disc,
                (left + x * (width - radius), top + y * (height - radius)),
                (x * radius, y * radius, radius, radius),
                special_flags=load_pygame().BLEND_PREMULTIPLIED,
            )


@functools.lru_cache(maxsize=64)
def _disc(radius: int, colour: Colour) -> pygame.Surface:
    """A disc with a smooth edge: a surface of ``2 * radius`` pixels a side."""
    pygame = load_pygame()
    large = pygame.Surface((2 * radius * _FINE, 2 * radius * _FINE), pygame.SRCALPHA, 32)
    pygame.draw.circle(large, colour, (radius * _FINE, radius * _FINE), radius * _FINE)
    return pygame.transform.smoothscale(large, (2 * radius, 2 * radius))


_sprites: weakref.WeakKeyDictionary[
    Symbol, dict[tuple[float, float, float], tuple[pygame.Surface, int, int]]
] = weakref.WeakKeyDictionary()


def _sprite(
    symbol: Symbol, scale: float, turn: float, opacity: float
) -> tuple[pygame.Surface, int, int]:
    """What a symbol looks like, and where its left and top are from its origin, in pixels."""
    looks = _sprites.setdefault(symbol, {})
    key = scale, turn, opacity
    if key not in looks:
        if len(looks) >= 64:
            looks.clear()
        looks[key] = _smooth(symbol.shapes, scale, opacity, turn)
    return looks[key]


def _smooth(
    shapes: Iterable[Rectangle | Circle | Polygon | Line | Text],
    scale: float,
    opacity: float,
    turn: float = 0.0,
) -> tuple[pygame.Surface, int, int]:
    """Shapes with smooth edges on an empty surface, premultiplied; its left and top.

    They are painted with hard edges on a surface some times as large, which is then made
    smaller. As they cover fully or not at all, the mean is premultiplied by itself.
    """
    pygame = load_pygame()
    shapes = list(shapes)
    boxes = [_box(shape, scale) for shape in shapes] or [(0.0, 0.0, 0.0, 0.0)]
    low_x, low_y = min(box[0] for box in boxes), min(box[1] for box in boxes)
    high_x, high_y = max(box[2] for box in boxes), max(box[3] for box in boxes)
    if turn:
        reach = math.hypot(max(-low_x, high_x), max(-low_y, high_y))
        low_x, low_y, high_x, high_y = -reach, -reach, reach, reach
    left, top = math.floor(low_x) - 1, math.floor(low_y) - 1
    width, height = math.ceil(high_x) + 1 - left, math.ceil(high_y) + 1 - top
    if turn:  # with the origin in the middle
        left, top = -max(-left, left + width), -max(-top, top + height)
        width, height = -2 * left, -2 * top
    fine = _FINE if width * height < _LARGE else _COARSE
    large = pygame.Surface((width * fine, height * fine), pygame.SRCALPHA, 32)
    for shape in shapes:
        _paint_hard(large, shape, scale * fine, -left * fine, -top * fine)
    if turn:
        turned = pygame.transform.rotate(large, -turn)
        large.fill((0, 0, 0, 0))
        middle = turned.get_rect(center=large.get_rect().center)
        large.blit(turned, middle, special_flags=pygame.BLEND_RGBA_ADD)
    small = pygame.transform.smoothscale(large, (width, height))
    if opacity < 1:
        part = round(255 * opacity)
        small.fill((part, part, part, part), special_flags=pygame.BLEND_RGBA_MULT)
    return small, left, top


def _box(
    shape: Rectangle | Circle | Polygon | Line | Text, scale: float
) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what a shape covers, in pixels."""
    if isinstance(shape, Text):
        image, extent, ascent = _text_image(shape.text, _font_size(shape, scale), shape.colour, 1)
        x, y = _text_place(shape, extent, ascent, scale)
        return x, y, x + image.get_width(), y + image.get_height()
    if isinstance(shape, Line):
        corners = [point for polygon in shape.polygons() for point in polygon]
        corners = corners or [shape.start]
        edge = 0.0
    else:
        edge = shape.stroke_width / 2 if shape.stroke is not None else 0.0
        if isinstance(shape, Rectangle):
            end = shape.x + shape.width, shape.y + shape.height
            corners = [(shape.x, shape.y), end]
        elif isinstance(shape, Circle):
            low = shape.x - shape.radius, shape.y - shape.radius
            corners = [low, (shape.x + shape.radius, shape.y + shape.radius)]
        else:
            corners = list(shape.points)
    columns, rows = [x for x, _ in corners], [y for _, y in corners]
    return (
        (min(columns) - edge) * scale,
        (min(rows) - edge) * scale,
        (max(columns) + edge) * scale,
        (max(rows) + edge) * scale,
    )


def _paint_hard(
    surface: pygame.Surface,
    shape: Rectangle | Circle | Polygon | Line | Text,
    scale: float,
    left: float,
    top: float,
) -> None:
    """Paint a shape with hard edges, fully covering; the origin is at (left, top)."""
    pygame = load_pygame()

    def place(points: Iterable[Point]) -> list[Point]:
        return [(left + x * scale, top + y * scale) for x, y in points]

    if isinstance(shape, Text):
        image, extent, ascent = _text_image(shape.text, _font_size(shape, scale), shape.colour, 1)
        x, y = _text_place(shape, extent, ascent, scale)
        surface.blit(image, (round(left + x), round(top + y)))
    elif isinstance(shape, Line):
        for points in shape.polygons():
            pygame.draw.polygon(surface, shape.colour, place(points))
    elif isinstance(shape, Rectangle):
        edge = shape.stroke_width / 2 if shape.stroke is not None else 0.0
        if shape.fill is not None:
            _round_box(surface, shape, shape.fill, edge, 0, scale, left, top)
        if shape.stroke is not None:
            line = max(1, round(2 * edge * scale))
            _round_box(surface, shape, shape.stroke, edge, line, scale, left, top)
    elif isinstance(shape, Circle):
        centre = (left + shape.x * scale, top + shape.y * scale)
        edge = shape.stroke_width / 2 if shape.stroke is not None else 0.0
        if shape.stroke is not None:
            outer = (shape.radius + edge) * scale
            width = 0 if shape.fill is not None else max(1, round(2 * edge * scale))
            pygame.draw.circle(surface, shape.stroke, centre, outer, width)
        if shape.fill is not None:
            pygame.draw.circle(surface, shape.fill, centre, (shape.radius - edge) * scale)
    else:
        corners = place(shape.points)
        if shape.fill is not None:
            pygame.draw.polygon(surface, shape.fill, corners)
        if shape.stroke is not None:
            wide = shape.stroke_width * scale
            for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
                for polygon in Line(start, end, shape.stroke, wide).polygons():
                    pygame.draw.polygon(surface, shape.stroke, polygon)
                pygame.draw.circle(surface, shape.stroke, start, wide / 2)


def _round_box(
    surface: pygame.Surface,
    shape: Rectangle,
    colour: Colour,
    grow: float,
    line: int,
    scale: float,
    left: float,
    top: float,
) -> None:
    """Fill a rectangle, ``grow`` units larger on each side; or only a ``line`` along its edge."""
    radius = round((shape.radius + grow) * scale) if shape.radius > 0 else 0
    load_pygame().draw.rect(
        surface,
        colour,
        _pixels(shape, grow, scale, left, top),
        line,
        border_radius=max(radius, 0),
    )


def _pixels(
    shape: Rectangle, grow: float, scale: float, left: float, top: float
) -> tuple[int, int, int, int]:
    """Left, top, width and height in pixels of a rectangle, ``grow`` units larger all around."""
    low_x = round(left + (shape.x - grow) * scale)
    low_y = round(top + (shape.y - grow) * scale)
    high_x = round(left + (shape.x + shape.width + grow) * scale)
    high_y = round(top + (shape.y + shape.height + grow) * scale)
    return low_x, low_y, max(high_x - low_x, 0), max(high_y - low_y, 0)


def _font_size(text: Text, scale: float) -> float:
    """Size to ask for: pygame makes its own font smaller than that by a factor."""
    return text.size * scale / 0.6875


@functools.lru_cache(maxsize=512)
def _text_image(
    text: str, size: float, colour: Colour, fine: int
) -> tuple[pygame.Surface, float, float]:
    """Letters on an empty surface, their width, and how far below its top they stand, in pixels.

    They are made ``fine`` times as large and then smaller: small letters would stand at
    uneven distances. No font is kept, as pygame crashes on the use of one that is older than
    a shutdown of pygame; pictures are safe.
    """
    pygame = load_pygame()
    if not pygame.font.get_init():
        pygame.font.init()
    font = pygame.font.Font(None, max(4, round(size * fine)))
    image = font.render(text, True, colour)
    extent = image.get_width() / fine
    if fine > 1:
        # Sides that are multiples of ``fine``, and some, as there may be no letters.
        width = fine * (image.get_width() // fine + 2)
        height = fine * (image.get_height() // fine + 2)
        large = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        large.fill((*colour, 0))
        large.blit(image, (0, 0))
        image = pygame.transform.smoothscale(large, (width // fine, height // fine))
    return image, extent, font.get_ascent() / fine


def _text_place(text: Text, extent: float, ascent: float, scale: float) -> Point:
    """Left and top of an image of letters."""
    part = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    baseline = text.y * scale + _CAPITAL / 2 * text.size * scale
    return text.x * scale - part * extent, baseline - ascent
