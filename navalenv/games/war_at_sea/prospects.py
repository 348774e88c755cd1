"""What a search expects of a position that it looks no further from.

Source of what points are: ``docs/games/war_at_sea.md``, section "End of the turn".
"""

from __future__ import annotations

import numpy as np

from navalenv.core.jit import compiled, integer
from navalenv.core.record import Array, Record
from navalenv.games.war_at_sea.cards import COST, EMPTY, HULL
from navalenv.games.war_at_sea.end_of_turn import OBJECTIVE_POINTS, claimant
from navalenv.games.war_at_sea.outcomes import is_to_be_destroyed, noted_damage
from navalenv.games.war_at_sea.queries import is_aircraft, player_of
from navalenv.games.war_at_sea.record import LOST, NUM_UNITS
from navalenv.games.war_at_sea.sectors import NUM_OBJECTIVES, OBJECTIVES

_LEAD_SHARE = 0.35
"""A lead of this share of the points that win is worth 0.7 of a win."""
_DAMAGE_SHARE = 0.5
"""How much of a unit's cost counts, hull point by hull point, before it is destroyed."""
_CLAIM_SHARE = 0.6
"""How much an objective counts for who would get it if the turn ended now."""


@compiled
def _lost_points(unit: Record) -> float:
    """Points that the enemy has as good as won by a unit in play."""
    cost = float(COST[unit["card"]])
    if is_to_be_destroyed(unit):
        return cost
    if is_aircraft(unit):
        return 0.0
    hull = float(HULL[unit["card"]])
    return _DAMAGE_SHARE * cost * (hull - integer(unit["hull"]) + noted_damage(unit)) / hull


@compiled
def position_value(record: Record, values: Array) -> None:
    """By the lead in points, what is as good as won included."""
    units, scores = record["units"], record["scores"]
    lead = float(integer(scores[0]) - integer(scores[1]))
    for u in range(NUM_UNITS):
        if units[u]["card"] != EMPTY and units[u]["where"] != LOST:
            points = _lost_points(units[u])
            lead += -points if player_of(u) == 0 else points
    for i in range(NUM_OBJECTIVES):
        if record["objectives"][i] < 0:
            player = claimant(record, integer(OBJECTIVES[i]))
            if player >= 0:
                points = _CLAIM_SHARE * OBJECTIVE_POINTS
                lead += points if player == 0 else -points
    share = lead / (_LEAD_SHARE * integer(record["victory_points"]))
    values[0] = share / np.sqrt(1.0 + share * share)
    values[1] = -values[0]
