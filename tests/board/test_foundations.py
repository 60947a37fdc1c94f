"""Discs, seats, strokes and positions."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_positions, seats

from carrom.board.disc import BLACKS, MEN, QUEEN, RACKED, STRIKER, WHITES, Disc, Kind
from carrom.board.position import Lying, Point, Position
from carrom.board.seat import SEATS, Seat
from carrom.board.stroke import Stroke
from carrom.values import changed

numbers = st.integers(-400_000, 400_000)


def test_a_set_has_a_striker_a_queen_and_nine_men_of_each_colour():
    assert len(Disc) == 20
    assert (len(WHITES), len(BLACKS), len(RACKED)) == (9, 9, 19)
    assert {disc for disc in Disc if disc.is_man} == set(MEN)
    assert (STRIKER.kind, QUEEN.kind) == (Kind.STRIKER, Kind.QUEEN)


def test_seats_turn_a_point_as_the_promised_forms_say():
    assert Seat.SOUTH.to_board(3, 5) == (3, 5)
    assert Seat.EAST.to_board(3, 5) == (-5, 3)
    assert Seat.NORTH.to_board(3, 5) == (-3, -5)
    assert Seat.WEST.to_board(3, 5) == (5, -3)


@given(seats, numbers, numbers)
def test_turning_there_and_back_changes_nothing(seat, x, y):
    assert seat.from_board(*seat.to_board(x, y)) == (x, y)


def test_the_turn_goes_to_the_right_and_around_the_table():
    assert [seat.right for seat in SEATS] == [Seat.EAST, Seat.NORTH, Seat.WEST, Seat.SOUTH]
    assert all(seat.opposite is seat.right.right for seat in SEATS)


@given(st.floats(-179, 179), st.floats(0.1, 12))
def test_an_aimed_stroke_has_the_angle_and_the_speed_it_was_aimed_with(degrees, speed):
    stroke = Stroke.aimed(1000, degrees, speed)
    assert stroke.speed == pytest.approx(speed, abs=2e-6)
    assert math.degrees(math.atan2(-stroke.vx, stroke.vy)) == pytest.approx(degrees, abs=1e-3)


def test_a_positive_angle_aims_to_the_left_and_a_stroke_towards_oneself_is_a_back_stroke():
    assert Stroke.aimed(0, 30, 1).vx < 0
    assert not Stroke.aimed(0, 30, 1).is_back_stroke
    assert Stroke.aimed(0, 120, 1).is_back_stroke


@given(any_positions)
def test_a_position_is_a_value_whatever_order_it_was_made_in(position):
    pairs = [(placed.disc, placed.at) for placed in position]
    assert Position.of(reversed(pairs)) == position
    assert hash(Position.of(dict(pairs))) == hash(position)
    assert [placed.disc for placed in position] == sorted(position.discs, key=list(Disc).index)


@given(any_positions, st.integers(-8, 8))
def test_four_quarter_turns_of_a_position_are_none(position, quarters):
    assert position.turned(quarters).turned(4 - quarters) == position
    assert position.turned(quarters).discs == position.discs


def test_a_disc_is_put_down_taken_away_and_found():
    position = Position().having(Disc.B1, Point(1, 2)).having(Disc.Q, Point(0, 0)).having(Disc.B1, Point(5, 6))
    assert position.placed == (Lying(Disc.Q, Point(0, 0)), Lying(Disc.B1, Point(5, 6)))
    assert position[Disc.B1] == Point(5, 6)
    assert Disc.Q in position
    assert Disc.W1 not in position
    assert len(position.without(Disc.Q, Disc.W1)) == 1
    with pytest.raises(KeyError):
        position[Disc.W1]


def test_a_changed_copy_leaves_the_value_as_it_was():
    stroke = Stroke(1, 2, 3)
    assert changed(stroke, spin=4) == Stroke(1, 2, 3, spin=4)
    assert stroke.spin == 0
    with pytest.raises(AttributeError):
        stroke.x = 5
