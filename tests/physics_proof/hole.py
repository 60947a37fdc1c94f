"""Motion of a disc whose centre is over a pocket, implemented from the model's description.

Once its centre has crossed the circle, the disc's front edge sinks with acceleration g·δ·(δ + r)/(δ² + r²/4). Here δ is
the mean distance of the centre beyond the rim, at least 1 mm, by Simpson's rule over the straight path predicted at
its last event. When it has sunk to the depth of the lip, it falls; if it reaches the rim before, it climbs out over
its rounded edge.
"""

import math

from numba import njit

from physics_proof.board import GRAVITY

LEAST = 1e-3
"""Least distance beyond the rim in metres; it limits how slowly a disc tips."""


@njit(error_model="numpy")
def _centre(x, law):
    """Return the coordinate of the pocket's centre on the same side of the board as `x`."""
    return math.copysign(law.half - law.pocket_radius, x)


@njit(error_model="numpy")
def _beyond(line, way, law):
    """Return how far beyond the rim a disc is after travelling `way` along its line (x, y, ux, uy), in metres."""
    x = line[0] + way * line[2]
    y = line[1] + way * line[3]
    return law.pocket_radius - math.hypot(x - _centre(x, law), y - _centre(y, law))


@njit(error_model="numpy")
def pull(line, begin, end, radius, law):
    """Return the acceleration of sinking on the path from `begin` to `end`, in m/s²."""
    mean = _beyond(line, begin, law) / 6 + 2 * _beyond(line, (begin + end) / 2, law) / 3 + _beyond(line, end, law) / 6
    mean = max(mean, LEAST)
    return GRAVITY * mean * (mean + radius) / (mean**2 + radius**2 / 4)


@njit(error_model="numpy")
def falls_in(depth, speed, grows, lip):
    """Return the seconds until a disc at this depth and sinking speed reaches the depth of the lip."""
    left = max(lip - depth, 0.0)
    return (math.sqrt(speed**2 + 2 * grows * left) - speed) / grows


@njit(error_model="numpy")
def sunk(depth, speed, grows, time):
    """Return the depth and speed of sinking after `time` seconds."""
    return depth + speed * time + grows * time**2 / 2, speed + grows * time


@njit(error_model="numpy")
def _outwards(state, law):
    """Return the unit vector out of the pocket."""
    dx = state[0] - _centre(state[0], law)
    dy = state[1] - _centre(state[1], law)
    away = math.hypot(dx, dy)
    return dx / away, dy / away


@njit(error_model="numpy")
def over_rim(state, tip, law):
    """Return a disc's speed (m/s) along its rounded edge when it meets the rim from inside; at most 0: it falls.

    The disc's state is (x, y, vx, vy, ω); `tip` is (over the pocket, depth, sinking speed).
    """
    nx, ny = _outwards(state, law)
    level = max(1.0 - tip[1] / law.lip, 0.0)
    return (state[2] * nx + state[3] * ny) * level - tip[2] * math.sqrt(1.0 - level**2)


@njit(error_model="numpy")
def climb(state, along, tip, law):
    """Let a disc come out: only the horizontal component of its speed along the rounded edge remains."""
    nx, ny = _outwards(state, law)
    change = along * (1.0 - tip[1] / law.lip) - (state[2] * nx + state[3] * ny)
    state[2] += change * nx
    state[3] += change * ny
