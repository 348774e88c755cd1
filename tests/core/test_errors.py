"""Errors name the argument, its value and what would be right; and nothing has changed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import navalenv
from navalenv.core.errors import GameOverError, IllegalActionError, check_integer
from tests.games import Case, every_game


def message_of(error: type[Exception], call: Any, *arguments: Any, **keywords: Any) -> str:
    with pytest.raises(error) as caught:
        call(*arguments, **keywords)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("sea_ches", "sea_chess"), ("SeaChess", "sea_chess"), ("seachess", "sea_chess")],
)
def test_unknown_game_with_the_nearest_name(name: str, nearest: str) -> None:
    message = message_of(ValueError, navalenv.load_game, name)
    assert f"unknown game {name!r}" in message
    assert f"Did you mean {nearest!r}?" in message


@pytest.mark.parametrize("name", ["zzz", "", None, 3, ["sea_chess"]])
def test_unknown_game(name: object) -> None:
    message = message_of(ValueError, navalenv.load_game, name)
    assert f"unknown game {name!r}" in message
    assert "known: sea_chess" in message
    assert "mean" not in message or isinstance(name, list)


@every_game
def test_unknown_option(case: Case) -> None:
    known = list(case.load().options)
    message = message_of(TypeError, navalenv.load_game, case.name, nonsense=3)
    assert f"unknown option of {case.name} 'nonsense'" in message
    for option in known:
        assert option in message
    near = known[0] + "s"
    assert f"Did you mean {known[0]!r}?" in message_of(
        TypeError, navalenv.load_game, case.name, **{near: 3}
    )


@pytest.mark.parametrize("size", [0, 7, 9, 11, -6, 2**70, np.int64(5)])
def test_bad_size(size: int) -> None:
    message = message_of(ValueError, navalenv.load_game, "sea_chess", size=size)
    assert message == f"size must be one of 6, 8, 10, got {size!r}"


@pytest.mark.parametrize("size", ["10", 10.0, None, True, [10], {}, np.float64(6), np.zeros(2)])
def test_size_that_is_no_integer(size: object) -> None:
    for right in (6, 8, 10):  # games are kept: what is equal to a size is still none
        navalenv.load_game("sea_chess", size=right)
    message = message_of(TypeError, navalenv.load_game, "sea_chess", size=size)
    for part in ("size must be an integer", repr(size), "one of 6, 8, 10"):
        assert part in message


@pytest.mark.parametrize("limit", [0, -1, 65_536, 2**70])
def test_bad_max_quiet_plies(limit: int) -> None:
    message = message_of(ValueError, navalenv.load_game, "sea_chess", max_quiet_plies=limit)
    assert message == f"max_quiet_plies must be from 1 to 65535, got {limit!r}"


@pytest.mark.parametrize("limit", ["100", 1.5, None, True])
def test_max_quiet_plies_that_is_no_integer(limit: object) -> None:
    navalenv.load_game("sea_chess", max_quiet_plies=1)
    message = message_of(TypeError, navalenv.load_game, "sea_chess", max_quiet_plies=limit)
    for part in ("max_quiet_plies must be an integer", repr(limit), "from 1 to 65535"):
        assert part in message


def test_right_options_in_all_forms() -> None:
    game = navalenv.load_game("sea_chess", size=8, max_quiet_plies=3)
    for size in (np.int64(8), np.uint8(8), np.array(8)):
        twin = navalenv.load_game("sea_chess", size=size, max_quiet_plies=np.int16(3))
        assert twin == game
        assert twin.options == {"size": 8, "max_quiet_plies": 3}
        assert all(type(value) is int for value in twin.options.values())
    assert navalenv.load_game("sea_chess") is navalenv.load_game("sea_chess", size=10)
    assert navalenv.load_game("sea_chess", max_quiet_plies=65_535).max_quiet_plies == 65_535
    assert navalenv.load_game("sea_chess").options == {"size": 10, "max_quiet_plies": 100}


@every_game
@pytest.mark.parametrize(
    "seed", [1.0, "1", True, [1], np.float64(2), np.bool_(True), np.arange(2)]
)
def test_seed_that_is_no_integer(case: Case, seed: object) -> None:
    game = case.load()
    state = game.new_initial_state(seed=4)
    before = state.serialize()
    for call in (lambda: game.new_initial_state(seed=seed), lambda: state.reseed(seed)):
        message = message_of(TypeError, call)
        assert "seed must be an integer" in message
        assert repr(seed) in message
    assert state.serialize() == before


@every_game
@pytest.mark.parametrize(
    "action", [True, False, 3.0, "3", None, [3], np.float32(3), np.bool_(True), np.array([3])]
)
def test_action_that_is_no_integer(case: Case, action: object) -> None:
    state = case.state_after(1, 4)
    before = state.serialize()
    calls = [state.apply_action, state.child, lambda a: state.action_to_string(0, a)]
    calls += [state.action_to_string] if action is not None else []
    for call in calls[:2] if action is None else calls:
        message = message_of(TypeError, call, action)
        assert "action must be an integer" in message
        assert repr(action) in message
    assert state.serialize() == before


@every_game
def test_actions_in_all_forms_of_integers(case: Case) -> None:
    state = case.state_after(1, 4)
    action = state.legal_actions()[0]
    child = state.child(action)
    for form in (np.int64(action), np.int32(action), np.uint64(action), np.array(action)):
        assert state.child(form) == child
        assert type(state.child(form).history()[-1]) is int


@every_game
def test_action_out_of_range(case: Case) -> None:
    game = case.load()
    state = case.state_after(1, 4)
    before = state.serialize()
    size = game.num_distinct_actions
    for action in (
        -1,
        size,
        2**31,
        2**32 + state.legal_actions()[0],
        2**63,
        2**64,
        2**80,
        -(2**80),
    ):
        for call in (state.apply_action, state.child, state.action_to_string):
            message = message_of(IllegalActionError, call, action)
            assert message == f"action {action} is out of range: expected 0 to {size - 1}"
    assert state.serialize() == before


@every_game
def test_illegal_action(case: Case) -> None:
    state = case.state_after(1, 4)
    before = state.serialize()
    for action in np.flatnonzero(state.legal_actions_mask() == 0)[::211].tolist():
        for call in (state.apply_action, state.child, state.action_to_string):
            with pytest.raises(IllegalActionError) as caught:
                call(action)
            assert caught.value.action == action
            assert caught.value.row is None
            message = str(caught.value)
            assert f"action {action} (" in message
            assert "illegal" in message
            assert state.get_game().describe_position(state.record) in message
            assert state.get_game().player_name(state.current_player()) in message
    assert state.serialize() == before


@every_game
def test_action_on_a_finished_game(case: Case) -> None:
    state = case.finished(1)
    before = state.serialize()
    for action in (0, -1, 2**80):
        for call in (state.apply_action, state.child, state.action_to_string):
            message = message_of(GameOverError, call, action)
            assert message == f"action {action}: the game is over, no action can be made"
    assert state.serialize() == before


@every_game
def test_players(case: Case) -> None:
    game = case.load()
    state = game.new_initial_state()
    action = state.legal_actions()[0]
    text = state.action_to_string(action)
    for call in (
        state.observation_tensor,
        state.player_return,
        state.player_reward,
        state.legal_actions,
        state.legal_actions_mask,
        lambda player: state.action_to_string(player, action),
        lambda player: state.string_to_action(player, text),
    ):
        for player in (-1, game.num_players, 2**70):
            message = message_of(ValueError, call, player)
            assert f"player must be 0 to {game.num_players - 1}, got {player}" in message
        for wrong in (0.0, "0", True):
            message = message_of(TypeError, call, wrong)
            assert "player must be an integer" in message
            assert repr(wrong) in message


@every_game
def test_rows_and_players_of_a_batch(case: Case) -> None:
    batch = case.load().new_batch(2)
    for row in (-1, 2, 2**70):
        assert f"row must be 0 to 1, got {row}" in message_of(ValueError, batch.state, row)
    for wrong in (0.0, "0", True, None, [0]):
        assert "row must be an integer" in message_of(TypeError, batch.state, wrong)
    count = batch.game.num_players
    for views in (
        [0],
        [0.5, 0.5],
        ["0", "0"],
        "x",
        [0, -2],
        [0, count],
        [0, 2**40],
        [[0], [0, 0]],
    ):
        message = message_of(ValueError, lambda views=views: batch.observe(players=views))
        assert "players must be" in message
    assert "actions must be 2 integers" in message_of(ValueError, batch.step, [[0], [0, 0]])


@every_game
def test_arrays_of_any_layout_are_compiled_for_once(case: Case) -> None:
    batch = case.load().new_batch(3)
    batch.step(batch.sample_legal_actions())
    loops = [loop for loop in vars(batch.game.drivers).values() if hasattr(loop, "signatures")]
    batch.observe(players=[0, 0, 0])
    compiled = [len(loop.signatures) for loop in loops]
    frozen = batch.sample_legal_actions()
    frozen.flags.writeable = False
    batch.step(frozen)
    batch.step(np.repeat(batch.sample_legal_actions(), 2)[::2])
    batch.observe(players=np.broadcast_to(np.int32(0), 3))
    assert [len(loop.signatures) for loop in loops] == compiled


@every_game
def test_dice_for_a_game_without_dice(case: Case) -> None:
    game = case.load()
    if game.facts.has_chance:
        pytest.skip("the game has dice")
    message = message_of(ValueError, game.new_initial_state, dice=[3, 4])
    assert "dice" in message
    assert "[3, 4]" in message
    message = message_of(TypeError, game.new_initial_state, dice=[3.5])
    assert "dice must be an integer, got 3.5" in message
    assert game.new_initial_state(dice=[]) == game.new_initial_state()


def test_check_integer() -> None:
    for value in (3, np.int8(3), np.uint64(3), np.array(3)):
        assert check_integer("number", value) == 3
        assert type(check_integer("number", value)) is int
    for wrong in (3.0, "3", None, True, np.bool_(False), np.array([3]), np.array(3.0), 3 + 0j):
        message = message_of(TypeError, check_integer, "number", wrong)
        assert "number must be an integer" in message
