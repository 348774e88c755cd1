"""The end of a turn: objectives, points, repairs, the victory check, and old smoke.

Source: ``docs/games/war_at_sea.md``, section "Winning", and the abilities about points.
"""

from __future__ import annotations

from navalenv.core.jit import compiled, integer
from navalenv.core.record import Record
from navalenv.games.war_at_sea import abilities as ability
from navalenv.games.war_at_sea.abilities import (
    BEACH_LANDING,
    LANDING_KIND,
    LANDING_POINTS,
    VITAL_CARGO,
)
from navalenv.games.war_at_sea.cards import (
    ABILITIES,
    MAX_ABILITIES,
)
from navalenv.games.war_at_sea.dice import check_roll, event
from navalenv.games.war_at_sea.outcomes import (
    NO_WINNER,
    better_score,
    finish,
    score,
    take_away,
)
from navalenv.games.war_at_sea.queries import (
    first_of,
    has,
    has_ships,
    has_use,
    in_play,
    is_aircraft,
    is_damaged,
    is_ship,
    near_ships,
    on_map,
    player_of,
    spend,
)
from navalenv.games.war_at_sea.record import (
    AT_BASE,
    EVENT_REPAIRED,
    LAND_BASE,
    LOST,
    NUM_PLAYERS,
    NUM_SLOTS,
    NUM_UNITS,
    REMOVED,
    ROLL_OTHER,
    SOURCE_NO_SHIPS,
    SOURCE_OBJECTIVE,
)
from navalenv.games.war_at_sea.sectors import DEPLOYMENT as DEPLOYMENT_SECTORS
from navalenv.games.war_at_sea.sectors import (
    NUM_SECTORS,
    OBJECTIVES,
    SHORE,
    SHORE_WATERS,
)

OBJECTIVE_POINTS = 50
"""For an objective."""
NO_SHIPS_POINTS = 50
"""Once, when the enemy has no Ships in play."""
_UNOWNED = -1
REPAIR_ON = 2
"""Least face with which Repair works."""
SECRET_CARGO_POINTS, LAND_CARGO_POINTS = 4, 2
OUT_POINTS, HOME_POINTS = 1, 3
"""Of Evacuate, at an enemy shore and back home."""
EXPRESS_POINTS = 2
"""Of Tokyo Express, at either."""


@compiled
def _can_claim(record: Record, u: int) -> bool:
    unit = record["units"][u]
    return (
        is_ship(unit)
        and integer(unit["cant_claim"]) & 1 == 0
        and not has(unit, ability.NO_SEA_CONTROL)
        and not (record["turn"] > 0 and record["pursuit_turn"][player_of(u)] == record["turn"])
    )


@compiled
def claimant(record: Record, sector: int) -> int:
    """The player who would claim an unclaimed objective now, or -1."""
    units = record["units"]
    for player in range(NUM_PLAYERS):
        first = first_of(player)
        for u in range(first, first + NUM_SLOTS):
            if (
                units[u]["where"] == sector
                and _can_claim(record, u)
                and not near_ships(units, 1 - player, sector)
            ):
                return player
    return _UNOWNED


@compiled
def _is_shore(record: Record, u: int, landed: bool) -> bool:
    """Whether a unit is beside an enemy shore, or with ``landed`` in one."""
    unit = record["units"][u]
    sectors = integer(SHORE_WATERS[record["map"], player_of(u)])
    if landed:
        sectors |= integer(SHORE[record["map"], player_of(u)])
    return sectors >> integer(unit["where"]) & 1 != 0


@compiled
def _count_ships(record: Record, player: int) -> int:
    units = record["units"]
    count = 0
    for u in range(first_of(player), first_of(player) + NUM_SLOTS):
        if in_play(units[u]) and is_ship(units[u]):
            count += 1
    return count


@compiled
def _score_landing(record: Record, u: int, code: int, place: int, scored: int) -> int:
    """Points of a unit's landing ability; ``scored`` is the set of the kinds scored this turn."""
    unit = record["units"][u]
    player = player_of(u)
    kind = integer(LANDING_KIND[code])
    if scored >> kind & 1 != 0 or integer(unit["spent"]) >> place & 1 != 0:
        return scored
    if not _is_shore(record, u, kind == BEACH_LANDING):
        return scored
    if kind == VITAL_CARGO and _count_ships(record, player) <= 1:
        return scored
    unit["spent"] |= 1 << place
    score(record, player, integer(LANDING_POINTS[code]), code)
    if kind == VITAL_CARGO:
        take_away(record, u, REMOVED)
    return scored | 1 << kind


@compiled
def _score_cargo(record: Record, u: int, code: int) -> None:
    """Secret Cargo and Land Secret Cargo, once a player each."""
    unit = record["units"][u]
    player = player_of(u)
    by_land = code == ability.LAND_SECRET_CARGO
    bit = 2 if by_land else 1
    if (
        integer(record["cargo_scored"][player]) & bit == 0
        and has_use(unit, code)
        and _is_shore(record, u, by_land)
        and not near_ships(record["units"], 1 - player, integer(unit["where"]))
    ):
        record["cargo_scored"][player] |= bit
        spend(unit, code)
        score(record, player, LAND_CARGO_POINTS if by_land else SECRET_CARGO_POINTS, code)


@compiled
def _score_evacuation(record: Record, u: int, code: int) -> None:
    """Evacuate and Tokyo Express: at an enemy shore, in a later turn back home."""
    unit = record["units"][u]
    player = player_of(u)
    if not has_use(unit, code):
        return
    if unit["evacuated_turn"] == 0:
        if _is_shore(record, u, False):
            unit["evacuated_turn"] = record["turn"]
            score(record, player, OUT_POINTS if code == ability.EVACUATE else EXPRESS_POINTS, code)
    elif (
        integer(unit["evacuated_turn"]) < record["turn"]
        and integer(DEPLOYMENT_SECTORS[player]) >> integer(unit["where"]) & 1 != 0
    ):
        spend(unit, code)
        score(record, player, HOME_POINTS if code == ability.EVACUATE else EXPRESS_POINTS, code)


@compiled
def _score_unit(record: Record, u: int, scored: int) -> int:
    """Points and Bombard of one unit at the end of a turn."""
    units = record["units"]
    unit = units[u]
    player = player_of(u)
    pending = integer(unit["points_pending"])
    unit["points_pending"] = 0
    code_pending = ability.SHORE_SUPPORT
    if has(unit, ability.RESCUE_OPERATIONS):
        code_pending = ability.RESCUE_OPERATIONS
    score(record, player, pending, code_pending)
    if not in_play(unit):
        return scored
    score(record, player, integer(unit["raider_points"]), ability.HEAVY_RAIDER)
    unit["raider_points"] = 0
    if unit["bombarding"] != 0:
        unit["bombarding"] = 0
        enemy = first_of(1 - player)
        for v in range(enemy, enemy + NUM_SLOTS):
            if (
                is_aircraft(units[v])
                and units[v]["where"] == AT_BASE
                and units[v]["base"] == LAND_BASE
            ):
                units[v]["rearm"] += 2
    if not on_map(unit):
        return scored
    card = integer(unit["card"])
    for place in range(MAX_ABILITIES):
        code = integer(ABILITIES[card, place])
        if LANDING_KIND[code] != 0:
            scored = _score_landing(record, u, code, place, scored)
            if unit["where"] == LOST:
                return scored
        elif code == ability.SECRET_CARGO or code == ability.LAND_SECRET_CARGO:
            _score_cargo(record, u, code)
        elif code == ability.EVACUATE or code == ability.TOKYO_EXPRESS:
            _score_evacuation(record, u, code)
    return scored


@compiled
def _repair(record: Record, u: int) -> None:
    """Damage Control and Repair of one unit."""
    units = record["units"]
    unit = units[u]
    if not in_play(unit):
        return
    if (
        is_damaged(unit)
        and has_use(unit, ability.DAMAGE_CONTROL)
        and check_roll(record, ability.DAMAGE_CONTROL, u, 5, ROLL_OTHER)
    ):
        spend(unit, ability.DAMAGE_CONTROL)
        unit["hull"] += 1
        event(record, EVENT_REPAIRED, u, 0, 0, 0)
    if unit["repairs"] > 0:
        other = first_of(player_of(u)) + integer(unit["repairs"]) - 1
        unit["repairs"] = 0
        if (
            in_play(units[other])
            and check_roll(record, ability.REPAIR, u, REPAIR_ON, ROLL_OTHER)
            and is_damaged(units[other])
        ):
            units[other]["hull"] += 1
            event(record, EVENT_REPAIRED, other, 0, 0, 0)


@compiled
def end_turn(record: Record) -> None:
    """Objectives, points, repairs, the victory check, and old smoke."""
    units = record["units"]
    objectives = record["objectives"]
    for i in range(len(objectives)):
        if objectives[i] == _UNOWNED:
            player = claimant(record, integer(OBJECTIVES[i]))
            if player != _UNOWNED:
                objectives[i] = player
                score(record, player, OBJECTIVE_POINTS, SOURCE_OBJECTIVE)
    for player in range(NUM_PLAYERS):
        if record["no_ships_scored"][player] == 0 and not has_ships(units, 1 - player):
            record["no_ships_scored"][player] = 1
            score(record, player, NO_SHIPS_POINTS, SOURCE_NO_SHIPS)
    scored = integer(0)
    for u in range(NUM_UNITS):
        if u == NUM_SLOTS:
            scored = 0
        scored = _score_unit(record, u, scored)
    for u in range(NUM_UNITS):
        _repair(record, u)
    goal = integer(record["victory_points"])
    best = better_score(record)
    if (best != NO_WINNER and record["scores"][best] >= goal) or record["turn"] >= record[
        "max_turns"
    ]:
        finish(record, best)
    else:
        smoke = record["smoke"]
        for s in range(NUM_SECTORS):
            if smoke[s] > 0 and smoke[s] <= record["turn"]:
                smoke[s] = 0
