"""Set-ups: a position of War at Sea as an object, and back; and the snapshot of a position.

The form is described in ``docs/games/war_at_sea.md``, section "Set-ups". `setup_to_record` and
`record_to_setup` share one table of marks, so that what one writes the other reads.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from navalenv.core.errors import PositionError, unknown_name
from navalenv.core.record import blank
from navalenv.core.setups import read_setup
from navalenv.games.war_at_sea import abilities as ability
from navalenv.games.war_at_sea.cards import (
    ABILITIES,
    ABILITY_SET,
    AIRCRAFT,
    CAPACITY,
    CARD_NUMBERS,
    CARDS,
    CATEGORY,
    EMPTY,
    FIRST_SQUADRON,
    HULL,
    MAX_ABILITIES,
    MITCHELL,
    SQUADRON_ABILITIES,
    unknown_unit,
)
from navalenv.games.war_at_sea.dice import FACES, packed
from navalenv.games.war_at_sea.record import (
    ASIDE,
    AT_BASE,
    DESTROYED,
    FACES_A_BYTE,
    INSTINCT_ASW,
    INSTINCT_TORPEDO,
    ISLAND_BASE,
    LAND_BASE,
    LOST,
    MADE_GUNNERY,
    MADE_GUNNERY_OR_TORPEDO,
    MADE_MAIN,
    MAX_SCRIPT,
    MAX_TURNS,
    MAY_BOMB_OR_TORPEDO,
    NO_BASE,
    NUM_PLAYERS,
    NUM_SLOTS,
    NUM_UNITS,
    OVER,
    PHASE_NAMES,
    RAIDING,
    RECORD,
    REMOVED,
    SPLITS_FIRE,
    UNDEPLOYED,
)
from navalenv.games.war_at_sea.sectors import (
    MAPS,
    MAX_REACH,
    NUM_SECTORS,
    OBJECTIVES,
    members,
    sector_set,
)

Records = np.ndarray[Any, np.dtype[Any]]

_PLACES = {UNDEPLOYED: "undeployed", ASIDE: "aside", LOST: "lost", RAIDING: "raid"}
_PLACE_NUMBERS = {name: number for number, name in _PLACES.items()}
_ROLES = ("", "Dive Bomber")
_RESULTS = ("player_0", "player_1")
DRAW = "draw"
_STEPS_OF_A_TURN_END = ("end_of_turn", "initiative")
_UNNUMBERED = ("Alternate Payload", "Landing")


class _Mark(NamedTuple):
    """A mark of a unit: its key in a set-up, its field, and how the two are related.

    ``form``: ``number``, ``flag``, ``numbers``; ``bits`` of a field, as a flag; ``slots``, a set
    of slots as a list; ``turns``, bits from this turn on as a list of turns.
    """

    key: str
    field: str
    form: str
    bits: int = 0


_MARKS = (
    _Mark("hull", "hull", "number"),
    _Mark("aborted", "aborted", "flag"),
    _Mark("rearm", "rearm", "number"),
    _Mark("divide", "dividing", "flag"),
    _Mark("drawing", "drawing", "flag"),
    _Mark("made_main", "made", "bits", MADE_MAIN),
    _Mark("made_gun", "made", "bits", MADE_GUNNERY),
    _Mark("made_gun_or_torpedo", "made", "bits", MADE_GUNNERY_OR_TORPEDO),
    _Mark("salvo_until", "salvo_until", "number"),
    _Mark("jammed_until", "jammed_until", "number"),
    _Mark("cant_move_turns", "cant_move", "turns"),
    _Mark("cant_attack_turns", "cant_attack", "turns"),
    _Mark("cant_claim_turns", "cant_claim", "turns"),
    _Mark("instinct_asw", "instincts", "bits", INSTINCT_ASW),
    _Mark("instinct_torpedo", "instincts", "bits", INSTINCT_TORPEDO),
    _Mark("inspired_turn", "inspired_turn", "number"),
    _Mark("evac_turn", "evacuated_turn", "number"),
    _Mark("points_pending", "points_pending", "number"),
    _Mark("began", "began", "number"),
    _Mark("speed_mod", "speed_change", "number"),
    _Mark("moved", "moved", "flag"),
    _Mark("left_base", "flew", "flag"),
    _Mark("defensive", "defensive", "flag"),
    _Mark("press_on", "pressing", "number"),
    _Mark("disguised", "disguised", "flag"),
    _Mark("guard_locked", "locked", "flag"),
    _Mark("gone", "gone", "number"),
    _Mark("embarked", "embarked", "flag"),
    _Mark("companion", "companion", "number"),
    _Mark("acted", "acted", "flag"),
    _Mark("attacks", "attacks", "numbers"),
    _Mark("first_target", "first_target", "numbers"),
    _Mark("special", "special", "number"),
    _Mark("extra", "extra", "flag"),
    _Mark("shot_by", "shot_by", "slots"),
    _Mark("damage", "damage", "number"),
    _Mark("bomb_damage", "bomb_damage", "number"),
    _Mark("doomed", "doomed", "flag"),
    _Mark("aborting", "aborting", "flag"),
    _Mark("salvo_noted", "salvo_noted", "flag"),
    _Mark("attacked", "attacked", "flag"),
    _Mark("targets", "targets", "slots"),
    _Mark("harmed", "harmed", "slots"),
    _Mark("shadowed", "shadowed", "number"),
    _Mark("antiair_made", "antiair_made", "number"),
    _Mark("asw_by", "asw_by", "slots"),
    _Mark("asw_bases", "asw_bases", "slots"),
    _Mark("asw_marked", "asw_marked", "flag"),
    _Mark("quarry", "quarry", "flag"),
    _Mark("no_gunnery", "no_gunnery", "flag"),
    _Mark("expert", "expert", "numbers"),
    _Mark("expert_given", "expert_given", "number"),
    _Mark("spotted", "spotted", "numbers"),
    _Mark("scored_air", "scored_air", "flag"),
    _Mark("sent_again", "sent_again", "flag"),
    _Mark("gave_again", "gave_again", "flag"),
    _Mark("raid_marked", "raid_marked", "flag"),
    _Mark("bombarding", "bombarding", "flag"),
    _Mark("repairs", "repairs", "number"),
    _Mark("pursues", "pursues", "number"),
    _Mark("straddled", "straddled", "slots"),
    _Mark("covered", "covered", "slots"),
    _Mark("covered_next", "covered_next", "slots"),
    _Mark("raider_points", "raider_points", "number"),
)
_MARK_KEYS = ("base", "used", "role", *(mark.key for mark in _MARKS))

_COUNTERS = (
    "no_ships_scored",
    "main_made",
    "pursuit_turn",
    "embark_scored",
    "cargo_scored",
    "pursuers",
    "runner",
    "runner_from",
)
"""Fields of a game that a set-up holds under their own names when they are not zero."""
KEYS = (
    "map",
    "turn",
    "phase",
    "to_act",
    "first_player",
    "initiative_dice",
    "scores",
    "objectives",
    "smoke",
    "mines",
    "wrecks",
    "units",
    "second_step",
    "result",
    *_COUNTERS,
)
"""Keys of a set-up."""


# Words for places.


def where_text(unit: np.void) -> int | str:
    """Where a unit is, as set-ups and snapshots say it."""
    where = int(unit["where"])
    if where < NUM_SECTORS:
        return where
    if where == AT_BASE:
        return f"base:{min(int(unit['base']), LAND_BASE)}"
    return _PLACES[where]


# Reading.


def _wrong(what: str, value: object, expected: str) -> PositionError:
    return PositionError(f"position: {what} must be {expected}, got {value!r}")


def _integer(what: str, value: object, low: int, high: int) -> int:
    """An integer within limits; True and False are none."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise _wrong(what, value, f"an integer from {low} to {high}")
    if not low <= int(value) <= high:
        raise _wrong(what, value, f"from {low} to {high}")
    return int(value)


def _sector(what: str, value: object) -> int:
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value)
    return _integer(what, value, 0, NUM_SECTORS - 1)


def _list(what: str, value: object, length: int | None = None) -> list[Any]:
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, (Sequence, np.ndarray)):
        raise _wrong(what, value, "a list")
    found = list(value)
    if length is not None and len(found) != length:
        raise _wrong(what, value, f"a list of {length}")
    return found


def _mapping(what: str, value: object) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping):
        raise _wrong(what, value, "an object")
    return value


def _flag(what: str, value: object) -> int:
    if isinstance(value, (bool, np.bool_)) or (isinstance(value, int) and value in (0, 1)):
        return int(value)
    raise _wrong(what, value, "true or false")


_LIMITS: dict[str, tuple[int, int]] = {
    "speed_change": (-MAX_REACH, MAX_REACH),
    "rearm": (0, 100),
    "pressing": (0, MAY_BOMB_OR_TORPEDO),
    "special": (0, SPLITS_FIRE),
    "began": (0, LOST),
    "gone": (0, REMOVED),
    "attacks": (0, 2),
    "first_target": (0, NUM_UNITS - 1),
    "antiair_made": (0, 3),
    "expert": (0, 2),
    "expert_given": (0, (1 << MAX_ABILITIES) - 1),
    "damage": (0, 100),
    "bomb_damage": (0, 100),
    "points_pending": (0, 100),
    "raider_points": (0, 100),
    "pursuers": (0, 3),
    "runner_from": (0, NUM_SECTORS - 1),
    "cargo_scored": (0, 3),
    **dict.fromkeys(("no_ships_scored", "main_made", "embark_scored"), (0, 1)),
    **dict.fromkeys(
        ("companion", "shadowed", "repairs", "pursues", "spotted", "runner"), (0, NUM_SLOTS)
    ),
    **dict.fromkeys(
        ("salvo_until", "jammed_until", "inspired_turn", "evacuated_turn", "pursuit_turn"),
        (0, MAX_TURNS + 1),
    ),
}
"""Smallest and largest value of every field that is a number."""


def _read_base(what: str, base: object) -> int:
    if isinstance(base, str):
        match = re.fullmatch(r"(?:base:)?([0-9]{1,2})", base)
        base = int(match[1]) if match else base
    return _integer(what, base, 0, ISLAND_BASE)


def _read_where(what: str, unit: np.void, where: object) -> None:
    """Set the place, and of an Aircraft at its base the base."""
    flies = CATEGORY[unit["card"]] == AIRCRAFT
    if isinstance(where, str) and where.startswith("base:"):
        if not flies:
            raise _wrong(what, where, "a sector for a unit that is no Aircraft")
        unit["where"] = AT_BASE
        unit["base"] = _read_base(what, where)
        return
    if isinstance(where, str):
        if where not in _PLACE_NUMBERS:
            raise _wrong(
                what,
                where,
                "a sector, base:0 to base:16, undeployed, aside, lost or raid",
            )
        number = _PLACE_NUMBERS[where]
        if (number == RAIDING and not flies) or (number in (UNDEPLOYED, ASIDE) and flies):
            raise _wrong(what, where, "a place for this kind of unit")
        unit["where"] = number
        return
    unit["where"] = _sector(what, where)


def _home_of_squadron(units: Records, first: int, unit: np.void) -> int:
    code = SQUADRON_ABILITIES[int(unit["card"]) - FIRST_SQUADRON]
    for slot in range(NUM_SLOTS):
        if code in ABILITIES[units[first + slot]["card"]]:
            return slot
    return NO_BASE


def _read_mark(what: str, unit: np.void, mark: _Mark, value: object, turn: int) -> None:
    what = f"{what} {mark.key}"
    if mark.form == "flag":
        unit[mark.field] = _flag(what, value)
    elif mark.form == "bits":
        cleared = int(unit[mark.field]) & ~mark.bits
        unit[mark.field] = cleared | (mark.bits if _flag(what, value) else 0)
    elif mark.form == "number":
        if mark.field == "hull":
            low, high = 1, int(HULL[unit["card"]])
        else:
            low, high = _LIMITS[mark.field]
        unit[mark.field] = _integer(what, value, low, high)
    elif mark.form == "numbers":
        low, high = _LIMITS[mark.field]
        numbers = _list(what, value, len(unit[mark.field]))
        unit[mark.field][:] = [_integer(what, number, low, high) for number in numbers]
    elif mark.form == "slots":
        slots = [_integer(what, slot, 0, NUM_SLOTS - 1) for slot in _list(what, value)]
        unit[mark.field] = sum(1 << slot for slot in set(slots))
    else:
        turns = [_integer(what, each, 0, 127) for each in _list(what, value)]
        unit[mark.field] = sum(1 << each - turn for each in set(turns) if 0 <= each - turn <= 7)


def _without_number(name: str) -> str:
    short = re.sub(r" [0-9]+$", "", name)
    return short if short in _UNNUMBERED else name


def _read_unit(records: Records, player: int, slot: int, entry: object, turn: int) -> None:
    units = records[0]["units"]
    unit = units[player * NUM_SLOTS + slot]
    what = f"units[{player}][{slot}]"
    parts = _list(what, entry)
    if not 2 <= len(parts) <= 3:
        raise _wrong(what, entry, "[name, where] or [name, where, {marks}]")
    name = parts[0]
    if not isinstance(name, str) or name not in CARD_NUMBERS:
        raise PositionError(f"position: {what}: {unknown_unit(name)}")
    unit["card"] = CARD_NUMBERS[name]
    unit["base"] = NO_BASE
    _read_where(f"{what} where", unit, parts[1])
    flies = CATEGORY[unit["card"]] == AIRCRAFT
    is_out = flies and (unit["where"] < NUM_SECTORS or unit["where"] == RAIDING)
    unit["flew"] = is_out
    unit["hull"] = HULL[unit["card"]]
    unit["disguised"] = ability.DISGUISE in ABILITIES[unit["card"]]
    unit["began"] = unit["where"]
    if unit["where"] == LOST:
        unit["hull"] = 0
        unit["gone"] = DESTROYED
    marks = _mapping(f"{what} marks", parts[2] if len(parts) == 3 else {})
    for key in marks:
        if key not in _MARK_KEYS:
            raise PositionError(f"position: {what}: {unknown_name('mark', key, _MARK_KEYS)}")
    if "base" in marks:
        if not flies:
            raise _wrong(f"{what} base", marks["base"], "left out for a unit that is no Aircraft")
        unit["base"] = _read_base(f"{what} base", marks["base"])
    for name in _list(f"{what} used", marks.get("used", [])):
        places = [
            place
            for place, code in enumerate(ABILITIES[unit["card"]])
            if code and name in (ability.NAMES[code], re.sub(r" [0-9]+$", "", ability.NAMES[code]))
        ]
        if not places:
            raise _wrong(f"{what} used", name, "an ability of the unit")
        for place in places:
            unit["spent"] |= 1 << place
    role = marks.get("role", "")
    if role is None:
        role = ""
    if role not in _ROLES:
        raise _wrong(f"{what} role", role, '"Dive Bomber" or left out')
    unit["role"] = _ROLES.index(role)
    for mark in _MARKS:
        if mark.key in marks and not (mark.key == "hull" and unit["where"] == LOST):
            _read_mark(what, unit, mark, marks[mark.key], turn)
    if "made_gun" in marks and "made_gun_or_torpedo" not in marks and marks["made_gun"]:
        unit["made"] |= MADE_GUNNERY_OR_TORPEDO


def _default_bases(units: Records, player: int) -> None:
    """Bases of the Aircraft that name none."""
    first = player * NUM_SLOTS
    for u in range(first, first + NUM_SLOTS):
        unit = units[u]
        if CATEGORY[unit["card"]] != AIRCRAFT:
            continue
        if ability.SEA_BASING in ABILITIES[unit["card"]] and unit["base"] in (NO_BASE, LAND_BASE):
            unit["base"] = ISLAND_BASE
        elif unit["base"] == NO_BASE:
            unit["base"] = LAND_BASE
            if unit["card"] >= FIRST_SQUADRON:
                unit["base"] = _home_of_squadron(units, first, unit)
        base = int(unit["base"])
        is_home = base < NUM_SLOTS and unit["card"] >= FIRST_SQUADRON
        is_on_ship = unit["where"] == AT_BASE and base < NUM_SLOTS and not is_home
        if is_on_ship and CAPACITY[units[first + base]["card"]] == 0:
            raise _wrong(
                f"units[{player}][{u - first}] where",
                f"base:{base}",
                "the slot of a Ship that takes Aircraft, or base:16",
            )


def _derive_companions(records: Records, player: int, given: set[int]) -> None:
    """What goes with what, where the marks do not say it: it follows from the places.

    Args:
        given: slots of the units whose marks say it.
    """
    units = records[0]["units"]
    own = units[player * NUM_SLOTS : (player + 1) * NUM_SLOTS]
    for slot in range(NUM_SLOTS):
        unit = own[slot]
        base = int(unit["base"])
        if (
            unit["card"] == MITCHELL
            and slot not in given
            and 0 <= base < NUM_SLOTS
            and ability.EMBARK_B25 in ABILITIES[own[base]["card"]]
            and own[base]["where"] != LOST
        ):
            unit["embarked"] = 1
        if unit["where"] == ASIDE and ability.SECRET_BREAKOUT not in ABILITIES[unit["card"]]:
            leaders = [
                other
                for other in range(NUM_SLOTS)
                if own[other]["where"] == ASIDE
                and other not in given
                and own[other]["companion"] == 0
                and ability.SECRET_BREAKOUT in ABILITIES[own[other]["card"]]
            ]
            if leaders:
                own[leaders[0]]["companion"] = slot + 1
        if unit["made"] & MADE_MAIN:
            records[0]["main_made"][player] = 1


def setup_to_record(
    position: object,
    map_name: str = MAPS[0],
    victory_points: int = 150,
    max_turns: int = 20,
    score_reward: bool = False,
) -> Records:
    """The record of a set-up, an array of one.

    Args:
        position: the object, or its JSON.
        map_name: the map if the set-up names none.
        victory_points, max_turns, score_reward: options of the game.

    Raises:
        PositionError: saying what is wrong with it.
        TypeError: if it is neither.
    """
    given = read_setup(position, KEYS)
    for key in ("units", "phase"):
        if key not in given:
            raise PositionError(
                f"position: key {key!r} is missing; a set-up needs units and phase"
            )
    records = blank(RECORD)
    record = records[0]
    map_name = given.get("map", map_name)
    if map_name not in MAPS:
        raise PositionError(f"position: {unknown_name('map', map_name, MAPS)}")
    record["map"] = MAPS.index(map_name)
    record["victory_points"] = victory_points
    record["max_turns"] = max_turns
    record["score_reward"] = score_reward
    turn = record["turn"] = _integer("turn", given.get("turn", 3), 0, MAX_TURNS)
    phase = given["phase"]
    phases = (*PHASE_NAMES, *_STEPS_OF_A_TURN_END)
    if phase not in phases:
        raise PositionError(f"position: {unknown_name('phase', phase, phases)}")
    record["phase"] = min(phases.index(phase), OVER)
    first_player = _integer("first_player", given.get("first_player", 0), 0, 1)
    record["first_player"] = first_player
    over = phase == PHASE_NAMES[OVER]
    to_act = _integer("to_act", given.get("to_act", 0), -1 if over else 0, 1)
    record["to_move"] = max(0, to_act)
    second = given.get("second_step", to_act not in (first_player, -1))
    record["second_step"] = _flag("second_step", second)
    dice = given.get("initiative_dice", [[3, 3], [3, 4]])
    for player, own in enumerate(_list("initiative_dice", dice, NUM_PLAYERS)):
        record["initiative_dice"][player] = [
            _integer("initiative_dice", face, 0 if turn == 0 else 1, FACES)
            for face in _list("initiative_dice", own, 2)
        ]
    record["scores"] = [
        _integer("scores", points, -10_000, 10_000)
        for points in _list("scores", given.get("scores", [0, 0]), NUM_PLAYERS)
    ]
    record["objectives"] = -1
    for sector, owner in _mapping("objectives", given.get("objectives", {})).items():
        number = _sector("objectives", sector)
        if number not in OBJECTIVES:
            raise _wrong("objectives", sector, f"one of the sectors {OBJECTIVES}")
        record["objectives"][OBJECTIVES.index(number)] = _integer("objectives", owner, -1, 1)
    for sector, last in _mapping("smoke", given.get("smoke", {})).items():
        number = _sector("smoke", sector)
        record["smoke"][number] = _integer("smoke", last, turn, MAX_TURNS + 1)
    record["mines"] = sector_set(
        [_sector("mines", s) for s in _list("mines", given.get("mines", []))]
    )
    wrecks = _list("wrecks", given.get("wrecks", [[], []]), NUM_PLAYERS)
    record["wrecks"] = [
        sector_set([_sector("wrecks", s) for s in _list("wrecks", own)]) for own in wrecks
    ]
    units = record["units"]
    units["where"] = LOST
    units["base"] = NO_BASE
    for player, fleet in enumerate(_list("units", given["units"], NUM_PLAYERS)):
        entries = _list(f"units[{player}]", fleet)
        if len(entries) > NUM_SLOTS:
            raise _wrong(f"units[{player}]", len(entries), f"at most {NUM_SLOTS} units")
        for slot, entry in enumerate(entries):
            _read_unit(records, player, slot, entry, int(turn))
        _default_bases(units, player)
        said = {
            slot
            for slot, entry in enumerate(entries)
            if len(entry) > 2 and {"embarked", "companion"} & entry[2].keys()
        }
        _derive_companions(records, player, said)
        own = units[player * NUM_SLOTS : (player + 1) * NUM_SLOTS]
        record["fleet_abilities"][player] = np.bitwise_or.reduce(ABILITY_SET[own["card"]], axis=0)
    for name in _COUNTERS:
        if name in given:
            low, high = _LIMITS[name]
            if record[name].shape:
                numbers = _list(name, given[name], len(record[name]))
                record[name] = [_integer(name, each, low, high) for each in numbers]
            else:
                record[name] = _integer(name, given[name], low, high)
    record["winner"] = -1
    result = given.get("result")
    if over:
        if result not in (*_RESULTS, DRAW):
            raise _wrong(
                "result", result, '"player_0", "player_1" or "draw" when the phase is over'
            )
        record["terminated"] = 1
        record["winner"] = -1 if result == DRAW else _RESULTS.index(result)
    elif result is not None:
        raise _wrong("result", result, "left out while the game goes on")
    return records


# Writing.


def _write_mark(unit: np.void, mark: _Mark, turn: int) -> Any:
    value = unit[mark.field]
    if mark.form == "flag":
        return bool(value)
    if mark.form == "bits":
        return bool(int(value) & mark.bits)
    if mark.form == "number":
        return int(value)
    if mark.form == "numbers":
        return value.tolist()
    if mark.form == "slots":
        return [slot for slot in range(NUM_SLOTS) if int(value) >> slot & 1]
    return [turn + k for k in range(8) if int(value) >> k & 1]


def _write_unit(unit: np.void) -> list[Any]:
    """Name, place and the marks that are no fields of the table."""
    marks: dict[str, Any] = {}
    if CATEGORY[unit["card"]] == AIRCRAFT and unit["where"] != AT_BASE and unit["base"] >= 0:
        marks["base"] = int(unit["base"])
    if unit["spent"]:
        codes = ABILITIES[unit["card"]]
        marks["used"] = [
            _without_number(ability.NAMES[code])
            for place, code in enumerate(codes)
            if int(unit["spent"]) >> place & 1
        ]
    if unit["role"]:
        marks["role"] = _ROLES[unit["role"]]
    return [CARDS[unit["card"]].name, where_text(unit), marks]


def record_to_setup(record: np.void) -> dict[str, Any]:
    """The set-up object of a record: `setup_to_record` gives the position back."""
    turn = int(record["turn"])
    units = record["units"]
    sizes = [
        max(
            (slot + 1 for slot in range(NUM_SLOTS) if units[p * NUM_SLOTS + slot]["card"]),
            default=0,
        )
        for p in range(NUM_PLAYERS)
    ]
    setup: dict[str, Any] = {
        "map": MAPS[record["map"]],
        "turn": turn,
        "phase": PHASE_NAMES[record["phase"]],
        "to_act": -1 if record["terminated"] else int(record["to_move"]),
        "first_player": int(record["first_player"]),
        "initiative_dice": record["initiative_dice"].tolist(),
        "scores": record["scores"].tolist(),
        "objectives": {
            str(sector): int(owner)
            for sector, owner in zip(OBJECTIVES, record["objectives"], strict=True)
            if owner >= 0
        },
        "smoke": {
            str(sector): int(last) for sector, last in enumerate(record["smoke"]) if last > 0
        },
        "mines": members(int(record["mines"])),
        "wrecks": [members(int(own)) for own in record["wrecks"]],
        "units": [
            [_write_unit(units[p * NUM_SLOTS + slot]) for slot in range(sizes[p])]
            for p in range(NUM_PLAYERS)
        ],
    }
    if record["terminated"]:
        setup["result"] = result_text(record)
    # Whatever the set-up so far does not say is added: it is compared with what it would give.
    again = setup_to_record(setup)[0]
    if int(again["second_step"]) != int(record["second_step"]):
        setup["second_step"] = bool(record["second_step"])
    for name in _COUNTERS:
        if (record[name] != again[name]).any():
            setup[name] = record[name].tolist()
    for u in range(NUM_UNITS):
        if not units[u]["card"]:
            continue
        if units[u].tobytes() == again["units"][u].tobytes():
            continue
        marks = setup["units"][u // NUM_SLOTS][u % NUM_SLOTS][2]
        for mark in _MARKS:
            value = _write_mark(units[u], mark, turn)
            if value != _write_mark(again["units"][u], mark, turn):
                marks[mark.key] = value
        if "made_gun" in marks and "made_gun_or_torpedo" not in marks:
            marks["made_gun_or_torpedo"] = True
    return setup


def result_text(record: np.void) -> str | None:
    """Who won: ``player_0``, ``player_1`` or ``draw``; None while the game goes on."""
    if not record["terminated"]:
        return None
    return DRAW if record["winner"] < 0 else _RESULTS[record["winner"]]


def snapshot(record: np.void) -> dict[str, Any]:
    """What can be seen of a position, in a fixed form that is the same for every way to it.

    ``turn``, ``phase``, ``to_act`` (-1 when over), ``first_player``, ``scores``, ``objectives``
    (sector: owner or -1), ``smoke`` and ``mines`` (rising sectors), ``units`` (for each player, in
    slot order, [name, where, hull, aborted, rearm, moved or acted in this step]), ``result``.
    """
    over = bool(record["terminated"])
    return {
        "turn": int(record["turn"]),
        "phase": PHASE_NAMES[record["phase"]],
        "to_act": -1 if over else int(record["to_move"]),
        "first_player": int(record["first_player"]),
        "scores": record["scores"].tolist(),
        "objectives": {
            str(sector): int(owner)
            for sector, owner in zip(OBJECTIVES, record["objectives"], strict=True)
        },
        "smoke": np.flatnonzero(record["smoke"] > 0).tolist(),
        "mines": members(int(record["mines"])),
        "units": [
            [
                [
                    CARDS[unit["card"]].name,
                    where_text(unit),
                    int(unit["hull"]),
                    bool(unit["aborted"]),
                    int(unit["rearm"]),
                    bool(unit["acted"]),
                ]
                for unit in record["units"][p * NUM_SLOTS : (p + 1) * NUM_SLOTS]
                if unit["card"] != EMPTY
            ]
            for p in range(NUM_PLAYERS)
        ],
        "result": result_text(record),
    }


# Dice.


def set_script(record: np.void, faces: Sequence[int]) -> None:
    """Let a record use these faces before its own stream.

    Raises:
        ValueError: for a face that no die has, or too many faces.
    """
    for face in faces:
        if not 1 <= face <= FACES:
            raise ValueError(f"dice must be faces from 1 to {FACES}, got {face!r}")
    if len(faces) > MAX_SCRIPT:
        raise ValueError(f"dice must be at most {MAX_SCRIPT} faces, got {len(faces)}")
    padded = np.ones(MAX_SCRIPT, np.int64)
    padded[: len(faces)] = faces
    weights = FACES ** np.arange(FACES_A_BYTE)
    record["script"] = ((padded - 1).reshape(-1, FACES_A_BYTE) * weights).sum(axis=1)
    record["script_length"] = len(faces)
    record["script_used"] = 0


def script_of(record: np.void) -> tuple[list[int], int]:
    """The faces that `set_script` gave a record, and how many of them have been used."""
    length = int(record["script_length"])
    faces = [
        packed(int(record["script"][i // FACES_A_BYTE]), i % FACES_A_BYTE) for i in range(length)
    ]
    return faces, int(record["script_used"])
