"""The picture of War at Sea in letters, for a terminal: no line is longer than 100 characters."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from navalenv.games.war_at_sea.battle_map import last_put, units_by_sector
from navalenv.games.war_at_sea.cards import AIRCRAFT, CATEGORY, HULL, TYPE
from navalenv.games.war_at_sea.log import (
    attacks_of,
    log_lines,
    phase_text,
)
from navalenv.games.war_at_sea.names import (
    PLAYER_NAMES,
    TYPE_CODES,
    bases_of,
    fleet,
    fleet_words,
    phase_words,
    place_letters,
    plain,
    player_of,
    short_name,
    slot_of,
    state_words,
)
from navalenv.games.war_at_sea.record import LOST, NUM_PLAYERS, OVER, PHASE_NAMES
from navalenv.games.war_at_sea.sectors import (
    ISLANDS,
    NUM_ROWS,
    NUMBERS,
    OBJECTIVES,
    cell_text,
    row_length,
)
from navalenv.games.war_at_sea.symbols import LIVERIES
from navalenv.render.chart import ansi

WIDTH = 100
_CELL = 12
_INDENT = 2
_HALF = 49
_NAME = 15

_Paint: TypeAlias = Callable[[str, str], str]

_LEGEND = (
    "^ island  * objective (- free, W, E)  ~ smoke  m mine  x wreck  > put here  ! attacked",
    "In a sector: Ships, Submarine, Aircraft of West (A-P) above those of East (a-p).",
)


def unit_letter(unit: int) -> str:
    """What stands for a unit on the map: A to P for West, a to p for East, by slot."""
    return chr(ord("a" if player_of(unit) else "A") + slot_of(unit))


def _groups(record: np.void, units: list[int]) -> str:
    """Letters of a player's units in a sector, apart by category."""
    groups: dict[int, str] = {}
    for unit in units:
        category = int(CATEGORY[record["units"][unit]["card"]])
        groups[category] = groups.get(category, "") + unit_letter(unit)
    return " ".join(groups[category] for category in sorted(groups))


def _marks(record: np.void, sector: int) -> str:
    """What there is in a sector besides units."""
    text = "^" if int(ISLANDS[record["map"]]) >> sector & 1 else ""
    if sector in OBJECTIVES:
        owner = int(record["objectives"][OBJECTIVES.index(sector)])
        text += "*" + ("-" if owner < 0 else PLAYER_NAMES[owner][0])
    text += "~" if record["smoke"][sector] > 0 else ""
    text += "m" if int(record["mines"]) >> sector & 1 else ""
    if any(int(record["wrecks"][player]) >> sector & 1 for player in range(NUM_PLAYERS)):
        text += "x"
    where = record["units"]["where"]
    text += ">" if any(where[unit] == sector for unit in last_put(record)) else ""
    if any(where[attack.target] == sector for attack in attacks_of(record)):
        text += "!"
    return text


def _rule(row: int) -> str:
    """The line above a row of sectors."""
    line = [" "] * WIDTH
    for beside in (row - 1, row):
        if 0 <= beside < NUM_ROWS:
            left = _INDENT + beside % 2 * _CELL // 2
            for x in range(left, left + row_length(beside) * _CELL + 1):
                line[x] = "+" if (x - left) % _CELL == 0 or line[x] == "+" else "-"
    return "".join(line).rstrip()


def _map(record: np.void, paint: _Paint) -> list[str]:
    """The map, three lines a row."""
    there = units_by_sector(record)
    lines = []
    for row in range(NUM_ROWS):
        lines.append(_rule(row))
        parts: list[list[str]] = [[], [], []]
        for column in range(row_length(row)):
            sector = NUMBERS[row, column]
            label = f"{cell_text(sector)} {_marks(record, sector)}"
            parts[0].append(label.ljust(_CELL - 1))
            for player in range(NUM_PLAYERS):
                own = [u for u in there.get(sector, []) if player_of(u) == player]
                letters = _groups(record, own)
                room = " " * (_CELL - 2 - len(letters))
                shown = paint(letters, LIVERIES[player].ansi) if letters else ""
                parts[1 + player].append(f" {shown}{room}")
        left = " " * (_INDENT + row % 2 * _CELL // 2)
        lines += [f"{left}|{'|'.join(part)}|" for part in parts]
    lines.append(_rule(NUM_ROWS))
    return lines


def _unit_line(record: np.void, unit: int) -> str:
    """A unit of a fleet: letter, slot, type, name, hull, place and state."""
    row = record["units"][unit]
    card = int(row["card"])
    hull = "" if CATEGORY[card] == AIRCRAFT else f"{int(row['hull'])}/{HULL[card]}"
    name = plain(short_name(card))[:_NAME]
    states = " ".join(state_words(record, unit))
    text = (
        f"{unit_letter(unit)} {slot_of(unit):2} {TYPE_CODES[TYPE[card]]:2} {name:{_NAME}} "
        f"{hull:3} {place_letters(record, unit)} {states}"
    )
    return text[:_HALF].rstrip()


def _fleets(record: np.void, paint: _Paint) -> list[str]:
    """Both fleets side by side."""
    columns = []
    for player in range(NUM_PLAYERS):
        acts = not record["terminated"] and record["to_move"] == player
        title = f"{PLAYER_NAMES[player]}: {record['scores'][player]} points"
        order = "first" if record["first_player"] == player else "second"
        dice = " + ".join(map(str, record["initiative_dice"][player]))
        column = [
            (f"{title}{', acts' if acts else ''}", LIVERIES[player].ansi),
            (fleet_words(record, player)[:_HALF], ""),
            (f"initiative {dice}, acts {order}", ""),
        ]
        for unit in fleet(record, player):
            is_lost = record["units"][unit]["where"] == LOST
            column.append((_unit_line(record, unit), "2" if is_lost else ""))
        columns.append(column)
    count = max(map(len, columns))
    west, east = (column + [("", "")] * (count - len(column)) for column in columns)
    return [
        f"{paint(*left)}{' ' * (_HALF + 2 - len(left[0]))}{paint(*right)}".rstrip()
        for left, right in zip(west, east, strict=True)
    ]


def _bases(record: np.void, player: int) -> list[str]:
    """Who is at which base."""
    bases = "; ".join(
        f"{base.name} ({base.room}): {' '.join(map(str, base.slots)) or '-'}"
        for base in bases_of(record, player)
    )
    return _wrap(f"Bases of {PLAYER_NAMES[player]}, Aircraft by slot: {bases}")


def _wrap(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="    ", drop_whitespace=True)


def draw_text(record: np.void, colour: bool = False) -> str:
    """The picture of a record in letters, for a terminal.

    Args:
        record: what to show.
        colour: whether to colour the text with ANSI escape codes. Without, it is plain ASCII.
    """

    def paint(text: str, code: str) -> str:
        return ansi(text, code, colour)

    over = bool(record["terminated"])
    actor = int(record["winner"] if over else record["to_move"])
    code = LIVERIES[actor].ansi if actor >= 0 else "1"
    turn = f"turn {record['turn']} of {record['max_turns']}"
    goal = f"{record['victory_points']} points win"
    lines = [f"{paint(phase_text(record), code)}   {turn}, {goal}"]
    now = int(record["phase"])
    phases = [
        f"[{phase_words(phase)}]" if phase == now else phase_words(phase)
        for phase in range(len(PHASE_NAMES))
        if phase != OVER
    ]
    lines += _wrap("Phases: " + ", ".join(phases))
    lines += _map(record, paint)
    lines += _LEGEND
    lines += _fleets(record, paint)
    for player in range(NUM_PLAYERS):
        lines += _bases(record, player)
    for line in log_lines(record):
        lines += _wrap(line)
    return plain("\n".join(lines))
