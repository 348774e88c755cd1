"""What a training run is. Nothing here needs the extra ``train``."""

from __future__ import annotations

import dataclasses
from typing import Any


@dataclasses.dataclass
class Settings:
    """What a training run is; all that bears on its result.

    Attributes:
        game: name of the game.
        options: its options.
        network: sizes of the network.
        training_options: options of the game in training that differ from its options.
        minutes: time budget of training, evaluations on the way included.
        seed: seed of everything.
        num_envs: games at once.
        num_steps: learner's steps in each game between updates.
        batch_size, num_epochs, learning_rate, gamma, gae_lambda, entropy: PPO's.
        final_learning_rate: where the learning rate gets to, linearly, at the end of the budget;
            ``None``: it stays as it is.
        sparring: players that stay in the pool of opponents.
        newest_share: share of games against the newest copy.
        capacity: largest number of copies in the pool.
        snapshot_every: updates between copies for the pool.
        evaluations: how many evaluations there are on the way, evenly in time.
        evaluation_games: games of each evaluation on the way. This number and the next are
            raised to multiples of the number of players, so that every seat counts alike.
        final_games: games of each evaluation at the end.
        num_threads: threads of torch; ``None``: torch's default.
        max_steps: learner's steps after which training ends, even if there is time left. A run
            that ends by it is a function of its settings.
    """

    game: str
    options: dict[str, Any]
    minutes: float
    network: dict[str, Any] = dataclasses.field(default_factory=dict)
    training_options: dict[str, Any] = dataclasses.field(default_factory=dict)
    seed: int = 0
    num_envs: int = 128
    num_steps: int = 32
    batch_size: int = 512
    num_epochs: int = 3
    learning_rate: float = 1e-3
    gamma: float = 0.99
    gae_lambda: float = 0.95
    entropy: float = 0.01
    final_learning_rate: float | None = None
    sparring: tuple[str, ...] = ("random",)
    newest_share: float = 0.5
    capacity: int = 12
    snapshot_every: int = 4
    evaluations: int = 12
    evaluation_games: int = 100
    final_games: int = 1000
    num_threads: int | None = None
    max_steps: int | None = None


OPPONENTS = ("random", "greedy")
"""Who a training run is evaluated against."""
