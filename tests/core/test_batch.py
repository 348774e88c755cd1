"""What holds for batches of every game."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import navalenv
from navalenv.core.batch import Batch
from navalenv.core.errors import GameOverError, IllegalActionError
from navalenv.core.state import State
from tests.games import Case, every_game

MANY = 700
"""Rows that five threads share."""


def ply(batch: Batch) -> np.ndarray[Any, Any]:
    """A sampled ply in every row; the rewards."""
    return batch.step(batch.sample_legal_actions())


def same(batch: Batch, other: Batch) -> bool:
    return batch.states.tobytes() == other.states.tobytes()


def unchanged(batch: Batch, call: Callable[[], Any], error: type[Exception]) -> str:
    """Call what must fail without a trace; the message."""
    before, mask = batch.states.tobytes(), batch.legal_actions_mask()
    twin = copy.deepcopy(batch)
    with pytest.raises(error) as caught:
        call()
    assert batch.states.tobytes() == before
    assert np.array_equal(batch.legal_actions_mask(), mask)
    assert np.array_equal(twin.sample_legal_actions(), copy.deepcopy(batch).sample_legal_actions())
    return str(caught.value)


# A row is a game.


@every_game
def test_rows_are_single_games(case: Case) -> None:
    game, seed, rows = case.load(), 40, 9
    batch = game.new_batch(rows, seed=seed)
    alone = [game.new_batch(1, seed=seed + i) for i in range(rows)]
    states = [game.new_initial_state(seed=seed + i) for i in range(rows)]
    moved = 0
    for _ in range(150):
        players, masks, views = (
            batch.current_players,
            batch.legal_actions_mask(),
            batch.observe(),
        )
        actions = batch.sample_legal_actions()
        over = batch.terminated
        for i, (single, state) in enumerate(zip(alone, states, strict=True)):
            assert batch.states[i : i + 1].tobytes() == single.states.tobytes()
            assert batch.states[i : i + 1].tobytes() == state.record.tobytes()
            assert state.is_terminal() == over[i]
            assert state.current_player() == players[i]
            assert np.array_equal(state.legal_actions_mask(), masks[i])
            assert np.array_equal(state.observation_tensor(), views[i])
            assert single.sample_legal_actions()[0] == actions[i]
        rewards = batch.step(actions)
        for i, (single, state) in enumerate(zip(alone, states, strict=True)):
            assert single.step(actions[i : i + 1]).tolist() == [rewards[i].tolist()]
            if not over[i]:
                state.apply_action(actions[i])
                assert state.rewards() == rewards[i].tolist()
                moved += 1
            assert state.returns() == batch.returns[i].tolist()
    assert moved > 5 * rows


@every_game
def test_threads_do_not_matter(case: Case) -> None:
    game = case.load()
    batches = [game.new_batch(MANY, seed=3, num_threads=threads) for threads in (1, 2, 5)]
    one = batches[0]
    for _ in range(12):
        masks = [batch.legal_actions_mask() for batch in batches]
        views = [batch.observe() for batch in batches]
        actions = [batch.sample_legal_actions() for batch in batches]
        words = [(batch.ply_words(), batch.episode_words()) for batch in batches]
        rewards = [batch.step(moves) for batch, moves in zip(batches, actions, strict=True)]
        for i, batch in enumerate(batches):
            assert same(batch, one)
            assert np.array_equal(masks[i], masks[0])
            assert np.array_equal(views[i], views[0])
            assert np.array_equal(actions[i], actions[0])
            assert np.array_equal(words[i], words[0])
            assert np.array_equal(rewards[i], rewards[0])
    last = game.new_batch(1, seed=3 + MANY - 1)
    for _ in range(12):
        ply(last)
    assert one.states[-1:].tobytes() == last.states.tobytes()


@every_game
def test_size_does_not_matter(case: Case) -> None:
    game = case.load()
    big, small = game.new_batch(MANY, seed=10, num_threads=5), game.new_batch(7, seed=200)
    for _ in range(25):
        ply(big)
        ply(small)
    assert big.states[190:197].tobytes() == small.states.tobytes()


@every_game
def test_bad_row_is_the_first_whatever_the_threads(case: Case) -> None:
    game = case.load()
    for threads in (1, 2, 5):
        batch = game.new_batch(MANY, seed=1, num_threads=threads)
        actions = batch.sample_legal_actions()
        for row in (5, 333, 350, 699):
            actions[row:] = -1
        actions[:333] = batch.sample_legal_actions()[:333]
        with pytest.raises(IllegalActionError, match="row 333 ") as caught:
            batch.step(actions)
        assert caught.value.row == 333


# Finished rows.


def half_finished(case: Case) -> Batch:
    """A batch of which some rows, but not all, are over."""
    game = case.load()
    state = case.finished(2)
    texts = [None, str(state), None, str(state), str(case.state_after(1, 3))]
    batch = game.new_batch(5, seed=7)
    batch.reset(seed=7, position=texts)
    return batch


@every_game
def test_finished_rows_are_left_alone(case: Case) -> None:
    batch = half_finished(case)
    over = np.array([False, True, False, True, False])
    for garbage in (0, -1, 10**9, batch.game.num_distinct_actions):
        before = batch.states.copy()
        assert batch.terminated.tolist() == over.tolist()
        assert (batch.current_players[over] == -4).all()
        assert (batch.current_players[~over] >= 0).all()
        mask = batch.legal_actions_mask()
        assert not mask[over].any()
        assert mask[~over].any(axis=1).all()
        actions = batch.sample_legal_actions()
        assert (actions[over] == 0).all()
        assert mask[np.flatnonzero(~over), actions[~over]].all()
        actions[over] = garbage
        assert batch.legal(actions).all()
        rewards = batch.step(actions)
        assert (rewards[over] == 0).all()
        assert batch.states[over].tobytes() == before[over].tobytes()
        assert (batch.states["ply"][~over] == before["ply"][~over] + 1).all()


@every_game
def test_rewards_are_paid_once(case: Case) -> None:
    batch = case.load().new_batch(40, seed=5)
    total = np.zeros((40, batch.game.num_players))
    for _ in range(batch.game.max_game_length):
        rewards = ply(batch)
        assert rewards.dtype == np.float64
        assert rewards.shape == total.shape
        total += rewards
        assert np.array_equal(total, batch.returns)
        if batch.terminated.all():
            break
    assert batch.terminated.all()
    assert abs(total.sum(axis=1)).max() < 1e-12
    assert (ply(batch) == 0).all()


# Errors of step.


@every_game
def test_step_errors_change_nothing(case: Case) -> None:
    game = case.load()
    batch = game.new_batch(6, seed=2)
    for _ in range(4):
        ply(batch)
    good = copy.deepcopy(batch).sample_legal_actions().astype(np.int64)
    for wrong in (
        good[:5],
        np.append(good, good[:1]),
        good[:, None],
        good[0],
        good.astype(np.float64),
        good.astype(np.float32),
        good.astype(bool),
        good.astype(str),
        [],
        None,
        [None] * 6,
        int(good[0]),
        [float(good[0])] * 6,
    ):
        message = unchanged(batch, lambda wrong=wrong: batch.step(wrong), ValueError)
        assert "actions must be 6 integers" in message, wrong
        message = unchanged(batch, lambda wrong=wrong: batch.legal(wrong), ValueError)
        assert "actions must be 6 integers" in message, wrong

    illegal = int(np.flatnonzero(batch.legal_actions_mask()[3] == 0)[0])
    size = game.num_distinct_actions
    for number in (illegal, -1, size, size + 10**6, 2**31 - 1):
        actions = good.copy()
        actions[3:] = number
        legal = batch.legal(actions)
        assert legal[:3].all()
        assert not legal[3]
        message = unchanged(batch, lambda a=actions: batch.step(a), IllegalActionError)
        assert f"action {number} " in message
        assert "row 3" in message
        with pytest.raises(IllegalActionError) as caught:
            batch.step(actions)
        assert (caught.value.action, caught.value.row) == (number, 3)


@every_game
def test_numbers_beyond_32_bits_are_no_actions(case: Case) -> None:
    batch = case.load().new_batch(3, seed=2)
    sampled = batch.sample_legal_actions()
    legal = int(sampled[1])
    for number, dtype in (
        (2**31, np.int64),
        (-(2**31) - 1, np.int64),
        (2**32 + legal, np.int64),
        (legal - 2**32, np.int64),
        (2**63 - 1, np.int64),
        (-(2**63), np.int64),
        (2**64 - 1, np.uint64),
        (2**63 + legal, np.uint64),
    ):
        actions = sampled.astype(dtype)
        actions[1] = number
        assert batch.legal(actions).tolist() == [True, False, True]
        message = unchanged(batch, lambda a=actions: batch.step(a), IllegalActionError)
        assert "row 1 " in message


@every_game
def test_numbers_beyond_32_bits_are_named(case: Case) -> None:
    batch = case.load().new_batch(3, seed=2)
    for number, dtype in ((2**31, np.int64), (-(2**63), np.int64), (2**64 - 1, np.uint64)):
        actions = np.full(3, batch.sample_legal_actions()[0], dtype)
        actions[1] = number
        with pytest.raises(IllegalActionError, match=f"action {number} in row 1") as caught:
            batch.step(actions)
        assert caught.value.action == number


@every_game
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint32, np.int64, np.uint64])
def test_step_takes_any_integers(case: Case, dtype: type) -> None:
    game = case.load()
    first, second = game.new_batch(3, seed=1), game.new_batch(3, seed=1)
    actions = first.sample_legal_actions()
    mask = first.legal_actions_mask()
    low = [int(np.flatnonzero(row)[0]) for row in mask]
    actions = np.array(low, np.int64)
    if actions.max() > np.iinfo(dtype).max:
        pytest.skip("the actions do not fit in this dtype")
    first.step(actions)
    second.step(actions.astype(dtype))
    assert same(first, second)
    third = game.new_batch(3, seed=1)
    third.step(actions.tolist())
    strided = np.zeros(6, dtype)
    strided[::2] = actions
    fourth = game.new_batch(3, seed=1)
    fourth.step(strided[::2])
    assert same(first, third)
    assert same(first, fourth)


# Reset and seeds.


@every_game
def test_reset_by_rows(case: Case) -> None:
    game = case.load()
    for where, rows in (
        (np.array([True, False, False, True, False]), [0, 3]),
        ([True, False, False, True, False], [0, 3]),
        (np.array([4, 0]), [0, 4]),
        ([2], [2]),
        ([1, 1], [1]),
        ([], []),
        (np.zeros(5, bool), []),
        (None, [0, 1, 2, 3, 4]),
    ):
        batch = game.new_batch(5, seed=20)
        for _ in range(3):
            ply(batch)
        before = batch.states.copy()
        batch.reset(where)
        fresh = game.new_batch(5, seed=20)
        fresh.reset()
        for row in range(5):
            expected = fresh.states if row in rows else before
            assert batch.states[row].tobytes() == expected[row].tobytes(), (where, row)
        assert (batch.states["episode"] == [int(row in rows) for row in range(5)]).all()


@every_game
def test_reset_to_a_seed_forgets_what_was(case: Case) -> None:
    game = case.load()
    batch = game.new_batch(5, seed=1)
    for _ in range(6):
        ply(batch)
    batch.reset()
    ply(batch)
    batch.reset(seed=30)
    fresh = game.new_batch(5, seed=30)
    assert same(batch, fresh)
    for _ in range(6):
        assert np.array_equal(batch.sample_legal_actions(), fresh.sample_legal_actions())
        ply(batch)
        ply(fresh)
    assert same(batch, fresh)
    # Some rows only: row i gets seed + i.
    batch.reset(where=[1, 4], seed=100)
    assert batch.states[1].tobytes() == game.new_initial_state(seed=101).record.tobytes()
    assert batch.states[4].tobytes() == game.new_initial_state(seed=104).record.tobytes()
    assert batch.states[0].tobytes() == fresh.states[0].tobytes()


@every_game
def test_episodes_differ_and_do_not_depend_on_the_past(case: Case) -> None:
    game = case.load()
    one, two = game.new_batch(8, seed=1), game.new_batch(8, seed=1)
    samples = []
    for episode in range(4):
        assert (one.states["episode"] == episode).all()
        samples.append(np.array([one.sample_legal_actions() for _ in range(5)]))
        for _ in range(episode):
            ply(one)
        for _ in range(3):
            ply(two)
        one.reset()
        two.reset()
        assert same(one, two)
    assert all(not np.array_equal(samples[0], other) for other in samples[1:])
    assert not np.array_equal(samples[1], samples[2])


@every_game
def test_seeds(case: Case) -> None:
    game = case.load()
    for seed in (
        0,
        5,
        -3,
        2**32 - 2,
        2**63,
        2**64 - 1,
        2**64 + 5,
        -(2**66),
        np.int64(5),
        np.uint8(9),
    ):
        batch = game.new_batch(3, seed=seed)
        again = game.new_batch(3, seed=99)
        again.reset(seed=seed)
        assert same(batch, again)
        for row in range(3):
            state = game.new_initial_state(seed=int(seed) + row)
            assert batch.states[row].tobytes() == state.record.tobytes()
    assert same(game.new_batch(3, seed=-1), game.new_batch(3, seed=[2**64 - 1, 0, 1]))
    assert same(game.new_batch(3), game.new_batch(3, seed=0))
    assert not same(game.new_batch(3, seed=0), game.new_batch(3, seed=2**32))


@every_game
def test_lists_of_seeds(case: Case) -> None:
    game = case.load()
    expected = b"".join(game.new_initial_state(seed=s).record.tobytes() for s in (9, -1, 2**70))
    for seeds in ([9, -1, 2**70], (9, -1, 2**70), [np.int32(9), np.int8(-1), 0]):
        assert game.new_batch(3, seed=seeds).states.tobytes() == expected
    numbers = np.array([9, 2**64 - 1, 0], np.uint64)
    assert game.new_batch(3, seed=numbers).states.tobytes() == expected
    # In a reset, None keeps the seed of a row and goes to its next episode.
    batch = game.new_batch(3, seed=9)
    batch.reset(seed=[4, None, 6])
    assert batch.states["key"][:, 0].tolist() == [4, 10, 6]
    assert batch.states["episode"].tolist() == [0, 1, 0]


@every_game
def test_no_seed_is_a_fresh_one(case: Case) -> None:
    game = case.load()
    one, two = game.new_batch(4, seed=None), game.new_batch(4, seed=None)
    assert not np.array_equal(one.states["key"], two.states["key"])
    assert (one.states["episode"] == two.states["episode"]).all()


@every_game
def test_play_leaves_global_random_numbers_alone(case: Case) -> None:
    random.seed(1)
    np.random.seed(1)
    before = random.getstate(), np.random.get_state()[1].tobytes()
    batch = case.load().new_batch(3, seed=None)
    for _ in range(3):
        ply(batch)
    batch.reset()
    assert (random.getstate(), np.random.get_state()[1].tobytes()) == before


@every_game
def test_positions(case: Case) -> None:
    game = case.load()
    text, other = str(case.state_after(3, 5)), str(case.state_after(4, 8))
    batch = game.new_batch(4, seed=6)
    batch.reset(seed=6, position=text)
    for row in range(4):
        state = game.new_initial_state(text, seed=6 + row)
        assert batch.states[row].tobytes() == state.record.tobytes()
    batch.reset(seed=6, position=[text, None, other, None])
    expected = [text, None, other, None]
    for row in range(4):
        state = game.new_initial_state(expected[row], seed=6 + row)
        assert batch.states[row].tobytes() == state.record.tobytes()
    # Options do not stick; rows not in `where` keep their position; entries of theirs are idle.
    batch.reset(where=[0], seed=6)
    assert batch.states[0].tobytes() == game.new_initial_state(seed=6).record.tobytes()
    assert str(batch.state(2)) == other
    batch.reset(where=[3], position=["nonsense", "nonsense", "nonsense", text])
    assert str(batch.state(3)) == text
    assert str(batch.state(2)) == other


@every_game
def test_reset_errors_change_nothing(case: Case) -> None:
    game = case.load()
    batch = game.new_batch(4, seed=6)
    for _ in range(3):
        ply(batch)
    text = game.initial_position()
    for arguments, error, says in (
        ({"seed": 1.5}, TypeError, "seed must be an integer, got 1.5"),
        ({"seed": "1"}, TypeError, "seed must be an integer, got '1'"),
        ({"seed": True}, TypeError, "seed must be an integer, got True"),
        ({"seed": [1, 2, 3]}, ValueError, "seed has 3 entries"),
        ({"seed": [1, 2, 3, 4.5]}, TypeError, "seed must be an integer, got 4.5"),
        ({"seed": np.zeros((2, 2), int)}, TypeError, "seed"),
        ({"seed": np.zeros(4)}, TypeError, "seed"),
        ({"where": [4]}, ValueError, "where must be"),
        ({"where": [-1]}, ValueError, "where must be"),
        ({"where": [0.0]}, ValueError, "where must be"),
        ({"where": [True, False]}, ValueError, "where must be"),
        ({"where": [[0]]}, ValueError, "where must be"),
        ({"where": "all"}, ValueError, "where must be"),
        ({"position": [None] * 3}, ValueError, "position has 3 entries"),
        ({"position": "nonsense"}, ValueError, "position 'nonsense'"),
        ({"position": [text, text, text, "nonsense"]}, ValueError, "position 'nonsense'"),
        ({"position": 7}, TypeError, "position"),
        ({"seed": 5, "position": "nonsense"}, ValueError, "position"),
    ):
        message = unchanged(batch, lambda a=arguments: batch.reset(**a), error)
        assert says in message


def test_new_batch_errors() -> None:
    game = navalenv.load_game("sea_chess", size=6)
    for count, error in ((0, ValueError), (-1, ValueError), (1.0, TypeError), ("3", TypeError)):
        with pytest.raises(error, match="num_games") as caught:
            game.new_batch(count)
        assert repr(count) in str(caught.value)
    for threads, error in ((0, ValueError), (1.5, TypeError), (True, TypeError)):
        with pytest.raises(error, match="num_threads") as caught:
            game.new_batch(2, num_threads=threads)
        assert repr(threads) in str(caught.value)
    for seed, error in (("x", TypeError), (1.5, TypeError), ([1], ValueError)):
        with pytest.raises(error, match="seed"):
            game.new_batch(2, seed=seed)


def test_threads_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    game = navalenv.load_game("sea_chess", size=6)
    monkeypatch.setenv("NAVALENV_NUM_THREADS", "3")
    assert game.new_batch(2).num_threads == 3
    assert game.new_batch(2, num_threads=1).num_threads == 1
    for wrong in ("0", "-1", "many", "1.5"):
        monkeypatch.setenv("NAVALENV_NUM_THREADS", wrong)
        with pytest.raises(ValueError, match="NAVALENV_NUM_THREADS") as caught:
            game.new_batch(2)
        assert repr(wrong) in str(caught.value)


# Sampling.


@every_game
def test_sampling_is_uniform(case: Case) -> None:
    game = case.load()
    state = case.state_after(13, 4)
    legal = state.legal_actions()
    rows, draws = 2000, 10
    batch = game.new_batch(rows, seed=1)
    batch.reset(seed=1, position=str(state))
    before = batch.states.tobytes()
    samples = np.array([batch.sample_legal_actions() for _ in range(draws)])
    assert samples.dtype == np.int32
    assert batch.states.tobytes() == before
    expected = rows * draws / len(legal)

    def check(taken: np.ndarray[Any, Any], expected: float) -> None:
        counts = np.array([np.count_nonzero(taken == action) for action in legal])
        assert counts.sum() == taken.size, "only legal actions"
        chi_square = float(((counts - expected) ** 2 / expected).sum())
        freedom = len(legal) - 1
        assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5

    check(samples, expected)
    check(samples[0], rows / len(legal))
    # Neighbouring draws and neighbouring rows agree as often as chance has it.
    for one, two in ((samples[1:], samples[:-1]), (samples[:, 1:], samples[:, :-1])):
        agree = np.count_nonzero(one == two)
        mean = one.size / len(legal)
        assert abs(agree - mean) < 5 * mean**0.5


@every_game
def test_sampling_does_not_move_the_game(case: Case) -> None:
    game = case.load()
    quiet, busy = game.new_batch(5, seed=8), game.new_batch(5, seed=8)
    for _ in range(10):
        actions = quiet.sample_legal_actions()
        for _ in range(3):
            busy.sample_legal_actions()
            busy.ply_words()
            busy.legal_actions_mask()
            busy.observe()
        assert np.array_equal(quiet.step(actions), busy.step(actions))
        assert same(quiet, busy)


@every_game
def test_words_for_players(case: Case) -> None:
    game = case.load()
    batch = game.new_batch(6, seed=4)
    first, episode = batch.ply_words(), batch.episode_words()
    assert first.shape == episode.shape == (6, 4)
    assert first.dtype == episode.dtype == np.uint32
    assert np.array_equal(first, batch.ply_words())
    assert len(np.unique(np.concatenate([first, episode]))) == 48
    ply(batch)
    assert not np.isin(batch.ply_words(), first).any()
    assert np.array_equal(batch.episode_words(), episode)
    batch.reset()
    assert not np.isin(batch.ply_words(), first).any()
    assert not np.isin(batch.episode_words(), episode).any()
    assert np.array_equal(game.new_batch(1, seed=9).ply_words()[0], first[5])
    assert np.array_equal(game.new_batch(1, seed=9).episode_words()[0], episode[5])


# Arrays.


@every_game
def test_out(case: Case) -> None:
    game = case.load()
    batch = game.new_batch(4, seed=1)
    for _ in range(5):
        ply(batch)
    for method, shape, dtype in (
        (batch.legal_actions_mask, (4, game.num_distinct_actions), np.dtype(np.int8)),
        (batch.observe, (4, *game.observation_shape), np.dtype(game.facts.observation_dtype)),
    ):
        expected = method()
        assert expected.shape == shape
        assert expected.dtype == dtype
        out = np.full(shape, 77, dtype)
        assert method(out=out) is out
        assert np.array_equal(out, expected)
        read_only = np.zeros(shape, dtype)
        read_only.flags.writeable = False
        for wrong in (
            np.zeros((5, *shape[1:]), dtype),
            np.zeros((3, *shape[1:]), dtype),
            np.zeros(4 * int(np.prod(shape[1:])), dtype),
            np.zeros((*shape, 1), dtype),
            np.zeros(shape, np.int64),
            np.zeros(shape, bool),
            np.zeros(shape, dtype, order="F"),
            np.zeros((8, *shape[1:]), dtype)[::2],
            read_only,
            np.zeros(shape, dtype).tolist(),
            7,
        ):
            before = copy.deepcopy(wrong)
            with pytest.raises(ValueError, match="out must be a writeable C-contiguous array"):
                method(out=wrong)
            assert np.array_equal(wrong, before)


@every_game
def test_views_of_players(case: Case) -> None:
    game = case.load()
    batch = game.new_batch(6, seed=1)
    for _ in range(5):
        ply(batch)
    states = [batch.state(row) for row in range(6)]
    for players in ([0] * 6, [1] * 6, [0, 1, -1, 0, 1, -1], np.array([1, 0, 0, 1, 1, 0])):
        views = batch.observe(players=players)
        for state, player, view in zip(states, players, views, strict=True):
            expected = state.observation_tensor(None if player == -1 else int(player))
            assert np.array_equal(view, expected)
    for wrong in ([0] * 5, [0] * 5 + [game.num_players], [-2] * 6, 0, [[0]] * 6):
        with pytest.raises(ValueError, match="players must be"):
            batch.observe(players=wrong)


@every_game
def test_returned_arrays_are_fresh(case: Case) -> None:
    batch = case.load().new_batch(5, seed=1)

    def everything() -> list[np.ndarray[Any, Any]]:
        actions = batch.sample_legal_actions()
        return [
            actions,
            batch.legal(actions),
            batch.legal_actions_mask(),
            batch.observe(),
            batch.current_players,
            batch.terminated,
            batch.returns,
            batch.ply_words(),
            batch.episode_words(),
            batch.state(0)._states,
            batch.step(actions),
        ]

    arrays, copies = [], []
    for _ in range(4):
        new = everything()
        for array in new:
            assert not np.shares_memory(array, batch.states)
            assert not any(np.shares_memory(array, other) for other in arrays)
        arrays += new
        copies += [array.copy() for array in new]
    for array, before in zip(arrays, copies, strict=True):
        assert np.array_equal(array, before)
    before = batch.states.tobytes()
    for array in arrays:
        array.view(np.uint8).fill(1)
    assert batch.states.tobytes() == before


@every_game
def test_states_of_rows_are_copies(case: Case) -> None:
    batch = case.load().new_batch(3, seed=1)
    ply(batch)
    before = batch.states.tobytes()
    state = batch.state(1)
    assert isinstance(state, State)
    assert state.history() == []
    assert state.record.tobytes() == batch.states[1].tobytes()
    state.apply_action(state.legal_actions()[0])
    assert batch.states.tobytes() == before


# The memory of legal actions.


def fresh_masks(batch: Batch) -> np.ndarray[Any, Any]:
    """Masks of the rows as they are, by states that have seen nothing else."""
    return np.array([batch.state(row).legal_actions_mask() for row in range(len(batch))])


@every_game
def test_masks_follow_what_the_user_writes(case: Case) -> None:
    game = case.load()
    batch = game.new_batch(6, seed=1)
    other = game.new_batch(6, seed=50)
    for _ in range(7):
        ply(other)

    def check() -> None:
        expected = fresh_masks(batch)
        assert np.array_equal(batch.legal_actions_mask(), expected)
        actions = batch.sample_legal_actions()
        for row in range(len(batch)):
            if expected[row].any():
                assert expected[row, actions[row]] == 1
            else:
                assert actions[row] == 0
        assert batch.legal(actions).all()

    check()
    batch.states[2] = other.states[3]
    check()
    batch.states[:] = other.states
    check()
    batch.states[[0, 1]] = batch.states[[1, 0]]
    check()
    batch.states["terminated"][[1, 4]] = 1
    assert not batch.legal_actions_mask()[[1, 4]].any()
    check()
    batch.states["terminated"] = 0
    check()
    batch.reset(seed=3)
    check()
    ply(batch)
    check()


def test_masks_follow_each_field() -> None:
    game = navalenv.load_game("sea_chess", size=10)
    batch = game.new_batch(1)
    empty = "/..........".join([""] * 8)
    batch.reset(position=f".........f/......d...{empty}/FD........ 0 0")
    blue = batch.legal_actions_mask()
    batch.states["to_move"] = 1
    assert not np.array_equal(batch.legal_actions_mask(), blue)
    for square in range(100):
        for ship in (6, -5, 0):
            batch.states["board"][0, square] = ship
            assert np.array_equal(batch.legal_actions_mask(), fresh_masks(batch))
    batch.states["terminated"] = 1
    assert not batch.legal_actions_mask().any()


# Copies.


@every_game
def test_batches_are_copied(case: Case) -> None:
    batch = case.load().new_batch(4, seed=1)
    for _ in range(4):
        ply(batch)
        batch.sample_legal_actions()
    for twin in (copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        original = copy.deepcopy(batch)
        assert twin.game == batch.game
        for _ in range(5):
            actions = original.sample_legal_actions()
            assert np.array_equal(twin.sample_legal_actions(), actions)
            twin.step(actions)
            original.step(actions)
            assert same(twin, original)
        assert not same(twin, batch)


@every_game
def test_finished_game_and_illegal_action_have_errors_of_their_own(case: Case) -> None:
    batch = half_finished(case)
    assert issubclass(IllegalActionError, ValueError)
    assert issubclass(GameOverError, ValueError)
    with pytest.raises(IllegalActionError, match="row 2 "):
        batch.step([batch.sample_legal_actions()[0], -1, -1, -1, -1])
    error = pickle.loads(pickle.dumps(IllegalActionError("message", 3, 4)))
    assert (str(error), error.action, error.row) == ("message", 3, 4)
