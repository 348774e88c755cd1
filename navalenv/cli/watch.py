"""``navalenv watch``: a game between players."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from navalenv.cli.arguments import (
    action_of,
    add_game,
    add_start,
    initial_state,
    load_game,
    options_text,
    player_named,
    result_text,
    save_record,
    seats_text,
)
from navalenv.cli.errors import UsageError
from navalenv.cli.screen import add_screen, make_screen
from navalenv.players.ladder import player_forms

USAGE = "navalenv watch GAME [--players NAME ...] [other options]"
DESCRIPTION = """\
Watch a game between players. In a terminal each board takes the place of the one before;
elsewhere boards follow one another."""
EXAMPLE = """\
examples:
  navalenv watch sea_chess --size 6 --seed 1 --delay 1
  navalenv watch sea_chess --players greedy random --record game.txt
  navalenv watch sea_chess --render window"""


def add_arguments(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Add the arguments of the command."""
    add_game(parser, words)
    parser.add_argument(
        "--players",
        metavar="NAME",
        nargs="+",
        default=["greedy"],
        help="who plays, one for all seats or one a seat: "
        f"{', '.join(player_forms())} (default greedy)",
    )
    add_start(parser)
    add_screen(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show a game."""
    game = load_game(arguments)
    names: list[str] = arguments.players
    if len(names) == 1:
        names = names * game.num_players
    if len(names) != game.num_players:
        raise UsageError(
            f"--players: {len(names)} names; give one for all or {game.num_players}, one a seat"
        )
    players = [player_named(name, game) for name in names]
    state = initial_state(arguments, game)
    screen = make_screen(arguments, game)
    print(f"{game.title}, {options_text(game)}, seed {arguments.seed}")
    print(f"{seats_text(game, names)}\n")
    try:
        watching = screen.show(state.record)
        while watching and not state.is_terminal():
            state.apply_action(action_of(players[state.current_player()], state))
            watching = screen.show(state.record)
        if watching:
            screen.finish()
    finally:
        if arguments.record:
            save_record(state, names, arguments.record)
    print(f"Result: {result_text(state)}")
    if arguments.record:
        print(f"Saved: {arguments.record}")
    return 0
