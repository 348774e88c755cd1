"""``navalenv fleet``, run as a person would, through `main`."""

from __future__ import annotations

import json
import pathlib
import re

import pytest

from navalenv.cli.main import main
from navalenv.games.war_at_sea.abilities import CODES, EFFECTS
from navalenv.games.war_at_sea.cards import UNITS
from navalenv.games.war_at_sea.fleets import (
    SCENARIOS,
    cards_of,
    cost_of,
    fitting_units,
    random_fleet,
)

pytestmark = pytest.mark.filterwarnings("error")

SMALL = ("USS Enterprise (CV 6)", "F4F Wildcat", "PBY Catalina")


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command prints when all is well."""
    assert main(["fleet", *words]) == 0
    text, errors = capsys.readouterr()
    assert errors == ""
    assert all(line == line.rstrip() for line in text.splitlines())
    return text


def test_a_fleet(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, *SMALL, "--budget", "60")
    cost = cost_of(SMALL)
    assert text.startswith(f"Fleet: Allies, 3 units, legal\ncost {cost} of 60, {60 - cost} left\n")
    assert "antiair 8 - - -, main 5 5 4 -\n" in text
    assert re.search(r"^ +0  USS Enterprise \(CV 6\) +Carrier .* 4/10$", text, re.MULTILINE)
    assert re.search(r"^ *F4F Wildcat +USS Enterprise \(CV 6\)$", text, re.MULTILINE)
    assert re.search(r"^ *PBY Catalina +the land airbase$", text, re.MULTILINE)
    fitting = fitting_units(SMALL, 60)
    assert f"\n{len(fitting)} units still fit\n" in text
    listed = text.partition("still fit\n")[2].splitlines()[1:]
    assert len(listed) == len(fitting)
    assert all(line.startswith(card.name) for line, card in zip(listed, fitting, strict=True))


def test_abilities(capsys: pytest.CaptureFixture[str]) -> None:
    short = printed(capsys, *SMALL)
    text = printed(capsys, *SMALL, "--abilities")
    for card in cards_of(SMALL):
        assert f"      {'; '.join(card.abilities)}\n" in short
        for name in card.abilities:
            assert f"      {name}: {EFFECTS[CODES[name]]}\n" in text


def test_filters(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(
        capsys, *SMALL, "--type", "torpedo boat", "--type", "Auxiliary", "--nation", "france"
    )
    expected = [
        card.name
        for card in fitting_units(SMALL)
        if card.type in ("Torpedo Boat", "Auxiliary") and card.nation == "France"
    ]
    listed = text.partition("still fit\n")[2].splitlines()[1:]
    assert len(listed) == len(expected)
    assert printed(capsys, "--list").startswith(f"{len(UNITS)} units in the roster\n")
    japanese = printed(capsys, "--list", "--nation", "Japan", "--side", "axis")
    assert "Shokaku" in japanese
    assert "Bismarck" not in japanese
    assert printed(capsys, "--list", "--nation", "Japan", "--side", "allies") == (
        "0 units in the roster\n"
    )


@pytest.mark.parametrize("form", ["json", "text"])
def test_files(form: str, capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path) -> None:
    path = tmp_path / f"fleet.{form}"
    path.write_text(json.dumps(SMALL) if form == "json" else "\n".join(SMALL), "utf-8")
    text = printed(capsys, "--file", str(path))
    assert text.partition("\n")[2] == printed(capsys, *SMALL).partition("\n")[2]
    assert text.startswith(f"{path}: Allies")


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenarios(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "--scenario", name)
    for player, fleet in zip(("West", "East"), SCENARIOS[name].fleets, strict=True):
        assert f"{name}, {player}: " in text
        assert all(unit in text for unit in fleet)
    assert "still fit" not in text


def test_random(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "--random", "7", "--side", "axis", "--budget", "150")
    assert text.startswith("Random fleet, seed 7: Axis, ")
    assert all(unit in text for unit in random_fleet("axis", 150, 7))
    assert text == printed(capsys, "--random", "7", "--side", "axis", "--budget", "150")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["Jintu"],
            "Fleet breaks the rule 'unknown': unknown unit 'Jintu'; did you mean 'Jintsu'",
        ),
        (["PT Boat"] * 17, "'size': 17 units, at most 16"),
        (["USS Houston (CA 30)", "--budget", "10"], "'budget': costs 14, at most 10"),
        (["Bismarck", "PT Boat"], "'side': units of Allies and Axis"),
        (["USS Cod (SS 224)"], "'no_ship': needs at least one Ship"),
        (["PT Boat", *["PBY Catalina"] * 6], "'base': PBY Catalina finds no base"),
        (["PT Boat"] * 15, "'deployment': 15 Ships and 0 Submarines"),
        (["--scenario", "solomons", "--budget", "50"], "solomons, West breaks the rule 'budget'"),
        (["--file", "no such file"], "cannot read no such file: No such file or directory"),
    ],
)
def test_broken_rules(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fleet", *words]) == 1
    text, errors = capsys.readouterr()
    assert text == ""
    assert errors.startswith("navalenv fleet: ")
    assert errors.count("\n") == 1
    assert says in errors


def test_a_file_that_is_no_list(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path
) -> None:
    for data in (b'{"Z32": 1}', b"\xff\xfe"):
        path = tmp_path / "fleet.json"
        path.write_bytes(data)
        assert main(["fleet", "--file", str(path)]) == 1
        assert capsys.readouterr().err.startswith(f"navalenv fleet: {path}: ")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "expected UNIT, --file, --scenario, --random or --list"),
        (["Z32", "--list"], "argument --list: not allowed with UNIT"),
        (["Z32", "--random", "0"], "argument --random: not allowed with UNIT"),
        (["--list", "--scenario", "solomons"], "not allowed with"),
        (["--scenario", "solomon"], "Did you mean 'solomons'"),
        (["--random", "1"], "expected --side allies or --side axis"),
        (["--list", "--type", "Carier"], "unknown type 'Carier'.*Did you mean 'Carrier'"),
        (["--list", "--nation", "Japn"], "unknown nation 'Japn'.*Did you mean 'Japan'"),
        (["Z32", "--budget", "9"], "expected a number from 10 to 1000, got '9'"),
    ],
)
def test_wrong_command_lines(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fleet", *words]) == 2
    text, errors = capsys.readouterr()
    assert text == ""
    assert re.search(says, errors)
    assert errors.endswith("(see navalenv fleet --help)\n")
