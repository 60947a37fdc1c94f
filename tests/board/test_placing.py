"""Where a due piece, the queen and a jumped piece may be placed (Laws 65, 84-86, 93, 94, 114)."""

import math

import pytest
from hypothesis import given
from strategies import crowds, seats

from carrom.board.disc import Disc
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.spots import SLIVER, centre_spot, first_overlapped, has_room, makes_a_shot, place_fault, placing_spots

EMPTY = Position()


def reason(x: int, y: int, position: Position = EMPTY) -> str | None:
    fault = place_fault(position, Disc.W9, Point(x, y))
    return fault and fault.reason.value


def test_a_due_man_lies_inside_the_outer_circle_and_off_the_centre_circle():
    assert reason(31_800, 0) is None
    assert reason(31_799, 0) == "placed-on-centre"
    assert reason(0, -69_100) is None
    assert reason(0, -69_101) == "placed-outside"


def test_a_due_man_may_touch_another_and_not_lie_on_it():
    position = Position.of({Disc.B1: Point(0, 40_000)})
    assert reason(31_800, 40_000, position) is None
    assert reason(31_799, 40_000, position) == "placed-with-disturbance"


def test_a_due_man_may_not_make_a_shot_with_the_queen():
    queen = Position.of({Disc.Q: Point(0, 0)})
    assert reason(30_000, 30_000, queen) == "placed-for-a-shot"
    assert reason(-30_000, 30_000, queen) == "placed-for-a-shot"
    assert reason(42_000, 0, queen) is None


def test_where_every_place_makes_a_shot_a_due_man_is_placed_all_the_same():
    near_a_pocket = Position.of({Disc.Q: Point(300_000, -300_000)})
    assert not [at for at in placing_spots(Position(), Disc.B9) if not makes_a_shot(at, near_a_pocket[Disc.Q])]
    spots = placing_spots(near_a_pocket, Disc.B9)
    assert spots == placing_spots(Position(), Disc.B9)
    assert has_room(near_a_pocket, Disc.B9)
    assert place_fault(near_a_pocket, Disc.B9, spots[0]) is None


def test_a_shot_points_at_a_pocket_from_either_side_within_a_pockets_diameter():
    far = Point(0, 0), Point(10_000, 10_000)
    assert makes_a_shot(*far)
    assert makes_a_shot(*reversed(far))
    degrees = math.degrees(math.asin(44_500 / math.hypot(347_750, 347_750)))
    for off, expected in ((degrees - 0.05, True), (degrees + 0.05, False)):
        at = math.radians(45 + off)
        queen_far_off = Point(round(-40_000 * math.cos(at)), round(-40_000 * math.sin(at)))
        assert makes_a_shot(queen_far_off, Point(0, 0)) is expected


@given(crowds())
def test_every_spot_that_is_offered_is_legal(position):
    for at in placing_spots(position, Disc.B9, pitch=12_000):
        assert place_fault(position, Disc.B9, at) is None


def test_an_empty_circle_offers_spots_all_around_nearest_first():
    spots = placing_spots(EMPTY, Disc.W1)
    assert len(spots) > 300
    assert {(at.x > 0, at.y > 0) for at in spots} == {(a, b) for a in (True, False) for b in (True, False)}
    distances = [math.hypot(at.x, at.y) for at in spots]
    assert distances == sorted(distances)


def ring_of_eight(missing: int = 0) -> Position:
    """Return pieces around the centre at 50 mm and 45° apart; no gap has room for another piece."""
    angles = [math.radians(45 * k) for k in range(8 - missing)]
    return Position.of(
        {
            Disc(f"B{k + 1}"): Point(round(50_000 * math.cos(a)), round(50_000 * math.sin(a)))
            for k, a in enumerate(angles)
        }
    )


def test_a_ring_of_eight_men_leaves_no_room():
    assert placing_spots(ring_of_eight(), Disc.W9) == ()


def test_where_the_grid_finds_nothing_a_tight_spot_is_found():
    position = ring_of_eight(missing=1)
    assert placing_spots(position, Disc.W1, pitch=3_000)
    tight = placing_spots(position, Disc.W1, pitch=60_000)
    assert tight
    assert all(place_fault(position, Disc.W1, at) is None for at in tight)


def test_a_queen_goes_to_the_centre_if_it_is_free():
    assert centre_spot(Position.of({Disc.W1: Point(31_800, 0)}), Disc.Q, Seat.SOUTH) == Point(0, 0)


def test_a_partly_covered_centre_is_covered_as_far_as_it_is_free():
    position = Position.of({Disc.W1: Point(0, 10_000)})
    assert centre_spot(position, Disc.Q, Seat.NORTH) == Point(0, -21_800)


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        (Seat.SOUTH, Point(0, 31_800)),
        (Seat.EAST, Point(-31_800, 0)),
        (Seat.NORTH, Point(0, -31_800)),
        (Seat.WEST, Point(31_800, 0)),
    ],
)
def test_a_covered_centre_sends_the_queen_behind_it_as_the_next_player_sees_it(seat, expected):
    assert centre_spot(Position.of({Disc.W1: Point(0, 0)}), Disc.Q, seat) == expected


def test_of_two_equally_good_places_the_one_further_from_the_next_player_is_taken():
    position = Position.of({Disc.W1: Point(-12_000, 0), Disc.W2: Point(20_000, 0)})
    spot = centre_spot(position, Disc.Q, Seat.SOUTH)
    assert spot.y > 20_000
    assert centre_spot(position, Disc.Q, Seat.NORTH).y < -20_000


@given(crowds(), seats)
def test_no_clear_place_covers_more_of_the_centre_than_the_one_chosen(position, seat):
    spot = centre_spot(position, Disc.Q, seat)
    assert first_overlapped(position, Disc.Q, spot) is None
    chosen = math.hypot(spot.x, spot.y)
    if chosen < 31_800 - SLIVER:
        for step in range(0, 360, 3):
            for reach in range(0, int(chosen) - 800, 700):
                angle = math.radians(step)
                other = Point(round(reach * math.cos(angle)), round(reach * math.sin(angle)))
                assert first_overlapped(position, Disc.Q, other) is not None


def test_a_narrow_gap_near_the_centre_is_found_although_no_whole_place_is_at_its_very_tip():
    men = {Disc.W1: Point(5_958, 2_885), Disc.W2: Point(-17_148, -24_324), Disc.W3: Point(-56_823, 1)}
    spot = centre_spot(Position.of(men), Disc.Q, Seat.SOUTH)
    assert math.hypot(spot.x + 25_656, spot.y - 6_319) < 12


def test_where_straight_behind_is_taken_the_nearest_place_on_the_far_side_is():
    men = {Disc.W1: Point(0, 0), Disc.W2: Point(0, 31_820), Disc.W3: Point(0, -31_820)}
    spot = centre_spot(Position.of(men), Disc.Q, Seat.SOUTH)
    assert spot.y > 0
    assert math.hypot(spot.x, spot.y) < 31_900


@given(crowds(most=19), seats)
def test_an_umpire_always_finds_a_clear_place(position, seat):
    assert first_overlapped(position, Disc.Q, centre_spot(position, Disc.Q, seat)) is None


@given(crowds(), seats)
def test_the_centre_spot_turns_with_the_table(position, seat):
    spot = centre_spot(position, Disc.Q, Seat.SOUTH)
    turned = centre_spot(position.turned(seat.quarters), Disc.Q, seat)
    assert abs(math.hypot(spot.x, spot.y) - math.hypot(turned.x, turned.y)) <= 300
