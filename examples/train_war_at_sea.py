"""Train an agent on War at Sea by self-play, and see how well it plays.

    python examples/train_war_at_sea.py                     # the skirmish, two minutes
    python examples/train_war_at_sea.py --minutes 30
    python examples/train_war_at_sea.py --scenario solomons --minutes 30

MaskablePPO plays from both seats against a pool of its own past. In training the points that are
gained count on the way, too; at the end the shares of games won against the random and the
greedy player are printed, and the folder holds the model, the learning curve and all figures.
"""

from __future__ import annotations

import numpy as np

from navalenv.games.war_at_sea.actions import (
    END,
    FIRST_ATTACK,
    FIRST_PLACE,
    FIRST_SPECIAL,
    NUM_ACTIONS,
    decode_attack,
    decode_place,
)
from navalenv.games.war_at_sea.fleets import SCENARIOS
from navalenv.games.war_at_sea.layout import NUM_WEAPONS, Layout
from navalenv.games.war_at_sea.record import NUM_UNITS
from navalenv.games.war_at_sea.sectors import DISTANCE, NUM_SECTORS
from navalenv.training.arguments import read_settings
from navalenv.training.entity_policy import GAME, PLACE, TARGET, UNIT, EntityPolicy, EntityTable
from navalenv.training.self_play import train

DEFAULTS = {
    "training_options": {"reward": "score"},
    "num_envs": 192,
    "num_steps": 32,
    "batch_size": 1024,
    "gamma": 0.998,
    "final_learning_rate": 1e-4,
    "capacity": 6,
    "snapshot_every": 8,
}
"""Settings that suit this game."""


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


def main() -> None:
    """Read the command line and train."""
    settings, folder = read_settings(
        __doc__,
        "war_at_sea",
        {"scenario": ("skirmish", tuple(SCENARIOS), "fleets")},
        {"width": (48, "features of a unit"), "place_width": (24, "features of a sector")},
        DEFAULTS,
    )
    train(settings, EntityPolicy, {"table": entity_table()}, folder)


if __name__ == "__main__":
    main()
