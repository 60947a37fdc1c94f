"""The twenty lessons: files, demonstrations, and exercises that no wrong stroke solves."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from carrom.board.notation import read_stroke
from carrom.board.seat import Seat
from carrom.board.striker_spots import check_position
from carrom.engine.engine import Engine
from carrom.engine.levels import level_named
from carrom.engine.situation import Situation
from carrom.errors import LessonError, RefusedRequest
from carrom.physics.surface import surface
from carrom.practice.lessons import (
    COURSES,
    TIMID,
    Course,
    Lesson,
    LessonStep,
    advice,
    courses,
    lesson_named,
    lessons,
    lessons_view,
    meaning,
    reached,
    read_course,
    read_entries,
    write_entries,
)
from carrom.practice.play import answered, checked, tried
from carrom.practice.setup import moment_of
from carrom.practice.solve_lessons import HEADING, folder, played, rules_for, success
from carrom.rules.ruleset import NAMES, named

CLUB = surface("club")
WEB = Path(__file__).parents[2] / "web" / "src" / "i18n"
TEXTS = {
    key: text
    for path in (WEB / "en.json", WEB / "more" / "learn.json")
    for key, text in json.loads(path.read_text(encoding="utf-8")).items()
}
EACH = [
    pytest.param(lesson, step, id=f"{lesson.name}-{step.key}-{step.colours or 'all'}")
    for lesson in lessons()
    for step in lesson.steps
]
SOLVED = [each for each in EACH if not each.values[1].goal.wins]
LEAST = 0.12
"""Least success rate of a solution for a player at the lesson's level."""


def test_there_are_twenty_lessons_in_four_courses() -> None:
    assert [course.name for course in courses()] == list(COURSES)
    assert len(lessons()) == len({lesson.name for lesson in lessons()}) == 20


def test_a_lesson_ends_with_three_positions_in_every_rule_set_it_applies_to() -> None:
    for lesson in lessons():
        for name in NAMES:
            steps = lesson.under(named(name))
            keys = [step.key for step in steps if not step.key.isdecimal()]
            assert not steps or len(keys) == len(set(keys)) >= 1, (lesson.name, name)
        assert [step.key for step in lesson.under(named("icf"))][-3:] == ["a", "b", "c"], lesson.name


@pytest.mark.parametrize("course", courses(), ids=lambda course: course.name)
def test_the_solution_reaches_the_goal_in_every_rule_set_and_a_plainly_wrong_stroke_does_not(course: Course) -> None:
    for lesson in course.lessons:
        for step in lesson.steps:
            if step.goal.wins:
                continue
            check_position(step.position)
            for name in NAMES:
                if step.fits(named(name)):
                    where = (lesson.name, step.key, step.colours, name)
                    assert played(step, name, step.solution, None, Random(1)), where
                    assert not played(step, name, (step.wrong,), None, Random(1)), where


@pytest.mark.slow(first=3)
@pytest.mark.parametrize(("lesson", "step"), SOLVED)
def test_the_solution_forgives_the_aim_error_of_its_level(lesson: Lesson, step: LessonStep) -> None:
    assert step.success >= LEAST
    assert success(step, rules_for(step), step.solution, lesson.level, 60) == pytest.approx(step.success, abs=0.25)


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("name", NAMES)
def test_the_board_to_be_won_is_played_to_its_end_with_the_coach_speaking(name: str) -> None:
    rng = Random(5)
    (step,) = (step for lesson in lessons() for step in lesson.steps if step.goal.wins)
    moment, found, strokes = step.moment(named(name)), None, 0
    pupil = Engine(level_named("strong-club"))
    while found is None and strokes < 120:
        mine = moment.turn is Seat.SOUTH
        if mine:
            round, position = checked(moment)
            stroke = pupil.choose(Situation(round, position, CLUB), rng)
            after = tried(moment, stroke, CLUB, legal=True, judged=True, hand=None, rng=rng)
        else:
            after = answered(moment, "beginner", CLUB, rng)
        found, strokes = reached(step.goal, moment, after, CLUB), strokes + 1
        assert after.round is not None
        said = (*meaning(after, mine), *advice(after.round, after, CLUB, rng))
        assert all(each.key in TEXTS for each in said), said
        moment = moment_of(after.round, after.position)
    assert found is not None


def test_every_lesson_and_step_has_its_sentences_and_no_sentence_is_left_over() -> None:
    wanted = {f"lesson.{lesson.name}{part}" for lesson in lessons() for part in ("", ".about", ".hint")}
    for lesson in lessons():
        for step in lesson.steps:
            wanted |= {f"lesson.{lesson.name}.{step.key}"}
            wanted |= set() if not step.key.isdecimal() else {f"lesson.{lesson.name}.{step.key}.done"}
    assert wanted <= TEXTS.keys()
    names = {lesson.name for lesson in lessons()}
    assert {key for key in TEXTS if key.split(".")[0] == "lesson" and key.split(".")[1] in names} == wanted


def test_a_step_says_one_idea_in_at_most_two_short_sentences() -> None:
    for lesson in lessons():
        for step in lesson.steps:
            sentences = re.split(r"(?<=[.!?:]) ", TEXTS[f"lesson.{lesson.name}.{step.key}"])
            assert max(len(sentence.split()) for sentence in sentences) <= 20, sentences
            assert len([each for each in sentences if not each.endswith(":")]) <= 2, sentences


def test_prices_are_those_of_the_book() -> None:
    fouls = {name: next(each for each in lessons_view(named(name)) if each.name == "fouls") for name in NAMES}
    assert fouls["icf"].steps[0].rows == (("The striker alone in a pocket", "one man comes back and the turn ends"),)
    assert "foul" in fouls["eight-rounds"].steps[0].rows[0][1]


def test_partners_are_taught_only_where_four_may_play() -> None:
    names = {name: {lesson.name for lesson in lessons_view(named(name))} for name in NAMES}
    assert "partners" in names["icf"]
    assert "partners" not in names["three-player"]


def test_an_unknown_lesson_is_refused_with_the_known_ones() -> None:
    with pytest.raises(RefusedRequest, match="there are first-stroke, straight, aiming"):
        lesson_named("flying")


# -- the files ----------------------------------------------------------------------------------------------------

STEP = 'board = "W1 250 180"\ngoal = { falls = ["W1"] }\nsolution = ["x0.vx1180000.vy2000000"]\n'
GOOD = (
    'name = "course"\n[[lessons]]\nname = "one"\nminutes = 3\nlevel = "club"\n'
    + f"[[lessons.steps]]\n{STEP}" * 3
    + f"[[lessons.positions]]\n{STEP}" * 3
)


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("W1 250 180", "W1 250", "'W1 250' is not a disc and its place in mm"),
        ("W1 250 180", "W1 350 350", "over a pocket"),
        ("W1 250 180", "W1 0 0, W2 10 0", "overlaps"),
        ("W1 250 180", "W1 0 0, W1 90 0", "W1 is given twice"),
        ('falls = ["W1"]', 'fals = ["W1"]', "fals"),
        ('falls = ["W1"]', 'falls = ["W10"]', "W10"),
        ('level = "club"', 'level = "god"', "there is no level 'god'; expected one of first-timer"),
        ("vx1180000", "vx", "is not a stroke"),
        (f"[[lessons.positions]]\n{STEP}", "", "ends with 0 positions; expected three"),
        (f"[[lessons.steps]]\n{STEP}", "", "has 0 steps; expected 3 to 5"),
        ('solution = ["x0.vx1180000.vy2000000"]', "", "solve_lessons` finds one"),
        ("minutes = 3", "minutes = ", "is not TOML"),
    ],
)
def test_a_fault_of_a_lesson_file_is_one_sentence_with_its_place(before: str, after: str, why: str) -> None:
    assert read_course(GOOD, "c.toml").lessons[0].name == "one"
    with pytest.raises(LessonError, match=re.escape(why)) as fault:
        read_course(GOOD.replace(before, after), "c.toml")
    assert "c.toml" in str(fault.value)


@pytest.mark.parametrize("course", COURSES)
def test_a_lesson_file_is_in_the_form_that_the_solver_writes(course: str) -> None:
    text = (folder() / f"{course}.toml").read_text(encoding="utf-8")
    assert write_entries(read_entries(text, course), HEADING) == text


def test_the_usual_wrong_stroke_is_a_stroke() -> None:
    assert read_stroke(TIMID).vy > 0
