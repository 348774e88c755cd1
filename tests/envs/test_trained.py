"""Trained players by name: baselines and checkpoints, in every door, and `navalenv train`."""

from __future__ import annotations

import copy
import json
import pathlib
import pickle
import zipfile
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("rich")
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO

import navalenv
from navalenv import baselines
from navalenv.baselines.pack import pack
from navalenv.cli.main import main
from navalenv.envs.sb3 import OneSeatVecEnv
from navalenv.players.ladder import make_player
from navalenv.players.player import decide, view
from navalenv.training.networks import NETWORKS, network_of
from navalenv.training.trained import CHUNK, PolicyEvaluator, policy_with, weights_of

pytestmark = pytest.mark.usefixtures("one_thread")

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAMES = sorted(path.stem for path in baselines.FOLDER.glob("*.json"))
every_baseline = pytest.mark.parametrize("name", NAMES)


def game_of(name: str) -> Any:
    settings = baselines.result(name)["settings"]
    return navalenv.load_game(settings["game"], **settings["options"])


def played_on(game: Any, num_games: int, plies: int) -> Any:
    """Records of games that were played at random for a while and are not over."""
    batch = game.new_batch(num_games, 7)
    for _ in range(plies):
        batch.step(batch.sample_legal_actions())
    return batch.states[~batch.terminated].copy()


# Baselines.


def test_files_of_baselines() -> None:
    assert NAMES
    assert sorted(path.stem for path in baselines.FOLDER.glob("*.npz")) == NAMES
    size = sum(path.stat().st_size for path in baselines.FOLDER.glob("*.npz"))
    assert size < 4_000_000
    for name in NAMES:
        theirs = (baselines.FOLDER / f"{name}.json").read_text("utf-8")
        assert theirs == (ROOT / "docs" / "results" / f"{name}.json").read_text("utf-8")


@every_baseline
def test_baseline_plays_well(name: str) -> None:
    """Far better than chance: a network that took the wrong weights or planes would not."""
    game = game_of(name)
    assert baselines.baseline_for(game) == name
    result = navalenv.evaluate(game, "baseline", "random", num_games=8, seed=5)
    assert result.wins >= 7


@every_baseline
def test_rows_are_the_same_in_any_batch(name: str) -> None:
    """Whatever the batch, the place in it and the number of torch's threads."""
    game = game_of(name)
    states = played_on(game, 40, 12)
    player = make_player("baseline", game)
    together = decide(player, game, states)
    seen, masks = view(game, states)
    actions = torch.from_numpy(np.argsort(masks == 0, axis=1, kind="stable")[:, :8].copy())
    seen, masks = torch.from_numpy(seen), masks.astype(bool)
    with torch.no_grad():
        judged = player._judge(seen[:CHUNK], masks[:CHUNK], actions[:CHUNK])
        order = np.roll(np.arange(CHUNK), 5)
        mixed = np.concatenate([[3], np.arange(20, 20 + CHUNK - 1)])
        turned = player._judge(seen[order], masks[order], actions[order])
        others = player._judge(seen[mixed], masks[mixed], actions[mixed])
        alone = player._judge(seen[3:4], masks[3:4], actions[3:4])
        torch.set_num_threads(2)
        again = player._judge(seen[:CHUNK], masks[:CHUNK], actions[:CHUNK])
    for part in range(2):  # scores, and values
        np.testing.assert_array_equal(turned[part], judged[part][order])
        np.testing.assert_array_equal(others[part][0], judged[part][3])
        np.testing.assert_array_equal(alone[part][0], judged[part][3])
        np.testing.assert_array_equal(again[part], judged[part])
    torch.set_num_threads(1)
    np.testing.assert_array_equal(decide(player, game, states[3:4]), together[3:4])
    np.testing.assert_array_equal(decide(player, game, states[30:]), together[30:])
    assert len(set(together.tolist())) > 1


def test_draws_follow_the_policy() -> None:
    """Actions come as often as their probabilities say."""
    game = navalenv.load_game("president_chess", num_players=2)
    state = played_on(game, 1, 6)
    player = make_player("baseline", game)
    seen, masks = view(game, np.repeat(state, 4000))
    words = np.zeros((4000, 4), np.uint32)
    words[:, 0] = (np.arange(4000) + 0.5) / 4000 * 2**32
    drawn = player(seen, masks, None, words)
    with torch.no_grad():
        chances = np.exp(
            player.policy.legal_actions(
                player.policy.features(torch.from_numpy(seen[:1])), masks[:1]
            ).log_probs.numpy()[0]
        )
    legal = np.flatnonzero(masks[0])
    counts = np.array([(drawn == action).sum() for action in legal])
    np.testing.assert_allclose(counts / 4000, chances[: len(legal)], atol=1e-3)


def test_which_baseline() -> None:
    quiet = navalenv.load_game("president_chess", num_players=2, max_quiet_plies=50)
    assert baselines.baseline_for(quiet) == "president_chess_2"
    with pytest.raises(ValueError, match=r"there is none for President Chess with num_players 3"):
        make_player("baseline", navalenv.load_game("president_chess", num_players=3))
    with pytest.raises(ValueError, match=r"there are: .*president_chess_4 \(num_players 4\)"):
        make_player("baseline", navalenv.load_game("president_chess", num_players=3))
    chosen = make_player(
        "baseline:president_chess_4", navalenv.load_game("president_chess", num_players=3)
    )
    assert repr(chosen) == "<baseline president_chess_4>"
    own = navalenv.load_game("war_at_sea", scenario="skirmish", fleets="random")
    assert baselines.baseline_for(own) == "war_at_sea_skirmish"
    other = navalenv.load_game("war_at_sea", scenario="north_atlantic")
    assert baselines.baseline_for(other) == "war_at_sea_solomons"
    with pytest.raises(ValueError, match="unknown baseline of Sea Chess 'president_chess_4'"):
        make_player("baseline:president_chess_4", navalenv.load_game("sea_chess", size=6))


def test_baseline_of_another_board(tmp_path: pathlib.Path, monkeypatch: Any) -> None:
    text = json.dumps({"settings": {"game": "sea_chess", "options": {"size": 10}}})
    (tmp_path / "sea_chess_10.json").write_text(text)
    monkeypatch.setattr(baselines, "FOLDER", tmp_path)
    baselines._result_text.cache_clear()
    with pytest.raises(ValueError, match=r"size 10: its observation_shape is \(10, 10, 20\), her"):
        make_player("baseline:sea_chess_10", navalenv.load_game("sea_chess", size=6))
    with pytest.raises(ValueError, match="President Chess has no baseline"):
        make_player("baseline", navalenv.load_game("president_chess"))
    baselines._result_text.cache_clear()


def test_every_door() -> None:
    env = gymnasium.make("navalenv/PresidentDuel-v0", opponent="baseline")
    _, info = env.reset(seed=0)
    twin = copy.deepcopy(env)
    action = int(info["action_mask"].argmax())
    first = env.step(action)[0]
    np.testing.assert_array_equal(first, twin.step(action)[0])

    many = gymnasium.make_vec("navalenv/PresidentDuel-v0", num_envs=3, opponent="baseline")
    _, infos = many.reset(seed=0)
    actions = infos["action_mask"].argmax(1)
    assert actions[0] == action
    np.testing.assert_array_equal(many.step(actions)[0][0], first)

    learner = OneSeatVecEnv(
        "president_chess", 2, opponent="baseline", seat=0, seed=0, num_players=2
    )
    learner.reset()
    seen, *_ = learner.step(learner.action_masks().argmax(1))
    np.testing.assert_array_equal(seen[0], first)


def test_players_can_be_sent_elsewhere() -> None:
    game = navalenv.load_game("president_chess", num_players=2)
    states = played_on(game, 5, 6)
    player = make_player("baseline", game)
    before = decide(player, game, states)
    again = pickle.loads(pickle.dumps(player))
    np.testing.assert_array_equal(decide(again, game, states), before)


def test_random_streams_are_left_alone(checkpoint: pathlib.Path) -> None:
    game = navalenv.load_game("sea_chess", size=6)
    torch.manual_seed(3)
    np.random.seed(3)
    before = torch.rand(2), np.random.rand()
    torch.manual_seed(3)
    np.random.seed(3)
    make_player(f"checkpoint:{checkpoint}", game)
    make_player("baseline", navalenv.load_game("president_chess", num_players=2))
    assert torch.equal(torch.rand(2), before[0])
    assert np.random.rand() == before[1]


# Checkpoints.


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The folder of a tiny run of `navalenv train`."""
    folder = tmp_path_factory.mktemp("run") / "here"
    words = ["train", "sea_chess", "--size", "6", "--folder", str(folder), "--max-steps", "64"]
    words += ["--num-envs", "4", "--num-steps", "8", "--batch-size", "16", "--channels", "8"]
    words += ["--blocks", "1", "--evaluations", "1", "--evaluation-games", "2"]
    assert main([*words, "--final-games", "4", "--num-threads", "1"]) == 0
    return folder


@pytest.fixture(scope="module")
def checkpoint(run: pathlib.Path) -> pathlib.Path:
    return run / "model.zip"


def test_checkpoint_plays(checkpoint: pathlib.Path, run: pathlib.Path, capsys: Any) -> None:
    game = navalenv.load_game("sea_chess", size=6)
    figures = json.loads((run / "result.json").read_text())
    assert figures["settings"]["options"] == {"size": 6}
    assert figures["settings"]["network"] == {"channels": 8, "blocks": 1}
    assert figures["steps"] == 64
    won = navalenv.evaluate(game, f"checkpoint:{checkpoint}", num_games=4, seed=1_000_000)
    theirs = figures["results"]["random"]
    assert (won.wins, won.draws, won.losses) == tuple(
        theirs[key] for key in ("wins", "draws", "losses")
    )
    player = f"checkpoint:{checkpoint.with_suffix('')}"  # as stable-baselines3 takes it
    words = ["evaluate", "sea_chess", "--size", "6", "--player", player]
    assert main([*words, "--games", "4", "--seed", "1000000"]) == 0
    assert f"{won.wins}/{won.draws}/{won.losses} of 4" in capsys.readouterr().out


def test_files_that_are_no_checkpoint(checkpoint: pathlib.Path, tmp_path: pathlib.Path) -> None:
    game = navalenv.load_game("sea_chess", size=6)

    def refused(file: Any, words: str, game: Any = game) -> None:
        with pytest.raises(ValueError, match=words):
            make_player(f"checkpoint:{file}", game)

    refused("", r"opponent 'checkpoint' must be checkpoint:FILE")
    refused(tmp_path / "none.zip", "there is no file")
    refused(tmp_path, "there is no file")
    (tmp_path / "text.zip").write_text("no zip")
    refused(tmp_path / "text.zip", "no model that MaskablePPO saved: it is no zip file")
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as file:
        file.writestr("data", "{}")
    refused(tmp_path / "other.zip", r"it has no policy\.pth")
    with zipfile.ZipFile(tmp_path / "broken.zip", "w") as file:
        file.writestr("data", "{}")
        file.writestr("policy.pth", "nothing")
    refused(tmp_path / "broken.zip", "no model that MaskablePPO saved with this version")
    larger = navalenv.load_game("sea_chess", size=8)
    refused(checkpoint, r"model for observations int8 \(6, 6, 20\) and 1440 actions, but", larger)
    refused(checkpoint, "model for observations", navalenv.load_game("war_at_sea"))
    with pytest.raises(ValueError, match="opponent 'random' has no parameter"):
        make_player("random:5", game)


@pytest.mark.parametrize("flatten", [False, True])
def test_checkpoint_of_a_policy_of_the_library(tmp_path: pathlib.Path, flatten: bool) -> None:
    env = OneSeatVecEnv("sea_chess", 2, opponent="random", seed=0, size=6, flatten=flatten)
    kinds = {"policy_kwargs": {"net_arch": [8]}, "device": "cpu"}
    MaskablePPO("MlpPolicy", env, n_steps=4, batch_size=8, **kinds).save(tmp_path / "masked")
    game = navalenv.load_game("sea_chess", size=6)
    states = played_on(game, 5, 4)
    player = make_player(f"checkpoint:{tmp_path / 'masked'}", game)
    together = decide(player, game, states)
    np.testing.assert_array_equal(decide(player, game, states[2:3]), together[2:3])
    PPO("MlpPolicy", env, n_steps=4, batch_size=8, **kinds).save(tmp_path / "plain")
    with pytest.raises(ValueError, match="no model that MaskablePPO saved"):
        make_player(f"checkpoint:{tmp_path / 'plain'}", game)


# Packing, and the command.


def test_pack(run: pathlib.Path, tmp_path: pathlib.Path) -> None:
    assert pack(run, tmp_path) == "sea_chess_6"
    assert (tmp_path / "sea_chess_6.json").read_bytes() == (run / "result.json").read_bytes()
    with np.load(tmp_path / "sea_chess_6.npz", allow_pickle=False) as file:
        weights = dict(file)
    model = MaskablePPO.load(run / "model.zip", device="cpu")
    game = navalenv.load_game("sea_chess", size=6)
    policy = policy_with(game, {"channels": 8, "blocks": 1}, weights)
    for name, part in weights_of(model.policy).items():
        assert part.dtype == np.float32
        np.testing.assert_array_equal(part, weights_of(policy)[name])
    with pytest.raises(ValueError, match="the weights are those of another network"):
        policy_with(game, {"channels": 16, "blocks": 1}, weights)


def test_train_refuses(capsys: Any, monkeypatch: Any) -> None:
    assert main(["train", "sea_chess", "--size", "7"]) == 2
    assert "size must be one of 6, 8, 10" in capsys.readouterr().err
    assert main(["train", "sea_chess", "--sparring", "randon"]) == 2
    assert "unknown sparring 'randon'" in capsys.readouterr().err
    monkeypatch.delitem(NETWORKS, "sea_chess")
    assert main(["train", "sea_chess"]) == 2
    assert "unknown game with a network 'sea_chess'" in capsys.readouterr().err
    with pytest.raises(ValueError, match="unknown game 'sea_chess'"):
        network_of("sea_chess")


def test_without_the_extra(capsys: Any, monkeypatch: Any) -> None:
    def no_torch(name: str) -> Any:
        raise ModuleNotFoundError("No module named 'torch'", name="torch")

    monkeypatch.setattr("navalenv.training.importlib", SimpleNamespace(import_module=no_torch))
    named = r"torch is not installed; .* extra 'train': pip install 'navalenv\[train\]'"
    with pytest.raises(ImportError, match=named):
        make_player("baseline", navalenv.load_game("president_chess", num_players=2))
    with pytest.raises(ImportError, match=named):
        make_player("checkpoint:x", navalenv.load_game("president_chess", num_players=2))
    for command in ("train", "evaluate"):
        words = [] if command == "train" else ["--num-players", "2", "--player", "baseline"]
        assert main([command, "president_chess", *words]) == 1
        assert "the extra 'train'" in capsys.readouterr().err


def test_evaluator_says_what_the_policy_does() -> None:
    game = navalenv.load_game("president_chess", num_players=2)
    player: Any = make_player("baseline", game)
    seen, masks = view(game, played_on(game, 20, 10))
    priors, values = PolicyEvaluator(player)(seen, masks)
    assert priors.shape == masks.shape
    assert (priors[masks == 0] == 0).all()
    np.testing.assert_allclose(priors.sum(1), 1.0, atol=1e-5)
    np.testing.assert_array_equal(values[:, 0], -values[:, 1])
    assert (abs(values) <= 1).all()
    with torch.no_grad():
        policy = player.policy
        legal = policy.legal_actions(policy.features(torch.from_numpy(seen)), masks)
        chances = torch.zeros(masks.shape)
        chances.scatter_add_(1, legal.actions, legal.log_probs.exp())
        own = policy.predict_values(torch.from_numpy(seen)).numpy()[:, 0].clip(-1, 1)
    np.testing.assert_allclose(priors, chances, atol=1e-4)
    np.testing.assert_allclose(values[:, 0], own, atol=1e-4)


def test_search_with_a_trained_network() -> None:
    game = navalenv.load_game("sea_chess", size=6)
    player: Any = make_player("search:12:baseline", game)
    assert player.name == "search:12:baseline"
    states = played_on(game, 18, 6)
    whole = decide(player, game, states)
    for rows in (slice(0, 1), slice(5, 9), slice(17, 18)):
        np.testing.assert_array_equal(decide(player, game, states[rows]), whole[rows])
    assert navalenv.evaluate(game, player, "random", num_games=6, seed=2).wins >= 5


def test_what_cannot_guide_a_search() -> None:
    game = navalenv.load_game("sea_chess", size=6)
    with pytest.raises(ValueError, match="'greedy' is no trained player"):
        make_player("search:12:greedy", game)
    with pytest.raises(ValueError, match=r"'nobody' is no trained .* baseline.* or checkpoint:"):
        make_player("search:12:nobody", game)
    with pytest.raises(ValueError, match="number of simulations"):
        make_player("search::baseline", game)
    many = navalenv.load_game("president_chess", num_players=4)
    with pytest.raises(ValueError, match="4 players"):
        make_player("search:12:baseline", many)
