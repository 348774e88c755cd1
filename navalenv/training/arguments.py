"""The command line that the training scripts and ``navalenv train`` share."""

from __future__ import annotations

import argparse
import dataclasses
import inspect
import pathlib
from collections.abc import Mapping
from typing import Any

from navalenv.core.options import Option, option_named
from navalenv.core.registry import game_class
from navalenv.training.networks import Network
from navalenv.training.settings import Settings

_NOT_GIVEN_ALONE = ("game", "options", "minutes", "network", "training_options")


def add_settings(parser: argparse.ArgumentParser, network: Network | None) -> None:
    """Add the settings of a run and the folder for its results.

    Args:
        parser: where they are added; their meanings come at the end of its help.
        network: the network of the game; ``None``: of no game in particular, for help.
    """
    parser.epilog = "\n\n".join(filter(None, (parser.epilog, inspect.getdoc(Settings))))
    for name, (size, text) in (network.sizes if network else {}).items():
        parser.add_argument(_argument(name), type=int, default=size, help=f"{text} ({size})")
    parser.add_argument("--minutes", type=float, default=2.0, help="time budget (2)")
    parser.add_argument("--folder", type=pathlib.Path, help="where results go (runs/...)")
    for field in dataclasses.fields(Settings):
        if field.name in _NOT_GIVEN_ALONE:
            continue
        default = field.default
        if network is not None:
            default = network.settings.get(field.name, default)
        if isinstance(default, tuple):
            text = " ".join(map(str, default))
            parser.add_argument(_argument(field.name), nargs="*", help=f"({text})")
        else:
            kind = float if "float" in str(field.type) else int
            parser.add_argument(_argument(field.name), type=kind, help=f"({default})")


def settings_of(
    arguments: argparse.Namespace, game: str, network: Network, options: Mapping[str, Any]
) -> tuple[Settings, pathlib.Path]:
    """Settings of a run and the folder for its results, from what `add_settings` added.

    Args:
        arguments: the command line, read.
        game: name of the game.
        network: the network of the game.
        options: options of the game; those that were not given may be left out.
    """
    given = {
        field.name: getattr(arguments, field.name)
        for field in dataclasses.fields(Settings)
        if getattr(arguments, field.name, None) is not None and field.name != "game"
    }
    if "sparring" in given:
        given["sparring"] = tuple(given["sparring"])
    settings = {**network.settings, **given}
    # Who chooses an option of the game chooses it for training, too.
    training = settings.pop("training_options", {})
    settings["training_options"] = {
        name: value for name, value in training.items() if name not in options
    }
    settings["network"] = {name: getattr(arguments, name) for name in network.sizes}
    folder = arguments.folder or pathlib.Path("runs") / run_name(game, network, options)
    return Settings(game, dict(options), **settings), folder


def run_name(game: str, network: Network, options: Mapping[str, Any]) -> str:
    """What a run is called, such as ``sea_chess_6``: the game and the options that it has."""
    parts = [game]
    for name, value in options.items():
        if name not in network.options:
            parts.append(name)
        # Lists, such as those of fleets, make no name.
        if isinstance(value, (str, int)):
            parts.append(str(value))
    return "_".join(parts)


def read_settings(
    description: str | None, game: str, network: Network
) -> tuple[Settings, pathlib.Path]:
    """Settings of a run and the folder for its results, from the command line of a script.

    Of the options of the game it takes those that `Network.options` has.

    Args:
        description: what ``--help`` says first.
        game: name of the game.
        network: its network.
    """
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    table = game_class(game).option_table
    for name, default in network.options.items():
        option = option_named(game, table, name)
        parser.add_argument(
            _argument(name),
            type=_reader(option),
            default=default,
            metavar="VALUE",
            help=f"{option.meaning}: {option.values} ({default})",
        )
    add_settings(parser, network)
    arguments = parser.parse_args()
    options = {name: getattr(arguments, name) for name in network.options}
    return settings_of(arguments, game, network, options)


def _argument(name: str) -> str:
    return "--" + name.replace("_", "-")


def _reader(option: Option) -> Any:
    """A type for argparse: a value of an option."""

    def read(text: str) -> Any:
        try:
            return option.from_text(text)
        except (TypeError, ValueError) as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return read
