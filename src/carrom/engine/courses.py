"""Making the book of breaks: every course on many racks with gaps of their own, for each rack, surface and hand."""

import math
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from carrom.board.rack import nominal_rack
from carrom.engine.contestant import hand_of
from carrom.engine.grid import Whole
from carrom.engine.levels import Level
from carrom.engine.opening import ASIDES, RING, past_the_middle
from carrom.engine.price import Prices
from carrom.engine.search import Budget
from carrom.engine.situation import Situation
from carrom.engine.tries import Tries, deviates
from carrom.physics.surface import surface
from carrom.rules.round import Round
from carrom.rules.ruleset import ruleset

RACKS = {"icf": 270, "club": 45, "points": 90}
"""A rule set for every angle at which racks are laid."""
GROUNDS = ("slow", "club", "tournament")
HANDS = (0.15, 0.4, 1.0, 3.0)
"""Degrees."""
SPEEDS = (3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0)
"""m/s."""
PLACES, STEPS = 12, 33
SAMPLES = ((6, 24), (48, 8), (256, 5))
"""Samples of each course that is left, and how many are then kept for each speed."""


def pages(ground: str, name: str, degrees: float) -> list[dict[str, Any]]:
    """Return the pages for one surface, rule set and hand, one for each hardest speed."""
    begun = Round.begin(ruleset(name))
    angle = begun.ruleset.parameters.setup_angle
    situation = Situation(begun, nominal_rack(angle), surface(ground))
    tries, hand = Tries(situation, hand_of(degrees)), hand_of(degrees)
    chance = Level("any", hand, Budget(1, 1.0)).chance
    prices = Prices(begun, chance)
    marks, strokes = _all(situation, mirrored=angle % 180 == 90)
    worths, kept = np.zeros(len(marks)), np.zeros(len(marks))
    picks = np.arange(len(marks))
    chosen: dict[float, list[int]] = {}
    for samples, most in SAMPLES:
        classes, lies = tries.rate(strokes[picks], deviates(samples, Random(samples)), 0, samples)
        worths[picks] = prices.of(classes, lies).mean(axis=1)
        kept[picks] = prices.kept[classes].mean(axis=1)
        order = picks[np.argsort(-worths[picks], kind="stable")]
        chosen = {top: [int(at) for at in order if marks[at][2] <= top][:most] for top in SPEEDS}
        picks = np.array(sorted({at for found in chosen.values() for at in found}))
    return [
        {
            "angle": angle,
            "friction": situation.surface.friction,
            "degrees": degrees,
            "fastest": top,
            "courses": [[*marks[at], round(float(kept[at]), 4)] for at in found],
        }
        for top, found in chosen.items()
    ]


def _all(situation: Situation, mirrored: bool) -> tuple[list[tuple[int, float, float]], Whole]:
    """Return every course of the grid, and its stroke; half of them where the rack is its own mirror image."""
    table = situation.table(situation.round.turn, ())
    places = [x for x in table.places if x >= 0 or not mirrored]
    places = places[:: max(1, math.ceil(len(places) / (PLACES if mirrored else 2 * PLACES)))]
    marks = [
        (x, round(ASIDES * (2 * step / (STEPS - 1) - 1), 3), speed)
        for speed in SPEEDS
        for x in places
        for step in range(STEPS)
    ]
    rows = [past_the_middle(table, x, aside * RING, 1e6 * speed) for x, aside, speed in marks]
    return marks, np.array(rows, dtype=np.int64)


def made(told: Callable[[str], None]) -> dict[str, Any]:
    """Return the whole book; `told` hears of each page."""
    found: list[dict[str, Any]] = []
    for name in RACKS:
        for ground in GROUNDS:
            for degrees in HANDS:
                some = pages(ground, name, degrees)
                found += some
                best = ", ".join(f"{page['courses'][0][3]:.2f} at {page['fastest']:g} m/s" for page in some)
                told(f"{name} on {ground}, {degrees}°: kept {best}")
    return {"pages": found}
