"""The command ``navalenv``: finds the command that is asked for, and runs it."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import warnings
from collections.abc import Sequence
from typing import Any, NoReturn

from navalenv.cli.errors import CommandError, UsageError
from navalenv.version import __version__

COMMANDS = {
    "watch": "watch a game between players",
    "play": "play a game against a player",
    "replay": "show or check a recorded game",
    "evaluate": "play many games and count who wins",
    "arena": "let players play each other, and rate them",
    "train": "train an agent by self-play",
    "bench": "measure how many steps a second this machine makes",
    "games": "list the games, their options and sizes",
    "fleet": "check a fleet of War at Sea and see what still fits",
}
"""Commands, each a module of this package, and what each does.

A module has ``USAGE``, ``DESCRIPTION`` and ``EXAMPLE``, texts for its help,
``add_arguments(parser, words)``, with the words that follow the command, and
``run(arguments) -> exit code``. Only the module of the command that is asked for is
imported.
"""

_DESCRIPTION = """\
Naval board games in the terminal: watch, play, replay, train, measure.

'navalenv COMMAND --help' describes a command, 'navalenv COMMAND GAME --help' also the
options of a game."""

_EXAMPLE = """\
examples:
  navalenv games
  navalenv watch sea_chess --size 6 --seed 1
  navalenv play sea_chess --size 6"""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("allow_abbrev", False)
        settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(**settings)

    def error(self, message: str) -> NoReturn:
        """Print one line and exit with code 2."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def make_parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser for a command line: complete for the command that comes first in ``words``."""
    parser = Parser(
        prog="navalenv",
        usage="navalenv COMMAND ...",
        description=_DESCRIPTION,
        epilog=_EXAMPLE,
    )
    parser.add_argument("--version", action="version", version=f"navalenv {__version__}")
    commands = parser.add_subparsers(
        prog="navalenv",
        dest="command",
        metavar="COMMAND",
        title="commands",
        required=True,
        parser_class=Parser,
    )
    for name, meaning in COMMANDS.items():
        if not words or words[0] != name:
            commands.add_parser(name, help=meaning)
            continue
        module = importlib.import_module(f"navalenv.cli.{name}")
        command = commands.add_parser(
            name,
            help=meaning,
            usage=module.USAGE,
            description=module.DESCRIPTION,
            epilog=module.EXAMPLE,
        )
        module.add_arguments(command, words[1:])
        command.set_defaults(run=module.run)
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Run a command line.

    Args:
        words: what follows ``navalenv``; None: what the process was started with.

    Returns:
        The exit code: 0; 1 if the command cannot be done, such as for a record that does not
        replay; 2 for a wrong command line; 130 if it was interrupted from the keyboard.
    """
    given = list(sys.argv[1:] if words is None else words)
    name = "navalenv"
    try:
        arguments = make_parser(given).parse_args(given)
        name = f"navalenv {arguments.command}"
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except SystemExit as stop:  # argparse: help, version, a wrong command line
        return stop.code if isinstance(stop.code, int) else 2
    except UsageError as error:
        print(f"{name}: {error} (see {name} --help)", file=sys.stderr)
        return 2
    except CommandError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        if sys.stdout.isatty():
            print()  # what comes next must not stand behind a prompt
        return 130
    except BrokenPipeError:
        _forget_stdout()
        return 1
    return code


def _forget_stdout() -> None:
    """Nobody reads any more: let the flush at exit go nowhere, so that it is quiet."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
        except (OSError, ValueError):  # no real file: nothing is flushed at exit
            pass
