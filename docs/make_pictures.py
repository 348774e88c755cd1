"""Makes the pictures of ``docs/pictures``: ``python docs/make_pictures.py``."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from navalenv import load_game
from navalenv.games.sea_chess.drawing import draw, draw_board, last_move
from navalenv.games.sea_chess.game import SeaChess
from navalenv.games.sea_chess.position import SIZES
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


def pictures() -> dict[str, str]:
    """All pictures, by the names of their files."""
    return {
        **{f"sea_chess_start_{size}.svg": start_picture(size) for size in SIZES},
        **{f"sea_chess_{name}.svg": move_picture(name) for name in MOVES},
        "sea_chess_game.svg": game_picture(),
    }


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
