"""What the greedy player makes of an action."""

from __future__ import annotations

from navalenv.core.jit import compiled
from navalenv.core.record import Record


@compiled
def action_value(record: Record, action: int) -> float:
    """The value of an action; the largest is best."""
    return 0.0
