"""Functions in the compiled subset, one for each construct; the tests compare them in Python and in C."""

from math import cos, frexp, hypot, sin
from typing import Any, TypeAlias

Floats: TypeAlias = list[float]
FloatTable: TypeAlias = Any
IntegerCube: TypeAlias = Any
STEPS = (0, 2, 3, 5)


def floor_divided(a: int, b: int) -> int:
    """Divide."""
    return a // b


def modulo(a: int, b: int) -> int:
    """Return the rest."""
    return a % b


def divided(a: int, b: int) -> float:
    """Divide to a float."""
    return a / b


def shifted(a: int, n: int) -> int:
    """Shift and mask."""
    return ((a << n) >> 3) ^ (a & 255) | ~n


def truncated(x: float) -> int:
    """Truncate."""
    return int(x)


def rounded(x: float) -> int:
    """Round half to even."""
    return round(x)


def mantissa(x: float) -> float:
    """Split a float."""
    return frexp(x)[0]


def exponent(x: float) -> int:
    """Split a float."""
    return frexp(x)[1]


def chosen(x: float, n: int) -> float:
    """Choose in several ways."""
    found = -x if n < 0 else x
    if n in (0, 2) and not found > 1.0:
        found += 0.1
    elif -3.0 <= x * 2.0 <= 3.0 or n == 3:
        found *= 1.0 / 3.0
    return found


def looped(n: int) -> int:
    """Loop in every way."""
    total = 0
    for k in range(n):
        if k == 7:
            continue
        total += k
    for k in range(n, 0, -2):
        total -= k * k
    while True:
        total += 1
        if total > 3:
            break
    for step in (1, n, 3):
        total += step
    return total


def of_the_tuple(n: int) -> int:
    """Use a tuple of the module."""
    total = STEPS[2]
    for step in STEPS:
        total = total * 3 + step * n
    return total


def turned(x: float) -> float:
    """Use the library's sine and cosine."""
    return sin(x) + 2.0 * cos(x)


def pair(row: Floats, k: int) -> tuple[float, int]:
    """Write to a row; return two numbers."""
    row[k] = row[k] + 0.5
    return row[k], k + 1


def written(table: FloatTable, narrow: IntegerCube) -> float:
    """Write to rows, parts of rows and narrow elements."""
    total = 0.0
    for k in range(len(table)):
        row = table[k]
        tail = table[k, 2:]
        value, after = pair(row, k)
        tail[1] = value * after
        narrow[1, k, 3] = narrow[0, k, 1] * 2 - 100
        lane = narrow[1, k]
        lane[0] += len(lane)
        total += tail[1] + lane[3] + table.shape[1]
    return total


def spend(row: Floats) -> float:
    """Write to the first element and return the second."""
    row[0] = 23.0
    return row[1]


def in_order(row: Floats) -> float:
    """Read an element before a call that writes to it."""
    row[0] = 22.0
    total = row[0] * 5.0 + spend(row)
    row[2] += spend(row)
    return total + row[2] + 9.0


def with_a_power(x: float) -> float:
    """Use a power."""
    return x**2.0


def with_a_power_in_place(x: float) -> float:
    """Raise a variable to a power."""
    x **= 2.0
    return x


def with_a_hypot(x: float) -> float:
    """Return a length."""
    return hypot(x, x)


def with_two_writers(row: Floats) -> bool:
    """Compare what a call returns with what it overwrites."""
    return spend(row) < row[0]


def with_a_text(x: float) -> float:
    """Print."""
    print(x)
    return x
