"""Set-ups of War at Sea with values that no game has: refused, or seen within limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from navalenv.core.errors import PositionError
from navalenv.games.war_at_sea import setup as setups
from navalenv.games.war_at_sea.record import NUM_SLOTS
from tests.core.test_war_at_sea_rules import SETUP, changed, load, with_unit


def marks_at_their_limits(mark: Any) -> Iterator[Any]:
    """Values of a mark that its field can hold."""
    low, high = (-128, 127) if mark.field != "expert_given" else (0, 255)
    for number in {low, high, -1, 2, 3, 4, 16, 17, 52, 53, 57, 60}:
        if mark.form == "number":
            yield number
        elif mark.form == "numbers":
            size = len(load().new_initial_state(SETUP).record["units"][0][mark.field])
            yield [number] * size
    if mark.form in ("flag", "bits"):
        yield True
    elif mark.form == "slots":
        yield list(range(NUM_SLOTS))
    elif mark.form == "turns":
        yield list(range(60))


@pytest.mark.parametrize("mark", setups._MARKS, ids=lambda mark: mark.key)
def test_marks_are_refused_or_can_be_seen(mark: Any) -> None:
    """No set-up leads to entries out of range, or to one that cannot be written again."""
    game = load()
    units = [["Z32", 26], ["U 510", 26], ['A6M2 "Zeke"', 26], ['A6M2 "Zeke"', "base:16"]]
    accepted = 0
    for value in marks_at_their_limits(mark):
        for name, where in units:
            position = with_unit([name, where, {mark.key: value}])
            try:
                state = game.new_initial_state(position)
            except PositionError:
                continue
            accepted += 1
            for player in range(2):
                seen = state.observation_tensor(player)
                assert np.isfinite(seen).all(), position
                assert seen.min() >= -1, (position, seen.argmin())
                assert seen.max() <= 1, (position, seen.argmax())
            assert game.new_initial_state(state.setup()).setup() == state.setup()
    assert accepted


@pytest.mark.parametrize("key", setups._COUNTERS)
def test_counters_are_refused_or_can_be_seen(key: str) -> None:
    game = load()
    several = game.new_initial_state(SETUP).record[key].shape != ()
    for number in (-128, -1, 0, 1, 2, 3, 4, 16, 17, 52, 53, 127, 255):
        value = [number, number] if several else number
        for more in ({}, {"runner": 1}):
            try:
                state = game.new_initial_state(changed(**{**more, key: value}))
            except PositionError:
                continue
            for player in range(2):
                seen = state.observation_tensor(player)
                assert seen.min() >= -1, (value, seen.argmin())
                assert seen.max() <= 1, (value, seen.argmax())
