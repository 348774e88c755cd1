"""Trained players that come with the package.

A baseline is two files here: ``NAME.npz``, the weights of the network, and ``NAME.json``, the
``result.json`` of the run that made it: settings, seed, steps, minutes, machine, results.
`navalenv.baselines.pack` makes both.
"""

from __future__ import annotations

import functools
import json
import pathlib
from typing import TYPE_CHECKING, Any

import numpy as np

from navalenv.core.errors import unknown_name
from navalenv.core.game import Game
from navalenv.core.registry import game_class, load_game_with
from navalenv.training import import_part
from navalenv.training.networks import NETWORKS, network_of

if TYPE_CHECKING:
    from navalenv.training.trained import SteadyPlayer

FOLDER = pathlib.Path(__file__).parent
"""Where the files are."""


def baselines(game: str) -> dict[str, dict[str, Any]]:
    """What there is for a game: name of the baseline and the options it was trained with.

    Options are in normal form; those that the run did not choose are left out.
    """
    table = game_class(game).option_table
    found = {}
    for path in sorted(FOLDER.glob("*.json")):
        settings = result(path.stem)["settings"]
        if settings["game"] == game:
            given = settings["options"]
            found[path.stem] = {
                option.name: option.check(given[option.name])
                for option in table
                if option.name in given
            }
    return found


@functools.lru_cache(maxsize=64)
def _result_text(name: str) -> str:
    return (FOLDER / f"{name}.json").read_text("utf-8")


def result(name: str) -> dict[str, Any]:
    """The ``result.json`` of the run that made a baseline."""
    found: dict[str, Any] = json.loads(_result_text(name))
    return found


def baseline_for(game: Game) -> str:
    """The name of the baseline that plays a game.

    It is the one whose options the game has, whatever the other options; of several the one
    with the most. A game whose network plays with any options (`Network.any_options`) falls
    back on the baseline of the game's default options.

    Raises:
        ValueError: if there is none; it lists those there are.
        ImportError: if the extra ``train`` is not installed.
    """
    there = baselines(game.name)
    fitting = _fitting(there, game)
    if not fitting and game.name in NETWORKS and network_of(game.name).any_options:
        fitting = _fitting(there, load_game_with(game.name, {}))
    if not fitting:
        if not there:
            raise ValueError(f"{game.title} has no baseline")
        listed = ", ".join(f"{name} ({_words(options)})" for name, options in there.items())
        named = sorted({option for options in there.values() for option in options})
        mine = _words({name: game.options[name] for name in named})
        raise ValueError(f"there is none for {game.title} with {mine}; there are: {listed}")
    return max(fitting, key=lambda name: len(there[name]))


def _fitting(there: dict[str, dict[str, Any]], game: Game) -> list[str]:
    return [
        name
        for name, options in there.items()
        if all(game.options[key] == value for key, value in options.items())
    ]


def _words(options: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in options.items())


def baseline_player(game: Game, name: str | None = None) -> SteadyPlayer:
    """A baseline as a player.

    Args:
        game: the game.
        name: which one; ``None``: that of `baseline_for`.

    Raises:
        ValueError: if there is none for the game, or none of that name, or it is one for
            other observations or actions.
        ImportError: if the extra ``train`` is not installed.
    """
    trained = import_part("navalenv.training.trained")
    if name is None:
        name = baseline_for(game)
    there = baselines(game.name)
    if name not in there:
        raise ValueError(unknown_name(f"baseline of {game.title}", name, there))
    made_for = load_game_with(game.name, there[name]).facts
    for fact in ("observation_shape", "num_distinct_actions"):
        mine, theirs = getattr(game.facts, fact), getattr(made_for, fact)
        if mine != theirs:
            raise ValueError(
                f"{name} was trained with {_words(there[name])}: its {fact} is {theirs}, "
                f"here it is {mine}"
            )
    with np.load(FOLDER / f"{name}.npz", allow_pickle=False) as file:
        weights = {key: file[key] for key in file.files}
    sizes = result(name)["settings"]["network"]
    player: SteadyPlayer = trained.SteadyPlayer(
        trained.policy_with(game, sizes, weights), f"baseline {name}"
    )
    return player
