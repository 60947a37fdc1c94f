"""Spots where a piece may be placed, in whole micrometres.

Circles, limits and found points are flat arrays (see tangent_spots.py). These functions run compiled or interpreted
(see free_space.py).
"""

from carrom.board.integers import is_within, whole_root
from carrom.board.tangent_spots import INNER, SHOTS, Floats, Numbers, crossing_places, fits, nearest_places, overlapped

SLIVER = 500
"""Width in µm below which a free part of the centre circle is ignored: it cannot be seen or covered in practice."""


def due_places(
    circles: Numbers, n: int, limits: Numbers, grid: Numbers, points: Floats, found: Numbers, most: int
) -> int:
    """Write at most `most` legal points for a due piece to `found`, and return their number; 0 means no room.

    Tries the points of `grid`, nearest to the centre first. If none fits, tries the points at which the piece touches
    two discs, or one disc and an edge of the area. If all of them make a shot with the queen, they are legal anyway.
    `circles` needs room for two more entries, the edges of the area.
    """
    allowed = limits[SHOTS]
    count = 0
    for shots in (0, 1):
        if shots < allowed:
            continue
        limits[SHOTS] = shots
        for k in range(len(grid) // 2):
            if count >= most:
                break
            if fits(circles, n, grid[2 * k], grid[2 * k + 1], limits):
                found[2 * count] = grid[2 * k]
                found[2 * count + 1] = grid[2 * k + 1]
                count += 1
        if count == 0:
            for edge in range(2):
                circles[3 * (n + edge)] = 0
                circles[3 * (n + edge) + 1] = 0
                circles[3 * (n + edge) + 2] = limits[INNER + edge]
            count = crossing_places(circles, n, n + 1, n + 2, limits, points, found, 0)
        if count > 0:
            break
    limits[SHOTS] = allowed
    return count


def due_place(circles: Numbers, n: int, limits: Numbers, grid: Numbers, points: Floats, found: Numbers) -> bool:
    """Write the legal point nearest to the centre for a due piece to the start of `found`; return whether there is
    one."""
    count = due_places(circles, n, limits, grid, points, found, 1)
    best = 0
    for k in range(1, count):
        if before(found[2 * k], found[2 * k + 1], found[2 * best], found[2 * best + 1], 0, 0):
            best = k
    if count > 0:
        found[0] = found[2 * best]
        found[1] = found[2 * best + 1]
    return count > 0


def before(ax: int, ay: int, bx: int, by: int, away_a: int, away_b: int) -> bool:
    """Return whether point a ranks before b: nearest to the centre, then furthest from the next player, then by x and
    y."""
    a = ax * ax + ay * ay
    b = bx * bx + by * by
    if a != b:
        return a < b
    if away_a != away_b:
        return away_a > away_b
    return ax < bx or (ax == bx and ay < by)


def away_from(x: int, y: int, quarters: int) -> int:
    """Return how far beyond the centre a point is for a player; `quarters` are the quarter turns from south to their
    seat."""
    if quarters == 0:
        return y
    if quarters == 1:
        return -x
    if quarters == 2:
        return -y
    return x


def centre_place(circles: Numbers, n: int, limits: Numbers, quarters: int, touching: int, points: Floats,
                 found: Numbers) -> bool:  # fmt: skip
    """Write the point where the umpire puts a disc to the start of `found`; return whether there is one.

    This is the centre, if it is free. Otherwise it is the free point that covers most of the centre circle, which is
    the one nearest to the centre. If no part of the circle is free, it is adjacent to the circle on the far side from
    the next player: straight behind it, or else the nearest free point there. `touching` is the distance at which a
    disc just touches the circle.
    """
    if overlapped(circles, n, 0, 0) < 0:
        found[0] = 0
        found[1] = 0
        return True
    count = nearest_places(circles, n, limits, found, 0)
    count = crossing_places(circles, n, n, n, limits, points, found, count)
    best = -1
    beyond = -1
    for k in range(count):
        if best < 0 or is_preferred(found, k, best, quarters):
            best = k
        ahead = away_from(found[2 * k], found[2 * k + 1], quarters) > 0
        if ahead and (beyond < 0 or is_preferred(found, k, beyond, quarters)):
            beyond = k
    chosen = best
    limit = touching - SLIVER
    if best < 0 or squared(found, best) >= limit * limit:
        if beyond >= 0:
            chosen = beyond
        away = straight_behind(circles, n, limits, quarters)
        # Nearer than the nearest free point beyond, or further by at most a sliver: a − SLIVER ≤ its distance.
        if away > 0 and (beyond < 0 or away <= SLIVER or is_within(away - SLIVER, 1, squared(found, beyond))):
            write_away(found, away, quarters)
            return True
    if chosen < 0:
        return False
    found[0], found[1] = found[2 * chosen], found[2 * chosen + 1]
    return True


def is_preferred(found: Numbers, k: int, other: int, quarters: int) -> bool:
    """Return whether the umpire prefers one found point to another."""
    ax = found[2 * k]
    ay = found[2 * k + 1]
    bx = found[2 * other]
    by = found[2 * other + 1]
    return before(ax, ay, bx, by, away_from(ax, ay, quarters), away_from(bx, by, quarters))


def squared(found: Numbers, k: int) -> int:
    """Return the squared distance of a found point from the centre."""
    return found[2 * k] * found[2 * k] + found[2 * k + 1] * found[2 * k + 1]


def straight_behind(circles: Numbers, n: int, limits: Numbers, quarters: int) -> int:
    """Return the distance behind the centre, for a player, of the nearest free point straight behind it; 0 if none."""
    nearest = 0
    for k in range(n):
        x = circles[3 * k]
        y = circles[3 * k + 1]
        reach = circles[3 * k + 2]
        across = away_from(x, y, (quarters + 1) % 4)
        if -reach < across < reach:
            away = away_from(x, y, quarters) + whole_root(reach * reach - across * across - 1) + 1
            if away > 0 and (nearest == 0 or away < nearest):
                bx, by = behind(away, quarters)
                if fits(circles, n, bx, by, limits):
                    nearest = away
    return nearest


def behind(away: int, quarters: int) -> tuple[int, int]:
    """Return the point at this distance straight behind the centre, as a player sees it."""
    if quarters == 0:
        return 0, away
    if quarters == 1:
        return -away, 0
    if quarters == 2:
        return 0, -away
    return away, 0


def write_away(found: Numbers, away: int, quarters: int) -> None:
    """Write the point at this distance straight behind the centre to the start of `found`."""
    found[0], found[1] = behind(away, quarters)
