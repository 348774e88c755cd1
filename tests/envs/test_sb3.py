"""stable-baselines3: its checker, MaskablePPO on every kind of environment, evaluation."""

from __future__ import annotations

import copy
import functools
import pathlib
import random
from typing import Any

import gymnasium
import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecMonitor

import navalenv
from navalenv.evaluation import Result, even_games, play_games
from navalenv.games.sea_chess.actions import decode, num_actions, ray
from navalenv.players.ladder import make_player
from navalenv.sb3 import OneSeatVecEnv
from navalenv.training.policy import (
    BoardPolicy,
    LegalActions,
    MoveTable,
    SmallMaskBuffer,
    first_seen,
)
from navalenv.training.pool import PolicyPlayer, Pool, freeze
from tests.envs.doors import (
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

pytestmark = pytest.mark.usefixtures("one_thread")
small_game = pytest.mark.parametrize("case", SMALL, ids=lambda case: case.id)
CASE = next(case for case in SMALL if case.name == "sea_chess")
PIECE_PLANES = 12


@functools.cache
def move_table(size: int = 6) -> MoveTable:
    """From which square to which each action of Sea Chess goes, and its mode."""
    moves = []
    for action in range(num_actions(size)):
        file, rank, direction, distance, mode = decode(size, action)
        stride = ray(size, file, rank, direction)[1]
        square = rank * size + file
        moves.append((square, square + distance * stride, mode))
    return MoveTable(size, size, *np.array(moves, np.int64).T.copy())


def native(num_envs: int = 8, **arguments: Any) -> OneSeatVecEnv:
    """The native environment on the small board."""
    return OneSeatVecEnv(CASE.name, num_envs, **{**CASE.options, **arguments})


def board_model(env: Any, **arguments: Any) -> MaskablePPO:
    """A small MaskablePPO with the board policy."""
    return MaskablePPO(
        BoardPolicy,
        env,
        **{
            "n_steps": 16,
            "batch_size": 64,
            "n_epochs": 2,
            "seed": 3,
            "device": "cpu",
            "policy_kwargs": {
                "moves": move_table(),
                "piece_planes": PIECE_PLANES,
                "channels": 8,
                "blocks": 1,
            },
            **arguments,
        },
    )


def mlp_model(env: Any) -> MaskablePPO:
    """A small MaskablePPO as users make it."""
    steps = 128 // env.num_envs
    return MaskablePPO("MlpPolicy", env, n_steps=steps, batch_size=64, n_epochs=1, device="cpu")


class CountIllegal(BaseCallback):
    """Counts episodes, and those that ended by an illegal action."""

    def __init__(self) -> None:
        super().__init__()
        self.episodes = 0
        self.illegal = 0

    def _on_step(self) -> bool:
        self.episodes += int(self.locals["dones"].sum())
        self.illegal += sum(bool(info.get("illegal_action")) for info in self.locals["infos"])
        return True


def positions() -> tuple[Any, Any]:
    """Observations and masks of some positions."""
    batch = CASE.load().new_batch(40, seed=1)
    for _ in range(25):
        batch.step(batch.sample_legal_actions())
    keep = ~batch.terminated
    return batch.observe()[keep], batch.legal_actions_mask()[keep].astype(bool)


def parameters(model: Any) -> list[Any]:
    return [value.detach().numpy().copy() for value in model.policy.state_dict().values()]


# Checkers and training.


@every_game
@pytest.mark.parametrize("seat", [0, 1, "random"])
def test_check_env(case: Case, seat: object) -> None:
    check_env(single(case, flatten=True, seat=seat))


def make_small(seat: object = "random") -> Any:
    """A single environment on the small board, for workers."""
    return Monitor(gymnasium.make("navalenv:navalenv/SeaChessMini-v0", seat=seat, flatten=True))


@pytest.mark.parametrize("kind", ["dummy", "subprocess"])
def test_learning_on_single_environments(kind: str) -> None:
    if kind == "dummy":
        env: Any = DummyVecEnv([make_small] * 2)
    else:
        env = SubprocVecEnv([make_small] * 2, start_method="spawn")
    try:
        env.seed(0)
        assert is_masking_supported(env)
        env.reset()
        masks = get_action_masks(env)
        assert masks.shape == (2, CASE.load().num_distinct_actions)
        assert masks.dtype == np.bool_
        assert masks.any(1).all()
        model = mlp_model(env)
        count = CountIllegal()
        model.learn(512, callback=count)
        assert count.illegal == 0
        assert count.episodes > 0
    finally:
        env.close()


@pytest.mark.parametrize("monitor", [False, True])
@pytest.mark.parametrize(
    "opponent",
    ["random", "greedy", "pool", drawn_legal],
    ids=opponent_name,
)
def test_learning_on_the_native_environment(opponent: Any, monitor: bool) -> None:
    if opponent == "pool":
        opponent = Pool(CASE.load(), ("random", "greedy"))
    env: Any = native(8, opponent=opponent, flatten=True)
    if monitor:
        env = VecMonitor(env)
    assert is_masking_supported(env)
    model = mlp_model(env)
    count = CountIllegal()
    model.learn(512, callback=count)
    assert count.illegal == 0
    assert count.episodes > 0
    if monitor:
        assert len(model.ep_info_buffer) == min(count.episodes, 100)
    before = parameters(model)
    model.learn(128)
    assert not same(before, parameters(model))


def test_illegal_actions_would_be_counted() -> None:
    """The count of the tests above does find them: a plain PPO plays hardly anything else."""
    from stable_baselines3 import PPO

    env = native(8, flatten=True)
    count = CountIllegal()
    PPO("MlpPolicy", env, n_steps=8, batch_size=64, device="cpu").learn(64, callback=count)
    assert count.illegal > 30


@pytest.mark.parametrize("opponent", ["random", "pool"])
def test_reused_arrays_learn_the_same(opponent: str) -> None:
    learned = []
    for copied in (True, False):
        player: Any = Pool(CASE.load(), ("random", "greedy")) if opponent == "pool" else opponent
        env = native(8, opponent=player, seat="random", copy=copied)
        model = board_model(env, rollout_buffer_class=SmallMaskBuffer)
        model.learn(2 * 16 * 8)
        learned.append(parameters(model))
    assert same(learned[0], learned[1])
    other = board_model(native(8, seat="random"), seed=4)
    other.learn(2 * 16 * 8)
    assert not same(learned[0], parameters(other))


def test_small_masks_learn_the_same() -> None:
    learned = []
    for arguments in ({}, {"rollout_buffer_class": SmallMaskBuffer}):
        model = board_model(native(8), **arguments)
        model.learn(2 * 16 * 8)
        learned.append(parameters(model))
    assert same(learned[0], learned[1])


def test_evaluate_policy_plays_legally() -> None:
    env = VecMonitor(native(4, opponent="random", seed=0, flatten=True))
    model = mlp_model(env)
    illegal: list[bool] = []

    def note(local: dict[str, Any], _: dict[str, Any]) -> None:
        illegal.append(bool(local["infos"][local["i"]].get("illegal_action")))

    returns, lengths = evaluate_policy(
        model, env, n_eval_episodes=50, callback=note, return_episode_rewards=True
    )
    assert len(returns) == 50
    assert set(returns) <= {-1.0, 0.0, 1.0}
    assert min(lengths) > 3
    assert not any(illegal)


# What the native environment gives.


@every_game
@pytest.mark.parametrize(
    ("opponent", "seat", "flatten"),
    [("random", "random", False), ("greedy", 0, True), (drawn_legal, 1, False)],
)
@pytest.mark.parametrize("copied", [True, False])
def test_rows_are_single_environments(
    case: Case, opponent: Any, seat: Any, flatten: bool, copied: bool
) -> None:
    count = 4
    env = OneSeatVecEnv(
        case.name,
        count,
        opponent=opponent,
        seat=seat,
        seed=11,
        flatten=flatten,
        copy=copied,
        **case.options,
    )
    alone = [single(case, opponent=opponent, seat=seat, flatten=flatten) for _ in range(count)]
    observations = env.reset()
    starts = [one.reset(seed=11 + i) for i, one in enumerate(alone)]
    expected = [start[0] for start in starts]
    masks = [start[1]["action_mask"] for start in starts]
    assert env.observation_space == alone[0].observation_space
    assert env.action_space == alone[0].action_space
    choose = random.Random(0)
    ends = 0
    for _ in range(40):
        assert same(observations, np.stack(expected))
        assert same(env.action_masks(), np.stack(masks).astype(np.bool_))
        assert env.seats.tolist() == [one.unwrapped.seat for one in alone]
        actions = []
        for mask in masks:
            zeros = np.flatnonzero(mask == 0).tolist()
            actions.append(choose.choice(zeros if choose.random() < 0.05 else legal(mask)))
        observations, rewards, dones, infos = env.step(np.array(actions))
        assert rewards.dtype == np.float32
        assert rewards.shape == dones.shape == (count,)
        assert dones.dtype == np.bool_
        assert type(infos) is list
        for row, action in enumerate(actions):
            expected[row], reward, terminated, _, info = alone[row].step(action)
            assert (rewards[row], dones[row]) == (reward, terminated)
            assert ("terminal_observation" in infos[row]) == terminated
            assert bool(infos[row].get("illegal_action")) == info["illegal_action"]
            if terminated:
                ends += 1
                assert same(infos[row]["terminal_observation"], expected[row])
                assert not share_memory(infos[row], observations)
                assert infos[row]["TimeLimit.truncated"] is False
                assert infos[row]["seat"] == info["seat"]
                expected[row], info = alone[row].reset()
            masks[row] = info["action_mask"]
    assert ends


@small_game
def test_seeds(case: Case) -> None:
    def begin(env: Any) -> Any:
        return env.reset().tobytes(), env.states.tobytes(), env.seats.tolist()

    env = OneSeatVecEnv(case.name, 3, **case.options)
    assert env.seed(5) == [5, 6, 7]
    first = begin(env)
    next_episode = begin(env)
    assert first != next_episode
    other = OneSeatVecEnv(case.name, 3, seed=5, **case.options)
    assert begin(other) == first
    assert begin(other) == next_episode
    other.seed(0)
    again = begin(other)
    assert again != first
    assert begin(OneSeatVecEnv(case.name, 3, seed=0, **case.options)) == again
    unseeded = [begin(OneSeatVecEnv(case.name, 3, **case.options)) for _ in range(2)]
    assert unseeded[0] != unseeded[1]


@small_game
def test_options(case: Case) -> None:
    env = OneSeatVecEnv(case.name, 2, seat=0, seed=0, **case.options)
    text = str(case.state_after(0, 4))
    env.set_options({"position": text})
    env.reset()
    games = [navalenv.core.state.State(env.game, env.states[row : row + 1]) for row in range(2)]
    assert [str(game) for game in games] == [text, text]
    env.reset()  # options do not stick
    games = [navalenv.core.state.State(env.game, env.states[row : row + 1]) for row in range(2)]
    if env.game.facts.has_chance:
        assert text not in map(str, games)
    else:
        assert [str(game) for game in games] == [str(case.load().new_initial_state())] * 2


@small_game
def test_returned_arrays_are_the_users(case: Case) -> None:
    env = OneSeatVecEnv(case.name, 3, seed=1, **case.options)
    other = OneSeatVecEnv(case.name, 3, seed=1, **case.options)
    given: list[Any] = [env.reset()]
    assert same(given[0], other.reset())
    kept = copy_of(given)
    for step in range(20):
        masks = env.action_masks()
        actions = masks.argmax(1)
        if step % 5 == 4:
            actions[1] = (~masks[1]).argmax()
        new = env.step(actions), masks
        assert not share_memory(new, given)
        assert same(new[0], other.step(actions))
        given.append(new)
        kept.append(copy_of(new))
    assert same(given, kept)
    for _ in range(5):
        actions = other.action_masks().argmax(1)
        new_step = env.step(actions)
        assert same(new_step, other.step(actions))
        for array in arrays_in([new_step, env.action_masks()]):
            array[...] = 0


@small_game
def test_reused_arrays_stay_for_one_step(case: Case) -> None:
    env = OneSeatVecEnv(case.name, 3, seed=1, copy=False, **case.options)
    observations = [env.reset()]
    for _ in range(6):
        kept = observations[-1].copy()
        observations.append(env.step(env.action_masks().argmax(1))[0])
        assert same(observations[-2], kept)
        assert not np.shares_memory(observations[-1], observations[-2])
    assert np.shares_memory(observations[-1], observations[-3])


@small_game
def test_attributes_and_methods(case: Case) -> None:
    env = OneSeatVecEnv(case.name, 3, seed=0, **case.options)
    env.reset()
    masks = env.action_masks()
    assert same(get_action_masks(env), masks)
    assert same(env.env_method("action_masks", indices=[2]), [masks[2]])
    assert same(env.env_method("action_masks", indices=1), [masks[1]])
    assert env.get_attr("render_mode") == [None] * 3
    assert env.get_attr("render_mode", indices=[0, 2]) == [None] * 2
    assert env.has_attr("action_masks")
    assert not env.has_attr("action_maskz")
    assert env.env_is_wrapped(Monitor) == [False] * 3
    env.set_attr("mine", 4)
    assert env.get_attr("mine") == [4] * 3
    env.opponent = "greedy"
    assert "greedy" in repr(env.opponent)
    with pytest.raises(ValueError, match="unknown opponent"):
        env.opponent = "gready"
    assert "greedy" in repr(env.opponent)
    with pytest.raises(TypeError):
        env.opponent = 3
    env.close()
    env.close()


@small_game
def test_wrong_actions_change_nothing(case: Case) -> None:
    env = OneSeatVecEnv(case.name, 2, seed=0, **case.options)
    env.reset()
    good = env.action_masks().argmax(1)
    before = env.states.tobytes()
    for wrong in (good[:1], good[:, None], good * 1.0, good - 10**6, good + 10**6, [True, False]):
        with pytest.raises(ValueError, match="actions"):
            env.step(wrong)
        assert env.states.tobytes() == before


@small_game
def test_errors_of_opponents_change_nothing(case: Case) -> None:
    def too_few(observations: Any, masks: Any, states: Any, words: Any) -> Any:
        return masks.argmax(1)[1:]

    env = OneSeatVecEnv(case.name, 3, seed=0, seat=0, **case.options)
    env.set_options(turns_alternate(case))
    env.reset()
    env.opponent = too_few
    before = env.states.tobytes()
    with pytest.raises(ValueError, match="must return 3 integers"):
        env.step(env.action_masks().argmax(1))
    assert env.states.tobytes() == before


@small_game
def test_wrong_arguments(case: Case) -> None:
    for arguments, error, message in (
        ({"num_envs": 0}, ValueError, "num_envs"),
        ({"opponent": "gready"}, ValueError, "unknown opponent"),
        ({"opponent": None}, TypeError, "opponent must be"),
        ({"seat": 9}, ValueError, "seat must be"),
        ({"render_mode": "human"}, ValueError, "unknown render_mode"),
        ({"width": 1}, TypeError, "unknown option"),
        ({"seed": 1.5}, TypeError, "seed"),
    ):
        with pytest.raises(error, match=message):
            OneSeatVecEnv(case.name, **{"num_envs": 2, **case.options, **arguments})


@small_game
def test_pictures(case: Case) -> None:
    pytest.importorskip("pygame")
    env = OneSeatVecEnv(case.name, 2, render_mode="rgb_array", seed=0, **case.options)
    env.reset()
    images = env.get_images()
    assert len(images) == 2
    assert all(image is not None and image.dtype == np.uint8 for image in images)
    assert env.render().ndim == 3


@small_game
def test_threads_change_nothing(case: Case) -> None:
    envs = [OneSeatVecEnv(case.name, 400, seed=0, num_threads=n, **case.options) for n in (1, 3)]
    assert same(*[env.reset() for env in envs])
    for _ in range(20):
        actions = envs[0].action_masks().argmax(1)
        assert same(*[env.step(actions) for env in envs])


# Evaluation.


@every_game
def test_evaluate(case: Case) -> None:
    game = case.load()
    result = navalenv.evaluate(game, "greedy", "random", num_games=72, seed=5)
    assert result.games == result.wins + result.draws + result.losses == 72
    if game.num_players == 2 and game.max_utility == 1:
        assert result.mean_return == pytest.approx((result.wins - result.losses) / 72)
    assert result == navalenv.evaluate(game, "greedy", "random", num_games=72, seed=5)
    assert result != navalenv.evaluate(game, "random", "random", num_games=72, seed=5)
    parts = [navalenv.evaluate(game, "greedy", "random", 24, seed=5 + 24 * i) for i in range(3)]
    assert sum(part.wins for part in parts) == result.wins
    assert sum(part.draws for part in parts) == result.draws
    assert np.mean([part.mean_length for part in parts]) == pytest.approx(result.mean_length)
    assert result.wins > result.losses
    low, high = result.interval
    assert 0 <= low <= result.win_rate <= high <= 1
    assert f"{result.wins}/{result.draws}/{result.losses} of 72" in str(result)


@small_game
def test_evaluate_from_both_seats(case: Case) -> None:
    """Who plays whom: the mirror image of every game has the opposite result."""
    game = case.load()
    if game.facts.has_chance:
        pytest.skip("chance says who begins: mirror images are not the same game")
    one = navalenv.evaluate(game, first_legal, last_legal, num_games=40)
    other = navalenv.evaluate(game, last_legal, first_legal, num_games=40)
    assert (one.wins, one.draws, one.losses) == (other.losses, other.draws, other.wins)
    seats: list[int] = []

    def player(observations: Any, masks: Any, states: Any, words: Any) -> Any:
        if states["ply"][0] < 2:
            seats.extend(states["to_move"].tolist())
        return masks.argmax(1)

    navalenv.evaluate(game, player, "random", num_games=8, max_plies=4)
    assert sorted(seats) == [0, 0, 0, 0, 1, 1, 1, 1]


@small_game
def test_evaluate_with_wrong_arguments(case: Case) -> None:
    for arguments, error, message in (
        ({"game": case.name}, TypeError, "game must be a game"),
        ({"player": None}, TypeError, "player must be one of"),
        ({"opponent": "gready"}, ValueError, "unknown opponent"),
        ({"num_games": 0}, ValueError, "num_games"),
        ({"num_games": 3}, ValueError, "num_games must be a multiple of .* such as 2 or 4; got 3"),
        ({"seed": 1.5}, TypeError, "seed"),
        ({"max_plies": "3"}, TypeError, "max_plies"),
        ({"max_plies": -1}, ValueError, "max_plies"),
    ):
        right = {"game": case.load(), "player": "random", "num_games": 2}
        with pytest.raises(error, match=message):
            navalenv.evaluate(**{**right, **arguments})


@every_game
def test_evaluate_counts_all_seats_alike(case: Case) -> None:
    """A number of games that would not is refused; the number that is taken if none is given."""
    game = case.load()
    seats = game.num_players
    for number in range(1, 13):
        assert even_games(game, number) == next(n for n in range(number, 99) if n % seats == 0)
        if number % seats:
            with pytest.raises(ValueError, match=f"number of players, {seats}, .*got {number}"):
                navalenv.evaluate(game, "random", num_games=number, max_plies=0)
        else:
            assert navalenv.evaluate(game, "random", "random", number, 0, 0).games == number
    assert navalenv.evaluate(game, "random", max_plies=0).games == even_games(game, 200)


@every_game
def test_play_games(case: Case) -> None:
    """Any player in any seat; a game does not depend on those beside it."""
    game = case.load()
    seats, plies = game.num_players, 30
    players = [make_player(name, game) for name in ("random", "greedy")]
    seating = np.arange(12)[:, None] // 2 ** np.arange(seats) % 2
    every = play_games(game, players, seating, 3, plies)
    assert every.returns.shape == (12, seats)
    for row in range(12):
        one = play_games(game, players, seating[row : row + 1], 3 + row, plies)
        assert (one.returns[0] == every.returns[row]).all()
        assert one.plies[0] == every.plies[row]
    asked: list[int] = []

    def third(observations: Any, masks: Any, states: Any, words: Any) -> Any:
        asked.extend(states["to_move"].tolist())
        return masks.argmax(1)

    play_games(game, [*players, third], np.where(seating, 2, 0)[:2], 3, plies)
    assert set(asked) <= set(np.flatnonzero(seating[:2].any(0)).tolist())
    assert asked


@small_game
def test_evaluate_gives_masks_and_refuses_illegal_actions(case: Case) -> None:
    game = case.load()

    def illegal(observations: Any, masks: Any, states: Any, words: Any) -> Any:
        return (masks == 0).argmax(1)

    for sides in ((illegal, "random"), ("random", illegal)):
        with pytest.raises(ValueError, match="illegal action"):
            navalenv.evaluate(game, *sides, num_games=4)
    for number in (0, -1, 1.5):
        with pytest.raises((TypeError, ValueError), match="num_games"):
            navalenv.evaluate(game, "random", num_games=number)
    with pytest.raises(ValueError, match="unknown player"):
        navalenv.evaluate(game, "randon")
    short = navalenv.evaluate(game, "random", num_games=6, max_plies=2)
    assert short.draws == 6
    assert short.mean_length == 2


def test_intervals() -> None:
    """Wilson's interval by the roots of its own equation."""
    for wins, games in ((0, 10), (7, 10), (10, 10), (700, 1000)):
        result = Result(wins, 0, games - wins, 0.0, 1.0)
        low, high = result.interval
        rate = wins / games
        for end in (low, high):
            if 0 < end < 1:
                assert abs(rate - end) == pytest.approx(
                    1.96 * (end * (1 - end) / games) ** 0.5, abs=1e-9
                )
    draws = Result(1, 9, 0, 0.1, 1.0)
    assert draws.win_rate == 0.1


# The pool.


def frozen_model(seed: int) -> tuple[Any, PolicyPlayer]:
    model = board_model(native(2), seed=seed)
    return model, freeze(model.policy, f"copy {seed}")


class Always:
    """A player of the pool that says who it is by what it does, and notes its episodes."""

    def __init__(self) -> None:
        self.episodes: set[tuple[int, ...]] = set()

    def __call__(self, observations: Any, masks: Any, states: Any, words: Any) -> Any:
        self.episodes |= {(*key, episode) for key, episode in keys_of(states)}
        return masks.argmax(1)


def keys_of(states: Any) -> Any:
    return zip(states["key"].tolist(), states["episode"].tolist(), strict=True)


def test_episodes_keep_their_member_of_the_pool() -> None:
    members = [Always() for _ in range(3)]
    pool = Pool(CASE.load(), tuple(members[:2]))
    pool.copies.append(members[2])  # type: ignore[arg-type]
    env = native(32, opponent=pool, seed=0)
    env.reset()
    for _ in range(60):
        env.step(env.action_masks().argmax(1))
    sets = [member.episodes for member in members]
    assert all(sets)
    assert len(set.union(*sets)) == sum(map(len, sets))  # none was played by two
    assert len(sets[2]) > len(sets[0])  # half of the episodes are the newest copy's


@pytest.mark.parametrize("sparring", [2, 3])
def test_all_sparring_partners_play_before_there_are_copies(sparring: int) -> None:
    members = [Always() for _ in range(sparring)]
    pool = Pool(CASE.load(), tuple(members))
    batch = CASE.load().new_batch(900, seed=0)
    counts = np.bincount(pool.members_of(batch.states), minlength=sparring)
    assert len(counts) == sparring
    assert counts.min() > 0.7 * 900 / sparring


def test_shares_of_the_pool() -> None:
    pool = Pool(CASE.load(), ("random", "greedy"), newest_share=0.5)
    batch = CASE.load().new_batch(3000, seed=0)
    pool.copies = [Always(), Always()]  # type: ignore[list-item]
    shares = np.bincount(pool.members_of(batch.states), minlength=4) / 3000
    assert shares == pytest.approx([1 / 6, 1 / 6, 1 / 6, 1 / 2], abs=0.03)
    parts = [pool.members_of(batch.states[i : i + 1])[0] for i in range(50)]
    assert parts == pool.members_of(batch.states[:50]).tolist()
    pool = Pool(CASE.load(), ())
    pool.copies = [Always()]  # type: ignore[list-item]
    assert not pool.members_of(batch.states).any()


@pytest.mark.parametrize("capacity", [1, 2, 3, 4, 5, 12])
def test_capacity_of_the_pool(capacity: int) -> None:
    pool = Pool(CASE.load(), capacity=capacity)
    for age in range(60):
        pool.add(PolicyPlayer(None, name=str(age)))  # type: ignore[arg-type]
        assert len(pool.copies) <= capacity
        names = [int(player.name) for player in pool.copies]
        assert names[-1] == age
        assert names == sorted(names)
        assert len(pool) == 1 + len(names)
    if capacity >= 4:
        assert names[0] < 30  # copies of all ages
    assert len(names) >= capacity / 2
    for wrong in (0, -1, 1.5):
        with pytest.raises((TypeError, ValueError), match="capacity"):
            Pool(CASE.load(), capacity=wrong)  # type: ignore[arg-type]


def test_an_empty_pool_is_an_error() -> None:
    env = native(2, opponent=Pool(CASE.load(), ()), seat=0)
    env.reset()
    with pytest.raises(ValueError, match="pool"):
        env.step(env.action_masks().argmax(1))


def test_frozen_copies_do_not_learn() -> None:
    model, frozen = frozen_model(5)
    observations, masks = positions()
    game = CASE.load()
    states = game.new_batch(len(masks)).states
    words = np.arange(4 * len(masks), dtype=np.uint32).reshape(-1, 4) * 999_983 * 997
    live = PolicyPlayer(model.policy)
    before = frozen(observations, masks, states, words)
    assert same(before, live(observations, masks, states, words))
    assert masks[np.arange(len(masks)), before].all()
    with torch.no_grad():
        for parameter in model.policy.parameters():
            parameter += torch.randn_like(parameter)
    assert same(frozen(observations, masks, states, words), before)
    assert not same(live(observations, masks, states, words), before)
    assert model.policy.optimizer is not None
    assert not any(parameter.requires_grad for parameter in frozen.policy.parameters())
    assert all(parameter.requires_grad for parameter in model.policy.parameters())
    model.learn(16 * 2)  # training goes on


def test_policy_players_by_words() -> None:
    """What a policy draws is a function of position and words, not of the batch or torch."""
    _, player = frozen_model(5)
    observations, masks = positions()
    states = CASE.load().new_batch(len(masks)).states
    words = np.random.default_rng(0).integers(2**32, size=(len(masks), 4), dtype=np.uint32)
    torch.manual_seed(1)
    first = player(observations, masks, states, words)
    torch.manual_seed(2)
    assert same(player(observations, masks, states, words), first)
    one = [
        player(observations[i : i + 1], masks[i : i + 1], states[i : i + 1], words[i : i + 1])[0]
        for i in range(len(masks))
    ]
    assert one == first.tolist()
    assert not same(player(observations, masks, states, words[::-1].copy()), first)
    likeliest = PolicyPlayer(player.policy, greedy=True)
    assert same(
        likeliest(observations, masks, states, words),
        likeliest(observations, masks, states, words[::-1].copy()),
    )


def test_pool_in_evaluation() -> None:
    _, player = frozen_model(5)
    pool = Pool(CASE.load(), ("greedy",))
    pool.add(player)
    result = navalenv.evaluate(CASE.load(), player, pool, num_games=12)
    assert result.games == 12
    assert result == navalenv.evaluate(CASE.load(), player, pool, num_games=12)


def test_network_in_the_arena() -> None:
    """Workers change nothing, and torch has as many threads afterwards as before."""
    _, player = frozen_model(5)
    before = torch.get_num_threads()
    one, other = (
        navalenv.arena(CASE.load(), {"network": player, "random": "random"}, 64, 3, workers)
        for workers in (1, 3)
    )
    assert one.to_dict() == other.to_dict()
    assert torch.get_num_threads() == before
    assert one.crosstable[0][1] == navalenv.evaluate(CASE.load(), player, "random", 64, 3)


# The board policy.


def test_distributions_are_over_legal_actions() -> None:
    model, _ = frozen_model(1)
    observations, masks = positions()
    policy = model.policy
    policy.set_training_mode(False)
    with torch.no_grad():
        features = policy.extract_features(torch.from_numpy(observations))
        legal_actions = policy.legal_actions(features, masks)
        for row, mask in enumerate(masks):
            count = int(mask.sum())
            assert legal_actions.actions[row, :count].tolist() == legal(mask)
            assert float(legal_actions.log_probs[row].exp().sum()) == pytest.approx(1, abs=1e-5)
            assert not legal_actions.log_probs[row, count:].exp().any()
        for draws in range(20):
            torch.manual_seed(draws)
            actions, values, log_probs = policy(torch.from_numpy(observations), action_masks=masks)
            assert masks[np.arange(len(masks)), actions].all()
            again = policy.evaluate_actions(torch.from_numpy(observations), actions, masks)
            assert values.shape == again[0].shape == (len(masks), 1)
            torch.testing.assert_close(log_probs, again[1])
            torch.testing.assert_close(values, again[0])
        entropies = again[2].numpy()
        for row, mask in enumerate(masks):
            probabilities = legal_actions.log_probs[row, : int(mask.sum())].exp().double().numpy()
            expected = -(probabilities * np.log(probabilities)).sum()
            assert entropies[row] == pytest.approx(expected, rel=1e-4)
        likeliest, *_ = policy(
            torch.from_numpy(observations), deterministic=True, action_masks=masks
        )
        for row, mask in enumerate(masks):
            every = torch.tensor(legal(mask)).reshape(1, -1)
            scores = policy.action_net(features[row : row + 1], every)[0]
            assert int(likeliest[row]) == legal(mask)[int(scores.argmax())]
            torch.testing.assert_close(
                torch.log_softmax(scores, 0),
                legal_actions.log_probs[row, : len(scores)],
                rtol=1e-4,
                atol=1e-5,
            )


def test_unmasked_prediction_is_over_all_actions() -> None:
    model, _ = frozen_model(1)
    observations, _ = positions()
    actions, _ = model.predict(observations)
    assert actions.shape == (len(observations),)
    legal_actions = model.policy.legal_actions(
        model.policy.extract_features(torch.from_numpy(observations)), None
    )
    assert legal_actions.actions.shape == (len(observations), CASE.load().num_distinct_actions)


@pytest.mark.parametrize("seed", range(5))
def test_drawing_by_numbers(seed: int) -> None:
    """`sample_by` inverts the distribution, and is legal for every number and every score."""
    generator = np.random.default_rng(seed)
    masks = generator.random((50, 30)) < 0.3
    masks[:, 7] |= ~masks.any(1)
    distribution = LegalActions(masks)
    scores = torch.from_numpy(
        generator.normal(size=distribution.actions.shape).astype(np.float32)
        * generator.choice([0.1, 3, 100])
    )
    distribution.score(scores)
    rows = np.arange(50)
    for number in (0.0, 1e-12, 0.25, 0.5, 0.999, 1 - 2.0**-32, 1 - 2.0**-53):
        actions = distribution.sample_by(torch.full((50,), number, dtype=torch.float64))
        assert masks[rows, actions].all()
        for row in range(50):
            chosen = legal(masks[row])
            sums = distribution.log_probs[row, : len(chosen)].exp().double().cumsum(0)
            place = min(int((sums < number * sums[-1]).sum()), len(chosen) - 1)
            assert int(actions[row]) == chosen[place]
    for _ in range(50):
        actions = distribution.sample_by(torch.from_numpy(generator.random(50)))
        assert masks[rows, actions].all()
        assert masks[rows, distribution.sample()].all()
    assert masks[rows, distribution.mode()].all()


def test_drawing_by_numbers_follows_the_distribution() -> None:
    masks = np.zeros((1, 10), bool)
    masks[0, [2, 5, 9]] = True
    distribution = LegalActions(np.repeat(masks, 30_000, 0))
    distribution.score(torch.log(torch.tensor([0.2, 0.5, 0.3])).repeat(30_000, 1))
    numbers = torch.from_numpy(np.random.default_rng(0).random(30_000))
    counts = np.bincount(distribution.sample_by(numbers).numpy(), minlength=10) / 30_000
    assert counts[[2, 5, 9]] == pytest.approx([0.2, 0.5, 0.3], abs=0.01)
    assert float(distribution.entropy()[0]) == pytest.approx(1.0296530, abs=1e-5)
    actions = torch.tensor([2, 5, 9] * 10_000)
    expected = torch.log(torch.tensor([0.2, 0.5, 0.3] * 10_000))
    torch.testing.assert_close(distribution.log_prob(actions), expected)


def test_models_are_saved_whole(tmp_path: pathlib.Path) -> None:
    env = native(4, seed=0)
    model = board_model(env)
    model.learn(64)
    model.save(tmp_path / "model")
    loaded = MaskablePPO.load(tmp_path / "model", device="cpu")
    assert same(parameters(loaded), parameters(model))
    observations, masks = positions()
    for one in (model, loaded):
        torch.manual_seed(0)
        one.actions = one.predict(observations, action_masks=masks)[0]
        one.likeliest = one.predict(observations, action_masks=masks, deterministic=True)[0]
    assert same(model.actions, loaded.actions)
    assert same(model.likeliest, loaded.likeliest)
    assert masks[np.arange(len(masks)), loaded.actions].all()
    loaded.set_env(native(4, seed=0))
    loaded.learn(64)
    model.policy.save(str(tmp_path / "policy"))
    policy = BoardPolicy.load(str(tmp_path / "policy"), device="cpu")
    again = policy.predict(observations, action_masks=masks, deterministic=True)[0]
    assert same(again, model.likeliest)
    duplicate = copy.deepcopy(model.policy)
    again = duplicate.predict(observations, action_masks=masks, deterministic=True)[0]
    assert same(again, model.likeliest)


# What the network sees.


def brute_first_seen(pieces: Any) -> Any:
    """What is first seen from every square, square by square."""
    boards, height, width, kinds = pieces.shape
    seen = np.zeros((boards, height, width, 4, kinds), np.float32)
    for board in range(boards):
        for row in range(height):
            for column in range(width):
                for direction, (down, across) in enumerate(((-1, 0), (1, 0), (0, -1), (0, 1))):
                    r, c = row + down, column + across
                    while 0 <= r < height and 0 <= c < width:
                        if pieces[board, r, c].any():
                            seen[board, row, column, direction] = pieces[board, r, c]
                            break
                        r, c = r + down, c + across
    return seen.reshape(boards, height, width, -1)


def test_first_seen_on_a_board_by_hand() -> None:
    pieces = torch.zeros(1, 3, 4, 2)
    pieces[0, 1, 0, 0] = 1  # one kind at row 1, column 0
    pieces[0, 1, 3, 1] = 1  # another at row 1, column 3
    seen = first_seen(pieces).reshape(3, 4, 4, 2)
    lower_row, higher_row, lower_column, higher_column = range(4)
    assert seen[1, 1, lower_column].tolist() == [1, 0]
    assert seen[1, 1, higher_column].tolist() == [0, 1]
    assert seen[1, 0, higher_column].tolist() == [0, 1]
    assert seen[1, 0, lower_column].tolist() == [0, 0]
    assert seen[1, 3, lower_column].tolist() == [1, 0]
    assert seen[0, 0, higher_row].tolist() == [1, 0]
    assert seen[2, 0, lower_row].tolist() == [1, 0]
    assert seen[2, 3, lower_row].tolist() == [0, 1]
    assert not seen[0, 1].any()
    pieces[0, 1, 2, 0] = 1  # comes between
    seen = first_seen(pieces).reshape(3, 4, 4, 2)
    assert seen[1, 1, higher_column].tolist() == [1, 0]
    assert seen[1, 3, lower_column].tolist() == [1, 0]


@pytest.mark.parametrize("share", [0.05, 0.3, 0.9])
def test_first_seen_on_random_boards(share: float) -> None:
    generator = np.random.default_rng(0)
    taken = generator.random((6, 5, 7)) < share
    kinds = generator.integers(3, size=taken.shape)
    pieces = (taken[..., None] & (kinds[..., None] == np.arange(3))).astype(np.float32)
    assert same(first_seen(torch.from_numpy(pieces)).numpy(), brute_first_seen(pieces))


def test_scores_depend_on_the_board() -> None:
    """A ship far away on an open line changes the scores of the moves along it."""
    model, _ = frozen_model(2)
    policy = model.policy
    game = CASE.load()
    texts = (
        ".....f/....../....../B...../....../F..... 0 0",
        ".....f/....../....../B....d/....../F..... 0 0",
    )
    scores = []
    for text in texts:
        state = game.new_initial_state(text)
        actions = state.legal_actions()
        features = policy.extract_features(
            torch.from_numpy(state.observation_tensor()).unsqueeze(0)
        )
        with torch.no_grad():
            found = policy.action_net(features, torch.tensor([actions]))[0]
        scores.append(dict(zip(actions, found.tolist(), strict=True)))
    common = scores[0].keys() & scores[1].keys()
    battleship = 2 * 6  # its square: rank 3, file a
    moves = move_table()
    changed = [a for a in common if scores[0][a] != scores[1][a]]
    assert {a for a in common if moves.origins[a] == battleship} <= set(changed)


def test_move_table() -> None:
    """The table says of every legal action where it goes, as the notation does."""
    moves = move_table()
    names = [f"{'abcdef'[file]}{rank + 1}" for rank in range(6) for file in range(6)]
    for state in CASE.play(3, 40):
        if state.current_player() != 0:
            continue
        for action in state.legal_actions():
            start, end = names[moves.origins[action]], names[moves.targets[action]]
            text = state.action_to_string(action)
            assert text[1:3] == start
            assert end in text[3:]
