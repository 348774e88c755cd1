"""The rulesets, one folder each. None of them knows a reinforcement learning library."""
