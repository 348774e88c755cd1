"""Trained policies as players by name: from a checkpoint, or from weights alone."""

from __future__ import annotations

import contextlib
import pathlib
import random
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from navalenv.core.game import Game, States
from navalenv.envs.arguments import action_space, observation_space
from navalenv.training.networks import network_of
from navalenv.training.policy import LegalActions, ListPolicy

CHUNK = 16
"""Rows that a `SteadyPlayer` evaluates at once."""


class SteadyPlayer:
    """A policy as a player whose action in a game does not depend on the batch.

    Matrix products round in another way for another number of rows. So rows are evaluated in
    chunks of `CHUNK`, the last one filled up, and actions are drawn in double precision by the
    random words.

    Args:
        policy: any policy of MaskablePPO; it is this player's from now on.
        name: what tables and errors call it.
    """

    needs_observations = True

    def __init__(self, policy: MaskableActorCriticPolicy, name: str) -> None:
        self.policy = policy.requires_grad_(False)
        self.name = name
        policy.set_training_mode(False)
        if isinstance(policy, ListPolicy):
            policy.fix_shapes()

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def __call__(
        self,
        observations: npt.NDArray[Any],
        action_masks: npt.NDArray[np.int8],
        states: States,
        random_words: npt.NDArray[np.uint32],
    ) -> npt.NDArray[np.int64]:
        """Actions for all rows, int64 (M,)."""
        actions, chances, _ = self.judge(observations, action_masks)
        sums = chances.cumsum(1)
        drawn = random_words[:, 0] / 2.0**32 * sums[:, -1]
        places = (sums <= drawn[:, None]).sum(1)
        chosen: npt.NDArray[np.int64] = actions[np.arange(len(actions)), places]
        return chosen

    def judge(
        self, observations: npt.NDArray[Any], action_masks: npt.NDArray[np.int8]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """What the policy makes of positions.

        Returns:
            The legal actions of each row, int64 (M, L), filled up with others; their chances,
            float64 (M, L), 0 for what fills up; and the values of the rows, float64 (M,).
        """
        rows = len(observations)
        # The space of a policy that was trained on flat observations is flat.
        shape = self.policy.observation_space.shape
        assert shape is not None
        seen = torch.from_numpy(observations.reshape(rows, *shape))
        masks = np.asarray(action_masks, np.bool_)
        legal = LegalActions(masks)
        with torch.no_grad():
            judged = [
                self._judge(seen[chunk], masks[chunk], legal.actions[chunk])
                for chunk in (slice(i, i + CHUNK) for i in range(0, rows, CHUNK))
            ]
        scores = np.concatenate([scores for scores, _ in judged]).astype(np.float64)
        if not np.isfinite(scores).all():
            raise ValueError(f"{self.name} has scores that are no numbers: its training failed")
        scores[legal.spare.numpy()] = -np.inf
        chances = np.exp(scores - scores.max(1, keepdims=True))
        values = np.concatenate([values for _, values in judged]).astype(np.float64)
        return legal.actions.numpy(), chances / chances.sum(1, keepdims=True), values

    def _judge(
        self, observations: torch.Tensor, masks: npt.NDArray[np.bool_], actions: torch.Tensor
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Scores of some actions and values in at most `CHUNK` rows, made for just as many."""
        rows = len(observations)
        kept = torch.arange(CHUNK).clamp(max=rows - 1)
        observations, actions = observations[kept], actions[kept]
        if isinstance(self.policy, ListPolicy):
            features = self.policy.features(observations)
            scores, values = self.policy.scores(features, actions), self.policy.values(features)
        else:
            every: Any = self.policy.get_distribution(observations, masks[kept.numpy()])
            scores = every.distribution.logits.gather(1, actions)
            values = self.policy.predict_values(observations)
        return scores[:rows].numpy(), values[:rows, 0].numpy()


class PolicyEvaluator:
    """A trained policy as a search asks it, in a game of two players in which one loses what
    the other wins: ``Search(game, evaluator=PolicyEvaluator(player))``.

    Args:
        player: the policy as a player.
    """

    def __init__(self, player: SteadyPlayer) -> None:
        self.player = player

    def __repr__(self) -> str:
        return f"<evaluator {self.player.name}>"

    def __call__(
        self, observations: npt.NDArray[Any], action_masks: npt.NDArray[np.int8]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Priors, float32 (M, A), and values, float32 (M, 2)."""
        actions, chances, values = self.player.judge(observations, action_masks)
        priors = np.zeros(action_masks.shape, np.float32)
        rows, places = np.nonzero(chances)
        priors[rows, actions[rows, places]] = chances[rows, places]
        own = values.clip(-1.0, 1.0)
        return priors, np.stack([own, -own], 1).astype(np.float32)


@contextlib.contextmanager
def _streams_kept() -> Iterator[None]:
    """Whatever is drawn or seeded inside, the random streams of the process go on as before."""
    python, numpy = random.getstate(), np.random.get_state()
    with torch.random.fork_rng(devices=[]):
        try:
            yield
        finally:
            random.setstate(python)
            np.random.set_state(numpy)


def checkpoint_player(path: str, game: Game) -> SteadyPlayer:
    """The player of a file that MaskablePPO saved, such as ``model.zip`` of a training run.

    The file holds pickled objects: load only those whose origin you trust.

    Raises:
        ValueError: for a file that is missing or something else, or a model that does not fit
            the observations and actions of the game.
    """
    wrong = f"{path!r} is no model that MaskablePPO saved"
    try:
        file = pathlib.Path(path)
        if not file.exists() and file.with_name(file.name + ".zip").exists():
            file = file.with_name(file.name + ".zip")
        if not file.is_file():
            raise ValueError(f"there is no file {path!r}")
        if not zipfile.is_zipfile(file):
            raise ValueError(f"{wrong}: it is no zip file")
        with zipfile.ZipFile(file) as members:
            missing = {"data", "policy.pth"} - set(members.namelist())
    except (OSError, zipfile.BadZipFile) as error:
        raise ValueError(f"{wrong}: {error}") from error
    if missing:
        raise ValueError(f"{wrong}: it has no {' and no '.join(sorted(missing))}")
    # What belongs to training is not needed, and need not be made.
    unused = {"n_envs": 1, "n_steps": 2, "lr_schedule": 0.0, "clip_range": 0.0}
    try:
        with _streams_kept(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            policy = MaskablePPO.load(file, device="cpu", custom_objects=unused).policy
    except Exception as error:  # whatever unpickling, building or filling in may raise
        first = (str(error).splitlines() or [""])[0]
        raise ValueError(f"{wrong} with this version: {type(error).__name__}: {first}") from error
    if not isinstance(policy, MaskableActorCriticPolicy):
        raise ValueError(f"{wrong}: its policy is a {type(policy).__name__}, without masks")
    spaces = policy.observation_space, policy.action_space
    actions = action_space(game)
    if spaces not in [(observation_space(game, flat), actions) for flat in (False, True)]:
        raise ValueError(
            f"{str(file)!r} is a model for {_words(*spaces)}, but {game!r} has "
            f"{_words(observation_space(game), actions)}"
        )
    return SteadyPlayer(policy, f"checkpoint {path}")


def _words(observations: Any, actions: Any) -> str:
    number = getattr(actions, "n", actions)
    return f"observations {observations.dtype} {observations.shape} and {number} actions"


def weights_of(policy: MaskableActorCriticPolicy) -> dict[str, npt.NDArray[np.float32]]:
    """The weights of a policy by name, float32; nothing that follows from the game."""
    return {name: weights.detach().numpy() for name, weights in policy.named_parameters()}


def policy_with(
    game: Game, sizes: Mapping[str, Any], weights: Mapping[str, npt.NDArray[np.float32]]
) -> ListPolicy:
    """The policy of a game's network with the weights that `weights_of` gave.

    Raises:
        ValueError: if they are not those of such a network.
    """
    network = network_of(game.name)
    with _streams_kept():
        policy = network.policy(
            observation_space(game),
            action_space(game),
            lambda _: 0.0,
            **network.knowledge(game),
            **sizes,
        )
    own = dict(policy.named_parameters())
    needed = {name: tuple(part.shape) for name, part in own.items()}
    given = {name: part.shape for name, part in weights.items()}
    if needed != given:
        odd = sorted(set(needed.items()) ^ set(given.items()))
        raise ValueError(f"the weights are those of another network: {odd[0][0]!r} does not fit")
    with torch.no_grad():
        for name, part in own.items():
            part.copy_(torch.from_numpy(weights[name]))
    return policy
