"""Buoys: facts, options, texts, picture."""

from __future__ import annotations

from typing import Any

import numpy as np

from navalenv.core.drivers import bind
from navalenv.core.errors import PositionError
from navalenv.core.game import Facts, Game, States
from navalenv.core.options import IntegerOption
from navalenv.core.record import blank
from navalenv.core.squares import square_name
from navalenv.render.scene import Circle, Rectangle, Scene, Shape
from tests.toy_ruleset import rules

LETTERS = ".XO"
"""Letters of the cells; ``?`` in place of the player to move: draw lots."""


class Buoys(Game):
    """Three buoys in a row win."""

    name = "buoys"
    title = "Buoys"
    option_table = (
        IntegerOption("size", 3, "squares a side of the board", choices=(3, 4, 5)),
        IntegerOption("lots", 0, "1: chance says who begins", choices=(0, 1)),
    )
    record_type = rules.RECORD
    drivers = bind(name, rules)

    @property
    def size(self) -> int:
        """Squares a side of the board."""
        return int(self.options["size"])

    def _facts(self) -> Facts:
        return Facts(
            num_players=rules.NUM_PLAYERS,
            num_distinct_actions=self.size**2,
            observation_shape=(self.size, self.size, len(self.plane_names())),
            observation_dtype=np.int8,
            observation_low=0,
            observation_high=1,
            max_game_length=self.size**2,
            has_chance=self.options["lots"] == 1,
        )

    def initial_position(self) -> str:
        board = "/".join(["." * self.size] * self.size)
        return f"{board} {'?' if self.options['lots'] else 0}"

    def parse_position(self, position: Any) -> States:
        if not isinstance(position, str):
            raise TypeError(f"position must be a text, got {position!r}")
        board, _, player = position.partition(" ")
        rows = board.split("/")
        if len(rows) != self.size or any(len(row) != self.size for row in rows):
            raise PositionError(f"position {position!r}: expected {self.size} rows and files")
        if not set(board) <= {*LETTERS, "/"} or player not in ("0", "1", "?"):
            raise PositionError(f"position {position!r}: expected {LETTERS!r}, then 0, 1 or ?")
        states = blank(self.record_type)
        cells = [LETTERS.index(letter) for row in reversed(rows) for letter in row]
        states[0]["board"][: len(cells)] = cells
        states[0]["size"] = self.size
        states[0]["draw_lots"] = player == "?"
        states[0]["to_move"] = int(player == "1")
        states[0]["terminated"] = self._is_over(states[0]["board"])
        return states

    def _is_over(self, board: Any) -> bool:
        squares = range(self.size**2)
        if all(board[square] for square in squares):
            return True
        return any(
            rules.in_row(board, self.size, square, int(board[square]) - 1) >= rules.WANTED
            for square in squares
            if board[square]
        )

    def position_text(self, record: np.void) -> str:
        board = record["board"][: self.size**2].reshape(self.size, self.size)[::-1]
        rows = ("".join(LETTERS[cell] for cell in row) for row in board)
        return f"{'/'.join(rows)} {'?' if record['draw_lots'] else record['to_move']}"

    def action_to_string(self, record: np.void, action: int) -> str:
        return square_name(action % self.size, action // self.size)

    def describe_action(self, record: np.void, action: int) -> str:
        return f"a buoy on {self.action_to_string(record, action)}"

    def last_action_text(self, record: np.void) -> str:
        action = int(record["last_action"])
        return "" if action < 0 else self.action_to_string(record, action)

    def plane_names(self) -> tuple[str, ...]:
        return ("own buoys", "enemy buoys", "ones")

    def player_name(self, player: int) -> str:
        return LETTERS[player + 1]

    def draw(self, record: np.void) -> Scene:
        shapes: list[Shape] = []
        for square in range(self.size**2):
            x, y = 40 * (square % self.size), 40 * (self.size - 1 - square // self.size)
            shapes.append(Rectangle(x, y, 40, 40, stroke=(60, 90, 120)))
            cell = int(record["board"][square])
            if cell:
                colour = ((200, 60, 60), (230, 180, 40))[cell - 1]
                shapes.append(Circle(x + 20, y + 20, 12, fill=colour))
        return Scene(40 * self.size, 40 * self.size, (205, 225, 240), tuple(shapes))

    def draw_text(self, record: np.void, colour: bool = False) -> str:
        board, _, player = self.position_text(record).partition(" ")
        return board.replace("/", "\n") + f"\nto move: {player}"
