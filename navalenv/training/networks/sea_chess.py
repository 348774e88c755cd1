"""The network of Sea Chess: what the moves of a board of any size are."""

from __future__ import annotations

from typing import Any

import numpy as np

from navalenv.core.game import Game
from navalenv.games.sea_chess.actions import NUM_MODES, decode, num_actions, ray
from navalenv.games.sea_chess.planes import SHIP_NAMES
from navalenv.training.networks import Network
from navalenv.training.policy import BOARD_SIZES, BoardPolicy, MoveTable


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


def knowledge(game: Game) -> dict[str, Any]:
    """Arguments of `BoardPolicy` for a game of Sea Chess."""
    return {"moves": move_table(game.options["size"]), "piece_planes": 2 * len(SHIP_NAMES)}


NETWORK = Network(BoardPolicy, knowledge, BOARD_SIZES, {"size": 6})
