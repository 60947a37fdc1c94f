"""A position as pixels and as letters."""

import numpy as np
import pytest

from carrom.board.disc import Disc
from carrom.board.picture import PALETTE
from carrom.board.position import Position
from carrom.board.rack import rack
from carrom.board.seat import Point, Seat
from carrom.draw.book_drawings import letters
from carrom.draw.pixels import pixels


def colour(name):
    return [int(PALETTE[name][at : at + 2], 16) for at in (1, 3, 5)]


def test_a_man_lies_where_he_is_painted_and_the_seat_sits_at_the_bottom():
    position = Position.of({Disc.B1: Point(200_000, 100_000)})
    size, edge = 440, 440_000
    for seat, (across, down) in ((Seat.SOUTH, (200, -100)), (Seat.NORTH, (-200, 100)), (Seat.EAST, (100, 200))):
        painted = pixels(position.placed, seat, size)
        column, row = (round((at * 1000 + edge) / (2 * edge) * size) for at in (across, down))
        assert painted.shape == (size, size, 3)
        assert painted.dtype == np.uint8
        assert painted[row + 3, column + 3].tolist() == colour("black")
        assert np.abs(painted[row, column + 12] - np.array(colour("surface"))).max() <= 8


def test_every_kind_of_disc_looks_different_in_grey_too():
    greys = set()
    for disc in (Disc.Q, Disc.W1, Disc.B1, Disc.S):
        painted = pixels(Position.of({disc: Point(0, 150_000)}).placed, size=440)
        greys.add(round(float(painted[138:152, 213:227].mean()) / 8))
    assert len(greys) == 4


def test_the_empty_board_is_not_painted_on():
    first = pixels(()).copy()
    pixels(rack(270, 1).placed)
    assert (pixels(()) == first).all()


@pytest.mark.parametrize("size", [0, 31, 5000])
def test_a_size_that_cannot_be_painted_is_refused(size):
    with pytest.raises(ValueError, match="expected 32 to 2048"):
        pixels((), size=size)


def test_letters_show_every_disc_once_as_its_seat_sees_it():
    position = Position.of({Disc.Q: Point(0, 300_000), Disc.W3: Point(-300_000, 0), Disc.B2: Point(300_000, 0)})
    south = letters(position.placed).splitlines()
    assert [len(line) for line in south] == [41] * 21
    assert "Q" in south[2]
    assert south[10].index("w") < south[10].index("b")
    north = letters(position.placed, Seat.NORTH).splitlines()
    assert "Q" in north[18]
    assert north[10].index("b") < north[10].index("w")
