"""What holds for the states of every game: the checklist of OpenSpiel's random simulation."""

from __future__ import annotations

import copy
import json
import pickle
import random
import zlib

import numpy as np
import pytest

import navalenv
from navalenv.core.errors import GameOverError, IllegalActionError, RecordError
from navalenv.core.game import Game
from navalenv.core.state import State
from tests.games import CASES, Case, every_game

SEEDS = (0, 1, 2)


def bytes_of(state: State) -> bytes:
    return state.record.tobytes()


def other_player(game: Game, player: int) -> int:
    return (player + 1) % game.num_players


@every_game
def test_facts(case: Case) -> None:
    game = case.load()
    assert game.name == case.name
    assert game.options.items() >= case.options.items()
    assert game.num_players >= 2
    assert game.min_utility < 0 < game.max_utility
    if len(game.observation_shape) == 1:
        assert (game.layout().size,) == game.observation_shape
        with pytest.raises(NotImplementedError, match=f"{game.title} has no planes"):
            game.plane_names()
    else:
        assert len(game.plane_names()) == game.observation_shape[-1]
        with pytest.raises(NotImplementedError, match=f"{game.title} has no layout"):
            game.layout()
    state = game.new_initial_state()
    assert state.num_players() == game.num_players
    assert state.num_distinct_actions() == game.num_distinct_actions
    assert state.get_game() == game
    assert 0 <= state.current_player() < game.num_players
    assert state.history() == []
    assert state.returns() == state.rewards() == [0.0] * game.num_players


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_legal_actions(case: Case, seed: int) -> None:
    game = case.load()
    for state in case.play(seed):
        actions, mask = state.legal_actions(), state.legal_actions_mask()
        assert all(type(action) is int for action in actions)
        assert actions == sorted(set(actions))
        assert mask.dtype == np.int8
        assert mask.shape == (game.num_distinct_actions,)
        assert set(np.unique(mask)) <= {0, 1}
        assert np.flatnonzero(mask).tolist() == actions
        assert (actions == []) == state.is_terminal()
        for player in range(game.num_players):
            mine = player == state.current_player()
            assert state.legal_actions(player) == (actions if mine else [])
            assert state.legal_actions_mask(player).sum() == (len(actions) if mine else 0)
        assert state.is_chance_node() is False
        assert state.is_simultaneous_node() is False


@every_game
def test_finished(case: Case) -> None:
    game = case.load()
    for seed in SEEDS:
        state = case.finished(seed)
        before = state.serialize()
        assert state.current_player() == -4
        assert state.legal_actions() == []
        assert not state.legal_actions_mask().any()
        for action in (0, state.history()[-1], game.num_distinct_actions, -1):
            with pytest.raises(GameOverError, match=f"action {action}"):
                state.apply_action(action)
            with pytest.raises(ValueError, match="over"):
                state.action_to_string(action)
        with pytest.raises(GameOverError, match="over"):
            state.string_to_action("anything")
        assert state.serialize() == before


@every_game
def test_mask_is_what_apply_action_accepts(case: Case) -> None:
    game = case.load()
    for seed, plies in ((0, 0), (1, 17), (2, 60)):
        state = case.state_after(seed, plies)
        before, legal = bytes_of(state), set(state.legal_actions())
        accepted = set()
        for action in range(-2, game.num_distinct_actions + 2):
            try:
                state.apply_action(action)
            except (IllegalActionError, GameOverError):
                assert bytes_of(state) == before
            else:
                accepted.add(action)
                assert bytes_of(state) != before
                state.undo_action()
                assert bytes_of(state) == before
        assert accepted == legal


@every_game
def test_action_strings(case: Case) -> None:
    for state in case.play(3, 60):
        actions, player = state.legal_actions(), state.current_player()
        texts = [state.action_to_string(action) for action in actions]
        assert len(set(texts)) == len(actions)
        assert all(text == text.strip() and text for text in texts)
        for action, text in list(zip(actions, texts, strict=True))[:: max(1, len(actions) // 5)]:
            assert state.string_to_action(text) == action
            assert state.string_to_action(player, text) == action
            assert state.action_to_string(player, action) == text
            after = state.child(action)
            assert state.get_game().last_action_text(after.record) == text


@every_game
def test_unknown_action_strings(case: Case) -> None:
    state = case.state_after(4, 10)
    before = state.serialize()
    text = state.action_to_string(state.legal_actions()[0])
    with pytest.raises(ValueError, match="no legal move") as caught:
        state.string_to_action(text + "?")
    assert repr(text + "?") in str(caught.value)
    assert text in str(caught.value)
    with pytest.raises(TypeError, match="text"):
        state.string_to_action(7)
    assert state.serialize() == before


@every_game
def test_clone(case: Case) -> None:
    for state in case.play(5, 40):
        clones = [
            state.clone(),
            copy.copy(state),
            copy.deepcopy(state),
            pickle.loads(pickle.dumps(state)),
        ]
        before = state.serialize()
        for clone in clones:
            assert clone == state
            assert str(clone) == str(state)
            assert clone.history() == state.history()
            assert clone.serialize() == before
            if state.is_terminal():
                continue
            clone.apply_action(clone.legal_actions()[-1])
            assert clone != state
            assert state.serialize() == before
            clone.undo_action()
            assert clone == state
            while clone.history():
                clone.undo_action()
            assert state.serialize() == before


@every_game
def test_clone_has_the_same_future(case: Case) -> None:
    state = case.state_after(6, 12)
    clone = state.clone()
    choose = random.Random(6)
    while not state.is_terminal() and state.move_number() < case.longest:
        action = choose.choice(state.legal_actions())
        child = state.child(action)
        state.apply_action(action)
        clone.apply_action(action)
        assert clone == state == child


@every_game
def test_games_are_copied_as_themselves(case: Case) -> None:
    game = case.load()
    for twin in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin == game
        assert hash(twin) == hash(game)
        assert twin.options == game.options
        assert str(twin.new_initial_state(seed=1)) == str(game.new_initial_state(seed=1))
    assert [other.load() == game for other in CASES].count(True) == 1
    assert eval(repr(game), {"load_game": navalenv.load_game}) == game


@every_game
def test_serialize(case: Case) -> None:
    game = case.load()
    for seed in SEEDS:
        for state in case.play(seed, 30):
            data = state.serialize()
            assert type(data) is bytes
            for form in (data, bytearray(data), memoryview(data)):
                twin = game.deserialize_state(form)
                assert twin == state
                assert bytes_of(twin) == bytes_of(state)
            if not state.is_terminal():
                action = state.legal_actions()[0]
                assert twin.child(action) == state.child(action)
            if state.history():
                twin.undo_action()
                back = state.clone()
                back.undo_action()
                assert twin == back


@every_game
def test_serialized_finished_game_can_be_undone_to_its_start(case: Case) -> None:
    state = case.finished(1)
    twin = case.load().deserialize_state(state.serialize())
    assert twin.is_terminal()
    assert twin.returns() == state.returns()
    while state.history():
        state.undo_action()
        twin.undo_action()
        assert twin == state
    assert twin == case.load().new_initial_state(seed=1)


@every_game
def test_damaged_bytes(case: Case) -> None:
    game = case.load()
    data = case.state_after(0, 3).serialize()
    for i in range(len(data)):
        for flip in (0x01, 0xFF):
            damaged = data[:i] + bytes([data[i] ^ flip]) + data[i + 1 :]
            with pytest.raises(RecordError):
                game.deserialize_state(damaged)
        with pytest.raises(RecordError):
            game.deserialize_state(data[:i])
    for damaged in (data + b"\0", b"\0" + data, data + data):
        with pytest.raises(RecordError):
            game.deserialize_state(damaged)
    for wrong in ("text", None, 3, [1]):
        with pytest.raises(TypeError, match="data"):
            game.deserialize_state(wrong)


@every_game
def test_bytes_with_a_right_checksum_and_wrong_contents(case: Case) -> None:
    game = case.load()
    state = case.state_after(0, 3)
    data = state.serialize()
    magic = data[: data.index(b"\n") + 1]
    body = zlib.decompress(data[len(magic) + 4 :])
    line, _, rest = body.partition(b"\n")

    def check(body: bytes) -> None:
        with pytest.raises(RecordError):
            game.deserialize_state(magic + zlib.crc32(body).to_bytes(4, "little") + body)

    check(b"")
    check(b"not compressed")
    check(zlib.compress(body)[:-3])
    check(zlib.compress(b""))
    check(zlib.compress(b"no JSON\n" + rest))
    check(zlib.compress(b"[1, 2]\n" + rest))
    check(zlib.compress(b"\xff\xfe\n" + rest))
    check(zlib.compress(line + b"\n" + rest[:-1]))
    check(zlib.compress(line + b"\n" + rest + bytes(game.record_type.itemsize)))
    check(zlib.compress(line + b"\n"))
    head = json.loads(line)
    for key in head:
        less = {name: value for name, value in head.items() if name != key}
        check(zlib.compress(json.dumps(less).encode() + b"\n" + rest))
        for value in (None, 7, "x", [None, None, None], ["a", 1, 2], {}):
            changed = {**head, key: value}
            check(zlib.compress(json.dumps(changed).encode() + b"\n" + rest))


@every_game
def test_bytes_of_other_games(case: Case) -> None:
    data = case.state_after(0, 3).serialize()
    for other in CASES:
        if other is not case:
            with pytest.raises(RecordError, match="data is a state of"):
                other.load().deserialize_state(data)


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_undo_to_the_root(case: Case, seed: int) -> None:
    seen = []
    for state in case.play(seed):
        seen.append((bytes_of(state), state.history(), state.rewards(), state.move_number()))
    start = case.load().new_initial_state(seed=seed)
    for before in reversed(seen[:-1]):
        state.undo_action()
        assert (bytes_of(state), state.history(), state.rewards(), state.move_number()) == before
    assert state == start
    with pytest.raises(ValueError, match="start"):
        state.undo_action()
    assert state == start


@every_game
def test_undo_then_another_action(case: Case) -> None:
    state = case.state_after(7, 9)
    for action in state.legal_actions()[:10]:
        state.apply_action(action)
        assert state == case.state_after(7, 9).child(action)
        state.undo_action()


@every_game
def test_undo_names_player_and_action(case: Case) -> None:
    game = case.load()
    state = case.state_after(8, 5)
    player, action = state.current_player(), state.legal_actions()[1]
    before = state.serialize()
    state.apply_action(action)
    after = state.serialize()
    for wrong in (
        (other_player(game, player), action),
        (player, action + 1),
        (None, action + 1),
        (other_player(game, player), None),
    ):
        with pytest.raises(ValueError, match=f"last action was {action} of player {player}"):
            state.undo_action(*wrong)
        assert state.serialize() == after
    for right in ((player, action), (None, action), (player, None), ()):
        state.undo_action(*right)
        assert state.serialize() == before
        state.apply_action(action)


@every_game
def test_rewards_and_returns(case: Case) -> None:
    game = case.load()
    results = set()
    for seed in range(6):
        total = [0.0] * game.num_players
        for plies, state in enumerate(case.play(seed, game.max_game_length)):
            rewards, returns = state.rewards(), state.returns()
            assert all(type(value) is float for value in rewards + returns)
            assert len(rewards) == len(returns) == game.num_players
            total = [a + b for a, b in zip(total, rewards, strict=True)]
            assert total == returns
            assert [state.player_reward(p) for p in range(game.num_players)] == rewards
            assert [state.player_return(p) for p in range(game.num_players)] == returns
            assert all(game.min_utility <= value <= game.max_utility for value in returns)
            assert plies <= game.max_game_length
        assert state.is_terminal()
        assert abs(sum(returns)) < 1e-12
        results.add(tuple(returns))
    assert results


@every_game
def test_history(case: Case) -> None:
    choose = random.Random(9)
    state, made = case.load().new_initial_state(seed=9), []
    while not state.is_terminal() and len(made) < 50:
        made.append(choose.choice(state.legal_actions()))
        state.apply_action(made[-1])
        assert state.history() == made
        assert state.move_number() == len(made)
    state.history().clear()
    assert state.history() == made
    replay = case.load().new_initial_state(seed=9)
    for action in made:
        replay.apply_action(action)
    assert replay == state


@every_game
def test_observations(case: Case) -> None:
    game = case.load()
    facts = game.facts
    for seed in SEEDS:
        for state in case.play(seed):
            before = bytes_of(state)
            for player in (None, *range(game.num_players)):
                observation = state.observation_tensor(player)
                assert observation.shape == game.observation_shape
                assert observation.dtype == facts.observation_dtype
                assert np.isfinite(observation).all()
                assert observation.min() >= facts.observation_low
                assert observation.max() <= facts.observation_high
                assert observation.any()
            assert bytes_of(state) == before
            mover = int(state.record["to_move"])
            own, by_default = state.observation_tensor(mover), state.observation_tensor()
            assert np.array_equal(own, by_default)
            own[:] = 1
            assert np.array_equal(by_default, state.observation_tensor())
        assert state.is_terminal() or state.move_number() == case.longest
    for wrong in (-1, game.num_players, -4):
        with pytest.raises(ValueError, match="player") as caught:
            state.observation_tensor(wrong)
        assert str(wrong) in str(caught.value)


@every_game
def test_observations_differ_when_states_do(case: Case) -> None:
    views: dict[object, bytes] = {}
    for seed in range(12):
        for state in case.play(100 + seed, 250):
            view = case.own_view(str(state))
            observation = state.observation_tensor().tobytes()
            assert views.setdefault(view, observation) == observation
    assert len(views) > 100
    assert len(set(views.values())) == len(views)


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_position_texts(case: Case, seed: int) -> None:
    game = case.load()
    for state in case.play(seed, game.max_game_length):
        text = str(state)
        twin = game.new_initial_state(text, seed=seed)
        assert str(twin) == text
        assert twin.is_terminal() == state.is_terminal()
        assert twin.current_player() == state.current_player()
        assert twin.legal_actions() == state.legal_actions()
        for player in range(game.num_players):
            assert np.array_equal(
                twin.observation_tensor(player), state.observation_tensor(player)
            )
        assert twin.history() == []
        assert twin.returns() == twin.rewards() == [0.0] * game.num_players
        with pytest.raises(ValueError, match="start"):
            twin.undo_action()
    assert state.is_terminal()


@every_game
def test_child(case: Case) -> None:
    state = case.state_after(10, 6)
    before = state.serialize()
    for action in state.legal_actions():
        child = state.child(action)
        assert child.history() == [*state.history(), action]
        child.undo_action()
        assert child == state
    assert state.serialize() == before
    with pytest.raises(IllegalActionError):
        state.child(state.get_game().num_distinct_actions)
    assert state.serialize() == before


@every_game
def test_seeds_are_taken_modulo_two_to_the_64(case: Case) -> None:
    game = case.load()
    for seed in (
        0,
        1,
        -1,
        2**63,
        2**64 - 1,
        2**64 + 5,
        -(2**70) + 3,
        np.int8(-3),
        np.uint64(2**63),
    ):
        key = game.new_initial_state(seed=seed).record["key"]
        assert int(key[0]) + (int(key[1]) << 32) == int(seed) % 2**64
    assert game.new_initial_state(seed=-1) == game.new_initial_state(seed=2**64 - 1)
    assert game.new_initial_state(seed=1) != game.new_initial_state(seed=2)


@every_game
def test_reseed(case: Case) -> None:
    state = case.state_after(11, 6)
    before = state.serialize()
    clone = state.clone()
    clone.reseed(2**40 + 7)
    assert state.serialize() == before
    key = clone.record["key"]
    assert int(key[0]) + (int(key[1]) << 32) == 2**40 + 7
    assert clone.record["draws"] == 0
    assert str(clone) == str(state)
    assert clone.legal_actions() == state.legal_actions()
    assert clone.history() == state.history()
    same = state.clone()
    same.reseed(2**40 + 7)
    action = state.legal_actions()[0]
    assert same.child(action) == clone.child(action)
    clone.undo_action()
    assert int(clone.record["key"][0]) == 11, "undo restores the stream"


@every_game
def test_equality_is_of_game_record_and_history(case: Case) -> None:
    game = case.load()
    state = case.state_after(12, 4)
    assert state != game.new_initial_state(str(state), seed=12)
    assert state != str(state)
    for other in CASES:
        if other is not case:
            assert game.new_initial_state(seed=0) != other.load().new_initial_state(seed=0)
    with pytest.raises(TypeError):
        hash(state)


@every_game
def test_record(case: Case) -> None:
    dtype = case.load().record_type
    assert dtype.itemsize == sum(dtype[name].itemsize for name in dtype.names), "no gaps"
    assert dtype.itemsize % 8 == 0
    assert not dtype.hasobject
    assert case.load().new_initial_state(seed=0).record.dtype == dtype
