"""The cases of ``tests/cases/sea_chess.json``: another implementation of the same rules."""

from __future__ import annotations

import hashlib
import json
import pathlib
from typing import Any

import numpy as np
import pytest

import navalenv
from navalenv.core.errors import IllegalActionError
from navalenv.core.game import Game
from navalenv.core.state import State

CASES = json.loads(
    (pathlib.Path(__file__).parent.parent / "cases" / "sea_chess.json").read_text("utf-8")
)
POSITIONS = CASES["positions"]
GAMES = CASES["games"]

every_start = pytest.mark.parametrize("start", CASES["initial"], ids=lambda s: f"size{s['size']}")
every_position = pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["name"])
every_played_game = pytest.mark.parametrize(
    "played", GAMES, ids=[f"{i}-size{played['size']}" for i, played in enumerate(GAMES)]
)


def load(size: int) -> Game:
    return navalenv.load_game("sea_chess", size=size)


def result(state: State) -> list[int] | None:
    """Returns in the form of the cases."""
    return [int(value) for value in state.returns()] if state.is_terminal() else None


def text_hash(state: State) -> str:
    return hashlib.sha256(str(state).encode()).hexdigest()[:12]


def by_mode(actions: list[int]) -> list[int]:
    return [sum(action % 4 == mode for action in actions) for mode in range(4)]


def perft(game: Game, text: str, depths: int) -> list[int]:
    """Numbers of action sequences of length 1..depths, by batches of all positions at a depth."""
    states = game.new_batch(1)
    states.reset(position=text)
    counts = []
    for depth in range(1, depths + 1):
        mask = states.legal_actions_mask()
        counts.append(int(mask.sum(dtype=np.int64)))
        if depth < depths:
            rows, actions = np.nonzero(mask)
            if len(rows) == 0:
                return counts + [0] * (depths - depth)
            children = game.new_batch(len(rows))
            children.states[:] = states.states[rows]
            children.step(actions)
            states = children
    return counts


def test_cases_are_all_there() -> None:
    assert [start["size"] for start in CASES["initial"]] == [6, 8, 10]
    assert len(POSITIONS) == 60
    assert len(GAMES) == 20
    assert len({case["name"] for case in POSITIONS}) == 60


@every_start
def test_initial_position(start: dict[str, Any]) -> None:
    game = load(start["size"])
    state = game.new_initial_state()
    assert str(state) == start["text"]
    assert game.num_distinct_actions == start["num_actions"]
    assert state.legal_actions() == start["legal"]
    assert by_mode(state.legal_actions()) == start["by_mode"]


@every_start
def test_perft_from_the_start(start: dict[str, Any]) -> None:
    game = load(start["size"])
    assert perft(game, start["text"], len(start["perft"])) == start["perft"]


@every_position
def test_perft_of_positions(case: dict[str, Any]) -> None:
    assert perft(load(case["size"]), case["text"], len(case["perft"])) == case["perft"]


@every_position
def test_legal_actions(case: dict[str, Any]) -> None:
    game = load(case["size"])
    state = game.new_initial_state(case["text"])
    assert str(state) == case["text"]
    assert state.is_terminal() == (case["result"] is not None)
    assert state.legal_actions() == case["legal"]
    assert by_mode(state.legal_actions()) == case["by_mode"]
    assert np.flatnonzero(state.legal_actions_mask()).tolist() == case["legal"]
    assert len({state.action_to_string(action) for action in case["legal"]}) == len(case["legal"])


@every_position
def test_illegal_actions(case: dict[str, Any]) -> None:
    game = load(case["size"])
    state = game.new_initial_state(case["text"])
    before = state.serialize()
    batch = game.new_batch(3)
    batch.reset(position=case["text"])
    rows = batch.states.tobytes()
    for action, _ in case["illegal"]:
        with pytest.raises(ValueError, match=str(action)):
            state.apply_action(action)
        with pytest.raises(ValueError, match=str(action)):
            state.action_to_string(action)
        assert state.serialize() == before
        if not state.is_terminal():
            with pytest.raises(IllegalActionError, match="row 0"):
                batch.step([action] * 3)
            assert not batch.legal([action] * 3).any()
            assert batch.states.tobytes() == rows


@every_position
def test_plays(case: dict[str, Any]) -> None:
    game = load(case["size"])
    for play in case["play"]:
        state = game.new_initial_state(case["text"])
        action = play["action"]
        assert state.action_to_string(action) == play["notation"]
        assert state.string_to_action(play["notation"]) == action
        state.apply_action(action)
        assert str(state) == play["text"]
        assert game.last_action_text(state.record) == play["notation"]
        assert result(state) == play["result"]
        assert state.rewards() == state.returns() == [float(x) for x in play["result"] or (0, 0)]
        assert len(state.legal_actions()) == play["legal"]
        assert str(game.new_initial_state(play["text"])) == play["text"]
        assert game.new_initial_state(play["text"]).is_terminal() == state.is_terminal()
        state.undo_action()
        assert str(state) == case["text"]


@every_played_game
def test_games(played: dict[str, Any]) -> None:
    state = load(played["size"]).new_initial_state(played["start"])
    plies = zip(played["actions"], played["hashes"], played["legal"], strict=True)
    for ply, (action, expected_hash, legal) in enumerate(plies):
        assert not state.is_terminal(), ply
        assert state.string_to_action(state.action_to_string(action)) == action
        state.apply_action(action)
        assert text_hash(state) == expected_hash, (ply, str(state))
        assert len(state.legal_actions()) == legal, (ply, str(state))
    assert str(state) == played["final"]
    assert result(state) == played["result"]
    assert state.history() == played["actions"]


@pytest.mark.parametrize("size", [6, 8, 10])
def test_games_in_a_batch(size: int) -> None:
    games = [played for played in GAMES if played["size"] == size]
    assert games
    batch = load(size).new_batch(len(games))
    batch.reset(position=[played["start"] for played in games])
    returns = np.zeros((len(games), 2))
    for ply in range(max(len(played["actions"]) for played in games)):
        over = [ply >= len(played["actions"]) for played in games]
        assert batch.terminated.tolist() == over
        actions = [0 if ply >= len(g["actions"]) else g["actions"][ply] for g in games]
        returns += batch.step(actions)
        counts = batch.legal_actions_mask().sum(axis=1)
        for row, played in enumerate(games):
            if ply < len(played["actions"]):
                state = batch.state(row)
                assert text_hash(state) == played["hashes"][ply], (row, ply, str(state))
                assert counts[row] == played["legal"][ply]
    assert batch.terminated.all()
    assert [str(batch.state(row)) for row in range(len(games))] == [g["final"] for g in games]
    assert returns.tolist() == batch.returns.tolist() == [g["result"] for g in games]
