"""Train an agent on Sea Chess by self-play, and see how well it plays.

    python examples/train_sea_chess.py                      # mini board, two minutes
    python examples/train_sea_chess.py --size 10 --minutes 30

MaskablePPO plays from both seats against a pool of its own past. At the end the win rates
against the random and the greedy player are printed, and the folder holds the model, the
learning curve and all figures.
"""

from __future__ import annotations

import navalenv
from navalenv.training.arguments import read_settings
from navalenv.training.networks import network_of
from navalenv.training.self_play import train

GAME = "sea_chess"


def main() -> None:
    """Read the command line and train."""
    network = network_of(GAME)
    settings, folder = read_settings(__doc__, GAME, network)
    game = navalenv.load_game(GAME, **settings.options)
    train(settings, network.policy, network.knowledge(game), folder)


if __name__ == "__main__":
    main()
