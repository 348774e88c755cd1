"""The course of a turn: initiative, what happens between steps, air return, end of turn.

Source: ``docs/games/war_at_sea.md``, sections "The turn" and "Winning", and of the abilities
initiative, speed, points, bases and the order of rolls.
"""

from __future__ import annotations

from navalenv.core.jit import compiled, integer
from navalenv.core.record import Array, Record
from navalenv.games.war_at_sea import abilities as ability
from navalenv.games.war_at_sea.abilities import (
    BATTLESHIP,
    BEACH_LANDING,
    CARRIER,
    DESTROYER,
    DIVE_BOMBER,
    FIGHTER,
    LANDING_KIND,
    LANDING_POINTS,
    MAIN,
    NUM_EXPERTS,
    NUM_SPOTTERS,
    NUM_WEAPONS,
    SLOW_ON,
    TORPEDO_BOMBER,
    VITAL_CARGO,
)
from navalenv.games.war_at_sea.attacks import count_dice
from navalenv.games.war_at_sea.bases import base_to_return_to, carrier_room, may_be_based
from navalenv.games.war_at_sea.cards import (
    ABILITIES,
    COST,
    EMPTY,
    FLAGSHIP,
    MAX_ABILITIES,
    NUM_RANGES,
    TYPE,
)
from navalenv.games.war_at_sea.dice import check_roll, event, log_roll, roll
from navalenv.games.war_at_sea.legality import NO_ATTACK, attack_mode, may_attack
from navalenv.games.war_at_sea.moves import full_sectors, put, water_for
from navalenv.games.war_at_sea.outcomes import (
    NO_WINNER,
    better_score,
    end_phase,
    finish,
    score,
    squadron_ability,
    take_away,
)
from navalenv.games.war_at_sea.queries import (
    can_move,
    fighter_in,
    first_of,
    has,
    has_ships,
    has_use,
    in_play,
    is_aircraft,
    is_damaged,
    is_out,
    is_ship,
    is_small,
    is_squadron,
    near_ships,
    on_map,
    player_of,
    range_between,
    ships_in,
    spend,
    type_of,
)
from navalenv.games.war_at_sea.record import (
    AFTER_MOVE,
    AIR_ATTACK,
    AIR_DEFENCE,
    AIR_MISSION,
    AIR_RETURN,
    AT_BASE,
    BREAKOUT,
    DEPLOYMENT,
    DESTROYED,
    EVENT_PHASE,
    EVENT_REPAIRED,
    EVENT_RETURNED,
    ISLAND_BASE,
    LAND_BASE,
    LOST,
    NO_BASE,
    NUM_PLAYERS,
    NUM_SLOTS,
    NUM_UNITS,
    PATROL,
    PURSUIT,
    QUARRY,
    REMOVED,
    ROLL_OTHER,
    SCREEN,
    SEA_MOVEMENT,
    SOURCE_NO_SHIPS,
    SOURCE_OBJECTIVE,
    SURFACE_ATTACK,
    TORPEDO_ATTACK,
)
from navalenv.games.war_at_sea.sectors import (
    ADJACENT,
    DISTANCE,
    FRAME,
    NUM_SECTORS,
    OBJECTIVES,
    SHORE,
    SHORE_WATERS,
)
from navalenv.games.war_at_sea.sectors import DEPLOYMENT as DEPLOYMENT_SECTORS

OBJECTIVE_POINTS = 50
NO_SHIPS_POINTS = 50
_EMBARK_POINTS = 12
_MOST_LED = 3
_FLANK_RANGE = 3
_PURSUIT_RANGE = 2
_UNOWNED = -1
_SECRET_CARGO_POINTS, _LAND_CARGO_POINTS = 4, 2
_NO_LIMIT = 10_000
_FAR_TURN = 100


# Initiative.


@compiled
def counts_for_initiative(record: Record, u: int) -> bool:
    """Whether a unit adds to initiative: in play, before the first turn all of a fleet."""
    unit = record["units"][u]
    if unit["card"] == EMPTY or is_squadron(unit):
        return False
    return in_play(unit) or record["turn"] == 0


@compiled
def initiative_bonus(record: Record, player: int) -> int:
    """Best flagship value among a player's Ships, and what abilities add."""
    units = record["units"]
    first = first_of(player)
    flagship, destroyers, carriers = integer(0), integer(0), integer(0)
    flotilla, carrier_led, destroyer_led = False, False, False
    for u in range(first, first + NUM_SLOTS):
        unit = units[u]
        if not counts_for_initiative(record, u):
            continue
        flagship = max(flagship, integer(FLAGSHIP[unit["card"]]))
        destroyers += 1 if TYPE[unit["card"]] == DESTROYER else 0
        carriers += 1 if TYPE[unit["card"]] == CARRIER else 0
        flotilla |= has(unit, ability.FLOTILLA_LEADER)
        carrier_led |= has(unit, ability.CARRIER_LEADER)
    for u in range(first, first + NUM_SLOTS):
        if counts_for_initiative(record, u) and has(units[u], ability.DESTROYER_LEADER):
            others = destroyers - (1 if TYPE[units[u]["card"]] == DESTROYER else 0)
            destroyer_led |= others > 0
    bonus = flagship
    if flotilla:
        bonus += min(_MOST_LED, destroyers)
    if carrier_led:
        bonus += min(_MOST_LED, carriers)
    return bonus + (1 if destroyer_led else 0)


@compiled
def roll_initiative(record: Record) -> None:
    """Roll until one player is higher: that one is the second player."""
    bonus_0, bonus_1 = initiative_bonus(record, 0), initiative_bonus(record, 1)
    dice = record["initiative_dice"]
    while True:
        for player in range(NUM_PLAYERS):
            for i in range(2):
                dice[player, i] = roll(record)
        total_0 = integer(dice[0, 0]) + integer(dice[0, 1]) + bonus_0
        total_1 = integer(dice[1, 0]) + integer(dice[1, 1]) + bonus_1
        if total_0 != total_1:
            record["first_player"] = 1 if total_0 > total_1 else 0
            return
        if bonus_0 != bonus_1:
            record["first_player"] = 1 if bonus_0 > bonus_1 else 0
            return


# Beginnings.


@compiled
def begin_turn(record: Record) -> None:
    """Begin the next turn with its initiative roll, at sea movement."""
    units = record["units"]
    record["turn"] += 1
    for u in range(NUM_UNITS):
        unit = units[u]
        unit["cant_move"] = integer(unit["cant_move"]) >> 1
        unit["cant_attack"] = integer(unit["cant_attack"]) >> 1
        unit["cant_claim"] = integer(unit["cant_claim"]) >> 1
        unit["covered"] = unit["covered_next"]
        unit["covered_next"] = 0
        unit["antiair_made"] = 0
        unit["asw_by"] = 0
        unit["asw_bases"] = 0
        unit["asw_marked"] = 0
        unit["quarry"] = 0
        unit["speed_change"] = 0
        unit["moved"] = 0
        unit["defensive"] = 0
        unit["pressing"] = 0
        unit["dividing"] = 0
        unit["drawing"] = 0
        unit["no_gunnery"] = 0
        unit["expert_given"] = 0
        unit["scored_air"] = 0
        unit["sent_again"] = 0
        unit["gave_again"] = 0
        unit["raid_marked"] = 0
        unit["bombarding"] = 0
        unit["repairs"] = 0
        unit["pursues"] = 0
        for i in range(NUM_EXPERTS):
            unit["expert"][i] = 0
        for i in range(NUM_SPOTTERS):
            unit["spotted"][i] = 0
    roll_initiative(record)
    pursued = record["pursuit_turn"]
    before = integer(record["turn"]) - 1
    went_0 = before > 0 and pursued[0] == before
    went_1 = before > 0 and pursued[1] == before
    if went_0 != went_1:
        record["first_player"] = 0 if went_0 else 1
    record["phase"] = SEA_MOVEMENT
    record["second_step"] = 0


@compiled
def start_movement(record: Record, player: int) -> None:
    """What happens to a player's units at the start of its sea movement step: Slow and Fast."""
    units = record["units"]
    for u in range(first_of(player), first_of(player) + NUM_SLOTS):
        unit = units[u]
        if not on_map(unit) or is_aircraft(unit):
            continue
        card = integer(unit["card"])
        for place in range(MAX_ABILITIES):
            code = integer(ABILITIES[card, place])
            slow_on = integer(SLOW_ON[code])
            if slow_on > 0:
                face = roll(record)
                log_roll(record, code, face, face <= slow_on, u, ROLL_OTHER)
                if face <= slow_on:
                    unit["speed_change"] -= 1
            elif code == ability.FAST:
                if check_roll(record, code, u, 5, ROLL_OTHER):
                    unit["speed_change"] += 1
            elif code == ability.FLANK_SPEED:
                enemy = first_of(1 - player)
                for t in range(enemy, enemy + NUM_SLOTS):
                    if is_ship(units[t]) and range_between(units, u, t) <= _FLANK_RANGE:
                        unit["speed_change"] += 1
                        break


@compiled
def _shadow_battleships(record: Record) -> None:
    """Shadow Battleship: which Battleship can't attack its unit in this surface attack phase."""
    units = record["units"]
    for t in range(NUM_UNITS):
        if not on_map(units[t]) or not has_use(units[t], ability.SHADOW_BATTLESHIP):
            continue
        enemy = first_of(1 - player_of(t))
        best, most = integer(-1), integer(0)
        for a in range(enemy, enemy + NUM_SLOTS):
            if (
                TYPE[units[a]["card"]] != BATTLESHIP
                or range_between(units, a, t) < NUM_RANGES - 1
                or not may_attack(record, a, MAIN)
            ):
                continue
            mode = attack_mode(record, a, MAIN, t)
            if mode != NO_ATTACK:
                dice = count_dice(record, a, MAIN, t, mode, _NO_LIMIT, False)
                if dice > most:
                    best, most = a, dice
        if best >= 0:
            spend(units[t], ability.SHADOW_BATTLESHIP)
            units[t]["shadowed"] = best % NUM_SLOTS + 1


@compiled
def forget_phase(units: Array) -> None:
    """Forget who was attacked in the phase that is over."""
    for u in range(NUM_UNITS):
        unit = units[u]
        unit["attacked"] = 0
        unit["targets"] = 0
        unit["harmed"] = 0
        unit["shadowed"] = 0


@compiled
def begin_step(record: Record) -> None:
    """Begin a step of a player: nothing has been done in it yet."""
    units = record["units"]
    phase = integer(record["phase"])
    second = integer(record["second_step"])
    player = integer(record["first_player"])
    if second != 0:
        player = 1 - player
    record["to_move"] = player
    record["pursuers"] = 0
    record["runner"] = 0
    event(record, EVENT_PHASE, phase, player, integer(record["turn"]), 0)
    if second == 0 and phase != PURSUIT:
        forget_phase(units)
    for u in range(NUM_UNITS):
        unit = units[u]
        unit["acted"] = 0
        unit["special"] = 0
        unit["extra"] = 0
        unit["shot_by"] = 0
        for weapon in range(NUM_WEAPONS):
            unit["attacks"][weapon] = 0
        unit["first_target"][0] = 0
        unit["first_target"][1] = 0
        if second == 0 and phase == SEA_MOVEMENT:
            unit["began"] = unit["where"]
        if phase == SCREEN:
            unit["began"] = unit["where"]
    if phase == SEA_MOVEMENT:
        start_movement(record, player)
    elif phase == SURFACE_ATTACK and second == 0:
        _shadow_battleships(record)
    elif phase == AIR_MISSION:
        for u in range(first_of(player), first_of(player) + NUM_SLOTS):
            unit = units[u]
            if unit["rearm"] == 1 and has_use(unit, ability.EXCELLENT_ENDURANCE):
                spend(unit, ability.EXCELLENT_ENDURANCE)
                unit["rearm"] = 0


# Between steps.


@compiled
def _put_pursuit_ships(record: Record) -> None:
    """Pursuit Ship: follow the Ship pursued, if it is still near."""
    units = record["units"]
    for u in range(NUM_UNITS):
        unit = units[u]
        if unit["pursues"] == 0 or not on_map(unit):
            continue
        unit["moved"] = 1
        t = first_of(1 - player_of(u)) + integer(unit["pursues"]) - 1
        unit["pursues"] = 0
        if not on_map(units[t]) or range_between(units, u, t) > _PURSUIT_RANGE:
            continue
        there = integer(units[t]["where"])
        if (
            there != unit["where"]
            and (water_for(record, unit) & ~full_sectors(units, u)) >> there & 1 != 0
        ):
            put(record, u, there)


@compiled
def _undisguise(record: Record) -> None:
    units = record["units"]
    for u in range(NUM_UNITS):
        unit = units[u]
        if unit["disguised"] != 0 and on_map(unit):
            where = integer(unit["where"])
            if ships_in(units, 0, where) + ships_in(units, 1, where) > 1:
                unit["disguised"] = 0


@compiled
def _draw_the_cap(record: Record) -> None:
    units = record["units"]
    for u in range(NUM_UNITS):
        unit = units[u]
        if (
            on_map(unit)
            and unit["aborted"] == 0
            and has(unit, ability.DRAW_THE_CAP)
            and fighter_in(units, 1 - player_of(u), integer(unit["where"]))
            and check_roll(record, ability.DRAW_THE_CAP, u, 4, ROLL_OTHER)
        ):
            unit["drawing"] = 1


@compiled
def _driven_to(record: Record, u: int, t: int) -> int:
    """Sector that Drive Off puts a target into, or -1."""
    units = record["units"]
    here, there = integer(units[u]["where"]), integer(units[t]["where"])
    owner = player_of(t)
    free = integer(ADJACENT[there]) & water_for(record, units[t]) & ~full_sectors(units, t)
    best, lowest = integer(-1), integer(NUM_SECTORS)
    for s in range(NUM_SECTORS):
        if (
            free >> s & 1 != 0
            and DISTANCE[here, s] > DISTANCE[here, there]
            and FRAME[owner, s] < lowest
        ):
            best, lowest = s, integer(FRAME[owner, s])
    return best


@compiled
def _drive_off(record: Record) -> None:
    units = record["units"]
    turn = integer(record["turn"])
    for u in range(NUM_UNITS):
        unit = units[u]
        if not on_map(unit) or not has_use(unit, ability.DRIVE_OFF):
            continue
        enemy = first_of(1 - player_of(u))
        for t in range(enemy, enemy + NUM_SLOTS):
            if (
                integer(unit["targets"]) >> t - enemy & 1 == 0
                or not on_map(units[t])
                or not is_small(units[t])
                or not can_move(units[t], turn)
            ):
                continue
            sector = _driven_to(record, u, t)
            if sector >= 0:
                spend(unit, ability.DRIVE_OFF)
                put(record, t, sector)
                break


# Air return.


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


# End of turn.


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
        score(record, player, _LAND_CARGO_POINTS if by_land else _SECRET_CARGO_POINTS, code)


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
            score(record, player, 1 if code == ability.EVACUATE else 2, code)
    elif (
        integer(unit["evacuated_turn"]) < record["turn"]
        and integer(DEPLOYMENT_SECTORS[player]) >> integer(unit["where"]) & 1 != 0
    ):
        spend(unit, code)
        score(record, player, 3 if code == ability.EVACUATE else 2, code)


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
            and check_roll(record, ability.REPAIR, u, 2, ROLL_OTHER)
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


# From step to step.


@compiled
def next_step(record: Record) -> None:
    """Leave a step: go to the next one, with all that happens between the two."""
    phase = integer(record["phase"])
    second = record["second_step"] != 0
    if phase == SEA_MOVEMENT:
        record["phase"] = PURSUIT
        return
    if phase == PURSUIT:
        if second:
            _put_pursuit_ships(record)
            record["phase"] = AFTER_MOVE
            record["second_step"] = 0
        else:
            record["phase"] = SEA_MOVEMENT
            record["second_step"] = 1
        return
    if not second:
        record["second_step"] = 1
        return
    record["second_step"] = 0
    if phase == DEPLOYMENT:
        record["phase"] = SCREEN
        return
    if phase == SCREEN:
        begin_turn(record)
        return
    if phase == BREAKOUT:
        end_turn(record)
        if record["terminated"] == 0:
            begin_turn(record)
        return
    if phase != AIR_MISSION and phase != QUARRY:
        end_phase(record)
        if record["terminated"] != 0:
            return
    if phase == AFTER_MOVE:
        _undisguise(record)
        record["phase"] = AIR_MISSION
    elif phase == AIR_MISSION:
        record["phase"] = PATROL
    elif phase == PATROL:
        _draw_the_cap(record)
        record["phase"] = AIR_DEFENCE
    elif phase == AIR_DEFENCE:
        record["phase"] = AIR_ATTACK
    elif phase == AIR_ATTACK:
        record["phase"] = SURFACE_ATTACK
    elif phase == SURFACE_ATTACK:
        _drive_off(record)
        record["phase"] = QUARRY
    elif phase == QUARRY:
        record["phase"] = TORPEDO_ATTACK
    elif phase == TORPEDO_ATTACK:
        air_return(record)
        if record["terminated"] != 0:
            return
        if record["turn"] == 2 or record["turn"] == 3:
            record["phase"] = BREAKOUT
        else:
            end_turn(record)
            if record["terminated"] == 0:
                begin_turn(record)
