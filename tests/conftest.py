"""Fixtures of all tests."""

from __future__ import annotations

import pytest

from navalenv.core import threads


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads share also batches that are small enough for a quick test."""
    monkeypatch.setattr(threads, "ROWS_A_CHUNK", 100)
