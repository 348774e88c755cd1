"""Notation of actions: ``0 move 3,4``, ``2 main 5``, ``3 special``, ``end``.

Units and targets are slots, sectors are row,column of the map, the same for both players.
"""

from __future__ import annotations

import numpy as np

from navalenv.games.war_at_sea.abilities import KIND_NAMES, MAIN, STRAFE
from navalenv.games.war_at_sea.actions import (
    END,
    FIRST_ATTACK,
    FIRST_PLACE,
    FIRST_SPECIAL,
    decode_attack,
    decode_place,
)
from navalenv.games.war_at_sea.cards import AIRCRAFT, CATEGORY
from navalenv.games.war_at_sea.names import unit_name
from navalenv.games.war_at_sea.record import NUM_SLOTS
from navalenv.games.war_at_sea.sectors import FRAME, cell_text


def _unit(record: np.void, player: int, slot: int) -> np.void:
    unit: np.void = record["units"][player * NUM_SLOTS + slot]
    return unit


def weapon_name(unit: np.void, weapon: int) -> str:
    """Name of a weapon of a unit: weapon 1 of an Aircraft is its strafe."""
    if weapon == MAIN and CATEGORY[unit["card"]] == AIRCRAFT:
        return KIND_NAMES[STRAFE]
    return KIND_NAMES[weapon]


def action_text(record: np.void, player: int, action: int) -> str:
    """Notation of an action of a player."""
    if action == END:
        return "end"
    if action >= FIRST_SPECIAL:
        return f"{action - FIRST_SPECIAL} special"
    if action >= FIRST_ATTACK:
        slot, weapon, target = decode_attack(action)
        return f"{slot} {weapon_name(_unit(record, player, slot), weapon)} {target}"
    assert action >= FIRST_PLACE
    slot, sector = decode_place(action)
    return f"{slot} move {cell_text(int(FRAME[player, sector]))}"


def action_words(record: np.void, player: int, action: int) -> str:
    """What an action of a player would be, in words."""
    if action == END:
        return "end of the step"
    first, enemy = player * NUM_SLOTS, (1 - player) * NUM_SLOTS
    if action >= FIRST_SPECIAL:
        return f"special action of {unit_name(record, first + action - FIRST_SPECIAL)}"
    if action >= FIRST_ATTACK:
        slot, weapon, target = decode_attack(action)
        weapon_text = weapon_name(_unit(record, player, slot), weapon)
        return (
            f"{weapon_text} attack of {unit_name(record, first + slot)} on "
            f"{unit_name(record, enemy + target)}"
        )
    slot, sector = decode_place(action)
    where = cell_text(int(FRAME[player, sector]))
    return f"{unit_name(record, first + slot)} to sector {where}"
