"""Train an agent on President Chess by self-play, and see how well it plays.

    python examples/train_president_chess.py                    # the duel, two minutes
    python examples/train_president_chess.py --minutes 30
    python examples/train_president_chess.py --num-players 4 --minutes 30

MaskablePPO plays from all seats against a pool of its own past. At the end the shares of games
won (the first place, alone) against random and greedy players are printed, and the folder holds
the model, the learning curve and all figures.
"""

from __future__ import annotations

import navalenv
from navalenv.training.arguments import read_settings
from navalenv.training.networks import network_of
from navalenv.training.self_play import train

GAME = "president_chess"


def main() -> None:
    """Read the command line and train."""
    network = network_of(GAME)
    settings, folder = read_settings(__doc__, GAME, network)
    game = navalenv.load_game(GAME, **settings.options)
    train(settings, network.policy, network.knowledge(game), folder)


if __name__ == "__main__":
    main()
