"""The training scripts: they run from anywhere and leave what they promise."""

from __future__ import annotations

import csv
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
from sb3_contrib import MaskablePPO

import navalenv
from navalenv.training.memory import keep_freed_memory
from navalenv.training.pool import PolicyPlayer

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


def run(script: str, folder: pathlib.Path, *arguments: str) -> Any:
    """A script, run from another folder, with warnings as errors."""
    tiny = [word for pair in TINY.items() for word in pair]
    return subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / script), *tiny, *arguments],
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
