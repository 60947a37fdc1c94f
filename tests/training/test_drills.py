"""Drills: every position can be played, and its solution does what the drill practises."""

import pytest

from carrom import protocol
from carrom.board.stroke import Stroke
from carrom.engine.stroke_names import called
from carrom.errors import CarromError, RefusedRequest
from carrom.practice.setup import fault_of, position_of
from carrom.practice_answers import drilled
from carrom.training.daily import all_drills, drill_view, puzzle_view
from carrom.training.drills import DRILLS, DrillGoal, board_of, boards, drill_of
from carrom.training.puzzles import situation_of

NONCE = "A" * 22
POCKETING = [name for name, kind in DRILLS.items() if kind.goal is DrillGoal.POCKET]


def asked(name: str, number: int = 1, **more: object) -> protocol.Drill:
    return protocol.Drill(nonce=NONCE, drill=name, number=number, **{"stroke": None, **more})  # type: ignore[arg-type]


def read_of(question: protocol.Drill) -> protocol.DrillRead:
    read = drilled(question).training
    assert isinstance(read, protocol.DrillRead)
    return read


@pytest.mark.parametrize("name", POCKETING)
def test_a_drill_has_positions_and_their_strokes_are_of_its_kind(name):
    found = drill_of(name)
    assert len(found) >= 6
    for board in found:
        assert fault_of(position_of(board.moment)) is None
        assert board.stroke is not None
        stroke = called(situation_of(board.moment), board.stroke)
        assert stroke.name in DRILLS[name].kinds
        assert board.levels[0] <= board.levels[-1] + 0.05


@pytest.mark.parametrize("name", [name for name, kind in DRILLS.items() if kind.strokes < 2])
def test_what_a_drill_shows_reaches_its_goal(name):
    assert len(drill_of(name)) >= 6
    for board in drill_of(name):
        assert read_of(asked(name, board.number)).hit, f"{name} {board.number}"


def test_a_queen_is_covered_with_the_second_stroke_and_only_then_the_try_counts():
    hits = 0
    for board in drill_of("queen-cover"):
        first = drilled(asked("queen-cover", board.number, tries=2, hits=1))
        assert isinstance(first.training, protocol.DrillRead)
        if not first.training.goes_on:
            assert first.training.hit
            continue
        assert (first.training.tries, first.training.hits, first.reached) == (2, 1, None)
        second = read_of(asked("queen-cover", board.number, moment=first.moment, tries=2, hits=1))
        assert second.tries == 3
        hits += second.hit
    assert hits >= 6


def test_a_piece_must_stop_near_the_target():
    board = board_of("speed", 1)
    assert board.target is not None
    assert board.stroke is not None
    harder = Stroke(board.stroke.x, 3 * board.stroke.vx, 3 * board.stroke.vy)
    assert not read_of(asked("speed", stroke=harder)).hit


def test_a_thumb_stroke_is_played_from_beside_a_circle():
    board = board_of("thumb", 1)
    assert board.stands is not None
    with pytest.raises(CarromError, match="expected is a place from"):
        drilled(asked("thumb", stroke=Stroke(0, 0, 1_000_000)))


def test_a_due_in_an_easy_place_is_no_hit_and_one_outside_the_circle_is_refused():
    task = drill_view("due").positions[0].place
    assert task is not None
    results = [read_of(asked("due", at=spot)) for spot in task.spots[::15]]
    assert not all(result.hit for result in results)
    assert all(result.left is not None for result in results)
    with pytest.raises(CarromError, match="may not be placed there"):
        drilled(asked("due", at=task.spots[0].__class__(300_000, 300_000)))


def test_a_stroke_where_a_place_is_asked_for_is_refused_and_the_other_way_round():
    with pytest.raises(CarromError, match="asks for a place"):
        drilled(asked("due", stroke=Stroke(0, 0, 1_000_000)))
    spot = drill_view("due").positions[0].place.spots[0]  # type: ignore[union-attr]
    with pytest.raises(CarromError, match="asks for a stroke"):
        drilled(asked("cut", at=spot))


def test_unknown_drills_and_numbers_are_refused_with_what_there_is():
    with pytest.raises(RefusedRequest, match="straight"):
        drill_of("spin")
    with pytest.raises(RefusedRequest, match="positions 1 to"):
        board_of("cut", 999)


def test_the_page_is_told_no_solutions():
    assert {each.name for each in all_drills()} == set(DRILLS)
    assert not hasattr(drill_view("cut").positions[0], "best")
    assert not hasattr(puzzle_view(1), "best")
    assert len(boards()) == sum(each.positions for each in all_drills())
