"""What people call players, units and places: for pictures and logs."""

from __future__ import annotations

import dataclasses
import functools
import re
import unicodedata

import numpy as np

from navalenv.games.war_at_sea.cards import (
    AIRCRAFT,
    CAPACITY,
    CARDS,
    CATEGORY,
    EMPTY,
    NATION,
    NATIONS,
    SIDE,
    SIDES,
)
from navalenv.games.war_at_sea.outcomes import is_to_be_destroyed, noted_damage
from navalenv.games.war_at_sea.queries import is_crippled
from navalenv.games.war_at_sea.record import (
    ASIDE,
    AT_BASE,
    ISLAND_BASE,
    LAND_BASE,
    LAND_BASE_ROOM,
    LOST,
    NUM_SLOTS,
    PHASE_NAMES,
    RAIDING,
    REMOVED,
    UNDEPLOYED,
)
from navalenv.games.war_at_sea.sectors import NUM_SECTORS, cell_text

PLAYER_NAMES = ("West", "East")
TYPE_CODES = ("", "BB", "CV", "CA", "DD", "AX", "PT", "SS", "F", "DB", "TB", "PB")
"""Two letters or one for each type of `navalenv.games.war_at_sea.abilities.TYPE_NAMES`."""

_HULL_NUMBER = re.compile(r" *\([^)]*\)")
_PREFIX = re.compile(r"^(USS|HMS|HMAS|HMCS|SS) ")
_MARK = re.compile(r"( [A-Z]{2})? M[kK]\. .*$")
_NICKNAME = re.compile(r'"(.*)"')
_NOT_A_NAME = ("Type", "Lend-Lease")


def player_of(unit: int) -> int:
    """Player of a unit."""
    return unit // NUM_SLOTS


def slot_of(unit: int) -> int:
    """Slot of a unit."""
    return unit % NUM_SLOTS


def fleet(record: np.void, player: int) -> list[int]:
    """The units that a player began with, in slot order."""
    first = player * NUM_SLOTS
    return [u for u in range(first, first + NUM_SLOTS) if record["units"][u]["card"] != EMPTY]


@functools.cache
def short_name(card: int) -> str:
    """A card's name without the letters and numbers around the word that people say."""
    name = CARDS[card].name
    nickname = _NICKNAME.search(name)
    if nickname:
        return nickname[1]
    name = _MARK.sub("", _HULL_NUMBER.sub("", _PREFIX.sub("", name)))
    if CATEGORY[card] == AIRCRAFT:
        words = [
            word
            for word in name.split()
            if len(word) > 2
            and re.search("[a-z]", word)
            and not re.search("[0-9.]", word)
            and word not in _NOT_A_NAME
        ]
        return " ".join(words) or name
    found = re.search(r"[0-9]+ ([A-Z][a-z].*)$", name)
    return found[1] if found else name


def unit_name(record: np.void, unit: int) -> str:
    """Name of a unit, or that there is none; with its slot if another of its fleet has the same
    name."""
    cards = record["units"]["card"]
    if cards[unit] == EMPTY:
        return f"empty slot {slot_of(unit)}"
    first = player_of(unit) * NUM_SLOTS
    same = np.count_nonzero(cards[first : first + NUM_SLOTS] == cards[unit])
    name = CARDS[cards[unit]].name
    return f"{name} (slot {slot_of(unit)})" if same > 1 else name


def base_name(record: np.void, player: int, base: int) -> str:
    """What a base of a player is called."""
    if base == LAND_BASE:
        return "the land airbase"
    if base == ISLAND_BASE:
        return "the island base"
    if not 0 <= base < NUM_SLOTS:
        return "no base"
    return unit_name(record, player * NUM_SLOTS + base)


def place_words(record: np.void, unit: int) -> str:
    """Where a unit is, in few words."""
    row = record["units"][unit]
    where, base = int(row["where"]), int(row["base"])
    if where < NUM_SECTORS:
        return f"sector {cell_text(where)}"
    if where == AT_BASE:
        if base == LAND_BASE:
            return "at land airbase"
        if base == ISLAND_BASE:
            return "at island base"
        if 0 <= base < NUM_SLOTS:
            carrier = player_of(unit) * NUM_SLOTS + base
            return f"on {short_name(int(record['units'][carrier]['card']))}"
        return "at no base"
    if where == LOST and record["fresh"]:
        return "not in play"
    gone = "removed" if row["gone"] == REMOVED else "lost"
    return {
        RAIDING: "over enemy airbase",
        UNDEPLOYED: "to be deployed",
        ASIDE: "set aside",
        LOST: gone,
    }[where]


def place_letters(record: np.void, unit: int) -> str:
    """Where a unit is, for a table: its sector, ``on`` a slot, or a word."""
    row = record["units"][unit]
    where, base = int(row["where"]), int(row["base"])
    if where < NUM_SECTORS:
        return cell_text(where)
    if where == AT_BASE:
        return {LAND_BASE: "land", ISLAND_BASE: "island"}.get(base, f"on {base}")
    if where == LOST and record["fresh"]:
        return "-"
    gone = "removed" if row["gone"] == REMOVED else "lost"
    return {RAIDING: "raid", UNDEPLOYED: "undeployed", ASIDE: "aside", LOST: gone}[where]


def state_words(record: np.void, unit: int) -> list[str]:
    """What is wrong with a unit on the map or at a base, and what is noted for it."""
    row = record["units"][unit]
    if row["where"] == LOST:
        return []
    words = []
    if is_to_be_destroyed(row):
        words.append("sinking" if CATEGORY[row["card"]] != AIRCRAFT else "going down")
    elif noted_damage(row):
        words.append(f"-{noted_damage(row)} to come")
    elif row["aborting"]:
        words.append("abort to come")
    if is_crippled(row, int(record["turn"])):
        words.append("crippled")
    if row["aborted"]:
        words.append("aborted")
    if row["rearm"]:
        words.append(f"rearming {row['rearm']}")
    return words


def phase_words(phase: int) -> str:
    """Name of a phase in words."""
    return PHASE_NAMES[phase].replace("_", " ")


def fleet_words(record: np.void, player: int) -> str:
    """Nations and side of a fleet, such as ``Germany, Italy (Axis)``."""
    cards = [int(record["units"][u]["card"]) for u in fleet(record, player)]
    nations = sorted({NATIONS[NATION[card]] for card in cards if NATION[card] >= 0})
    sides = sorted({SIDES[SIDE[card]].capitalize() for card in cards if SIDE[card] >= 0})
    return f"{', '.join(nations)} ({', '.join(sides)})" if nations else "no units"


def plain(text: str) -> str:
    """A text in ASCII: letters without their accents."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


@dataclasses.dataclass(frozen=True)
class Base:
    """A base and who is there.

    Attributes:
        name: of the base, short.
        room: how many Aircraft it takes, and of how many there are.
        slots: of those Aircraft.
    """

    name: str
    room: str
    slots: tuple[int, ...]


def bases_of(record: np.void, player: int) -> list[Base]:
    """The bases of a player: Carriers in play, the land airbase, others that are in use."""
    there: dict[int, list[int]] = {}
    for unit in fleet(record, player):
        row = record["units"][unit]
        if row["where"] == AT_BASE:
            there.setdefault(int(row["base"]), []).append(slot_of(unit))
    found = []
    for unit in fleet(record, player):
        row = record["units"][unit]
        slot = slot_of(unit)
        capacity = int(CAPACITY[row["card"]])
        if row["where"] != LOST and (capacity or slot in there):
            slots = tuple(there.get(slot, ()))
            name = f"{slot} {short_name(int(row['card']))}"
            found.append(Base(name, f"{len(slots)}/{capacity}" if capacity else "own", slots))
    land = tuple(there.get(LAND_BASE, ()))
    found.append(Base("land airbase", f"{len(land)}/{LAND_BASE_ROOM}", land))
    if ISLAND_BASE in there:
        found.append(Base("island base", "any", tuple(there[ISLAND_BASE])))
    return found
