"""Pockets: how a disc sinks, and how much speed it loses when it comes out again.

While its centre is over the hole a disc tips about the rim. With δ the way of its centre beyond the rim and r²/4 the
square of its radius of gyration about a diameter, its foremost edge sinks with g·δ·(δ + r)/(δ² + r²/4): about as fast
as in free fall, but slowly where it only grazes the hole. δ is taken at its mean (by Simpson) over the straight way
from the last event to the next, and at least LEAST_OVER. Meanwhile the disc moves on as on the board. At a depth equal
to the lip, the rounding of its edge, it has fallen. A disc that reaches the rim before that meets it with the rounding,
without a rebound: the deeper the disc, the more the contact's normal leans back, and the speed along the normal is
lost. A disc that is left without speed falls too.
"""

from math import sqrt

from carrom.physics.kernel.layout import (
    DEPTH,
    E_AFTER,
    E_BEFORE,
    E_FIRST,
    E_KIND,
    E_NORMAL,
    E_NX,
    E_NY,
    E_SECOND,
    E_TANGENT,
    E_TIME,
    E_X1,
    E_X2,
    E_Y1,
    E_Y2,
    GRAVITY,
    MASS,
    NEVER,
    NOW_SPEED,
    NOW_X,
    NOW_Y,
    OVER,
    P_DRAG,
    P_HALF,
    P_LIP,
    P_POCKET,
    PULL,
    RADIUS,
    RIM,
    SINCE,
    SINKING,
    UX,
    UY,
    Floats,
    Marks,
    Profile,
    X,
    Y,
)
from carrom.physics.kernel.motion import launch, rim_speed

LEAST_OVER = 1e-3
"""m; minimum of δ: a disc whose centre is over the hole tips at least this fast."""


def beyond_rim(world: Floats, x: float, y: float) -> float:
    """Return the depth of a place inside the nearest pocket's circle; negative outside."""
    centre = world[P_HALF] - world[P_POCKET]
    dx = (x if x > 0.0 else -x) - centre
    dy = (y if y > 0.0 else -y) - centre
    return world[P_POCKET] - sqrt(dx * dx + dy * dy)


def way_out(world: Floats, x: float, y: float, ux: float, uy: float) -> float:
    """Return the distance until a centre over a hole leaves the circle."""
    centre = world[P_HALF] - world[P_POCKET]
    dx = (centre if x > 0.0 else -centre) - x
    dy = (centre if y > 0.0 else -centre) - y
    aside = dx * uy - dy * ux
    chord = world[P_POCKET] * world[P_POCKET] - aside * aside
    way = dx * ux + dy * uy + sqrt(chord if chord > 0.0 else 0.0)
    return way if way > 0.0 else 0.0


def tip(state: Floats, world: Floats, k: int, begin: float, end: float) -> float:
    """Start the sinking of disc k on its path over the hole from `begin` to `end` (m); return when it falls."""
    x = state[X + k]
    y = state[Y + k]
    ux = state[UX + k]
    uy = state[UY + k]
    middle = 0.5 * (begin + end)
    first = beyond_rim(world, x + ux * begin, y + uy * begin)
    half = beyond_rim(world, x + ux * middle, y + uy * middle)
    last = beyond_rim(world, x + ux * end, y + uy * end)
    over = (first + 4.0 * half + last) / 6.0
    if over < LEAST_OVER:
        over = LEAST_OVER
    radius = state[RADIUS + k]
    pull = GRAVITY * over * (over + radius) / (over * over + 0.25 * radius * radius)
    state[PULL + k] = pull
    left = world[P_LIP] - state[DEPTH + k]
    if left <= 0.0:
        return 0.0
    sinking = state[SINKING + k]
    return 2.0 * left / (sinking + sqrt(sinking * sinking + 2.0 * pull * left))


def sink_to(state: Floats, k: int, now: float) -> None:
    """Advance the sinking of disc k to `now`, before a new motion starts."""
    if state[OVER + k] > now:
        return
    begun = state[OVER + k] if state[OVER + k] > state[SINCE + k] else state[SINCE + k]
    dt = now - begun
    state[DEPTH + k] += (state[SINKING + k] + 0.5 * state[PULL + k] * dt) * dt
    state[SINKING + k] += state[PULL + k] * dt


def comes_out(state: Floats, world: Floats, k: int, now: float) -> bool:
    """Advance the sinking of disc k to `now`, when it meets the rim from within; return whether it comes out."""
    sink_to(state, k, now)
    return speed_along(state, world, k) > 0.0


def speed_along(state: Floats, world: Floats, k: int) -> float:
    """Return the speed of disc k along the rounding of its edge when it has met the rim."""
    level = 1.0 - state[DEPTH + k] / world[P_LIP]
    if level <= 0.0:
        return 0.0
    return outward(state, world, k)[2] * level - state[SINKING + k] * sqrt(1.0 - level * level)


def outward(state: Floats, world: Floats, k: int) -> tuple[float, float, float]:
    """Return the direction out of the hole at disc k, on its rim, and its speed in that direction."""
    centre = world[P_HALF] - world[P_POCKET]
    x = state[NOW_X + k]
    y = state[NOW_Y + k]
    nx = x - (centre if x > 0.0 else -centre)
    ny = y - (centre if y > 0.0 else -centre)
    scale = 1.0 / sqrt(nx * nx + ny * ny)
    nx *= scale
    ny *= scale
    return nx, ny, (state[UX + k] * nx + state[UY + k] * ny) * state[NOW_SPEED + k]


def climb(
    profile: Profile, state: Floats, marks: Marks, world: Floats, log: Floats, at: int, k: int, now: float
) -> None:
    """Move disc k, which must be at `now`, out of the hole, and start its new motion."""
    drag = world[P_DRAG]
    x = state[NOW_X + k]
    y = state[NOW_Y + k]
    vx = state[UX + k] * state[NOW_SPEED + k]
    vy = state[UY + k] * state[NOW_SPEED + k]
    rim = rim_speed(profile, state, marks, k, now, drag)
    nx, ny, speed = outward(state, world, k)
    lost = speed - speed_along(state, world, k) * (1.0 - state[DEPTH + k] / world[P_LIP])
    if at >= 0:
        log[at + E_KIND] = RIM
        log[at + E_FIRST] = k
        log[at + E_SECOND] = -1.0
        log[at + E_TIME] = now
        log[at + E_X1] = x
        log[at + E_Y1] = y
        log[at + E_X2] = 0.0
        log[at + E_Y2] = 0.0
        log[at + E_NX] = nx
        log[at + E_NY] = ny
        log[at + E_NORMAL] = lost * state[MASS + k]
        log[at + E_TANGENT] = 0.0
        write_motion(log, at + E_BEFORE, vx, vy, rim)
    vx -= lost * nx
    vy -= lost * ny
    if at >= 0:
        write_motion(log, at + E_AFTER, vx, vy, rim)
        write_motion(log, at + E_BEFORE + 3, 0.0, 0.0, 0.0)
        write_motion(log, at + E_AFTER + 3, 0.0, 0.0, 0.0)
    state[OVER + k] = NEVER
    state[X + k] = x
    state[Y + k] = y
    launch(profile, state, marks, k, now, drag, vx, vy, rim)


def write_motion(log: Floats, at: int, vx: float, vy: float, rim: float) -> None:
    """Write a velocity and a rim speed into the log."""
    log[at] = vx
    log[at + 1] = vy
    log[at + 2] = rim
