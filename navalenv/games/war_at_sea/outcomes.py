"""End of a phase: damage, losses, points, and whether the game is over.

Source: ``docs/games/war_at_sea.md``, section "Destruction", and of the abilities "End of a
phase".
"""

from __future__ import annotations

from navalenv.core.jit import compiled, integer, shared
from navalenv.core.record import Array, Record
from navalenv.games.war_at_sea import abilities as ability
from navalenv.games.war_at_sea.abilities import AUXILIARY
from navalenv.games.war_at_sea.bases import base_after_loss, is_carrier
from navalenv.games.war_at_sea.cards import (
    AIRCRAFT,
    COST,
    EMPTY,
    FIRST_SQUADRON,
    SHIP,
    SQUADRONS_OF,
    TYPE,
)
from navalenv.games.war_at_sea.dice import check_roll, event, log_roll, roll
from navalenv.games.war_at_sea.queries import (
    category,
    first_of,
    has,
    in_play,
    is_aircraft,
    is_bomber,
    is_squadron,
    on_map,
    player_of,
)
from navalenv.games.war_at_sea.record import (
    AIR_ATTACK,
    AIR_DEFENCE,
    AT_BASE,
    DESTROYED,
    EVENT_ABORTED,
    EVENT_DAMAGED,
    EVENT_LOST,
    EVENT_POINTS,
    EVENT_RETURNED,
    LOST,
    NO_BASE,
    NUM_SLOTS,
    NUM_UNITS,
    OVER,
    RAIDING,
    REMOVED,
    ROLL_OTHER,
    SOURCE_CARRIER_LOSS,
    SOURCE_DESTROYED,
)

RAID_POINTS = 4
_RAIDER_POINTS = 2
NO_WINNER = -1


@compiled
def score(record: Record, player: int, points: int, source: int) -> None:
    """Give a player points."""
    if points != 0:
        record["scores"][player] += points
        event(record, EVENT_POINTS, player, points, source, 0)


@compiled
def take_away(record: Record, u: int, how: int) -> None:
    """Take a unit out of the game; one that is destroyed scores for the enemy."""
    units = record["units"]
    unit = units[u]
    player = player_of(u)
    if how == DESTROYED:
        if category(unit) == SHIP and on_map(unit):
            record["wrecks"][player] |= integer(1) << integer(unit["where"])
        score(record, 1 - player, integer(COST[unit["card"]]), SOURCE_DESTROYED)
    event(record, EVENT_LOST, u, how, 0, 0)
    unit["where"] = LOST
    unit["gone"] = how
    unit["hull"] = 0
    unit["aborted"] = 0
    unit["rearm"] = 0
    unit["damage"] = 0
    unit["bomb_damage"] = 0
    unit["doomed"] = 0
    unit["aborting"] = 0
    # The squadrons of a Ship go with it.
    first = first_of(player)
    for v in range(first, first + NUM_SLOTS):
        other = units[v]
        if (
            other["card"] >= FIRST_SQUADRON
            and other["where"] != LOST
            and (other["base"] == u - first and category(unit) != AIRCRAFT)
        ):
            event(record, EVENT_LOST, v, REMOVED, 0, 0)
            other["where"] = LOST
            other["gone"] = REMOVED
            other["hull"] = 0
            other["aborted"] = 0


@shared
def noted_damage(unit: Record) -> int:
    """Hull points that the results noted for a unit take, destruction apart."""
    by_bombs = min(integer(unit["bomb_damage"]), integer(unit["hull"]) - 1)
    return integer(unit["damage"]) + by_bombs


@shared
def is_to_be_destroyed(unit: Record) -> bool:
    """Whether the results noted for a unit destroy it."""
    return unit["doomed"] != 0 or (
        not is_aircraft(unit) and noted_damage(unit) >= integer(unit["hull"])
    )


@compiled
def _score_raiders(record: Record, u: int) -> None:
    """Heavy Raider: the enemies that harmed an Auxiliary in the phase in which it is destroyed."""
    units = record["units"]
    if TYPE[units[u]["card"]] != AUXILIARY:
        return
    enemy = first_of(1 - player_of(u))
    for v in range(enemy, enemy + NUM_SLOTS):
        if has(units[v], ability.HEAVY_RAIDER) and (
            integer(units[v]["harmed"]) >> u % NUM_SLOTS & 1 != 0
        ):
            units[v]["raider_points"] += _RAIDER_POINTS


@compiled
def _apply(record: Record, u: int) -> None:
    """Apply what is noted for a unit."""
    unit = record["units"][u]
    if is_to_be_destroyed(unit):
        _score_raiders(record, u)
        take_away(record, u, DESTROYED)
        return
    damage = noted_damage(unit)
    if not is_aircraft(unit) and damage > 0:
        unit["hull"] -= damage
        event(record, EVENT_DAMAGED, u, damage, 0, 0)
    if unit["aborting"] != 0:
        event(record, EVENT_ABORTED, u, 0, 0, 0)
        if has_fly_off(unit):
            take_away(record, u, REMOVED)
        elif unit["where"] == AT_BASE:
            unit["rearm"] += 1
        else:
            unit["aborted"] = 1
    if unit["salvo_noted"] != 0:
        unit["salvo_until"] = record["turn"] + 1
    unit["damage"] = 0
    unit["bomb_damage"] = 0
    unit["aborting"] = 0
    unit["salvo_noted"] = 0


@compiled
def has_fly_off(unit: Record) -> bool:
    """Whether a unit is a squadron of Fly-off Strike."""
    return is_squadron(unit) and squadron_ability(unit) == ability.FLY_OFF_STRIKE


@compiled
def squadron_ability(unit: Record) -> int:
    """Code of the ability that a squadron comes by."""
    return integer(SQUADRONS_OF[integer(unit["card"]) - FIRST_SQUADRON, 0])


@compiled
def _lose_carriers(record: Record, lost: int) -> None:
    """Roll for the Aircraft on board of the Carriers in a set of units that was just lost."""
    units = record["units"]
    for c in range(NUM_UNITS):
        if lost >> c & 1 == 0 or not is_carrier(units[c]):
            continue
        first = first_of(player_of(c))
        for u in range(first, first + NUM_SLOTS):
            unit = units[u]
            if not is_aircraft(unit) or unit["base"] != c - first or unit["where"] == LOST:
                continue
            unit["embarked"] = 0
            if unit["where"] != AT_BASE:
                continue
            face = roll(record)
            log_roll(record, SOURCE_CARRIER_LOSS, face, face > 1, u, ROLL_OTHER)
            base = NO_BASE
            if face > 1:
                base = base_after_loss(units, u)
            if base == NO_BASE:
                take_away(record, u, DESTROYED)
            else:
                unit["base"] = base
                event(record, EVENT_RETURNED, u, base, integer(unit["rearm"]), 0)


@compiled
def finish(record: Record, winner: int) -> None:
    """End the game."""
    record["phase"] = OVER
    record["terminated"] = 1
    record["winner"] = winner
    units = record["units"]
    for u in range(NUM_UNITS):
        units[u]["acted"] = 0


@compiled
def has_units(units: Array, player: int) -> bool:
    """Whether a player has a unit left; one set aside is, a squadron is not."""
    first = first_of(player)
    for u in range(first, first + NUM_SLOTS):
        if units[u]["card"] != EMPTY and units[u]["where"] != LOST and not is_squadron(units[u]):
            return True
    return False


@compiled
def better_score(record: Record) -> int:
    """The player with the higher score, or NO_WINNER."""
    scores = record["scores"]
    if scores[0] == scores[1]:
        return NO_WINNER
    return 0 if scores[0] > scores[1] else 1


@compiled
def end_phase(record: Record) -> None:
    """Apply all results of a phase at once, and see whether a player has no units left."""
    units = record["units"]
    phase = integer(record["phase"])
    for u in range(NUM_UNITS):
        unit = units[u]
        if (
            phase == AIR_DEFENCE
            and unit["where"] == RAIDING
            and unit["aborting"] == 0
            and unit["doomed"] == 0
            and is_bomber(unit)
        ):
            score(record, player_of(u), RAID_POINTS, ability.AIR_RAID)
        if (
            phase == AIR_ATTACK
            and is_aircraft(unit)
            and on_map(unit)
            and has(unit, ability.SUICIDE_ATTACK)
        ):
            unit["doomed"] = 1
    for u in range(NUM_UNITS):
        unit = units[u]
        if (
            in_play(unit)
            and not is_aircraft(unit)
            and is_to_be_destroyed(unit)
            and has(unit, ability.DETERMINATION)
            and check_roll(record, ability.DETERMINATION, u, 5, ROLL_OTHER)
        ):
            unit["hull"] = 1
            unit["doomed"] = 0
            unit["damage"] = 0
            unit["bomb_damage"] = 0
    lost = integer(0)
    for u in range(NUM_UNITS):
        if in_play(units[u]):
            _apply(record, u)
            if units[u]["where"] == LOST:
                lost |= integer(1) << u
    if lost != 0:
        _lose_carriers(record, lost)
    left_0, left_1 = has_units(units, 0), has_units(units, 1)
    if not left_0 or not left_1:
        if left_0:
            finish(record, 0)
        elif left_1:
            finish(record, 1)
        else:
            finish(record, better_score(record))
