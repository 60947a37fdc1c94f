"""Execution noise: unbiased, normally distributed, shared between candidates, and reproducible."""

import math
from random import Random
from statistics import fmean, pstdev

import pytest

from carrom.board.stroke import Stroke
from carrom.engine.geometry import STEADY, HandNoise, NoiseSample, disturbances, disturbed, drawn
from carrom.errors import RefusedRequest
from carrom.values import changed

STROKE = Stroke(10_000, 300_000, 2_000_000)


def test_a_steady_hand_plays_what_is_meant():
    assert all(disturbed(STROKE, STEADY, by) == STROKE for by in disturbances(8, Random(1)))


@pytest.mark.parametrize("wrong", [-0.1, math.nan, math.inf])
@pytest.mark.parametrize("axis", ["direction", "speed", "place"])
def test_a_hand_that_strays_by_less_than_nothing_is_refused_in_one_sentence(axis, wrong):
    with pytest.raises(RefusedRequest, match=f"The {axis} error is"):
        HandNoise(**({"direction": 1.0, "speed": 0.1, "place": 100.0} | {axis: wrong}))
    with pytest.raises(RefusedRequest, match=f"The {axis} error is"):
        changed(HandNoise(1.0, 0.1, 100.0), **{axis: wrong})


def test_disturbances_are_the_same_for_the_same_seed_and_others_for_another():
    assert disturbances(16, Random(7)) == disturbances(16, Random(7))
    assert disturbances(16, Random(7)) != disturbances(16, Random(8))


@pytest.mark.parametrize("axis", ["direction", "speed", "place"])
def test_planned_disturbances_have_mean_zero_and_deviation_one(axis):
    values = [getattr(by, axis) for by in disturbances(64, Random(3))]
    assert fmean(values) == pytest.approx(0.0, abs=0.1)
    assert pstdev(values) == pytest.approx(1.0, abs=0.12)


def test_drawn_disturbances_are_independent_normal_deviates():
    rng = Random(5)
    draws = [drawn(rng) for _ in range(4000)]
    assert fmean(by.direction for by in draws) == pytest.approx(0.0, abs=0.06)
    assert pstdev(by.direction for by in draws) == pytest.approx(1.0, abs=0.05)
    assert fmean(by.direction * by.speed for by in draws) == pytest.approx(0.0, abs=0.06)


def test_one_deviation_of_direction_turns_the_stroke_by_the_hands_figure():
    stroke = Stroke(0, 0, 2_000_000)
    turned = disturbed(stroke, HandNoise(1.0, 0.0, 0.0), NoiseSample(1.0, 0.0, 0.0))
    assert math.degrees(math.atan2(-turned.vx, turned.vy)) == pytest.approx(1.0, abs=0.01)
    assert turned.speed == pytest.approx(2.0, abs=1e-5)


def test_hard_strokes_stray_more_than_soft_ones():
    hand, by = HandNoise(1.0, 0.0, 0.0), NoiseSample(1.0, 0.0, 0.0)
    soft, hard = (disturbed(Stroke(0, 0, speed), hand, by) for speed in (500_000, 5_000_000))
    angles = [math.degrees(math.atan2(-each.vx, each.vy)) for each in (soft, hard)]
    assert angles == pytest.approx([0.85, 1.3], abs=0.001)


def test_a_stroke_never_loses_all_its_speed():
    hand, by = HandNoise(0.0, 1.0, 0.0), NoiseSample(0.0, -6.0, 0.0)
    assert disturbed(Stroke(0, 0, 3), hand, by).speed > 0
    assert disturbed(Stroke(0, 0, 2_000_000), hand, by).vy == 200_000


def test_no_hand_strikes_harder_than_the_simulator_plays():
    hard = Stroke(0, 0, 10_000_000)
    wild = HandNoise(3.0, 0.2, 0.0)
    for deviate in (1.0, 2.0, 6.0):
        assert disturbed(hard, wild, NoiseSample(2.0, deviate, 0.0)).speed < 12
    assert disturbed(hard, wild, NoiseSample(0.0, 0.5, 0.0)).speed == 11
    fastest = Stroke(0, 0, 12_000_000)
    assert disturbed(fastest, wild, NoiseSample(0.0, 3.0, 0.0)).speed <= 12
