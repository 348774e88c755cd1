"""A MaskablePPO policy for units on the places of a map, with a score for each action.

Observations are flat vectors of three parts: entries about the whole game, a row for each place,
a row for each unit. Units and places are encoded by shared layers, places see which units are
near, units see what is around them; the score of an action is worked out from the unit that
acts and the place or unit that it is aimed at. So what is learned of one unit, in whatever slot,
holds for all like it.

A game says where in the vector things are and what its actions are by an `EntityTable`: nothing
here knows a rule.
"""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import numpy.typing as npt
import torch
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from navalenv.training.policy import ListPolicy

GAME, UNIT, PLACE, TARGET = range(4)
"""Kinds of actions: of the player, of a unit alone, of a unit at a place, of a unit at a unit of
the other side."""


@dataclasses.dataclass(frozen=True)
class EntityTable:
    """Where an observation has what, and what each action is.

    Rows of units are in two halves, the observer's own and the other side's. A row of an empty
    slot has zeros in the columns `taken`.

    Attributes:
        whole, places, units: entries of the vector about the whole game, the places and the units.
        num_places: P; rows of places.
        num_units: U; rows of units, both sides'.
        taken: columns of a unit's row of which one is not zero where the slot has a unit.
        at: columns of a unit's row, one for each place: 1 for the place where it is.
        distances: int64 (P, P), steps from place to place.
        ways: W; ways in which a unit may act on a target.
        kinds: int64 (A,), of each action: `GAME`, `UNIT`, `PLACE` or `TARGET`.
        actors: int64 (A,), the own unit that acts; 0 for `GAME`.
        aims: int64 (A,), the place, or the target's number on its side; else 0.
        manners: int64 (A,), which of the ways for `TARGET`, which action for `GAME`; else 0.
    """

    whole: slice
    places: slice
    units: slice
    num_places: int
    num_units: int
    taken: slice
    at: slice
    distances: npt.NDArray[np.int64]
    ways: int
    kinds: npt.NDArray[np.int64]
    actors: npt.NDArray[np.int64]
    aims: npt.NDArray[np.int64]
    manners: npt.NDArray[np.int64]

    def __post_init__(self) -> None:
        shape = (self.num_places, self.num_places)
        if self.distances.shape != shape:
            raise ValueError(f"distances must be {shape}, got {self.distances.shape}")
        for name in ("kinds", "actors", "aims", "manners"):
            given = getattr(self, name).shape
            if given != self.kinds.shape:
                raise ValueError(f"{name} must be as long as kinds, got {given}")

    @property
    def num_own(self) -> int:
        """Rows of units on each side."""
        return self.num_units // 2

    @property
    def num_game_actions(self) -> int:
        """Number of actions of kind `GAME`."""
        return int(self.manners[self.kinds == GAME].max(initial=-1)) + 1


class Encoded(NamedTuple):
    """What the encoder makes of observations; own and other are slots in use on each side.

    Attributes:
        units: (B, own + other, H), the own ones first.
        places: (B, P, K).
        whole: (B, C), of the game.
        rings: (B, own + other, P) int64, in which ring around a unit a place is.
        own: slots of the own side that are in use in some row: all before it.
    """

    units: Tensor
    places: Tensor
    whole: Tensor
    rings: Tensor
    own: int


class EntityFeatures(BaseFeaturesExtractor):
    """Observations (B, N) to what is known of units, places and the game (`Encoded`).

    Slots behind the last one that any row of the batch uses cost nothing, unless `every_slot`
    is set: then shapes do not depend on what is in the batch.
    """

    RINGS = 5
    """Distances 0 to 3, farther."""
    POOLED = 4
    """Sums over all places, with weights that are learned."""

    def __init__(
        self,
        observation_space: gymnasium.spaces.Box,
        table: EntityTable,
        width: int,
        place_width: int,
    ) -> None:
        super().__init__(observation_space, 4 * width)
        self.table = table
        self.width = width
        self.place_width = place_width
        self.every_slot = False
        places = table.num_places
        self.place_columns = (table.places.stop - table.places.start) // places
        self.unit_columns = (table.units.stop - table.units.start) // table.num_units
        rings = np.minimum(table.distances, self.RINGS - 1)
        # Units that are at no place are far from all.
        nowhere = np.full((1, places), self.RINGS - 1)
        self.register_buffer("ring_of", torch.as_tensor(np.concatenate([rings, nowhere])))
        near = np.zeros((places + 1, self.RINGS - 1, places), np.float32)
        for ring in range(self.RINGS - 1):
            near[:-1, ring] = rings == ring
        self.register_buffer("near", torch.as_tensor(near))
        self.whole = nn.Linear(table.whole.stop - table.whole.start, 2 * width)
        self.unit = nn.Linear(self.unit_columns, width)
        self.side = nn.Parameter(torch.zeros(2, width))
        self.unit_again = nn.Linear(width, width)
        self.place = nn.Linear(self.place_columns, place_width)
        self.place_whole = nn.Linear(width, place_width)
        self.position = nn.Parameter(0.1 * torch.randn(places, place_width))
        self.spread = nn.Linear(width, (self.RINGS - 1) * place_width)
        self.place_again = nn.Linear(place_width, place_width)
        self.gather = nn.Linear(width + 2 * place_width, width)
        self.weights = nn.Parameter(torch.randn(self.POOLED, places) / places)
        self.pooled = nn.Linear(4 * width + self.POOLED * place_width, 2 * width)

    def forward(self, observations: Tensor) -> Encoded:
        """(B, N) to what is known of units, places and the game."""
        table, batch = self.table, len(observations)
        units = observations[:, table.units].reshape(batch, 2, -1, self.unit_columns)
        taken = units[..., table.taken].amax(3) > 0
        if self.every_slot:
            own = other = table.num_own
        else:
            own, other = (_last(side) for side in taken.any(0))
        units = torch.cat([units[:, 0, :own], units[:, 1, :other]], 1)
        taken = torch.cat([taken[:, 0, :own], taken[:, 1, :other]], 1).unsqueeze(2).float()
        whole = self.whole(observations[:, table.whole])
        side = self.side.repeat_interleave(torch.tensor([own, other]), 0)
        from_whole = whole[:, : self.width].unsqueeze(1)
        u = torch.relu(self.unit(units) + (side + from_whole)) * taken
        u = u + torch.relu(self.unit_again(u))

        # Places: what is there, and what units are near, ring by ring.
        at = units[..., table.at]
        here = torch.where(at.amax(2) > 0, at.argmax(2), table.num_places)
        near = self.near[here]  # type: ignore[index]
        spread = (self.spread(u) * taken).reshape(batch, -1, self.place_width)
        places = observations[:, table.places].reshape(batch, -1, self.place_columns)
        from_whole = self.place_whole(torch.relu(whole[:, self.width :])).unsqueeze(1)
        s = self.place(places) + (self.position + from_whole)
        s = torch.relu(torch.baddbmm(s, near.flatten(1, 2).transpose(1, 2), spread))
        s = torch.relu(self.place_again(s))

        # Units: what is at the place where one is, and beside it.
        around = torch.bmm(near[:, :, :2].flatten(1, 2), s).reshape(batch, own + other, -1)
        u = (u + torch.relu(self.gather(torch.cat([u, around], 2)))) * taken

        pooled = [part for x in (u[:, :own], u[:, own:]) for part in (x.sum(1) / 4, x.amax(1))]
        pooled.append((self.weights @ s).flatten(1))
        game = torch.cat([torch.relu(self.pooled(torch.cat(pooled, 1))), whole], 1)
        return Encoded(u, s, game, self.ring_of[here], own)  # type: ignore[index]


def _last(used: Tensor) -> int:
    """Number of slots up to the last one in use, at least 1."""
    return max((slot + 1 for slot, is_used in enumerate(used.tolist()) if is_used), default=1)


class EntityScores(nn.Module):
    """Scores of all actions from `Encoded`.

    A unit at a place: inner product of a vector of each, plus a number for the ring in which
    the place lies, which depends on the unit. A unit at a target: inner product of a vector of
    the unit for the way and one of the target, plus such a number. The rest: linear.
    """

    def __init__(
        self, table: EntityTable, width: int, place_width: int, rings: int, inner: int = 24
    ) -> None:
        super().__init__()
        self.table = table
        self.rings = rings
        self.inner = inner
        self.game = nn.Linear(4 * width, table.num_game_actions)
        self.context = nn.Linear(4 * width, width)
        self.alone = nn.Linear(width, 1)
        self.mover = nn.Linear(width, inner + rings)
        self.place = nn.Linear(place_width, inner + 1)
        self.actor = nn.Linear(width, table.ways * (inner + rings))
        self.target = nn.Linear(width, inner + 1)
        for name in ("kinds", "actors", "aims", "manners"):
            self.register_buffer(name, torch.as_tensor(getattr(table, name)))
        self._columns: dict[tuple[int, int], Tensor] = {}

    def columns(self, own: int, other: int) -> Tensor:
        """The column of each action, int64 (A,), where so many slots are in use; 0 for others."""
        if (own, other) not in self._columns:
            table = self.table
            first = np.cumsum([0, table.num_game_actions, own, own * table.num_places])
            kinds, actors, aims = table.kinds, table.actors, table.aims
            column = np.choose(
                kinds,
                [
                    first[0] + table.manners,
                    first[1] + actors,
                    first[2] + actors * table.num_places + aims,
                    first[3] + (actors * table.ways + table.manners) * other + aims,
                ],
            )
            column[(kinds != GAME) & (actors >= own)] = 0
            column[(kinds == TARGET) & (aims >= other)] = 0
            self._columns[own, other] = torch.as_tensor(column)
        return self._columns[own, other]

    def forward(self, encoded: Encoded, actions: Tensor) -> Tensor:
        """Scores (B, L) of some actions, int64 (B, L), of each row."""
        table, inner, rings = self.table, self.inner, self.rings
        own, batch = encoded.own, len(encoded.units)
        acting = torch.relu(encoded.units[:, :own] + self.context(encoded.whole).unsqueeze(1))
        targets = encoded.units[:, own:]
        other = targets.shape[1]

        mover = self.mover(acting)
        place = self.place(encoded.places)
        moves = torch.bmm(mover[..., :inner], place[..., :inner].transpose(1, 2)) / inner**0.5
        moves = moves + place[..., inner].unsqueeze(1)
        moves = moves + mover[..., inner:].gather(2, encoded.rings[:, :own])

        actor = self.actor(acting).reshape(batch, own * table.ways, inner + rings)
        target = self.target(targets)
        attacks = torch.bmm(actor[..., :inner], target[..., :inner].transpose(1, 2)) / inner**0.5
        attacks = attacks + target[..., inner].unsqueeze(1)
        # The ring of a target is that of its place, seen from the actor.
        ring = self._rings_between(encoded, own)
        ring = ring.unsqueeze(2).expand(-1, -1, table.ways, -1).reshape(batch, -1, other)
        attacks = attacks + actor[..., inner:].gather(2, ring)

        game, alone = self.game(encoded.whole), self.alone(acting).squeeze(2)
        every = torch.cat([game, alone, moves.flatten(1), attacks.flatten(1)], 1)
        return every.gather(1, self.columns(own, other)[actions])

    def _rings_between(self, encoded: Encoded, own: int) -> Tensor:
        """(B, own, other) int64: in which ring around each own unit each other one is."""
        mine, theirs = encoded.rings[:, :own], encoded.rings[:, own:]
        here = theirs.argmin(2)  # its own place; any where it is at none
        ring = mine.gather(2, here.unsqueeze(1).expand(-1, own, -1))
        nowhere = theirs.amin(2) > 0
        return ring.masked_fill(nowhere.unsqueeze(1), self.rings - 1)


class EntityPolicy(ListPolicy):
    """Policy for ``MaskablePPO(EntityPolicy, ..., policy_kwargs={"table": table})``.

    Args:
        table: what observations and actions are.
        width: features of a unit.
        place_width: features of a place.
    """

    def __init__(
        self,
        observation_space: gymnasium.spaces.Box,
        action_space: gymnasium.spaces.Discrete[Any],
        lr_schedule: Any,
        table: EntityTable,
        width: int = 64,
        place_width: int = 32,
        **kwargs: Any,
    ) -> None:
        self.table = table
        self.widths = {"width": width, "place_width": place_width}
        super().__init__(
            observation_space,
            action_space,
            lr_schedule,
            net_arch=[],
            features_extractor_class=EntityFeatures,
            features_extractor_kwargs={"table": table, **self.widths},
            normalize_images=False,
            **kwargs,
        )

    def _get_constructor_parameters(self) -> dict[str, Any]:
        data = super()._get_constructor_parameters()
        fixed = ("net_arch", "features_extractor_class", "activation_fn", "ortho_init")
        for name in (*fixed, "normalize_images", "features_extractor_kwargs"):
            data.pop(name, None)
        return {**data, "table": self.table, **self.widths}

    def _build(self, lr_schedule: Any) -> None:
        self._build_mlp_extractor()
        self.action_net = EntityScores(self.table, **self.widths, rings=EntityFeatures.RINGS)
        self.value_net = nn.Sequential(  # type: ignore[assignment]
            nn.Linear(4 * self.widths["width"], 64), nn.ReLU(), nn.Linear(64, 1)
        )
        with torch.no_grad():
            for layer in (self.action_net.mover, self.action_net.actor, self.action_net.game):
                layer.weight.mul_(0.3)
        self.optimizer = self.optimizer_class(
            self.parameters(),
            lr=lr_schedule(1),  # type: ignore[call-arg]
            **self.optimizer_kwargs,
        )

    def fix_shapes(self) -> None:
        """From now on let no row's numbers depend on the other rows of a batch of this size."""
        extractor = self.features_extractor
        assert isinstance(extractor, EntityFeatures)
        extractor.every_slot = True

    def features(self, observations: Any) -> Encoded:
        """What is known of units, places and the game, from observations (B, N)."""
        encoded: Any = self.extract_features(observations)
        assert isinstance(encoded, Encoded)
        return encoded

    def scores(self, features: Encoded, actions: Tensor) -> Tensor:
        """Scores (B, L) of some actions, int64 (B, L), of each row."""
        return self.action_net(features, actions)

    def values(self, features: Encoded) -> Tensor:
        """The value of each row, (B, 1)."""
        return self.value_net(features.whole)
