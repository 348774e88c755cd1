"""War at Sea beside the cases: fleets, dice, set-ups, options, rewards, observations, texts."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import navalenv
from navalenv.core.batch import Batch
from navalenv.core.errors import PositionError
from navalenv.core.game import Game
from navalenv.core.state import State
from navalenv.games.war_at_sea import setup as setups
from navalenv.games.war_at_sea.actions import attack_action, place_action, special_action
from navalenv.games.war_at_sea.cards import CARD_NUMBERS, CARDS, FIRST_SQUADRON, UNITS
from navalenv.games.war_at_sea.fleets import SCENARIOS, broken_rule
from navalenv.games.war_at_sea.layout import LAYOUT, OBSERVATION_SIZE, Layout
from navalenv.games.war_at_sea.record import MAX_SCRIPT, NUM_SLOTS, NUM_UNITS, PHASE_NAMES
from navalenv.games.war_at_sea.sectors import MIRROR, NUM_SECTORS
from tests.war_at_sea import mirrored

RANDOM = {"fleets": "random", "max_turns": 4}
VARIETY: tuple[dict[str, Any], ...] = ({"scenario": "skirmish"}, {"max_turns": 4}, RANDOM)
"""Options of games that are quick to play."""

every_variety = pytest.mark.parametrize("options", VARIETY, ids=["skirmish", "solomons", "random"])


def load(**options: Any) -> Game:
    return navalenv.load_game("war_at_sea", **options)


def play(game: Game, seed: int, plies: int = 10_000) -> Iterator[State]:
    """The states of a game of random moves, each after the same object has moved on."""
    choose = random.Random(seed)
    state = game.new_initial_state(seed=seed)
    yield state
    for _ in range(plies):
        if state.is_terminal():
            return
        state.apply_action(choose.choice(state.legal_actions()))
        yield state


def finished(game: Game, seed: int) -> State:
    *_, state = play(game, seed)
    return state


def fleets_of(record: np.void) -> list[list[str]]:
    """Names of the units of both fleets, squadrons that came by an ability left out."""
    cards = record["units"]["card"].reshape(2, NUM_SLOTS).tolist()
    return [[CARDS[card].name for card in own if 0 < card < FIRST_SQUADRON] for own in cards]


def side_of(name: str) -> str:
    return UNITS[CARD_NUMBERS[name] - 1].side


# Random fleets.


@pytest.mark.parametrize("budget", [10, 100, 1000])
def test_random_fleets_are_legal(budget: int) -> None:
    batch = load(fleets="random", budget=budget).new_batch(200, seed=5)
    seen = set()
    for record in batch.states:
        fleets = fleets_of(record)
        assert [broken_rule(fleet, budget) for fleet in fleets] == [None, None]
        assert [{side_of(name) for name in fleet} for fleet in fleets] == [{"allies"}, {"axis"}]
        seen.add(json.dumps(fleets))
    assert len(seen) > (20 if budget == 10 else 190)


def test_random_fleets_are_a_function_of_the_seed() -> None:
    game = load(fleets="random")
    batch = game.new_batch(40, seed=7)
    for row in range(0, 40, 7):
        state = game.new_initial_state(seed=7 + row)
        assert fleets_of(state.record) == fleets_of(batch.states[row])
        assert state.record.tobytes() == batch.states[row].tobytes()
        scripted = game.new_initial_state(seed=7 + row, dice=[1, 2, 3, 4])
        assert fleets_of(scripted.record) == fleets_of(state.record)
    before = [fleets_of(record) for record in batch.states]
    batch.reset()
    assert all(fleets_of(record) != old for record, old in zip(batch.states, before, strict=True))
    batch.reset(seed=7)
    assert [fleets_of(record) for record in batch.states] == before


def test_many_random_fleets_use_many_units() -> None:
    batch = load(fleets="random").new_batch(600, seed=1)
    used = {name for record in batch.states for fleet in fleets_of(record) for name in fleet}
    assert len(used) > 0.9 * len(UNITS)


@every_variety
def test_a_batch_is_its_single_games(options: dict[str, Any]) -> None:
    game = load(**options)
    batch = game.new_batch(5, seed=20, num_threads=2)
    choose = [random.Random(row) for row in range(5)]
    states = [game.new_initial_state(seed=20 + row) for row in range(5)]
    for _ in range(150):
        mask = batch.legal_actions_mask()
        actions = []
        for row, state in enumerate(states):
            legal = state.legal_actions()
            assert np.flatnonzero(mask[row]).tolist() == legal
            actions.append(choose[row].choice(legal) if legal else 0)
        batch.step(actions)
        for row, state in enumerate(states):
            if not state.is_terminal():
                state.apply_action(actions[row])
            assert state.record["dice_rolled"] == batch.states[row]["dice_rolled"]
    for row, state in enumerate(states):
        assert state.record["units"].tobytes() == batch.states[row]["units"].tobytes()
        assert state.snapshot() == batch.state(row).snapshot()
        assert state.returns() == batch.returns[row].tolist()


# Dice.


def test_script_comes_before_the_stream() -> None:
    game = load(scenario="skirmish")
    state = game.new_initial_state(seed=4, dice=[6, 5, 1, 2])
    assert state.record["initiative_dice"].tolist() == [[6, 5], [1, 2]]
    assert state.record["dice_rolled"] == 4
    assert state.record["draws"] == 0
    assert state.snapshot()["first_player"] == 1, "the higher is the second player"
    assert state.current_player() == 1
    assert game.dice_script(state.record) == ([6, 5, 1, 2], 4)
    other = game.new_initial_state(seed=4, dice=np.array([1, 2, 6, 5]))
    assert other.snapshot()["first_player"] == 0
    while state.record["dice_rolled"] == 4:
        state.apply_action(state.legal_actions()[0])
    assert state.record["draws"] == state.record["dice_rolled"] - 4 > 0


def test_script_that_ends_in_the_middle() -> None:
    """What follows a script is the stream from its beginning."""
    game = load(scenario="skirmish")
    plain = game.new_initial_state(seed=9)
    first = plain.record["initiative_dice"].reshape(-1).tolist()
    half = game.new_initial_state(seed=9, dice=[2, 6])
    assert half.record["initiative_dice"].reshape(-1).tolist() == [2, 6, *first[:2]]
    same = game.new_initial_state(seed=9, dice=[])
    assert same.snapshot() == plain.snapshot()
    assert same.legal_actions() == plain.legal_actions()


@pytest.mark.parametrize("length", [1, 2, 3, 4, 100, MAX_SCRIPT])
def test_scripts_are_kept_as_given(length: int) -> None:
    game = load(scenario="skirmish")
    faces = [random.Random(length).randint(1, 6) for _ in range(length)]
    faces[:4] = [1, 2, 3, 4][:length]  # no tie
    state = game.new_initial_state(seed=1, dice=faces)
    assert game.dice_script(state.record) == (faces, min(4, length))


@pytest.mark.parametrize(
    ("dice", "error", "says"),
    [
        ([0], ValueError, "dice must be faces from 1 to 6, got 0"),
        ([3, 7], ValueError, "dice must be faces from 1 to 6, got 7"),
        ([-1], ValueError, "dice must be faces from 1 to 6, got -1"),
        ([1] * (MAX_SCRIPT + 1), ValueError, f"at most {MAX_SCRIPT} faces, got {MAX_SCRIPT + 1}"),
        ([2.0], TypeError, "dice must be an integer, got 2.0"),
        ([True], TypeError, "dice must be an integer, got True"),
        (["3"], TypeError, "dice must be an integer, got '3'"),
        ("345", TypeError, "dice must be a sequence of faces"),
        (6, TypeError, "dice must be a sequence of faces"),
    ],
)
def test_wrong_dice_change_nothing(dice: Any, error: type[Exception], says: str) -> None:
    game = load(scenario="skirmish")
    with pytest.raises(error, match=says):
        game.new_initial_state(dice=dice)
    batch = game.new_batch(2, seed=1)
    before = batch.states.tobytes()
    for several in (dice, [None, dice]):
        with pytest.raises((TypeError, ValueError), match="dice"):
            batch.reset(seed=5, dice=several)
        assert batch.states.tobytes() == before


# Set-ups.

SETUP: dict[str, Any] = {
    "map": "open_sea",
    "turn": 4,
    "phase": "surface_attack",
    "to_act": 1,
    "first_player": 1,
    "initiative_dice": [[1, 2], [6, 6]],
    "scores": [50, 7],
    "objectives": {"11": 0, "41": 1},
    "smoke": {"30": 5},
    "mines": [24],
    "wrecks": [[3], [9, 10]],
    "units": [
        [
            ["USS Enterprise (CV 6)", 23, {"hull": 3}],
            ["F4F Wildcat", "base:0", {"rearm": 1}],
            ["SBD Dauntless", 26, {"base": 16}],
            ["USS Cod (SS 224)", "lost", {}],
        ],
        [["Z32", 26], ["U 510", 25, {"hull": 1}], ["Jintsu", 27, {"jammed_until": 5}]],
    ],
}


def changed(**keys: Any) -> dict[str, Any]:
    """The set-up with other values for some keys; without those whose value is `...`."""
    return {key: value for key, value in {**SETUP, **keys}.items() if value is not ...}


def with_unit(unit: Any) -> dict[str, Any]:
    """The set-up with another first unit of East."""
    return changed(units=[SETUP["units"][0], [unit, *SETUP["units"][1][1:]]])


def test_set_up_is_read_and_written() -> None:
    game = load()
    state = game.new_initial_state(SETUP, seed=3)
    found = state.snapshot()
    assert (found["turn"], found["phase"], found["to_act"]) == (4, "surface_attack", 1)
    assert found["scores"] == [50, 7]
    assert found["objectives"] == {"11": 0, "26": -1, "41": 1}
    assert (found["smoke"], found["mines"]) == ([30], [24])
    assert found["units"][0] == [
        ["USS Enterprise (CV 6)", 23, 3, False, 0, False],
        ["F4F Wildcat", "base:0", 1, False, 1, False],
        ["SBD Dauntless", 26, 1, False, 0, False],
        ["USS Cod (SS 224)", "lost", 0, False, 0, False],
    ]
    assert found["result"] is None
    written = state.setup()
    assert {key: written[key] for key in SETUP if key != "units"} == changed(units=...)
    assert json.loads(str(state)) == written
    for form in (written, json.dumps(written), str(state), json.dumps(SETUP)):
        again = game.new_initial_state(form, seed=3)
        assert again == state
    written["units"][0].clear()
    assert state.setup()["units"][0]


def test_defaults_of_a_set_up() -> None:
    units = [[["USS Fletcher (DD 445)", 23]], [["Z32", 29]]]
    least = {"phase": "surface_attack", "units": units}
    state = load(map="open_sea").new_initial_state(least)
    setup = state.setup()
    assert setup["map"] == "open_sea", "that of the game"
    assert load().new_initial_state(least).setup()["map"] == "archipelago"
    assert (setup["turn"], setup["to_act"], setup["first_player"]) == (3, 0, 0)
    assert setup["initiative_dice"] == [[3, 3], [3, 4]]
    assert (setup["scores"], setup["objectives"], setup["smoke"]) == ([0, 0], {}, {})
    assert (setup["mines"], setup["wrecks"]) == ([], [[], []])


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ("{", "is no JSON"),
        ("[1]", "must be a JSON object"),
        (changed(units=...), "key 'units' is missing"),
        (changed(phase=...), "key 'phase' is missing"),
        (changed(unit=[]), "unknown key of a position 'unit'.*Did you mean 'units'"),
        (changed(map="archipelgo"), "unknown map 'archipelgo'.*Did you mean 'archipelago'"),
        (changed(map=3), "unknown map 3"),
        (changed(phase="surface_atack"), "unknown phase.*Did you mean 'surface_attack'"),
        (changed(phase=None), "unknown phase None"),
        (changed(turn=-1), "turn must be from 0 to 60, got -1"),
        (changed(turn=61), "turn must be from 0 to 60, got 61"),
        (changed(turn=1.5), "turn must be an integer"),
        (changed(turn=True), "turn must be an integer"),
        (changed(to_act=2), "to_act must be from 0 to 1, got 2"),
        (changed(to_act=-1), "to_act must be from 0 to 1, got -1"),
        (changed(first_player="0"), "first_player must be an integer"),
        (changed(initiative_dice=[[1, 2]]), "initiative_dice must be a list of 2"),
        (changed(initiative_dice=[[1, 2], [7, 1]]), "initiative_dice must be from 1 to 6, got 7"),
        (changed(initiative_dice="12"), "initiative_dice must be a list"),
        (changed(scores=[1]), "scores must be a list of 2"),
        (changed(scores=[1, "2"]), "scores must be an integer"),
        (changed(objectives=[11]), "objectives must be an object"),
        (changed(objectives={"12": 0}), "objectives must be one of the sectors"),
        (changed(objectives={"11": 2}), "objectives must be from -1 to 1, got 2"),
        (changed(smoke={"53": 5}), "smoke must be from 0 to 52, got 53"),
        (changed(smoke={"5": 3}), "smoke must be from 4 to 61, got 3"),
        (changed(smoke=5), "smoke must be an object"),
        (changed(mines=[53]), "mines must be from 0 to 52, got 53"),
        (changed(mines=5), "mines must be a list"),
        (changed(wrecks=[[1]]), "wrecks must be a list of 2"),
        (changed(wrecks=[[1], ["x"]]), "wrecks must be an integer"),
        (changed(second_step="yes"), "second_step must be true or false"),
        (changed(result="draw"), "result must be left out while the game goes on"),
        (changed(phase="over", to_act=-1), "result must be .* when the phase is over, got None"),
        (changed(phase="over", result="player_2"), "result must be .*, got 'player_2'"),
        (changed(no_ships_scored=[1]), "no_ships_scored must be a list of 2"),
        (changed(pursuers="x"), "pursuers must be an integer"),
        (changed(units=[[]]), "units must be a list of 2"),
        (changed(units={"0": []}), "units must be a list"),
        (changed(units=[[["Z32", 0]] * 17, []]), r"units\[0\] must be at most 16 units, got 17"),
        (with_unit("Z32"), r"units\[1\]\[0\] must be a list"),
        (with_unit(["Z32"]), r"units\[1\]\[0\] must be \[name, where\]"),
        (with_unit(["Jintu", 26]), r"units\[1\]\[0\]: unknown unit 'Jintu'.*mean 'Jintsu'"),
        (with_unit([7, 26]), r"units\[1\]\[0\]: unknown unit 7"),
        (with_unit(["Z32", 53]), r"units\[1\]\[0\] where must be from 0 to 52, got 53"),
        (with_unit(["Z32", None]), r"units\[1\]\[0\] where must be"),
        (with_unit(["Z32", "at sea"]), r"units\[1\]\[0\] where must be a sector, base:0"),
        (with_unit(["Z32", "base:0"]), r"units\[1\]\[0\] where must be a sector for a unit"),
        (with_unit(["Z32", "raid"]), r"units\[1\]\[0\] where must be a place for this kind"),
        (with_unit(['A6M2 "Zeke"', "undeployed"]), r"where must be a place for this kind"),
        (with_unit(['A6M2 "Zeke"', "base:18"]), r"where must be from 0 to 17, got 18"),
        (with_unit(['A6M2 "Zeke"', "base:x"]), r"where must be an integer"),
        (with_unit(['A6M2 "Zeke"', "base:1"]), r"where must be the slot of a Ship that takes"),
        (with_unit(["Z32", 26, []]), r"units\[1\]\[0\] marks must be an object"),
        (with_unit(["Z32", 26, {"hul": 1}]), r"unknown mark 'hul'.*Did you mean 'hull'"),
        (with_unit(["Z32", 26, {"hull": 3}]), r"units\[1\]\[0\] hull must be from 1 to 2, got 3"),
        (with_unit(["Z32", 26, {"hull": 0}]), r"units\[1\]\[0\] hull must be from 1 to 2, got 0"),
        (with_unit(["Z32", 26, {"rearm": -1}]), r"units\[1\]\[0\] rearm must be from 0"),
        (with_unit(["Z32", 26, {"base": 16}]), r"base must be left out for a unit that is no"),
        (with_unit(["Z32", 26, {"role": "Fighter"}]), r"units\[1\]\[0\] role must be"),
        (with_unit(["Z32", 26, {"used": ["Ace"]}]), r"used must be an ability of the unit"),
        (with_unit(["Z32", 26, {"used": "Ace"}]), r"units\[1\]\[0\] used must be a list"),
    ],
)
def test_wrong_set_ups_change_nothing(position: Any, says: str) -> None:
    game = load()
    with pytest.raises(PositionError, match=says) as caught:
        game.new_initial_state(position)
    assert "position" in str(caught.value)
    batch = game.new_batch(2, seed=1)
    before = batch.states.tobytes()
    with pytest.raises(PositionError, match=says):
        batch.reset(seed=5, position=[None, position])
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("mark", setups._MARKS, ids=lambda mark: mark.key)
def test_wrong_marks(mark: Any) -> None:
    wrong: list[Any] = ["x", None, 1.5, {}]
    if mark.form not in ("flag", "bits"):
        wrong.append(True)
    wrong += [2, -1] if mark.form in ("flag", "bits") else [1000, [1000], [-129] * 7]
    for value in wrong:
        with pytest.raises(PositionError, match=rf"units\[1\]\[0\] {mark.key} must be "):
            load().new_initial_state(with_unit(["Z32", 26, {mark.key: value}]))


@pytest.mark.parametrize("position", [3, 2.5, b"{}", ["units"]])
def test_positions_that_are_no_set_ups(position: Any) -> None:
    with pytest.raises(TypeError, match="position must be a mapping or its text in JSON"):
        load().new_initial_state(position)


def test_finished_set_ups() -> None:
    game = load()
    for result in ("player_0", "player_1", "draw"):
        position = changed(phase="over", to_act=-1, result=result)
        state = game.new_initial_state(position)
        assert state.is_terminal()
        assert state.current_player() == -4
        assert state.snapshot()["result"] == result
        assert state.snapshot()["to_act"] == -1
        assert state.legal_actions() == []
        assert state.setup()["result"] == result


# Options.


def test_defaults_of_options() -> None:
    assert load().options == {
        "scenario": "solomons",
        "fleets": None,
        "map": "archipelago",
        "budget": 100,
        "victory_points": 150,
        "max_turns": 20,
        "reward": "outcome",
    }
    for scenario, limits in (("north_atlantic", (150, 20)), ("skirmish", (100, 12))):
        options = load(scenario=scenario).options
        assert (options["victory_points"], options["max_turns"]) == limits
    assert load(scenario="skirmish") is load(scenario="skirmish", victory_points=100, max_turns=12)
    assert load(scenario="skirmish", max_turns=3).options["victory_points"] == 100
    for scenario, preset in SCENARIOS.items():
        state = load(scenario=scenario).new_initial_state(seed=0)
        assert fleets_of(state.record) == [list(fleet) for fleet in preset.fleets]
        assert load(scenario=scenario).fleets == preset.fleets


def test_given_fleets() -> None:
    fleets = (("USS Houston (CA 30)", "USS Cod (SS 224)"), ("Blücher",))
    game = load(fleets=[list(fleet) for fleet in fleets])
    assert game is load(fleets=fleets)
    assert game.fleets == fleets
    assert fleets_of(game.new_initial_state(seed=1).record) == [list(fleet) for fleet in fleets]
    axis_first = load(fleets=fleets[::-1])
    assert fleets_of(axis_first.new_initial_state(seed=1).record)[0] == ["Blücher"]
    both = load(fleets=[["Z32"], ["Z32"]]).new_initial_state(seed=1)
    assert fleets_of(both.record) == [["Z32"], ["Z32"]]
    assert load(fleets="random").fleets is None


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"scenario": "solomon"}, ValueError, "unknown scenario.*Did you mean 'solomons'"),
        ({"scenario": None}, TypeError, "scenario must be text"),
        ({"map": "open sea"}, ValueError, "unknown map 'open sea'.*Did you mean 'open_sea'"),
        ({"reward": "scores"}, ValueError, "unknown reward 'scores'.*Did you mean 'score'"),
        ({"budget": 9}, ValueError, "budget must be from 10 to 1000, got 9"),
        ({"budget": "100"}, TypeError, "budget must be an integer"),
        ({"budget": 50}, ValueError, r"fleets\[0\] breaks the rule 'budget'"),
        ({"victory_points": 0}, ValueError, "victory_points must be from 1"),
        ({"max_turns": 0}, ValueError, "max_turns must be from 1 to 60, got 0"),
        ({"max_turns": 61}, ValueError, "max_turns must be from 1 to 60, got 61"),
        ({"max_turns": 1.5}, TypeError, "max_turns must be an integer"),
        ({"fleets": "randon"}, TypeError, "fleets must be None .*'random'"),
        ({"fleets": 7}, TypeError, "fleets must be None"),
        ({"fleets": [["Z32"]]}, ValueError, "fleets must be None .* got 1 entries"),
        ({"fleets": ["Z32", "Z32"]}, TypeError, r"fleets\[0\] must be a list of unit names"),
        ({"fleets": [["Z32"], [3]]}, TypeError, r"fleets\[1\] must be a list of unit names"),
        ({"fleets": [["Z32"], ["Jintu"]]}, ValueError, r"fleets\[1\].*'unknown'.*mean 'Jintsu'"),
        ({"turns": 3}, TypeError, "unknown option of war_at_sea 'turns'"),
    ],
)
def test_wrong_options(options: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        load(**options)


# Ends and rewards.


@every_variety
def test_every_game_ends(options: dict[str, Any]) -> None:
    game = load(**options)
    batch = game.new_batch(60, seed=3)
    plies = 0
    while not batch.terminated.all():
        batch.step(batch.sample_legal_actions())
        plies += 1
        assert plies <= game.max_game_length
    results = set()
    for row in range(len(batch)):
        state = batch.state(row)
        found = state.snapshot()
        assert state.is_terminal()
        assert state.current_player() == -4
        assert state.legal_actions() == []
        assert (found["phase"], found["to_act"]) == ("over", -1)
        assert 0 <= found["turn"] <= game.options["max_turns"]
        assert not any(unit[5] for fleet in found["units"] for unit in fleet)
        lead = found["scores"][0] - found["scores"][1]
        better = "player_0" if lead > 0 else "player_1" if lead < 0 else "draw"
        afloat = [any(unit[1] != "lost" for unit in fleet) for fleet in found["units"]]
        if all(afloat):
            assert found["result"] == better
            assert (
                found["turn"] == game.options["max_turns"]
                or max(found["scores"]) >= game.options["victory_points"]
            )
        won = {"player_0": 1.0, "player_1": -1.0, "draw": 0.0}[found["result"]]
        assert batch.returns[row].tolist() == [won, -won]
        results.add(found["result"])
    assert {"player_0", "player_1"} <= results


@every_variety
def test_score_rewards(options: dict[str, Any]) -> None:
    outcome, score = load(**options), load(**options, reward="score")
    goal = score.options["victory_points"]
    for seed in range(3):
        before = [0, 0]
        for state in play(score, seed):
            after = state.snapshot()["scores"]
            gained = (after[0] - before[0] - after[1] + before[1]) / goal
            won = {"player_0": 1, "player_1": -1}.get(state.snapshot()["result"], 0)
            assert state.rewards() == pytest.approx([gained + won, -gained - won], abs=1e-12)
            assert sum(state.rewards()) == 0
            before = after
        assert state.returns()[0] == pytest.approx((before[0] - before[1]) / goal + won)
        assert sum(state.returns()) == 0
        twin = finished(outcome, seed)
        assert twin.snapshot() == state.snapshot(), "the same game with other rewards"
        assert twin.returns() == [won, -won]
        assert score.min_utility <= min(state.returns())


# Observations.


def positions(options: dict[str, Any], seeds: int = 2, stride: int = 7) -> list[State]:
    """States of some random games, and their ends."""
    game = load(**options)
    found = []
    for seed in range(seeds):
        for state in play(game, seed):
            if state.move_number() % stride == seed or state.is_terminal():
                found.append(state.clone())
    return found


@every_variety
def test_both_players_see_the_same_as_in_a_mirror(options: dict[str, Any]) -> None:
    game = load(**options)
    compared = 0
    for state in positions(options):
        setup = state.setup()
        image = game.new_initial_state(mirrored(setup), seed=1)
        assert mirrored(image.setup()) == setup
        for player in range(2):
            assert np.array_equal(
                image.observation_tensor(1 - player), state.observation_tensor(player)
            )
        assert image.legal_actions() == state.legal_actions()
        if state.is_terminal():
            continue
        assert image.current_player() == 1 - state.current_player()
        for action in random.Random(0).sample(state.legal_actions(), 1):
            child, other = state.child(action), image.child(action)
            if child.record["dice_rolled"] == state.record["dice_rolled"]:
                assert mirrored(other.setup()) == child.setup()
                compared += 1
    assert compared > 10


@every_variety
def test_observations_are_within_limits(options: dict[str, Any]) -> None:
    batch = load(**options).new_batch(60, seed=11)
    while not batch.terminated.all():
        for player in range(2):
            seen = batch.observe(players=[player] * len(batch))
            assert seen.dtype == np.float32
            assert seen.shape == (60, OBSERVATION_SIZE)
            assert seen.min() >= -1
            assert seen.max() <= 1
        for _ in range(5):
            batch.step(batch.sample_legal_actions())


def test_layout() -> None:
    layout = load().layout()
    assert layout is LAYOUT
    assert layout.size == OBSERVATION_SIZE
    assert list(layout) == ["whole", "sectors", "units"]
    covered = [i for part in layout.values() for i in range(part.start, part.stop)]
    assert covered == list(range(OBSERVATION_SIZE))
    names = layout.entry_names()
    assert len(names) == len(set(names)) == OBSERVATION_SIZE
    for slices in (layout.global_slices, layout.sector_slices, layout.unit_slices):
        ends = [0, *(part.stop for part in slices.values())]
        assert [part.start for part in slices.values()] == ends[:-1]
    assert len(layout.attack_names) == len(set(layout.attack_names))


def test_layout_splits_and_names() -> None:
    vectors = np.arange(3 * 2 * OBSERVATION_SIZE, dtype=np.float32).reshape(3, 2, OBSERVATION_SIZE)
    parts = Layout.split(vectors)
    assert parts.sectors.shape[:3] == (3, 2, NUM_SECTORS)
    assert parts.units.shape[:3] == (3, 2, NUM_UNITS)
    flat = [part.reshape(3, 2, -1) for part in (parts.whole, parts.sectors, parts.units)]
    assert np.array_equal(np.concatenate(flat, axis=-1), vectors)
    assert np.shares_memory(parts.whole, vectors)
    named = Layout.named(vectors)
    for group, whole in (
        ("whole", parts.whole),
        ("sectors", parts.sectors),
        ("units", parts.units),
    ):
        assert np.array_equal(np.concatenate(list(named[group].values()), axis=-1), whole)
    assert named["units"]["hull"].shape == (3, 2, NUM_UNITS, 1)
    names = LAYOUT.entry_names()
    assert named["units"]["sector"][0, 0, 3, 12] == names.index("units[3].sector[12]")
    assert named["sectors"]["mine"][0, 0, 20, 0] == names.index("sectors[20].mine")
    assert named["whole"]["scores"][0, 0, 1] == names.index("scores[1]")
    for wrong in (vectors[..., :-1], np.float32(3), np.zeros((OBSERVATION_SIZE, 2))):
        with pytest.raises(ValueError, match=f"observation must have {OBSERVATION_SIZE} entries"):
            Layout.split(wrong)
        with pytest.raises(ValueError, match=f"observation must have {OBSERVATION_SIZE} entries"):
            Layout.named(wrong)


def test_meaning_of_entries() -> None:
    state = load().new_initial_state(SETUP)
    for player, own, enemy in ((0, 0, NUM_SLOTS), (1, NUM_SLOTS, 0)):
        named = Layout.named(state.observation_tensor(player))
        whole, places, units = named["whole"], named["sectors"], named["units"]
        assert np.flatnonzero(whole["phase"]).tolist() == [PHASE_NAMES.index("surface_attack")]
        assert whole["map"].tolist() == [0, 1]
        assert whole["observer_acts"] == whole["observer_is_first"] == player
        assert whole["turn"] == np.float32(4 / 20)
        assert whole["turns_left"] == np.float32(16 / 20)
        scores = SETUP["scores"][:: 1 - 2 * player]
        assert np.allclose(whole["scores_to_victory"], np.array(scores) / 150)
        dice = np.array(SETUP["initiative_dice"][:: 1 - 2 * player]).reshape(-1)
        assert np.allclose(whole["initiative_dice"], dice / 6)

        def at(sector: int, player: int = player) -> int:
            return int(MIRROR[sector]) if player else sector

        assert np.flatnonzero(places["mine"]).tolist() == [at(24)]
        assert np.flatnonzero(places["smoke"]).tolist() == [at(30)]
        assert np.flatnonzero(places["objective_unclaimed"]).tolist() == [at(26)]
        assert np.flatnonzero(places["objective_own"]).tolist() == [at((11, 41)[player])]
        assert np.flatnonzero(places["objective_enemy"]).tolist() == [at((41, 11)[player])]
        wrecks = sorted(at(sector) for sector in SETUP["wrecks"][player])
        assert np.flatnonzero(places["own_wreck"]).tolist() == wrecks
        assert not places["island"].any()
        # Rows are own slots first; (own + i) % 32 of player_0's unit i.
        west, east = (0, NUM_SLOTS) if player == 0 else (NUM_SLOTS, 0)
        assert np.flatnonzero(units["sector"][west]).tolist() == [at(23)]
        assert np.flatnonzero(units["sector"][east + 1]).tolist() == [at(25)]
        assert units["category"][[west, west + 3, west + 1]].tolist() == [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
        ]
        assert units["crippled"][[west, east, east + 1], 0].tolist() == [0, 0, 1]
        assert units["base_slot"][west : west + 4, 0].tolist() == [0, 1 / 16, 0, 0]
        assert units["base_is_land"][west : west + 4, 0].tolist() == [0, 0, 1, 0]
        assert units["rearming"][west + 1] > 0
        assert units["place"][[west, west + 1, west + 3]].argmax(axis=1).tolist() == [0, 1, 5]
        assert units["out_this_turn"][west : west + 4, 0].tolist() == [0, 0, 1, 0]
        assert (units["hull"] <= units["full_hull"]).all()
        assert not np.concatenate([units[name][west + 4 : west + 16] for name in units], 1).any()
        assert (own + enemy) == NUM_SLOTS


# Notation.


def test_notation_of_each_kind_of_action() -> None:
    state = load(scenario="skirmish").new_initial_state(seed=0, dice=[1, 1, 6, 6])
    assert state.current_player() == 0
    action = place_action(2, 8)
    assert state.action_to_string(action) == "2 move 1,0"
    assert state.string_to_action("2 move 1,0") == action
    state = load(scenario="skirmish").new_initial_state(seed=0, dice=[6, 6, 1, 1])
    assert state.current_player() == 1
    assert state.action_to_string(place_action(2, 8)) == "2 move 1,6", (
        "rows and columns are absolute"
    )
    units = [[["HMAS Nizam", 23]], [["Z32", 23], ["Z32", 24]]]
    state = load().new_initial_state({"phase": "surface_attack", "units": units})
    texts = {state.action_to_string(action): action for action in state.legal_actions()}
    assert texts["end"] == 0
    assert texts["0 main 1"] == attack_action(0, 1, 1)
    assert texts["0 special"] == special_action(0)


@every_variety
def test_notation_comes_back(options: dict[str, Any]) -> None:
    kinds = set()
    for state in positions(options, stride=5):
        if state.is_terminal():
            continue
        actions = state.legal_actions()
        texts = [state.action_to_string(action) for action in actions]
        assert len(set(texts)) == len(texts)
        assert [state.string_to_action(text) for text in texts] == actions
        kinds.update(text.split()[1] for text in texts if text != "end")
    assert "move" in kinds
    assert len(kinds) > 2


# Compiled or not.


def transcript(options: dict[str, Any], plies: int) -> list[str]:
    """A digest of the record, the observations and the legal actions after each ply of games."""
    game = load(**options)
    batch: Batch = game.new_batch(1, seed=8)
    digests = []
    for ply in range(plies):
        digest = hashlib.sha256(batch.states.tobytes())
        digest.update(batch.legal_actions_mask().tobytes())
        if ply % 5 == 0:
            digest.update(batch.observe(players=[ply // 5 % 2]).tobytes())
        digests.append(digest.hexdigest()[:12])
        if batch.terminated.all():
            batch.reset()
        batch.step(batch.sample_legal_actions())
    return digests


PLAIN: tuple[tuple[dict[str, Any], int], ...] = (
    ({"scenario": "skirmish"}, 200),
    ({"fleets": "random", "budget": 200, "max_turns": 3, "reward": "score"}, 200),
)


if __name__ == "__main__":
    from navalenv.core.jit import JIT_DISABLED

    assert JIT_DISABLED
    print(json.dumps([transcript(*each) for each in PLAIN]))


def test_plain_python_plays_the_same_games() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.core.test_war_at_sea_rules"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    assert json.loads(run.stdout) == [transcript(*each) for each in PLAIN]
