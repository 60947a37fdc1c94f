"""Legal positions of the striker (Law 130)."""

import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import crowds, seats

from carrom.board.disc import Disc
from carrom.board.equipment import STANDARD
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.striker_spots import (
    Cover,
    Span,
    SpotReason,
    check_spot,
    fewest_to_fill,
    has_spot,
    legal_intervals,
    legal_spans,
    play_across,
    spot_fault,
    striker_at,
)
from carrom.board.stroke import Stroke
from carrom.errors import IllegalStroke
from carrom.values import changed

EMPTY = Position()
on_baseline = st.builds(Point, st.integers(-260_000, 260_000), st.integers(-300_000, -210_000))


def reason(x: int, y: int = 0, cover: Cover = Cover.RING) -> SpotReason | None:
    fault = spot_fault(EMPTY, Seat.SOUTH, x, y, cover=cover)
    return fault and fault.reason


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        (0, 0, None),
        (0, 4_750, None),
        (0, -4_750, None),
        (0, 4_751, "off-lines"),
        (0, -4_751, "off-lines"),
        (182_549, 0, None),
        (-182_549, 0, None),
        (182_550, 0, "cut-moon"),
        (214_349, 0, "cut-moon"),
        (214_350, 0, None),
        (222_335, 0, None),
        (222_336, 0, "on-arrow"),
        (-222_336, 0, "on-arrow"),
        (223_850, 0, "on-arrow"),
        (223_851, 0, "cut-moon"),
        (255_650, 0, "cut-moon"),
        (255_651, 0, "off-lines"),
        (2_000_000, 0, "off-lines"),
        (219_100, -4_750, None),
        (219_101, -4_750, "cut-moon"),
        (219_100, 4_750, "on-arrow"),
    ],
)
def test_the_markings_decide_as_the_derived_table_of_the_laws_says(x, y, expected):
    assert reason(x, y) == expected


def test_the_other_reading_asks_to_cover_only_the_red_disc():
    assert reason(211_150, cover=Cover.RED) is None
    assert reason(211_149, cover=Cover.RED) == "cut-moon"
    assert reason(182_550, cover=Cover.RED) == "cut-moon"
    assert reason(222_336, cover=Cover.RED) == "on-arrow"


def test_a_striker_may_touch_a_man_and_not_stand_on_it():
    position = Position.of({Disc.B3: Point(36_550, -252_600)})
    assert spot_fault(position, Seat.SOUTH, 0) is None
    fault = spot_fault(position, Seat.SOUTH, 1)
    assert fault is not None
    assert (fault.reason, fault.disc) == (SpotReason.ON_DISC, Disc.B3)


def test_a_striker_left_on_the_board_is_taken_up_before_it_is_placed():
    assert spot_fault(Position.of({Disc.S: Point(0, -252_600)}), Seat.SOUTH, 0) is None


def test_an_illegal_spot_is_refused_with_what_is_allowed():
    with pytest.raises(IllegalStroke, match=r"partly on a base circle.*within 4750 µm of its centre at ±219100"):
        check_spot(EMPTY, Seat.SOUTH, Stroke(200_000, 0, 1_000_000))


def test_the_intervals_of_an_empty_board():
    assert legal_intervals(EMPTY, Seat.WEST) == ((-222_335, -214_350), (-182_549, 182_549), (214_350, 222_335))
    assert legal_intervals(EMPTY, Seat.WEST, 4_751) == ()
    assert legal_intervals(EMPTY, Seat.SOUTH, -4_750)[0] == (-219_100, -219_100)


@given(crowds(on_baseline), st.integers(-4_900, 4_900), st.sampled_from(list(Cover)), st.data())
@example(Position.of({Disc.B1: Point(0, -252_600)}), 0, Cover.RING, None)
def test_an_offset_lies_in_an_interval_exactly_when_the_spot_has_no_fault(position, y, cover, data):
    intervals = legal_intervals(position, Seat.SOUTH, y, cover=cover)
    edges = {edge + step for low, high in intervals for edge in (low, high) for step in (-1, 0, 1)}
    if data is not None:
        edges |= set(data.draw(st.lists(st.integers(-260_000, 260_000), max_size=20)))
    for x in edges:
        inside = any(low <= x <= high for low, high in intervals)
        assert inside == (spot_fault(position, Seat.SOUTH, x, y, cover=cover) is None)


@given(crowds(on_baseline), seats, st.integers(-4_750, 4_750))
def test_every_seat_sees_the_same_intervals_on_the_board_turned_with_it(position, seat, y):
    turned = position.turned(seat.quarters)
    assert legal_intervals(turned, seat, y) == legal_intervals(position, Seat.SOUTH, y)


@given(crowds(on_baseline))
def test_a_mirrored_board_has_mirrored_intervals(position):
    mirrored = Position.of({p.disc: Point(-p.at.x, p.at.y) for p in position})
    ours = legal_intervals(position, Seat.SOUTH)
    assert legal_intervals(mirrored, Seat.SOUTH) == tuple((-high, -low) for low, high in reversed(ours))


def test_men_all_along_the_lines_leave_no_spot():
    places = [-219_100, -160_000, -100_000, -40_000, 20_000, 80_000, 140_000, 180_000, 219_100]
    position = Position.of({Disc(f"W{i + 1}"): Point(x, -252_600) for i, x in enumerate(places)})
    assert legal_intervals(position, Seat.SOUTH) == ()


def test_the_striker_stands_on_the_baseline_of_its_seat():
    assert striker_at(Seat.SOUTH, 10, 3) == Point(10, -252_597)
    assert striker_at(Seat.NORTH, 10, 3) == Point(-10, 252_597)
    assert striker_at(Seat.EAST, 10) == Point(252_600, 10)


CROWDED = Position.of({Disc(f"W{k + 4}"): Point(73_000 * k, -252_600) for k in range(-3, 4)})
"""Seven pieces 73 mm apart on the middle of the lines leave no spot there, but some 4.75 mm off it."""


def test_seven_men_along_the_lines_leave_spots_only_across_them():
    assert legal_intervals(CROWDED, Seat.SOUTH) == ()
    spans = legal_spans(CROWDED, Seat.SOUTH)
    assert spans
    assert all(span.y != 0 for span in spans)
    assert has_spot(CROWDED, Seat.SOUTH)


@given(crowds(on_baseline), seats, st.sampled_from(Cover))
@example(CROWDED, Seat.SOUTH, Cover.RING)
def test_every_span_is_legal_at_its_ends_and_overlaps_no_other(position, seat, cover):
    turned = position.turned(seat.quarters)
    spans = legal_spans(turned, seat, cover=cover)
    for span in spans:
        assert span.low <= span.high
        for x in (span.low, span.high, (span.low + span.high) // 2):
            assert spot_fault(turned, seat, x, span.y, cover=cover) is None
    assert all(one.high < other.low for one, other in itertools.pairwise(spans))


@given(crowds(on_baseline))
def test_midway_between_the_lines_is_preferred_wherever_it_is_legal(position):
    spans = legal_spans(position, Seat.SOUTH)
    midway = tuple((span.low, span.high) for span in spans if span.y == 0)
    assert midway == legal_intervals(position, Seat.SOUTH)


@given(crowds(on_baseline), st.sampled_from(Cover))
@example(CROWDED, Cover.RING)
def test_there_is_a_spot_exactly_when_there_is_a_span(position, cover):
    assert has_spot(position, Seat.SOUTH, cover=cover) == bool(legal_spans(position, Seat.SOUTH, cover=cover))


def test_a_gap_between_two_men_is_found_though_no_step_hits_it():
    wall = [Point(side * x, -252_600) for x in (37_000, 109_000, 181_000, 219_000) for side in (-1, 1)]
    above_and_below = [Point(0, -252_600 + 39_200), Point(0, -252_600 - 34_000)]
    places = zip(Disc, (Point(0, 0), Point(0, 0), *wall, *above_and_below), strict=False)
    position = Position.of(dict(places)).without(Disc.S, Disc.Q)
    spans = legal_spans(position, Seat.SOUTH)
    assert {span.y for span in spans} == {2_547}
    assert all(abs(span.low) < 600 and abs(span.high) < 600 for span in spans)
    assert not any(legal_intervals(position, Seat.SOUTH, y) for y in range(-4_750, 4_751, 250))


def test_seven_discs_are_the_fewest_that_can_fill_the_lines():
    assert fewest_to_fill() == 7
    places = [-219_100, -146_080, -73_040, 0, 73_040, 146_080, 219_100]
    full = Position.of({Disc(f"W{k + 1}"): Point(x, -252_600) for k, x in enumerate(places)})
    assert legal_intervals(full, Seat.SOUTH) == ()
    assert all(legal_intervals(full.without(disc), Seat.SOUTH) for disc in full.discs)


def test_how_far_across_the_striker_may_stand_follows_from_the_equipment():
    assert play_across(STANDARD) == 4_750
    narrow = changed(STANDARD, striker_diameter=40_000)
    assert play_across(narrow) == 4_100
    assert {span.y for span in legal_spans(EMPTY, Seat.SOUTH, narrow)} == {0}
    assert Span(0, 1).y == 0
