"""Layout of the committed table of the board's friction."""

import math

FILE = "uniform_disc.f64"
FIRST_OCTAVE = -32
LAST_OCTAVE = 96
PER_OCTAVE = 16
BRANCHES = 2
CELLS = (LAST_OCTAVE - FIRST_OCTAVE) * PER_OCTAVE
KNOTS = CELLS + 1
FIRST_KNOT = 2.0**FIRST_OCTAVE
HASH = "fdac6089c9321e60b7e14c718b8ebb5243ab9256af0f43c3931aea9c656280db"
"""SHA-256 of the file."""


def knot(index: int) -> float:
    """Return the remaining time τ at a knot; exact."""
    octave, part = divmod(index, PER_OCTAVE)
    return math.ldexp(1.0 + part / PER_OCTAVE, FIRST_OCTAVE + octave)
