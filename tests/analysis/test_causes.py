"""Why a stroke fails: too thick or too thin, too far left or right."""

import math

import pytest

from carrom.analysis.messages import Cause
from carrom.analysis.requests import PositionRequest, situation_of
from carrom.analysis.stroke_details import Exact, causes_of
from carrom.board.disc import Disc
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.stroke_names import called
from carrom.physics.played import Played
from carrom.physics.simulate import simulate
from carrom.practice.setup import SetupPosition

STRAIGHT = (
    SetupPosition(position="c1_W1.250000.150000_B1.-300000.-200000", queen="mover"),
    51_000,
    (250_000, 150_000),
    0.4,
)
"""A position, the striker's offset (µm), the point aimed at (µm), and the error in degrees at which W1 still falls."""
CUT = SetupPosition(position="c1_W1.100000.200000_B1.-300000.-200000", queen="mover"), 0, (68_634, 181_291), 0.0


def struck(case, degrees: float) -> tuple[Stroke, Played]:
    """Play a stroke turned to the left by these degrees."""
    moment, x, (to_x, to_y), _ = case
    situation = situation_of(PositionRequest(moment=moment))
    way = math.atan2(to_y + 252_600, to_x - x) + math.radians(degrees)
    stroke = Stroke(x, round(2.5e6 * math.cos(way)), round(2.5e6 * math.sin(way)))
    return stroke, simulate(situation.position, stroke, Seat.SOUTH, situation.surface)


@pytest.mark.parametrize(
    ("case", "degrees", "cause"),
    [(STRAIGHT, -1.5, Cause.LEFT), (STRAIGHT, 1.8, Cause.RIGHT), (CUT, -1.0, Cause.THICK), (CUT, 0.8, Cause.THIN)],
)
def test_a_miss_names_the_side_of_a_straight_stroke_and_the_thickness_of_a_cut(case, degrees, cause):
    situation = situation_of(PositionRequest(moment=case[0]))
    stroke, played = struck(case, case[3])
    exact = Exact(situation, situation.position, stroke, called(situation, stroke), played)
    assert exact.man is Disc.W1
    missed, result = struck(case, degrees)
    assert Disc.W1 not in result.outcome.pocketed
    assert causes_of(exact, missed, result) == ((cause, None),)
