from navalenv.core.registry import load_game
