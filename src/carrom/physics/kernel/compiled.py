"""The kernel as native code or interpreted: one source, the same bits (`carrom.compiling`)."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any

from carrom.board import free_space
from carrom.board import integers as exact
from carrom.compiling import is_native, kernels
from carrom.physics.kernel import (
    collision_times,
    contact,
    distance_bounds,
    keyframes,
    loop,
    motion,
    pocket,
    stroke_batch,
)
from carrom.physics.kernel.friction_profile import profile

MODULES: tuple[ModuleType, ...] = (
    exact,
    motion,
    pocket,
    collision_times,
    distance_bounds,
    contact,
    loop,
    stroke_batch,
    keyframes,
)
"""The modules of the compiled subset that a stroke runs."""
ENTRIES = (loop.play, stroke_batch.play_many, stroke_batch.first_refused, keyframes.write_frames)
"""Functions that Python calls."""
Play = Callable[..., int]


class Kernel:
    """One way to run the kernel: its entries and the containers they take."""

    def __init__(self, functions: Mapping[str, Callable[..., Any]], is_compiled: bool) -> None:
        self.play: Play = functions["play"]
        self.play_many: Callable[..., None] = functions["play_many"]
        self.first_refused: Callable[..., int] = functions["first_refused"]
        self.write_frames: Callable[..., int] = functions["write_frames"]
        self.is_compiled = is_compiled
        self.profile: Any = _array(profile()) if is_compiled else profile()

    def floats(self, size: int) -> Any:
        """Return `count` zeros as floats, in an array or a list."""
        return _zeros(size) if self.is_compiled else [0.0] * size

    def integers(self, size: int) -> Any:
        """Return `count` integer zeros, in an array or a list."""
        return _zeros(size, integers=True) if self.is_compiled else [0] * size

    def given(self, numbers: Sequence[float]) -> Any:
        """Return numbers in an array or a list, as this kernel needs."""
        return _array(numbers) if self.is_compiled else numbers

    def rows(self, flat: Any, count: int, width: int) -> list[list[Any]]:
        """Return the first `count` rows of a flat array as lists of plain numbers."""
        if self.is_compiled:
            return flat[: count * width].reshape(count, width).tolist()  # type: ignore[no-any-return]
        return [flat[at : at + width] for at in range(0, count * width, width)]


@cache
def interpreted() -> Kernel:
    """Return the kernel as plain Python."""
    return Kernel(kernels(ENTRIES, as_native=False), False)


def current() -> Kernel:
    """Return the native kernel if there is one, otherwise the interpreted one."""
    return _native() if is_native() else interpreted()


def warm() -> bool:
    """Load the native kernels now instead of at the first stroke; return whether strokes run as native code.

    Without native kernels, strokes are interpreted: slower, with the same results.

    >>> import carrom
    >>> carrom.warm() in (True, False)
    True
    """
    return current().is_compiled


@cache
def _native() -> Kernel:
    free_space.use_native()
    return Kernel(kernels(ENTRIES, as_native=True), True)


def _array(numbers: Sequence[float]) -> Any:
    import numpy

    return numpy.array(numbers, dtype=numpy.float64)


def _zeros(size: int, integers: bool = False) -> Any:
    import numpy

    return numpy.zeros(size, dtype=numpy.int64 if integers else numpy.float64)
