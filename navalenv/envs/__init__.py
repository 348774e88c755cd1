"""Doors to PettingZoo, Gymnasium and stable-baselines3."""
