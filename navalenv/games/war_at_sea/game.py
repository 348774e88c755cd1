"""War at Sea: facts, options, positions, notation."""

from __future__ import annotations

from typing import Any

import numpy as np

from navalenv.core.drivers import bind
from navalenv.core.game import Facts, Game, States
from navalenv.core.options import ChoiceOption, IntegerOption
from navalenv.core.record import NO_ACTION, blank
from navalenv.core.setups import read_setup, setup_text
from navalenv.games.war_at_sea import rules, setup
from navalenv.games.war_at_sea.abilities import NAMES
from navalenv.games.war_at_sea.actions import FIRST_SPECIAL, NUM_ACTIONS
from navalenv.games.war_at_sea.cards import MAX_COST
from navalenv.games.war_at_sea.end_of_turn import NO_SHIPS_POINTS, OBJECTIVE_POINTS
from navalenv.games.war_at_sea.fleets import (
    DEFAULT_BUDGET,
    MAX_BUDGET,
    MIN_BUDGET,
    RANDOM,
    SCENARIOS,
    Fleet,
    FleetsOption,
    check_fleets,
    put_fleet,
)
from navalenv.games.war_at_sea.layout import LAYOUT, OBSERVATION_SIZE, Layout
from navalenv.games.war_at_sea.names import PLAYER_NAMES
from navalenv.games.war_at_sea.notation import action_text, action_words
from navalenv.games.war_at_sea.record import LOST, MAX_TURNS, NO_BASE, NUM_SLOTS, PHASE_NAMES
from navalenv.games.war_at_sea.sectors import MAPS, NUM_OBJECTIVES
from navalenv.render.scene import Scene

_START = "start"
"""Phase of the position that games begin with; the rules go on from it by themselves."""
_MOST_PLIES_A_TURN = 1_000
"""More than a turn has: every unit moves, attacks and ends its steps."""
_MOST_ABILITY_POINTS = 16
_REWARDS = ("outcome", "score")


class WarAtSea(Game):
    """Fleets of ships, submarines and aircraft on a map of 53 sectors; dice decide attacks.

    See ``docs/games/war_at_sea.md``.
    """

    name = "war_at_sea"
    title = "War at Sea"
    notation_is_code = True
    option_table = (
        ChoiceOption("scenario", "solomons", "preset fleets", choices=tuple(SCENARIOS)),
        FleetsOption("fleets", None, "other fleets than the scenario's"),
        ChoiceOption("map", MAPS[0], "the map", choices=MAPS),
        IntegerOption(
            "budget",
            DEFAULT_BUDGET,
            "most points that a fleet may cost",
            low=MIN_BUDGET,
            high=MAX_BUDGET,
        ),
        IntegerOption(
            "victory_points",
            None,
            "points that win the game at the end of a turn",
            low=1,
            high=10_000,
            default_words="150; skirmish 100",
        ),
        IntegerOption(
            "max_turns",
            None,
            "turns after which the higher score wins",
            low=1,
            high=MAX_TURNS,
            default_words="20; skirmish 12",
        ),
        ChoiceOption(
            "reward",
            _REWARDS[0],
            "1 and -1 at the end, or also the points gained on the way over victory_points",
            choices=_REWARDS,
        ),
    )
    record_type = rules.RECORD
    drivers = bind(name, rules)

    @classmethod
    def resolve_options(cls, options: dict[str, Any]) -> dict[str, Any]:
        scenario = SCENARIOS[options["scenario"]]
        resolved = dict(options)
        if resolved["victory_points"] is None:
            resolved["victory_points"] = scenario.victory_points
        if resolved["max_turns"] is None:
            resolved["max_turns"] = scenario.max_turns
        fleets = options["fleets"]
        if fleets is None:
            check_fleets(scenario.fleets, resolved["budget"])
        elif fleets != RANDOM:
            check_fleets(fleets, resolved["budget"])
        return resolved

    @property
    def fleets(self) -> tuple[Fleet, Fleet] | None:
        """Names of the units of both fleets in slot order; None where they are random."""
        fleets = self.options["fleets"]
        if fleets == RANDOM:
            return None
        return SCENARIOS[self.options["scenario"]].fleets if fleets is None else fleets

    def _facts(self) -> Facts:
        most = 1.0
        if self.options["reward"] == "score":
            by_units = NUM_SLOTS * (MAX_COST + _MOST_ABILITY_POINTS)
            by_places = NUM_OBJECTIVES * OBJECTIVE_POINTS + NO_SHIPS_POINTS
            most += (by_units + by_places) / self.options["victory_points"]
        return Facts(
            num_players=rules.NUM_PLAYERS,
            num_distinct_actions=NUM_ACTIONS,
            observation_shape=(OBSERVATION_SIZE,),
            observation_dtype=np.float32,
            observation_low=-1,
            observation_high=1,
            max_game_length=(self.options["max_turns"] + 1) * _MOST_PLIES_A_TURN,
            has_chance=True,
            min_utility=-most,
            max_utility=most,
        )

    def layout(self) -> Layout:
        """Names of the parts of an observation."""
        return LAYOUT

    # Positions.

    def initial_position(self) -> dict[str, Any]:
        return {"phase": _START}

    def parse_position(self, position: Any) -> States:
        given = read_setup(position, setup.KEYS)
        if given == self.initial_position():
            return self._start_of_game()
        return setup.setup_to_record(
            given,
            self.options["map"],
            self.options["victory_points"],
            self.options["max_turns"],
            self.options["reward"] == "score",
        )

    def _start_of_game(self) -> States:
        states = blank(self.record_type)
        record = states[0]
        record["map"] = MAPS.index(self.options["map"])
        record["score_reward"] = self.options["reward"] == "score"
        record["budget"] = self.options["budget"]
        record["victory_points"] = self.options["victory_points"]
        record["max_turns"] = self.options["max_turns"]
        record["objectives"] = -1
        record["winner"] = -1
        record["fresh"] = 1
        record["units"]["where"] = LOST
        record["units"]["base"] = NO_BASE
        fleets = self.fleets
        record["random_fleets"] = fleets is None
        for player, fleet in enumerate(fleets or ()):
            put_fleet(record, player, fleet)
        return states

    def setup(self, record: np.void) -> dict[str, Any]:
        if record["fresh"]:
            return self.initial_position()
        return setup.record_to_setup(record)

    def position_text(self, record: np.void) -> str:
        return setup_text(self.setup(record))

    def snapshot(self, record: np.void) -> dict[str, Any]:
        return setup.snapshot(record)

    def describe_position(self, record: np.void) -> str:
        phase = PHASE_NAMES[record["phase"]].replace("_", " ")
        return f"turn {record['turn']}, {phase}"

    # Dice.

    def set_dice(self, record: np.void, faces: list[int]) -> None:
        setup.set_script(record, faces)

    def forget_dice(self, states: States) -> None:
        states["script_length"] = states["script_used"] = 0

    def dice_script(self, record: np.void) -> tuple[list[int], int]:
        return setup.script_of(record)

    # Texts.

    def action_to_string(self, record: np.void, action: int) -> str:
        return action_text(record, int(record["to_move"]), action)

    def describe_action(self, record: np.void, action: int) -> str:
        from navalenv.games.war_at_sea.log import special_ability

        words = action_words(record, int(record["to_move"]), action)
        if action < FIRST_SPECIAL:
            return words
        # Which ability it uses depends on the step; a copy that makes it tells.
        after = np.array([record], self.record_type)
        if self.drivers.try_row(after, action):
            return words
        return f"{words}: {NAMES[special_ability(after[0])]}"

    def last_action_text(self, record: np.void) -> str:
        if record["last_action"] == NO_ACTION:
            return ""
        return action_text(record, int(record["last_player"]), int(record["last_action"]))

    def last_events(self, record: np.void) -> list[str]:
        from navalenv.games.war_at_sea.log import log_lines

        return log_lines(record)

    def player_name(self, player: int) -> str:
        return PLAYER_NAMES[player]

    def draw(self, record: np.void) -> Scene:
        from navalenv.games.war_at_sea.drawing import draw

        return draw(record)

    def draw_text(self, record: np.void, colour: bool = False) -> str:
        from navalenv.games.war_at_sea.drawing import draw_text

        return draw_text(record, colour)
