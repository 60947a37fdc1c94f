"""The six lessons: positions, goals, and a stroke that reaches each. The texts are in the page's message catalogue."""

from carrom.board.disc import Disc
from carrom.board.equipment import MM
from carrom.board.position import Point, Position
from carrom.board.stroke import Stroke
from carrom.errors import RefusedRequest
from carrom.practice.lesson import Goal, Lesson, LessonStep
from carrom.practice.setup import SetupPosition
from carrom.rules.book.summary import glance
from carrom.rules.clauses import Ruleset
from carrom.rules.round import QueenState
from carrom.values import Value


def lying(**places: tuple[int, int]) -> Position:
    """Return a position from places in mm."""
    return Position.of({Disc(name): Point(x * MM, y * MM) for name, (x, y) in places.items()})


S, Q, W1, W2, W3, B1, B2 = Disc.S, Disc.Q, Disc.W1, Disc.W2, Disc.W3, Disc.B1, Disc.B2
QUIET = {"W8": (-150, 120), "B8": (-60, 250)}
"""Two pieces at the side, so that no board ends with the piece that a step is about."""

LINES = Lesson(
    name="lines",
    steps=(
        LessonStep(
            position=lying(W1=(110, 60), **QUIET),
            goal=Goal(touches=W1),
            solution=Stroke(110_000, 0, 1_200_000),
        ),
        LessonStep(
            position=lying(W1=(219, 40), **QUIET),
            goal=Goal(touches=W1, stands=(210_000, 230_000)),
            solution=Stroke(219_000, 0, 1_200_000),
        ),
    ),
)

AIM = Lesson(
    name="aim",
    steps=(
        LessonStep(
            position=lying(W1=(250, 180), **QUIET),
            goal=Goal(falls=(W1,), spares=(S,)),
            solution=Stroke(0, 1_180_000, 2_000_000),
        ),
        LessonStep(
            position=lying(**QUIET),
            goal=Goal(rests_within=85 * MM),
            solution=Stroke(0, 0, 771_000),
        ),
        LessonStep(
            position=lying(W1=(300, 236), **QUIET),
            goal=Goal(falls=(W1,), spares=(S,)),
            solution=Stroke(0, 780_000, 1_270_000),
        ),
    ),
)

MEN = Lesson(
    name="men",
    steps=(
        LessonStep(
            position=lying(W1=(150, 200), **QUIET),
            goal=Goal(falls=(W1,), spares=(S,)),
            solution=Stroke(0, 690_000, 2_500_000),
        ),
        LessonStep(
            position=lying(W1=(-250, 180), B1=(250, 180), **QUIET),
            goal=Goal(falls=(W1,), spares=(S, B1)),
            solution=Stroke(0, -1_180_000, 2_000_000),
            rows=("theirs",),
            owned=True,
        ),
        LessonStep(
            position=lying(W2=(190, 170), W1=(272, 262), **QUIET),
            goal=Goal(falls=(W1,)),
            solution=Stroke(-30_000, 876_742, 1_797_588),
        ),
    ),
)

QUEEN = Lesson(
    name="queen",
    steps=(
        LessonStep(
            position=lying(Q=(250, 180), W1=(-250, 180), **QUIET),
            goal=Goal(falls=(Q,), spares=(S,)),
            solution=Stroke(0, 1_180_000, 2_000_000),
            rows=("queen-from", "queen-worth"),
            queen="board",
        ),
        LessonStep(
            position=lying(W1=(-250, 180), **QUIET),
            goal=Goal(falls=(W1,), spares=(S,), queen=QueenState.COVERED),
            solution=Stroke(0, -1_180_000, 2_000_000),
            queen="pending",
            covers=True,
        ),
        LessonStep(
            position=lying(W1=(-250, 180), **QUIET),
            goal=Goal(nothing=True),
            solution=Stroke(0, 0, 700_000),
            rows=("uncovered",),
            queen="pending",
            covers=True,
        ),
    ),
)

DUES = Lesson(
    name="dues",
    steps=(
        LessonStep(
            position=lying(W1=(-250, 180), **QUIET),
            goal=Goal(falls=(S,)),
            solution=Stroke(0, 1_250_000, 2_160_000),
            rows=("striker-alone",),
        ),
        LessonStep(
            position=lying(W1=(305, 255), **QUIET),
            goal=Goal(falls=(W1,), spares=(S,)),
            solution=Stroke(0, 780_000, 1_270_000),
        ),
        LessonStep(
            position=lying(B1=(250, 180), W1=(-250, 180), **QUIET),
            goal=Goal(falls=(B1,)),
            solution=Stroke(0, 1_180_000, 2_000_000),
            rows=("theirs",),
            owned=True,
        ),
    ),
)

BOARD = Lesson(
    name="board",
    steps=(
        LessonStep(
            position=lying(
                W1=(250, 180), W2=(-230, 120), W3=(60, 190), B1=(-110, -60), B2=(120, 40), B3=(-40, 100), B4=(30, -90)
            ),
            goal=Goal(wins=True),
            solution=Stroke(0, 1_180_000, 2_000_000),
        ),
    ),
)

LESSONS = (LINES, AIM, MEN, QUEEN, DUES, BOARD)
"""All lessons, in the order of learning."""


def lesson_named(name: str) -> Lesson:
    """Return a lesson by name. Raises `RefusedRequest` for an unknown name."""
    for lesson in LESSONS:
        if lesson.name == name:
            return lesson
    raise RefusedRequest(f"no lesson is called {name!r}: there are {', '.join(lesson.name for lesson in LESSONS)}")


# -- messages for the page ----------------------------------------------------------------------------------------


class LessonPageStep(Value, frozen=True, kw_only=True):
    """A step as a message for the page, which has the texts under `lesson.<lesson>.<key>`."""

    key: str
    """Number among all steps of the lesson, from 1; some rule sets skip steps."""
    moment: SetupPosition
    rows: tuple[tuple[str, str], ...]
    """Summary rows of the rule book for this step: title and text."""
    solution: Stroke | None
    """A stroke that solves the step; null for a board to be won."""


class LessonPage(Value, frozen=True, kw_only=True):
    """A lesson as a message for the page."""

    name: str
    steps: tuple[LessonPageStep, ...]


def lessons_told(rules: Ruleset, language: str = "en") -> tuple[LessonPage, ...]:
    """Return the lessons under a rule set, with rule texts in a language."""
    rows = glance(rules, language)
    return tuple(
        LessonPage(
            name=lesson.name,
            steps=tuple(
                LessonPageStep(
                    key=str(1 + lesson.steps.index(step)),
                    moment=step.moment(rules),
                    rows=tuple(rows[row] for row in step.rows if row in rows),
                    solution=None if step.goal.wins else step.solution,
                )
                for step in lesson.under(rules)
            ),
        )
        for lesson in LESSONS
    )
