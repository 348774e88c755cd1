"""What the greedy player of War at Sea makes of special actions and of what abilities bring."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import pytest

import navalenv
from navalenv.games.war_at_sea.actions import special_action
from navalenv.games.war_at_sea.setup import setup_to_record
from navalenv.players.ladder import make_player
from navalenv.players.player import decide
from tests.war_at_sea import legal_actions, units_of

LAST_TURN = 12
GAME = navalenv.load_game("war_at_sea")


def record_of(west: str, east: str, phase: str, **keys: Any) -> np.ndarray[Any, Any]:
    """A position with West to act, units in the notation of the tests of abilities."""
    setup = {"units": [units_of(west), units_of(east)], "phase": phase, "turn": 3, "to_act": 0}
    return setup_to_record(setup | keys, max_turns=LAST_TURN)


def decision(record: np.ndarray[Any, Any]) -> str:
    """What the greedy player decides, in notation."""
    action = int(decide(make_player("greedy", GAME), GAME, record)[0])
    return GAME.action_to_string(record[0], action)


class Position(NamedTuple):
    """A position in which the unit in a slot of West has a special action."""

    ability: str
    uses: bool
    reason: str
    west: str
    east: str
    phase: str
    slot: int = 0
    keys: Mapping[str, Any] = MappingProxyType({})


POSITIONS = (
    Position(
        "Shore Support", True, "no enemy is in range",
        "USS Phoenix (CL 46) @14", "Haguro @38", "surface_attack",
    ),
    Position(
        "Shore Support", False, "its main guns would sink a Cruiser",
        "USS Phoenix (CL 46) @14", "Haguro @14 hull=1", "surface_attack",
    ),
    Position(
        "Bombard", True, "two Bombers are at the airbase",
        "Haruna @14", "HMS Hood @38; SBD Dauntless @base:16; SBD Dauntless @base:16",
        "surface_attack",
    ),
    Position(
        "Bombard", False, "no Aircraft is at the airbase",
        "Haruna @14", "HMS Hood @38", "surface_attack",
    ),
    Position(
        "Bombard", False, "in the last turn",
        "Haruna @14", "HMS Hood @38; SBD Dauntless @base:16", "surface_attack",
        keys={"turn": LAST_TURN},
    ),
    Position(
        "Rescue Operations", True, "no enemy is in range",
        "HMCS St. Laurent @24", "Haguro @52", "surface_attack", keys={"wrecks": [[24], []]},
    ),
    Position(
        "Rescue Operations", False, "its guns would sink a Cruiser",
        "HMCS St. Laurent @24", "Haguro @25 hull=1", "surface_attack",
        keys={"wrecks": [[24], []]},
    ),
    Position(
        "Lay Smoke Screen", True, "a Battleship aims at a Battleship in its sector",
        "HMAS Nizam @24; HMS Hood @24 attacks=[0,1,1,1,0,0,0]", "Bismarck @27", "surface_attack",
    ),
    Position(
        "Lay Smoke Screen", False, "nobody is near",
        "HMAS Nizam @24", "Bismarck @52", "surface_attack",
    ),
    Position(
        "Mines", True, "an enemy Battleship is near, out of range",
        "Gromkiy @24", "Bismarck @27", "surface_attack",
    ),
    Position(
        "Mines", False, "only own Ships are near",
        "Gromkiy @24; Kirov @23", "Bismarck @52", "surface_attack",
    ),
    Position(
        "Mines", True, "of an Aircraft without a target, near an enemy Cruiser",
        "Sunderland Mk. I @26; HMS Hood @0", "Haguro @27", "air_attack",
    ),
    Position(
        "Mines", False, "of an Aircraft that can bomb a crippled Cruiser",
        "Sunderland Mk. I @27; HMS Hood @0", "Haguro @27 hull=1", "air_attack",
    ),
    Position(
        "Sweep Mines", True, "an own Battleship is near",
        "HMS Halcyon @24; HMS Hood @23", "Bismarck @52", "surface_attack", keys={"mines": [24]},
    ),
    Position(
        "Sweep Mines", False, "an enemy Battleship is near",
        "HMS Halcyon @24", "Bismarck @27", "surface_attack", keys={"mines": [24]},
    ),
    Position(
        "Split Fire", True, "two crippled Cruisers at range 3, in two sectors",
        "Fuso @23", "HMS Ajax @26 hull=1; HMS Exeter @19 hull=1", "surface_attack",
    ),
    Position(
        "Split Fire", False, "one Battleship", "Fuso @23", "HMS Hood @26", "surface_attack",
    ),
    Position(
        "Sprint", True, "an objective is three sectors away",
        "Moltke @23", "HMS Hood @52", "sea_movement",
    ),
    Position(
        "Sprint", False, "an objective is two sectors away",
        "Moltke @24", "HMS Hood @52", "sea_movement",
        keys={"objectives": {"11": 0, "41": 0}},
    ),
    Position(
        "High-Speed Run", True, "an objective is three sectors away",
        "Le Terrible @23", "Haguro @52", "sea_movement",
    ),
    Position(
        "High-Speed Run", False, "it could not claim the objective that is two sectors away",
        "Le Terrible @24", "Haguro @52", "sea_movement", keys={"objectives": {"11": 0, "41": 0}},
    ),
    Position(
        "Pursuit Ship", True, "a crippled Cruiser to be kept in reach",
        "HMS Ajax @25", "Haguro @25 hull=1", "sea_movement",
        keys={"objectives": {"11": 0, "26": 0, "41": 0}},
    ),
    Position(
        "Pursuit Ship", False, "a Battleship that is better left",
        "HMS Ajax @25", "Yamato @25", "sea_movement",
        keys={"objectives": {"11": 0, "26": 0, "41": 0}},
    ),
    Position(
        "Repair", True, "a crippled Battleship far from enemies",
        "Nordmark @15; Bismarck @15 hull=1", "HMS Hood @52", "sea_movement",
        keys={"objectives": {"11": 0, "26": 0, "41": 0}},
    ),
    Position(
        "Repair", False, "an enemy is to be fired at",
        "Nordmark @25; Bismarck @25 hull=4", "HMS Hood @26", "sea_movement",
    ),
    Position(
        "Air Raid 4", True, "nobody waits at the airbase",
        'Ryujo @23; B5N2 "Kate" @base:0', "LST @52", "air_mission", slot=1,
    ),
    Position(
        "Air Raid 4", False, "a Fighter waits at the airbase",
        'Ryujo @23; B5N2 "Kate" @base:0', "LST @52; F4F Wildcat @base:16", "air_mission",
        slot=1,
    ),
    Position(
        "Airfield Strike", True, "a Bomber is at the airbase",
        "USS Wasp (CV 7) @23; F4F Wildcat @base:0", "Haguro @52; Ju 87B Stuka @base:16",
        "air_mission", slot=1,
    ),
    Position(
        "Airfield Strike", False, "no Aircraft is at the airbase",
        "USS Wasp (CV 7) @23; F4F Wildcat @base:0", "Haguro @52", "air_mission", slot=1,
    ),
    Position(
        "Fighter-Bomber", True, "a Cruiser to bomb",
        "F4U-1D Corsair @base:16; USS Fletcher (DD 445) @0", "Haguro @25", "air_mission",
    ),
    Position(
        "Fighter-Bomber", False, "only a Bomber to shoot at",
        "F4U-1D Corsair @base:16; USS Fletcher (DD 445) @0", 'D3A "Val" @25; Yamato @52',
        "air_mission",
    ),
    Position(
        "Mission Selection (Dive Bomber/Fighter)", True, "a Carrier with an Expert Bomber",
        "Re. 2001 CB @base:16; Aquila @0", "HMS Ajax @25", "air_mission",
    ),
    Position(
        "Mission Selection (Dive Bomber/Fighter)", False, "no Expert Bomber",
        "Re. 2001 CB @base:16; Roma @0", "HMS Ajax @25", "air_mission",
    ),
    Position(
        "Secret Breakout", False, "it would only be late",
        "Rheinübung Bismarck @undeployed; Z32 @23", "HMS Hood @29", "deployment",
        keys={"turn": 0},
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    "position",
    POSITIONS,
    ids=[f"{each.ability}: {'' if each.uses else 'not: '}{each.reason}" for each in POSITIONS],
)
def test_special_actions(position: Position) -> None:
    record = record_of(position.west, position.east, position.phase, **position.keys)
    assert special_action(position.slot) in legal_actions(record[0])
    assert (decision(record) == f"{position.slot} special") == position.uses


def test_landing_ships_make_for_the_shore() -> None:
    record = record_of("LST @26", "Haguro @52", "sea_movement")
    assert decision(record) in ("0 move 2,4", "0 move 3,4", "0 move 4,4")


def test_general_pursuit_is_no_reason_to_give_up_an_objective() -> None:
    ships = ("Sho-Go Yamato @25; Haguro @26", "HMS Ajax @29")
    assert decision(record_of(*ships, "pursuit")) == "end"
    assert decision(record_of("Sho-Go Yamato @25", ships[1], "pursuit")) != "end"


def test_bombers_fly_to_what_their_payload_can_harm() -> None:
    """The B5N2 has no bombs but once: their best target is in another sector than the nearest."""
    record = record_of('B5N2 "Kate" @base:16; Yamato @0', "LST @27; HMS Ajax @52", "air_mission")
    assert decision(record) == "0 move 6,7"
