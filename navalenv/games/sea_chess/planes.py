"""The observation planes of Sea Chess: their names, counted once."""

from __future__ import annotations

from navalenv.games.sea_chess.rules import NUM_SHIP_TYPES, num_quiet_bits

SHIP_NAMES = (
    "Flagship",
    "Aircraft Carrier",
    "Battleship",
    "Cruiser",
    "Destroyer",
    "Submarine",
)
"""Ships in the order of their codes, from 1."""
assert len(SHIP_NAMES) == NUM_SHIP_TYPES


def plane_names(max_quiet_plies: int) -> tuple[str, ...]:
    """Names of the observation's planes, in order; all values are 0 or 1."""
    bits = int(num_quiet_bits(max_quiet_plies))
    return (
        *(f"own {ship}" for ship in SHIP_NAMES),
        *(f"enemy {ship}" for ship in SHIP_NAMES),
        *(f"quiet plies, bit of value {2**bit}" for bit in range(bits)),
        "ones",
    )
