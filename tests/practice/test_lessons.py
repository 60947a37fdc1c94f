"""The lessons: each step is solved by its own stroke in every rule set, and the board can be played to its end."""

import json
from pathlib import Path
from random import Random

import pytest

from carrom.board.placement.striker_spots import check_position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.play.engine import Engine
from carrom.engine.play.levels import level_named
from carrom.engine.position.situation import Situation
from carrom.errors import RefusedRequest
from carrom.physics.surface import surface
from carrom.practice.coach import advice, meaning
from carrom.practice.lesson import reached
from carrom.practice.lessons import BOARD, LESSONS, lesson_named, lessons_told
from carrom.practice.play import PracticeResult, answered, tried
from carrom.practice.setup import SetupPosition, moment_of
from carrom.rules.ruleset import NAMES, named

CLUB = surface("club")
TEXTS = json.loads((Path(__file__).parents[2] / "web" / "src" / "i18n" / "en.json").read_text(encoding="utf-8"))
STEPS = [
    pytest.param(name, lesson, step, id=f"{name}-{lesson.name}-{1 + lesson.steps.index(step)}")
    for name in NAMES
    for lesson in LESSONS
    for step in lesson.under(named(name))
]


def exact(moment: SetupPosition, stroke: Stroke) -> PracticeResult:
    """Return what a judged stroke leads to, played as it was meant."""
    return tried(moment, stroke, CLUB, legal=True, judged=True, hand=None, rng=Random(1))


@pytest.mark.parametrize(("name", "lesson", "step"), STEPS)
def test_the_stroke_that_is_shown_solves_its_step_and_a_timid_one_does_not(name, lesson, step):
    check_position(step.position)
    moment = step.moment(named(name))
    found = reached(step.goal, exact(moment, step.solution))
    assert found is (None if step.goal.wins else True)
    timid = exact(moment, Stroke(-150_000, 0, 300_000))
    assert reached(step.goal, timid) is (None if step.goal.wins else step.goal.nothing)


@pytest.mark.parametrize("name", NAMES)
def test_the_last_board_is_played_to_its_end_with_the_coach_speaking(name):
    rng = Random(5)
    step = BOARD.under(named(name))[0]
    moment, found, strokes = step.moment(named(name)), None, 0
    pupil = Engine(level_named("strong-club"))
    while found is None and strokes < 120:
        mine = moment.turn is Seat.SOUTH
        if mine:
            from carrom.practice.play import checked

            round, position = checked(moment)
            after = exact(moment, pupil.choose(Situation(round, position, CLUB), rng))
        else:
            after = answered(moment, "beginner", CLUB, rng)
        found, strokes = reached(step.goal, after), strokes + 1
        assert after.round is not None
        said = (*meaning(after, mine), *advice(after.round, after, CLUB, rng))
        assert all(each.key in TEXTS for each in said), said
        moment = moment_of(after.round, after.position)
    assert found is not None


@pytest.mark.parametrize("name", NAMES)
def test_every_step_has_its_sentences(name):
    for lesson in lessons_told(named(name)):
        assert f"lesson.{lesson.name}" in TEXTS
        for step in lesson.steps:
            for part in ("", ".hint", ".done", ".again"):
                assert f"lesson.{lesson.name}.{step.key}{part}" in TEXTS


def test_prices_are_those_of_the_book():
    dues = {name: next(each for each in lessons_told(named(name)) if each.name == "dues") for name in NAMES}
    assert dues["icf"].steps[0].rows == (("The striker alone in a pocket", "one man comes back and the turn ends"),)
    assert "foul" in dues["eight-rounds"].steps[0].rows[0][1]
    assert len(dues["points"].steps) == 2


def test_a_lesson_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(RefusedRequest, match="there are lines, aim, men, queen, dues, board"):
        lesson_named("flying")
