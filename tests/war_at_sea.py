"""What tests of War at Sea share: the cases, hashes, mirror images, rows of abilities."""

from __future__ import annotations

import copy
import hashlib
import importlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import navalenv
from navalenv.games.war_at_sea import parts
from navalenv.games.war_at_sea import record as fields
from navalenv.games.war_at_sea.actions import END, place_action, special_action
from navalenv.games.war_at_sea.record import NUM_SLOTS
from navalenv.games.war_at_sea.sectors import FRAME, MIRROR, NUM_SECTORS
from navalenv.games.war_at_sea.setup import set_script, setup_to_record, snapshot

CASES: dict[str, Any] = json.loads(
    (Path(__file__).parent / "cases" / "war_at_sea.json").read_text("utf-8")
)
"""The cases of another implementation."""
PAIRS = (
    "initiative_dice",
    "scores",
    "wrecks",
    "units",
    "no_ships_scored",
    "main_made",
    "pursuit_turn",
    "embark_scored",
    "cargo_scored",
)
"""Keys of a set-up whose values are for both players."""


def hash_of(text: str) -> str:
    """How the cases name a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def snapshot_hash(snapshot: dict[str, Any]) -> str:
    """How the cases name a snapshot."""
    return hash_of(json.dumps(snapshot, sort_keys=True, separators=(",", ":")))


def mirrored_sector(place: Any) -> Any:
    """The mirror image of a sector; other places stay as they are."""
    if isinstance(place, str) and place.isdigit():
        return str(MIRROR[int(place)])
    return int(MIRROR[place]) if isinstance(place, int) and place < NUM_SECTORS else place


def mirrored(setup: dict[str, Any]) -> dict[str, Any]:
    """The same position with the players swapped and the map mirrored."""
    image = copy.deepcopy(setup)
    for key in PAIRS:
        if key in image:
            image[key].reverse()
    for key in ("to_act", "first_player"):
        if image.get(key, -1) >= 0:
            image[key] = 1 - image[key]
    for key in ("objectives", "smoke"):
        if key in image:
            image[key] = {mirrored_sector(s): value for s, value in image[key].items()}
    if "objectives" in image:
        image["objectives"] = {s: 1 - owner for s, owner in image["objectives"].items()}
    if "mines" in image:
        image["mines"] = sorted(map(mirrored_sector, image["mines"]))
    if "wrecks" in image:
        image["wrecks"] = [sorted(map(mirrored_sector, own)) for own in image["wrecks"]]
    if image.get("runner"):
        image["runner_from"] = mirrored_sector(image.get("runner_from", 0))
    if image.get("result") in ("player_0", "player_1"):
        image["result"] = f"player_{1 - int(image['result'][-1])}"
    for fleet in image["units"]:
        for unit in fleet:
            unit[1] = mirrored_sector(unit[1])
            if "began" in unit[2]:
                unit[2]["began"] = mirrored_sector(unit[2]["began"])
    return image


# Rows of the tests of abilities.
#
# A row is a set-up and a play, both in a short notation. Units of a side: ``Name @place`` with
# marks ``key=value`` behind (values in JSON), separated by ``;``. A play begins with its phase;
# its lines, separated by ``;`` or line ends, are done in order. ``W0`` is the unit in slot 0 of
# West, ``E2`` the one in slot 2 of East; dice are faces (``66 1x8`` for two sixes and eight
# ones), and exactly these must be rolled. Lines:
#
# * ``W0 main E0: 665 -> damage``: an attack with its dice and result (``hits`` with the damage);
#   ``W0 main E0: yes`` and ``... no``: whether it is legal;
# * ``W0 to 25: 3``: PLACE, with the dice it rolls; ``W0 to 25: yes`` and ``... no``;
# * ``W0 special: 3``, ``W0 special: yes``, ``W0 special: no``: SPECIAL;
# * ``phase torpedo_attack: 12`` or ``phase torpedo_attack E: 12``: steps end until that phase
#   begins (for East); ``close: 5``: only what the end of a phase applies;
# * ``air_return: 5``, ``end_of_turn: 5``, ``initiative: 1234``, ``movement W: 5``: that part;
#   ``muster W`` finds bases, ``muster W: no`` finds none for some Aircraft;
# * ``W0 hull 2``, ``W0 at 25`` (a place), ``W0 aborted``, ``W0 not aborted``, ``W0 rearm 1``,
#   ``W0 speed 2``, ``W0 reaches 24 25``, ``W0 bonus 3`` (its player's to initiative),
#   ``scores 3 0``, ``first W``, ``smoke 24``, ``mines 24``, ``objectives 26=W``, ``end: no``:
#   what must hold.

WEST, EAST = 0, 1
SIDES = "WE"
_WEAPONS = {
    "antiair": 0,
    "main": 1,
    "strafe": 1,
    "secondary": 2,
    "tertiary": 3,
    "asw": 4,
    "torpedo": 5,
    "bomb": 6,
}
_PARTS = ("air_return", "end_of_turn", "initiative")


class Row(NamedTuple):
    """A test of one ability, worked out by hand."""

    ability: str
    applies: bool
    reason: str
    setup: dict[str, Any]
    play: list[str]

    @property
    def name(self) -> str:
        """Name of the row in a test run."""
        return f"{self.ability}: {'' if self.applies else 'not: '}{self.reason}"


class Case(NamedTuple):
    """A row without the name of its ability."""

    applies: bool
    reason: str
    setup: dict[str, Any]
    play: list[str]


def units_of(text: str) -> list[list[Any]]:
    """Units of a side in the notation of rows."""
    found: list[list[Any]] = []
    for entry in filter(None, (part.strip() for part in text.split(";"))):
        name, _, rest = entry.partition(" @")
        where, _, marks = rest.partition(" ")
        values = re.findall(r"(\w+)=(\[.*?\]|\"[^\"]*\"|\S+)", marks)
        found.append(
            [
                name,
                int(where) if where.isdigit() else where,
                {key: json.loads(value) for key, value in values},
            ]
        )
    return found


def faces_of(text: str) -> list[int]:
    """Faces in the notation of rows: words of faces, ``1x9`` for nine ones."""
    found: list[int] = []
    for word in text.split():
        face, _, times = word.partition("x")
        found += [int(face)] * int(times) if times else map(int, word)
    return found


def _case(applies: bool, reason: str, west: str, east: str, play: str, options: Any) -> Case:
    lines = [line.strip() for line in re.split(r"[;\n]", play) if line.strip()]
    setup = {"phase": lines[0], "units": [units_of(west), units_of(east)], **options}
    return Case(applies, reason, setup, lines[1:])


def applies(reason: str, west: str, east: str, play: str, **options: Any) -> Case:
    """A row in which the ability has its effect."""
    return _case(True, reason, west, east, play, options)


def fails(reason: str, west: str, east: str, play: str, **options: Any) -> Case:
    """A row in which it has none."""
    return _case(False, reason, west, east, play, options)


def rows(table: dict[str, list[Case]]) -> list[Row]:
    """The rows of a table by abilities."""
    return [Row(ability, *case) for ability, cases in table.items() for case in cases]


def legal_actions(record: np.void) -> list[int]:
    """Legal actions in a record."""
    batch = navalenv.load_game("war_at_sea").new_batch(1)
    batch.states[0] = record
    return np.flatnonzero(batch.legal_actions_mask()[0]).tolist()


class Play:
    """A record on which the lines of a row are done."""

    def __init__(self, row: Row) -> None:
        setup = dict(row.setup)
        if "to_act" not in setup:
            setup["to_act"] = setup.get("first_player", 0)
        self.record = setup_to_record(setup)[0]

    def unit(self, word: str) -> int:
        """Number of a unit: W0, E2."""
        return SIDES.index(word[0]) * NUM_SLOTS + int(word[1:])

    def action(self, word: str, kind: str, place: str) -> int:
        """The PLACE or SPECIAL action of a unit, for its player."""
        player, slot = divmod(self.unit(word), NUM_SLOTS)
        self.record["to_move"] = player
        self.record["second_step"] = player != self.record["first_player"]
        if kind == "special":
            return special_action(slot)
        return place_action(slot, int(FRAME[player, int(place)]))

    def rolled(self, dice: str, done: Callable[[], None]) -> None:
        """Do something that must roll exactly these dice."""
        faces = faces_of(dice)
        set_script(self.record, faces)
        self.record["num_events"] = 0
        self.record["num_faces"] = 0
        before = int(self.record["dice_rolled"])
        done()
        rolled = int(self.record["dice_rolled"]) - before
        assert rolled == len(faces), f"rolled {rolled} dice"

    def attack(self, word: str, kind: str, target: str, rest: str) -> None:
        """An attack, or whether it is legal."""
        unit, enemy, weapon = self.unit(word), self.unit(target), _WEAPONS[kind]
        legal = parts.attack_legal(self.record, unit, weapon, enemy)
        assert legal == (rest != "no")
        if rest in ("yes", "no"):
            return
        dice, _, expected = rest.partition(" -> ")
        self.rolled(dice, lambda: parts.make_attack(self.record, unit, weapon, enemy))
        events = self.record["events"][: self.record["num_events"]].tolist()
        _, _, result, damage, _ = next(e for e in events if e[0] == fields.EVENT_RESULT)
        words = expected.split()
        assert fields.RESULT_NAMES[result] == words[0], f"got {fields.RESULT_NAMES[result]}"
        if words[1:]:
            assert damage == int(words[1]), f"damage is {damage}"

    def move(self, word: str, kind: str, place: str, rest: str) -> None:
        """A PLACE or SPECIAL, or whether it is legal."""
        action = self.action(word, kind, place)
        assert (action in legal_actions(self.record)) == (rest != "no")
        if rest not in ("yes", "no"):
            self.rolled(rest, lambda: parts.act(self.record, action))

    def steps(self, words: list[str], dice: str) -> None:
        """End steps until a phase begins, of a player if one is named."""
        phase = fields.PHASE_NAMES.index(words[0])
        player = SIDES.index(words[1]) if words[1:] else None

        def go_on() -> None:
            for _ in range(60):
                parts.act(self.record, 0)
                if self.record["phase"] == phase and player in (None, self.record["to_move"]):
                    return
            raise AssertionError(f"{words[0]} never began")

        self.rolled(dice, go_on)

    def reaches(self, word: str) -> list[int]:
        """Sectors that a unit may be placed in."""
        self.action(word, "to", "0")
        player, slot = divmod(self.unit(word), NUM_SLOTS)
        legal = set(legal_actions(self.record))
        return [
            sector
            for sector in range(NUM_SECTORS)
            if place_action(slot, int(FRAME[player, sector])) in legal
        ]

    def check(self, words: list[str]) -> None:
        """What must hold."""
        found = snapshot(self.record)
        if words[0] == "scores":
            assert found["scores"] == [int(word) for word in words[1:]], found["scores"]
        elif words[0] == "first":
            assert found["first_player"] == SIDES.index(words[1])
        elif words[0] in ("smoke", "mines"):
            assert found[words[0]] == [int(word) for word in words[1:]]
        elif words[0] == "objectives":
            owned = {s: SIDES[owner] for s, owner in found["objectives"].items() if owner >= 0}
            assert owned == dict(word.split("=") for word in words[1:])
        else:
            self.check_unit(words[0], words[1:], found)

    def check_unit(self, word: str, words: list[str], found: dict[str, Any]) -> None:
        """What must hold for a unit."""
        unit = self.unit(word)
        _, where, hull, aborted, rearm, _ = found["units"][unit // NUM_SLOTS][unit % NUM_SLOTS]
        if words[0] == "reaches":
            reached = self.reaches(word)
            assert reached == [int(sector) for sector in words[1:]], f"reaches {reached}"
            return
        values = {
            "at": str(where),
            "hull": str(hull),
            "rearm": str(rearm),
            "speed": str(parts.speed_of(self.record, unit)),
            "bonus": str(parts.initiative_bonus(self.record, unit // NUM_SLOTS)),
            "aborted": "",
            "not": "aborted",
        }
        assert values[words[0]] == " ".join(words[1:]), f"got {values[words[0]]}"
        if words[0] in ("aborted", "not"):
            assert aborted == (words[0] == "aborted")

    def line(self, line: str) -> None:
        """Do a line of a play."""
        head, _, rest = line.partition(":") if "base:" not in line else (line, "", "")
        words, rest = head.split(), rest.strip()
        if len(words) == 3 and words[1] in _WEAPONS:
            self.attack(words[0], words[1], words[2], rest)
        elif len(words) > 1 and words[1] in ("to", "special"):
            self.move(words[0], words[1], words[-1], rest)
        elif words[0] == "phase":
            self.steps(words[1:], rest)
        elif words[0] == "close":
            self.rolled(rest, lambda: parts.end_phase(self.record))
        elif words[0] == "movement":
            player = SIDES.index(words[1])
            self.rolled(rest, lambda: parts.start_movement(self.record, player))
        elif words[0] in _PARTS:
            part = {
                "air_return": parts.air_return,
                "end_of_turn": parts.end_turn,
                "initiative": parts.roll_initiative,
            }[words[0]]
            self.rolled(rest, lambda: part(self.record))
        elif words[0] == "muster":
            unit = parts.muster_fleet(self.record, SIDES.index(words[1]))
            assert (unit == -1) == (rest != "no")
        elif words[0] == "end":
            assert (END in legal_actions(self.record)) == (rest != "no")
        else:
            self.check(words)


def check_row(row: Row) -> None:
    """Play a row."""
    play = Play(row)
    for line in row.play:
        try:
            play.line(line)
        except AssertionError as error:
            raise AssertionError(f"{row.name}: {line!r}: {error}") from error


ABILITY_TESTS = ("attacks", "steps", "turn")
"""Test files with rows of abilities, by the last word of their names."""


def all_rows() -> list[tuple[str, Row]]:
    """Every row, with the file that holds it."""
    found = []
    for word in ABILITY_TESTS:
        module = importlib.import_module(f"tests.core.test_war_at_sea_abilities_{word}")
        found += [(f"tests/core/{Path(module.__file__ or '').name}", row) for row in module.ROWS]
    return found


def where_tested() -> dict[str, list[tuple[str, str]]]:
    """For each ability the test file and the name of each of its rows."""
    found: dict[str, list[tuple[str, str]]] = {}
    for file, row in all_rows():
        found.setdefault(row.ability, []).append((file, row.name))
    return found
