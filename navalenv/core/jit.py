"""Compilation with Numba, and where compiled code is kept on disk.

Two decorators: `compiled` for functions that only compiled code calls, and `cached` for those
that Python calls. Only the latter are kept on disk: each holds the machine code of all that it
calls. Numba notices a change in a function's own file only; the folder is therefore named by a
hash of all sources of the core and the games.
"""

from __future__ import annotations

import functools
import hashlib
import os
import pathlib
import tempfile
from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import caching, config
from numba.extending import register_jitable

Function = TypeVar("Function", bound=Callable[..., Any])

JIT_DISABLED = bool(config.DISABLE_JIT)
"""True under ``NUMBA_DISABLE_JIT=1``: the same code runs as plain Python, for debugging."""


@functools.lru_cache(maxsize=1)
def source_hash() -> str:
    """Hash of every source file that compiled code can depend on."""
    package = pathlib.Path(__file__).resolve().parent.parent
    digest = hashlib.sha256(numba.__version__.encode())
    for folder in ("core", "games"):
        for path in sorted((package / folder).rglob("*.py")):
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@functools.lru_cache(maxsize=1)
def cache_folder() -> pathlib.Path | None:
    """Folder of the compiled code, or ``None`` if no folder can be written.

    ``NAVALENV_CACHE_DIR`` comes first, then ``NUMBA_CACHE_DIR``, then the user's cache.
    """
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join("~", ".cache")
    roots = [os.environ.get("NAVALENV_CACHE_DIR"), os.environ.get("NUMBA_CACHE_DIR"), home]
    for root in filter(None, roots):
        folder = pathlib.Path(root).expanduser() / "navalenv" / source_hash()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except OSError:
            continue
        return folder
    return None


class _Locator(caching._CacheLocator):
    """Tells Numba to use `cache_folder`."""

    def get_cache_path(self) -> str:
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        return source_hash()

    def get_disambiguator(self) -> str:
        return "navalenv"

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> _Locator:
        return cls()


class _CacheImpl(caching.CompileResultCacheImpl):
    _locator_classes = [_Locator]


class _FunctionCache(caching.FunctionCache):
    _impl_class = _CacheImpl


_OPTIONS = {"nogil": True, "error_model": "numpy"}


def shared(function: Function) -> Function:
    """Let compiled code call a small function that stays plain Python for Python."""
    return register_jitable(_nrt=False, **_OPTIONS)(function)  # type: ignore[no-any-return]


def inlined(function: Function) -> Function:
    """`compiled`, but always inserted where it is called, so that loops around it can use
    vector instructions.
    """
    return numba.njit(_nrt=False, forceinline=True, **_OPTIONS)(function)  # type: ignore[no-any-return]


def compiled(function: Function) -> Function:
    """Compile a function that only compiled code calls; never kept on disk alone."""
    return numba.njit(_nrt=False, **_OPTIONS)(function)  # type: ignore[no-any-return]


def cached(function: Function) -> Function:
    """Compile a function that Python calls and keep its machine code on disk."""
    dispatcher = numba.njit(**_OPTIONS)(function)
    if not JIT_DISABLED and cache_folder() is not None:
        dispatcher._cache = _FunctionCache(function)
    return dispatcher  # type: ignore[no-any-return]


if JIT_DISABLED:
    integer = int
else:

    @compiled
    def integer(value):  # type: ignore[no-untyped-def]
        """A signed integer: a field of a record may be unsigned, which Numba would keep."""
        return np.int64(value)
