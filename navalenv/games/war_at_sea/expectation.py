"""Exact chances of an attack's dice: how likely it is to reach a number of successes.

All dice are alike and independent: a natural 6 has two successes (three with Skip-Bomb), some
other faces have one. So the distribution of a throw is that of one die, convolved with itself.

Source: ``docs/games/war_at_sea.md``, section "Attacks".
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from navalenv.core.jit import compiled
from navalenv.games.war_at_sea.dice import FACES

MAX_DICE = 32
"""More dice than this are counted as this many."""
MAX_SUCCESSES = 20
"""No armour is larger."""
_MOST_ONES = 4
_LEAST_OF_SIX = 2


def success_distribution(dice: int, ones: int, of_six: int = 2) -> npt.NDArray[np.float64]:
    """Chances of 0, 1, 2, ... successes of a throw.

    Args:
        dice: number of dice.
        ones: faces below 6 that have one success: 2 without a modifier, one less or more for
            each -1 or +1 on each die, at least 0; 0 where only natural 6s count.
        of_six: successes of a natural 6.

    Returns:
        float64 (dice * of_six + 1,), which add up to 1.
    """
    die = np.zeros(of_six + 1)
    die[0] = (FACES - 1 - ones) / FACES
    die[1] += ones / FACES
    die[of_six] += 1 / FACES
    chances = np.ones(1)
    for _ in range(dice):
        chances = np.convolve(chances, die)
    return chances


def hit_distribution(dice: int, faces: int = 1) -> npt.NDArray[np.float64]:
    """Chances of 0, 1, 2, ... hits of a torpedo attack in which ``faces`` faces hit."""
    chances = np.ones(1)
    for _ in range(dice):
        chances = np.convolve(chances, [1 - faces / FACES, faces / FACES])
    return chances


def _tails(chances: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Chances of at least 0, 1, ..., MAX_SUCCESSES."""
    padded = np.zeros(max(len(chances), MAX_SUCCESSES + 1))
    padded[: len(chances)] = chances
    return padded[::-1].cumsum()[::-1][: MAX_SUCCESSES + 1]


AT_LEAST = np.array(
    [
        [
            [_tails(success_distribution(dice, ones, of_six)) for dice in range(MAX_DICE + 1)]
            for ones in range(_MOST_ONES)
        ]
        for of_six in (_LEAST_OF_SIX, _LEAST_OF_SIX + 1)
    ]
)
"""(successes of a 6 less 2, other faces with one, dice, k): chance of at least k successes."""
HITS_AT_LEAST = np.array(
    [[_tails(hit_distribution(dice, faces)) for dice in range(MAX_DICE + 1)] for faces in (1, 2)]
)
"""(faces that hit less 1, dice, k): chance of at least k torpedo hits."""


@compiled
def chance_of_successes(dice: int, per_die: int, sixes: bool, of_six: int, least: int) -> float:
    """Chance that a throw has at least ``least`` successes.

    Args:
        dice: number of dice.
        per_die: what is added to each.
        sixes: whether only natural 6s count.
        of_six: successes of a natural 6, 2 or 3.
        least: at least this many.
    """
    ones = 0 if sixes else max(0, min(_MOST_ONES - 1, 2 + per_die))
    if least > MAX_SUCCESSES:
        return 0.0
    return AT_LEAST[of_six - _LEAST_OF_SIX, ones, min(dice, MAX_DICE), least]


@compiled
def chance_of_hits(dice: int, per_die: int, least: int) -> float:
    """Chance that a torpedo attack has at least ``least`` hits."""
    if least > MAX_SUCCESSES:
        return 0.0
    return HITS_AT_LEAST[1 if per_die > 0 else 0, min(dice, MAX_DICE), least]
