"""What tests of President Chess share: the cases of another implementation, and positions."""

from __future__ import annotations

import hashlib
import json
import pathlib
from typing import Any

import navalenv
from navalenv.core.squares import parse_square
from navalenv.games.president_chess.board import NUM_SQUARES, SIZE, VOID, ground_of
from navalenv.games.president_chess.game import PresidentChess

CASES = json.loads(
    (pathlib.Path(__file__).parent / "cases" / "president_chess.json").read_text("utf-8")
)
SEATS = {2: "02", 3: "012", 4: "0123"}


def load(num_players: int = 4, **options: int) -> PresidentChess:
    """President Chess."""
    game = navalenv.load_game("president_chess", num_players=num_players, **options)
    assert isinstance(game, PresidentChess)
    return game


def game_of(text: str) -> PresidentChess:
    """The game that a position text is for."""
    return load(len(text.rsplit(" ", 1)[1]))


def hash_of(text: str) -> str:
    """Hash of a position text, as the cases have it."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def position(
    pieces: str, to_move: object = 0, alive: str = "0123", quiet: int = 0, seats: str = "0123"
) -> str:
    """Position text of pieces such as ``"0Pf2 2Mg3"``."""
    cells = ["  " if ground_of(square) == VOID else ".." for square in range(NUM_SQUARES)]
    for piece in pieces.split():
        file, rank = parse_square(piece[2:])
        cells[rank * SIZE + file] = piece[:2]
    rows = ("".join(cells[y * SIZE : (y + 1) * SIZE]) for y in range(SIZE - 1, -1, -1))
    return f"{'/'.join(rows)} {to_move} {alive} {quiet} {seats}"


def pieces_of(text: str) -> set[str]:
    """The pieces of a position text: the inverse of `position`."""
    found = set()
    for i, row in enumerate(text.rsplit(" ", 4)[0].split("/")):
        for x in range(SIZE):
            piece = row[2 * x : 2 * x + 2]
            if piece[0].isdigit():
                found.add(f"{piece}{chr(ord('a') + x)}{SIZE - i}")
    return found


def result_of(game: dict[str, Any]) -> dict[int, list[float]]:
    """Rewards of a game of the cases, by the number of the action; others are zero."""
    return {int(index): rewards for index, rewards in game["rewards"]}
