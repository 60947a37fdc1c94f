"""Motion of a free disc: sliding and spinning friction on a universal speed profile.

Friction slows sliding and spinning together (`physics/tables/make.py` has the law). Seen backwards from rest, every
motion is one of two curves U(τ), S(τ), scaled: speed = scale·U, rim speed = scale·S, way to go = scale²/(μg)·X with
X = ∫U dτ, and τ = (time to go)·μg/scale. Without spin the profile is U = τ: constant deceleration, in closed form.

`profile` is the flat table of friction_profile.py, or None where no disc can spin. These functions are compiled or
interpreted; both give the same bits (docs/explanation/determinism.md).
"""

from math import frexp, sqrt

from carrom.physics.kernel.layout import (
    AREA,
    BRANCH,
    EDGE,
    GONE,
    INERTIA,
    LANES,
    LAST,
    LENGTH,
    NEVER,
    NOW_DRAG,
    NOW_SPEED,
    NOW_X,
    NOW_Y,
    OUTLASTING,
    RATE,
    REST_X,
    REST_Y,
    RESTING,
    SCALE,
    SINCE,
    SLIDING,
    SPEED,
    SPIN,
    STOP,
    TAU,
    TURNING,
    TWIRLING,
    UX,
    UY,
    XI,
    Floats,
    Marks,
    Profile,
    X,
    Y,
)
from carrom.physics.tables.layout import CELLS, FIRST_KNOT, FIRST_OCTAVE, PER_OCTAVE

# Layout of the profile: two numbers, the cells of both branches, the ratio ε at the knots of both, the guide to them,
# ∫S dτ at the knots of both.
RATIO, FORCE = 0, 1
CELL = 10
"""Numbers per cell: its knot, the cubic of U, X at the knot, the cubic of S."""
CELLS_AT = 2
RATIOS_AT = CELLS_AT + 2 * CELLS * CELL
GUIDE_AT = RATIOS_AT + 2 * (CELLS + 1)
GUIDE_FIRST = -24
GUIDE = 80 * PER_OCTAVE
"""Entries per branch of the guide, an index from a ratio's distance to ε₀ to a knot not beyond it."""
TURNS_AT = GUIDE_AT + 2 * GUIDE
TURNING_DRAG = 2.0 / 3.0 / INERTIA
"""Deceleration of the rim of a disc that only spins, in units of μg."""


def cell_of(tau: float) -> int:
    """Return the index of the cell that holds τ."""
    mantissa, exponent = frexp(tau)
    return (exponent - 1 - FIRST_OCTAVE) * PER_OCTAVE + int(mantissa * (2.0 * PER_OCTAVE) - PER_OCTAVE)


def slide(profile: Profile, branch: int, tau: float) -> tuple[float, float, float]:
    """Return U, X and the deceleration dU/dτ at τ."""
    if tau <= FIRST_KNOT:
        force = profile[FORCE]
        if tau < 0.0:
            tau = 0.0
        return force * tau, 0.5 * force * tau * tau, force
    at = CELLS_AT + (branch * CELLS + cell_of(tau)) * CELL
    h = tau - profile[at]
    c0 = profile[at + 1]
    c1 = profile[at + 2]
    c2 = profile[at + 3]
    c3 = profile[at + 4]
    speed = c0 + h * (c1 + h * (c2 + h * c3))
    way = profile[at + 5] + h * (c0 + h * (0.5 * c1 + h * ((1.0 / 3.0) * c2 + h * (0.25 * c3))))
    return speed, way, c1 + h * (2.0 * c2 + h * (3.0 * c3))


def twirl(profile: Profile, branch: int, tau: float) -> float:
    """Return S at τ."""
    if tau <= FIRST_KNOT:
        if tau < 0.0:
            tau = 0.0
        return profile[FORCE] * tau / profile[RATIO]
    at = CELLS_AT + (branch * CELLS + cell_of(tau)) * CELL
    h = tau - profile[at]
    return profile[at + 6] + h * (profile[at + 7] + h * (profile[at + 8] + h * profile[at + 9]))


def turned(profile: Profile, branch: int, tau: float) -> float:
    """Return ∫S dτ from rest to τ: the turning angle in units of the profile."""
    if tau <= FIRST_KNOT:
        return 0.5 * profile[FORCE] / profile[RATIO] * tau * tau
    cell = cell_of(tau)
    at = CELLS_AT + (branch * CELLS + cell) * CELL
    h = tau - profile[at]
    part = profile[at + 8] * (1.0 / 3.0) + h * (profile[at + 9] * 0.25)
    return profile[TURNS_AT + branch * (CELLS + 1) + cell] + h * (
        profile[at + 6] + h * (profile[at + 7] * 0.5 + h * part)
    )


def guide_of(profile: Profile, branch: int, ratio: float) -> int:
    """Return the index of a ratio in the guide to the knots, which is logarithmic."""
    away = ratio - profile[RATIO] if branch == OUTLASTING else 1.0 / ratio - 1.0 / profile[RATIO]
    mantissa, exponent = frexp(away)
    if away <= 0.0 or exponent <= GUIDE_FIRST:
        return 0
    return (exponent - GUIDE_FIRST) * PER_OCTAVE + int(mantissa * (2.0 * PER_OCTAVE) - PER_OCTAVE)


def tau_of_ratio(profile: Profile, branch: int, ratio: float) -> float:
    """Return τ where U/S is `ratio`: find the cell by the guide, then use Newton's method on the cubics within it."""
    base = RATIOS_AT + branch * (CELLS + 1)
    sign = 1.0 if branch == OUTLASTING else -1.0
    wanted = sign * ratio
    if wanted <= sign * profile[base]:
        return FIRST_KNOT
    low = int(profile[GUIDE_AT + branch * GUIDE + guide_of(profile, branch, ratio)])
    while sign * profile[base + low + 1] <= wanted:
        low += 1
    at = CELLS_AT + (branch * CELLS + low) * CELL
    knot = profile[at]
    octave = low // PER_OCTAVE
    width = profile[at - (low - octave * PER_OCTAVE) * CELL] / PER_OCTAVE
    a0 = profile[at + 1] - ratio * profile[at + 6]
    a1 = profile[at + 2] - ratio * profile[at + 7]
    a2 = profile[at + 3] - ratio * profile[at + 8]
    a3 = profile[at + 4] - ratio * profile[at + 9]
    h = width * (ratio - profile[base + low]) / (profile[base + low + 1] - profile[base + low])
    for _ in range(3):
        h -= (a0 + h * (a1 + h * (a2 + h * a3))) / (a1 + h * (2.0 * a2 + h * (3.0 * a3)))
    if h < 0.0:
        h = 0.0
    if h > width:
        h = width
    return knot + h


def launch(
    profile: Profile, state: Floats, marks: Marks, k: int, now: float, drag: float, vx: float, vy: float, spin: float
) -> None:
    """Start the motion of disc k from its place at `now` with this velocity and rim speed."""
    v = sqrt(vx * vx + vy * vy)
    rim = spin if spin >= 0.0 else -spin
    branch = SLIDING
    if v <= 0.0:
        branch = RESTING
    if profile is not None:
        branch = _branch(profile, v, rim)
        if branch >= TURNING:
            v = 0.0
    state[SINCE + k] = now
    state[SPEED + k] = v
    state[SPIN + k] = spin
    state[EDGE + k] = NEVER
    marks[BRANCH + k] = branch
    length = 0.0
    duration = 0.0
    last = 0.0
    first = 0.0
    if v > 0.0:
        state[UX + k] = vx / v
        state[UY + k] = vy / v
        duration = v / drag
        length = 0.5 * v * duration
        last = drag
        first = drag
        if profile is not None and branch != SLIDING:
            tau = tau_of_ratio(profile, branch, v / rim)
            unit, way, force = slide(profile, branch, tau)
            scale = v / unit
            area = scale * scale / drag
            duration = scale * tau / drag
            length = area * way
            last = drag * profile[FORCE]
            first = drag * force
            state[TAU + k] = tau
            state[SCALE + k] = scale
            state[RATE + k] = drag / scale
            state[AREA + k] = area
            state[XI + k] = way
    state[STOP + k] = now + duration
    state[LENGTH + k] = length
    state[REST_X + k] = state[X + k] + state[UX + k] * length
    state[REST_Y + k] = state[Y + k] + state[UY + k] * length
    state[LAST + k] = last
    state[NOW_X + k] = state[X + k]
    state[NOW_Y + k] = state[Y + k]
    state[NOW_SPEED + k] = v
    state[NOW_DRAG + k] = first
    state[GONE + k] = 0.0


def _branch(profile: Profile, v: float, rim: float) -> int:
    """Return the branch of motion of a disc with sliding speed v and rim speed `rim`."""
    if v <= 0.0:
        return TURNING if rim > 0.0 else RESTING
    if v >= rim * profile[RATIOS_AT + CELLS - 1]:
        return SLIDING
    if v <= rim * profile[RATIOS_AT + 2 * CELLS]:
        return TURNING
    return OUTLASTING if v >= rim * profile[RATIO] else TWIRLING


def glide(
    profile: Profile, state: Floats, marks: Marks, k: int, when: float, drag: float
) -> tuple[float, float, float]:
    """Return distance, speed and deceleration of disc k at a time since its last event."""
    if when >= state[STOP + k]:
        return state[LENGTH + k], 0.0, 0.0
    dt = when - state[SINCE + k]
    if profile is not None:
        branch = marks[BRANCH + k]
        if branch != SLIDING:
            unit, way, force = slide(profile, branch, state[TAU + k] - dt * state[RATE + k])
            return (state[XI + k] - way) * state[AREA + k], state[SCALE + k] * unit, drag * force
    v = state[SPEED + k]
    return (v - 0.5 * drag * dt) * dt, v - drag * dt, drag


def rim_speed(profile: Profile, state: Floats, marks: Marks, k: int, when: float, drag: float) -> float:
    """Return the signed speed of disc k's rim at a time since its last event."""
    if profile is None:
        return 0.0
    spin = state[SPIN + k]
    rim = spin if spin >= 0.0 else -spin
    branch = marks[BRANCH + k]
    dt = when - state[SINCE + k]
    if branch <= TWIRLING:
        rim = state[SCALE + k] * twirl(profile, branch, state[TAU + k] - dt * state[RATE + k])
    elif branch == SLIDING:
        if when >= state[STOP + k]:
            rim = 0.0
    else:
        rim -= TURNING_DRAG * drag * dt
    if rim < 0.0:
        rim = 0.0
    return rim if spin >= 0.0 else -rim


def time_of_way(profile: Profile, state: Floats, marks: Marks, k: int, way: float, drag: float) -> float:
    """Return the time at which disc k has gone the distance `way` since its last event; it must be below its length."""
    if profile is not None:
        branch = marks[BRANCH + k]
        if branch != SLIDING:
            start = state[TAU + k]
            tau = tau_of_way(profile, branch, start, state[XI + k], state[XI + k] - way / state[AREA + k])
            return state[SINCE + k] + (start - tau) / state[RATE + k]
    v = state[SPEED + k]
    rest = v * v - 2.0 * drag * way
    return state[SINCE + k] + 2.0 * way / (v + sqrt(rest if rest > 0.0 else 0.0))


def tau_of_way(profile: Profile, branch: int, start: float, whole: float, wanted: float) -> float:
    """Return τ where X is `wanted`, by Newton: X is convex, so after one step the iterates fall to the root."""
    if wanted <= 0.0:
        return 0.0
    tau = start * sqrt(wanted / whole)
    for _ in range(40):
        unit, way, _force = slide(profile, branch, tau)
        step = (way - wanted) / unit
        tau -= step
        if tau <= 0.0:
            tau = 1e-30
        if step * step <= 1e-17 * tau * tau:
            break
    return tau if tau < start else start


def bring_to(profile: Profile, state: Floats, marks: Marks, n: int, now: float, drag: float) -> None:
    """Advance the places and speeds of the first n discs to `now`."""
    if profile is None:
        for k in range(LANES):
            v = state[SPEED + k]
            dt = now - state[SINCE + k]
            speed = v - drag * dt
            way = (v - 0.5 * drag * dt) * dt
            stopped = now >= state[STOP + k]
            way = state[LENGTH + k] if stopped else way
            state[NOW_SPEED + k] = 0.0 if stopped else speed
            state[GONE + k] = way
            state[NOW_X + k] = state[X + k] + state[UX + k] * way
            state[NOW_Y + k] = state[Y + k] + state[UY + k] * way
    else:
        for k in range(n):
            if state[NOW_SPEED + k] > 0.0:
                way, speed, force = glide(profile, state, marks, k, now, drag)
                state[NOW_SPEED + k] = speed
                state[NOW_DRAG + k] = force
                state[GONE + k] = way
                state[NOW_X + k] = state[X + k] + state[UX + k] * way
                state[NOW_Y + k] = state[Y + k] + state[UY + k] * way
