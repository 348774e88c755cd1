"""The cases of ``tests/cases/war_at_sea.json``: another implementation of the same rules."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import navalenv
from navalenv import war_at_sea_v0
from navalenv.core.game import Game
from navalenv.core.jit import cached
from navalenv.core.record import blank
from navalenv.core.state import State
from navalenv.games.war_at_sea import abilities, parts, sectors
from navalenv.games.war_at_sea import record as fields
from navalenv.games.war_at_sea.cards import AIRCRAFT, CATEGORY
from navalenv.games.war_at_sea.fleets import put_fleet
from navalenv.games.war_at_sea.legality import sees
from navalenv.games.war_at_sea.setup import KEYS, set_script, setup_to_record, snapshot
from tests.war_at_sea import CASES, hash_of, snapshot_hash

GEOMETRY = CASES["geometry"]
ATTACKS = CASES["attack_cases"]
GAMES = CASES["games"]
STEPS: dict[str, list[Any]] = {}
for _case in CASES["step_cases"]:
    STEPS.setdefault(_case["what"], []).append(_case)

SOURCES = {
    fields.SOURCE_SMALL_SHIP: "small ship",
    fields.SOURCE_CRIPPLED: "crippled",
    fields.SOURCE_CONCEALMENT: "concealment",
}
WINNERS = {None: None, "player_0": 0, "player_1": 1, "draw": -1}
ADDED = ("bonuses", "penalties", "modifiers")
"""Lists of a case whose order means nothing."""


def steps(what: str) -> pytest.MarkDecorator:
    cases = STEPS[what]
    return pytest.mark.parametrize("case", cases, ids=[case["rule"] for case in cases])


every_attack = pytest.mark.parametrize("case", ATTACKS, ids=[case["rule"] for case in ATTACKS])
every_played_game = pytest.mark.parametrize(
    "played", GAMES, ids=[f"{i}-{played['scenario']}" for i, played in enumerate(GAMES)]
)


# Tables.


def test_cases_are_all_there() -> None:
    assert len(ATTACKS) == 322
    assert len(CASES["step_cases"]) == 139
    assert len(CASES["illegal_fleets"]) == 23
    assert len(GAMES) == 30
    assert sum(len(played["actions"]) for played in GAMES) == 5065
    assert {case["legal"] for case in ATTACKS} == {False, True}


def test_every_ability_of_the_cases_is_known() -> None:
    assert set(CASES["implemented"]) <= set(abilities.CODES)


def test_sectors() -> None:
    assert [list(cell) for cell in sectors.CELLS] == GEOMETRY["cells"]
    assert sectors.MIRROR.tolist() == GEOMETRY["mirror"]
    assert sectors.DISTANCE.tolist() == GEOMETRY["distance"]
    assert [sectors.members(int(s)) for s in sectors.ADJACENT] == GEOMETRY["neighbours"]
    assert [sectors.members(int(s)) for s in sectors.DEPLOYMENT] == GEOMETRY["deployment"]
    assert [sectors.members(int(s)) for s in sectors.SIDE] == GEOMETRY["side"]
    assert list(sectors.OBJECTIVES) == GEOMETRY["objectives"]
    assert list(GEOMETRY["maps"]) == list(sectors.MAPS)
    for number, name in enumerate(sectors.MAPS):
        islands = sectors.members(int(sectors.ISLANDS[number]))
        assert islands == GEOMETRY["maps"][name]["islands"]


@cached
def all_lines(record: Any, out: Any) -> None:
    """Lines of sight between all sectors, for the first unit."""
    for here in range(out.shape[0]):
        for there in range(out.shape[1]):
            out[here, there] = sees(record, 0, here, there)


def lines_of_sight(map_name: str, smoke: list[int]) -> list[str]:
    setup = {
        "map": map_name,
        "phase": "surface_attack",
        "turn": 3,
        "smoke": {str(sector): 3 for sector in smoke},
        "units": [[["Z32", 0]], []],
    }
    out = np.zeros((sectors.NUM_SECTORS, sectors.NUM_SECTORS), np.int8)
    all_lines(setup_to_record(setup)[0], out)
    return ["".join(map(str, row)) for row in out.tolist()]


@pytest.mark.parametrize("name", sectors.MAPS)
def test_lines_of_sight(name: str) -> None:
    assert lines_of_sight(name, []) == GEOMETRY["maps"][name]["los"]
    smoky = [case for case in GEOMETRY["los_with_smoke"] if case["map"] == name]
    assert len(smoky) == 3
    for case in smoky:
        assert lines_of_sight(name, case["smoke"]) == case["los"]


# Set-ups, and what parts of the rules make of them.


def record_of(case: dict[str, Any]) -> np.void:
    """The record of a case's set-up, after the attacks made earlier, in the case's phase."""
    record = setup_to_record({key: case[key] for key in KEYS if key in case})[0]
    if "earlier" not in case:
        return record
    running = None
    for phase, player, slot, weapon, target, dice in case["earlier"]:
        number = fields.PHASE_NAMES.index(phase)
        if running not in (None, number):
            parts.end_phase(record)
        record["phase"] = running = number
        set_script(record, dice)
        unit, enemy = number_of(player, slot), number_of(1 - player, target)
        parts.make_attack(record, unit, weapon, enemy)
        assert record["script_used"] == len(dice)
    number = fields.PHASE_NAMES.index(case["phase"])
    if running not in (None, number):
        parts.end_phase(record)
    record["phase"] = number
    return record


def number_of(player: int, slot: int) -> int:
    """A unit's number."""
    return player * fields.NUM_SLOTS + slot


def name_of(code: int) -> str:
    """Name of an ability, or of another source of a modifier or roll."""
    return SOURCES[code] if code < 0 else abilities.NAMES[code]


def facts_of_attack(record: np.void) -> dict[str, Any]:
    """What the log of a record says of its last attack, in the words of the cases."""
    facts: dict[str, Any] = {key: [] for key in (*ADDED, "rolls_before", "saves", "rolls_after")}
    facts.update(faces=[], rerolled=None, further=[])
    attacks, faces = 0, []
    for event, *values in record["events"][: record["num_events"]].tolist():
        number, a, b, c = values
        if event == fields.EVENT_ATTACK:
            attacks += 1
            if attacks == 1:
                facts["range"] = c
        elif event == fields.EVENT_FACES:
            faces = record["faces"][number : number + a].tolist()
            if attacks == 1:
                facts["rerolled" if b else "faces"] = faces
        elif event == fields.EVENT_RESULT and attacks > 1:
            result = fields.RESULT_NAMES[a]
            facts["further"].append([number % fields.NUM_SLOTS, faces, result, b])
        elif attacks > 1:
            continue
        elif event in (fields.EVENT_BONUS, fields.EVENT_PENALTY, fields.EVENT_MODIFIER):
            facts[ADDED[event - fields.EVENT_BONUS]].append([name_of(number), a])
        elif event == fields.EVENT_DICE:
            facts.update(dice=number, value=a, per_die=b)
            facts.update(only_natural_six=bool(c & 1), asw_threat=bool(c & 2))
        elif event == fields.EVENT_ARMOUR:
            facts.update(armor=number, vital_armor=a)
        elif event == fields.EVENT_SUCCESSES:
            facts.update(successes=number, first_result=fields.RESULT_NAMES[a])
        elif event == fields.EVENT_ROLL and c % 4 != fields.ROLL_OTHER:
            kind = ("rolls_before", "saves", "rolls_after")[c % 4]
            facts[kind].append([name_of(number), a, bool(b)])
        elif event == fields.EVENT_RESULT:
            facts.update(result=fields.RESULT_NAMES[a], damage=b)
    return facts


def condition(found: dict[str, Any], unit: int) -> list[Any]:
    """Place, hull and abort of a unit in a snapshot."""
    return found["units"][unit // fields.NUM_SLOTS][unit % fields.NUM_SLOTS][1:4]


@every_attack
def test_attacks(case: dict[str, Any]) -> None:
    record = record_of(case)
    player, slot = case["attack"]["player"], case["attack"]["unit"]
    weapon = case["attack"]["weapon"]
    unit, target = number_of(player, slot), number_of(1 - player, case["attack"]["target"])
    assert parts.attack_legal(record, unit, weapon, target) == case["legal"]
    if not case["legal"]:
        return
    expected = dict(case["expect"])
    after = expected.pop("after_phase")
    set_script(record, case["dice"])
    before = int(record["dice_rolled"])
    parts.make_attack(record, unit, weapon, target)
    facts = facts_of_attack(record)
    facts["dice_consumed"] = int(record["dice_rolled"]) - before
    for key in ADDED:
        facts[key].sort()
        expected[key] = sorted(expected[key])
    assert {key: facts.get(key) for key in expected} == expected
    parts.end_phase(record)
    found = snapshot(record)
    assert {
        "dice_consumed": int(record["dice_rolled"]) - before,
        "attacker": condition(found, unit),
        "target": condition(found, target),
        "scores": found["scores"],
        "winner": WINNERS[found["result"]],
    } == after


def legal_actions(record: np.void) -> list[int]:
    """Legal actions in a record."""
    batch = navalenv.load_game("war_at_sea").new_batch(1)
    batch.states[0] = record
    return np.flatnonzero(batch.legal_actions_mask()[0]).tolist()


def with_dice(case: dict[str, Any]) -> np.void:
    record = record_of(case)
    set_script(record, case["dice"])
    return record


def check_after(record: np.void, expected: dict[str, Any], step: bool = False) -> None:
    """Compare with a snapshot, whose phase and player are those of the set-up unless `step`."""
    found = snapshot(record)
    if not step:
        found.update(phase=expected["phase"], to_act=expected["to_act"])
    assert found == expected


@steps("legal")
def test_legal_actions(case: dict[str, Any]) -> None:
    record = record_of(case)
    assert legal_actions(record) == case["legal_actions"]
    state = navalenv.load_game("war_at_sea").new_initial_state(
        {key: case[key] for key in KEYS if key in case}
    )
    if "earlier" not in case:
        assert state.legal_actions() == case["legal_actions"]


@steps("action")
def test_actions(case: dict[str, Any]) -> None:
    record = with_dice(case)
    assert case["action"] in legal_actions(record)
    parts.act(record, case["action"])
    check_after(record, case["after_action"])
    parts.end_phase(record)
    check_after(record, case["after_phase"])
    assert record["script_used"] == len(case["dice"])


@steps("end_of_turn")
def test_end_of_turn(case: dict[str, Any]) -> None:
    record = with_dice(case)
    parts.end_turn(record)
    check_after(record, case["after"])
    assert record["script_used"] == len(case["dice"])


@steps("air_return")
def test_air_return(case: dict[str, Any]) -> None:
    record = with_dice(case)
    parts.air_return(record)
    check_after(record, case["after"])
    assert record["script_used"] == len(case["dice"])


@steps("initiative")
def test_initiative(case: dict[str, Any]) -> None:
    record = with_dice(case)
    bonuses = [parts.initiative_bonus(record, player) for player in range(2)]
    parts.roll_initiative(record)
    assert bonuses == case["answer"]["bonus"]
    assert record["first_player"] == case["answer"]["first_player"]
    assert record["script_used"] == len(case["dice"])


@steps("speed")
def test_speed(case: dict[str, Any]) -> None:
    record = with_dice(case)
    player, slot = int(record["to_move"]), case["answer"]["unit"]
    parts.start_movement(record, player)
    assert parts.speed_of(record, number_of(player, slot)) == case["answer"]["speed"]
    first = 1 + slot * sectors.NUM_SECTORS
    places = range(first, first + sectors.NUM_SECTORS)
    reach = [action - first for action in legal_actions(record) if action in places]
    assert reach == sorted(case["answer"]["reach"])
    assert record["script_used"] == len(case["dice"])


@steps("bases")
def test_bases(case: dict[str, Any]) -> None:
    record = blank(fields.RECORD)[0]
    put_fleet(record, 0, case["fleet"])
    assert parts.muster_fleet(record, 0) == -1
    bases = [
        [slot, min(int(unit["base"]), fields.LAND_BASE), int(unit["rearm"])]
        for slot, unit in enumerate(record["units"][: fields.NUM_SLOTS])
        if CATEGORY[unit["card"]] == AIRCRAFT
    ]
    assert bases == case["bases"]


# Fleets.


@pytest.mark.parametrize(
    "case",
    CASES["illegal_fleets"],
    ids=[f"{i}-{case['rule_broken']}" for i, case in enumerate(CASES["illegal_fleets"])],
)
@pytest.mark.parametrize("player", [0, 1])
def test_illegal_fleets(case: dict[str, Any], player: int) -> None:
    fleets = [["USS Fletcher (DD 445)"], ["Z32"]]
    fleets[player] = case["fleet"]
    with pytest.raises(ValueError, match=rf"^fleets\[{player}\] ") as caught:
        navalenv.load_game("war_at_sea", fleets=fleets, budget=case["budget"])
    assert f"rule {case['rule_broken']!r}" in str(caught.value)


# Games.


def options_of(played: dict[str, Any]) -> dict[str, Any]:
    rest = {key: played[key] for key in ("victory_points", "max_turns") if key in played}
    return {"scenario": played["scenario"], "map": played["map"], "reward": "score", **rest}


def game_of(played: dict[str, Any]) -> Game:
    return navalenv.load_game("war_at_sea", **options_of(played))


def dice_of(played: dict[str, Any]) -> list[int]:
    return [int(face) for face in played["dice"]]


def scores_of(played: dict[str, Any]) -> list[list[int]]:
    """Scores before each decision and at the end, of a game whose case says them."""
    scores, changes = [[0, 0]], {ply: new for ply, *new in played["score_changes"]}
    for ply in range(len(played["actions"])):
        scores.append(changes.get(ply, scores[-1]))
    return scores


def check_decision(state: State, played: dict[str, Any], ply: int) -> None:
    at = slice(12 * ply, 12 * ply + 12)
    actions, found = state.legal_actions(), state.snapshot()
    assert state.current_player() == int(played["players"][ply]), (ply, found)
    assert len(actions) == played["counts"][ply], (ply, found)
    assert hash_of(",".join(map(str, actions))) == played["legal_hashes"][at], (ply, found)
    assert snapshot_hash(found) == played["snapshot_hashes"][at], (ply, found)
    assert state.record["dice_rolled"] == played["dice_used"][ply], (ply, found)


def check_end(state: State, played: dict[str, Any]) -> None:
    found = state.snapshot()
    assert state.is_terminal()
    assert snapshot_hash(found) == played["final_snapshot"], found
    assert found["scores"] == played["scores"]
    assert WINNERS[found["result"]] == (-1 if played["winner"] is None else played["winner"])
    assert state.record["dice_rolled"] == len(played["dice"])
    assert state.record["draws"] == 0, "the script was enough"


@every_played_game
def test_games(played: dict[str, Any]) -> None:
    game = game_of(played)
    state = game.new_initial_state(dice=dice_of(played), seed=1)
    for ply, action in enumerate(played["actions"]):
        check_decision(state, played, ply)
        scores = state.snapshot()["scores"]
        if "score_changes" in played:
            assert scores == scores_of(played)[ply], ply
        state.apply_action(action)
        after = state.snapshot()["scores"]
        gained = (after[0] - scores[0] - after[1] + scores[1]) / game.options["victory_points"]
        if not state.is_terminal():
            assert state.rewards() == pytest.approx([gained, -gained], abs=1e-12), ply
    check_end(state, played)
    won = {0: 1, 1: -1}.get(played["winner"], 0)
    lead = played["scores"][0] - played["scores"][1]
    total = lead / game.options["victory_points"] + won
    assert state.returns() == pytest.approx([total, -total], abs=1e-12)


@every_played_game
def test_games_in_the_environment(played: dict[str, Any]) -> None:
    env = war_at_sea_v0.env(**{**options_of(played), "reward": "outcome"})
    env.reset(seed=3, options={"dice": dice_of(played)})
    for ply, action in enumerate(played["actions"]):
        at = slice(12 * ply, 12 * ply + 12)
        assert env.agent_selection == f"player_{played['players'][ply]}", ply
        observation, _, terminated, truncated, _ = env.last()
        assert not terminated
        assert not truncated
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        assert hash_of(",".join(map(str, legal))) == played["legal_hashes"][at], ply
        found = env.game_state().snapshot()
        assert snapshot_hash(found) == played["snapshot_hashes"][at], ply
        env.step(action)
    check_end(env.game_state(), played)
    won = {0: 1, 1: -1}.get(played["winner"], 0)
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert env.rewards == {"player_0": won, "player_1": -won}


def test_games_in_a_batch() -> None:
    played = [game for game in GAMES if options_of(game) == options_of(GAMES[0])]
    assert len(played) > 3
    batch = game_of(played[0]).new_batch(len(played), seed=0)
    batch.reset(dice=[dice_of(game) for game in played])
    for ply in range(max(len(game["actions"]) for game in played)):
        actions = [game["actions"][ply] if ply < len(game["actions"]) else 0 for game in played]
        mask = batch.legal_actions_mask()
        for row, game in enumerate(played):
            assert batch.terminated[row] == (ply >= len(game["actions"]))
            assert batch.terminated[row] or mask[row].sum() == game["counts"][ply]
        batch.step(actions)
    for row, game in enumerate(played):
        check_end(batch.state(row), game)


@every_played_game
def test_set_ups_on_the_way(played: dict[str, Any]) -> None:
    """A set-up, as an object or as text, gives all back that can be seen or done."""
    game = game_of(played)
    state = game.new_initial_state(dice=dice_of(played))
    setups: list[Any] = []
    masks, observations, snapshots = [], [], []
    stride = 1 if played["scenario"] == "skirmish" else 7
    first = GAMES.index(played) % stride
    for ply in range(len(played["actions"]) + 1):
        if ply % stride == first or state.is_terminal():
            setups.append(state.setup() if len(setups) % 2 else str(state))
            snapshots.append(state.snapshot())
            masks.append(state.legal_actions_mask())
            observations.append([state.observation_tensor(player) for player in range(2)])
        if not state.is_terminal():
            state.apply_action(played["actions"][ply])
    batch = game.new_batch(len(setups))
    batch.reset(position=setups)
    assert np.array_equal(batch.legal_actions_mask(), masks)
    for player in range(2):
        seen = batch.observe(players=[player] * len(setups))
        for row, expected in enumerate(observations):
            assert np.array_equal(seen[row], expected[player]), setups[row]
    for row, setup in enumerate(setups):
        again = batch.state(row)
        assert again.snapshot() == snapshots[row]
        assert again.setup() == (json.loads(setup) if isinstance(setup, str) else setup)
