"""Find solutions of lesson steps, and how often each succeeds at its lesson's level.

`python -m carrom.practice.solve_lessons [LESSON ...]` writes them into the lesson files: for the lessons named, or for
every step without a solution that reaches its goal.
"""

import math
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

from carrom.board import STRIKER, Disc, Seat, Stroke
from carrom.board.equipment import STANDARD
from carrom.board.striker_spots import legal_spans, striker_at
from carrom.engine.candidates import candidates
from carrom.engine.geometry import HandNoise
from carrom.engine.levels import level_named
from carrom.engine.situation import Situation
from carrom.errors import CarromError, LessonError
from carrom.physics.surface import surface
from carrom.practice.lessons import (
    COURSES,
    CourseFile,
    Lesson,
    LessonEntry,
    LessonStep,
    StepEntry,
    lesson_of,
    reached,
    read_entries,
    with_solution,
    write_entries,
)
from carrom.practice.play import PracticeResult, checked, tried
from carrom.practice.setup import SetupPosition, moment_of
from carrom.rules.ruleset import NAMES, named
from carrom.values import changed

SURFACE = surface("club")
RANDOM, FEW, SAMPLES = 250, 12, 400
"""Random strokes tried, and samples for a comparison of strokes and for the stated success rate."""
ENOUGH = 30
"""Solutions that are compared."""
DEEPEST = 3
"""Most strokes of a streak."""
HEADING = """Lessons of this course: boards in mm, goals, and a solution of each step. See docs/how-to/lessons.md.
`python -m carrom.practice.solve_lessons` writes `solution` and `success`."""


def played(step: LessonStep, rules: str, strokes: tuple[Stroke, ...], hand: HandNoise | None, rng: Random) -> bool:
    """Return whether strokes reach the goal of a step one after another, with execution noise or exactly."""
    moment = step.moment(named(rules))
    for stroke in strokes:
        after = tried(moment, stroke, SURFACE, legal=True, judged=True, hand=hand, rng=rng)
        found = reached(step.goal, moment, after, SURFACE)
        if found is not None:
            return found
        assert after.round is not None
        moment = moment_of(after.round, after.position)
    return False


def success(step: LessonStep, rules: str, strokes: tuple[Stroke, ...], level: str, samples: int = SAMPLES) -> float:
    """Return how often strokes reach the goal of a step with the accuracy of a level."""
    rng, hand = Random(f"{step.position} {samples}"), level_named(level).hand
    return sum(_reaches(step, rules, strokes, hand, rng) for _ in range(samples)) / samples


def rules_for(step: LessonStep) -> str:
    """Return the first rule set for which a step is meant."""
    return next(name for name in NAMES if step.fits(named(name)))


def solved(step: LessonStep, lesson: Lesson, rng: Random) -> tuple[tuple[Stroke, ...], float]:
    """Return the best strokes found for a step, and their success rate. Raises `LessonError` if none are found."""
    rules = rules_for(step)
    depth = DEEPEST if step.goal.streak else 1
    streaks = _streaks(step, step.moment(named(rules)), rng, depth)
    found = list(_first((strokes for strokes in streaks if _reaches_everywhere(step, strokes)), ENOUGH))
    if not found:
        raise LessonError(f"no solution of lesson {lesson.name}, step {step.key}, was found: change its board or goal")
    share = partial(success, step, rules, level=lesson.level)
    ranked = sorted(found[:16], key=lambda strokes: -share(strokes, samples=FEW))[:3]
    best = max(ranked, key=lambda strokes: share(strokes, samples=4 * FEW))
    for _ in range(4):
        other = tuple(_varied(stroke, rng) for stroke in best)
        if _reaches_everywhere(step, other) and share(other, samples=4 * FEW) > share(best, samples=4 * FEW):
            best = other
    return best, share(best)


def _reaches(
    step: LessonStep, rules: str, strokes: tuple[Stroke, ...], hand: HandNoise | None = None, rng: Random | None = None
) -> bool:
    """Whether strokes are legal and reach the goal."""
    try:
        return played(step, rules, strokes, hand, rng or Random(0))
    except CarromError:
        return False


def _reaches_everywhere(step: LessonStep, strokes: tuple[Stroke, ...]) -> bool:
    """Whether strokes reach the goal under every rule set for which the step is meant."""
    return all(_reaches(step, name, strokes) for name in NAMES if step.fits(named(name)))


def _streaks(step: LessonStep, moment: SetupPosition, rng: Random, depth: int) -> Iterator[tuple[Stroke, ...]]:
    """Yield sequences of at most `depth` strokes that reach the goal, played exactly."""
    onward: list[tuple[Stroke, PracticeResult]] = []
    for stroke in _proposals(moment, rng, *((150, RANDOM) if not step.goal.streak else (60, 20))):
        try:
            after = tried(moment, stroke, SURFACE, legal=True, judged=True, hand=None, rng=rng)
        except CarromError:
            continue
        found = reached(step.goal, moment, after, SURFACE)
        if found:
            yield (stroke,)
        elif found is None and depth > 1:
            onward.append((stroke, after))
    rng.shuffle(onward)
    for stroke, after in onward[:4]:
        assert after.round is not None
        for rest in _first(_streaks(step, moment_of(after.round, after.position), rng, depth - 1), 3):
            yield (stroke, *rest)


def _first(found: Iterator[tuple[Stroke, ...]], most: int) -> Iterator[tuple[Stroke, ...]]:
    for _, each in zip(range(most), found, strict=False):
        yield each


def _proposals(moment: SetupPosition, rng: Random, by_geometry: int, at_random: int) -> Iterator[Stroke]:
    """Yield strokes by geometry, the easiest first, and then random ones at the discs."""
    round, position = checked(moment)
    situation = Situation(round, position, SURFACE)
    for each in candidates(situation.table(round.turn, tuple(disc for disc in position.discs)))[:by_geometry]:
        yield each.stroke
    spans = legal_spans(position, Seat.SOUTH)
    discs = [placed.at for placed in position]
    touch = STANDARD.radius(STRIKER) + STANDARD.radius(Disc.W1)
    for _ in range(at_random):
        span, at = rng.choice(spans), rng.choice(discs)
        x = rng.randint(span.low, span.high)
        start = striker_at(Seat.SOUTH, x, span.y)
        speed = 1e6 * math.exp(rng.uniform(math.log(0.5), math.log(4.0)))
        way = math.atan2(at.y - start.y, at.x + rng.uniform(-touch, touch) - start.x)
        yield Stroke(x, round_to(speed * math.cos(way)), round_to(speed * math.sin(way)), span.y)


def round_to(value: float) -> int:
    """Return a velocity in µm/s, rounded to mm/s."""
    return round(value / 1000) * 1000


def _varied(stroke: Stroke, rng: Random) -> Stroke:
    way = math.atan2(stroke.vy, stroke.vx) + rng.gauss(0.0, 0.008)
    speed = math.hypot(stroke.vx, stroke.vy) * math.exp(rng.gauss(0.0, 0.06))
    return changed(stroke, vx=round(speed * math.cos(way)), vy=round(speed * math.sin(way)))


# -- files -------------------------------------------------------------------------------------------------------------


def folder() -> Path:
    """Return the folder of the lesson files."""
    return Path(__file__).parent / "courses"


def refreshed(lesson: LessonEntry, where: str, again: bool) -> LessonEntry:
    """Return a lesson in which every step has a solution; with `again`, new ones for all."""
    print(lesson.name, flush=True)
    return changed(
        lesson,
        steps=tuple(_refreshed(lesson, each, where, again) for each in lesson.steps),
        positions=tuple(_refreshed(lesson, each, where, again) for each in lesson.positions),
    )


def _refreshed(lesson: LessonEntry, entry: StepEntry, where: str, again: bool) -> StepEntry:
    filler = entry if entry.solution else with_solution(entry, (Stroke(0, 0, 1_000_000),), 0.0)
    one = changed(lesson, steps=(filler,) * 3, positions=(filler,) * 3)
    made = lesson_of(one, where)
    step, rules = made.steps[0], rules_for(made.steps[0])
    if entry.goal.wins or (entry.solution and not again and _reaches_everywhere(step, step.solution)):
        share = 0.0 if entry.goal.wins else success(step, rules, step.solution, lesson.level)
        return with_solution(entry, step.solution, share)
    try:
        strokes, share = solved(step, made, Random(entry.board))
    except LessonError as fault:
        print("  FAILED", entry.board, fault, file=sys.stderr, flush=True)
        return entry
    print(f"  {share:.2f} {entry.board}", flush=True)
    return with_solution(entry, strokes, share)


def main(names: list[str]) -> int:
    """Write the solutions of the lessons named, or those that are missing."""
    for course in COURSES:
        path = folder() / f"{course}.toml"
        entries: CourseFile = read_entries(path.read_text(encoding="utf-8"), path.name)
        lessons = list(entries.lessons)
        for number, lesson in enumerate(lessons):
            if not names or lesson.name in names:
                lessons[number] = refreshed(lesson, path.name, lesson.name in names)
                path.write_text(write_entries(changed(entries, lessons=tuple(lessons)), HEADING), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
