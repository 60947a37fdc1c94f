"""Integer arithmetic: roots, rounding and comparisons without error."""

from math import sqrt

UNSURE = 1e-9
"""Two products that differ by less, relative to them, are compared as whole numbers."""


def whole_root(number: int) -> int:
    """Return the greatest whole number whose square is at most `number` (0 or more)."""
    root = int(sqrt(number))
    while root * root > number:
        root -= 1
    while (root + 1) * (root + 1) <= number:
        root += 1
    return root


def nearest(number: float) -> int:
    """Return the nearest whole number; of two equally near, the even one."""
    below = int(number)
    if below > number:
        below -= 1
    over = number - below
    if over > 0.5 or (over == 0.5 and below % 2 != 0):
        return below + 1
    return below


def is_within(aside: int, width: int, squared: int) -> bool:
    """Whether `aside`² ≤ `width`² × `squared`, exactly, though the products may not fit into 64 bits.

    Where they are too near for floats their difference is small, and is right even if both have wrapped around.
    """
    left = float(aside) * float(aside)
    right = float(width) * float(width) * float(squared)
    if left < right * (1.0 - UNSURE):
        return True
    if left > right * (1.0 + UNSURE):
        return False
    return aside * aside - width * width * squared <= 0
