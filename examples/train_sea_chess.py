"""Train an agent on Sea Chess by self-play, and see how well it plays.

    python examples/train_sea_chess.py                      # mini board, two minutes
    python examples/train_sea_chess.py --size 10 --minutes 30

MaskablePPO plays from both seats against a pool of its own past. At the end the win rates
against the random and the greedy player are printed, and the folder holds the model, the
learning curve and all figures.
"""

from __future__ import annotations

import argparse
import dataclasses
import pathlib

import numpy as np

from navalenv.games.sea_chess.actions import NUM_MODES, decode, num_actions, ray
from navalenv.games.sea_chess.planes import SHIP_NAMES
from navalenv.training.policy import MoveTable
from navalenv.training.self_play import Settings, train


def move_table(size: int) -> MoveTable:
    """What each action of Sea Chess is: from which square to which, in which mode."""
    moves = np.zeros((num_actions(size), 3), np.int64)
    for action in range(len(moves)):
        file, rank, direction, distance, mode = decode(size, action)
        _, stride, _, _ = ray(size, file, rank, direction)
        square = rank * size + file
        moves[action] = square, square + distance * stride, mode
    assert moves[:, 2].max() == NUM_MODES - 1
    origins, targets, kinds = moves.T.copy()
    return MoveTable(size, size, origins, targets, kinds)


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=6, choices=(6, 8, 10), help="board (6)")
    parser.add_argument("--minutes", type=float, default=2.0, help="time budget (2)")
    parser.add_argument("--folder", type=pathlib.Path, help="where results go (runs/...)")
    settings = Settings("sea_chess", {}, 0)
    for field in dataclasses.fields(Settings):
        default = getattr(settings, field.name)
        if field.name in ("game", "options", "minutes"):
            continue
        name = "--" + field.name.replace("_", "-")
        if isinstance(default, tuple):
            parser.add_argument(name, nargs="*", default=default, help=f"({' '.join(default)})")
        else:
            kind = int if default is None else type(default)
            parser.add_argument(name, type=kind, default=default, help=f"({default})")
    arguments = vars(parser.parse_args())
    size = arguments.pop("size")
    folder = arguments.pop("folder") or pathlib.Path("runs") / f"sea_chess_{size}"
    arguments["sparring"] = tuple(arguments["sparring"])
    settings = Settings("sea_chess", {"size": size}, **arguments)
    train(settings, move_table(size), 2 * len(SHIP_NAMES), folder)


if __name__ == "__main__":
    main()
