"""Many strokes in one call of the kernel.

The tables are NumPy arrays, compiled or interpreted; `carrom.physics.batch` documents their shapes and units. Each job
is a position and a stroke. Discs are in the order of `Disc`: S, Q, W1 … W9, B1 … B9.
"""

from typing import Any, TypeAlias

from carrom.board.integers import nearest
from carrom.physics.kernel.layout import (
    BRANCH,
    E_FIRST,
    E_SECOND,
    E_WIDTH,
    E_X1,
    E_X2,
    E_Y1,
    E_Y2,
    FELL,
    MASS,
    NEVER,
    P_DRAG,
    RADIUS,
    REST_X,
    REST_Y,
    SINCE,
    SPIN,
    STOP,
    TOUCHED,
    TURNING,
    WATCHED,
    WX,
    WY,
    Floats,
    Marks,
    Profile,
    X,
    Y,
)
from carrom.physics.kernel.loop import play
from carrom.physics.kernel.motion import TURNING_DRAG

IntegerTable: TypeAlias = Any
"""A NumPy array of integers with two axes."""
IntegerCube: TypeAlias = Any
"""A NumPy array of integers with three axes."""
FloatTable: TypeAlias = Any
"""A NumPy array of floats with two axes."""

ALL_DISCS = 20
NOWHERE = -1_000_000_000
"""x and y of a disc that is not on the board, µm."""
ENDLESS = 2e308
"""The time of an event that does not happen: infinite."""
# Sizes: radius (m) and mass (kg) of the striker, then of the pieces.
S_RADIUS, S_MASS, M_RADIUS, M_MASS, SIZES = range(5)
# Measures of the board, in µm: half the surface; |x| and |y| of the pockets' centres, and their diameter; diameters of
# striker and men; the lines' distance from the centre, of the nearer, of the further one, and their length.
HALF, POCKETS, POCKET_WIDTH, STRIKER_WIDTH, MAN_WIDTH, BASELINE, LOWER, UPPER, LENGTH_OF_LINES, MEASURES = range(10)
# One stroke, as the fields of `Stroke`.
S_X, S_VX, S_VY, S_Y, S_SPIN, STROKE = range(6)
# One job's facts: events (−1: budget exhausted), µs to the last motion, base lines that the striker has left (−1: not
# known).
F_EVENTS, F_DURATION, F_LINES, FACTS = range(4)
STOPPED = -1
"""The duration of a stroke that ended early: the rest was not simulated."""
LAP = 2
"""Discs may overlap each other or the frame by this much, in µm."""


def play_many(
    profile: Profile,
    state: Floats,
    marks: Marks,
    log: Floats,
    worlds: FloatTable,
    sizes: Floats,
    measures: Marks,
    places: IntegerCube,
    quarters: Marks,
    strokes: IntegerTable,
    jobs: IntegerTable,
    watched: Marks,
    picks: Marks,
    first: int,
    last: int,
    rest: IntegerCube,
    fell: FloatTable,
    touched: FloatTable,
    facts: IntegerTable,
) -> None:
    """Play the jobs `picks[first:last]`; `worlds` has one row for all positions or one for each.

    A stroke ends when one of the discs falls that are `watched` (1, in the order of `Disc`).
    """
    for pick in range(first, last):
        job = picks[pick]
        position = jobs[job, 0]
        world = position if len(worlds) > 1 else 0
        seat = quarters[position]
        n = lay(state, sizes, measures, places, position, strokes, jobs[job, 1], seat)
        watch(marks, places, position, watched)
        events = play(profile, state, marks, worlds[world], log, n)
        facts[job, F_EVENTS] = events
        if events >= 0:
            note(profile, state, marks, log, worlds[world, P_DRAG], measures, places, position, seat, job, rest, fell,
                 touched, facts)  # fmt: skip
            stop_short(watched, job, rest, fell, facts)


def watch(marks: Marks, places: IntegerCube, position: int, watched: Marks) -> None:
    """Mark the lanes of a position's discs that are watched."""
    lane = 0
    for disc in range(ALL_DISCS):
        if disc == 0 or places[position, disc, 0] != NOWHERE:
            marks[WATCHED + lane] = watched[disc]
            lane += 1


def stop_short(watched: Marks, job: int, rest: IntegerCube, fell: FloatTable, facts: IntegerTable) -> None:
    """Reset the results that are unknown for a stroke that ended with the fall of a watched disc."""
    for disc in range(ALL_DISCS):
        if watched[disc] != 0 and fell[job, disc] < NEVER:
            facts[job, F_DURATION] = STOPPED
            facts[job, F_LINES] = 0
            for other in range(ALL_DISCS):
                rest[job, other, 0] = NOWHERE
                rest[job, other, 1] = NOWHERE
            return


def lay(
    state: Floats,
    sizes: Floats,
    measures: Marks,
    places: IntegerCube,
    position: int,
    strokes: IntegerTable,
    stroke: int,
    quarters: int,
) -> int:
    """Write a position with the striker on its spot into the kernel's array; return the number of discs."""
    away = strokes[stroke, S_Y] - measures[BASELINE]
    state[X] = float(turned_x(strokes[stroke, S_X], away, quarters)) / 1e6
    state[Y] = float(turned_y(strokes[stroke, S_X], away, quarters)) / 1e6
    state[WX] = float(turned_x(strokes[stroke, S_VX], strokes[stroke, S_VY], quarters)) / 1e6
    state[WY] = float(turned_y(strokes[stroke, S_VX], strokes[stroke, S_VY], quarters)) / 1e6
    state[SPIN] = float(strokes[stroke, S_SPIN]) / 1e3 * sizes[S_RADIUS]
    state[RADIUS] = sizes[S_RADIUS]
    state[MASS] = sizes[S_MASS]
    n = 1
    for disc in range(1, ALL_DISCS):
        if places[position, disc, 0] != NOWHERE:
            state[X + n] = float(places[position, disc, 0]) / 1e6
            state[Y + n] = float(places[position, disc, 1]) / 1e6
            state[WX + n] = 0.0
            state[WY + n] = 0.0
            state[SPIN + n] = 0.0
            state[RADIUS + n] = sizes[M_RADIUS]
            state[MASS + n] = sizes[M_MASS]
            n += 1
    return n


def note(
    profile: Profile,
    state: Floats,
    marks: Marks,
    log: Floats,
    drag: float,
    measures: Marks,
    places: IntegerCube,
    position: int,
    quarters: int,
    job: int,
    rest: IntegerCube,
    fell: FloatTable,
    touched: FloatTable,
    facts: IntegerTable,
) -> None:
    """Write the results of a stroke: places rounded to µm, times in s, the duration, the lines left."""
    end = 0.0
    lane = 0
    for disc in range(ALL_DISCS):
        rest[job, disc, 0] = NOWHERE
        rest[job, disc, 1] = NOWHERE
        fell[job, disc] = ENDLESS
        touched[job, disc] = ENDLESS
        if disc > 0 and places[position, disc, 0] == NOWHERE:
            continue
        still = still_at(profile, state, marks, lane, drag)
        if still > end:
            end = still
        if state[TOUCHED + lane] < NEVER:
            touched[job, disc] = state[TOUCHED + lane]
        if state[FELL + lane] < NEVER:
            fell[job, disc] = state[FELL + lane]
        else:
            rest[job, disc, 0], rest[job, disc, 1] = place_at_rest(state[REST_X + lane], state[REST_Y + lane], measures)
        lane += 1
    facts[job, F_DURATION] = nearest(end * 1e6)
    facts[job, F_LINES] = 2
    if state[FELL] >= NEVER:
        facts[job, F_LINES] = lines_left(log, facts[job, F_EVENTS], state[REST_X], state[REST_Y], quarters, measures)


def still_at(profile: Profile, state: Floats, marks: Marks, k: int, drag: float) -> float:
    """Return the time when disc k stops sliding and turning."""
    if profile is not None and marks[BRANCH + k] == TURNING:
        rim = state[SPIN + k]
        return state[SINCE + k] + (rim if rim > 0.0 else -rim) / (TURNING_DRAG * drag)
    return state[STOP + k]


def turned_x(x: int, y: int, quarters: int) -> int:
    """Return the x of a place or vector after quarter turns counter-clockwise."""
    if quarters == 0:
        return x
    if quarters == 1:
        return -y
    if quarters == 2:
        return -x
    return y


def turned_y(x: int, y: int, quarters: int) -> int:
    """Return the y of the same."""
    if quarters == 0:
        return y
    if quarters == 1:
        return x
    if quarters == 2:
        return -y
    return -x


def place_at_rest(x: float, y: float, measures: Marks) -> tuple[int, int]:
    """Round a resting place (m) to whole µm, never into a pocket's circle, where the disc would have fallen."""
    near_x = nearest(x * 1e6)
    near_y = nearest(y * 1e6)
    if not is_over_pocket(near_x, near_y, measures):
        return near_x, near_y
    low_x = below(x * 1e6)
    low_y = below(y * 1e6)
    least = NEVER
    best_x = near_x
    best_y = near_y
    for dx in range(2):
        for dy in range(2):
            if not is_over_pocket(low_x + dx, low_y + dy, measures):
                off_x = low_x + dx - x * 1e6
                off_y = low_y + dy - y * 1e6
                away = off_x * off_x + off_y * off_y
                if away < least:
                    least = away
                    best_x = low_x + dx
                    best_y = low_y + dy
    return best_x, best_y


def below(number: float) -> int:
    """Return the floor of a number as an integer."""
    whole = int(number)
    return whole - 1 if whole > number else whole


def is_over_pocket(x: int, y: int, measures: Marks) -> bool:
    """Whether a disc with its centre there would fall."""
    dx = (x if x > 0 else -x) - measures[POCKETS]
    dy = (y if y > 0 else -y) - measures[POCKETS]
    return 4 * (dx * dx + dy * dy) < measures[POCKET_WIDTH] * measures[POCKET_WIDTH]


def lines_left(log: Floats, events: int, x: float, y: float, quarters: int, measures: Marks) -> int:
    """Return how many base lines the striker has left at some time; it rests at (x, y). −1: the log was too short.

    The area that touches a line is convex and paths are straight between events, so only events are checked.
    """
    reach = measures[STRIKER_WIDTH] / 2 + 0.5
    lower = measures[LOWER] - measures[HALF]
    upper = measures[UPPER] - measures[HALF]
    away = away_of(x, y, quarters) * 1e6
    if not lower - reach <= away <= upper + reach:
        return 2
    if events * E_WIDTH > len(log):
        return -1
    left_lower = leaves(x, y, quarters, lower, reach, measures)
    left_upper = leaves(x, y, quarters, upper, reach, measures)
    for event in range(events):
        at = event * E_WIDTH
        if log[at + E_FIRST] == 0.0:
            ex = log[at + E_X1]
            ey = log[at + E_Y1]
        elif log[at + E_SECOND] == 0.0:
            ex = log[at + E_X2]
            ey = log[at + E_Y2]
        else:
            continue
        left_lower = left_lower or leaves(ex, ey, quarters, lower, reach, measures)
        left_upper = left_upper or leaves(ex, ey, quarters, upper, reach, measures)
    return (1 if left_lower else 0) + (1 if left_upper else 0)


def away_of(x: float, y: float, quarters: int) -> float:
    """Return the y coordinate of a place (m) in the frame of a seat."""
    if quarters == 0:
        return y
    if quarters == 1:
        return -x
    if quarters == 2:
        return -y
    return x


def leaves(x: float, y: float, quarters: int, line: int, reach: float, measures: Marks) -> bool:
    """Whether a striker at a place (m) is clear of its base line (µm from the centre)."""
    across = away_of(x, y, (quarters + 1) % 4) * 1e6
    over = (across if across > 0.0 else -across) - measures[LENGTH_OF_LINES] / 2
    over = over if over > 0.0 else 0.0
    off = away_of(x, y, quarters) * 1e6 - line
    return over * over + off * off > reach * reach


def first_refused(
    measures: Marks,
    places: IntegerCube,
    quarters: Marks,
    strokes: IntegerTable,
    jobs: IntegerTable,
    fastest: int,
    most_spin: int,
    points: Floats,
) -> int:
    """Return the index of the first job that cannot be played, or −1; `points` is scratch space for 40 numbers."""
    for job in range(len(jobs)):
        position = jobs[job, 0]
        stroke = jobs[job, 1]
        if (job == 0 or position != jobs[job - 1, 0]) and not lie_well(measures, places, position, points):
            return job
        if not can_be_played(strokes, stroke, fastest, most_spin):
            return job
        if not stands_well(measures, places, position, strokes, stroke, quarters[position]):
            return job
    return -1


def can_be_played(strokes: IntegerTable, stroke: int, fastest: int, most_spin: int) -> bool:
    """Whether a stroke's speed and spin are within their limits."""
    vx = strokes[stroke, S_VX]
    vy = strokes[stroke, S_VY]
    spin = strokes[stroke, S_SPIN]
    if vx > fastest or -vx > fastest or vy > fastest or -vy > fastest or spin > most_spin or -spin > most_spin:
        return False
    for part in (S_X, S_Y):
        if strokes[stroke, part] >= -NOWHERE or strokes[stroke, part] <= NOWHERE:
            return False
    squared = vx * vx + vy * vy
    return squared > 0 and squared <= fastest * fastest  # type: ignore[no-any-return]


def lie_well(measures: Marks, places: IntegerCube, position: int, points: Floats) -> bool:
    """Whether a position is possible: no disc overlaps another or the frame, or has its centre over a pocket.

    Distances are compared as floats, which hold the squares of whole µm on a board exactly.
    """
    reach = measures[HALF] - measures[MAN_WIDTH] // 2 + LAP
    n = 0
    for disc in range(1, ALL_DISCS):
        x = places[position, disc, 0]
        y = places[position, disc, 1]
        if x == NOWHERE:
            continue
        if x > reach or -x > reach or y > reach or -y > reach or is_over_pocket(x, y, measures):
            return False
        points[n] = float(x)
        points[ALL_DISCS + n] = float(y)
        n += 1
    apart = float(measures[MAN_WIDTH] - LAP)
    squared = apart * apart
    overlaps = 0
    for k in range(1, n):
        x_of_k = points[k]
        y_of_k = points[ALL_DISCS + k]
        for other in range(k):
            dx = points[other] - x_of_k
            dy = points[ALL_DISCS + other] - y_of_k
            overlaps += 1 if dx * dx + dy * dy < squared else 0
    return overlaps == 0


def stands_well(
    measures: Marks, places: IntegerCube, position: int, strokes: IntegerTable, stroke: int, quarters: int
) -> bool:
    """Whether the striker can stand where a stroke puts it."""
    away = strokes[stroke, S_Y] - measures[BASELINE]
    x = turned_x(strokes[stroke, S_X], away, quarters)
    y = turned_y(strokes[stroke, S_X], away, quarters)
    reach = measures[HALF] - measures[STRIKER_WIDTH] // 2 + LAP
    if x > reach or -x > reach or y > reach or -y > reach or is_over_pocket(x, y, measures):
        return False
    apart = measures[STRIKER_WIDTH] // 2 + measures[MAN_WIDTH] // 2 - LAP
    for disc in range(1, ALL_DISCS):
        dx = x - places[position, disc, 0]
        dy = y - places[position, disc, 1]
        if -apart < dx < apart and dx * dx + dy * dy < apart * apart:
            return False
    return True
