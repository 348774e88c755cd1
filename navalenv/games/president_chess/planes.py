"""The observation planes of President Chess: their names, counted once."""

from __future__ import annotations

from navalenv.games.president_chess.board import GROUND_NAMES, VOID
from navalenv.games.president_chess.moves import PIECE_NAMES
from navalenv.games.president_chess.rules import num_quiet_bits

NEIGHBOURS = ("left", "opposite", "right")
"""The other seats as an observer sees them, in the order of turns."""


def plane_names(max_quiet_plies: int) -> tuple[str, ...]:
    """Names of the observation's planes, in order; all values are 0 or 1."""
    bits = int(num_quiet_bits(max_quiet_plies))
    return (
        *(f"{whose} {piece}" for whose in ("own", *NEIGHBOURS) for piece in PIECE_NAMES),
        *GROUND_NAMES[:VOID],
        *(f"{whose} is alive" for whose in NEIGHBOURS),
        *(f"quiet plies, bit of value {2**bit}" for bit in range(bits)),
        "observer is to move",
    )
