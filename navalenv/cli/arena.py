"""``navalenv arena``: a round robin, and ratings."""

from __future__ import annotations

import argparse
import pathlib
import sys
from collections.abc import Sequence
from typing import Any

from navalenv.cli.arguments import (
    add_game,
    games_given,
    load_game,
    number_from,
    options_text,
)
from navalenv.cli.errors import CommandError, UsageError
from navalenv.players.ladder import player_forms
from navalenv.tournament.arena import NUM_GAMES, arena
from navalenv.tournament.result import ArenaResult

USAGE = "navalenv arena GAME --players NAME NAME ... [--games N] [other options]"
DESCRIPTION = """\
Let all players play each other, with the seats alternated, and print their ratings with 95 %
intervals and who won how often against whom. With more than two seats as many players as
there are seats play together. The same seed gives the same games and ratings."""
EXAMPLE = """\
example:
  navalenv arena sea_chess --size 6 --players random greedy --games 200 --plot ratings.png"""

_PIPE_WIDTH = 100
"""Width of tables where there is no terminal."""


def add_arguments(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Add the arguments of the command."""
    add_game(parser, words)
    parser.add_argument(
        "--players",
        metavar="NAME",
        nargs="+",
        required=True,
        help=f"who plays, two or more: {', '.join(player_forms())}",
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=number_from(1, 10**6),
        help=f"games of each match-up (default {NUM_GAMES}, or the next multiple of the number "
        "of seats)",
    )
    parser.add_argument(
        "--seed",
        metavar="N",
        type=number_from(0, 2**64 - 1),
        default=0,
        help="seed of the first game (default 0)",
    )
    parser.add_argument(
        "--workers",
        metavar="N",
        type=number_from(1, 1024),
        help="threads that play games (default: all cores)",
    )
    parser.add_argument("--plot", metavar="FILE", help="draw the ratings into a picture")
    parser.add_argument("--save", metavar="FILE", help="write all figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Play the games, print tables, write files."""
    game = load_game(arguments)
    games = games_given(arguments, game, NUM_GAMES)
    _check_files(arguments)
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
    except ImportError as error:
        raise CommandError(
            'the arena needs rich; install it with: pip install "navalenv[arena]"'
        ) from error
    columns = BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    quiet = not sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as bar:
        task = bar.add_task("games", total=None)

        def report(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        try:
            result = arena(
                game, arguments.players, games, arguments.seed, arguments.workers, report
            )
        except (TypeError, ValueError) as error:
            raise UsageError(error) from error
        except ImportError as error:
            raise CommandError(error) from error
    text = f"{game.title}, {options_text(game)}: {result.num_games} games, seed {result.seed}"
    console = Console(width=None if sys.stdout.isatty() else _PIPE_WIDTH, highlight=False)
    console.print(text, markup=False, soft_wrap=True)
    console.print(_rating_table(result))
    console.print("Games won, with 95 % intervals; won/drawn/lost", soft_wrap=True)
    console.print(_crosstable(result))
    _write_files(result, arguments)
    return 0


def _check_files(arguments: argparse.Namespace) -> None:
    """Find out before the games whether there is a place for what comes of them."""
    for path in (arguments.plot, arguments.save):
        if path is not None and not pathlib.Path(path).absolute().parent.is_dir():
            raise CommandError(f"cannot write {path}: there is no such folder")
        if path is not None and (not path or pathlib.Path(path).is_dir()):
            raise CommandError(f"cannot write {path!r}: a file is wanted")
    if arguments.plot is None:
        return
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise CommandError(
            'plots need matplotlib; install it with: pip install "navalenv[arena]"'
        ) from error
    kinds = sorted(Figure().canvas.get_supported_filetypes())
    if pathlib.Path(arguments.plot).suffix[1:].lower() not in kinds:
        raise UsageError(
            f"--plot must end as a picture does, with one of {', '.join(kinds)}, "
            f"got {arguments.plot!r}"
        )


def _write_files(result: ArenaResult, arguments: argparse.Namespace) -> None:
    for path, write in ((arguments.save, result.save), (arguments.plot, result.plot)):
        if path is None:
            continue
        try:
            write(path)
        except OSError as error:
            raise CommandError(f"cannot write {path}: {error.strerror or error}") from error
        except (RuntimeError, ValueError) as error:  # what matplotlib lacks for a kind of file
            raise CommandError(f"cannot write {path}: {error}") from error
        print(f"Saved: {path}")


def _rating_table(result: ArenaResult) -> Any:
    """Ratings, the best first."""
    table = _table()
    table.add_column("", justify="right")
    table.add_column("player", overflow="fold")
    table.add_column("rating", justify="right")
    table.add_column("95 % interval", justify="right")
    for place, player in enumerate(result.order, 1):
        low, high = result.intervals[player]
        table.add_row(
            str(place),
            _text(result.players[player]),
            f"{result.ratings[player]:+.0f}",
            f"{low:+.0f} to {high:+.0f}",
        )
    return table


def _crosstable(result: ArenaResult) -> Any:
    """Who won how often against whom, the best first."""
    table = _table()
    table.add_column("player", overflow="fold")
    for player in result.order:
        table.add_column(_text(f"against {result.players[player]}"), justify="right")
    for player in result.order:
        cells = [_text(result.players[player])]
        for other in result.order:
            games = result.crosstable[player][other]
            if games is None:
                cells.append(_text("-"))
                continue
            low, high = games.interval
            cells.append(
                _text(
                    f"{games.win_rate:.1%} [{low:.1%}, {high:.1%}]\n"
                    f"{games.wins}/{games.draws}/{games.losses}"
                )
            )
        table.add_row(*cells)
    return table


def _table() -> Any:
    from rich import box
    from rich.table import Table

    return Table(box=box.SIMPLE_HEAD)


def _text(words: str) -> Any:
    """A text that rich leaves as it is: a name may have brackets."""
    from rich.text import Text

    return Text(words)
