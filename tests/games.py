"""The games and options that generic tests run on. A new ruleset adds its lines to `CASES`."""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import navalenv
from navalenv.core.game import Game
from navalenv.core.state import State
from tests.dice_ruleset import registration as _registration  # noqa: F401  # makes it known
from tests.war_at_sea import mirrored


@dataclasses.dataclass(frozen=True)
class Case:
    """A game with options.

    Attributes:
        name: of the game.
        options: keywords of `navalenv.load_game`.
        own_view: what the player to move sees of a position text. Positions with different
            views must have different observations.
        quick: the case of its game for what need not run on every option.
        longest: plies after which tests that play only a part of a game stop.
    """

    name: str
    options: dict[str, Any]
    own_view: Callable[[str], object]
    quick: bool = False
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


def president_chess_view(text: str) -> object:
    """A position text of President Chess as the seat to move sees it, with its home below.

    Nobody moves when the game is over: then it is the view of the first seat that is left.
    """
    board, mover, alive, quiet, seats = text.rsplit(" ", 4)
    rows = [[row[i : i + 2] for i in range(0, 30, 2)] for row in board.split("/")]
    seat = int(mover) if mover != "-" else min(map(int, alive.replace("-", seats)))
    for _ in range(seat):  # the right side comes up, then what was on the left is below
        rows = [list(column) for column in zip(*rows, strict=True)][::-1]

    def seen(seats: str) -> list[int]:
        return sorted((int(other) - seat) % 4 for other in seats if other != "-")

    cells = tuple(
        f"{seen(cell[0])[0]}{cell[1]}" if cell[0].isdigit() else cell
        for row in rows
        for cell in row
    )
    return cells, mover == "-", tuple(other for other in seen(alive) if other), quiet


def salvoes_view(text: str) -> object:
    """A set-up of Salvoes as the player to move sees it."""
    setup = json.loads(text)
    own = setup["hulls"][:: 1 if setup["to_act"] == 0 else -1]
    return json.dumps([own, setup["turn"], setup["faces"]])


def war_at_sea_view(text: str) -> object:
    """A set-up of War at Sea as the player to act sees it, East's in its mirror image."""
    setup = json.loads(text)
    return json.dumps(mirrored(setup) if setup["to_act"] == 1 else setup, sort_keys=True)


CASES = (
    Case("sea_chess", {"size": 6}, sea_chess_view, quick=True),
    Case("sea_chess", {"size": 6, "max_quiet_plies": 7}, sea_chess_view),
    Case("sea_chess", {"size": 8, "max_quiet_plies": 64}, sea_chess_view),
    Case("sea_chess", {}, sea_chess_view),
    Case("president_chess", {}, president_chess_view),
    Case("president_chess", {"num_players": 3, "max_quiet_plies": 40}, president_chess_view),
    Case(
        "president_chess",
        {"num_players": 2, "max_quiet_plies": 20},
        president_chess_view,
        quick=True,
    ),
    Case("war_at_sea", {"scenario": "skirmish", "max_turns": 6}, war_at_sea_view, quick=True),
    Case("war_at_sea", {}, war_at_sea_view, longest=100),
    Case(
        "war_at_sea",
        {"fleets": "random", "map": "open_sea", "max_turns": 2, "reward": "score"},
        war_at_sea_view,
        longest=100,
    ),
    Case("salvoes", {}, salvoes_view, quick=True),
    Case("salvoes", {"weather": "storm", "max_turns": 60}, salvoes_view),
    Case("salvoes", {"ships": "random"}, salvoes_view),
)
"""Games of the package, and `tests.dice_ruleset`: dice, a flat observation, set-up objects."""

every_game = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
"""Runs a test, which takes ``case``, on every game and set of options."""
