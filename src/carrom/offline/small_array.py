"""Arrays for `small_numpy`: lists of numbers with a shape and a type, indexed and computed with as in NumPy."""

import math
import operator
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, repeat
from types import ModuleType
from typing import Any

_WRAP = (1 << 64) - 1


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


def type_of(given: Any) -> dtype:
    return given if isinstance(given, dtype) else _PYTHON[given]


def size_of(shape: Iterable[int]) -> int:
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
        return size_of(self.shape)

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
        for at, number in zip(where, spread_to(array(value), shape), strict=True):
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
        strides = self.strides()
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
        strides = self.strides()
        shape = common_shape([array(part).shape for part in spread[first:after]])
        picks = [0] * size_of(shape)
        for axis in range(first, after):
            stride, length = strides[axis], self.shape[axis]
            chosen = spread_to(array(spread[axis]), shape)
            picks = [pick + _inside(int(at), length) * stride for pick, at in zip(picks, chosen, strict=True)]
        before, shape_before = self._sliced(spread[:first], 0)
        behind, shape_behind = self._sliced(spread[after:], after)
        offsets = [one + pick + two for one in before for pick in picks for two in behind]
        return offsets, (*shape_before, *shape, *shape_behind)

    def _sliced(self, parts: list[slice], axis: int) -> tuple[list[int], tuple[int, ...]]:
        offsets, shape, strides = [0], [], self.strides()
        for number, part in enumerate(parts, axis):
            steps = range(*part.indices(self.shape[number]))
            shape.append(len(steps))
            offsets = [offset + step * strides[number] for offset in offsets for step in steps]
        return offsets, tuple(shape)

    def strides(self) -> list[int]:
        made = [1] * len(self.shape)
        for axis in range(len(self.shape) - 2, -1, -1):
            made[axis] = made[axis + 1] * self.shape[axis + 1]
        return made

    # -- form ----------------------------------------------------------------------------------------------------

    def reshape(self, *shape: Any) -> "ndarray":
        """Return the elements in another shape; one length may be −1."""
        wanted = tuple(shape[0]) if len(shape) == 1 and isinstance(shape[0], tuple) else shape
        if -1 in wanted:
            others = -size_of(wanted)
            wanted = tuple(self.size // others if each == -1 else each for each in wanted)
        if size_of(wanted) != self.size:
            raise ValueError(f"cannot reshape array of size {self.size} into shape {wanted}")
        return ndarray(self.data, wanted, self.dtype)

    def ravel(self) -> "ndarray":
        """Return the elements in one row."""
        return ndarray(list(self.data), (self.size,), self.dtype)

    def astype(self, kind: Any) -> "ndarray":
        """Return the elements as another type."""
        wanted = type_of(kind)
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

    def min(self, axis: int | None = None) -> Any:
        """Return the smallest element, or the smallest ones along an axis."""
        return min(self.data) if axis is None else self._along(axis, min, self.dtype)

    def max(self, axis: int | None = None) -> Any:
        """Return the largest element, or the largest ones along an axis."""
        return max(self.data) if axis is None else self._along(axis, max, self.dtype)

    def argmax(self) -> int:
        """Return the position of the first largest element of a row."""
        return max(range(len(self)), key=self.data.__getitem__)

    def _along(self, axis: int, fold: Callable[[list[Any]], Any], kind: dtype) -> "ndarray":
        data, strides = self.data, self.strides()
        length, stride = self.shape[axis], strides[axis]
        outer = range(0, self.size, stride * length) if length else [0] * size_of(self.shape[:axis])
        rows = [data[start + inner : start + stride * length : stride] for start in outer for inner in range(stride)]
        return ndarray(list(map(fold, rows)), self.shape[:axis] + self.shape[axis + 1 :], kind)

    # -- arithmetic ----------------------------------------------------------------------------------------------

    def with_each(
        self, other: Any, do: Callable[[Any, Any], Any], kind: dtype | None = None, turned: bool = False
    ) -> "ndarray":
        """Return the results of an operation for each pair of elements."""
        if isinstance(other, list | tuple):
            other = array(other)
        if not isinstance(other, ndarray):
            made = kind or wider(self.dtype, _of_number(other, self.dtype))
            data = self.data
            found = list(map(do, repeat(other), data)) if turned else list(map(do, data, repeat(other)))
            return ndarray(_wrapped(found, made), self.shape, made)
        made = kind or wider(self.dtype, other.dtype)
        if self.shape == other.shape:
            one, two, shape = self.data, other.data, self.shape
        else:
            shape = common_shape([self.shape, other.shape])
            one, two = spread_to(self, shape), spread_to(other, shape)
        return ndarray(_wrapped(list(map(do, two, one) if turned else map(do, one, two)), made), shape, made)

    def __add__(self, other: Any) -> "ndarray":
        return self.with_each(other, operator.add)

    def __radd__(self, other: Any) -> "ndarray":
        return self.with_each(other, operator.add, turned=True)

    def __sub__(self, other: Any) -> "ndarray":
        return self.with_each(other, operator.sub)

    def __rsub__(self, other: Any) -> "ndarray":
        return self.with_each(other, operator.sub, turned=True)

    def __mul__(self, other: Any) -> "ndarray":
        return self.with_each(other, operator.mul)

    def __rmul__(self, other: Any) -> "ndarray":
        return self.with_each(other, operator.mul, turned=True)

    def __truediv__(self, other: Any) -> "ndarray":
        return self.with_each(other, operator.truediv, float64)

    def __rtruediv__(self, other: Any) -> "ndarray":
        return self.with_each(other, operator.truediv, float64, turned=True)

    def __floordiv__(self, other: Any) -> "ndarray":
        return self.with_each(other, operator.floordiv)

    def __mod__(self, other: Any) -> "ndarray":
        return self.with_each(other, operator.mod)

    def __pow__(self, other: Any) -> "ndarray":
        return self.with_each(other, operator.pow)

    def __xor__(self, other: Any) -> "ndarray":
        return self.with_each(other, operator.xor)

    def __and__(self, other: Any) -> "ndarray":
        return self.with_each(other, operator.and_)

    def __or__(self, other: Any) -> "ndarray":
        return self.with_each(other, operator.or_)

    def __rshift__(self, other: Any) -> "ndarray":
        return self.with_each(other, operator.rshift)

    def __lt__(self, other: Any) -> "ndarray":
        return self.with_each(other, operator.lt, bool_)

    def __le__(self, other: Any) -> "ndarray":
        return self.with_each(other, operator.le, bool_)

    def __gt__(self, other: Any) -> "ndarray":
        return self.with_each(other, operator.gt, bool_)

    def __ge__(self, other: Any) -> "ndarray":
        return self.with_each(other, operator.ge, bool_)

    def __eq__(self, other: object) -> "ndarray":  # type: ignore[override]
        """Compare element by element."""
        return self.with_each(other, operator.eq, bool_)

    def __ne__(self, other: object) -> "ndarray":  # type: ignore[override]
        """Compare element by element."""
        return self.with_each(other, operator.ne, bool_)

    __hash__ = None  # type: ignore[assignment]

    def __neg__(self) -> "ndarray":
        """Return the negated elements."""
        return ndarray(list(map(operator.neg, self.data)), self.shape, self.dtype)

    def __invert__(self) -> "ndarray":
        """Return the opposite of each truth value."""
        return ndarray(list(map(operator.not_, self.data)), self.shape, self.dtype)

    def __matmul__(self, other: "ndarray") -> "ndarray":
        """Return the product of two tables, or of a table and a row."""
        columns = [other.data] if other.ndim == 1 else list(zip(*rows_of(other), strict=True))
        found = [sum(map(operator.mul, row, column)) for row in rows_of(self) for column in columns]
        return ndarray(list(map(float, found)), (*self.shape[:-1], *other.shape[1:]), float64)


def rows_of(table: ndarray) -> list[list[Any]]:
    width = table.shape[-1]
    return [table.data[at * width : (at + 1) * width] for at in range(math.prod(table.shape[:-1]))]


def _is_mask(part: Any) -> bool:
    return isinstance(part, ndarray) and part.dtype.kind == "b"


def _inside(at: int, length: int) -> int:
    if not -length <= at < length:
        raise IndexError(f"index {at} is out of bounds for axis with size {length}")
    return at + length if at < 0 else at


def wider(one: dtype, two: dtype) -> dtype:
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


def common_shape(shapes: list[tuple[int, ...]]) -> tuple[int, ...]:
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


def spread_to(given: ndarray, shape: tuple[int, ...]) -> list[Any]:
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
    kind = type_of(dtype) if dtype is not None else float64 if float in kinds or not data else _PYTHON[
        int if int in kinds else bool
    ]  # fmt: skip
    if dtype is not None or len(kinds) > 1:
        data = list(map(kind, data))
    return ndarray(data, tuple(shape), kind)


def nonzero(given: ndarray) -> tuple[ndarray, ...]:
    """Return the indices of the true elements, one array for each axis."""
    flat = [at for at, each in enumerate(given.data) if each]
    found = []
    for stride, length in zip(given.strides(), given.shape, strict=True):
        found.append(ndarray([at // stride % length for at in flat], (len(flat),), int64))
    return tuple(found)
