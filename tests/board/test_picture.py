"""A position as an SVG picture."""

import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from strategies import any_positions, seats

from carrom.board.disc import Disc, Kind
from carrom.board.picture import PALETTE, in_words, picture
from carrom.board.position import Point, Position
from carrom.board.rack import rack
from carrom.board.seat import Seat

SVG = "{http://www.w3.org/2000/svg}"


def places(svg: str) -> dict[str, tuple[float, float]]:
    """Return where a picture draws each disc, in mm with y upwards."""
    found = {}
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        if "data-disc" in group.attrib:
            x, y = re.fullmatch(r"translate\((\S+) (\S+)\)", group.attrib["transform"]).groups()
            found[group.attrib["data-disc"]] = (float(x), -float(y))
    return found


@given(any_positions, seats)
def test_every_disc_is_drawn_where_it_lies_as_the_seat_sees_it(position, seat):
    drawn = places(picture(position, seat))
    assert set(drawn) == set(position.discs)
    for placed in position:
        x, y = seat.from_board(placed.at.x, placed.at.y)
        assert drawn[placed.disc] == pytest.approx((x / 1000, y / 1000), abs=5e-4)


def test_the_kinds_of_disc_differ_in_their_marks_and_not_only_in_colour():
    def marks(disc: Disc) -> str:
        shapes = picture(Position.of({disc: Point(0, 0)})).split('class="carrom-discs"')[1]
        shapes = re.sub(r"#[0-9a-f]{6}|carrom-\w+|data-disc=.*?</title>", "", shapes)
        return shapes.split("opacity")[-1]

    assert len({marks(disc) for disc in (Disc.S, Disc.Q, Disc.W1, Disc.B1)}) == 4
    assert marks(Disc.W1) == marks(Disc.W9)


def test_a_picture_says_in_words_what_it_shows():
    root = ElementTree.fromstring(picture(rack(), Seat.EAST, title="Start & <end>"))
    assert root.attrib["role"] == "img"
    assert root.find(f"{SVG}title").text == "Start & <end>"
    assert root.find(f"{SVG}desc").text == "9 white, 9 black and the queen on the board; east sits at the bottom."
    assert in_words(Position()) == "0 white and 0 black on the board; south sits at the bottom."


def test_labels_are_written_only_when_asked_for():
    position = Position.of({Disc.W7: Point(0, 0)})
    assert "<text" not in picture(position)
    assert ">W7</text>" in picture(position, labels=True)


def test_a_notebook_shows_the_picture():
    assert rack()._repr_svg_() == picture(rack())


def test_a_picture_refers_only_to_what_it_defines():
    svg = picture(rack(), labels=True)
    assert set(re.findall(r"url\(#([\w-]+)\)", svg)) <= set(re.findall(r'id="([\w-]+)"', svg))
    ids = re.findall(r'id="([\w-]+)"', svg)
    assert len(ids) == len(set(ids))


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("kind", list(Kind))
def test_marks_stand_out_from_their_disc(kind):
    light, dark = sorted((luminance(PALETTE[kind.value]), luminance(PALETTE[f"{kind.value}-mark"])), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 3
