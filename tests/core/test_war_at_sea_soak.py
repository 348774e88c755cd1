"""A small part of ``benchmarks/soak_war_at_sea.py``, and that its checks find what is wrong."""

from __future__ import annotations

import importlib.util
import pathlib
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import navalenv
from navalenv.games.war_at_sea.record import DESTROYED, LAND_BASE, LOST, NUM_SLOTS, SEA_MOVEMENT
from navalenv.games.war_at_sea.sectors import NUMBERS, OBJECTIVES

SCRIPT = pathlib.Path(__file__).parents[2] / "benchmarks" / "soak_war_at_sea.py"
ISLAND = NUMBERS[2, 2]

Change = Callable[[np.void], None]


@pytest.fixture(scope="module")
def soak() -> ModuleType:
    """The module of the script."""
    spec = importlib.util.spec_from_file_location("soak_war_at_sea", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_random_games(soak: ModuleType) -> None:
    games = soak.Soak(1, 40, 40, 1_000)
    for _ in games.run():
        pass
    assert games.games == 40
    assert sum(games.ends.values()) == 40
    assert len(games.ends) > 1


def test_a_game_follows_from_its_seed(soak: ModuleType) -> None:
    assert soak.start_of(8) == soak.start_of(8)
    starts = [soak.start_of(seed) for seed in range(60)]
    assert {start.options["budget"] for start in starts} == set(soak.BUDGETS)
    assert len({start.options["map"] for start in starts}) == 2
    assert any(start.options["fleets"] == "random" for start in starts)


def test_rows_that_begin_later_play_the_same_games(soak: ModuleType) -> None:
    """Two games one after the other in one row, each replayed in all other ways."""
    games = soak.Soak(272, 2, 1, 1)  # small fleets, six turns: quick
    for _ in games.run():
        pass
    assert (games.games, games.sampled) == (2, 2)


# The checks.


def states_around_a_ply() -> tuple[Any, Any]:
    """Records before and after a decision in which nothing special happens, one of each."""
    game = navalenv.load_game("war_at_sea")
    batch = game.new_batch(1, seed=3, num_threads=1)
    while True:
        before = batch.states.copy()
        batch.step(batch.sample_legal_actions())
        record = batch.states[0]
        if record["turn"] == 1 and record["phase"] == SEA_MOVEMENT and record["second_step"]:
            return before, batch.states.copy()


def found(soak: ModuleType, before: Any, now: Any) -> list[str]:
    """What the checks say."""
    columns = soak.Columns(before), soak.Columns(now)
    checks = (*soak.CHECKS, *soak.STEP_CHECKS)
    return [what for what, check in checks if check(*columns).any()]


def put(slots: slice | int, **values: int) -> Change:
    """Give units of West other values."""

    def change(record: np.void) -> None:
        for name, value in values.items():
            record["units"][name][slots] = value

    return change


def change_field(name: str, value: Any) -> Change:
    """Give a field of the game another value."""

    def change(record: np.void) -> None:
        record[name] = value

    return change


def change_entry(name: str, place: int, value: Any) -> Change:
    """Give an entry of a field of the game another value."""

    def change(record: np.void) -> None:
        record[name][place] = value

    return change


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (put(slice(0, 3), where=20), "more than two Ships"),
        (put(slice(4, 6), card=5, where=20), "a card has changed"),
        (put(slice(6, 9), where=20), "a unit in a place that is none"),
        (put(0, where=ISLAND), "on an island"),
        (put(0, hull=9), "hull out of range"),
        (put(0, hull=0), "hull out of range"),
        (put(0, hull=2), "hull points changed otherwise"),
        (put(1, where=LOST, hull=0, gone=DESTROYED), "a loss that the log of the ply"),
        (put(6, base=1), "may not take it"),
        (put(6, base=LAND_BASE + 1), "may not take it"),
        (put(6, card=LOST, rearm=-1), "a unit in a place that is none"),
        (change_entry("scores", 0, 7), "points that the log of the ply does not explain"),
        (change_entry("scores", 1, 200), "points that the log of the ply does not explain"),
        (change_entry("objectives", 1, 1), "points for objectives"),
        (change_entry("no_ships_scored", 1, 1), "points for objectives"),
        (change_field("turn", 0), "phases out of order"),
        (change_field("to_move", 2), "who is to act"),
        (change_field("second_step", 0), "phases out of order"),
        (change_field("terminated", 1), "against the rules"),
        (change_field("winner", 1), "against the rules"),
        (change_entry("returns", 0, 1.0), "returns are not the result"),
        (put(slice(0, NUM_SLOTS), where=LOST), "the game is over, or goes on"),
    ],
)
def test_checks_find(soak: ModuleType, change: Change, what: str) -> None:
    before, now = states_around_a_ply()
    assert found(soak, before, now) == []
    change(now[0])
    assert any(what in each for each in found(soak, before, now))


def test_checks_of_uses_and_losses(soak: ModuleType) -> None:
    before, now = states_around_a_ply()
    before["units"]["spent"][0, 2] = 1
    assert found(soak, before, now) == ["a use has come back"]
    before["units"]["spent"][0, 2] = 0
    before["units"]["where"][0, 1] = LOST
    before["units"]["gone"][0, 1] = DESTROYED
    assert "a lost unit is back" in found(soak, before, now)


def test_checks_of_stacking_and_bases(soak: ModuleType) -> None:
    """Five Aircraft in a sector, six at the land airbase, four on a Carrier, two Submarines."""
    before, now = states_around_a_ply()
    units = now["units"][0]
    aircraft, submarine = int(units["card"][6]), int(units["card"][5])
    units["card"][9:14], units["hull"][9:14], units["gone"][9:14] = aircraft, 1, 0
    units["where"][9:14] = 20
    assert "more than four Aircraft in a sector" in found(soak, before, now)
    units["where"][9:14] = units["where"][6]
    units["base"][9:14] = 0
    assert "more Aircraft on a Carrier than its capacity" in found(soak, before, now)
    units["base"][6:14] = LAND_BASE
    assert "more than five Aircraft at a land airbase" in found(soak, before, now)
    units["card"][9], units["hull"][9], units["where"][9] = submarine, 2, 20
    units["where"][5] = 20
    assert "more than one Submarine in a sector" in found(soak, before, now)


def test_objective_for_nobody(soak: ModuleType) -> None:
    """A Ship alone in an objective sector at the end of a turn, which nobody gets."""
    before, now = states_around_a_ply()
    now["turn"], now["second_step"], now["to_move"] = 2, 0, now["first_player"]
    now["units"]["where"][0, 0] = OBJECTIVES[0]
    assert any("went to the wrong player" in each for each in found(soak, before, now))


def test_script(
    soak: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert soak.main(["--games", "3", "--seed", "4"]) == 0
    assert "3 games, " in capsys.readouterr().out

    def never(before: Any, now: Any) -> Any:
        return now.ply > 5

    monkeypatch.setattr(soak, "CHECKS", [*soak.CHECKS, ("more than five plies", never)])
    assert soak.main(["--games", "3", "--seed", "4"]) == 1
    assert "seed 4, decision 6: more than five plies\n" in capsys.readouterr().out
