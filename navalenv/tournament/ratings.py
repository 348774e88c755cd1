"""Ratings: how strong players are, from games between them, and how sure that is.

The model is that of Bradley and Terry: the share of comparisons that a player is expected to win
against another depends on the difference of their ratings alone, as on the scale of Elo:

    expected share = 1 / (1 + 10 ** (-difference / 400))

A comparison is between two players of one game; a draw is half won. All games are fitted at once,
by maximum likelihood, so their order does not matter.

* Virtual games keep ratings finite where a player has won or lost all: 1 / K won each way for
  every pair of K players, in all as many games as there are free ratings. With two players that
  is half a game each way.
* Intervals come from a Bayesian bootstrap: games, and virtual games, get random weights (gamma
  variates with the number of games as shape), the ratings are fitted anew, and the middle 95 %
  of these are the interval. A game of several players has one weight: its comparisons go
  together. Nothing is assumed about how likely draws are, or that the model is true.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

POINTS = 400 / math.log(10)
"""Rating points of a unit of log-odds."""

NUM_SAMPLES = 1000
"""Fits behind an interval."""

_LEAST = 1e-9
"""Virtual games weigh at least this: every player stays connected to every other."""

Numbers = npt.NDArray[np.float64]


def rate(
    patterns: Numbers, counts: npt.ArrayLike, seed: int = 0, num_samples: int = NUM_SAMPLES
) -> tuple[Numbers, Numbers]:
    """Ratings from games that are over, with intervals.

    Args:
        patterns: float64 (M, K, K), the kinds of games there were. Entry (m, i, j) is the share
            of comparisons that player i won against player j; zero if they did not meet.
        counts: integers (M,), how many games there were of each kind.
        seed: of the random weights, any integer.
        num_samples: fits behind an interval.

    Returns:
        Ratings, float64 (K,), in points with mean 0, and their 95 % intervals, float64 (K, 2):
        of the rating against the mean of all players.

    Raises:
        ImportError: if choix is not installed.
    """
    check_installed()
    games = np.asarray(counts, np.float64)
    num_players = patterns.shape[1]
    prior = (1 - np.eye(num_players)) / num_players
    won = np.einsum("m,mij->ij", games, patterns)
    best = _fit(won + prior)
    random = np.random.default_rng(seed % 2**64)
    samples = np.empty((num_samples, num_players))
    for sample in samples:
        weights = random.standard_gamma(games)
        virtual = np.maximum(random.standard_gamma(prior), _LEAST * (prior > 0))
        sample[:] = _fit(np.einsum("m,mij->ij", weights, patterns) + virtual, best)
    low, high = np.quantile(samples, (0.025, 0.975), axis=0)
    return POINTS * best, POINTS * np.stack([low, high], 1)


def check_installed() -> None:
    """Find out, before games are played, whether they can be rated.

    Raises:
        ImportError: if choix is not installed.
    """
    try:
        import choix  # noqa: F401
    except ImportError as error:
        raise ImportError(
            'ratings need choix; install it with: pip install "navalenv[arena]"'
        ) from error


def _fit(won: Numbers, start: Numbers | None = None) -> Numbers:
    """Log-odds with mean 0 that make the numbers of comparisons won (K, K) likeliest."""
    import choix

    strengths = choix.ilsr_pairwise_dense(won, initial_params=start, max_iter=1000, tol=1e-4)
    return strengths - strengths.mean()
