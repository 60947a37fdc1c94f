"""The twenty lessons, read from `courses/*.toml`, and as messages for the page, which has their texts."""

from functools import cache
from importlib.resources import files

from carrom.board.stroke import Stroke
from carrom.errors import RefusedRequest
from carrom.practice.lesson import Lesson
from carrom.practice.lesson_file import Course, read_course
from carrom.practice.setup import SetupPosition
from carrom.rules.book.summary import glance
from carrom.rules.clauses import Ruleset
from carrom.values import Value

COURSES = ("first-board", "strokes", "tactics", "laws")
"""Names of the courses and of their files, in the order of learning."""


@cache
def courses() -> tuple[Course, ...]:
    """Return the courses that ship with the package."""
    folder = files("carrom.practice").joinpath("courses")
    return tuple(
        read_course(folder.joinpath(f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml") for name in COURSES
    )


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return all lessons, in the order of learning."""
    return tuple(lesson for course in courses() for lesson in course.lessons)


def lesson_named(name: str) -> Lesson:
    """Return a lesson by name. Raises `RefusedRequest` for an unknown name."""
    for lesson in lessons():
        if lesson.name == name:
            return lesson
    raise RefusedRequest(f"no lesson is called {name!r}: there are {', '.join(lesson.name for lesson in lessons())}")


# -- messages for the page ----------------------------------------------------------------------------------------


class LessonPageStep(Value, frozen=True, kw_only=True):
    """A step as a message for the page, which has the texts under `lesson.<lesson>.<key>`."""

    key: str
    """`1`, `2` … for steps, `a`, `b`, `c` for the positions at the end; some rule sets skip steps."""
    moment: SetupPosition
    rows: tuple[tuple[str, str], ...]
    """Summary rows of the rule book for this step: title and text."""
    solution: tuple[Stroke, ...]
    """Strokes that solve the step one after another; empty for a board to be won."""
    goes_on: bool
    """Whether the step may take several strokes."""
    success: float
    """How often the solution succeeds at the lesson's level; 0 if unknown."""


class LessonPage(Value, frozen=True, kw_only=True):
    """A lesson as a message for the page."""

    name: str
    course: str
    minutes: int
    level: str
    steps: tuple[LessonPageStep, ...]


def lessons_told(rules: Ruleset, language: str = "en") -> tuple[LessonPage, ...]:
    """Return the lessons that apply under a rule set, with rule texts in a language."""
    rows = glance(rules, language)
    return tuple(
        LessonPage(
            name=lesson.name,
            course=course.name,
            minutes=lesson.minutes,
            level=lesson.level,
            steps=tuple(
                LessonPageStep(
                    key=step.key,
                    moment=step.moment(rules),
                    rows=tuple(rows[row] for row in step.rows if row in rows),
                    solution=() if step.goal.wins else step.solution,
                    goes_on=step.goes_on,
                    success=step.success,
                )
                for step in lesson.under(rules)
            ),
        )
        for course in courses()
        for lesson in course.lessons
        if lesson.under(rules)
    )
