"""Parts of an AlphaZero loop: a network that a search asks, games it plays, what it learns from.

`navalenv.players.search.Search` looks ahead; here is what stands between it and a network of
torch. The network is a module that is called as

    scores, values = network(observations, actions)

with observations (B, *observation_shape) as the game makes them and int64 (B, L) the legal
actions of each row, filled up with zeros; scores are (B, L), values (B,) in -1..1, what the
player to move may expect to win or lose. Games are of two players, and one's loss is the
other's win.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from navalenv.core.errors import check_integer
from navalenv.core.game import Game, States
from navalenv.core.record import copy_records
from navalenv.players.player import view
from navalenv.players.search import Search
from navalenv.training.policy import LegalActions


class NetworkEvaluator:
    """A network as a search asks it: ``Search(game, evaluator=NetworkEvaluator(network))``.

    Args:
        network: the module; it is used as it is, so what it learns counts from then on.
    """

    def __init__(self, network: nn.Module) -> None:
        self.network = network

    def __call__(
        self, observations: npt.NDArray[Any], action_masks: npt.NDArray[np.int8]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Priors (M, A) and values (M, 2) of M positions."""
        legal = LegalActions(action_masks)
        self.network.eval()
        with torch.inference_mode():
            scores, own = self.network(torch.from_numpy(observations), legal.actions)
            legal.score(scores)
            priors = torch.zeros(action_masks.shape)
            # Fillers stand for action 0 with probability 0: added, they do no harm.
            priors.scatter_add_(1, legal.actions, legal.log_probs.exp())
        return priors.numpy(), torch.stack([own, -own], 1).numpy()


class NetworkPlayer:
    """A player without foresight: the action that the network likes best, drawn among equals."""

    needs_observations = True
    name = "network"

    def __init__(self, network: nn.Module) -> None:
        self.evaluator = NetworkEvaluator(network)

    def __call__(
        self,
        observations: npt.NDArray[Any],
        action_masks: npt.NDArray[np.int8],
        states: States,
        random_words: npt.NDArray[np.uint32],
    ) -> npt.NDArray[np.int64]:
        """Actions for all rows, int64 (M,)."""
        priors, _ = self.evaluator(observations, action_masks)
        best = priors == priors.max(1, keepdims=True)
        picks = random_words[:, 0].astype(np.int64) * best.sum(1) >> 32
        return (best.cumsum(1) > picks[:, None]).argmax(1)


@dataclasses.dataclass
class Sample:
    """Positions to learn from.

    Attributes:
        observations: (B, *observation_shape), of the player to move.
        action_masks: int8 (B, A), the legal actions.
        policy: float32 (B, A), the search's share of visits for each action.
        values: float32 (B,), what the game returned to the player to move.
    """

    observations: npt.NDArray[Any]
    action_masks: npt.NDArray[np.int8]
    policy: npt.NDArray[np.float32]
    values: npt.NDArray[np.float32]


class Replay:
    """The latest positions of finished games, with what the search made of them.

    It keeps records, which are small; observations and masks are made when they are asked for.

    Args:
        game: the game.
        capacity: number of positions; the oldest go first.
        tried: number of actions that are kept of each position.
    """

    def __init__(self, game: Game, capacity: int, tried: int) -> None:
        if check_integer("capacity", capacity) < 1:
            raise ValueError(f"capacity must be at least 1, got {capacity!r}")
        if check_integer("tried", tried) < 1:
            raise ValueError(f"tried must be at least 1, got {tried!r}")
        self.game = game
        self.added = 0
        self.tried = min(tried, game.num_distinct_actions)
        self._states: States = np.zeros(capacity, game.record_type)
        self._actions = np.zeros((capacity, self.tried), np.int32)
        self._shares = np.zeros((capacity, self.tried), np.float32)
        self._values = np.zeros(capacity, np.float32)

    def __len__(self) -> int:
        return min(self.added, len(self._states))

    def add(self, states: States, actions: Any, shares: Any, values: Any) -> None:
        """Add M positions.

        Args:
            states: structured array (M,).
            actions, shares: (M, tried), as `most_visited` gives them.
            values: (M,), what the game returned to the player to move in each.
        """
        places = (self.added + np.arange(len(states))) % len(self._states)
        self._states[places] = states
        self._actions[places] = actions
        self._shares[places] = shares
        self._values[places] = values
        self.added += len(states)

    def sample(self, size: int, generator: np.random.Generator) -> Sample:
        """Draw positions, each as likely as any other."""
        rows = generator.integers(len(self), size=size)
        observations, masks = view(self.game, copy_records(self._states, rows))
        policy = np.zeros(masks.shape, np.float32)
        np.put_along_axis(policy, self._actions[rows], self._shares[rows], axis=1)
        return Sample(observations, masks, policy, self._values[rows])


def most_visited(
    visits: npt.NDArray[np.int32], count: int
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32]]:
    """The ``count`` actions of most visits, in no order, and their shares, each (M, count)."""
    actions = np.argpartition(visits, -count, axis=1)[:, -count:].astype(np.int32)
    kept = np.take_along_axis(visits, actions, axis=1).astype(np.float32)
    return actions, kept / kept.sum(1, keepdims=True)


class SelfPlay:
    """Games of a search against itself, all of them a ply at a time.

    Args:
        search: who plays; noise at the root makes it try what it would not.
        replay: gets the positions of each game when it ends.
        num_games: games at once.
        drawn_plies: in the first plies of a game the action is drawn by its share of the visits;
            after so many plies it is the one of most visits.
        seed: of the games, and of what is drawn.

    Attributes:
        finished, drawn: number of games that have ended so far, and of those without a winner.
    """

    def __init__(
        self, search: Search, replay: Replay, num_games: int, drawn_plies: int, seed: int
    ) -> None:
        self.search = search
        self.replay = replay
        self.drawn_plies = drawn_plies
        self.batch = search.game.new_batch(num_games, seed)
        self.finished = self.drawn = 0
        self._generator = np.random.default_rng(seed)
        self._played: list[list[tuple[Any, ...]]] = [[] for _ in range(num_games)]

    def step(self) -> None:
        """Make a ply in every game; games that are over then begin anew."""
        states = copy_records(self.batch.states)
        found = self.search.run(states, self.batch.ply_words())
        sums = found.visits.cumsum(1)
        picks = self._generator.integers(sums[:, -1:])
        drawn = (sums > picks).argmax(1)
        self.batch.step(np.where(states["ply"] < self.drawn_plies, drawn, found.actions))
        tried = most_visited(found.visits, self.replay.tried)
        for row, position in enumerate(zip(states, *tried, strict=True)):
            self._played[row].append(position)
        over = np.flatnonzero(self.batch.terminated)
        for row, returns in zip(over.tolist(), self.batch.returns[over], strict=True):
            positions, actions, shares = (
                np.stack(part) for part in zip(*self._played[row], strict=True)
            )
            self.replay.add(positions, actions, shares, returns[positions["to_move"]])
            self._played[row] = []
            self.finished += 1
            self.drawn += int(returns[0] == returns[1])
        self.batch.reset(where=over)


def losses(network: nn.Module, sample: Sample) -> tuple[Tensor, Tensor]:
    """What a network gets wrong: the policy's cross entropy, the values' mean square."""
    network.train()
    legal = LegalActions(sample.action_masks)
    scores, values = network(torch.from_numpy(sample.observations), legal.actions)
    legal.score(scores)
    wanted = torch.from_numpy(sample.policy).gather(1, legal.actions)
    of_policy = -(wanted.masked_fill(legal.spare, 0.0) * legal.log_probs).sum(1).mean()
    return of_policy, (torch.from_numpy(sample.values) - values).square().mean()
