"""Places where a disc just touches others: what is left when a table is crowded."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from carrom.board.disc import Disc
from carrom.board.position import Point, Position
from carrom.board.spec import STANDARD, Equipment
from carrom.board.validity import radius

Circle = tuple[int, int, int]
"""Centre and radius in µm: where the middle of a disc lies that touches another."""


def touching_circles(position: Position, disc: Disc, equipment: Equipment = STANDARD) -> tuple[Circle, ...]:
    """Return, for every other disc, the circle on which the middle of `disc` lies when the two touch."""
    reach = radius(disc, equipment)
    return tuple((p.at.x, p.at.y, radius(p.disc, equipment) + reach) for p in position.without(disc))


def crossing_spots(circles: Iterable[Circle]) -> Iterator[Point]:
    """Yield whole places at and around every crossing of two circles."""
    for one, other in combinations(tuple(circles), 2):
        for x, y in _crossings(one, other):
            yield from around(x, y)


def nearest_spots(circles: Iterable[Circle]) -> Iterator[Point]:
    """Yield whole places at and around each circle's point nearest to the board's centre."""
    for x, y, reach in circles:
        distance = (x * x + y * y) ** 0.5
        if distance > 0:
            yield from around(x - x * reach / distance, y - y * reach / distance)


def around(x: float, y: float) -> Iterator[Point]:
    """Yield the whole places within 2 µm of a point: one of them is on the free side of whatever it touches."""
    for dx in range(-2, 3):
        for dy in range(-2, 3):
            yield Point(round(x) + dx, round(y) + dy)


def _crossings(one: Circle, other: Circle) -> tuple[tuple[float, float], ...]:
    """Return where two circles cross: none, or two points (equal if they touch)."""
    (ax, ay, a), (bx, by, b) = one, other
    dx, dy = bx - ax, by - ay
    apart = dx * dx + dy * dy
    if apart == 0 or apart > (a + b) ** 2 or apart < (a - b) ** 2:
        return ()
    along = (apart + a * a - b * b) / (2 * apart)
    across = max(a * a / apart - along * along, 0.0) ** 0.5
    middle = ax + along * dx, ay + along * dy
    return (
        (middle[0] - across * dy, middle[1] + across * dx),
        (middle[0] + across * dy, middle[1] - across * dx),
    )
