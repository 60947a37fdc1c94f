"""Motion of a single disc until it stops, computed from the stored friction table by independent code.

The table holds U, S and their slopes at knots of the remaining time τ; between knots U and S are cubic Hermite
polynomials, and the distance X is the integral of U. Lookups use bisection, not the kernel's formulas. The accuracy
of the table itself is measured elsewhere (`brute.py` does not use it).
"""

import math
from pathlib import Path

import numpy as np
from numba import njit

from carrom.physics import tables
from carrom.physics.tables import layout
from physics_proof.friction import INERTIA

_raw = np.frombuffer((Path(tables.__file__).parent / layout.FILE).read_bytes(), dtype="<f8")
RATIO, FORCE = float(_raw[0]), float(_raw[1])
"""The ratio of sliding to spinning speed as a disc stops, and its friction then."""
TABLE = _raw[2:].reshape(layout.BRANCHES, layout.KNOTS, 4).copy()
KNOTS = np.array(
    [
        math.ldexp(1.0 + part / layout.PER_OCTAVE, octave)
        for octave in range(layout.FIRST_OCTAVE, layout.LAST_OCTAVE)
        for part in range(layout.PER_OCTAVE)
    ]
    + [math.ldexp(1.0, layout.LAST_OCTAVE)]
)


def _distances() -> np.ndarray:
    """Return X at every knot of both branches: the exact integral of the cubics of U."""
    width = np.diff(KNOTS)
    u, slope = TABLE[:, :, 0], TABLE[:, :, 2]
    cells = width * (u[:, :-1] + u[:, 1:]) / 2 + width**2 * (slope[:, :-1] - slope[:, 1:]) / 12
    first = 0.5 * FORCE * KNOTS[0] ** 2
    return np.concatenate([np.full((2, 1), first), first + np.cumsum(cells, axis=1)], axis=1)


DISTANCE = _distances()
ALONE = 2
"""The pseudo-branch of a disc that slides without spin: constant deceleration."""


@njit(error_model="numpy")
def cell_of(tau):
    """Return the index of the table's cell that contains τ, by bisection."""
    low = 0
    high = KNOTS.shape[0] - 1
    while high - low > 1:
        middle = (low + high) // 2
        if KNOTS[middle] <= tau:
            low = middle
        else:
            high = middle
    return low


@njit(error_model="numpy")
def at(branch, tau):
    """Return (U, S, X) for a remaining time τ."""
    if tau <= KNOTS[0]:
        rest = max(tau, 0.0)
        return FORCE * rest, FORCE * rest / RATIO, 0.5 * FORCE * rest * rest
    k = cell_of(tau)
    width = KNOTS[k + 1] - KNOTS[k]
    p = (tau - KNOTS[k]) / width
    q = 1.0 - p
    rise_0 = (1.0 + 2.0 * p) * q * q
    rise_1 = p * p * (3.0 - 2.0 * p)
    lean_0 = p * q * q * width
    lean_1 = -p * p * q * width
    a = TABLE[branch, k]
    b = TABLE[branch, k + 1]
    u = a[0] * rise_0 + b[0] * rise_1 + a[2] * lean_0 + b[2] * lean_1
    s = a[1] * rise_0 + b[1] * rise_1 + a[3] * lean_0 + b[3] * lean_1
    area_0 = p * (1.0 + p * p * (0.5 * p - 1.0))
    area_1 = p * p * p * (1.0 - 0.5 * p)
    moment_0 = p * p * (0.5 + p * (0.25 * p - 2.0 / 3.0))
    moment_1 = p * p * p * (0.25 * p - 1.0 / 3.0)
    area = a[0] * area_0 + b[0] * area_1 + width * (a[2] * moment_0 + b[2] * moment_1)
    return u, s, DISTANCE[branch, k] + width * area


@njit(error_model="numpy")
def begin(speed, around):
    """Return (branch, C, τ) of a disc that slides at `speed` and whose rim spins at `around`, both in m/s and >= 0."""
    if speed <= 0.0 or around <= 0.0:
        return ALONE, 0.0, 0.0
    eps = speed / around
    branch = 0 if eps >= RATIO else 1
    far = TABLE[branch, KNOTS.shape[0] - 1]
    if branch == 0 and eps >= far[0] / far[1]:
        return ALONE, 0.0, 0.0
    sign = 1.0 if branch == 0 else -1.0
    low = 0
    high = KNOTS.shape[0] - 1
    while high - low > 1:
        middle = (low + high) // 2
        if sign * (TABLE[branch, middle, 0] - eps * TABLE[branch, middle, 1]) <= 0.0:
            low = middle
        else:
            high = middle
    a = KNOTS[low]
    b = KNOTS[high]
    for _ in range(200):
        middle = 0.5 * (a + b)
        if middle in (a, b):
            break
        u, s, _x = at(branch, middle)
        if sign * (u - eps * s) <= 0.0:
            a = middle
        else:
            b = middle
    u, s, _x = at(branch, a)
    return branch, speed / u, a


@njit(error_model="numpy")
def after(branch, scale, tau, speed, around, deceleration, t):
    """Return (distance, speed, rim speed) `t` seconds after a motion began, in SI units."""
    if branch == ALONE:
        slid = min(t, speed / deceleration)
        left = max(speed - deceleration * t, 0.0)
        rim = around
        if speed == 0.0:
            rim = max(around - 2.0 / 3.0 / INERTIA * deceleration * t, 0.0)
        return (speed - 0.5 * deceleration * slid) * slid, left, rim
    now = tau - t * deceleration / scale
    _u, _s, whole = at(branch, tau)
    if now <= 0.0:
        return scale * scale * whole / deceleration, 0.0, 0.0
    u, s, x = at(branch, now)
    return scale * scale * (whole - x) / deceleration, scale * u, scale * s


@njit(error_model="numpy")
def lasts(branch, scale, tau, speed, around, deceleration):
    """Return (time, distance) until the disc stops sliding."""
    if branch == ALONE:
        return speed / deceleration, 0.5 * speed * speed / deceleration
    _u, _s, whole = at(branch, tau)
    return tau * scale / deceleration, scale * scale * whole / deceleration
