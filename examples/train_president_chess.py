"""Train an agent on President Chess by self-play, and see how well it plays.

    python examples/train_president_chess.py                    # the duel, two minutes
    python examples/train_president_chess.py --minutes 30
    python examples/train_president_chess.py --num-players 4 --minutes 30

MaskablePPO plays from all seats against a pool of its own past. At the end the shares of games
won (the first place, alone) against random and greedy players are printed, and the folder holds
the model, the learning curve and all figures.
"""

from __future__ import annotations

import numpy as np

from navalenv.games.president_chess.actions import SOURCES, TARGETS
from navalenv.games.president_chess.board import SIZE
from navalenv.games.president_chess.moves import PIECE_NAMES
from navalenv.games.president_chess.planes import NEIGHBOURS
from navalenv.training.arguments import BOARD_NETWORK, read_settings
from navalenv.training.policy import BoardPolicy, MoveTable
from navalenv.training.self_play import train


def move_table() -> MoveTable:
    """What each action of President Chess is: from which square to which."""
    origins, targets = SOURCES.astype(np.int64), TARGETS.astype(np.int64)
    return MoveTable(SIZE, SIZE, origins, targets, np.zeros_like(origins))


def main() -> None:
    """Read the command line and train."""
    settings, folder = read_settings(
        __doc__,
        "president_chess",
        {"num_players": (2, (2, 3, 4), "players in the game")},
        BOARD_NETWORK,
    )
    knowledge = {
        "moves": move_table(),
        "piece_planes": len(PIECE_NAMES) * (1 + len(NEIGHBOURS)),
    }
    train(settings, BoardPolicy, knowledge, folder)


if __name__ == "__main__":
    main()
