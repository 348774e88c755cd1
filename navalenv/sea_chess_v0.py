"""Sea Chess for PettingZoo: see the class `raw_env` for the page of the environment."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from navalenv.envs.aec import GameAECEnv, MaskedParallelEnv, wrap

__all__ = ["env", "parallel_env", "raw_env"]


class raw_env(GameAECEnv):
    """Sea Chess: sink the enemy's Flagship; each type of ship is sunk in a way of its own.

    | | |
    |---|---|
    | Creation | `from navalenv import sea_chess_v0; env = sea_chess_v0.env()` |
    | Actions | Discrete |
    | Parallel API | `sea_chess_v0.parallel_env()`, turns in parallel form |
    | Manual Control | `navalenv play` |
    | Agents | `agents = ["player_0", "player_1"]` |
    | Agents (count) | 2 |
    | Action Shape | Discrete(7200); size 8: Discrete(3584), size 6: Discrete(1440) |
    | Action Values | `(square * 2 * (size - 1) + line) * 4 + mode` |
    | Observation Shape | (size, size, 20) |
    | Observation Values | 0 and 1, int8 |

    ### Observation Space
    A dictionary: ``"observation"``, planes of own and enemy ships by type (Flagship, Aircraft
    Carrier, Battleship, Cruiser, Destroyer, Submarine), the count of plies without a sinking as
    constant bit planes, and a plane of ones, all as the agent sees the board with its own
    corner at a1; ``"action_mask"``, int8, zeros for an agent that is not to move.

    ### Action Space
    A square in the agent's own frame, one of the other squares of its rank or file, and a
    mode: 0 reposition, 1 strike, 2 withdrawal, 3 custodianship.

    ### Rewards
    | Winner | Loser | Draw |
    |---|---|---|
    | +1 | -1 | 0 |

    An illegal action raises an error here; in `env` it ends the game with -1 for the offender.

    ### Arguments
    ``size`` (10; 8, 6), ``max_quiet_plies`` (100), ``render_mode``.

    ### Version History
    * v0: first version
    """

    game_name = "sea_chess"


def env(**kwargs: Any) -> AECEnv[str, Any, Any]:
    """The environment with PettingZoo's wrappers; arguments as in `raw_env`."""
    return wrap(raw_env(**kwargs))


def parallel_env(**kwargs: Any) -> MaskedParallelEnv:
    """The environment in parallel form; arguments as in `raw_env`."""
    return MaskedParallelEnv(env(**kwargs))
