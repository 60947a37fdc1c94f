"""Intervals along the baselines where the striker may be placed.

Circles are flat (x, y, reach of every disc), with y = 0 midway between the lines; spans are flat rows of low, high and
the offset across the lines. These functions run compiled or interpreted (see free_space.py).
"""

from carrom.board.integers import nearest, whole_root
from carrom.board.tangent_spots import Floats, Numbers, cross

CIRCLE, APART, COVERED, CLEAR, BASELINE, PLAY, MEASURES = range(7)
"""Measures of the lines: offset of a base circle; distance at which the striker touches it; distance within which the
striker covers it; half of striker plus arrow width; distance of the baseline from the centre; largest offset across.
"""
STEPS_ACROSS = 5
"""Number of steps by which the striker is moved towards either line if a disc is in its way."""
FINE_STEPS_ACROSS = 19
"""The number of steps if those leave no spot."""
MOST = 64
"""Capacity in intervals: more than twenty discs and the markings can produce."""


def marked(y: int, lines: Numbers, free: Numbers) -> int:
    """Write the intervals that the markings alone allow: left circle, between the circles, right circle."""
    circle = lines[CIRCLE]
    apart = lines[APART]
    covered = lines[COVERED]
    between = circle - whole_root(apart * apart - y * y) - 1
    near = circle - whole_root(covered * covered - y * y)
    far = end_of(y, lines)
    count = add(free, 0, -far, -near)
    count = add(free, count, -between, between)
    return add(free, count, near, far)


def end_of(y: int, lines: Numbers) -> int:
    """Return the greatest legal offset, at which the circle stays covered and the arrow's edge untouched."""
    covered = lines[COVERED]
    clear = lines[CLEAR]
    across = covered * covered - y * y
    on_circle = lines[CIRCLE] + whole_root(across if across > 0 else 0)
    before_arrow = lines[BASELINE] - y - whole_root(2 * clear * clear - 1) - 1
    return on_circle if on_circle < before_arrow else before_arrow


def add(free: Numbers, count: int, low: int, high: int) -> int:
    """Add an interval unless it is empty, and return the number of intervals."""
    if low > high:
        return count
    free[2 * count] = low
    free[2 * count + 1] = high
    return count + 1


def cut(free: Numbers, count: int, low: int, high: int) -> int:
    """Remove an interval from others, preserving their order, and return the number left."""
    k = 0
    while k < count:
        a = free[2 * k]
        b = free[2 * k + 1]
        if high < a or low > b:
            k += 1
        elif low > a and high < b:
            for index in range(2 * count - 1, 2 * k - 1, -1):
                free[index + 2] = free[index]
            free[2 * k + 1] = low - 1
            free[2 * k + 2] = high + 1
            return count + 1
        elif low > a:
            free[2 * k + 1] = low - 1
            k += 1
        elif high < b:
            free[2 * k] = high + 1
            k += 1
        else:
            for index in range(2 * k, 2 * count - 2):
                free[index] = free[index + 2]
            count -= 1
    return count


def free_at(circles: Numbers, n: int, y: int, lines: Numbers, free: Numbers) -> int:
    """Write the intervals that markings and discs leave free at an offset across, and return their number."""
    count = marked(y, lines, free)
    for k in range(n):
        up = circles[3 * k + 1] - y
        reach = circles[3 * k + 2]
        room = reach * reach - up * up
        if room > 0:
            half = whole_root(room - 1)
            count = cut(free, count, circles[3 * k] - half, circles[3 * k] + half)
    return count


def spans(
    circles: Numbers, n: int, lines: Numbers, free: Numbers, left: Numbers, points: Floats, found: Numbers
) -> int:
    """Write the striker's legal spans, in order and without overlap, and return the number of rows.

    The striker is midway between the lines wherever possible; if a disc is in the way, it is moved across by the
    smallest step that suffices. If nothing is free, finer steps and the gaps between two discs are tried.
    """
    count = 0
    blocked = marked(0, lines, left)
    free_now = free_at(circles, n, 0, lines, free)
    for k in range(free_now):
        count = row(found, count, free[2 * k], free[2 * k + 1], 0)
        blocked = cut(left, blocked, free[2 * k], free[2 * k + 1])
    for step in range(1, STEPS_ACROSS + 1):
        for sign in (1, -1):
            if blocked == 0:
                break
            y = sign * (lines[PLAY] * step // STEPS_ACROSS)
            free_now = free_at(circles, n, y, lines, free)
            for k in range(free_now):
                low = free[2 * k]
                high = free[2 * k + 1]
                for part in range(blocked):
                    a = left[2 * part] if left[2 * part] > low else low
                    b = left[2 * part + 1] if left[2 * part + 1] < high else high
                    if a <= b:
                        count = row(found, count, a, b, y)
                blocked = cut(left, blocked, low, high)
    if count == 0:
        return tight(circles, n, lines, free, points, found)
    sort(found, count)
    return count


def row(found: Numbers, count: int, low: int, high: int, y: int) -> int:
    """Add a row and return the number of rows."""
    found[3 * count] = low
    found[3 * count + 1] = high
    found[3 * count + 2] = y
    return count + 1


def sort(found: Numbers, count: int) -> None:
    """Sort rows by their lower ends, which are all different."""
    for k in range(1, count):
        low = found[3 * k]
        high = found[3 * k + 1]
        y = found[3 * k + 2]
        at = k
        while at > 0 and found[3 * at - 3] > low:
            found[3 * at] = found[3 * at - 3]
            found[3 * at + 1] = found[3 * at - 2]
            found[3 * at + 2] = found[3 * at - 1]
            at -= 1
        row(found, at, low, high, y)


def tight(circles: Numbers, n: int, lines: Numbers, free: Numbers, points: Floats, found: Numbers) -> int:
    """Write the intervals free at the first offset across that has any: in fine steps, then between two discs."""
    for step in range(1, FINE_STEPS_ACROSS + 1):
        for sign in (1, -1):
            count = parts(circles, n, sign * (lines[PLAY] * step // FINE_STEPS_ACROSS), lines, free, found)
            if count > 0:
                return count
    least = lines[PLAY] + 1
    best = 0
    for i in range(n):
        for j in range(i + 1, n):
            if not cross(circles, i, j, points):
                continue
            for k in (1, 5):
                middle = nearest(points[k])
                for y in range(middle - 2, middle + 3):
                    size = y if y >= 0 else -y
                    if size < least and free_at(circles, n, y, lines, free) > 0:
                        least = size
                        best = y
    return parts(circles, n, best, lines, free, found) if least <= lines[PLAY] else 0


def parts(circles: Numbers, n: int, y: int, lines: Numbers, free: Numbers, found: Numbers) -> int:
    """Write the intervals free at an offset across as rows, and return their number."""
    count = free_at(circles, n, y, lines, free)
    for k in range(count):
        row(found, k, free[2 * k], free[2 * k + 1], y)
    return count
