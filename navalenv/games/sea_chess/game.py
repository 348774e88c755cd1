"""Sea Chess: facts, options, notation."""

from __future__ import annotations

from typing import Any

import numpy as np

from navalenv.core.drivers import bind
from navalenv.core.game import Facts, Game, States
from navalenv.core.options import IntegerOption
from navalenv.core.record import NO_ACTION
from navalenv.core.squares import square_name
from navalenv.games.sea_chess import rules
from navalenv.games.sea_chess.actions import decode, num_actions, ray
from navalenv.games.sea_chess.planes import plane_names
from navalenv.games.sea_chess.position import (
    SIZES,
    fleet,
    initial_text,
    record_to_text,
    text_to_record,
)
from navalenv.render.scene import Scene


class SeaChess(Game):
    """Two fleets, each type of ship sunk in a way of its own; the Flagship decides.

    See ``docs/games/sea_chess.md``.
    """

    name = "sea_chess"
    title = "Sea Chess"
    option_table = (
        IntegerOption("size", 10, "squares a side of the board", choices=SIZES),
        IntegerOption(
            "max_quiet_plies",
            100,
            "plies in a row without a sinking that make a draw",
            low=1,
            high=65_535,
        ),
    )
    record_type = rules.RECORD
    drivers = bind(name, rules)

    @property
    def size(self) -> int:
        """Squares a side of the board."""
        return int(self.options["size"])

    def has_records(self, states: States) -> bool:
        return bool((states["size"] == self.size).all())

    @property
    def max_quiet_plies(self) -> int:
        """Plies in a row without a sinking that make a draw."""
        return int(self.options["max_quiet_plies"])

    def _facts(self) -> Facts:
        # At most max_quiet_plies plies for each sinking but a Flagship's, and for the end.
        sinkings = rules.NUM_PLAYERS * (sum(fleet(self.size).values()) - 1)
        return Facts(
            num_players=rules.NUM_PLAYERS,
            num_distinct_actions=num_actions(self.size),
            observation_shape=(self.size, self.size, len(self.plane_names())),
            observation_dtype=np.int8,
            observation_low=0,
            observation_high=1,
            max_game_length=(sinkings + 1) * self.max_quiet_plies,
        )

    def initial_position(self) -> str:
        return initial_text(self.size)

    def parse_position(self, position: Any) -> States:
        return text_to_record(position, self.size, self.max_quiet_plies)

    def position_text(self, record: np.void) -> str:
        return record_to_text(record)

    def plane_names(self) -> tuple[str, ...]:
        return plane_names(self.max_quiet_plies)

    def player_name(self, player: int) -> str:
        return ("Blue", "Red")[player]

    def squares(self, player: int, action: int) -> tuple[int, int, int]:
        """Absolute from-square and to-square of an action of ``player``, and its mode."""
        file, rank, direction, distance, mode = decode(self.size, action)
        _, stride, _, _ = ray(self.size, file, rank, direction)
        square = rank * self.size + file
        return (
            self.absolute(player, square),
            self.absolute(player, square + distance * stride),
            mode,
        )

    def absolute(self, player: int, square: int) -> int:
        """Absolute number of a square in the own frame of ``player``, and the other way round."""
        return square if player == 0 else self.size * self.size - 1 - square

    def name_of(self, square: int) -> str:
        """Name of an absolute square."""
        return square_name(square % self.size, square // self.size)

    def describe_action(self, record: np.void, action: int) -> str:
        start, end, mode = self.squares(int(record["to_move"]), action)
        modes = ("reposition", "strike", "withdrawal", "custodianship")
        return f"{self.name_of(start)}-{self.name_of(end)} as a {modes[mode]}"

    def last_action_text(self, record: np.void) -> str:
        if record["last_action"] == NO_ACTION:
            return ""
        start, end, _ = self.squares(int(record["last_player"]), int(record["last_action"]))
        mover = rules.SHIP_LETTERS[abs(int(record["board"][end]))]
        origin, target = f"{mover}{self.name_of(start)}", self.name_of(end)
        if record["last_dive"]:
            return f"{origin}~{target}"
        sunk = abs(int(record["last_sunk"]))
        if not sunk:
            return f"{origin}-{target}"
        where = int(record["last_sunk_square"])
        victim = f"x{rules.SHIP_LETTERS[sunk]}{self.name_of(where)}"
        if sunk == rules.FLAGSHIP:
            victim += "#"
        return f"{origin}{victim}" if where == end else f"{origin}-{target}{victim}"

    def draw(self, record: np.void) -> Scene:
        from navalenv.games.sea_chess.drawing import draw

        return draw(self, record)

    def draw_text(self, record: np.void, colour: bool = False) -> str:
        from navalenv.games.sea_chess.drawing import draw_text

        return draw_text(self, record, colour)
