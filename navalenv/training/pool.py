"""Opponents for self-play: frozen copies of the learner, evaluated in batches."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from sb3_contrib.common.maskable.distributions import make_masked_proba_distribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from navalenv.core.errors import check_integer
from navalenv.core.game import Game, States
from navalenv.core.record import copy_records
from navalenv.core.threads import run_rows
from navalenv.players.ladder import make_player
from navalenv.players.player import Player
from navalenv.training.policy import LegalActions, ListPolicy


class PolicyPlayer:
    """A policy as a player.

    Args:
        policy: any policy of MaskablePPO; it is used as it is, so freeze a copy if it goes on
            learning.
        greedy: take the likeliest action instead of drawing one by the random words.
        name: what tables call it.
    """

    needs_observations = True

    def __init__(
        self, policy: MaskableActorCriticPolicy, greedy: bool = False, name: str = "policy"
    ) -> None:
        self.policy = policy
        self.greedy = greedy
        self.name = name

    def __repr__(self) -> str:
        return f"<policy {self.name}>"

    def __call__(
        self,
        observations: npt.NDArray[Any],
        action_masks: npt.NDArray[np.int8],
        states: States,
        random_words: npt.NDArray[np.uint32],
    ) -> npt.NDArray[np.int64]:
        """Actions for all rows, int64 (M,)."""
        self.policy.set_training_mode(False)
        with torch.inference_mode():
            legal = _legal_actions(self.policy, torch.from_numpy(observations), action_masks)
            if self.greedy:
                return legal.mode().numpy()
            uniforms = torch.from_numpy(random_words[:, 0] / 2.0**32)
            return legal.sample_by(uniforms).numpy()


def _legal_actions(
    policy: MaskableActorCriticPolicy,
    observations: torch.Tensor,
    action_masks: npt.NDArray[np.int8],
) -> LegalActions:
    """A policy's distribution over the legal actions of each row."""
    if isinstance(policy, ListPolicy):
        return policy.legal_actions(policy.features(observations), action_masks)
    legal = LegalActions(action_masks)
    every: Any = policy.get_distribution(observations, action_masks).distribution
    legal.score(every.logits.gather(1, legal.actions))
    return legal


def freeze(policy: MaskableActorCriticPolicy, name: str) -> PolicyPlayer:
    """A player that is a copy of a policy as it is now, without its optimiser."""
    kept = policy.optimizer, policy.action_dist
    policy.optimizer = policy.action_dist = None  # type: ignore[assignment]
    try:
        frozen = copy.deepcopy(policy)
    finally:
        policy.optimizer, policy.action_dist = kept
    # The last distribution's tensors can't be copied, and nobody needs them.
    frozen.action_dist = make_masked_proba_distribution(frozen.action_space)
    return PolicyPlayer(frozen.requires_grad_(False), name=name)


class Pool:
    """A player that is another in each episode: the newest copy, or one of the older players.

    Which of them plays an episode is drawn from the game's own stream, so it does not depend
    on the batch. When the pool is full, it lets go of the older copies evenly: copies of all
    ages stay.

    Args:
        game: the game.
        sparring: players that are always in the pool, by name or as callables.
        capacity: largest number of copies.
        newest_share: share of episodes against the newest copy, once there is one.
    """

    needs_observations = True

    def __init__(
        self,
        game: Game,
        sparring: tuple[object, ...] = ("random",),
        capacity: int = 12,
        newest_share: float = 0.5,
    ) -> None:
        self.game = game
        self.sparring: list[Player] = [make_player(player, game) for player in sparring]
        self.capacity = check_integer("capacity", capacity)
        if self.capacity < 1:
            raise ValueError(f"capacity must be at least 1, got {capacity!r}")
        self.newest_share = newest_share
        self.copies: list[PolicyPlayer] = []

    def __len__(self) -> int:
        return len(self.sparring) + len(self.copies)

    def add(self, player: PolicyPlayer) -> None:
        """Add a frozen copy; it is the newest now."""
        self.copies.append(player)
        if len(self.copies) > self.capacity:
            # Drop every other of the older half: the gaps between ages stay alike.
            first = 0 if self.capacity == 1 else 1
            del self.copies[first : max(self.capacity // 2, 2) : 2]

    def members_of(self, states: States) -> npt.NDArray[np.int64]:
        """Which member plays each episode: index into sparring partners, then copies."""
        words = np.empty((len(states), 4), np.uint32)
        run_rows(self.game.drivers.episode_words, 1, len(states), states, words)
        if not len(self):
            raise ValueError("the pool is empty: give it a sparring partner, or add a copy")
        # Whoever is not the newest copy; the newest itself where it is alone.
        others = max(len(self) - bool(self.copies), 1)
        member = (words[:, 1].astype(np.int64) * others) >> 32
        if self.copies:
            newest = words[:, 2] / 2.0**32 < self.newest_share
            member[newest] = len(self) - 1
        return member

    def __call__(
        self,
        observations: npt.NDArray[Any],
        action_masks: npt.NDArray[np.int8],
        states: States,
        random_words: npt.NDArray[np.uint32],
    ) -> npt.NDArray[np.int64]:
        """Actions for all rows, int64 (M,)."""
        members = self.members_of(states)
        actions = np.empty(len(states), np.int64)
        players = [*self.sparring, *self.copies]
        for member in np.unique(members):
            rows = members == member
            actions[rows] = players[member](
                observations[rows],
                action_masks[rows],
                copy_records(states, rows),
                random_words[rows],
            )
        return actions
