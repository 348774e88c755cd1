"""What President Chess draws."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import navalenv
from navalenv.core.state import State
from navalenv.games.president_chess import drawing
from navalenv.games.president_chess.board import NUM_SQUARES, SIZE, VOID, ground_of
from navalenv.games.president_chess.drawing import (
    draw_board,
    last_move,
    living,
    square_at,
    status,
    winner,
)
from navalenv.games.president_chess.game import PresidentChess
from navalenv.render.chart import BURST_MARK, GONE
from navalenv.render.painter import paint
from navalenv.render.scene import Rectangle, Scene, Stamp, Symbol, Text
from navalenv.render.svg import to_svg
from tests.render.common import after, check_letters, check_rectangles_inside

EVERY = pytest.mark.parametrize("num_players", [2, 3, 4])
SAND = (238, 217, 174)
LEFT, BELOW, CELL = 52, 830, 46
"""Where the squares begin in the whole picture, and how large they are."""


def president_chess(num_players: int = 2, **options: Any) -> PresidentChess:
    game = navalenv.load_game("president_chess", num_players=num_players, **options)
    assert isinstance(game, PresidentChess)
    return game


def some_states(game: PresidentChess, seed: int, plies: int = 400) -> Iterator[State]:
    """States of a game of players who like to kill and to explode."""
    random = np.random.default_rng(seed)
    state = game.new_initial_state()
    yield state
    for _ in range(plies):
        if state.is_terminal():
            return
        legal = state.legal_actions()
        notations = [state.action_to_string(action) for action in legal]
        weights = np.array(
            [40.0 if "*" in text else 12.0 if "x" in text else 1.0 for text in notations]
        )
        state.apply_action(int(random.choice(legal, p=weights / weights.sum())))
        yield state


def placed(make_pictures: ModuleType, game: PresidentChess, pieces: str, *notations: str) -> State:
    return after(game, make_pictures.position(game, pieces), *notations)


def stamps(scene: Scene, symbol: Symbol) -> list[Stamp]:
    return [shape for shape in scene.shapes if isinstance(shape, Stamp) and shape.symbol is symbol]


def texts(scene: Scene) -> list[str]:
    return [shape.text for shape in scene.shapes if isinstance(shape, Text)]


def painted(symbol: Symbol) -> npt.NDArray[np.int64]:
    """A symbol as a board shows it, on sand."""
    scene = Scene(46, 46, SAND, (Stamp(symbol, 23, 23, 0.42),))
    return paint(scene).astype(np.int64)


def square_pixels(pixels: npt.NDArray[np.uint8], name: str) -> npt.NDArray[np.uint8]:
    """The pixels of a square of the whole picture."""
    x, y = ord(name[0]) - ord("a"), int(name[1:]) - 1
    left, top = LEFT + CELL * x, BELOW - CELL * (y + 1)
    return pixels[top + 4 : top + CELL - 4, left + 4 : left + CELL - 4]


@EVERY
def test_picture_changes_with_the_position(num_players: int) -> None:
    game = president_chess(num_players)
    pictures: list[npt.NDArray[np.uint8]] = []
    for state in some_states(game, 0, 6):
        scene = game.draw(state.record)
        assert scene == game.draw(state.record)
        pixels = paint(scene, 0.5)
        assert all(pixels.shape == other.shape for other in pictures)
        assert all((pixels != other).any() for other in pictures)
        pictures.append(pixels)


@EVERY
def test_whole_games(num_players: int) -> None:
    game = president_chess(num_players)
    ends = []
    for seed in range(3):
        for state in some_states(game, seed):
            exploded = state.record["last_exploded"]
            if state.move_number() % 8 and not (exploded or state.is_terminal()):
                continue
            scene = game.draw(state.record)
            check_rectangles_inside(scene)
            check_letters(game, state.record)
            assert status(game, state.record) in texts(scene)
            assert len(game.draw_text(state.record).split("\n")) < 24
        ElementTree.fromstring(to_svg(scene))
        ends.append(state.is_terminal())
    assert any(ends)


def test_every_piece_looks_different() -> None:
    pictures = {piece: painted(symbol) for piece, symbol in drawing._PIECES.items()}
    assert len(pictures) == 28
    for (one, pixels), (two, others) in itertools.combinations(pictures.items(), 2):
        assert (np.abs(pixels - others).max(axis=2) > 60).sum() > 80, (one, two)


def test_seats_differ_in_shape_and_in_lightness() -> None:
    masks, light = [], []
    for symbol in drawing._PLATES:
        pixels = painted(symbol)
        masks.append((pixels != SAND).any(axis=2))
        light.append(pixels[23, 23] @ [0.2126, 0.7152, 0.0722])
    for one, two in itertools.combinations(range(4), 2):
        assert (masks[one] != masks[two]).sum() > 90, (one, two)
    blue, red, gold, purple = light
    assert gold > blue + 60
    assert blue > purple + 25
    assert red > purple + 20


def test_letters_stand_out_from_what_is_behind() -> None:
    def brightness(colour: tuple[int, int, int]) -> float:
        parts = [part / 255 for part in colour]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for livery in drawing._LIVERIES:
        for front, back in (
            (livery.letter, livery.emblem),
            (livery.emblem, livery.field),
            (livery.text, livery.field),
        ):
            low, high = sorted((brightness(front), brightness(back)))
            assert (high + 0.05) / (low + 0.05) > 4.5


def test_every_square_is_found_where_it_is_drawn() -> None:
    game = president_chess(4)
    scene = game.draw(game.new_initial_state().record)
    seen = {
        square_at(game, x, y)
        for x in np.arange(1, scene.width, 23)
        for y in np.arange(1, scene.height, 23)
    }
    playable = {square for square in range(NUM_SQUARES) if ground_of(square) != VOID}
    assert seen == {None, *playable}
    assert square_at(game, LEFT + 3.5 * CELL, BELOW - 0.5 * CELL) == 3
    assert square_at(game, LEFT + 2.5 * CELL, BELOW - 0.5 * CELL) is None
    assert square_at(game, LEFT - 2, BELOW - 7.5 * CELL) is None


@EVERY
def test_players_have_cards_and_signs(num_players: int) -> None:
    game = president_chess(num_players)
    scene = game.draw(game.new_initial_state().record)
    said = texts(scene)
    for name in ("South", "West", "North", "East"):
        assert said.count(name) == (2 if name in map(game.player_name, range(num_players)) else 0)
    assert said.count("18") == num_players
    assert said.count("18 pieces, 0 lost") == num_players
    assert said.count("to move") == 1
    assert ("Marine" in said) == (num_players < 4)
    assert not stamps(scene, GONE)
    assert not stamps(scene, drawing._FALLEN)


def test_kill_is_marked(make_pictures: ModuleType) -> None:
    game = president_chess()
    state = placed(make_pictures, game, "0Da5 2Na9 0Ph1 2Ph15", "Da5-a9xN")
    scene = game.draw(state.record)
    assert len(stamps(scene, BURST_MARK)) == 1
    assert "last move: South Da5-a9xN (Navy killed)" in texts(scene)
    marked = paint(scene)
    plain = paint(game.draw(game.new_initial_state(str(state)).record))
    for name in ("a5", "a7", "a9"):
        assert (square_pixels(marked, name) != square_pixels(plain, name)).any()
    assert (square_pixels(marked, "h1") == square_pixels(plain, "h1")).all()
    text = game.draw_text(state.record)
    assert "[0D]" in text
    assert "( .)" in text


def test_explosion_covers_two_squares_around(make_pictures: ModuleType) -> None:
    game = president_chess()
    pieces, notation, _ = make_pictures.EXPLOSION
    state = placed(make_pictures, game, pieces, notation)
    record = state.record
    marked = paint(game.draw(record))
    plain = paint(game.draw(game.new_initial_state(str(state)).record))
    for x in range(SIZE):
        for y in range(SIZE):
            if ground_of(y * SIZE + x) == VOID:
                continue
            name = game.name_of(y * SIZE + x)
            near = abs(x - 7) <= 2 and y >= 12
            changed = (square_pixels(marked, name) != square_pixels(plain, name)).any()
            assert changed == near, name
    text = game.draw_text(record)
    assert text.count(" *") == 14
    assert "[**]" in text
    assert "last move: South Mh14-h15*(5) (explosion, 5 pieces killed)" in text


def test_fallen_player_is_crossed_out(make_pictures: ModuleType) -> None:
    game = president_chess(3)
    state = placed(make_pictures, game, "0Da5 1Pa9 1Mb9 0Ph1 2Ph15", "Da5-a9xP+1")
    record = state.record
    scene = game.draw(record)
    assert living(game, record) == [0, 2]
    assert winner(game, record) is None
    assert len(stamps(scene, drawing._FALLEN)) == 1
    assert {"fallen", "out of the game", "0 pieces, 18 lost", "North to move"} <= set(texts(scene))
    assert "last move: South Da5-a9xP+1 (President killed; West fell)" in texts(scene)
    assert "1 West   0 left: -" in game.draw_text(record)


def test_more_pieces_than_at_the_start(make_pictures: ModuleType) -> None:
    game = president_chess()
    many = " ".join(f"0N{file}{rank}" for file in "abc" for rank in range(4, 13))
    state = placed(make_pictures, game, f"{many} 0Ph1 2Ph15")
    scene = game.draw(state.record)
    assert "28 pieces, 15 lost" in texts(scene)
    paint(scene, 0.5)
    for shape in scene.shapes:
        if isinstance(shape, Stamp):
            assert 0 < shape.x < scene.width
            assert 0 < shape.y < scene.height


def test_text_has_coordinates_and_pieces() -> None:
    game = president_chess(4)
    for state in itertools.islice(some_states(game, 1), 40):
        lines = game.draw_text(state.record).split("\n")
        assert lines[0].split() == lines[16].split() == [chr(ord("a") + x) for x in range(SIZE)]
        rows = str(state).split("/")
        for y in range(SIZE):
            line = lines[SIZE - y]
            assert line.split()[0] == line.split()[-1] == str(y + 1)
            for x in range(SIZE):
                column = line[4 + 3 * x : 6 + 3 * x]
                assert lines[0][5 + 3 * x] == chr(ord("a") + x)
                held = rows[SIZE - 1 - y][2 * x : 2 * x + 2]
                ground = ("  ", " .", "~~", "##")[
                    ("void", "land", "water", "wall").index(game.ground(y * SIZE + x))
                ]
                assert column == (ground if held.strip(".") == "" else held) or "*" in column


def test_ground_shows_beside_a_piece(make_pictures: ModuleType) -> None:
    game = president_chess()
    text = game.draw_text(placed(make_pictures, game, "0Mg5 0Mh8 2Ae7 0Ph1 2Ph15").record)
    assert "#0M#" in text
    assert "~0M~" in text
    assert "#2A#" in text


@pytest.mark.parametrize(
    ("num_players", "pieces", "notations", "quiet", "result", "won"),
    [
        (2, "0Da5 2Pa9 0Ph1", ["Da5-a9xP+2"], 200, "South wins: North fell", 0),
        (3, "0Pa5 1Pa6 2Ph15", ["Pa5-a6xP+1"], 200, "North to move", None),
        (
            2,
            "0Mh14 2Pg15 0Pi14",
            ["Mh14-h15*(2)+0+2"],
            200,
            "Draw between South and North: nobody is left",
            None,
        ),
        (
            2,
            "0Ph1 2Ph15",
            ["Ph1-h2", "Ph15-h14"],
            2,
            "Draw between South and North: 2 plies without a kill",
            None,
        ),
        (
            4,
            "0Ph1 1Pa8 2Ph15 3Po8",
            ["Ph1-h2"],
            1,
            "Draw among South, West, North and East: 1 ply without a kill",
            None,
        ),
        (2, "0Mh15 2Mh1", [], 200, "Draw between South and North: nobody can move", None),
        (2, "0Ph1 2Ph15", [], 200, "South to move", None),
    ],
)
def test_results(
    make_pictures: ModuleType,
    num_players: int,
    pieces: str,
    notations: list[str],
    quiet: int,
    result: str,
    won: int | None,
) -> None:
    game = president_chess(num_players, max_quiet_plies=quiet)
    state = placed(make_pictures, game, pieces, *notations)
    record = state.record
    assert status(game, record) == result
    assert winner(game, record) == won
    assert result in game.draw_text(record)
    said = texts(game.draw(record))
    assert result in said
    if state.is_terminal():
        for value in state.returns():
            shown = f"{value:+.2f}" if value else "0"
            assert f"return {shown}" in said
            assert f"return {shown}" in game.draw_text(record)
        assert said.count("draw") == (0 if won is not None else num_players)


def test_nobody_was_left_before() -> None:
    game = president_chess()
    empty = str(game.new_initial_state()).split(" 0 ")[0]
    for letter in "PDGFNAM":
        for seat in "02":
            empty = empty.replace(seat + letter, "..")
    record = game.new_initial_state(f"{empty} - - 0 02").record
    assert status(game, record) == "Draw: nobody is left"
    assert "Draw: nobody is left" in game.draw_text(record)
    paint(game.draw(record), 0.5)


def test_part_of_a_board(make_pictures: ModuleType) -> None:
    game = president_chess()
    for name in make_pictures.TARGETS:
        ElementTree.fromstring(make_pictures.targets_picture(name))
    record = game.new_initial_state().record
    scene = draw_board(game, record, part=(3, 0, 11, 1), cell=40)
    assert (scene.width, scene.height) == (9 * 40 + 52, 2 * 40 + 52)
    check_rectangles_inside(scene)
    assert texts(scene).count("d") == texts(scene).count("1") == 2
    assert "c" not in texts(scene)
    pieces = [stamps(scene, symbol) for symbol in drawing._PIECES.values()]
    assert sum(map(len, pieces)) == 18


def test_board_before_an_explosion(make_pictures: ModuleType) -> None:
    game = president_chess()
    pieces, notation, _ = make_pictures.EXPLOSION
    start = placed(make_pictures, game, pieces).record.copy()
    record = placed(make_pictures, game, pieces, notation).record
    move = last_move(game, record)
    assert move is not None
    assert move.exploded
    before = draw_board(game, start, move, before=True, cell=CELL)
    outlines = [
        shape
        for shape in before.shapes
        if isinstance(shape, Rectangle) and shape.fill is None and shape.stroke is not None
    ]
    (outline,) = outlines
    assert outline.width == pytest.approx(5 * CELL, abs=4)
    assert outline.height == pytest.approx(3 * CELL, abs=4)
    shown = sum(len(stamps(before, symbol)) for symbol in drawing._PIECES.values())
    assert shown == len(pieces.split())
