"""Breaks for a rack whose gaps nobody knows: a small book, tried on racks with other gaps than the one that lies there.

A break is chaotic: it is chosen for what it brings on average. `bench/search.py breaks` prints the book anew.
"""

import math

import numpy as np

from carrom.engine.grid import Whole
from carrom.engine.outlook import Outlook

RING = 64_000.0
"""Distance in µm of the outer men from the centre."""
BOOK: tuple[tuple[int, float, float], ...] = (
    (5_900, -0.2, 10.0),
    (41_200, -0.3, 10.0),
    (5_900, -0.1, 8.0),
    (17_700, -0.3, 10.0),
    (53_000, -0.5, 10.0),
    (41_200, -0.4, 8.0),
    (29_400, -0.3, 10.0),
    (64_800, -0.6, 10.0),
    (5_900, -0.2, 8.0),
    (76_600, 0.7, 6.0),
    (159_000, 0.1, 6.0),
)
"""Offset on the baseline in µm; where the course passes the centre, to its right, in rings; m/s. The best first."""


def openings(table: Outlook, count: int, fastest: float = 10.0) -> Whole:
    """Return the first `count` strokes of the book and their mirror images, from legal places.

    A hand that strikes at `fastest` m/s at the most plays harder ones at that.
    """
    rows = dict.fromkeys(
        past_the_middle(table, side * x, side * aside * RING, 1e6 * min(speed, fastest))
        for x, aside, speed in BOOK
        for side in (1, -1)
    )
    return np.array(list(rows)[: max(1, count)], dtype=np.int64).reshape(-1, 5)


def past_the_middle(table: Outlook, wish: float, aside: float, speed: float) -> tuple[int, int, int, int, int]:
    """Return the stroke from the legal place nearest to `wish` that passes the centre at `aside` µm to its right."""
    x = min(table.places, key=lambda place: (abs(place - wish), place))
    start = table.stand(x)
    distance = abs(start)
    angle = math.asin(aside / distance)
    way = -start / distance * complex(math.cos(angle), -math.sin(angle))
    return x, round(way.real * speed), round(way.imag * speed), table.across, 0
