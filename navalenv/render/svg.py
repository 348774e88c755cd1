"""Scenes as SVG, for pages and print. Needs nothing but Python."""

from __future__ import annotations

from html import escape

from navalenv.render.scene import (
    Circle,
    Colour,
    Line,
    Point,
    Rectangle,
    Scene,
    Shape,
    Stamp,
    Symbol,
    Text,
)

_FONTS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
_CAPITAL = 0.72
"""Height of capital letters, for a font of size 1."""


def to_svg(scene: Scene, title: str = "") -> str:
    """The text of an SVG file that shows a scene.

    Args:
        scene: what to show; a unit is a pixel unless the page scales it.
        title: what the picture shows, for those who do not see it.
    """
    width, height = _number(scene.width), _number(scene.height)
    symbols: dict[Symbol, str] = {}
    for shape in scene.shapes:
        if isinstance(shape, Stamp):
            symbols.setdefault(shape.symbol, f"symbol{len(symbols)}")
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="{_FONTS}" stroke-linejoin="round">'
    ]
    if title:
        lines.append(f"<title>{escape(title)}</title>")
    if symbols:
        lines.append("<defs>")
        for symbol, name in symbols.items():
            lines.append(f'<g id="{name}">')
            lines.extend(_element(shape, symbols) for shape in symbol.shapes)
            lines.append("</g>")
        lines.append("</defs>")
    lines.append(f'<rect width="{width}" height="{height}" fill="{_colour(scene.background)}"/>')
    lines.extend(_element(shape, symbols) for shape in scene.shapes)
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def _element(shape: Shape, symbols: dict[Symbol, str]) -> str:
    """The element of a shape."""
    fade = "" if shape.opacity == 1 else f' opacity="{_number(shape.opacity)}"'
    if isinstance(shape, Stamp):
        steps = [f"translate({_number(shape.x)} {_number(shape.y)})"]
        if shape.turn:
            steps.append(f"rotate({_number(shape.turn)})")
        if shape.scale != 1:
            steps.append(f"scale({_number(shape.scale)})")
        return f'<use href="#{symbols[shape.symbol]}" transform="{" ".join(steps)}"{fade}/>'
    if isinstance(shape, Text):
        baseline = shape.y + _CAPITAL / 2 * shape.size
        return (
            f'<text x="{_number(shape.x)}" y="{_number(baseline)}" '
            f'font-size="{_number(shape.size)}" font-weight="{shape.weight}" '
            f'text-anchor="{shape.anchor}" fill="{_colour(shape.colour)}"{fade}>'
            f"{escape(shape.text)}</text>"
        )
    if isinstance(shape, Line):
        path = " ".join(_path(polygon) for polygon in shape.polygons())
        return f'<path d="{path}" fill="{_colour(shape.colour)}"{fade}/>'
    style = f'fill="{"none" if shape.fill is None else _colour(shape.fill)}"'
    if shape.stroke is not None:
        style += f' stroke="{_colour(shape.stroke)}" stroke-width="{_number(shape.stroke_width)}"'
    if isinstance(shape, Rectangle):
        corners = f' rx="{_number(shape.radius)}"' if shape.radius else ""
        return (
            f'<rect x="{_number(shape.x)}" y="{_number(shape.y)}" '
            f'width="{_number(shape.width)}" height="{_number(shape.height)}"{corners} '
            f"{style}{fade}/>"
        )
    if isinstance(shape, Circle):
        return (
            f'<circle cx="{_number(shape.x)}" cy="{_number(shape.y)}" '
            f'r="{_number(shape.radius)}" {style}{fade}/>'
        )
    return f'<path d="{_path(shape.points)}" {style}{fade}/>'


def _path(points: tuple[Point, ...]) -> str:
    """Path of a closed polygon."""
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points) + "Z"


def _colour(colour: Colour) -> str:
    """A colour as SVG writes it."""
    return "#" + "".join(f"{part:02x}" for part in colour)


def _number(value: float) -> str:
    """A number as short as two decimals allow."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
