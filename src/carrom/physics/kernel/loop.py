"""The event loop of the kernel: find the next event, advance the discs, resolve it.

Theory of operation
-------------------
*Local times.* Until something touches it, a disc follows one straight line with one speed profile until it rests, so it
is described by its state at its own last event; coming to rest is not an event. All discs are advanced to the present
only to predict the collisions of the two discs that an event has changed.

*Bounds first, roots when needed.* For a changed disc a row of lower bounds is written, one for each other disc
(distance_bounds.py). The minimum over the earliest bound of each row and the earliest contact with frame or pocket is
taken. If it is a bound, it is replaced by the exact time (collision_times.py) or by NEVER, and the minimum is taken
again; if it is an exact time, it is the next event. Most pairs never need a root search.

*Stamps.* Every disc stores the number of its last change. An entry (p, k) of row p is out of date if k has changed
since p; row k then holds the pair. So no entries need to be deleted when a disc changes. The two discs of a collision
change together; the row of the second leaves out the first.

*Ties* go to the disc with the lower index, its pairs before its edge. Overlapping discs that approach collide now.

*Known duplication.* The bounds for few and for many moving discs are written twice: a single loop over all lanes would
be half as fast in mid-game. Flat arrays are read through field offsets because the compiler requires it.

The functions of this file and of motion, collision_times, distance_bounds and contact use only + − × ÷ √, comparisons
and frexp on float64, in a fixed order. They run compiled or interpreted (compiled.py) with the same bits.
"""

from carrom.physics.kernel.collision_times import meet, meet_edge
from carrom.physics.kernel.contact import bounce, collide
from carrom.physics.kernel.distance_bounds import FEW, bound_all, bound_moving, bound_resting, make_ready
from carrom.physics.kernel.layout import (
    BOUNDS,
    BRANCH,
    BUDGET,
    DISC,
    E_AFTER,
    E_BEFORE,
    E_FIRST,
    E_KIND,
    E_SECOND,
    E_TIME,
    E_WIDTH,
    E_X1,
    E_Y1,
    EDGE,
    EDGE_KIND,
    EXACT,
    FAR,
    FELL,
    GONE,
    LANES,
    LAST,
    LENGTH,
    MASS,
    MET,
    NEVER,
    NOW_DRAG,
    NOW_SPEED,
    NOW_X,
    NOW_Y,
    OVER,
    P_DRAG,
    PARTNER,
    POCKET,
    RADIUS,
    REST_X,
    REST_Y,
    RESTING,
    RIM,
    ROW,
    SINCE,
    SOONEST,
    SPEED,
    SPIN,
    STAMP,
    STOP,
    TOUCHED,
    UX,
    UY,
    WATCHED,
    WX,
    WY,
    Floats,
    Marks,
    Profile,
    X,
    Y,
)
from carrom.physics.kernel.motion import bring_to, launch, rim_speed
from carrom.physics.kernel.pocket import climb, comes_out, write_motion

ALL = -1
"""Every bit of a set of lanes."""


def play(profile: Profile, state: Floats, marks: Marks, world: Floats, log: Floats, n: int) -> int:
    """Play a stroke to its end and return the number of its events, or −1 if the budget ran out.

    On entry `state` holds X, Y, RADIUS, MASS, SPIN and, as WX, WY, the velocity of the first n discs; the first is
    the striker. On return it holds each disc's resting place (REST_X, REST_Y), the times when it fell and when the
    striker first touched it (FELL, TOUCHED; or NEVER), and its motion since its last event. `log` holds the events that
    fit. The fall of a disc with WATCHED in `marks` ends the simulation; `marks` has no other meaning on entry.
    """
    drag = world[P_DRAG]
    now = 0.0
    lay_out(profile, state, marks, n, drag)
    for k in range(n):
        if state[NOW_SPEED + k] > 0.0:
            meet_edge(profile, state, marks, world, k)
    for k in range(n):
        if state[NOW_SPEED + k] > 0.0:
            foresee(profile, state, marks, n, k, k, now, drag)
    events = 0
    capacity = len(log) // E_WIDTH
    for clock in range(1, BUDGET):
        i, kind = next_event(profile, state, marks, n, now, drag)
        if i < 0:
            return events
        now = state[EDGE + i] if kind != DISC else state[SOONEST + i]
        bring_to(profile, state, marks, n, now, drag)
        at = events * E_WIDTH if events < capacity else -1
        marks[STAMP + i] = clock
        j = i
        if kind == RIM and comes_out(state, world, i, now):
            climb(profile, state, marks, world, log, at, i, now)
            events += 1
            meet_edge(profile, state, marks, world, i)
            foresee(profile, state, marks, n, i, i, now, drag)
            continue
        if kind in (POCKET, RIM):
            fall(profile, state, marks, log, at, i, now, drag)
            events += 1
            if marks[WATCHED + i] != 0:
                return events
            continue
        if kind == DISC:
            j = marks[PARTNER + i]
            marks[STAMP + j] = clock
            if collide(profile, state, marks, world, log, at, i, j, now, events):
                events += 1
                note_touch(state, i, j, now)
                meet_edge(profile, state, marks, world, i)
                meet_edge(profile, state, marks, world, j)
        else:
            bounce(profile, state, marks, world, log, at, kind, i, now)
            events += 1
            meet_edge(profile, state, marks, world, i)
        foresee(profile, state, marks, n, i, j, now, drag)
    return -1


def lay_out(profile: Profile, state: Floats, marks: Marks, n: int, drag: float) -> None:
    """Initialize the discs at time 0, and put all other lanes out of reach."""
    for k in range(n, LANES):
        clear(state, k)
    for k in range(LANES):
        state[UX + k] = 1.0
        state[UY + k] = 0.0
        state[SPEED + k] = 0.0
        state[SINCE + k] = 0.0
        state[STOP + k] = 0.0
        state[LENGTH + k] = 0.0
        state[LAST + k] = 0.0
        state[EDGE + k] = NEVER
        state[SOONEST + k] = NEVER
        state[FELL + k] = NEVER
        state[TOUCHED + k] = NEVER
        state[OVER + k] = NEVER
        state[REST_X + k] = state[X + k]
        state[REST_Y + k] = state[Y + k]
        state[NOW_X + k] = state[X + k]
        state[NOW_Y + k] = state[Y + k]
        state[NOW_SPEED + k] = 0.0
        state[NOW_DRAG + k] = 0.0
        state[GONE + k] = 0.0
        marks[STAMP + k] = 0
        marks[MET + k] = 0
        marks[BRANCH + k] = RESTING
    for k in range(n):
        if state[WX + k] != 0.0 or state[WY + k] != 0.0 or state[SPIN + k] != 0.0:
            launch(profile, state, marks, k, 0.0, drag, state[WX + k], state[WY + k], state[SPIN + k])


def clear(state: Floats, k: int) -> None:
    """Move disc k out of reach of all others."""
    state[X + k] = FAR + 10.0 * k
    state[Y + k] = FAR
    state[RADIUS + k] = 0.0
    state[MASS + k] = 1.0
    state[WX + k] = 0.0
    state[WY + k] = 0.0
    state[SPIN + k] = 0.0


def next_event(profile: Profile, state: Floats, marks: Marks, n: int, now: float, drag: float) -> tuple[int, int]:
    """Return the disc and kind of the next event, refining bounds until the minimum is exact; −1 if there is none."""
    while True:
        best = NEVER
        i = -1
        kind = DISC
        for k in range(n):
            if state[SOONEST + k] < best:
                best = state[SOONEST + k]
                i = k
                kind = DISC
            if state[EDGE + k] < best:
                best = state[EDGE + k]
                i = k
                kind = marks[EDGE_KIND + k]
        if i < 0 or kind != DISC:
            return i, kind
        j = marks[PARTNER + i]
        if marks[STAMP + j] <= marks[STAMP + i]:
            if marks[EXACT + i] & (1 << j):
                return i, kind
            state[BOUNDS + i * LANES + j] = meet(profile, state, marks, i, j, now, drag)
            marks[EXACT + i] |= 1 << j
        find_soonest(state, marks, n, i)


def find_soonest(state: Floats, marks: Marks, n: int, i: int) -> None:
    """Find the earliest bound in row i that is not out of date."""
    row = BOUNDS + i * LANES
    soonest = NEVER
    partner = 0
    for k in range(n):
        if state[row + k] < soonest and marks[STAMP + k] <= marks[STAMP + i]:
            soonest = state[row + k]
            partner = k
    state[SOONEST + i] = soonest
    marks[PARTNER + i] = partner


def foresee(profile: Profile, state: Floats, marks: Marks, n: int, i: int, j: int, now: float, drag: float) -> None:
    """Write the rows of the changed discs i and j, which may be the same."""
    moving = 0
    for k in range(n):
        if state[NOW_SPEED + k] > 0.0:
            moving += 1
    crowded = moving > FEW
    if crowded:
        make_ready(profile, state, now, drag)
    for p in (i, j):
        marks[EXACT + p] = 0
        if crowded:
            bound_all(profile, state, p, now)
        else:
            if profile is None:
                marks[EXACT + p] = ALL
            if state[NOW_SPEED + p] > 0.0:
                bound_resting(profile, state, p, now, drag)
            else:
                for k in range(LANES):
                    state[ROW + k] = NEVER
            if moving > 1 or state[NOW_SPEED + p] <= 0.0:
                bound_moving(profile, state, marks, n, p, now, drag)
        state[ROW + p] = NEVER
        if p != i:
            state[ROW + i] = NEVER
        keep_row(state, marks, n, p)
        if i == j:
            break


def keep_row(state: Floats, marks: Marks, n: int, p: int) -> None:
    """Store the bounds just written as row p, with the earliest of them."""
    soonest = NEVER
    partner = 0
    row = BOUNDS + p * LANES
    for k in range(LANES):
        state[row + k] = state[ROW + k]
    for k in range(n):
        bound = state[ROW + k]
        if bound < soonest:
            soonest = bound
            partner = k
    state[SOONEST + p] = soonest
    marks[PARTNER + p] = partner


def fall(profile: Profile, state: Floats, marks: Marks, log: Floats, at: int, k: int, now: float, drag: float) -> None:
    """Remove disc k from the board: it falls into its pocket."""
    if at >= 0:
        vx = state[UX + k] * state[NOW_SPEED + k]
        vy = state[UY + k] * state[NOW_SPEED + k]
        rim = rim_speed(profile, state, marks, k, now, drag)
        log[at + E_KIND] = POCKET
        log[at + E_FIRST] = k
        log[at + E_SECOND] = -1.0
        log[at + E_TIME] = now
        log[at + E_X1] = state[NOW_X + k]
        log[at + E_Y1] = state[NOW_Y + k]
        for place in range(at + E_X1 + 2, at + E_WIDTH):
            log[place] = 0.0
        write_motion(log, at + E_BEFORE, vx, vy, rim)
        write_motion(log, at + E_AFTER, vx, vy, rim)
    clear(state, k)
    launch(profile, state, marks, k, now, drag, 0.0, 0.0, 0.0)
    state[FELL + k] = now
    state[OVER + k] = NEVER
    state[SOONEST + k] = NEVER


def note_touch(state: Floats, i: int, j: int, now: float) -> None:
    """Record the striker's first contact with another disc."""
    if i == 0 and state[TOUCHED + j] == NEVER:
        state[TOUCHED + j] = now
    if j == 0 and state[TOUCHED + i] == NEVER:
        state[TOUCHED + i] = now
