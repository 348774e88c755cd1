"""Makes the pictures of ``docs/pictures``: ``python docs/make_pictures.py``."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from navalenv import load_game
from navalenv.core.squares import parse_square
from navalenv.games.president_chess import drawing as president_drawing
from navalenv.games.president_chess.board import SIZE, VOID, ground_of
from navalenv.games.president_chess.game import PresidentChess
from navalenv.games.sea_chess.drawing import draw, draw_board, last_move
from navalenv.games.sea_chess.game import SeaChess
from navalenv.games.sea_chess.position import SIZES
from navalenv.games.war_at_sea.log import attacks_of
from navalenv.players.ladder import make_player
from navalenv.players.player import decide
from navalenv.render.svg import to_svg

FOLDER = Path(__file__).parent / "pictures"

MOVES = {
    "displacement": (".....f/....../.C..s./....../....../F..... 0 0", "Cb4xSe4"),
    "cannonade": (".....f/....../.DS.b./....../....../F..... 0 0", "Db4xBe4"),
    "leaping": (".....f/....../.Cd.../....../....../F..... 0 0", "Cb4-e4xDc4"),
    "advancement": ("....../....../.B..f./....../....../F..... 0 0", "Bb4-d4xFe4#"),
    "withdrawal": (".....f/....../.cA.../....../....../F..... 0 0", "Ac4-e4xCb4"),
    "custodianship": (".....f/....../...aD./....../..B.../F..... 0 0", "Bc2-c4xAd4"),
    "dive": (".....f/....../.Sc.../....../....../F..... 0 0", "Sb4~e4"),
}
"""For each way of sinking, and for a dive: a position, and the move to be shown."""

TARGETS = {
    "president": ("Pf6", "0Pf6 2Me5 0Mf5", "c3 i9"),
    "admiral": ("Dh3", "0Dh3 2Nh8 2Ae6 0Ml3", "c2 m10"),
    "general": ("Ge6", "0Ge6 2Ai6 2Ml13 2Ma6 2Mb9", "a2 l13"),
    "air_force": ("Ff4", "0Ff4 2Ni7 2Mk9 0Mb7 2Ma9 0Md2 2Mc1", "a1 m11"),
    "navy": ("Nk8", "0Nk8 0Mj8 2Al8 2Ni9 2Mk10", "g6 o10"),
    "army": ("Af4", "0Af4 2Mf10 2Md4 0Mj4", "c2 l10"),
    "army_on_wall": ("Ag5", "0Ag5 2Mg6 2Md5 2Mi5", "c2 k8"),
    "marine": ("Mf2", "0Mf2 2Mg3 2Nd4 2Ah4", "c1 i6"),
    "marine_at_wall": ("Mf5", "0Mf5 2Mg6 2Ae6 0Me5", "c3 i8"),
    "marine_on_wall": ("Mg5", "0Mg5 2Mf5 2Af6 2Nh6", "d3 j8"),
    "marine_at_front": ("Mg6", "0Mg6 2Nh7 2Mf6 2Af7 0Mg5", "d3 j9"),
    "marine_across": ("Mf7", "0Mf7 2Mg7 2Ae8", "c5 i10"),
}
"""For each kind of piece, and on walls: the piece, all pieces, and which part of the board."""
EXPLOSION = (
    "0Mh14 0Ni14 2Gg15 2Fj15 2Mf13 2Mg14 2Pl15 2Ml14 2Ad15 2Ne14 0Ph1",
    "Mh14-h15*(5)",
    "c10 m15",
)
"""The pieces, the move, and which part of the board."""


def sea_chess(size: int) -> SeaChess:
    """Sea Chess on a board of ``size`` squares a side."""
    game = load_game("sea_chess", size=size)
    assert isinstance(game, SeaChess)
    return game


def start_picture(size: int) -> str:
    """The set-up on a board of ``size`` squares a side."""
    game = sea_chess(size)
    record = game.new_initial_state().record
    return to_svg(draw_board(game, record, width=480), f"The set-up of Sea Chess, size {size}")


def move_picture(name: str) -> str:
    """A position, with a move of it and what the move sinks."""
    position, notation = MOVES[name]
    game = sea_chess(6)
    state = game.new_initial_state(position)
    before = state.record.copy()
    state.apply_action(state.string_to_action(notation))
    scene = draw_board(game, before, last_move(game, state.record), before=True)
    return to_svg(scene, f"Sea Chess, {name}: {notation}")


def game_picture(plies: int = 24) -> str:
    """The whole picture, in the middle of a game of players who like to sink."""
    game = sea_chess(10)
    state = game.new_initial_state()
    random = np.random.default_rng(0)
    while state.record["ply"] < plies or not state.record["last_sunk"]:
        legal = state.legal_actions()
        notations = [state.action_to_string(action) for action in legal]
        sinking = [
            action
            for action, notation in zip(legal, notations, strict=True)
            if "x" in notation and not notation.endswith("#")
        ]
        state.apply_action(int(random.choice(sinking or legal)))
    return to_svg(draw(game, state.record), "A game of Sea Chess")


def president_chess(num_players: int) -> PresidentChess:
    """President Chess for some players."""
    game = load_game("president_chess", num_players=num_players)
    assert isinstance(game, PresidentChess)
    return game


def position(game: PresidentChess, pieces: str) -> str:
    """Text of a position with pieces such as ``0Pf6``, all seats alive, and South to move."""
    at = {(x, y): piece[:2] for piece in pieces.split() for x, y in [parse_square(piece[2:])]}
    rows = "/".join(
        "".join(
            "  " if ground_of(y * SIZE + x) == VOID else at.get((x, y), "..") for x in range(SIZE)
        )
        for y in reversed(range(SIZE))
    )
    seats = "".join(map(str, game.seats))
    return f"{rows} 0 {seats} 0 {seats}"


def part_of(corners: str) -> tuple[int, int, int, int]:
    """The part of a board between two squares."""
    low, high = map(parse_square, corners.split())
    return (*low, *high)


def president_start_picture(num_players: int) -> str:
    """The set-up for some players."""
    game = president_chess(num_players)
    scene = president_drawing.draw_board(game, game.new_initial_state().record)
    return to_svg(scene, f"The set-up of President Chess for {num_players} players")


def targets_picture(name: str) -> str:
    """Where a piece can go, and what it can kill."""
    piece, pieces, corners = TARGETS[name]
    game = president_chess(2)
    state = game.new_initial_state(position(game, pieces))
    record = state.record
    marks = {
        end: bool(record["board"][end])
        for start, end in (game.squares(0, action) for action in state.legal_actions())
        if game.name_of(start) == piece[1:]
    }
    scene = president_drawing.draw_board(game, record, marks=marks, part=part_of(corners), cell=40)
    return to_svg(scene, f"President Chess: where {piece} can go, and what it can kill")


def explosion_picture(before: bool) -> str:
    """A Marine on the home side of another player, before and after its explosion."""
    pieces, notation, corners = EXPLOSION
    game = president_chess(2)
    state = game.new_initial_state(position(game, pieces))
    record = state.record.copy()
    state.apply_action(state.string_to_action(notation))
    scene = president_drawing.draw_board(
        game,
        record if before else state.record,
        president_drawing.last_move(game, state.record),
        before=before,
        part=part_of(corners),
        cell=40,
    )
    return to_svg(scene, f"President Chess, {'before ' if before else ''}{notation}")


def president_game_picture(plies: int = 60) -> str:
    """The whole picture, in the middle of a game of players who like to kill."""
    game = president_chess(4)
    state = game.new_initial_state()
    random = np.random.default_rng(3)
    while state.record["ply"] < plies or not state.record["last_kill"]:
        legal = state.legal_actions()
        notations = [state.action_to_string(action) for action in legal]
        weights = np.array(
            [10.0 if "x" in text else 3.0 if text[0] == "M" else 1.0 for text in notations]
        )
        weights *= ["+" not in text for text in notations]
        state.apply_action(int(random.choice(legal, p=weights / weights.sum())))
    return to_svg(game.draw(state.record), "A game of President Chess")


def war_at_sea_picture(seed: int = 3, turn: int = 2) -> str:
    """The whole picture, after an attack that did damage in a game of greedy players."""
    state = load_game("war_at_sea").new_initial_state(seed=seed)
    game = state.get_game()
    greedy = make_player("greedy", game)
    while True:
        state.apply_action(int(decide(greedy, game, state.record.reshape(1))[0]))
        snapshot = state.snapshot()
        attacks = attacks_of(state.record)
        fights = snapshot["turn"] >= turn and snapshot["phase"] == "surface_attack"
        if fights and attacks and attacks[-1].damage:
            break
    return to_svg(game.draw(state.record), "A game of War at Sea")


def pictures() -> dict[str, str]:
    """All pictures, by the names of their files."""
    return {
        **{f"sea_chess_start_{size}.svg": start_picture(size) for size in SIZES},
        **{f"sea_chess_{name}.svg": move_picture(name) for name in MOVES},
        "sea_chess_game.svg": game_picture(),
        **{f"president_chess_start_{n}.svg": president_start_picture(n) for n in (2, 3, 4)},
        **{f"president_chess_{name}.svg": targets_picture(name) for name in TARGETS},
        "president_chess_explosion_before.svg": explosion_picture(True),
        "president_chess_explosion.svg": explosion_picture(False),
        "president_chess_game.svg": president_game_picture(),
        "war_at_sea_game.svg": war_at_sea_picture(),
    }


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
