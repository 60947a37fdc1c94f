"""The notation of positions and strokes."""

import re
import urllib.parse

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_positions, strokes

from carrom.board.disc import Disc
from carrom.board.notation import position_from, read_position, read_stroke, write_position, write_stroke
from carrom.board.position import Point, Position
from carrom.board.rack import rack
from carrom.board.stroke import Stroke
from carrom.errors import NotationError


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
