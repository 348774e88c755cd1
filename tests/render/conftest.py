"""Fixtures of tests of pictures."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import pytest

from tests.render.common import ROOT


@pytest.fixture(scope="module")
def make_pictures() -> ModuleType:
    """The module ``docs/make_pictures.py``."""
    path = ROOT / "docs" / "make_pictures.py"
    spec = importlib.util.spec_from_file_location("make_pictures", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
