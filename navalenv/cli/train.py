"""``navalenv train``: an agent that learns a game by playing against itself."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from navalenv.cli.arguments import add_game, load_game
from navalenv.cli.errors import CommandError, UsageError
from navalenv.core.errors import unknown_name
from navalenv.players.ladder import make_player
from navalenv.training import import_part
from navalenv.training.arguments import add_settings, settings_of
from navalenv.training.networks import NETWORKS, network_of

USAGE = "navalenv train GAME [--minutes M] [--folder DIRECTORY] [other options]"
DESCRIPTION = """\
Train an agent by self-play, and let it play against the random and the greedy player at the
end. Model, learning curve and figures go to a folder; the name checkpoint:FOLDER/model.zip is
the agent as a player. Needs the extra 'train'."""
EXAMPLE = """\
examples:
  navalenv train sea_chess --size 6
  navalenv train president_chess --num-players 2 --minutes 30
  navalenv evaluate sea_chess --size 6 --player checkpoint:runs/sea_chess_6/model.zip"""


def add_arguments(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Add the arguments of the command."""
    add_game(parser, words)
    named = parser.get_default("options_of")
    try:
        network = network_of(named) if named in NETWORKS else None
    except ImportError as error:
        raise CommandError(error) from error
    add_settings(parser, network)


def run(arguments: argparse.Namespace) -> int:
    """Train."""
    game = load_game(arguments)
    if game.name not in NETWORKS:
        raise UsageError(unknown_name("game with a network", game.name, NETWORKS))
    network = network_of(game.name)
    given = {
        option.name: game.options[option.name]
        for option in game.option_table
        if option.name in network.options
        or getattr(arguments, f"option_{option.name}") is not None
    }
    settings, folder = settings_of(arguments, game.name, network, given)
    try:
        for name in settings.sparring:
            make_player(name, game, argument="sparring")
    except ValueError as error:
        raise UsageError(error) from error
    train = import_part("navalenv.training.self_play").train
    train(settings, network.policy, network.knowledge(game), folder)
    return 0
