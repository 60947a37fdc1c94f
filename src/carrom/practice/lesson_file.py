"""Read and write the lesson files (`courses/*.toml`): lengths in mm, strokes in notation.

`docs/how-to/lessons.md` explains the format. Every fault is a `LessonError` that names the file, the lesson and the
step.
"""

import re
import tomllib
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from carrom.board.disc import Disc
from carrom.board.equipment import MM
from carrom.board.notation import read_stroke, write_stroke
from carrom.board.position import Point, Position
from carrom.board.rack import nominal_rack
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.board.stroke_kind import StrokeKind
from carrom.engine.play.levels import LEVELS
from carrom.errors import LessonError
from carrom.practice.check_position import fault_of
from carrom.practice.lesson import Colours, Goal, Lesson, LessonStep, Near, Pocket
from carrom.practice.setup import QUEENS
from carrom.rules.round import QueenState
from carrom.values import Value, changed

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


# -- writing ------------------------------------------------------------------------------------------------------


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
