"""Discs, seats, strokes and positions."""

import math
import re
import urllib.parse

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_positions, seats, strokes

from carrom.board.disc import BLACKS, MEN, QUEEN, RACKED, STRIKER, WHITES, Disc, Kind
from carrom.board.notation import position_from, read_position, read_stroke, write_position, write_stroke
from carrom.board.position import Lying, Point, Position, check_position, over_pocket
from carrom.board.rack import rack
from carrom.board.seat import SEATS, Seat
from carrom.board.stroke import Stroke
from carrom.errors import IllegalPosition, NotationError
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


# -- The notation of positions and strokes


@given(any_positions)
def test_a_position_reads_back_exactly(position):
    assert read_position(write_position(position)) == position


@given(strokes)
def test_a_stroke_reads_back_exactly(stroke):
    assert read_stroke(write_stroke(stroke)) == stroke


@given(any_positions, strokes)
def test_the_text_needs_no_quoting_in_an_address(position, stroke):
    for text in (write_position(position), write_stroke(stroke)):
        assert urllib.parse.quote(text, safe="") == text
        assert re.fullmatch(r"[A-Za-z0-9._-]+", text)


@given(st.text() | st.from_regex(r"c1(_[SQWB][0-9]?\.-?[0-9]+\.-?[0-9]+)*", fullmatch=True))
def test_a_text_is_read_to_a_position_or_refused_in_one_sentence(text):
    try:
        position = read_position(text)
    except NotationError as refusal:
        assert str(refusal)
    else:
        assert read_position(write_position(position)) == position


@given(st.text() | st.from_regex(r"x-?[0-9]+\.vx-?[0-9]+\.vy-?[0-9]+(\.y-?[0-9]+)?", fullmatch=True))
def test_a_text_is_read_to_a_stroke_or_refused_in_one_sentence(text):
    try:
        stroke = read_stroke(text)
    except NotationError as refusal:
        assert str(refusal)
    else:
        assert read_stroke(write_stroke(stroke)) == stroke


def test_discs_are_written_in_one_order_and_read_in_any():
    position = Position.of({Disc.B1: Point(1, -2), Disc.Q: Point(0, 0)})
    assert write_position(position) == "c1_Q.0.0_B1.1.-2"
    assert read_position("c1_B1.1.-2_Q.0.0") == position


def test_an_empty_board_has_a_text():
    assert read_position(write_position(Position())) == Position()


def test_offset_and_spin_are_written_only_where_they_are_not_zero():
    assert write_stroke(Stroke(12000, 150000, 3500000)) == "x12000.vx150000.vy3500000"
    assert write_stroke(Stroke(0, 0, 1, -300, 5000)) == "x0.vx0.vy1.y-300.spin5000"


def test_a_rack_fits_a_link():
    assert len(write_position(rack(45, 9))) < 400


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 'begins with "c1"'),
        ("c2_Q.0.0", 'begins with "c1"'),
        ("c1_", "is not a disc and place"),
        ("c1_W10.0.0", "is not a disc and place"),
        ("c1_Q.0.-0", "is not a disc and place"),
        ("c1_Q.00.1", "is not a disc and place"),
        ("c1_Q.٣.1", "is not a disc and place"),
        ("c1_Q.0.0_Q.1.1", "Q is given twice"),
        ("c1_" + "Q.0.0_" * 1000, "at most 1000 characters"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_what_was_expected(text, expected):
    with pytest.raises(NotationError, match=re.escape(expected)):
        read_position(text)


@given(any_positions)
def test_a_position_is_read_from_json_in_either_form(position):
    assert position_from({p.disc.value: [p.at.x, p.at.y] for p in position}) == position
    assert position_from(write_position(position)) == position


def test_a_disc_that_json_says_is_nowhere_is_not_on_the_board():
    assert position_from({"Q": [1, 2], "W1": None}) == Position.of({Disc.Q: Point(1, 2)})


@pytest.mark.parametrize(
    "given_json", [None, 7, [], {"X": [0, 0]}, {"W1": [0]}, {"W1": [0.5, 1]}, {"W1": [True, 0]}, {"W1": "0,0"}]
)
def test_json_that_is_no_position_is_refused(given_json):
    with pytest.raises(NotationError):
        position_from(given_json)


# -- Validity of positions: overlaps, the frame, pockets


def refusal(**places: tuple[int, int]) -> str:
    with pytest.raises(IllegalPosition) as caught:
        check_position(Position.of({Disc(name): Point(*at) for name, at in places.items()}))
    return str(caught.value)


def accepted(**places: tuple[int, int]) -> None:
    check_position(Position.of({Disc(name): Point(*at) for name, at in places.items()}))


def test_discs_may_overlap_by_two_micrometres_and_not_by_three():
    accepted(W1=(0, 0), B1=(31_798, 0))
    assert "W1 at (0, 0) and B1 at (31797, 0) overlap by 3 µm" in refusal(W1=(0, 0), B1=(31_797, 0))


def test_the_striker_needs_more_room_than_a_man():
    accepted(S=(0, 0), Q=(36_550, 0))
    assert "must be 36550 µm apart" in refusal(S=(0, 0), Q=(36_000, 0))


def test_a_disc_may_touch_the_frame_and_not_stand_in_it():
    accepted(W1=(370_000 - 15_900, 0), S=(0, -370_000 + 20_650))
    assert re.search(r"W1 at \(354103, 0\) is not on the board.*-354100 to 354100", refusal(W1=(354_103, 0)))


def test_a_disc_may_hang_over_the_edge_of_a_pocket_but_not_with_its_centre():
    accepted(W1=(347_750 - 22_250, 347_750))
    assert "would fall into a pocket" in refusal(W1=(347_750 - 22_249, 347_750))
    assert over_pocket(Point(-347_750, 347_750))


@given(any_positions)
def test_any_position_is_accepted_or_refused_in_one_sentence(position):
    try:
        check_position(position)
    except IllegalPosition as sentence:
        assert str(sentence).endswith(".")
    else:
        check_position(position.turned(1))
