"""Gymnasium environments of one seat: their own checkers, and what users reported of others."""

from __future__ import annotations

import copy
import os
import pickle
import random
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordEpisodeStatistics, TimeLimit

import navalenv
from navalenv.core.errors import PositionError
from navalenv.core.state import State
from navalenv.envs.single import OneSeatEnv
from navalenv.players.ladder import make_player
from navalenv.players.player import decide
from navalenv.registration import GYMNASIUM_IDS, register_all
from tests.envs.doors import (
    DOORS,
    SMALL,
    arrays_in,
    copy_of,
    drawn_legal,
    first_legal,
    last_legal,
    legal,
    opponent_name,
    same,
    share_memory,
    single,
    turns_alternate,
)
from tests.games import Case, every_game

small_game = pytest.mark.parametrize("case", SMALL, ids=lambda case: case.id)
every_id = pytest.mark.parametrize("name", GYMNASIUM_IDS)
every_opponent = pytest.mark.parametrize(
    "opponent", ["random", "greedy", drawn_legal], ids=opponent_name
)
every_seat = pytest.mark.parametrize("seat", [0, 1, "random"])


def record(env: Any) -> bytes:
    """All there is to the game."""
    return env.unwrapped.state.record.tobytes()


def play_on(env: Any, info: Any, seed: int, steps: int) -> list[Any]:
    """What an environment gives for random legal actions, up to the end of the episode."""
    choose = random.Random(seed)
    given = []
    for _ in range(steps):
        given.append(env.step(choose.choice(legal(info["action_mask"]))))
        info = given[-1][4]
        if given[-1][2] or given[-1][3]:
            break
    return given


def whole_episode(env: Any, seed: int | None, options: Any = None) -> list[Any]:
    """An episode of random legal actions, with its reset."""
    start = env.reset(seed=seed, options=options)
    return [start, *play_on(env, start[1], 0, 100_000)]


# The checkers of Gymnasium.


@every_id
@every_seat
@every_opponent
@pytest.mark.usefixtures("quick_window")
def test_check_env(name: str, seat: object, opponent: object) -> None:
    env = gymnasium.make(name, seat=seat, opponent=opponent)
    check_env(env.unwrapped, skip_render_check=seat != 0)
    env.close()


@every_game
@pytest.mark.parametrize("flatten", [False, True])
def test_check_env_of_all_options(case: Case, flatten: bool) -> None:
    env = single(case, flatten=flatten, seat="random")
    check_env(env.unwrapped, skip_render_check=True)


@every_game
@every_seat
def test_whole_games_under_the_passive_checker(case: Case, seat: object) -> None:
    env = single(case, seat=seat, opponent="greedy")
    assert "PassiveEnvChecker" in str(env)
    for seed in range(2):
        *_, (observation, _, terminated, truncated, info) = whole_episode(env, seed)
        assert terminated
        assert not truncated
        assert env.observation_space.contains(observation)
        assert not info["action_mask"].any()
        assert not info["illegal_action"]


# Ids and specs.


def test_registering_again_says_nothing() -> None:
    register_all()
    register_all()
    assert set(GYMNASIUM_IDS) <= set(gymnasium.registry)


@every_id
def test_specs(name: str) -> None:
    env = gymnasium.make(name, opponent="greedy", seat=1)
    spec = env.spec
    assert spec is not None
    assert spec.id == name
    for other in (pickle.loads(pickle.dumps(spec)), EnvSpec.from_json(spec.to_json())):
        again = gymnasium.make(other)
        assert again.unwrapped.seat == 1
        assert again.unwrapped.game == env.unwrapped.game
        assert same(again.reset(seed=3), env.reset(seed=3))
        first = legal(env.unwrapped.action_masks())[0]
        assert same(again.step(first), env.step(first))


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_module_in_front_of_the_id(door: Any) -> None:
    code = (
        "import warnings; warnings.simplefilter('error')\n"
        "import gymnasium\n"
        f"env = gymnasium.make('{door.registration}:{door.gymnasium_id}')\n"
        "env.reset(seed=0)\n"
        f"vector = gymnasium.make_vec('{door.registration}:{door.gymnasium_id}', num_envs=2)\n"
        "print(env.action_space.n, vector.reset(seed=0)[0].shape[0])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    actions = gymnasium.make(door.gymnasium_id).action_space.n
    assert done.stdout.split() == [str(actions), "2"]


@small_game
def test_workers_that_are_spawned(case: Case) -> None:
    if DOORS[case.name].registration != "navalenv":
        pytest.skip("Gymnasium does not tell its workers which module registers an id")
    env = gymnasium.make_vec(
        f"{DOORS[case.name].registration}:{DOORS[case.name].gymnasium_id}",
        num_envs=2,
        vectorization_mode="async",
        vector_kwargs={"context": "spawn"},
        **case.options,
    )
    alone = [single(case), single(case)]
    try:
        observations, infos = env.reset(seed=7)
        starts = [one.reset(seed=7 + i) for i, one in enumerate(alone)]
        for _ in range(4):
            assert all(same(observations[i], starts[i][0]) for i in range(2))
            actions = [legal(mask)[0] for mask in infos["action_mask"]]
            observations, rewards, *_, infos = env.step(np.array(actions))
            steps = [one.step(action) for one, action in zip(alone, actions, strict=True)]
            starts = [(step[0], step[4]) for step in steps]
            assert rewards.tolist() == [step[1] for step in steps]
    finally:
        env.close()


# Wrong arguments.


@small_game
def test_wrong_arguments(case: Case) -> None:
    for arguments, error, message in (
        ({"opponent": "gready"}, ValueError, "unknown opponent 'gready'.*Did you mean 'greedy'"),
        ({"opponent": 3}, TypeError, "opponent must be .*got 3"),
        ({"opponent": None}, TypeError, "opponent must be .*got None"),
        ({"seat": 2}, ValueError, "seat must be 0 to 1 or 'random', got 2"),
        ({"seat": -1}, ValueError, "seat must be"),
        ({"seat": "first"}, ValueError, "seat must be .*got 'first'"),
        ({"seat": 1.0}, TypeError, "seat must be .*1.0"),
        ({"seat": True}, TypeError, "seat must be .*True"),
        ({"width": 3}, TypeError, "unknown option of .* 'width'"),
        ({"render_mode": "text"}, ValueError, "unknown render_mode 'text'"),
    ):
        with pytest.raises(error, match=message):
            OneSeatEnv(case.name, **{**case.options, **arguments})
    with pytest.raises(ValueError, match="game"):
        OneSeatEnv("sea_chest")


@small_game
@pytest.mark.parametrize(
    "action",
    [-1, 10**6, 2**70, np.int64(-5), 1.0, True, None, "3", [1, 2], np.zeros(2, int)],
    ids=repr,
)
def test_actions_out_of_the_space_are_errors(case: Case, action: Any) -> None:
    env = single(case)
    env.reset(seed=0)
    before = record(env)
    with pytest.raises((ValueError, TypeError), match="action"):
        env.unwrapped.step(action)
    assert record(env) == before
    assert not play_on(env, {"action_mask": env.unwrapped.action_masks()}, 0, 1)[0][4][
        "illegal_action"
    ]


@small_game
@pytest.mark.parametrize("kind", [int, np.int32, np.int64, np.uint16, np.array])
def test_all_integers_are_actions(case: Case, kind: Any) -> None:
    env, other = single(case), single(case)
    _, info = env.reset(seed=0)
    other.reset(seed=0)
    action = legal(info["action_mask"])[1]
    assert same(env.step(kind(action)), other.step(action))


@small_game
def test_step_before_reset_and_after_the_end(case: Case) -> None:
    env = single(case).unwrapped
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    whole_episode(env, 0)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


# What a step gives.


@every_game
@every_seat
def test_types_and_masks(case: Case, seat: object) -> None:
    env = single(case, seat=seat)
    start, *steps = whole_episode(env, 0)
    assert set(start[1]) == {"action_mask", "seat", "illegal_action"}
    env.reset(seed=0)
    choose = random.Random(0)
    info = start[1]
    for observation, reward, terminated, truncated, after in steps:
        action = choose.choice(legal(info["action_mask"]))
        state = env.unwrapped.state
        assert state.current_player() == info["seat"] == env.unwrapped.seat
        assert legal(info["action_mask"]) == state.legal_actions()
        masks = env.unwrapped.action_masks()
        assert masks.dtype == np.bool_
        assert legal(masks) == legal(info["action_mask"])
        assert same(env.step(action), (observation, reward, terminated, truncated, after))
        assert type(reward) is float
        assert type(terminated) is type(truncated) is bool
        assert after["action_mask"].dtype == np.int8
        assert type(after["seat"]) is int
        assert type(after["illegal_action"]) is bool
        seen = env.unwrapped.state.observation_tensor(env.unwrapped.seat)
        assert same(observation, seen)
        info = after
    assert not env.unwrapped.action_masks().any()
    assert [step[2] for step in steps] == [False] * (len(steps) - 1) + [True]


def is_over(state: State, player: int) -> bool:
    """Whether a player has nothing more to do or to gain in a game."""
    return state.is_terminal() or bool(state.record["eliminated"][player])


@every_game
@every_opponent
@every_seat
def test_equal_to_the_core(case: Case, opponent: Any, seat: object) -> None:
    """An episode is the core's game, with the opponent's plies between the learner's."""
    env = single(case, opponent=opponent, seat=seat)
    player = make_player(opponent, case.load())
    choose = random.Random(0)
    for seed in (0, 1, 2):
        _, info = env.reset(seed=seed)
        learner = env.unwrapped.seat
        state = case.load().new_initial_state(seed=seed)
        reward, own, terminated = 0.0, 0.0, False  # the opponent's first plies pay nothing
        for _ in range(60):
            gained = 0.0
            while not is_over(state, learner) and state.current_player() != learner:
                records = np.array([state.record])
                state.apply_action(int(decide(player, case.load(), records)[0]))
                gained += state.rewards()[learner]
            assert record(env) == state.record.tobytes()
            assert reward == own + gained
            assert terminated == is_over(state, learner)
            if terminated:
                assert not info["action_mask"].any()
                break
            assert legal(info["action_mask"]) == state.legal_actions()
            action = choose.choice(state.legal_actions())
            _, reward, terminated, _, info = env.step(action)
            state.apply_action(action)
            own = state.rewards()[learner]


@every_seat
@pytest.mark.parametrize("seed", range(3))
@small_game
def test_rewards_are_those_of_the_learner(case: Case, seat: object, seed: int) -> None:
    env = single(case, opponent="greedy", seat=seat)
    _, *steps = whole_episode(env, seed)
    assert sum(step[1] for step in steps) == env.unwrapped.state.returns()[env.unwrapped.seat]


@pytest.mark.parametrize("seat", [0, 1])
def test_losing_to_the_reply(seat: int) -> None:
    """The learner leaves its Flagship where the opponent's next ply sinks it."""
    game = navalenv.load_game("sea_chess", size=6)
    texts = [str(state) for state in losing_positions(game)]
    text = next(text for text in texts if text.split()[1] == str(seat))
    state = game.new_initial_state(text)
    action = next(action for action in state.legal_actions() if losing_reply(state, action))
    reply = losing_reply(state, action)

    def scripted(observations: Any, masks: Any, states: Any, words: Any) -> Any:
        return np.full(len(states), reply)

    env = gymnasium.make("navalenv/SeaChessMini-v0", opponent=scripted, seat=seat)
    env.reset(seed=0, options={"position": text})
    observation, reward, terminated, truncated, info = env.step(action)
    state.apply_action(action)
    assert not state.is_terminal()
    state.apply_action(reply)
    assert state.is_terminal()
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert same(observation, state.observation_tensor(seat))
    assert info["seat"] == seat
    assert not info["action_mask"].any()
    assert not info["illegal_action"]


def losing_reply(state: Any, action: int) -> int | None:
    """A reply that ends the game with a loss of who makes ``action``."""
    after = state.child(action)
    if after.is_terminal():
        return None
    for reply in after.legal_actions():
        if after.child(reply).player_return(state.current_player()) == -1:
            return int(reply)
    return None


def losing_positions(game: Any) -> Any:
    """Positions of random games in which the player to move can lose to the reply."""
    for seed in range(20):
        choose = random.Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            before = state.clone()
            state.apply_action(choose.choice(state.legal_actions()))
            if losing_reply(before, state.history()[-1]) is not None:
                before_text = game.new_initial_state(str(before))
                yield before_text


@every_game
@every_seat
def test_illegal_actions(case: Case, seat: object) -> None:
    env = single(case, seat=seat)
    for seed in range(2):
        _, info = env.reset(seed=seed)
        *_, (_, _, over, _, info) = play_on(env, info, 0, 2)
        assert not over
        before = env.unwrapped.state.observation_tensor(env.unwrapped.seat)
        bad = int(np.flatnonzero(info["action_mask"] == 0)[0])
        observation, reward, terminated, truncated, info = env.step(bad)
        assert type(reward) is float
        assert (reward, terminated, truncated) == (-1.0, True, False)
        assert info["illegal_action"] is True
        assert not info["action_mask"].any()
        assert not env.unwrapped.action_masks().any()
        assert same(observation, before)
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.unwrapped.step(legal(env.unwrapped.state.legal_actions_mask())[0])
    fresh = single(case, seat=seat)
    assert same(env.reset(seed=4), fresh.reset(seed=4))


# Seeds.


@every_game
@every_opponent
def test_seeds(case: Case, opponent: Any) -> None:
    def episodes(env: Any, *seeds: Any) -> Any:
        for seed in seeds[:-1]:
            env.reset(seed=seed)
        start = env.reset(seed=seeds[-1])
        return [start, *play_on(env, start[1], 0, 12)]

    env = single(case, opponent=opponent, seat="random")
    other = single(case, opponent=opponent, seat="random")
    assert same(episodes(env, 0), episodes(other, 0))
    assert same(episodes(env, 5), episodes(other, 9, np.int64(5)))
    assert same(episodes(env, 3, None), episodes(other, 1, None, 3, None))
    assert same(episodes(env, 3, None, None), episodes(other, 3, None, None))
    if opponent != "greedy":
        different = [episodes(env, seed) for seed in range(6)]
        different += [episodes(env, 0, *[None] * n) for n in range(1, 6)]
        assert not all(same(one, different[0]) for one in different[1:])
    for seed in ("1", 1.0, True):
        with pytest.raises(TypeError, match="seed"):
            env.unwrapped.reset(seed=seed)
    env.unwrapped.reset(seed=2)
    assert env.unwrapped.np_random_seed == 2


@small_game
def test_episodes_do_not_depend_on_how_the_last_one_went(case: Case) -> None:
    env, other = single(case, seat="random"), single(case, seat="random")
    whole_episode(env, 3)
    other.reset(seed=3)
    assert same(whole_episode(env, None), whole_episode(other, None))


@small_game
def test_random_seats_are_both_seats(case: Case) -> None:
    env = single(case, seat="random")
    seats = [env.reset(seed=0)[1]["seat"]] + [env.reset()[1]["seat"] for _ in range(199)]
    assert 70 < sum(seats) < 130
    seeded = [env.reset(seed=seed)[1]["seat"] for seed in range(200)]
    assert 70 < sum(seeded) < 130


@small_game
def test_global_random_streams_are_left_alone(case: Case) -> None:
    before = random.getstate(), np.random.get_state()[1].tobytes()
    env = single(case, seat="random")
    env.reset()
    env.reset(seed=1)
    for _ in range(20):
        if env.step(legal(env.unwrapped.action_masks())[0])[2]:
            env.reset()
    assert (random.getstate(), np.random.get_state()[1].tobytes()) == before


# Options.


@small_game
@pytest.mark.parametrize("seat", [0, 1])
def test_position(case: Case, seat: int) -> None:
    env = single(case, seat=seat, opponent=first_legal)
    for plies in (4, 5):
        state = case.state_after(0, plies)
        env.reset(seed=0, options={"position": str(state), "unknown": 1})
        if state.current_player() != seat:
            state.reseed(0)
        while state.current_player() != seat:
            state.apply_action(state.legal_actions()[0])  # the opponent has moved already
        assert str(env.unwrapped.state) == str(state)
    env.reset(seed=0)
    fresh = single(case, seat=seat, opponent=first_legal)
    fresh.reset(seed=0)
    assert record(env) == record(fresh)  # options do not stick


@every_game
def test_wrong_options_change_nothing(case: Case) -> None:
    env = single(case).unwrapped
    _, info = env.reset(seed=0)
    play_on(env, info, 0, 2)
    before = record(env), env.np_random.bit_generator.state
    for options, error in (
        ({"position": str(case.finished(0))}, PositionError),
        ({"position": "nowhere"}, PositionError),
        ({"position": 7}, TypeError),
        ([1], TypeError),
    ):
        with pytest.raises(error):
            env.reset(seed=1, options=options)
        assert (record(env), env.np_random.bit_generator.state) == before
    assert not env.step(legal(env.action_masks())[0])[4]["illegal_action"]


def test_position_that_the_opponent_finishes() -> None:
    """The opponent is to move and wins at once: there would be no turn for the learner."""
    game = navalenv.load_game("sea_chess", size=6)
    before = next(losing_positions(game))
    action = next(one for one in before.legal_actions() if losing_reply(before, one))
    after = before.child(action)
    learner = before.current_player()
    env = gymnasium.make("navalenv/SeaChessMini-v0", seat=learner, opponent="greedy").unwrapped
    _, info = env.reset(seed=3)
    state = record(env)
    with pytest.raises(PositionError, match="seat"):
        env.reset(seed=1, options={"position": str(after)})
    assert record(env) == state
    assert play_on(env, info, 0, 1)


# Opponents.


@small_game
def test_opponents_get_what_they_are_promised(case: Case) -> None:
    calls: list[Any] = []

    def opponent(observations: Any, masks: Any, states: Any, words: Any) -> Any:
        calls.append((observations.copy(), masks.copy(), states.copy(), words.copy()))
        chosen = masks.argmax(1)
        for array in (observations, masks, words):
            array[...] = 0
        states["ply"] = 77  # a copy: nothing happens to the game
        return chosen

    env = single(case, opponent=opponent, seat=1)
    other = single(case, opponent=first_legal, seat=1)
    _, info = env.reset(seed=0)
    assert same(copy_of(info), other.reset(seed=0)[1])
    for _ in range(5):
        action = legal(info["action_mask"])[0]
        given = env.step(action)
        assert same(given, other.step(action))
        info = given[4]
    game = case.load()
    for observations, masks, states, words in calls:
        assert observations.shape == (1, *game.observation_shape)
        assert masks.shape == (1, game.num_distinct_actions)
        assert masks.dtype == np.int8
        assert words.shape == (1, 4)
        assert words.dtype == np.uint32
        assert states.dtype == game.record_type
        assert states[0]["to_move"] == 0
        assert masks.any()
    assert len({words.tobytes() for *_, words in calls}) == len(calls)


@small_game
def test_opponents_that_are_wrong(case: Case) -> None:
    size = case.load().num_distinct_actions

    def returns(value: Any) -> Any:
        return lambda observations, masks, states, words: value(masks)

    for value, message in (
        (lambda masks: (masks == 0).argmax(1), "illegal action"),
        (lambda masks: [size], f"illegal action {size}"),
        (lambda masks: [-1], "illegal action -1"),
        (lambda masks: [2**40], f"illegal action {2**40}"),
        (lambda masks: masks.argmax(1).tolist() * 2, "must return 1 integers"),
        (lambda masks: masks.argmax(1) * 1.0, "must return 1 integers, got float64"),
        (lambda masks: int(masks.argmax()), "must return 1 integers"),
        (lambda masks: None, "must return 1 integers"),
    ):
        env = single(case, opponent=returns(value)).unwrapped
        env.reset(seed=0, options=turns_alternate(case))
        before = env.state
        with pytest.raises(ValueError, match=message):
            env.step(legal(env.action_masks())[0])
        assert env.state == before


@small_game
def test_opponents_cannot_change_what_they_are_judged_by(case: Case) -> None:
    def opponent(observations: Any, masks: Any, states: Any, words: Any) -> Any:
        states["terminated"] = 1  # any action would do
        return (masks == 0).argmax(1)

    env = single(case, opponent=opponent).unwrapped
    env.reset(seed=0, options=turns_alternate(case))
    with pytest.raises(ValueError, match="illegal action"):
        env.step(legal(env.action_masks())[0])


@small_game
def test_opponents_are_not_copied(case: Case) -> None:
    class Counter:
        calls = 0

        def __call__(self, observations: Any, masks: Any, states: Any, words: Any) -> Any:
            self.calls += 1
            return masks.argmax(1)

    opponent = Counter()
    env = single(case, opponent=opponent, seat=1)
    env.reset(seed=0, options=turns_alternate(case))
    assert opponent.calls == 1


@small_game
def test_lists_from_opponents(case: Case) -> None:
    def opponent(observations: Any, masks: Any, states: Any, words: Any) -> Any:
        return last_legal(observations, masks, states, words).tolist()

    env, other = single(case, opponent=opponent), single(case, opponent=last_legal)
    assert same(whole_episode(env, 0), whole_episode(other, 0))


# Arrays and copies.


@every_game
@pytest.mark.parametrize("flatten", [False, True])
def test_returned_arrays_are_the_users(case: Case, flatten: bool) -> None:
    env, other = single(case, flatten=flatten), single(case, flatten=flatten)
    given: list[Any] = [env.reset(seed=0)]
    other.reset(seed=0)
    kept = [copy_of(given[0])]
    choose = random.Random(0)
    for _ in range(8):
        action = choose.choice(legal(kept[-1][-1]["action_mask"]))
        new = env.step(action)
        masks = env.unwrapped.action_masks()
        assert not any(share_memory([new, masks], old) for old in given)
        assert same(new, other.step(action))
        given.append(new)
        kept.append(copy_of(new))
        if new[2]:
            break
    assert same(given, kept)
    given = [env.reset(seed=1)]
    other.reset(seed=1)
    for _ in range(8):
        for array in arrays_in([given[-1], env.unwrapped.action_masks()]):
            array[...] = 0
        action = legal(other.unwrapped.action_masks())[-1]
        given.append(env.step(action))
        assert same(given[-1], other.step(action))
        if given[-1][2]:
            break


@small_game
def test_flat_observations_are_the_same(case: Case) -> None:
    env, flat = single(case), single(case, flatten=True)
    assert flat.observation_space.shape == (int(np.prod(env.observation_space.shape)),)
    for one, two in zip(whole_episode(env, 0), whole_episode(flat, 0), strict=True):
        assert same(one[0].reshape(-1), two[0])
        assert same(one[1:], two[1:])


@every_game
@pytest.mark.parametrize("opponent", ["random", "greedy", drawn_legal], ids=opponent_name)
def test_copies_play_on(case: Case, opponent: Any) -> None:
    env = single(case, opponent=opponent, seat="random")
    _, info = env.reset(seed=3)
    play_on(env, info, 1, 2)
    info = {"action_mask": env.unwrapped.action_masks()}
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    ends = [play_on(one, info, 2, 10) for one in (env, *copies)]
    assert same(ends[0], ends[1])
    assert same(ends[0], ends[2])
    again = [one.reset() for one in (env, *copies)]
    assert same(again[0], again[1])
    assert same(again[0], again[2])


@small_game
@pytest.mark.parametrize("mode", ["rgb_array", "ansi", "human"])
@pytest.mark.usefixtures("quick_window")
def test_copies_after_a_picture(case: Case, mode: str) -> None:
    env = single(case, render_mode=mode)
    _, info = env.reset(seed=3)
    env.render()
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    ends = [play_on(one, info, 2, 3) for one in (*copies, env)]
    assert same(ends[0], ends[2])
    assert same(ends[1], ends[2])
    pictures = [one.render() for one in (*copies, env)]
    assert same(pictures[0], pictures[2])
    for one in (env, *copies):
        one.close()
        one.close()


# Pictures.


@every_game
def test_render_modes(case: Case) -> None:
    pytest.importorskip("pygame")
    for mode in ("rgb_array", "ansi"):
        env = single(case, render_mode=mode)
        _, info = env.reset(seed=0)
        first = env.render()
        play_on(env, info, 0, 1)
        second = env.render()
        assert not same(first, second)
        if mode == "rgb_array":
            assert first.dtype == np.uint8
            assert (first.shape[0] % 2, first.shape[1] % 2, first.shape[2]) == (0, 0, 3)
            assert not np.shares_memory(first, second)
        else:
            assert isinstance(first, str)
        env.close()
    env = single(case)
    env.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.unwrapped.render() is None


@small_game
def test_windows_show_every_ply(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    from navalenv.envs.rendering import Renderer

    shown: list[int] = []
    monkeypatch.setattr(
        Renderer, "render", lambda renderer, record: shown.append(int(record["ply"]))
    )
    env = single(case, render_mode="human", seat=1)
    _, info = env.reset(seed=0, options=turns_alternate(case))
    play_on(env, info, 0, 3)
    assert sorted(set(shown)) == list(range(max(shown) + 1))[-len(set(shown)) :]
    assert shown == sorted(shown)
    assert set(shown) >= set(range(1, 8))


# Wrappers.


@small_game
def test_time_limit(case: Case) -> None:
    env = gymnasium.make(DOORS[case.name].gymnasium_id, max_episode_steps=3, **case.options)
    _, info = env.reset(seed=0)
    steps = play_on(env, info, 0, 10)
    assert [step[3] for step in steps] == [False, False, True]
    assert steps[-1][4]["action_mask"].any()  # the game itself goes on
    other = TimeLimit(single(case), 3)
    _, info = other.reset(seed=0)
    assert same(play_on(other, info, 0, 10), steps)


@small_game
def test_episode_statistics(case: Case) -> None:
    env = RecordEpisodeStatistics(single(case))
    for seed in range(3):
        _, *steps = whole_episode(env, seed)
        assert steps[-1][4]["episode"]["l"] == len(steps)
        assert steps[-1][4]["episode"]["r"] == sum(step[1] for step in steps)
    assert env.get_wrapper_attr("action_masks")().shape == (env.action_space.n,)


@small_game
def test_masks_through_gymnasiums_own_vector(case: Case) -> None:
    env = gymnasium.make_vec(
        DOORS[case.name].gymnasium_id, num_envs=3, vectorization_mode="sync", **case.options
    )
    _, infos = env.reset(seed=0)
    assert infos["action_mask"].shape == (3, case.load().num_distinct_actions)
    assert infos["action_mask"].dtype == np.int8
    assert same(np.stack(env.call("action_masks")), infos["action_mask"].astype(bool))


def test_importing_needs_no_display_and_no_learning_libraries() -> None:
    code = (
        "import sys, gymnasium, navalenv\n"
        "env = gymnasium.make('navalenv/SeaChessMini-v0', render_mode='ansi')\n"
        "env.reset(seed=0); env.render()\n"
        "print([name for name in ('pygame', 'torch', 'stable_baselines3', 'matplotlib')"
        " if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


@small_game
def test_pictures_need_no_display(case: Case) -> None:
    pytest.importorskip("pygame")
    code = (
        "import gymnasium\n"
        f"env = gymnasium.make('{DOORS[case.name].registration}:{DOORS[case.name].gymnasium_id}',"
        f" render_mode='rgb_array', **{case.options})\n"
        "env.reset(seed=0)\n"
        "print(env.render().shape[2])\n"
    )
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={name: value for name, value in os.environ.items() if name not in hidden},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[-1] == "3"
