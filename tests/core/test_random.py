"""The random streams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
import pytest

import navalenv
from navalenv.core import random as streams
from navalenv.core.random import (
    OPPONENTS,
    RULES,
    SAMPLING,
    SEATS,
    fresh_seed,
    row_seeds,
    seed_words,
)

ONES = 0xFFFFFFFF


_philox, _below = streams.philox, streams.below


@numba.njit
def _blocks(inputs: Any, out: Any) -> None:
    # Only compiled code may call the streams; the words come from arrays, as in a record.
    for i in range(len(inputs)):
        words = _philox(inputs[i, 0], inputs[i, 1], inputs[i, 2], inputs[i, 3], inputs[i, 4])
        for j in range(4):
            out[i, j] = words[j]


@numba.njit
def _bounded(words: Any, bound: int, out: Any) -> None:
    for i in range(len(words)):
        out[i] = _below(words[i], bound)


def philox(inputs: Sequence[Sequence[int]], dtype: type = np.uint32) -> list[tuple[int, ...]]:
    """Blocks of several (key low, key high, draw, purpose, episode)."""
    out = np.zeros((len(inputs), 4), np.int64)
    _blocks(np.array(inputs, dtype), out)
    return [tuple(row) for row in out.tolist()]


def below(words: Sequence[int], bound: int) -> list[int]:
    """Several random words mapped to 0..bound-1."""
    out = np.zeros(len(words), np.int64)
    _bounded(np.array(words, np.uint32), bound, out)
    return out.tolist()


def reference(counter: tuple[int, ...], key: tuple[int, ...]) -> tuple[int, ...]:
    """Philox 4x32-10 with Python's integers, all four words of the counter free."""
    c, k = list(counter), list(key)
    for _ in range(10):
        high_0, low_0 = divmod(0xD2511F53 * c[0], 2**32)
        high_1, low_1 = divmod(0xCD9E8D57 * c[2], 2**32)
        c = [high_1 ^ c[1] ^ k[0], low_1, high_0 ^ c[3] ^ k[1], low_0]
        k = [(k[0] + 0x9E3779B9) % 2**32, (k[1] + 0xBB67AE85) % 2**32]
    return tuple(c)


# The known answers that come with Random123 (Salmon et al. 2011): counter, key, words.
KNOWN = (
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    (
        (ONES, ONES, ONES, ONES),
        (ONES, ONES),
        (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    ),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
)


@pytest.mark.parametrize(("counter", "key", "words"), KNOWN)
def test_reference_gives_the_known_answers(
    counter: tuple[int, ...], key: tuple[int, ...], words: tuple[int, ...]
) -> None:
    assert reference(counter, key) == words


def test_known_answer() -> None:
    # The other known answers have a fourth counter word, which is always 0 here.
    assert philox([(0, 0, 0, 0, 0)]) == [KNOWN[0][2]]


def test_philox_against_the_reference() -> None:
    generator = np.random.default_rng(1)
    inputs = generator.integers(0, 2**32, (2000, 5)).tolist()
    inputs += [[ONES] * 5, [0, 0, ONES, ONES, ONES], [ONES, ONES, 0, 0, 0], [1, 0, 0, 0, 0]]
    expected = [
        reference((draw, purpose, episode, 0), (low, high))
        for low, high, draw, purpose, episode in inputs
    ]
    assert philox(inputs) == expected
    assert philox(inputs, np.int64) == expected


def test_each_part_of_key_and_counter_makes_a_stream_of_its_own() -> None:
    inputs = [[1, 2, 3, 4, 5]]
    for i in range(5):
        for bit in range(32):
            inputs.append([1, 2, 3, 4, 5])
            inputs[-1][i] ^= 1 << bit
    numbers = np.array(philox(inputs))
    assert len(np.unique(numbers)) == numbers.size == 4 * 161


def test_purposes_differ() -> None:
    assert len({RULES, SAMPLING, OPPONENTS, SEATS}) == 4


def test_words_are_uniform_bits() -> None:
    words = np.array(philox([(7, 0, draw, SAMPLING, 0) for draw in range(4000)]))
    assert words.min() >= 0
    assert words.max() < 2**32
    for bit in range(32):
        share = ((words >> bit) & 1).mean(axis=0)
        assert (abs(share - 0.5) < 5 * 0.5 / 4000**0.5).all(), bit


def test_words_of_a_batch_are_those_of_its_counters() -> None:
    game = navalenv.load_game("sea_chess", size=6)
    seed = 2**40 + 9
    batch = game.new_batch(3, seed=seed)
    batch.reset()
    for ply in range(3):
        for row in range(3):
            key = ((seed + row) % 2**32, (seed + row) >> 32)
            assert tuple(batch.ply_words()[row]) == reference((ply, OPPONENTS, 1, 0), key)
            assert tuple(batch.episode_words()[row]) == reference((0, SEATS, 1, 0), key)
        batch.step(batch.sample_legal_actions())


def test_below() -> None:
    for bound in (1, 2, 3, 7, 95, 7200):
        assert below([0, ONES], bound) == [0, bound - 1]
        edges = [-(-(2**32) * i // bound) for i in range(1, bound)]
        assert below([edge - 1 for edge in edges], bound) == list(range(bound - 1))
        assert below(edges, bound) == list(range(1, bound))
    generator = np.random.default_rng(2)
    values = below(generator.integers(0, 2**32, 6000).tolist(), 6)
    counts = np.bincount(values, minlength=6)
    assert len(counts) == 6
    assert ((counts - 1000) ** 2 / 1000).sum() < 5 + 5 * 10**0.5


def test_seed_words() -> None:
    assert seed_words(0) == (0, 0)
    assert seed_words(2**32 + 5) == (5, 1)
    assert seed_words(-1) == (ONES, ONES)
    assert seed_words(2**64) == (0, 0)
    assert seed_words(np.int8(-1)) == (ONES, ONES)
    assert seed_words(np.uint64(2**64 - 1)) == (ONES, ONES)
    for wrong in (1.0, "1", None, True, np.float32(1), np.bool_(True), [1]):
        with pytest.raises(TypeError, match="seed must be an integer") as caught:
            seed_words(wrong)
        assert repr(wrong) in str(caught.value)


def test_row_seeds() -> None:
    assert row_seeds(None, 2) == [None, None]
    assert row_seeds(5, 3) == [5, 6, 7]
    assert row_seeds(np.uint8(255), 2) == [255, 256]
    assert row_seeds(2**64 - 1, 2) == [2**64 - 1, 2**64]
    assert row_seeds([3, None], 2) == [3, None]
    assert row_seeds(np.array([3, 1]), 2) == [3, 1]


def test_fresh_seeds_differ() -> None:
    seeds = {fresh_seed() for _ in range(20)}
    assert len(seeds) == 20
    assert all(0 <= seed < 2**63 for seed in seeds)
