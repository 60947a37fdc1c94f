"""The engine's search on the kernel in WebAssembly: arrays of `small_array` go out and come back."""

from array import array
from collections.abc import Callable
from typing import Any

from carrom.offline.small_array import ndarray
from carrom.physics.kernel.layout import E_WIDTH

WRITTEN = frozenset(("base", "work", "lanes", "struck", "classes", "lies", "xs", "ys", "now", "found", "rows"))
"""Parameters of the kernel's functions that they write to."""
ROOMS = {"state": "f8", "marks": "i8", "log": "f8", "profile": "f8"}
"""Parameters whose arrays stay in the kernel's memory, and the types of their elements."""
CODES = {"int8": "b", "int16": "h", "int32": "i", "int64": "q", "float64": "d"}


def use_script(engine: Any) -> None:
    """Run the engine's search with `engine`, the object of `web/src/offline/engine.js`."""
    from carrom.engine import rollouts
    from carrom.physics.kernel import compiled

    plain = compiled.interpreted()
    plain.play = _player(engine)
    kernel = compiled.Kernel({each.__name__: getattr(plain, each.__name__) for each in compiled.ENTRIES}, True)
    _filled(engine, "profile", "d", list(kernel.profile.data))
    rollouts.use(kernel, {function.__name__: _outside(engine, function) for function in rollouts.ENTRIES})


def _player(engine: Any) -> Callable[..., int]:
    """Return a function that plays a stroke like the kernel's `play`, on lists."""

    def play(profile: Any, state: list[float], marks: list[int], world: Any, log: list[float], n: int) -> int:
        held, marked = _filled(engine, "state", "d", state), _filled(engine, "marks", "q", marks)
        spins = None if profile is None else engine.room("profile", "f8", 0)
        logged = engine.room("log", "f8", len(log))
        events: int = engine.call("play", spins, held, marked, _numbers("d", world), logged, n)
        state[:] = held.values.to_py().tolist()[: len(state)]
        marks[:] = marked.values.to_py().tolist()[: len(marks)]
        written = min(len(log), max(0, events) * E_WIDTH)
        log[:written] = logged.values.subarray(0, written).to_py().tolist()
        return events

    return play


def _filled(engine: Any, name: str, code: str, numbers: list[Any]) -> Any:
    """Return an array in the kernel's memory with these numbers."""
    room = engine.room(name, ROOMS[name], len(numbers))
    room.values.set(_numbers(code, numbers))
    return room


def _outside(engine: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls the kernel's function of the same name."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]

    def call(*given: Any) -> Any:
        words = []
        for name, value in zip(names, given, strict=True):
            if name in ROOMS and value is not None:
                words.append(engine.room(name, ROOMS[name], 0 if name == "profile" else len(value)))
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
        given.foreign = _numbers(CODES[given.dtype.name], given.data)
    return given.foreign if given.ndim == 1 else engine.table(given.foreign, *given.shape)


def _numbers(code: str, given: Any) -> Any:
    """Return numbers as a typed array of the type that `array` gives this code."""
    from pyodide.ffi import to_js

    return to_js(memoryview(array(code, given)))
