"""The friction law in a table so fine that its error no longer counts, for the motions of the oracle.

The error of a table of cubics falls with the fourth power of its cells: with eight times as many as the committed table
it is some 4,000 times smaller. It is computed from the elliptic integrals of `friction.py`, not by the program's own.
"""

import math
from types import ModuleType

import numpy as np
from numba import njit

from carrom.physics.tables import layout
from physics_proof.friction import INERTIA, resistance

PARTS = 8 * layout.PER_OCTAVE
STEPS = 8
"""Runge-Kutta steps a cell."""
START = 6e-7
"""Relative distance of the branches from the final ratio at the first knot."""


def knots_of(parts: int) -> np.ndarray:
    """Return the knots of a table with so many cells an octave."""
    octaves = range(layout.FIRST_OCTAVE, layout.LAST_OCTAVE)
    found = [math.ldexp(1.0 + part / parts, octave) for octave in octaves for part in range(parts)]
    return np.array([*found, math.ldexp(1.0, layout.LAST_OCTAVE)])


@njit(error_model="numpy")
def _slope(u, s):
    force, torque = resistance(math.exp(u - s), 1.0)
    return force * math.exp(-u) - 1.0, torque / INERTIA * math.exp(-s) - 1.0


@njit(error_model="numpy")
def _branch(knots, eps, force, steps):
    u, s = math.log(force), math.log(force / eps)
    rows = np.zeros((len(knots), 4))
    for index in range(len(knots)):
        drag, twist = resistance(math.exp(u - s), 1.0)
        rows[index] = math.exp(u) * knots[index], math.exp(s) * knots[index], drag, twist / INERTIA
        if index + 1 < len(knots):
            h = math.log(knots[index + 1] / knots[index]) / steps
            for _ in range(steps):
                a1, b1 = _slope(u, s)
                a2, b2 = _slope(u + 0.5 * h * a1, s + 0.5 * h * b1)
                a3, b3 = _slope(u + 0.5 * h * a2, s + 0.5 * h * b2)
                a4, b4 = _slope(u + h * a3, s + h * b3)
                u += h / 6.0 * (a1 + 2.0 * (a2 + a3) + a4)
                s += h / 6.0 * (b1 + 2.0 * (b2 + b3) + b4)
    return rows


def refine(profile: ModuleType, parts: int = PARTS) -> None:
    """Replace the table of a freshly imported `profile` module, before any of its functions is compiled."""
    eps = profile.RATIO
    force = resistance(eps, 1.0)[0]
    knots = knots_of(parts)
    profile.FORCE, profile.KNOTS = float(force), knots
    rows = [_branch(knots, eps * (1.0 + sign * START), force, STEPS * PARTS // parts) for sign in (1.0, -1.0)]
    profile.TABLE = np.array(rows)
    profile.DISTANCE = profile._distances()
