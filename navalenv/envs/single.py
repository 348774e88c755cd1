"""One seat of a game as a Gymnasium environment."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt

from navalenv.core.registry import load_game
from navalenv.core.state import State
from navalenv.envs.arguments import (
    action_space,
    check_actions,
    check_render_mode,
    check_reset_options,
    check_seed,
    observation_space,
)
from navalenv.envs.rendering import Renderer
from navalenv.envs.seats import OneSeat


class OneSeatEnv(gymnasium.Env[npt.NDArray[Any], Any]):
    """A learner in one seat of a naval board game, an opponent in the others.

    ## Description
    ``gymnasium.make("navalenv/SeaChess-v0")`` gives an episode of one game. A step is the
    learner's ply and the replies of the opponent, up to the learner's next turn.

    ## Action Space
    ``Discrete(A)``, actions in the learner's own frame; which are legal is in the mask. The
    numbers are explained on each game's page.

    ## Observation Space
    ``Box`` of the game's observation, in the learner's own frame; with ``flatten=True`` as a
    vector.

    ## Starting State
    The game's set-up, or ``reset(options={"position": position})``, a text or a set-up object,
    for this episode alone; games with dice take ``"dice"`` as well, faces that are used first.
    If the learner does not move first, the opponent has moved already.

    ## Rewards
    What the learner's player gets by the rules, at the plies of this step: in a game of two,
    +1 for a win, -1 for a loss, 0 else.

    ## Episode End
    Terminated when the game is over or the learner's player is out of it. An illegal action
    ends the episode with reward -1 and ``info["illegal_action"]`` True. Never truncated.

    ## Information
    ``info["action_mask"]``: int8 (A,), 1 where an action is legal, zeros when the episode is
    over; ``info["seat"]``: the learner's player; ``info["illegal_action"]``: bool. The method
    `action_masks` gives the mask as bool, as MaskablePPO asks for it.

    ## Arguments
    * ``game``: name of the game; given by the registered id;
    * ``opponent``: the player of all other seats: a name such as ``"random"``, ``"greedy"``,
      ``"search:400"`` or ``"baseline"`` (`navalenv.players.ladder`), or a callable over batches
      (`navalenv.players.player`);
    * ``seat``: player number of the learner, or ``"random"``: drawn for each episode;
    * ``render_mode``: ``"ansi"``, ``"rgb_array"``, ``"human"`` or ``None``;
    * ``flatten``: give observations as vectors;
    * all options of the game, such as ``size=8``.

    ## Seeding
    ``reset(seed=s)`` begins the first episode of seed s; ``reset()`` goes on to the next. An
    episode is a function of seed, number of the episode and actions, the opponent's moves
    included.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["ansi", "rgb_array", "human"],
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        opponent: object = "random",
        seat: object = 0,
        render_mode: str | None = None,
        flatten: bool = False,
        **options: Any,
    ) -> None:
        self.metadata = dict(self.metadata)  # type: ignore[misc]  # some wrappers write into it
        self.render_mode = check_render_mode(render_mode, self.metadata["render_modes"])
        self.game = load_game(game, **options)
        self.observation_space = observation_space(self.game, flatten)
        self.action_space = action_space(self.game)
        self._seats = OneSeat(self.game, 1, opponent, seat, num_threads=1)
        self._over = True
        self._renderer = Renderer(self.game, self.render_mode, self.metadata["render_fps"])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        """Begin an episode; see the class for ``seed`` and ``options``.

        Raises:
            PositionError: for a position that is wrong or over; nothing has changed.
        """
        number = check_seed(seed)
        given = check_reset_options(options)
        position, dice = given.get("position"), given.get("dice")
        self._seats.check_start(position, dice)
        super().reset(seed=number)
        self._seats.reset(seed=number, position=position, dice=dice)
        self._over = False
        self._seats.after_ply = self._show_ply if self.render_mode == "human" else None
        self._show_ply()
        return self._observe(), self._info(False)

    def step(self, action: Any) -> tuple[npt.NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Make the learner's ply, and the opponent's replies.

        Raises:
            ValueError: if ``action`` is not in the action space.
            gymnasium.error.ResetNeeded: if the episode is over.
        """
        actions = check_actions(np.asarray(action).reshape(-1), 1, self.game)
        if self._over:
            raise gymnasium.error.ResetNeeded("the episode is over: call reset() first")
        outcome = self._seats.step(actions, np.ones(1, np.bool_))
        self._over = bool(outcome.terminated[0])
        illegal = bool(outcome.illegal[0])
        return self._observe(), float(outcome.rewards[0]), self._over, False, self._info(illegal)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask of legal actions as bool (A,)."""
        return self._mask().astype(np.bool_)

    @property
    def state(self) -> State:
        """A copy of the game as a state, for search."""
        return self._seats.batch.state(0)

    @property
    def seat(self) -> int:
        """The learner's player."""
        return int(self._seats.seats[0])

    def render(self) -> Any:
        """The picture of the game: text, an (H, W, 3) uint8 array, or a window."""
        if self.render_mode is None:
            gymnasium.logger.warn(
                "render() without a render mode draws nothing: give render_mode to make()"
            )
            return None
        return self._renderer.render(self._seats.batch.states[0])

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()

    def _show_ply(self) -> None:
        if self.render_mode == "human":
            self._renderer.render(self._seats.batch.states[0])

    def _observe(self) -> npt.NDArray[Any]:
        return self._seats.observe()[0].reshape(self.observation_space.shape)

    def _mask(self) -> npt.NDArray[np.int8]:
        masks = self._seats.masks()
        if self._over:
            masks[:] = 0
        return masks[0]

    def _info(self, illegal: bool) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat, "illegal_action": illegal}
