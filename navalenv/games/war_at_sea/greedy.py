"""What the greedy player makes of an action: its value in points; the largest is best."""

from __future__ import annotations

from navalenv.core.jit import compiled, integer
from navalenv.core.record import Record
from navalenv.games.war_at_sea import abilities as ability
from navalenv.games.war_at_sea.abilities import ANTIAIR, ASW, BOMB
from navalenv.games.war_at_sea.actions import (
    END,
    FIRST_ATTACK,
    FIRST_SPECIAL,
    decode_attack,
    decode_place,
)
from navalenv.games.war_at_sea.cards import CATEGORY, COST, SUBMARINE
from navalenv.games.war_at_sea.end_of_turn import claimant
from navalenv.games.war_at_sea.greedy_specials import value_of_special
from navalenv.games.war_at_sea.greedy_worth import (
    CLAIM,
    FEAR,
    antiair_danger,
    best_air_attack,
    card_points,
    deployment_worth,
    expected_points,
    mission_worth,
    sea_worth,
    strike_kinds,
)
from navalenv.games.war_at_sea.queries import first_of, has, is_aircraft, on_map, player_of
from navalenv.games.war_at_sea.record import (
    AFTER_MOVE,
    AIR_DEFENCE,
    AIR_MISSION,
    DEPLOYMENT,
    NUM_SLOTS,
    PATROL,
    PURSUIT,
)
from navalenv.games.war_at_sea.sectors import FRAME, OBJECTIVES

_IDLE = 0.01
"""An attack that brings nothing is still no worse than none."""


@compiled
def _claims_lost(record: Record, player: int) -> float:
    """Points of the objectives that a player could not claim after General Pursuit."""
    lost = 0.0
    for i in range(len(OBJECTIVES)):
        if record["objectives"][i] < 0 and claimant(record, integer(OBJECTIVES[i])) == player:
            lost += CLAIM
    return lost


@compiled
def _value_of_move(record: Record, u: int, sector: int) -> float:
    """What a Ship or Submarine gains by a move."""
    unit = record["units"][u]
    phase = integer(record["phase"])
    claims_now = integer(unit["cant_claim"]) & 1 == 0 and phase != PURSUIT
    gain = sea_worth(record, u, sector, claims_now)
    gain -= sea_worth(record, u, integer(unit["where"]), claims_now)
    if phase == PURSUIT and record["pursuers"] == 0:
        return gain - _claims_lost(record, player_of(u))
    if phase == AFTER_MOVE and gain <= 0.0:
        hunt = 0.0
        enemy = first_of(1 - player_of(u))
        for t in range(enemy, enemy + NUM_SLOTS):
            target = record["units"][t]
            if target["where"] == sector and CATEGORY[target["card"]] == SUBMARINE:
                hunt = max(hunt, card_points(unit, ASW, target, 0, 0))
        return gain + hunt
    return gain


@compiled
def _value_of_place(record: Record, u: int, sector: int) -> float:
    unit = record["units"][u]
    phase = integer(record["phase"])
    if phase == DEPLOYMENT:
        return deployment_worth(record, u, sector)
    if phase == AIR_MISSION:
        return mission_worth(record, u, sector, strike_kinds(unit))
    if phase == PATROL:
        fight = best_air_attack(record, u, sector, 1 << ANTIAIR, 0)
        return fight - FEAR * antiair_danger(record, u, sector)
    if not on_map(unit):
        return 1.0 + sea_worth(record, u, sector, True) / 100.0
    return _value_of_move(record, u, sector)


@compiled
def _value_of_attack(record: Record, a: int, weapon: int, t: int) -> float:
    unit = record["units"][a]
    points = expected_points(record, a, weapon, t, 0) + _IDLE
    if record["phase"] == AIR_DEFENCE and is_aircraft(unit) and on_map(unit):
        # It could make no attack in air attack afterwards.
        where = integer(unit["where"])
        return points - best_air_attack(record, a, where, strike_kinds(unit), 0)
    if weapon == BOMB and has(unit, ability.KAMIKAZE_ATTACK):
        return points - FEAR * COST[unit["card"]]
    return points


@compiled
def action_value(record: Record, action: int) -> float:
    """The value of a legal action of the player to act, in points; the largest is best."""
    if action == END:
        return 0.0
    player = integer(record["to_move"])
    first = first_of(player)
    if action >= FIRST_SPECIAL:
        return value_of_special(record, first + action - FIRST_SPECIAL)
    if action >= FIRST_ATTACK:
        slot, weapon, target = decode_attack(action)
        return _value_of_attack(record, first + slot, weapon, first_of(1 - player) + target)
    slot, sector = decode_place(action)
    return _value_of_place(record, first + slot, integer(FRAME[player, sector]))
