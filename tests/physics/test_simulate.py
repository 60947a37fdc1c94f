"""Simulating one stroke, from values to values."""

from itertools import pairwise

import pytest

from carrom.board.disc import STRIKER, Disc
from carrom.board.equipment import STANDARD
from carrom.board.outcome import LinesLeft
from carrom.board.position import Point, Position, check_position, over_pocket
from carrom.board.rack import rack
from carrom.board.seat import Seat
from carrom.board.striker_spots import legal_intervals
from carrom.board.stroke import Stroke
from carrom.errors import IllegalPosition, IllegalStroke, IllegalSurface
from carrom.physics.played import ContactKind
from carrom.physics.simulate import resting_place, simulate
from carrom.physics.surface import PRESETS, Surface

BREAK = Stroke(20_000, -100_000, 3_800_000)


def test_a_lone_striker_slides_as_far_as_its_energy_goes():
    played = simulate(Position(), Stroke(0, 0, 500_000))
    assert played.rest[STRIKER] == Point(0, -252_600 + round(0.25 / (2 * 0.12 * 9.80665) * 1e6))
    assert played.duration == round(0.5 / (0.12 * 9.80665) * 1e6)
    assert played.contacts == ()


def test_a_spinning_striker_slides_further():
    straight = simulate(Position(), Stroke(0, 0, 500_000))
    spun = simulate(Position(), Stroke(0, 0, 500_000, spin=24_213))
    way = straight.rest[STRIKER].y + 252_600
    assert (spun.rest[STRIKER].y + 252_600) / way == pytest.approx(1.2748, abs=1e-3)


def test_the_same_stroke_from_every_seat_gives_the_same_play_turned():
    position = rack(270, 3)
    south = simulate(position, BREAK, trajectory=True)
    for seat in Seat:
        turned = simulate(position.turned(seat.quarters), BREAK, seat, trajectory=True)
        assert turned.rest.turned(-seat.quarters) == south.rest
        assert turned.outcome == south.outcome
        assert turned.duration == south.duration
        assert [contact.time for contact in turned.contacts] == [contact.time for contact in south.contacts]


def test_a_break_hurts_nobodys_rest():
    played = simulate(rack(270, 3), BREAK)
    check_position(played.rest)
    assert played.outcome.touched[0] is Disc.W4
    assert played.outcome.moved
    assert played.outcome.lines_left is LinesLeft.BOTH


def test_a_man_over_the_rim_falls_and_is_reported():
    played = simulate(Position.of({Disc.B3: Point(300_000, 300_000)}), Stroke(0, 1_000_000, 1_850_000))
    assert played.outcome.pocketed[0] is Disc.B3
    assert Disc.B3 not in played.rest
    fall = next(contact for contact in played.contacts if contact.kind is ContactKind.POCKET)
    assert (fall.at.x - 347_750) ** 2 + (fall.at.y - 347_750) ** 2 < 22_250**2


def test_a_striker_shot_at_a_pocket_falls_itself():
    played = simulate(Position(), Stroke(0, 1_735_000, 3_000_000))
    assert played.outcome.pocketed == (STRIKER,)
    assert len(played.rest) == 0
    assert played.duration == played.contacts[-1].time


def test_a_stroke_that_hardly_moves_leaves_no_line():
    assert simulate(Position(), Stroke(0, 0, 10_000)).outcome.lines_left is LinesLeft.NONE
    assert simulate(Position(), Stroke(0, 0, 200_000)).outcome.lines_left is LinesLeft.ONE


def test_a_rounded_rest_stays_on_its_side_of_the_rim():
    for step in range(2000):
        x = 0.33 + step * 5.37e-6
        y = 0.34775 - (0.02225**2 - (0.34775 - x) ** 2) ** 0.5 - 1e-12
        at = resting_place(x, y, STANDARD)
        assert not over_pocket(at)
        assert (at.x - x * 1e6) ** 2 + (at.y - y * 1e6) ** 2 < 1.3


def test_a_played_stroke_can_be_played_on_from_its_rest():
    position = rack(270, 11)
    for number in range(12):
        seat = list(Seat)[number % 4]
        low, _ = legal_intervals(position, seat)[0]
        position = simulate(position, Stroke(low, 300_000 * (number % 5), 3_000_000), seat).rest.without(STRIKER)
        check_position(position)


@pytest.mark.parametrize(
    ("stroke", "said"),
    [
        (Stroke(0, 0, 0), "no speed"),
        (Stroke(0, 0, 12_000_001), "at most 12 m/s"),
        (Stroke(0, float("nan"), 1), "vx is nan"),
        (Stroke(0, float("inf"), 1), "vx is inf"),
        (Stroke(0, True, 1), "vx is True"),
        (Stroke(0, 0, 1, spin=200_001), "spin is 200001 mrad/s; at most ±200000"),
    ],
)
def test_a_stroke_nobody_can_play_is_refused_with_its_value(stroke, said):
    with pytest.raises(IllegalStroke, match=said):
        simulate(Position(), stroke)


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ({Disc.W1: Point(0, 0), Disc.B1: Point(31_797, 0)}, "W1 at .* and B1 at .* overlap by 3"),
        ({Disc.W1: Point(0, -252_600)}, "S at .* and W1"),
        ({Disc.Q: Point(354_103, 0)}, "Q at .* not on the board"),
        ({Disc.B9: Point(340_000, 340_000)}, "B9 at .* pocket"),
    ],
)
def test_discs_that_cannot_lie_so_are_refused_by_name(places, said):
    with pytest.raises(IllegalPosition, match=said):
        simulate(Position.of(places), Stroke(0, 0, 1_000_000))


def test_a_chain_of_three_is_continuous_across_contact():
    """Between two µm of overlap and two µm of air nothing jumps: there is no time step that could miss the gap."""
    rests, elastic = [], Surface(disc_restitution=1.0, contact_friction=0.0)
    for gap in range(-2, 3):
        chain = Position.of({Disc.W1: Point(0, 0), Disc.W2: Point(0, STANDARD.man_diameter + gap)})
        rests.append({each.disc: each.at for each in simulate(chain, Stroke(0, 0, 1_500_000), surface=elastic).rest})
    for one, other in pairwise(rests):
        assert all(abs(one[disc].y - other[disc].y) <= 3 for disc in one)
    assert all(abs(one[disc].x) <= 1 for one in rests for disc in one)
    assert rests[0][Disc.W1].y > 100_000, "the middle disc moves, too"


def test_discs_that_overlap_by_rounding_are_played():
    places = {Disc.W1: Point(0, 0), Disc.B1: Point(31_798, 0), Disc.Q: Point(354_102, 0)}
    assert len(simulate(Position.of(places), Stroke(0, 0, 1_000_000)).rest) == 4


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("ice", "slow, club, tournament"),
        ({"mu": 0.1}, '"mu" is not a parameter of a surface'),
        ({"friction": 0.001}, "friction is 0.001; it must lie from 0.01 to 1"),
        ({"disc_restitution": 1.5}, "disc_restitution is 1.5"),
        ({"frame_friction": float("nan")}, "frame_friction is nan"),
        ({"friction": True}, "friction is True"),
        ({"friction": "0.1"}, "friction is '0.1'"),
        ({"pocket": "net"}, "pocket is 'net'; it must be one of rim, centre"),
        ({"yield_speed": -1.0}, "yield_speed is -1.0; it must lie from 0 to 12"),
        (7, "a mapping of parameters, not 7"),
    ],
)
def test_a_surface_nobody_knows_is_refused(given, said):
    with pytest.raises(IllegalSurface, match=said):
        simulate(Position(), Stroke(0, 0, 1_000_000), surface=given)


def test_a_surface_takes_missing_parameters_from_club():
    slow = {"friction": 0.15, "frame_restitution": 0.72}
    stroke = Stroke(0, 100_000, 3_000_000)
    assert simulate(Position(), stroke, surface=slow) == simulate(Position(), stroke, surface="slow")
    assert Surface(**slow).name == "slow"
    assert PRESETS["club"] == Surface()


def test_a_striker_beyond_the_ends_of_the_lines_has_left_both_without_crossing_one():
    assert simulate(Position(), Stroke(182_000, 360_000, 0)).outcome.lines_left is LinesLeft.NONE
    assert simulate(Position(), Stroke(182_000, 400_000, 0)).outcome.lines_left is LinesLeft.BOTH
