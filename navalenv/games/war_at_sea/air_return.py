"""Air return: counters, and how Aircraft go back to their bases.

Source: ``docs/games/war_at_sea.md``, sections "The turn" and "Bases", and the abilities about
bases and squadrons.
"""

from __future__ import annotations

from navalenv.core.jit import compiled, integer
from navalenv.core.record import Record
from navalenv.games.war_at_sea import abilities as ability
from navalenv.games.war_at_sea.abilities import (
    DIVE_BOMBER,
    FIGHTER,
    TORPEDO_BOMBER,
)
from navalenv.games.war_at_sea.bases import base_to_return_to, carrier_room, may_be_based
from navalenv.games.war_at_sea.cards import (
    COST,
    EMPTY,
)
from navalenv.games.war_at_sea.dice import check_roll, event
from navalenv.games.war_at_sea.outcomes import (
    end_phase,
    score,
    squadron_ability,
    take_away,
)
from navalenv.games.war_at_sea.queries import (
    first_of,
    has,
    has_use,
    in_play,
    is_aircraft,
    is_out,
    is_squadron,
    on_map,
    player_of,
    spend,
    type_of,
)
from navalenv.games.war_at_sea.record import (
    AIR_RETURN,
    AT_BASE,
    DESTROYED,
    EVENT_RETURNED,
    ISLAND_BASE,
    LAND_BASE,
    LOST,
    NO_BASE,
    NUM_PLAYERS,
    NUM_SLOTS,
    NUM_UNITS,
    REMOVED,
    ROLL_OTHER,
)

_EMBARK_POINTS = 12


@compiled
def _replenish(record: Record, c: int) -> None:
    """Replenish Aircraft: a destroyed Aircraft may be back on a Carrier."""
    units = record["units"]
    player = player_of(c)
    first = first_of(player)
    slot = c - first
    if carrier_room(units, player, slot, True) <= 0:
        return
    best = integer(-1)
    for u in range(first, first + NUM_SLOTS):
        unit = units[u]
        if (
            unit["card"] == EMPTY
            or unit["where"] != LOST
            or unit["gone"] != DESTROYED
            or not is_aircraft(unit)
            or is_squadron(unit)
            or not may_be_based(units, u, slot)
        ):
            continue
        of = type_of(unit)
        if (of in (FIGHTER, DIVE_BOMBER, TORPEDO_BOMBER)) and (
            best < 0 or COST[unit["card"]] > COST[units[best]["card"]]
        ):
            best = u
    if best < 0:
        return
    spend(units[c], ability.REPLENISH_AIRCRAFT)
    if check_roll(record, ability.REPLENISH_AIRCRAFT, c, 4, ROLL_OTHER):
        back = units[best]
        back["where"] = AT_BASE
        back["base"] = slot
        back["hull"] = 1
        back["gone"] = 0
        back["rearm"] = 0
        back["flew"] = 0
        event(record, EVENT_RETURNED, best, slot, 0, 0)


@compiled
def _start_air_return(record: Record, u: int) -> None:
    """What happens to a unit at the start of air return."""
    units = record["units"]
    unit = units[u]
    if not in_play(unit):
        return
    if is_squadron(unit):
        code = squadron_ability(unit)
        if (code == ability.FLY_OFF_STRIKE and unit["flew"] != 0) or (
            code == ability.SCOUTPLANE_ATTACK and record["turn"] == 1
        ):
            take_away(record, u, REMOVED)
            return
    if is_aircraft(unit):
        if has(unit, ability.UNCERTAIN_ARRIVAL):
            if unit["rearm"] > 0 and check_roll(
                record, ability.UNCERTAIN_ARRIVAL, u, 4, ROLL_OTHER
            ):
                unit["rearm"] -= 1
        elif unit["where"] == AT_BASE and unit["flew"] == 0 and unit["rearm"] > 0:
            unit["rearm"] -= 1
        if unit["embarked"] != 0 and on_map(unit):
            player = player_of(u)
            if record["embark_scored"][player] == 0:
                record["embark_scored"][player] = 1
                score(record, player, _EMBARK_POINTS, ability.EMBARK_B25)
            take_away(record, u, REMOVED)
    elif has_use(unit, ability.REPLENISH_AIRCRAFT):
        _replenish(record, u)


@compiled
def _return(record: Record, u: int, returned: int) -> int:
    """An Aircraft that is out goes to a base; the set of the slots of Carriers returned to."""
    units = record["units"]
    unit = units[u]
    base = base_to_return_to(units, u)
    unit["aborted"] = 0
    if base == NO_BASE:
        unit["doomed"] = 1
        return returned
    unit["where"] = AT_BASE
    unit["base"] = base
    if base == LAND_BASE:
        if not has(unit, ability.LOITER):
            unit["rearm"] += 1
    elif base != ISLAND_BASE and not is_squadron(unit):
        carrier = units[first_of(player_of(u)) + base]
        if (
            returned >> base & 1 != 0
            and integer(returned) >> (base + NUM_SLOTS) & 1 == 0
            and has(carrier, ability.POOR_FACILITIES)
            and not has(unit, ability.LOITER)
        ):
            unit["rearm"] += 1
        if returned >> base & 1 != 0:
            returned |= integer(1) << (base + NUM_SLOTS)
        returned |= integer(1) << base
    event(record, EVENT_RETURNED, u, base, integer(unit["rearm"]), 0)
    return returned


@compiled
def air_return(record: Record) -> None:
    """The whole of air return, to the end of the phase."""
    units = record["units"]
    record["phase"] = AIR_RETURN
    for u in range(NUM_UNITS):
        _start_air_return(record, u)
    for i in range(NUM_PLAYERS):
        player = integer(record["first_player"])
        if i == 1:
            player = 1 - player
        returned = integer(0)
        for u in range(first_of(player), first_of(player) + NUM_SLOTS):
            if is_out(units[u]):
                returned = _return(record, u, returned)
    for u in range(NUM_UNITS):
        units[u]["flew"] = 0
        units[u]["role"] = 0
    end_phase(record)
