"""What no game without dice, set-up objects or options of several kinds can show."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest

import navalenv
from navalenv import Game, GameRecord, PositionError, RecordError
from navalenv.cli.main import main
from navalenv.core.jit import folder_hash
from navalenv.core.layout import Layout
from tests.dice_ruleset import salvoes_v0
from tests.dice_ruleset.registration import ID
from tests.games import Case, every_game

FLEETS = (("cutter", "cutter", "frigate"), ("galleon", "cutter", "cutter"))
SETUP: dict[str, Any] = {"hulls": [[2, 0, 1], [0, 3, 4]], "to_act": 1, "turn": 7, "faces": [6, 1]}


@pytest.fixture
def game() -> Game:
    return navalenv.load_game("salvoes")


# Options.


def test_defaults_that_depend_on_other_options() -> None:
    assert navalenv.load_game("salvoes").options["max_turns"] == 80
    storm = navalenv.load_game("salvoes", weather="storm")
    assert storm.options["max_turns"] == 120
    assert storm is navalenv.load_game("salvoes", weather="storm", max_turns=120, ships=None)
    assert storm is not navalenv.load_game("salvoes", weather="storm", max_turns=80)
    assert storm != navalenv.load_game("salvoes")


def test_options_in_normal_form() -> None:
    lists = navalenv.load_game("salvoes", ships=[list(fleet) for fleet in FLEETS])
    assert lists is navalenv.load_game("salvoes", ships=FLEETS)
    assert lists.options["ships"] == FLEETS
    assert hash(lists) == hash(pickle.loads(pickle.dumps(lists)))
    assert pickle.loads(pickle.dumps(lists)) is lists
    state = lists.new_initial_state(seed=1)
    assert pickle.loads(pickle.dumps(state)) == state
    assert lists.deserialize_state(state.serialize()) == state
    with pytest.raises(RecordError, match="options"):
        navalenv.load_game("salvoes").deserialize_state(state.serialize())


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"weather": "strom"}, ValueError, "unknown weather 'strom'.*Did you mean 'storm'"),
        ({"weather": 3}, TypeError, "weather must be text, got 3 of type int"),
        ({"weather": None}, TypeError, "weather must be text, got None"),
        ({"max_turns": "9"}, TypeError, "max_turns must be an integer, got '9'"),
        ({"max_turns": 0}, ValueError, "max_turns must be from 1 to 1000, got 0"),
        ({"ships": "all"}, TypeError, "ships must be 'random' or two lists"),
        ({"ships": [["cuter"] * 3] * 2}, ValueError, "Did you mean 'cutter'"),
        ({"ships": [["cutter"] * 3]}, ValueError, "ships must be 'random' or two lists"),
        ({"ships": "random", "weather": "storm"}, ValueError, "does not go with weather"),
    ],
)
def test_wrong_options(options: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        navalenv.load_game("salvoes", **options)


@every_game
def test_texts_of_options_come_back(case: Case) -> None:
    game = case.load()
    for option in game.option_table:
        value = game.options[option.name]
        assert option.check(value) == value
        text = game.option_texts()[option.name]
        assert "\n" not in text
        assert option.from_text(text) == value
        assert hash(value) == hash(option.from_text(text))
        assert json.loads(json.dumps(value)) is not None or value is None
    assert type(game).check_options(game.options) == game.options


def test_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    path = str(tmp_path / "game.txt")
    ships = json.dumps(FLEETS)
    words = ["watch", "salvoes", "--weather", "storm", "--ships", ships, "--seed", "3"]
    assert main([*words, "--record", path]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"Salvoes, weather storm, ships {ships}, max_turns 120, seed 3\n")
    record = GameRecord.load(path)
    assert record.options == {"weather": "storm", "ships": FLEETS, "max_turns": 120}
    assert "option weather: storm\n" in record.to_text()
    assert main(["replay", path, "--check"]) == 0
    assert main(["watch", "salvoes", "--position", json.dumps(SETUP), "--seed", "3"]) == 0
    capsys.readouterr()
    for wrong, says in (
        (["--weather", "strom"], "Did you mean 'storm'"),
        (["--ships", "some"], "ships must be"),
        (["--ships", "random", "--weather", "storm"], "does not go with"),
    ):
        assert main(["watch", "salvoes", *wrong]) == 2
        assert says in capsys.readouterr().err
    assert main(["games"]) == 0
    text = capsys.readouterr().out
    assert "what a hit takes: one of calm, storm, default calm" in text
    assert "default 80, in a storm 120" in text
    assert "observation   10, float32" in text


# Set-up objects.


def test_positions_are_objects_or_their_text(game: Game) -> None:
    state = game.new_initial_state(SETUP)
    assert state.setup() == SETUP
    assert json.loads(str(state)) == SETUP
    twins = [game.new_initial_state(one, seed=2) for one in (str(state), state.setup())]
    assert twins[0] == twins[1]
    assert state.snapshot() == {"hulls": SETUP["hulls"], "turn": 7}
    state.setup()["hulls"][0][0] = 6
    assert state.setup() == SETUP


@every_game
def test_games_without_set_up_objects_say_so(case: Case) -> None:
    state = case.load().new_initial_state(seed=0)
    if case.name in ("salvoes", "war_at_sea"):
        assert case.load().new_initial_state(state.setup(), seed=0).setup() == state.setup()
        return
    for call in (state.setup, state.snapshot):
        with pytest.raises(NotImplementedError, match=state.get_game().title):
            call()


@pytest.mark.parametrize(
    ("position", "error", "says"),
    [
        ("{", PositionError, "is no JSON"),
        ("[1]", PositionError, "must be a JSON object"),
        ({"hull": []}, PositionError, "unknown key of a position 'hull'.*Did you mean 'hulls'"),
        ({"hulls": [[1, 2, 9], [1, 1, 1]]}, PositionError, "from 0 to 6, got 9"),
        ({"hulls": 3}, PositionError, "hulls of a position"),
        ({"turn": 1.5}, PositionError, "turn must be an integer"),
        (3, TypeError, "position must be a mapping"),
    ],
)
def test_wrong_set_ups_change_nothing(
    game: Game, position: Any, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        game.new_initial_state(position)
    batch = game.new_batch(2, seed=1)
    before = batch.states.tobytes()
    for several in (position, [None, position]):
        with pytest.raises(error, match=says):
            batch.reset(seed=5, position=several)
    assert batch.states.tobytes() == before
    raw = salvoes_v0.raw_env()
    raw.reset(seed=1)
    alone = gymnasium.make(ID)
    alone.reset(seed=1)
    envs = gymnasium.make_vec(ID, num_envs=2)
    envs.reset(seed=1)
    for env, states in (
        (raw, raw._batch.states),
        (alone, alone.unwrapped._seats.batch.states),
        (envs, envs.unwrapped.seats.batch.states),
    ):
        before = states.tobytes()
        with pytest.raises(error, match=says):
            env.reset(seed=2, options={"position": position})
        assert states.tobytes() == before


def test_set_ups_in_every_interface(game: Game) -> None:
    given = copy.deepcopy(SETUP)
    env = salvoes_v0.env()
    env.reset(seed=0, options={"position": given})
    assert env.agent_selection == "player_1"
    assert env.game_state().setup() == SETUP
    alone = gymnasium.make(ID, seat=1)
    alone.reset(seed=0, options={"position": given})
    assert alone.unwrapped.state.setup() == SETUP
    envs = gymnasium.make_vec(ID, num_envs=3, opponent=None)
    envs.reset(seed=0, options={"position": given})
    batch = envs.unwrapped.seats.batch
    assert all(batch.state(row).setup() == SETUP for row in range(3))
    envs.reset(options={"position": [None, given, json.dumps(given)]})
    assert batch.state(0).setup() != SETUP
    assert batch.state(1).setup() == batch.state(2).setup() == SETUP
    given["hulls"][0][0] = 5
    assert batch.state(1).setup() == env.game_state().setup() == SETUP


# Dice.


def test_scripts_come_before_the_stream(game: Game) -> None:
    state = game.new_initial_state(seed=4, dice=[3, 3, 2, 5, 4, 6, 4])
    assert state.current_player() == 1  # a tie, then 2 against 5
    for text, hulls, mover in (
        ("fire 0", [1, 4, 6], 0),  # 4
        ("bold 2", [2, 4, 3], 1),  # 6 and 4
    ):
        enemy = 1 - state.current_player()
        state.apply_action(state.string_to_action(text))
        assert state.setup()["hulls"][enemy] == hulls
        assert state.current_player() == mover
    assert state.record["draws"] == 0
    state.apply_action(0)
    assert state.record["draws"] == 1


def test_a_six_gives_another_shot(game: Game) -> None:
    state = game.new_initial_state(dice=[1, 2, 6, 6, 1])
    for mover in (1, 1, 0):
        state.apply_action(2)
        assert state.current_player() == mover


def test_dice_in_every_interface(game: Game) -> None:
    scripts = [[1, 6, 5], [6, 1, 5], None]
    firsts = [1, 0]
    for script, first in zip(scripts, firsts, strict=False):
        env = salvoes_v0.env()
        env.reset(seed=0, options={"dice": script})
        assert env.agent_selection == f"player_{first}"
        mask = env.last()[0]["action_mask"]
        assert mask.any()
        alone = gymnasium.make(ID, seat=first)
        _, info = alone.reset(seed=0, options={"dice": np.array(script)})
        assert (info["action_mask"] == mask).all()
        assert alone.unwrapped.state.move_number() == 0
    envs = gymnasium.make_vec(ID, num_envs=3, opponent=None)
    _, infos = envs.reset(seed=0, options={"dice": scripts})
    assert infos["current_player"][:2].tolist() == firsts
    _, infos = envs.reset(seed=0, options={"dice": (1, 6, 5)})
    assert infos["current_player"].tolist() == [1, 1, 1]
    states = envs.unwrapped.seats.batch.states
    assert (states["script_length"] == 3).all()
    envs.reset(seed=0)
    assert (states["script_length"] == 0).all()
    envs.reset(options={"dice": [1, 6], "reset_mask": np.array([True, False, False])})
    assert states["script_length"].tolist() == [2, 0, 0]


@pytest.mark.parametrize(
    ("dice", "error", "says"),
    [
        ([0], ValueError, "dice must be from 1 to 6, got 0"),
        ([3, 7], ValueError, "dice must be from 1 to 6, got 7"),
        ([2.0], TypeError, "dice must be an integer, got 2.0"),
        ([1] * 65, ValueError, "at most 64 faces, got 65"),
        ("12", TypeError, "dice must be a sequence of faces"),
        (iter([1, 2]), TypeError, "dice must be a sequence of faces"),
        (5, TypeError, "dice must be a sequence of faces"),
    ],
)
def test_wrong_dice_change_nothing(
    game: Game, dice: Any, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        game.new_initial_state(dice=dice)
    batch = game.new_batch(2, seed=1)
    raw = salvoes_v0.raw_env()
    raw.reset(seed=1)
    envs = gymnasium.make_vec(ID, num_envs=2)
    envs.reset(seed=1)
    for states, reset in (
        (batch.states, lambda: batch.reset(seed=2, dice=dice)),
        (batch.states, lambda: batch.reset(seed=2, dice=[None, dice])),
        (raw._batch.states, lambda: raw.reset(seed=2, options={"dice": dice})),
        (
            envs.unwrapped.seats.batch.states,
            lambda: envs.reset(seed=2, options={"dice": dice}),
        ),
    ):
        before = states.tobytes()
        with pytest.raises((TypeError, ValueError)):
            reset()
        assert states.tobytes() == before


def test_one_script_a_row_or_none(game: Game) -> None:
    batch = game.new_batch(2, seed=1)
    with pytest.raises(ValueError, match="dice has 3 entries, but there are 2 games"):
        batch.reset(dice=[[1], [2], [3]])
    with pytest.raises(TypeError, match="dice"):
        batch.reset(dice=[[1], 2])
    batch.reset(dice=np.array([[1, 2], [2, 1]]))
    assert batch.current_players.tolist() == [1, 0]


def test_stable_baselines3_takes_dice_and_set_ups() -> None:
    sb3 = pytest.importorskip("navalenv.sb3")
    envs = sb3.OneSeatVecEnv("salvoes", 2, opponent="greedy", seat=1, seed=0)
    envs.set_options([{"dice": [1, 2, 3]}, {"position": SETUP}])
    observations = envs.reset()
    assert observations.shape == (2, 10)
    assert observations.dtype == np.float32
    assert envs.states["script_length"].tolist() == [3, 0]
    assert envs.states["turn"].tolist() == [0, 7]


@pytest.mark.parametrize("ships", [None, "random"])
def test_records_of_games_with_dice(ships: Any) -> None:
    game = navalenv.load_game("salvoes", ships=ships)
    script = [2, 2, 4, 1, 6, 6, 1]
    for position in (None, SETUP):
        state = game.new_initial_state(position, seed=8, dice=script)
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[-1])
        for given in (None, script):
            record = GameRecord.from_state(state, dice=given)
            assert record.dice == tuple(script)
            again = GameRecord.from_text(record.to_text())
            assert again == record
            assert again.final_state() == state
    batch = game.new_batch(1, seed=8)
    batch.reset(dice=script)
    batch.step([0])
    state = batch.state(0)  # its history begins here, with a part of the script used
    state.apply_action(state.legal_actions()[0])
    record = GameRecord.from_state(state)
    assert len(record.dice) < len(script)
    assert GameRecord.from_text(record.to_text()).final_state().setup() == state.setup()
    text = record.to_text().replace("dice: ", "dice: 9 ")
    with pytest.raises(RecordError, match=r"^line \d+: dice must be from 1 to 6, got 9"):
        GameRecord.from_text(text)


def test_undo_and_reseed_with_dice(game: Game) -> None:
    state = game.new_initial_state(seed=1, dice=[1, 2])
    before = state.clone()
    state.apply_action(0)
    after = state.clone()
    state.undo_action()
    assert state == before
    state.apply_action(0)
    assert state == after
    faces = set()
    for seed in range(40):
        other = before.clone()
        other.reseed(seed)
        other.apply_action(0)
        faces.add(int(other.record["faces"][0]))
    assert faces == {1, 2, 3, 4, 5, 6}


def test_texts_of_actions_play_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any) -> int:
        raise AssertionError("an action was made")

    state = game.new_initial_state(seed=0)
    monkeypatch.setattr(game.drivers, "try_row", fail)
    texts = [state.action_to_string(action) for action in state.legal_actions()]
    assert [state.string_to_action(text) for text in texts] == state.legal_actions()


# Beside the rules.


def test_layout() -> None:
    layout = Layout({"a": 2, "b": 3})
    assert layout["a"] == slice(0, 2)
    assert layout["b"] == slice(2, 5)
    assert layout.size == 5
    assert list(layout) == ["a", "b"]
    assert len(layout) == 2
    assert repr(layout) == "<layout of 5 entries: a 0:2, b 2:5>"


def test_data_is_part_of_the_hash(tmp_path: Any) -> None:
    (tmp_path / "rules.py").write_text("")
    hashes = {folder_hash(tmp_path)}
    for name in ("data/units.csv", "data/units.json"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        for content in ("1", "2"):
            path.write_text(content)
            hashes.add(folder_hash(tmp_path))
    assert len(hashes) == 5
    (tmp_path / "notes.txt").write_text("")
    assert folder_hash(tmp_path) in hashes
