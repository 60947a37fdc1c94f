"""Spots where a disc just touches others.

A free point that is nearest to something is where the disc touches one other disc (the nearest point of a circle) or
two (where two circles cross). Such points are rarely whole micrometres, and the free wedge beyond a crossing can be
narrow, so whole points around it are tried, further and further out along the wedge.

Circles are flat: x, y and reach (µm) of each. The limits of an area are an array too (LIMITS). These functions run
compiled or interpreted (see free_space.py).
"""

from math import sqrt
from typing import TypeAlias

from carrom.board.integers import is_within, nearest

Numbers: TypeAlias = list[int]
"""Integers: a NumPy array if compiled, a list if interpreted."""
Floats: TypeAlias = list[float]

STEPS = (0, 2, 3, 5, 8, 12, 18, 27, 41, 62, 93, 140, 210, 315, 473, 710)
"""Distances to try along the wedge, in µm. Even where two circles only touch, it is over 10 µm wide at 710 µm."""

INNER, OUTER, BOX, SHOTS, QUEEN_X, QUEEN_Y, POCKET, WIDTH, LIMITS = range(9)
"""Limits of an area: smallest and largest distance from the centre; upper bound of |x| and |y| (exclusive); whether a
shot with the queen is allowed (1: yes), and the queen's position; |x| and |y| of the pockets' centres, and the maximum
distance from a pocket's centre at which a line counts as a shot.
"""


def overlapped(circles: Numbers, n: int, x: int, y: int) -> int:
    """Return the index of the first of n circles that contains a point, or −1."""
    for k in range(n):
        dx = circles[3 * k] - x
        dy = circles[3 * k + 1] - y
        reach = circles[3 * k + 2]
        if dx * dx + dy * dy < reach * reach:
            return k
    return -1


def points_at(ax: int, ay: int, bx: int, by: int, px: int, py: int, width: int) -> bool:
    """Return whether the ray from a through b passes p, beyond b, within a distance of `width`."""
    dx = bx - ax
    dy = by - ay
    ex = px - bx
    ey = py - by
    return dx * ex + dy * ey > 0 and is_within(dx * ey - dy * ex, width, dx * dx + dy * dy)


def makes_a_shot(x: int, y: int, limits: Numbers) -> bool:
    """Return whether the line through a point and the queen, in either order, points at a pocket."""
    qx = limits[QUEEN_X]
    qy = limits[QUEEN_Y]
    corner = limits[POCKET]
    width = limits[WIDTH]
    for sx in (-corner, corner):
        for sy in (-corner, corner):
            if points_at(x, y, qx, qy, sx, sy, width) or points_at(qx, qy, x, y, sx, sy, width):
                return True
    return False


def fits(circles: Numbers, n: int, x: int, y: int, limits: Numbers) -> bool:
    """Return whether a disc may be at a point: inside the limits, and clear of all circles."""
    distance = x * x + y * y
    if distance < limits[INNER] * limits[INNER] or distance > limits[OUTER] * limits[OUTER]:
        return False
    box = limits[BOX]
    if x >= box or -x >= box or y >= box or -y >= box:
        return False
    if overlapped(circles, n, x, y) >= 0:
        return False
    return limits[SHOTS] != 0 or not makes_a_shot(x, y, limits)


def covers(circles: Numbers, n: int, x: float, y: float) -> bool:
    """Return whether a point is inside one of n circles by more than rounding errors."""
    for k in range(n):
        dx = x - circles[3 * k]
        dy = y - circles[3 * k + 1]
        reach = circles[3 * k + 2] - 3
        if dx * dx + dy * dy < reach * reach:
            return True
    return False


def cross(circles: Numbers, i: int, j: int, points: Floats) -> bool:
    """Write the crossings of two circles: x, y and the outward direction, twice; return whether there are any.

    Circles that are concentric, nested or too far apart have none.
    """
    ax = circles[3 * i]
    ay = circles[3 * i + 1]
    a = circles[3 * i + 2]
    b = circles[3 * j + 2]
    dx = circles[3 * j] - ax
    dy = circles[3 * j + 1] - ay
    apart = dx * dx + dy * dy
    if apart == 0 or apart > (a + b) * (a + b) or apart < (a - b) * (a - b):
        return False
    along = (apart + a * a - b * b) / (2 * apart)
    square = a * a / apart - along * along
    across = sqrt(square) if square > 0.0 else 0.0
    x = ax + along * dx
    y = ay + along * dy
    length = sqrt(apart)
    points[0] = x - across * dy
    points[1] = y + across * dx
    points[2] = -dy / length
    points[3] = dx / length
    points[4] = x + across * dy
    points[5] = y - across * dx
    points[6] = dy / length
    points[7] = -dx / length
    return True


def first_fitting(
    circles: Numbers, n: int, x: float, y: float, across: float, up: float, limits: Numbers, found: Numbers, count: int
) -> int:
    """Write the whole points that fit within 2 µm of a point, or of the first of the steps from it along (across, up).

    `found` holds `count` points; returns the new count, limited to the capacity of `found`.
    """
    before = count
    for step in STEPS:
        near_x = nearest(x + step * across)
        near_y = nearest(y + step * up)
        for dx in range(-2, 3):
            for dy in range(-2, 3):
                if 2 * count + 1 < len(found) and fits(circles, n, near_x + dx, near_y + dy, limits):
                    found[2 * count] = near_x + dx
                    found[2 * count + 1] = near_y + dy
                    count += 1
        if count > before:
            break
    return count


def crossing_places(
    circles: Numbers, n: int, over: int, every: int, limits: Numbers, points: Floats, found: Numbers, count: int
) -> int:
    """Write whole points that fit, at every crossing of two of `every` circles that the first `over` do not cover.

    The first n circles are discs. Returns the total number of points found.
    """
    for i in range(every):
        for j in range(i + 1, every):
            if not cross(circles, i, j, points):
                continue
            for k in (0, 4):
                if not covers(circles, over, points[k], points[k + 1]):
                    count = first_fitting(
                        circles, n, points[k], points[k + 1], points[k + 2], points[k + 3], limits, found, count
                    )
    return count


def nearest_places(circles: Numbers, n: int, limits: Numbers, found: Numbers, count: int) -> int:
    """Write whole points that fit, at each circle's point nearest to the board's centre."""
    for k in range(n):
        x = circles[3 * k]
        y = circles[3 * k + 1]
        distance = sqrt(x * x + y * y)
        if distance > 0.0:
            reach = circles[3 * k + 2]
            count = first_fitting(
                circles,
                n,
                x - x * reach / distance,
                y - y * reach / distance,
                -x / distance,
                -y / distance,
                limits,
                found,
                count,
            )
    return count
