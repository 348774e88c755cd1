"""Fleets at the start of a game: their units' state, squadrons and bases, and random fleets.

Source: ``docs/games/war_at_sea.md``, sections "Fleets" and "Bases".
"""

from __future__ import annotations

import numpy as np

from navalenv.core.jit import compiled, integer
from navalenv.core.random import below, next_words
from navalenv.core.record import Record
from navalenv.games.war_at_sea import abilities as ability
from navalenv.games.war_at_sea.abilities import NUM_WORDS
from navalenv.games.war_at_sea.bases import add_squadrons, assign_bases
from navalenv.games.war_at_sea.cards import (
    ABILITY_SET,
    AIRCRAFT,
    CARDS,
    CATEGORY,
    COST,
    EMPTY,
    FIRST_SQUADRON,
    HULL,
    SHIP,
    SIDES,
    SQUADRONS_OF,
    SUBMARINE,
)
from navalenv.games.war_at_sea.queries import first_of, has
from navalenv.games.war_at_sea.record import LOST, NO_BASE, NUM_PLAYERS, NUM_SLOTS, UNDEPLOYED

MAX_SHIPS = 14
MAX_SUBMARINES = 7
"""What a player's deployment sectors hold."""
_TRIES = 64

_SIDE_CARDS = np.zeros((len(SIDES), len(CARDS)), np.int64)
_SIDE_SIZE = np.zeros(len(SIDES), np.int64)
for _number, _card in enumerate(CARDS):
    if _card.side:
        _side = SIDES.index(_card.side)
        _SIDE_CARDS[_side, _SIDE_SIZE[_side]] = _number
        _SIDE_SIZE[_side] += 1


@compiled
def muster(record: Record, player: int) -> int:
    """Make a fleet, whose cards are in place, ready for deployment.

    Returns:
        -1, or what breaks the rules: the unit that finds no base, or NUM_SLOTS * 2 if
        the squadrons do not fit.
    """
    units = record["units"]
    first = first_of(player)
    if not add_squadrons(units, player):
        return NUM_SLOTS * NUM_PLAYERS
    for word in range(NUM_WORDS):
        record["fleet_abilities"][player, word] = 0
    for u in range(first, first + NUM_SLOTS):
        unit = units[u]
        card = integer(unit["card"])
        unit["hull"] = HULL[card]
        unit["disguised"] = 1 if has(unit, ability.DISGUISE) else 0
        if card == EMPTY:
            unit["where"] = LOST
            unit["base"] = NO_BASE
            continue
        unit["where"] = UNDEPLOYED
        if card < FIRST_SQUADRON:
            unit["base"] = NO_BASE
        for word in range(NUM_WORDS):
            record["fleet_abilities"][player, word] |= ABILITY_SET[card, word]
    return assign_bases(units, player)


@compiled
def _clear_fleet(record: Record, player: int, keep: int) -> None:
    """Empty all slots of a player but the first ``keep``, which are as before `muster`."""
    units = record["units"]
    first = first_of(player)
    for u in range(first, first + NUM_SLOTS):
        unit = units[u]
        if u >= first + keep:
            unit["card"] = EMPTY
        unit["where"] = LOST
        unit["base"] = NO_BASE
        unit["rearm"] = 0
        unit["embarked"] = 0


@compiled
def _fits(record: Record, player: int, count: int, money: int, card: int) -> bool:
    """Whether a unit may join a random fleet of ``count`` units, bases apart."""
    if COST[card] > money:
        return False
    units = record["units"]
    first = first_of(player)
    ships, submarines, size = integer(0), integer(0), integer(1)
    for u in range(first, first + count + 1):
        number = integer(units[u]["card"]) if u < first + count else card
        ships += 1 if CATEGORY[number] == SHIP else 0
        submarines += 1 if CATEGORY[number] == SUBMARINE else 0
        size += 1 if u < first + count else 0
        for i in range(len(SQUADRONS_OF)):
            code = integer(SQUADRONS_OF[i, 0])
            if ABILITY_SET[number, code >> 6] >> (code & 63) & 1 != 0:
                size += integer(SQUADRONS_OF[i, 1])
    return ships <= MAX_SHIPS and submarines <= MAX_SUBMARINES and size <= NUM_SLOTS


@compiled
def draw_fleet(record: Record, player: int, side: int) -> None:
    """Draw a legal fleet: random units of a side that fit, the first of them a Ship."""
    units = record["units"]
    first = first_of(player)
    money = integer(record["budget"])
    count = integer(0)
    _clear_fleet(record, player, 0)
    tries = integer(0)
    while count == 0 or tries < _TRIES:
        tries += 1
        card = integer(_SIDE_CARDS[side, below(next_words(record)[0], integer(_SIDE_SIZE[side]))])
        if (count == 0 and CATEGORY[card] != SHIP) or not _fits(
            record, player, count, money, card
        ):
            continue
        units[first + count]["card"] = card
        if CATEGORY[card] == AIRCRAFT:
            fits = muster(record, player) < 0
            _clear_fleet(record, player, count + 1 if fits else count)
            if not fits:
                continue
        count += 1
        money -= integer(COST[card])
