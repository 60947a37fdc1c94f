"""Puzzles, drills and solo runs over HTTP."""

from random import Random

import msgspec
import pytest

from carrom import protocol
from carrom.board.position import Point
from carrom.board.stroke import Stroke
from carrom.errors import CarromError
from carrom.practice_answers import drilled, run_alone, solved
from carrom.training.drills import board_of
from carrom.training.puzzles import puzzle_of, shelf
from carrom.training.views import PuzzleGoal
from carrom.values import changed

NONCE = "A" * 22


def test_the_best_stroke_solves_a_puzzle_and_the_rating_rises():
    puzzle = puzzle_of(1)
    answer = solved(protocol.Solve(nonce=NONCE, puzzle=1, stroke=puzzle.stroke, rating=protocol.Rate()))
    read = answer.training
    assert isinstance(read, protocol.PuzzleRead)
    assert answer.reached is True
    assert read.success >= read.bar
    assert read.rating is not None
    assert read.rating.rating > 1500
    assert read.rating.deviation < 350


def test_a_stroke_at_nothing_does_not_solve_it_and_a_try_that_is_not_rated_leaves_the_rating():
    answer = solved(protocol.Solve(nonce=NONCE, puzzle=1, stroke=Stroke(0, 0, 300_000)))
    assert answer.reached is False
    assert isinstance(answer.training, protocol.PuzzleRead)
    assert answer.training.rating is None
    assert answer.training.best.stroke == puzzle_of(1).stroke


def test_the_best_stroke_is_shown_without_being_rated():
    answer = solved(protocol.Solve(nonce=NONCE, puzzle=2, stroke=None, rating=protocol.Rate()))
    assert isinstance(answer.training, protocol.PuzzleRead)
    assert answer.training.rating is None
    assert answer.motion is not None


@pytest.mark.slow
@pytest.mark.parametrize("goal", [PuzzleGoal.QUEEN, PuzzleGoal.PLAN, PuzzleGoal.ORDER])
def test_a_puzzle_of_two_strokes_goes_on_after_the_first_and_is_rated_after_the_second(goal: PuzzleGoal):
    going_on = 0
    for puzzle in [puzzle for puzzle in shelf()[1] if puzzle.goal is goal][:6]:
        ask = protocol.Solve(nonce=NONCE, puzzle=puzzle.number, stroke=puzzle.stroke, rating=protocol.Rate())
        first = solved(ask)
        assert isinstance(first.training, protocol.PuzzleRead)
        if not first.training.goes_on:
            continue
        going_on += 1
        assert (first.reached, first.training.rating) == (None, None)
        best = solved(changed(ask, stroke=None, moment=first.moment)).training
        assert isinstance(best, protocol.PuzzleRead)
        second = solved(changed(ask, stroke=best.best.stroke, moment=first.moment))
        assert isinstance(second.training, protocol.PuzzleRead)
        assert second.training.rating is not None
        assert second.reached is second.training.solved is True
        miss = solved(changed(ask, stroke=Stroke(best.best.stroke.x, 0, 300_000), moment=first.moment))  # type: ignore[union-attr]
        assert miss.reached is False
    assert going_on >= 3


def test_a_due_is_placed_and_judged_by_what_it_leaves_its_owner():
    puzzle = next(puzzle for puzzle in shelf()[1] if puzzle.goal is PuzzleGoal.DUE)
    ask = protocol.Solve(nonce=NONCE, puzzle=puzzle.number, at=puzzle.at, rating=protocol.Rate())
    answer = solved(ask)
    assert isinstance(answer.training, protocol.PuzzleRead)
    assert answer.reached is True
    assert puzzle.disc in answer.state.position.discs
    assert answer.training.reply == pytest.approx(1 - answer.training.success)
    with pytest.raises(CarromError, match="may not be placed there"):
        solved(changed(ask, at=Point(300_000, 300_000)))
    with pytest.raises(CarromError, match="asks for a place"):
        solved(changed(ask, at=None, stroke=Stroke(0, 0, 1_000_000)))


def test_a_second_stroke_or_a_place_is_refused_where_one_stroke_is_asked_for():
    ask = protocol.Solve(nonce=NONCE, puzzle=1, stroke=puzzle_of(1).stroke)
    with pytest.raises(CarromError, match="has one stroke"):
        solved(changed(ask, moment=puzzle_of(1).moment))
    with pytest.raises(CarromError, match="asks for a stroke"):
        solved(changed(ask, stroke=None, at=Point(0, 60_000)))


def test_a_break_from_another_part_of_the_baseline_is_refused():
    puzzle = next(puzzle for puzzle in shelf()[1] if puzzle.goal is PuzzleGoal.BREAK)
    assert puzzle.stands is not None
    with pytest.raises(CarromError, match="expected is a place from"):
        solved(protocol.Solve(nonce=NONCE, puzzle=puzzle.number, stroke=Stroke(puzzle.stands[1] + 9_000, 0, 3_000_000)))


def test_a_drill_counts_hits_and_tells_the_interval():
    stroke = board_of("cut", 1).stroke
    hit = drilled(protocol.Drill(nonce=NONCE, drill="cut", number=1, stroke=stroke, tries=3, hits=1))
    miss = drilled(protocol.Drill(nonce=NONCE, drill="cut", number=1, stroke=Stroke(0, 0, 300_000), tries=3, hits=1))
    assert isinstance(hit.training, protocol.DrillRead)
    assert isinstance(miss.training, protocol.DrillRead)
    assert (hit.training.tries, hit.training.hits, hit.reached) == (4, 2, True)
    assert (miss.training.tries, miss.training.hits, miss.reached) == (4, 1, False)
    assert hit.training.low < 0.5 < hit.training.high


def test_more_hits_than_tries_are_refused():
    with pytest.raises(CarromError, match="at most as many hits as tries"):
        drilled(protocol.Drill(nonce=NONCE, drill="cut", number=1, stroke=None, tries=3, hits=400))


def test_a_run_alone_goes_on_from_what_the_page_brings_back():
    begun = run_alone(protocol.RunAlone(nonce=NONCE), Random(5))
    assert isinstance(begun.training, protocol.AloneRead)
    run, moment = begun.training.run, begun.moment
    for _ in range(3):
        asked = protocol.RunAlone(nonce=NONCE, stroke=Stroke(0, 0, 4_000_000), moment=moment, run=run)
        answer = run_alone(asked, Random(0))
        assert isinstance(answer.training, protocol.AloneRead)
        run, moment = answer.training.run, answer.moment
    assert run.strokes == 3
    assert answer.training.hand is not None


def test_a_run_whose_discs_were_moved_is_refused():
    begun = run_alone(protocol.RunAlone(nonce=NONCE), Random(5))
    assert isinstance(begun.training, protocol.AloneRead)
    moved = changed(begun.moment, position="c1_W1.0.0")
    with pytest.raises(CarromError, match="begin a new one"):
        run_alone(
            protocol.RunAlone(nonce=NONCE, stroke=Stroke(0, 0, 4_000_000), moment=moved, run=begun.training.run),
            Random(0),
        )


@pytest.mark.parametrize("rating", [-10_000, 10_000])
@pytest.mark.parametrize("deviation", [1, 350])
@pytest.mark.parametrize("volatility", [0.0001, 1])
def test_whatever_rating_a_page_brings_it_is_told_one_that_it_may_bring_again(
    rating: float, deviation: float, volatility: float
) -> None:
    brought = protocol.Rate(rating=rating, deviation=deviation, volatility=volatility)
    answer = solved(protocol.Solve(nonce=NONCE, puzzle=1, stroke=Stroke(0, 0, 300_000), rating=brought))
    assert answer.training is not None
    assert answer.training.rating is not None
    assert msgspec.convert(msgspec.to_builtins(answer.training.rating), protocol.Rate).value == answer.training.rating
