"""Dice of an attack, what is added to each, and the armour that they meet.

Source: ``docs/games/war_at_sea.md``, section "Attacks", and of the abilities bonus and penalty
dice, modifiers for each die, and armour.
"""

from __future__ import annotations

from navalenv.core.jit import compiled, integer, shared
from navalenv.core.record import Array, Record
from navalenv.games.war_at_sea import abilities as ability
from navalenv.games.war_at_sea.abilities import (
    ANTIAIR,
    ASW,
    BATTLESHIP,
    BOMB,
    BONUS_DICE,
    BONUS_KINDS,
    BONUS_TYPES,
    BONUS_WHEN,
    CRUISER,
    DESTROYER,
    DIVE_BOMBER,
    EXPERT_BOMBER,
    EXPERT_DICE,
    EXPERT_DOGFIGHTER,
    EXPERT_KIND,
    EXPERT_OF_KIND,
    FIGHTER,
    MAIN,
    NUM_SPOTTERS,
    PINPOINTER,
    SCOUT_CRUISER,
    SCOUT_PLANES,
    SHADOWING,
    SPOTTER_CODES,
    SPOTTER_RANGE,
    STRAFE,
    TORPEDO,
    TORPEDO_BOMBER,
)
from navalenv.games.war_at_sea.cards import (
    ABILITIES,
    ARMOUR,
    MAX_ABILITIES,
    NUM_RANGES,
    SUBMARINE,
    TYPE,
    VITAL_ARMOUR,
)
from navalenv.games.war_at_sea.dice import event
from navalenv.games.war_at_sea.legality import (
    BARRAGE,
    BARRAGE_VALUE,
    COVER,
    COVER_VALUE,
    EXTENDED,
    FAR_SHOT,
    FAR_STRAFE,
    HARASSING,
    KAMIKAZE,
    KAMIKAZE_VALUE,
    MISSILE,
    PAYLOAD_BOMB,
    ROCKET_VALUE,
    ROCKETS,
    SENT_AGAIN,
    SWARM,
    asw_threat,
    card_value,
    is_gunnery,
    payload_value,
    sender_of,
)
from navalenv.games.war_at_sea.queries import (
    carriers_in,
    category,
    fighter_in,
    first_of,
    fleet_has,
    has,
    has_use,
    in_play,
    is_aircraft,
    is_bomber,
    is_crippled,
    is_damaged,
    is_ship,
    is_small,
    place_of,
    player_of,
    range_between,
    ships_in,
    spend,
    type_for,
    type_of,
    works,
)
from navalenv.games.war_at_sea.record import (
    EVENT_BONUS,
    EVENT_MODIFIER,
    EVENT_PENALTY,
    INSTINCT_ASW,
    INSTINCT_TORPEDO,
    MADE_GUNNERY,
    MADE_GUNNERY_OR_TORPEDO,
    NUM_SLOTS,
    RAIDING,
    ROLE_DIVE_BOMBER,
    SOURCE_CRIPPLED,
    SOURCE_SMALL_SHIP,
    SPLITS_FIRE,
)
from navalenv.games.war_at_sea.sectors import NUM_SECTORS

_SNEAK_THROW = 10
"""Sneak Attack and Surprise Raid need initiative dice of this sum."""
_RAID_SHIPS = 2
SPLIT_FIRE_DICE = 4
"""Dice that each attack of Split Fire has less."""


@compiled
def turned_crippled(record: Record, u: int) -> bool:
    """Whether a unit is crippled in this turn."""
    return is_crippled(record["units"][u], integer(record["turn"]))


@compiled
def won_initiative(record: Record, player: int) -> bool:
    """Whether a player is the second player of this turn."""
    return integer(record["first_player"]) != player


@compiled
def _thrown(record: Record, player: int) -> int:
    """Sum of a player's own dice of the last initiative roll."""
    dice = record["initiative_dice"]
    return integer(dice[player, 0]) + integer(dice[player, 1])


@compiled
def _own_bonus_holds(
    record: Record, a: int, kind: int, t: int, distance: int, code: int, when: int
) -> bool:
    """Whether the condition of a bonus of the attacker's own holds."""
    units = record["units"]
    unit, target = units[a], units[t]
    player = player_of(a)
    if when == ability.ALWAYS:
        return True
    if when == ability.NO_ENEMY_FIGHTER_LOCAL:
        return not fighter_in(units, 1 - player, place_of(units, a))
    if when == ability.FRIENDLY_CARRIER_LOCAL:
        return carriers_in(units, player, integer(unit["where"]))
    if when == ability.TURN_ONE:
        return record["turn"] == 1
    if when == ability.TARGET_LOCAL:
        return distance == 0
    if when == ability.FRIENDLY_DIVE_BOMBER_LOCAL or when == ability.ANOTHER_OF_THE_SAME:
        for u in range(first_of(player), first_of(player) + NUM_SLOTS):
            if u == a or not in_play(units[u]):
                continue
            if when == ability.ANOTHER_OF_THE_SAME:
                if has(units[u], code):
                    return True
            elif units[u]["where"] == unit["where"] and (
                type_of(units[u]) == DIVE_BOMBER or has(units[u], ability.MISSION_DIVE_TORPEDO)
            ):
                return True
        return False
    if when == ability.TORPEDO_INSTINCT:
        return integer(unit["instincts"]) & INSTINCT_TORPEDO != 0
    if when == ability.ASW_INSTINCT:
        return integer(unit["instincts"]) & INSTINCT_ASW != 0
    if when == ability.TARGET_DAMAGED_SHIP:
        return is_ship(target) and is_damaged(target)
    if when == ability.SELF_UNDAMAGED:
        return not is_damaged(unit)
    if when == ability.WON_INITIATIVE_RANGE_TWO:
        return distance <= 2 and won_initiative(record, player)
    if when == ability.WON_INITIATIVE:
        return won_initiative(record, player)
    if when == ability.FIRST_GUNNERY:
        return integer(unit["made"]) & MADE_GUNNERY == 0
    if when == ability.FIRST_GUNNERY_OR_TORPEDO:
        return integer(unit["made"]) & MADE_GUNNERY_OR_TORPEDO == 0
    if when == ability.TARGET_SHOT_BY_ANOTHER:
        return integer(target["shot_by"]) & ~(1 << a % NUM_SLOTS) != 0
    if when == ability.STRADDLED:
        return integer(unit["straddled"]) >> t % NUM_SLOTS & 1 != 0
    return False


@compiled
def _given_bonus_holds(record: Record, giver: int, code: int, a: int, kind: int, t: int) -> bool:
    """Whether an ability of another unit, which works, adds dice to an attack."""
    units = record["units"]
    unit, target = units[a], units[t]
    slot = giver % NUM_SLOTS
    turn = integer(record["turn"])
    if code == ability.AGGRESSIVE_TACTICS:
        return (
            (is_gunnery(kind) or kind == TORPEDO)
            and (type_of(unit) == CRUISER or type_of(unit) == DESTROYER)
            and range_between(units, giver, a) == 1
            and ships_in(units, player_of(a), integer(unit["where"])) == 1
        )
    if code == ability.EARLY_WARNING_RADAR:
        return kind == ANTIAIR and turn == 1 and range_between(units, giver, a) <= 1
    if code == ability.ASW_PINPOINTER:
        return (
            kind == ASW
            and is_ship(unit)
            and giver != a
            and integer(target["asw_by"]) >> slot & 1 != 0
        )
    if code == ability.HUNTER_KILLER_GROUP:
        return (
            kind == ASW
            and type_of(unit) == DESTROYER
            and integer(target["asw_bases"]) >> slot & 1 != 0
        )
    if code == ability.INSPIRE_TO_VICTORY:
        inspired = integer(units[giver]["inspired_turn"])
        return is_gunnery(kind) and is_ship(unit) and inspired > 0 and turn == inspired + 1
    if code == ability.RADAR_SOLUTION:
        return kind == MAIN and record["main_made"][player_of(a)] == 0
    if code == ability.SNEAK_ATTACK:
        return (
            kind == TORPEDO
            and type_for(unit, TORPEDO) == TORPEDO_BOMBER
            and _thrown(record, player_of(a)) >= _SNEAK_THROW
        )
    return False


@compiled
def _given_bonuses(record: Record, a: int, kind: int, t: int, commit: bool) -> int:
    """Bonus dice by abilities of the player's units that help others."""
    units = record["units"]
    player = player_of(a)
    total = integer(0)
    for code in (
        ability.AGGRESSIVE_TACTICS,
        ability.EARLY_WARNING_RADAR,
        ability.ASW_PINPOINTER,
        ability.HUNTER_KILLER_GROUP,
        ability.INSPIRE_TO_VICTORY,
        ability.RADAR_SOLUTION,
        ability.SNEAK_ATTACK,
    ):
        if not fleet_has(record, player, code):
            continue
        for u in range(first_of(player), first_of(player) + NUM_SLOTS):
            if (
                has(units[u], code)
                and works(units, u)
                and _given_bonus_holds(record, u, code, a, kind, t)
            ):
                total += 1
                if commit:
                    event(record, EVENT_BONUS, code, 1, 0, 0)
                break
    return total


@compiled
def _expert_bonus(record: Record, a: int, kind: int, distance: int, commit: bool) -> int:
    """Bonus dice of the expert family: what the Aircraft has taken, or the best that is left."""
    expert = integer(EXPERT_OF_KIND[kind])
    units = record["units"]
    unit = units[a]
    if expert < 0 or not is_aircraft(unit):
        return 0
    wanted = TORPEDO_BOMBER
    if expert == EXPERT_BOMBER:
        wanted = DIVE_BOMBER
    elif expert == EXPERT_DOGFIGHTER:
        wanted = FIGHTER
    if type_for(unit, kind) != wanted or (
        expert == EXPERT_DOGFIGHTER and has(unit, ability.LAND_FIGHTER)
    ):
        return 0
    if kind == TORPEDO and distance == 1:
        return 0
    taken = integer(unit["expert"][expert])
    best, giver, best_place = integer(0), integer(-1), integer(0)
    first = first_of(player_of(a))
    for u in range(first, first + NUM_SLOTS):
        card = integer(units[u]["card"])
        for place in range(MAX_ABILITIES):
            code = integer(ABILITIES[card, place])
            if EXPERT_KIND[code] != expert or not works(units, u):
                continue
            dice = integer(EXPERT_DICE[code])
            if taken > 0:
                if dice == taken:
                    best, giver = dice, u
            elif integer(units[u]["expert_given"]) >> place & 1 == 0 and dice > best:
                best, giver, best_place = dice, u, place
    if taken > 0:
        best = taken
    elif commit and best > 0:
        unit["expert"][expert] = best
        units[giver]["expert_given"] |= 1 << best_place
    if commit and best > 0:
        code = integer(0)
        for c in range(1, ability.NUM_ABILITIES + 1):
            if EXPERT_KIND[c] == expert and EXPERT_DICE[c] == best:
                code = c
        event(record, EVENT_BONUS, code, best, 0, 0)
    return best


@compiled
def _spots_for(units: Array, spotter: int, a: int, kind: int) -> bool:
    """Whether a kind of spotting helps an attack on a Ship."""
    if spotter == SCOUT_CRUISER:
        return kind == BOMB or is_gunnery(kind)
    if spotter == SCOUT_PLANES:
        return kind == TORPEDO
    if spotter == SHADOWING:
        return is_aircraft(units[a])
    return kind == TORPEDO and category(units[a]) == SUBMARINE


@compiled
def _spots(units: Array, spotter: int, u: int, t: int) -> bool:
    """Whether a unit can spot a target for others now."""
    if not has(units[u], integer(SPOTTER_CODES[spotter])) or not works(units, u):
        return False
    if spotter in (SHADOWING, PINPOINTER):
        return range_between(units, u, t) <= SPOTTER_RANGE
    return True


@compiled
def _has_spotted(units: Array, spotter: int, u: int) -> bool:
    """Whether a unit has marked an enemy this turn."""
    enemy = first_of(1 - player_of(u))
    for t in range(enemy, enemy + NUM_SLOTS):
        if integer(units[t]["spotted"][spotter]) == u % NUM_SLOTS + 1:
            return True
    return False


@compiled
def _spotting_bonus(record: Record, a: int, kind: int, t: int, commit: bool) -> int:
    """Bonus dice of the spotting family."""
    units = record["units"]
    player = player_of(a)
    if not is_ship(units[t]):
        return 0
    total = integer(0)
    for spotter in range(NUM_SPOTTERS):
        code = integer(SPOTTER_CODES[spotter])
        if not fleet_has(record, player, code) or not _spots_for(units, spotter, a, kind):
            continue
        first = first_of(player)
        marker = integer(units[t]["spotted"][spotter]) - 1
        helps = False
        if marker >= 0 and works(units, first + marker):
            helps = _spots(units, spotter, first + marker, t)
        else:
            for u in range(first, first + NUM_SLOTS):
                if _spots(units, spotter, u, t) and not _has_spotted(units, spotter, u):
                    helps = True
                    if commit:
                        units[t]["spotted"][spotter] = u % NUM_SLOTS + 1
                    break
        if helps:
            total += 1
            if commit:
                event(record, EVENT_BONUS, code, 1, 0, 0)
    return total


@compiled
def _raids(record: Record, a: int) -> bool:
    """Whether Surprise Raid hinders a Ship's antiair attack."""
    units = record["units"]
    enemy = 1 - player_of(a)
    if (
        not fleet_has(record, enemy, ability.SURPRISE_RAID)
        or not is_ship(units[a])
        or _thrown(record, enemy) < _SNEAK_THROW
    ):
        return False
    there = False
    for u in range(first_of(enemy), first_of(enemy) + NUM_SLOTS):
        there |= has(units[u], ability.SURPRISE_RAID) and works(units, u)
    if not there or units[a]["raid_marked"] != 0:
        return there
    marked = 0
    for u in range(first_of(1 - enemy), first_of(1 - enemy) + NUM_SLOTS):
        if units[u]["raid_marked"] != 0:
            marked += 1
    return marked < _RAID_SHIPS


@compiled
def _modifier(record: Record, source: int, amount: int, commit: bool) -> int:
    if commit:
        event(record, EVENT_MODIFIER, source, amount, 0, 0)
    return amount


@compiled
def _penalty(record: Record, source: int, amount: int, commit: bool) -> int:
    if commit:
        event(record, EVENT_PENALTY, source, amount, 0, 0)
    return amount


@compiled
def _is_escorted(units: Array, t: int) -> bool:
    """Whether a friendly unit with Escort is local to a Bomber."""
    place = place_of(units, t)
    first = first_of(player_of(t))
    for u in range(first, first + NUM_SLOTS):
        escort = units[u]
        if u == t or not has(escort, ability.ESCORT) or place_of(units, u) != place:
            continue
        if place < NUM_SECTORS:
            if escort["aborted"] == 0:
                return True
        elif escort["where"] == units[t]["where"] and (
            escort["where"] == RAIDING or escort["rearm"] == 0
        ):
            return True
    return False


@compiled
def _antiair_modifier(record: Record, a: int, t: int, mode: int, commit: bool) -> int:
    units = record["units"]
    unit, target = units[a], units[t]
    total = integer(0)
    by_fighter = type_of(unit) == FIGHTER or mode == COVER
    enemy = player_of(t)
    if (
        by_fighter
        and is_bomber(target)
        and fleet_has(record, enemy, ability.ESCORT)
        and _is_escorted(units, t)
    ):
        total += _modifier(record, ability.ESCORT, -1, commit)
    if is_ship(unit) and mode != COVER:
        if has(target, ability.DECEPTIVE_TARGET):
            total += _modifier(record, ability.DECEPTIVE_TARGET, -1, commit)
        if fleet_has(record, enemy, ability.DIVIDE_THE_DEFENSE):
            for u in range(first_of(enemy), first_of(enemy) + NUM_SLOTS):
                if (
                    units[u]["dividing"] != 0
                    and works(units, u)
                    and units[u]["where"] == unit["where"]
                ):
                    total += _modifier(record, ability.DIVIDE_THE_DEFENSE, -1, commit)
                    break
    if mode == SENT_AGAIN:
        code = ability.FIGHTER_DIRECTOR
        sender = sender_of(record, a)
        if sender >= 0 and has(units[sender], ability.FIGHTER_UMBRELLA):
            code = ability.FIGHTER_UMBRELLA
        total += _modifier(record, code, -1, commit)
    return total


@compiled
def per_die_modifier(record: Record, a: int, kind: int, t: int, mode: int, commit: bool) -> int:
    """Sum of what is added to each die."""
    units = record["units"]
    unit, target = units[a], units[t]
    total = integer(0)
    if kind == TORPEDO:
        if has(unit, ability.TORPEDO_SALVO):
            first = first_of(player_of(a))
            for u in range(first, first + NUM_SLOTS):
                if (
                    u != a
                    and units[u]["where"] == unit["where"]
                    and type_of(units[u]) == DESTROYER
                ):
                    return _modifier(record, ability.TORPEDO_SALVO, 1, commit)
        return 0
    if turned_crippled(record, a) and not (is_gunnery(kind) and has(unit, ability.STALWART)):
        total += _modifier(record, SOURCE_CRIPPLED, -1, commit)
    if kind == ANTIAIR:
        return total + _antiair_modifier(record, a, t, mode, commit)
    if is_small(target):
        if kind in (BOMB, STRAFE):
            total += _modifier(record, SOURCE_SMALL_SHIP, -1, commit)
        elif kind == MAIN and TYPE[unit["card"]] == BATTLESHIP:
            total += _modifier(record, SOURCE_SMALL_SHIP, -2, commit)
    if kind == ASW:
        if has(target, ability.RUN_SILENT) and target["where"] == target["began"]:
            total += _modifier(record, ability.RUN_SILENT, -1, commit)
    elif kind == BOMB:
        if unit["dividing"] != 0:
            total += _modifier(record, ability.DIVIDE_THE_DEFENSE, -1, commit)
        if unit["aborted"] != 0:
            code = ability.PRESS_THE_ATTACK
            if has(unit, ability.DETERMINED_ATTACK):
                code = ability.DETERMINED_ATTACK
            total += _modifier(record, code, -1, commit)
    else:
        if kind == MAIN and has_use(unit, ability.INACTIVITY):
            total += _modifier(record, ability.INACTIVITY, -1, commit)
        if integer(unit["covered"]) != 0:
            first = first_of(player_of(t))
            for u in range(first, first + NUM_SLOTS):
                if (
                    integer(unit["covered"]) >> u % NUM_SLOTS & 1 != 0
                    and u != t
                    and in_play(units[u])
                ):
                    total += _modifier(record, ability.COVERING_FIRE, -1, commit)
                    break
    return total


@compiled
def armour_of(record: Record, a: int, kind: int, t: int, mode: int) -> tuple[int, int]:
    """Armour and vital armour of a target against one attack."""
    units = record["units"]
    unit, target = units[a], units[t]
    armour = integer(ARMOUR[target["card"]])
    vital = integer(VITAL_ARMOUR[target["card"]])
    if turned_crippled(record, t):
        armour -= 1
        vital -= 1
    if kind == BOMB and has(target, ability.ARMORED_DECK):
        armour += 1
        vital += 1
    if (
        is_gunnery(kind)
        and has(target, ability.TOUGH_CRUISER)
        and (type_of(unit) == DESTROYER or type_of(unit) == FIGHTER)
    ):
        armour += 1
    if kind == ANTIAIR and (target["defensive"] != 0 or type_of(unit) == FIGHTER or mode == COVER):
        if has(target, ability.DEFENSIVE_ARMAMENT):
            armour += 2
        if has(target, ability.LIGHT_DEFENSIVE_ARMAMENT):
            armour += 1
    if target["role"] == ROLE_DIVE_BOMBER and has(target, ability.FIGHTER_BOMBER):
        armour -= 1
        vital -= 1
    return max(1, armour), max(1, vital)


@compiled
def base_value(record: Record, a: int, kind: int, t: int, mode: int) -> int:
    """The value that an attack begins with, before any change."""
    units = record["units"]
    unit = units[a]
    distance = range_between(units, a, t)
    if mode in (EXTENDED, HARASSING, FAR_SHOT):
        return card_value(unit, kind, NUM_RANGES - 1)
    if mode in (MISSILE, FAR_STRAFE, SENT_AGAIN):
        return card_value(unit, kind, 0)
    if mode == PAYLOAD_BOMB:
        return payload_value(unit)
    if mode == KAMIKAZE:
        return KAMIKAZE_VALUE
    if mode == ROCKETS:
        return ROCKET_VALUE
    if mode == BARRAGE:
        return BARRAGE_VALUE
    if mode == COVER:
        return COVER_VALUE
    if mode == SWARM:
        return 1
    return card_value(unit, kind, distance)


@compiled
def count_dice(
    record: Record, a: int, kind: int, t: int, mode: int, armour: int, commit: bool
) -> int:
    """Dice of an attack after all changes.

    With ``commit``, uses are spent and marks set that the dice depend on, and all is logged.
    """
    units = record["units"]
    unit, target = units[a], units[t]
    value = base_value(record, a, kind, t, mode)
    if mode == SWARM:
        return 1
    distance = range_between(units, a, t)
    dice = value
    if kind == TORPEDO and category(unit) == SUBMARINE and asw_threat(record, a):
        dice = max(1, dice - 1)
    # Bonus dice.
    card = integer(unit["card"])
    waiting = integer(0)
    for place in range(MAX_ABILITIES):
        code = integer(ABILITIES[card, place])
        bonus = integer(BONUS_DICE[code])
        if bonus == 0 or BONUS_KINDS[code] >> kind & 1 == 0:
            continue
        if BONUS_TYPES[code] != 0 and BONUS_TYPES[code] >> type_of(target) & 1 == 0:
            continue
        when = integer(BONUS_WHEN[code])
        if when == ability.AUTO_ONCE:
            if integer(unit["spent"]) >> place & 1 == 0:
                waiting = code
        elif _own_bonus_holds(record, a, kind, t, distance, code, when):
            dice += bonus
            if commit:
                event(record, EVENT_BONUS, code, bonus, 0, 0)
    dice += _given_bonuses(record, a, kind, t, commit)
    dice += _expert_bonus(record, a, kind, distance, commit)
    dice += _spotting_bonus(record, a, kind, t, commit)
    # Penalty dice.
    if kind == TORPEDO:
        if is_small(target):
            dice -= _penalty(record, SOURCE_SMALL_SHIP, 1, commit)
        if turned_crippled(record, a):
            dice -= _penalty(record, SOURCE_CRIPPLED, 1, commit)
        if unit["aborted"] != 0:
            dice -= _penalty(record, ability.DETERMINED_ATTACK, 1, commit)
    elif kind == MAIN:
        if integer(unit["jammed_until"]) >= record["turn"]:
            dice -= _penalty(record, ability.JAMMED_MOUNT, 3, commit)
        if unit["special"] == SPLITS_FIRE:
            dice -= _penalty(record, ability.SPLIT_FIRE, SPLIT_FIRE_DICE, commit)
    elif kind == ANTIAIR and mode != COVER and _raids(record, a):
        dice -= _penalty(record, ability.SURPRISE_RAID, 1, commit)
        if commit:
            unit["raid_marked"] = 1
    if waiting != 0:
        bonus = integer(BONUS_DICE[waiting])
        if 2 * max(1, dice + bonus) >= armour:
            dice += bonus
            if commit:
                spend(unit, waiting)
                event(record, EVENT_BONUS, waiting, bonus, 0, 0)
    return max(1, dice)


@compiled
def only_sixes(unit: Record, kind: int, mode: int) -> bool:
    """Whether only natural 6s count."""
    return mode == HARASSING or (kind == BOMB and has(unit, ability.HI_LEVEL_BOMBER))


@compiled
def successes_of_six(unit: Record, kind: int) -> int:
    """Successes of a natural 6."""
    return 3 if kind == BOMB and has(unit, ability.SKIP_BOMB) else 2


@shared
def successes_of(face: int, kind: int, per_die: int, sixes: bool, of_six: int) -> int:
    """Successes of one die; hits of a torpedo."""
    if kind == TORPEDO:
        return 1 if face + per_die >= 6 else 0
    if face == 6:
        return of_six
    return 1 if face + per_die >= 4 and not sixes else 0
