"""Estimating a player's accuracy from misses and strokes, with a valid confidence interval."""

from random import Random

import pytest

from carrom.errors import RefusedRequest
from carrom.training.accuracy import calibration, told
from carrom.training.calibrate_accuracy import CalibrationBoard, fitted, player


def test_more_misses_are_a_less_steady_hand():
    steady, plain, wild = told([2, 3, 2]), told([8, 9, 7]), told([25, 30])
    assert steady.direction < plain.direction < wild.direction
    assert steady.low < steady.direction < steady.high


def test_more_boards_make_the_interval_narrower():
    few, many = told([6]), told([6] * 12)
    assert many.high / many.low < few.high / few.low
    assert many.low < few.direction < many.high


def test_strokes_of_a_board_that_was_left_tell_something_too():
    assert told([], kept=18, lost=1).direction < told([], kept=9, lost=10).direction
    assert told([], kept=3, lost=1).strokes == 4


def test_nothing_tells_nothing_and_negative_misses_are_refused():
    with pytest.raises(RefusedRequest, match="at least one full board"):
        told([])
    with pytest.raises(RefusedRequest, match="negative"):
        told([3, -1])


def test_the_hands_of_the_table_are_found_again_in_most_of_their_intervals():
    rng, held, cases = Random(3), 0, 0
    for row in calibration().rows[1:-1]:
        for _ in range(5):
            misses = [max(0, round(rng.gauss(row.misses, row.spread))) for _ in range(4)]
            found = told(misses)
            held += found.low <= row.direction <= found.high
            cases += 1
    assert held / cases > 0.85


def test_misses_rise_with_the_hand_in_the_table_that_is_shipped():
    rows = calibration().rows
    assert len(rows) >= 6
    assert all(one.misses < other.misses for one, other in zip(rows, rows[3:], strict=False))


def test_a_table_is_made_of_boards():
    boards = [
        CalibrationBoard(0.4, 0, 2, 20, 18, True),
        CalibrationBoard(0.4, 1, 4, 22, 18, True),
        CalibrationBoard(2.0, 0, 9, 30, 20, True),
    ]
    table = fitted(boards)
    assert [row.direction for row in table.rows] == [0.4]
    assert table.rows[0].misses == 3
    assert player(2.0).hand.direction == 2.0
