"""Rollouts confirm or refute a loss, and a review blames nobody without them."""

from random import Random

import pytest

from carrom.analysis import reviewer as rolling
from carrom.analysis.requests import PositionRequest, hand_named, situation_of
from carrom.analysis.review_values import (
    CALLED,
    DEAD_BAND,
    Grade,
    RolledLoss,
    Worth,
    accuracy,
    grade_of,
    judged,
    needs_rollouts,
    ranked,
)
from carrom.analysis.reviewer import AT_A_LOOK, estimate, is_decided, rolled_loss
from carrom.board.stroke import Stroke
from carrom.engine.geometry import NoiseSample
from carrom.engine.play_out import PlayOuts, after_stroke
from carrom.practice.setup import SetupPosition

HAND = hand_named("state")
LAST = SetupPosition(position="c1_W1.300000.300000_B1.-100000.50000_B2.-200000.-50000", queen="mover")
INTO_THE_CORNER = Stroke(0, 661_158, 1_283_319)
"""Pockets South's last piece, which is on the edge of the north-east pocket."""
ASIDE = Stroke(-150_000, -300_000, 900_000)
"""Pockets nothing."""


def rolled(loss: float, error: float) -> RolledLoss:
    return RolledLoss(loss=loss, error=error, games=64, confirmed=loss > DEAD_BAND and loss > AT_A_LOOK * error)


def test_a_stroke_that_gives_a_won_board_away_is_confirmed_after_the_first_look():
    found = rolled_loss(situation_of(PositionRequest(moment=LAST)), ASIDE, INTO_THE_CORNER, HAND, "a")
    assert found.confirmed
    assert found.loss > 0.1
    assert found.games == 2 * rolling.LOOKS[0]


def test_a_stroke_loses_nothing_against_itself_whatever_its_luck():
    found = rolled_loss(situation_of(PositionRequest(moment=LAST)), ASIDE, ASIDE, HAND, "b")
    assert found.loss == 0.0
    assert not found.confirmed
    assert found.games == 2 * rolling.LOOKS[0]


@pytest.mark.slow
def test_the_same_seed_rolls_the_same_loss_and_another_one_another():
    situation = situation_of(PositionRequest(moment=LAST))
    found = [rolled_loss(situation, ASIDE, INTO_THE_CORNER, HAND, seed, most=16) for seed in ("a", "a", "c")]
    assert found[0] == found[1] != found[2]


def test_a_pause_that_raises_ends_the_rollouts():
    def stop() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        rolled_loss(situation_of(PositionRequest(moment=LAST)), ASIDE, INTO_THE_CORNER, HAND, "a", pause=stop)


def test_luck_has_a_mean_of_zero_and_takes_variance_out():
    situation, outs = situation_of(PositionRequest(moment=LAST)), PlayOuts(HAND)
    dice = Random(100_000)
    found = [
        outs.after(
            situation, INTO_THE_CORNER, NoiseSample(dice.gauss(0, 1), dice.gauss(0, 1), dice.gauss(0, 1)), Random(k)
        )
        for k in range(100_000, 100_060)
    ]
    mean = sum(each.luck for each in found) / len(found)
    spread = (sum(each.luck**2 for each in found) / len(found)) ** 0.5
    assert abs(mean) < 3 * spread / len(found) ** 0.5
    wins, fair = ([getattr(each, name) for each in found] for name in ("win", "fair"))

    def variance(values: list[float]) -> float:
        return sum((each - sum(values) / len(values)) ** 2 for each in values)

    assert 0 < variance(fair) < variance(wins)


def test_a_play_out_ends_with_the_board_or_after_its_strokes():
    situation = situation_of(PositionRequest(moment=LAST))
    whole = PlayOuts(HAND).after(situation, ASIDE, NoiseSample(0, 0, 0), Random(1))
    assert whole.win in (0.0, 0.5, 1.0)
    assert whole.strokes < PlayOuts(HAND).strokes
    short = PlayOuts(HAND, strokes=1).after(situation, ASIDE, NoiseSample(0, 0, 0), Random(1))
    assert short.strokes == 1
    assert 0.0 < short.win < 1.0


def test_a_due_is_placed_before_play_goes_on():
    moment = SetupPosition(position="c1_W1.300000.300000_W2.0.0_B1.-100000.50000", queen="mover")
    situation = situation_of(PositionRequest(moment=moment))
    hard = Stroke(0, 3_000_000, 3_960_000)
    after = after_stroke(situation, hard, HAND)
    assert not after.round.placings
    assert set(after.round.on_board) == {each.disc for each in after.position}


def test_few_pairs_with_a_wide_spread_are_not_decided_and_many_near_zero_are():
    assert not is_decided(estimate([0.0, 0.3, 0.1, 0.2] * 4), 0.12, 96) or estimate([0.0, 0.3, 0.1, 0.2] * 4).confirmed
    assert is_decided(estimate([-0.1, 0.1] * 8), 0.1, 96)
    assert not is_decided(estimate([-0.3, 0.5] * 8), 0.4, 96)


def test_a_loss_within_the_dead_band_needs_no_rollouts_and_is_never_called_anything():
    assert not needs_rollouts(DEAD_BAND)
    found = judged(DEAD_BAND, None)
    assert not found.pending
    assert found.grade is Grade.GOOD
    assert found.loss == 0.0


def test_a_larger_loss_is_open_until_it_is_rolled_out():
    found = judged(0.3, None)
    assert found.pending
    assert found.grade not in CALLED


@pytest.mark.parametrize(
    ("loss", "error", "grade"),
    [
        (0.03, 0.001, Grade.GOOD),
        (0.2, 0.1, Grade.GOOD),
        (-0.1, 0.02, Grade.GOOD),
        (0.08, 0.02, Grade.INACCURACY),
        (0.12, 0.02, Grade.MISTAKE),
        (0.3, 0.05, Grade.BLUNDER),
    ],
)
def test_the_rolled_loss_alone_gives_the_grade_and_only_if_it_is_confirmed(loss: float, error: float, grade: Grade):
    found = judged(0.2, rolled(loss, error))
    assert found.grade is grade
    assert found.loss == (loss if grade in CALLED else 0.0)
    assert not found.pending


def test_accuracy_falls_with_the_loss():
    found = [accuracy(loss) for loss in (0.0, 0.05, 0.1, 0.5)]
    assert found[0] == pytest.approx(100.0, abs=0.001)
    assert found == sorted(found, reverse=True)
    assert found[-1] < 10
    assert grade_of(0.005, 0.0) is Grade.BEST


def test_strokes_with_equal_chances_are_told_apart_by_points_and_then_by_success():
    kiss, pot, safety = Worth(0.596, 1.6, 0.54), Worth(0.56, 1.8, 0.98), Worth(0.58, 1.0, 0.0)
    worse = Worth(0.40, 6.0, 1.0)
    assert ranked([worse, safety, kiss, pot], lambda each: each) == [pot, kiss, safety, worse]


def test_a_clearly_larger_chance_ranks_first_whatever_the_points():
    best, other = Worth(0.7, 0.0, 0.1), Worth(0.6, 5.0, 0.9)
    assert ranked([other, best], lambda each: each) == [best, other]
