"""The games and options that generic tests run on. A new ruleset adds its lines to `CASES`."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import navalenv
from navalenv.core.game import Game
from navalenv.core.state import State


@dataclasses.dataclass(frozen=True)
class Case:
    """A game with options.

    Attributes:
        name: of the game.
        options: keywords of `navalenv.load_game`.
        own_view: what the player to move sees of a position text. Positions with different
            views must have different observations.
        longest: plies after which tests that play only a part of a game stop.
    """

    name: str
    options: dict[str, Any]
    own_view: Callable[[str], object]
    longest: int = 500

    @property
    def id(self) -> str:
        options = "".join(f"-{name}={value}" for name, value in self.options.items())
        return f"{self.name}{options}"

    def load(self) -> Game:
        return navalenv.load_game(self.name, **self.options)

    def play(self, seed: int, plies: int | None = None) -> Iterator[State]:
        """The states of a game of random moves, each after the same object has moved on."""
        choose = random.Random(seed)
        state = self.load().new_initial_state(seed=seed)
        yield state
        for _ in range(self.longest if plies is None else plies):
            if state.is_terminal():
                return
            state.apply_action(choose.choice(state.legal_actions()))
            yield state

    def state_after(self, seed: int, plies: int) -> State:
        """The state after some random moves, or at the end of the game."""
        *_, state = self.play(seed, plies)
        return state

    def finished(self, seed: int) -> State:
        """The end of a game of random moves."""
        *_, state = self.play(seed, self.load().max_game_length)
        assert state.is_terminal()
        return state


def sea_chess_view(text: str) -> str:
    """A position text of Sea Chess as if the player to move were Blue."""
    board, player, quiet = text.split()
    if player == "1":
        board = board[::-1].swapcase()
    return f"{board} {quiet}"


CASES = (
    Case("sea_chess", {"size": 6}, sea_chess_view),
    Case("sea_chess", {"size": 6, "max_quiet_plies": 7}, sea_chess_view),
    Case("sea_chess", {"size": 8, "max_quiet_plies": 64}, sea_chess_view),
    Case("sea_chess", {}, sea_chess_view),
)

every_game = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
"""Runs a test, which takes ``case``, on every game and set of options."""
