"""Compiled kernels: a native object built from C, or the same functions interpreted."""

from carrom.compiling.backend import VARIABLE, Backend, backend, is_native, kernels

__all__ = ["VARIABLE", "Backend", "backend", "is_native", "kernels"]
