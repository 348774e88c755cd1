"""Arguments that several environments take, checked in one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from navalenv.core.errors import check_integer, unknown_name
from navalenv.core.game import Game


def check_render_mode(render_mode: object, modes: Sequence[str]) -> str | None:
    """The render mode, if it is ``None`` or one of ``modes``.

    Raises:
        ValueError: naming the modes there are.
    """
    if render_mode is None or (isinstance(render_mode, str) and render_mode in modes):
        return render_mode
    raise ValueError(unknown_name("render_mode", render_mode, modes))


def check_reset_options(options: object) -> dict[str, Any]:
    """``options`` of a reset as a dictionary. Unknown ones are left to others.

    Raises:
        TypeError: if it is no mapping.
    """
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise TypeError(f"options must be a dictionary or None, got {options!r}")
    return dict(options)


def check_seed(seed: object) -> int | None:
    """A seed as a Python integer, or ``None``.

    Raises:
        TypeError: if it is neither.
    """
    return None if seed is None else check_integer("seed", seed)


def observation_space(game: Game, flatten: bool = False) -> gymnasium.spaces.Box:
    """The space of one player's observation."""
    facts = game.facts
    shape = facts.observation_shape
    if flatten:
        shape = (int(np.prod(shape)),)
    low, high = facts.observation_low, facts.observation_high
    dtype: Any = facts.observation_dtype
    return gymnasium.spaces.Box(low, high, shape, dtype)


def action_space(game: Game) -> gymnasium.spaces.Discrete[Any]:
    """The space of actions, the same for all players."""
    return gymnasium.spaces.Discrete(game.num_distinct_actions)


def check_actions(actions: Any, count: int, game: Game) -> npt.NDArray[np.int32]:
    """Actions for ``count`` games, each in the action space.

    Raises:
        ValueError: for a wrong number, dtype or an action out of range.
    """
    try:
        moves = np.asarray(actions)
    except ValueError:  # lists of several lengths
        moves = np.empty((), object)
    if moves.shape != (count,) or moves.dtype.kind not in "iu":
        raise ValueError(
            f"actions must be {count} integers, one a game, got {moves.dtype} {moves.shape}"
        )
    bad = np.flatnonzero((moves < 0) | (moves >= game.num_distinct_actions))
    if len(bad):
        raise ValueError(
            f"actions must be from 0 to {game.num_distinct_actions - 1}, "
            f"got {moves[bad[0]]} in row {bad[0]}"
        )
    # Numba would compile its loops once more for arrays that are not writeable.
    return np.require(moves, np.int32, ["C", "A", "W"])
