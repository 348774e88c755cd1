"""The observation's layout: which entry of the flat vector says what.

A vector is the observer's view of the game: entries about the whole game, then a row for each
sector in its own frame, then a row for each unit, its own slots first. `Layout` gives names to
all of it; the compiled `navalenv.games.war_at_sea.observation` writes by the same tables.
"""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from navalenv.core import layout as core_layout
from navalenv.games.war_at_sea.abilities import (
    KIND_NAMES,
    NUM_EXPERTS,
    NUM_KINDS,
    NUM_SPOTTERS,
    NUM_TYPES,
    NUM_WEAPONS,
)
from navalenv.games.war_at_sea.cards import MAX_ABILITIES, NUM_RANGES, VALUES
from navalenv.games.war_at_sea.record import NUM_UNITS, PHASE_NAMES
from navalenv.games.war_at_sea.sectors import MAPS, NUM_SECTORS

ATTACKS = tuple(
    (kind, distance)
    for kind in range(NUM_KINDS)
    for distance in range(NUM_RANGES)
    if VALUES[:, kind, distance].any()
)
"""(kind of attack, range) of every attack value that some card has."""
GLOBAL_WIDTHS = {
    "phase": len(PHASE_NAMES),
    "map": len(MAPS),
    "observer_acts": 1,
    "observer_is_first": 1,
    "second_step": 1,
    "over": 1,
    "turn": 1,
    "turns_left": 1,
    "scores": 2,
    "scores_to_victory": 2,
    "initiative_dice": 4,
    "no_ships_scored": 2,
    "main_made": 2,
    "pursued_this_turn": 2,
    "pursued_last_turn": 2,
    "embark_scored": 2,
    "cargo_scored": 4,
    "pursuers": 1,
    "runner": 1,
}
"""Entries about the whole game: name and width. Pairs are the observer's, then the enemy's."""

SECTOR_WIDTHS = {
    "objective_unclaimed": 1,
    "objective_own": 1,
    "objective_enemy": 1,
    "island": 1,
    "smoke": 1,
    "mine": 1,
    "own_wreck": 1,
    "enemy_wreck": 1,
    "runner_from": 1,
}
"""Entries of a sector."""

CARD_WIDTHS = {
    "category": 3,
    "type": NUM_TYPES,
    "nation": 1,
    "cost": 1,
    "full_hull": 1,
    "armour": 1,
    "vital_armour": 1,
    "speed": 1,
    "flagship": 1,
    "capacity": 1,
    "attacks": len(ATTACKS),
    "abilities": MAX_ABILITIES,
}
"""Entries of a unit that its card fixes."""

STATE_WIDTHS = {
    "uses_left": MAX_ABILITIES,
    "place": 6,
    "sector": NUM_SECTORS,
    "base_slot": 1,
    "base_is_land": 1,
    "base_is_island": 1,
    "hull": 1,
    "crippled": 1,
    "aborted": 1,
    "rearming": 1,
    "removed": 1,
    "is_dive_bomber": 1,
    "out_this_turn": 1,
    "embarked": 1,
    "companion": 1,
    "acted": 1,
    "attacks_made": NUM_WEAPONS,
    "first_target": 2,
    "special": 1,
    "further_attack_made": 1,
    "shot_by": 1,
    "damage_noted": 1,
    "bomb_damage_noted": 1,
    "destruction_noted": 1,
    "abort_noted": 1,
    "salvo_noted": 1,
    "attacked": 1,
    "targets": 1,
    "harmed": 1,
    "shadowed": 1,
    "antiair_made": 1,
    "asw_by": 1,
    "asw_bases": 1,
    "asw_marked": 1,
    "asw_threat": 1,
    "fruitless_asw": 1,
    "began": 1,
    "where_it_began": 1,
    "speed_now": 1,
    "speed_change": 1,
    "moved": 1,
    "defensive": 1,
    "pressing": 1,
    "dividing": 1,
    "drawing": 1,
    "no_gunnery": 1,
    "expert": NUM_EXPERTS,
    "expert_given": 1,
    "spotted": NUM_SPOTTERS,
    "scored_in_the_air": 1,
    "sent_again": 1,
    "gave_again": 1,
    "raid_marked": 1,
    "bombarding": 1,
    "repairs": 1,
    "pursues": 1,
    "points_pending": 1,
    "cant_move": 1,
    "cant_attack": 1,
    "cant_claim": 1,
    "salvo_left": 1,
    "jammed_left": 1,
    "straddled": 1,
    "covered": 1,
    "covered_next": 1,
    "instincts": 1,
    "made": 1,
    "inspired": 1,
    "evacuated": 1,
    "raider_points": 1,
    "disguised": 1,
    "locked": 1,
}
"""Entries of a unit that change."""

UNIT_WIDTHS = {**CARD_WIDTHS, **STATE_WIDTHS}
"""Entries of a unit: what its card says, then its state."""


def _offsets(name: str, widths: Mapping[str, int]) -> Any:
    """A named tuple with the first entry of each name."""
    at = np.cumsum([0, *widths.values()])[:-1].tolist()
    return collections.namedtuple(name, list(widths))(*at)


GLOBAL_AT = _offsets("GlobalAt", GLOBAL_WIDTHS)
SECTOR_AT = _offsets("SectorAt", SECTOR_WIDTHS)
UNIT_AT = _offsets("UnitAt", UNIT_WIDTHS)
"""First entry of each name within a row."""
NUM_GLOBAL = sum(GLOBAL_WIDTHS.values())
SECTOR_ROW = sum(SECTOR_WIDTHS.values())
UNIT_ROW = sum(UNIT_WIDTHS.values())
CARD_ROW = sum(CARD_WIDTHS.values())
FIRST_SECTOR_ROW = NUM_GLOBAL
FIRST_UNIT_ROW = FIRST_SECTOR_ROW + NUM_SECTORS * SECTOR_ROW
OBSERVATION_SIZE = FIRST_UNIT_ROW + NUM_UNITS * UNIT_ROW


def _entry(name: str, place: int, width: int) -> str:
    return name if width == 1 else f"{name}[{place}]"


def _slices(widths: Mapping[str, int]) -> Mapping[str, slice]:
    ends = np.cumsum(list(widths.values())).tolist()
    return {
        name: slice(end - width, end)
        for (name, width), end in zip(widths.items(), ends, strict=True)
    }


Vector = npt.NDArray[np.float32]


@dataclasses.dataclass(frozen=True)
class Parts:
    """An observation in three parts; leading axes of a batch stay in front.

    Attributes:
        whole: float32 (..., G), entries about the whole game.
        sectors: float32 (..., 53, S), a row a sector in the observer's own frame.
        units: float32 (..., 32, U), a row a unit: the observer's slots 0 to 15, then the enemy's.
    """

    whole: Vector
    sectors: Vector
    units: Vector


class Layout(core_layout.Layout):
    """Names for all entries of an observation of War at Sea.

    As a mapping it has the three groups of entries, ``whole``, ``sectors`` and ``units``, as
    slices of the vector. `split` turns vectors into arrays for networks over entities;
    ``global_slices``, ``sector_slices`` and ``unit_slices`` name the columns of these. Everything
    is the same for all options.

    Attributes:
        size: entries of an observation.
        global_slices: name to slice of the last axis of `Parts.whole`.
        sector_slices: name to slice of the last axis of `Parts.sectors`.
        unit_slices: name to slice of the last axis of `Parts.units`.
        attack_names: what each column of the units' ``attacks`` is, such as ``main 2``.
    """

    global_slices: ClassVar[Mapping[str, slice]] = _slices(GLOBAL_WIDTHS)
    sector_slices: ClassVar[Mapping[str, slice]] = _slices(SECTOR_WIDTHS)
    unit_slices: ClassVar[Mapping[str, slice]] = _slices(UNIT_WIDTHS)
    attack_names = tuple(f"{KIND_NAMES[kind]} {distance}" for kind, distance in ATTACKS)

    def __init__(self) -> None:
        super().__init__(
            {
                "whole": NUM_GLOBAL,
                "sectors": NUM_SECTORS * SECTOR_ROW,
                "units": NUM_UNITS * UNIT_ROW,
            }
        )

    @staticmethod
    def split(observation: npt.ArrayLike) -> Parts:
        """Turn observations into their parts, views where possible.

        Args:
            observation: float32 (..., size).

        Raises:
            ValueError: if the last axis has another length.
        """
        vector = np.asarray(observation)
        if vector.ndim == 0 or vector.shape[-1] != OBSERVATION_SIZE:
            raise ValueError(
                f"observation must have {OBSERVATION_SIZE} entries on its last axis, "
                f"got shape {vector.shape}"
            )
        lead = vector.shape[:-1]
        return Parts(
            vector[..., :FIRST_SECTOR_ROW],
            vector[..., FIRST_SECTOR_ROW:FIRST_UNIT_ROW].reshape(*lead, NUM_SECTORS, SECTOR_ROW),
            vector[..., FIRST_UNIT_ROW:].reshape(*lead, NUM_UNITS, UNIT_ROW),
        )

    @staticmethod
    def named(observation: npt.ArrayLike) -> dict[str, dict[str, Vector]]:
        """Turn observations into named arrays: ``named(o)["units"]["hull"]`` is (..., 32, 1).

        The groups are ``whole``, ``sectors`` and ``units``.

        Raises:
            ValueError: if the last axis has another length than ``size``.
        """
        parts = Layout.split(observation)
        return {
            "whole": {name: parts.whole[..., at] for name, at in Layout.global_slices.items()},
            "sectors": {name: parts.sectors[..., at] for name, at in Layout.sector_slices.items()},
            "units": {name: parts.units[..., at] for name, at in Layout.unit_slices.items()},
        }

    @staticmethod
    def entry_names() -> tuple[str, ...]:
        """A name for every entry of the vector, such as ``units[3].sector[12]``."""
        names = [
            _entry(name, i, width) for name, width in GLOBAL_WIDTHS.items() for i in range(width)
        ]
        for group, rows, widths in (
            ("sectors", NUM_SECTORS, SECTOR_WIDTHS),
            ("units", NUM_UNITS, UNIT_WIDTHS),
        ):
            for row in range(rows):
                for name, width in widths.items():
                    names += [f"{group}[{row}].{_entry(name, i, width)}" for i in range(width)]
        return tuple(names)


LAYOUT = Layout()
"""The layout of all observations."""
