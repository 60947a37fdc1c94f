"""JIT compilation with Numba.

The same source runs both ways with identical bits. Each compiled function is a twin of the original: it has the same
code and the global names of its own module (docs/decisions/physics-kernel.md).
"""

import hashlib
import inspect
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeGuard

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
"""No fastmath, so nothing is contracted or reordered. The code allocates nothing, so it does not need Numba's reference
counting (`_nrt`); without it a break runs 1.7 times as fast.
"""

INNER: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
INLINED: dict[str, Any] = {**INNER, "forceinline": True}
"""Options of functions inlined at their call sites: a call passes seven words per array."""


def is_available() -> bool:
    """Return whether Numba is installed and not disabled."""
    try:
        import numba  # noqa: F401
    except ImportError:
        return False
    return not settings().DISABLE_JIT


def twins(
    modules: Sequence[ModuleType],
    entries: Sequence[str],
    known: Mapping[FunctionType, Any],
    cache: bool = False,
    inlined: Sequence[str] = (),
) -> dict[FunctionType, Any]:
    """Return the Numba-compiled twin of each function of the modules; `known` has twins made earlier.

    A twin has its function's code and file, and its module's global names, with functions replaced by their twins. So
    the source in a module is exactly what is compiled. Modules must be in dependency order; `entries` are called from
    Python, `inlined` are inlined at their call sites. To step through the kernel with a debugger, run it interpreted:
    `NUMBA_DISABLE_JIT=1`.
    """
    import numba

    made = dict(known)
    for module in modules:
        names = {name: made.get(value, value) if _is_function(value) else value for name, value in vars(module).items()}
        for function in [value for value in vars(module).values() if _is_of(value, module)]:
            twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
            twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
            own = {} if function.__name__ in entries else INLINED if function.__name__ in inlined else INNER
            names[function.__name__] = made[function] = numba.njit(cache=cache, **OPTIONS, **own)(twin)
    return {function: twin for function, twin in made.items() if function not in known}


def _is_function(value: object) -> TypeGuard[FunctionType]:
    return isinstance(value, FunctionType)


def _is_of(value: object, module: ModuleType) -> TypeGuard[FunctionType]:
    return isinstance(value, FunctionType) and value.__module__ == module.__name__


def twins_cached(
    name: str,
    modules: Sequence[ModuleType],
    entries: Sequence[str],
    known: Mapping[FunctionType, Any],
    sources: Sequence[ModuleType] | None = None,
    inlined: Sequence[str] = (),
) -> dict[FunctionType, Any]:
    """Return twins whose compiled code is cached in the user's cache directory, under the hash of the sources.

    `sources` are all modules that contribute to the compiled code; they default to `modules`.
    """
    kept = settings()
    before = kept.CACHE_DIR
    folder = cache_folder(name, modules if sources is None else sources)
    kept.CACHE_DIR = str(folder)
    try:
        return twins(modules, entries, known, can_write(folder), inlined)
    finally:
        kept.CACHE_DIR = before


def cache_folder(name: str, sources: Sequence[ModuleType]) -> Path:
    """Return the cache folder for these sources and this Numba version, below NUMBA_CACHE_DIR if that is set."""
    import numba
    import platformdirs

    digest = hashlib.sha256(f"{numba.__version__}".encode())
    for source in (__file__, *map(inspect.getfile, sources)):
        digest.update(Path(source).read_bytes())
    parent = settings().CACHE_DIR or platformdirs.user_cache_dir("carrom", appauthor=False)
    return Path(parent) / f"{name}-{digest.hexdigest()[:16]}"


def can_write(folder: Path) -> bool:
    """Return whether the folder is writable; if not, each process compiles for itself."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def settings() -> Any:
    """Return Numba's settings, which its type stubs lack."""
    import numba

    return numba.config
