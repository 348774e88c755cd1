"""Fleets: the presets, the option that names units, what makes a fleet legal, and choosing one.

Source: ``docs/games/war_at_sea.md``, section "Fleets".
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from navalenv.core.options import Option
from navalenv.core.random import seed_words
from navalenv.core.record import blank
from navalenv.games.war_at_sea.abilities import CODES, TYPE_NAMES
from navalenv.games.war_at_sea.cards import (
    AIRCRAFT,
    CARD_NUMBERS,
    CARDS,
    CATEGORY,
    EMPTY,
    FIRST_SQUADRON,
    SIDES,
    SQUADRONS,
    UNITS,
    Card,
    unknown_unit,
)
from navalenv.games.war_at_sea.muster import MAX_SHIPS, MAX_SUBMARINES
from navalenv.games.war_at_sea.record import LOST, NO_BASE, NUM_PLAYERS, NUM_SLOTS, RECORD

Fleet = tuple[str, ...]
RANDOM = "random"
DEFAULT_BUDGET = 100
MIN_BUDGET, MAX_BUDGET = 10, 1_000
"""Points that a fleet may cost: unless a game says otherwise, and the limits of that."""


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
            if not is_unit(name):
                raise ValueError(f"{what} breaks the rule 'unknown': {unknown_unit(name)}")
        return tuple(fleet)

    def to_text(self, value: Any) -> str:
        """JSON, but ``random`` and ``null`` plain."""
        return RANDOM if value == RANDOM else json.dumps(value, ensure_ascii=False)


# What is legal.


def is_unit(name: str) -> bool:
    """Whether the roster has a unit of this name; squadrons are in no roster."""
    return CARD_NUMBERS.get(name, FIRST_SQUADRON) < FIRST_SQUADRON


def broken_rule(fleet: Sequence[str], budget: int) -> tuple[str, str] | None:
    """The first rule that a fleet breaks, and how; None if it is legal.

    Args:
        fleet: names of units in slot order.
        budget: most that they may cost.

    Returns:
        One of ``unknown``, ``size``, ``budget``, ``side``, ``no_ship``, ``base`` and
        ``deployment``, the first in this order, and a text that says how.
    """
    return next(_broken_rules(fleet, budget), None)


def _broken_rules(fleet: Sequence[str], budget: int) -> Iterator[tuple[str, str]]:
    """All rules that a fleet breaks; none after one that leaves the others without meaning."""
    for name in fleet:
        if not is_unit(name):
            yield "unknown", unknown_unit(name)
            return
    cards = cards_of(fleet)
    squadrons = sum(
        count
        for card in cards
        for code, (_, count) in SQUADRONS.items()
        if code in [CODES[name] for name in card.abilities]
    )
    size = len(cards) + squadrons
    if size > NUM_SLOTS:
        with_them = f", {squadrons} of them squadrons" if squadrons else ""
        yield "size", f"{size} units{with_them}, at most {NUM_SLOTS}"
        return
    cost = cost_of(fleet)
    if cost > budget:
        yield "budget", f"costs {cost}, at most {budget}"
    if len({card.side for card in cards}) > 1:
        yield "side", "units of Allies and Axis"
    categories = [card.category for card in cards]
    if "ship" not in categories:
        yield "no_ship", "needs at least one Ship"
    homeless = _first_without_base(fleet)
    if homeless is not None:
        yield "base", f"{homeless} finds no base"
    ships, submarines = categories.count("ship"), categories.count("submarine")
    if ships > MAX_SHIPS or submarines > MAX_SUBMARINES:
        yield (
            "deployment",
            f"{ships} Ships and {submarines} Submarines, at most {MAX_SHIPS} and "
            f"{MAX_SUBMARINES} find a place in the deployment sectors",
        )


def put_fleet(record: Any, player: int, fleet: Sequence[str]) -> None:
    """Put the cards of a fleet into a player's slots of a blank record."""
    own = record["units"][player * NUM_SLOTS : (player + 1) * NUM_SLOTS]
    own["where"] = LOST
    own["base"] = NO_BASE
    for slot, name in enumerate(fleet):
        own[slot]["card"] = CARD_NUMBERS[name]


def _mustered(fleet: Sequence[str]) -> tuple[Any, int]:
    """A record in which a fleet of at most 16 units is mustered, and what `muster` says."""
    from navalenv.games.war_at_sea.parts import muster_fleet

    record = blank(RECORD)[0]
    put_fleet(record, 0, fleet)
    return record, int(muster_fleet(record, 0))


def _first_without_base(fleet: Sequence[str]) -> str | None:
    if not any(card.category == "aircraft" for card in cards_of(fleet)):
        return None
    unit = _mustered(fleet)[1]
    return fleet[unit] if 0 <= unit < len(fleet) else None


def check_fleets(fleets: Sequence[Sequence[str]], budget: int) -> None:
    """Check that fleets are legal.

    Raises:
        ValueError: naming the fleet, the rule that it breaks and how.
    """
    for player, fleet in enumerate(fleets):
        broken = broken_rule(fleet, budget)
        if broken is not None:
            raise ValueError(f"fleets[{player}] breaks the rule {broken[0]!r}: {broken[1]}")


# Choosing a fleet.


class Berth(NamedTuple):
    """Where an Aircraft of a fleet starts.

    Attributes:
        unit: its name; of a squadron that comes with a Ship, the name of the ability.
        base: the name of a Ship, ``the land airbase`` or ``the island base``.
    """

    unit: str
    base: str


def read_names(text: str) -> Fleet:
    """The names in a text: a JSON list, or one a line; empty lines and ``# ...`` do not count.

    Raises:
        ValueError: for JSON that is no list of names.
    """
    if text.lstrip().startswith(("[", "{")):
        try:
            names = json.loads(text)
        except json.JSONDecodeError as error:
            raise ValueError(f"expected a JSON list of unit names: {error}") from error
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise ValueError("expected a JSON list of unit names")
        return tuple(names)
    lines = (line.strip() for line in text.splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))


def cards_of(fleet: Iterable[str]) -> tuple[Card, ...]:
    """The cards of a fleet of known units."""
    return tuple(CARDS[CARD_NUMBERS[name]] for name in fleet)


def cost_of(fleet: Iterable[str]) -> int:
    """What a fleet of known units costs."""
    return sum(card.cost for card in cards_of(fleet))


def berths(fleet: Sequence[str]) -> tuple[Berth, ...]:
    """Where each Aircraft of a legal fleet starts, in slot order; squadrons come last."""
    from navalenv.games.war_at_sea.names import base_name

    record, _ = _mustered(fleet)
    return tuple(
        Berth(CARDS[unit["card"]].name, base_name(record, 0, int(unit["base"])))
        for unit in record["units"][:NUM_SLOTS]
        if unit["card"] != EMPTY and CATEGORY[unit["card"]] == AIRCRAFT
    )


def select_units(
    units: Iterable[Card] = UNITS,
    side: str | None = None,
    types: Collection[str] = (),
    nations: Collection[str] = (),
) -> tuple[Card, ...]:
    """The units of a side, of some types and nations, by type, cost and name.

    Args:
        units: which to look at; the whole roster unless given.
        side: ``allies`` or ``axis``; None for both.
        types: such as ``Destroyer``; empty for all.
        nations: such as ``Japan``; empty for all.
    """
    chosen = (
        card
        for card in units
        if side in (None, card.side)
        and (not types or card.type in types)
        and (not nations or card.nation in nations)
    )
    return tuple(
        sorted(chosen, key=lambda card: (TYPE_NAMES.index(card.type), card.cost, card.name))
    )


def fitting_units(
    fleet: Sequence[str], budget: int = DEFAULT_BUDGET, side: str | None = None
) -> tuple[Card, ...]:
    """The units that a fleet may still take, by type, cost and name; a unit can come twice.

    Each of them alone: with it, no rule is broken but that a fleet may still lack a Ship.

    Args:
        fleet: names of units in slot order; may be empty.
        budget: most that they may cost.
        side: of what is offered to an empty fleet; None for both.
    """
    left = budget - cost_of(fleet)
    sides = {card.side for card in cards_of(fleet)} or {side or each for each in SIDES}
    return select_units(
        card
        for card in UNITS
        if card.cost <= left and card.side in sides and _may_join(fleet, card.name, budget)
    )


def _may_join(fleet: Sequence[str], name: str, budget: int) -> bool:
    return all(rule == "no_ship" for rule, _ in _broken_rules((*fleet, name), budget))


def random_fleet(side: str, budget: int = DEFAULT_BUDGET, seed: int = 0) -> Fleet:
    """A random legal fleet: that of a game with ``fleets="random"`` and this seed.

    Args:
        side: ``allies`` or ``axis``.
        budget: most that it may cost, from 10 on.
        seed: any integer.

    Raises:
        ValueError: for an unknown side, or a budget that is too small.
    """
    from navalenv.games.war_at_sea.parts import draw_fleet

    if side not in SIDES:
        raise ValueError(f"side must be one of {', '.join(SIDES)}, got {side!r}")
    if budget < MIN_BUDGET:
        raise ValueError(f"budget must be at least {MIN_BUDGET}, got {budget}")
    record = blank(RECORD)[0]
    record["key"] = seed_words(seed)
    record["budget"] = min(budget, MAX_BUDGET)
    for player in range(NUM_PLAYERS):  # one draws after the other from the same stream
        draw_fleet(record, player, player)
    first = SIDES.index(side) * NUM_SLOTS
    cards = record["units"]["card"][first : first + NUM_SLOTS]
    return tuple(CARDS[card].name for card in cards if card != EMPTY)
