"""A native stable-baselines3 ``VecEnv`` on the core."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise ImportError(
        'navalenv.sb3 needs stable-baselines3; install it with: pip install "navalenv[train]"'
    ) from error

from navalenv.core.errors import check_integer
from navalenv.core.registry import load_game
from navalenv.envs.arguments import (
    action_space,
    check_actions,
    check_render_mode,
    check_seed,
    observation_space,
)
from navalenv.envs.rendering import Renderer
from navalenv.envs.seats import OneSeat


class OneSeatVecEnv(VecEnv):
    """N games with a learner in one seat of each, for MaskablePPO and its like.

    ``MaskablePPO("MlpPolicy", OneSeatVecEnv("sea_chess", 256, opponent="greedy"))``. Masks come
    by ``action_masks``, as sb3-contrib asks for them; an illegal action ends the episode with
    reward -1. A finished game begins anew in the same step, with
    ``infos[i]["terminal_observation"]``.

    Args:
        game: name of the game.
        num_envs: number N of games.
        opponent: player of all other seats: a name such as ``"random"``, ``"greedy"``,
            ``"search:400"`` or ``"baseline"`` (`navalenv.players.ladder`), or a callable over
            batches (`navalenv.players.player`), such as a pool of frozen copies
            (`navalenv.training.pool`). The attribute ``opponent`` may be set later.
        seat: player number of the learner, or ``"random"``: drawn for each episode.
        seed: row i gets ``seed + i``; ``None``: seeds from the operating system.
        render_mode: ``"rgb_array"`` or ``None``.
        flatten: give observations as vectors.
        copy: whether every step returns fresh arrays. With False two arrays of observations
            take turns, so that an observation stays as it is up to the step after the next
            (algorithms of stable-baselines3 need the last one), and masks stay up to the
            next call of ``action_masks``.
        num_threads: threads that share the rows; ``None``: all cores.
        options: options of the game, such as ``size=8``.
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        opponent: object = "random",
        seat: object = "random",
        seed: int | None = None,
        render_mode: str | None = None,
        flatten: bool = False,
        copy: bool = True,
        num_threads: int | None = None,
        **options: Any,
    ) -> None:
        self.metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 2}
        self.render_mode = check_render_mode(render_mode, self.metadata["render_modes"])
        if check_integer("num_envs", num_envs) < 1:
            raise ValueError(f"num_envs must be at least 1, got {num_envs!r}")
        first_seed = check_seed(seed)
        self.game = load_game(game, **options)
        self._games = OneSeat(self.game, num_envs, opponent, seat, num_threads)
        facts = self.game.facts
        self._observations: list[npt.NDArray[Any]] = []
        self._masks: npt.NDArray[np.int8] | None = None
        if not copy:
            shape = (num_envs, *facts.observation_shape)
            self._observations = [np.empty(shape, facts.observation_dtype) for _ in range(2)]
            self._masks = np.empty((num_envs, facts.num_distinct_actions), np.int8)
        self._moves: npt.NDArray[np.int32] = np.zeros(num_envs, np.int32)
        self._renderer = Renderer(self.game, self.render_mode, self.metadata["render_fps"])
        space = observation_space(self.game, flatten)
        self._shape = (num_envs, *space.shape)
        super().__init__(num_envs, space, action_space(self.game))
        if first_seed is not None:
            self.seed(first_seed)

    @property
    def opponent(self) -> Any:
        """The player of all other seats; what is set plays from the next step on."""
        return self._games.opponent

    @opponent.setter
    def opponent(self, opponent: object) -> None:
        from navalenv.players.ladder import make_player

        self._games.opponent = make_player(opponent, self.game, self._games.batch.num_threads)

    @property
    def seats(self) -> npt.NDArray[np.int32]:
        """The learner's seat in each game, int32 (N,)."""
        return self._games.seats

    @property
    def states(self) -> Any:
        """The records of all games, structured (N,)."""
        return self._games.batch.states

    def reset(self) -> npt.NDArray[Any]:
        """Begin an episode in every row; what `seed` and `set_options` gave takes effect.

        Options are ``"position"``, to begin with, and ``"dice"``, faces that a game with dice
        uses first. Others are not looked at.

        Raises:
            TypeError, ValueError: for a wrong one; nothing has changed.
        """
        seeds = list(self._seeds)
        given = any(seed is not None for seed in seeds)
        starts: dict[str, Any] = {}
        for key in ("position", "dice"):
            if any(key in options for options in self._options):
                starts[key] = [options.get(key) for options in self._options]
        self._games.reset(seed=seeds if given else None, **starts)
        self.reset_infos = [{} for _ in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return self._observe()

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Take the actions of the next step.

        Raises:
            ValueError: if they are not N actions of the action space.
        """
        self._moves = check_actions(actions, self.num_envs, self.game)

    def step_wait(self) -> Any:
        """Make them: observations, rewards float32 (N,), dones bool (N,), infos."""
        with self._games.all_or_nothing():
            return self._advance()

    def _advance(self) -> Any:
        outcome = self._games.step(self._moves, np.ones(self.num_envs, np.bool_))
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = np.flatnonzero(outcome.terminated)
        if len(ended):
            final = self._games.observe().reshape(self._shape)
            for row in ended:
                infos[row]["terminal_observation"] = final[row].copy()
                infos[row]["TimeLimit.truncated"] = False
                infos[row]["seat"] = int(self._games.seats[row])
                if outcome.illegal[row]:
                    infos[row]["illegal_action"] = True
            self._games.reset(outcome.terminated)
        return self._observe(), outcome.rewards.astype(np.float32), outcome.terminated, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Masks of the legal actions, bool (N, A)."""
        masks = self._games.masks(self._masks)
        return masks.view(np.bool_)

    def close(self) -> None:
        """Let go of what rendering holds."""
        self._renderer.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, once for each of ``indices``: all games share them."""
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute, for all games: they share them."""
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Results of a method for ``indices``: rows of ``action_masks``, else of this object."""
        rows = list(self._get_indices(indices))
        if method_name == "action_masks":
            masks = self.action_masks()
            return [masks[row] for row in rows]
        method: Callable[..., Any] = getattr(self, method_name)
        return [method(*method_args, **method_kwargs) for _ in rows]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """All False: there are no environments inside that could be wrapped."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[npt.NDArray[np.uint8] | None]:
        """Pictures of all games."""
        if self.render_mode is None:
            warnings.warn("get_images() without render_mode='rgb_array' gives none", stacklevel=2)
            return [None for _ in range(self.num_envs)]
        return [self._renderer.render(record) for record in self.states]

    def _get_indices(self, indices: Any) -> Iterable[int]:
        if indices is None:
            return range(self.num_envs)
        return [indices] if isinstance(indices, int) else indices

    def _observe(self) -> npt.NDArray[Any]:
        out = None
        if self._observations:
            self._observations.reverse()
            out = self._observations[0]
        return self._games.observe(out).reshape(self._shape)
