"""The ids of all environments, for Gymnasium and for PettingZoo's registry."""

from __future__ import annotations

from typing import Any

import gymnasium

GYMNASIUM_IDS: dict[str, dict[str, Any]] = {
    "navalenv/SeaChess-v0": {"game": "sea_chess"},
    "navalenv/SeaChessMini-v0": {"game": "sea_chess", "size": 6},
    "navalenv/PresidentChess-v0": {"game": "president_chess"},
    "navalenv/PresidentDuel-v0": {"game": "president_chess", "num_players": 2},
    "navalenv/WarAtSea-v0": {"game": "war_at_sea"},
    "navalenv/WarAtSeaSkirmish-v0": {"game": "war_at_sea", "scenario": "skirmish"},
}
"""Gymnasium ids, and the arguments that each stands for."""

PETTINGZOO_IDS = {
    "navalenv/sea_chess-v0": "navalenv.sea_chess_v0",
    "navalenv/president_chess-v0": "navalenv.president_chess_v0",
    "navalenv/war_at_sea-v0": "navalenv.war_at_sea_v0",
}
"""PettingZoo ids, and the module of each."""


def register_all() -> None:
    """Register every id that is not registered yet."""
    for name, arguments in GYMNASIUM_IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="navalenv.envs.single:OneSeatEnv",
                vector_entry_point="navalenv.envs.vector:SeatsVectorEnv",
                kwargs=arguments,
            )
    try:
        from pettingzoo import aec_registry, parallel_registry, register
    except ImportError:  # no registry before PettingZoo 1.27
        return
    for name, module in PETTINGZOO_IDS.items():
        if name not in aec_registry:
            register("aec", name, entry_point=f"{module}:env")
        if name not in parallel_registry:
            register("parallel", name, entry_point=f"{module}:parallel_env")
