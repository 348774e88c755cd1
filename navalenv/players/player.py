"""What a player is, and how it is asked.

A player is a callable over a batch of games in which it is to move:

    actions = player(observations, action_masks, states, random_words)

* ``observations``: (M, *observation_shape), in the own frame of whoever is to move;
* ``action_masks``: int8 (M, A), the legal actions;
* ``states``: structured array (M,), the records (copies: a player cannot change a game);
* ``random_words``: uint32 (M, 4), fresh for every decision and a function of game and ply
  alone, so that what a player draws does not depend on the batch;
* ``actions``: integers (M,), each legal.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from navalenv.core.game import Game, States
from navalenv.core.record import copy_records
from navalenv.core.threads import run_rows


@runtime_checkable
class Player(Protocol):
    """A callable that plays; see the module's text.

    A player with an attribute ``needs_observations`` that is False is called with ``None``
    for observations and masks, which saves making them.
    """

    def __call__(
        self,
        observations: npt.NDArray[Any],
        action_masks: npt.NDArray[np.int8],
        states: States,
        random_words: npt.NDArray[np.uint32],
    ) -> npt.ArrayLike:
        """Actions for all rows, integers (M,)."""
        ...


def decide(player: Player, game: Game, states: States, num_threads: int = 1) -> Any:
    """The actions of a player in games where it is to move, checked.

    Args:
        states: structured array (M,), none of them over.

    Returns:
        int32 (M,).

    Raises:
        ValueError: if the player gives something else than M legal actions.
    """
    rows = len(states)
    words = np.empty((rows, 4), np.uint32)
    run_rows(game.drivers.ply_words, num_threads, rows, states, words)
    observations = masks = None
    if getattr(player, "needs_observations", True):
        observations, masks = view(game, states, num_threads)
    given = np.asarray(player(observations, masks, copy_records(states), words))  # type: ignore[arg-type]
    if given.shape != (rows,) or given.dtype.kind not in "iu":
        raise ValueError(
            f"opponent {player!r} must return {rows} integers, got {given.dtype} {given.shape}"
        )
    actions = np.clip(given, -1, game.num_distinct_actions).astype(np.int32)
    bad = max(run_rows(game.drivers.check_rows, num_threads, rows, states, actions))
    if bad >= 0:
        raise ValueError(
            f"opponent {player!r} returned the illegal action {given[bad]} in position "
            f"{game.describe_position(states[bad])}"
        )
    return actions


def view(
    game: Game, states: States, num_threads: int = 1, players: Any = None
) -> tuple[npt.NDArray[Any], npt.NDArray[np.int8]]:
    """Observations and masks of some records: of ``players``, by default those to move."""
    rows, facts = len(states), game.facts
    observations = np.empty((rows, *facts.observation_shape), facts.observation_dtype)
    masks = np.empty((rows, facts.num_distinct_actions), np.int8)
    views = np.full(rows, -1, np.int32) if players is None else np.asarray(players, np.int32)
    out = observations.reshape(rows, -1)
    run_rows(game.drivers.observe_rows, num_threads, rows, states, views, out)
    run_rows(game.drivers.plain_mask_rows, num_threads, rows, states, masks)
    return observations, masks
