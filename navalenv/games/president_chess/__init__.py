"""President Chess."""
