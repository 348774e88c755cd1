"""The course of a turn: where each step begins, and what happens between steps.

Source: ``docs/games/war_at_sea.md``, section "The turn", and the abilities about speed,
movement and the order of rolls.
"""

from __future__ import annotations

from navalenv.core.jit import compiled, integer
from navalenv.core.record import Array, Record
from navalenv.games.war_at_sea import abilities as ability
from navalenv.games.war_at_sea.abilities import (
    BATTLESHIP,
    MAIN,
    NUM_EXPERTS,
    NUM_SPOTTERS,
    NUM_WEAPONS,
    SLOW_ON,
)
from navalenv.games.war_at_sea.air_return import air_return
from navalenv.games.war_at_sea.cards import (
    ABILITIES,
    MAX_ABILITIES,
    NUM_RANGES,
    TYPE,
)
from navalenv.games.war_at_sea.dice import check_roll, event, log_roll, roll
from navalenv.games.war_at_sea.end_of_turn import end_turn
from navalenv.games.war_at_sea.initiative import roll_initiative
from navalenv.games.war_at_sea.legality import NO_ATTACK, attack_mode, may_attack
from navalenv.games.war_at_sea.modifiers import (
    count_dice,
)
from navalenv.games.war_at_sea.moves import full_sectors, put, water_for
from navalenv.games.war_at_sea.outcomes import (
    end_phase,
)
from navalenv.games.war_at_sea.queries import (
    can_move,
    fighter_in,
    first_of,
    has,
    has_use,
    is_aircraft,
    is_ship,
    is_small,
    on_map,
    player_of,
    range_between,
    ships_in,
    spend,
)
from navalenv.games.war_at_sea.record import (
    AFTER_MOVE,
    AIR_ATTACK,
    AIR_DEFENCE,
    AIR_MISSION,
    BREAKOUT,
    DEPLOYMENT,
    EVENT_PHASE,
    NUM_SLOTS,
    NUM_UNITS,
    PATROL,
    PURSUIT,
    QUARRY,
    ROLL_OTHER,
    SCREEN,
    SEA_MOVEMENT,
    SURFACE_ATTACK,
    TORPEDO_ATTACK,
)
from navalenv.games.war_at_sea.sectors import (
    ADJACENT,
    DISTANCE,
    FRAME,
    NUM_SECTORS,
)

_FLANK_RANGE = 3
_PURSUIT_RANGE = 2
_NO_LIMIT = 10_000


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
