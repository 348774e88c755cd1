"""The network of War at Sea: where its observations have what, and what its actions are."""

from __future__ import annotations

from typing import Any

import numpy as np

from navalenv.core.game import Game
from navalenv.games.war_at_sea.abilities import NUM_WEAPONS
from navalenv.games.war_at_sea.actions import (
    END,
    FIRST_ATTACK,
    FIRST_PLACE,
    FIRST_SPECIAL,
    NUM_ACTIONS,
    decode_attack,
    decode_place,
)
from navalenv.games.war_at_sea.layout import Layout
from navalenv.games.war_at_sea.record import NUM_UNITS
from navalenv.games.war_at_sea.sectors import DISTANCE, NUM_SECTORS
from navalenv.training.entity_policy import GAME, PLACE, TARGET, UNIT, EntityPolicy, EntityTable
from navalenv.training.networks import Network


def entity_table() -> EntityTable:
    """Where observations of War at Sea have what, and what each action is."""
    actions = np.zeros((NUM_ACTIONS, 4), np.int64)
    actions[END] = GAME, 0, 0, 0
    for action in range(FIRST_PLACE, FIRST_ATTACK):
        unit, sector = decode_place(action)
        actions[action] = PLACE, unit, sector, 0
    for action in range(FIRST_ATTACK, FIRST_SPECIAL):
        unit, weapon, target = decode_attack(action)
        actions[action] = TARGET, unit, target, weapon
    for action in range(FIRST_SPECIAL, NUM_ACTIONS):
        actions[action] = UNIT, action - FIRST_SPECIAL, 0, 0
    kinds, actors, aims, manners = actions.T.copy()
    layout = Layout()
    return EntityTable(
        whole=layout["whole"],
        places=layout["sectors"],
        units=layout["units"],
        num_places=NUM_SECTORS,
        num_units=NUM_UNITS,
        taken=layout.unit_slices["category"],
        at=layout.unit_slices["sector"],
        distances=DISTANCE.astype(np.int64),
        ways=NUM_WEAPONS,
        kinds=kinds,
        actors=actors,
        aims=aims,
        manners=manners,
    )


def knowledge(game: Game) -> dict[str, Any]:
    """Arguments of `EntityPolicy` for a game of War at Sea."""
    return {"table": entity_table()}


NETWORK = Network(
    EntityPolicy,
    knowledge,
    {"width": (48, "features of a unit"), "place_width": (24, "features of a sector")},
    {"scenario": "skirmish"},
    {
        "training_options": {"reward": "score"},
        "num_envs": 192,
        "num_steps": 32,
        "batch_size": 1024,
        "gamma": 0.998,
        "final_learning_rate": 1e-4,
        "capacity": 6,
        "snapshot_every": 8,
    },
    any_options=True,
)
