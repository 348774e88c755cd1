"""``navalenv games``: what there is."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np

from navalenv.core.game import Game
from navalenv.core.registry import GAMES, load_game
from navalenv.players.ladder import player_forms
from navalenv.registration import GYMNASIUM_IDS, PETTINGZOO_IDS

USAGE = "navalenv games"
DESCRIPTION = """\
List all games: sizes (with the default options), options, and the ids of the environments."""
EXAMPLE = """\
example:
  navalenv games"""


def add_arguments(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Add the arguments of the command: none."""


def run(arguments: argparse.Namespace) -> int:
    """Print the list."""
    for name in GAMES:
        print("\n".join(_lines(load_game(name))), end="\n\n")
    print(f"Players: {', '.join(player_forms())}")
    return 0


def _lines(game: Game) -> list[str]:
    shape = " x ".join(map(str, game.observation_shape))
    kind = np.dtype(game.facts.observation_dtype).name
    lines = [
        f"{game.name}: {game.title}",
        f"  players       {game.num_players}",
        f"  actions       {game.num_distinct_actions:,}",
        f"  observation   {shape}, {kind}",
        f"  state         {game.record_type.itemsize} bytes",
        f"  longest game  {game.max_game_length:,} plies",
        "  options",
    ]
    width = max((len(option.name) for option in game.option_table), default=0)
    for option in game.option_table:
        values = f"{option.values}, default {option.default_text}"
        lines.append(f"    {option.name:{width}}  {option.meaning}: {values}")
    lines.append("  Gymnasium")
    for environment, arguments in GYMNASIUM_IDS.items():
        if arguments["game"] == game.name:
            given = ", ".join(
                f"{key} {value}" for key, value in arguments.items() if key != "game"
            )
            lines.append(f"    {environment}{f'  ({given})' if given else ''}")
    lines.append("  PettingZoo")
    for environment, module in PETTINGZOO_IDS.items():
        if module.partition(".")[2].startswith(f"{game.name}_v"):
            lines.append(f"    {environment}  (from {module.replace('.', ' import ')})")
    return lines
