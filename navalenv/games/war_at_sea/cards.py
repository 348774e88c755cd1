"""The unit cards: ``data/units.csv`` as arrays that compiled rules read.

Card 0 is an empty slot; then the units in the order of the file, then the squadrons that
come with a Ship by an ability (``docs/games/war_at_sea.md``, section "Abilities").
"""

from __future__ import annotations

import csv
import dataclasses
import difflib
import importlib.resources
from typing import Any

import numpy as np

from navalenv.games.war_at_sea.abilities import (
    CODES,
    FLY_OFF_STRIKE,
    KIND_NAMES,
    NAMES,
    NUM_KINDS,
    SCOUTPLANE_ATTACK,
    SEAPLANE_DETACHMENTS,
    TYPE_NAMES,
    ability_set,
)

EMPTY, SHIP, SUBMARINE, AIRCRAFT = range(4)
CATEGORY_NAMES = ("", "ship", "submarine", "aircraft")
NATIONS = (
    "Australia",
    "Canada",
    "France",
    "Germany",
    "Italy",
    "Japan",
    "Soviet Union",
    "United Kingdom",
    "United States",
)
SIDES = ("allies", "axis")
NUM_RANGES = 4
"""Ranges 0 to 3 have a value on the card."""
MAX_ABILITIES = 4
"""No card has more."""


@dataclasses.dataclass(frozen=True)
class Card:
    """What is printed on a unit's card.

    Attributes:
        name: of the unit.
        nation, side: one of `NATIONS` and `SIDES`; empty for a squadron.
        category: ``ship``, ``submarine`` or ``aircraft``.
        type: such as ``Destroyer`` (`navalenv.games.war_at_sea.abilities.TYPE_NAMES`).
        cost: points, also what its destruction scores.
        year: of entry into service; 0 for a squadron.
        speed: sectors a move; 0 for an Aircraft.
        flagship: initiative bonus.
        capacity: Aircraft that can be based on it.
        hull: hull points; 1 for an Aircraft.
        armour, vital_armour: successes that damage or abort, and that destroy.
        values: dice by kind of attack at ranges 0 to 3; 0 for no attack.
        abilities: names, at most `MAX_ABILITIES`.
    """

    name: str
    nation: str
    side: str
    category: str
    type: str
    cost: int
    year: int
    speed: int
    flagship: int
    capacity: int
    hull: int
    armour: int
    vital_armour: int
    values: dict[str, tuple[int, ...]]
    abilities: tuple[str, ...] = ()


def _read() -> list[Card]:
    text = (
        importlib.resources.files(__package__)
        .joinpath("data")
        .joinpath("units.csv")
        .read_text(encoding="utf-8")
    )
    cards = []
    for row in csv.DictReader(text.splitlines()):
        values = {
            kind: tuple(0 if dice == "-" else int(dice) for dice in row[kind].split())
            for kind in KIND_NAMES
            if row[kind]
        }
        numbers: dict[str, Any] = {
            name: int(row[name] or 0)
            for name in (
                "cost",
                "year",
                "speed",
                "flagship",
                "capacity",
                "hull",
                "armour",
                "vital_armour",
            )
        }
        texts: dict[str, Any] = {
            name: row[name] for name in ("name", "nation", "side", "category", "type")
        }
        abilities = tuple(row["abilities"].split("; ")) if row["abilities"] else ()
        cards.append(Card(values=values, abilities=abilities, **texts, **numbers))
    return cards


def _squadron(ability: int, armour: int, vital_armour: int, **dice: int) -> Card:
    """A squadron: it attacks at range 0 only."""
    values: dict[str, tuple[int, ...]] = {kind: (value, 0, 0, 0) for kind, value in dice.items()}
    return Card(
        NAMES[ability],
        "",
        "",
        "aircraft",
        "Patrol Bomber",
        cost=0,
        year=0,
        speed=0,
        flagship=0,
        capacity=0,
        hull=1,
        armour=armour,
        vital_armour=vital_armour,
        values=values,
    )


UNITS = tuple(_read())
"""The cards of all units, in the order of the file."""
SQUADRONS = {
    SEAPLANE_DETACHMENTS: (
        _squadron(SEAPLANE_DETACHMENTS, 3, 6, strafe=1, antiair=4, asw=2, bomb=4),
        2,
    ),
    FLY_OFF_STRIKE: (_squadron(FLY_OFF_STRIKE, 4, 7, bomb=7), 1),
    SCOUTPLANE_ATTACK: (_squadron(SCOUTPLANE_ATTACK, 3, 5, bomb=2), 1),
}
"""By ability: the card of its squadrons and how many come."""

_BLANK = Card("", "", "", "", "", 0, 0, 0, 0, 0, 0, 0, 0, {})
CARDS = (_BLANK, *UNITS, *(card for card, _ in SQUADRONS.values()))
"""All cards by number."""
NUM_UNITS = len(UNITS)
NUM_CARDS = len(CARDS)
CARD_NUMBERS = {card.name: number for number, card in enumerate(CARDS) if number}
"""Numbers of the cards by name."""
UNIT_NAMES = tuple(card.name for card in UNITS)
"""Names of all units, in the order of the file."""
FIRST_SQUADRON = NUM_UNITS + 1
"""Cards from here on are squadrons."""
SQUADRON_ABILITIES = tuple(SQUADRONS)
"""Abilities that bring squadrons, in the order of the squadrons' cards."""
SQUADRONS_OF = np.array([[code, count] for code, (_, count) in SQUADRONS.items()])
"""(ability, number of squadrons) of each squadron card."""


def _numbers(name: str) -> np.ndarray[Any, np.dtype[np.int8]]:
    return np.array([getattr(card, name) for card in CARDS], np.int8)


CATEGORY = np.array([CATEGORY_NAMES.index(card.category) for card in CARDS], np.int8)
TYPE = np.array([TYPE_NAMES.index(card.type) for card in CARDS], np.int8)
NATION = np.array([NATIONS.index(card.nation) if card.nation else -1 for card in CARDS], np.int8)
SIDE = np.array([SIDES.index(card.side) if card.side else -1 for card in CARDS], np.int8)
COST = _numbers("cost")
SPEED = _numbers("speed")
FLAGSHIP = _numbers("flagship")
CAPACITY = _numbers("capacity")
HULL = _numbers("hull")
ARMOUR = _numbers("armour")
VITAL_ARMOUR = _numbers("vital_armour")

VALUES = np.zeros((NUM_CARDS, NUM_KINDS, NUM_RANGES), np.int8)
"""Dice by card, kind of attack and range; 0 for no attack."""
ABILITIES = np.zeros((NUM_CARDS, MAX_ABILITIES), np.int16)
"""Codes of a card's abilities, then zeros."""
for _number, _card in enumerate(CARDS):
    for _kind, _dice in _card.values.items():
        VALUES[_number, KIND_NAMES.index(_kind)] = _dice
    for _place, _name in enumerate(_card.abilities):
        ABILITIES[_number, _place] = CODES[_name]
ABILITY_SET = np.array([ability_set(list(card.abilities)) for card in CARDS])
"""Set of a card's abilities as words of 64 bits."""

MITCHELL = CARD_NUMBERS["B-25H Mitchell"]
KAMIKAZE = CARD_NUMBERS["A6M2 Zero Kamikaze"]
STUKA = CARD_NUMBERS["Ju 87B Stuka"]
PICCHIATELLI = CARD_NUMBERS["Ju-87 R2 Picchiatelli"]
WILDCAT = CARD_NUMBERS["F4F Wildcat"]
MARTLET = CARD_NUMBERS["Martlet Mk. II"]
UNITED_STATES = NATIONS.index("United States")
UNITED_KINGDOM = NATIONS.index("United Kingdom")

MAX_HULL = int(HULL.max())
MAX_COST = int(COST.max())
MAX_DICE = int(VALUES.max())
MAX_VITAL_ARMOUR = int(VITAL_ARMOUR.max())
MAX_SPEED = int(SPEED.max())
MAX_FLAGSHIP = int(FLAGSHIP.max())
MAX_CAPACITY = int(CAPACITY.max())


def nearest_units(name: str, count: int = 3) -> tuple[str, ...]:
    """Names of the units that look most like ``name``, the nearest first, at most ``count``."""
    plain = {each.casefold(): each for each in UNIT_NAMES}
    wanted = name.casefold()
    near = difflib.get_close_matches(wanted, plain, n=count)
    near += [each for each in plain if wanted and wanted in each and each not in near]
    return tuple(plain[each] for each in near[:count])


def unknown_unit(name: object) -> str:
    """A message for an unknown unit, with the nearest names but not with all."""
    near = nearest_units(str(name))
    hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
    return f"unknown unit {name!r}{hint} ({len(UNIT_NAMES)} units, see `navalenv fleet --list`)"
