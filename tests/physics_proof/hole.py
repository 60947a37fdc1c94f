"""Motion of a disc whose centre is over a pocket, written from the model's statement (decision 0120).

From the moment its centre crosses the circle its foremost edge sinks with g·δ·(δ + r)/(δ² + r²/4): δ is the mean depth
of the centre beyond the rim, by Simpson's rule over the straight way foreseen at its last event, and at least 1 mm.
At the depth of the lip it has fallen; at the rim before that it climbs the rounding of its edge.
"""

import math

from numba import njit

from physics_proof.board import GRAVITY

LEAST = 1e-3
"""m; nobody tips slower than from so far beyond the rim."""


@njit(error_model="numpy")
def _centre(x, law):
    """Return the coordinate of the pocket's centre on that side of the board."""
    return math.copysign(law.half - law.pocket_radius, x)


@njit(error_model="numpy")
def _beyond(line, way, law):
    """Return how far beyond the rim a disc is after that way on its line (x, y, ux, uy)."""
    x = line[0] + way * line[2]
    y = line[1] + way * line[3]
    return law.pocket_radius - math.hypot(x - _centre(x, law), y - _centre(y, law))


@njit(error_model="numpy")
def pull(line, begin, end, radius, law):
    """Return how fast the sinking grows on the way from `begin` to `end`, in m/s²."""
    mean = _beyond(line, begin, law) / 6 + 2 * _beyond(line, (begin + end) / 2, law) / 3 + _beyond(line, end, law) / 6
    mean = max(mean, LEAST)
    return GRAVITY * mean * (mean + radius) / (mean**2 + radius**2 / 4)


@njit(error_model="numpy")
def falls_in(depth, speed, grows, lip):
    """Return the seconds until a disc at this depth, sinking at this speed, is as deep as the lip."""
    left = max(lip - depth, 0.0)
    return (math.sqrt(speed**2 + 2 * grows * left) - speed) / grows


@njit(error_model="numpy")
def sunk(depth, speed, grows, time):
    """Return depth and speed of sinking that time later."""
    return depth + speed * time + grows * time**2 / 2, speed + grows * time


@njit(error_model="numpy")
def _outwards(state, law):
    """Return the direction out of the hole."""
    dx = state[0] - _centre(state[0], law)
    dy = state[1] - _centre(state[1], law)
    away = math.hypot(dx, dy)
    return dx / away, dy / away


@njit(error_model="numpy")
def over_rim(state, tip, law):
    """Return the speed along the rounding of its edge with which a disc (x, y, vx, vy, ω) meets the rim from within.

    `tip` is whether it is over the hole, its depth and its speed of sinking. Not above 0: it falls.
    """
    nx, ny = _outwards(state, law)
    level = max(1.0 - tip[1] / law.lip, 0.0)
    return (state[2] * nx + state[3] * ny) * level - tip[2] * math.sqrt(1.0 - level**2)


@njit(error_model="numpy")
def climb(state, along, tip, law):
    """Let a disc come out: of its speed out of the hole remains what the rounding leaves level."""
    nx, ny = _outwards(state, law)
    change = along * (1.0 - tip[1] / law.lip) - (state[2] * nx + state[3] * ny)
    state[2] += change * nx
    state[3] += change * ny
