"""JIT compilation with Numba, or interpretation of the same functions where Numba is not available.

The same source runs both ways and gives the same bits. Each compiled function is a twin of the one that is read: it has
its code and sees its own module's names (decision 0088).
"""

import hashlib
import inspect
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeGuard

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
"""No fastmath: nothing is contracted or reordered. The code allocates nothing, so it needs none of Numba's reference
counting (`_nrt`): without it a break runs 1.7 times as fast."""

INNER: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
INLINED: dict[str, Any] = {**INNER, "forceinline": True}
"""Of a function that is written out where it is called: a call hands over seven words an array."""


def can_compile() -> bool:
    """Whether this machine has Numba, and it is not switched off."""
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
    """Return for each function of the modules its twin that Numba compiles; `known` are twins made before.

    A twin has its function's own code and file, and sees its own module's names and no others; where those are
    functions that have a twin it sees the twin. So what is read in a module is what is compiled. A module stands after
    those it imports from; `entries` are what Python calls, `inlined` those written out where they are called. To
    step through the kernel with a debugger, run it interpreted: `NUMBA_DISABLE_JIT=1`.
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


def twins_kept(
    name: str,
    modules: Sequence[ModuleType],
    entries: Sequence[str],
    known: Mapping[FunctionType, Any],
    sources: Sequence[ModuleType] | None = None,
    inlined: Sequence[str] = (),
) -> dict[FunctionType, Any]:
    """Return twins that keep their compiled code in the user's cache, under the hash of the sources.

    `sources` are all modules that the compiled code is made of; the modules themselves unless told otherwise.
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
    """Return the folder of the compiled code of these sources and this Numba, in NUMBA_CACHE_DIR if that is set."""
    import numba
    import platformdirs

    digest = hashlib.sha256(f"{numba.__version__}".encode())
    for source in (__file__, *map(inspect.getfile, sources)):
        digest.update(Path(source).read_bytes())
    parent = settings().CACHE_DIR or platformdirs.user_cache_dir("carrom", appauthor=False)
    return Path(parent) / f"{name}-{digest.hexdigest()[:16]}"


def can_write(folder: Path) -> bool:
    """Whether compiled code can be kept there; where it cannot, each process compiles for itself."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def settings() -> Any:
    """Return Numba's settings, which its type stubs do not know."""
    import numba

    return numba.config
