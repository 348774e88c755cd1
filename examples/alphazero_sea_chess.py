"""AlphaZero on Sea Chess: a network learns from the search that asks it for advice.

    python examples/alphazero_sea_chess.py                    # mini board, half an hour
    python examples/alphazero_sea_chess.py --minutes 5 --simulations 16

A tree search plays a batch of games against itself, one ply at a time; policy and value of its
leaves come from the network. After each ply the network learns from games that are over: its
policy from how often the search tried each action, its value from who won. It never sees another
player, and no reward but the last.

At the start, on the way and at the end the network plays against others: once alone, making the
move that it likes best, and once with its search. The folder under runs/ gets the network, the
learning curve and all figures.
"""

from __future__ import annotations

import argparse
import dataclasses
import inspect
import pathlib
import time

import numpy as np
import torch
from rich.progress import Progress, TextColumn
from torch import nn

import navalenv
from navalenv.envs.arguments import observation_space
from navalenv.evaluation import Result, even_games
from navalenv.games.sea_chess.planes import SHIP_NAMES
from navalenv.players.search import Search, SearchPlayer
from navalenv.training.alphazero import (
    NetworkEvaluator,
    NetworkPlayer,
    Replay,
    Sample,
    SelfPlay,
    losses,
)
from navalenv.training.memory import keep_freed_memory
from navalenv.training.networks.sea_chess import move_table
from navalenv.training.policy import BoardFeatures, MoveScores, MoveTable, Value
from navalenv.training.report import Point, points_table, save_points


@dataclasses.dataclass
class Settings:
    """A run; `--help` shows this.

    Attributes:
        minutes: time budget of training, evaluations on the way included.
        size: squares a side of the board.
        quiet_plies: plies without a sinking that make a draw in training; evaluations have the
            game's own number. Both need as many bits, for the network sees them.
        seed: of everything.
        num_games: games at once.
        simulations, exploration: of the search, in training and in evaluations.
        noise, noise_alpha: of the roots in training.
        drawn_plies: plies of a game that are drawn by visits; then the most visited is made.
        capacity: positions that are kept to learn from.
        batch_size: positions of a step of learning, one after each ply of all games. So a
            position is seen about batch_size / num_games times.
        learning_rate, final_learning_rate: at the start, and at the end of the budget.
        channels, blocks: size of the network.
        evaluations, evaluation_games: on the way, evenly in time, and games of each.
        final_games: games of each evaluation at the end.
        num_threads: threads of torch and of the search.
    """

    minutes: float = 30.0
    size: int = 6
    quiet_plies: int = 64
    seed: int = 0
    num_games: int = 128
    simulations: int = 32
    exploration: float = 1.25
    noise: float = 0.25
    noise_alpha: float = 0.3
    drawn_plies: int = 12
    capacity: int = 60_000
    batch_size: int = 512
    learning_rate: float = 2e-3
    final_learning_rate: float = 2e-4
    channels: int = 32
    blocks: int = 2
    evaluations: int = 5
    evaluation_games: int = 100
    final_games: int = 400
    num_threads: int = 2


class SeaChessNetwork(nn.Module):
    """A score for each legal action and a value, from the planes of a position."""

    def __init__(self, game: navalenv.Game, moves: MoveTable, channels: int, blocks: int) -> None:
        super().__init__()
        pieces = 2 * len(SHIP_NAMES)
        self.body = BoardFeatures(observation_space(game), pieces, channels, blocks)
        self.policy = MoveScores(self.body.shape, moves)
        self.value = Value(self.body.shape)
        # At first all actions score 0 and all values are 0, so an untrained network is no worse
        # and no better than chance.
        for layer in (self.policy.enter, self.value.layers[-1]):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)
        of_squares = slice(self.policy.width, None, self.policy.width + 1)
        nn.init.zeros_(self.policy.leave.weight.data[of_squares])
        nn.init.zeros_(self.policy.leave.bias.data[of_squares])

    def forward(
        self, observations: torch.Tensor, actions: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores (B, L) of actions (B, L), values (B,) in -1..1."""
        features = self.body(observations)
        return self.policy(features, actions), self.value(features).squeeze(1).tanh()


def mirrored_actions(moves: MoveTable) -> np.ndarray:
    """What each action becomes when ranks and files change places, int64 (A,).

    The rules know no left and right, nor up and down. Of all ways to turn and mirror the board
    this one keeps both fleets in their corners, so it turns games into likely ones.
    """

    def mirrored(squares: np.ndarray) -> list[int]:
        return (squares % moves.width * moves.width + squares // moves.width).tolist()

    kinds = moves.kinds.tolist()
    numbers = zip(moves.origins.tolist(), moves.targets.tolist(), kinds, strict=True)
    number_of = {move: number for number, move in enumerate(numbers)}
    others = zip(mirrored(moves.origins), mirrored(moves.targets), kinds, strict=True)
    return np.array([number_of[move] for move in others])


def mirror(sample: Sample, actions: np.ndarray, generator: np.random.Generator) -> None:
    """Mirror about half of the positions, with `mirrored_actions`."""
    half = np.flatnonzero(generator.random(len(sample.values)) < 0.5)
    sample.observations[half] = sample.observations[half].swapaxes(1, 2)
    sample.action_masks[half] = sample.action_masks[half][:, actions]
    sample.policy[half] = sample.policy[half][:, actions]


def make_search(
    game: navalenv.Game, network: nn.Module, settings: Settings, noise: float = 0.0
) -> Search:
    """A search that asks the network."""
    return Search(
        game,
        settings.simulations,
        exploration=settings.exploration,
        evaluator=NetworkEvaluator(network),
        noise=noise,
        noise_alpha=settings.noise_alpha,
        num_threads=settings.num_threads,
    )


def measure(
    game: navalenv.Game, network: nn.Module, settings: Settings, num_games: int, seed: int
) -> dict[tuple[str, str], Result]:
    """The network alone and with its search, against each opponent."""
    search = make_search(game, network, settings)
    games = even_games(game, num_games)
    players = {"network": NetworkPlayer(network), "network + search": SearchPlayer(search)}
    return {
        (name, opponent): navalenv.evaluate(game, player, opponent, games, seed)
        for opponent in ("random", "greedy", f"search:{settings.simulations}")
        for name, player in players.items()
    }


def train(settings: Settings, folder: pathlib.Path) -> None:
    """Play and learn for the time budget; leave network, curve and figures in the folder."""
    keep_freed_memory()
    torch.set_num_threads(settings.num_threads)
    torch.manual_seed(settings.seed)
    generator = np.random.default_rng(settings.seed)
    game = navalenv.load_game("sea_chess", size=settings.size)
    practice = navalenv.load_game(
        "sea_chess", size=settings.size, max_quiet_plies=settings.quiet_plies
    )
    moves = move_table(settings.size)
    mirrored = mirrored_actions(moves)
    network = SeaChessNetwork(game, moves, settings.channels, settings.blocks)
    optimizer = torch.optim.AdamW(network.parameters(), settings.learning_rate, weight_decay=1e-4)
    replay = Replay(practice, settings.capacity, settings.simulations)
    search = make_search(practice, network, settings, settings.noise)
    play = SelfPlay(search, replay, settings.num_games, settings.drawn_plies, settings.seed)

    progress = Progress(*Progress.get_default_columns(), TextColumn("{task.fields[note]}"))
    points: list[Point] = []
    start = time.monotonic()

    def minutes() -> float:
        return (time.monotonic() - start) / 60

    def evaluate(num_games: int, seed: int) -> None:
        torch.save(network.state_dict(), folder / "network.pt")
        point = Point(minutes(), play.finished, replay.added, {})
        point.results.update(measure(game, network, settings, num_games, seed))
        points.append(point)
        save_points(folder, game, settings, points)
        progress.console.print(f"{point.minutes:5.1f} min, {point.games:,} games; won:")
        for (player, opponent), result in point.results.items():
            progress.console.print(f"  {player} against {opponent}: {result.win_rate:.0%}")

    with progress:
        task = progress.add_task("training", total=settings.minutes, note="evaluation")
        while (used := minutes() / settings.minutes) < 1:
            if used >= len(points) / (settings.evaluations + 1):
                evaluate(settings.evaluation_games, seed=10_000)
            play.step()
            if len(replay) < settings.batch_size:
                continue
            sample = replay.sample(settings.batch_size, generator)
            mirror(sample, mirrored, generator)
            of_policy, of_value = losses(network, sample)
            for group in optimizer.param_groups:
                first, last = settings.learning_rate, settings.final_learning_rate
                group["lr"] = first + used * (last - first)
            optimizer.zero_grad()
            (of_policy + of_value).backward()
            optimizer.step()
            note = f"{play.finished:,} games, loss {of_policy:.2f} + {of_value:.2f}"
            progress.update(task, completed=minutes(), note=note)
        evaluate(settings.final_games, seed=1_000_000)
    progress.console.print(points_table(points))
    progress.console.print(f"network, curve and figures: {folder}")


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog=inspect.getdoc(Settings),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for field in dataclasses.fields(Settings):
        kind = type(field.default)
        name = "--" + field.name.replace("_", "-")
        parser.add_argument(name, type=kind, default=field.default, help=f"({field.default})")
    parser.add_argument("--folder", type=pathlib.Path, help="where results go (runs/...)")
    given = vars(parser.parse_args())
    if given["minutes"] <= 0:
        parser.error(f"--minutes must be more than 0, got {given['minutes']:g}")
    if given["simulations"] < 2:
        parser.error(f"--simulations must be at least 2, got {given['simulations']}")
    folder = given.pop("folder") or pathlib.Path("runs") / f"alphazero_sea_chess_{given['size']}"
    folder.mkdir(parents=True, exist_ok=True)
    train(Settings(**given), folder)


if __name__ == "__main__":
    main()
