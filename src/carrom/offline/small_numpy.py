"""The part of NumPy that the engine uses, in plain Python, for browsers: there is no NumPy for Pyodide to ship with.

`install()` makes it importable as `numpy`. Arrays are lists of numbers with a shape; indexing copies, except for
assignment. Integers have any size, except `uint64`, which wraps around as it does in NumPy. A test compares every
function and form of index here with NumPy's.
"""

import math
import operator
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, chain, repeat
from types import ModuleType
from typing import Any

_WRAP = (1 << 64) - 1
_round = round


class dtype:
    """The type of an array's elements; called, it converts a number."""

    def __init__(self, name: str, kind: str, convert: Callable[[Any], Any]) -> None:
        """Describe a type; `kind` is NumPy's letter."""
        self.name, self.kind, self._convert = name, kind, convert

    def __call__(self, number: Any = 0) -> Any:
        """Return a number of this type."""
        return self._convert(number)

    def __repr__(self) -> str:
        """Return the name."""
        return self.name


bool_ = dtype("bool", "b", bool)
int8, int16, int32, int64 = (dtype(name, "i", int) for name in ("int8", "int16", "int32", "int64"))
intp = int64
uint64 = dtype("uint64", "u", lambda number: int(number) & _WRAP)
float64 = dtype("float64", "f", float)
_PYTHON = {bool: bool_, int: int64, float: float64}
_RANK = {"b": 0, "i": 1, "u": 2, "f": 3}


def _type(given: Any) -> dtype:
    return given if isinstance(given, dtype) else _PYTHON[given]


def _size(shape: Iterable[int]) -> int:
    return math.prod(shape)


class ndarray:
    """An array: its elements in one list, row by row, its shape and its type."""

    __slots__ = ("_data", "dtype", "foreign", "shape")
    __array_priority__ = 1

    def __init__(self, data: list[Any], shape: tuple[int, ...], kind: dtype) -> None:
        """Hold a list of elements of that type."""
        self._data: list[Any] | None = data
        self.shape, self.dtype = shape, kind
        self.foreign: Any = None
        """The same elements in an array outside Python, if there is one. Without `_data` it is the only copy."""

    # -- elements ------------------------------------------------------------------------------------------------

    @property
    def data(self) -> list[Any]:
        """The elements for reading."""
        if self._data is None:
            found = self.foreign.to_py().tolist()
            self._data = list(map(int, found)) if self.dtype.kind == "i" else found
        return self._data

    @property
    def changing(self) -> list[Any]:
        """The elements for writing."""
        data = self.data
        self.foreign = None
        return data

    def written_outside(self) -> None:
        """Note that `foreign` has been changed."""
        self._data = None

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return _size(self.shape)

    @property
    def flags(self) -> Any:
        """An object whose attributes may be set without effect."""
        return ModuleType("flags")

    def __len__(self) -> int:
        """Return the length of the first axis."""
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        """Yield the elements of the first axis."""
        return (self[index] for index in range(len(self)))

    def __bool__(self) -> bool:
        """Return the truth of the only element."""
        (only,) = self.data
        return bool(only)

    def __float__(self) -> float:
        """Return the only element."""
        (only,) = self.data
        return float(only)

    def __int__(self) -> int:
        """Return the only element."""
        (only,) = self.data
        return int(only)

    def __getitem__(self, index: Any) -> Any:
        """Return an element, or a copy of a part."""
        if type(index) is ndarray and index.dtype.kind == "i" and len(self.shape) == 1:
            data = self.data
            return ndarray([data[at] for at in index.data], index.shape, self.dtype)
        if len(self.shape) == 1 and isinstance(index, int):
            return self.data[index]
        if type(index) is tuple and self._is_column(index):
            return ndarray(self.data[index[1] :: self.shape[-1]], self.shape[:-1], self.dtype)
        where, shape = self._places(index)
        data = self.data
        if shape is None:
            return data[where[0]]
        return ndarray([data[at] for at in where], shape, self.dtype)

    def _is_column(self, index: tuple[Any, ...]) -> bool:
        """Whether an index means one column of a table: the last axis is fixed, and no other."""
        if len(index) != 2 or type(index[1]) is not int or index[1] < 0:
            return False
        first = index[0]
        return first is Ellipsis or (len(self.shape) == 2 and type(first) is slice and first == slice(None))

    def __setitem__(self, index: Any, value: Any) -> None:
        """Change elements; the value is spread over them as NumPy does."""
        where, shape = self._places(index)
        data, convert = self.changing, self.dtype
        if shape is None:
            data[where[0]] = convert(value)
            return
        if not isinstance(value, ndarray | list | tuple):
            number = convert(value)
            for at in where:
                data[at] = number
            return
        for at, number in zip(where, _spread(array(value), shape), strict=True):
            data[at] = convert(number)

    def _places(self, index: Any) -> tuple[list[int], tuple[int, ...] | None]:
        """Return the positions in the list that an index means, and their shape; None for one element."""
        parts = list(index) if isinstance(index, tuple) else [index]
        parts = [array(part) if isinstance(part, list) else part for part in parts]
        used = sum(part.ndim if _is_mask(part) else 1 for part in parts if part is not None and part is not Ellipsis)
        rest: list[Any] = [slice(None)] * (len(self.shape) - used)
        at = next((number for number, part in enumerate(parts) if part is Ellipsis), None)
        parts = [*parts, *rest] if at is None else [*parts[:at], *rest, *parts[at + 1 :]]
        if any(isinstance(part, ndarray) for part in parts):
            return self._gathered(parts)
        offsets, shape, axis, is_one = [0], [], 0, True
        strides = self._strides()
        for part in parts:
            if part is None:
                shape.append(1)
                is_one = False
                continue
            length, stride = self.shape[axis], strides[axis]
            axis += 1
            if isinstance(part, slice):
                is_one = False
                steps = range(*part.indices(length))
                shape.append(len(steps))
                inner = [step * stride for step in steps]
                offsets = [offset + step for offset in offsets for step in inner]
            else:
                offsets = [offset + _inside(int(part), length) * stride for offset in offsets]
        return offsets, None if is_one else tuple(shape)

    def _gathered(self, parts: list[Any]) -> tuple[list[int], tuple[int, ...]]:
        """Return the positions for an index with arrays, which stand beside each other."""
        spread: list[Any] = []
        for part in parts:
            spread += nonzero(part) if _is_mask(part) else [part]
        first = next(number for number, part in enumerate(spread) if not isinstance(part, slice))
        after = next((n for n in range(first, len(spread)) if isinstance(spread[n], slice)), len(spread))
        strides = self._strides()
        shape = _common([array(part).shape for part in spread[first:after]])
        picks = [0] * _size(shape)
        for axis in range(first, after):
            stride, length = strides[axis], self.shape[axis]
            chosen = _spread(array(spread[axis]), shape)
            picks = [pick + _inside(int(at), length) * stride for pick, at in zip(picks, chosen, strict=True)]
        before, shape_before = self._sliced(spread[:first], 0)
        behind, shape_behind = self._sliced(spread[after:], after)
        offsets = [one + pick + two for one in before for pick in picks for two in behind]
        return offsets, (*shape_before, *shape, *shape_behind)

    def _sliced(self, parts: list[slice], axis: int) -> tuple[list[int], tuple[int, ...]]:
        offsets, shape, strides = [0], [], self._strides()
        for number, part in enumerate(parts, axis):
            steps = range(*part.indices(self.shape[number]))
            shape.append(len(steps))
            offsets = [offset + step * strides[number] for offset in offsets for step in steps]
        return offsets, tuple(shape)

    def _strides(self) -> list[int]:
        made = [1] * len(self.shape)
        for axis in range(len(self.shape) - 2, -1, -1):
            made[axis] = made[axis + 1] * self.shape[axis + 1]
        return made

    # -- form ----------------------------------------------------------------------------------------------------

    def reshape(self, *shape: Any) -> "ndarray":
        """Return the elements in another shape; one length may be −1."""
        wanted = tuple(shape[0]) if len(shape) == 1 and isinstance(shape[0], tuple) else shape
        if -1 in wanted:
            others = -_size(wanted)
            wanted = tuple(self.size // others if each == -1 else each for each in wanted)
        if _size(wanted) != self.size:
            raise ValueError(f"cannot reshape array of size {self.size} into shape {wanted}")
        return ndarray(self.data, wanted, self.dtype)

    def ravel(self) -> "ndarray":
        """Return the elements in one row."""
        return ndarray(list(self.data), (self.size,), self.dtype)

    def astype(self, kind: Any) -> "ndarray":
        """Return the elements as another type."""
        wanted = _type(kind)
        same = wanted.kind == self.dtype.kind
        return ndarray(list(self.data) if same else list(map(wanted, self.data)), self.shape, wanted)

    def copy(self) -> "ndarray":
        """Return a copy."""
        return ndarray(list(self.data), self.shape, self.dtype)

    def tolist(self) -> Any:
        """Return the elements as nested lists."""
        if len(self.shape) == 1:
            return list(self.data)
        return [row.tolist() for row in self]

    # -- sums ----------------------------------------------------------------------------------------------------

    def sum(self, axis: int | None = None) -> Any:
        """Return the sum of all elements, or along an axis of a table."""
        if axis is None:
            return _total(self)
        return self._along(axis, _sum_of, int64 if self.dtype.kind == "b" else self.dtype)

    def any(self, axis: int | None = None) -> Any:
        """Return whether any element is true, or any along an axis."""
        return any(self.data) if axis is None else self._along(axis, any, bool_)

    def all(self) -> bool:
        """Return whether every element is true."""
        return all(self.data)

    def mean(self, axis: int | None = None) -> Any:
        """Return the mean of all elements, or along an axis."""
        if axis is None:
            return _total(self) / self.size
        return self._along(axis, lambda row: _sum_of(row) / len(row), float64)

    def _along(self, axis: int, fold: Callable[[list[Any]], Any], kind: dtype) -> "ndarray":
        data, strides = self.data, self._strides()
        length, stride = self.shape[axis], strides[axis]
        outer = range(0, self.size, stride * length) if length else [0] * _size(self.shape[:axis])
        rows = [data[start + inner : start + stride * length : stride] for start in outer for inner in range(stride)]
        return ndarray(list(map(fold, rows)), self.shape[:axis] + self.shape[axis + 1 :], kind)

    # -- arithmetic ----------------------------------------------------------------------------------------------

    def _with(
        self, other: Any, do: Callable[[Any, Any], Any], kind: dtype | None = None, turned: bool = False
    ) -> "ndarray":
        """Return the results of an operation for each pair of elements."""
        if isinstance(other, list | tuple):
            other = array(other)
        if not isinstance(other, ndarray):
            made = kind or _wider(self.dtype, _of_number(other, self.dtype))
            data = self.data
            found = list(map(do, repeat(other), data)) if turned else list(map(do, data, repeat(other)))
            return ndarray(_wrapped(found, made), self.shape, made)
        made = kind or _wider(self.dtype, other.dtype)
        if self.shape == other.shape:
            one, two, shape = self.data, other.data, self.shape
        else:
            shape = _common([self.shape, other.shape])
            one, two = _spread(self, shape), _spread(other, shape)
        return ndarray(_wrapped(list(map(do, two, one) if turned else map(do, one, two)), made), shape, made)

    def __add__(self, other: Any) -> "ndarray":
        return self._with(other, operator.add)

    def __radd__(self, other: Any) -> "ndarray":
        return self._with(other, operator.add, turned=True)

    def __sub__(self, other: Any) -> "ndarray":
        return self._with(other, operator.sub)

    def __rsub__(self, other: Any) -> "ndarray":
        return self._with(other, operator.sub, turned=True)

    def __mul__(self, other: Any) -> "ndarray":
        return self._with(other, operator.mul)

    def __rmul__(self, other: Any) -> "ndarray":
        return self._with(other, operator.mul, turned=True)

    def __truediv__(self, other: Any) -> "ndarray":
        return self._with(other, operator.truediv, float64)

    def __floordiv__(self, other: Any) -> "ndarray":
        return self._with(other, operator.floordiv)

    def __mod__(self, other: Any) -> "ndarray":
        return self._with(other, operator.mod)

    def __xor__(self, other: Any) -> "ndarray":
        return self._with(other, operator.xor)

    def __and__(self, other: Any) -> "ndarray":
        return self._with(other, operator.and_)

    def __or__(self, other: Any) -> "ndarray":
        return self._with(other, operator.or_)

    def __rshift__(self, other: Any) -> "ndarray":
        return self._with(other, operator.rshift)

    def __lt__(self, other: Any) -> "ndarray":
        return self._with(other, operator.lt, bool_)

    def __le__(self, other: Any) -> "ndarray":
        return self._with(other, operator.le, bool_)

    def __gt__(self, other: Any) -> "ndarray":
        return self._with(other, operator.gt, bool_)

    def __ge__(self, other: Any) -> "ndarray":
        return self._with(other, operator.ge, bool_)

    def __eq__(self, other: object) -> "ndarray":
        return self._with(other, operator.eq, bool_)  # type: ignore[override]

    def __ne__(self, other: object) -> "ndarray":
        return self._with(other, operator.ne, bool_)  # type: ignore[override]

    __hash__ = None  # type: ignore[assignment]

    def __neg__(self) -> "ndarray":
        """Return the negated elements."""
        return ndarray(list(map(operator.neg, self.data)), self.shape, self.dtype)

    def __invert__(self) -> "ndarray":
        """Return the opposite of each truth value."""
        return ndarray(list(map(operator.not_, self.data)), self.shape, self.dtype)

    def __matmul__(self, other: "ndarray") -> "ndarray":
        """Return the product of two tables, or of a table and a row."""
        columns = [other.data] if other.ndim == 1 else list(zip(*_rows(other), strict=True))
        found = [sum(map(operator.mul, row, column)) for row in _rows(self) for column in columns]
        return ndarray(list(map(float, found)), (*self.shape[:-1], *other.shape[1:]), float64)


def _rows(table: ndarray) -> list[list[Any]]:
    width = table.shape[-1]
    return [table.data[at : at + width] for at in range(0, table.size, width)]


def _is_mask(part: Any) -> bool:
    return isinstance(part, ndarray) and part.dtype.kind == "b"


def _inside(at: int, length: int) -> int:
    if not -length <= at < length:
        raise IndexError(f"index {at} is out of bounds for axis with size {length}")
    return at + length if at < 0 else at


def _wider(one: dtype, two: dtype) -> dtype:
    if one is two:
        return one
    return one if _RANK[one.kind] >= _RANK[two.kind] and not (one.kind == two.kind and two is int64) else two


def _of_number(number: Any, beside: dtype) -> dtype:
    kind = _PYTHON.get(type(number), int64)
    return beside if kind.kind == "i" and beside.kind in "iu" else kind


def _wrapped(found: list[Any], kind: dtype) -> list[Any]:
    return [number & _WRAP for number in found] if kind is uint64 else found


def _sum_of(row: Iterable[Any]) -> Any:
    return sum(row)


def _total(given: ndarray) -> Any:
    return sum(given.data)


def _common(shapes: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the shape that arrays of these shapes are spread to."""
    length = max(map(len, shapes))
    padded = [(1,) * (length - len(shape)) + shape for shape in shapes]
    made = []
    for sizes in zip(*padded, strict=True):
        wanted = {size for size in sizes if size != 1}
        if len(wanted) > 1:
            raise ValueError(f"operands could not be broadcast together with shapes {shapes}")
        made.append(wanted.pop() if wanted else 1)
    return tuple(made)


def _spread(given: ndarray, shape: tuple[int, ...]) -> list[Any]:
    """Return the elements of an array repeated to fill a shape."""
    data = given.data
    if given.shape == shape:
        return data
    own = (1,) * (len(shape) - given.ndim) + given.shape
    offsets, stride = [0], 1
    strides = []
    for size in reversed(own):
        strides.append(0 if size == 1 else stride)
        stride *= size
    for size, wanted, step in zip(own, shape, reversed(strides), strict=True):
        if size not in (1, wanted):
            raise ValueError(f"could not broadcast input array from shape {given.shape} into shape {shape}")
        offsets = [offset + number * step for offset in offsets for number in range(wanted)]
    return [data[at] for at in offsets]


# -- making arrays ---------------------------------------------------------------------------------------------------


def array(given: Any, dtype: Any = None) -> ndarray:
    """Return an array of numbers, nested sequences or arrays."""
    if isinstance(given, ndarray):
        return given if dtype is None else given.astype(dtype)
    shape: list[int] = []
    data: Any = given
    if not isinstance(given, list | tuple | range):
        data = [given]
    else:
        data = list(given)
        shape = [len(data)]
        while data and isinstance(data[0], list | tuple | ndarray):
            inner = [each.tolist() if isinstance(each, ndarray) else each for each in data]
            shape.append(len(inner[0]))
            data = list(chain.from_iterable(inner))
    kinds = {type(each) for each in data}
    kind = _type(dtype) if dtype is not None else float64 if float in kinds or not data else _PYTHON[
        int if int in kinds else bool
    ]  # fmt: skip
    if dtype is not None or len(kinds) > 1:
        data = list(map(kind, data))
    return ndarray(data, tuple(shape), kind)


asarray = ascontiguousarray = array


def _shape(given: Any) -> tuple[int, ...]:
    return (given,) if isinstance(given, int) else tuple(given)


def full(shape: Any, value: Any, dtype: Any = None) -> ndarray:
    """Return an array of equal elements."""
    sizes, kind = _shape(shape), _type(type(value) if dtype is None else dtype)
    return ndarray([kind(value)] * _size(sizes), sizes, kind)


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
    return ndarray(found, (len(found),), _type(dtype))


def concatenate(parts: Any, axis: int = 0) -> ndarray:
    """Return arrays one after the other along the first or the second axis."""
    made = list(parts)
    kind = made[0].dtype
    for each in made[1:]:
        kind = _wider(kind, each.dtype)
    if axis == 0:
        length = sum(len(each) for each in made)
        return ndarray(list(chain.from_iterable(each.data for each in made)), (length, *made[0].shape[1:]), kind)
    rows = zip(*(_rows(each) for each in made), strict=True)
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
    rows = [[row[0]] * before + row + [row[-1]] * after for row in _rows(given)]
    return ndarray(list(chain.from_iterable(rows)), (len(rows), given.shape[1] + before + after), given.dtype)


def roll(given: ndarray, shift: int, axis: int) -> ndarray:
    """Return a table with its columns moved round."""
    assert axis == 1, "only the form that the engine uses"
    rows = [row[-shift:] + row[:-shift] for row in _rows(given)]
    return ndarray(list(chain.from_iterable(rows)), given.shape, given.dtype)


# -- functions of every element --------------------------------------------------------------------------------------


def _each(do: Callable[[Any], Any], kind: dtype | None = None) -> Callable[[Any], Any]:
    def made(given: Any) -> Any:
        if not isinstance(given, ndarray):
            return do(given)
        return ndarray(list(map(do, given.data)), given.shape, kind or given.dtype)

    return made


def _pairs(do: Callable[[Any, Any], Any], kind: dtype | None = None) -> Callable[[Any, Any], Any]:
    def made(one: Any, two: Any) -> Any:
        if isinstance(one, ndarray):
            return one._with(two, do, kind)
        if isinstance(two, ndarray):
            return two._with(one, do, kind, turned=True)
        return do(one, two)

    return made


sqrt, floor, exp = (_each(do, float64) for do in (math.sqrt, lambda x: float(math.floor(x)), math.exp))
rint = _each(lambda x: float(_round(x)), float64)
isfinite = _each(math.isfinite, bool_)
abs = _each(operator.abs)
maximum, minimum = _pairs(max), _pairs(min)
hypot = _pairs(math.hypot, float64)


def round_(given: ndarray, decimals: int) -> ndarray:
    """Return numbers rounded as NumPy does: multiplied by a power of ten, rounded, and divided by it."""
    power = 10.0**decimals
    return ndarray([float(_round(number * power)) / power for number in given.data], given.shape, given.dtype)


def clip(given: ndarray, low: Any, high: Any) -> ndarray:
    """Return the elements limited to a range."""
    return ndarray([min(max(each, low), high) for each in given.data], given.shape, given.dtype)


def where(condition: ndarray, yes: Any, no: Any) -> ndarray:
    """Return elements of `yes` where the condition holds, elsewhere of `no`."""
    yes, no = array(yes), array(no)
    shape = _common([condition.shape, yes.shape, no.shape])
    rows = zip(_spread(condition, shape), _spread(yes, shape), _spread(no, shape), strict=True)
    return ndarray([one if test else two for test, one, two in rows], shape, _wider(yes.dtype, no.dtype))


def divide(one: ndarray, two: ndarray, out: ndarray, where: ndarray) -> ndarray:
    """Return quotients where asked, elsewhere the elements of `out`."""
    rows = zip(one.data, two.data, out.data, where.data, strict=True)
    return ndarray([a / b if test else c for a, b, c, test in rows], one.shape, float64)


# -- order and counts ------------------------------------------------------------------------------------------------


def argsort(given: ndarray, kind: str = "stable") -> ndarray:
    """Return the order of the elements of a row, equal ones as they stand."""
    found = sorted(range(len(given)), key=given.data.__getitem__)
    return ndarray(found, (len(found),), int64)


def nonzero(given: ndarray) -> tuple[ndarray, ...]:
    """Return the indices of the true elements, one array for each axis."""
    flat = [at for at, each in enumerate(given.data) if each]
    found = []
    for stride, length in zip(given._strides(), given.shape, strict=True):
        found.append(ndarray([at // stride % length for at in flat], (len(flat),), int64))
    return tuple(found)


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


def cumsum(given: ndarray) -> ndarray:
    """Return the sums up to each element."""
    return ndarray(list(accumulate(map(int, given.data) if given.dtype.kind == "b" else given.data)), given.shape,
                   int64 if given.dtype.kind == "b" else given.dtype)  # fmt: skip


def convolve(one: ndarray, two: ndarray, mode: str) -> ndarray:
    """Return the sums of products along a row, where all of `two` overlaps it."""
    assert mode == "valid", "only the form that the engine uses"
    turned, data, width = two.data[::-1], one.data, len(two)
    found = [sum(map(operator.mul, turned, data[at : at + width])) for at in range(len(data) - width + 1)]
    return ndarray(found, (len(found),), _wider(one.dtype, two.dtype))


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
    here.round = round_  # type: ignore[attr-defined]
    here.typing = typing  # type: ignore[attr-defined]
    sys.modules["numpy"], sys.modules["numpy.typing"] = here, typing
