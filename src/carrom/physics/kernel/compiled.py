"""The kernel compiled to native code, by Numba, or interpreted: one source, the same bits (`carrom.compiling.backend`).

Native code is there from the first stroke. With Numba, `current()` gives the compiled kernel once it is warm and the
interpreted one until then; `warm()` compiles in the calling thread, `warm_in_background()` in another. What Numba has
compiled is cached in the user's cache folder, under the hash of the kernel's sources: Numba looks only at the file of
the function itself, and would run old code after a change in another. `CARROM_KERNELS=interpreted` or
`NUMBA_DISABLE_JIT=1` leave everything interpreted.
"""

import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any

from carrom import compiling
from carrom.board import free_space
from carrom.board import integers as exact
from carrom.compiling import Backend, backend, can_compile, numba_twins
from carrom.physics.kernel import (
    collision_times,
    contact,
    distance_bounds,
    keyframes,
    layout,
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
"""Modules to compile; each stands after those that it calls."""

ENTRIES = ("play", "play_many", "first_refused", "write_frames")
"""Functions that Python calls; the others need no Python wrapper."""
INLINED = (
    "bound_all", "bound_line", "bound_moving", "bound_pair", "bound_resting", "bounce", "bring_to", "collide",
    "fall", "find_soonest", "foresee", "keep_row", "launch", "lay_out", "make_ready", "meet_edge", "next_event",
    "way_to_pocket",
)  # fmt: skip
"""Functions called at every event, which are inlined: 1.15 times as fast (docs/decisions/physics-kernel.md)."""
Play = Callable[..., int]
_lock = threading.Lock()
_compiled: dict[str, Any] = {}


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
    entries = (loop.play, stroke_batch.play_many, stroke_batch.first_refused, keyframes.write_frames)
    return Kernel({entry.__name__: entry for entry in entries}, False)


def current() -> Kernel:
    """Return the compiled kernel if it is native or warm, otherwise the interpreted one."""
    warm_one = _compiled.get("kernel")
    if warm_one is None and backend() is Backend.NATIVE and warm():
        warm_one = _compiled["kernel"]
    return warm_one if warm_one is not None else interpreted()


def is_warm() -> bool:
    """Whether strokes run compiled now."""
    return "kernel" in _compiled or backend() is Backend.NATIVE


def warm() -> bool:
    """Make the compiled kernel ready in this thread; return whether strokes run compiled from now on.

    Native code is only loaded. Numba compiles for about 25 seconds, once per version and machine, or loads from its
    cache in some tenths of a second per process.
    """
    if "kernel" in _compiled:
        return True
    if not can_compile():
        return False
    with _lock:
        if "kernel" not in _compiled:
            made = Kernel(functions(), True)
            _exercise(made)
            free_space.warm()
            _compiled["kernel"] = made
    return True


def warm_in_background() -> threading.Thread:
    """Run `warm()` in a background thread; strokes run interpreted until it is done."""
    thread = threading.Thread(target=warm, name="carrom-warm", daemon=True)
    thread.start()
    return thread


def functions() -> dict[str, Any]:
    """Return the compiled functions by name; Numba's are compiled when they are called."""
    return {function.__name__: twin for function, twin in kernel_twins().items()}


@cache
def kernel_twins() -> Mapping[FunctionType, Any]:
    """Return the compiled functions: native entries, or Numba's twins of all functions, cached on disk."""
    return MappingProxyType(compiling.compiled_functions("kernel", MODULES, ENTRIES, {}, _sources(), INLINED))


@cache
def numba_kernel() -> Mapping[FunctionType, Any]:
    """Return Numba's twins of the kernel's functions, also where the kernel runs as native code."""
    return MappingProxyType(numba_twins.twins_cached("kernel", MODULES, ENTRIES, {}, _sources(), INLINED))


def cache_folder() -> Path:
    """Return the folder of the compiled code of these sources and this Numba, in NUMBA_CACHE_DIR if that is set."""
    return compiling.cache_folder("kernel", _sources())


def _sources() -> tuple[ModuleType, ...]:
    return (sys.modules[__name__], layout, *MODULES)


def _exercise(made: Kernel) -> None:
    """Play one short stroke on each path, so that everything is compiled."""
    import numpy

    state, marks, log = made.floats(layout.STATE), made.integers(layout.MARKS), made.floats(layout.E_WIDTH)
    world = _array((1.0, 0.85, 0.75, 0.1, 0.15, 0.37, 0.02225, 0.001, 0.0, 64.0, 16_000.0))
    sizes, measures = _array((0.02, 0.015, 0.016, 0.005)), made.integers(stroke_batch.MEASURES)
    places = numpy.full((1, stroke_batch.ALL_DISCS, 2), stroke_batch.NOWHERE)
    strokes, jobs, number = (
        numpy.zeros((1, stroke_batch.STROKE), dtype=numpy.int64),
        made.integers(2).reshape(1, 2),
        [0],
    )
    strokes[0, stroke_batch.S_VX] = 100_000
    watched = made.integers(stroke_batch.ALL_DISCS)
    rest, times = places.copy(), numpy.zeros((1, stroke_batch.ALL_DISCS))
    facts = numpy.zeros((1, stroke_batch.FACTS), dtype=numpy.int64)
    for used in (made.profile, None):
        picks = quarters = numpy.array(number)
        made.play_many(used, state, marks, log, world.reshape(1, -1), sizes, measures, places, quarters, strokes, jobs,
                       watched, picks, 0, 1, rest, times, times.copy(), facts)  # fmt: skip
        state[layout.WX] = 0.1
        state[layout.X] = state[layout.Y] = state[layout.WY] = state[layout.SPIN] = 0.0
        made.play(used, state, marks, world, log, 1)
    made.first_refused(measures, places, quarters, strokes, jobs, 1, 1, made.floats(2 * stroke_batch.ALL_DISCS))
    launched, out = made.floats(3), made.integers(keyframes.FRAME)
    made.write_frames(made.profile, log, 0, made.floats(keyframes.BEGUN), launched, 0, 1.0, state, marks, out)


def _array(numbers: Sequence[float]) -> Any:
    import numpy

    return numpy.array(numbers, dtype=numpy.float64)


def _zeros(size: int, integers: bool = False) -> Any:
    import numpy

    return numpy.zeros(size, dtype=numpy.int64 if integers else numpy.float64)
