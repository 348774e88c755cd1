"""Salvoes for PettingZoo."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from navalenv.envs.aec import GameAECEnv, MaskedParallelEnv, wrap

__all__ = ["env", "parallel_env", "raw_env"]


class raw_env(GameAECEnv):
    """Salvoes: who sinks all ships wins."""

    game_name = "salvoes"


def env(**kwargs: Any) -> AECEnv[str, Any, Any]:
    """The environment with PettingZoo's wrappers."""
    return wrap(raw_env(**kwargs))


def parallel_env(**kwargs: Any) -> MaskedParallelEnv:
    """The environment in parallel form."""
    return MaskedParallelEnv(env(**kwargs))
