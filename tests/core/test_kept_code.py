"""Compiled code on disk: the package works without, and with damaged files."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest

from navalenv.core.jit import JIT_DISABLED

_PROGRAM = """
from navalenv.core import jit


@jit.cached
def twice(number):
    return 2 * number


print(jit.cache_folder(), twice(21))
"""

needs_numba = pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")


def run(folder: pathlib.Path, **environment: str) -> str:
    """Where a process of its own keeps compiled code."""
    program = folder / "program.py"
    program.write_text(_PROGRAM)
    kept = {name: value for name, value in os.environ.items() if "CACHE" not in name}
    done = subprocess.run(
        [sys.executable, program], env=kept | environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    where, number = done.stdout.split()
    assert number == "42"
    return where


@needs_numba
def test_damaged_files_are_made_anew(tmp_path: pathlib.Path) -> None:
    folder = pathlib.Path(run(tmp_path, NAVALENV_CACHE_DIR=str(tmp_path)))
    assert folder.is_relative_to(tmp_path)
    index, code = sorted(folder.iterdir(), key=lambda path: path.suffix != ".nbi")
    sizes = index.stat().st_size, code.stat().st_size
    for damaged in (index, code):
        damaged.write_bytes(b"")
        assert run(tmp_path, NAVALENV_CACHE_DIR=str(tmp_path)) == str(folder)
        assert (index.stat().st_size, code.stat().st_size) == sizes


@needs_numba
def test_no_folder_to_write_in(tmp_path: pathlib.Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    for home in (str(nowhere), "~no-such-user/cache"):
        where = run(tmp_path, NAVALENV_CACHE_DIR=str(nowhere), XDG_CACHE_HOME=home)
        assert where == "None"
