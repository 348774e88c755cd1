"""``navalenv replay``: a recorded game."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from navalenv.cli.arguments import options_text, result_text, seats_text, tell_of_compilation
from navalenv.cli.errors import CommandError
from navalenv.cli.screen import add_screen, make_screen
from navalenv.core.errors import RecordError
from navalenv.core.game_record import GameRecord

USAGE = "navalenv replay FILE [--last | --check] [other options]"
DESCRIPTION = """\
Show a recorded game, as 'watch' and 'play' save it. Each move is checked, and so are the
final position and the result; the exit code is 1 if something is wrong."""
EXAMPLE = """\
examples:
  navalenv replay game.txt --delay 1
  navalenv replay game.txt --last
  navalenv replay game.txt --check"""


def add_arguments(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="the record")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--last", action="store_true", help="show the last board only")
    what.add_argument("--check", action="store_true", help="show no board, only check the record")
    add_screen(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show or check a record."""
    try:
        return _replay(arguments)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise CommandError(f"cannot read {arguments.file}: {error.strerror or error}") from error
    except RecordError as error:
        raise CommandError(f"{arguments.file}: {error}") from error


def _replay(arguments: argparse.Namespace) -> int:
    record = GameRecord.load(arguments.file)
    game = record.load_game()
    tell_of_compilation(game)
    if arguments.check:
        state = record.final_state()
        print(f"{arguments.file}: {game.title}, {result_text(state)}; all is right")
        return 0
    if not arguments.last:
        print(f"{game.title}, {options_text(game)}, seed {record.seed}")
        print(f"{seats_text(game, record.players)}\n" if record.players else "")
    screen = make_screen(arguments, game)
    watching = True
    if arguments.last:
        state = record.final_state()
        watching = screen.show(state.record)
    else:
        for state in record.replay():
            watching = screen.show(state.record)
            if not watching:
                break
    if watching:
        screen.finish()
        print(f"Result: {result_text(state)}")
    return 0
