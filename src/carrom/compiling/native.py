"""Kernels compiled from C: the object is loaded by ctypes, which works with every version of Python.

An entry takes its arguments as one block of 64-bit words: integers, floats, and for an array its address and its
axes. ctypes releases the interpreter's lock during a call.
"""

import ctypes
import json
import struct
import weakref
from collections.abc import Callable
from functools import cache, update_wrapper
from pathlib import Path
from typing import Any

from carrom.compiling.kernel_sources import OBJECTS, digest, object_name, platform

SLOW = "strokes are interpreted, 20 to 300 times slower and with the same results"
BUILD = "`python3 dev.py play` builds them in a checkout; elsewhere install a C compiler, then carrom again."
CODES = {"i": "q", "b": "q", "f": "d"}
AXES = {"1": 2, "2": 3, "3": 4}
"""Words of an array by its axes: the address, and the length of each axis."""


@cache
def find() -> "Library | str":
    """Return the native kernels of these sources; otherwise two sentences: what is missing, and what to do."""
    missing = f"There are no compiled kernels here, so {SLOW}. {BUILD}"
    try:
        sources = digest()
    except OSError:  # a package without sources
        return missing
    path = OBJECTS / object_name(sources)
    if path.exists():
        return load(path, sources)
    others = sorted(OBJECTS.glob(f"kernels-*-{platform()}.*"))
    return _refused(others[0], "were made of other sources") if others else missing


def load(path: Path, sources: str, level: str | None = None) -> "Library | str":
    """Return the kernels in an object, for the best instructions that this machine has, or `level`'s.

    If the object cannot be used, the reason is returned, and what to do.
    """
    try:
        opened = ctypes.CDLL(str(path))
        texts = []
        for name in ("carrom_sources", "carrom_levels", "carrom_entries"):
            function = opened[name]
            function.restype, function.argtypes = ctypes.c_char_p, []
            texts.append(function().decode())
    except (OSError, AttributeError) as fault:
        return _refused(path, f"cannot be loaded ({fault})")
    if texts[0] != sources:
        return _refused(path, "were made of other sources")
    levels = texts[1].split()
    return Library(opened, levels, levels[0] if level is None else level, json.loads(texts[2]))


def _refused(path: Path, why: str) -> str:
    return f"The compiled kernels in {path} {why}, so {SLOW}. {BUILD}"


class Library:
    """The entries of an opened object, compiled for one level of instructions."""

    def __init__(self, opened: ctypes.CDLL, levels: list[str], level: str, forms: dict[str, Any]) -> None:
        self.levels, self.level = levels, level
        self._opened = opened
        self._forms = forms
        self._entries: dict[str, Callable[..., Any]] = {}

    def entry(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a compiled function, which takes what the Python function takes, with arrays of NumPy."""
        name = f"{function.__module__}.{function.__name__}"
        if name not in self._entries:
            short, result, parameters = self._forms[name]
            self._entries[name] = _entry(self._opened[f"carrom_{short}_{self.level}"], function, result, parameters)
        return self._entries[name]


Known = tuple["weakref.ref[Any]", str, tuple[int, ...]]
_known: dict[int, Known] = {}
"""Arrays passed before, by their identity: the array, its form, and its words. Asking an array for its address costs
microseconds, and most calls pass the same arrays."""


def _noted(array: Any) -> Known:
    """Return form and words of an array."""
    try:
        interface = array.__array_interface__
    except AttributeError:
        raise TypeError(f"{type(array).__name__} where an array is expected") from None
    strides, shape = interface["strides"], interface["shape"]
    if strides is not None:
        raise TypeError(f"an array with strides {strides} where a contiguous one is expected")
    number = id(array)
    form = f"{interface['typestr'][1:]}:{len(shape)}"
    found = weakref.ref(array, lambda _: _known.pop(number, None)), form, (interface["data"][0], *shape)
    _known[number] = found
    return found


def _flat(form: Any) -> list[str]:
    """Return the forms of an argument's words: of a record's fields, one after the other."""
    return [part for each in form for part in _flat(each)] if isinstance(form, list) else [form]


def _entry(function: Any, twin: Callable[..., Any], result: str, parameters: list[Any]) -> Callable[..., Any]:
    """Return a Python function that calls an entry."""
    function.argtypes = [ctypes.c_char_p]
    function.restype = ctypes.c_double if result == "f" else ctypes.c_int64
    forms = [_flat(parameter) for parameter in parameters]
    records = [index for index, parameter in enumerate(parameters) if isinstance(parameter, list)]
    kinds = [form for flat in forms for form in flat]
    arrays = {form: form.strip("<?") for form in kinds if form.startswith("<")}
    codes = "".join("q" * AXES[arrays[form][-1]] if form in arrays else CODES[form] for form in kinds)
    pack = struct.Struct("=" + codes).pack
    known, count = _known, len(parameters)

    def call(*arguments: Any) -> Any:
        if len(arguments) != count:
            raise TypeError(f"{twin.__name__}() takes {count} arguments, not {len(arguments)}")
        if records:
            values: list[Any] = []
            for index, argument in enumerate(arguments):
                if index in records:
                    values.extend(argument)
                else:
                    values.append(argument)
        else:
            values = arguments  # type: ignore[assignment]
        words: list[Any] = []
        for kind, value in zip(kinds, values, strict=True):
            wanted = arrays.get(kind)
            if wanted is None:
                words.append(value)
                continue
            if value is None and kind[-1] == "?":
                words += (0, 0)
                continue
            found = known.get(id(value))
            if found is None or found[0]() is not value:
                found = _noted(value)
            if found[1] != wanted:
                raise TypeError(f"{twin.__name__}() takes an array {wanted}, not {found[1]}")
            words += found[2]
        return function(pack(*words))

    made = call
    if result == "b":
        made = lambda *arguments: bool(call(*arguments))  # noqa: E731
    elif result == "n":
        made = lambda *arguments: (call(*arguments), None)[1]  # noqa: E731
    return update_wrapper(made, twin)  # keeps the signature
