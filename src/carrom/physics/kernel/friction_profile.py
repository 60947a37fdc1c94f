"""Load the friction profile: the committed table, checked against its hash."""

import array
import hashlib
import sys
from functools import cache
from importlib.resources import files

from carrom.errors import SetupError
from carrom.physics.kernel.motion import CELL, CELLS_AT, GUIDE, RATIOS_AT, guide_of
from carrom.physics.tables.layout import BRANCHES, CELLS, FILE, HASH, KNOTS, knot

_ROW = 4
"""Numbers per knot: U, S, dU/dτ, dS/dτ."""


@cache
def profile() -> tuple[float, ...]:
    """Return the profile of a uniform disc: ε₀, F(ε₀), the cells of both branches, the ratio U/S at their knots.

    A cell is its knot, the cubic of U, X at the knot, the cubic of S. X is the exact integral of the cubic of U,
    so that place and speed agree to rounding. Only + − × ÷ are used: the same bits on every machine.
    """
    numbers = _read()
    cells: list[float] = []
    ratios: list[float] = []
    for branch in range(BRANCHES):
        rows = [
            numbers[at : at + _ROW] for at in range(2 + branch * KNOTS * _ROW, 2 + (branch + 1) * KNOTS * _ROW, _ROW)
        ]
        way = 0.5 * rows[0][0] * knot(0)
        for index in range(CELLS):
            start, width = knot(index), knot(index + 1) - knot(index)
            speed = _cubic(rows[index][0], rows[index + 1][0], rows[index][2], rows[index + 1][2], width)
            rim = _cubic(rows[index][1], rows[index + 1][1], rows[index][3], rows[index + 1][3], width)
            cells += (start, *speed, way, *rim)
            c0, c1, c2, c3 = speed
            way += width * (c0 + width * (c1 / 2.0 + width * (c2 / 3.0 + width * (c3 / 4.0))))
        ratios += [row[0] / row[1] for row in rows]
    found = (*numbers[:2], *cells, *ratios)
    return found + _guide(found) + _turns(found)


def _guide(found: tuple[float, ...]) -> tuple[float, ...]:
    """Return, for each entry of the guide, the last knot whose own entry comes before it."""
    guide: list[float] = []
    for branch in range(BRANCHES):
        base = RATIOS_AT + branch * KNOTS
        entries = [guide_of(found, branch, found[base + index]) for index in range(KNOTS)]
        index = 0
        for entry in range(GUIDE):
            while index + 1 < KNOTS and entries[index + 1] < entry:
                index += 1
            guide.append(float(index))
    return tuple(guide)


def _cubic(f0: float, f1: float, d0: float, d1: float, width: float) -> tuple[float, float, float, float]:
    """Return the cubic on [0, width] with these values and slopes at its ends (Hermite)."""
    chord = (f1 - f0) / width
    return f0, d0, (3.0 * chord - 2.0 * d0 - d1) / width, (d0 + d1 - 2.0 * chord) / (width * width)


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


def _turns(found: tuple[float, ...]) -> tuple[float, ...]:
    """Return ∫S dτ at every knot of both branches."""
    sums: list[float] = []
    for branch in range(BRANCHES):
        total = 0.5 * found[1] / found[0] * knot(0) * knot(0)
        sums.append(total)
        for index in range(CELLS):
            at = CELLS_AT + (branch * CELLS + index) * CELL + 6
            s0, s1, s2, s3 = found[at : at + 4]
            h = knot(index + 1) - knot(index)
            total += h * (s0 + h * (s1 / 2.0 + h * (s2 / 3.0 + h * (s3 / 4.0))))
            sums.append(total)
    return tuple(sums)
