"""What the network of each game is and what it needs to know of the game.

Training scripts, ``navalenv train`` and the baselines take it from here. A ruleset that wants to
be trained like this has a module with a `Network` called ``NETWORK``, and a line in `NETWORKS`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from navalenv.core.errors import unknown_name
from navalenv.core.game import Game

if TYPE_CHECKING:
    from navalenv.training.policy import ListPolicy


@dataclasses.dataclass(frozen=True)
class Network:
    """The network of a game.

    Attributes:
        policy: class of the policy.
        knowledge: from a game to the arguments of the policy besides its sizes: what it needs
            to know of the game.
        sizes: arguments of the policy that may be chosen: default and a line of help.
        options: options of the game that runs are named after, each with what the training
            script takes if it is not given.
        settings: what suits the game better than the defaults of
            `navalenv.training.settings.Settings`.
        any_options: whether a network that was trained with some options is worth something
            with others.
    """

    policy: type[ListPolicy]
    knowledge: Callable[[Game], dict[str, Any]]
    sizes: Mapping[str, tuple[int, str]]
    options: Mapping[str, Any]
    settings: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    any_options: bool = False


NETWORKS = {
    "sea_chess": "navalenv.training.networks.sea_chess",
    "president_chess": "navalenv.training.networks.president_chess",
    "war_at_sea": "navalenv.training.networks.war_at_sea",
}
"""Names of the games that have a network, and the module of each."""


def network_of(game: str) -> Network:
    """The network of a game; importing it needs the extra ``train``.

    Raises:
        ValueError: if there is none for the game.
        ImportError: naming the extra, if it is not installed.
    """
    from navalenv.training import import_part

    if game not in NETWORKS:
        raise ValueError(unknown_name("game", game, NETWORKS))
    found: Network = import_part(NETWORKS[game]).NETWORK
    return found
