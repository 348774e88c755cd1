"""The arena: a round robin between players, and ratings that come of it."""
