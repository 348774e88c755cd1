"""Placing units: where PLACE may put a unit in each step, stacking, and what a move brings.

Source: ``docs/games/war_at_sea.md``, sections "Deployment" and "The turn", and the abilities
about deployment, speed and movement, mines.
"""

from __future__ import annotations

from navalenv.core.jit import compiled, integer
from navalenv.core.record import Array, Record
from navalenv.games.war_at_sea import abilities as ability
from navalenv.games.war_at_sea.abilities import ASW, CRUISER, DESTROYER, FIGHTER
from navalenv.games.war_at_sea.attacks import mine_damage, resolve
from navalenv.games.war_at_sea.bases import is_blocked_by_embarked
from navalenv.games.war_at_sea.cards import AIRCRAFT, EMPTY, SHIP, SUBMARINE, TYPE
from navalenv.games.war_at_sea.dice import event, log_roll, roll
from navalenv.games.war_at_sea.legality import PLAIN, card_value, sees
from navalenv.games.war_at_sea.outcomes import squadron_ability
from navalenv.games.war_at_sea.queries import (
    can_move,
    carriers_in,
    category,
    first_of,
    fleet_has,
    has,
    has_use,
    is_aircraft,
    is_ship,
    is_squadron,
    on_map,
    player_of,
    sectors_of,
    speed_of,
    spend,
    type_of,
)
from navalenv.games.war_at_sea.record import (
    AFTER_MOVE,
    AIR_MISSION,
    ASIDE,
    AT_BASE,
    BREAKOUT,
    DEPLOYMENT,
    EVENT_PUT,
    NUM_SLOTS,
    PATROL,
    PURSUIT,
    QUARRY,
    ROLL_OTHER,
    SCREEN,
    SEA_MOVEMENT,
    SOURCE_MINE,
    UNDEPLOYED,
)
from navalenv.games.war_at_sea.sectors import (
    ADJACENT,
    ALL_SECTORS,
    DISTANCE,
    ISLANDS,
    NUM_SECTORS,
    OWN_ISLAND_WATERS,
    REACH,
    SIDE,
    WITHIN,
)
from navalenv.games.war_at_sea.sectors import (
    DEPLOYMENT as DEPLOYMENT_SECTORS,
)

_MAX_PURSUERS = 3
_CHASE_RANGE = 3
_PATROL_RANGE = 2
_LEAD_SPEED = 2
LAST_STRIKE = 2
"""A mine strikes with faces up to this, and does as much damage as the face shows."""


@compiled
def full_sectors(units: Array, u: int) -> int:
    """Set of the sectors in which a unit has no room, its own apart."""
    unit = units[u]
    of = category(unit)
    first = first_of(player_of(u))
    one, two, three, four, close = integer(0), integer(0), integer(0), integer(0), integer(0)
    for v in range(first, first + NUM_SLOTS):
        where = integer(units[v]["where"])
        if v == u or where >= NUM_SECTORS or category(units[v]) != of:
            continue
        bit = integer(1) << where
        four |= three & bit
        three |= two & bit
        two |= one & bit
        one |= bit
        if of == SHIP and has(units[v], ability.CLOSE_ESCORT):
            close |= bit
    if of == AIRCRAFT:
        return four
    if of == SUBMARINE:
        return one
    return three if has(unit, ability.CLOSE_ESCORT) else three | (two & ~close)


@compiled
def water_for(record: Record, unit: Record) -> int:
    """Set of the sectors that a Ship or Submarine may enter."""
    if has(unit, ability.SHALLOW_DRAFT):
        return ALL_SECTORS
    return ALL_SECTORS & ~integer(ISLANDS[record["map"]])


@compiled
def reach_of(record: Record, unit: Record, speed: int) -> int:
    """Set of the sectors that a unit reaches over sectors that it may enter."""
    shallow = 1 if has(unit, ability.SHALLOW_DRAFT) else 0
    return integer(REACH[record["map"], shallow, speed, integer(unit["where"])])


@compiled
def _nearer_to_enemies(units: Array, u: int) -> int:
    """Set of the adjacent sectors one nearer to an enemy Ship that is nearest to a unit."""
    where = integer(units[u]["where"])
    enemies = sectors_of(units, 1 - player_of(u), SHIP)
    nearest = integer(NUM_SECTORS)
    for s in range(NUM_SECTORS):
        if enemies >> s & 1 != 0:
            nearest = min(nearest, integer(DISTANCE[where, s]))
    found = integer(0)
    if nearest == 0:
        return found
    for s in range(NUM_SECTORS):
        if enemies >> s & 1 != 0 and DISTANCE[where, s] == nearest:
            found |= integer(ADJACENT[where]) & integer(WITHIN[nearest - 1, s])
    return found


@compiled
def _is_cruiser_or_destroyer(unit: Record) -> bool:
    return TYPE[unit["card"]] == CRUISER or TYPE[unit["card"]] == DESTROYER


@compiled
def has_deployed_early(record: Record, v: int) -> bool:
    """Whether a unit with Early Deployment is outside its deployment sectors."""
    unit = record["units"][v]
    return (
        has(unit, ability.EARLY_DEPLOYMENT)
        and on_map(unit)
        and integer(DEPLOYMENT_SECTORS[player_of(v)]) >> integer(unit["where"]) & 1 == 0
    )


@compiled
def own_deployment(record: Record, u: int) -> int:
    """Set of the sectors that a unit may be deployed in by itself, stacking apart."""
    unit = record["units"][u]
    player = player_of(u)
    sectors = integer(DEPLOYMENT_SECTORS[player])
    if has(unit, ability.INFILTRATOR) or has(unit, ability.LONG_CRUISE):
        sectors = ALL_SECTORS
    elif has(unit, ability.EARLY_DEPLOYMENT):
        sectors |= integer(SIDE[player])
    elif has(unit, ability.GUARD_SHIP):
        sectors |= integer(OWN_ISLAND_WATERS[record["map"], player])
    return sectors & water_for(record, unit)


@compiled
def _deployment_sectors(record: Record, u: int) -> int:
    units = record["units"]
    unit = units[u]
    player = player_of(u)
    if unit["where"] != UNDEPLOYED:
        return 0
    sectors = own_deployment(record, u)
    if fleet_has(record, player, ability.EARLY_DEPLOYMENT) and _is_cruiser_or_destroyer(unit):
        for v in range(first_of(player), first_of(player) + NUM_SLOTS):
            if v != u and units[v]["companion"] == 0 and has_deployed_early(record, v):
                sectors |= integer(1) << integer(units[v]["where"])
    return sectors


@compiled
def _screen_of(record: Record, u: int) -> int:
    """The unit with Establish Screen whose companion a unit can be, or -1."""
    units = record["units"]
    player = player_of(u)
    if not _is_cruiser_or_destroyer(units[u]):
        return -1
    for v in range(first_of(player), first_of(player) + NUM_SLOTS):
        if (
            v != u
            and on_map(units[v])
            and has(units[v], ability.ESTABLISH_SCREEN)
            and units[v]["companion"] == 0
            and DISTANCE[integer(units[v]["began"]), integer(units[u]["began"])] <= 1
        ):
            return v
    return -1


@compiled
def _screen_sectors(record: Record, u: int) -> int:
    unit = record["units"][u]
    if has(unit, ability.LEAD_THE_ATTACK):
        return reach_of(record, unit, _LEAD_SPEED)
    if has(unit, ability.ESTABLISH_SCREEN) or _screen_of(record, u) >= 0:
        return integer(ADJACENT[integer(unit["where"])]) & water_for(record, unit)
    return 0


@compiled
def general_of(record: Record, player: int) -> int:
    """The unit whose General Pursuit a player can still use or is using, or -1."""
    units = record["units"]
    if not fleet_has(record, player, ability.GENERAL_PURSUIT):
        return -1
    for u in range(first_of(player), first_of(player) + NUM_SLOTS):
        if on_map(units[u]) and has_use(units[u], ability.GENERAL_PURSUIT):
            return u
    return -1


@compiled
def _pursuit_sectors(record: Record, u: int) -> int:
    unit = record["units"][u]
    pursuers = integer(record["pursuers"])
    if not is_ship(unit) or pursuers >= _MAX_PURSUERS:
        return 0
    if pursuers == 0 and general_of(record, player_of(u)) < 0:
        return 0
    return _nearer_to_enemies(record["units"], u) & water_for(record, unit)


@compiled
def _firing_sectors(record: Record, u: int) -> int:
    """Set of the adjacent sectors from which a unit's torpedoes could reach an enemy Ship."""
    units = record["units"]
    unit = units[u]
    enemy = first_of(1 - player_of(u))
    found = integer(0)
    around = integer(ADJACENT[integer(unit["where"])]) & water_for(record, unit)
    for s in range(NUM_SECTORS):
        if around >> s & 1 == 0:
            continue
        for t in range(enemy, enemy + NUM_SLOTS):
            if is_ship(units[t]) and on_map(units[t]):
                there = integer(units[t]["where"])
                if card_value(unit, ability.TORPEDO, integer(DISTANCE[s, there])) > 0 and sees(
                    record, u, s, there
                ):
                    found |= integer(1) << s
                    break
    return found


@compiled
def _hunted_sectors(record: Record, u: int) -> int:
    """Set of the sectors with an enemy Submarine that Sub Hunter works on."""
    units = record["units"]
    enemy = first_of(1 - player_of(u))
    found = integer(0)
    for t in range(enemy, enemy + NUM_SLOTS):
        if (
            category(units[t]) == SUBMARINE
            and on_map(units[t])
            and not has(units[t], ability.ELUSIVE_QUARRY)
        ):
            found |= integer(1) << integer(units[t]["where"])
    return found


@compiled
def after_move_by_own(record: Record, u: int) -> int:
    """Set of the sectors of the After-move step that a unit's own abilities allow."""
    units = record["units"]
    unit = units[u]
    where = integer(unit["where"])
    around = integer(ADJACENT[where]) & water_for(record, unit)
    found = integer(0)
    if has(unit, ability.SUB_HUNTER):
        found |= around & _hunted_sectors(record, u)
    if has(unit, ability.CHASE):
        enemies = sectors_of(units, 1 - player_of(u), SHIP)
        if enemies != 0 and enemies & integer(WITHIN[_CHASE_RANGE, where]) == 0:
            found |= around & _nearer_to_enemies(units, u)
    if has_use(unit, ability.TORPEDO_RUN):
        found |= _firing_sectors(record, u)
    return found


@compiled
def _after_move_sectors(record: Record, u: int) -> int:
    unit = record["units"][u]
    found = after_move_by_own(record, u)
    if (
        record["runner"] > 0
        and TYPE[unit["card"]] == DESTROYER
        and unit["where"] == record["runner_from"]
    ):
        found |= _firing_sectors(record, u)
    return found


@compiled
def patrol_by_own(record: Record, u: int) -> int:
    """Set of the sectors that Combat Air Patrol lets a Fighter be placed in."""
    units = record["units"]
    unit = units[u]
    player = player_of(u)
    where = integer(unit["where"])
    if not has(unit, ability.COMBAT_AIR_PATROL) or unit["aborted"] != 0:
        return 0
    enemies = sectors_of(units, 1 - player, AIRCRAFT)
    if enemies >> where & 1 != 0 or not carriers_in(units, player, where):
        return 0
    return enemies & integer(WITHIN[_PATROL_RANGE, where])


@compiled
def picket_of(record: Record, player: int) -> int:
    """The unit whose Radar Picket a player can use, or -1."""
    units = record["units"]
    if not fleet_has(record, player, ability.RADAR_PICKET):
        return -1
    for u in range(first_of(player), first_of(player) + NUM_SLOTS):
        if on_map(units[u]) and has_use(units[u], ability.RADAR_PICKET):
            return u
    return -1


@compiled
def _patrol_sectors(record: Record, u: int) -> int:
    units = record["units"]
    unit = units[u]
    player = player_of(u)
    if not is_aircraft(unit):
        return 0
    found = patrol_by_own(record, u)
    if type_of(unit) == FIGHTER and picket_of(record, player) >= 0:
        enemies = sectors_of(units, 1 - player, AIRCRAFT)
        if enemies >> integer(unit["where"]) & 1 == 0:
            found |= enemies
    return found


@compiled
def can_fly(record: Record, u: int) -> bool:
    """Whether an Aircraft is at its base and free to be placed or sent."""
    units = record["units"]
    unit = units[u]
    if (
        not is_aircraft(unit)
        or unit["where"] != AT_BASE
        or unit["rearm"] != 0
        or unit["flew"] != 0
    ):
        return False
    if (
        is_squadron(unit)
        and squadron_ability(unit) == ability.SCOUTPLANE_ATTACK
        and record["turn"] != 1
    ):
        return False
    return not is_blocked_by_embarked(units, u)


@compiled
def _breakout_sectors(record: Record, u: int) -> int:
    """Set of the sectors in which a unit set aside can break out, its companion with it."""
    units = record["units"]
    unit = units[u]
    if unit["where"] != ASIDE or not has(unit, ability.SECRET_BREAKOUT):
        return 0
    player = player_of(u)
    sectors = integer(SIDE[player]) & water_for(record, unit) & ~full_sectors(units, u)
    other = integer(unit["companion"]) - 1
    if other < 0:
        return sectors
    # Both must fit: a sector for two needs room for the companion beside this one.
    found = integer(0)
    for s in range(NUM_SECTORS):
        if sectors >> s & 1 == 0:
            continue
        unit["where"] = s
        if full_sectors(units, first_of(player) + other) >> s & 1 == 0:
            found |= integer(1) << s
        unit["where"] = ASIDE
    return found


@compiled
def places_of(record: Record, u: int) -> int:
    """Set of the absolute sectors in which PLACE may put a unit of the player to act."""
    units = record["units"]
    unit = units[u]
    phase = integer(record["phase"])
    if unit["card"] == EMPTY:
        return 0
    if phase == DEPLOYMENT:
        sectors = _deployment_sectors(record, u)
    elif phase == BREAKOUT:
        return _breakout_sectors(record, u)
    elif phase == AIR_MISSION:
        if not can_fly(record, u):
            return 0
        sectors = integer(ALL_SECTORS)
    else:
        turn = integer(record["turn"])
        if not on_map(unit) or not can_move(unit, turn):
            return 0
        if phase == SEA_MOVEMENT:
            if is_aircraft(unit) or unit["moved"] != 0:
                return 0
            sectors = reach_of(record, unit, speed_of(unit, turn))
        elif unit["acted"] != 0:
            return 0
        elif phase == SCREEN:
            sectors = 0 if is_aircraft(unit) else _screen_sectors(record, u)
        elif phase == PURSUIT:
            sectors = _pursuit_sectors(record, u)
        elif phase == AFTER_MOVE:
            sectors = 0 if is_aircraft(unit) else _after_move_sectors(record, u)
        elif phase == PATROL:
            sectors = _patrol_sectors(record, u)
        elif phase == QUARRY:
            if not has(unit, ability.DANGEROUS_QUARRY) or unit["quarry"] == 0:
                return 0
            sectors = integer(ADJACENT[integer(unit["where"])]) & water_for(record, unit)
        else:
            return 0
    if sectors == 0:
        return 0
    return sectors & ~full_sectors(units, u)


@compiled
def roll_for_mine(record: Record, u: int) -> None:
    """A Ship was put into a sector from another: a mine there."""
    unit = record["units"][u]
    if (
        not is_ship(unit)
        or integer(record["mines"]) >> integer(unit["where"]) & 1 == 0
        or has(unit, ability.AVOID_MINES)
    ):
        return
    face = roll(record)
    log_roll(record, SOURCE_MINE, face, face <= LAST_STRIKE, u, ROLL_OTHER)
    if face <= LAST_STRIKE:
        unit["damage"] += mine_damage(record, u, face)


@compiled
def put(record: Record, u: int, sector: int) -> None:
    """Put a unit that is in one sector into another, without a decision of its player."""
    record["units"][u]["where"] = sector
    event(record, EVENT_PUT, u, sector, 0, 0)
    roll_for_mine(record, u)


@compiled
def _ram(record: Record, u: int) -> None:
    """Ram: an asw attack at once on an enemy Submarine where a move ended."""
    units = record["units"]
    unit = units[u]
    if not has_use(unit, ability.RAM) or card_value(unit, ASW, 0) == 0:
        return
    enemy = first_of(1 - player_of(u))
    for t in range(enemy, enemy + NUM_SLOTS):
        if units[t]["where"] == unit["where"] and category(units[t]) == SUBMARINE:
            spend(unit, ability.RAM)
            resolve(record, u, ASW, t, PLAIN)
            return


@compiled
def _deploy(record: Record, u: int, sector: int) -> None:
    units = record["units"]
    unit = units[u]
    player = player_of(u)
    own = integer(own_deployment(record, u)) >> sector & 1 != 0
    unit["where"] = sector
    unit["began"] = sector
    outside = integer(DEPLOYMENT_SECTORS[player]) >> sector & 1 == 0
    if has(unit, ability.INFILTRATOR) and integer(SIDE[1 - player]) >> sector & 1 != 0:
        unit["cant_attack"] |= 2
    if has(unit, ability.EARLY_DEPLOYMENT):
        if outside:
            unit["cant_claim"] |= 6
    elif outside and own:
        if has(unit, ability.GUARD_SHIP):
            unit["locked"] = 1
    elif outside:
        # It came with a unit that deployed early.
        for v in range(first_of(player), first_of(player) + NUM_SLOTS):
            if (
                units[v]["where"] == sector
                and units[v]["companion"] == 0
                and has_deployed_early(record, v)
            ):
                units[v]["companion"] = u % NUM_SLOTS + 1
                unit["cant_claim"] |= 6
                break


@compiled
def place(record: Record, u: int, sector: int) -> None:
    """PLACE: put a unit into a sector as its player decided, with all that this brings."""
    units = record["units"]
    unit = units[u]
    player = player_of(u)
    phase = integer(record["phase"])
    unit["acted"] = 1
    if phase == DEPLOYMENT:
        _deploy(record, u, sector)
        return
    if phase == BREAKOUT:
        other = integer(unit["companion"]) - 1
        unit["where"] = sector
        unit["began"] = sector
        if other >= 0:
            companion = units[first_of(player) + other]
            companion["where"] = sector
            companion["began"] = sector
        return
    if phase == AIR_MISSION:
        unit["where"] = sector
        unit["flew"] = 1
        return
    if phase == SCREEN:
        if not has(unit, ability.LEAD_THE_ATTACK) and not has(unit, ability.ESTABLISH_SCREEN):
            screen = _screen_of(record, u)
            if screen >= 0:
                units[screen]["companion"] = u % NUM_SLOTS + 1
    elif phase == SEA_MOVEMENT:
        unit["moved"] = 1
    elif phase == PURSUIT:
        if record["pursuers"] == 0:
            spend(units[general_of(record, player)], ability.GENERAL_PURSUIT)
            record["pursuit_turn"][player] = record["turn"]
        record["pursuers"] += 1
    elif phase == AFTER_MOVE:
        bit = integer(1) << sector
        hunts = has(unit, ability.SUB_HUNTER) and _hunted_sectors(record, u) & bit != 0
        if has_use(unit, ability.TORPEDO_RUN) and not hunts:
            spend(unit, ability.TORPEDO_RUN)
            record["runner"] = u % NUM_SLOTS + 1
            record["runner_from"] = unit["where"]
        elif after_move_by_own(record, u) & bit == 0:
            record["runner"] = 0
    elif phase == PATROL and patrol_by_own(record, u) >> sector & 1 == 0:
        spend(units[picket_of(record, player)], ability.RADAR_PICKET)
    moved = unit["where"] != sector
    unit["where"] = sector
    if moved:
        roll_for_mine(record, u)
        if phase == SEA_MOVEMENT and is_ship(unit):
            _ram(record, u)
