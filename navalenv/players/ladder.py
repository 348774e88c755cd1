"""The ladder of players: every name that ``opponent=``, the command line and the arena take.

A name is a kind of player, and for some kinds what follows a colon: ``"random"``, ``"greedy"``,
``"search:400"``, ``"search:100:baseline"``, ``"baseline"``,
``"checkpoint:runs/sea_chess_6/model.zip"``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from types import MappingProxyType

from navalenv.core.errors import unknown_name
from navalenv.core.game import Game
from navalenv.players.player import Player
from navalenv.players.search import search_player
from navalenv.players.simple import greedy_player, random_player
from navalenv.training import import_part


@dataclasses.dataclass(frozen=True)
class Kind:
    """A kind of player.

    Attributes:
        make: from the game, the number of threads and the text after the colon (``None``: there
            is none) to a player; raises ``ValueError`` for a text that is wrong, saying what is
            right.
        parameter: what the text after the colon is, for messages; empty: there may be none.
        needed: whether there must be a text.
    """

    make: Callable[[Game, int, str | None], Player]
    parameter: str = ""
    needed: bool = False


TRAINED = ("baseline", "checkpoint")
"""Kinds of players that are networks."""


# Torch is loaded when the first trained player is made.


def _search(game: Game, num_threads: int, text: str | None) -> Player:
    number, colon, network = (text or "").partition(":")
    evaluator = None
    if colon:
        if network.partition(":")[0] not in TRAINED:
            raise ValueError(
                f"{network!r} is no trained player; what can guide a search is "
                f"{' or '.join(form for form in player_forms() if form.startswith(TRAINED))}"
            )
        trained = import_part("navalenv.training.trained")
        player = make_player(network, game, argument="network")
        if game.num_players != 2:
            raise ValueError(
                f"a trained player can guide the search of a game for two, {game.title} here has "
                f"{game.num_players} players"
            )
        evaluator = trained.PolicyEvaluator(player)
    count = number if text is not None else None
    name = f"search:{text}" if colon else None
    return search_player(game, num_threads, count, evaluator, name)


def _baseline(game: Game, num_threads: int, text: str | None) -> Player:
    from navalenv.baselines import baseline_player

    return baseline_player(game, text)


def _checkpoint(game: Game, num_threads: int, text: str | None) -> Player:
    player: Player = import_part("navalenv.training.trained").checkpoint_player(text, game)
    return player


PLAYERS: Mapping[str, Kind] = MappingProxyType(
    {
        "random": Kind(lambda game, num_threads, text: random_player(game, num_threads)),
        "greedy": Kind(lambda game, num_threads, text: greedy_player(game, num_threads)),
        "search": Kind(_search, "SIMULATIONS[:NETWORK]"),
        "baseline": Kind(_baseline, "NAME"),
        "checkpoint": Kind(_checkpoint, "FILE", needed=True),
    }
)
"""Kinds of players by name."""


def player_forms() -> list[str]:
    """How the names of players are written, such as ``random`` and ``kind[:PARAMETER]``."""
    return [
        f"{name}:{kind.parameter}"
        if kind.needed
        else f"{name}[:{kind.parameter}]"
        if kind.parameter
        else name
        for name, kind in PLAYERS.items()
    ]


def make_player(
    player: object, game: Game, num_threads: int = 1, argument: str = "opponent"
) -> Player:
    """A player from its name, or the callable itself; errors call it by ``argument``.

    Raises:
        ValueError: for an unknown name, or a wrong text after its colon.
        TypeError: for what is neither a name nor callable.
        ImportError: for a trained player, if the extra ``train`` is not installed.
    """
    if isinstance(player, str):
        name, colon, text = player.partition(":")
        if name not in PLAYERS:
            raise ValueError(unknown_name(argument, player, player_forms()))
        if colon and not PLAYERS[name].parameter:
            raise ValueError(f"{argument} {name!r} has no parameter, got {player!r}")
        if PLAYERS[name].needed and not text:
            form = f"{name}:{PLAYERS[name].parameter}"
            raise ValueError(f"{argument} {name!r} must be {form}, got {player!r}")
        try:
            return PLAYERS[name].make(game, num_threads, text if colon else None)
        except ValueError as error:
            raise ValueError(f"{argument} {player!r}: {error}") from error
    if not callable(player):
        raise TypeError(
            f"{argument} must be one of {', '.join(player_forms())} or a callable "
            f"(observations, action_masks, states, random_words) -> actions, got {player!r}"
        )
    return player
