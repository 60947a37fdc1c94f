"""Call compiled functions here and in WebAssembly with the same arrays, and compare every bit.

`Calling` is a Node process with the search kernel of the static site. `compared` wraps a compiled function, so that
each call of it is also made there, with the arrays as they are before the call; results and arrays must be the same
afterwards.
"""

import inspect
import json
import struct
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from bench.web_assembly.comparison import node
from numpy.typing import NDArray

SHOWN = 5
"""Maximum number of differing calls that are reported."""

Numbers = NDArray[np.float64]


@dataclass
class Calls:
    """The calls that were compared."""

    counts: Counter[str] = field(default_factory=Counter)
    """Number of calls, by the name of the function."""
    differences: int = 0
    shown: list[str] = field(default_factory=list)
    """Descriptions of the first differing calls."""

    def report(self) -> str:
        """Return the number of calls and differences in one line."""
        calls = ", ".join(f"{count:,} of {name}" for name, count in sorted(self.counts.items()))
        return f"{self.differences} of {self.counts.total():,} calls differ ({calls})"


class Calling:
    """A Node process that calls functions of the search kernel. Use it in a `with` statement."""

    def __init__(self) -> None:
        words = [node(), str(Path(__file__).with_name("calls.mjs"))]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> "Calling":
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def __call__(self, name: str, arguments: Mapping[str, Any]) -> tuple[Any, Numbers]:
        """Call a function; return its result, or the error as text, and the numbers of all arrays after the call."""
        into, out = self._process.stdin, self._process.stdout
        assert into is not None
        assert out is not None
        numbers = flat(arguments.values())
        text = json.dumps([name, described(arguments.values())]).encode()
        into.write(struct.pack("<qq", len(text), numbers.nbytes) + text + numbers.tobytes())
        into.flush()
        (length,) = struct.unpack("<q", out.read(8))
        answer = json.loads(out.read(length))
        after = np.frombuffer(out.read(numbers.nbytes), dtype="<f8")
        return answer.get("error", answer.get("result")), after


def flat(arguments: Iterable[Any]) -> Numbers:
    """Return the numbers of all arrays as floats, which hold the integers of the functions exactly."""
    return np.concatenate([one.ravel() for one in arguments if isinstance(one, np.ndarray)], dtype="<f8")


def described(arguments: Iterable[Any]) -> list[Any]:
    """Return the arguments as calls.mjs reads them, the arrays by their place in `flat`."""
    at, found = 0, []
    for one in arguments:
        if isinstance(one, np.ndarray):
            found.append({"at": at, "shape": one.shape, "element": one.dtype.str[1:]})
            at += one.size
        else:
            found.append(one)
    return found


def compared(
    name: str, function: Callable[..., Any], translated: Callable[..., Any], found: Calls
) -> Callable[..., Any]:
    """Return a compiled function that is compared with that in WebAssembly at each call."""
    parameters = list(inspect.signature(getattr(function, "py_func", function)).parameters)

    def call(*arguments: Any) -> Any:
        theirs, after = translated(name, dict(zip(parameters, arguments, strict=True)))
        ours = function(*arguments)
        found.counts[name] += 1
        if ours != theirs or flat(arguments).tobytes() != after.tobytes():
            found.differences += 1
            if len(found.shown) < SHOWN:
                found.shown.append(f"{name}: {ours} here, {theirs} in WebAssembly; {difference(arguments, after)}")
        return ours

    return call


def difference(arguments: Sequence[Any], after: Numbers) -> str:
    """Return the first numbers in which the arrays of a call differ."""
    differing = np.nonzero(flat(arguments).view(np.int64) != after.view(np.int64))[0]
    if not len(differing):
        return "the arrays are the same"
    at = int(differing[0])
    for number, array in enumerate(one for one in arguments if isinstance(one, np.ndarray)):
        if at < array.size:
            index = tuple(map(int, np.unravel_index(at, array.shape)))
            theirs = after[int(differing[0])]
            return f"{len(differing)} numbers differ, first array {number} at {index}: {array[index]} and {theirs}"
        at -= array.size
    raise AssertionError(at)
