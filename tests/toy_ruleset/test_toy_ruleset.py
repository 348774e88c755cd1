"""A ruleset from outside the package runs in every interface, with nothing changed above it."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Iterator

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import navalenv
from navalenv import Game, IllegalActionError, PositionError
from navalenv.core.registry import GAMES
from tests.toy_ruleset import buoys_v0, registration


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    # The patches put back what `register` adds.
    monkeypatch.setitem(GAMES, "buoys", "")
    monkeypatch.delitem(gymnasium.registry, registration.ID, raising=False)
    registration.register()
    yield
    gymnasium.registry.pop(registration.ID, None)


@pytest.fixture
def game() -> Game:
    return navalenv.load_game("buoys")


def test_a_won_game(game: Game) -> None:
    state = game.new_initial_state()
    for text in ("b2", "a1", "a3", "b1"):
        assert state.current_player() == state.move_number() % 2
        state.apply_action(state.string_to_action(text))
        assert state.rewards() == [0, 0]
    assert str(state) == "X../.X./OO. 0"
    before = state.clone()
    state.apply_action(state.string_to_action("c1"))
    assert state.is_terminal()
    assert state.returns() == [1, -1]
    assert state.legal_actions() == []
    state.undo_action()
    assert state == before
    with pytest.raises(IllegalActionError, match="a buoy on b2"):
        state.apply_action(4)


def test_a_full_board_is_a_draw(game: Game) -> None:
    state = game.new_initial_state("XOX/XXO/O.O 0")
    state.apply_action(1)
    assert state.is_terminal()
    assert state.returns() == [0, 0]


@pytest.mark.parametrize("position", ["", "... 0", "..././.. 0", "Z../.../... 0", ".../.../... 2"])
def test_positions_that_are_none(game: Game, position: str) -> None:
    with pytest.raises(PositionError):
        game.new_initial_state(position)


def test_finished_positions(game: Game) -> None:
    for position in ("XXX/OO./... 1", "XOX/XXO/OXO 1", "O.X/.OX/X.O 0"):
        assert game.new_initial_state(position).is_terminal()


def test_lots_are_drawn_at_each_reset_but_not_in_a_given_position() -> None:
    game = navalenv.load_game("buoys", lots=1)
    firsts = [game.new_initial_state(seed=seed).current_player() for seed in range(32)]
    assert set(firsts) == {0, 1}
    batch = game.new_batch(32, seed=0)
    assert batch.current_players.tolist() == firsts
    batch.reset()
    assert batch.current_players.tolist() != firsts
    batch.reset(position=".../.X./... 1")
    assert (batch.current_players == 1).all()


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("lots", [0, 1])
def test_a_batch_plays_as_its_games_alone(size: int, lots: int) -> None:
    game = navalenv.load_game("buoys", size=size, lots=lots)
    batch = game.new_batch(20, seed=3)
    states = [game.new_initial_state(seed=3 + row) for row in range(20)]
    total = np.zeros((20, 2))
    while not batch.terminated.all():
        masks = batch.legal_actions_mask()
        observations = batch.observe()
        for row, state in enumerate(states):
            assert batch.states[row] == state.record
            assert (masks[row] == state.legal_actions_mask()).all()
            assert (observations[row] == state.observation_tensor()).all()
        actions = batch.sample_legal_actions()
        total += batch.step(actions)
        for action, state in zip(actions.tolist(), states, strict=True):
            if not state.is_terminal():
                assert action in state.legal_actions()
                state.apply_action(action)
    assert (total == batch.returns).all()
    assert (total.sum(axis=1) == 0).all()
    assert [state.returns() for state in states] == total.tolist()


def test_copies_and_bytes(game: Game) -> None:
    state = game.new_initial_state(seed=1)
    state.apply_action(4)
    assert str(game.new_initial_state(str(state))) == str(state)
    for twin in (
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        game.deserialize_state(state.serialize()),
    ):
        assert twin == state
        twin.apply_action(0)
        assert twin != state
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize("lots", [0, 1])
def test_pettingzoo(lots: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of PettingZoo's own games
        warnings.filterwarnings("ignore", "Observation (space for each agent|is not a NumPy)")
        from pettingzoo.test import api_test, parallel_api_test, seed_test

        api_test(buoys_v0.env(lots=lots), num_cycles=50)
        seed_test(lambda: buoys_v0.env(lots=lots), num_cycles=20)
        parallel_api_test(buoys_v0.parallel_env(lots=lots), num_cycles=20)


def test_gymnasium() -> None:
    check_env(gymnasium.make(registration.ID).unwrapped)
    env = gymnasium.make(registration.ID, opponent="greedy", seat="random", lots=1, size=4)
    for seed in range(10):
        observation, info = env.reset(seed=seed)
        terminated = False
        while not terminated:
            assert env.observation_space.contains(observation)
            action = env.action_space.sample(info["action_mask"])
            observation, reward, terminated, truncated, info = env.step(action)
        assert reward in (-1, 0, 1)
        assert not truncated
        assert not info["illegal_action"]


def test_gymnasium_vector() -> None:
    envs = gymnasium.make_vec(registration.ID, num_envs=8, opponent=None)
    _, infos = envs.reset(seed=0)
    ended = 0
    for _ in range(40):
        actions = [int(np.flatnonzero(mask)[-1]) for mask in infos["action_mask"]]
        _, rewards, terminations, _, infos = envs.step(np.array(actions))
        assert (infos["rewards"].sum(axis=1) == 0).all()
        assert (rewards >= 0).all()  # the seat that just acted has won, or it is a draw
        ended += terminations.sum()
    assert ended


def test_rows_of_a_vector_environment_are_single_environments() -> None:
    arguments = {"opponent": "random", "seat": "random", "lots": 1}
    envs = gymnasium.make_vec(registration.ID, num_envs=4, **arguments)
    singles = [gymnasium.make(registration.ID, **arguments) for _ in range(4)]
    observations, infos = envs.reset(seed=7)
    for row, env in enumerate(singles):
        observation, info = env.reset(seed=7 + row)
        assert (observation == observations[row]).all()
        assert (info["action_mask"] == infos["action_mask"][row]).all()
        assert info["seat"] == infos["seat"][row]


def test_stable_baselines3() -> None:
    sb3 = pytest.importorskip("navalenv.sb3")
    envs = sb3.OneSeatVecEnv("buoys", 4, opponent="greedy", seed=0, lots=1)
    observations = envs.reset()
    assert observations.shape == (4, 3, 3, 3)
    for _ in range(12):
        actions = envs.action_masks().argmax(axis=1)
        observations, _, _, infos = envs.step(actions)
        assert not any("illegal_action" in info for info in infos)


def test_players_and_evaluation(game: Game) -> None:
    result = navalenv.evaluate(game, "greedy", "random", num_games=200, seed=0)
    assert result.games == 200
    assert result.wins > 2 * result.losses


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_pictures(mode: str) -> None:
    if mode == "rgb_array":
        pytest.importorskip("pygame")
    env = gymnasium.make(registration.ID, render_mode=mode)
    env.reset(seed=0)
    env.step(4)
    picture = env.render()
    if mode == "ansi":
        assert "X" in picture
        assert "O" in picture
    else:
        assert picture.shape == (120, 120, 3)
        assert picture.dtype == np.uint8
