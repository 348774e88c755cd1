"""The training scripts: they run from anywhere and leave what they promise."""

from __future__ import annotations

import csv
import dataclasses
import json
import os
import pathlib
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("matplotlib")
pytest.importorskip("rich")
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

import navalenv
from navalenv.core.threads import run_rows
from navalenv.envs.arguments import action_space, observation_space
from navalenv.players.ladder import make_player
from navalenv.training.entity_policy import (
    GAME,
    PLACE,
    TARGET,
    UNIT,
    EntityPolicy,
    EntityTable,
)
from navalenv.training.memory import keep_freed_memory
from navalenv.training.networks.war_at_sea import entity_table
from navalenv.training.pool import PolicyPlayer
from navalenv.training.self_play import train
from navalenv.training.settings import Settings

pytestmark = pytest.mark.usefixtures("one_thread")

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
TINY = {
    "--minutes": "0.05",
    "--num-envs": "8",
    "--num-steps": "8",
    "--batch-size": "32",
    "--num-epochs": "1",
    "--channels": "8",
    "--blocks": "1",
    "--evaluation-games": "4",
    "--final-games": "6",
    "--snapshot-every": "1",
    "--num-threads": "1",
}

BOARD_SIZES = ("--channels", "--blocks")


def run(script: str, folder: pathlib.Path, *arguments: str) -> Any:
    """A script for boards, with tiny settings."""
    return start(script, folder, *(word for pair in TINY.items() for word in pair), *arguments)


def start(script: str, folder: pathlib.Path, *arguments: str) -> Any:
    """A script, run from another folder, with warnings as errors."""
    return subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / script), *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=200,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A finished run: its folder, and what it printed."""
    folder = tmp_path_factory.mktemp("elsewhere")
    done = run("train_sea_chess.py", folder, "--seed", "3")
    assert done.returncode == 0, done.stderr
    return folder / "runs" / "sea_chess_6", done.stdout


def test_results(trained: Any) -> None:
    folder, printed = trained
    result = json.loads((folder / "result.json").read_text("utf-8"))
    assert result["settings"]["seed"] == 3
    assert result["settings"]["num_envs"] == 8
    assert result["settings"]["options"] == {"size": 6}
    assert 0.04 < result["minutes"] < 3
    assert result["steps"] >= 8
    assert result["steps"] % 8 == 0
    for opponent in ("random", "greedy"):
        figures = result["results"][opponent]
        assert figures["wins"] + figures["draws"] + figures["losses"] == 6
        assert figures["win_rate"] == pytest.approx(figures["wins"] / 6)
        low, high = figures["interval"]
        assert 0 <= low <= figures["win_rate"] <= high <= 1
        assert opponent in printed
    assert result["machine"]["navalenv"] == navalenv.__version__


def test_curve(trained: Any) -> None:
    folder, _ = trained
    with open(folder / "curve.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) >= 2
    assert list(rows[0]) == ["minutes", "steps", "random", "greedy"]
    steps = [int(row["steps"]) for row in rows]
    minutes = [float(row["minutes"]) for row in rows]
    assert steps[0] == 0
    assert steps == sorted(steps)
    assert minutes == sorted(minutes)
    assert all(0 <= float(row[name]) <= 1 for row in rows for name in ("random", "greedy"))
    result = json.loads((folder / "result.json").read_text("utf-8"))
    assert steps[-1] == result["steps"]
    assert (folder / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_model(trained: Any) -> None:
    """The model loads without the script, and its results are those of the file."""
    folder, _ = trained
    model = MaskablePPO.load(folder / "model.zip", device="cpu")
    game = navalenv.load_game("sea_chess", size=6)
    observations = game.new_batch(5).observe()
    masks = game.new_batch(5).legal_actions_mask().astype(bool)
    actions, _ = model.predict(observations, action_masks=masks)
    assert masks[np.arange(5), actions].all()
    result = json.loads((folder / "result.json").read_text("utf-8"))
    for opponent, figures in result["results"].items():
        again = navalenv.evaluate(
            game, PolicyPlayer(model.policy), opponent, num_games=6, seed=1_000_000
        )
        assert [again.wins, again.draws, again.losses] == [
            figures[key] for key in ("wins", "draws", "losses")
        ]
    assert MaskablePPO.load(folder / "checkpoint.zip", device="cpu").num_timesteps > 0


def test_folder(tmp_path: pathlib.Path) -> None:
    done = run("train_sea_chess.py", tmp_path, "--folder", "here", "--minutes", "0.01")
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (tmp_path / "here").iterdir()}
    assert names >= {"model.zip", "curve.png", "curve.csv", "result.json"}
    assert not (tmp_path / "runs").exists()


def test_wrong_arguments(tmp_path: pathlib.Path) -> None:
    done = run("train_sea_chess.py", tmp_path, "--size", "7")
    assert done.returncode == 2
    assert "size" in done.stderr
    assert not list(tmp_path.iterdir())
    done = run("train_sea_chess.py", tmp_path, "--sparring", "randon")
    assert done.returncode != 0
    assert "unknown opponent 'randon'" in done.stderr


def test_keeping_memory_can_be_asked_for_twice() -> None:
    keep_freed_memory()
    keep_freed_memory()


def test_president_chess(tmp_path: pathlib.Path) -> None:
    done = run("train_president_chess.py", tmp_path, "--num-players", "3", "--evaluations", "1")
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "runs" / "president_chess_3"
    result = json.loads((folder / "result.json").read_text("utf-8"))
    assert result["settings"]["options"] == {"num_players": 3}
    assert result["steps"] >= 8
    assert (folder / "curve.png").stat().st_size > 1000
    model = MaskablePPO.load(folder / "model", device="cpu")
    game = navalenv.load_game("president_chess", num_players=3)
    played = navalenv.evaluate(game, PolicyPlayer(model.policy), num_games=3, max_plies=30)
    assert played.games == 3


# War at Sea: a network over units and sectors.


@pytest.fixture(scope="module")
def table() -> EntityTable:
    return entity_table()


def entity_policy(table: EntityTable, seed: int = 0) -> EntityPolicy:
    """A policy with random weights, large enough for scores that differ."""
    torch.manual_seed(seed)
    game = navalenv.load_game("war_at_sea", scenario="skirmish")
    policy = EntityPolicy(
        observation_space(game),
        action_space(game),
        lambda _: 1e-3,
        table=table,
        width=16,
        place_width=8,
    )
    with torch.no_grad():
        for weights in policy.parameters():
            weights.add_(torch.randn_like(weights) * 0.2)
    return policy


def played_on(plies: int, num_games: int = 6, scenario: str = "skirmish") -> Any:
    """Games played at random for a while, not over."""
    game = navalenv.load_game("war_at_sea", scenario=scenario)
    batch = game.new_batch(num_games, 5)
    for _ in range(plies):
        words = np.empty((num_games, 4), np.uint32)
        run_rows(game.drivers.ply_words, 1, num_games, batch.states, words)
        batch.step(make_player("random", game)(None, None, batch.states, words))
    assert not batch.terminated.any()
    return batch


def every_score(policy: EntityPolicy, observations: Any) -> Any:
    """Scores of all actions, (B, A)."""
    actions = torch.arange(int(policy.action_space.n)).expand(len(observations), -1)
    with torch.inference_mode():
        return policy.scores(policy.features(torch.as_tensor(observations)), actions).numpy()


def test_table_says_what_actions_are(table: EntityTable) -> None:
    kinds, actors, aims, manners = table.kinds, table.actors, table.aims, table.manners
    assert (kinds[0], kinds[1], kinds[849], kinds[2641]) == (GAME, PLACE, TARGET, UNIT)
    assert np.bincount(kinds).tolist() == [1, 16, 16 * 53, 16 * 7 * 16]
    place = 1 + 3 * 53 + 17
    assert (actors[place], aims[place]) == (3, 17)
    attack = 849 + (2 * 7 + 5) * 16 + 9
    assert (actors[attack], manners[attack], aims[attack]) == (2, 5, 9)
    assert actors[2641:].tolist() == list(range(16))


@pytest.mark.parametrize(
    ("scenario", "plies"), [("skirmish", 4), ("skirmish", 40), ("solomons", 60)]
)
def test_own_units_may_change_slots(table: EntityTable, scenario: str, plies: int) -> None:
    """Whoever has a slot: the scores go with the unit."""
    policy = entity_policy(table)
    observations = played_on(plies, scenario=scenario).observe()
    order = np.arange(16)
    order[:4] = [2, 0, 3, 1]
    changed = observations.copy()
    units = observations[:, table.units].reshape(len(observations), 32, -1)
    moved = units.copy()
    moved[:, :16] = units[:, order]
    changed[:, table.units] = moved.reshape(len(observations), -1)
    before, after = every_score(policy, observations), every_score(policy, changed)
    number = {
        (kind, actor, manner, aim): action
        for action, (kind, actor, manner, aim) in enumerate(
            zip(
                *(x.tolist() for x in (table.kinds, table.actors, table.manners, table.aims)),
                strict=True,
            )
        )
    }
    for kind in (UNIT, PLACE, TARGET):
        theirs = [
            number[kind, int(order[actor]), manner, aim]
            for (k, actor, manner, aim) in number
            if k == kind and actor < 4 and (kind != TARGET or aim < 4)
        ]
        ours = [
            number[kind, actor, manner, aim]
            for (k, actor, manner, aim) in number
            if k == kind and actor < 4 and (kind != TARGET or aim < 4)
        ]
        np.testing.assert_allclose(after[:, ours], before[:, theirs], atol=1e-4)
        assert before[:, ours].std(1).min() > 1e-3
    np.testing.assert_allclose(after[:, 0], before[:, 0], atol=1e-4)


def test_targets_may_change_slots(table: EntityTable) -> None:
    policy = entity_policy(table)
    observations = played_on(30).observe()
    changed = observations.copy()
    units = changed[:, table.units].reshape(len(changed), 32, -1)
    units[:, 16:20] = units[:, [19, 18, 17, 16]]
    changed[:, table.units] = units.reshape(len(changed), -1)
    before, after = every_score(policy, observations), every_score(policy, changed)
    first = 849 + 5 * 16  # the first unit's torpedoes
    np.testing.assert_allclose(
        after[:, first : first + 4], before[:, first : first + 4][:, ::-1], atol=1e-4
    )
    np.testing.assert_allclose(after[:, :849], before[:, :849], atol=1e-4)


def test_rows_do_not_bear_on_each_other(table: EntityTable) -> None:
    """A row's scores are the same alone and among rows that use more slots."""
    policy = entity_policy(table)
    few, many = played_on(30).observe(), played_on(50, scenario="solomons").observe()
    together = np.concatenate([few, many])
    columns = np.flatnonzero((table.actors < 4) & ((table.kinds != TARGET) | (table.aims < 4)))
    np.testing.assert_allclose(
        every_score(policy, together)[:6, columns], every_score(policy, few)[:, columns], atol=1e-4
    )
    with torch.inference_mode():
        values = policy.predict_values(torch.as_tensor(together))
        np.testing.assert_allclose(
            values[:6], policy.predict_values(torch.as_tensor(few)), atol=1e-4
        )


def test_entity_policy_is_saved_whole(table: EntityTable, tmp_path: pathlib.Path) -> None:
    policy = entity_policy(table)
    policy.save(str(tmp_path / "policy"))
    again = EntityPolicy.load(str(tmp_path / "policy"), device="cpu")
    observations = played_on(30).observe()
    np.testing.assert_array_equal(
        every_score(policy, observations), every_score(again, observations)
    )


def test_wrong_tables(table: EntityTable) -> None:
    with pytest.raises(ValueError, match="distances must be"):
        dataclasses.replace(table, distances=table.distances[:5])
    with pytest.raises(ValueError, match="actors must be as long as kinds"):
        dataclasses.replace(table, actors=table.actors[:5])


def run_war(folder: pathlib.Path, *arguments: str) -> Any:
    words = [word for pair in TINY.items() if pair[0] not in BOARD_SIZES for word in pair]
    return start("train_war_at_sea.py", folder, *words, "--width", "8", *arguments)


def test_war_at_sea(tmp_path: pathlib.Path) -> None:
    done = run_war(tmp_path, "--seed", "4", "--evaluations", "1")
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "runs" / "war_at_sea_skirmish"
    result = json.loads((folder / "result.json").read_text("utf-8"))
    settings = result["settings"]
    assert settings["options"] == {"scenario": "skirmish"}
    assert settings["training_options"] == {"reward": "score"}
    assert settings["network"]["width"] == 8
    assert result["steps"] >= 8
    assert (folder / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert (folder / "curve.csv").stat().st_size > 0
    model = MaskablePPO.load(folder / "model", device="cpu")
    game = navalenv.load_game("war_at_sea", scenario="skirmish")
    for opponent, figures in result["results"].items():
        again = navalenv.evaluate(
            game, PolicyPlayer(model.policy), opponent, num_games=6, seed=1_000_000
        )
        assert [again.wins, again.draws, again.losses] == [
            figures[key] for key in ("wins", "draws", "losses")
        ]


def test_steps_make_a_run_a_function_of_its_seed(tmp_path: pathlib.Path) -> None:
    weights = []
    for seed, name in ((1, "first"), (1, "second"), (2, "third")):
        settings = Settings(
            "war_at_sea",
            {"scenario": "skirmish"},
            minutes=60,
            network={"width": 8, "place_width": 8},
            training_options={"reward": "score"},
            seed=seed,
            num_envs=4,
            num_steps=8,
            batch_size=16,
            snapshot_every=1,
            evaluations=1,
            evaluation_games=2,
            final_games=2,
            final_learning_rate=1e-4,
            num_threads=1,
            max_steps=96,
        )
        knowledge = {"table": entity_table()}
        train(settings, EntityPolicy, knowledge, tmp_path / name)
        assert json.loads((tmp_path / name / "result.json").read_text())["steps"] == 96
        model = MaskablePPO.load(tmp_path / name / "model", device="cpu")
        weights.append(torch.cat([x.detach().flatten() for x in model.policy.parameters()]))
    assert torch.equal(weights[0], weights[1])
    assert not torch.equal(weights[0], weights[2])


def test_any_policy(tmp_path: pathlib.Path) -> None:
    """A policy of the library that knows nothing of lists trains and plays as well."""
    settings = Settings(
        "war_at_sea",
        {"scenario": "skirmish"},
        minutes=60,
        network={"net_arch": [8]},
        num_envs=4,
        num_steps=8,
        batch_size=16,
        snapshot_every=1,
        evaluations=1,
        evaluation_games=2,
        final_games=2,
        num_threads=1,
        max_steps=64,
    )
    results = train(settings, MaskableActorCriticPolicy, {}, tmp_path)
    assert results["random"].games == 2
