"""The table of actions, for both directions: ``Discrete(2657)``.

Source: ``docs/games/war_at_sea.md``, section "Actions". Sectors are in the own frame of the
player to act; units and targets are slots.
"""

from __future__ import annotations

from navalenv.core.jit import shared
from navalenv.games.war_at_sea.abilities import NUM_WEAPONS
from navalenv.games.war_at_sea.record import NUM_SLOTS
from navalenv.games.war_at_sea.sectors import NUM_SECTORS

END = 0
FIRST_PLACE = 1
FIRST_ATTACK = FIRST_PLACE + NUM_SLOTS * NUM_SECTORS
FIRST_SPECIAL = FIRST_ATTACK + NUM_SLOTS * NUM_WEAPONS * NUM_SLOTS
NUM_ACTIONS = FIRST_SPECIAL + NUM_SLOTS


@shared
def place_action(slot: int, sector: int) -> int:
    """PLACE of a unit in a sector of the own frame."""
    return FIRST_PLACE + slot * NUM_SECTORS + sector


@shared
def attack_action(slot: int, weapon: int, target: int) -> int:
    """ATTACK of a unit with a weapon on an enemy slot."""
    return FIRST_ATTACK + (slot * NUM_WEAPONS + weapon) * NUM_SLOTS + target


@shared
def special_action(slot: int) -> int:
    """SPECIAL of a unit."""
    return FIRST_SPECIAL + slot


@shared
def decode_place(action: int) -> tuple[int, int]:
    """(slot, own-frame sector) of a PLACE."""
    number = action - FIRST_PLACE
    return number // NUM_SECTORS, number % NUM_SECTORS


@shared
def decode_attack(action: int) -> tuple[int, int, int]:
    """(slot, weapon, target slot) of an ATTACK."""
    number = action - FIRST_ATTACK
    pair = number // NUM_SLOTS
    return pair // NUM_WEAPONS, pair % NUM_WEAPONS, number % NUM_SLOTS
