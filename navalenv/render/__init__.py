"""Drawing shared by all games."""
