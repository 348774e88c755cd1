"""Fleets: the presets, the option that names units, and what makes a fleet legal.

Source: ``docs/games/war_at_sea.md``, section "Fleets".
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from navalenv.core.options import Option
from navalenv.core.record import blank
from navalenv.games.war_at_sea.abilities import CODES
from navalenv.games.war_at_sea.cards import (
    CARD_NUMBERS,
    FIRST_SQUADRON,
    SQUADRONS,
    UNITS,
    unknown_unit,
)
from navalenv.games.war_at_sea.muster import MAX_SHIPS, MAX_SUBMARINES
from navalenv.games.war_at_sea.record import LOST, NO_BASE, NUM_PLAYERS, NUM_SLOTS, RECORD

Fleet = tuple[str, ...]
RANDOM = "random"


class Scenario(NamedTuple):
    """A pair of preset fleets, with the values of options that are not given.

    Attributes:
        fleets: unit names in slot order, West's (player_0) first.
        victory_points, max_turns: of a game.
    """

    fleets: tuple[Fleet, Fleet]
    victory_points: int = 150
    max_turns: int = 20


SCENARIOS = {
    "solomons": Scenario(
        (
            (
                "USS Enterprise (CV 6)",
                "USS San Francisco (CA 38)",
                "USS Fletcher (DD 445)",
                "USS Bagley (DD 386)",
                "PT Boat",
                "USS Cod (SS 224)",
                "F4F Wildcat",
                "F4F Wildcat",
                "SBD Dauntless",
            ),
            (
                "Shokaku",
                "Jintsu",
                "Isokaze",
                "Matsu",
                "Type 13 Subchaser",
                "I-19",
                'A6M2 "Zeke"',
                'A6M2 "Zeke"',
                'B5N2 "Kate"',
            ),
        )
    ),
    "north_atlantic": Scenario(
        (
            (
                "HMS Prince of Wales",
                "HMS Victorious",
                "HMS Cossack",
                "HMS Swale",
                "Swordfish Mk. II",
                "Sea Hurricane Mk. 1B",
            ),
            ("Bismarck", "Prinz Eugen", "U-552", "U-66", "M1"),
        )
    ),
    "skirmish": Scenario(
        (
            (
                "USS Houston (CA 30)",
                "USS Fletcher (DD 445)",
                "USS Taylor (DD 468)",
                "USS Cod (SS 224)",
            ),
            ("Blücher", "Z32", "Z18 Hans Ludemann", "U 510"),
        ),
        victory_points=100,
        max_turns=12,
    ),
}
"""The presets by name."""


@dataclasses.dataclass(frozen=True)
class FleetsOption(Option):
    """An option whose value is None, ``"random"``, or two lists of unit names."""

    @property
    def values(self) -> str:
        """The values that are right, in words."""
        return "None (those of the scenario), 'random', or two lists of unit names"

    def read(self, value: Any) -> str | tuple[Fleet, Fleet]:
        """``"random"``, or the two lists as tuples.

        Raises:
            TypeError: for anything else.
            ValueError: for other than two lists, or an unknown unit; names the nearest.
        """
        if value == RANDOM and isinstance(value, str):
            return RANDOM
        if isinstance(value, (str, bytes)) or not isinstance(value, Sequence):
            raise TypeError(f"{self.name} must be {self.values}, got {value!r}")
        if len(value) != NUM_PLAYERS:
            raise ValueError(f"{self.name} must be {self.values}, got {len(value)} entries")
        fleets = tuple(self._read_fleet(player, fleet) for player, fleet in enumerate(value))
        return fleets[0], fleets[1]

    def _read_fleet(self, player: int, fleet: Any) -> Fleet:
        what = f"{self.name}[{player}]"
        if isinstance(fleet, (str, bytes)) or not isinstance(fleet, Sequence):
            raise TypeError(f"{what} must be a list of unit names, got {fleet!r}")
        for name in fleet:
            if not isinstance(name, str):
                raise TypeError(f"{what} must be a list of unit names, got {name!r} among them")
            if name not in CARD_NUMBERS or CARD_NUMBERS[name] >= FIRST_SQUADRON:
                raise ValueError(f"{what} breaks the rule 'unknown': {unknown_unit(name)}")
        return tuple(fleet)

    def to_text(self, value: Any) -> str:
        """JSON, but ``random`` and ``null`` plain."""
        return RANDOM if value == RANDOM else json.dumps(value, ensure_ascii=False)


def broken_rule(fleet: Sequence[str], budget: int) -> tuple[str, str] | None:
    """The first rule that a fleet of known units breaks, and how; None if it is legal.

    Rules: ``size``, ``budget``, ``side``, ``no_ship``, ``base``, ``deployment``.
    """
    cards = [UNITS[CARD_NUMBERS[name] - 1] for name in fleet]
    squadrons = sum(
        count
        for card in cards
        for code, (_, count) in SQUADRONS.items()
        if code in [CODES[name] for name in card.abilities]
    )
    size = len(cards) + squadrons
    if size > NUM_SLOTS:
        with_them = f", {squadrons} of them squadrons" if squadrons else ""
        return "size", f"{size} units{with_them}, at most {NUM_SLOTS}"
    cost = sum(card.cost for card in cards)
    if cost > budget:
        return "budget", f"costs {cost}, at most {budget}"
    if len({card.side for card in cards}) > 1:
        return "side", "units of Allies and Axis"
    categories = [card.category for card in cards]
    if "ship" not in categories:
        return "no_ship", "needs at least one Ship"
    homeless = _first_without_base(fleet)
    if homeless is not None:
        return "base", f"{homeless} finds no base"
    ships, submarines = categories.count("ship"), categories.count("submarine")
    if ships > MAX_SHIPS or submarines > MAX_SUBMARINES:
        return "deployment", (
            f"{ships} Ships and {submarines} Submarines, at most {MAX_SHIPS} and "
            f"{MAX_SUBMARINES} find a place in the deployment sectors"
        )
    return None


def put_fleet(record: Any, player: int, fleet: Sequence[str]) -> None:
    """Put the cards of a fleet into a player's slots of a blank record."""
    own = record["units"][player * NUM_SLOTS : (player + 1) * NUM_SLOTS]
    own["where"] = LOST
    own["base"] = NO_BASE
    for slot, name in enumerate(fleet):
        own[slot]["card"] = CARD_NUMBERS[name]


def _first_without_base(fleet: Sequence[str]) -> str | None:
    from navalenv.games.war_at_sea.parts import muster_fleet

    if not any(UNITS[CARD_NUMBERS[name] - 1].category == "aircraft" for name in fleet):
        return None
    record = blank(RECORD)[0]
    put_fleet(record, 0, fleet)
    unit = int(muster_fleet(record, 0))
    return fleet[unit] if 0 <= unit < len(fleet) else None


def check_fleets(fleets: Sequence[Sequence[str]], budget: int) -> None:
    """Check that fleets of known units are legal.

    Raises:
        ValueError: naming the fleet, the rule that it breaks and how.
    """
    for player, fleet in enumerate(fleets):
        broken = broken_rule(fleet, budget)
        if broken is not None:
            raise ValueError(f"fleets[{player}] breaks the rule {broken[0]!r}: {broken[1]}")
