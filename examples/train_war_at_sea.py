"""Train an agent on War at Sea by self-play, and see how well it plays.

    python examples/train_war_at_sea.py                     # the skirmish, two minutes
    python examples/train_war_at_sea.py --minutes 30
    python examples/train_war_at_sea.py --scenario solomons --minutes 30

MaskablePPO plays from both seats against a pool of its own past. In training the points that are
gained count on the way, too; at the end the shares of games won against the random and the
greedy player are printed, and the folder holds the model, the learning curve and all figures.
"""

from __future__ import annotations

import navalenv
from navalenv.training.arguments import read_settings
from navalenv.training.networks import network_of
from navalenv.training.self_play import train

GAME = "war_at_sea"


def main() -> None:
    """Read the command line and train."""
    network = network_of(GAME)
    settings, folder = read_settings(__doc__, GAME, network)
    game = navalenv.load_game(GAME, **settings.options)
    train(settings, network.policy, network.knowledge(game), folder)


if __name__ == "__main__":
    main()
