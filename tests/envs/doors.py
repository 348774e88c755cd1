"""What tests of the environments share: the doors of each game, and random play."""

from __future__ import annotations

import dataclasses
import importlib
import random
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np

from tests.games import CASES, Case


@dataclasses.dataclass(frozen=True)
class Door:
    """How users reach a game.

    Attributes:
        module: name of its PettingZoo module.
        gymnasium_id, pettingzoo_id: its registered ids.
        registration: the module that registers them when it is imported.
    """

    module: str
    gymnasium_id: str
    pettingzoo_id: str
    registration: str = "navalenv"

    def load(self) -> Any:
        return importlib.import_module(self.module)


DOORS = {
    "sea_chess": Door("navalenv.sea_chess_v0", "navalenv/SeaChess-v0", "navalenv/sea_chess-v0"),
    "president_chess": Door(
        "navalenv.president_chess_v0",
        "navalenv/PresidentChess-v0",
        "navalenv/president_chess-v0",
    ),
    "war_at_sea": Door("navalenv.war_at_sea_v0", "navalenv/WarAtSea-v0", "navalenv/war_at_sea-v0"),
    "salvoes": Door(
        "tests.dice_ruleset.salvoes_v0",
        "toy/Salvoes-v0",
        "toy/salvoes-v0",
        "tests.dice_ruleset.registration",
    ),
}

SMALL = tuple(case for case in CASES if case.quick)
"""One quick case of each game, for what need not run on every option."""


def aec(case: Case, **arguments: Any) -> Any:
    """The AEC environment of a case, with PettingZoo's wrappers."""
    return DOORS[case.name].load().env(**case.options, **arguments)


def raw_aec(case: Case, **arguments: Any) -> Any:
    """The AEC environment of a case, without wrappers."""
    return DOORS[case.name].load().raw_env(**case.options, **arguments)


def single(case: Case, **arguments: Any) -> gymnasium.Env[Any, Any]:
    """The Gymnasium environment of a case."""
    return gymnasium.make(DOORS[case.name].gymnasium_id, **case.options, **arguments)


def vector(case: Case, num_envs: int, **arguments: Any) -> Any:
    """The native vector environment of a case."""
    name = DOORS[case.name].gymnasium_id
    return gymnasium.make_vec(name, num_envs=num_envs, **case.options, **arguments)


def turns_alternate(case: Case) -> dict[str, Any] | None:
    """Options of a reset after which player 0 begins, and the first plies are by turns."""
    if case.name == "war_at_sea":  # one unarmed ship a side; who throws less moves first
        units = [[["Daihatsu Landing Craft", 23]], [["Daihatsu Landing Craft", 29]]]
        position = {"phase": "sea_movement", "turn": 1, "units": units}
        return {"position": position, "dice": [1, 1, 6, 6] * 20}
    return {"dice": [6, 1, *[3] * 20]} if case.load().facts.has_chance else None


def legal(mask: Any) -> list[int]:
    """The legal actions of a mask."""
    return np.flatnonzero(mask).tolist()


def first_legal(observations: Any, action_masks: Any, states: Any, random_words: Any) -> Any:
    """A player: the lowest legal action."""
    return action_masks.argmax(1)


def last_legal(observations: Any, action_masks: Any, states: Any, random_words: Any) -> Any:
    """A player: the highest legal action."""
    return action_masks.shape[1] - 1 - action_masks[:, ::-1].argmax(1)


def opponent_name(opponent: Any) -> str:
    """A name for tests: that of a function must not hold its address."""
    return opponent if isinstance(opponent, str) else opponent.__name__


def drawn_legal(observations: Any, action_masks: Any, states: Any, random_words: Any) -> Any:
    """A player: a legal action by the first of its random words."""
    chosen = []
    for mask, words in zip(action_masks, random_words, strict=True):
        actions = np.flatnonzero(mask)
        chosen.append(int(actions[int(words[0]) % len(actions)]))
    return np.array(chosen)


def play(env: Any, seed: int, plies: int) -> Iterator[int]:
    """Play random legal actions in an AEC environment that has been reset; gives each action."""
    choose = random.Random(seed)
    for _ in range(plies):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            return
        action = choose.choice(legal(observation["action_mask"]))
        env.step(action)
        yield action


def copy_of(data: Any) -> Any:
    """A deep copy of observations and infos."""
    if isinstance(data, dict):
        return {key: copy_of(value) for key, value in data.items()}
    if isinstance(data, (tuple, list)):
        return type(data)(copy_of(value) for value in data)
    if isinstance(data, np.ndarray):
        result = data.copy()
        if data.dtype == object:
            for i in np.ndindex(data.shape):
                result[i] = copy_of(data[i])
        return result
    return data


def same(one: Any, two: Any) -> bool:
    """Whether two structures of arrays are equal, types and dtypes included."""
    if type(one) is not type(two):
        return False
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(same(one[key], two[key]) for key in one)
    if isinstance(one, (tuple, list)):
        return len(one) == len(two) and all(map(same, one, two))
    if isinstance(one, np.ndarray):
        if one.shape != two.shape or one.dtype != two.dtype:
            return False
        if one.dtype == object:
            return all(same(one[i], two[i]) for i in np.ndindex(one.shape))
        return one.tobytes() == two.tobytes()
    return bool(one == two)


def arrays_in(data: Any) -> list[np.ndarray[Any, Any]]:
    """All arrays somewhere in a structure."""
    if isinstance(data, dict):
        return [array for value in data.values() for array in arrays_in(value)]
    if isinstance(data, (tuple, list)):
        return [array for value in data for array in arrays_in(value)]
    if isinstance(data, np.ndarray):
        inside = list(data) if data.dtype == object else []
        return [data, *arrays_in(inside)]
    return []


def share_memory(one: Any, two: Any) -> bool:
    """Whether an array somewhere in one structure shares memory with one in another."""
    return any(np.shares_memory(a, b) for a in arrays_in(one) for b in arrays_in(two))
