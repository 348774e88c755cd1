"""President Chess for PettingZoo: see the class `raw_env` for the page of the environment."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from navalenv.envs.aec import GameAECEnv, MaskedParallelEnv, wrap

__all__ = ["env", "parallel_env", "raw_env"]


class raw_env(GameAECEnv):
    """President Chess: two to four armies around a lake; who loses its President is out.

    | | |
    |---|---|
    | Creation | `from navalenv import president_chess_v0; env = president_chess_v0.env()` |
    | Actions | Discrete |
    | Parallel API | `president_chess_v0.parallel_env()`, turns in parallel form |
    | Manual Control | `navalenv play` |
    | Agents | `agents = ["player_0", "player_1", "player_2", "player_3"]` |
    | Agents (count) | 4; with `num_players` 3 or 2 |
    | Action Shape | Discrete(8932) |
    | Action Values | pairs of squares, numbered by from-square, then by to-square |
    | Observation Shape | (15, 15, 43) |
    | Observation Values | 0 and 1, int8 |

    ### Observation Space
    A dictionary: ``"observation"``, planes of the agent's own pieces by kind (President,
    Admiral, General, Air Force, Navy, Army, Marine), then of those of the seats to its left,
    opposite and to its right, of the ground, of who is alive, of the count of plies without a
    kill, and of whether the agent is to move, all as the agent sees the board with its own home
    at the bottom; ``"action_mask"``, int8, zeros for an agent that is not to move.

    ### Action Space
    Two squares in the agent's own frame, joined by a queen's move or a knight's move.

    ### Rewards
    With n players: -1 / (n - 1) for an agent whose President is killed, at that ply. At the
    end, those who are alive share what was lost; with two players +1 and -1, or 0 and 0.

    | Last one alive | Fallen | Draw |
    |---|---|---|
    | +1 | -1 / (n - 1) | fallen / ((n - 1) * alive) |

    An agent that has fallen stays among the agents and is not selected again; all agents
    terminate together. An illegal action raises an error here; in `env` it ends the game with
    -1 for the offender.

    ### Arguments
    ``num_players`` (4; 2, 3), ``max_quiet_plies`` (200), ``render_mode``.

    ### Version History
    * v0: first version
    """

    game_name = "president_chess"


def env(**kwargs: Any) -> AECEnv[str, Any, Any]:
    """The environment with PettingZoo's wrappers; arguments as in `raw_env`."""
    return wrap(raw_env(**kwargs))


def parallel_env(**kwargs: Any) -> MaskedParallelEnv:
    """The environment in parallel form; arguments as in `raw_env`."""
    return MaskedParallelEnv(env(**kwargs))
