"""The choice between native kernels, Numba and interpretation, and the compiled functions of each."""

import logging
import os
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from carrom.compiling import native, numba_twins
from carrom.errors import SetupError

VARIABLE = "CARROM_KERNELS"
"""The environment variable that forces a way to run the kernels."""
EXTRA = "pip install 'carrom[jit]'"
log = logging.getLogger(__name__)


class Backend(StrEnum):
    """A way to run the kernels; all give the same bits."""

    NATIVE = "native"
    """An object compiled from C when carrom was built."""
    NUMBA = "numba"
    INTERPRETED = "interpreted"


@cache
def backend() -> Backend:
    """Return how the kernels run in this process.

    The native object, if there is one of these sources for this machine, otherwise Numba, if it is installed, otherwise
    Python itself. `CARROM_KERNELS` forces one of them, and `NUMBA_DISABLE_JIT=1` the last. Raises `SetupError` if
    the one that is forced is not there.
    """
    forced = os.environ.get(VARIABLE, "")
    if forced:
        return _forced(forced)
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return Backend.INTERPRETED
    found = native.find()
    if isinstance(found, native.Library):
        return Backend.NATIVE
    if found:
        log.warning("%s", found)
    return Backend.NUMBA if numba_twins.is_available() else Backend.INTERPRETED


def _forced(name: str) -> Backend:
    if name not in set(Backend):
        raise SetupError(f"{VARIABLE} is {name!r}; expected native, numba or interpreted.")
    chosen = Backend(name)
    if chosen is Backend.NATIVE:
        found = native.find()
        if isinstance(found, str):
            raise SetupError(f"{VARIABLE}=native: {found or 'carrom was installed without compiled kernels.'}")
    if chosen is Backend.NUMBA and not numba_twins.is_available():
        raise SetupError(f"{VARIABLE}=numba: Numba is missing or switched off; install it with: {EXTRA}")
    return chosen


def can_compile() -> bool:
    """Return whether the kernels run compiled, as native code or by Numba."""
    return backend() is not Backend.INTERPRETED


def compiled_functions(
    name: str,
    modules: Sequence[ModuleType],
    entries: Sequence[str],
    known: Mapping[FunctionType, Any],
    sources: Sequence[ModuleType] | None = None,
    inlined: Sequence[str] = (),
) -> dict[FunctionType, Any]:
    """Return the compiled functions of modules: native code of the entries, or Numba's twins of all functions.

    The parameters after `entries` are Numba's, see `numba_twins.twins_cached`.
    """
    found = native.find() if backend() is Backend.NATIVE else ""
    if not isinstance(found, native.Library):
        return numba_twins.twins_cached(name, modules, entries, known, sources, inlined)
    functions = (value for module in modules for value in vars(module).values() if isinstance(value, FunctionType))
    return {function: found.entry(function) for function in functions if found.has(function)}
