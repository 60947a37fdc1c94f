"""Lower bounds of the collision times of one disc with all others.

A bound is the first step of the root search in collision_times.py: never later than the contact, and for most pairs a
proof that there is none. The loops run over all lanes without significant branches, so the compiler vectorizes them;
each lane is computed separately, so the vector width cannot change a bit. Roots are found later, and only for the pair
with the earliest bound (loop.py).
"""

from math import sqrt

from carrom.physics.kernel.collision_times import MARGIN, first_step, lowest_bend, spread
from carrom.physics.kernel.layout import (
    AGES,
    BEYOND,
    EDGE,
    EXACT,
    GONE,
    HORIZON,
    LANES,
    LAST,
    LEFT,
    LENGTH,
    NEVER,
    NOW_DRAG,
    NOW_SPEED,
    NOW_X,
    NOW_Y,
    QX,
    QY,
    RADIUS,
    REST_X,
    REST_Y,
    ROW,
    SPREAD,
    STOP,
    UX,
    UY,
    WX,
    WY,
    Floats,
    Marks,
    Profile,
)

FEW = 5
"""Up to this many moving discs, bounds are computed pair by pair; with more, for all lanes at once."""


def make_ready(profile: Profile, state: Floats, now: float, drag: float) -> None:
    """Write each disc's velocity, mean deceleration with its spread, and remaining time, as input of the bounds."""
    for k in range(LANES):
        speed = state[NOW_SPEED + k]
        moving = speed > 0.0
        ux = state[UX + k]
        uy = state[UY + k]
        mean = drag if moving else 0.0
        if profile is not None:
            first = state[NOW_DRAG + k]
            mean = 0.5 * (first + state[LAST + k]) if moving else 0.0
            stray = first - mean
            stray = stray if stray > 0.0 else -stray
            state[SPREAD + k] = stray * (1.0 + MARGIN) + MARGIN * mean if moving else 0.0
        state[WX + k] = ux * speed
        state[WY + k] = uy * speed
        state[QX + k] = ux * mean
        state[QY + k] = uy * mean
        left = state[STOP + k] - now
        state[LEFT + k] = left if moving else AGES
        horizon = state[EDGE + k] - now
        state[HORIZON + k] = horizon if horizon < AGES else AGES
        state[BEYOND + k] = state[LENGTH + k] - state[GONE + k]


def bound_all(profile: Profile, state: Floats, p: int, now: float) -> None:
    """Write the bounds of disc p against every lane."""
    xp = state[NOW_X + p]
    yp = state[NOW_Y + p]
    wxp = state[WX + p]
    wyp = state[WY + p]
    qxp = state[QX + p]
    qyp = state[QY + p]
    rp = state[RADIUS + p]
    uxp = state[UX + p]
    uyp = state[UY + p]
    left_p = state[LEFT + p]
    horizon_p = state[HORIZON + p]
    beyond_p = state[BEYOND + p]
    rest_xp = state[REST_X + p]
    rest_yp = state[REST_Y + p]
    spread_p = state[SPREAD + p]
    for k in range(LANES):
        dx = state[NOW_X + k] - xp
        dy = state[NOW_Y + k] - yp
        wx = state[WX + k] - wxp
        wy = state[WY + k] - wyp
        qx = state[QX + k] - qxp
        qy = state[QY + k] - qyp
        radii = rp + state[RADIUS + k]
        left_k = state[LEFT + k]
        horizon_k = state[HORIZON + k]
        time = left_k if left_k < left_p else left_p
        horizon = horizon_k if horizon_k < horizon_p else horizon_p
        cut = horizon < time
        time = horizon if cut else time
        # The least bend of |d + w·t − q·t²/2|² on [0, time], as in collision_times.lowest_bend.
        wq = wx * qx + wy * qy
        qq = qx * qx + qy * qy
        gap = dx * dx + dy * dy - radii * radii
        slope = 2.0 * (dx * wx + dy * wy)
        start = 2.0 * (wx * wx + wy * wy - (dx * qx + dy * qy))
        end = start + time * (3.0 * qq * time - 6.0 * wq)
        bend = end if end < start else start
        dip = start - 3.0 * wq * wq / (qq + 1e-300)
        bend = dip if ((wq > 0.0) & (wq < time * qq)) else bend
        if profile is not None:
            stray = state[SPREAD + k] + spread_p
            bend = bend - 2.0 * stray * (radii + 0.25 * stray * time * time)
        # The first root of the parabola under it, as in collision_times.first_step.
        gap = 0.0 if gap < 0.0 else gap
        under = slope * slope - 2.0 * bend * gap
        root = sqrt(0.0 if under < 0.0 else under)
        nearing = slope < 0.0
        upper = 2.0 * gap if nearing else slope + root
        lower = root - slope if nearing else -bend
        step = upper / (lower if lower > 0.0 else 1.0)
        meets = (under >= 0.0) & (lower > 0.0) & (step <= time)
        # Or one of them comes to rest in the other's path.
        longer = left_p > left_k
        ux = uxp if longer else -state[UX + k]
        uy = uyp if longer else -state[UY + k]
        ex = state[REST_X + k] - xp if longer else state[NOW_X + k] - rest_xp
        ey = state[REST_Y + k] - yp if longer else state[NOW_Y + k] - rest_yp
        beyond = beyond_p if longer else state[BEYOND + k]
        ahead = ex * ux + ey * uy
        aside = ex * uy - ey * ux
        later = (
            (ahead > 0.0)
            & (aside * aside < radii * radii)
            & (ahead < beyond + radii)
            & (left_p < AGES)
            & (left_k < AGES)
        )
        after = time if (later & (not cut)) else NEVER
        bound = step if meets else after
        state[ROW + k] = now + bound if bound < NEVER else NEVER


def bound_resting(profile: Profile, state: Floats, p: int, now: float, drag: float) -> None:
    """Write the bounds of the sliding disc p against every disc at rest; NEVER for the others."""
    x = state[NOW_X + p]
    y = state[NOW_Y + p]
    ux = state[UX + p]
    uy = state[UY + p]
    speed = state[NOW_SPEED + p]
    rp = state[RADIUS + p]
    beyond = state[LENGTH + p] - state[GONE + p]
    least = drag
    if profile is not None:
        first = state[NOW_DRAG + p]
        last = state[LAST + p]
        least = (first if first < last else last) * (1.0 - MARGIN)
    for k in range(LANES):
        dx = state[NOW_X + k] - x
        dy = state[NOW_Y + k] - y
        radii = rp + state[RADIUS + k]
        ahead = dx * ux + dy * uy
        aside = dx * uy - dy * ux
        chord = radii * radii - aside * aside
        way = ahead - sqrt(chord if chord > 0.0 else 0.0)
        way = 0.0 if way < 0.0 else way
        rest = speed * speed - 2.0 * least * way
        time = 2.0 * way / (speed + sqrt(rest if rest > 0.0 else 0.0))
        meets = (state[NOW_SPEED + k] <= 0.0) & (ahead > 0.0) & (chord > 0.0) & (way < beyond) & (rest > 0.0)
        state[ROW + k] = now + time if meets else NEVER


def bound_moving(profile: Profile, state: Floats, marks: Marks, n: int, p: int, now: float, drag: float) -> None:
    """Write the bounds of disc p against the discs that slide, one by one."""
    for k in range(n):
        if k != p and state[NOW_SPEED + k] > 0.0:
            if state[NOW_SPEED + p] > 0.0:
                bound_pair(profile, state, marks, p, k, now, drag)
            else:
                state[ROW + k] = bound_line(profile, state, k, p, now, now, drag)
                marks[EXACT + p] &= ~(1 << k)


def bound_pair(profile: Profile, state: Floats, marks: Marks, p: int, k: int, now: float, drag: float) -> None:
    """Write the bound of two sliding discs, as in `bound_all`."""
    state[ROW + k] = NEVER
    marks[EXACT + p] &= ~(1 << k)
    uxp = state[UX + p]
    uyp = state[UY + p]
    uxk = state[UX + k]
    uyk = state[UY + k]
    dx = state[NOW_X + k] - state[NOW_X + p]
    dy = state[NOW_Y + k] - state[NOW_Y + p]
    if dx * uxp + dy * uyp <= 0.0 and dx * uxk + dy * uyk >= 0.0:
        return
    radii = state[RADIUS + p] + state[RADIUS + k]
    reach = state[LENGTH + p] - state[GONE + p] + state[LENGTH + k] - state[GONE + k] + radii
    apart = dx * dx + dy * dy
    if apart >= reach * reach:
        return
    stop_p = state[STOP + p]
    stop_k = state[STOP + k]
    end = stop_p if stop_p < stop_k else stop_k
    edge_p = state[EDGE + p]
    edge_k = state[EDGE + k]
    edge = edge_p if edge_p < edge_k else edge_k
    cut = edge < end
    time = (edge if cut else end) - now
    vp = state[NOW_SPEED + p]
    vk = state[NOW_SPEED + k]
    wx = uxk * vk - uxp * vp
    wy = uyk * vk - uyp * vp
    mean_p = drag
    mean_k = drag
    if profile is not None:
        mean_p = 0.5 * (state[NOW_DRAG + p] + state[LAST + p])
        mean_k = 0.5 * (state[NOW_DRAG + k] + state[LAST + k])
    bend = lowest_bend(dx, dy, wx, wy, uxk * mean_k - uxp * mean_p, uyk * mean_k - uyp * mean_p, time)
    if profile is not None:
        stray = spread(state[NOW_DRAG + p], mean_p) + spread(state[NOW_DRAG + k], mean_k)
        bend -= 2.0 * stray * (radii + 0.25 * stray * time * time)
    gap = apart - radii * radii
    step = first_step(gap if gap > 0.0 else 0.0, 2.0 * (dx * wx + dy * wy), bend)
    if step <= time:
        state[ROW + k] = now + step
    elif not cut:
        if stop_p > stop_k:
            state[ROW + k] = bound_line(profile, state, p, k, now, end, drag)
        else:
            state[ROW + k] = bound_line(profile, state, k, p, now, end, drag)


def bound_line(profile: Profile, state: Floats, mover: int, rester: int, now: float, when: float, drag: float) -> float:
    """Return a bound, not before `when`, of the contact of a sliding disc with one that has come to rest by then."""
    ux = state[UX + mover]
    uy = state[UY + mover]
    dx = state[REST_X + rester] - state[NOW_X + mover]
    dy = state[REST_Y + rester] - state[NOW_Y + mover]
    ahead = dx * ux + dy * uy
    aside = dx * uy - dy * ux
    radii = state[RADIUS + mover] + state[RADIUS + rester]
    chord = radii * radii - aside * aside
    if ahead <= 0.0 or chord <= 0.0:
        return NEVER
    way = ahead - sqrt(chord)
    if way < 0.0:
        way = 0.0
    if way >= state[LENGTH + mover] - state[GONE + mover]:
        return NEVER
    least = drag
    if profile is not None:
        first = state[NOW_DRAG + mover]
        last = state[LAST + mover]
        least = first if first < last else last
    least *= 1.0 - MARGIN
    speed = state[NOW_SPEED + mover]
    rest = speed * speed - 2.0 * least * way
    time = now + 2.0 * way / (speed + sqrt(rest if rest > 0.0 else 0.0))
    return time if time > when else when
