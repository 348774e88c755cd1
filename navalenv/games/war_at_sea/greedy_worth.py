"""What attacks and places are worth to the greedy player, in points.

Attacks are worth the points that they are expected to bring, from the distribution of their
dice (`expectation`). A place is worth what the unit could do there: objectives, shores, targets
in range, less what enemies and mines could do to it.
"""

from __future__ import annotations

import numpy as np

from navalenv.core.jit import compiled, integer
from navalenv.core.record import Record
from navalenv.games.war_at_sea import abilities as ability
from navalenv.games.war_at_sea.abilities import (
    ANTIAIR,
    ASW,
    BATTLESHIP,
    BOMB,
    CARRIER,
    FIGHTER,
    LANDING_POINTS,
    MAIN,
    SAVE_ON,
    SAVES,
    SECONDARY,
    STRAFE,
    TERTIARY,
    TORPEDO,
)
from navalenv.games.war_at_sea.attacks import save_applies
from navalenv.games.war_at_sea.cards import (
    ABILITIES,
    ARMOUR,
    CATEGORY,
    COST,
    MAX_ABILITIES,
    NUM_RANGES,
    SHIP,
    SUBMARINE,
    TYPE,
    VALUES,
    VITAL_ARMOUR,
)
from navalenv.games.war_at_sea.dice import FACES
from navalenv.games.war_at_sea.end_of_turn import (
    EXPRESS_POINTS,
    HOME_POINTS,
    LAND_CARGO_POINTS,
    SECRET_CARGO_POINTS,
)
from navalenv.games.war_at_sea.expectation import chance_of_hits, chance_of_successes
from navalenv.games.war_at_sea.legality import (
    KAMIKAZE_VALUE,
    ROCKET_VALUE,
    attack_mode,
    kind_of,
    payload_value,
)
from navalenv.games.war_at_sea.modifiers import (
    armour_of,
    count_dice,
    only_sixes,
    per_die_modifier,
    successes_of_six,
)
from navalenv.games.war_at_sea.moves import LAST_STRIKE
from navalenv.games.war_at_sea.outcomes import noted_damage
from navalenv.games.war_at_sea.queries import (
    first_of,
    has,
    has_use,
    is_aircraft,
    is_bomber,
    is_damaged,
    is_ship,
    is_small,
    near_ships,
    on_map,
    player_of,
    type_of,
)
from navalenv.games.war_at_sea.record import NUM_SLOTS, ROLE_DIVE_BOMBER
from navalenv.games.war_at_sea.sectors import (
    DEPLOYMENT,
    DISTANCE,
    ISLANDS,
    LINES,
    MAX_DISTANCE,
    NUM_OBJECTIVES,
    OBJECTIVES,
    SHORE_WATERS,
    WITHIN,
)

CLAIM = 40.0
"""A unit on an objective that it will claim at the end of the turn."""
_HOLD = 12.0
"""A unit on an objective that it would claim but for an enemy near."""
APPROACH = 3.0
"""One sector nearer to an objective."""
_SHORE_APPROACH = 0.1
"""One sector nearer to a shore, of the points there."""
_DENY = 8.0
"""A unit so near to an objective with an enemy on it that the enemy can't claim it."""
FEAR = 0.7
"""How much the points of an own unit count against those of the enemy's."""
_CRIPPLED_FEAR = 1.6
ABORT_SHARE = 0.4
"""What an abort is worth of a destroyed Aircraft."""
STRIKES = 1 << TORPEDO | 1 << BOMB | 1 << STRAFE | 1 << ASW
"""Set of the kinds of attack that an Aircraft makes in air attack."""

SHORE_POINTS = LANDING_POINTS.copy()
"""Points that an ability brings at an enemy shore and, of Evacuate and Tokyo Express, at home
after that, by code."""
for _code, _points in (
    (ability.SECRET_CARGO, SECRET_CARGO_POINTS),
    (ability.LAND_SECRET_CARGO, LAND_CARGO_POINTS),
    (ability.EVACUATE, HOME_POINTS),
    (ability.TOKYO_EXPRESS, EXPRESS_POINTS),
):
    SHORE_POINTS[_code] = _points
_HAS_SHORE_POINTS = (SHORE_POINTS[ABILITIES] > 0).any(axis=1).astype(np.uint8)
"""Whether a card has such an ability."""


@compiled
def _is_fear_stronger(unit: Record) -> bool:
    """Whether a unit is to be kept from harm: one hit more sinks it."""
    return unit["hull"] == 1 and is_damaged(unit)


@compiled
def _chance_unsaved(record: Record, a: int, kind: int, t: int) -> float:
    """Chance that none of a target's saves works."""
    units = record["units"]
    chance = 1.0
    for i in range(len(SAVES)):
        code = integer(SAVES[i])
        if has(units[t], code) and save_applies(units[a], units[t], code, kind, 0):
            chance *= (integer(SAVE_ON[i]) - 1) / 6.0
    return chance


@compiled
def expected_points(record: Record, a: int, weapon: int, t: int, fewer: int) -> float:
    """Points that a legal attack with ``fewer`` dice less is expected to bring, what is noted
    already left out."""
    units = record["units"]
    unit, target = units[a], units[t]
    kind = kind_of(unit, weapon)
    mode = attack_mode(record, a, weapon, t)
    armour, vital = armour_of(record, a, kind, t, mode)
    dice = max(1, count_dice(record, a, kind, t, mode, armour, False) - fewer)
    per_die = per_die_modifier(record, a, kind, t, mode, False)
    cost = float(COST[target["card"]])
    unsaved = _chance_unsaved(record, a, kind, t)
    if is_aircraft(target):
        kills = chance_of_successes(dice, per_die, False, 2, vital)
        aborts = chance_of_successes(dice, per_die, False, 2, min(armour, vital))
        return unsaved * cost * (kills + ABORT_SHARE * (aborts - kills))
    left = integer(target["hull"]) - noted_damage(target)
    if target["doomed"] != 0 or left <= 0:
        return 0.0
    if kind == TORPEDO:
        damage = 2
        if has(unit, ability.LONG_LANCE_TORPEDOES):
            damage += 1
        if has(target, ability.TORPEDO_DEFENSE):
            damage -= 1
        done = 0.0
        for point in range(1, left + 1):
            # A hull point is lost if there are hits enough for it.
            done += chance_of_hits(dice, per_die, (point + damage - 1) // damage)
        kills = chance_of_hits(dice, per_die, (left + damage - 1) // damage)
        return unsaved * cost * (0.5 * kills + 0.5 * done / left)
    sixes, of_six = only_sixes(unit, kind, mode), successes_of_six(unit, kind)
    kills = chance_of_successes(dice, per_die, sixes, of_six, vital)
    harms = chance_of_successes(dice, per_die, sixes, of_six, min(armour, vital))
    if left == 1:
        kills = harms
    return unsaved * cost * (kills + (harms - kills) / left)


@compiled
def _points_of_dice(dice: int, kind: int, target: Record, penalty: int) -> float:
    """Points that an attack with so many dice is expected to bring by the target's card."""
    if dice == 0:
        return 0.0
    card = integer(target["card"])
    cost, left = float(COST[card]), max(1, integer(target["hull"]))
    if kind == TORPEDO:
        hits = chance_of_hits(max(1, dice - penalty), 0, 1)
        return cost * hits * min(1.0, 2.0 / left)
    vital, armour = integer(VITAL_ARMOUR[card]), integer(ARMOUR[card])
    kills = chance_of_successes(dice, -penalty, False, 2, vital)
    harms = chance_of_successes(dice, -penalty, False, 2, min(armour, vital))
    if kind == ANTIAIR:
        return cost * (kills + ABORT_SHARE * (harms - kills))
    if left == 1:
        kills = harms
    return cost * (kills + (harms - kills) / left)


@compiled
def card_points(unit: Record, kind: int, target: Record, distance: int, penalty: int) -> float:
    """Points that an attack is expected to bring by the cards alone."""
    if distance >= NUM_RANGES:
        return 0.0
    return _points_of_dice(integer(VALUES[unit["card"], kind, distance]), kind, target, penalty)


@compiled
def fire(record: Record, a: int, here: int, t: int, there: int) -> float:
    """Points that a Ship's or Submarine's attacks from a sector on a unit in another bring."""
    units = record["units"]
    unit, target = units[a], units[t]
    distance = integer(DISTANCE[here, there])
    if distance >= NUM_RANGES:
        return 0.0
    below = CATEGORY[target["card"]] == SUBMARINE
    if below:
        return card_points(unit, ASW, target, distance, 0) if is_ship(unit) else 0.0
    islands = integer(ISLANDS[record["map"]])
    if (
        distance > 1
        and LINES[here, there, 0] & islands != 0
        and LINES[here, there, 1] & islands != 0
    ):
        return 0.0
    small = is_small(target)
    total = card_points(unit, TORPEDO, target, distance, 1 if small else 0)
    if is_ship(unit):
        heavy = small and TYPE[unit["card"]] == BATTLESHIP
        if not (heavy and distance == 0):
            total += card_points(unit, MAIN, target, distance, 2 if heavy else 0)
        total += card_points(unit, SECONDARY, target, distance, 0)
        total += card_points(unit, TERTIARY, target, distance, 0)
    return total


@compiled
def _objective_worth(record: Record, u: int, sector: int, claims_now: bool) -> float:
    """What a sector is worth to a Ship because of the objectives."""
    units = record["units"]
    player = player_of(u)
    first = first_of(player)
    claims = not has(units[u], ability.NO_SEA_CONTROL)
    worth = 0.0
    nearest = MAX_DISTANCE
    for i in range(NUM_OBJECTIVES):
        if record["objectives"][i] >= 0:
            continue
        there = integer(OBJECTIVES[i])
        distance = integer(DISTANCE[sector, there])
        taken = False
        for v in range(first, first + NUM_SLOTS):
            if v != u and units[v]["where"] == there and is_ship(units[v]):
                taken = True
        threatened = near_ships(units, 1 - player, there)
        if distance <= 1 and threatened:
            worth += _DENY
        if not claims or taken:
            continue
        nearest = min(nearest, distance)
        if distance == 0:
            worth += CLAIM if claims_now and not threatened else _HOLD
    if nearest < MAX_DISTANCE:
        worth -= APPROACH * nearest
    return worth


@compiled
def _shore_worth(record: Record, u: int, sector: int) -> float:
    """What a sector is worth because of points that a unit's abilities bring at a shore."""
    unit = record["units"][u]
    card = integer(unit["card"])
    player = player_of(u)
    worth = 0.0
    for place in range(MAX_ABILITIES):
        points = float(SHORE_POINTS[ABILITIES[card, place]])
        if points == 0.0 or integer(unit["spent"]) >> place & 1 != 0:
            continue
        goal = integer(SHORE_WATERS[record["map"], player])
        if unit["evacuated_turn"] != 0:
            goal = integer(DEPLOYMENT[player])
        for distance in range(MAX_DISTANCE + 1):
            if goal & integer(WITHIN[distance, sector]) != 0:
                worth += points if distance == 0 else -_SHORE_APPROACH * points * distance
                break
    return worth


@compiled
def mine_loss(unit: Record) -> float:
    """Points that a Ship which is put into a mined sector is expected to lose."""
    if has(unit, ability.AVOID_MINES):
        return 0.0
    lost = 0.0
    for face in range(1, LAST_STRIKE + 1):
        damage = face - 1 if has(unit, ability.TORPEDO_DEFENSE) else face
        lost += min(1.0, damage / max(1, integer(unit["hull"]))) / FACES
    return lost * COST[unit["card"]]


@compiled
def best_fire(record: Record, u: int, sector: int) -> float:
    """Points of the best that a Ship or Submarine could do to one enemy from a sector."""
    units = record["units"]
    enemy = first_of(1 - player_of(u))
    best = 0.0
    for t in range(enemy, enemy + NUM_SLOTS):
        if on_map(units[t]) and not is_aircraft(units[t]):
            best = max(best, fire(record, u, sector, t, integer(units[t]["where"])))
    return best


@compiled
def sea_worth(record: Record, u: int, sector: int, claims_now: bool) -> float:
    """What it is worth to have a Ship or Submarine in a sector.

    ``claims_now``: whether it could claim an objective at the end of this turn.
    """
    units = record["units"]
    unit = units[u]
    card = integer(unit["card"])
    enemy = first_of(1 - player_of(u))
    best, danger, nearest = 0.0, 0.0, MAX_DISTANCE
    for t in range(enemy, enemy + NUM_SLOTS):
        if not on_map(units[t]) or is_aircraft(units[t]):
            continue
        there = integer(units[t]["where"])
        nearest = min(nearest, integer(DISTANCE[sector, there]))
        best = max(best, fire(record, u, sector, t, there))
        danger += fire(record, t, there, u, sector)
    if is_ship(unit) and integer(record["mines"]) >> sector & 1 != 0 and unit["where"] != sector:
        danger += mine_loss(unit)
    fear = _CRIPPLED_FEAR if _is_fear_stronger(unit) else FEAR
    worth = best - fear * min(danger, float(COST[card]))
    if _HAS_SHORE_POINTS[card] != 0:
        worth += _shore_worth(record, u, sector)
    if CATEGORY[card] == SHIP:
        if TYPE[card] == CARRIER:
            return worth + 0.5 * APPROACH * min(nearest, 4)
        worth += _objective_worth(record, u, sector, claims_now)
    if not _is_fear_stronger(unit):
        worth -= 0.3 * nearest
    return worth


@compiled
def deployment_worth(record: Record, u: int, sector: int) -> float:
    """What it is worth to deploy a unit in a sector: near an objective that no other covers."""
    units = record["units"]
    player = player_of(u)
    first = first_of(player)
    worth = 0.0
    best = -100.0
    for i in range(NUM_OBJECTIVES):
        there = integer(OBJECTIVES[i])
        near = -APPROACH * integer(DISTANCE[sector, there])
        for v in range(first, first + NUM_SLOTS):
            if (
                v != u
                and on_map(units[v])
                and is_ship(units[v])
                and DISTANCE[integer(units[v]["where"]), there] <= DISTANCE[sector, there]
            ):
                near -= 2.0
        best = max(best, near)
    worth += best
    if TYPE[units[u]["card"]] == CARRIER:
        worth = -worth
    return worth


@compiled
def antiair_danger(record: Record, u: int, sector: int) -> float:
    """Points that the enemy's antiair attacks on an Aircraft in a sector are expected to bring."""
    units = record["units"]
    enemy = first_of(1 - player_of(u))
    total = 0.0
    for t in range(enemy, enemy + NUM_SLOTS):
        if on_map(units[t]):
            distance = integer(DISTANCE[integer(units[t]["where"]), sector])
            total += card_points(units[t], ANTIAIR, units[u], distance, 0)
    return total


@compiled
def strike_kinds(unit: Record) -> int:
    """Set of the kinds of attack that an Aircraft could make in air attack."""
    if has(unit, ability.FIGHTER_BOMBER) and unit["role"] != ROLE_DIVE_BOMBER:
        return STRIKES & ~(1 << BOMB)
    return STRIKES


@compiled
def _air_dice(unit: Record, kind: int) -> int:
    """Dice of an Aircraft's attack on a local target, with what an ability brings it once."""
    dice = integer(VALUES[unit["card"], kind, 0])
    if kind == BOMB and dice == 0:
        return KAMIKAZE_VALUE if has(unit, ability.KAMIKAZE_ATTACK) else payload_value(unit)
    if kind == STRAFE and has_use(unit, ability.ROCKET_ATTACK):
        return ROCKET_VALUE
    return dice


@compiled
def best_air_attack(record: Record, u: int, sector: int, kinds: int, bomb_penalty: int) -> float:
    """Points of the best attack of some kinds that an Aircraft could make in a sector."""
    units = record["units"]
    unit = units[u]
    enemy = first_of(1 - player_of(u))
    best = 0.0
    for t in range(enemy, enemy + NUM_SLOTS):
        target = units[t]
        if target["where"] != sector:
            continue
        if is_aircraft(target):
            if kinds >> ANTIAIR & 1 != 0:
                best = max(best, card_points(unit, ANTIAIR, target, 0, 0))
        elif is_ship(target):
            small = 1 if is_small(target) else 0
            for kind in (TORPEDO, BOMB, STRAFE):
                if kinds >> kind & 1 != 0:
                    penalty = small + bomb_penalty if kind == BOMB else small
                    dice = _air_dice(unit, kind)
                    best = max(best, _points_of_dice(dice, kind, target, penalty))
        elif kinds >> ASW & 1 != 0:
            best = max(best, card_points(unit, ASW, target, 0, 0))
    return best


@compiled
def mission_worth(record: Record, u: int, sector: int, kinds: int) -> float:
    """What it is worth to place an Aircraft in a sector, for antiair or some kinds of attack."""
    units = record["units"]
    unit = units[u]
    player = player_of(u)
    cost = float(COST[unit["card"]])
    danger = min(cost, antiair_danger(record, u, sector))
    if has(unit, ability.SUICIDE_ATTACK):
        danger = cost
    worth = best_air_attack(record, u, sector, kinds | 1 << ANTIAIR, 0) - FEAR * danger
    if type_of(unit) == FIGHTER:
        for v in range(first_of(player), first_of(player) + NUM_SLOTS):
            if units[v]["where"] == sector and v != u:
                if is_bomber(units[v]) and is_aircraft(units[v]):
                    worth += 1.0
                elif TYPE[units[v]["card"]] == CARRIER:
                    worth += 0.5
    return worth


@compiled
def best_mission(record: Record, u: int, kinds: int) -> float:
    """What the best place is worth to an Aircraft in which there is an enemy."""
    units = record["units"]
    enemy = first_of(1 - player_of(u))
    best = 0.0
    for t in range(enemy, enemy + NUM_SLOTS):
        if on_map(units[t]):
            best = max(best, mission_worth(record, u, integer(units[t]["where"]), kinds))
    return best
