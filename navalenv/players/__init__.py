"""Players: callables over a batch of games."""
