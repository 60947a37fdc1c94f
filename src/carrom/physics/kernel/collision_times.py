"""Collision times: disc and frame, pocket, resting disc, moving disc.

Paths are straight lines, so the place where a disc meets the frame, a pocket's circle or a resting disc follows from
geometry, and the time from its speed profile. Two moving discs need a root. With f(t) = |distance|² − (sum of radii)²
and a lower bound m of f'' on the rest of the interval, the parabola f + f'·t + m·t²/2 lies under f: its first root is
never late, and without a root there is no contact. Stepping from root to root of such parabolas
converges quadratically to the first contact and never jumps over one.

For constant deceleration f'' is itself a parabola, whose minimum is exact. With spin the deceleration of each disc
stays between two known values; let A be the difference of the means and H the sum of the half-widths. The true
distance vector strays from that of constant deceleration A by at most ½Ht², so at a contact
|mean|² − R² ≤ Ht²(R + ¼HT²): lowering m by 2H(R + ¼HT²) keeps the parabola under f.
"""

from math import sqrt

from carrom.physics.kernel.layout import (
    BRANCH,
    DEPTH,
    EDGE,
    EDGE_KIND,
    FRAME_X,
    FRAME_Y,
    GONE,
    LAST,
    LENGTH,
    NEVER,
    NOW_DRAG,
    NOW_SPEED,
    NOW_X,
    NOW_Y,
    OVER,
    P_DRAG,
    P_HALF,
    P_LIP,
    P_POCKET,
    POCKET,
    RADIUS,
    REST_X,
    REST_Y,
    RIM,
    SINCE,
    SINKING,
    SLIDING,
    STOP,
    UX,
    UY,
    Floats,
    Marks,
    Profile,
    X,
    Y,
)
from carrom.physics.kernel.motion import glide, time_of_way
from carrom.physics.kernel.pocket import tip, way_out

MARGIN = 1e-5
"""Relative slack on the bounds of a deceleration: the error of the table's cubics is less than 2e-6."""
CLOSE = 1e-18
"""Square of a last step (m²): the gap it leaves is its square over the radii, below 1e-16 m."""
ROUNDS = 100
"""More refinements than any root has needed (13)."""


def meet_edge(profile: Profile, state: Floats, marks: Marks, world: Floats, k: int) -> None:
    """Find when disc k, just launched, meets the frame or a pocket; write it to EDGE and EDGE_KIND."""
    state[EDGE + k] = NEVER
    over = world[P_LIP] > 0.0 and state[OVER + k] <= state[SINCE + k]
    if not over:
        state[OVER + k] = NEVER
    if state[NOW_SPEED + k] <= 0.0:
        if over:
            state[EDGE + k] = state[SINCE + k] + tip(state, world, k, 0.0, 0.0)
            marks[EDGE_KIND + k] = POCKET
        return
    x = state[X + k]
    y = state[Y + k]
    ux = state[UX + k]
    uy = state[UY + k]
    reach = world[P_HALF] - state[RADIUS + k]
    to_x = NEVER
    to_y = NEVER
    if ux > 0.0:
        to_x = (reach - x) / ux
    elif ux < 0.0:
        to_x = (-reach - x) / ux
    if uy > 0.0:
        to_y = (reach - y) / uy
    elif uy < 0.0:
        to_y = (-reach - y) / uy
    kind = FRAME_X
    way = to_x
    if to_y < to_x:
        kind = FRAME_Y
        way = to_y
    if way < 0.0:
        way = 0.0
    length = state[LENGTH + k]
    if over:
        meet_rim(profile, state, marks, world, k, 0.0, way, kind)
        return
    limit = way if way < length else length
    in_hole = way_to_pocket(x, y, ux, uy, limit, world[P_HALF], world[P_POCKET])
    if in_hole < limit:
        if in_hole < 0.0:
            in_hole = 0.0
        if world[P_LIP] > 0.0:
            state[OVER + k] = time_of_way(profile, state, marks, k, in_hole, world[P_DRAG])
            state[DEPTH + k] = 0.0
            state[SINKING + k] = 0.0
            meet_rim(profile, state, marks, world, k, in_hole, way, kind)
            return
        kind = POCKET
        way = in_hole
    if way < length:
        state[EDGE + k] = time_of_way(profile, state, marks, k, way, world[P_DRAG])
        marks[EDGE_KIND + k] = kind


def meet_rim(
    profile: Profile, state: Floats, marks: Marks, world: Floats, k: int, begin: float, way: float, kind: int
) -> None:
    """Find the next event of disc k, whose centre is over a pocket from `begin` on: frame, rim or fall."""
    x = state[X + k] + state[UX + k] * begin
    y = state[Y + k] + state[UY + k] * begin
    out = begin + way_out(world, x, y, state[UX + k], state[UY + k])
    if out < way:
        way = out
        kind = RIM
    length = state[LENGTH + k]
    since = state[OVER + k] if state[OVER + k] > state[SINCE + k] else state[SINCE + k]
    falls = since + tip(state, world, k, begin, way if way < length else length)
    meets = time_of_way(profile, state, marks, k, way, world[P_DRAG]) if way < length else NEVER
    if falls <= meets:
        meets = falls
        kind = POCKET
    state[EDGE + k] = meets
    marks[EDGE_KIND + k] = kind


def way_to_pocket(x: float, y: float, ux: float, uy: float, limit: float, half: float, radius: float) -> float:
    """Return the distance until a centre crosses a pocket's circle, at most `limit`."""
    corner = half - 2.0 * radius
    end_x = x + ux * limit
    end_y = y + uy * limit
    wide = x > corner or x < -corner or end_x > corner or end_x < -corner
    high = y > corner or y < -corner or end_y > corner or end_y < -corner
    if not (wide and high):
        return limit
    for pocket in range(4):
        dx = (half - radius if pocket & 1 else radius - half) - x
        dy = (half - radius if pocket & 2 else radius - half) - y
        ahead = dx * ux + dy * uy
        if ahead > 0.0:
            aside = dx * uy - dy * ux
            chord = radius * radius - aside * aside
            if chord > 0.0:
                way = ahead - sqrt(chord)
                if way < limit:
                    limit = way
    return limit


def meet(profile: Profile, state: Floats, marks: Marks, i: int, j: int, now: float, drag: float) -> float:
    """Return the time when discs i and j meet if no other event intervenes; NEVER if they do not."""
    if state[NOW_SPEED + j] <= 0.0:
        return meet_resting(profile, state, marks, i, j, now, drag)
    if state[NOW_SPEED + i] <= 0.0:
        return meet_resting(profile, state, marks, j, i, now, drag)
    stop_i = state[STOP + i]
    stop_j = state[STOP + j]
    end = stop_i if stop_i < stop_j else stop_j
    if profile is None:
        dt = meet_decelerating(state, i, j, end - now, drag)
    else:
        dt = meet_sliding(profile, state, marks, i, j, now, end - now, drag)
    if dt < NEVER:
        return now + dt
    # From here on one of them is at rest.
    if stop_i < stop_j:
        return meet_resting(profile, state, marks, j, i, end, drag)
    return meet_resting(profile, state, marks, i, j, end, drag)


def meet_resting(
    profile: Profile, state: Floats, marks: Marks, mover: int, rester: int, when: float, drag: float
) -> float:
    """Return the time, from `when` on, when a sliding disc meets a disc at rest."""
    gone, speed, _force = glide(profile, state, marks, mover, when, drag)
    if speed <= 0.0:
        return NEVER
    ux = state[UX + mover]
    uy = state[UY + mover]
    dx = state[REST_X + rester] - (state[X + mover] + ux * gone)
    dy = state[REST_Y + rester] - (state[Y + mover] + uy * gone)
    ahead = dx * ux + dy * uy
    if ahead <= 0.0:
        return NEVER
    aside = dx * uy - dy * ux
    radii = state[RADIUS + mover] + state[RADIUS + rester]
    chord = radii * radii - aside * aside
    if chord <= 0.0:
        return NEVER
    way = ahead - sqrt(chord)
    if way < 0.0:
        way = 0.0
    if profile is None or marks[BRANCH + mover] == SLIDING:
        rest = speed * speed - 2.0 * drag * way
        if rest <= 0.0:
            return NEVER
        return when + 2.0 * way / (speed + sqrt(rest))
    if gone + way >= state[LENGTH + mover]:
        return NEVER
    meeting = time_of_way(profile, state, marks, mover, gone + way, drag)
    return meeting if meeting > when else when


def lowest_bend(dx: float, dy: float, wx: float, wy: float, qx: float, qy: float, time: float) -> float:
    """Return the least second derivative of |d + w·t − q·t²/2|² on [0, time]."""
    qq = qx * qx + qy * qy
    wq = wx * qx + wy * qy
    start = 2.0 * (wx * wx + wy * wy - (dx * qx + dy * qy))
    end = start + time * (3.0 * qq * time - 6.0 * wq)
    least = end if end < start else start
    if wq > 0.0 and wq < time * qq:
        least = start - 3.0 * wq * wq / qq
    return least


def first_step(gap: float, slope: float, bend: float) -> float:
    """Return the first root of gap + slope·t + bend·t²/2 for t ≥ 0, with gap ≥ 0; NEVER if it has none."""
    if bend >= 0.0 and slope >= 0.0:
        return NEVER
    under = slope * slope - 2.0 * bend * gap
    if under < 0.0:
        return NEVER
    if slope < 0.0:
        return 2.0 * gap / (sqrt(under) - slope)
    return (slope + sqrt(under)) / (-bend)


def meet_decelerating(state: Floats, i: int, j: int, time: float, drag: float) -> float:
    """Return the time until two discs of constant deceleration meet, at most `time`; NEVER if they do not."""
    vi = state[NOW_SPEED + i]
    vj = state[NOW_SPEED + j]
    dx = state[NOW_X + j] - state[NOW_X + i]
    dy = state[NOW_Y + j] - state[NOW_Y + i]
    wx = state[UX + j] * vj - state[UX + i] * vi
    wy = state[UY + j] * vj - state[UY + i] * vi
    qx = drag * (state[UX + j] - state[UX + i])
    qy = drag * (state[UY + j] - state[UY + i])
    radii = state[RADIUS + i] + state[RADIUS + j]
    ww = wx * wx + wy * wy
    wq = wx * qx + wy * qy
    qq = qx * qx + qy * qy
    c0 = dx * dx + dy * dy - radii * radii
    c1 = 2.0 * (dx * wx + dy * wy)
    c2 = ww - (dx * qx + dy * qy)
    c3 = -wq
    c4 = 0.25 * qq
    dip = wq / qq if qq > 0.0 else -1.0
    bend_at_dip = 2.0 * c2 - 3.0 * wq * dip
    bend_at_end = 2.0 * c2 + time * (6.0 * c3 + 12.0 * c4 * time)
    t = 0.0
    for _ in range(ROUNDS):
        gap = c0 + t * (c1 + t * (c2 + t * (c3 + t * c4)))
        slope = c1 + t * (2.0 * c2 + t * (3.0 * c3 + t * 4.0 * c4))
        bend = 2.0 * c2 + t * (6.0 * c3 + t * 12.0 * c4)
        if bend_at_end < bend:
            bend = bend_at_end
        if dip > t and dip < time and bend_at_dip < bend:
            bend = bend_at_dip
        if gap <= 0.0:
            if slope < 0.0:
                return t
            gap = 0.0
        step = first_step(gap, slope, bend)
        t += step
        if t > time:
            return NEVER
        if step * step * ww < CLOSE or step < 1e-15:
            return t
    return t


def meet_sliding(
    profile: Profile, state: Floats, marks: Marks, i: int, j: int, now: float, time: float, drag: float
) -> float:
    """Return the time until two discs on their own speed profiles meet, at most `time`; NEVER if they do not."""
    uix = state[UX + i]
    uiy = state[UY + i]
    ujx = state[UX + j]
    ujy = state[UY + j]
    radii = state[RADIUS + i] + state[RADIUS + j]
    gone_i = state[GONE + i]
    gone_j = state[GONE + j]
    vi = state[NOW_SPEED + i]
    vj = state[NOW_SPEED + j]
    ai = state[NOW_DRAG + i]
    aj = state[NOW_DRAG + j]
    t = 0.0
    for _ in range(ROUNDS):
        if t > 0.0:
            gone_i, vi, ai = glide(profile, state, marks, i, now + t, drag)
            gone_j, vj, aj = glide(profile, state, marks, j, now + t, drag)
        dx = state[X + j] + ujx * gone_j - (state[X + i] + uix * gone_i)
        dy = state[Y + j] + ujy * gone_j - (state[Y + i] + uiy * gone_i)
        wx = ujx * vj - uix * vi
        wy = ujy * vj - uiy * vi
        gap = dx * dx + dy * dy - radii * radii
        slope = 2.0 * (dx * wx + dy * wy)
        if gap <= 0.0:
            if slope < 0.0:
                return t
            gap = 0.0
        mean_i = 0.5 * (ai + state[LAST + i])
        mean_j = 0.5 * (aj + state[LAST + j])
        left = time - t
        bend = lowest_bend(dx, dy, wx, wy, ujx * mean_j - uix * mean_i, ujy * mean_j - uiy * mean_i, left)
        stray = spread(ai, mean_i) + spread(aj, mean_j)
        bend -= 2.0 * stray * (radii + 0.25 * stray * left * left)
        step = first_step(gap, slope, bend)
        t += step
        if t > time:
            return NEVER
        if step * step * (wx * wx + wy * wy) < CLOSE or step < 1e-15:
            return t
    return t


def spread(drag: float, mean: float) -> float:
    """Return how far a deceleration that runs from `drag` to its mirror image about `mean` may stray from it."""
    stray = drag - mean
    if stray < 0.0:
        stray = -stray
    return stray * (1.0 + MARGIN) + MARGIN * mean
