"""A heat map of success rates by spot and direction."""

import math

import numpy as np

from carrom.analysis.best_strokes import BestStrokeSearch
from carrom.analysis.messages import Heat
from carrom.engine.candidates.grid import FORWARD
from carrom.engine.rollouts.runner import is_ready

SPEEDS = (1.0, 1.8, 3.0)
"""Speeds in m/s."""
SIZES = ((25, 88), (37, 176), (49, 352))
"""Numbers of spots and directions, from coarse to fine."""
SAMPLES = 4
INTERPRETED = (9, 22)


def heat_of(study: BestStrokeSearch, fineness: int) -> Heat:
    """Return the heat map at a fineness of 0 to 2; each cell is sampled with the player's execution noise."""
    many, ways = SIZES[fineness] if is_ready() else INTERPRETED
    end = study.situation.equipment.line_length // 2
    places = [-end + 2 * end * k // (many - 1) for k in range(many)]
    step = (FORWARD[1] - FORWARD[0]) / ways
    angles = [math.radians(FORWARD[0] + (k + 0.5) * step) for k in range(ways)]
    legal = [any(low <= x <= high for low, high in study.tries.stands.tolist()) for x in places]
    shown = np.full((many, ways), -1, dtype=np.int64)
    for number in (k for k in range(many) if legal[k]):
        rows = [
            (places[number], round(1e6 * v * math.cos(way)), round(1e6 * v * math.sin(way)), study.table.across, 0)
            for v in SPEEDS
            for way in angles
        ]
        classes, lies = study.tries.rate(np.array(rows, dtype=np.int64), study.noise, 0, SAMPLES, stride=SAMPLES)
        study.gains.of(classes, lies)
        kept = study.gains.prices.kept[classes].mean(axis=1).reshape(len(SPEEDS), ways)
        shown[number] = np.round(1000 * kept.max(axis=0))
    return Heat(
        places=tuple(places),
        directions=tuple(round(1000 * way) for way in angles),
        success=tuple(shown.ravel().tolist()),
        along=tuple(shown.max(axis=1).tolist()),
        done=study.breaking or fineness == len(SIZES) - 1 or not is_ready(),
    )
