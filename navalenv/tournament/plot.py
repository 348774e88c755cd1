"""A picture of ratings."""

from __future__ import annotations

import pathlib
import textwrap
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from navalenv.tournament.result import ArenaResult


def plot_ratings(result: ArenaResult, path: str | pathlib.Path) -> None:
    """Draw the ratings with their 95 % intervals into a file, the best on top.

    Raises:
        ImportError: if matplotlib is not installed.
        ValueError: for a kind of file that matplotlib does not write.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError(
            'plots need matplotlib; install it with: pip install "navalenv[arena]"'
        ) from error
    order = result.order[::-1]
    ratings = result.ratings[order]
    reach = abs(result.intervals[order].T - ratings)
    figure = Figure(figsize=(7, 1.4 + 0.4 * len(order)), dpi=120, layout="constrained")
    axes = figure.subplots()
    axes.errorbar(ratings, np.arange(len(order)), xerr=reach, fmt="o", capsize=4)
    axes.axvline(0, color="grey", linewidth=0.8)
    options = ", ".join(
        f"{name} {value}" for name, value in result.game.options.items() if value is not None
    )
    # Names are no formulas, even with dollar signs in them.
    names = [result.players[player] for player in order]
    axes.set_yticks(np.arange(len(order)), names, parse_math=False)
    axes.set(
        ylim=(-0.6, len(order) - 0.4),
        xlabel="rating, points from the mean, with 95 % intervals",
        title=textwrap.fill(f"{result.game.title} ({options})", 70),
    )
    axes.grid(alpha=0.3, axis="x")
    figure.savefig(path)
