"""Places where a disc just touches others: what is left when a table is crowded.

A place that is nearest to something and clear of every disc lies where the disc touches one other (the nearest point of
a circle) or two (where two circles cross). Such points are seldom whole micrometres, and the free wedge beyond a
crossing may be narrow, so whole places are looked for around the point, further and further out along the wedge.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from carrom.board.disc import Disc
from carrom.board.position import Point, Position
from carrom.board.spec import STANDARD, Equipment

Circle = tuple[int, int, int]
"""Centre and radius in µm: where the middle of a disc lies that touches another."""
Fits = Callable[[Point], bool]

_STEPS = (0, 2, 3, 5, 8, 12, 18, 27, 41, 62, 93, 140, 210, 315, 473, 710)
"""How far along the wedge to look, in µm. Even where two circles only touch, 710 µm on it is over 10 µm wide."""


def touching_circles(position: Position, disc: Disc, equipment: Equipment = STANDARD) -> tuple[Circle, ...]:
    """Return, for every other disc, the circle on which the middle of `disc` lies when the two touch."""
    reach = equipment.radius(disc)
    return tuple((p.at.x, p.at.y, equipment.radius(p.disc) + reach) for p in position.without(disc))


def crossing_spots(circles: Sequence[Circle], fits: Fits, around_too: Sequence[Circle] = ()) -> Iterator[Point]:
    """Yield whole places that fit, at every crossing of two circles that no third one covers.

    `around_too` are circles to cross with that cover nothing, such as the edge of an area.
    """
    for one, other in combinations((*circles, *around_too), 2):
        for x, y, across, up in crossings(one, other):
            if not any(_covers(circle, x, y) for circle in circles):
                yield from _first_fitting(x, y, across, up, fits)


def nearest_spots(circles: Sequence[Circle], fits: Fits) -> Iterator[Point]:
    """Yield whole places that fit, at each circle's point nearest to the board's centre."""
    for x, y, reach in circles:
        distance = (x * x + y * y) ** 0.5
        if distance > 0:
            yield from _first_fitting(
                x - x * reach / distance, y - y * reach / distance, -x / distance, -y / distance, fits
            )


def _first_fitting(x: float, y: float, across: float, up: float, fits: Fits) -> Iterator[Point]:
    """Yield the whole places that fit within 2 µm of the point, or of the first one out along (across, up)."""
    for step in _STEPS:
        near_x, near_y = round(x + step * across), round(y + step * up)
        found = [at for dx in range(-2, 3) for dy in range(-2, 3) if fits(at := Point(near_x + dx, near_y + dy))]
        if found:
            yield from found
            return


def _covers(circle: Circle, x: float, y: float) -> bool:
    """Whether a point lies well inside a circle, by more than rounding can account for."""
    return (x - circle[0]) ** 2 + (y - circle[1]) ** 2 < (circle[2] - 3) ** 2


def crossings(one: Circle, other: Circle) -> tuple[tuple[float, float, float, float], ...]:
    """Return where two circles cross, none or two points, each with the direction away from the line of centres."""
    (ax, ay, a), (bx, by, b) = one, other
    dx, dy = bx - ax, by - ay
    apart = dx * dx + dy * dy
    if apart == 0 or apart > (a + b) ** 2 or apart < (a - b) ** 2:
        return ()
    along = (apart + a * a - b * b) / (2 * apart)
    across = max(a * a / apart - along * along, 0.0) ** 0.5
    x, y, length = ax + along * dx, ay + along * dy, apart**0.5
    return (
        (x - across * dy, y + across * dx, -dy / length, dx / length),
        (x + across * dy, y - across * dx, dy / length, -dx / length),
    )
