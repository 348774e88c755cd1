"""PettingZoo environments: their own checkers, and what users reported of others."""

from __future__ import annotations

import copy
import hashlib
import itertools
import json
import pathlib
import pickle
import random
import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest

from navalenv import sea_chess_v0
from navalenv.core.errors import GameOverError, IllegalActionError, PositionError
from tests.envs.doors import (
    DOORS,
    SMALL,
    aec,
    arrays_in,
    copy_of,
    legal,
    play,
    raw_aec,
    same,
    share_memory,
)
from tests.games import Case, every_game

with warnings.catch_warnings():  # PettingZoo's tests import a game of its own the old way
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
    from pettingzoo.test.state_test import state_test

pytestmark = [
    # PettingZoo's checker says these two of every dictionary observation but its own games'.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array$:UserWarning"),
    pytest.mark.filterwarnings(
        "ignore:Observation space for each agent probably should be "
        "gymnasium.spaces.box or gymnasium.spaces.discrete$:UserWarning"
    ),
]

small_game = pytest.mark.parametrize("case", SMALL, ids=lambda case: case.id)

SEA_CHESS = json.loads(
    (pathlib.Path(__file__).parent.parent / "cases" / "sea_chess.json").read_text("utf-8")
)
every_position = pytest.mark.parametrize(
    "position", SEA_CHESS["positions"], ids=lambda position: position["name"]
)
every_played_game = pytest.mark.parametrize(
    "played",
    SEA_CHESS["games"],
    ids=[f"{i}-size{played['size']}" for i, played in enumerate(SEA_CHESS["games"])],
)
every_start = pytest.mark.parametrize(
    "start", SEA_CHESS["initial"], ids=lambda start: f"size{start['size']}"
)


def snapshot(env: Any) -> dict[str, Any]:
    """All that an environment shows."""
    return {
        "agents": list(env.agents),
        "selection": env.agent_selection,
        "rewards": dict(env.rewards),
        "cumulative": dict(env._cumulative_rewards),
        "terminations": dict(env.terminations),
        "truncations": dict(env.truncations),
        "infos": copy_of(env.infos),
        "observations": {agent: env.observe(agent) for agent in env.possible_agents},
        "state": env.state(),
        "record": env.unwrapped.game_state().record.tobytes(),
    }


def check_masks(env: Any) -> None:
    """Zeros for whoever is not to move, and the game's own mask for who is."""
    state = env.unwrapped.game_state()
    over = not env.agents or env.terminations[env.agent_selection]
    for agent in env.possible_agents:
        mask = env.observe(agent)["action_mask"]
        assert mask.dtype == np.int8
        if over or agent != env.agent_selection:
            assert not mask.any()
        else:
            assert legal(mask) == state.legal_actions()
            assert mask.any()


# The checkers of PettingZoo.


@every_game
@pytest.mark.parametrize("make", [aec, raw_aec])
def test_api_test(case: Case, make: Any) -> None:
    api_test(make(case), num_cycles=500)


@every_game
@pytest.mark.parametrize("make", [aec, raw_aec])
def test_seed_test(case: Case, make: Any) -> None:
    seed_test(lambda: make(case), num_cycles=200)


@every_game
def test_parallel_api_test(case: Case) -> None:
    module = DOORS[case.name].load()
    parallel_api_test(module.parallel_env(**case.options), num_cycles=500)


@every_game
def test_state_test(case: Case) -> None:
    env = aec(case)
    parallel = DOORS[case.name].load().parallel_env(**case.options)
    state_test(env, parallel)


@small_game
@pytest.mark.usefixtures("quick_window")
def test_render_test(case: Case) -> None:
    render_test(lambda **arguments: aec(case, **arguments))


@every_game
def test_pictures_have_even_sides_and_show_the_game(case: Case) -> None:
    pytest.importorskip("pygame")
    env = aec(case, render_mode="rgb_array")
    env.reset(seed=0)
    first = env.render()
    assert first.dtype == np.uint8
    assert first.ndim == 3
    assert (first.shape[0] % 2, first.shape[1] % 2, first.shape[2]) == (0, 0, 3)
    list(play(env, 0, 1))
    second = env.render()
    assert second.shape == first.shape
    assert (second != first).any()
    assert not np.shares_memory(first, second)
    env.close()


@small_game
def test_text_shows_the_game(case: Case) -> None:
    env = aec(case, render_mode="ansi")
    env.reset(seed=0)
    first = env.render()
    list(play(env, 0, 1))
    assert isinstance(first, str)
    assert env.render() != first


@small_game
def test_render_without_a_mode_warns(case: Case) -> None:
    env = aec(case)
    env.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


# Names, spaces, registry.


@every_game
def test_names(case: Case) -> None:
    door = DOORS[case.name]
    for env in (aec(case), raw_aec(case)):
        assert str(env) == env.metadata["name"] == door.module.rpartition(".")[2]
        assert env.metadata["is_parallelizable"] is False
        assert env.metadata["render_fps"] > 0
        assert env.possible_agents == [f"player_{i}" for i in range(case.load().num_players)]
        assert env.unwrapped.metadata is not raw_aec(case).metadata


@every_game
def test_spaces_are_the_same_object_and_equal_for_all(case: Case) -> None:
    env = aec(case)
    game = case.load()
    first, *others = env.possible_agents
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
    for agent in others:
        assert env.observation_space(agent) == env.observation_space(first)
        assert env.action_space(agent) == env.action_space(first)
        assert env.action_space(agent) is not env.action_space(first)  # seeded one by one
    assert env.action_space(first).n == game.num_distinct_actions
    assert env.observation_space(first)["observation"].shape == game.observation_shape
    assert env.observation_space(first)["action_mask"].shape == (game.num_distinct_actions,)
    assert env.observation_space(first)["action_mask"].dtype == np.int8
    env.reset(seed=0)
    env.action_space(first).sample(env.observe(first)["action_mask"])  # wants int8 of 0 and 1


@every_game
def test_observations_are_in_their_space(case: Case) -> None:
    env = aec(case)
    for seed in range(4):
        env.reset(seed=seed)
        for _ in play(env, seed, 120):
            for agent in env.possible_agents:
                observation = env.observe(agent)
                space = env.observation_space(agent)
                assert space.contains(observation)
                assert observation["observation"].dtype == space["observation"].dtype
        assert env.state_space.contains(env.state())


def test_every_plane_takes_both_values() -> None:
    """Bounds of the space are reached: no plane of Sea Chess says nothing."""
    env = sea_chess_v0.env(size=6, max_quiet_plies=7)
    low = np.ones(env.observation_space("player_0")["observation"].shape[2], np.int8)
    high = np.zeros_like(low)
    for seed in range(40):
        env.reset(seed=seed)
        for _ in play(env, seed, 1000):
            for agent in env.possible_agents:
                planes = env.observe(agent)["observation"].reshape(-1, len(low))
                low = np.minimum(low, planes.min(0))
                high = np.maximum(high, planes.max(0))
    names = env.unwrapped.game.plane_names()
    assert high.all()
    assert [name for name, value in zip(names, low, strict=True) if value] == ["ones"]


@every_game
@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="PettingZoo without a registry")
def test_registry(case: Case) -> None:
    name = DOORS[case.name].pettingzoo_id
    env = pettingzoo.make("aec", name, **case.options)
    assert str(env) == str(aec(case))
    env.reset(seed=3)
    other = aec(case)
    other.reset(seed=3)
    assert list(play(env, 3, 30)) == list(play(other, 3, 30))
    assert same(snapshot(env), snapshot(other))
    parallel = pettingzoo.make("parallel", name, **case.options)
    observations, _ = parallel.reset(seed=3)
    assert list(observations) == other.possible_agents


@small_game
def test_wrong_arguments(case: Case) -> None:
    with pytest.raises(ValueError, match=r"unknown render_mode 'rgb'.*rgb_array"):
        aec(case, render_mode="rgb")
    with pytest.raises(TypeError, match=r"unknown option .*sized"):
        aec(case, sized=3)


# Masks.


@every_game
def test_masks_along_a_game_and_after_it(case: Case) -> None:
    env = aec(case)
    for seed in range(3):
        env.reset(seed=seed)
        check_masks(env)
        for _ in play(env, seed, case.load().max_game_length):
            check_masks(env)
        assert all(env.terminations.values())
        assert not any(env.truncations.values())
        while env.agents:
            assert not env.last()[0]["action_mask"].any()
            env.step(None)
            check_masks(env)


@small_game
@pytest.mark.parametrize("plies", [0, 1, 5])
def test_masks_after_an_illegal_action(case: Case, plies: int) -> None:
    env = aec(case)
    env.reset(seed=0)
    list(play(env, 0, plies))
    mask = env.observe(env.agent_selection)["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    while env.agents:
        for agent in env.possible_agents:
            assert not env.observe(agent)["action_mask"].any()
        env.step(None)
    for agent in env.possible_agents:
        assert not env.observe(agent)["action_mask"].any()


# The same rules as the core, by cases of another implementation.


@every_start
def test_start_of_the_cases(start: dict[str, Any]) -> None:
    for make in (sea_chess_v0.env, sea_chess_v0.raw_env):
        env = make(size=start["size"])
        env.reset(seed=0)
        observation, *_ = env.last()
        assert legal(observation["action_mask"]) == start["legal"]
        assert env.action_space(env.agent_selection).n == start["num_actions"]
        assert str(env.unwrapped.game_state()) == start["text"]
        assert perft_2(env, {}) == start["perft"][:2]


def perft_2(env: Any, options: dict[str, Any]) -> list[int]:
    """Numbers of sequences of one and of two actions, by the environment alone."""
    env.reset(options=options)
    actions = legal(env.last()[0]["action_mask"])
    total = 0
    for action in actions:
        env.reset(options=options)
        env.step(action)
        total += len(legal(env.last()[0]["action_mask"]))
    return [len(actions), total]


@every_position
@pytest.mark.parametrize("make", [sea_chess_v0.env, sea_chess_v0.raw_env])
def test_positions(position: dict[str, Any], make: Any) -> None:
    env = make(size=position["size"])
    options = {"position": position["text"]}
    env.reset(options=options)
    mover = f"player_{position['text'].split()[1]}"
    assert env.agent_selection == mover
    assert legal(env.last()[0]["action_mask"]) == position["legal"]
    if make is sea_chess_v0.raw_env:
        assert perft_2(env, options) == position["perft"][:2]
    for played in position["play"]:
        env.reset(options=options)
        env.step(played["action"])
        assert str(env.unwrapped.game_state()) == played["text"]
        check_masks(env)
        over = played["result"] is not None
        rewards = [float(number) for number in played["result"] or (0, 0)]
        assert list(env.rewards.values()) == rewards
        assert set(env.terminations.values()) == {over}
        if not over:
            assert len(legal(env.last()[0]["action_mask"])) == played["legal"]
    for action, _ in position["illegal"]:
        env.reset(options=options)
        if make is sea_chess_v0.raw_env:
            before = snapshot(env)
            with pytest.raises(IllegalActionError, match=str(action)):
                env.step(action)
            assert same(snapshot(env), before)
        else:
            env.step(action)
            assert env.rewards[mover] == -1
            assert all(env.terminations.values())


@every_played_game
@pytest.mark.parametrize("make", [sea_chess_v0.env, sea_chess_v0.raw_env])
def test_games(played: dict[str, Any], make: Any) -> None:
    env = make(size=played["size"])
    env.reset(seed=5, options={"position": played["start"]})
    plies = zip(played["actions"], played["hashes"], played["legal"], strict=True)
    for action, text_hash, count in plies:
        env.step(action)
        text = str(env.unwrapped.game_state())
        assert hashlib.sha256(text.encode()).hexdigest()[:12] == text_hash
        masks = [env.observe(agent)["action_mask"] for agent in env.possible_agents]
        assert sum(int(mask.sum()) for mask in masks) == count
    assert text == played["final"]
    assert all(env.terminations.values())
    assert [env.rewards[agent] for agent in env.possible_agents] == played["result"]


@every_game
@pytest.mark.parametrize("seed", [0, 7])
def test_equal_to_the_core(case: Case, seed: int) -> None:
    env, raw = aec(case), raw_aec(case)
    env.reset(seed=seed)
    raw.reset(seed=seed)
    state = case.load().new_initial_state(seed=seed)
    choose = random.Random(seed)
    for _ in range(150):
        assert same(snapshot(env), snapshot(raw))
        assert env.unwrapped.game_state().record.tobytes() == state.record.tobytes()
        for player, agent in enumerate(env.possible_agents):
            observation = env.observe(agent)
            assert same(observation["observation"], state.observation_tensor(player))
            assert same(observation["action_mask"], state.legal_actions_mask(player))
            assert type(env.rewards[agent]) is float
            assert type(env.terminations[agent]) is type(env.truncations[agent]) is bool
        assert list(env.rewards.values()) == state.rewards()
        assert set(env.terminations.values()) == {state.is_terminal()}
        assert same(env.state(), state.observation_tensor(0))
        if state.is_terminal():
            break
        assert env.agent_selection == f"player_{state.current_player()}"
        action = choose.choice(state.legal_actions())
        for game in (env, raw):
            game.step(action)
        state.apply_action(action)


# Illegal actions.


@every_game
@pytest.mark.parametrize("plies", [0, 1])
def test_illegal_action_ends_the_game(case: Case, plies: int) -> None:
    env = aec(case)
    env.reset(seed=0)
    first = env.agent_selection
    list(play(env, 0, plies))
    offender = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(offender)["action_mask"] == 0)[0]))
    assert all(env.terminations.values())
    assert set(env.terminations) == set(env.possible_agents)
    assert {agent: env.rewards[agent] for agent in env.possible_agents} == {
        agent: -1 if agent == offender else 0 for agent in env.possible_agents
    }
    seen: dict[str, float] = {}
    for agent in env.agent_iter():
        seen[agent] = env.last()[1]
        env.step(None)
    assert seen == {agent: -1 if agent == offender else 0 for agent in env.possible_agents}
    fresh = aec(case)
    for game in (env, fresh):
        game.reset(seed=0)
    assert env.agent_selection == env.unwrapped.agent_selection == first
    assert same(snapshot(env), snapshot(fresh))
    assert list(play(env, 1, 40)) == list(play(fresh, 1, 40))
    assert same(snapshot(env), snapshot(fresh))


@small_game
def test_reset_right_after_an_illegal_action(case: Case) -> None:
    env, fresh = aec(case), aec(case)
    env.reset(seed=0)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    for game in (env, fresh):
        game.reset(seed=1)
        list(play(game, 1, 10_000))
    while fresh.agents:
        assert same(snapshot(env), snapshot(fresh))
        for game in (env, fresh):
            game.step(None)
    assert same(snapshot(env), snapshot(fresh))


@every_game
@pytest.mark.parametrize("kind", [np.int8, np.int64, np.array])
def test_illegal_action_of_any_kind_of_integer(case: Case, kind: Any) -> None:
    env = aec(case)
    env.reset(seed=0)
    mover, mask = env.agent_selection, env.last()[0]["action_mask"]
    env.step(kind(int(np.flatnonzero(mask == 0)[0])))
    assert env.rewards[mover] == -1
    assert all(env.terminations.values())


@small_game
def test_illegal_action_in_raw_env_is_an_error(case: Case) -> None:
    env = raw_aec(case)
    env.reset(seed=0)
    list(play(env, 0, 3))
    before = snapshot(env)
    bad = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    for action in (bad, -1, env.action_space("player_0").n, 2**40, -(2**70)):
        with pytest.raises(IllegalActionError, match=f"action {action}"):
            env.step(action)
        assert same(snapshot(env), before)
    assert list(play(env, 5, 5))


@small_game
@pytest.mark.parametrize("make", [aec, raw_aec])
@pytest.mark.parametrize("action", [True, np.True_, None, 1.0, np.float32(2), "3", [4]], ids=repr)
def test_actions_that_are_no_integers(case: Case, make: Any, action: Any) -> None:
    env = make(case)
    env.reset(seed=0)
    before = snapshot(env)
    with pytest.raises((TypeError, AssertionError), match="action"):
        env.step(action)
    assert same(snapshot(env), before)
    assert list(play(env, 0, 3))


@small_game
@pytest.mark.parametrize("kind", [int, np.int32, np.int64, np.uint16, np.array])
def test_all_integers_are_actions(case: Case, kind: Any) -> None:
    env, other = aec(case), aec(case)
    for game in (env, other):
        game.reset(seed=0)
    for _ in range(10):
        action = legal(env.last()[0]["action_mask"])[0]
        env.step(kind(action))
        other.step(action)
    assert same(snapshot(env), snapshot(other))


# Rewards and dead steps.


@every_game
def test_rewards_add_up(case: Case) -> None:
    env = aec(case)
    for seed in range(3):
        env.reset(seed=seed)
        steps = dict.fromkeys(env.possible_agents, 0.0)
        given = dict.fromkeys(env.possible_agents, 0.0)
        choose = random.Random(seed)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            assert info is env.infos[agent]
            given[agent] += reward
            if terminated or truncated:
                env.step(None)
                continue
            env.step(choose.choice(legal(observation["action_mask"])))
            for each in env.agents:
                steps[each] += env.rewards[each]
        returns = env.unwrapped.game_state().returns()
        assert list(steps.values()) == list(given.values()) == returns
        assert abs(sum(returns)) < 1e-12
        assert not env.agents


@small_game
def test_dead_steps(case: Case) -> None:
    for make in (aec, raw_aec):
        env = make(case)
        env.reset(seed=0)
        list(play(env, 0, case.load().max_game_length))
        with pytest.raises((ValueError, AssertionError)):
            env.step("no action")
        count = 0
        while env.agents:
            with pytest.raises(ValueError, match="None"):
                env.step(0)
            env.step(None)
            count += 1
        assert count == len(env.possible_agents)
        assert env.rewards == env.terminations == env.truncations == env.infos == {}
        for agent in env.possible_agents:  # all can still be seen
            assert env.observation_space(agent).contains(env.observe(agent))
        env.state()
        env.reset(seed=0)
        assert env.agents == env.possible_agents
        assert env.agents is not env.possible_agents


@small_game
def test_last_without_observation(case: Case) -> None:
    env = aec(case)
    env.reset()
    assert env.last(observe=False)[0] is None


# Resets.


@every_game
def test_seeds(case: Case) -> None:
    def begin(*seeds: Any) -> Any:
        env = aec(case)
        for seed in seeds:
            assert env.reset(seed=seed) is None
        list(play(env, 1, 20))
        return snapshot(env)

    assert same(begin(0), begin(0))
    assert same(begin(5), begin(np.int64(5)))
    assert same(begin(3, None), begin(9, 3, None))
    assert begin(0)["record"] != begin(1)["record"]  # the seed is in the record
    assert begin(0)["record"] != begin(0, None)["record"]
    for seed in ("1", 1.0, True):
        with pytest.raises(TypeError, match="seed"):
            aec(case).reset(seed=seed)


@small_game
def test_global_random_streams_are_left_alone(case: Case) -> None:
    before = random.getstate(), np.random.get_state()[1].tobytes()
    env = aec(case)
    env.reset()
    for _ in range(20):
        env.step(legal(env.last()[0]["action_mask"])[0])
    assert (random.getstate(), np.random.get_state()[1].tobytes()) == before


@small_game
def test_reset_options(case: Case) -> None:
    env, other = aec(case), aec(case)
    env.reset(seed=0, options={"options": 1, "reset_mask": 3, "Position": None})
    other.reset(seed=0)
    assert same(snapshot(env), snapshot(other))
    middle = case.state_after(0, 7)
    env.reset(seed=0, options={"position": str(middle)})
    assert str(env.unwrapped.game_state()) == str(middle)
    assert env.agent_selection == f"player_{middle.current_player()}"
    check_masks(env)
    env.reset(seed=0)  # options do not stick
    assert same(snapshot(env), snapshot(other))


@every_game
def test_wrong_options_change_nothing(case: Case) -> None:
    for make in (aec, raw_aec):
        env = make(case)
        env.reset(seed=0)
        list(play(env, 0, 4))
        before = snapshot(env)
        finished = case.finished(0)
        with pytest.raises(PositionError, match="over"):
            env.reset(options={"position": str(finished)})
        with pytest.raises(PositionError):
            env.reset(seed=1, options={"position": "no such position"})
        with pytest.raises(TypeError):
            env.reset(seed=1, options={"position": 5})
        with pytest.raises(TypeError, match="options"):
            env.reset(seed=1, options=[1])
        with pytest.raises(TypeError, match="seed"):
            env.reset(seed=1.5)
        assert same(snapshot(env), before)
        assert list(play(env, 5, 5))


@small_game
def test_infos_are_fresh(case: Case) -> None:
    env = aec(case)
    env.reset(seed=0)
    infos = list(env.infos.values())
    assert all(one is not two for one, two in itertools.pairwise(infos))
    for info in infos:
        info["mine"] = 1
    env.reset(seed=0)
    assert all(info == {} for info in env.infos.values())


@small_game
def test_agents_are_a_copy(case: Case) -> None:
    env = raw_aec(case)
    env.reset()
    env.agents.clear()
    assert env.possible_agents
    env.reset()
    assert env.agents == env.possible_agents


# Arrays.


@every_game
@pytest.mark.parametrize("make", [aec, raw_aec])
def test_returned_arrays_are_the_users(case: Case, make: Any) -> None:
    env = make(case)
    env.reset(seed=0)
    given: list[Any] = []
    kept: list[Any] = []
    for _ in play(env, 0, 12):
        for _ in range(2):
            seen = [env.observe(agent) for agent in env.possible_agents] + [env.state()]
            assert not any(share_memory(seen, old) for old in given)
            given.append(seen)
            kept.append(copy_of(seen))
    assert same(given, kept)
    assert not share_memory(given[-1][0], given[-1][1])


@every_game
@pytest.mark.parametrize("make", [aec, raw_aec])
def test_writing_into_arrays_changes_nothing(case: Case, make: Any) -> None:
    env, other = make(case), make(case)
    env.reset(seed=0)
    other.reset(seed=0)
    choose = random.Random(0)
    for _ in range(20):
        if any(other.terminations.values()):
            break
        action = choose.choice(legal(other.last()[0]["action_mask"]))
        observation = env.last()[0]
        for array in arrays_in([observation, env.state()]):
            array[...] = 0
        env.step(action)
        other.step(action)
        assert same(snapshot(env), snapshot(other))


@small_game
def test_a_mask_of_ones_makes_nothing_legal(case: Case) -> None:
    env = aec(case)
    env.reset(seed=0)
    mask = env.last()[0]["action_mask"]
    bad = int(np.flatnonzero(mask == 0)[0])
    mask[:] = 1
    env.step(bad)
    assert all(env.terminations.values())


# Copies.


@every_game
@pytest.mark.parametrize("make", [aec, raw_aec])
@pytest.mark.parametrize("plies", [0, 1, 9])
def test_copies_play_on(case: Case, make: Any, plies: int) -> None:
    env = make(case)
    env.reset(seed=3)
    list(play(env, 3, plies))
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    choose = random.Random(1)
    original = snapshot(env)
    for _ in range(15):
        if any(env.terminations.values()):
            break
        action = choose.choice(legal(env.last()[0]["action_mask"]))
        for one in copies:
            assert same(snapshot(one), original)
            one.step(action)
        assert same(snapshot(env), original)  # the copies are their own
        env.step(action)
        original = snapshot(env)
    for game in (env, *copies):
        game.reset()
    assert all(same(snapshot(one), snapshot(env)) for one in copies)


@small_game
@pytest.mark.parametrize("mode", ["rgb_array", "ansi", "human"])
@pytest.mark.usefixtures("quick_window")
def test_copies_after_a_picture(case: Case, mode: str) -> None:
    env = aec(case, render_mode=mode)
    env.reset(seed=3)
    env.render()
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    action = legal(env.last()[0]["action_mask"])[0]
    for game in (*copies, env):
        game.step(action)
        assert same(snapshot(game), snapshot(copies[0]))
        assert same(game.render(), env.render()) or game is not env
    for game in (*copies, env):
        game.close()
        game.close()


@small_game
def test_copies_after_an_illegal_action(case: Case) -> None:
    env = aec(case)
    env.reset(seed=0)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    for one in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert same(snapshot(one), snapshot(env))
        while one.agents:
            one.step(None)


@small_game
def test_game_state_is_a_copy(case: Case) -> None:
    env = aec(case)
    env.reset(seed=0)
    before = snapshot(env)
    state = env.unwrapped.game_state()
    state.apply_action(state.legal_actions()[0])
    assert same(snapshot(env), before)
    assert env.game_state() == env.unwrapped.game_state()  # through the wrappers as well


# In parallel form.


@every_game
def test_parallel(case: Case) -> None:
    env = DOORS[case.name].load().parallel_env(**case.options)
    raw = raw_aec(case)
    observations, infos = env.reset(seed=4)
    raw.reset(seed=4)
    assert {info["active_agent"] for info in infos.values()} == {raw.agent_selection}
    choose = random.Random(4)
    for _ in range(case.load().max_game_length):
        assert set(observations) == set(infos) == set(env.possible_agents)
        for agent in env.possible_agents:
            assert same(observations[agent], raw.observe(agent))
            assert same(infos[agent]["action_mask"], observations[agent]["action_mask"])
            assert not share_memory(infos[agent], observations[agent])
        mover = raw.agent_selection
        action = choose.choice(legal(observations[mover]["action_mask"]))
        actions = dict.fromkeys(env.agents, 0) | {mover: action}
        observations, rewards, terminations, truncations, infos = env.step(actions)
        raw.step(action)
        assert (rewards, terminations, truncations) == (
            raw.rewards,
            raw.terminations,
            raw.truncations,
        )
        if all(terminations.values()):
            break
        assert {info["active_agent"] for info in infos.values()} == {raw.agent_selection}
    assert not env.agents
    assert not any(info["action_mask"].any() for info in infos.values())
    assert env.step({}) == ({}, {}, {}, {}, {})


@small_game
def test_parallel_copies(case: Case) -> None:
    env = DOORS[case.name].load().parallel_env(**case.options)
    observations, _ = env.reset(seed=4)
    other = pickle.loads(pickle.dumps(env))
    third = copy.deepcopy(env)
    agent = env.aec_env.agent_selection
    action = legal(observations[agent]["action_mask"])[0]
    results = [one.step({agent: action}) for one in (env, other, third)]
    assert same(results[0], results[1])
    assert same(results[0], results[2])


@small_game
def test_finished_game_in_raw_env(case: Case) -> None:
    """Who steps past the end is told so, by PettingZoo or by the game."""
    env = raw_aec(case)
    env.reset(seed=0)
    list(play(env, 0, case.load().max_game_length))
    state = env.game_state()
    assert state.is_terminal()
    with pytest.raises(GameOverError):
        state.apply_action(0)
