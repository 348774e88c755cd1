"""The network of President Chess: what its moves are, for any number of players."""

from __future__ import annotations

from typing import Any

import numpy as np

from navalenv.core.game import Game
from navalenv.games.president_chess.actions import SOURCES, TARGETS
from navalenv.games.president_chess.board import SIZE
from navalenv.games.president_chess.moves import PIECE_NAMES
from navalenv.games.president_chess.planes import NEIGHBOURS
from navalenv.training.networks import Network
from navalenv.training.policy import BOARD_SIZES, BoardPolicy, MoveTable


def move_table() -> MoveTable:
    """What each action of President Chess is: from which square to which."""
    origins, targets = SOURCES.astype(np.int64), TARGETS.astype(np.int64)
    return MoveTable(SIZE, SIZE, origins, targets, np.zeros_like(origins))


def knowledge(game: Game) -> dict[str, Any]:
    """Arguments of `BoardPolicy` for a game of President Chess."""
    return {"moves": move_table(), "piece_planes": len(PIECE_NAMES) * (1 + len(NEIGHBOURS))}


NETWORK = Network(BoardPolicy, knowledge, BOARD_SIZES, {"num_players": 2})
