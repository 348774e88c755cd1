"""The table of rulesets. A new one is a folder under ``games`` and a line here."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping
from typing import Any

from navalenv.core.errors import unknown_name
from navalenv.core.game import Game

GAMES = {
    "sea_chess": "navalenv.games.sea_chess.game:SeaChess",
    "president_chess": "navalenv.games.president_chess.game:PresidentChess",
    "war_at_sea": "navalenv.games.war_at_sea.game:WarAtSea",
}
"""Names of all games, and the class of each."""


def game_class(name: str) -> type[Game]:
    """The class of a game, imported when it is first asked for.

    Raises:
        ValueError: if there is no such game.
    """
    if not isinstance(name, str) or name not in GAMES:
        raise ValueError(unknown_name("game", name, GAMES))
    module, attribute = GAMES[name].split(":")
    found: type[Game] = getattr(importlib.import_module(module), attribute)
    return found


@functools.lru_cache(maxsize=64)
def _load(name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    return game_class(name)(**dict(options))


def load_game_with(name: str, options: Mapping[str, Any]) -> Game:
    """`load_game` with the options as a mapping."""
    game = game_class(name)
    # In normal form first: 10.0 and True are no options, but are equal to 10 and 1.
    return _load(name, tuple(game.check_options(options).items()))


def load_game(name: str, **options: Any) -> Game:
    """Load a game by name, with its options as keywords.

    Args:
        name: ``"sea_chess"`` or ``"president_chess"``.
        options: see the page of each game; those not given have their defaults.

    Returns:
        The game: its facts, and states and batches of it.

    Raises:
        ValueError: for an unknown game, or a value out of range.
        TypeError: for an unknown option, or a value of a wrong type.
    """
    return load_game_with(name, options)
