"""AlphaZero: the parts of the loop, and the example that is made of them."""

from __future__ import annotations

import csv
import importlib.util
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

import navalenv
from navalenv.players.player import view
from navalenv.players.search import Search
from navalenv.training.alphazero import (
    NetworkEvaluator,
    NetworkPlayer,
    Replay,
    SelfPlay,
    losses,
    most_visited,
)

pytestmark = pytest.mark.usefixtures("one_thread")

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
TINY = {
    "--minutes": "0.05",
    "--num-games": "8",
    "--simulations": "4",
    "--batch-size": "16",
    "--channels": "8",
    "--blocks": "1",
    "--quiet-plies": "64",
    "--evaluations": "1",
    "--evaluation-games": "2",
    "--final-games": "4",
    "--num-threads": "1",
}


@pytest.fixture(scope="module")
def example() -> Any:
    """The example as a module."""
    path = EXAMPLES / "alphazero_sea_chess.py"
    spec = importlib.util.spec_from_file_location("alphazero_sea_chess", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def game() -> navalenv.Game:
    return navalenv.load_game("sea_chess", size=6, max_quiet_plies=20)


@pytest.fixture
def untrained(example: Any, game: navalenv.Game) -> torch.nn.Module:
    torch.manual_seed(0)
    return example.SeaChessNetwork(game, example.move_table(6), 8, 1)


@pytest.fixture
def network(untrained: torch.nn.Module) -> torch.nn.Module:
    """One that likes some actions and positions better than others."""
    with torch.no_grad():
        for parameter in untrained.parameters():
            parameter += 0.1 * torch.randn(parameter.shape)
    return untrained


def test_the_mirror_is_exact(example: Any) -> None:
    """Games and their mirrored games go the same way, ply by ply."""
    for size in (6, 8):
        game = navalenv.load_game("sea_chess", size=size, max_quiet_plies=50)
        actions = example.mirrored_actions(example.move_table(size))
        np.testing.assert_array_equal(actions[actions], np.arange(len(actions)))
        plain, other = game.new_batch(16, seed=1), game.new_batch(16, seed=1)
        boards = plain.states["board"][:, : size * size].reshape(-1, size, size)
        other.states["board"][:, : size * size] = boards.swapaxes(1, 2).reshape(16, -1)
        while not plain.terminated.all():
            np.testing.assert_array_equal(plain.observe().swapaxes(1, 2), other.observe())
            np.testing.assert_array_equal(
                plain.legal_actions_mask()[:, actions], other.legal_actions_mask()
            )
            chosen = plain.sample_legal_actions()
            plain.step(chosen)
            other.step(actions[chosen])
            np.testing.assert_array_equal(plain.terminated, other.terminated)
            np.testing.assert_array_equal(plain.returns, other.returns)
        assert abs(plain.returns).sum() > 0


def test_mirrored_samples(example: Any, game: navalenv.Game, network: torch.nn.Module) -> None:
    actions = example.mirrored_actions(example.move_table(6))
    replay = filled(game, network, plies=30)
    plain = replay.sample(64, np.random.default_rng(3))
    other = replay.sample(64, np.random.default_rng(3))
    example.mirror(other, actions, np.random.default_rng(4))
    turned = (plain.action_masks != other.action_masks).any(1)
    assert 16 < turned.sum() < 48
    np.testing.assert_array_equal(plain.observations[~turned], other.observations[~turned])
    np.testing.assert_array_equal(
        plain.observations[turned].swapaxes(1, 2), other.observations[turned]
    )
    np.testing.assert_array_equal(plain.policy[turned][:, actions], other.policy[turned])
    assert (other.policy[other.action_masks == 0] == 0).all()


def filled(game: navalenv.Game, network: torch.nn.Module, plies: int, seed: int = 0) -> Replay:
    """A replay with the games of some self-play."""
    search = Search(game, 4, evaluator=NetworkEvaluator(network), noise=0.25)
    replay = Replay(game, 10_000, search.simulations)
    play = SelfPlay(search, replay, 16, 8, seed)
    for _ in range(plies):
        play.step()
    assert play.finished > 0
    return replay


def test_evaluator(game: navalenv.Game, network: torch.nn.Module) -> None:
    batch = game.new_batch(5, seed=2)
    for _ in range(4):
        batch.step(batch.sample_legal_actions())
    observations, masks = view(game, batch.states)
    priors, values = NetworkEvaluator(network)(observations, masks)
    with torch.no_grad():
        actions = torch.arange(game.num_distinct_actions).expand(5, -1)
        scores, own = network(torch.from_numpy(observations), actions)
        scores[torch.from_numpy(masks == 0)] = -torch.inf
    np.testing.assert_allclose(priors, scores.softmax(1), atol=1e-6)
    np.testing.assert_allclose(values, np.stack([own, -own], 1), atol=1e-6)
    chosen = NetworkPlayer(network)(observations, masks, batch.states, batch.ply_words())
    np.testing.assert_array_equal(chosen, priors.argmax(1))


def test_an_untrained_network_plays_at_random(
    game: navalenv.Game, untrained: torch.nn.Module
) -> None:
    batch = game.new_batch(300, seed=0)
    observations, masks = view(game, batch.states)
    priors, values = NetworkEvaluator(untrained)(observations, masks)
    np.testing.assert_allclose(priors, masks / masks.sum(1, keepdims=True), atol=1e-6)
    np.testing.assert_array_equal(values, 0.0)
    words = batch.ply_words()
    chosen = NetworkPlayer(untrained)(observations, masks, batch.states, words)
    assert masks[np.arange(300), chosen].all()
    assert len(np.unique(chosen)) > masks[0].sum() * 0.9


def test_replay_keeps_the_latest(game: navalenv.Game) -> None:
    batch = game.new_batch(6, seed=0)
    replay = Replay(game, 4, 3)
    assert len(replay) == 0
    visits = np.zeros((6, game.num_distinct_actions), np.int32)
    masks = batch.legal_actions_mask()
    for row in range(6):
        legal = np.flatnonzero(masks[row])
        visits[row, legal[: 1 + row % 3]] = [3, 2, 1][: 1 + row % 3]
    actions, shares = most_visited(visits, replay.tried)
    replay.add(batch.states, actions, shares, np.arange(6))
    assert (len(replay), replay.added) == (4, 6)
    sample = replay.sample(100, np.random.default_rng(0))
    assert set(sample.values) == {2, 3, 4, 5}
    for policy, value in zip(sample.policy, sample.values, strict=True):
        np.testing.assert_allclose(policy, visits[int(value)] / visits[int(value)].sum())
    np.testing.assert_array_equal(sample.observations[0], batch.observe()[0])
    np.testing.assert_array_equal(sample.action_masks[0], masks[0])


@pytest.mark.parametrize(("capacity", "tried"), [(0, 4), (4, 0)])
def test_replay_refuses(game: navalenv.Game, capacity: int, tried: int) -> None:
    with pytest.raises(ValueError, match="must be at least 1, got 0"):
        Replay(game, capacity, tried)


def test_self_play(game: navalenv.Game, network: torch.nn.Module) -> None:
    """Whole games, told from the side of who was to move, the same for the same seed."""
    replay = filled(game, network, plies=40)
    again = filled(game, network, plies=40)
    np.testing.assert_array_equal(replay._states, again._states)
    np.testing.assert_array_equal(replay._values, again._values)
    count = len(replay)
    states, values = replay._states[:count], replay._values[:count]
    plies = states["ply"].astype(np.int64)
    firsts = np.flatnonzero(plies == 0)
    assert len(firsts) > 3
    lasts = np.append(firsts[1:], count) - 1
    assert (np.diff(plies)[np.diff(plies) != 1] < 0).all()
    assert (states["terminated"] == 0).all()
    for first, last in zip(firsts, lasts, strict=True):
        signs = (-1) ** (plies[last] - plies[first : last + 1])
        # Who makes the last ply has won, or nobody has.
        np.testing.assert_array_equal(values[first : last + 1], values[last] * signs)
        assert values[last] in (0.0, 1.0)
    assert 1.0 in values


def test_learning_lowers_the_losses(game: navalenv.Game, network: torch.nn.Module) -> None:
    sample = filled(game, network, plies=40).sample(64, np.random.default_rng(0))
    optimizer = torch.optim.Adam(network.parameters(), 1e-2)
    came: list[tuple[float, float]] = []
    for _ in range(40):
        policy, value = losses(network, sample)
        optimizer.zero_grad()
        (policy + value).backward()
        optimizer.step()
        came.append((policy.item(), value.item()))
    entropy = -(sample.policy * np.log(np.maximum(sample.policy, 1e-9))).sum(1).mean()
    assert entropy < came[-1][0] < came[0][0] - 0.3
    assert 0 <= came[-1][1] < came[0][1] / 2


def test_policy_loss_is_the_cross_entropy(game: navalenv.Game, network: torch.nn.Module) -> None:
    sample = filled(game, network, plies=30).sample(32, np.random.default_rng(1))
    priors, _ = NetworkEvaluator(network)(sample.observations, sample.action_masks)
    wanted = -(sample.policy * np.log(np.maximum(priors, 1e-30))).sum(1).mean()
    assert losses(network, sample)[0].item() == pytest.approx(wanted, rel=1e-4)


def test_example(tmp_path: pathlib.Path) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-W",
            "error",
            str(EXAMPLES / "alphazero_sea_chess.py"),
            *(word for pair in TINY.items() for word in pair),
            "--seed",
            "3",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=200,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "runs" / "alphazero_sea_chess_6"
    run = json.loads((folder / "result.json").read_text("utf-8"))
    assert run["settings"]["seed"] == 3
    assert run["settings"]["options"] == {"size": 6, "max_quiet_plies": 100}
    assert len(run["start"]) == len(run["end"]) == 6
    for row, games in ((run["start"][0], 2), (run["end"][5], 4)):
        assert row["wins"] + row["draws"] + row["losses"] == games
        assert row["win_rate"] == row["wins"] / games
        assert row["interval"][0] <= row["win_rate"] <= row["interval"][1]
    assert run["end"][0]["minutes"] >= 0.05
    assert run["machine"]["navalenv"] == navalenv.__version__
    with open(folder / "curve.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) in (12, 18)  # a slow machine has no time for the one on the way
    assert [row["opponent"] for row in rows[:6:2]] == ["random", "greedy", "search:4"]
    assert int(rows[0]["games"]) == 0
    assert int(rows[-1]["games"]) == run["end"][0]["games"]
    assert (folder / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert torch.load(folder / "network.pt", weights_only=True)
    assert "search:4" in done.stdout
