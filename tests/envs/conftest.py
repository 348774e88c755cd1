"""Fixtures of the tests of the environments."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture
def quick_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows that nobody sees, and that do not wait."""
    pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    from navalenv.render.window import Window

    show = Window.show
    monkeypatch.setattr(Window, "show", lambda window, scene, fps=None: show(window, scene))


@pytest.fixture
def one_thread() -> Iterator[None]:
    """Networks this small are slower on several threads, above all on a busy machine."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)
