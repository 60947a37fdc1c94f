"""A stroke as an SVG picture."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from carrom.board.disc import Disc
from carrom.board.position import Point, Position
from carrom.board.rack import rack
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.draw import in_words, stroke_picture
from carrom.errors import IllegalStroke
from carrom.physics.simulate import simulate

SVG = "{http://www.w3.org/2000/svg}"


def ways(svg: str) -> dict[str, list[tuple[float, float]]]:
    """Return the end points of each segment of each disc's path, in mm with y upwards."""
    found = {}
    for path in ElementTree.fromstring(svg).iter(f"{SVG}path"):
        if "data-way" in path.attrib:
            ends = re.findall(r"M(\S+) ([^Q]+)|Q\S+ \S+ (\S+) ([^Q]+)", path.attrib["d"])
            found[path.attrib["data-way"]] = [(float(a or c), -float(b or d)) for a, b, c, d in ends]
    return found


@pytest.mark.parametrize("seat", list(Seat))
def test_every_way_leads_from_where_a_disc_lay_to_where_it_rests(seat):
    start, stroke = rack(seed=1).turned(seat.quarters), Stroke.aimed(20_000, 3, 6)
    played = simulate(start, stroke, seat, trajectory=True)
    drawn = ways(stroke_picture(start, stroke, played, seat))
    assert set(drawn) >= {"S", *played.outcome.touched}
    for name, ends in drawn.items():
        disc = Disc(name)
        if disc in start:
            x, y = seat.from_board(start[disc].x, start[disc].y)
            assert ends[0] == pytest.approx((x / 1000, y / 1000), abs=0.02)
        if disc in played.rest:
            x, y = seat.from_board(played.rest[disc].x, played.rest[disc].y)
            assert ends[-1] == pytest.approx((x / 1000, y / 1000), abs=0.02)
    assert drawn["S"][0] == pytest.approx((20, -252.6), abs=0.01)


def test_a_disc_that_falls_is_named_and_its_place_crossed():
    start = Position.of({Disc.W3: Point(250_000, 250_000)})
    stroke = Stroke(0, 1_500_000, 3_015_600)
    played = simulate(start, stroke, trajectory=True)
    assert played.outcome.pocketed == (Disc.W3,)
    svg = stroke_picture(start, stroke, played)
    assert "the striker touches W3 first; W3 pocketed" in in_words(played)
    assert svg.count("M-5 -5L5 5") == 2
    assert 'data-disc="W3"' not in svg


def test_without_a_trajectory_there_is_nothing_to_draw():
    stroke = Stroke(0, 0, 1_000_000)
    with pytest.raises(IllegalStroke, match="trajectory=True"):
        stroke_picture(Position(), stroke, simulate(Position(), stroke))
