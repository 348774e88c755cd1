"""President Chess: facts, options, notation."""

from __future__ import annotations

from typing import Any

import numpy as np

from navalenv.core.drivers import bind
from navalenv.core.game import Facts, Game, States
from navalenv.core.options import IntegerOption
from navalenv.core.record import NO_ACTION
from navalenv.core.squares import square_name
from navalenv.games.president_chess import rules
from navalenv.games.president_chess.actions import NUM_ACTIONS, decode
from navalenv.games.president_chess.board import (
    GROUND_NAMES,
    SEAT_NAMES,
    SEATS_IN_PLAY,
    SIZE,
    absolute_square,
    ground_of,
    own_square,
    seat_of,
)
from navalenv.games.president_chess.moves import MARINE, PIECE_LETTERS
from navalenv.games.president_chess.planes import plane_names
from navalenv.games.president_chess.position import (
    PIECES_A_SIDE,
    initial_text,
    record_to_text,
    seat_and_kind,
    text_to_record,
)
from navalenv.render.scene import Scene


class PresidentChess(Game):
    """Up to four armies around a board with a lake and walls; who loses its President is out.

    See ``docs/games/president_chess.md``.
    """

    name = "president_chess"
    title = "President Chess"
    option_table = (
        IntegerOption("num_players", 4, "how many play", choices=tuple(SEATS_IN_PLAY)),
        IntegerOption(
            "max_quiet_plies",
            200,
            "plies in a row without a kill that make a draw",
            low=1,
            high=65_535,
        ),
    )
    record_type = rules.RECORD
    drivers = bind(name, rules)

    @property
    def size(self) -> int:
        """Squares a side of the board, corners included."""
        return SIZE

    @property
    def seats(self) -> tuple[int, ...]:
        """Seats in play: that of each player."""
        return SEATS_IN_PLAY[int(self.options["num_players"])]

    @property
    def max_quiet_plies(self) -> int:
        """Plies in a row without a kill that make a draw."""
        return int(self.options["max_quiet_plies"])

    def has_records(self, states: States) -> bool:
        return bool((states["num_players"] == self.options["num_players"]).all())

    def _facts(self) -> Facts:
        num_players = int(self.options["num_players"])
        # At most max_quiet_plies plies for each kill that leaves two Presidents, and for the end.
        kills = num_players * PIECES_A_SIDE - 2
        return Facts(
            num_players=num_players,
            num_distinct_actions=NUM_ACTIONS,
            observation_shape=(SIZE, SIZE, len(self.plane_names())),
            observation_dtype=np.int8,
            observation_low=0,
            observation_high=1,
            max_game_length=(kills + 1) * self.max_quiet_plies,
            min_utility=-1 / (num_players - 1),
        )

    def initial_position(self) -> str:
        return initial_text(int(self.options["num_players"]))

    def parse_position(self, position: Any) -> States:
        return text_to_record(position, int(self.options["num_players"]), self.max_quiet_plies)

    def position_text(self, record: np.void) -> str:
        return record_to_text(record)

    def plane_names(self) -> tuple[str, ...]:
        return plane_names(self.max_quiet_plies)

    def player_name(self, player: int) -> str:
        return SEAT_NAMES[self.seat_of(player)]

    def seat_of(self, player: int) -> int:
        """Where a player sits: 0 south, 1 west, 2 north, 3 east."""
        return int(seat_of(int(self.options["num_players"]), player))

    def ground(self, square: int) -> str:
        """Ground of a square: ``"land"``, ``"water"``, ``"wall"``, or ``"void"`` off the board."""
        return GROUND_NAMES[ground_of(square)]

    def squares(self, player: int, action: int) -> tuple[int, int]:
        """Absolute from-square and to-square of an action of ``player``."""
        source, target = decode(action)
        return self.absolute(player, source), self.absolute(player, target)

    def absolute(self, player: int, square: int) -> int:
        """Absolute number of a square in the own frame of ``player``."""
        return int(absolute_square(self.seat_of(player), square))

    def own(self, player: int, square: int) -> int:
        """Number in the own frame of ``player`` of an absolute square."""
        return int(own_square(self.seat_of(player), square))

    def name_of(self, square: int) -> str:
        """Name of an absolute square."""
        return square_name(square % SIZE, square // SIZE)

    def describe_action(self, record: np.void, action: int) -> str:
        start, end = self.squares(int(record["to_move"]), action)
        return f"{self.name_of(start)}-{self.name_of(end)}"

    def last_action_text(self, record: np.void) -> str:
        if record["last_action"] == NO_ACTION:
            return ""
        start, end = int(record["last_from"]), int(record["last_to"])
        kind = MARINE
        if not record["last_exploded"]:
            _, kind = seat_and_kind(int(record["board"][end]))
        text = f"{PIECE_LETTERS[kind]}{self.name_of(start)}-{self.name_of(end)}"
        if record["last_kill"]:
            _, victim = seat_and_kind(int(record["last_kill"]))
            text += f"x{PIECE_LETTERS[victim]}"
        if record["last_exploded"]:
            text += f"*({record['last_killed']})"
        fallen = int(record["last_fallen"])
        return text + "".join(f"+{seat}" for seat in self.seats if fallen >> seat & 1)

    def draw(self, record: np.void) -> Scene:
        from navalenv.games.president_chess.drawing import draw

        return draw(self, record)

    def draw_text(self, record: np.void, colour: bool = False) -> str:
        from navalenv.games.president_chess.drawing import draw_text

        return draw_text(self, record, colour)
