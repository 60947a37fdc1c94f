"""Opening strokes at the rack: from several places, fuller or thinner, hard; a break is chaotic, so it is sampled."""

import math
from collections.abc import Iterator

from carrom.board.stroke import Stroke
from carrom.engine.candidates import Candidate, Family
from carrom.engine.table import Table

PLACES = (0.0, 0.3, 0.6, 1.0)
"""Offsets from the middle in shares of the legal baseline, played to both sides."""
ASIDE = (0.0, 0.35, 0.7, 1.05)
"""Where the striker's course passes the rack's centre, in radii of the rack's outer men."""
SPEEDS = (5.5e6, 3.8e6)
"""µm/s; hard breaks open the rack, softer ones keep the striker out of the pockets."""
RING = 64_000.0
"""Distance in µm of the outer men from the centre."""


def breaks(table: Table) -> list[Candidate]:
    """Return break strokes from legal places, the generally best first; empty when there is no legal place."""
    if not table.places:
        return []
    widest = max(table.places)
    strokes = dict.fromkeys(_strokes(table, widest))
    return [Candidate(stroke, Family.BREAK, None, None, 0.0) for stroke in strokes]


def _strokes(table: Table, widest: int) -> Iterator[Stroke]:
    for speed in SPEEDS:
        for aside in ASIDE:
            for share in PLACES:
                for side in (1, -1):
                    for sweep in (1, -1):
                        yield _past_the_middle(table, side * share * widest, sweep * aside * RING, speed)


def _past_the_middle(table: Table, wish: float, aside: float, speed: float) -> Stroke:
    """Return the stroke from the legal place nearest to `wish` that passes the centre at `aside` µm to its left."""
    x = min(table.places, key=lambda place: (abs(place - wish), place))
    start = table.stand(x)
    distance = abs(start)
    angle = math.asin(aside / distance)
    way = -start / distance * complex(math.cos(angle), -math.sin(angle))
    return Stroke(x, round(way.real * speed), round(way.imag * speed))
