"""Load the friction profile: the committed table, checked against its hash."""

import array
import hashlib
import sys
from functools import cache
from importlib.resources import files

from carrom.errors import SetupError
from carrom.physics.kernel.layout import Floats
from carrom.physics.kernel.motion import CELL, CELLS_AT, FORCE, GUIDE, GUIDE_AT, RATIO, RATIOS_AT, TURNS_AT, guide_of
from carrom.physics.tables.layout import BRANCHES, CELLS, FILE, FIRST_KNOT, HASH, KNOTS, PER_OCTAVE

NUMBERS_AT = 2
"""Where the knots begin in the committed table, after ε₀ and F(ε₀)."""
ROW = 4
"""Numbers per knot: U, S, dU/dτ, dS/dτ."""
NUMBERS = NUMBERS_AT + BRANCHES * KNOTS * ROW
"""Length of the committed table."""
SIZE = TURNS_AT + BRANCHES * KNOTS
"""Length of the profile."""


@cache
def profile() -> tuple[float, ...]:
    """Return the profile of a uniform disc, in the layout of motion.py."""
    found = [0.0] * SIZE
    write_profile(_read(), found)
    return tuple(found)


def write_profile(numbers: Floats, out: Floats) -> None:
    """Write the profile: ε₀, F(ε₀), the cells of both branches, the ratio U/S at their knots, the guide, ∫S dτ.

    A cell is its knot, the cubic of U, X at the knot, the cubic of S. X is the exact integral of the cubic of U,
    so that place and speed agree to rounding. Only + − × ÷ are used: the same bits on every machine.
    """
    out[RATIO] = numbers[RATIO]
    out[FORCE] = numbers[FORCE]
    for branch in range(BRANCHES):
        write_cells(numbers, branch, out)
    for branch in range(BRANCHES):
        write_guide(branch, out)
        write_turns(branch, out)


def write_cells(numbers: Floats, branch: int, out: Floats) -> None:
    """Write the cells of a branch, and the ratios at its knots."""
    first = NUMBERS_AT + branch * KNOTS * ROW
    way = 0.5 * numbers[first] * FIRST_KNOT
    power = FIRST_KNOT
    for index in range(CELLS):
        part = index % PER_OCTAVE
        start = (1.0 + part / PER_OCTAVE) * power
        width = (1.0 + (part + 1) / PER_OCTAVE) * power - start
        if part == PER_OCTAVE - 1:
            power *= 2.0
        at = CELLS_AT + (branch * CELLS + index) * CELL
        row = first + index * ROW
        out[at] = start
        out[at + 5] = way
        write_cubic(numbers[row], numbers[row + ROW], numbers[row + 2], numbers[row + ROW + 2], width, out, at + 1)
        write_cubic(numbers[row + 1], numbers[row + ROW + 1], numbers[row + 3], numbers[row + ROW + 3], width, out,
                    at + 6)  # fmt: skip
        way += width * mean_of(out[at + 1], out[at + 2], out[at + 3], out[at + 4], width)
    for index in range(KNOTS):
        row = first + index * ROW
        out[RATIOS_AT + branch * KNOTS + index] = numbers[row] / numbers[row + 1]


def write_cubic(f0: float, f1: float, d0: float, d1: float, width: float, out: Floats, at: int) -> None:
    """Write the cubic on [0, width] with these values and slopes at its ends (Hermite)."""
    chord = (f1 - f0) / width
    out[at] = f0
    out[at + 1] = d0
    out[at + 2] = (3.0 * chord - 2.0 * d0 - d1) / width
    out[at + 3] = (d0 + d1 - 2.0 * chord) / (width * width)


def mean_of(c0: float, c1: float, c2: float, c3: float, width: float) -> float:
    """Return the mean value of a cubic on [0, width]."""
    return c0 + width * (c1 / 2.0 + width * (c2 / 3.0 + width * (c3 / 4.0)))


def write_guide(branch: int, out: Floats) -> None:
    """Write, for each entry of a branch's guide, the last knot whose own entry comes before it."""
    base = RATIOS_AT + branch * KNOTS
    index = 0
    for entry in range(GUIDE):
        while index + 1 < KNOTS and guide_of(out, branch, out[base + index + 1]) < entry:
            index += 1
        out[GUIDE_AT + branch * GUIDE + entry] = float(index)


def write_turns(branch: int, out: Floats) -> None:
    """Write ∫S dτ at every knot of a branch."""
    total = 0.5 * out[FORCE] / out[RATIO] * FIRST_KNOT * FIRST_KNOT
    to = TURNS_AT + branch * KNOTS
    out[to] = total
    power = FIRST_KNOT
    for index in range(CELLS):
        part = index % PER_OCTAVE
        h = (1.0 + (part + 1) / PER_OCTAVE) * power - (1.0 + part / PER_OCTAVE) * power
        if part == PER_OCTAVE - 1:
            power *= 2.0
        at = CELLS_AT + (branch * CELLS + index) * CELL + 6
        total += h * mean_of(out[at], out[at + 1], out[at + 2], out[at + 3], h)
        out[to + index + 1] = total


def _read() -> list[float]:
    data = files("carrom.physics.tables").joinpath(FILE).read_bytes()
    found = hashlib.sha256(data).hexdigest()
    if found != HASH:
        raise SetupError(
            f"the friction table {FILE} is not the one this version was made with (SHA-256 {found[:16]}…, "
            f"expected {HASH[:16]}…): install the package again"
        )
    numbers = array.array("d", data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return list(numbers)
