"""The part of NumPy that the engine uses, in plain Python, for browsers: there is no NumPy for Pyodide to ship with.

`install()` makes it importable as `numpy`. Arrays (`small_array`) are lists of numbers with a shape; indexing copies,
except for assignment. Integers have any size, except `uint64`, which wraps around as it does in NumPy. A test compares
every function and form of index here with NumPy's.
"""

import math
import operator
import statistics
import sys
from collections.abc import Callable
from itertools import accumulate, chain
from types import ModuleType
from typing import Any

from carrom.offline.small_array import (
    array,
    bool_,
    common_shape,
    dtype,
    float64,
    int8,
    int16,
    int32,
    int64,
    intp,
    ndarray,
    nonzero,
    rows_of,
    size_of,
    spread_to,
    type_of,
    uint64,
    wider,
)

__all__ = ["bool_", "int16", "int32", "int8", "intp", "ndarray", "nonzero", "uint64"]

_round = round


# -- making arrays -----------------------------------------------------------------------------------------------------


asarray = ascontiguousarray = array


def _shape(given: Any) -> tuple[int, ...]:
    return (given,) if isinstance(given, int) else tuple(given)


def full(shape: Any, value: Any, dtype: Any = None) -> ndarray:
    """Return an array of equal elements."""
    sizes, kind = _shape(shape), type_of(type(value) if dtype is None else dtype)
    return ndarray([kind(value)] * size_of(sizes), sizes, kind)


def zeros(shape: Any, dtype: Any = float64) -> ndarray:
    """Return an array of zeros."""
    return full(shape, 0, dtype)


empty = zeros


def ones(shape: Any, dtype: Any = float64) -> ndarray:
    """Return an array of ones."""
    return full(shape, 1, dtype)


def zeros_like(given: ndarray) -> ndarray:
    """Return zeros of the same shape and type."""
    return zeros(given.shape, given.dtype)


empty_like = zeros_like


def arange(*limits: int, dtype: Any = int64) -> ndarray:
    """Return the numbers of a range."""
    found = list(range(*limits))
    return ndarray(found, (len(found),), type_of(dtype))


def concatenate(parts: Any, axis: int = 0) -> ndarray:
    """Return arrays one after the other along the first or the second axis."""
    made = list(parts)
    kind = made[0].dtype
    for each in made[1:]:
        kind = wider(kind, each.dtype)
    if axis == 0:
        length = sum(len(each) for each in made)
        return ndarray(list(chain.from_iterable(each.data for each in made)), (length, *made[0].shape[1:]), kind)
    rows = zip(*(rows_of(each) for each in made), strict=True)
    width = sum(each.shape[1] for each in made)
    return ndarray(list(chain.from_iterable(chain.from_iterable(row) for row in rows)), (len(made[0]), width), kind)


def column_stack(parts: Any) -> ndarray:
    """Return a table with these columns."""
    columns = [array(each) for each in parts]
    return ndarray(list(chain.from_iterable(zip(*(each.data for each in columns), strict=True))),
                   (len(columns[0]), len(columns)), columns[0].dtype)  # fmt: skip


def _triangle(given: ndarray, k: int, keep: Callable[[int, int], bool]) -> ndarray:
    height, width = given.shape
    data = [given.data[row * width + at] if keep(at - row, k) else 0 for row in range(height) for at in range(width)]
    return ndarray(list(map(given.dtype, data)), given.shape, given.dtype)


def tril(given: ndarray, k: int = 0) -> ndarray:
    """Return the table with zeros above a diagonal."""
    return _triangle(given, k, operator.le)


def triu(given: ndarray, k: int = 0) -> ndarray:
    """Return the table with zeros below a diagonal."""
    return _triangle(given, k, operator.ge)


def pad(given: ndarray, width: Any, mode: str) -> ndarray:
    """Return a table whose rows are continued by their first and last elements."""
    assert (mode, width[0]) == ("edge", (0, 0)), "only the form that the engine uses"
    before, after = width[1]
    rows = [[row[0]] * before + row + [row[-1]] * after for row in rows_of(given)]
    return ndarray(list(chain.from_iterable(rows)), (len(rows), given.shape[1] + before + after), given.dtype)


def roll(given: ndarray, shift: int, axis: int) -> ndarray:
    """Return a table with its rows (axis 0) or columns (axis 1) moved round."""
    rows = rows_of(given)
    if axis == 0:
        shift %= len(rows)
        rows = rows[-shift:] + rows[:-shift]
    else:
        rows = [row[-shift:] + row[:-shift] for row in rows]
    return ndarray(list(chain.from_iterable(rows)), given.shape, given.dtype)


def take(given: ndarray, indices: ndarray, axis: int, mode: str) -> ndarray:
    """Return the rows at these indices, counted on from the first one after the last."""
    assert (axis, mode) == (0, "wrap"), "only the form that the engine uses"
    found: ndarray = given[indices % len(given)]
    return found


def repeat(given: ndarray, count: int, axis: int) -> ndarray:
    """Return an array with each element of its first axis `count` times."""
    assert axis == 0, "only the form that the engine uses"
    found: ndarray = given[array([row for row in range(len(given)) for _ in range(count)])]
    return found


def stack(parts: Any, axis: int) -> ndarray:
    """Return a table with these columns."""
    assert axis == 1, "only the form that the engine uses"
    return column_stack(parts)


# -- functions of every element ----------------------------------------------------------------------------------------


def _given(found: ndarray, out: ndarray | None) -> ndarray:
    """Return an array, or `out` with its elements."""
    if out is None:
        return found
    out[...] = found
    return out


def _each(do: Callable[[Any], Any], kind: dtype | None = None) -> Callable[..., Any]:
    def made(given: Any, out: ndarray | None = None) -> Any:
        if not isinstance(given, ndarray):
            return do(given)
        return _given(ndarray(list(map(do, given.data)), given.shape, kind or given.dtype), out)

    return made


def _pairs(do: Callable[[Any, Any], Any], kind: dtype | None = None) -> Callable[..., Any]:
    def made(one: Any, two: Any, out: ndarray | None = None) -> Any:
        if isinstance(one, ndarray):
            return _given(one.with_each(two, do, kind), out)
        if isinstance(two, ndarray):
            return _given(two.with_each(one, do, kind, turned=True), out)
        return do(one, two)

    return made


inf = math.inf
sqrt, floor, exp = (_each(do, float64) for do in (math.sqrt, lambda x: float(math.floor(x)), math.exp))
rint = _each(lambda x: float(_round(x)), float64)
isfinite = _each(math.isfinite, bool_)
abs = _each(operator.abs)
maximum, minimum = _pairs(max), _pairs(min)
hypot = _pairs(math.hypot, float64)
square = _each(lambda x: x * x)


def round(given: ndarray, decimals: int) -> ndarray:
    """Return numbers rounded as NumPy does: multiplied by a power of ten, rounded, and divided by it."""
    power = 10.0**decimals
    return ndarray([float(_round(number * power)) / power for number in given.data], given.shape, given.dtype)


def clip(given: ndarray, low: Any, high: Any) -> ndarray:
    """Return the elements limited to a range."""
    return ndarray([min(max(each, low), high) for each in given.data], given.shape, given.dtype)


def where(condition: ndarray, yes: Any, no: Any) -> ndarray:
    """Return elements of `yes` where the condition holds, elsewhere of `no`."""
    yes, no = array(yes), array(no)
    shape = common_shape([condition.shape, yes.shape, no.shape])
    rows = zip(spread_to(condition, shape), spread_to(yes, shape), spread_to(no, shape), strict=True)
    return ndarray([one if test else two for test, one, two in rows], shape, wider(yes.dtype, no.dtype))


def divide(one: ndarray, two: ndarray, out: ndarray, where: ndarray) -> ndarray:
    """Return quotients where asked, elsewhere the elements of `out`."""
    rows = zip(one.data, two.data, out.data, where.data, strict=True)
    return ndarray([a / b if test else c for a, b, c, test in rows], one.shape, float64)


# -- order and counts --------------------------------------------------------------------------------------------------


def argsort(given: ndarray, kind: str = "stable") -> ndarray:
    """Return the order of the elements of a row, equal ones as they stand."""
    found = sorted(range(len(given)), key=given.data.__getitem__)
    return ndarray(found, (len(found),), int64)


def argmin(given: ndarray) -> int:
    """Return the position of the first smallest element of a row."""
    return min(range(len(given)), key=given.data.__getitem__)


def sort(given: ndarray, axis: int = -1) -> ndarray:
    """Return the elements of each row in order."""
    assert axis in (-1, given.ndim - 1), "only the form that the engine uses"
    rows = rows_of(given) if given.ndim > 1 else [given.data]
    return ndarray(list(chain.from_iterable(map(sorted, rows))), given.shape, given.dtype)


def flatnonzero(given: ndarray) -> ndarray:
    """Return the positions of the true elements."""
    return nonzero(given.ravel())[0]


def argwhere(given: ndarray) -> ndarray:
    """Return the indices of the true elements as rows."""
    return column_stack(nonzero(given))


def bincount(given: ndarray, minlength: int = 0) -> ndarray:
    """Return how often each number from 0 on occurs."""
    counts = [0] * max(minlength, max(given.data, default=-1) + 1)
    for each in given.data:
        counts[each] += 1
    return ndarray(counts, (len(counts),), int64)


def mean(given: Any) -> float:
    """Return the mean of numbers."""
    return float(array(given).mean())


def median(given: Any) -> float:
    """Return the median of numbers."""
    return float(statistics.median(given))


def cumsum(given: ndarray) -> ndarray:
    """Return the sums up to each element."""
    return ndarray(list(accumulate(map(int, given.data) if given.dtype.kind == "b" else given.data)), given.shape,
                   int64 if given.dtype.kind == "b" else given.dtype)  # fmt: skip


def convolve(one: ndarray, two: ndarray, mode: str) -> ndarray:
    """Return the sums of products along a row, where all of `two` overlaps it."""
    assert mode == "valid", "only the form that the engine uses"
    turned, data, width = two.data[::-1], one.data, len(two)
    found = [sum(map(operator.mul, turned, data[at : at + width])) for at in range(len(data) - width + 1)]
    return ndarray(found, (len(found),), wider(one.dtype, two.dtype))


class NDArray:
    """The type of arrays in annotations."""

    def __class_getitem__(cls, item: Any) -> type["NDArray"]:
        """Return the class itself."""
        return cls


def install() -> None:
    """Make this module importable as `numpy`, with `numpy.typing`."""
    here = sys.modules[__name__]
    typing = ModuleType("numpy.typing")
    typing.NDArray = NDArray  # type: ignore[attr-defined]
    here.typing = typing  # type: ignore[attr-defined]
    sys.modules["numpy"], sys.modules["numpy.typing"] = here, typing
