"""Pictures: scenes, their painter, SVG, the window, and what Sea Chess draws."""

from __future__ import annotations

import copy
import dataclasses
import os
import pickle
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import navalenv
from navalenv.core.registry import GAMES
from navalenv.games.sea_chess.drawing import square_at, status, winner
from navalenv.games.sea_chess.game import SeaChess
from navalenv.games.sea_chess.position import SIZES
from navalenv.render import painter
from navalenv.render.painter import paint
from navalenv.render.scene import (
    Circle,
    Line,
    Polygon,
    Rectangle,
    Scene,
    Shape,
    Stamp,
    Symbol,
    Text,
    curve,
    star,
)
from navalenv.render.svg import to_svg
from navalenv.render.window import Window
from tests.render.common import ROOT, after, check_letters, check_rectangles_inside

WHITE, BLACK, RED = (255, 255, 255), (0, 0, 0), (255, 0, 0)


def scene_of(*shapes: Shape, width: float = 40, height: float = 30) -> Scene:
    return Scene(width, height, WHITE, shapes)


def sea_chess(size: int = 6, **options: Any) -> SeaChess:
    game = navalenv.load_game("sea_chess", size=size, **options)
    assert isinstance(game, SeaChess)
    return game


# The painter.


@pytest.mark.parametrize("scale", [0.3, 0.77, 1, 1.5])
@pytest.mark.parametrize("size", [(40, 30), (41, 31), (33.4, 7.9)])
def test_painted_array(size: tuple[float, float], scale: float) -> None:
    scene = scene_of(width=size[0], height=size[1])
    pixels = paint(scene, scale)
    height, width, channels = pixels.shape
    assert pixels.dtype == np.uint8
    assert pixels.flags.c_contiguous
    assert pixels.flags.writeable
    assert channels == 3
    assert width % 2 == height % 2 == 0
    assert abs(width - size[0] * scale) <= 1
    assert abs(height - size[1] * scale) <= 1
    assert (pixels == 255).all()


def test_arrays_are_fresh() -> None:
    scene = scene_of(Circle(20, 15, 8, RED))
    first, second = paint(scene), paint(scene)
    assert not np.shares_memory(first, second)
    second[:] = 0
    assert (paint(scene) == first).all()


def test_scale_must_be_positive() -> None:
    with pytest.raises(ValueError, match="scale"):
        paint(scene_of(), 0)


@pytest.mark.parametrize(
    "shape",
    [
        Rectangle(10, 5, 20, 20, RED),
        Rectangle(10, 5, 20, 20, RED, radius=3),
        Rectangle(10, 5, 20, 20, RED, BLACK, 2),
        Rectangle(10, 5, 20, 20, RED, BLACK, 2, radius=5),
        Circle(20, 15, 10, RED),
        Circle(20, 15, 10, RED, BLACK, 2),
        Polygon(star(20, 15, 14, 10, 12), RED),
        Polygon(curve(star(20, 15, 14, 10, 6)), RED, BLACK, 1.5),
        Line((4, 15), (36, 15), RED, 6),
        Line((4, 15), (36, 15), RED, 6, head=12),
        Stamp(Symbol((Circle(0, 0, 5, RED), Line((-9, 0), (-3, 0), BLACK))), 20, 15, 2, turn=30),
    ],
    ids=lambda shape: type(shape).__name__,
)
def test_shapes_cover_their_middle_and_nothing_far_away(shape: Shape) -> None:
    pixels = paint(scene_of(shape, Rectangle(0, 0, 1, 1, BLACK)), 4).astype(int)
    assert (pixels[60, 80] == RED).all()
    assert (pixels[0, 0] == BLACK).all()
    assert (pixels[-1, -1] == WHITE).all()
    covered = (pixels != 255).any(axis=2)
    assert 0.05 < covered.mean() < 0.6
    for half in (covered, covered.T):
        assert abs(half[: len(half) // 2].sum() - half[len(half) // 2 :].sum()) < 900


def test_outlines_leave_the_inside_as_it_is() -> None:
    for outline in (
        Rectangle(10, 5, 20, 20, None, BLACK, 2),
        Circle(20, 15, 10, None, BLACK, 2),
        Polygon(star(20, 15, 14, 10, 6), None, BLACK, 2),
    ):
        behind = Rectangle(0, 0, 40, 30, RED)
        for shapes in ((behind, outline), (Stamp(Symbol((behind, outline)), 0, 0),)):
            pixels = paint(scene_of(*shapes), 4)
            assert (pixels[60, 80] == RED).all()
            assert (pixels == 0).all(axis=2).any()


def test_opacity_mixes() -> None:
    symbol = Symbol((Rectangle(0, 0, 20, 20, BLACK),))
    for shape in (
        Rectangle(10, 5, 20, 20, BLACK, opacity=0.5),
        Circle(20, 15, 10, BLACK, opacity=0.5),
        Stamp(symbol, 10, 5, opacity=0.5),
    ):
        middle = paint(scene_of(shape))[15, 20]
        assert np.abs(middle.astype(int) - 127).max() <= 2


def test_edges_are_smooth() -> None:
    pixels = paint(scene_of(Circle(20, 15, 10, BLACK)), 2)
    assert len(np.unique(pixels)) > 5


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_text_stands_where_its_anchor_says(anchor: Any) -> None:
    pixels = paint(scene_of(Text(50, 20, "HEH", 20, BLACK, anchor), width=100, height=40), 2)
    rows, columns = np.nonzero((pixels < 128).any(axis=2))
    place = {
        "start": columns.min(),
        "middle": (columns.min() + columns.max()) / 2,
        "end": columns.max(),
    }
    assert abs(place[anchor] - 100) < 5
    assert abs((rows.min() + rows.max()) / 2 - 40) < 3


@pytest.mark.parametrize("end", [(390, 280), (20, 250), (395, 12)])
@pytest.mark.parametrize("head", [0, 24])
def test_long_lines_look_as_if_in_one_piece(end: tuple[float, float], head: float) -> None:
    def painted(line: Line) -> np.ndarray[Any, Any]:
        return paint(scene_of(line, width=400, height=300), 1.5).astype(int)

    line = Line((8, 9), end, RED, 7, head)
    whole = painted(dataclasses.replace(line, opacity=0.999))
    difference = np.abs(painted(line) - whole).max(axis=2)
    assert (difference > 130).sum() < 12
    assert difference.mean() < 0.5


def test_dashes_have_gaps() -> None:
    full = paint(scene_of(Line((2, 15), (38, 15), BLACK, 4)))
    dashed = paint(scene_of(Line((2, 15), (38, 15), BLACK, 4, dash=4)))
    assert 0.4 < (dashed == 0).sum() / (full == 0).sum() < 0.7


def test_empty_shapes_do_no_harm() -> None:
    nothing = (Line((5, 5), (5, 5), BLACK, 3), Stamp(Symbol(()), 5, 5), Text(5, 5, "", 9, BLACK))
    assert (paint(scene_of(*nothing)) == 255).all()
    ElementTree.fromstring(to_svg(scene_of(*nothing)))


def test_text_after_pygame_was_shut_down() -> None:
    pygame = painter.load_pygame()
    scene = scene_of(Text(20, 15, "Sea", 12, BLACK))
    expected = paint(scene)
    pygame.font.quit()
    assert (paint(scene) == expected).all()
    pygame.font.quit()
    pygame.font.init()
    assert (paint(scene) == expected).all()


def test_missing_pygame_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    painter.load_pygame.cache_clear()
    monkeypatch.setitem(sys.modules, "pygame", None)
    try:
        with pytest.raises(ImportError, match=r'pip install "navalenv\[render\]"'):
            paint(scene_of())
    finally:
        painter.load_pygame.cache_clear()


def test_headless_and_pygame_only_when_painting() -> None:
    program = """
import sys
import navalenv
from navalenv.core.registry import GAMES
from navalenv.render import painter, svg, window
for name in GAMES:
    game = navalenv.load_game(name)
    record = game.new_initial_state().record
    scene = game.draw(record)
    game.draw_text(record, True)
    svg.to_svg(scene)
assert "pygame" not in sys.modules
assert painter.paint(scene).any()
import pygame
assert not pygame.display.get_init()
"""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""


# SVG.


def test_svg_is_well_formed_and_escaped() -> None:
    symbol = Symbol((Circle(0, 0, 3, RED, BLACK, 2),))
    scene = scene_of(
        Text(1, 2, 'a < b & "c"', 9, BLACK, opacity=0.5),
        Stamp(symbol, 1, 2, 3, 40, 0.5),
        Stamp(symbol, 5, 2),
        Rectangle(1, 2, 3, 4, None, BLACK, 1, 2),
        Line((0, 0), (9, 9), RED, 2, 4),
    )
    root = ElementTree.fromstring(to_svg(scene, "ships & <seas>"))
    names = [element.tag.split("}")[1] for element in root.iter()]
    assert names.count("use") == 2
    assert names.count("g") == 1
    assert (root.get("width"), root.get("height")) == ("40", "30")
    texts = [element.text for element in root.iter() if element.tag.endswith(("text", "title"))]
    assert texts == ["ships & <seas>", 'a < b & "c"']


def test_pictures_of_the_documentation_are_up_to_date(make_pictures: ModuleType) -> None:
    made = make_pictures.pictures()
    written = {path.name for name in GAMES for path in make_pictures.FOLDER.glob(f"{name}_*.svg")}
    assert written == set(made)
    for name, text in made.items():
        ElementTree.fromstring(text)
        old = (make_pictures.FOLDER / name).read_text(encoding="utf-8")
        assert old == text, f"{name} is old: run docs/make_pictures.py"


# Sea Chess.


@pytest.mark.parametrize("size", SIZES)
def test_picture_changes_with_the_position(size: int) -> None:
    game = sea_chess(size)
    state = game.new_initial_state()
    pictures: list[np.ndarray[Any, Any]] = []
    for _ in range(6):
        scene = game.draw(state.record)
        assert scene == game.draw(state.record)
        pixels = paint(scene, 0.5)
        assert all(pixels.shape == other.shape for other in pictures)
        assert all((pixels != other).any() for other in pictures)
        pictures.append(pixels)
        state.apply_action(state.legal_actions()[-1])


def test_shapes_stay_inside() -> None:
    game = sea_chess()
    check_rectangles_inside(game.draw(game.new_initial_state().record))


def test_every_ship_looks_different() -> None:
    game = sea_chess()
    pictures = {}
    for letter in ".ABCDSabcds":
        position = f".....f/....../..{letter}.../....../....../F..... 0 0"
        scene = game.draw(game.new_initial_state(position).record)
        pictures[letter] = paint(scene)[:, :680]  # without what is left of the fleets
    both = game.new_initial_state("F...../....../....../....../....../f..... 0 0").record
    pictures["flagships"] = paint(game.draw(both))[:, :680]
    for letter, pixels in pictures.items():
        for other, others in pictures.items():
            if letter != other:
                assert (pixels != others).any(axis=2).sum() > 200, (letter, other)


@pytest.mark.parametrize("size", SIZES)
def test_every_square_is_found_where_it_is_drawn(size: int) -> None:
    game = sea_chess(size)
    scene = game.draw(game.new_initial_state().record)
    seen = {
        square_at(game, x, y)
        for x in np.arange(1, scene.width, 600 / size / 2)
        for y in np.arange(1, scene.height, 600 / size / 2)
    }
    assert seen == {None, *range(size * size)}
    assert square_at(game, 53, 738) == 0
    assert square_at(game, 651, 141) == size * size - 1
    assert square_at(game, 51, 738) is None


def test_sunk_ship_is_marked(make_pictures: ModuleType) -> None:
    game = sea_chess()
    for name, (position, notation) in make_pictures.MOVES.items():
        state = after(game, position, notation)
        marked = paint(game.draw(state.record))
        plain = paint(game.draw(game.new_initial_state(str(state)).record))
        assert (marked[110:, :680] != plain[110:, :680]).any()
        text = game.draw_text(state.record)
        assert notation in text
        assert name in text
        assert ("*" in text) == (name not in ("dive", "displacement", "cannonade"))


@pytest.mark.parametrize("size", SIZES)
def test_text_has_coordinates_ships_and_last_move(size: int) -> None:
    game = sea_chess(size)
    state = game.new_initial_state()
    lines = game.draw_text(state.record).splitlines()
    assert lines[0].split() == [chr(ord("a") + file) for file in range(size)]
    board = lines[2 : size + 2]
    for rank, line in zip(range(size, 0, -1), board, strict=True):
        assert line.split()[0] == line.split()[-1] == str(rank)
    cells = "/".join(line.split("|")[1].replace(" ", "") for line in board)
    assert cells == str(state).split()[0]
    assert "Blue to move" in lines[size + 5]
    state.apply_action(state.legal_actions()[0])
    text = game.draw_text(state.record)
    assert "(.)" in text
    assert f"last move: Blue {game.last_action_text(state.record)}" in text
    assert "Red to move" in text
    assert "ply 1 " in text
    assert "quiet plies 1 of 100" in text


def test_plain_text_is_ascii_and_colours_add_codes_only() -> None:
    game = sea_chess()
    state = game.new_initial_state()
    for _ in range(20):
        check_letters(game, state.record)
        if state.is_terminal():
            break
        state.apply_action(state.legal_actions()[state.move_number() % 7])


@pytest.mark.parametrize(
    ("position", "notations", "quiet", "result", "won"),
    [
        (
            "....../....../.B..f./....../....../F..... 0 0",
            ["Bb4-d4xFe4#"],
            100,
            "Blue wins: Red's Flagship is sunk",
            0,
        ),
        (
            ".....f/....../.F..b./....../....../...... 1 0",
            ["Be4-c4xFb4#"],
            100,
            "Red wins: Blue's Flagship is sunk",
            1,
        ),
        (
            ".....f/....../....../....../....../F..... 0 0",
            ["Fa1-a2", "Ff6-f5"],
            2,
            "Draw: 2 plies without a sinking",
            None,
        ),
        (
            "....cf/....dc/....../....../....../F..... 1 0",
            None,
            100,
            "Red to move",
            None,
        ),
        (
            "bf..../Fc..../Cs..../....../....../...... 0 0",
            None,
            100,
            None,
            None,
        ),
        (
            "f...../....../....../....../....../...... 0 0",
            None,
            100,
            "Red wins: Blue's Flagship is sunk",
            1,
        ),
    ],
)
def test_results(
    position: str, notations: list[str] | None, quiet: int, result: str | None, won: int | None
) -> None:
    game = sea_chess(max_quiet_plies=quiet)
    state = after(game, position, *(notations or []))
    assert winner(state.record) == won
    if result is not None:
        assert status(game, state.record) == result
    assert status(game, state.record) in game.draw_text(state.record)
    assert status(game, state.record) in to_svg(game.draw(state.record)).replace("&#x27;", "'")


def test_draw_without_a_legal_move() -> None:
    game = sea_chess()
    state = game.new_initial_state("FDc.../Cc..../b...../....../....../.....f 0 0")
    if not state.is_terminal():
        state = game.new_initial_state("FCb.../Cc..../c...../....../....../.....f 0 0")
    assert state.is_terminal()
    assert status(game, state.record) == "Draw: Blue has no legal move"
    assert "Draw: Blue has no legal move" in game.draw_text(state.record)


# The window.


@pytest.fixture
def pygame(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame = painter.load_pygame()
    yield pygame
    pygame.display.quit()


def test_window_opens_late_shows_and_closes(pygame: Any) -> None:
    window = Window("Sea Chess")
    window.close()
    assert not pygame.display.get_init()
    scene = scene_of(Circle(20, 15, 10, RED))
    window.show(scene)
    assert window.is_open
    assert pygame.display.get_caption()[0] == "Sea Chess"
    screen = pygame.display.get_surface()
    assert screen.get_at((20, 15))[:3] == RED
    assert screen.get_at((1, 1))[:3] == WHITE
    window.close()
    window.close()
    assert not window.is_open
    assert not pygame.display.get_init()
    window.show(scene)
    assert window.is_open
    window.close()


def test_window_waits_for_the_frame_rate(pygame: Any) -> None:
    window, scene = Window(), scene_of()
    window.show(scene, fps=20)
    begin = pygame.time.get_ticks()
    for _ in range(3):
        window.show(scene, fps=20)
    assert pygame.time.get_ticks() - begin >= 100
    window.close()


def test_person_closes_the_window(pygame: Any) -> None:
    window, scene = Window(), scene_of()
    window.show(scene)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.show(scene)
    assert not window.is_open
    assert window.closed_by_person
    window.show(scene)
    assert not window.is_open
    window.close()
    window.show(scene)
    assert window.is_open
    window.close()


def test_clicks_are_in_units_of_the_scene(pygame: Any) -> None:
    window, scene = Window(), scene_of(width=400, height=300)
    assert window.take_click() is None
    window.show(scene)
    for button, place in ((3, (9, 9)), (1, (100, 50))):
        event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=button, pos=place)
        pygame.event.post(event)
    assert window.take_click() == (100, 50)
    assert window.take_click() is None
    pygame.display.set_mode((800, 800))
    window.show(scene)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(400, 400)))
    assert window.take_click() == (200, 150)
    window.close()


def test_copies_have_no_window(pygame: Any) -> None:
    window, scene = Window("Sea Chess"), scene_of()
    window.show(scene, fps=1000)
    for other in (copy.deepcopy(window), copy.copy(window), pickle.loads(pickle.dumps(window))):
        assert not other.is_open
        assert other.title == "Sea Chess"
        other.close()
        assert window.is_open
    other.show(scene)
    assert other.is_open
    assert not window.is_open
    window.close()
    assert other.is_open
    window.show(scene)
    assert window.is_open
    window.close()


def test_window_after_pygame_was_shut_down(pygame: Any) -> None:
    window, scene = Window(), scene_of(Text(20, 15, "Sea", 9, BLACK))
    window.show(scene)
    pygame.quit()
    assert window.take_click() is None
    window.show(scene)
    assert window.is_open
    window.close()


def test_no_display_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    with pytest.raises(RuntimeError, match="rgb_array"):
        Window().show(scene_of())
