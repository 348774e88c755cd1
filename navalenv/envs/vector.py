"""Many games of one kind as one native Gymnasium vector environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from navalenv.core.errors import check_integer, unknown_name
from navalenv.core.record import TERMINAL_PLAYER
from navalenv.core.registry import load_game
from navalenv.envs.arguments import (
    action_space,
    check_actions,
    check_render_mode,
    check_reset_options,
    observation_space,
)
from navalenv.envs.rendering import Renderer
from navalenv.envs.seats import EverySeat, OneSeat

Arrays = tuple[
    npt.NDArray[Any],
    npt.NDArray[np.float64],
    npt.NDArray[np.bool_],
    npt.NDArray[np.bool_],
    dict[str, Any],
]


class SeatsVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """N games in one batch, all steps on the compiled core.

    ``gymnasium.make_vec("navalenv/SeaChess-v0", num_envs=4096)``. Row i behaves as the single
    environment that was reset with ``seed + i``.

    Args:
        game: name of the game; given by the registered id.
        num_envs: number N of games.
        opponent: player of all other seats: a name such as ``"random"``, ``"greedy"``,
            ``"search:400"`` or ``"baseline"`` (`navalenv.players.ladder`), or a callable over
            batches (`navalenv.players.player`), called once for all rows in which an
            opponent is to move. ``None``: self-play, one action for whoever is to move;
            rewards and flags are then those of the seat that just acted, and infos hold
            ``current_player`` (N,), -4 where the episode is over, and ``rewards`` (N, P).
        seat: player number of the learner, or ``"random"``: drawn for each episode.
            Without meaning in self-play.
        autoreset_mode: an `AutoresetMode` or its value: ``"NextStep"``, ``"SameStep"`` or
            ``"Disabled"``.
        render_mode: ``"ansi"``, ``"rgb_array"`` or ``None``; `render` gives one picture a row.
        flatten: give observations as vectors.
        copy: whether every step returns fresh arrays. With False the arrays of observations
            and masks are written over by the next step.
        num_threads: threads that share the rows; ``None``: all cores. Results do not depend
            on it.
        max_episode_steps: steps after which an episode is truncated; ``None``: never.
        options: options of the game, such as ``size=8``.

    Infos hold ``action_mask`` int8 (N, A), all ones where the episode is over (the next action
    is not looked at), ``seat`` (N,), ``illegal_action`` bool (N,), each with Gymnasium's
    ``_key`` array.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponent: object = "random",
        seat: object = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        flatten: bool = False,
        copy: bool = True,
        num_threads: int | None = None,
        max_episode_steps: int | None = None,
        **options: Any,
    ) -> None:
        self.autoreset_mode = _check_mode(autoreset_mode)
        self.metadata = {
            "render_modes": ["ansi", "rgb_array"],
            "render_fps": 2,
            "autoreset_mode": self.autoreset_mode,
        }
        self.render_mode = check_render_mode(render_mode, self.metadata["render_modes"])
        if max_episode_steps is not None:
            max_episode_steps = check_integer("max_episode_steps", max_episode_steps)
            if max_episode_steps < 1:
                raise ValueError(f"max_episode_steps must be positive, got {max_episode_steps}")
        self.num_envs = check_integer("num_envs", num_envs)
        if self.num_envs < 1:
            raise ValueError(f"num_envs must be at least 1, got {num_envs!r}")
        self.game = load_game(game, **options)
        self.single_observation_space = observation_space(self.game, flatten)
        self.single_action_space = action_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.seats: OneSeat | EverySeat
        if opponent is None:
            self.seats = EverySeat(self.game, self.num_envs, num_threads)
        else:
            self.seats = OneSeat(self.game, self.num_envs, opponent, seat, num_threads)
        self._over = np.ones(self.num_envs, np.bool_)
        self._started = False
        self._steps = np.zeros(self.num_envs, np.int64)
        self._max_episode_steps = max_episode_steps
        facts = self.game.facts
        self._buffers: tuple[npt.NDArray[Any], npt.NDArray[np.int8]] | None = None
        if not copy:
            self._buffers = (
                np.empty((self.num_envs, *facts.observation_shape), facts.observation_dtype),
                np.empty((self.num_envs, facts.num_distinct_actions), np.int8),
            )
        self._renderer = Renderer(self.game, self.render_mode, self.metadata["render_fps"])

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        """Begin an episode in every row, or in some.

        Args:
            seed: an integer (row i gets ``seed + i``), a list of one a row, or ``None``: rows
                go on to their next episode.
            options: ``"position"``: position to begin with, one for all or a list of one a row;
                ``"dice"``: faces that a game with dice uses first, one script for all or a list
                of scripts, one a row;
                ``"reset_mask"``: bool (N,), the rows to reset.

        Raises:
            TypeError, ValueError: for a wrong argument; nothing has changed.
        """
        given = check_reset_options(options)
        where = given.get("reset_mask")
        if where is not None:
            where = np.asarray(where)
            if where.shape != (self.num_envs,) or where.dtype != np.bool_ or not where.any():
                raise ValueError(
                    f"options['reset_mask'] must be a bool array of {self.num_envs} with at "
                    f"least one True, got {given['reset_mask']!r}"
                )
            if not self._started and not where.all():
                raise ValueError("options['reset_mask'] must be all True at the first reset")
        self.seats.reset(where, seed, given.get("position"), given.get("dice"))
        rows = np.ones(self.num_envs, np.bool_) if where is None else where
        self._started = True
        self._begin(rows)
        return self._observe(), self._infos(np.zeros(self.num_envs, np.bool_), None)

    def step(self, actions: Any) -> Arrays:
        """Make an action in every row; rows whose episode is over follow ``autoreset_mode``.

        Raises:
            ValueError: if ``actions`` are not N actions of the action space.
            gymnasium.error.ResetNeeded: before the first reset, and in mode ``Disabled`` when
                an episode is over.
        """
        moves = check_actions(actions, self.num_envs, self.game)
        if not self._started:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        resetting = self._over.copy()
        if self.autoreset_mode == AutoresetMode.DISABLED and resetting.any():
            raise gymnasium.error.ResetNeeded(
                f"episodes {np.flatnonzero(resetting).tolist()} are over: call "
                "reset(options={'reset_mask': ...}) for them first"
            )
        over, steps = self._over.copy(), self._steps.copy()
        try:
            with self.seats.all_or_nothing():
                return self._advance(moves, resetting)
        except BaseException:  # an opponent's, or the user's from the keyboard
            self._over, self._steps = over, steps
            raise

    def _advance(self, moves: npt.NDArray[np.int32], resetting: npt.NDArray[np.bool_]) -> Arrays:
        if resetting.any():
            self.seats.reset(resetting)
            self._begin(resetting)
        playing = ~resetting
        outcome = self.seats.step(moves, playing)
        self._steps += playing
        terminated, truncated = outcome.terminated, np.zeros(self.num_envs, np.bool_)
        if self._max_episode_steps is not None:
            # As Gymnasium's TimeLimit: also where the game ends in that very step.
            truncated = (self._steps >= self._max_episode_steps) & playing
        self._over = terminated | truncated
        final: dict[str, Any] | None = None
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._over.any():
            final = self._final(outcome.illegal)
            ended = self._over.copy()
            self.seats.reset(ended)
            self._begin(ended)
            illegal = outcome.illegal & ~ended
        else:
            illegal = outcome.illegal
        infos = self._infos(illegal, outcome.all_rewards)
        infos.update(final or {})
        return self._observe(), outcome.rewards, terminated, truncated, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Masks of legal actions as bool (N, A)."""
        return self._masks().astype(np.bool_)

    def render(self) -> Any:
        """A tuple of N pictures: text or (H, W, 3) uint8 arrays."""
        if self.render_mode is None:
            gymnasium.logger.warn(
                "render() without a render mode draws nothing: give render_mode to make_vec()"
            )
            return None
        return tuple(self._renderer.render(record) for record in self.seats.batch.states)

    def close_extras(self, **kwargs: Any) -> None:
        """Let go of what rendering holds."""
        if hasattr(self, "_renderer"):  # some versions close what could not be made, too
            self._renderer.close()

    def _begin(self, rows: npt.NDArray[np.bool_]) -> None:
        self._over[rows] = False
        self._steps[rows] = 0

    def _observe(self) -> npt.NDArray[Any]:
        out = None if self._buffers is None else self._buffers[0]
        return self.seats.observe(out).reshape(self.observation_space.shape)

    def _masks(self) -> npt.NDArray[np.int8]:
        masks = self.seats.masks(None if self._buffers is None else self._buffers[1])
        masks[self._over] = 1
        return masks

    def _infos(self, illegal: npt.NDArray[np.bool_], all_rewards: Any) -> dict[str, Any]:
        infos = self._row_infos(self._masks(), illegal)
        if isinstance(self.seats, EverySeat):
            movers = self.seats.batch.current_players
            movers[self._over] = TERMINAL_PLAYER
            infos["current_player"] = movers
            if all_rewards is None:
                all_rewards = np.zeros((self.num_envs, self.game.num_players))
            infos["rewards"] = all_rewards
        return _with_flags(infos, np.ones(self.num_envs, np.bool_))

    def _row_infos(
        self, masks: npt.NDArray[np.int8], illegal: npt.NDArray[np.bool_]
    ) -> dict[str, Any]:
        return {
            "action_mask": masks,
            "seat": self.seats.viewers.copy(),
            "illegal_action": illegal.copy(),
        }

    def _final(self, illegal: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """Gymnasium's ``final_obs`` and ``final_info`` of the rows that are over."""
        observations = self.seats.observe().reshape(self.observation_space.shape)
        final_obs = np.full(self.num_envs, None, dtype=object)
        for row in np.flatnonzero(self._over):
            final_obs[row] = observations[row].copy()
        masks = self.seats.masks()
        masks[self._over] = 1
        info = _with_flags(self._row_infos(masks, illegal), self._over.copy())
        return _with_flags({"final_obs": final_obs, "final_info": info}, self._over.copy())


def _with_flags(infos: dict[str, Any], flags: npt.NDArray[np.bool_]) -> dict[str, Any]:
    """Infos with Gymnasium's ``_key`` arrays, which say in which rows a key holds."""
    return infos | {f"_{key}": flags.copy() for key in infos}


def _check_mode(mode: object) -> AutoresetMode:
    for known in AutoresetMode:
        if mode in (known, known.value, known.name):
            return known
    raise ValueError(
        unknown_name("autoreset_mode", mode, [known.value for known in AutoresetMode])
    )
