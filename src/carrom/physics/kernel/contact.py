"""Contacts: restitution along the normal, Coulomb friction along the tangent, with spin.

The tangential impulse stops the relative sliding of the two surfaces if friction suffices (they stick); otherwise it is
the coefficient of friction times the normal impulse (they slip).

Surfaces that stick are strained along the tangent and spring back (Maw, Barber and Fawcett, Wear 38, 101, 1976). With a
tangential restitution eₜ they part with eₜ times their sliding speed s, reversed, as far as friction allows: with the
reduced mass m, the impulse along the tangent is

    −s/|s| · min((1 + eₜ)·m·|s| / (1 + 1/k), μ·m·(1 + eₙ)·|v|),   k = I/(mr²),   v and eₙ along the normal.

This is the bilinear law of Walton; Foerster, Louge, Chang and Allia, Phys. Fluids 6, 1108 (1994), measured its three
numbers. Contacts that slip at eₜ = 0 have the same impulse for every eₜ, and at eₜ = 0 every bit is that of a contact
without rebound. Since the sliding speed becomes −eₜ·s at most, no energy is gained for 0 ≤ eₜ ≤ 1.
"""

from math import sqrt

from carrom.physics.kernel.layout import (
    DISC,
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
    FRAME_X,
    INERTIA,
    LEAST_SEPARATION,
    MASS,
    MET,
    NOW_SPEED,
    NOW_X,
    NOW_Y,
    P_BOUNCE,
    P_DRAG,
    P_FRAME_BOUNCE,
    P_FRAME_GRIP,
    P_FRAME_REBOUND,
    P_GRIP,
    P_HALF,
    P_PATIENCE,
    P_REBOUND,
    P_TOIL,
    P_YIELD,
    RADIUS,
    UX,
    UY,
    Floats,
    Marks,
    Profile,
    X,
    Y,
)
from carrom.physics.kernel.motion import launch, rim_speed
from carrom.physics.kernel.pocket import sink_to, write_motion

AT_REST = 1e-7
"""m/s; touching discs that separate more slowly than this collide. Overlapping discs that are pressed together separate
ever more slowly, and would otherwise never count as approaching."""
WEARY = 16.0
"""Excess collisions per step by which the minimum separation speed grows."""
MOST_SEPARATION = 5e-4
"""m/s; the limit of that growth."""
RISE = 1e-4
"""m/s; times the square of the excess collisions, it is the speed below which a collision is elastic."""
SHARE = 1.0 + 1.0 / INERTIA
"""Compliance of a disc's rim to a tangential impulse relative to its centre, because the disc also turns."""


def limited(value: float, limit: float) -> float:
    """Return the value clipped to ± limit."""
    if value > limit:
        return limit
    if value < -limit:
        return -limit
    return value


def softened(restitution: float, knee: float, closing: float) -> float:
    """Return the restitution at an impact speed; above the knee it falls with the fourth root of the speed."""
    if knee <= 0.0 or closing <= knee:
        return restitution
    return restitution * sqrt(sqrt(knee / closing))


def least_separation(marks: Marks, world: Floats, i: int, j: int, events: int, closing: float) -> float:
    """Count a collision of discs i and j at this impact speed; return the minimum speed at which they separate.

    Two discs that have collided more often than the surface's limit are part of a row that is pressed together. Their
    slow collisions then become elastic, up to a speed that grows with every further collision, so that the row
    separates. The same holds for all discs once a stroke has more events than the surface's limit.
    """
    over = (marks[MET + i] if marks[MET + i] < marks[MET + j] else marks[MET + j]) - world[P_PATIENCE]
    if events - world[P_TOIL] > over:
        over = events - world[P_TOIL]
    marks[MET + i] += 1
    marks[MET + j] += 1
    if over <= 0.0:
        return LEAST_SEPARATION
    least = LEAST_SEPARATION * (1.0 + over / WEARY)
    if least > MOST_SEPARATION:
        least = MOST_SEPARATION
    elastic = RISE * over * over
    if elastic > closing:
        elastic = closing
    return elastic if elastic > least else least


def collide(
    profile: Profile,
    state: Floats,
    marks: Marks,
    world: Floats,
    log: Floats,
    at: int,
    i: int,
    j: int,
    now: float,
    events: int,
) -> bool:
    """Collide discs i and j, which must be at `now`, and start their new motion; return whether they approached."""
    drag = world[P_DRAG]
    xi = state[NOW_X + i]
    yi = state[NOW_Y + i]
    xj = state[NOW_X + j]
    yj = state[NOW_Y + j]
    vix = state[UX + i] * state[NOW_SPEED + i]
    viy = state[UY + i] * state[NOW_SPEED + i]
    vjx = state[UX + j] * state[NOW_SPEED + j]
    vjy = state[UY + j] * state[NOW_SPEED + j]
    dx = xj - xi
    dy = yj - yi
    scale = 1.0 / sqrt(dx * dx + dy * dy)
    nx = dx * scale
    ny = dy * scale
    closing = (vjx - vix) * nx + (vjy - viy) * ny
    if closing >= AT_REST:
        return False
    si = rim_speed(profile, state, marks, i, now, drag)
    sj = rim_speed(profile, state, marks, j, now, drag)
    mi = state[MASS + i]
    mj = state[MASS + j]
    parting = -softened(world[P_BOUNCE], world[P_YIELD], -closing) * closing
    least = least_separation(marks, world, i, j, events, -closing)
    if parting < least:
        parting = least
    reduced = mi * mj / (mi + mj)
    normal = (parting - closing) * reduced
    sliding = (vjy - viy) * nx - (vjx - vix) * ny - (sj + si)
    tangent = limited(-sliding * (1.0 + world[P_REBOUND]) * reduced / SHARE, world[P_GRIP] * normal)
    px = normal * nx - tangent * ny
    py = normal * ny + tangent * nx
    if at >= 0:
        log[at + E_KIND] = DISC
        log[at + E_FIRST] = i
        log[at + E_SECOND] = j
        log[at + E_TIME] = now
        log[at + E_X1] = xi
        log[at + E_Y1] = yi
        log[at + E_X2] = xj
        log[at + E_Y2] = yj
        log[at + E_NX] = nx
        log[at + E_NY] = ny
        log[at + E_NORMAL] = normal
        log[at + E_TANGENT] = tangent
        write_motion(log, at + E_BEFORE, vix, viy, si)
        write_motion(log, at + E_BEFORE + 3, vjx, vjy, sj)
    vix -= px / mi
    viy -= py / mi
    vjx += px / mj
    vjy += py / mj
    si -= tangent / (mi * INERTIA)
    sj -= tangent / (mj * INERTIA)
    if at >= 0:
        write_motion(log, at + E_AFTER, vix, viy, si)
        write_motion(log, at + E_AFTER + 3, vjx, vjy, sj)
    sink_to(state, i, now)
    sink_to(state, j, now)
    state[X + i] = xi
    state[Y + i] = yi
    state[X + j] = xj
    state[Y + j] = yj
    launch(profile, state, marks, i, now, drag, vix, viy, si)
    launch(profile, state, marks, j, now, drag, vjx, vjy, sj)
    return True


def bounce(
    profile: Profile, state: Floats, marks: Marks, world: Floats, log: Floats, at: int, kind: int, k: int, now: float
) -> None:
    """Bounce disc k, which must be at `now`, off the frame, and start its new motion."""
    drag = world[P_DRAG]
    x = state[NOW_X + k]
    y = state[NOW_Y + k]
    vx = state[UX + k] * state[NOW_SPEED + k]
    vy = state[UY + k] * state[NOW_SPEED + k]
    rim = rim_speed(profile, state, marks, k, now, drag)
    reach = world[P_HALF] - state[RADIUS + k]
    mass = state[MASS + k]
    nx = 0.0
    ny = 0.0
    if kind == FRAME_X:
        nx = 1.0 if x > 0.0 else -1.0
        x = reach * nx
    else:
        ny = 1.0 if y > 0.0 else -1.0
        y = reach * ny
    into = vx * nx + vy * ny
    restitution = softened(world[P_FRAME_BOUNCE], world[P_YIELD], into)
    normal = (1.0 + restitution) * into
    sliding = vy * nx - vx * ny + rim
    tangent = limited(-sliding * (1.0 + world[P_FRAME_REBOUND]) / SHARE, world[P_FRAME_GRIP] * normal)
    if at >= 0:
        log[at + E_KIND] = kind
        log[at + E_FIRST] = k
        log[at + E_SECOND] = -1.0
        log[at + E_TIME] = now
        log[at + E_X1] = x
        log[at + E_Y1] = y
        log[at + E_X2] = 0.0
        log[at + E_Y2] = 0.0
        log[at + E_NX] = nx
        log[at + E_NY] = ny
        log[at + E_NORMAL] = normal * mass
        log[at + E_TANGENT] = tangent * mass
        write_motion(log, at + E_BEFORE, vx, vy, rim)
    if kind == FRAME_X:
        vx = -restitution * vx
        vy += tangent * nx
    else:
        vx -= tangent * ny
        vy = -restitution * vy
    rim += tangent / INERTIA
    if at >= 0:
        write_motion(log, at + E_AFTER, vx, vy, rim)
        write_motion(log, at + E_BEFORE + 3, 0.0, 0.0, 0.0)
        write_motion(log, at + E_AFTER + 3, 0.0, 0.0, 0.0)
    sink_to(state, k, now)
    state[X + k] = x
    state[Y + k] = y
    launch(profile, state, marks, k, now, drag, vx, vy, rim)
