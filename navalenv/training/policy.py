"""A MaskablePPO policy for boards, with a score for each move instead of one wide layer.

The network is a stack of small convolutions that also see whole ranks, files and the board;
the score of a move is worked out from the features of the square it leaves and of the square
it goes to, so what is learned of one square holds for all. Distributions are over the legal
actions alone, which are few among thousands.

A game says which moves there are by a `MoveTable`: nothing here knows a rule.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import torch
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn


@dataclasses.dataclass(frozen=True)
class MoveTable:
    """What each action of a board game is, in the own frame of the player to move.

    Attributes:
        height, width: squares of the board; square = row * width + column, as in the
            observation.
        origins: int64 (A,), the square that action leaves.
        targets: int64 (A,), the square that it goes to.
        kinds: int64 (A,), what kind of move it is, 0..num_kinds-1.
    """

    height: int
    width: int
    origins: npt.NDArray[np.int64]
    targets: npt.NDArray[np.int64]
    kinds: npt.NDArray[np.int64]

    @property
    def num_kinds(self) -> int:
        """Number of kinds of moves."""
        return int(self.kinds.max()) + 1


class BoardFeatures(BaseFeaturesExtractor):
    """Observation planes (H, W, C) to features of every square, flattened (H * W * F).

    Channels lie last in memory all the way, which processors are quicker with.
    """

    def __init__(
        self,
        observation_space: gymnasium.spaces.Box,
        piece_planes: int,
        channels: int,
        blocks: int,
    ) -> None:
        height, width, planes = observation_space.shape
        super().__init__(observation_space, channels * height * width)
        self.shape = (height, width, channels)
        self.piece_planes = piece_planes
        self.near = nn.Conv2d(planes, channels, 3, padding=1)
        self.seen = nn.Conv2d(4 * piece_planes, channels, 1)
        self.blocks = nn.ModuleList(_Block(channels) for _ in range(blocks))
        self.to(memory_format=torch.channels_last)  # type: ignore[call-overload]

    def forward(self, observations: Tensor) -> Tensor:
        """(B, H, W, C) to (B, H * W * F)."""
        planes = observations.float()
        seen = first_seen(planes[..., : self.piece_planes])
        x = self.near(planes.permute(0, 3, 1, 2)) + self.seen(seen.permute(0, 3, 1, 2))
        x = torch.relu(x)
        for block in self.blocks:
            x = block(x)
        return x.permute(0, 2, 3, 1).flatten(1)


def first_seen(pieces: Tensor) -> Tensor:
    """What stands on the first taken square in each of four directions, for every square.

    Args:
        pieces: (B, H, W, C) of 0 and 1, one plane for each kind of piece.

    Returns:
        (B, H, W, 4 * C): the planes of that square, zeros where there is none.
    """
    with torch.no_grad():
        free = 1 - pieces.amax(3, keepdim=True)
        seen = pieces.new_zeros((*pieces.shape[:3], 4, pieces.shape[3]))
        for direction in range(4):
            axis, backwards = 1 + direction // 2, direction % 2 == 1
            view = seen[:, :, :, direction]
            length = pieces.shape[axis]
            step = -1 if backwards else 1
            for i in range(length - 2, -1, -1) if backwards else range(1, length):
                last = i - step  # what is on it, or what is seen from it
                passed = free.select(axis, last) * view.select(axis, last)
                view.select(axis, i).copy_(pieces.select(axis, last) + passed)
        return seen.flatten(3)


class _Block(nn.Module):
    """A residual convolution that adds something of the rank, the file and the board."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.near = nn.Conv2d(channels, channels, 3, padding=1)
        self.rank = nn.Conv2d(channels, channels, 1)
        self.file = nn.Conv2d(channels, channels, 1)
        self.board = nn.Conv2d(channels, channels, 1)

    def forward(self, x: Tensor) -> Tensor:
        rank, file = x.mean(3, keepdim=True), x.mean(2, keepdim=True)
        board = self.board(rank.mean(2, keepdim=True))
        return torch.relu(x + self.near(x) + (self.rank(rank) + board) + self.file(file))


class MoveScores(nn.Module):
    """Scores of all actions from the features of their two squares.

    The score of an action is the inner product of a vector of its origin and one of its
    target, for its kind, plus a number for the displacement and one for each square.
    """

    def __init__(self, shape: tuple[int, int, int], moves: MoveTable, width: int = 16) -> None:
        super().__init__()
        height, columns, channels = shape
        self.shape = shape
        self.width = width
        kinds = moves.num_kinds
        self.leave = nn.Linear(channels, kinds * (width + 1))
        self.enter = nn.Linear(channels, kinds * (width + 1))
        down = moves.targets // columns - moves.origins // columns + height - 1
        across = moves.targets % columns - moves.origins % columns + columns - 1
        displacement = (down * (2 * columns - 1) + across) * kinds + moves.kinds
        self.displacement_score = nn.Parameter(
            torch.zeros((2 * height - 1) * (2 * columns - 1) * kinds)
        )
        self.register_buffer("origin_rows", torch.as_tensor(moves.origins * kinds + moves.kinds))
        self.register_buffer("target_rows", torch.as_tensor(moves.targets * kinds + moves.kinds))
        self.register_buffer("displacements", torch.as_tensor(displacement))

    def vectors(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """Vectors of origins and targets, each (B, H * W * kinds, width + 1)."""
        x = features.reshape(len(features), -1, self.shape[2])
        rows = (len(features), -1, self.width + 1)
        return self.leave(x).reshape(rows), self.enter(x).reshape(rows)

    def forward(self, features: Tensor, actions: Tensor) -> Tensor:
        """Scores (B, L) of some actions (B, L) of each row."""
        leave, enter = self.vectors(features)
        width = self.width + 1
        origin = self.origin_rows[actions].unsqueeze(2).expand(-1, -1, width)  # type: ignore[index]
        target = self.target_rows[actions].unsqueeze(2).expand(-1, -1, width)  # type: ignore[index]
        a, b = leave.gather(1, origin), enter.gather(1, target)
        score = (a[..., :-1] * b[..., :-1]).sum(2) / self.width**0.5
        by_move = self.displacement_score[self.displacements[actions]]  # type: ignore[index]
        return score + a[..., -1] + b[..., -1] + by_move


class Value(nn.Module):
    """A number for the board: (B, H * W * F) to (B, 1)."""

    def __init__(self, shape: tuple[int, int, int], hidden: int = 64) -> None:
        super().__init__()
        self.shape = shape
        self.layers = nn.Sequential(
            nn.Linear(2 * shape[2], hidden), nn.ReLU(), nn.Linear(hidden, 1)
        )

    def forward(self, features: Tensor) -> Tensor:
        x = features.reshape(len(features), -1, self.shape[2])
        return self.layers(torch.cat([x.mean(1), x.amax(1)], 1))


class LegalActions:
    """A distribution over the legal actions of each row.

    Args:
        masks: bool (B, A), at least one legal action a row.
    """

    def __init__(self, masks: Any) -> None:
        masks = np.asarray(masks, np.bool_)
        rows, actions = np.divmod(np.flatnonzero(masks), masks.shape[1])
        counts = masks.sum(1)
        places = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
        padded = np.zeros((len(masks), int(counts.max())), np.int64)
        padded[rows, places] = actions
        self.actions = torch.from_numpy(padded)
        self.spare = torch.from_numpy(np.arange(padded.shape[1])[None, :] >= counts[:, None])
        self.log_probs = torch.zeros(0)

    def score(self, scores: Tensor) -> None:
        """Set the scores of `actions`, (B, L)."""
        self.log_probs = torch.log_softmax(scores.masked_fill(self.spare, -1e9), 1)

    def sample(self) -> Tensor:
        """An action a row, (B,), from torch's random stream."""
        places = torch.multinomial(self.log_probs.exp(), 1)
        return self.actions.gather(1, places).squeeze(1)

    def sample_by(self, uniforms: Tensor) -> Tensor:
        """An action a row, (B,), by numbers in [0, 1), (B,)."""
        sums = self.log_probs.exp().double().cumsum(1)
        places = (sums < uniforms.double().unsqueeze(1) * sums[:, -1:]).sum(1, keepdim=True)
        last = (~self.spare).sum(1, keepdim=True) - 1
        return self.actions.gather(1, torch.minimum(places, last)).squeeze(1)

    def mode(self) -> Tensor:
        """The likeliest action a row, (B,)."""
        return self.actions.gather(1, self.log_probs.argmax(1, keepdim=True)).squeeze(1)

    def log_prob(self, actions: Tensor) -> Tensor:
        """Logarithm of the probability of actions (B,), each legal."""
        chosen = (self.actions == actions.reshape(-1, 1)) & ~self.spare
        return self.log_probs.gather(1, chosen.int().argmax(1, keepdim=True)).squeeze(1)

    def entropy(self) -> Tensor:
        """Entropy of each row, (B,)."""
        terms = self.log_probs * self.log_probs.exp()
        return -terms.masked_fill(self.spare, 0.0).sum(1)


class ListPolicy(MaskableActorCriticPolicy):
    """What policies share that score the legal actions one by one, as lists.

    A subclass has `features`, `scores` and `values`; what lies between these is its own.
    """

    def features(self, observations: Any) -> Any:
        """What the network makes of observations (B, ...), for `scores` and `values`."""
        raise NotImplementedError

    def scores(self, features: Any, actions: Tensor) -> Tensor:
        """Scores (B, L) of some actions, int64 (B, L), of each row."""
        raise NotImplementedError

    def values(self, features: Any) -> Tensor:
        """The value of each row, (B, 1)."""
        raise NotImplementedError

    def legal_actions(self, features: Any, action_masks: Any) -> LegalActions:
        """The distribution over the legal actions of each row.

        Masks are bool (B, A); ``None`` stands for all actions.
        """
        num_actions = int(self.action_space.n)  # type: ignore[attr-defined]
        if action_masks is None:
            action_masks = np.ones((len(self.values(features)), num_actions), np.bool_)
        legal = LegalActions(np.asarray(action_masks).reshape(-1, num_actions))
        legal.score(self.scores(features, legal.actions))
        return legal

    def forward(
        self, obs: Any, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Actions, values and logarithms of probabilities."""
        features = self.features(obs)
        legal = self.legal_actions(features, action_masks)
        actions = legal.mode() if deterministic else legal.sample()
        return actions, self.values(features), legal.log_prob(actions)

    def evaluate_actions(
        self, obs: Any, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        """Values, logarithms of probabilities and entropies for given actions."""
        features = self.features(obs)
        legal = self.legal_actions(features, action_masks)
        return self.values(features), legal.log_prob(actions), legal.entropy()

    def predict_values(self, obs: Any) -> Tensor:
        """The value of each row, (B, 1)."""
        return self.values(self.features(obs))

    def _predict(
        self, observation: Any, deterministic: bool = False, action_masks: Any = None
    ) -> Tensor:
        legal = self.legal_actions(self.features(observation), action_masks)
        return legal.mode() if deterministic else legal.sample()


class BoardPolicy(ListPolicy):
    """Policy for ``MaskablePPO(BoardPolicy, ..., policy_kwargs={"moves": table})``.

    Args:
        moves: what the actions are.
        piece_planes: how many of the observation's planes, the first, are pieces.
        channels, blocks: size of the network's body.
    """

    def __init__(
        self,
        observation_space: gymnasium.spaces.Box,
        action_space: gymnasium.spaces.Discrete[Any],
        lr_schedule: Any,
        moves: MoveTable,
        piece_planes: int,
        channels: int = 48,
        blocks: int = 3,
        **kwargs: Any,
    ) -> None:
        self.moves = moves
        super().__init__(
            observation_space,
            action_space,
            lr_schedule,
            net_arch=[],
            features_extractor_class=BoardFeatures,
            features_extractor_kwargs={
                "piece_planes": piece_planes,
                "channels": channels,
                "blocks": blocks,
            },
            normalize_images=False,
            **kwargs,
        )

    def _get_constructor_parameters(self) -> dict[str, Any]:
        data = super()._get_constructor_parameters()
        fixed = ("net_arch", "features_extractor_class", "activation_fn", "ortho_init")
        for name in (*fixed, "normalize_images"):
            data.pop(name, None)
        extractor = data.pop("features_extractor_kwargs")
        return {**data, **extractor, "moves": self.moves}

    def _build(self, lr_schedule: Any) -> None:
        self._build_mlp_extractor()
        extractor = self.features_extractor
        assert isinstance(extractor, BoardFeatures)
        self.action_net = MoveScores(extractor.shape, self.moves)
        self.value_net = Value(extractor.shape)  # type: ignore[assignment]
        self.optimizer = self.optimizer_class(
            self.parameters(),
            lr=lr_schedule(1),  # type: ignore[call-arg]
            **self.optimizer_kwargs,
        )

    def features(self, observations: Any) -> Tensor:
        """Features of every square, (B, H * W * F), from observations (B, H, W, C)."""
        features = self.extract_features(observations)
        assert isinstance(features, Tensor)
        return features

    def scores(self, features: Tensor, actions: Tensor) -> Tensor:
        """Scores (B, L) of some actions, int64 (B, L), of each row."""
        return self.action_net(features, actions)

    def values(self, features: Tensor) -> Tensor:
        """The value of each row, (B, 1)."""
        return self.value_net(features)


class SmallMaskBuffer(MaskableRolloutBuffer):
    """MaskablePPO's rollout buffer with masks of one byte an action instead of four."""

    def reset(self) -> None:
        """Empty the buffer."""
        super(MaskableRolloutBuffer, self).reset()
        self.mask_dims = int(self.action_space.n)  # type: ignore[attr-defined]
        self.action_masks = np.ones(
            (self.buffer_size, self.n_envs, self.mask_dims), dtype=np.bool_
        )
