"""Train an agent on Sea Chess by self-play, and see how well it plays.

    python examples/train_sea_chess.py                      # mini board, two minutes
    python examples/train_sea_chess.py --size 10 --minutes 30

MaskablePPO plays from both seats against a pool of its own past. At the end the win rates
against the random and the greedy player are printed, and the folder holds the model, the
learning curve and all figures.
"""

from __future__ import annotations

import numpy as np

from navalenv.games.sea_chess.actions import NUM_MODES, decode, num_actions, ray
from navalenv.games.sea_chess.planes import SHIP_NAMES
from navalenv.training.arguments import BOARD_NETWORK, read_settings
from navalenv.training.policy import BoardPolicy, MoveTable
from navalenv.training.self_play import train


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
    settings, folder = read_settings(
        __doc__,
        "sea_chess",
        {"size": (6, (6, 8, 10), "squares a side of the board")},
        BOARD_NETWORK,
    )
    knowledge = {
        "moves": move_table(settings.options["size"]),
        "piece_planes": 2 * len(SHIP_NAMES),
    }
    train(settings, BoardPolicy, knowledge, folder)


if __name__ == "__main__":
    main()
