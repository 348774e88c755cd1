"""Makes Salvoes known to navalenv, Gymnasium and PettingZoo, as soon as it is imported."""

from __future__ import annotations

import gymnasium
import pettingzoo

from navalenv.core.registry import GAMES

NAME = "salvoes"
ID = "toy/Salvoes-v0"
PETTINGZOO_ID = "toy/salvoes-v0"

GAMES[NAME] = "tests.dice_ruleset.game:Salvoes"
if ID not in gymnasium.registry:
    gymnasium.register(
        id=ID,
        entry_point="navalenv.envs.single:OneSeatEnv",
        vector_entry_point="navalenv.envs.vector:SeatsVectorEnv",
        kwargs={"game": NAME},
    )
if hasattr(pettingzoo, "register") and PETTINGZOO_ID not in pettingzoo.aec_registry:
    for kind, maker in (("aec", "env"), ("parallel", "parallel_env")):
        pettingzoo.register(
            kind, PETTINGZOO_ID, entry_point=f"tests.dice_ruleset.salvoes_v0:{maker}"
        )
