"""Salvoes: facts, options of every kind, set-up objects, dice."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from navalenv.core.drivers import bind
from navalenv.core.errors import PositionError, check_integer, unknown_name
from navalenv.core.game import Facts, Game, States
from navalenv.core.layout import Layout
from navalenv.core.options import ChoiceOption, IntegerOption, Option
from navalenv.core.record import blank
from navalenv.core.setups import read_setup, setup_text
from navalenv.render.scene import Rectangle, Scene
from tests.dice_ruleset import rules

HULLS = {"cutter": 2, "frigate": 4, "galleon": 6}
"""Hull of each kind of ship."""
TO_HIT = {"calm": 4, "storm": 5}
MAX_TURNS = {"calm": 80, "storm": 120}
DEFAULT_SHIPS = (("cutter", "frigate", "galleon"),) * rules.NUM_PLAYERS
RANDOM = "random"


@dataclasses.dataclass(frozen=True)
class ShipsOption(Option):
    """``"random"``, or two lists of names of ships."""

    @property
    def values(self) -> str:
        """The values that are right, in words."""
        return f"'{RANDOM}' or two lists of {rules.NUM_SHIPS} of {', '.join(HULLS)}"

    def read(self, value: Any) -> Any:
        """Two tuples of names, or the word."""
        if value == RANDOM and isinstance(value, str):
            return RANDOM
        wrong = TypeError(f"{self.name} must be {self.values}, got {value!r}")
        if not isinstance(value, (list, tuple)):
            raise wrong
        for fleet in value:
            if not isinstance(fleet, (list, tuple)):
                raise wrong
            for ship in fleet:
                if ship not in HULLS:
                    raise ValueError(unknown_name(f"ship in {self.name}", ship, HULLS))
        if [len(fleet) for fleet in value] != [rules.NUM_SHIPS] * rules.NUM_PLAYERS:
            raise ValueError(f"{self.name} must be {self.values}, got {value!r}")
        return tuple(tuple(fleet) for fleet in value)


class Salvoes(Game):
    """Three ships a side, and dice."""

    name = "salvoes"
    title = "Salvoes"
    option_table = (
        ChoiceOption("weather", "calm", "what a hit takes", choices=tuple(TO_HIT)),
        ShipsOption("ships", None, "the ships of both", default_words="one of each kind"),
        IntegerOption(
            "max_turns",
            None,
            "shots that make a draw",
            low=1,
            high=1000,
            default_words="80, in a storm 120",
        ),
    )
    record_type = rules.RECORD
    drivers = bind(name, rules)

    @classmethod
    def resolve_options(cls, options: dict[str, Any]) -> dict[str, Any]:
        weather, ships = options["weather"], options["ships"]
        if ships == RANDOM and weather == "storm":
            raise ValueError("ships='random' does not go with weather='storm'")
        turns = options["max_turns"]
        return {
            "weather": weather,
            "ships": DEFAULT_SHIPS if ships is None else ships,
            "max_turns": MAX_TURNS[weather] if turns is None else turns,
        }

    def _facts(self) -> Facts:
        return Facts(
            num_players=rules.NUM_PLAYERS,
            num_distinct_actions=rules.NUM_ACTIONS,
            observation_shape=(rules.LAYOUT.size,),
            observation_dtype=np.float32,
            observation_low=-1,
            observation_high=1,
            max_game_length=self.options["max_turns"],
            has_chance=True,
        )

    def layout(self) -> Layout:
        return rules.LAYOUT

    def initial_position(self) -> dict[str, Any]:
        ships = self.options["ships"]
        if ships == RANDOM:
            return {}
        return {"hulls": [[HULLS[ship] for ship in fleet] for fleet in ships]}

    def parse_position(self, position: Any) -> States:
        setup = read_setup(position, ("hulls", "to_act", "turn", "faces"))
        states = blank(self.record_type)
        record = states[0]
        record["to_hit"] = TO_HIT[self.options["weather"]]
        record["max_turns"] = self.options["max_turns"]
        record["turn"] = _number("turn", setup.get("turn", 0), self.options["max_turns"])
        record["faces"] = _numbers("faces", setup.get("faces", [0, 0]), 2, rules.FACES)
        if "to_act" in setup:
            record["to_move"] = _number("to_act", setup["to_act"], rules.NUM_PLAYERS - 1)
        else:
            record["draw_first"] = 1
        if "hulls" not in setup:
            record["draw_hulls"] = 1
            return states
        hulls = setup["hulls"]
        if not isinstance(hulls, list) or len(hulls) != rules.NUM_PLAYERS:
            raise PositionError(f"hulls of a position must be two lists, got {hulls!r}")
        for player, fleet in enumerate(hulls):
            record["hulls"][player] = _numbers("hulls", fleet, rules.NUM_SHIPS, rules.MAX_HULL)
        afloat = record["hulls"].any(axis=1)
        if not afloat.any():
            raise PositionError(f"hulls of a position must not all be 0, got {hulls!r}")
        record["terminated"] = not afloat.all() or record["turn"] >= record["max_turns"]
        return states

    def setup(self, record: np.void) -> dict[str, Any]:
        setup = {
            "hulls": record["hulls"].tolist(),
            "to_act": int(record["to_move"]),
            "turn": int(record["turn"]),
            "faces": record["faces"].tolist(),
        }
        if record["draw_hulls"]:
            del setup["hulls"]
        if record["draw_first"]:
            del setup["to_act"]
        return setup

    def snapshot(self, record: np.void) -> dict[str, Any]:
        return {"hulls": record["hulls"].tolist(), "turn": int(record["turn"])}

    def position_text(self, record: np.void) -> str:
        return setup_text(self.setup(record))

    def describe_position(self, record: np.void) -> str:
        return f"turn {record['turn']}"

    def set_dice(self, record: np.void, faces: list[int]) -> None:
        for face in faces:
            if not 1 <= face <= rules.FACES:
                raise ValueError(f"dice must be from 1 to {rules.FACES}, got {face}")
        if len(faces) > rules.MAX_SCRIPT:
            raise ValueError(f"dice must be at most {rules.MAX_SCRIPT} faces, got {len(faces)}")
        record["script"][: len(faces)] = faces
        record["script_length"] = len(faces)

    def forget_dice(self, states: States) -> None:
        states["script_length"] = states["script_used"] = 0

    def dice_script(self, record: np.void) -> tuple[list[int], int]:
        faces = record["script"][: int(record["script_length"])].tolist()
        return faces, int(record["script_used"])

    def action_to_string(self, record: np.void, action: int) -> str:
        ship, way = divmod(action, rules.NUM_WAYS)
        return f"{('fire', 'bold')[way]} {ship}"

    def describe_action(self, record: np.void, action: int) -> str:
        return self.action_to_string(record, action)

    def last_action_text(self, record: np.void) -> str:
        action = int(record["last_action"])
        return "" if action < 0 else self.action_to_string(record, action)

    def player_name(self, player: int) -> str:
        return ("West", "East")[player]

    def draw(self, record: np.void) -> Scene:
        shapes = [
            Rectangle(40 * ship, 40 * player, 30, 4 * hull + 1, fill=(60, 90, 120))
            for player, fleet in enumerate(record["hulls"].tolist())
            for ship, hull in enumerate(fleet)
        ]
        turn = Rectangle(0, 76, 4 + int(record["turn"]), 4, fill=(200, 60, 60))
        return Scene(120, 80, (205, 225, 240), (*shapes, turn))

    def draw_text(self, record: np.void, colour: bool = False) -> str:
        fleets = (" ".join(map(str, fleet)) for fleet in record["hulls"].tolist())
        lines = [f"{self.player_name(i)}: {fleet}" for i, fleet in enumerate(fleets)]
        return "\n".join([*lines, f"turn {record['turn']}: {record['faces'].tolist()}"])


def _number(name: str, value: Any, high: int) -> int:
    try:
        number = check_integer(name, value)
    except TypeError as error:
        raise PositionError(f"in a position {error}") from None
    if not 0 <= number <= high:
        raise PositionError(f"{name} of a position must be from 0 to {high}, got {value!r}")
    return number


def _numbers(name: str, values: Any, count: int, high: int) -> list[int]:
    if not isinstance(values, list) or len(values) != count:
        raise PositionError(f"{name} of a position must be {count} numbers, got {values!r}")
    return [_number(name, value, high) for value in values]
