"""``navalenv fleet``: a fleet of War at Sea, checked, described and completed.

The only command of one game: nowhere else do players choose what they play with. It prints; what
a fleet is, what makes it legal and what still fits is in `navalenv.games.war_at_sea.fleets`, which
is imported when the command runs.
"""

from __future__ import annotations

import argparse
import pathlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from navalenv.cli.arguments import number_from
from navalenv.cli.errors import CommandError, UsageError
from navalenv.core.errors import unknown_name

if TYPE_CHECKING:
    from navalenv.games.war_at_sea.cards import Card

USAGE = "navalenv fleet [UNIT ...] [--file FILE | --scenario NAME | --random SEED | --list] ..."
DESCRIPTION = """\
Check a fleet of War at Sea, print its cards, costs and bases, and list what still fits. UNIT is
the name of a unit, or --file names a file with names: a JSON list, or one name a line."""
EXAMPLE = """\
examples:
  navalenv fleet "USS Enterprise (CV 6)" "F4F Wildcat" --type Destroyer
  navalenv fleet --scenario skirmish --abilities
  navalenv fleet --random 7 --side axis --budget 150
  navalenv fleet --list --nation Japan --type Carrier"""


def add_arguments(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Add the arguments of the command."""
    parser.add_argument("units", metavar="UNIT", nargs="*", help="a unit's name; once for each")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--file", metavar="FILE", help="a file with the names of the units")
    what.add_argument("--scenario", metavar="NAME", help="the fleets of a scenario")
    what.add_argument(
        "--random",
        metavar="SEED",
        type=number_from(0, 2**64 - 1),
        help="a random legal fleet of the side that --side says",
    )
    what.add_argument("--list", action="store_true", help="the roster, no fleet")
    parser.add_argument(
        "--budget",
        metavar="N",
        type=number_from(10, 1_000),
        default=100,
        help="most points that the fleet may cost (default 100)",
    )
    parser.add_argument(
        "--side", choices=("allies", "axis"), help="side of a random fleet, of what is listed"
    )
    parser.add_argument(
        "--type", metavar="TYPE", action="append", default=[], help="list units of this type only"
    )
    parser.add_argument(
        "--nation",
        metavar="NATION",
        action="append",
        default=[],
        help="list units of this nation only",
    )
    parser.add_argument(
        "--abilities", action="store_true", help="say what each ability of the fleet does"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print a fleet, or the roster."""
    from navalenv.games.war_at_sea.abilities import TYPE_NAMES
    from navalenv.games.war_at_sea.cards import NATIONS
    from navalenv.games.war_at_sea.fleets import fitting_units, select_units

    types = [_known("type", name, TYPE_NAMES[1:]) for name in arguments.type]
    nations = [_known("nation", name, NATIONS) for name in arguments.nation]
    _check_alone(arguments)
    if arguments.list:
        units = select_units(side=arguments.side, types=types, nations=nations)
        print("\n".join(_roster_lines(units, "in the roster")))
        return 0
    fleets = _fleets(arguments)
    for number, (title, fleet) in enumerate(fleets):
        if number:
            print()
        print("\n".join(_fleet_lines(title, fleet, arguments.budget, arguments.abilities)))
    if len(fleets) == 1:
        fitting = fitting_units(fleets[0][1], arguments.budget, arguments.side)
        units = select_units(fitting, types=types, nations=nations)
        print()
        print("\n".join(_roster_lines(units, "still fit")))
    return 0


def _check_alone(arguments: argparse.Namespace) -> None:
    """Units are named in one way.

    Raises:
        UsageError: if they are named in two.
    """
    for option in ("file", "scenario", "random", "list"):
        value = getattr(arguments, option)
        if arguments.units and value is not None and value is not False:  # seed 0 is a value
            raise UsageError(f"argument --{option}: not allowed with UNIT")


def _known(what: str, given: str, names: Sequence[str]) -> str:
    """A name of a table, in any case.

    Raises:
        UsageError: if there is none like it.
    """
    for name in names:
        if name.casefold() == given.casefold():
            return name
    raise UsageError(unknown_name(what, given, names))


# What fleet.


def _fleets(arguments: argparse.Namespace) -> list[tuple[str, tuple[str, ...]]]:
    """Title and units of each fleet that is asked for: two of a scenario, else one.

    Raises:
        UsageError: if the command line names no fleet, or a random one of no side.
        CommandError: for a file that cannot be read, or a fleet that breaks a rule.
    """
    from navalenv.games.war_at_sea.fleets import SCENARIOS, broken_rule, random_fleet

    if arguments.scenario is not None:
        name = _known("scenario", arguments.scenario, list(SCENARIOS))
        pairs = zip(("West", "East"), SCENARIOS[name].fleets, strict=True)
        fleets = [(f"{name}, {player}", fleet) for player, fleet in pairs]
    elif arguments.random is not None:
        if arguments.side is None:
            raise UsageError("argument --random: expected --side allies or --side axis with it")
        fleet = random_fleet(arguments.side, arguments.budget, arguments.random)
        fleets = [(f"Random fleet, seed {arguments.random}", fleet)]
    elif arguments.file is not None:
        fleets = [(arguments.file, _read(arguments.file))]
    elif arguments.units:
        fleets = [("Fleet", tuple(arguments.units))]
    else:
        raise UsageError("expected UNIT, --file, --scenario, --random or --list")
    for title, fleet in fleets:
        broken = broken_rule(fleet, arguments.budget)
        if broken is not None:
            raise CommandError(f"{title} breaks the rule {broken[0]!r}: {broken[1]}")
    return fleets


def _read(path: str) -> tuple[str, ...]:
    from navalenv.games.war_at_sea.fleets import read_names

    try:
        return read_names(pathlib.Path(path).read_text("utf-8-sig"))
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror or error}") from error
    except ValueError as error:
        raise CommandError(f"{path}: {error}") from error


# What is printed.


def _fleet_lines(title: str, fleet: Sequence[str], budget: int, explain: bool) -> list[str]:
    """A fleet: cost, cards, bases."""
    from navalenv.games.war_at_sea.fleets import berths, cards_of, cost_of

    cards = cards_of(fleet)
    cost = cost_of(fleet)
    lines = [
        f"{title}: {cards[0].side.capitalize()}, {_count(len(cards), 'unit')}, legal",
        f"cost {cost} of {budget}, {budget - cost} left",
        "",
    ]
    rows = [(str(slot), *_cells(card)) for slot, card in enumerate(cards)]
    head, *table = _table(("slot", *_HEAD), rows)
    lines.append(head)
    for card, line in zip(cards, table, strict=True):
        lines.append(line)
        attacks = _attacks(card)
        if attacks:
            lines.append(f"      {attacks}")
        if explain:
            lines += _effects(card)
        elif card.abilities:
            lines.append(f"      {'; '.join(card.abilities)}")
    homes = berths(fleet)
    if homes:
        lines += ["", *_table(("Aircraft", "based on"), homes)]
    return lines


def _effects(card: Card) -> list[str]:
    from navalenv.games.war_at_sea.abilities import CODES, EFFECTS

    return [f"      {name}: {EFFECTS[CODES[name]]}" for name in card.abilities]


_HEAD = (
    "unit",
    "type",
    "nation",
    "cost",
    "speed",
    "flagship",
    "takes",
    "hull",
    "armour/vital",
)
_NUMBERS = ("slot", *_HEAD[3:])
"""Columns whose cells stand at the right."""


def _cells(card: Card) -> tuple[str, ...]:
    """A card in the columns of `_HEAD`; what it has not is empty."""
    flies = card.category == "aircraft"
    return (
        card.name,
        card.type,
        card.nation,
        str(card.cost),
        "" if flies else str(card.speed),
        f"+{card.flagship}" if card.flagship else "",
        str(card.capacity) if card.capacity else "",
        "" if flies else str(card.hull),
        f"{card.armour}/{card.vital_armour}",
    )


def _attacks(card: Card) -> str:
    """Dice at ranges 0 to 3 of each kind of attack."""
    return ", ".join(
        f"{kind} {' '.join(str(dice) if dice else '-' for dice in values)}"
        for kind, values in card.values.items()
        if any(values)
    )


def _roster_lines(units: Sequence[Card], what: str) -> list[str]:
    """A table of units."""
    lines = [f"{_count(len(units), 'unit')} {what}"]
    return lines + _table(_HEAD, map(_cells, units)) if units else lines


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Lines of a table, the head first; columns that are empty are left out."""
    cells = [tuple(row) for row in rows]
    columns = [
        column
        for column in zip(head, *cells, strict=True)
        if any(column[1:])  # the head does not count
    ]
    padded = []
    for column in columns:
        width = max(map(len, column))
        right = column[0] in _NUMBERS
        padded.append([cell.rjust(width) if right else cell.ljust(width) for cell in column])
    return ["  ".join(line).rstrip() for line in zip(*padded, strict=True)]
