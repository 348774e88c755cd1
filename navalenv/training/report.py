"""What training runs leave in their folder: a curve as a picture, figures, the machine."""

from __future__ import annotations

import csv
import dataclasses
import json
import pathlib
import platform
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from rich.table import Table

import navalenv
from navalenv.core.game import Game
from navalenv.evaluation import Result


def save_curve(
    path: pathlib.Path,
    game: Game,
    minutes: Sequence[float],
    lines: Mapping[str, Sequence[float | Result]],
) -> None:
    """Paint shares of games won over time.

    Args:
        path: where the picture goes.
        game: what was played.
        minutes: of each evaluation.
        lines: for each line what the legend says, and of each evaluation the share (0 to 1) or
            the result; results get bands of their intervals.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), dpi=120, layout="constrained")
    axes = figure.subplots()
    for label, values in lines.items():
        results = [value for value in values if isinstance(value, Result)]
        rates = [value.win_rate if isinstance(value, Result) else value for value in values]
        (line,) = axes.plot(
            minutes, [100 * rate for rate in rates], marker="o", markersize=3, label=label
        )
        if results:
            low, high = 100 * np.array([result.interval for result in results]).T
            axes.fill_between(minutes, low, high, color=line.get_color(), alpha=0.12, linewidth=0)
    options = ", ".join(
        f"{name} {value}" for name, value in game.options.items() if value is not None
    )
    axes.set(
        xlabel="minutes",
        ylabel="games won, %",
        ylim=(0, 102),
        title=textwrap.fill(f"{game.title} ({options})", 70),
    )
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.savefig(path)


@dataclasses.dataclass
class Point:
    """What was measured at some time of a run.

    Attributes:
        minutes: since the beginning.
        games, positions: played, and learned from, until then.
        results: of each player (first name) against each opponent (second).
    """

    minutes: float
    games: int
    positions: int
    results: dict[tuple[str, str], Result]

    def rows(self) -> list[dict[str, Any]]:
        """A row of figures for each result."""
        return [
            {
                "minutes": round(self.minutes, 2),
                "games": self.games,
                "positions": self.positions,
                "player": player,
                "opponent": opponent,
                **figures(result),
            }
            for (player, opponent), result in self.results.items()
        ]


def save_points(folder: pathlib.Path, game: Game, settings: Any, points: list[Point]) -> None:
    """Write ``curve.csv``, ``curve.png`` and ``result.json`` (the first and the last point).

    Args:
        folder: where they go.
        game: what was played.
        settings: of the run, a dataclass.
        points: all so far, at least one.
    """
    rows = [row for point in points for row in point.rows()]
    with open(folder / "curve.csv", "w", newline="") as file:
        names = [name for name in rows[0] if name != "interval"]
        writer = csv.DictWriter(file, names, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
    pairs = [pair for pair in points[0].results if pair[1] != "random"]
    save_curve(
        folder / "curve.png",
        game,
        [point.minutes for point in points],
        {" against ".join(pair): [point.results[pair] for point in points] for pair in pairs},
    )
    run = {
        "settings": {
            "game": game.name,
            "options": dict(game.options),
            **dataclasses.asdict(settings),
        },
        "start": points[0].rows(),
        "end": points[-1].rows(),
        "machine": machine(),
    }
    (folder / "result.json").write_text(json.dumps(run, indent=2) + "\n")


def points_table(points: list[Point]) -> Table:
    """The results of the first and of the last point, to print."""
    first, last = points[0], points[-1]
    title = f"{last.games:,} games, {last.positions:,} positions, {last.minutes:.1f} minutes"
    table = Table(title=title)
    for column in ("player", "opponent", "at the start", "at the end"):
        table.add_column(column)
    for pair, result in last.results.items():
        table.add_row(*pair, str(first.results[pair]), str(result))
    return table


def figures(result: Result) -> dict[str, Any]:
    """An evaluation's result with its win rate and interval, for JSON."""
    return {
        **dataclasses.asdict(result),
        "win_rate": result.win_rate,
        "interval": result.interval,
    }


def machine() -> dict[str, Any]:
    """What this runs on, for JSON."""
    return {
        "processor": _processor(),
        "threads": torch.get_num_threads(),
        "python": platform.python_version(),
        "torch": torch.__version__,
        "numpy": np.__version__,
        "navalenv": navalenv.__version__,
    }


def _processor() -> str:
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()
