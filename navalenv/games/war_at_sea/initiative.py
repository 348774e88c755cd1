"""Initiative: the bonus of a fleet and the roll.

Source: ``docs/games/war_at_sea.md``, section "The turn".
"""

from __future__ import annotations

from navalenv.core.jit import compiled, integer
from navalenv.core.record import Record
from navalenv.games.war_at_sea import abilities as ability
from navalenv.games.war_at_sea.abilities import (
    CARRIER,
    DESTROYER,
)
from navalenv.games.war_at_sea.cards import (
    EMPTY,
    FLAGSHIP,
    TYPE,
)
from navalenv.games.war_at_sea.dice import roll
from navalenv.games.war_at_sea.queries import (
    first_of,
    has,
    in_play,
    is_squadron,
)
from navalenv.games.war_at_sea.record import (
    NUM_PLAYERS,
    NUM_SLOTS,
)

_MOST_LED = 3
"""Most that an ability adds for the units that it leads."""


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
