"""Players that need no thought: random and greedy, compiled with the rules of each game."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from navalenv.core.game import Game, States
from navalenv.core.threads import run_rows


class CompiledPlayer:
    """A player that is one of a game's compiled loops."""

    needs_observations = False

    def __init__(self, name: str, game: Game, loop: str, num_threads: int = 1) -> None:
        self.name = name
        self._game = game
        self._loop = loop
        self._num_threads = num_threads

    def __repr__(self) -> str:
        return f"<{self.name} player of {self._game.title}>"

    def __call__(
        self, observations: Any, action_masks: Any, states: States, random_words: Any
    ) -> npt.NDArray[np.int32]:
        """Actions for all rows, int32 (M,)."""
        actions = np.empty(len(states), np.int32)
        loop = getattr(self._game.drivers, self._loop)
        words = np.ascontiguousarray(random_words, np.uint32)
        run_rows(
            loop, self._num_threads, len(states), np.ascontiguousarray(states), words, actions
        )
        return actions


def random_player(game: Game, num_threads: int = 1) -> CompiledPlayer:
    """Uniform over the legal actions."""
    return CompiledPlayer("random", game, "random_rows", num_threads)


def greedy_player(game: Game, num_threads: int = 1) -> CompiledPlayer:
    """The best action by the game's ``action_value``, uniform among equals.

    The page of each game says what it makes of an action.
    """
    return CompiledPlayer("greedy", game, "greedy_rows", num_threads)
