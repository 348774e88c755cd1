"""``navalenv evaluate``: many games, and who wins them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from navalenv.cli.arguments import (
    add_game,
    games_given,
    load_game,
    number_from,
    options_text,
    player_named,
)
from navalenv.evaluation import NUM_GAMES, evaluate
from navalenv.players.ladder import player_forms

USAGE = "navalenv evaluate GAME [--player NAME] [--opponent NAME] [other options]"
DESCRIPTION = """\
Let a player play many games against an opponent, in each seat in turn, and print how many it
won with the 95 % interval, and the numbers of games won, drawn and lost. The number of games
is a multiple of the number of players, so that every seat counts alike."""
EXAMPLE = """\
example:
  navalenv evaluate sea_chess --player greedy --opponent random --games 1000 --seed 1"""


def add_arguments(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Add the arguments of the command."""
    add_game(parser, words)
    known = ", ".join(player_forms())
    parser.add_argument(
        "--player", metavar="NAME", default="greedy", help=f"who plays: {known} (default greedy)"
    )
    parser.add_argument(
        "--opponent",
        metavar="NAME",
        default="random",
        help="who plays in all other seats (default random)",
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=number_from(1, 10**6),
        help=f"games (default {NUM_GAMES}, or the next multiple of the number of players)",
    )
    parser.add_argument(
        "--seed",
        metavar="N",
        type=number_from(0, 2**64 - 1),
        default=0,
        help="seed of the first game (default 0)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print what came of them."""
    game = load_game(arguments)
    player = player_named(arguments.player, game)
    opponent = player_named(arguments.opponent, game)
    games = games_given(arguments, game, NUM_GAMES)
    result = evaluate(game, player, opponent, games, arguments.seed)
    print(f"{game.title}, {options_text(game)}: {arguments.player} against {arguments.opponent}")
    print(f"{result} (won/drawn/lost)")
    print(f"mean return {result.mean_return:+.3f}, mean length {result.mean_length:.1f} plies")
    return 0
