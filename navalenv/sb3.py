"""The door to stable-baselines3: see `navalenv.envs.sb3`. Needs the extra ``train``."""

from navalenv.envs.sb3 import OneSeatVecEnv

__all__ = ["OneSeatVecEnv"]
