"""Numbers as callers give them (of Python or NumPy, whole or not, seeds of any size), and intervals of proportions."""

import math
from numbers import Integral, Real
from typing import Any

from carrom.errors import RefusedRequest


def whole(value: Any) -> int | None:
    """Return a whole number of Python or NumPy as an int; None for anything else, such as 1.0 or True."""
    if type(value) is int:
        return value
    return int(value) if isinstance(value, Integral) and not isinstance(value, bool) else None


def real(value: Any) -> float | int | None:
    """Return a number of Python or NumPy as an int or a float; None for anything else, such as True or "1"."""
    if type(value) is float or type(value) is int:
        return value
    found = whole(value)
    return float(value) if found is None and isinstance(value, Real) and not isinstance(value, bool) else found


def checked_seed(given: Any) -> int:
    """Return a seed as an int. Raises `RefusedRequest` unless it is a whole number from 0; it may have any size."""
    seed = whole(given)
    if seed is None or seed < 0:
        raise RefusedRequest(f"the seed is {given!r:.60}; expected a whole number from 0, of any size")
    return seed


# -- confidence intervals of proportions -------------------------------------------------------------------------------


def wilson(won: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """Return the Wilson interval of a proportion: `won` of `of`."""
    if of == 0:
        return 0.0, 1.0
    share = won / of
    middle, spread = share + z * z / (2 * of), z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - spread) / (1 + z * z / of), (middle + spread) / (1 + z * z / of)
