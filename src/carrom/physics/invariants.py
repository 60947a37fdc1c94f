"""Invariants of every stroke: no overlap, no escape, no gained energy.

The log is replayed from event to event. Between two events, every pair with a moving disc is advanced in steps within
which the pair provably cannot overlap: the gap of two discs on straight lines obeys

    gap(t + h) ≥ gap + gap′ h − A h²/2,     A = twice the deceleration of a sliding disc,

so the whole interval is covered, not sampled; the time up to which a pair is proven is stored until one of the two has
an event. The search for contacts in collision_times.py is not used, only `glide` for a disc's place. Like the
kernel, these functions run compiled or interpreted.
"""

from math import sqrt

from carrom.physics.kernel.contact import least_separation
from carrom.physics.kernel.layout import (
    BOUNDS,
    DISC,
    E_AFTER,
    E_BEFORE,
    E_FIRST,
    E_KIND,
    E_SECOND,
    E_TIME,
    E_WIDTH,
    E_X1,
    E_X2,
    E_Y1,
    E_Y2,
    INERTIA,
    LANES,
    MASS,
    MET,
    NOW_SPEED,
    P_DRAG,
    P_HALF,
    POCKET,
    RADIUS,
    REST_X,
    REST_Y,
    SPIN,
    STOP,
    UX,
    UY,
    WX,
    WY,
    Floats,
    Marks,
    Profile,
    X,
    Y,
)
from carrom.physics.kernel.loop import play
from carrom.physics.kernel.motion import glide, launch
from carrom.physics.kernel.pocket import beyond_rim

DEPTH = 1e-12
"""m; tolerance for rounding by which two discs may overlap more deeply than at the start."""
HEAT = 1e-12
"""Relative energy that a contact may add by rounding."""
STRAY = 1e-12
"""m and m/s; tolerance between a logged event and the disc's own motion."""

# What `inspect` reports: greatest overlap beyond the start's (m); energy rise beyond the separation term (relative);
# way beyond the frame, or over a pocket at rest (m); distance of an event from its disc's own motion (m);
# 1 if a number was not finite.
OVERLAP, ENERGY, ESCAPE, ASTRAY, NUMBERS, FINDINGS = range(6)
# One disc of a start: place, velocity, rim speed, radius, mass; SI.
S_X, S_Y, S_VX, S_VY, S_RIM, S_RADIUS, S_MASS, START = range(8)


def play_and_inspect(
    profile: Profile,
    world: Floats,
    start: Floats,
    n: int,
    state: Floats,
    marks: Marks,
    log: Floats,
    ghost: Floats,
    ghost_marks: Marks,
    found: Floats,
) -> int:
    """Play the stroke of a start and check it; return its number of events, or −1 if the budget ran out.

    A stroke with more events than the log holds is not checked.
    """
    lay_out_start(start, n, state)
    for what in range(FINDINGS):
        found[what] = 0.0
    events = play(profile, state, marks, world, log, n)
    if 0 <= events * E_WIDTH <= len(log):
        inspect(profile, state, world, log, n, events, start, ghost, ghost_marks, found)
    return events


def lay_out_start(start: Floats, n: int, state: Floats) -> None:
    """Lay the n discs of a start into the kernel's array."""
    for k in range(n):
        at = k * START
        state[X + k] = start[at + S_X]
        state[Y + k] = start[at + S_Y]
        state[WX + k] = start[at + S_VX]
        state[WY + k] = start[at + S_VY]
        state[SPIN + k] = start[at + S_RIM]
        state[RADIUS + k] = start[at + S_RADIUS]
        state[MASS + k] = start[at + S_MASS]


def is_sound(events: int, found: Floats) -> bool:
    """Whether a stroke ended and kept within every limit."""
    if events < 0 or found[NUMBERS] > 0.0:
        return False
    return found[OVERLAP] <= DEPTH and found[ENERGY] <= HEAT and found[ESCAPE] <= STRAY and found[ASTRAY] <= STRAY


def inspect(
    profile: Profile,
    state: Floats,
    world: Floats,
    log: Floats,
    n: int,
    events: int,
    start: Floats,
    ghost: Floats,
    marks: Marks,
    found: Floats,
) -> None:
    """Check a stroke that the kernel has played into `state` and `log`; record the worst values in `found`.

    `start` holds the n discs as they began, `ghost` and `marks` are a second set of the kernel's arrays.
    """
    drag = world[P_DRAG]
    for k in range(n):
        at = k * START
        ghost[X + k] = start[at + S_X]
        ghost[Y + k] = start[at + S_Y]
        ghost[UX + k] = 1.0
        ghost[UY + k] = 0.0
        ghost[RADIUS + k] = start[at + S_RADIUS]
        ghost[MASS + k] = start[at + S_MASS]
        marks[MET + k] = 0
        begin_anew(ghost, n, k, 0.0)
        launch(profile, ghost, marks, k, 0.0, drag, start[at + S_VX], start[at + S_VY], start[at + S_RIM])
    now = 0.0
    for event in range(events):
        row = event * E_WIDTH
        when = log[row + E_TIME]
        follow_pairs(profile, ghost, marks, n, now, when, drag, start, found)
        weigh(profile, ghost, marks, log, event, world, found)
        i = int(log[row + E_FIRST])
        j = int(log[row + E_SECOND])
        take_up(profile, ghost, marks, log, row, n, i, E_X1, E_AFTER, world, found)
        if log[row + E_KIND] == DISC:
            take_up(profile, ghost, marks, log, row, n, j, E_X2, E_AFTER + 3, world, found)
        if log[row + E_KIND] == POCKET:
            ghost[RADIUS + i] = -1.0
            launch(profile, ghost, marks, i, when, drag, 0.0, 0.0, 0.0)
        now = when
    end = now
    for k in range(n):
        if ghost[RADIUS + k] > 0.0 and ghost[STOP + k] > end:
            end = ghost[STOP + k]
    follow_pairs(profile, ghost, marks, n, now, end, drag, start, found)
    for k in range(n):
        if ghost[RADIUS + k] > 0.0:
            note(found, ASTRAY, distance(ghost[REST_X + k] - state[REST_X + k], ghost[REST_Y + k] - state[REST_Y + k]))
            note_escape(found, world, ghost[RADIUS + k], state[REST_X + k], state[REST_Y + k])
            note(found, ESCAPE, beyond_rim(world, state[REST_X + k], state[REST_Y + k]))


def begin_anew(ghost: Floats, n: int, k: int, when: float) -> None:
    """Reset the proven times of the pairs of disc k, whose motion changes at `when`."""
    for other in range(n):
        ghost[BOUNDS + k * LANES + other] = when
        ghost[BOUNDS + other * LANES + k] = when


def note(found: Floats, what: int, value: float) -> None:
    """Record the maximum of one kind; a value that is not a number is a separate finding."""
    if value != value or value > 1e300 or value < -1e300:
        found[NUMBERS] = 1.0
    elif value > found[what]:
        found[what] = value


def note_escape(found: Floats, world: Floats, radius: float, x: float, y: float) -> None:
    """Record how far a disc is beyond its limits."""
    reach = world[P_HALF] - radius
    note(found, ESCAPE, (x if x > 0.0 else -x) - reach)
    note(found, ESCAPE, (y if y > 0.0 else -y) - reach)


def distance(dx: float, dy: float) -> float:
    """Return the length of a vector."""
    return sqrt(dx * dx + dy * dy)


def follow_pairs(
    profile: Profile,
    ghost: Floats,
    marks: Marks,
    n: int,
    begin: float,
    end: float,
    drag: float,
    start: Floats,
    found: Floats,
) -> None:
    """Check every pair with a moving disc from `begin` to `end`."""
    for i in range(n):
        if ghost[RADIUS + i] > 0.0:
            for j in range(i):
                if ghost[RADIUS + j] > 0.0 and (ghost[STOP + i] > begin or ghost[STOP + j] > begin):
                    follow(profile, ghost, marks, i, j, begin, end, drag, start, found)


def follow(
    profile: Profile,
    ghost: Floats,
    marks: Marks,
    i: int,
    j: int,
    begin: float,
    end: float,
    drag: float,
    start: Floats,
    found: Floats,
) -> None:
    """Check one pair from its proven time on, in steps that cannot skip an overlap deeper than allowed."""
    radii = ghost[RADIUS + i] + ghost[RADIUS + j]
    a = i * START
    b = j * START
    at_first = distance(start[a + S_X] - start[b + S_X], start[a + S_Y] - start[b + S_Y]) - radii
    floor = at_first if at_first < 0.0 else 0.0
    bend = 2.0 * drag
    proven = BOUNDS + i * LANES + j
    t = ghost[proven] if ghost[proven] > begin else begin
    while t < end:
        gone_i, speed_i, _force = glide(profile, ghost, marks, i, t, drag)
        gone_j, speed_j, _force = glide(profile, ghost, marks, j, t, drag)
        dx = ghost[X + j] + ghost[UX + j] * gone_j - ghost[X + i] - ghost[UX + i] * gone_i
        dy = ghost[Y + j] + ghost[UY + j] * gone_j - ghost[Y + i] - ghost[UY + i] * gone_i
        apart = distance(dx, dy)
        above = apart - radii - floor
        note(found, OVERLAP, -above)
        room = above + DEPTH
        if not room > 0.0:
            return
        wx = ghost[UX + j] * speed_j - ghost[UX + i] * speed_i
        wy = ghost[UY + j] * speed_j - ghost[UY + i] * speed_i
        rate = (dx * wx + dy * wy) / apart
        root = sqrt(rate * rate + 2.0 * bend * room)
        step = 2.0 * room / (root - rate) if rate < 0.0 else (rate + root) / bend
        if t + step <= t:
            return
        t = t + step
        ghost[proven] = t


def weigh(profile: Profile, ghost: Floats, marks: Marks, log: Floats, event: int, world: Floats, found: Floats) -> None:
    """Check the energies: no motion gains between events, no contact beyond what the minimum separation adds."""
    row = event * E_WIDTH
    drag = world[P_DRAG]
    i = int(log[row + E_FIRST])
    j = int(log[row + E_SECOND])
    before = energy(log, row + E_BEFORE, ghost[MASS + i])
    after = energy(log, row + E_AFTER, ghost[MASS + i])
    allowed = 0.0
    check_arrival(profile, ghost, marks, log, row, i, E_BEFORE, drag, found)
    if j >= 0:
        check_arrival(profile, ghost, marks, log, row, j, E_BEFORE + 3, drag, found)
        before = before + energy(log, row + E_BEFORE + 3, ghost[MASS + j])
        after = after + energy(log, row + E_AFTER + 3, ghost[MASS + j])
        allowed = separation_energy(ghost, marks, world, log, event, i, j)
    note(found, ENERGY, (after - before - allowed) / (before + allowed + 1e-30))


def separation_energy(ghost: Floats, marks: Marks, world: Floats, log: Floats, event: int, i: int, j: int) -> float:
    """Return what the minimum separation speed may have added to a contact of two discs."""
    row = event * E_WIDTH
    dx = log[row + E_X2] - log[row + E_X1]
    dy = log[row + E_Y2] - log[row + E_Y1]
    away = distance(dx, dy)
    wx = log[row + E_BEFORE + 3] - log[row + E_BEFORE]
    wy = log[row + E_BEFORE + 4] - log[row + E_BEFORE + 1]
    closing = (wx * dx + wy * dy) / away
    reduced = 1.0 / (1.0 / ghost[MASS + i] + 1.0 / ghost[MASS + j])
    least = least_separation(marks, world, i, j, event, -closing)
    added = 0.5 * reduced * (least * least - closing * closing)
    return added if added > 0.0 else 0.0


def check_arrival(
    profile: Profile, ghost: Floats, marks: Marks, log: Floats, row: int, k: int, side: int, drag: float, found: Floats
) -> None:
    """Check that a disc arrives no faster than it left its last event, and at the speed of its own motion."""
    _gone, speed, _force = glide(profile, ghost, marks, k, log[row + E_TIME], drag)
    arrived = distance(log[row + side], log[row + side + 1])
    note(found, ENERGY, (arrived - ghost[NOW_SPEED + k]) / (ghost[NOW_SPEED + k] + 1e-30))
    note(found, ASTRAY, arrived - speed)
    note(found, ASTRAY, speed - arrived)


def energy(log: Floats, at: int, mass: float) -> float:
    """Return the energy of sliding and spinning, in J."""
    rim = log[at + 2]
    return 0.5 * mass * (log[at] * log[at] + log[at + 1] * log[at + 1] + INERTIA * rim * rim)


def take_up(
    profile: Profile,
    ghost: Floats,
    marks: Marks,
    log: Floats,
    row: int,
    n: int,
    k: int,
    place: int,
    side: int,
    world: Floats,
    found: Floats,
) -> None:
    """Check that disc k's own motion leads to the event, and start its motion after the event as logged."""
    drag = world[P_DRAG]
    when = log[row + E_TIME]
    x = log[row + place]
    y = log[row + place + E_Y1 - E_X1]
    begin_anew(ghost, n, k, when)
    gone, _speed, _force = glide(profile, ghost, marks, k, when, drag)
    expected_x = ghost[X + k] + ghost[UX + k] * gone
    expected_y = ghost[Y + k] + ghost[UY + k] * gone
    note(found, ASTRAY, distance(x - expected_x, y - expected_y))
    note_escape(found, world, ghost[RADIUS + k], x, y)
    ghost[X + k] = x
    ghost[Y + k] = y
    launch(profile, ghost, marks, k, when, drag, log[row + side], log[row + side + 1], log[row + side + 2])
