"""Native vector environments: every row is the single environment of its seed."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from navalenv.core.errors import PositionError
from navalenv.envs.vector import SeatsVectorEnv
from navalenv.registration import GYMNASIUM_IDS
from tests.envs.doors import (
    DOORS,
    SMALL,
    arrays_in,
    copy_of,
    drawn_legal,
    first_legal,
    legal,
    same,
    share_memory,
    single,
    turns_alternate,
    vector,
)
from tests.games import Case, every_game

small_game = pytest.mark.parametrize("case", SMALL, ids=lambda case: case.id)
every_mode = pytest.mark.parametrize("mode", AutoresetMode, ids=lambda mode: mode.name)
every_setup = pytest.mark.parametrize(
    ("num_envs", "opponent", "seat"),
    [
        (1, "random", 0),
        (3, "greedy", "random"),
        (8, drawn_legal, 1),
        (8, "random", "random"),
    ],
)
NEXT_STEP, SAME_STEP, DISABLED = (
    AutoresetMode.NEXT_STEP,
    AutoresetMode.SAME_STEP,
    AutoresetMode.DISABLED,
)


class Rows:
    """What a vector environment is to give, by single environments."""

    def __init__(self, case: Case, num_envs: int, mode: AutoresetMode, **arguments: Any) -> None:
        self.envs = [single(case, **arguments) for _ in range(num_envs)]
        self.mode = mode
        self.over = [False] * num_envs
        self.resets = 0

    def reset(self, seeds: list[Any], options: Any = None) -> tuple[list[Any], list[Any]]:
        """Observations and infos of all rows."""
        starts = [
            env.reset(seed=seed, options=options)
            for env, seed in zip(self.envs, seeds, strict=True)
        ]
        self.over = [False] * len(self.envs)
        return [start[0] for start in starts], [start[1] for start in starts]

    def reset_rows(self, rows: Any) -> list[Any]:
        """Begin the next episode in some rows."""
        starts = [self.envs[row].reset() for row in rows]
        for row in rows:
            self.over[row] = False
        self.resets += len(rows)
        return starts

    def step(self, actions: Any) -> list[tuple[Any, ...]]:
        """Of each row: the five results, and the last observation and info where it ended."""
        given: list[tuple[Any, ...]] = []
        for row, env in enumerate(self.envs):
            if self.over[row]:
                ((observation, info),) = self.reset_rows([row])
                given.append((observation, 0.0, False, False, info, None, None))
                continue
            observation, reward, terminated, truncated, info = env.step(int(actions[row]))
            over = terminated or truncated
            self.over[row] = over
            final: tuple[Any, Any] = (None, None)
            if over and self.mode == SAME_STEP:
                final = observation, info
                ((observation, info),) = self.reset_rows([row])
            given.append((observation, reward, terminated, truncated, info, *final))
        return given


def check_infos(infos: dict[str, Any], expected: list[Any], over: list[bool], size: int) -> None:
    """The infos of rows, with ones in the mask where an episode is over."""
    count = len(expected)
    assert set(infos) >= {"action_mask", "seat", "illegal_action"}
    for key in ("action_mask", "seat", "illegal_action"):
        assert infos[f"_{key}"].dtype == np.bool_
        assert infos[f"_{key}"].all()
        assert infos[f"_{key}"].shape == (count,)
    assert infos["action_mask"].shape == (count, size)
    assert infos["action_mask"].dtype == np.int8
    for row, info in enumerate(expected):
        mask = np.ones(size, np.int8) if over[row] else info["action_mask"]
        assert same(infos["action_mask"][row], mask)
        assert infos["seat"][row] == info["seat"]
        assert infos["illegal_action"][row] == info["illegal_action"]


def choose_actions(choose: random.Random, masks: Any, illegal_share: float) -> Any:
    """Legal actions, and now and then an illegal one."""
    actions = []
    for mask in masks:
        zeros = np.flatnonzero(mask == 0)
        if len(zeros) and choose.random() < illegal_share:
            actions.append(choose.choice(zeros.tolist()))
        else:
            actions.append(choose.choice(legal(mask)))
    return np.array(actions)


# Equal to the single environments.


@every_game
@every_mode
@every_setup
@pytest.mark.parametrize("seed", [0, 123])
def test_rows_are_single_environments(
    case: Case, mode: AutoresetMode, num_envs: int, opponent: Any, seat: Any, seed: int
) -> None:
    arguments = {"opponent": opponent, "seat": seat, "flatten": num_envs == 3}
    env = vector(case, num_envs, autoreset_mode=mode, **arguments)
    rows = Rows(case, num_envs, mode, **arguments)
    size = case.load().num_distinct_actions
    observations, infos = env.reset(seed=seed)
    expected, expected_infos = rows.reset([seed + i for i in range(num_envs)])
    assert same(observations, np.stack(expected))
    check_infos(infos, expected_infos, rows.over, size)
    choose = random.Random(seed)
    for _ in range(40):
        actions = choose_actions(choose, infos["action_mask"], 0.06)
        if mode == DISABLED and any(rows.over):
            over = np.array(rows.over)
            with pytest.raises(gymnasium.error.ResetNeeded):
                env.step(actions)
            before = list(expected_infos)
            for row, start in zip(
                np.flatnonzero(over), rows.reset_rows(np.flatnonzero(over)), strict=True
            ):
                expected[row], before[row] = start
            observations, infos = env.reset(options={"reset_mask": over})
            assert same(observations, np.stack(expected))
            for row in np.flatnonzero(~over):
                before[row] = {**before[row], "illegal_action": False}
            check_infos(infos, before, rows.over, size)
            actions = choose_actions(choose, infos["action_mask"], 0.0)
        given = rows.step(actions)
        observations, rewards, terminated, truncated, infos = env.step(actions)
        expected = [row[0] for row in given]
        expected_infos = [row[4] for row in given]
        assert same(observations, np.stack(expected))
        assert env.observation_space.contains(observations)
        assert same(rewards, np.array([row[1] for row in given]))
        assert same(terminated, np.array([row[2] for row in given]))
        assert same(truncated, np.array([row[3] for row in given]))
        check_infos(infos, expected_infos, rows.over, size)
        assert same(env.action_masks(), infos["action_mask"].astype(np.bool_))
        ended = [row[5] is not None for row in given]
        assert ("final_obs" in infos) == ("final_info" in infos) == any(ended)
        if any(ended):
            assert infos["_final_obs"].tolist() == infos["_final_info"].tolist() == ended
            for row, (*_, last, last_info) in enumerate(given):
                if not ended[row]:
                    assert infos["final_obs"][row] is None
                    continue
                assert same(infos["final_obs"][row], last)
                final = infos["final_info"]
                assert final["seat"][row] == last_info["seat"]
                assert final["illegal_action"][row] == last_info["illegal_action"]
                assert final["_seat"].tolist() == ended
    assert rows.resets > 0


@small_game
@pytest.mark.parametrize("mode", [NEXT_STEP, SAME_STEP], ids=lambda mode: mode.name)
def test_like_gymnasiums_own_vector(case: Case, mode: AutoresetMode) -> None:
    """Whole games without illegal actions: values, keys and shapes are Gymnasium's."""
    env = vector(case, 3, autoreset_mode=mode, opponent="greedy", seat="random")
    other = gymnasium.make_vec(
        DOORS[case.name].gymnasium_id,
        num_envs=3,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": mode},
        opponent="greedy",
        seat="random",
        **case.options,
    )
    given, expected = env.reset(seed=5), other.reset(seed=5)
    choose = random.Random(0)
    ends = 0
    over = np.zeros(3, bool)
    for _ in range(250):
        assert same(given[0], expected[0])
        infos, others = given[-1], expected[-1]
        assert infos.keys() == others.keys()
        assert infos["action_mask"].dtype == others["action_mask"].dtype
        assert same(infos["action_mask"][~over], others["action_mask"][~over])
        assert infos["action_mask"][over].all()
        assert infos["seat"].tolist() == others["seat"].tolist()
        if "final_obs" in infos:
            assert same(infos["final_obs"], others["final_obs"])
            assert infos["final_info"].keys() == others["final_info"].keys()
            ended = infos["_final_info"]
            for key in ("seat", "illegal_action"):
                values = infos["final_info"][key], others["final_info"][key]
                assert values[0][ended].tolist() == values[1][ended].tolist()
        actions = choose_actions(choose, infos["action_mask"], 0.0)
        given, expected = env.step(actions), other.step(actions)
        assert same(given[1:4], expected[1:4])
        over = given[2] & (mode == NEXT_STEP)
        ends += int(given[2].sum())
    assert ends > 3


@every_game
def test_rows_do_not_depend_on_the_batch(case: Case) -> None:
    for seat in (1, "random"):
        envs = [vector(case, n, opponent=drawn_legal, seat=seat) for n in (2, 9)]
        starts = [env.reset(seed=40) for env in envs]
        for _ in range(30):
            assert same(starts[0][0], starts[1][0][:2])
            masks = starts[1][-1]["action_mask"]
            actions = masks.argmax(1)
            steps = [envs[0].step(actions[:2]), envs[1].step(actions)]
            assert same(steps[0][1], steps[1][1][:2])
            starts = steps


@every_game
@pytest.mark.parametrize("opponent", ["random", "greedy", None])
def test_threads_change_nothing(case: Case, opponent: Any) -> None:
    count = 600
    envs = [vector(case, count, opponent=opponent, num_threads=n) for n in (1, 2, 3)]
    starts = [env.reset(seed=1) for env in envs]
    for _ in range(12):
        assert same(starts[0], starts[1])
        assert same(starts[0], starts[2])
        actions = starts[0][-1]["action_mask"].argmax(1)
        actions[::50] = 0  # mostly illegal
        starts = [env.step(actions) for env in envs]


@small_game
def test_large_batches(case: Case) -> None:
    env = vector(case, 2000, opponent="greedy", seat="random")
    observations, infos = env.reset(seed=0)
    assert observations.shape == (2000, *case.load().observation_shape)
    finished = 0
    for _ in range(60):
        actions = infos["action_mask"].argmax(1)
        observations, _, terminated, _, infos = env.step(actions)
        finished += int(terminated.sum())
    assert finished > 100
    assert env.observation_space.contains(observations)
    assert len({row.tobytes() for row in observations}) > 100


# Autoreset.


@small_game
def test_next_step(case: Case) -> None:
    env = vector(case, 2, opponent=first_legal)
    assert env.metadata["autoreset_mode"] is NEXT_STEP
    alone = single(case, opponent=first_legal)
    _, infos = env.reset(seed=0)
    alone.reset(seed=0)
    bad = int(np.flatnonzero(infos["action_mask"][0] == 0)[0])
    good = legal(infos["action_mask"][1])[0]
    observations, rewards, terminated, truncated, infos = env.step([bad, good])
    last = alone.step(bad)
    assert same(observations[0], last[0])
    assert rewards.tolist() == [-1, 0]
    assert terminated.tolist() == [True, False]
    assert not truncated.any()
    assert infos["illegal_action"].tolist() == [True, False]
    assert infos["action_mask"][0].all()
    actions = [bad, legal(infos["action_mask"][1])[0]]
    observations, rewards, terminated, truncated, infos = env.step(actions)
    start = alone.reset()
    assert same(observations[0], start[0])
    assert same(infos["action_mask"][0], start[1]["action_mask"])
    assert rewards[0] == 0
    assert not (terminated[0])
    assert not (truncated[0])
    assert not (infos["illegal_action"][0])


@small_game
def test_same_step(case: Case) -> None:
    env = vector(case, 2, opponent=first_legal, autoreset_mode=SAME_STEP)
    _, infos = env.reset(seed=0)
    bad = int(np.flatnonzero(infos["action_mask"][0] == 0)[0])
    good = legal(infos["action_mask"][1])[0]
    observations, rewards, terminated, _, infos = env.step([bad, good])
    assert rewards.tolist() == [-1, 0]
    assert terminated.tolist() == [True, False]
    assert infos["illegal_action"].tolist() == [False, False]  # of the new episode
    assert infos["final_info"]["illegal_action"].tolist() == [True, False]
    assert infos["final_info"]["action_mask"][0].all()
    assert infos["final_obs"][1] is None
    assert not share_memory(infos["final_obs"], observations)
    assert legal(infos["action_mask"][0]) == legal(env.action_masks()[0])
    assert not infos["action_mask"].all(1).any()
    assert "final_obs" not in env.step([legal(mask)[0] for mask in infos["action_mask"]])[4]


@small_game
def test_disabled(case: Case) -> None:
    env = vector(case, 3, autoreset_mode="Disabled")
    assert env.metadata["autoreset_mode"] is DISABLED
    _, infos = env.reset(seed=0)
    bad = int(np.flatnonzero(infos["action_mask"][0] == 0)[0])
    goods = [legal(mask)[0] for mask in infos["action_mask"]]
    observations, _, _, _, infos = env.step([bad, goods[1], goods[2]])
    before = env.seats.batch.states.copy()
    actions = [legal(mask)[0] for mask in infos["action_mask"]]
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"\[0\]"):
        env.step(actions)
    assert env.seats.batch.states.tobytes() == before.tobytes()
    reset_mask = np.array([True, False, False])
    options = {"reset_mask": reset_mask}
    after, infos = env.reset(options=options)
    assert options == {"reset_mask": reset_mask}  # not taken out
    assert same(after[1:], observations[1:])
    assert env.seats.batch.states[1:].tobytes() == before[1:].tobytes()
    assert env.seats.batch.states["episode"].tolist() == [1, 0, 0]
    env.step([legal(mask)[0] for mask in infos["action_mask"]])
    for wrong in (
        np.zeros(3, bool),
        np.ones(2, bool),
        np.ones(3, int),
        np.ones((3, 1), bool),
        "all",
    ):
        with pytest.raises((TypeError, ValueError), match="reset_mask"):
            env.reset(options={"reset_mask": wrong})


@small_game
def test_resetting_some_rows_with_seeds(case: Case) -> None:
    env = vector(case, 3, autoreset_mode=DISABLED)
    env.reset(seed=0)
    keys = env.seats.batch.states["key"].copy()
    env.reset(seed=50, options={"reset_mask": np.array([False, False, True])})
    fresh = vector(case, 3)
    fresh.reset(seed=50)
    assert same(env.seats.batch.states["key"][:2], keys[:2])
    assert same(env.seats.batch.states[2:], fresh.seats.batch.states[2:])


@small_game
def test_modes_by_name(case: Case) -> None:
    for mode in AutoresetMode:
        for name in (mode, mode.value, mode.name):
            env = vector(case, 1, autoreset_mode=name)
            assert env.metadata["autoreset_mode"] is env.autoreset_mode is mode
    with pytest.raises(ValueError, match="autoreset_mode"):
        vector(case, 1, autoreset_mode="sometimes")


# Self-play.


@every_game
@every_mode
def test_self_play(case: Case, mode: AutoresetMode) -> None:
    count = 4
    env = vector(case, count, opponent=None, autoreset_mode=mode)
    game = case.load()
    observations, infos = env.reset(seed=9)
    states = [game.new_initial_state(seed=9 + i) for i in range(count)]
    over = np.zeros(count, bool)
    choose = random.Random(0)
    ends = 0
    assert infos["rewards"].tolist() == [[0.0] * game.num_players] * count
    for _ in range(160):
        assert infos["_current_player"].all()
        assert infos["_rewards"].all()
        for row, state in enumerate(states):
            if over[row]:
                assert infos["action_mask"][row].all()
                assert infos["current_player"][row] == -4
                continue
            assert same(observations[row], state.observation_tensor())
            assert legal(infos["action_mask"][row]) == state.legal_actions()
            assert infos["current_player"][row] == infos["seat"][row] == state.current_player()
        if mode == DISABLED and over.any():
            observations, infos = env.reset(options={"reset_mask": over})
            for row in np.flatnonzero(over):
                states[row] = env.seats.batch.state(row)
            over[:] = False
            continue
        actions = choose_actions(choose, infos["action_mask"], 0.02)
        movers = infos["current_player"]
        observations, rewards, terminated, truncated, infos = env.step(actions)
        assert not truncated.any()
        for row, action in enumerate(actions.tolist()):
            state = states[row]
            if over[row]:
                states[row] = env.seats.batch.state(row)
                assert not infos["rewards"][row].any()
                assert (rewards[row], terminated[row]) == (0, False)
                continue
            expected = [0.0] * game.num_players
            if action in state.legal_actions():
                state.apply_action(action)
                expected = state.rewards()
                assert terminated[row] == state.is_terminal()
            else:
                expected[movers[row]] = -1.0
                assert terminated[row]
                where = infos["final_info"] if mode == SAME_STEP else infos
                assert where["illegal_action"][row]
            assert infos["rewards"][row].tolist() == expected
            assert rewards[row] == expected[movers[row]]
            if terminated[row] and mode == SAME_STEP:
                assert same(infos["final_obs"][row], state.observation_tensor())
                states[row] = env.seats.batch.state(row)
        ends += int(terminated.sum())
        over = terminated & (mode != SAME_STEP)
    assert ends > 3


@small_game
def test_self_play_has_both_signs_of_reward(case: Case) -> None:
    """A winner's ply gives +1 to who made it, whichever seat that is."""
    env = vector(case, 64, opponent=None)
    _, infos = env.reset(seed=0)
    choose = random.Random(1)
    winners = set()
    for _ in range(200):
        movers = infos["current_player"]
        actions = choose_actions(choose, infos["action_mask"], 0.0)
        _, rewards, terminated, _, infos = env.step(actions)
        assert case.load().facts.has_chance or (rewards >= 0).all()  # dice end games as well
        assert same(infos["rewards"].sum(1), np.zeros(64))
        winners |= set(movers[rewards > 0].tolist())
        assert terminated[rewards != 0].all()
    assert winners == {0, 1}


# Resets.


@every_game
def test_seeds(case: Case) -> None:
    def begin(*seeds: Any, num_envs: int = 3) -> Any:
        env = vector(case, num_envs, seat="random", opponent="random")
        for seed in seeds:
            start = env.reset(seed=seed)
        return [start, env.seats.batch.states.tobytes()]

    assert same(begin(0), begin(0))
    assert same(begin(4), begin(np.int64(4)))
    assert same(begin(4), begin([4, 5, 6]))
    assert same(begin(4), begin(np.array([4, 5, 6])))
    assert same(begin(4), begin((4, 5, 6)))
    assert same(begin(4, None), begin(1, 4, None))
    assert same(begin(4, [None, None, None]), begin(4, None))
    alone = begin(4, [None, 5, None])[1], begin(4, None)[1], begin(4)[1]
    size = len(alone[0]) // 3
    assert alone[0][:size] == alone[1][:size]
    assert alone[0][size : 2 * size] == alone[2][size : 2 * size]
    assert begin(0)[1] != begin(1)[1]
    assert begin(None)[1] != begin(None)[1]
    env = vector(case, 3)
    env.reset(seed=0)
    before = env.seats.batch.states.tobytes()
    for seed in ("1", 1.0, True, [1, 2], [1, 2, 3, 4], [1, 2, "3"], np.ones(3)):
        with pytest.raises((TypeError, ValueError), match="seed"):
            env.reset(seed=seed)
        assert env.seats.batch.states.tobytes() == before


@every_game
def test_positions(case: Case) -> None:
    env = vector(case, 3, opponent=None)
    states = [case.state_after(seed, 4 + seed) for seed in range(3)]
    texts = [str(state) for state in states]
    env.reset(seed=0, options={"position": texts[0]})
    assert [str(env.seats.batch.state(row)) for row in range(3)] == [texts[0]] * 3
    observations, infos = env.reset(seed=0, options={"position": texts, "other": 1})
    for row, state in enumerate(states):
        assert same(observations[row], state.observation_tensor())
        assert legal(infos["action_mask"][row]) == state.legal_actions()
    env.reset(options={"position": [None, texts[1], None]})

    def begun() -> list[str | None]:
        """Position of each row; None for what may be a set-up."""
        found = [str(env.seats.batch.state(row)) for row in range(3)]
        if case.load().facts.has_chance:
            return [text if text in texts else None for text in found]
        initial = str(case.load().new_initial_state())
        return [None if text == initial else text for text in found]

    assert begun() == [None, texts[1], None]
    env.reset()
    assert begun() == [None] * 3
    before = env.seats.batch.states.tobytes()
    finished = str(case.finished(0))
    for position in (finished, [None, None, finished], "x", texts[:2], [1, 2, 3]):
        with pytest.raises((PositionError, ValueError, TypeError)):
            env.reset(seed=1, options={"position": position})
        assert env.seats.batch.states.tobytes() == before
    env.reset(options={"position": texts[1], "reset_mask": np.array([False, True, False])})
    assert begun() == [None, texts[1], None]


@small_game
def test_global_random_streams_are_left_alone(case: Case) -> None:
    before = random.getstate(), np.random.get_state()[1].tobytes()
    env = vector(case, 4, seat="random")
    _, infos = env.reset()
    for _ in range(30):
        *_, infos = env.step(infos["action_mask"].argmax(1))
    assert (random.getstate(), np.random.get_state()[1].tobytes()) == before


# Truncation.


@small_game
@every_mode
@pytest.mark.parametrize("opponent", ["greedy", None])
def test_max_episode_steps(case: Case, mode: AutoresetMode, opponent: Any) -> None:
    env = vector(case, 2, max_episode_steps=3, autoreset_mode=mode, opponent=opponent)
    _, infos = env.reset(seed=0)
    for step in (1, 2, 3):
        actions = infos["action_mask"].argmax(1)
        observations, rewards, terminated, truncated, infos = env.step(actions)
        assert truncated.tolist() == [step == 3] * 2
        assert not terminated.any()
        assert not rewards.any()
    if mode == SAME_STEP:
        assert infos["_final_obs"].all()
        assert not share_memory(infos["final_obs"], observations)
        assert not infos["action_mask"].all(1).any()
    else:
        assert infos["action_mask"].all()
    if mode == DISABLED:
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step([0, 0])
        observations, infos = env.reset(options={"reset_mask": truncated})
    elif mode == NEXT_STEP:
        observations, rewards, terminated, truncated, infos = env.step([0, 0])
        assert not (terminated | truncated).any()
    start = vector(case, 2, opponent=opponent)
    start.reset(seed=0)
    assert same(observations, start.reset()[0])
    for step in (1, 2, 3):
        actions = infos["action_mask"].argmax(1)
        _, _, terminated, truncated, infos = env.step(actions)
        assert truncated.tolist() == [step == 3] * 2


@small_game
def test_max_episode_steps_is_gymnasiums_time_limit(case: Case) -> None:
    """Also where the game ends in the very step at which the time is up."""
    for limit in range(1, 5):
        env = vector(case, 2, max_episode_steps=limit, opponent=first_legal)
        rows = gymnasium.make_vec(
            DOORS[case.name].gymnasium_id,
            num_envs=2,
            vectorization_mode="sync",
            max_episode_steps=limit,
            opponent=first_legal,
            **case.options,
        )
        starts = env.reset(seed=0), rows.reset(seed=0)
        for step in range(12):
            assert same(starts[0][0], starts[1][0])
            actions = starts[0][-1]["action_mask"].argmax(1)
            if step % 3 == 2:
                actions[1] = int(np.flatnonzero(starts[1][-1]["action_mask"][1] == 0)[0])
            starts = env.step(actions), rows.step(actions)
            assert same(starts[0][1:4], starts[1][1:4])


def test_wrong_max_episode_steps() -> None:
    for value in (0, -1, 1.5, True):
        with pytest.raises((TypeError, ValueError), match="max_episode_steps"):
            SeatsVectorEnv("sea_chess", max_episode_steps=value)


# Arguments.


@pytest.mark.parametrize("name", GYMNASIUM_IDS)
def test_attributes(name: str) -> None:
    env = gymnasium.make_vec(name, num_envs=5)
    alone = gymnasium.make(name)
    assert isinstance(env.unwrapped, SeatsVectorEnv)
    assert env.num_envs == 5
    assert env.single_observation_space == alone.observation_space
    assert env.single_action_space == alone.action_space
    assert env.observation_space == batch_space(alone.observation_space, 5)
    assert env.action_space == batch_space(alone.action_space, 5)
    assert env.spec.id == name
    assert env.render_mode is None
    assert not env.closed
    env.reset(seed=0)
    env.close()
    env.close()
    assert env.closed


@small_game
def test_metadata_are_each_environments_own(case: Case) -> None:
    one = vector(case, 1, autoreset_mode=SAME_STEP)
    two = vector(case, 1)
    one.metadata["render_fps"] = 99
    assert two.metadata["autoreset_mode"] is NEXT_STEP
    assert one.metadata["autoreset_mode"] is SAME_STEP
    assert two.metadata["render_fps"] != 99
    alone = single(case)
    assert "autoreset_mode" not in alone.metadata


@small_game
def test_wrong_arguments(case: Case) -> None:
    for arguments, error, message in (
        ({"num_envs": 0}, ValueError, "num_envs must be at least 1"),
        ({"num_envs": 1.0}, TypeError, "num_envs must be an integer"),
        ({"opponent": "gready"}, ValueError, "unknown opponent 'gready'"),
        ({"opponent": 3}, TypeError, "opponent must be"),
        ({"seat": 2}, ValueError, "seat must be 0 to 1 or 'random', got 2"),
        ({"width": 3}, TypeError, "unknown option of .* 'width'"),
        ({"render_mode": "human"}, ValueError, "unknown render_mode 'human'"),
        ({"num_threads": 0}, ValueError, "num_threads"),
    ):
        with pytest.raises(error, match=message):
            SeatsVectorEnv(case.name, **{"num_envs": 2, **case.options, **arguments})


@small_game
@pytest.mark.parametrize("opponent", ["random", None])
def test_wrong_actions_change_nothing(case: Case, opponent: Any) -> None:
    env = vector(case, 3, opponent=opponent)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step([0, 0, 0])
    _, infos = env.reset(seed=0)
    good = [legal(mask)[0] for mask in infos["action_mask"]]
    before = env.seats.batch.states.tobytes()
    size = case.load().num_distinct_actions
    for wrong in (
        good[:2],
        [*good, 0],
        np.array(good)[:, None],
        np.array(good, float),
        [True, False, True],
        [good[0], good[1], -1],
        [good[0], good[1], size],
        [good[0], good[1], 2**70],
        np.array([0, 0, 2**63], np.uint64),
        good[0],
        None,
        "abc",
        [None, 0, 0],
        [[0, 0], [0], 0],
    ):
        with pytest.raises((ValueError, TypeError), match="actions"):
            env.step(wrong)
        assert env.seats.batch.states.tobytes() == before
    for right in (good, tuple(good), np.array(good, np.uint64), np.array(good, np.int16)):
        other = vector(case, 3, opponent=opponent)
        other.reset(seed=0)
        assert not other.step(right)[4]["illegal_action"].any()
    frozen = np.array(good)
    frozen.flags.writeable = False
    env.step(frozen)


@small_game
def test_opponents_that_are_wrong(case: Case) -> None:
    def illegal(observations: Any, masks: Any, states: Any, words: Any) -> Any:
        return (masks == 0).argmax(1)

    def too_few(observations: Any, masks: Any, states: Any, words: Any) -> Any:
        return masks.argmax(1)[1:]

    for opponent, message in ((illegal, "illegal action"), (too_few, "must return 3 integers")):
        env = vector(case, 3, opponent=opponent)
        _, infos = env.reset(seed=0, options=turns_alternate(case))
        with pytest.raises(ValueError, match=message):
            env.step(infos["action_mask"].argmax(1))


@small_game
@every_mode
def test_errors_of_opponents_change_nothing(case: Case, mode: AutoresetMode) -> None:
    class Unreliable:
        def __init__(self, may_fail: bool) -> None:
            self.fails_in = -1
            self.may_fail = may_fail

        def __call__(self, observations: Any, masks: Any, states: Any, words: Any) -> Any:
            self.fails_in -= self.may_fail
            if self.fails_in == 0:
                raise KeyboardInterrupt
            return drawn_legal(observations, masks, states, words)

    opponent = Unreliable(True)
    arguments = {"seat": "random", "autoreset_mode": mode, "max_episode_steps": 4}
    env = vector(case, 5, opponent=opponent, **arguments)
    other = vector(case, 5, opponent=Unreliable(False), **arguments)

    failures: list[int] = []

    def unreliably(call: Any) -> Any:
        for calls in range(1, 99):
            before = env.seats.batch.states.tobytes(), env.seats.seats.tobytes()
            opponent.fails_in = calls
            try:
                result = call()
            except KeyboardInterrupt:
                after = env.seats.batch.states.tobytes(), env.seats.seats.tobytes()
                assert after == before
                continue
            opponent.fails_in = -1
            failures.append(calls - 1)
            return result
        raise AssertionError

    _, infos = unreliably(lambda: env.reset(seed=0))
    assert same(infos, other.reset(seed=0)[1])
    for _ in range(12):
        actions = infos["action_mask"].argmax(1)
        result = unreliably(lambda actions=actions: env.step(actions))
        assert same(result, other.step(actions))
        infos = result[4]
        over = result[2] | result[3]
        if mode == DISABLED and over.any():
            options = {"reset_mask": over}
            _, infos = unreliably(lambda options=options: env.reset(options=options))
            assert same(infos, other.reset(options=options)[1])
    assert sum(failures) > 3


@small_game
def test_opponents_are_called_once_for_all_rows(case: Case) -> None:
    sizes: list[int] = []

    def opponent(observations: Any, masks: Any, states: Any, words: Any) -> Any:
        sizes.append(len(masks))
        return masks.argmax(1)

    env = vector(case, 5, opponent=opponent, seat=1)
    _, infos = env.reset(seed=0, options=turns_alternate(case))
    assert sizes == [5]
    env.step(infos["action_mask"].argmax(1))
    assert sizes == [5, 5]


# Arrays and copies.


@every_game
@every_mode
@pytest.mark.parametrize("opponent", ["random", None])
def test_returned_arrays_are_the_users(case: Case, mode: AutoresetMode, opponent: Any) -> None:
    env = vector(case, 3, autoreset_mode=mode, opponent=opponent)
    other = vector(case, 3, autoreset_mode=mode, opponent=opponent)
    given: list[Any] = [env.reset(seed=0)]
    other.reset(seed=0)
    kept = [copy_of(given[0])]
    choose = random.Random(0)
    for _ in range(14):
        actions = choose_actions(choose, kept[-1][-1]["action_mask"], 0.1)
        if mode == DISABLED:
            actions = kept[-1][-1]["action_mask"].argmax(1)
        new = env.step(actions)
        assert not any(share_memory([new, env.action_masks()], old) for old in given)
        assert not share_memory(new[0], new[4])
        assert same(new, other.step(actions))
        given.append(new)
        kept.append(copy_of(new))
        if mode == DISABLED and (new[2] | new[3]).any():
            break
    assert same(given, kept)
    given = [env.reset(seed=1)]
    other.reset(seed=1)
    for _ in range(6):
        for array in arrays_in([given[-1], env.action_masks()]):
            if array.dtype != object:
                array[...] = 0
        actions = other.action_masks().argmax(1)
        given.append(env.step(actions))
        assert same(given[-1], other.step(actions))
        if mode == DISABLED and given[-1][2].any():
            break


@small_game
@every_mode
@pytest.mark.parametrize("opponent", ["random", None])
def test_reused_arrays(case: Case, mode: AutoresetMode, opponent: Any) -> None:
    """``copy=False`` gives the same values, in the same memory every time."""
    env = vector(case, 3, copy=False, autoreset_mode=mode, opponent=opponent)
    other = vector(case, 3, autoreset_mode=mode, opponent=opponent)
    given, expected = env.reset(seed=0), other.reset(seed=0)
    first = given
    choose = random.Random(0)
    ends = 0
    for _ in range(60):
        assert same(given, expected)
        assert np.shares_memory(given[0], first[0])
        assert np.shares_memory(given[-1]["action_mask"], first[-1]["action_mask"])
        if mode == DISABLED and len(given) == 5 and (given[2] | given[3]).any():
            options = {"reset_mask": given[2] | given[3]}
            given, expected = env.reset(options=options), other.reset(options=options)
            continue
        actions = choose_actions(choose, expected[-1]["action_mask"], 0.05)
        given, expected = env.step(actions), other.step(actions)
        ends += int(given[2].sum())
    assert ends


@small_game
def test_flat_observations_are_the_same(case: Case) -> None:
    env, flat = vector(case, 3), vector(case, 3, flatten=True)
    given, expected = flat.reset(seed=0), env.reset(seed=0)
    for _ in range(20):
        assert same(given[0], expected[0].reshape(3, -1))
        assert same(given[1:], expected[1:])
        actions = expected[-1]["action_mask"].argmax(1)
        given, expected = flat.step(actions), env.step(actions)


@every_game
@every_mode
@pytest.mark.parametrize("opponent", ["random", None])
def test_copies_play_on(case: Case, mode: AutoresetMode, opponent: Any) -> None:
    env = vector(case, 3, autoreset_mode=mode, opponent=opponent, seat="random")
    _, infos = env.reset(seed=2)
    for _ in range(2):
        *_, infos = env.step(infos["action_mask"].argmax(1))
    envs = [env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    choose = random.Random(1)
    masks = infos["action_mask"]
    for _ in range(25):
        actions = choose_actions(choose, masks, 0.05 if mode != DISABLED else 0.0)
        steps = [one.step(actions) for one in envs]
        assert same(steps[0], steps[1])
        assert same(steps[0], steps[2])
        masks = steps[0][4]["action_mask"]
        if mode == DISABLED and steps[0][2].any():
            break
    starts = [one.reset() for one in envs]
    assert same(starts[0], starts[1])
    assert same(starts[0], starts[2])


# Pictures and wrappers.


@small_game
def test_render(case: Case) -> None:
    pytest.importorskip("pygame")
    env = vector(case, 3, render_mode="rgb_array")
    _, infos = env.reset(seed=0)
    env.step(infos["action_mask"].argmax(1))
    pictures = env.render()
    assert type(pictures) is tuple
    assert len(pictures) == 3
    assert all(picture.dtype == np.uint8 and picture.shape[2] == 3 for picture in pictures)
    alone = single(case, render_mode="rgb_array")
    alone.reset(seed=0)
    alone.step(int(infos["action_mask"][0].argmax()))
    assert same(pictures[0], alone.render())
    env.close()
    texts = vector(case, 2, render_mode="ansi")
    texts.reset(seed=0)
    assert all(isinstance(text, str) for text in texts.render())
    silent = vector(case, 2)
    silent.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert silent.render() is None


@small_game
@pytest.mark.parametrize("mode", [NEXT_STEP, SAME_STEP], ids=lambda mode: mode.name)
def test_episode_statistics(case: Case, mode: AutoresetMode) -> None:
    if mode == SAME_STEP and gymnasium.__version__ < "1.4":
        pytest.skip("Gymnasium before 1.4 counts one step too few here")
    env = RecordEpisodeStatistics(vector(case, 3, opponent="greedy", autoreset_mode=mode))
    _, infos = env.reset(seed=0)
    lengths, sums = np.zeros(3, int), np.zeros(3)
    over = np.zeros(3, bool)
    choose = random.Random(3)
    episodes = 0
    for _ in range(200):
        actions = choose_actions(choose, infos["action_mask"], 0.0)
        _, rewards, terminated, _, infos = env.step(actions)
        lengths, sums = np.where(over, 0, lengths + 1), np.where(over, 0, sums + rewards)
        for row in np.flatnonzero(terminated):
            given = infos if "episode" in infos else infos["final_info"]
            assert given["episode"]["l"][row] == lengths[row]
            assert given["episode"]["r"][row] == sums[row]
            episodes += 1
        if mode == SAME_STEP:
            lengths[terminated], sums[terminated] = 0, 0
        else:
            over = terminated
    assert episodes > 3
