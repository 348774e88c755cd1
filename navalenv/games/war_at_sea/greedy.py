"""What the greedy player makes of an action: exact expected points of attacks, and where to be.

Attacks are worth the points that they are expected to bring, from the distribution of their
dice (`expectation`). A place is worth what the unit could do there: objectives, targets in
range, less what enemies could do to it.
"""

from __future__ import annotations

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
    MAIN,
    SAVE_ON,
    SAVES,
    SECONDARY,
    STRAFE,
    TERTIARY,
    TORPEDO,
)
from navalenv.games.war_at_sea.actions import (
    END,
    FIRST_ATTACK,
    FIRST_SPECIAL,
    decode_attack,
    decode_place,
)
from navalenv.games.war_at_sea.attacks import save_applies
from navalenv.games.war_at_sea.cards import (
    ARMOUR,
    CATEGORY,
    COST,
    NUM_RANGES,
    SHIP,
    SUBMARINE,
    TYPE,
    VALUES,
    VITAL_ARMOUR,
)
from navalenv.games.war_at_sea.expectation import chance_of_hits, chance_of_successes
from navalenv.games.war_at_sea.legality import attack_mode, kind_of
from navalenv.games.war_at_sea.modifiers import (
    armour_of,
    count_dice,
    only_sixes,
    per_die_modifier,
    successes_of_six,
)
from navalenv.games.war_at_sea.outcomes import noted_damage
from navalenv.games.war_at_sea.queries import (
    first_of,
    has,
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
from navalenv.games.war_at_sea.record import (
    AFTER_MOVE,
    AIR_DEFENCE,
    AIR_MISSION,
    DEPLOYMENT,
    NUM_SLOTS,
    PATROL,
)
from navalenv.games.war_at_sea.sectors import (
    DISTANCE,
    FRAME,
    ISLANDS,
    LINES,
    MAX_DISTANCE,
    NUM_OBJECTIVES,
    OBJECTIVES,
)
from navalenv.games.war_at_sea.specials import special_of

_CLAIM = 40.0
"""A unit on an objective that it will claim at the end of the turn."""
_HOLD = 12.0
"""A unit on an objective that it would claim but for an enemy near."""
_APPROACH = 3.0
"""One sector nearer to an objective."""
_DENY = 8.0
"""A unit so near to an objective with an enemy on it that the enemy can't claim it."""
_FEAR = 0.7
"""How much the points of an own unit count against those of the enemy's."""
_CRIPPLED_FEAR = 1.6
_ABORT_SHARE = 0.4
"""What an abort is worth of a destroyed Aircraft."""
_IDLE = 0.01
"""An attack that brings nothing is still no worse than none."""
_NEVER = -1.0


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
def expected_points(record: Record, a: int, weapon: int, t: int) -> float:
    """Points that a legal attack is expected to bring, what is noted already left out."""
    units = record["units"]
    unit, target = units[a], units[t]
    kind = kind_of(unit, weapon)
    mode = attack_mode(record, a, weapon, t)
    armour, vital = armour_of(record, a, kind, t, mode)
    dice = count_dice(record, a, kind, t, mode, armour, False)
    per_die = per_die_modifier(record, a, kind, t, mode, False)
    cost = float(COST[target["card"]])
    unsaved = _chance_unsaved(record, a, kind, t)
    if is_aircraft(target):
        kills = chance_of_successes(dice, per_die, False, 2, vital)
        aborts = chance_of_successes(dice, per_die, False, 2, min(armour, vital))
        return unsaved * cost * (kills + _ABORT_SHARE * (aborts - kills))
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
def _card_points(unit: Record, kind: int, target: Record, distance: int, penalty: int) -> float:
    """Points that an attack is expected to bring by the cards alone."""
    if distance >= NUM_RANGES:
        return 0.0
    dice = integer(VALUES[unit["card"], kind, distance])
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
    if left == 1:
        kills = harms
    return cost * (kills + (harms - kills) / left)


@compiled
def _fire(record: Record, a: int, here: int, t: int, there: int) -> float:
    """Points that a Ship's or Submarine's attacks from a sector on a unit in another bring."""
    units = record["units"]
    unit, target = units[a], units[t]
    distance = integer(DISTANCE[here, there])
    if distance >= NUM_RANGES:
        return 0.0
    below = CATEGORY[target["card"]] == SUBMARINE
    if below:
        return _card_points(unit, ASW, target, distance, 0) if is_ship(unit) else 0.0
    islands = integer(ISLANDS[record["map"]])
    if (
        distance > 1
        and LINES[here, there, 0] & islands != 0
        and LINES[here, there, 1] & islands != 0
    ):
        return 0.0
    small = is_small(target)
    total = _card_points(unit, TORPEDO, target, distance, 1 if small else 0)
    if is_ship(unit):
        heavy = small and TYPE[unit["card"]] == BATTLESHIP
        if not (heavy and distance == 0):
            total += _card_points(unit, MAIN, target, distance, 2 if heavy else 0)
        total += _card_points(unit, SECONDARY, target, distance, 0)
        total += _card_points(unit, TERTIARY, target, distance, 0)
    return total


@compiled
def _objective_worth(record: Record, u: int, sector: int) -> float:
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
            worth += _HOLD if threatened else _CLAIM
    if nearest < MAX_DISTANCE:
        worth -= _APPROACH * nearest
    return worth


@compiled
def _worth(record: Record, u: int, sector: int) -> float:
    """What it is worth to have a Ship or Submarine in a sector."""
    units = record["units"]
    unit = units[u]
    enemy = first_of(1 - player_of(u))
    best, danger, nearest = 0.0, 0.0, MAX_DISTANCE
    for t in range(enemy, enemy + NUM_SLOTS):
        if not on_map(units[t]) or is_aircraft(units[t]):
            continue
        there = integer(units[t]["where"])
        nearest = min(nearest, integer(DISTANCE[sector, there]))
        best = max(best, _fire(record, u, sector, t, there))
        danger += _fire(record, t, there, u, sector)
    fear = _CRIPPLED_FEAR if _is_fear_stronger(unit) else _FEAR
    worth = best - fear * min(danger, float(COST[unit["card"]]))
    if CATEGORY[unit["card"]] == SHIP:
        if TYPE[unit["card"]] == CARRIER:
            return worth + 0.5 * _APPROACH * min(nearest, 4)
        worth += _objective_worth(record, u, sector)
    if not _is_fear_stronger(unit):
        worth -= 0.3 * nearest
    return worth


@compiled
def _deployment_worth(record: Record, u: int, sector: int) -> float:
    """What it is worth to deploy a unit in a sector: near an objective that no other covers."""
    units = record["units"]
    player = player_of(u)
    first = first_of(player)
    worth = 0.0
    best = -100.0
    for i in range(NUM_OBJECTIVES):
        there = integer(OBJECTIVES[i])
        near = -_APPROACH * integer(DISTANCE[sector, there])
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
def _antiair_danger(record: Record, u: int, sector: int) -> float:
    """Points that the enemy's antiair attacks on an Aircraft in a sector are expected to bring."""
    units = record["units"]
    enemy = first_of(1 - player_of(u))
    total = 0.0
    for t in range(enemy, enemy + NUM_SLOTS):
        if on_map(units[t]):
            distance = integer(DISTANCE[integer(units[t]["where"]), sector])
            total += _card_points(units[t], ANTIAIR, units[u], distance, 0)
    return total


@compiled
def _strike_worth(record: Record, u: int, sector: int) -> float:
    """Points of the best attack that an Aircraft could make in a sector in air attack."""
    units = record["units"]
    unit = units[u]
    enemy = first_of(1 - player_of(u))
    best = 0.0
    for t in range(enemy, enemy + NUM_SLOTS):
        if units[t]["where"] != sector or is_aircraft(units[t]):
            continue
        if is_ship(units[t]):
            small = 1 if is_small(units[t]) else 0
            best = max(best, _card_points(unit, TORPEDO, units[t], 0, small))
            best = max(best, _card_points(unit, BOMB, units[t], 0, small))
            best = max(best, _card_points(unit, STRAFE, units[t], 0, small))
        else:
            best = max(best, _card_points(unit, ASW, units[t], 0, 0))
    return best


@compiled
def _dogfight_worth(record: Record, u: int, sector: int) -> float:
    """Points of the best antiair attack that an Aircraft could make in a sector."""
    units = record["units"]
    enemy = first_of(1 - player_of(u))
    best = 0.0
    for t in range(enemy, enemy + NUM_SLOTS):
        if units[t]["where"] == sector and is_aircraft(units[t]):
            best = max(best, _card_points(units[u], ANTIAIR, units[t], 0, 0))
    return best


@compiled
def _mission_worth(record: Record, u: int, sector: int) -> float:
    """What it is worth to place an Aircraft in a sector."""
    units = record["units"]
    unit = units[u]
    player = player_of(u)
    strike = _strike_worth(record, u, sector)
    fight = _dogfight_worth(record, u, sector)
    danger = _FEAR * _antiair_danger(record, u, sector)
    worth = max(strike, fight) - danger
    if type_of(unit) == FIGHTER:
        for v in range(first_of(player), first_of(player) + NUM_SLOTS):
            if units[v]["where"] == sector and v != u:
                if is_bomber(units[v]) and is_aircraft(units[v]):
                    worth += 1.0
                elif TYPE[units[v]["card"]] == CARRIER:
                    worth += 0.5
    return worth


@compiled
def _value_of_place(record: Record, u: int, sector: int) -> float:
    units = record["units"]
    unit = units[u]
    phase = integer(record["phase"])
    if phase == DEPLOYMENT:
        return _deployment_worth(record, u, sector)
    if phase == AIR_MISSION:
        return _mission_worth(record, u, sector)
    if phase == PATROL:
        return _dogfight_worth(record, u, sector) - _FEAR * _antiair_danger(record, u, sector)
    if not on_map(unit):
        return 1.0 + _worth(record, u, sector) / 100.0
    gain = _worth(record, u, sector) - _worth(record, u, integer(unit["where"]))
    if phase == AFTER_MOVE and gain <= 0.0:
        enemy = first_of(1 - player_of(u))
        for t in range(enemy, enemy + NUM_SLOTS):
            if units[t]["where"] == sector and CATEGORY[units[t]["card"]] == SUBMARINE:
                gain = max(gain, _card_points(unit, ASW, units[t], 0, 0) + gain)
    return gain


@compiled
def _value_of_attack(record: Record, a: int, weapon: int, t: int) -> float:
    unit = record["units"][a]
    points = expected_points(record, a, weapon, t) + _IDLE
    if record["phase"] == AIR_DEFENCE and is_aircraft(unit) and on_map(unit):
        # It could make no attack in air attack afterwards.
        return points - _strike_worth(record, a, integer(unit["where"]))
    return points


@compiled
def _value_of_special(record: Record, u: int) -> float:
    code = special_of(record, u)
    if code == ability.SHORE_SUPPORT:
        return 4.0
    if code == ability.RESCUE_OPERATIONS:
        return 3.0
    if code == ability.REPAIR:
        return 2.0
    if code == ability.AIR_RAID or code == ability.BOMBARD or code == ability.SWEEP_MINES:
        return 0.5
    return _NEVER


@compiled
def action_value(record: Record, action: int) -> float:
    """The value of a legal action of the player to act, in points; the largest is best."""
    if action == END:
        return 0.0
    player = integer(record["to_move"])
    first = first_of(player)
    if action >= FIRST_SPECIAL:
        return _value_of_special(record, first + action - FIRST_SPECIAL)
    if action >= FIRST_ATTACK:
        slot, weapon, target = decode_attack(action)
        return _value_of_attack(record, first + slot, weapon, first_of(1 - player) + target)
    slot, sector = decode_place(action)
    return _value_of_place(record, first + slot, integer(FRAME[player, sector]))
