"""Makes Buoys known to navalenv and to Gymnasium."""

from __future__ import annotations

import gymnasium

from navalenv.core.registry import GAMES

ID = "toy/Buoys-v0"


def register() -> None:
    """Add the line in the table of games, and the id."""
    GAMES["buoys"] = "tests.toy_ruleset.game:Buoys"
    if ID not in gymnasium.registry:
        gymnasium.register(
            id=ID,
            entry_point="navalenv.envs.single:OneSeatEnv",
            vector_entry_point="navalenv.envs.vector:SeatsVectorEnv",
            kwargs={"game": "buoys"},
        )
