"""The engine's search on the kernel in JavaScript: arrays of `small_array` go out and come back."""

from array import array
from collections.abc import Callable
from typing import Any

from carrom.offline.small_array import int64, ndarray
from carrom.physics.kernel.layout import E_WIDTH

WRITTEN = frozenset(("base", "work", "lanes", "struck", "classes", "lies", "xs", "ys", "now", "found", "rows"))
"""Parameters of the kernel's functions that they write to."""
SHARED = frozenset(("state", "marks"))
"""Parameters that are arrays of the kernel itself."""


def use_script(engine: Any) -> None:
    """Run the engine's search with `engine`, the object of `web/src/offline/engine.js`."""
    from carrom.engine.geometry import pocketing
    from carrom.engine.rollouts import kernel as rollouts
    from carrom.engine.rollouts import runner
    from carrom.physics.kernel import compiled

    plain = compiled.interpreted()
    plain.play = _player(engine)
    entries = ("play", "play_many", "first_refused", "write_frames")
    kernel = compiled.Kernel({name: getattr(plain, name) for name in entries}, True)
    engine.arrays.profile.set(_typed(kernel.profile))
    sources = {name: getattr(pocketing, name, None) or getattr(rollouts, name) for name in runner.ENTRIES}
    runner.use(kernel, {name: _outside(engine, function) for name, function in sources.items()})


def _player(engine: Any) -> Callable[..., int]:
    """Return a function that plays a stroke like the kernel's `play`, on lists."""
    arrays = engine.arrays

    def play(profile: Any, state: list[float], marks: list[int], world: Any, log: list[float], n: int) -> int:
        arrays.state.set(_numbers("d", state))
        arrays.marks.set(_numbers("i", marks))
        arrays.world.set(_numbers("d", world))
        events: int = engine.play(profile is not None, len(log), n)
        state[:] = arrays.state.to_py().tolist()
        marks[:] = arrays.marks.to_py().tolist()
        logged = min(len(log), max(0, events) * E_WIDTH)
        log[:logged] = engine.logged(logged).to_py().tolist()
        return events

    return play


def _outside(engine: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls the kernel's function of the same name."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]

    def call(*given: Any) -> Any:
        words = []
        for name, value in zip(names, given, strict=True):
            if name in SHARED:
                continue
            if name == "log" or (name == "profile" and value is not None):
                words.append(getattr(engine.arrays, name))
            elif name == "world":
                engine.arrays.world.set(_typed(value))
                words.append(engine.arrays.world)
            else:
                words.append(_foreign(engine, value) if isinstance(value, ndarray) else value)
        result = engine.call(function.__name__, *words)
        for name, value in zip(names, given, strict=True):
            if name in WRITTEN:
                value.written_outside()
        return result

    return call


def _foreign(engine: Any, given: ndarray) -> Any:
    """Return an array outside Python with the same elements: a typed array, or a table."""
    if given.foreign is None:
        given.foreign = _typed(given)
    return given.foreign if given.ndim == 1 else engine.table(given.foreign, *given.shape)


def _typed(given: ndarray) -> Any:
    """Return a new typed array of the elements."""
    return _numbers("i" if given.dtype.kind == "i" and given.dtype is not int64 else "d", given.data)


def _numbers(code: str, given: Any) -> Any:
    """Return numbers as a typed array: of 32-bit integers (`i`) or of floats (`d`)."""
    from pyodide.ffi import to_js

    return to_js(memoryview(array(code, given)))
