"""Exact integer arithmetic: roots, rounding and comparisons."""

from math import sqrt

UNSURE = 1e-9
"""Relative difference below which two products are compared as integers rather than floats."""


def whole_root(number: int) -> int:
    """Return the integer square root of `number` (0 or more), rounded down."""
    root = int(sqrt(number))
    while root * root > number:
        root -= 1
    while (root + 1) * (root + 1) <= number:
        root += 1
    return root


def nearest(number: float) -> int:
    """Return the nearest integer; ties go to the even one."""
    below = int(number)
    if below > number:
        below -= 1
    over = number - below
    if over > 0.5 or (over == 0.5 and below % 2 != 0):
        return below + 1
    return below


def is_within(aside: int, width: int, squared: int) -> bool:
    """Return whether `aside`² ≤ `width`² × `squared`, exactly, even if the products do not fit into 64 bits.

    If they are too close to compare as floats, their difference is small and correct even after integer overflow.
    """
    left = float(aside) * float(aside)
    right = float(width) * float(width) * float(squared)
    if left < right * (1.0 - UNSURE):
        return True
    if left > right * (1.0 + UNSURE):
        return False
    return aside * aside - width * width * squared <= 0
