"""Self-play training with MaskablePPO: the loop that the training scripts share."""

from __future__ import annotations

import csv
import dataclasses
import json
import pathlib
import time
from collections.abc import Mapping
from typing import Any

import torch
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback

import navalenv
from navalenv.core.game import Game
from navalenv.envs.sb3 import OneSeatVecEnv
from navalenv.evaluation import Result, evaluate, even_games
from navalenv.training.memory import keep_freed_memory
from navalenv.training.policy import SmallMaskBuffer
from navalenv.training.pool import PolicyPlayer, Pool, freeze
from navalenv.training.report import figures, machine, save_curve
from navalenv.training.settings import OPPONENTS, Settings


@dataclasses.dataclass
class Point:
    """One evaluation on the way.

    Attributes:
        minutes: since the beginning, evaluations included.
        steps: learner's steps so far.
        win_rates: share of games won against each of `OPPONENTS`.
    """

    minutes: float
    steps: int
    win_rates: dict[str, float]


class _Callback(BaseCallback):
    """Stops at the time budget, feeds the pool, evaluates, saves."""

    def __init__(
        self, settings: Settings, pool: Pool, folder: pathlib.Path, progress: Progress
    ) -> None:
        super().__init__()
        self.settings = settings
        self.pool = pool
        self.folder = folder
        self.progress = progress
        self.task = progress.add_task("training", total=settings.minutes * 60, note="")
        self.start = time.monotonic()
        self.evaluated = self.start
        self.minutes_between = settings.minutes / max(settings.evaluations, 1)
        self.updates = 0
        self.points: list[Point] = []

    def seconds(self) -> float:
        """Since the beginning."""
        return time.monotonic() - self.start

    def share(self) -> float:
        """How much of the budget is used up, 0 to 1: of the steps where they are given."""
        if self.settings.max_steps is not None:
            return min(self.num_timesteps / self.settings.max_steps, 1.0)
        return min(self.seconds() / (self.settings.minutes * 60), 1.0)

    def _on_step(self) -> bool:
        seconds = self.seconds()
        self.progress.update(self.task, completed=seconds)
        steps = self.settings.max_steps
        return seconds < self.settings.minutes * 60 and (
            steps is None or self.num_timesteps < steps
        )

    def _on_rollout_start(self) -> None:
        if time.monotonic() - self.evaluated >= self.minutes_between * 60:
            self.evaluate()
        if self.updates and self.updates % self.settings.snapshot_every == 0:
            policy = self.model.policy
            assert isinstance(policy, MaskableActorCriticPolicy)
            self.pool.add(freeze(policy, f"copy after {self.num_timesteps} steps"))
        self.updates += 1

    def _on_rollout_end(self) -> None:
        first, last = self.settings.learning_rate, self.settings.final_learning_rate
        if last is not None:
            rate = first + (last - first) * self.share()
            self.model.lr_schedule = lambda _: rate

    def evaluate(self) -> None:
        """Evaluate the policy as it is, note the result, save a checkpoint."""
        policy = self.model.policy
        assert isinstance(policy, MaskableActorCriticPolicy)
        player = PolicyPlayer(policy)
        game = self.pool.game
        games = even_games(game, self.settings.evaluation_games)
        rates = {
            opponent: evaluate(game, player, opponent, games, seed=10_000).win_rate
            for opponent in OPPONENTS
        }
        self.points.append(Point(self.seconds() / 60, self.num_timesteps, rates))
        self.model.save(self.folder / "checkpoint")
        _save_points(self.folder, self.points)
        won = ", ".join(f"{name} {rate:.0%}" for name, rate in rates.items())
        speed = self.num_timesteps / self.seconds()
        self.progress.console.print(
            f"{self.seconds() / 60:5.1f} min  {self.num_timesteps:>9,} steps  won against {won}"
        )
        self.progress.update(self.task, note=f"{speed:,.0f} steps/s")
        self.evaluated = time.monotonic()


def train(
    settings: Settings,
    policy: type[MaskableActorCriticPolicy],
    knowledge: Mapping[str, Any],
    folder: pathlib.Path,
) -> dict[str, Result]:
    """Train by self-play, evaluate, and leave model, curve and figures in a folder.

    Args:
        settings: the run.
        policy: class of the policy, such as `navalenv.training.policy.BoardPolicy`.
        knowledge: arguments of it besides ``settings.network``: what it needs to know of the
            game.
        folder: where ``model.zip``, ``curve.csv``, ``curve.png`` and ``result.json`` go.

    Returns:
        Results against each of `OPPONENTS` at the end.
    """
    keep_freed_memory()
    folder.mkdir(parents=True, exist_ok=True)
    if settings.num_threads is not None:
        torch.set_num_threads(settings.num_threads)
    game = navalenv.load_game(settings.game, **settings.options)
    pool = Pool(game, settings.sparring, settings.capacity, settings.newest_share)
    env = OneSeatVecEnv(
        settings.game,
        settings.num_envs,
        opponent=pool,
        seat="random",
        seed=settings.seed,
        copy=False,
        **{**settings.options, **settings.training_options},
    )
    model = MaskablePPO(
        policy,
        env,
        learning_rate=settings.learning_rate,
        n_steps=settings.num_steps,
        batch_size=settings.batch_size,
        n_epochs=settings.num_epochs,
        gamma=settings.gamma,
        gae_lambda=settings.gae_lambda,
        ent_coef=settings.entropy,
        seed=settings.seed,
        rollout_buffer_class=SmallMaskBuffer,
        policy_kwargs={**knowledge, **settings.network},
        device="cpu",
    )
    console = Console()
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
        console=console,
    ) as progress:
        callback = _Callback(settings, pool, folder, progress)
        callback.init_callback(model)
        callback.evaluate()
        model.learn(int(1e12), callback=callback)
        callback.evaluate()
    model.save(folder / "model")
    minutes = callback.seconds() / 60
    player = PolicyPlayer(model.policy)
    games = even_games(game, settings.final_games)
    results = {
        opponent: evaluate(game, player, opponent, games, seed=1_000_000) for opponent in OPPONENTS
    }
    points = callback.points
    save_curve(
        folder / "curve.png",
        game,
        [point.minutes for point in points],
        {f"against {name}": [point.win_rates[name] for point in points] for name in OPPONENTS},
    )
    _save_result(folder, settings, results, model.num_timesteps, minutes)
    console.print(_table(game, results, model.num_timesteps, minutes))
    console.print(f"model, curve and figures: {folder}")
    return results


def _save_points(folder: pathlib.Path, points: list[Point]) -> None:
    with open(folder / "curve.csv", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["minutes", "steps", *OPPONENTS])
        for point in points:
            writer.writerow(
                [f"{point.minutes:.3f}", point.steps, *(point.win_rates[o] for o in OPPONENTS)]
            )


def _save_result(
    folder: pathlib.Path,
    settings: Settings,
    results: dict[str, Result],
    steps: int,
    minutes: float,
) -> None:
    run = {
        "settings": dataclasses.asdict(settings),
        "minutes": round(minutes, 2),
        "steps": steps,
        "results": {opponent: figures(result) for opponent, result in results.items()},
        "machine": machine(),
    }
    (folder / "result.json").write_text(json.dumps(run, indent=2) + "\n")


def _table(game: Game, results: dict[str, Result], steps: int, minutes: float) -> Table:
    table = Table(title=f"{game.title}: {steps:,} steps in {minutes:.1f} minutes")
    for column in ("opponent", "won", "95 % interval", "wins", "draws", "losses", "plies a game"):
        table.add_column(column, justify="left" if column == "opponent" else "right")
    for opponent, result in results.items():
        low, high = result.interval
        table.add_row(
            opponent,
            f"{result.win_rate:.1%}",
            f"{low:.1%} to {high:.1%}",
            *(str(number) for number in (result.wins, result.draws, result.losses)),
            f"{result.mean_length:.0f}",
        )
    return table
