"""The full-rescan oracle: after every event, all pairs, frames and pockets are examined again.

It shares the kernel's physics (and its table) but none of its method: contact times come from conservative advancement
of the gap itself, frame and pocket times from bisection, and only the discs' motions persist between events.
It is slow and simple, and every step of the search has a bound:

    gap(t + h) >= gap + gap' h - A h²/2,     A = the sum of both decelerations' maxima (μ g each)

because two points on straight lines approach each other no faster than their relative acceleration allows. The
first h at which that bound vanishes is therefore never later than the contact.

Over a pocket (hole.py) a disc sinks; its depth, and whether it falls or comes out, are recomputed at every event.
"""

import math

import numpy as np
from numba import njit

from physics_proof import profile
from physics_proof.contact import hit_disc, hit_frame
from physics_proof.hole import climb, falls_in, over_rim, pull, sunk

NEVER = 1e300
FALL, RIM = 4, 5


@njit(error_model="numpy")
def _begin(k, motion, line, state, radii, law):
    """Start disc k's motion: line = (x, y, ux, uy, t0), motion = (branch, C, τ, v, rim speed, time, distance)."""
    speed = math.sqrt(state[k, 2] ** 2 + state[k, 3] ** 2)
    rim = abs(state[k, 4]) * radii[k]
    branch, scale, tau = profile.begin(speed, rim)
    time, distance = profile.lasts(branch, scale, tau, speed, rim, law.deceleration)
    motion[k, 0] = branch
    motion[k, 1] = scale
    motion[k, 2] = tau
    motion[k, 3] = speed
    motion[k, 4] = rim
    motion[k, 5] = time
    motion[k, 6] = distance
    line[k, 0] = state[k, 0]
    line[k, 1] = state[k, 1]
    line[k, 2] = state[k, 2] / speed if speed > 0.0 else 0.0
    line[k, 3] = state[k, 3] / speed if speed > 0.0 else 0.0


@njit(error_model="numpy")
def _travelled(k, motion, line, law, time):
    """Return (distance, speed, rim speed) of disc k at `time`."""
    m = motion[k]
    return profile.after(int(m[0]), m[1], m[2], m[3], m[4], law.deceleration, time - line[k, 4])


@njit(error_model="numpy")
def _gap(i, j, motion, line, radii, law, time):
    """Return the gap of two discs and its rate of change."""
    si, vi, _ri = _travelled(i, motion, line, law, time)
    sj, vj, _rj = _travelled(j, motion, line, law, time)
    dx = line[j, 0] + line[j, 2] * sj - line[i, 0] - line[i, 2] * si
    dy = line[j, 1] + line[j, 3] * sj - line[i, 1] - line[i, 3] * si
    distance = math.sqrt(dx * dx + dy * dy)
    rate = ((line[j, 2] * vj - line[i, 2] * vi) * dx + (line[j, 3] * vj - line[i, 3] * vi) * dy) / distance
    return distance - radii[i] - radii[j], rate


@njit(error_model="numpy")
def contact(i, j, motion, line, radii, law, now, before):
    """Return when discs i and j meet, or NEVER if not before `before`."""
    last = max(line[i, 4] + motion[i, 5], line[j, 4] + motion[j, 5])
    limit = min(before, last)
    worst = 2.0 * law.deceleration
    t = now
    while t <= limit:
        gap, rate = _gap(i, j, motion, line, radii, law, t)
        if gap <= 0.0:
            if rate < 0.0:
                return t
            gap = 0.0
        root = math.sqrt(rate * rate + 2.0 * worst * gap)
        step = 2.0 * gap / (root - rate) if rate < 0.0 else (rate + root) / worst
        if t + step == t:
            if rate < 0.0:
                return t
            step = max(1e-15, 4e-16 * t)
        t += step
    return NEVER


@njit(error_model="numpy")
def _arrival(k, motion, line, law, length, now):
    """Return when disc k has travelled `length` along its line, by bisection; NEVER if it stops before."""
    if length >= motion[k, 6]:
        return NEVER
    low = now
    high = line[k, 4] + motion[k, 5]
    if _travelled(k, motion, line, law, low)[0] >= length:
        return low
    while True:
        middle = 0.5 * (low + high)
        if middle <= low or middle >= high:
            return high
        if _travelled(k, motion, line, law, middle)[0] < length:
            low = middle
        else:
            high = middle


@njit(error_model="numpy")
def _to_frame(k, line, radii, law):
    """Return (distance, kind) of disc k to the frame: kind 2 across x, 3 across y, 0 if it does not move."""
    way = NEVER
    kind = 0
    for axis in range(2):
        direction = line[k, 2 + axis]
        if direction != 0.0:
            there = (math.copysign(law.half - radii[k], direction) - line[k, axis]) / direction
            if there < way:
                way = max(there, 0.0)
                kind = 2 + axis
    return way, kind


@njit(error_model="numpy")
def _through_hole(k, line, law, inside):
    """Return the distances at which disc k's line enters and leaves a pocket's circle, or NEVER.

    For a disc that is already inside, the first distance is 0.
    """
    enters = leaves = NEVER
    pocket = law.half - law.pocket_radius
    for sx in (-1.0, 1.0):
        for sy in (-1.0, 1.0):
            dx = sx * pocket - line[k, 0]
            dy = sy * pocket - line[k, 1]
            along = dx * line[k, 2] + dy * line[k, 3]
            across = dx * line[k, 3] - dy * line[k, 2]
            chord = law.pocket_radius**2 - across * across
            if inside and sx * line[k, 0] > 0.0 and sy * line[k, 1] > 0.0:
                return 0.0, max(along + math.sqrt(max(chord, 0.0)), 0.0)
            if not inside and along > 0.0 and chord > 0.0 and along - math.sqrt(chord) < enters:
                enters = max(along - math.sqrt(chord), 0.0)
                leaves = along + math.sqrt(chord)
    return enters, leaves


@njit(error_model="numpy")
def _visit(k, motion, line, radii, law, tip, now):
    """Return (begins, pull, time, kind): when disc k starts to sink, its acceleration, and when and how that ends.

    `begins` is NEVER for a disc that reaches the frame or stops before it is over a pocket.
    """
    inside = tip[k, 0] > 0.0
    frame, kind = _to_frame(k, line, radii, law)
    if motion[k, 3] <= 0.0:
        frame = NEVER
    enters, leaves = _through_hole(k, line, law, inside)
    if not inside and (motion[k, 3] <= 0.0 or enters >= min(frame, motion[k, 6])):
        return NEVER, 0.0, NEVER, 0
    begins = line[k, 4]
    if not inside:
        begins = _arrival(k, motion, line, law, enters, line[k, 4])
    end = frame
    if motion[k, 3] > 0.0 and leaves < frame:
        end = leaves
        kind = RIM
    way = min(end, motion[k, 6])
    grows = pull(line[k], enters, way, radii[k], law)
    time = begins + falls_in(tip[k, 1], tip[k, 2], grows, law.lip)
    if motion[k, 3] > 0.0 and end < motion[k, 6]:
        reaches = _arrival(k, motion, line, law, end, line[k, 4])
        if reaches < time:
            return begins, grows, max(reaches, now), kind
    return begins, grows, max(time, now), FALL


@njit(error_model="numpy")
def _alone(k, motion, line, radii, law, tip, now):
    """Return (time, kind) of disc k's next frame contact (2 across x, 3 across y), fall (4) or rim contact (5)."""
    if law.lip > 0.0:
        begins, _grows, time, kind = _visit(k, motion, line, radii, law, tip, now)
        if begins < NEVER:
            return time, kind
    if motion[k, 3] <= 0.0:
        return NEVER, 0
    way, kind = _to_frame(k, line, radii, law)
    if law.lip <= 0.0:
        enters, _leaves = _through_hole(k, line, law, False)
        if enters < way:
            way = enters
            kind = FALL
    return _arrival(k, motion, line, law, way, now), kind


@njit(error_model="numpy")
def _sink(k, motion, line, radii, law, tip, now):
    """Update the sinking of disc k to the time of an event: tip = (over a pocket, depth, speed)."""
    if law.lip <= 0.0:
        return
    begins, grows, _time, _kind = _visit(k, motion, line, radii, law, tip, now)
    if begins <= now:
        tip[k, 1], tip[k, 2] = sunk(tip[k, 1], tip[k, 2], grows, now - begins)
        tip[k, 0] = 1.0


@njit(error_model="numpy")
def _next(motion, line, alive, radii, law, tip, now):
    """Return (time, kind, i, j) of the next event; kind is 0 if there is none."""
    best = NEVER
    kind = 0
    who = -1
    other = -1
    for i in range(len(radii)):
        if not alive[i]:
            continue
        time, what = _alone(i, motion, line, radii, law, tip, now)
        if time < best:
            best, kind, who, other = time, what, i, -1
        for j in range(i):
            if alive[j] and (motion[i, 3] > 0.0 or motion[j, 3] > 0.0):
                time = contact(i, j, motion, line, radii, law, now, best)
                if time < best:
                    best, kind, who, other = time, 1, i, j
    return best, kind, who, other


@njit(error_model="numpy")
def _bring(k, state, motion, line, law, time):
    """Write disc k's state at `time` into `state`."""
    distance, speed, rim = _travelled(k, motion, line, law, time)
    state[k, 0] = line[k, 0] + line[k, 2] * distance
    state[k, 1] = line[k, 1] + line[k, 3] * distance
    state[k, 2] = line[k, 2] * speed
    state[k, 3] = line[k, 3] * speed
    if motion[k, 4] > 0.0:
        state[k, 4] *= rim / motion[k, 4]


@njit(error_model="numpy")
def _played(state, alive, radii, masses, law, budget):
    count = len(radii)
    motion = np.zeros((count, 7))
    line = np.zeros((count, 5))
    tip = np.zeros((count, 3))
    met = np.zeros(count)
    for k in range(count):
        _begin(k, motion, line, state, radii, law)
    now = 0.0
    events = 0
    touched = np.full((budget, 3), -1, np.int64)
    times = np.zeros(budget)
    while events < budget:
        time, kind, i, j = _next(motion, line, alive, radii, law, tip, now)
        if kind == 0:
            break
        now = max(time, now)
        _sink(i, motion, line, radii, law, tip, now)
        _bring(i, state, motion, line, law, now)
        if kind == RIM:
            along = over_rim(state[i], tip[i], law)
            if along > 0.0:
                climb(state[i], along, tip[i], law)
                tip[i] = 0.0
            else:
                kind = FALL
        touched[events, 0], touched[events, 1], touched[events, 2] = kind, i, j
        times[events] = now
        events += 1
        if kind == FALL:
            alive[i] = False
            state[i, 2:] = 0.0
            continue
        if kind == 1:
            _sink(j, motion, line, radii, law, tip, now)
            _bring(j, state, motion, line, law, now)
            beyond = max(min(met[i], met[j]) - law.patience, events - 1 - law.toil)
            met[i] += 1
            met[j] += 1
            hit_disc(state[i], state[j], (radii[i], radii[j]), (masses[i], masses[j]), law.e_disc, law.disc_friction,
                     law.disc_rebound, law.yield_speed, beyond)  # fmt: skip
            line[j, 4] = now
            _begin(j, motion, line, state, radii, law)
        elif kind != RIM:
            axis = kind - 2
            side = math.copysign(1.0, line[i, 2 + axis])
            state[i, axis] = side * (law.half - radii[i])
            hit_frame(state[i], side * (1 - axis), side * axis, radii[i], law.e_frame, law.frame_friction,
                      law.frame_rebound, law.yield_speed)  # fmt: skip
        line[i, 4] = now
        _begin(i, motion, line, state, radii, law)
    end = now
    for k in range(count):
        if alive[k]:
            end = max(end, line[k, 4] + motion[k, 5])
            _bring(k, state, motion, line, law, line[k, 4] + motion[k, 5])
    return end, times[:events], touched[:events]


def play(start, radii, masses, law, budget=20_000):
    """Simulate states (n x 5, SI) until all discs rest.

    Returns the final states, which discs are on the board, the time in seconds at which the last disc stops sliding,
    the times of the events and their (kind, i, j).
    """
    state = np.array(start, dtype=np.float64)
    alive = np.ones(len(radii), dtype=np.bool_)
    end, times, touched = _played(state, alive, radii, masses, law, budget)
    return state, alive, end, times, touched
