"""``navalenv bench``: steps a second."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import numpy as np

from navalenv.cli.arguments import add_game, load_game, number_from, options_text, seconds
from navalenv.core.batch import Batch
from navalenv.core.game import Game
from navalenv.core.registry import GAMES

USAGE = "navalenv bench [GAME] [--batch N] [--threads N] [--seconds S] [other options]"
DESCRIPTION = """\
Play random legal moves in a batch of games, with the observation and the mask of legal
actions at every step, and print the steps a second. A step is a move in one game. Without
GAME, all games with their default options."""
EXAMPLE = """\
example:
  navalenv bench sea_chess --batch 512 --threads 1 --seconds 5"""


def add_arguments(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Add the arguments of the command."""
    add_game(parser, words, required=False)
    parser.add_argument(
        "--batch",
        metavar="N",
        type=number_from(1, 2**20),
        default=512,
        help="games that are stepped together (default 512)",
    )
    parser.add_argument(
        "--threads", metavar="N", type=number_from(1, 1024), help="threads (default: all cores)"
    )
    parser.add_argument(
        "--seconds", metavar="S", type=seconds, default=3.0, help="time a game (default 3)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    names = GAMES if arguments.game is None else [arguments.game]
    for name in names:
        if arguments.game is None:
            arguments.options_of = name
        game = load_game(argparse.Namespace(**{**vars(arguments), "game": name}))
        batch = game.new_batch(arguments.batch, seed=0, num_threads=arguments.threads)
        steps, time_taken = measure(batch, arguments.seconds)
        print("\n".join(_lines(game, batch, steps, time_taken)), flush=True)
    return 0


def measure(batch: Batch, duration: float) -> tuple[int, float]:
    """Step a batch by random legal moves; finished games begin anew.

    Returns:
        Number of steps, and the time they took in seconds.
    """
    facts = batch.game.facts
    observations = np.zeros((len(batch), *facts.observation_shape), facts.observation_dtype)
    masks = np.zeros((len(batch), facts.num_distinct_actions), np.int8)

    def step() -> None:
        batch.observe(observations)
        batch.legal_actions_mask(masks)
        batch.step(batch.sample_legal_actions())
        over = batch.terminated
        if over.any():
            batch.reset(over)

    step()  # compiles what is not compiled yet
    rounds, begin = 0, time.perf_counter()
    while True:
        step()
        rounds += 1
        time_taken = time.perf_counter() - begin
        if time_taken >= duration:
            return rounds * len(batch), time_taken


def _lines(game: Game, batch: Batch, steps: int, time_taken: float) -> list[str]:
    shape = " x ".join(map(str, game.observation_shape))
    threads = f"{batch.num_threads} thread{'s' if batch.num_threads > 1 else ''}"
    return [
        f"{game.title}, {options_text(game)}",
        f"  {steps / time_taken:,.0f} steps a second"
        f" ({len(batch):,} games, {threads}, {time_taken:.1f} s)",
        f"  each step with observation ({shape}) and mask ({game.num_distinct_actions:,})",
        f"  a state is {game.record_type.itemsize} bytes",
    ]
