"""Bases of Aircraft: who may be where, room, and who is based where at the start.

Source: ``docs/games/war_at_sea.md``, section "Bases", and the abilities about bases and
squadrons.
"""

from __future__ import annotations

from navalenv.core.jit import compiled, integer
from navalenv.core.record import Array, Record
from navalenv.games.war_at_sea import abilities as ability
from navalenv.games.war_at_sea.abilities import CARRIER, PATROL_BOMBER
from navalenv.games.war_at_sea.cards import (
    CAPACITY,
    EMPTY,
    FIRST_SQUADRON,
    KAMIKAZE,
    MARTLET,
    MITCHELL,
    NATION,
    PICCHIATELLI,
    SQUADRONS_OF,
    STUKA,
    TYPE,
    UNITED_KINGDOM,
    UNITED_STATES,
    WILDCAT,
)
from navalenv.games.war_at_sea.queries import (
    first_of,
    has,
    is_aircraft,
    is_squadron,
    on_map,
    player_of,
)
from navalenv.games.war_at_sea.record import (
    AT_BASE,
    ISLAND_BASE,
    LAND_BASE,
    LAND_BASE_ROOM,
    LOST,
    NO_BASE,
    NUM_SLOTS,
    UNDEPLOYED,
)

_OVERSTACK = 3


@compiled
def may_be_based(units: Array, u: int, slot: int) -> bool:
    """Whether an Aircraft may be based on the Carrier in a slot of its player, room apart."""
    unit = units[u]
    carrier = units[first_of(player_of(u)) + slot]
    if not (on_map(carrier) or carrier["where"] == UNDEPLOYED) or is_squadron(unit):
        return False
    if CAPACITY[carrier["card"]] == 0:
        return False
    card = integer(unit["card"])
    aquila = has(carrier, ability.STUKA_OPERATIONS_AQUILA)
    if card == STUKA and (aquila or has(carrier, ability.STUKA_OPERATIONS)):
        return True
    if card == PICCHIATELLI and aquila:
        return True
    if (card in (WILDCAT, MARTLET)) and has(carrier, ability.WILDCAT_OPERATIONS):
        return True
    if (
        TYPE[card] == PATROL_BOMBER
        or has(unit, ability.LAND_BASED)
        or has(unit, ability.LAND_FIGHTER)
        or has(unit, ability.SEA_BASING)
    ):
        return False
    nation = integer(NATION[carrier["card"]])
    if has(unit, ability.EXPORT_VERSION) and (nation in (UNITED_STATES, UNITED_KINGDOM)):
        return True
    return nation == NATION[card]


@compiled
def carrier_room(units: Array, player: int, slot: int, with_those_out: bool) -> int:
    """How many more Aircraft a Carrier has room for."""
    first = first_of(player)
    room = integer(CAPACITY[units[first + slot]["card"]])
    for u in range(first, first + NUM_SLOTS):
        unit = units[u]
        if (
            is_aircraft(unit)
            and unit["base"] == slot
            and not is_squadron(unit)
            and (unit["where"] == AT_BASE or (with_those_out and unit["where"] != LOST))
        ):
            room -= 1
    return room


@compiled
def land_room(units: Array, u: int) -> bool:
    """Whether an Aircraft has room at its player's land airbase."""
    first = first_of(player_of(u))
    others, stacked = integer(0), integer(0)
    for v in range(first, first + NUM_SLOTS):
        unit = units[v]
        if v == u or unit["where"] == AT_BASE:
            if v != u and unit["base"] != LAND_BASE:
                continue
            if unit["card"] == KAMIKAZE and has(unit, ability.OVERSTACK):
                stacked += 1
            else:
                others += 1
    return others + max(0, stacked - _OVERSTACK) <= LAND_BASE_ROOM


@compiled
def first_carrier(units: Array, u: int) -> int:
    """Slot of the first Carrier with room that may take an Aircraft, or -1."""
    player = player_of(u)
    for slot in range(NUM_SLOTS):
        if may_be_based(units, u, slot) and carrier_room(units, player, slot, False) > 0:
            return slot
    return NO_BASE


@compiled
def base_after_loss(units: Array, u: int) -> int:
    """Base of an Aircraft whose Carrier is lost: the land airbase, else a Carrier, else none."""
    if land_room(units, u):
        return LAND_BASE
    return first_carrier(units, u)


@compiled
def base_to_return_to(units: Array, u: int) -> int:
    """Base that an Aircraft that is out returns to, or NO_BASE."""
    unit = units[u]
    left = integer(unit["base"])
    if has(unit, ability.SEA_BASING):
        return ISLAND_BASE
    if is_squadron(unit):
        return left
    if left == LAND_BASE:
        if land_room(units, u):
            return LAND_BASE
    elif (
        left >= 0
        and left < NUM_SLOTS
        and may_be_based(units, u, left)
        and carrier_room(units, player_of(u), left, False) > 0
    ):
        return left
    slot = first_carrier(units, u)
    if slot != NO_BASE:
        return slot
    return LAND_BASE if land_room(units, u) else NO_BASE


@compiled
def add_squadrons(units: Array, player: int) -> bool:
    """Add the squadrons that a fleet's Ships bring behind its last unit; whether they fit."""
    first = first_of(player)
    end = integer(0)
    for slot in range(NUM_SLOTS):
        if units[first + slot]["card"] != EMPTY:
            end = slot + 1
    count = end
    for slot in range(count):
        for i in range(len(SQUADRONS_OF)):
            code, number = integer(SQUADRONS_OF[i, 0]), integer(SQUADRONS_OF[i, 1])
            if not has(units[first + slot], code) or is_squadron(units[first + slot]):
                continue
            for _ in range(number):
                if end >= NUM_SLOTS:
                    return False
                units[first + end]["card"] = FIRST_SQUADRON + i
                units[first + end]["base"] = slot
                end += 1
    return True


@compiled
def assign_bases(units: Array, player: int) -> int:
    """Base every Aircraft at the start of a game; the first that finds none, or -1."""
    first = first_of(player)
    embarked = integer(-1)
    for slot in range(NUM_SLOTS):
        if embarked < 0 and has(units[first + slot], ability.EMBARK_B25):
            for u in range(first, first + NUM_SLOTS):
                if embarked < 0 and units[u]["card"] == MITCHELL:
                    embarked = u
                    units[u]["base"] = slot
                    units[u]["where"] = AT_BASE
                    units[u]["embarked"] = 1
    for u in range(first, first + NUM_SLOTS):
        unit = units[u]
        if not is_aircraft(unit) or u == embarked:
            continue
        base = integer(unit["base"])
        if has(unit, ability.SEA_BASING):
            base = ISLAND_BASE
        elif not is_squadron(unit):
            base = first_carrier(units, u)
            if base == NO_BASE and land_room(units, u):
                base = LAND_BASE
        if base == NO_BASE:
            return u
        unit["base"] = base
        unit["where"] = AT_BASE
        if has(unit, ability.UNCERTAIN_ARRIVAL):
            unit["rearm"] = 1
    return -1


@compiled
def is_carrier(unit: Record) -> bool:
    """Whether a unit is a Carrier."""
    return TYPE[unit["card"]] == CARRIER


@compiled
def is_blocked_by_embarked(units: Array, u: int) -> bool:
    """Whether a B-25 on the deck keeps another Aircraft of its Carrier from being placed."""
    unit = units[u]
    if unit["embarked"] != 0 or unit["base"] >= NUM_SLOTS:
        return False
    first = first_of(player_of(u))
    for v in range(first, first + NUM_SLOTS):
        if (
            v != u
            and units[v]["embarked"] != 0
            and units[v]["where"] != LOST
            and units[v]["base"] == unit["base"]
        ):
            return True
    return False
