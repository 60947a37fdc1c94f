"""Grade puzzles: the rating of each, from attempts at eight accuracies."""

import math
from collections.abc import Sequence
from random import Random

from carrom.board.stroke import Stroke
from carrom.board.stroke_kind import StrokeKind
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.play.engine import Engine
from carrom.engine.play.levels import Level
from carrom.engine.position.situation import Situation
from carrom.engine.search.budget import Budget
from carrom.training.stroke_chances import STRONG, Look, Wish

_PLAIN = frozenset({StrokeKind.STRAIGHT, StrokeKind.CUT, StrokeKind.FROZEN, StrokeKind.DOUBLE})
_FRAMES = _PLAIN | {StrokeKind.ONE_FRAME, StrokeKind.BANK, StrokeKind.BACK}
GRADERS = (
    Level("3.0", HandNoise(3.0, 0.20, 1_500), Budget(1_500, 3.0), 0.5, _PLAIN),
    Level("2.0", HandNoise(2.0, 0.15, 1_200), Budget(2_000, 3.0), 0.7, _PLAIN),
    Level("1.2", HandNoise(1.2, 0.11, 800), Budget(3_000, 3.0), 1.0, _FRAMES),
    Level("0.9", HandNoise(0.9, 0.09, 600), Budget(4_000, 3.0)),
    Level("0.7", HandNoise(0.7, 0.08, 500), Budget(4_000, 3.0)),
    Level("0.55", HandNoise(0.55, 0.07, 400), Budget(6_000, 3.0)),
    Level("0.4", STRONG, Budget(8_000, 3.0)),
    Level("0.15", HandNoise(0.15, 0.03, 200), Budget(8_000, 3.0)),
)
"""Graders, the weakest first, named by aim error in degrees, each with the kinds of strokes it knows."""
WEAK, STRONGEST = 1, 6
"""Indices of the grader that must miss a puzzle (2°) and of the one that must solve it (0.4°)."""
TRIES, SAMPLES = 2, 256
LOWEST, HIGHEST = 500.0, 2_700.0
SURE, UNSURE = 60, 200
"""Bounds of a puzzle's rating deviation."""


def strength(direction: float) -> float:
    """Return the rating of an aim error in degrees on Glicko's scale: 1500 at 1°, about 220 points more at half.

    In matches between engines of equal search, a factor of 1.5 in aim error was worth 130 points.
    """
    return 1_500.0 - 320.0 * math.log(direction)


def solve_rate(level: Level, situation: Situation, wish: Wish, bar: float, seed: int) -> float:
    """Return how often a player of that level chooses a stroke that solves the puzzle and executes it successfully."""
    judge, hand = (Look(situation, each, Random(f"grade {seed}"), wish) for each in (STRONG, level.hand))
    total = 0.0
    for number in range(TRIES):
        stroke = _meant(level, situation, wish, Random(f"grade {seed} {number}"))
        if stroke is not None and judge.share(stroke, SAMPLES, seed) >= bar:
            total += hand.share(stroke, SAMPLES, seed + 1)
    return total / TRIES


def _meant(level: Level, situation: Situation, wish: Wish, rng: Random) -> Stroke | None:
    """Return the stroke that a player of that level chooses; for a double it searches doubles only."""
    if wish is Wish.TURN:
        return Engine(level).aim(situation, rng).stroke
    chances = Look(situation, level.hand, rng, wish).chances(level.budget.simulations // 2, finalists=1)
    return chances[0].stroke if chances else None


def rating_of(solved: Sequence[float]) -> tuple[int, int]:
    """Return rating and deviation of a puzzle by maximum likelihood, from the graders' solve rates."""
    strengths = [strength(level.hand.direction) for level in GRADERS]
    low, high = LOWEST, HIGHEST
    while high - low > 0.5:
        middle = (low + high) / 2
        if sum(_expected(each, middle) for each in strengths) > sum(solved):
            low = middle
        else:
            high = middle
    information = sum(share * (1 - share) for share in (_expected(each, low) for each in strengths)) * TRIES
    deviation = 400 / math.log(10) / math.sqrt(information)
    return round(low), round(min(max(deviation, SURE), UNSURE))


def _expected(strength_: float, rating: float) -> float:
    return 1 / (1 + 10 ** ((rating - strength_) / 400))
