"""Drills: every position can be played, and its stroke does what the drill practises."""

import pytest

from carrom.engine.search.stroke_names import called
from carrom.errors import RefusedRequest
from carrom.practice.check_position import fault_of
from carrom.practice.setup import position_of
from carrom.training.catalogue import all_drills, drill_told, puzzle_told
from carrom.training.drills import DRILLS, board_of, boards, drill_of
from carrom.training.puzzles.isolate import situation_of


@pytest.mark.parametrize("name", DRILLS)
def test_a_drill_has_positions_and_their_strokes_are_of_its_kind(name):
    found = drill_of(name)
    assert len(found) >= 6
    for board in found:
        assert fault_of(position_of(board.moment)) is None
        stroke = called(situation_of(board.moment), board.stroke)
        assert stroke.name in DRILLS[name]
        assert board.levels[0] <= board.levels[-1] + 0.05


def test_unknown_drills_and_numbers_are_refused_with_what_there_is():
    with pytest.raises(RefusedRequest, match="straight"):
        drill_of("spin")
    with pytest.raises(RefusedRequest, match="positions 1 to"):
        board_of("cut", 999)


def test_the_page_is_told_no_solutions():
    assert {each.name for each in all_drills()} == set(DRILLS)
    assert not hasattr(drill_told("cut").positions[0], "best")
    assert not hasattr(puzzle_told(1), "best")
    assert len(boards()) == sum(each.positions for each in all_drills())
