"""One attack, from its rolls before to its after-effects.

Source: ``docs/games/war_at_sea.md``, section "Attacks", and of the abilities the order of one
attack, rerolls, torpedo damage, saves and softenings.
"""

from __future__ import annotations

from navalenv.core.jit import compiled, integer
from navalenv.core.record import Record
from navalenv.games.war_at_sea import abilities as ability
from navalenv.games.war_at_sea.abilities import (
    ALWAYS_SAVES,
    ANTIAIR,
    ASW,
    BATTLESHIP,
    BOMB,
    CRUISER,
    FIGHTER,
    MAIN,
    REROLL_KINDS,
    SAVE_ON,
    SAVES,
    SECONDARY,
    STRAFE,
    TORPEDO,
)
from navalenv.games.war_at_sea.cards import (
    ABILITIES,
    MAX_ABILITIES,
    SUBMARINE,
    TYPE,
)
from navalenv.games.war_at_sea.dice import check_roll, event, log_face, log_roll, log_throw, roll
from navalenv.games.war_at_sea.legality import (
    COVER,
    FAR_SHOT,
    FAR_STRAFE,
    KAMIKAZE,
    MISSILE,
    NO_ATTACK,
    PAYLOAD_BOMB,
    SENT_AGAIN,
    SWARM,
    asw_threat,
    attack_mode,
    is_gunnery,
    is_protected,
    kind_of,
    sender_of,
)
from navalenv.games.war_at_sea.modifiers import (
    armour_of,
    base_value,
    count_dice,
    only_sixes,
    per_die_modifier,
    successes_of,
    successes_of_six,
)
from navalenv.games.war_at_sea.queries import (
    category,
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
    type_of,
)
from navalenv.games.war_at_sea.record import (
    ABORT,
    AIR_ATTACK,
    DAMAGE,
    DESTROY,
    EVENT_ARMOUR,
    EVENT_ATTACK,
    EVENT_DICE,
    EVENT_PUT,
    EVENT_RESULT,
    EVENT_SUCCESSES,
    HITS,
    INSTINCT_ASW,
    INSTINCT_TORPEDO,
    MADE_GUNNERY,
    MADE_GUNNERY_OR_TORPEDO,
    MADE_MAIN,
    MAY_BOMB,
    MAY_BOMB_OR_TORPEDO,
    NONE,
    NUM_SLOTS,
    ROLL_AFTER,
    ROLL_BEFORE,
    ROLL_SAVE,
    SOURCE_CONCEALMENT,
    SURFACE_ATTACK,
)
from navalenv.games.war_at_sea.sectors import ISLANDS

_MUCH = 100
"""Damage noted beyond this makes no difference."""


@compiled
def result_of(target: Record, kind: int, successes: int, armour: int, vital: int) -> int:
    """Result of a number of successes, before saves."""
    if kind == TORPEDO:
        return HITS if successes > 0 else NONE
    if successes >= vital:
        return DESTROY
    if successes >= armour:
        return ABORT if is_aircraft(target) else DAMAGE
    return NONE


@compiled
def _throw(
    record: Record, dice: int, kind: int, per_die: int, sixes: bool, of_six: int
) -> tuple[int, int, int]:
    """Roll the dice of an attack: successes, natural 6s and natural 1s."""
    successes, six, one = integer(0), integer(0), integer(0)
    for _ in range(dice):
        face = roll(record)
        log_face(record, face)
        successes += successes_of(face, kind, per_die, sixes, of_six)
        six += 1 if face == 6 else 0
        one += 1 if face == 1 else 0
    return successes, six, one


@compiled
def _reroll(record: Record, unit: Record, kind: int, dice: int, armour: int) -> bool:
    """Use a reroll, if the unit has one for an attack that came to nothing but can matter."""
    if 2 * dice < armour:
        return False
    card = integer(unit["card"])
    for place in range(MAX_ABILITIES):
        code = integer(ABILITIES[card, place])
        if (
            REROLL_KINDS[code] >> kind & 1 != 0
            and integer(unit["spent"]) >> place & 1 == 0
            and (code != ability.NIGHT_FIGHTER or record["turn"] >= ability.NIGHT_FIGHTER_TURN)
        ):
            unit["spent"] |= 1 << place
            return True
    return False


@compiled
def _is_concealed(record: Record, a: int, kind: int, t: int) -> bool:
    """Whether a target has concealment against an attack."""
    units = record["units"]
    if (
        kind in (ANTIAIR, ASW, BOMB, STRAFE)
        or is_aircraft(units[a])
        or has(units[a], ability.IMPROVED_RADAR)
    ):
        return False
    where = integer(units[t]["where"])
    return record["smoke"][where] > 0 or (
        has(units[t], ability.STEALTHY) and integer(ISLANDS[record["map"]]) >> where & 1 != 0
    )


@compiled
def _conceals(record: Record, a: int, t: int) -> bool:
    """Roll for concealment; whether it works."""
    units = record["units"]
    face = roll(record)
    modified = face
    if has(units[t], ability.BAD_WEATHER_FIGHTER):
        modified += 1
    if has(units[t], ability.STEALTHY):
        modified += 1
    needed = 5
    if has(units[a], ability.SHARPSHOOTER) or units[a]["where"] == units[t]["where"]:
        needed = 6
    worked = modified >= needed
    log_roll(record, SOURCE_CONCEALMENT, face, worked, t, ROLL_SAVE)
    return worked


@compiled
def save_applies(unit: Record, target: Record, code: int, kind: int, successes: int) -> bool:
    """Whether a target's save is rolled against an attack."""
    if code == ability.CHASE_THE_SALVOES:
        return kind == MAIN and TYPE[unit["card"]] == BATTLESHIP
    if code == ability.HIGH_SPEED_EVASION:
        return is_ship(unit)
    if code == ability.LUCKY_ESCAPE:
        return kind == TORPEDO and is_small(unit)
    if code == ability.EVADE_BOMBS:
        return kind == BOMB and has_use(target, code)
    if code == ability.EVADE_TORPEDOES:
        return kind == TORPEDO and has_use(target, code)
    if code == ability.SLIP_AWAY:
        return kind == ASW and successes == 3 and has_use(target, code)
    return has_use(target, code)  # Near Miss


@compiled
def _is_saved(record: Record, a: int, kind: int, t: int, successes: int) -> bool:
    """Roll concealment and saves of a target until one works."""
    units = record["units"]
    unit, target = units[a], units[t]
    if _is_concealed(record, a, kind, t) and _conceals(record, a, t):
        return True
    for i in range(len(SAVES)):
        code = integer(SAVES[i])
        if not has(target, code) or not save_applies(unit, target, code, kind, successes):
            continue
        if i >= ALWAYS_SAVES:
            spend(target, code)
        if code == ability.EVADE_TORPEDOES:
            target["cant_move"] |= 2
        if check_roll(record, code, t, integer(SAVE_ON[i]), ROLL_SAVE):
            return True
    return False


@compiled
def damage_of_hit(record: Record, unit: Record, t: int) -> int:
    """Damage of one torpedo hit or mine, Torpedo Protection rolled; ``unit`` 's of a mine is its
    own."""
    target = record["units"][t]
    damage = integer(2)
    if has(unit, ability.LONG_LANCE_TORPEDOES):
        damage += 1
    return _reduced(record, t, target, damage)


@compiled
def _reduced(record: Record, t: int, target: Record, damage: int) -> int:
    """Damage of a torpedo hit or a mine after the target's protection."""
    if has(target, ability.TORPEDO_DEFENSE):
        damage -= 1
    if has(target, ability.TORPEDO_PROTECTION) and check_roll(
        record, ability.TORPEDO_PROTECTION, t, 4, ROLL_SAVE
    ):
        damage -= 1
    return max(0, damage)


@compiled
def mine_damage(record: Record, t: int, damage: int) -> int:
    """Damage of a mine after the target's protection."""
    return _reduced(record, t, record["units"][t], damage)


@compiled
def _soften(
    record: Record, a: int, kind: int, t: int, mode: int, successes: int, vital: int
) -> int:
    """What an attack that destroys does instead, by an ability of the target."""
    units = record["units"]
    unit, target = units[a], units[t]
    if (
        successes >= vital
        and has(target, ability.SURVIVOR)
        and check_roll(record, ability.SURVIVOR, t, 5, ROLL_SAVE)
    ):
        return DAMAGE
    if kind == BOMB and has(target, ability.UNIQUELY_TOUGH):
        return NONE if target["hull"] == 1 else DAMAGE
    if kind == ANTIAIR:
        by_fighter = type_of(unit) == FIGHTER or mode == COVER
        if successes == vital:
            if has(target, ability.RUGGED) and check_roll(record, ability.RUGGED, t, 4, ROLL_SAVE):
                return ABORT
            if has(target, ability.GREAT_AGILITY) and by_fighter:
                return ABORT
        if by_fighter and successes == 8:
            for code in (ability.HIGH_AGILITY, ability.NIMBLE):
                if has_use(target, code):
                    spend(target, code)
                    return ABORT
    return DESTROY


@compiled
def _note_damage(target: Record, damage: int) -> None:
    target["damage"] = min(_MUCH, integer(target["damage"]) + damage)


@compiled
def _note_result(record: Record, kind: int, t: int, result: int, damage: int) -> None:
    """Note a result for the end of the phase."""
    target = record["units"][t]
    if result == DESTROY:
        target["doomed"] = 1
    elif result == ABORT:
        target["aborting"] = 1
    elif kind == BOMB and has(target, ability.UNIQUELY_TOUGH):
        target["bomb_damage"] = min(_MUCH, integer(target["bomb_damage"]) + damage)
    elif damage > 0:
        _note_damage(target, damage)


@compiled
def _bad_luck(record: Record, a: int) -> None:
    units = record["units"]
    first = first_of(player_of(a))
    for u in range(first, first + NUM_SLOTS):
        if u != a and units[u]["where"] == units[a]["where"] and is_ship(units[u]):
            for each in (a, u):
                _note_damage(units[each], 1)
                units[each]["cant_move"] |= 2
            return
    units[a]["cant_move"] |= 6
    units[a]["cant_attack"] |= 6


@compiled
def _press_on(record: Record, a: int, t: int, result: int, mode: int) -> int:
    """Whether an aborted Bomber presses on; the result after its roll."""
    units = record["units"]
    target = units[t]
    if (
        result != ABORT
        or not is_ship(units[a])
        or mode == COVER
        or not on_map(target)
        or ships_in(units, player_of(a), integer(target["where"])) == 0
    ):
        return result
    code = integer(0)
    if has(target, ability.PRESS_THE_ATTACK):
        code = ability.PRESS_THE_ATTACK
    elif has(target, ability.DETERMINED_ATTACK):
        code = ability.DETERMINED_ATTACK
    if code == 0:
        return result
    face = roll(record)
    log_roll(record, code, face, face >= 4, t, ROLL_AFTER)
    if face == 1:
        target["aborting"] = 0
        target["doomed"] = 1
        return DESTROY
    if face >= 4:
        target["pressing"] = MAY_BOMB if code == ability.PRESS_THE_ATTACK else MAY_BOMB_OR_TORPEDO
    return result


@compiled
def _after_effects(
    record: Record, a: int, kind: int, t: int, mode: int, result: int, damage: int, ones: int
) -> int:
    """What follows an attack by abilities of both sides; the final result."""
    units = record["units"]
    unit, target = units[a], units[t]
    bit = 1 << t % NUM_SLOTS
    harmed = result in (DESTROY, DAMAGE) or (result == HITS and damage > 0)
    if harmed:
        unit["harmed"] |= bit
        if is_ship(target):
            if kind == TORPEDO:
                unit["instincts"] |= INSTINCT_TORPEDO
            if (
                TYPE[target["card"]] == BATTLESHIP
                and unit["inspired_turn"] == 0
                and has(unit, ability.INSPIRE_TO_VICTORY)
            ):
                spend(unit, ability.INSPIRE_TO_VICTORY)
                unit["inspired_turn"] = record["turn"]
        elif kind == ASW:
            unit["instincts"] |= INSTINCT_ASW
    if kind == MAIN:
        if has(unit, ability.STRADDLE):
            if harmed:
                unit["straddled"] &= ~bit & 0xFFFF
            else:
                unit["straddled"] |= bit
        if (
            result == DAMAGE
            and has(unit, ability.CRIPPLING_SALVO)
            and (TYPE[target["card"]] == CRUISER or TYPE[target["card"]] == BATTLESHIP)
            and check_roll(record, ability.CRIPPLING_SALVO, a, 5, ROLL_AFTER)
        ):
            target["salvo_noted"] = 1
    if (
        kind == TORPEDO
        and result == HITS
        and (
            has(unit, ability.LUCKY_HIT)
            and TYPE[target["card"]] == BATTLESHIP
            and check_roll(record, ability.LUCKY_HIT, a, 5, ROLL_AFTER)
        )
    ):
        target["cant_move"] |= 2
    if has(unit, ability.BAD_LUCK) and (
        (is_gunnery(kind) and ones >= 4) or (kind == TORPEDO and ones >= 2)
    ):
        _bad_luck(record, a)
    if kind == ANTIAIR:
        if result in (ABORT, DESTROY):
            unit["scored_air"] = 1
        return _press_on(record, a, t, result, mode)
    if kind == ASW and result == NONE and is_ship(unit):
        target["quarry"] = 1
    return result


@compiled
def _spend_for_mode(record: Record, a: int, kind: int, mode: int) -> None:
    """Spend the use that an attack needs."""
    unit = record["units"][a]
    if mode == FAR_SHOT:
        spend(unit, ability.LONG_SHOT)
    elif mode == MISSILE:
        spend(unit, ability.ANTISHIP_MISSILE)
    elif mode == FAR_STRAFE:
        spend(unit, ability.HEAVY_STRAFER)
    if kind == STRAFE:
        spend(unit, ability.ROCKET_ATTACK)


@compiled
def _spend_payload(unit: Record) -> None:
    card = integer(unit["card"])
    for place in range(MAX_ABILITIES):
        if ability.PAYLOAD[ABILITIES[card, place]] > 0:
            unit["spent"] |= 1 << place


@compiled
def _begin_attack(record: Record, a: int, kind: int, t: int, mode: int) -> None:
    """Line 1 of an attack: it is made and its target is attacked."""
    units = record["units"]
    unit, target = units[a], units[t]
    phase = integer(record["phase"])
    slot = a % NUM_SLOTS
    event(record, EVENT_ATTACK, a, t, kind, range_between(units, a, t))
    unit["targets"] |= 1 << t % NUM_SLOTS
    unit["disguised"] = 0
    target["attacked"] = 1
    target["locked"] = 0
    if kind == ASW:
        target["asw_by"] |= 1 << slot
        if is_aircraft(unit):
            if phase == AIR_ATTACK:
                target["asw_marked"] = 1
            if unit["base"] >= 0 and unit["base"] < NUM_SLOTS:
                target["asw_bases"] |= 1 << integer(unit["base"])
    elif kind == ANTIAIR:
        unit["antiair_made"] += 1
    if phase == SURFACE_ATTACK and is_ship(target) and has(unit, ability.COVERING_FIRE):
        target["covered_next"] |= 1 << slot


@compiled
def _end_dice(record: Record, a: int, kind: int, t: int, mode: int) -> None:
    """Marks that an attack leaves once its dice are counted."""
    units = record["units"]
    unit, target = units[a], units[t]
    if is_gunnery(kind):
        unit["made"] |= MADE_GUNNERY | MADE_GUNNERY_OR_TORPEDO
        if is_ship(unit) and record["phase"] == SURFACE_ATTACK:
            target["shot_by"] |= 1 << a % NUM_SLOTS
    if kind == MAIN:
        unit["made"] |= MADE_MAIN
        record["main_made"][player_of(a)] = 1
        spend(unit, ability.INACTIVITY)
    if kind == TORPEDO:
        unit["made"] |= MADE_GUNNERY_OR_TORPEDO
    if kind == ANTIAIR and (type_of(unit) == FIGHTER or mode == COVER):
        target["defensive"] = 1
    if mode == PAYLOAD_BOMB:
        _spend_payload(unit)


@compiled
def resolve(record: Record, a: int, kind: int, t: int, mode: int) -> None:
    """Make one attack, from its rolls before to its after-effects."""
    units = record["units"]
    unit, target = units[a], units[t]
    _begin_attack(record, a, kind, t, mode)
    fails = False
    if kind == MAIN and has(unit, ability.JAMMED_MOUNT):
        face = roll(record)
        log_roll(record, ability.JAMMED_MOUNT, face, face == 1, a, ROLL_BEFORE)
        if face == 1:
            unit["jammed_until"] = record["turn"] + 1
    if kind == TORPEDO and has(unit, ability.DEFECTIVE_TORPEDOES):
        face = roll(record)
        fails = face <= 2
        log_roll(record, ability.DEFECTIVE_TORPEDOES, face, fails, a, ROLL_BEFORE)
    armour, vital = armour_of(record, a, kind, t, mode)
    dice = count_dice(record, a, kind, t, mode, armour, True)
    per_die = per_die_modifier(record, a, kind, t, mode, True)
    sixes = only_sixes(unit, kind, mode)
    of_six = successes_of_six(unit, kind)
    threat = kind == TORPEDO and category(unit) == SUBMARINE and asw_threat(record, a)
    value = base_value(record, a, kind, t, mode)
    _end_dice(record, a, kind, t, mode)
    _spend_for_mode(record, a, kind, mode)
    if fails:
        dice = 0
    six_only = sixes or (kind != TORPEDO and per_die <= -2)
    flags = (1 if six_only else 0) + (2 if threat else 0)
    event(record, EVENT_DICE, dice, value, per_die, flags)
    event(record, EVENT_ARMOUR, armour, vital, 0, 0)
    first = integer(record["num_faces"])
    successes, six, one = _throw(record, dice, kind, per_die, sixes, of_six)
    result = result_of(target, kind, successes, armour, vital)
    if result == NONE and not fails and _reroll(record, unit, kind, dice, armour):
        log_throw(record, first, 1)
        first = integer(record["num_faces"])
        successes, six, one = _throw(record, dice, kind, per_die, sixes, of_six)
        result = result_of(target, kind, successes, armour, vital)
    log_throw(record, first, 0)
    if (
        is_gunnery(kind)
        and six >= 4
        and TYPE[unit["card"]] == BATTLESHIP
        and has(target, ability.FATAL_FLAW)
    ):
        result = DESTROY
    event(record, EVENT_SUCCESSES, successes, result, 0, 0)
    if result != NONE and _is_saved(record, a, kind, t, successes):
        result = NONE
    damage = integer(0)
    if result == HITS:
        for _ in range(successes):
            damage += damage_of_hit(record, unit, t)
    elif result == DAMAGE:
        damage = 1
    elif result == DESTROY:
        softened = _soften(record, a, kind, t, mode, successes, vital)
        if softened == DAMAGE:
            damage = 1
            if kind == BOMB and has(target, ability.UNIQUELY_TOUGH):
                damage = max(1, integer(target["hull"]) - 1)
        result = softened
    _note_result(record, kind, t, result, damage)
    result = _after_effects(record, a, kind, t, mode, result, damage, one)
    event(record, EVENT_RESULT, t, result, damage, 0)


@compiled
def _swarm(record: Record, a: int, t: int) -> None:
    """Torpedo Swarm: one die on every other enemy Ship in the target's sector."""
    units = record["units"]
    first = first_of(player_of(t))
    where = integer(units[t]["where"])
    for u in range(first, first + NUM_SLOTS):
        if (
            u != t
            and units[u]["where"] == where
            and is_ship(units[u])
            and not is_protected(record, u)
        ):
            resolve(record, a, TORPEDO, u, SWARM)


@compiled
def make_attack(record: Record, a: int, weapon: int, t: int) -> None:
    """Make a legal attack of a unit, with all that belongs to it."""
    units = record["units"]
    unit = units[a]
    kind = kind_of(unit, weapon)
    mode = attack_mode(record, a, weapon, t)
    if mode == NO_ATTACK:
        return
    made = integer(unit["attacks"][weapon])
    place = 1 if kind == SECONDARY else 0
    sender = sender_of(record, a) if mode == SENT_AGAIN else a
    if mode == COVER:
        unit["extra"] = 1
    elif mode == SENT_AGAIN:
        unit["where"] = units[t]["where"]
        event(record, EVENT_PUT, a, integer(unit["where"]), 0, 0)
    else:
        unit["attacks"][weapon] = made + 1
        if made == 0:
            unit["first_target"][place] = t
        elif kind == TORPEDO:
            spend(unit, ability.AUDACIOUS_ATTACK)
    unit["acted"] = 1
    resolve(record, a, kind, t, mode)
    if mode == SENT_AGAIN:
        units[sender]["gave_again"] = 1
        unit["sent_again"] = 1
    if kind == TORPEDO and has(unit, ability.TORPEDO_SWARM):
        _swarm(record, a, t)
    if mode == KAMIKAZE:
        unit["doomed"] = 1
