"""Spots where a disc just touches others.

A place that is nearest to something and clear of every disc lies where the disc touches one other (the nearest point of
a circle) or two (where two circles cross). Such points are seldom whole micrometres, and the free wedge beyond a
crossing may be narrow, so whole places are looked for around the point, further and further out along the wedge.

Circles are flat: x, y and reach (µm) of each, one after the other. What an area allows stands in its limits (LIMITS).
These functions run compiled or interpreted (room.py).
"""

from math import sqrt
from typing import TypeAlias

from carrom.board.arithmetic.integers import is_within, nearest

Numbers: TypeAlias = list[int]
"""Whole numbers: a NumPy array where compiled, a list where interpreted."""
Floats: TypeAlias = list[float]

STEPS = (0, 2, 3, 5, 8, 12, 18, 27, 41, 62, 93, 140, 210, 315, 473, 710)
"""How far along the wedge to look, in µm. Even where two circles only touch, 710 µm on it is over 10 µm wide."""

INNER, OUTER, BOX, SHOTS, QUEEN_X, QUEEN_Y, POCKET, WIDTH, LIMITS = range(9)
"""Limits of an area: least and greatest distance from the centre, greatest |x| and |y| (not reached); whether a shot
with the queen is allowed (1: yes), where she lies; |x| and |y| of the pockets' centres, and how wide a shot may be."""


def overlapped(circles: Numbers, n: int, x: int, y: int) -> int:
    """Return the number of the first of n circles that a place lies inside of, or −1."""
    for k in range(n):
        dx = circles[3 * k] - x
        dy = circles[3 * k + 1] - y
        reach = circles[3 * k + 2]
        if dx * dx + dy * dy < reach * reach:
            return k
    return -1


def points_at(ax: int, ay: int, bx: int, by: int, px: int, py: int, width: int) -> bool:
    """Whether the ray from a through b passes p, beyond b, within a distance of `width`."""
    dx = bx - ax
    dy = by - ay
    ex = px - bx
    ey = py - by
    return dx * ex + dy * ey > 0 and is_within(dx * ey - dy * ex, width, dx * dx + dy * dy)


def makes_a_shot(x: int, y: int, limits: Numbers) -> bool:
    """Whether the line through a place and the queen, in either order, points at a pocket."""
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
    """Whether a disc may lie at a place: inside the limits, and clear of all circles."""
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
    """Whether a point lies well inside one of n circles, by more than rounding can account for."""
    for k in range(n):
        dx = x - circles[3 * k]
        dy = y - circles[3 * k + 1]
        reach = circles[3 * k + 2] - 3
        if dx * dx + dy * dy < reach * reach:
            return True
    return False


def cross(circles: Numbers, i: int, j: int, points: Floats) -> bool:
    """Write where two circles cross: x, y and the direction away from the line of centres, twice; say whether they do.

    Of one that lies over the other wholly, or far from it, there is no crossing.
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
    """Write the whole places that fit within 2 µm of a point, or of the first one out along (across, up).

    `found` has `count` places; returns how many it has then, never more than fit into it.
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
    """Write whole places that fit, at every crossing of two of `every` circles that none of the first `over` covers.

    The first n are discs. Returns how many places are found in all.
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
    """Write whole places that fit, at each circle's point nearest to the board's centre."""
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
