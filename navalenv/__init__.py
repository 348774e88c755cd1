"""Naval board games as PettingZoo and Gymnasium environments, on one compiled core.

``import navalenv`` registers the environments:

* ``gymnasium.make("navalenv/SeaChess-v0")``, ``gymnasium.make_vec(...)``;
* ``from navalenv import sea_chess_v0; sea_chess_v0.env()`` for PettingZoo;
* ``navalenv.load_game("sea_chess")`` for the core: states for search, batches for speed;
* ``navalenv.sb3`` for stable-baselines3.

Names below are imported when they are first asked for, so that the import stays quick.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from navalenv.registration import register_all
from navalenv.version import __version__

if TYPE_CHECKING:
    from navalenv.core.batch import Batch
    from navalenv.core.errors import GameOverError, IllegalActionError, PositionError, RecordError
    from navalenv.core.game import Game
    from navalenv.core.game_record import GameRecord
    from navalenv.core.registry import GAMES, load_game
    from navalenv.core.state import State
    from navalenv.evaluation import evaluate
    from navalenv.players.ladder import PLAYERS, make_player
    from navalenv.players.player import Player
    from navalenv.tournament.arena import arena
    from navalenv.tournament.result import ArenaResult

_HOMES = {
    "ArenaResult": "navalenv.tournament.result",
    "Batch": "navalenv.core.batch",
    "GAMES": "navalenv.core.registry",
    "Game": "navalenv.core.game",
    "GameOverError": "navalenv.core.errors",
    "GameRecord": "navalenv.core.game_record",
    "IllegalActionError": "navalenv.core.errors",
    "PLAYERS": "navalenv.players.ladder",
    "Player": "navalenv.players.player",
    "PositionError": "navalenv.core.errors",
    "RecordError": "navalenv.core.errors",
    "State": "navalenv.core.state",
    "arena": "navalenv.tournament.arena",
    "evaluate": "navalenv.evaluation",
    "load_game": "navalenv.core.registry",
    "make_player": "navalenv.players.ladder",
}
_MODULES = ("president_chess_v0", "sb3", "sea_chess_v0", "war_at_sea_v0")

__all__ = [
    "GAMES",
    "PLAYERS",
    "ArenaResult",
    "Batch",
    "Game",
    "GameOverError",
    "GameRecord",
    "IllegalActionError",
    "Player",
    "PositionError",
    "RecordError",
    "State",
    "__version__",
    "arena",
    "evaluate",
    "load_game",
    "make_player",
    "president_chess_v0",
    "sb3",
    "sea_chess_v0",
    "war_at_sea_v0",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    if name in _MODULES:
        return importlib.import_module(f"navalenv.{name}")
    raise AttributeError(f"module 'navalenv' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


register_all()
