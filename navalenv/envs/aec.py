"""Any game as a PettingZoo AEC environment."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from navalenv.core.errors import IllegalActionError, PositionError, check_integer
from navalenv.core.registry import load_game
from navalenv.core.state import State, illegal_action
from navalenv.envs.arguments import (
    action_space,
    check_render_mode,
    check_reset_options,
    check_seed,
    observation_space,
)
from navalenv.envs.rendering import Renderer


class GameAECEnv(AECEnv[str, Any, Any]):
    """A game as an AEC environment; a door such as `navalenv.sea_chess_v0` names the game.

    Agents are ``player_0`` .. ``player_{n-1}``. Observations are dictionaries:
    ``"observation"``, in the agent's own frame, and ``"action_mask"`` int8 (A,), zeros for
    whoever is not to move and for all when the game is over. ``rewards`` are those of the
    last ply. An agent that is out of the game stays until the game ends for all.

    Args:
        render_mode: ``"ansi"``, ``"rgb_array"``, ``"human"`` or ``None``.
        options: options of the game.
    """

    game_name: ClassVar[str]
    version: ClassVar[int] = 0
    metadata: dict[str, Any]

    def __init__(self, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self.metadata = {
            "render_modes": ["ansi", "rgb_array", "human"],
            "name": f"{self.game_name}_v{self.version}",
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = check_render_mode(render_mode, self.metadata["render_modes"])
        self.game = load_game(self.game_name, **options)
        self.possible_agents = [f"player_{i}" for i in range(self.game.num_players)]
        self._players = {agent: i for i, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": observation_space(self.game),
                    "action_mask": gymnasium.spaces.Box(
                        0, 1, (self.game.num_distinct_actions,), np.int8
                    ),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: action_space(self.game) for agent in self.possible_agents}
        self.state_space = observation_space(self.game)
        self._batch = self.game.new_batch(1, seed=None, num_threads=1)
        self._renderer = Renderer(self.game, self.render_mode, self.metadata["render_fps"])

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """The space of an agent's observations; the same object at every call."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete[Any]:
        """The space of an agent's actions; the same object at every call."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: key of the game's random stream, first episode; ``None``: the next episode
                of the seed there is.
            options: ``"position"``: a position to begin with; ``"dice"``: faces that a game
                with dice uses first. Others are not looked at.

        Raises:
            PositionError: if the position is wrong, or over; nothing has changed.
        """
        number = check_seed(seed)
        given = check_reset_options(options)
        position, dice = given.get("position"), given.get("dice")
        if self.game.start_record(position, dice)[0]["terminated"]:
            raise PositionError(f"position {position!r}: the game is over; give one that is not")
        self._batch.reset(seed=number, position=position, dice=dice)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._batch.states[0]["to_move"]]
        self._skip_agent_selection = None  # PettingZoo's, left over from dead steps not made
        self._show()

    def step(self, action: Any) -> None:
        """Make the selected agent's ply; ``None`` for an agent that is done.

        Raises:
            IllegalActionError: for an illegal action; nothing has changed. (The environment
                that ``env()`` makes ends the game instead, with -1 for the offender.)
            TypeError: for what is no integer.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = check_integer("action", action)
        states = self._batch.states
        # Compiled code takes 64-bit integers only: what is out of range does not get there.
        in_range = 0 <= number < self.game.num_distinct_actions
        if not in_range or self.game.drivers.try_row(states, number):
            raise illegal_action(self.game, states[0], number)
        record = states[0]
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, record["rewards"].tolist(), strict=False))
        self._accumulate_rewards()
        if record["terminated"]:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[record["to_move"]]
        self._show()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """The observation of an agent, in fresh arrays."""
        facts, drivers, states = self.game.facts, self.game.drivers, self._batch.states
        player = self._players[agent]
        observation = np.empty(facts.observation_shape, facts.observation_dtype)
        views = np.array([player], np.int32)
        drivers.observe_rows(states, views, observation.reshape(1, -1), 0, 1)
        mask = np.zeros(facts.num_distinct_actions, np.int8)
        if self._is_to_act(agent):
            drivers.plain_mask_rows(states, mask.reshape(1, -1), 0, 1)
        return {"observation": observation, "action_mask": mask}

    def state(self) -> npt.NDArray[Any]:
        """The whole board as player_0 sees it, whoever is to move."""
        return self.observe(self.possible_agents[0])["observation"]

    def game_state(self) -> State:
        """A copy of the game as a state, for search."""
        return self._batch.state(0)

    def render(self) -> Any:
        """The picture of the game: text, an (H, W, 3) uint8 array, or a window."""
        if self.render_mode is None:
            gymnasium.logger.warn(
                "render() without a render mode draws nothing: give render_mode to env()"
            )
            return None
        return self._renderer.render(self._batch.states[0])

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()

    def _is_to_act(self, agent: str) -> bool:
        """Whether an agent is to make a ply; nobody is once the episode has ended in any way."""
        if not getattr(self, "agents", None) or agent != self.agent_selection:
            return False
        return not (self.terminations[agent] or self.truncations[agent])

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def _of_game(name: str) -> property:
    def get(wrapper: Any) -> Any:
        return getattr(wrapper.game_env, name)

    return property(get, doc=f"``{name}`` of the game's environment.")


class _Direct:
    """A wrapper that reads what loops ask for straight from the game's environment.

    PettingZoo's wrappers hand every attribute down from one to the next, which takes longer
    than a ply. Before the first reset there is nothing to read: then theirs is the error.
    """

    def __init__(self, env: Any, *arguments: Any) -> None:
        self.game_env: GameAECEnv = env.unwrapped
        super().__init__(env, *arguments)  # type: ignore[call-arg]

    agents = _of_game("agents")
    agent_selection = _of_game("agent_selection")
    rewards = _of_game("rewards")
    terminations = _of_game("terminations")
    truncations = _of_game("truncations")
    infos = _of_game("infos")
    _cumulative_rewards = _of_game("_cumulative_rewards")


class IllegalActionWrapper(_Direct, wrappers.TerminateIllegalWrapper):
    """PettingZoo's wrapper that ends a game at an illegal action, with -1 for the offender.

    That one judges by the mask that the user was given, and may have written into; here the
    game itself judges.
    """

    def observe(self, agent: str) -> Any:
        """The observation of an agent, in fresh arrays."""
        return self.env.observe(agent)

    def step(self, action: Any) -> None:
        """Make the selected agent's ply; ``None`` for an agent that is done.

        Raises:
            TypeError: for what is no integer.
        """
        try:
            self.env.step(action)
        except IllegalActionError:
            number = check_integer("action", action)
            self._prev_obs = {"action_mask": {number: 0}}
            super().step(number)


class _InSpaceWrapper(_Direct, wrappers.AssertOutOfBoundsWrapper):
    """PettingZoo's, with attributes read directly."""


class _OrderWrapper(_Direct, wrappers.OrderEnforcingWrapper):
    """PettingZoo's, with attributes read directly."""

    def __str__(self) -> str:
        return str(self.env)


def wrap(raw: GameAECEnv) -> AECEnv[str, Any, Any]:
    """PettingZoo's usual wrappers: an illegal action ends the game with -1 for the offender."""
    return _OrderWrapper(_InSpaceWrapper(IllegalActionWrapper(raw, -1)))


class MaskedParallelEnv(turn_based_aec_to_parallel_wrapper):
    """PettingZoo's turn-based parallel conversion, with the masks in the infos as well.

    All agents observe at every step; only the one whose ``infos[agent]["active_agent"]`` is
    its own name is to act, and the actions of others are not looked at.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game: observations and infos of all agents."""
        observations, infos = super().reset(seed=seed, options=options)
        for info in infos.values():  # the conversion says so after steps only
            info["active_agent"] = self.aec_env.agent_selection
        return observations, _masks_in(infos, observations)

    def step(self, actions: dict[str, Any]) -> Any:
        """Make the action of the agent that is to move."""
        result = super().step(actions)
        if len(result) != 5:  # the conversion leaves one out when all agents are gone
            return {}, {}, {}, {}, {}
        observations, rewards, terminations, truncations, infos = result
        infos = _masks_in(infos, observations)
        return observations, rewards, terminations, truncations, infos


def _masks_in(infos: dict[str, Any], observations: dict[str, Any]) -> dict[str, Any]:
    return {
        agent: {**info, "action_mask": observations[agent]["action_mask"].copy()}
        for agent, info in infos.items()
    }
