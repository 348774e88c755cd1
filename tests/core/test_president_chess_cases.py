"""The cases of ``tests/cases/president_chess.json``: another implementation of the same rules."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pytest

from navalenv.core.game import Game
from navalenv.core.state import State
from navalenv.games.president_chess.actions import NUM_ACTIONS, decode, encode
from tests.president import CASES, SEATS, game_of, hash_of, load, result_of

POSITIONS = CASES["positions"]
GAMES = CASES["games"]

every_start = pytest.mark.parametrize("players", [2, 3, 4])
every_position = pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["name"])
every_played_game = pytest.mark.parametrize(
    "played", GAMES, ids=[f"{i}-{played['players']}p" for i, played in enumerate(GAMES)]
)


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
            children = game.new_batch(len(rows))
            children.states[:] = states.states[rows]
            children.step(actions)
            states = children
    return counts


def passed_over(game: Game, before: np.void, state: State) -> list[int]:
    """Seats alive that were passed over after a ply, in the order of turns."""
    if state.is_terminal():
        return []
    seats = [int(seat) for seat in SEATS[game.num_players]]
    player, passed = int(before["to_move"]), []
    while (player := (player + 1) % game.num_players) != state.current_player():
        if not state.record["eliminated"][player]:
            passed.append(seats[player])
    return passed


def test_cases_are_all_there() -> None:
    assert sorted(CASES["initial"]) == ["2", "3", "4"]
    assert len({case["name"] for case in POSITIONS}) == len(POSITIONS) == 80
    assert len(GAMES) == 12
    assert sum(len(case["after"]) for case in POSITIONS) > 300
    assert any(after["passed"] for case in POSITIONS for after in case["after"])


def test_action_table() -> None:
    pairs = [decode(action) for action in range(NUM_ACTIONS)]
    text = "".join(f"{source}-{target}," for source, target in pairs)
    assert hashlib.sha256(text.encode()).hexdigest() == CASES["table_sha256"]
    assert [encode(*pair) for pair in pairs] == list(range(CASES["N"]))
    assert pairs == sorted(pairs)
    for players in SEATS:
        assert load(players).num_distinct_actions == CASES["N"]
    for source, target in ((0, 1), (3, 3), (3, 222), (45, 3)):
        with pytest.raises(ValueError, match=f"{source} to square {target}"):
            encode(source, target)


@every_start
def test_initial_position(players: int) -> None:
    start = CASES["initial"][str(players)]
    state = load(players).new_initial_state()
    assert str(state) == start["text"]
    assert state.legal_actions() == start["legal"]


@every_start
def test_perft_from_the_start(players: int) -> None:
    start = CASES["initial"][str(players)]
    assert perft(load(players), start["text"], len(start["perft"])) == start["perft"]


@every_position
def test_legal_actions_and_what_they_lead_to(case: dict[str, Any]) -> None:
    game = game_of(case["text"])
    state = game.new_initial_state(case["text"])
    assert str(state) == case["text"]
    assert state.legal_actions() == case["legal"]
    assert not state.is_terminal()
    batch = game.new_batch(len(case["legal"]))
    batch.reset(position=case["text"])
    batch.step(case["legal"])
    texts = [game.position_text(record) for record in batch.states]
    assert "".join(map(hash_of, texts)) == case["hashes"]
    again = game.new_batch(len(texts))
    again.reset(position=texts)
    assert np.array_equal(again.legal_actions_mask(), batch.legal_actions_mask())
    assert np.array_equal(again.observe(), batch.observe())
    assert np.array_equal(again.current_players, batch.current_players)


@every_position
def test_is_legal_only_where_the_mask_says_so(case: dict[str, Any]) -> None:
    game = game_of(case["text"])
    batch = game.new_batch(game.num_distinct_actions)
    batch.reset(position=case["text"])
    legal = batch.legal(np.arange(game.num_distinct_actions))
    assert np.flatnonzero(legal).tolist() == case["legal"]


@every_position
def test_after(case: dict[str, Any]) -> None:
    game = game_of(case["text"])
    start = game.new_initial_state(case["text"])
    for after in case["after"]:
        state = start.clone()
        assert state.action_to_string(after["action"]) == after["notation"]
        assert state.string_to_action(after["notation"]) == after["action"]
        state.apply_action(after["action"])
        assert str(state) == after["text"]
        assert game.last_action_text(state.record) == after["notation"]
        assert state.rewards() == state.returns() == after["rewards"]
        assert state.is_terminal() == after["over"]
        assert passed_over(game, start.record, state) == after["passed"]


@every_played_game
def test_games(played: dict[str, Any]) -> None:
    state = load(played["players"]).new_initial_state()
    rewards, passed = result_of(played), 0
    for ply, (action, count) in enumerate(zip(played["actions"], played["counts"], strict=True)):
        assert not state.is_terminal(), ply
        assert len(state.legal_actions()) == count, (ply, str(state))
        before = state.record.copy()
        state.apply_action(action)
        passed += len(passed_over(state.get_game(), before, state))
        expected_hash = played["hashes"][12 * ply : 12 * ply + 12]
        assert hash_of(str(state)) == expected_hash, (ply, str(state))
        assert state.rewards() == rewards.get(ply, [0.0] * played["players"])
    assert state.is_terminal()
    assert str(state) == played["final"]
    assert state.returns() == pytest.approx(played["result"], abs=1e-12)
    assert passed == played["passed"]


@every_start
def test_games_in_a_batch(players: int) -> None:
    games = [played for played in GAMES if played["players"] == players]
    assert games
    batch = load(players).new_batch(len(games))
    for ply in range(max(len(played["actions"]) for played in games)):
        over = [ply >= len(played["actions"]) for played in games]
        assert batch.terminated.tolist() == over
        actions = [0 if ply >= len(g["actions"]) else g["actions"][ply] for g in games]
        rewards = batch.step(actions)
        assert rewards.shape == (len(games), players)
        for row, played in enumerate(games):
            expected = result_of(played).get(ply, [0.0] * players)
            assert rewards[row].tolist() == expected
            if not over[row]:
                text = batch.game.position_text(batch.states[row])
                assert hash_of(text) == played["hashes"][12 * ply : 12 * ply + 12]
    assert batch.terminated.all()
    assert batch.returns.tolist() == [pytest.approx(g["result"], abs=1e-12) for g in games]
