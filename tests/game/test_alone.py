"""Solo runs: a turn lost after the break is a miss, black follows white, and the player always strikes."""

import pytest

from carrom.board.disc import BLACKS, QUEEN, WHITES, Disc
from carrom.board.position import Point, Position
from carrom.board.rack import nominal_rack
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import IllegalStroke
from carrom.game.solo import SoloRun
from carrom.rules.round import Phase, QueenState, in_rack_order
from carrom.values import changed

SOFT = Stroke(0, 0, 20_000)
"""Touches nothing."""
HANGING = (Point(-325_000, 325_000), Point(325_000, 325_000))
INTO = (Stroke(-150_000, -640_000, 2_000_000), Stroke(150_000, 640_000, 2_000_000))
"""Strokes at pieces on the edge of the far pockets."""


def playing(men: dict[Disc, Point], queen: bool = False) -> SoloRun:
    """Return a run after its break with only these discs left."""
    begun = SoloRun.begin(1)
    lying = in_rack_order([*men, *([QUEEN] if queen else [])])
    south = begun.round.side_of(Seat.SOUTH)
    round_ = changed(
        begun.round,
        phase=Phase.PLAY,
        on_board=lying,
        pocketed=tuple(disc for disc in begun.round.on_board if disc not in lying),
        queen=QueenState.BOARD if queen else QueenState.COVERED,
        queen_side=None if queen else south,
        queen_turn=None if queen else 0,
        sides=tuple(changed(side, pocketed_before=True, pocketed_by_self=True) for side in begun.round.sides),
        struck=True,
    )
    return changed(begun, round=round_, position=Position.of(men), strokes=1)


def test_a_run_begins_with_a_break_on_a_rack_whose_gaps_are_not_seen() -> None:
    begun = SoloRun.begin(3)
    assert begun.is_break
    assert begun.position == nominal_rack()
    assert begun.lies != begun.position
    assert begun.lies == SoloRun.begin(3).lies != SoloRun.begin(4).lies


def test_a_break_that_loses_the_turn_is_no_miss_and_he_goes_on() -> None:
    after = SoloRun.begin(3).struck(Stroke(0, 100_000, 1_500_000)).after
    assert (after.strokes, after.misses) == (1, 0)
    assert not after.is_break
    assert after.round.turn is Seat.SOUTH
    assert after.position == after.lies


def test_a_turn_lost_is_a_miss_and_a_man_pocketed_is_none() -> None:
    at = playing({WHITES[0]: HANGING[0], WHITES[1]: Point(0, 0), BLACKS[0]: Point(90_000, 0)})
    hit, missed = at.struck(INTO[0]), at.struck(Stroke(0, 300_000, 300_000))
    assert WHITES[0] not in hit.after.position
    assert (hit.kept, hit.after.misses) == (True, 0)
    assert (missed.kept, missed.counts, missed.after.misses) == (False, True, 1)
    assert missed.after.round.turn is Seat.SOUTH
    assert missed.after.round.struck is False


def test_a_stroke_that_does_not_count_is_no_miss() -> None:
    at = playing({WHITES[0]: HANGING[0], BLACKS[0]: Point(90_000, 0)})
    after = at.struck(SOFT)
    assert (after.counts, after.after.misses, after.after.idle) == (False, 0, 1)


def test_the_blacks_follow_the_last_white_and_the_run_ends_with_the_last_black() -> None:
    at = playing({WHITES[0]: HANGING[0], BLACKS[0]: HANGING[1]})
    second = at.struck(INTO[0]).after
    assert second.blacks
    assert not second.over
    assert second.position.discs == (BLACKS[0],)
    end = second.struck(INTO[1]).after
    assert end.over
    assert (end.strokes, end.misses) == (3, 0)


def test_a_striker_that_may_not_stand_there_is_refused_and_nothing_has_changed() -> None:
    at = SoloRun.begin(1)
    with pytest.raises(IllegalStroke):
        at.struck(Stroke(400_000, 0, 1_000_000))
    assert at == SoloRun.begin(1)
