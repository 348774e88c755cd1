"""War at Sea for PettingZoo: see the class `raw_env` for the page of the environment."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from navalenv.envs.aec import GameAECEnv, MaskedParallelEnv, wrap

__all__ = ["env", "parallel_env", "raw_env"]


class raw_env(GameAECEnv):
    """War at Sea: two fleets of ships, submarines and aircraft, five attack phases, dice.

    | | |
    |---|---|
    | Creation | `from navalenv import war_at_sea_v0; env = war_at_sea_v0.env()` |
    | Actions | Discrete |
    | Parallel API | `war_at_sea_v0.parallel_env()`, turns in parallel form |
    | Manual Control | `navalenv play` |
    | Agents | `agents = ["player_0", "player_1"]` |
    | Agents (count) | 2 |
    | Action Shape | Discrete(2657) |
    | Action Values | end of the step; unit and sector; unit, weapon and target; special action |
    | Observation Shape | (6668,) |
    | Observation Values | -1 to 1, float32 |

    ### Observation Space
    A dictionary: ``"observation"``, all the public state as a flat vector in the agent's own
    frame: entries about the whole game, a row for each of 53 sectors, a row for each of 32
    units, own units first (`navalenv.games.war_at_sea.layout.Layout` names all of them and
    turns a vector into arrays); ``"action_mask"``, int8, zeros for an agent that is not to move.

    ### Action Space
    0 ends the agent's step. From 1: ``1 + unit * 53 + sector`` places a unit (deployment, moves,
    air missions). From 849: ``849 + (unit * 7 + weapon) * 16 + target`` attacks; weapons are
    antiair, main guns or strafe, secondary, tertiary, asw, torpedo, bomb. From 2641:
    ``2641 + unit`` is the special action that an ability gives a unit in this step. Units and
    targets are slots of the fleets, sectors are in the agent's own frame.

    An agent acts several times in a row: once for each unit that does something, until it ends
    its step or nothing is left to do in it.

    ### Rewards
    At the end +1 for the winner and -1 for the loser, or 0 and 0. With ``reward="score"`` also,
    at each decision, (own points gained - enemy points gained) / ``victory_points``.

    An illegal action raises an error here; in `env` it ends the game with -1 for the offender.

    ### Arguments
    ``scenario`` ("solomons"; "north_atlantic", "skirmish"), ``fleets`` (None; "random", two lists
    of unit names), ``map`` ("archipelago"; "open_sea"), ``budget`` (100), ``victory_points`` (150;
    in the skirmish 100), ``max_turns`` (20; in the skirmish 12), ``reward`` ("outcome"; "score"),
    ``render_mode``.

    ### Version History
    * v0: first version
    """

    game_name = "war_at_sea"


def env(**kwargs: Any) -> AECEnv[str, Any, Any]:
    """The environment with PettingZoo's wrappers; arguments as in `raw_env`."""
    return wrap(raw_env(**kwargs))


def parallel_env(**kwargs: Any) -> MaskedParallelEnv:
    """The environment in parallel form; arguments as in `raw_env`."""
    return MaskedParallelEnv(env(**kwargs))
