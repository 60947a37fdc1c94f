"""Build the break book: choose breaks for every rack, surface and accuracy."""

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np

from carrom.board.rack import nominal_rack
from carrom.engine.artifacts import CHOOSING, PROMISING, drawn
from carrom.engine.board_value import MICRO, LearnedTerms, Stake, learned
from carrom.engine.break_book import ASIDES, RING, BookPage, is_exact, past_the_middle
from carrom.engine.candidates import Whole
from carrom.engine.class_values import ClassValues
from carrom.engine.ladder import hand_of
from carrom.engine.levels import Budget, Level
from carrom.engine.outcome_value import LEAVE
from carrom.engine.rollouts import RolloutRunner, deviates
from carrom.engine.situation import Situation
from carrom.physics.surface import surface
from carrom.rules.round import Round
from carrom.rules.ruleset import ruleset

Mark = tuple[int, float, float]
"""A break: its offset on the baseline (µm), the distance at which it passes the centre (rings), its speed (m/s)."""
RACKS = {"icf": 270, "club": 45, "points": 90}
"""One rule set for every angle of the rack."""
GROUNDS = ("slow", "club", "tournament")
HANDS = (0.0, 0.15, 0.4, 1.0, 3.0)
"""Aim errors, in degrees; 0 strikes exactly."""
SPEEDS = (3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0)
"""Speeds, in m/s. Gentle breaks that leave the other side little lost boards (docs/decisions/opening-book.md)."""
PLACES, STEPS = 12, 33
SAMPLES = ((6, 48), (48, 16), (256, 5))
"""Rounds of the selection: samples per remaining break, and breaks retained for each top speed."""
PROMISED = 512
"""Fresh racks on which the book's shares of retained turns and win probabilities are estimated."""


def pages(ground: str, name: str, degrees: float) -> list[dict[str, Any]]:
    """Return the pages for one surface, rule set and accuracy, one for each top speed."""
    trial = BreakTrial(ground, name, degrees)
    situation, angle = trial.situation, trial.angle
    tries, _ = trial.tries(CHOOSING, SAMPLES[-1][0])
    marks = _all(situation, mirrored=angle % 180 == 90)
    strokes, worths = trial.strokes(marks), np.zeros(len(marks))
    picks = np.arange(len(marks))
    chosen: dict[float, list[int]] = {}
    for samples, most in SAMPLES:
        classes, lies = tries.rate(strokes[picks], deviates(samples, Random(samples)), 0, samples)
        by_hand = trial.prices.by_hand(classes, lies)
        worths[picks] = (trial.prices.kept[classes] if is_exact(degrees) else by_hand).mean(axis=1)
        order = picks[np.argsort(-worths[picks], kind="stable")]
        chosen = {top: [int(at) for at in order if marks[at][2] <= top][:most] for top in SPEEDS}
        picks = np.array(sorted({at for found in chosen.values() for at in found}))
    return trial.promised({top: [marks[at] for at in found] for top, found in chosen.items()})


class BreakTrial:
    """Comparison of breaks on one rule set's rack, surface and accuracy."""

    def __init__(self, ground: str, name: str, degrees: float) -> None:
        """Prepare for breaks by the rule set `name` on the surface `ground` with an aim error in degrees."""
        begun = Round.begin(ruleset(name))
        self.angle, self.degrees, self.hand = begun.ruleset.parameters.setup_angle, degrees, hand_of(degrees)
        self.situation = Situation(begun, nominal_rack(self.angle), surface(ground))
        chance = Level("any", self.hand, Budget(1, 1.0)).chance
        self.prices = ClassValues(begun, chance, LEAVE, LearnedTerms(learned(), begun, degrees), Stake())
        self._about = f"{name} {ground} {degrees}"

    def tries(self, seeds: range, count: int) -> tuple[RolloutRunner, Random]:
        """Return a runner on `count` racks of a seed range, and the random source that drew them."""
        dice = Random(f"{self._about} {seeds}")
        return RolloutRunner(self.situation, self.hand, racks=drawn(seeds, count, dice)), dice

    def strokes(self, marks: Sequence[Mark]) -> Whole:
        """Return the strokes of these breaks."""
        table = self.situation.table(self.situation.round.turn, ())
        rows = [past_the_middle(table, x, aside * RING, 1e6 * speed) for x, aside, speed in marks]
        return np.array(rows, dtype=np.int64)

    def told(self, marks: Sequence[Mark], seeds: range, count: int) -> list[tuple[float, float]]:
        """Return each break's share of turns retained and mean win probability, on `count` racks of a seed range."""
        tries, dice = self.tries(seeds, count)
        classes, lies = tries.rate(self.strokes(marks), deviates(count, dice), 0, count)
        win, _ = self.prices.seen(classes, lies)
        shares = self.prices.kept[classes].mean(axis=1), win.mean(axis=1) / MICRO
        return list(zip(*(np.round(share, 4).tolist() for share in shares), strict=True))

    def kept(self, marks: Sequence[Mark], seeds: range, count: int) -> list[float]:
        """Return each break's share of turns retained, on `count` racks of a seed range."""
        return [keeps for keeps, _ in self.told(marks, seeds, count)]

    def promised(self, chosen: dict[float, list[Mark]]) -> list[dict[str, Any]]:
        """Return the pages of the chosen breaks for each top speed, with their shares on `PROMISING` racks."""
        marks = sorted({mark for found in chosen.values() for mark in found})
        result = dict(zip(marks, self.told(marks, PROMISING, PROMISED), strict=True))
        return [
            {
                "angle": self.angle,
                "friction": self.situation.surface.friction,
                "degrees": self.degrees,
                "fastest": top,
                "courses": [[*mark, *result[mark]] for mark in found],
            }
            for top, found in chosen.items()
        ]


def _all(situation: Situation, mirrored: bool) -> list[Mark]:
    """Return every break of the grid; only one half if the rack is its own mirror image."""
    table = situation.table(situation.round.turn, ())
    places = [x for x in table.places if x >= 0 or not mirrored]
    places = places[:: max(1, math.ceil(len(places) / (PLACES if mirrored else 2 * PLACES)))]
    return [
        (x, round(ASIDES * (2 * step / (STEPS - 1) - 1), 3), speed)
        for speed in SPEEDS
        for x in places
        for step in range(STEPS)
    ]


def made(progress: Callable[[str], None], known: Sequence[BookPage] = ()) -> dict[str, Any]:
    """Return the whole book; `progress` is called with a line for each group of pages.

    With the pages of a `known` book, its breaks stay and only their shares are estimated again.
    """
    found: list[dict[str, Any]] = []
    for name in RACKS:
        for ground in GROUNDS:
            for degrees in HANDS:
                some = _again(known, ground, name, degrees) if known else pages(ground, name, degrees)
                found += some
                best = ", ".join("{3:.2f} and {4:.2f} at {2:g} m/s".format(*page["courses"][0]) for page in some)
                progress(f"{name} on {ground}, {degrees}°: kept and won {best}")
    return {"pages": found}


def _again(known: Sequence[BookPage], ground: str, name: str, degrees: float) -> list[dict[str, Any]]:
    trial = BreakTrial(ground, name, degrees)
    of_rack = [page for page in known if page.angle == trial.angle and page.degrees == degrees]
    some = [page for page in of_rack if page.friction == trial.situation.surface.friction]
    return trial.promised({page.fastest: [(each.x, each.aside, each.speed) for each in page.courses] for page in some})
