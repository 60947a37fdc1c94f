"""Functions in the compiled subset, one for each construct; the tests compare them in Python and in JavaScript."""

from math import frexp, sqrt
from typing import Any, NamedTuple, TypeAlias

Floats: TypeAlias = list[float]
Marks: TypeAlias = list[int]
Profile: TypeAlias = tuple[float, ...]
IntegerTable: TypeAlias = Any
FloatTable: TypeAlias = Any
IntegerCube: TypeAlias = Any

HALF, COUNT, LOW = 0.5, 7, -3
STEPS = (0, 2, 3, 5)
SLOPES = (0.5, 1.5)
ENDLESS = 2e308
NO_SIZE = -0.0
(A, B, C) = (24 * index for index in range(3))


def as_float(n: int) -> float:
    """Show the sign of a zero."""
    return n * 1.0


def floor_divided(a: int, b: int) -> int:
    """Divide."""
    return a // b


def modulo(a: int, b: int) -> int:
    """Take the rest."""
    return a % b


def divided(a: int, b: int) -> float:
    """Divide to a float."""
    return a / b


def negated_zero(a: int) -> float:
    """Negate an integer, then make it a float."""
    return float(-a)


def product_zero(a: int, b: int) -> float:
    """Multiply integers, then make it a float."""
    return float(a * b)


def truncated_zero(x: float) -> float:
    """Truncate, then make it a float."""
    return float(int(x))


def floor_zero(a: int, b: int) -> float:
    """Divide integers, then make it a float."""
    return float(a // b)


def rest_zero(a: int, b: int) -> float:
    """Take the rest, then make it a float."""
    return float(a % b)


def negated_float(x: float) -> float:
    """Negate a float."""
    return -x


def shifted(a: int, n: int) -> int:
    """Shift to the left and partly back."""
    return (a << n) + (a >> 1)


def shifted_right(a: int, n: int) -> int:
    """Shift to the right."""
    return a >> n


def bits(a: int, b: int) -> int:
    """Combine bit sets."""
    return ((a & b) + (a | b)) - (a ^ b)


def without_bit(a: int, k: int) -> int:
    """Clear a bit."""
    a &= ~(1 << k)
    return a


def inverted(a: int) -> int:
    """Invert."""
    return ~a


def constants(x: float) -> float:
    """Use constants of the module, and constant expressions."""
    return x * (1.0 / 3.0) + HALF * COUNT - LOW // 2 + (B + C) / 7 + 1e-30


def endless(x: float) -> float:
    """Use infinity and minus zero."""
    return ENDLESS if x > 0.0 else NO_SIZE


def rooted(x: float) -> float:
    """Take a root."""
    return sqrt(x) / 3.0


def parts_of(x: float) -> float:
    """Use mantissa and exponent."""
    mantissa, exponent = frexp(x)
    return mantissa * 1000.0 + exponent


def between(low: int, x: float, high: int) -> bool:
    """Compare in a chain."""
    return low < x <= high


def logic(a: int, x: float) -> bool:
    """Combine conditions; an integer is a condition."""
    found = a > 2 or x < 0.0
    return (not found and not a & 1) or (bool_of(a) & (x == 1.0)) or not (x >= 5.0)


def bool_of(a: int) -> bool:
    """Return a comparison of booleans."""
    return (a > 0) == (a > 3)


def one_of(a: int) -> bool:
    """Look for a number among others."""
    return a in (1, COUNT, 9) and a not in (2, 9)


def chosen(a: int, x: float) -> float:
    """Choose between an int and a float, with the condition of an int."""
    return a if a & 2 else x


def optional(profile: Profile, x: float) -> float:
    """Use an array that may be missing."""
    if profile is None:
        return x
    return profile[1] + x if profile is not None else 0.0


def without_profile(x: float) -> float:
    """Pass None."""
    return optional(None, x)


def summed(values: Floats, marks: Marks) -> float:
    """Add the elements of arrays, with a bound that changes inside the loop."""
    total = 0.0
    n = len(values)
    for k in range(n):
        n = 1
        total += values[k] * marks[k]
    return total + n


def countdown(n: int) -> int:
    """Loop backwards and in steps, leave loops early, and go on."""
    found = 0
    for k in range(n, -n, -3):
        if k % 2 == 0:
            continue
        if k < -4:
            break
        found = found * 10 + k
    for k in range(2, n):
        found += k
    while found > 100:
        found -= 37
        if found == 50:
            break
    while True:
        found += 1
        if found % 5 == 0:
            return found


def over_tuples(a: int, b: int) -> int:
    """Loop over tuples, whose parts are evaluated before the loop."""
    total = 0
    for k in (a, b, -a):
        a = 100
        total = total * 3 + k
    for step in STEPS:
        total += step * a
    for slope in SLOPES:
        total += int(slope * STEPS[2])
    return total


def three(x: float, n: int) -> tuple[float, int, float]:
    """Return three numbers."""
    if x > 1.0:
        return x, n, x * n
    return -x, -n, 0.5


def again(x: float, n: int) -> tuple[float, int, float]:
    """Pass results on."""
    return three(x + 1.0, n)


def of_calls(x: float) -> tuple[float, float]:
    """Return numbers from calls, which must not disturb each other."""
    return three(x, 2)[2], three(x * 3.0, 5)[0] + three(x, 7)[1]


def unpacked(x: float, n: int) -> float:
    """Use results of calls."""
    first, _second, third = three(x, n)
    low, high = of_calls(x)
    third, first = first, third
    return first * 10.0 + third + three(x, n)[1] + low - high + again(x, n)[2]


def swapped(values: Floats, k: int) -> float:
    """Swap elements, and write results of a call to elements."""
    values[0], values[k] = values[k], values[0]
    values[1], values[2] = of_calls(values[0])
    values[k] += 2.5
    values[k] *= values[1]
    return values[0] + values[1] * 3.0 - values[2] + values[k]


def named_again(x: float, n: int) -> float:
    """Use one name for several values, in blocks and after them."""
    value = n * 2
    k = value + 1
    if n > 2:
        big = x * k
    else:
        big = x - k
        value += 1
    for k in range(n):
        big += k
    k = 3
    class_ = big * k
    new = class_ + value
    var = new + (1.0 if n > 1 else 0.0)
    return var


def shadowing(x: float) -> float:
    """Name a variable like a function of the module, and like words of JavaScript."""
    between = x
    function = between + 1.0
    let = function * 2.0
    this = let
    return this


def table_sum(places: IntegerCube, worlds: FloatTable, job: int) -> float:
    """Read and write tables, and use a row as an array."""
    total = 0.0
    for k in range(len(worlds)):
        total += row_sum(worlds[k], k) + worlds[job, 1]
    places[job, 1, 0] = places[job, 0, 1] * 2
    places[job, 1, 1] += 5
    return total + places[job, 1, 0] * 100 + places[job, 1, 1] + len(places)


def row_sum(row: Floats, k: int) -> float:
    """Add two elements."""
    return row[0] + row[1] * k


class Record(NamedTuple):
    """Arrays and a number of a record."""

    numbers: Floats
    places: IntegerTable
    queues: IntegerCube
    count: int


def record_sum(given: Record, k: int) -> float:
    """Read and write the fields of a record, pass it on, and give names to its arrays."""
    numbers, places = given.numbers, given.places
    given.places[k, 1] += 5
    numbers[0] = numbers[0] + 0.5
    for array in (given.numbers, numbers):
        array[1] += 1.0
    return of_record(given, k) + places[k, 1] * given.count


def of_record(given: Record, k: int) -> float:
    """Use a row of three axes, as an array and by one of its elements."""
    row = given.queues[k, 1]
    row[0] += 100
    return length_of(given.queues[k, 0]) + given.queues[k, 1, 0] + given.numbers[0] * given.numbers[1]


def length_of(row: Marks) -> int:
    """Return the number of elements before the first negative one."""
    for k in range(len(row)):
        if row[k] < 0:
            return k
    return len(row)


def several_targets(n: int, values: Marks) -> int:
    """Assign one value to several targets."""
    a = b = 0
    values[0] = c = values[1] = n * 2
    a += 1
    return a * 100 + b * 10 + c + values[0] + values[1]


def as_bool(n: int, x: float) -> bool:
    """Make booleans."""
    return bool(n) and bool(n > 1 and x < 2.0)


def is_within(aside: int, width: int, squared: int) -> bool:
    """Compare products beyond 2⁵³ (a wide function)."""
    left = float(aside) * float(aside)
    if left < 4.0:
        return True
    return aside * aside - width * width * squared + 5 <= 0
