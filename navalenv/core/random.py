"""Random streams: one counter-based generator (Philox 4x32-10) for everything.

A block of four 32-bit words is a function of a key and a counter, nothing else:

* key: the seed of the game, modulo 2**64;
* counter: (draw, purpose, episode, 0).

So the words that a game sees do not depend on the batch that it is in, on threads, or on
what is drawn for other purposes. All arithmetic is on 64-bit integers masked to 32 bits,
which gives the same words compiled and as plain Python.

Source of the generator: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011).
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
import numpy.typing as npt

from navalenv.core.errors import check_integer
from navalenv.core.jit import compiled, integer

RULES = 0
"""Purpose: chance in the rules of a game (dice)."""
SAMPLING = 1
"""Purpose: `Batch.sample_legal_actions`."""
OPPONENTS = 2
"""Purpose: the words that a player gets for one decision."""
SEATS = 3
"""Purpose: what is drawn once an episode: the learner's seat, which member of a pool plays."""
SEARCH = 4
"""Purpose: keys of the simulations of a search."""
ROLLOUTS = 5
"""Purpose: what a simulation draws to choose its actions."""

_MASK = 0xFFFFFFFF


@compiled
def philox(
    key_low: int, key_high: int, draw: int, purpose: int, episode: int
) -> tuple[int, int, int, int]:
    """Four random 32-bit words, as a tuple of integers."""
    a, b, c, d = integer(draw), integer(purpose), integer(episode), 0
    k, m = integer(key_low), integer(key_high)
    for _ in range(10):
        left = 0xD2511F53 * a
        right = 0xCD9E8D57 * c
        a, b, c, d = (
            ((right >> 32) ^ b ^ k) & _MASK,
            right & _MASK,
            ((left >> 32) ^ d ^ m) & _MASK,
            left & _MASK,
        )
        k = (k + 0x9E3779B9) & _MASK
        m = (m + 0xBB67AE85) & _MASK
    return a, b, c, d


@compiled
def next_words(record: Any) -> tuple[int, int, int, int]:
    """The next four words of a game's own stream, for chance in its rules."""
    key = record["key"]
    words = philox(key[0], key[1], record["draws"], RULES, record["episode"])
    record["draws"] += 1
    return words


@compiled
def below(word: int, bound: int) -> int:
    """Map a random 32-bit word to 0..bound-1, uniform up to bound / 2**32."""
    return (integer(word) * integer(bound)) >> 32


def fresh_seed() -> int:
    """A seed from the operating system, for games whose user gave none."""
    return secrets.randbits(63)


def seed_words(seed: object) -> tuple[int, int]:
    """The key of a seed: its low and high 32-bit word, modulo 2**64.

    Raises:
        TypeError: if ``seed`` is not an integer.
    """
    value = check_integer("seed", seed) % 2**64
    return value & _MASK, value >> 32


def row_seeds(seed: object, num_rows: int) -> list[int | None]:
    """One seed a row: ``seed + i`` for an integer, one a row for a list, else all ``None``.

    Raises:
        TypeError: if ``seed`` is neither an integer, a sequence of integers, nor ``None``.
        ValueError: if a sequence has another length than ``num_rows``.
    """
    if seed is None:
        return [None] * num_rows
    if isinstance(seed, (list, tuple)) or (isinstance(seed, np.ndarray) and seed.ndim == 1):
        if len(seed) != num_rows:
            raise ValueError(
                f"seed has {len(seed)} entries, but there are {num_rows} games: give one a game"
            )
        return [None if one is None else check_integer("seed", one) for one in seed]
    first = check_integer("seed", seed)
    return [first + i for i in range(num_rows)]


Words = npt.NDArray[np.uint32]
"""Random words, four a row: shape (rows, 4)."""
