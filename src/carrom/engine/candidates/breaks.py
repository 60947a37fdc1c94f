"""Breaks: candidate strokes at the unbroken rack, for the anchors and the environments.

The list comes from sampling a grid of spots, directions and speeds at the default rack with a state champion's accuracy
(`bench/engine.py breaks` prints that grid). The search simulates each break under the player's own noise.
"""

import math
from collections.abc import Iterator

from carrom.board.stroke import Stroke
from carrom.engine.candidates.direct import Candidate, Family
from carrom.engine.geometry.player_view import PlayerView

RING = 64_000.0
"""Distance of the outer ring of pieces from the centre, µm."""
BOOK: tuple[tuple[int, float], ...] = (
    (136_500, 0.2),
    (182_000, 0.0),
    (159_000, 0.0),
    (114_000, 0.4),
    (91_000, 0.6),
    (68_000, 0.8),
    (0, -0.2),
    (0, 1.2),
    (68_000, -0.6),
    (22_000, 1.0),
)
"""Offset along the baseline in µm, and the distance at which the striker passes the centre, to its right, in rings."""
SPEEDS = (5.5e6, 3.5e6)
"""Speeds in µm/s; hard breaks open the rack, softer ones pocket fewer of the opponent's pieces."""


def breaks(table: PlayerView) -> list[Candidate]:
    """Return break strokes from legal spots, the best first, each with its mirror image.

    The list is empty if there is no legal spot.
    """
    if not table.places:
        return []
    strokes = dict.fromkeys(_strokes(table))
    return [Candidate(stroke, Family.BREAK, None, None, 0.0) for stroke in strokes]


def _strokes(table: PlayerView) -> Iterator[Stroke]:
    for speed in SPEEDS:
        for x, aside in BOOK:
            for side in (1, -1):
                yield past_the_middle(table, side * x, side * aside * RING, speed)


def past_the_middle(table: PlayerView, wish: float, aside: float, speed: float) -> Stroke:
    """Return the stroke from the legal spot nearest to `wish` that passes the centre at `aside` µm to its right."""
    x = min(table.places, key=lambda place: (abs(place - wish), place))
    start = table.stand(x)
    distance = abs(start)
    angle = math.asin(aside / distance)
    way = -start / distance * complex(math.cos(angle), -math.sin(angle))
    return table.stroke(x, way, speed)
