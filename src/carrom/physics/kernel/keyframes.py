"""Keyframes: convert a stroke's log to joined parabolas for animation.

Each leg, from one event of a disc to its next, is cut where the disc stops sliding or turning, and then into pieces
whose parabola, through the piece's beginning, middle and end, is nowhere farther from the exact path than TOLERANCE.
A piece too short for finite differences uses the current speed and deceleration; one that begins and ends in the same
microsecond is left out. Like the kernel, these functions run compiled or interpreted.
"""

from carrom.board.integers import nearest
from carrom.physics.kernel.layout import (
    AREA,
    BRANCH,
    DISC,
    E_AFTER,
    E_FIRST,
    E_KIND,
    E_SECOND,
    E_TIME,
    E_WIDTH,
    E_X1,
    E_X2,
    E_Y1,
    E_Y2,
    LANES,
    POCKET,
    RADIUS,
    RATE,
    SINCE,
    SLIDING,
    SPIN,
    STAMP,
    STOP,
    TAU,
    TURNING,
    UX,
    UY,
    WX,
    Floats,
    Marks,
    Profile,
    X,
    Y,
)
from carrom.physics.kernel.motion import TURNING_DRAG, glide, launch, rim_speed, turned

TOLERANCE = 3e-6
"""m; maximum deviation of a parabola from the exact path; rounding to whole units adds less than 4 µm."""
SHORTEST = 1e-4
"""s; in a shorter piece the deceleration is practically constant, and differences of places are rounding errors."""
LONGEST = 1.0
"""s; in a longer piece the rounding of speed and deceleration to whole units would be visible."""

ANGLE = WX
"""The angle (rad) of a disc at its last event, stored in a column that moving discs do not use."""

# One disc of a start: place and radius, m. One keyframe: lane, time (µs), place, velocity, acceleration (µm), angle,
# spin and its rate (mrad).
(B_X, B_Y, B_RADIUS, BEGUN) = range(4)
K_LANE, K_TIME, K_X, K_Y, K_VX, K_VY, K_AX, K_AY, K_ANGLE, K_SPIN, K_RATE, FRAME = range(12)


def write_frames(
    profile: Profile,
    log: Floats,
    events: int,
    begun: Floats,
    launched: Floats,
    n: int,
    drag: float,
    state: Floats,
    marks: Marks,
    out: Marks,
) -> int:
    """Write the keyframes of a logged stroke to `out` as far as they fit; return their number.

    `begun` holds the n discs as they lay, BEGUN numbers each, `launched` the striker's velocity and rim speed (m/s);
    `state` and `marks` are a set of the kernel's arrays.
    """
    for k in range(LANES):
        marks[STAMP + k] = 0
        state[UX + k] = 1.0
        state[UY + k] = 0.0
        state[SPIN + k] = 0.0
        state[ANGLE + k] = 0.0
    for k in range(n):
        state[X + k] = begun[k * BEGUN + B_X]
        state[Y + k] = begun[k * BEGUN + B_Y]
        state[RADIUS + k] = begun[k * BEGUN + B_RADIUS]
    launch(profile, state, marks, 0, 0.0, drag, launched[0], launched[1], launched[2])
    marks[STAMP] = 1
    count = 0
    for event in range(events):
        row = event * E_WIDTH
        when = log[row + E_TIME]
        k = int(log[row + E_FIRST])
        falls = log[row + E_KIND] == POCKET
        if marks[STAMP + k] != 0:
            count = write_leg(profile, state, marks, k, when, falls, drag, out, count)
        marks[STAMP + k] = 0 if falls else 1
        if not falls:
            set_off(profile, state, marks, log, row, k, E_X1, E_Y1, E_AFTER, drag)
        if log[row + E_KIND] == DISC:
            k = int(log[row + E_SECOND])
            if marks[STAMP + k] != 0:
                count = write_leg(profile, state, marks, k, when, False, drag, out, count)
            marks[STAMP + k] = 1
            set_off(profile, state, marks, log, row, k, E_X2, E_Y2, E_AFTER + 3, drag)
    for k in range(n):
        if marks[STAMP + k] != 0:
            end = end_of_spin(state, marks, k, drag)
            count = write_leg(profile, state, marks, k, end, True, drag, out, count)
    return count


def set_off(
    profile: Profile,
    state: Floats,
    marks: Marks,
    log: Floats,
    row: int,
    k: int,
    at_x: int,
    at_y: int,
    after: int,
    drag: float,
) -> None:
    """Start the motion of disc k after an event of the log, with its current angle."""
    when = log[row + E_TIME]
    if marks[STAMP + k] != 0 and state[SINCE + k] < when:
        state[ANGLE + k] = angle_at(profile, state, marks, k, when, drag)
    state[X + k] = log[row + at_x]
    state[Y + k] = log[row + at_y]
    launch(profile, state, marks, k, when, drag, log[row + after], log[row + after + 1], log[row + after + 2])


def end_of_spin(state: Floats, marks: Marks, k: int, drag: float) -> float:
    """Return the time when disc k stops sliding and turning."""
    if marks[BRANCH + k] == TURNING:
        spin = state[SPIN + k]
        return state[SINCE + k] + (spin if spin > 0.0 else -spin) / (TURNING_DRAG * drag)
    return state[STOP + k]


def angle_at(profile: Profile, state: Floats, marks: Marks, k: int, when: float, drag: float) -> float:
    """Return the angle (rad) by which disc k has turned since the stroke began."""
    spin = state[SPIN + k]
    if spin == 0.0:
        return state[ANGLE + k]
    end = end_of_spin(state, marks, k, drag)
    dt = (when if when < end else end) - state[SINCE + k]
    branch = marks[BRANCH + k]
    if branch == SLIDING:
        return state[ANGLE + k] + spin * dt / state[RADIUS + k]
    if branch == TURNING:
        slowed = 0.5 * TURNING_DRAG * drag * dt
        return state[ANGLE + k] + (spin - (slowed if spin > 0.0 else -slowed)) * dt / state[RADIUS + k]
    left = state[TAU + k] - dt * state[RATE + k]
    way = (turned(profile, branch, state[TAU + k]) - turned(profile, branch, left if left > 0.0 else 0.0)) * (
        state[AREA + k] / state[RADIUS + k]
    )
    return state[ANGLE + k] + (way if spin > 0.0 else -way)


def write_leg(
    profile: Profile,
    state: Floats,
    marks: Marks,
    k: int,
    when: float,
    is_last: bool,
    drag: float,
    out: Marks,
    count: int,
) -> int:
    """Write disc k's keyframes from its last event until `when`, and one at rest if it stops or the stroke ends."""
    still = end_of_spin(state, marks, k, drag)
    end = when if when < still else still
    begin = state[SINCE + k]
    stop = state[STOP + k]
    if begin < stop < end:
        count = write_pieces(profile, state, marks, k, begin, stop, drag, out, count)
        begin = stop
    count = write_pieces(profile, state, marks, k, begin, end, drag, out, count)
    if is_last or end < when:
        way, _speed, _force = glide(profile, state, marks, k, end, drag)
        angle = angle_at(profile, state, marks, k, end, drag)
        count = keep(state, k, nearest(end * 1e6), way, 0.0, 0.0, angle, 0.0, 0.0, out, count)
    return count


def write_pieces(
    profile: Profile, state: Floats, marks: Marks, k: int, begin: float, end: float, drag: float, out: Marks, count: int
) -> int:
    """Write parabolas from `begin` to `end` (s), each as long as the tolerance allows."""
    span = end - begin
    while begin < end:
        if span > LONGEST:
            span = LONGEST
        stop = begin + span
        if stop > end - 1e-9:
            stop = end
            span = end - begin
        way, speed, force = glide(profile, state, marks, k, begin, drag)
        angle = angle_at(profile, state, marks, k, begin, drag)
        spin = rim_speed(profile, state, marks, k, begin, drag) / state[RADIUS + k]
        bend = -force
        rate = 0.0
        if span > SHORTEST:
            way_low, way_middle, way_high, way_end = ways(profile, state, marks, k, begin, span, drag)
            low, middle, high, last = angles(profile, state, marks, k, begin, span, drag)
            stray = stray_of(way, way_low, way_middle, way_high, way_end)
            around = stray_of(angle, low, middle, high, last) * state[RADIUS + k]
            if stray > TOLERANCE or around > TOLERANCE:
                span *= 0.5
                continue
            speed = (4.0 * way_middle - 3.0 * way - way_end) / span
            bend = 4.0 * (way - 2.0 * way_middle + way_end) / (span * span)
            spin = (4.0 * middle - 3.0 * angle - last) / span
            rate = 4.0 * (angle - 2.0 * middle + last) / (span * span)
        time = nearest(begin * 1e6)
        if nearest(stop * 1e6) > time:
            late = time * 1e-6 - begin
            way += (speed + 0.5 * bend * late) * late
            angle += (spin + 0.5 * rate * late) * late
            count = keep(state, k, time, way, speed + bend * late, bend, angle, spin + rate * late, rate, out, count)
        begin = stop
        span *= 2.0
    return count


def ways(
    profile: Profile, state: Floats, marks: Marks, k: int, begin: float, span: float, drag: float
) -> tuple[float, float, float, float]:
    """Return the distances at the quarters of a piece."""
    return (
        glide(profile, state, marks, k, begin + 0.25 * span, drag)[0],
        glide(profile, state, marks, k, begin + 0.5 * span, drag)[0],
        glide(profile, state, marks, k, begin + 0.75 * span, drag)[0],
        glide(profile, state, marks, k, begin + span, drag)[0],
    )


def angles(
    profile: Profile, state: Floats, marks: Marks, k: int, begin: float, span: float, drag: float
) -> tuple[float, float, float, float]:
    """Return the angles at the quarters of a piece."""
    return (
        angle_at(profile, state, marks, k, begin + 0.25 * span, drag),
        angle_at(profile, state, marks, k, begin + 0.5 * span, drag),
        angle_at(profile, state, marks, k, begin + 0.75 * span, drag),
        angle_at(profile, state, marks, k, begin + span, drag),
    )


def stray_of(first: float, low: float, middle: float, high: float, last: float) -> float:
    """Return the deviation of the values at the quarters from the parabola through the first, middle and last."""
    one = low - (0.375 * first + 0.75 * middle - 0.125 * last)
    other = high - (-0.125 * first + 0.75 * middle + 0.375 * last)
    one = one if one > 0.0 else -one
    other = other if other > 0.0 else -other
    return one if one > other else other


def keep(
    state: Floats,
    k: int,
    time: int,
    way: float,
    speed: float,
    bend: float,
    angle: float,
    spin: float,
    rate: float,
    out: Marks,
    count: int,
) -> int:
    """Write one keyframe in whole units if it fits; return the new number of keyframes."""
    at = count * FRAME
    if at + FRAME <= len(out):
        ux = state[UX + k] * 1e6
        uy = state[UY + k] * 1e6
        out[at + K_LANE] = k
        out[at + K_TIME] = time
        out[at + K_X] = nearest(state[X + k] * 1e6 + ux * way)
        out[at + K_Y] = nearest(state[Y + k] * 1e6 + uy * way)
        out[at + K_VX] = nearest(ux * speed)
        out[at + K_VY] = nearest(uy * speed)
        out[at + K_AX] = nearest(ux * bend)
        out[at + K_AY] = nearest(uy * bend)
        out[at + K_ANGLE] = nearest(angle * 1e3)
        out[at + K_SPIN] = nearest(spin * 1e3)
        out[at + K_RATE] = nearest(rate * 1e3)
    return count + 1
