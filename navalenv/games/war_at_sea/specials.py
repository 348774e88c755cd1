"""SPECIAL actions: which are legal in a step, and what they do.

Source: ``docs/games/war_at_sea.md``, section "Abilities", steps with actions of abilities.
"""

from __future__ import annotations

from navalenv.core.jit import compiled, integer
from navalenv.core.record import Record
from navalenv.games.war_at_sea import abilities as ability
from navalenv.games.war_at_sea.abilities import ASW, CRUISER, FIGHTER, MAIN
from navalenv.games.war_at_sea.cards import AIRCRAFT, COST, TYPE, VALUES
from navalenv.games.war_at_sea.dice import check_roll, event
from navalenv.games.war_at_sea.moves import can_fly
from navalenv.games.war_at_sea.queries import (
    can_move,
    category,
    first_of,
    has,
    has_use,
    is_aircraft,
    is_bomber,
    is_damaged,
    is_ship,
    on_map,
    player_of,
    spend,
    type_of,
)
from navalenv.games.war_at_sea.record import (
    AIR_ATTACK,
    AIR_MISSION,
    ASIDE,
    DEPLOYMENT,
    EVENT_SPECIAL,
    INSTEAD_OF_ALL,
    INSTEAD_OF_MAIN,
    NUM_SLOTS,
    RAIDING,
    ROLE_AS_PRINTED,
    ROLE_DIVE_BOMBER,
    ROLL_OTHER,
    SEA_MOVEMENT,
    SPLITS_FIRE,
    SURFACE_ATTACK,
    UNDEPLOYED,
)
from navalenv.games.war_at_sea.sectors import DEPLOYMENT as DEPLOYMENT_SECTORS
from navalenv.games.war_at_sea.sectors import ISLANDS

SHORE_SUPPORT_POINTS = 4
RESCUE_POINTS = 3
SWEEP_ON = 3
"""Least face that sweeps a mine."""


@compiled
def _breakout_leader(record: Record, u: int) -> int:
    """The unit set aside that a Cruiser not yet placed can go with, or -1."""
    units = record["units"]
    if TYPE[units[u]["card"]] != CRUISER:
        return -1
    first = first_of(player_of(u))
    for v in range(first, first + NUM_SLOTS):
        if (
            has(units[v], ability.SECRET_BREAKOUT)
            and units[v]["where"] == ASIDE
            and units[v]["companion"] == 0
        ):
            return v
    return -1


@compiled
def repaired_by(record: Record, u: int) -> int:
    """The local friendly Ship that Repair would work on, or -1."""
    units = record["units"]
    first = first_of(player_of(u))
    for v in range(first, first + NUM_SLOTS):
        if (
            v != u
            and units[v]["where"] == units[u]["where"]
            and is_ship(units[v])
            and is_damaged(units[v])
            and units[v]["moved"] == 0
        ):
            return v
    return -1


@compiled
def pursued_by(record: Record, u: int) -> int:
    """The local enemy Ship of the highest cost, or -1."""
    units = record["units"]
    enemy = first_of(1 - player_of(u))
    best, cost = integer(-1), integer(-1)
    for t in range(enemy, enemy + NUM_SLOTS):
        if (
            units[t]["where"] == units[u]["where"]
            and is_ship(units[t])
            and COST[units[t]["card"]] > cost
        ):
            best, cost = t, integer(COST[units[t]["card"]])
    return best


@compiled
def _striker(record: Record, player: int) -> int:
    """The Carrier whose Airfield Strike is used next, or -1."""
    units = record["units"]
    for v in range(first_of(player), first_of(player) + NUM_SLOTS):
        if on_map(units[v]) and has_use(units[v], ability.AIRFIELD_STRIKE):
            return v
    return -1


@compiled
def _has_own_mission_special(record: Record, u: int) -> bool:
    unit = record["units"][u]
    return has(unit, ability.FIGHTER_BOMBER) or has(unit, ability.MISSION_DIVE_FIGHTER)


@compiled
def _mission_special(record: Record, u: int) -> int:
    """The ability that SPECIAL would use for an Aircraft in air mission, or 0."""
    units = record["units"]
    unit = units[u]
    if not is_aircraft(unit):
        return 0
    if on_map(unit):
        if unit["aborted"] == 0 and has_use(unit, ability.DIVIDE_THE_DEFENSE):
            return ability.DIVIDE_THE_DEFENSE
        return 0
    if not can_fly(record, u):
        return 0
    if _has_own_mission_special(record, u):
        if unit["role"] != ROLE_AS_PRINTED:
            return 0
        if has(unit, ability.FIGHTER_BOMBER):
            return ability.FIGHTER_BOMBER
        return ability.MISSION_DIVE_FIGHTER
    player = player_of(u)
    base = integer(unit["base"])
    if (
        is_bomber(unit)
        and base < NUM_SLOTS
        and has_use(units[first_of(player) + base], ability.AIR_RAID)
    ):
        return ability.AIR_RAID
    if (
        type_of(unit) == FIGHTER
        and VALUES[unit["card"], ability.ANTIAIR, 0] > 0
        and _striker(record, player) >= 0
    ):
        return ability.AIRFIELD_STRIKE
    return 0


@compiled
def _surface_special(record: Record, u: int) -> int:
    """The ability that SPECIAL would use for a Ship in surface attack, or 0."""
    unit = record["units"][u]
    player = player_of(u)
    if (
        not is_ship(unit)
        or not on_map(unit)
        or unit["special"] != 0
        or integer(unit["cant_attack"]) & 1 != 0
    ):
        return 0
    where = integer(unit["where"])
    attacks = unit["attacks"]
    is_opposite = integer(DEPLOYMENT_SECTORS[1 - player]) >> where & 1 != 0
    if is_opposite and attacks[MAIN] == 0 and attacks[ASW] == 0:
        if has_use(unit, ability.SHORE_SUPPORT):
            return ability.SHORE_SUPPORT
        if has_use(unit, ability.BOMBARD):
            return ability.BOMBARD
    for weapon in range(MAIN, ASW + 1):
        if attacks[weapon] != 0:
            return 0
    if has(unit, ability.LAY_SMOKE_SCREEN):
        return ability.LAY_SMOKE_SCREEN
    if has_use(unit, ability.MINES) and can_be_mined(record, where):
        return ability.MINES
    if has(unit, ability.SWEEP_MINES) and integer(record["mines"]) >> where & 1 != 0:
        return ability.SWEEP_MINES
    if (
        has_use(unit, ability.RESCUE_OPERATIONS)
        and integer(record["wrecks"][player]) >> where & 1 != 0
    ):
        return ability.RESCUE_OPERATIONS
    if has(unit, ability.SPLIT_FIRE) and unit["no_gunnery"] == 0:
        return ability.SPLIT_FIRE
    return 0


@compiled
def can_be_mined(record: Record, sector: int) -> bool:
    """Whether a mine can be laid in a sector: no island, and not one mined already."""
    return (integer(record["mines"]) | integer(ISLANDS[record["map"]])) >> sector & 1 == 0


@compiled
def _movement_special(record: Record, u: int) -> int:
    """The ability that SPECIAL would use for a Ship in sea movement, or 0."""
    unit = record["units"][u]
    if not is_ship(unit) or not on_map(unit) or unit["moved"] != 0 or unit["special"] != 0:
        return 0
    if has_use(unit, ability.REPAIR) and repaired_by(record, u) >= 0:
        return ability.REPAIR
    if not can_move(unit, integer(record["turn"])):
        return 0
    if has_use(unit, ability.SPRINT):
        return ability.SPRINT
    if has_use(unit, ability.HIGH_SPEED_RUN):
        return ability.HIGH_SPEED_RUN
    if (
        has(unit, ability.PURSUIT_SHIP)
        and record["first_player"] == player_of(u)
        and pursued_by(record, u) >= 0
    ):
        return ability.PURSUIT_SHIP
    return 0


@compiled
def special_of(record: Record, u: int) -> int:
    """Code of the ability that SPECIAL of a unit of the player to act uses now; 0 if illegal."""
    units = record["units"]
    unit = units[u]
    phase = integer(record["phase"])
    if phase == SURFACE_ATTACK:
        return _surface_special(record, u)
    if phase == SEA_MOVEMENT:
        return _movement_special(record, u)
    if phase == AIR_MISSION:
        return _mission_special(record, u)
    if phase == AIR_ATTACK:
        if (
            category(unit) != AIRCRAFT
            or not on_map(unit)
            or unit["aborted"] != 0
            or unit["antiair_made"] != 0
            or unit["acted"] != 0
            or integer(unit["cant_attack"]) & 1 != 0
            or not has_use(unit, ability.MINES)
            or not can_be_mined(record, integer(unit["where"]))
        ):
            return 0
        return ability.MINES
    if (
        phase == DEPLOYMENT
        and unit["where"] == UNDEPLOYED
        and (has(unit, ability.SECRET_BREAKOUT) or _breakout_leader(record, u) >= 0)
    ):
        return ability.SECRET_BREAKOUT
    return 0


@compiled
def _send(record: Record, u: int) -> None:
    unit = record["units"][u]
    unit["where"] = RAIDING
    unit["flew"] = 1


@compiled
def _points_now(record: Record, u: int, points: int) -> None:
    record["units"][u]["points_pending"] += points


@compiled
def use_special(record: Record, u: int) -> None:
    """Use the legal SPECIAL of a unit of the player to act."""
    units = record["units"]
    unit = units[u]
    player = player_of(u)
    first = first_of(player)
    code = special_of(record, u)
    where = integer(unit["where"])
    turn = integer(record["turn"])
    event(record, EVENT_SPECIAL, u, code, 0, 0)
    unit["acted"] = 1
    unit["special"] = INSTEAD_OF_ALL
    if code == ability.LAY_SMOKE_SCREEN:
        record["smoke"][where] = turn + 1
    elif code == ability.MINES:
        spend(unit, code)
        record["mines"] |= integer(1) << where
    elif code == ability.SWEEP_MINES:
        if check_roll(record, code, u, SWEEP_ON, ROLL_OTHER):
            record["mines"] &= ~(integer(1) << where)
    elif code == ability.RESCUE_OPERATIONS:
        spend(unit, code)
        _points_now(record, u, RESCUE_POINTS)
    elif code == ability.SHORE_SUPPORT:
        spend(unit, code)
        unit["special"] = INSTEAD_OF_MAIN
        _points_now(record, u, SHORE_SUPPORT_POINTS)
    elif code == ability.BOMBARD:
        spend(unit, code)
        unit["special"] = INSTEAD_OF_MAIN
        unit["bombarding"] = 1
    elif code == ability.SPLIT_FIRE:
        unit["special"] = SPLITS_FIRE
    elif code == ability.SPRINT:
        spend(unit, code)
        if check_roll(record, code, u, 4, ROLL_OTHER):
            unit["speed_change"] += 1
    elif code == ability.HIGH_SPEED_RUN:
        spend(unit, code)
        unit["speed_change"] += 1
        unit["cant_claim"] |= 1
    elif code == ability.REPAIR:
        spend(unit, code)
        other = repaired_by(record, u)
        unit["repairs"] = other % NUM_SLOTS + 1
        unit["moved"] = 1
        for each in (u, other):
            units[each]["cant_move"] |= 1
            units[each]["no_gunnery"] = 1
    elif code == ability.PURSUIT_SHIP:
        unit["pursues"] = pursued_by(record, u) % NUM_SLOTS + 1
        unit["moved"] = 1
    elif code == ability.FIGHTER_BOMBER or code == ability.MISSION_DIVE_FIGHTER:
        unit["role"] = ROLE_DIVE_BOMBER
    elif code == ability.DIVIDE_THE_DEFENSE:
        spend(unit, code)
        unit["dividing"] = 1
    elif code == ability.AIR_RAID:
        spend(units[first + integer(unit["base"])], code)
        _send(record, u)
    elif code == ability.AIRFIELD_STRIKE:
        spend(units[_striker(record, player)], code)
        _send(record, u)
    elif code == ability.SECRET_BREAKOUT:
        leader = _breakout_leader(record, u)
        if not has(unit, ability.SECRET_BREAKOUT) and leader >= 0:
            units[leader]["companion"] = u % NUM_SLOTS + 1
        unit["where"] = ASIDE
