"""Compiled kernels: native objects built from C, Numba's just-in-time compiler, or the same functions interpreted."""

from carrom.compiling.backend import VARIABLE, Backend, backend, can_compile, compiled_functions
from carrom.compiling.numba_twins import cache_folder, can_write, settings, twins

__all__ = [
    "VARIABLE",
    "Backend",
    "backend",
    "cache_folder",
    "can_compile",
    "can_write",
    "compiled_functions",
    "settings",
    "twins",
]
