"""Rows of a batch shared among threads.

Compiled loops let go of Python's lock, so plain threads use all cores. A pool belongs to one
process: after a fork the child makes its own.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from navalenv.core.jit import JIT_DISABLED

ROWS_A_CHUNK = 1024
"""A thread is not woken for fewer rows: that takes longer than they do."""
_pools: dict[tuple[int, int], ThreadPoolExecutor] = {}


def default_threads() -> int:
    """``NAVALENV_NUM_THREADS`` if set, else the number of cores this process may use."""
    given = os.environ.get("NAVALENV_NUM_THREADS")
    if given:
        if not given.isdigit() or int(given) < 1:
            raise ValueError(f"NAVALENV_NUM_THREADS must be a positive integer, got {given!r}")
        return int(given)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _pool(num_threads: int) -> ThreadPoolExecutor:
    key = (os.getpid(), num_threads)
    if key not in _pools:
        _pools[key] = ThreadPoolExecutor(num_threads, thread_name_prefix="navalenv")
    return _pools[key]


def run_rows(
    loop: Callable[..., Any],
    num_threads: int,
    num_rows: int,
    *arrays: Any,
    rows_a_chunk: int | None = None,
) -> list[Any]:
    """Call ``loop(*arrays, low, high)`` over all rows, in chunks on several threads.

    Args:
        rows_a_chunk: a thread is not woken for fewer rows; ``None``: `ROWS_A_CHUNK`.

    Returns:
        What the loop returned for each chunk, in order of rows. Which thread runs a chunk
        never matters: rows do not see each other.
    """
    chunks = min(num_threads, num_rows // (rows_a_chunk or ROWS_A_CHUNK))
    if chunks <= 1 or JIT_DISABLED:
        return [loop(*arrays, 0, num_rows)]
    bounds = [num_rows * i // chunks for i in range(chunks + 1)]
    # The calling thread does the first chunk itself: one thread less to wake and to wait for.
    pool = _pool(num_threads - 1)
    futures = [
        pool.submit(loop, *arrays, low, high) for low, high in itertools.pairwise(bounds[1:])
    ]
    try:
        first = loop(*arrays, 0, bounds[1])
        return [first, *(future.result() for future in futures)]
    except BaseException:  # from the keyboard: no thread may go on with arrays that others use
        wait(futures)
        raise
