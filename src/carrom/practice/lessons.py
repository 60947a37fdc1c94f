"""The lessons: boards with goals, their files `courses/*.toml`, messages for the page, and the coach."""

import math
import re
import tomllib
from enum import StrEnum
from functools import cache
from importlib.resources import files
from random import Random
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from carrom.board import STRIKER, Disc, Point, Position, Seat, Stroke, StrokeKind
from carrom.board.equipment import MM, STANDARD
from carrom.board.notation import read_stroke, write_position, write_stroke
from carrom.board.rack import nominal_rack
from carrom.engine.candidates import Family, direct, ways_in
from carrom.engine.engine import Engine
from carrom.engine.levels import LEVELS, NO_HABITS, level_named
from carrom.engine.situation import Situation
from carrom.engine.stroke_names import called
from carrom.errors import LessonError, RefusedRequest
from carrom.i18n import TranslatableText
from carrom.physics.surface import Surface
from carrom.practice.play import PracticeResult, fallen
from carrom.practice.setup import QUEENS, SetupPosition, fault_of, position_of, round_of
from carrom.rules.clauses import Ruleset
from carrom.rules.lesson import glance
from carrom.rules.round import COLOUR, Phase, QueenState, Round
from carrom.rules.ruling import Turn
from carrom.values import Value, changed

# -- steps and goals ---------------------------------------------------------------------------------------------------
# A lesson has steps, each with a demonstration, and then positions without one. Both are a `LessonStep`.


OPEN = 0.3
"""A direct shot counts as open if a player with an aim error of one degree makes it this often."""


class Colours(StrEnum):
    """Which rule sets a step is for."""

    OWNED = "owned"
    """Those in which each side owns a colour."""
    SHARED = "shared"
    """Those in which it does not."""


class Pocket(StrEnum):
    """A pocket, as the player at the south sees it."""

    FAR_LEFT = "far-left"
    FAR_RIGHT = "far-right"
    NEAR_LEFT = "near-left"
    NEAR_RIGHT = "near-right"

    @property
    def centre(self) -> tuple[int, int]:
        """Centre of the pocket, µm."""
        reach = STANDARD.pocket_centre
        side, depth = (-1 if self.value.endswith("left") else 1), (1 if self.value.startswith("far") else -1)
        return side * reach, depth * reach


class Near(Value, frozen=True, kw_only=True):
    """A disc that must come to rest in front of a pocket."""

    disc: Disc
    pocket: Pocket
    within: int
    """Largest distance from the pocket's centre, µm."""


class Goal(Value, frozen=True, kw_only=True):
    """Conditions on a stroke; unset fields are not checked."""

    falls: tuple[Disc, ...] = ()
    """Discs that must all fall."""
    one_of: tuple[Disc, ...] = ()
    """Discs of which at least one must fall."""
    spares: tuple[Disc, ...] = ()
    """Discs that must not fall; the striker may be among them."""
    touches: Disc | None = None
    """The disc that the striker must touch first."""
    stands: tuple[int, int] | None = None
    """Range of the striker's offset on the baseline, µm."""
    rests_within: int | None = None
    """Largest distance from the board's centre at which the striker comes to rest, µm."""
    near: tuple[Near, ...] = ()
    """Discs that must come to rest in front of a pocket."""
    kinds: tuple[StrokeKind, ...] = ()
    """The kinds of stroke that count."""
    queen: QueenState | None = None
    """State of the queen after the ruling."""
    keeps: bool = False
    """Whether the ruling must leave the turn with the learner, or give them the board."""
    won: bool = False
    """Whether the ruling must give the learner the board."""
    broken: bool = False
    """Whether the ruling must accept the stroke as a break."""
    scatter: int = 0
    """Least number of pieces outside the large circle."""
    leaves: int | None = None
    """Most open shots that the player in turn afterwards may have."""
    opens: tuple[Disc, ...] = ()
    """Pieces to which a direct shot must be open for `opens_for`."""
    opens_for: Seat = Seat.SOUTH
    nothing: bool = False
    """Whether nothing may fall."""
    streak: bool = False
    """Whether the learner may strike on as long as the turn is theirs, until the goal is reached."""
    wins: bool = False
    """Whether the board must be won against the computer, after any number of turns."""


class LessonStep(Value, frozen=True, kw_only=True):
    """One exercise on the board."""

    key: str
    """Number of the text: `1`, `2` … for steps, `a`, `b`, `c` for the positions at the end."""
    position: Position
    goal: Goal
    solution: tuple[Stroke, ...]
    """Strokes that reach the goal one after another, shown on request; one, unless the goal is a streak."""
    wrong: Stroke
    """A stroke that does not reach the goal."""
    success: float
    """How often the solution reaches the goal at the lesson's level, from 0 to 1; 0 for a board to be won."""
    rows: tuple[str, ...] = ()
    """Rows of the rule book's summary table that the step is about; they are shown with it."""
    queen: str = "mover"
    """State of the queen, as in `SetupPosition`; by default the learner has covered it."""
    colours: Colours | None = None
    """The rule sets for which the step is meant; None for all."""
    covers: bool = False
    """Whether the step requires that the queen needs a cover."""
    partners: bool = False
    """Whether four players sit at the board."""
    attempt: int | None = None
    """The attempt at the break; None once the rack is broken."""

    @property
    def goes_on(self) -> bool:
        """Whether the goal may take several strokes."""
        return self.goal.wins or self.goal.streak

    def fits(self, rules: Ruleset) -> bool:
        """Whether the step has a meaning under a rule set."""
        if self.colours is not None and (self.colours is Colours.OWNED) is not rules.colours_are_owned:
            return False
        if self.partners and 4 not in rules.parameters.players:
            return False
        return not (self.covers and rules.has("queen_needs_no_cover"))

    def moment(self, rules: Ruleset) -> SetupPosition:
        """Return the position the step begins with, under a rule set."""
        return SetupPosition(
            rules=rules.name,
            position=write_position(self.position),
            queen=self.queen,
            attempt=self.attempt,
            partners=self.partners,
        )


class Lesson(Value, frozen=True, kw_only=True):
    """A sequence of related steps and, at the end, positions to solve."""

    name: str
    minutes: int
    """Time that a learner needs, in minutes."""
    level: str
    """Level whose accuracy the success rates are stated for."""
    steps: tuple[LessonStep, ...]

    def under(self, rules: Ruleset) -> tuple[LessonStep, ...]:
        """Return the steps that apply under a rule set."""
        return tuple(step for step in self.steps if step.fits(rules))


def reached(goal: Goal, moment: SetupPosition, after: PracticeResult, surface: Surface) -> bool | None:
    """Return whether a stroke from `moment` has reached a goal; None while the learner may go on."""
    if goal.wins:
        return None if after.round is None or after.round.result is None else _is_won(after)
    assert after.played is not None
    assert after.ruling is not None
    if _is_reached(goal, moment, after, surface):
        return True
    goes_on = goal.streak and after.ruling.turn is Turn.CONTINUE and not set(goal.spares) & set(_down(after))
    return None if goes_on else False


def _down(after: PracticeResult) -> tuple[Disc, ...]:
    """Return everything that fell, including the striker."""
    assert after.played is not None
    return (*fallen(after), *((STRIKER,) if STRIKER in after.played.outcome.pocketed else ()))


def _is_reached(goal: Goal, moment: SetupPosition, after: PracticeResult, surface: Surface) -> bool:
    return (
        _is_seen(goal, after)
        and _is_ruled(goal, after)
        and (not goal.kinds or _kind(moment, after, surface) in goal.kinds)
        and (goal.leaves is None or _open_shots(after, surface) <= goal.leaves)
        and all(_is_open(disc, goal.opens_for, after, surface) for disc in goal.opens)
    )


def _is_seen(goal: Goal, after: PracticeResult) -> bool:
    """Whether the stroke did what the goal asks for, whatever the ruling."""
    assert after.played is not None
    assert after.stroke is not None
    outcome, rest, down = after.played.outcome, after.played.rest, set(_down(after))
    return all(
        (
            set(goal.falls) <= down,
            not goal.one_of or bool(set(goal.one_of) & down),
            not set(goal.spares) & down,
            goal.touches is None or outcome.touched[:1] == (goal.touches,),
            goal.stands is None or goal.stands[0] <= after.stroke.x <= goal.stands[1],
            goal.rests_within is None
            or (STRIKER in rest and math.hypot(rest[STRIKER].x, rest[STRIKER].y) <= goal.rests_within),
            all(each.disc in after.position and _distance(after, each) <= each.within for each in goal.near),
            sum(math.hypot(disc.at.x, disc.at.y) > STANDARD.outer_circle / 2 for disc in after.position)
            >= goal.scatter,
            not goal.nothing or not down,
        )
    )


def _is_ruled(goal: Goal, after: PracticeResult) -> bool:
    """Whether the ruling is the one the goal asks for."""
    assert after.ruling is not None
    assert after.round is not None
    return all(
        (
            goal.queen is None or after.round.queen is goal.queen,
            not goal.keeps or after.ruling.turn is Turn.CONTINUE or _is_won(after),
            not goal.won or _is_won(after),
            not goal.broken or (after.round.phase is Phase.PLAY and STRIKER not in _down(after)),
        )
    )


def _distance(after: PracticeResult, near: Near) -> float:
    at, (x, y) = after.position[near.disc], near.pocket.centre
    return math.hypot(at.x - x, at.y - y)


def _is_won(after: PracticeResult) -> bool:
    """Whether the learner, who sits at the south, has won the board."""
    if after.round is None or after.round.result is None:
        return False
    return after.round.side_of(Seat.SOUTH) in after.round.result.winners


def _kind(moment: SetupPosition, after: PracticeResult, surface: Surface) -> StrokeKind:
    """Return the kind of the stroke that led here."""
    assert after.stroke is not None
    return called(Situation(round_of(moment), position_of(moment), surface), after.stroke).name


def _open_shots(after: PracticeResult, surface: Surface) -> int:
    """Return how many pieces of the side in turn have an open direct shot; none once the board is over."""
    if after.round is None or after.round.result is not None:
        return 0
    return sum(_is_open(disc, after.round.turn, after, surface) for disc in _pieces(after.round, after.round.turn))


def _pieces(round: Round, seat: Seat) -> tuple[Disc, ...]:
    """Return the pieces on the board that the side at a seat plays for."""
    colour = round.sides[round.side_of(seat)].colour
    return tuple(disc for disc in round.on_board if disc.is_man and (colour is None or COLOUR[disc] is colour))


def _is_open(disc: Disc, seat: Seat, after: PracticeResult, surface: Surface) -> bool:
    """Whether the player at a seat has a direct shot at a piece that is `OPEN`."""
    if after.round is None or disc not in after.position:
        return False
    table = Situation(after.round, after.position, surface).table(seat, (disc,))
    shots = direct(table, list(ways_in(table, disc)), Family.DIRECT, keep=1)
    return any(shot.ease >= OPEN for shot in shots)


# -- lesson files: lengths in mm, strokes in notation ------------------------------------------------------------------
# `docs/how-to/lessons.md` explains the format. Every fault is a `LessonError` that names the file, the lesson and the
# step.


Millimetres = Annotated[float, Meta(ge=-400, le=400)]
Name = Annotated[str, Meta(pattern="^[a-z][a-z0-9-]{1,30}$")]

TIMID = "x-150000.vx0.vy300000"
"""The usual wrong stroke: a tap that reaches nothing."""
RACK = "rack"
"""The board before the break."""
_PLACE = re.compile(r"(Q|[WB][1-9]) (-?\d{1,3}(?:\.\d{1,3})?) (-?\d{1,3}(?:\.\d{1,3})?)", re.ASCII)
POSITIONS = "abc"
"""Keys of the positions at the end of a lesson."""
FEWEST, MOST = 3, 5
"""Number of steps before the positions."""


class NearEntry(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`Near`, with the distance in mm."""

    disc: Disc
    pocket: Pocket
    within: Millimetres


class GoalEntry(Value, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """`Goal`, with lengths in mm."""

    falls: tuple[Disc, ...] = ()
    one_of: tuple[Disc, ...] = ()
    spares: tuple[Disc, ...] = ()
    touches: Disc | None = None
    stands: tuple[Millimetres, Millimetres] | None = None
    rests_within: Millimetres | None = None
    near: tuple[NearEntry, ...] = ()
    kinds: tuple[StrokeKind, ...] = ()
    queen: QueenState | None = None
    keeps: bool = False
    won: bool = False
    broken: bool = False
    scatter: Annotated[int, Meta(ge=0, le=19)] = 0
    leaves: Annotated[int, Meta(ge=0, le=9)] | None = None
    opens: tuple[Disc, ...] = ()
    opens_for: Seat = Seat.SOUTH
    nothing: bool = False
    streak: bool = False
    wins: bool = False


class StepEntry(Value, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A step or a position as written in a file."""

    board: str
    """Discs with their places in mm, such as "W1 250 180, B8 -60 250"; or "rack"."""
    goal: GoalEntry
    solution: tuple[str, ...] = ()
    """Strokes in notation."""
    success: Annotated[float, Meta(ge=0, le=1)] = 0.0
    wrong: str = TIMID
    rows: tuple[str, ...] = ()
    queen: str = "mover"
    colours: Colours | None = None
    covers: bool = False
    partners: bool = False
    attempt: Annotated[int, Meta(ge=1, le=9)] | None = None


class LessonEntry(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lesson as written in a file."""

    name: Name
    minutes: Annotated[int, Meta(ge=1, le=30)]
    level: Name
    steps: tuple[StepEntry, ...] = ()
    positions: tuple[StepEntry, ...] = ()


class CourseFile(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file: a course with its lessons."""

    name: Name
    lessons: tuple[LessonEntry, ...]


class Course(Value, frozen=True, kw_only=True):
    """Lessons that belong together."""

    name: str
    lessons: tuple[Lesson, ...]


def read_course(text: str, where: str) -> Course:
    """Return the course in a file's text; `where` names the file in errors. Raises `LessonError`."""
    return _course(read_entries(text, where), where)


def read_entries(text: str, where: str) -> CourseFile:
    """Return a file's content as it is written, without checking boards and strokes. Raises `LessonError`."""
    try:
        return msgspec.convert(tomllib.loads(text), CourseFile, strict=True)
    except tomllib.TOMLDecodeError as fault:
        raise LessonError(f"{where} is not TOML: {fault}") from None
    except msgspec.ValidationError as fault:
        raise LessonError(f"{where}: {fault}") from None


def _course(entries: CourseFile, where: str) -> Course:
    names = [entry.name for entry in entries.lessons]
    for name in names:
        if names.count(name) > 1:
            raise LessonError(f"{where}: two lessons are called {name!r}; expected a different name for each")
    return Course(name=entries.name, lessons=tuple(lesson_of(entry, where) for entry in entries.lessons))


def lesson_of(entry: LessonEntry, where: str) -> Lesson:
    """Return a lesson from its entry. Raises `LessonError` for anything that cannot be played."""
    where = f"{where}: lesson {entry.name}"
    if entry.level not in {level.name for level in LEVELS}:
        raise LessonError(f"{where}: there is no level {entry.level!r}; expected one of {_names(LEVELS)}")
    steps, positions = _numbered(entry.steps), _numbered(entry.positions)
    if not FEWEST <= max(steps, default=0) <= MOST:
        raise LessonError(f"{where} has {max(steps, default=0)} steps; expected {FEWEST} to {MOST}")
    if max(positions, default=0) != len(POSITIONS):
        raise LessonError(f"{where} ends with {max(positions, default=0)} positions; expected three")
    keys = (*map(str, steps), *(POSITIONS[number - 1] for number in positions))
    return Lesson(
        name=entry.name,
        minutes=entry.minutes,
        level=entry.level,
        steps=tuple(_step(each, key, where) for each, key in zip((*entry.steps, *entry.positions), keys, strict=True)),
    )


def _names(levels: Any) -> str:
    return ", ".join(level.name for level in levels)


def _numbered(entries: tuple[StepEntry, ...]) -> list[int]:
    """Return the numbers of steps, from 1; one for shared colours has that of the step for owned ones before it."""
    numbers: list[int] = []
    for index, entry in enumerate(entries):
        is_other = index > 0 and entries[index - 1].colours is Colours.OWNED and entry.colours is Colours.SHARED
        numbers.append((numbers[-1] if numbers else 0) + (not is_other))
    return numbers


def _step(entry: StepEntry, key: str, where: str) -> LessonStep:
    where = f"{where}, {'position' if key in POSITIONS else 'step'} {key}"
    position = nominal_rack() if entry.board == RACK else _position(entry.board, where)
    fault = fault_of(position)
    if fault is not None:
        raise LessonError(f"{where}: {fault.sentence}")
    if entry.queen not in QUEENS:
        raise LessonError(f"{where}: the queen is {entry.queen!r}; expected one of {', '.join(QUEENS)}")
    if not entry.solution:
        raise LessonError(f"{where} has no solution; `python -m carrom.practice.solve_lessons` finds one")
    return LessonStep(
        key=key,
        position=position,
        goal=goal_of(entry.goal),
        solution=tuple(_stroke(text, where) for text in entry.solution),
        wrong=_stroke(entry.wrong, where),
        success=entry.success,
        rows=entry.rows,
        queen=entry.queen,
        colours=entry.colours,
        covers=entry.covers,
        partners=entry.partners,
        attempt=entry.attempt,
    )


def _position(board: str, where: str) -> Position:
    """Return the position that a text such as "W1 250 180, B8 -60 250" describes."""
    places: dict[Disc, Point] = {}
    for part in board.split(","):
        match = _PLACE.fullmatch(part.strip())
        if match is None:
            raise LessonError(f"{where}: {part.strip()!r} is not a disc and its place in mm, such as 'W1 250 180'")
        if Disc(match[1]) in places:
            raise LessonError(f"{where}: {match[1]} is given twice; expected it once")
        places[Disc(match[1])] = Point(round(float(match[2]) * MM), round(float(match[3]) * MM))
    return Position.of(places)


def _stroke(text: str, where: str) -> Stroke:
    try:
        return read_stroke(text)
    except ValueError as fault:
        raise LessonError(f"{where}: {fault}") from None


def goal_of(entry: GoalEntry) -> Goal:
    """Return a goal from its entry, with lengths in µm."""
    given = {name: getattr(entry, name) for name in GoalEntry.__struct_fields__}
    if entry.stands is not None:
        given["stands"] = tuple(round(length * MM) for length in entry.stands)
    if entry.rests_within is not None:
        given["rests_within"] = round(entry.rests_within * MM)
    given["near"] = tuple(
        Near(disc=near.disc, pocket=near.pocket, within=round(near.within * MM)) for near in entry.near
    )
    return Goal(**given)


# -- writing lesson files ----------------------------------------------------------------------------------------------


def write_entries(entries: CourseFile, heading: str) -> str:
    """Return a file's text, with comment lines `heading` before it; reading it gives the same entries."""
    lines = [*(f"# {line}".rstrip() for line in heading.splitlines()), "", f'name = "{entries.name}"']
    for lesson in entries.lessons:
        lines += ["", "[[lessons]]", f'name = "{lesson.name}"', f"minutes = {lesson.minutes}"]
        lines += [f'level = "{lesson.level}"']
        for kind in ("steps", "positions"):
            for step in getattr(lesson, kind):
                lines += ["", f"[[lessons.{kind}]]", *_step_lines(step)]
    return "\n".join(lines) + "\n"


def _step_lines(step: StepEntry) -> list[str]:
    given: dict[str, Any] = msgspec.to_builtins(step)
    return [f"{key} = {_toml(value)}" for key, value in given.items()]


def _toml(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return f"{value:g}"
        case str():
            return f'"{value}"'
        case dict():
            return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(map(_toml, value)) + "]"
    raise AssertionError(f"unexpected value {value!r}")


def with_solution(entry: StepEntry, strokes: tuple[Stroke, ...], success: float) -> StepEntry:
    """Return an entry with another solution and its success rate."""
    return changed(entry, solution=tuple(map(write_stroke, strokes)), success=round(success, 2))


# -- the twenty lessons ------------------------------------------------------------------------------------------------


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


# -- messages for the page ---------------------------------------------------------------------------------------------


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


def lessons_view(rules: Ruleset, language: str = "en") -> tuple[LessonPage, ...]:
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


# -- the coach of the last lesson --------------------------------------------------------------------------------------


EYE = "club"
"""The level that chooses the coach's advice: good enough to find strokes, fast enough for a page."""
SIMULATIONS = 1_000
"""Simulations for the coach's advice."""
WAYS = {
    StrokeKind.ONE_FRAME: "rebound",
    StrokeKind.TWO_FRAMES: "rebound",
    StrokeKind.BANK: "bank",
    StrokeKind.PLANT: "combination",
    StrokeKind.KISS: "combination",
}
POCKETS = ("far-left", "far-right", "near-left", "near-right")
"""Pockets from the player's view, in the order of a stroke's pocket number."""


def advice(round: Round, after: PracticeResult, surface: Surface, rng: Random) -> tuple[TranslatableText, ...]:
    """Return advice for the next stroke of the side in turn; empty when the board is over."""
    if round.result is not None:
        return ()
    level = level_named(EYE)
    budget = changed(level.budget, simulations=SIMULATIONS)
    eye = Engine(changed(level, budget=budget, habits=NO_HABITS))
    aimed = eye.aim(Situation(round, after.position, surface), rng)
    if aimed.disc is None or aimed.pocket is None:
        return (TranslatableText("lesson.coach.lattice"),)
    way = WAYS.get(aimed.name, "direct")
    return (TranslatableText(f"lesson.coach.{way}.{POCKETS[aimed.pocket]}", (("disc", aimed.disc.value),)),)


def meaning(after: PracticeResult, mine: bool) -> tuple[TranslatableText, ...]:
    """Return a comment on the last stroke, as one short sentence."""
    if after.ruling is None or after.round is None:
        return ()
    down = fallen(after)
    striker = after.played is not None and Disc.S in after.played.outcome.pocketed
    if not mine:
        return (
            TranslatableText(
                "lesson.coach.theirs.stays" if after.ruling.turn is Turn.CONTINUE else "lesson.coach.theirs"
            ),
        )
    if striker:
        return (TranslatableText("lesson.coach.striker"),)
    if after.round.queen is QueenState.PENDING:
        return (TranslatableText("lesson.coach.cover"),)
    if after.ruling.turn is Turn.CONTINUE:
        return (TranslatableText("lesson.coach.again"),)
    return (TranslatableText("lesson.coach.gift") if down else TranslatableText("lesson.coach.missed"),)
