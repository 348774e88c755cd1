"""What rules ask of a unit: where it is, what it is, what it can do, whether an ability works.

``units`` is the field of a record, ``u`` the number of a unit, ``player * 16 + slot``.
"""

from __future__ import annotations

from navalenv.core.jit import compiled, integer, shared
from navalenv.core.record import Array, Record
from navalenv.games.war_at_sea import abilities as ability
from navalenv.games.war_at_sea.abilities import (
    DIVE_BOMBER,
    FIGHTER,
    MISSION_DIVE_TORPEDO,
    SMALL_SHIPS,
)
from navalenv.games.war_at_sea.cards import (
    ABILITIES,
    ABILITY_SET,
    AIRCRAFT,
    CATEGORY,
    FIRST_SQUADRON,
    HULL,
    MAX_ABILITIES,
    SHIP,
    SPEED,
    TYPE,
)
from navalenv.games.war_at_sea.record import (
    AT_BASE,
    LAND_BASE,
    NUM_SLOTS,
    RAIDING,
    ROLE_DIVE_BOMBER,
)
from navalenv.games.war_at_sea.sectors import ADJACENT, DISTANCE, NUM_SECTORS

FAR = 99
"""Range between units that have none."""


@compiled
def player_of(u: int) -> int:
    """Player of a unit."""
    return u // NUM_SLOTS


@compiled
def first_of(player: int) -> int:
    """First unit of a player."""
    return player * NUM_SLOTS


@compiled
def has(unit: Record, code: int) -> bool:
    """Whether a unit's card has an ability."""
    return ABILITY_SET[unit["card"], code >> 6] >> (code & 63) & 1 != 0


@compiled
def fleet_has(record: Record, player: int, code: int) -> bool:
    """Whether any unit that a player began with has an ability."""
    return record["fleet_abilities"][player, code >> 6] >> (code & 63) & 1 != 0


@compiled
def has_use(unit: Record, code: int) -> bool:
    """Whether a unit has an ability whose use is not spent."""
    if not has(unit, code):
        return False
    card = integer(unit["card"])
    for place in range(MAX_ABILITIES):
        if ABILITIES[card, place] == code:
            return integer(unit["spent"]) >> place & 1 == 0
    return False


@compiled
def spend(unit: Record, code: int) -> None:
    """Spend the use of an ability that a unit has."""
    card = integer(unit["card"])
    for place in range(MAX_ABILITIES):
        if ABILITIES[card, place] == code:
            unit["spent"] |= 1 << place


@compiled
def category(unit: Record) -> int:
    """SHIP, SUBMARINE or AIRCRAFT; EMPTY for an empty slot."""
    return integer(CATEGORY[unit["card"]])


@compiled
def is_ship(unit: Record) -> bool:
    """Whether a unit is a Ship."""
    return CATEGORY[unit["card"]] == SHIP


@shared
def is_aircraft(unit: Record) -> bool:
    """Whether a unit is an Aircraft."""
    return CATEGORY[unit["card"]] == AIRCRAFT


@compiled
def type_of(unit: Record) -> int:
    """Type of a unit, as its role makes it."""
    if unit["role"] == ROLE_DIVE_BOMBER:
        return DIVE_BOMBER
    return integer(TYPE[unit["card"]])


@compiled
def type_for(unit: Record, kind: int) -> int:
    """Type of a unit when it makes an attack of a kind (Mission Selection, Dive or Torpedo)."""
    if has(unit, MISSION_DIVE_TORPEDO):
        if kind == ability.BOMB:
            return DIVE_BOMBER
        if kind == ability.TORPEDO or kind == ability.ASW:
            return ability.TORPEDO_BOMBER
    return type_of(unit)


@compiled
def is_small(unit: Record) -> bool:
    """Whether a unit is a small ship."""
    return SMALL_SHIPS >> integer(TYPE[unit["card"]]) & 1 != 0


@compiled
def is_bomber(unit: Record) -> bool:
    """Whether a unit is a Bomber."""
    return ability.BOMBERS >> type_of(unit) & 1 != 0


@compiled
def is_squadron(unit: Record) -> bool:
    """Whether a unit is a squadron that came with a Ship."""
    return unit["card"] >= FIRST_SQUADRON


@compiled
def on_map(unit: Record) -> bool:
    """Whether a unit is in a sector."""
    return unit["where"] < NUM_SECTORS


@compiled
def in_play(unit: Record) -> bool:
    """Whether a unit is on the map, at its base or at the enemy's."""
    return unit["where"] <= RAIDING


@compiled
def is_out(unit: Record) -> bool:
    """Whether an Aircraft is away from its base."""
    return is_aircraft(unit) and (on_map(unit) or unit["where"] == RAIDING)


@compiled
def place_of(units: Array, u: int) -> int:
    """Sector of a unit; for Aircraft at a land airbase 100 + its owner; -1 for others.

    An Aircraft at its own land airbase is there for those that are sent to it only.
    """
    unit = units[u]
    where = integer(unit["where"])
    if where < NUM_SECTORS:
        return where
    if where == RAIDING:
        return 100 + (1 - player_of(u))
    if where == AT_BASE and unit["base"] == LAND_BASE:
        return 100 + player_of(u)
    return -1


@compiled
def range_between(units: Array, a: int, b: int) -> int:
    """Distance of two units in sectors; FAR if they are not both at a place."""
    here, there = place_of(units, a), place_of(units, b)
    if here < 0 or there < 0:
        return FAR
    if here < NUM_SECTORS and there < NUM_SECTORS:
        return integer(DISTANCE[here, there])
    return 0 if here == there else FAR


@compiled
def works(units: Array, u: int) -> bool:
    """Whether a unit's abilities work: in play, an Aircraft on the map and not aborted."""
    unit = units[u]
    if is_aircraft(unit):
        return on_map(unit) and unit["aborted"] == 0
    return in_play(unit)


@shared
def is_damaged(unit: Record) -> bool:
    """Whether a Ship or Submarine has lost hull points."""
    return not is_aircraft(unit) and integer(unit["hull"]) < HULL[unit["card"]]


@shared
def is_crippled(unit: Record, turn: int) -> bool:
    """Whether a Ship or Submarine is crippled, or counts as it (Crippling Salvo)."""
    if is_aircraft(unit):
        return False
    salvo_until = integer(unit["salvo_until"])  # 0 for never, which is the turn before the first
    return (unit["hull"] == 1 and is_damaged(unit)) or salvo_until >= max(1, turn)


@compiled
def speed_of(unit: Record, turn: int) -> int:
    """Sectors that a Ship or Submarine can move this turn."""
    speed = integer(SPEED[unit["card"]]) + integer(unit["speed_change"])
    if is_crippled(unit, turn):
        speed -= 1
    return max(1, speed)


@compiled
def can_move(unit: Record, turn: int) -> bool:
    """Whether nothing forbids a unit to move this turn."""
    if integer(unit["cant_move"]) & 1 != 0 or unit["locked"] != 0:
        return False
    return turn != 1 or not (has(unit, ability.INCOMPLETE) or has(unit, ability.VERY_SLOW))


@compiled
def carriers_in(units: Array, player: int, sector: int) -> bool:
    """Whether a player has a Carrier in a sector."""
    for u in range(first_of(player), first_of(player) + NUM_SLOTS):
        if units[u]["where"] == sector and TYPE[units[u]["card"]] == ability.CARRIER:
            return True
    return False


@compiled
def fighter_in(units: Array, player: int, place: int) -> bool:
    """Whether a player has a Fighter at a place (`place_of`)."""
    for u in range(first_of(player), first_of(player) + NUM_SLOTS):
        if place_of(units, u) == place and type_of(units[u]) == FIGHTER:
            return True
    return False


@compiled
def ships_in(units: Array, player: int, sector: int) -> int:
    """Number of a player's Ships in a sector."""
    count = 0
    for u in range(first_of(player), first_of(player) + NUM_SLOTS):
        if units[u]["where"] == sector and is_ship(units[u]):
            count += 1
    return count


@compiled
def sectors_of(units: Array, player: int, of: int) -> int:
    """Set of the sectors in which a player has units of a category."""
    found = integer(0)
    for u in range(first_of(player), first_of(player) + NUM_SLOTS):
        if on_map(units[u]) and category(units[u]) == of:
            found |= integer(1) << integer(units[u]["where"])
    return found


@compiled
def near_ships(units: Array, player: int, sector: int) -> bool:
    """Whether a player has a Ship in a sector or beside it."""
    around = integer(ADJACENT[sector]) | integer(1) << sector
    return sectors_of(units, player, SHIP) & around != 0


@compiled
def has_ships(units: Array, player: int) -> bool:
    """Whether a player has a Ship in play."""
    for u in range(first_of(player), first_of(player) + NUM_SLOTS):
        if in_play(units[u]) and is_ship(units[u]):
            return True
    return False
