"""Arguments that several commands have, and what they stand for."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from navalenv.cli.errors import CommandError, UsageError
from navalenv.core import jit
from navalenv.core.game import Game
from navalenv.core.game_record import GameRecord
from navalenv.core.random import fresh_seed
from navalenv.core.registry import GAMES, game_class, load_game_with
from navalenv.core.state import State
from navalenv.core.threads import default_threads
from navalenv.evaluation import check_games, even_games
from navalenv.players.ladder import make_player
from navalenv.players.player import Player, decide

_SHORT_SEEDS = 1_000_000
"""Seeds that nobody gave are below this: easy to type again."""


def number_from(low: int, high: int | None = None) -> Any:
    """A type for argparse: an integer from ``low`` to ``high``."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if value < low or (high is not None and value > high):
            limits = f"at least {low}" if high is None else f"from {low} to {high}"
            raise argparse.ArgumentTypeError(f"expected a number {limits}, got {text!r}")
        return value

    return read


def seconds(text: str) -> float:
    """A type for argparse: a time, at most a day."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 86_400:
        raise argparse.ArgumentTypeError(f"expected a number of seconds, got {text!r}")
    return value


# The game.


def add_game(parser: argparse.ArgumentParser, words: Sequence[str], required: bool = True) -> None:
    """Add GAME, and the options of the game that ``words`` name."""
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs=None if required else "?",
        help=f"the game: {', '.join(GAMES)}",
    )
    named = next((word for word in words if word in GAMES), None)
    if named is None:
        return
    game = game_class(named)
    parser.set_defaults(options_of=named)
    group = parser.add_argument_group(f"options of {game.title}")
    for option in game.option_table:
        group.add_argument(
            f"--{option.name.replace('_', '-')}",
            dest=f"option_{option.name}",
            metavar="VALUE",
            help=_escaped(f"{option.meaning}: {option.values} (default {option.default_text})"),
        )


def load_game(arguments: argparse.Namespace) -> Game:
    """The game with the options that were given.

    Raises:
        UsageError: for an unknown game, or an option that is wrong.
    """
    try:
        table = game_class(arguments.game).option_table
        if arguments.game != getattr(arguments, "options_of", None):
            raise UsageError("GAME must come before other arguments")
        texts = {option: getattr(arguments, f"option_{option.name}", None) for option in table}
        options = {
            option.name: option.from_text(text)
            for option, text in texts.items()
            if text is not None
        }
        game = load_game_with(arguments.game, options)
    except (TypeError, ValueError) as error:
        raise UsageError(error) from error
    tell_of_compilation(game)
    return game


def _escaped(text: str) -> str:
    """A text for help: argparse takes a percent sign for a place to fill."""
    return text.replace("%", "%%")


def tell_of_compilation(game: Game) -> None:
    """Say why the first start takes long."""
    folder = jit.cache_folder()
    known = folder is not None and any(folder.glob(f"*{game.name}*.nbi"))
    if not (known or jit.JIT_DISABLED) and sys.stderr.isatty():
        print(f"Compiling {game.title}; later starts are quick ...", file=sys.stderr)


# The start.


def add_start(parser: argparse.ArgumentParser) -> None:
    """Add what a game begins with."""
    parser.add_argument(
        "--seed",
        metavar="N",
        type=number_from(0, 2**64 - 1),
        help="seed (default: another each time)",
    )
    parser.add_argument(
        "--position", metavar="TEXT", help="position to begin with, as str(state) gives it"
    )
    parser.add_argument("--record", metavar="FILE", help="save the game to a file for 'replay'")


def initial_state(arguments: argparse.Namespace, game: Game) -> State:
    """The state that a game begins with; ``arguments.seed`` is set if it was not given.

    Raises:
        UsageError: for a position that is none.
    """
    if arguments.seed is None:
        arguments.seed = fresh_seed() % _SHORT_SEEDS
    try:
        return game.new_initial_state(arguments.position, seed=arguments.seed)
    except (TypeError, ValueError) as error:
        raise UsageError(error) from error


# Players.


def player_named(name: str, game: Game) -> Player:
    """A player from the table of players.

    Raises:
        UsageError: if there is none of that name.
        CommandError: if it needs an extra that is not installed.
    """
    try:
        return make_player(name, game, default_threads(), "player")
    except ValueError as error:
        raise UsageError(error) from error
    except ImportError as error:
        raise CommandError(error) from error


def action_of(player: Player, state: State) -> int:
    """What a player does in a state where it is to move."""
    states = np.array([state.record], state.get_game().record_type)
    return int(decide(player, state.get_game(), states)[0])


def games_given(arguments: argparse.Namespace, game: Game, least: int) -> int:
    """The number of games that ``--games`` says, else the first from ``least`` that is right.

    Raises:
        UsageError: for a number that does not give all seats alike.
    """
    if arguments.games is None:
        return even_games(game, least)
    try:
        return check_games(game, "--games", arguments.games)
    except ValueError as error:
        raise UsageError(error) from error


# What is said.


def options_text(game: Game) -> str:
    """The options of a game, as ``size 6, max_quiet_plies 100``; without those that are None."""
    texts = game.option_texts().items()
    return ", ".join(f"{name} {text}" for name, text in texts if game.options[name] is not None)


def seats_text(game: Game, names: Sequence[str]) -> str:
    """Who plays what, as ``Blue: greedy, Red: random``."""
    return ", ".join(
        f"{game.player_name(seat)}: {name}" for seat, name in enumerate(names) if name
    )


def result_text(state: State) -> str:
    """What came of a game so far, in a line."""
    game = state.get_game()
    plies = f"{state.move_number()} {'ply' if state.move_number() == 1 else 'plies'}"
    if not state.is_terminal():
        return f"unfinished after {plies}"
    returns = ", ".join(
        f"{game.player_name(seat)} {value:+.3g}" if value else f"{game.player_name(seat)} 0"
        for seat, value in enumerate(state.returns())
    )
    return f"{returns} after {plies}"


def save_record(state: State, names: Sequence[str], path: str) -> None:
    """Save a game.

    Raises:
        CommandError: if the file cannot be written.
    """
    record = GameRecord.from_state(state, names)
    try:
        record.save(path)
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror or error}") from error
