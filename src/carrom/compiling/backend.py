"""The choice between native kernels and interpretation, and the functions of each."""

import logging
import os
import sys
from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import cache
from typing import Any

from carrom.compiling import native
from carrom.errors import SetupError

VARIABLE = "CARROM_KERNELS"
"""The environment variable that forces a way to run the kernels."""
log = logging.getLogger(__name__)


class Backend(StrEnum):
    """A way to run the kernels; both give the same bits."""

    NATIVE = "native"
    """An object compiled from C when carrom was built."""
    INTERPRETED = "interpreted"


@cache
def backend() -> Backend:
    """Return how the kernels run in this process: the native object of these sources, otherwise Python itself.

    `CARROM_KERNELS` forces one of them. Without it, a process that has no native object logs one warning. Raises
    `SetupError` for another name, or if native code is forced and not there.
    """
    forced = os.environ.get(VARIABLE, "")
    if forced not in ("", *Backend):
        raise SetupError(f"{VARIABLE} is {forced!r}; expected native or interpreted.")
    if forced == Backend.INTERPRETED:
        return Backend.INTERPRETED
    found = native.find()
    if isinstance(found, native.Library):
        return Backend.NATIVE
    if forced:
        raise SetupError(f"{VARIABLE}=native: {found}")
    if sys.platform != "emscripten":  # a browser has the kernels as WebAssembly
        log.warning("%s", found)
    return Backend.INTERPRETED


def is_native() -> bool:
    """Return whether the kernels run as native code in this process."""
    return backend() is Backend.NATIVE


def kernels(entries: Iterable[Callable[..., Any]], as_native: bool) -> dict[str, Callable[..., Any]]:
    """Return functions that Python calls, by name: as native code, which takes arrays of NumPy, or as they are."""
    if not as_native:
        return {entry.__name__: entry for entry in entries}
    found = native.find()
    if not isinstance(found, native.Library):
        raise SetupError(found)
    return {entry.__name__: found.entry(entry) for entry in entries}
