"""Which attacks are legal: who may attack, with what, at whom.

Source: ``docs/games/war_at_sea.md``, sections "The turn" and "Attacks", and the abilities'
"Ranges and payloads", "Further attacks", and those that protect or bind a unit.
"""

from __future__ import annotations

from navalenv.core.jit import compiled, integer
from navalenv.core.record import Array, Record
from navalenv.games.war_at_sea import abilities as ability
from navalenv.games.war_at_sea.abilities import (
    ANTIAIR,
    ASW,
    AUXILIARY,
    BATTLESHIP,
    BOMB,
    DESTROYER,
    FIGHTER,
    GUNNERY,
    MAIN,
    PAYLOAD,
    SECONDARY,
    STRAFE,
    TERTIARY,
    TORPEDO,
    TORPEDO_BOAT,
)
from navalenv.games.war_at_sea.cards import (
    ABILITIES,
    AIRCRAFT,
    MAX_ABILITIES,
    NUM_RANGES,
    SHIP,
    SUBMARINE,
    TYPE,
    VALUES,
)
from navalenv.games.war_at_sea.queries import (
    FAR,
    category,
    first_of,
    fleet_has,
    has,
    has_use,
    is_aircraft,
    is_damaged,
    is_ship,
    is_small,
    on_map,
    place_of,
    player_of,
    range_between,
    type_of,
)
from navalenv.games.war_at_sea.record import (
    AIR_ATTACK,
    AIR_DEFENCE,
    AT_BASE,
    INSTEAD_OF_ALL,
    INSTEAD_OF_MAIN,
    MAY_BOMB,
    MAY_BOMB_OR_TORPEDO,
    NUM_SLOTS,
    ON_MAP_LIMITS,
    RAIDING,
    ROLE_DIVE_BOMBER,
    SPLITS_FIRE,
    SURFACE_ATTACK,
    TORPEDO_ATTACK,
)
from navalenv.games.war_at_sea.sectors import DISTANCE, ISLANDS, LINES, NUM_SECTORS

# How an attack gets its value.
(
    NO_ATTACK,
    PLAIN,
    EXTENDED,
    HARASSING,
    FAR_SHOT,
    PAYLOAD_BOMB,
    MISSILE,
    FAR_STRAFE,
    KAMIKAZE,
    ROCKETS,
    BARRAGE,
    COVER,
    SENT_AGAIN,
    SWARM,
) = range(14)

KAMIKAZE_VALUE = 10
ROCKET_VALUE = 5
BARRAGE_VALUE = 5
COVER_VALUE = 5
LONG_SHOT_RANGE = 6
DIRECTOR_RANGE = 3
_AIRCRAFT_LIMIT = ON_MAP_LIMITS[2]


@compiled
def kind_of(unit: Record, weapon: int) -> int:
    """Kind of attack that a weapon of an action is: weapon 1 of an Aircraft is its strafe."""
    return STRAFE if weapon == MAIN and is_aircraft(unit) else weapon


@compiled
def is_gunnery(kind: int) -> bool:
    """Whether a kind of attack is gunnery."""
    return GUNNERY >> kind & 1 != 0


@compiled
def card_value(unit: Record, kind: int, distance: int) -> int:
    """Dice on the card at a range; 0 for no attack."""
    return integer(VALUES[unit["card"], kind, distance]) if distance < NUM_RANGES else 0


@compiled
def sees(record: Record, a: int, here: int, there: int) -> bool:
    """Whether unit ``a`` in a sector has a clear line of sight to another sector."""
    if DISTANCE[here, there] <= 1:
        return True
    blocked = integer(ISLANDS[record["map"]])
    if not has(record["units"][a], ability.IMPROVED_RADAR):
        smoke = record["smoke"]
        for s in range(NUM_SECTORS):
            if smoke[s] > 0:
                blocked |= integer(1) << s
    return LINES[here, there, 0] & blocked == 0 or LINES[here, there, 1] & blocked == 0


@compiled
def asw_threat(record: Record, s: int) -> bool:
    """Whether a Submarine is under ASW threat."""
    units = record["units"]
    if has(units[s], ability.IGNORE_ESCORTS):
        return False
    if units[s]["asw_marked"] != 0:
        return True
    enemy = first_of(1 - player_of(s))
    for u in range(enemy, enemy + NUM_SLOTS):
        if is_ship(units[u]) and VALUES[units[u]["card"], ASW, 0] >= 1:
            distance = range_between(units, s, u)
            if distance == 0 or (distance == 1 and not has(units[u], ability.LIMITED_ASW_THREAT)):
                return True
    return False


@compiled
def payload_value(unit: Record) -> int:
    """Value of a unit's unspent Alternate Payload; 0 for none."""
    card = integer(unit["card"])
    for place in range(MAX_ABILITIES):
        value = integer(PAYLOAD[ABILITIES[card, place]])
        if value > 0 and integer(unit["spent"]) >> place & 1 == 0:
            return value
    return 0


@compiled
def raided(units: Array, player: int) -> bool:
    """Whether enemies were sent to a player's land airbase."""
    enemy = first_of(1 - player)
    for u in range(enemy, enemy + NUM_SLOTS):  # noqa: SIM110 (compiled code: no generators)
        if units[u]["where"] == RAIDING:
            return True
    return False


@compiled
def may_attack(record: Record, a: int, weapon: int) -> bool:
    """Whether a unit may make an attack with a weapon in this phase, whatever the target."""
    units = record["units"]
    unit = units[a]
    phase = integer(record["phase"])
    kind = kind_of(unit, weapon)
    if integer(unit["cant_attack"]) & 1 != 0 or place_of(units, a) < 0:
        return False
    attacks = unit["attacks"]
    if phase == AIR_DEFENCE:
        if weapon != ANTIAIR:
            return False
        if is_aircraft(unit):
            if unit["aborted"] != 0:
                return False
            if unit["where"] == AT_BASE:
                if unit["rearm"] != 0 or not raided(units, player_of(a)):
                    return False
            elif unit["where"] == RAIDING and type_of(unit) != FIGHTER:
                return False
            return VALUES[unit["card"], ANTIAIR, 0] > 0
        return True
    if not on_map(unit):
        return False
    of = category(unit)
    if phase == AIR_ATTACK:
        if of != AIRCRAFT or unit["antiair_made"] != 0 or unit["special"] != 0:
            return False
        if kind != BOMB and kind != TORPEDO and kind != STRAFE and kind != ASW:
            return False
        if unit["aborted"] != 0 and not (
            (kind == BOMB and unit["pressing"] >= MAY_BOMB)
            or (kind == TORPEDO and unit["pressing"] == MAY_BOMB_OR_TORPEDO)
        ):
            return False
        for w in range(ability.NUM_WEAPONS):
            if attacks[w] != 0:
                return False
        if kind == TORPEDO and unit["dividing"] != 0:
            return False
        return (
            kind != BOMB
            or unit["role"] == ROLE_DIVE_BOMBER
            or not has(unit, ability.FIGHTER_BOMBER)
        )
    if phase == SURFACE_ATTACK:
        special = integer(unit["special"])
        if of != SHIP or special == INSTEAD_OF_ALL:
            return False
        if kind == ASW:
            guns = integer(attacks[MAIN]) + attacks[SECONDARY] + attacks[TERTIARY]
            return guns == 0 and attacks[ASW] == 0 and special == 0
        if (kind != MAIN and kind != SECONDARY and kind != TERTIARY) or attacks[ASW] != 0:
            return False
        if unit["no_gunnery"] != 0:
            return False
        if special == SPLITS_FIRE:
            return kind == MAIN and attacks[MAIN] < 2
        if kind == MAIN:
            if special == INSTEAD_OF_MAIN:
                return False
            return attacks[MAIN] == 0 or (
                attacks[MAIN] == 1
                and (has(unit, ability.ESCORT_KILLER) or has(unit, ability.MTB_KILLER))
            )
        if kind == SECONDARY:
            return attacks[SECONDARY] == 0 or (
                attacks[SECONDARY] == 1 and has(unit, ability.BRISTLING_WITH_GUNS)
            )
        return attacks[TERTIARY] == 0
    if phase == TORPEDO_ATTACK:
        if of == AIRCRAFT or kind != TORPEDO:
            return False
        if attacks[TORPEDO] != 0 and not (
            attacks[TORPEDO] == 1 and has_use(unit, ability.AUDACIOUS_ATTACK)
        ):
            return False
        return not (has(unit, ability.WORN_OUT_BOAT) and asw_threat(record, a))
    return False


@compiled
def is_protected(record: Record, t: int) -> bool:
    """Whether an ability protects a unit from every attack: a disguise, guards of a convoy."""
    units = record["units"]
    target = units[t]
    if target["disguised"] != 0:
        return True
    if (
        TYPE[target["card"]] == AUXILIARY
        and fleet_has(record, player_of(t), ability.GUARD_THE_CONVOY)
        and not has(target, ability.GUARD_THE_CONVOY)
    ):
        own = first_of(player_of(t))
        for u in range(own, own + NUM_SLOTS):
            if (
                has(units[u], ability.GUARD_THE_CONVOY)
                and units[u]["where"] == target["where"]
                and units[u]["attacked"] == 0
            ):
                return True
    return False


@compiled
def can_be_shot_at(units: Array, a: int, t: int) -> bool:
    """Whether an Aircraft is a target of antiair attacks at all."""
    target = units[t]
    if (
        not is_aircraft(target)
        or target["aborted"] != 0
        or target["aborting"] != 0
        or target["doomed"] != 0
    ):
        return False
    # At its own airbase only those that were sent there can attack it.
    return on_map(target) or target["where"] == RAIDING or units[a]["where"] == RAIDING


@compiled
def sender_of(record: Record, a: int) -> int:
    """The unit whose ability lets a Fighter make one more antiair attack, or -1."""
    units = record["units"]
    unit = units[a]
    player = player_of(a)
    if not (
        fleet_has(record, player, ability.FIGHTER_UMBRELLA)
        or fleet_has(record, player, ability.FIGHTER_DIRECTOR)
    ):
        return -1
    if (
        type_of(unit) != FIGHTER
        or unit["scored_air"] == 0
        or unit["sent_again"] != 0
        or not on_map(unit)
    ):
        return -1
    for u in range(first_of(player), first_of(player) + NUM_SLOTS):
        if on_map(units[u]) and units[u]["gave_again"] == 0:
            if has(units[u], ability.FIGHTER_UMBRELLA):
                return u
            if (
                has(units[u], ability.FIGHTER_DIRECTOR)
                and range_between(units, u, a) <= DIRECTOR_RANGE
            ):
                return u
    return -1


@compiled
def aircraft_in(units: Array, player: int, sector: int) -> int:
    """Number of a player's Aircraft in a sector."""
    count = 0
    for u in range(first_of(player), first_of(player) + NUM_SLOTS):
        if units[u]["where"] == sector and is_aircraft(units[u]):
            count += 1
    return count


@compiled
def _antiair_mode(record: Record, a: int, t: int) -> int:
    units = record["units"]
    unit = units[a]
    if not can_be_shot_at(units, a, t):
        return NO_ATTACK
    distance = range_between(units, a, t)
    if distance == FAR:
        return NO_ATTACK
    made = integer(unit["attacks"][ANTIAIR])
    value = card_value(unit, ANTIAIR, distance)
    if value > 0:
        if made == 0:
            return PLAIN
        if made == 1 and unit["first_target"][0] != t:
            if has(unit, ability.ANTIAIR_SPECIALIST):
                return PLAIN
            if has(unit, ability.ANTIAIR_BARRAGE):
                return BARRAGE
    if distance < NUM_RANGES and unit["extra"] == 0 and has(unit, ability.FIGHTER_COVER):
        return COVER
    if (
        made > 0
        and distance == 1
        and on_map(units[t])
        and sender_of(record, a) >= 0
        and aircraft_in(units, player_of(a), integer(units[t]["where"])) < _AIRCRAFT_LIMIT
    ):
        return SENT_AGAIN
    return NO_ATTACK


@compiled
def _is_drawn_away(record: Record, a: int, t: int) -> bool:
    """Whether a Fighter can attack only others, which draw it (Draw the CAP)."""
    units = record["units"]
    if (
        units[t]["drawing"] != 0
        or not fleet_has(record, player_of(t), ability.DRAW_THE_CAP)
        or type_of(units[a]) != FIGHTER
    ):
        return False
    enemy = first_of(player_of(t))
    for u in range(enemy, enemy + NUM_SLOTS):
        if (
            units[u]["drawing"] != 0
            and range_between(units, a, u) == 0
            and _antiair_mode(record, a, u) != NO_ATTACK
        ):
            return True
    return False


@compiled
def _air_attack_mode(record: Record, a: int, kind: int, t: int, distance: int) -> int:
    unit = record["units"][a]
    target = record["units"][t]
    if kind == BOMB and has(unit, ability.HI_LEVEL_BOMBER) and is_small(target):
        return NO_ATTACK
    value = card_value(unit, kind, 0)
    if distance == 0:
        if value > 0:
            if kind == STRAFE and has_use(unit, ability.ROCKET_ATTACK):
                return ROCKETS
            return PLAIN
        if kind == BOMB:
            if has(unit, ability.KAMIKAZE_ATTACK):
                return KAMIKAZE
            if payload_value(unit) > 0:
                return PAYLOAD_BOMB
    elif distance == 1:
        if kind == TORPEDO and has(unit, ability.HARASS_FROM_A_DISTANCE):
            return PLAIN if card_value(unit, TORPEDO, 1) > 0 else NO_ATTACK
        if kind == BOMB and value > 0 and has_use(unit, ability.ANTISHIP_MISSILE):
            return MISSILE
        if kind == STRAFE and value > 0 and has_use(unit, ability.HEAVY_STRAFER):
            return FAR_STRAFE
    return NO_ATTACK


@compiled
def _gunnery_mode(record: Record, a: int, kind: int, t: int, distance: int) -> int:
    units = record["units"]
    unit, target = units[a], units[t]
    attacks, first = unit["attacks"], unit["first_target"]
    if kind == SECONDARY and attacks[SECONDARY] == 1 and first[1] == t:
        return NO_ATTACK
    if kind == MAIN:
        if attacks[MAIN] == 1:
            other = integer(first[0])
            if unit["special"] == SPLITS_FIRE:
                if units[other]["where"] == target["where"]:
                    return NO_ATTACK
            elif other == t or not (
                (
                    has(unit, ability.ESCORT_KILLER)
                    and (type_of(target) == DESTROYER or type_of(units[other]) == DESTROYER)
                )
                or (
                    has(unit, ability.MTB_KILLER)
                    and (type_of(target) == TORPEDO_BOAT or type_of(units[other]) == TORPEDO_BOAT)
                )
            ):
                return NO_ATTACK
        if (
            TYPE[unit["card"]] == BATTLESHIP
            and is_small(target)
            and (distance == 0 or distance >= NUM_RANGES)
        ):
            return NO_ATTACK
    if integer(target["shadowed"]) == a % NUM_SLOTS + 1:
        return NO_ATTACK
    mode = NO_ATTACK
    if distance < NUM_RANGES:
        mode = PLAIN if card_value(unit, kind, distance) > 0 else NO_ATTACK
    elif kind == MAIN and card_value(unit, MAIN, NUM_RANGES - 1) > 0:
        sound = not is_damaged(unit)
        if sound and (
            (
                distance == 4
                and (has(unit, ability.EXTENDED_RANGE_4) or has(unit, ability.EXTENDED_RANGE_5))
            )
            or (distance == 5 and has(unit, ability.EXTENDED_RANGE_5))
        ):
            mode = EXTENDED
        elif sound and distance == 5 and has(unit, ability.HARASSING_FIRE):
            mode = HARASSING
        elif (
            distance == LONG_SHOT_RANGE
            and TYPE[target["card"]] == BATTLESHIP
            and has_use(unit, ability.LONG_SHOT)
        ):
            mode = FAR_SHOT
    if mode != NO_ATTACK and not sees(record, a, integer(unit["where"]), integer(target["where"])):
        return NO_ATTACK
    return mode


@compiled
def attack_mode(record: Record, a: int, weapon: int, t: int) -> int:
    """How an attack gets its value, NO_ATTACK if it is not legal.

    ``a`` may attack with the weapon (`may_attack`).
    """
    units = record["units"]
    unit, target = units[a], units[t]
    phase = integer(record["phase"])
    if phase == AIR_DEFENCE:
        mode = _antiair_mode(record, a, t)
        if mode != NO_ATTACK and mode != SENT_AGAIN and _is_drawn_away(record, a, t):
            return NO_ATTACK
        return mode
    if not on_map(target) or is_aircraft(target):
        return NO_ATTACK
    kind = kind_of(unit, weapon)
    distance = integer(DISTANCE[integer(unit["where"]), integer(target["where"])])
    below = category(target) == SUBMARINE
    mode = NO_ATTACK
    if phase == TORPEDO_ATTACK:
        if (below and not (distance == 0 and has(unit, ability.SUBMERGED_SHOT))) or (
            unit["attacks"][TORPEDO] == 1
            and units[integer(unit["first_target"][0])]["where"] == target["where"]
        ):
            return NO_ATTACK
        if card_value(unit, TORPEDO, distance) > 0 and sees(
            record, a, integer(unit["where"]), integer(target["where"])
        ):
            mode = PLAIN
    elif (kind == ASW) != below:
        return NO_ATTACK
    elif phase == AIR_ATTACK:
        mode = _air_attack_mode(record, a, kind, t, distance)
    elif kind == ASW:
        mode = PLAIN if card_value(unit, ASW, distance) > 0 else NO_ATTACK
    else:
        mode = _gunnery_mode(record, a, kind, t, distance)
    if mode != NO_ATTACK and is_protected(record, t):
        return NO_ATTACK
    return mode
