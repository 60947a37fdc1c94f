"""Spots where a piece may be put down, in whole micrometres.

Circles, limits and found places are flat arrays (crossing.py). These functions run compiled or interpreted (room.py).
"""

from carrom.board.arithmetic.integers import is_within, whole_root
from carrom.board.placement.tangent_spots import (
    INNER,
    SHOTS,
    Floats,
    Numbers,
    crossing_places,
    fits,
    nearest_places,
    overlapped,
)

SLIVER = 500
"""A free part of the centre circle narrower than this, in µm, counts as none: nobody can see or cover it."""


def due_places(
    circles: Numbers, n: int, limits: Numbers, grid: Numbers, points: Floats, found: Numbers, most: int
) -> int:
    """Write legal places for a due man, at most `most`, and return their number; 0: there is no room.

    The places of `grid` (nearest to the centre first) that fit; where none does, those at which the man touches two
    discs, or one and an edge of the area. Where all of them make a shot with the queen, they are legal none the less.
    `circles` has room for two more: the edges of the area.
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
    """Write the legal place for a due man nearest to the centre, first into `found`; say whether there is one."""
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
    """Whether a place comes before another: near the centre first, then far from the next player, then by x and y."""
    a = ax * ax + ay * ay
    b = bx * bx + by * by
    if a != b:
        return a < b
    if away_a != away_b:
        return away_a > away_b
    return ax < bx or (ax == bx and ay < by)


def away_from(x: int, y: int, quarters: int) -> int:
    """Return how far beyond the centre a place lies for a player; `quarters` are the turns from south to his seat."""
    if quarters == 0:
        return y
    if quarters == 1:
        return -x
    if quarters == 2:
        return -y
    return x


def centre_place(circles: Numbers, n: int, limits: Numbers, quarters: int, touching: int, points: Floats,
                 found: Numbers) -> bool:  # fmt: skip
    """Write where the umpire puts a disc, first into `found`; say whether there is any place on the board.

    The centre, if it is free. Else, of the places clear of every disc, the one that covers most of the centre circle,
    which is the nearest to the centre. If nothing of the circle is free (`touching`: the distance at which a disc only
    touches it), the place adjacent to it on the far side as the next player sees it: straight behind, or where that is
    taken the nearest one there.
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
        # Nearer than the nearest beyond, or further by no more than a sliver: a − SLIVER ≤ its distance.
        if away > 0 and (beyond < 0 or away <= SLIVER or is_within(away - SLIVER, 1, squared(found, beyond))):
            write_away(found, away, quarters)
            return True
    if chosen < 0:
        return False
    found[0], found[1] = found[2 * chosen], found[2 * chosen + 1]
    return True


def is_preferred(found: Numbers, k: int, other: int, quarters: int) -> bool:
    """Whether the umpire prefers a found place to another one."""
    ax = found[2 * k]
    ay = found[2 * k + 1]
    bx = found[2 * other]
    by = found[2 * other + 1]
    return before(ax, ay, bx, by, away_from(ax, ay, quarters), away_from(bx, by, quarters))


def squared(found: Numbers, k: int) -> int:
    """Return the squared distance of a found place from the centre."""
    return found[2 * k] * found[2 * k] + found[2 * k + 1] * found[2 * k + 1]


def straight_behind(circles: Numbers, n: int, limits: Numbers, quarters: int) -> int:
    """Return how far behind the centre, as a player sees it, the nearest clear place straight behind it is; 0: none."""
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
    """Return the place so far straight behind the centre as a player sees it."""
    if quarters == 0:
        return 0, away
    if quarters == 1:
        return -away, 0
    if quarters == 2:
        return 0, -away
    return away, 0


def write_away(found: Numbers, away: int, quarters: int) -> None:
    """Write the place so far straight behind the centre, first into `found`."""
    found[0], found[1] = behind(away, quarters)
