"""Loops over rows of a batch, compiled once for each ruleset.

A ruleset is a module of compiled functions over one record (`RULES`). The loops below call
these by name; `bind` gives a ruleset its own copy of every loop in which the names are the
ruleset's. (Numba keeps code on disk for plain functions with globals, not for closures or
for functions that get functions as arguments.)

All arrays are C-contiguous; ``low`` and ``high`` bound the rows, so that threads can share
a batch. Rows that are over are left alone.
"""

from __future__ import annotations

import pathlib
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from navalenv.core import tree_search
from navalenv.core.jit import cached, compiled, folder_hash, integer
from navalenv.core.random import OPPONENTS, SAMPLING, SEATS, below, philox
from navalenv.core.record import Array, Record

RULES = (
    "reset",
    "legal_actions",
    "is_legal",
    "step",
    "observe",
    "action_value",
    "position_value",
)
"""What a ruleset's module defines, besides the number ``LEGAL_CAPACITY``:

* ``reset(record, scratch)``: what chance adds to the set-up, once the record is a copy of the
  start;
* ``legal_actions(record, actions) -> count``: write the legal actions, each once, in the own
  frame of the player to act, in any order; 0 when the game is over;
* ``is_legal(record, action, scratch) -> bool``;
* ``step(record, action, scratch)``: make a legal action: set the game's own fields, ``to_move``,
  ``rewards`` (zeros before the call), ``terminated`` and ``eliminated``;
* ``observe(record, player, out)``: write the observation of a player, flat, over whatever
  ``out`` holds;
* ``action_value(record, action) -> float``: what the greedy player makes of an action; the
  largest is best;
* ``position_value(record, values)``: for each player, what the rewards still to come may add up
  to, an estimate for a search that looks no further; ``values`` are zeros before the call and
  have an entry for each seat of the record.

``actions`` and ``scratch`` are int64 (LEGAL_CAPACITY,): rules cannot make arrays of their own.
"""

# Stand-ins for type checkers and readers: `bind` replaces them.
reset: Any = None
legal_actions: Any = None
is_legal: Any = None
step: Any = None
observe: Any = None
action_value: Any = None
position_value: Any = None
LEGAL_CAPACITY: Any = None


def reset_rows(states: Array, start: Array, rows: Array, low: int, high: int) -> None:
    """Begin a game in each of ``rows`` from the first of ``start``; seed and episode stay."""
    scratch = np.empty(LEGAL_CAPACITY, np.int64)
    for j in range(low, high):
        i = rows[j]
        low_word, high_word = states[i]["key"][0], states[i]["key"][1]
        episode = states[i]["episode"]
        states[i] = start[0]
        states[i]["key"][0], states[i]["key"][1] = low_word, high_word
        states[i]["episode"] = episode
        reset(states[i], scratch)


def advance(state: Record, action: int, scratch: Array) -> None:
    """Make a legal action in one record, the header included."""
    state["last_action"] = action
    state["last_player"] = state["to_move"]
    state["ply"] += 1
    state["rewards"][:] = 0.0
    step(state, action, scratch)
    for p in range(len(state["rewards"])):
        state["returns"][p] += state["rewards"][p]


def check_rows(states: Array, actions: Array, low: int, high: int) -> int:
    """First row whose action is illegal, or -1."""
    scratch = np.empty(LEGAL_CAPACITY, np.int64)
    for i in range(low, high):
        if states[i]["terminated"] == 0 and not is_legal(states[i], integer(actions[i]), scratch):
            return i
    return -1


def legal_rows(states: Array, actions: Array, out: Array, low: int, high: int) -> None:
    """Which rows' actions are legal; True where the game is over. ``out``: (N,) bool."""
    scratch = np.empty(LEGAL_CAPACITY, np.int64)
    for i in range(low, high):
        out[i] = states[i]["terminated"] != 0 or is_legal(states[i], integer(actions[i]), scratch)


def step_rows(states: Array, actions: Array, rewards: Array, low: int, high: int) -> None:
    """Make legal actions; ``rewards`` (N, P) gets those of this ply."""
    scratch = np.empty(LEGAL_CAPACITY, np.int64)
    for i in range(low, high):
        if states[i]["terminated"] != 0:
            rewards[i, :] = 0.0
            continue
        advance(states[i], integer(actions[i]), scratch)
        for p in range(rewards.shape[1]):
            rewards[i, p] = states[i]["rewards"][p]


def try_row(states: Array, action: int) -> int:
    """Make an action in the first row; 0 if made, 1 if it is illegal, 2 if the game is over."""
    scratch = np.empty(LEGAL_CAPACITY, np.int64)
    if states[0]["terminated"] != 0:
        return 2
    if not is_legal(states[0], action, scratch):
        return 1
    advance(states[0], action, scratch)
    return 0


def observe_rows(states: Array, players: Array, out: Array, low: int, high: int) -> None:
    """Observations of ``players``; -1 stands for the player to act. ``out``: (N, size)."""
    for i in range(low, high):
        player = integer(players[i])
        if player < 0:
            player = integer(states[i]["to_move"])
        observe(states[i], player, out[i])


def recall_rows(
    words: Array,
    memo_words: Array,
    states: Array,
    memo_actions: Array,
    memo_counts: Array,
    low: int,
    high: int,
) -> None:
    """Bring the memo of legal actions up to date: row i has ``memo_counts[i]`` of them.

    They are worked out once for a record: ``memo_words`` holds, as numbers, the bytes that
    they were worked out for. At first all counts are -1.
    """
    actions = np.empty(LEGAL_CAPACITY, np.int64)
    for i in range(low, high):
        same = memo_counts[i] >= 0
        for j in range(words.shape[1]):
            same &= words[i, j] == memo_words[i, j]
        if not same:
            count = legal_actions(states[i], actions)
            for j in range(count):
                memo_actions[i, j] = actions[j]
            memo_counts[i] = count
            for j in range(words.shape[1]):
                memo_words[i, j] = words[i, j]


def mask_rows(memo_actions: Array, memo_counts: Array, out: Array, low: int, high: int) -> None:
    """Masks of the legal actions in a memo (`recall_rows`); ``out``: (N, A) int8."""
    for i in range(low, high):
        row = out[i]
        row[:] = 0
        for j in range(memo_counts[i]):
            row[memo_actions[i, j]] = 1


def plain_mask_rows(states: Array, out: Array, low: int, high: int) -> None:
    """`mask_rows` for records that are no batch, without a memo."""
    actions = np.empty(LEGAL_CAPACITY, np.int64)
    for i in range(low, high):
        row = out[i]
        row[:] = 0
        for j in range(legal_actions(states[i], actions)):
            row[actions[j]] = 1


def sample_rows(
    memo_actions: Array,
    memo_counts: Array,
    states: Array,
    draws: Array,
    out: Array,
    low: int,
    high: int,
) -> None:
    """A uniform legal action a row from the sampling stream; 0 where there is none.

    The legal actions are those in a memo (`recall_rows`).
    """
    for i in range(low, high):
        out[i] = 0
        count = integer(memo_counts[i])
        if count > 0:
            key = states[i]["key"]
            block = philox(key[0], key[1], draws[i], SAMPLING, states[i]["episode"])
            draws[i] += 1
            out[i] = memo_actions[i, below(block[0], count)]


def ply_words(states: Array, out: Array, low: int, high: int) -> None:
    """Four words a row for the decision at the present ply; ``out``: (N, 4) uint32."""
    for i in range(low, high):
        key = states[i]["key"]
        block = philox(key[0], key[1], states[i]["ply"], OPPONENTS, states[i]["episode"])
        for j in range(4):
            out[i, j] = block[j]


def episode_words(states: Array, out: Array, low: int, high: int) -> None:
    """Four words a row that stay the same for a whole episode; ``out``: (N, 4) uint32."""
    for i in range(low, high):
        key = states[i]["key"]
        block = philox(key[0], key[1], 0, SEATS, states[i]["episode"])
        for j in range(4):
            out[i, j] = block[j]


def random_rows(states: Array, words: Array, out: Array, low: int, high: int) -> None:
    """The random player: uniform over the legal actions, by the first word of each row."""
    actions = np.empty(LEGAL_CAPACITY, np.int64)
    for i in range(low, high):
        count = legal_actions(states[i], actions)
        out[i] = actions[below(words[i, 0], count)] if count > 0 else 0


def greedy_rows(states: Array, words: Array, out: Array, low: int, high: int) -> None:
    """The greedy player: the best by `action_value`, uniform among equals."""
    actions = np.empty(LEGAL_CAPACITY, np.int64)
    for i in range(low, high):
        count = legal_actions(states[i], actions)
        best = -np.inf
        equals = 0
        for j in range(count):
            value = action_value(states[i], integer(actions[j]))
            if value > best:
                best = value
                equals = 0
            if value == best:
                actions[equals] = actions[j]
                equals += 1
        out[i] = actions[below(words[i, 0], equals)] if equals > 0 else 0


PARTS: tuple[Callable[..., Any], ...] = (advance,)
"""Functions that loops call and that call rules themselves."""
LOOPS: tuple[Callable[..., Any], ...] = (
    reset_rows,
    check_rows,
    legal_rows,
    step_rows,
    try_row,
    observe_rows,
    recall_rows,
    mask_rows,
    plain_mask_rows,
    sample_rows,
    ply_words,
    episode_words,
    random_rows,
    greedy_rows,
)


class Drivers(types.SimpleNamespace):
    """The loops of one ruleset, each under its name."""


def bind(name: str, rules: types.ModuleType) -> Drivers:
    """Give the ruleset ``rules`` its own compiled copy of every loop.

    Args:
        name: the ruleset's name, part of the names of files on disk.
        rules: a module that defines all names of `RULES` and ``LEGAL_CAPACITY``.
    """
    home = pathlib.Path(rules.__file__ or ".").resolve().parent
    stamp = f"{rules.__name__}-{folder_hash(home)}"  # rules may lie outside the package
    names = {**globals(), **vars(tree_search), "__name__": __name__}
    names.update({each: getattr(rules, each) for each in (*RULES, "LEGAL_CAPACITY")})
    for part in (*PARTS, *tree_search.PARTS):
        names[part.__name__] = compiled(types.FunctionType(part.__code__, names, part.__name__))
    bound = {}
    for loop in (*LOOPS, *tree_search.LOOPS):
        copy = types.FunctionType(loop.__code__, names, loop.__name__)
        copy.__qualname__ = f"{name}.{stamp}.{loop.__name__}"
        copy.__module__ = rules.__name__
        copy.__doc__ = loop.__doc__
        bound[loop.__name__] = cached(copy)
    return Drivers(LEGAL_CAPACITY=rules.LEGAL_CAPACITY, **bound)
