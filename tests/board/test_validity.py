"""Validity of positions: overlaps, the frame, pockets."""

import re

import pytest
from hypothesis import given
from strategies import any_positions

from carrom.board.disc import Disc
from carrom.board.position import Point, Position, check_position, over_pocket
from carrom.errors import IllegalPosition


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
