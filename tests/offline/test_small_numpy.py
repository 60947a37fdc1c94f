"""The part of NumPy in plain Python gives what NumPy gives, for every function and form of index in use."""

from random import Random
from typing import Any

import numpy
import pytest

from carrom.offline import small_numpy
from carrom.physics import batch

TABLE = [[3, -1, 4], [1, 5, -9], [2, 6, 5], [3, 5, 8]]


def plain(found: Any) -> Any:
    """Return arrays and numbers of either library as Python numbers, with the shape and the kind of arrays."""
    if isinstance(found, tuple | list):
        return [plain(each) for each in found]
    if isinstance(found, numpy.ndarray | small_numpy.ndarray):
        return list(found.shape), found.dtype.kind, found.tolist()
    return found.item() if isinstance(found, numpy.generic) else found


def changed(np: Any, index: Any, value: Any) -> Any:
    table = np.array(TABLE)
    table[index] = value
    return table


def into(np: Any, function: Any, given: Any, *more: Any) -> Any:
    out = given.copy()
    assert function(given, *more, out=out) is out
    return out


EXPRESSIONS = {
    "element": lambda np: int(np.array(TABLE)[1, 2]),
    "row": lambda np: np.array(TABLE)[-1],
    "column": lambda np: np.array(TABLE)[:, 1],
    "last column": lambda np: np.array(TABLE)[..., 2],
    "rows": lambda np: np.array(TABLE)[1:3],
    "part": lambda np: np.array(TABLE)[1:, :-1],
    "new axis": lambda np: np.array([1, 2, 3])[:, None] + np.array([10, 20]),
    "first axis": lambda np: np.array(TABLE)[None],
    "picked rows": lambda np: np.array(TABLE)[np.array([2, 0, 2])],
    "picked columns": lambda np: np.array(TABLE)[:, np.array([2, 0])],
    "picked by a table": lambda np: np.array([7, 8, 9])[np.array([[0, 1], [2, 0]])],
    "picked in one column": lambda np: np.array(TABLE)[np.array([[0, 1], [2, 0]]), 1],
    "picked by a list": lambda np: np.array(TABLE)[..., [1, 0, 2]],
    "masked rows": lambda np: np.array(TABLE)[np.array([True, False, True, False])],
    "masked": lambda np: np.array(TABLE)[np.array(TABLE) > 3],
    "set an element": lambda np: changed(np, (0, 0), 9),
    "set a column": lambda np: changed(np, (slice(None), 1), 9),
    "set rows": lambda np: changed(np, slice(1, 3), np.array([7, 8, 9])),
    "set picked": lambda np: changed(np, (1, [0, 2]), np.array([7, 8])),
    "set masked": lambda np: changed(np, np.array(TABLE) < 0, 0),
    "sum": lambda np: int(np.array(TABLE).sum()),
    "sums of rows": lambda np: np.array(TABLE).sum(axis=1),
    "sums of columns": lambda np: np.array(TABLE).sum(axis=0),
    "any": lambda np: (np.array(TABLE) > 5).any(axis=0),
    "mean": lambda np: float((np.array(TABLE) > 2).mean()),
    "negative": lambda np: -np.array(TABLE),
    "not": lambda np: ~(np.array(TABLE) > 2) & (np.array(TABLE) != 5),
    "quotient": lambda np: np.array(TABLE) // 4,
    "division": lambda np: np.array(TABLE) / 4,
    "whole times float": lambda np: np.array(TABLE) * 0.5,
    "turned": lambda np: 10 - np.array(TABLE),
    "product": lambda np: np.array(TABLE, dtype=np.float64) @ np.array(TABLE, dtype=np.float64)[:3],
    "as floats": lambda np: np.array(TABLE).astype(np.float64),
    "reshaped": lambda np: np.array(TABLE).reshape(2, -1),
    "flat": lambda np: np.array(TABLE).ravel(),
    "zeros": lambda np: np.zeros((2, 3), dtype=np.int64),
    "full": lambda np: np.full((2, 2), 0.5),
    "like": lambda np: np.zeros_like(np.array(TABLE)),
    "range": lambda np: np.arange(3) + 1,
    "below": lambda np: np.concatenate((np.array(TABLE), np.array(TABLE)[:1])),
    "beside": lambda np: np.concatenate((np.array(TABLE), np.array(TABLE)[:, :1]), axis=1),
    "columns": lambda np: np.column_stack((np.array([1, 2]), np.array([3, 4]))),
    "triangles": lambda np: (np.tril(np.ones((3, 3)), -1), np.triu(np.ones((3, 3)), 1)),
    "padded": lambda np: np.pad(np.array(TABLE), ((0, 0), (2, 2)), mode="edge"),
    "rolled": lambda np: np.roll(np.array(TABLE), 1, axis=1),
    "rolled rows": lambda np: np.roll(np.array(TABLE), 3, axis=0),
    "taken round": lambda np: np.take(np.array(TABLE), np.arange(3) + 2, axis=0, mode="wrap"),
    "repeated": lambda np: np.repeat(np.array(TABLE), 2, axis=0),
    "stacked": lambda np: np.stack((np.array([1, 2]), np.array([3, 4])), axis=1),
    "into another": lambda np: into(np, np.floor, np.array([[-1.5, 2.5], [0.5, 1.0]])),
    "greatest into another": lambda np: into(np, np.maximum, np.array([[-1.5, 2.5], [0.5, 1.0]]), 0.0),
    "smallest": lambda np: (np.array(TABLE).min(axis=1), int(np.array(TABLE).min()), int(np.array(TABLE).max())),
    "first smallest": lambda np: (int(np.argmin(np.array([3, 1, 1]))), int(np.array([3, 5, 5]).argmax())),
    "sorted rows": lambda np: (np.sort(np.array(TABLE), axis=1), np.sort(np.array([3, 1, 2]))),
    "squares": lambda np: np.square(np.array([1.5, -2.0])),
    "middle": lambda np: (float(np.median([3.0, 1.0, 2.0, 5.0])), float(np.mean([1, 2, 4]))),
    "without limit": lambda np: np.where(np.array(TABLE) > 2, np.array(TABLE) * 1.0, np.inf),
    "root": lambda np: np.sqrt(np.abs(np.array(TABLE, dtype=np.float64))),
    "whole parts": lambda np: (np.floor(np.array([-1.5, 2.5])), np.rint(np.array([0.5, 1.5, -2.5]))),
    "rounded": lambda np: np.round(np.array([0.1234567891234, -2.0000000005]), 9),
    "greatest": lambda np: (np.maximum(np.array(TABLE), 2), np.minimum(np.array([1, 5]), np.array([3, 2]))),
    "length": lambda np: np.hypot(np.array([3.0, 5.0]), np.array([4.0, 12.0])),
    "limited": lambda np: np.clip(np.array(TABLE), 0, 5),
    "choice": lambda np: np.where(np.array(TABLE) > 2, np.array(TABLE), 0),
    "safe quotient": lambda np: np.divide(
        np.array([1.0, 2.0]),
        np.array([0.0, 4.0]),
        out=np.zeros_like(np.array([0.0, 0.0])),
        where=np.array([False, True]),
    ),
    "order": lambda np: np.argsort(-np.array([3, 1, 3, 2]), kind="stable"),
    "places": lambda np: (np.nonzero(np.array(TABLE) > 3), np.flatnonzero(np.array([0, 1, 1]) > 0)),
    "counts": lambda np: np.bincount(np.array([1, 3, 1]), minlength=6),
    "sums so far": lambda np: np.cumsum(np.array([True, False, True])),
    "smoothed": lambda np: np.convolve(np.array([1, 2, 3, 4, 5]), np.array([1, 0, 2]), "valid"),
    "finite": lambda np: np.isfinite(np.array([1.0, float("inf")])),
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_every_function_and_index_gives_what_numpy_gives(name: str) -> None:
    made = EXPRESSIONS[name]
    assert plain(made(small_numpy)) == plain(made(numpy))


def test_words_of_64_bits_wrap_around_as_in_numpy() -> None:
    seeds = [Random(1).randrange(1 << 62, 3 << 61) for _ in range(4)]
    words = small_numpy.array(seeds).astype(small_numpy.uint64)
    shifts = [small_numpy.uint64(each) for each in (30, 27, 31)]
    mixed = (words ^ (words >> shifts[0])) * small_numpy.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> shifts[1])) * small_numpy.uint64(0x94D049BB133111EB)
    mixed = mixed ^ (mixed >> shifts[2])
    assert mixed.tolist() == batch.mixed(numpy.array(seeds).astype(numpy.uint64)).tolist()


def test_an_index_outside_an_array_is_an_error_as_in_numpy() -> None:
    for np in (numpy, small_numpy):
        with pytest.raises(IndexError):
            np.array(TABLE)[4]
        with pytest.raises(ValueError, match="broadcast"):
            np.array(TABLE) + np.array([1, 2])
