"""The kernel compiled by Numba, or interpreted: one source, the same bits.

`kernel()` gives the compiled kernel once it is warm and the interpreted one until then; `warm()` compiles in the
calling thread, `warm_in_background()` in another. Compiled code is cached in the user's cache folder, under the hash
of the kernel's sources: Numba looks only at the file of the function itself, and would run old code after a change in
another. `NUMBA_DISABLE_JIT=1` or a machine without Numba leave everything interpreted.
"""

import hashlib
import inspect
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, TypeGuard

from carrom.physics import contact, crowd, kernel, lanes, layout, motion, timing
from carrom.physics.profile import profile

MODULES: tuple[ModuleType, ...] = (motion, timing, lanes, contact, kernel, crowd)
"""In the order of who calls whom."""

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
"""No fastmath: nothing is contracted or reordered. The kernel allocates nothing, so it needs none of Numba's reference
counting (`_nrt`): without it a break runs 1.7 times as fast."""

ENTRIES = ("play", "play_many")
"""What Python calls; the others need no wrapper for it."""
INNER: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

Play = Callable[..., int]
_lock = threading.Lock()
_compiled: dict[str, Any] = {}


class Kernel:
    """One way to run the kernel: its entries and the containers they take."""

    def __init__(self, play: Play, play_many: Callable[..., None], is_compiled: bool) -> None:
        self.play = play
        self.play_many = play_many
        self.is_compiled = is_compiled
        self.profile: Any = _array(profile()) if is_compiled else profile()

    def floats(self, size: int) -> Any:
        """Return that many zeros in the container this kernel reads."""
        return _zeros(size) if self.is_compiled else [0.0] * size

    def integers(self, size: int) -> Any:
        """Return that many integer zeros in the container this kernel reads."""
        return _zeros(size, integers=True) if self.is_compiled else [0] * size


@cache
def interpreted() -> Kernel:
    """Return the kernel as plain Python."""
    return Kernel(kernel.play, crowd.play_many, False)


def current() -> Kernel:
    """Return the compiled kernel if it is warm, otherwise the interpreted one."""
    warm_one = _compiled.get("kernel")
    return warm_one if warm_one is not None else interpreted()


def is_warm() -> bool:
    """Whether strokes run compiled now."""
    return "kernel" in _compiled


def can_compile() -> bool:
    """Whether this machine has Numba, and it is not switched off."""
    try:
        import numba  # noqa: F401
    except ImportError:
        return False
    return not _settings().DISABLE_JIT


def warm() -> bool:
    """Compile the kernel, or load it from the cache, in this thread; return whether strokes run compiled from now on.

    Cold this takes some ten seconds once for a version and machine, warm some tenths of a second once a process.
    """
    if is_warm():
        return True
    if not can_compile():
        return False
    with _lock:
        if not is_warm():
            made = Kernel(functions()["play"], functions()["play_many"], True)
            _exercise(made)
            _compiled["kernel"] = made
    return True


def warm_in_background() -> threading.Thread:
    """Start `warm()` in a thread of its own; strokes run interpreted until it is done."""
    thread = threading.Thread(target=warm, name="carrom-warm", daemon=True)
    thread.start()
    return thread


def functions() -> dict[str, Any]:
    """Return the kernel's functions as Numba dispatchers, by name; nothing is compiled until they are called."""
    return {function.__name__: twin for function, twin in kernel_twins().items()}


@cache
def kernel_twins() -> Mapping[FunctionType, Any]:
    """Return the twins of the kernel's functions, which keep their compiled code in the cache folder."""
    settings = _settings()
    before = settings.CACHE_DIR
    folder = cache_folder()
    settings.CACHE_DIR = str(folder)
    try:
        return MappingProxyType(twins(MODULES, ENTRIES, {}, cache=_can_write(folder)))
    finally:
        settings.CACHE_DIR = before


def twins(
    modules: Sequence[ModuleType], entries: Sequence[str], known: Mapping[FunctionType, Any], cache: bool = False
) -> dict[FunctionType, Any]:
    """Return for each function of the modules its twin that Numba compiles; `known` are twins made before.

    A twin has its function's own code and file, and sees its own module's names and no others; where those are
    functions that have a twin it sees the twin. So what is read in a module is what is compiled. A module stands after
    those it imports from; `entries` are what Python calls. To step through the kernel with a debugger, run it
    interpreted: `NUMBA_DISABLE_JIT=1`.
    """
    import numba

    made = dict(known)
    for module in modules:
        names = {name: made.get(value, value) if _is_function(value) else value for name, value in vars(module).items()}
        for function in [value for value in vars(module).values() if _is_of(value, module)]:
            twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
            twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
            inner = {} if function.__name__ in entries else INNER
            names[function.__name__] = made[function] = numba.njit(cache=cache, **OPTIONS, **inner)(twin)
    return {function: twin for function, twin in made.items() if function not in known}


def _is_function(value: object) -> TypeGuard[FunctionType]:
    return isinstance(value, FunctionType)


def _is_of(value: object, module: ModuleType) -> TypeGuard[FunctionType]:
    return isinstance(value, FunctionType) and value.__module__ == module.__name__


def cache_folder() -> Path:
    """Return the folder of the compiled code of these sources and this Numba, in NUMBA_CACHE_DIR if that is set."""
    import numba
    import platformdirs

    digest = hashlib.sha256(f"{numba.__version__}".encode())
    for source in (__file__, *map(inspect.getfile, (layout, *MODULES))):
        digest.update(Path(source).read_bytes())
    parent = _settings().CACHE_DIR or platformdirs.user_cache_dir("carrom", appauthor=False)
    return Path(parent) / f"kernel-{digest.hexdigest()[:16]}"


def _can_write(folder: Path) -> bool:
    """Whether compiled code can be kept there; where it cannot, each process compiles for itself."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _exercise(made: Kernel) -> None:
    """Play one short stroke on each path, so that everything is compiled."""
    state, marks = made.floats(layout.STATE), made.integers(layout.MARKS)
    world = _array((1.0, 0.85, 0.75, 0.1, 0.15, 0.37, 0.02225))
    sizes = _array((0.02, 0.015, 0.016, 0.005))
    places, launches = made.floats(2 * layout.LANES), _array((0.0, 0.0, 0.1, 0.0, 0.0))
    counts, jobs = made.integers(1), made.integers(2)
    counts[0] = 1
    rests, ends, events = made.floats(4 * layout.LANES), made.floats(1), made.integers(1)
    log = made.floats(layout.E_WIDTH)
    for used in (made.profile, None):
        made.play_many(used, state, marks, world, sizes, places, counts, launches, jobs, 0, 1, rests, ends, events, log)
        state[layout.WX] = 0.1
        state[layout.X] = state[layout.Y] = state[layout.WY] = state[layout.SPIN] = 0.0
        made.play(used, state, marks, world, log, 1)


def _array(numbers: Sequence[float]) -> Any:
    import numpy

    return numpy.array(numbers, dtype=numpy.float64)


def _zeros(size: int, integers: bool = False) -> Any:
    import numpy

    return numpy.zeros(size, dtype=numpy.int64 if integers else numpy.float64)


def _settings() -> Any:
    """Return Numba's settings, which its type stubs do not know."""
    import numba

    return numba.config
