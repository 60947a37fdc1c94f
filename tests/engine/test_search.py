"""Successive halving: robust strokes beat lucky ones, budgets and time limits are respected, equal seeds agree."""

import math
from random import Random

import pytest

from carrom.board.stroke import Stroke
from carrom.engine.candidates.direct import Candidate, Family
from carrom.engine.geometry.execution_noise import HandNoise, NoiseSample
from carrom.engine.search.budget import Budget
from carrom.engine.search.halving import HalvingSearch

SHAKY = HandNoise(1.0, 0.05, 0.0)


def candidate(degrees):
    return Candidate(Stroke.aimed(0, degrees, 2.0), Family.DIRECT, None, None, 0.5)


def angle(stroke):
    return math.degrees(math.atan2(-stroke.vx, stroke.vy))


def searching(worth, *, simulations=2000, seconds=60.0, seed=1, hand=SHAKY, clock=lambda: 0.0):
    def worths(strokes):
        return [worth(stroke) for stroke in strokes]

    return HalvingSearch(worths, hand, lambda stroke: True, Budget(simulations, seconds), Random(seed), clock)


def sharp_and_broad(stroke):
    """Value function with a needle of height 2 at 10 degrees and a plateau of height 1 around -10 degrees."""
    if abs(angle(stroke) - 10) < 0.2:
        return 2.0
    return 1.0 if abs(angle(stroke) + 10) < 2 else 0.0


def test_a_robust_stroke_is_preferred_to_a_better_one_that_the_hand_cannot_play():
    pool = [candidate(10), candidate(-10), candidate(0)]
    best = searching(sharp_and_broad).best(pool, list, 0.0, 1.0)
    assert abs(angle(best.candidate.stroke) + 10) < 2


def test_the_best_stroke_is_refined_by_turning_it_a_little():
    def worth(stroke):
        return 1.0 - abs(angle(stroke) - 10) / 10

    found = searching(worth, hand=HandNoise(1.0, 0.0, 0.0)).best([candidate(9.5), candidate(-10)], list, 0.0, 0.5)
    assert angle(found.candidate.stroke) == pytest.approx(10.0, abs=0.05)


def test_a_steady_hand_takes_the_needle():
    pool = [candidate(10), candidate(-10), candidate(0)]
    best = searching(sharp_and_broad, hand=HandNoise(0.0, 0.0, 0.0)).best(pool, list, 0.0, 1.0)
    assert abs(angle(best.candidate.stroke) - 10) < 0.2


def test_the_lattice_is_asked_only_when_geometry_promises_too_little():
    asked = []

    def lattice():
        asked.append(True)
        return [candidate(-10)]

    searching(sharp_and_broad).best([candidate(-10)], lattice, 0.0, 1.0)
    assert not asked
    best = searching(sharp_and_broad).best([candidate(0)], lattice, 0.0, 1.0)
    assert asked
    assert best.worth > 0.5


def test_an_empty_pool_is_filled_from_the_lattice():
    assert searching(sharp_and_broad).best([], lambda: [candidate(3)], 0.0, 1.0).candidate.family is Family.DIRECT


def test_the_same_seed_gives_the_same_choice():
    pool = [candidate(degrees / 4) for degrees in range(-80, 80)]
    choices = {searching(sharp_and_broad, seed=4).best(pool, list, 0.0, 1.0).candidate.stroke for _ in range(3)}
    assert len(choices) == 1


def test_the_budget_is_kept_within_the_last_round():
    search = searching(sharp_and_broad, simulations=1000)
    search.best([candidate(degrees / 4) for degrees in range(-80, 80)], list, 0.0, 1.0)
    assert 400 <= search.spent <= 1600


def test_a_search_that_is_out_of_time_still_answers():
    ticks = iter(range(10_000))
    search = searching(sharp_and_broad, seconds=2.0, clock=lambda: float(next(ticks)))
    pool = [candidate(degrees) for degrees in range(-30, 31)]
    assert search.best(pool, lambda: [candidate(1)], 0.0, 1.0).candidate in pool
    assert 0 < search.spent <= 61 * 4


def test_an_illegal_spot_is_set_right_before_the_stroke_is_played():
    search = HalvingSearch(
        lambda strokes: [0.0] * len(strokes),
        HandNoise(1.0, 0.0, 5000.0),
        lambda stroke: stroke.x == 0,
        Budget(100, 1.0),
        Random(1),
        lambda: 0.0,
    )
    assert search.played(Stroke(0, 0, 1_000_000), NoiseSample(1.0, 0.0, 2.0)).x == 0
