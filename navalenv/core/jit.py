"""Compilation with Numba, and where compiled code is kept on disk.

Decorators: `compiled`, `inlined` and `shared` for functions that compiled code calls, and
`cached` for those that Python calls. Only the latter are kept on disk: each holds the machine
code of all that it calls. Numba notices a change in a function's own file only; the folder is
therefore named by a hash of all sources of the core and the games, tables of data included.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pathlib
import tempfile
from collections.abc import Callable
from typing import Any, TypeVar

import numba
from numba.core import caching, codegen, compiler, config, types
from numba.core.types.misc import unliteral
from numba.extending import lower_builtin, register_jitable, type_callable

Function = TypeVar("Function", bound=Callable[..., Any])

JIT_DISABLED = bool(config.DISABLE_JIT)
"""True under ``NUMBA_DISABLE_JIT=1``: rules are plain Python that a debugger can step through."""


_SOURCES = (".py", ".csv", ".json")
"""Endings of files that compiled code can depend on: tables become constants in it."""


def folder_hash(*folders: pathlib.Path) -> str:
    """Hash of all sources in some folders and below them: code, and data that rules hold."""
    digest = hashlib.sha256(numba.__version__.encode())
    for folder in folders:
        sources = (path for path in folder.rglob("*") if path.suffix in _SOURCES)
        for path in sorted(sources):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@functools.lru_cache(maxsize=1)
def source_hash() -> str:
    """Hash of every source file of the package that compiled code can depend on."""
    package = pathlib.Path(__file__).resolve().parent.parent
    return folder_hash(package / "core", package / "games")


@functools.lru_cache(maxsize=1)
def cache_folder() -> pathlib.Path | None:
    """Folder of the compiled code, or ``None`` if no folder can be written.

    ``NAVALENV_CACHE_DIR`` comes first, then ``NUMBA_CACHE_DIR``, then the user's cache.
    """
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join("~", ".cache")
    roots = [os.environ.get("NAVALENV_CACHE_DIR"), os.environ.get("NUMBA_CACHE_DIR"), home]
    for root in filter(None, roots):
        try:
            folder = pathlib.Path(root).expanduser() / "navalenv" / source_hash()
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except (OSError, RuntimeError):  # nothing can be written there, or there is no home
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
    _locator_classes = [_Locator]  # noqa: RUF012


class _FunctionCache(caching.FunctionCache):
    """Numba's cache, but for files that cannot be read or written: then it is compiled anew."""

    _impl_class = _CacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # what a damaged file holds can raise anything
            with contextlib.suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with contextlib.suppress(OSError):  # such as a full disk
            super().save_overload(sig, data)


_OPTIONS = {"nogil": True, "error_model": "numpy"}
_INSIDE = {
    "_nrt": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    **_OPTIONS,
}
"""Without counts of references to arrays, and without entries for Python: both cost time."""


class _WithoutEnvironments:
    """Numba's code generator for `_PartLibrary`, which has no place in memory for the objects
    of Python (environments) that some code refers to; the code of parts refers to none."""

    def __init__(self, generator: Any) -> None:
        self._generator = generator

    def __getattr__(self, name: str) -> Any:
        return getattr(self._generator, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing."""


class _PartLibrary(codegen.JITCodeLibrary):
    """Code of a function that only compiled code calls.

    Numba would optimize it together with all that it calls, and make machine code of that, once
    for each function up to the one that Python calls. Here only the latter does so, with all its
    parts at once: compilation takes a fraction of the time.
    """

    @property
    def codegen(self) -> Any:
        return _WithoutEnvironments(self._codegen)

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        whole = super()._get_module_for_linking().clone()
        for library in self._others():
            if isinstance(library, _PartLibrary):
                module = super(_PartLibrary, library)._get_module_for_linking()
            else:
                module = library._get_module_for_linking()
            whole.link_in(module, preserve=True)
        return whole

    def _others(self) -> list[Any]:
        """The libraries of all functions that this one calls, directly or not."""
        found: dict[Any, None] = {}
        open_ends = list(self._linking_libraries)
        while open_ends:
            library = open_ends.pop()
            if library in found or library is self:
                continue
            found[library] = None
            if isinstance(library, _PartLibrary):
                open_ends.extend(library._linking_libraries)
        return list(found)


class _PartCompiler(compiler.Compiler):
    """Numba's compiler, with `_PartLibrary` for its result."""

    def compile_extra(self, func: Any) -> Any:
        self.state.library = _PartLibrary(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


def _once_for_all_literals(dispatcher: Any) -> Any:
    """Compile a function once for all literal numbers among its arguments, not once for each."""
    if not JIT_DISABLED:
        find = dispatcher.get_call_template
        dispatcher.get_call_template = lambda args, kws: find(
            tuple(map(unliteral, args)),
            {name: unliteral(kind) for name, kind in kws.items()},
        )
    return dispatcher


def compiled(function: Function) -> Function:
    """Compile a function that only compiled code calls; never kept on disk alone.

    It may not make arrays.
    """
    return _once_for_all_literals(numba.njit(pipeline_class=_PartCompiler, **_INSIDE)(function))


def inlined(function: Function) -> Function:
    """`compiled`, and always inserted where it is called: loops around it can be vectorised."""
    return _once_for_all_literals(
        numba.njit(pipeline_class=_PartCompiler, forceinline=True, **_INSIDE)(function)
    )


def shared(function: Function) -> Function:
    """`compiled` for compiled code, and plain Python for Python: for small functions."""
    return register_jitable(pipeline_class=_PartCompiler, **_INSIDE)(function)


def cached(function: Function) -> Function:
    """Compile a function that Python calls and keep its machine code on disk."""
    dispatcher = numba.njit(no_cfunc_wrapper=True, **_OPTIONS)(function)
    if not JIT_DISABLED and cache_folder() is not None:
        dispatcher._cache = _FunctionCache(function)
    return dispatcher


def as_instructions(function: Callable[[Any], int], write: Callable[[Any, Any], Any]) -> None:
    """Give compiled code its own way to do a plain Python function of one number.

    Args:
        function: from a number to a 64-bit integer.
        write: from an LLVM builder and a value, a 64-bit integer, to the value of the result.
    """

    @type_callable(function)
    def find_type(context: Any) -> Any:
        return lambda value: types.int64

    @lower_builtin(function, types.Any)
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        value = context.cast(builder, values[0], signature.args[0], types.int64)
        return write(builder, value)


def integer(value: Any) -> int:
    """A signed integer, for compiled code.

    A field of a record may be unsigned, which Numba would keep; and for a literal number among
    the arguments of a call, Numba compiles the function once more.
    """
    return int(value)


as_instructions(integer, lambda builder, value: value)
