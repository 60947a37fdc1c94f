"""Generate puzzles: numbered searches, each for one goal under one rule set."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from carrom import json_lines
from carrom.lab.workers import done
from carrom.rules.ruleset import NAMES
from carrom.training.puzzles.goals import PuzzleGoal
from carrom.training.puzzles.puzzle import PuzzleCandidate
from carrom.training.puzzles.sources import SHARED, Source, laid
from carrom.training.puzzles.verify import found
from carrom.values import Value

POSITIONS = 30
"""Positions that a search looks at before it gives up."""
GOALS = (
    *(PuzzleGoal.TURN,) * 9,
    *(PuzzleGoal.DOUBLE,) * 2,
    *(PuzzleGoal.QUEEN,) * 2,
    *(PuzzleGoal.PLAN,) * 2,
    *(PuzzleGoal.ORDER,) * 4,
    *(PuzzleGoal.DEFENCE,) * 2,
    *(PuzzleGoal.DUE,) * 2,
)
"""Goals in the shares in which the first searches have them."""
LATER_GOALS = (
    *(PuzzleGoal.TURN,) * 24,
    *(PuzzleGoal.DOUBLE,) * 7,
    *(PuzzleGoal.DUE,) * 5,
    *(PuzzleGoal.DEFENCE,) * 2,
    *(PuzzleGoal.QUEEN,) * 2,
    *(PuzzleGoal.PLAN,) * 4,
)
"""The shares of later searches: mostly goals that are found quickly."""
RARE_GOALS = (
    *(PuzzleGoal.TURN,) * 9,
    *(PuzzleGoal.DOUBLE,) * 3,
    *(PuzzleGoal.DUE,) * 2,
    *(PuzzleGoal.DEFENCE,) * 5,
    *(PuzzleGoal.QUEEN,) * 1,
    *(PuzzleGoal.PLAN,) * 6,
)
"""Shares with more of the goals that are rarely found."""
QUICK_GOALS = (
    *(PuzzleGoal.TURN,) * 20,
    *(PuzzleGoal.DOUBLE,) * 4,
    *(PuzzleGoal.DUE,) * 2,
    PuzzleGoal.DEFENCE,
    PuzzleGoal.PLAN,
)
"""Shares with hardly any of them."""
LAST_GOALS = (*(PuzzleGoal.DEFENCE,) * 4, *(PuzzleGoal.PLAN,) * 3)
"""The shares of the last searches."""
STAGES = ((260, GOALS), (740, LATER_GOALS), (780, RARE_GOALS), (1_400, QUICK_GOALS))
"""The first number after the searches with some shares."""
SHARED_GOALS = (
    *(PuzzleGoal.TURN,) * 13,
    *(PuzzleGoal.DOUBLE,) * 4,
    *(PuzzleGoal.QUEEN,) * 4,
)
"""The same where nobody owns a colour."""
RULES = ("icf", "icf", *NAMES[1:])
"""Rule sets in those shares."""
BREAKS = {
    **{number: (NAMES[number // 3], number % 3) for number in range(3 * len(NAMES))},
    **{500 + number: (NAMES[number // 2], 3 + number % 2) for number in range(2 * len(NAMES))},
}
"""Searches for breaks: the rule set, and the part of the baseline as an index into `RANGES`."""


class Lot(Value, frozen=True, omit_defaults=True):
    """The puzzle found by the search of one number."""

    number: int
    looked: int
    """Number of positions looked at."""
    found: PuzzleCandidate | None = None


def wanted(number: int) -> tuple[PuzzleGoal, str]:
    """Return the goal and the rule set of a search."""
    if number in BREAKS:
        return PuzzleGoal.BREAK, BREAKS[number][0]
    rng = Random(f"wanted {number}")
    shares = next((goals for end, goals in STAGES if number < end), LAST_GOALS)
    goal, rules = rng.choice(shares), rng.choice(RULES)
    if rules in SHARED:
        # Where nobody owns a colour, whatever is hard for one player is hard for all.
        goal = rng.choice(SHARED_GOALS)
    return goal, rules


def made(number: int) -> Lot:
    """Return the puzzle of the search of that number; a job for a worker."""
    from carrom.engine.rollouts.runner import warm

    warm()
    goal, rules = wanted(number)
    tries = 1 if goal is PuzzleGoal.BREAK else POSITIONS
    for attempt in range(tries):
        moved = BREAKS[number][1] if goal is PuzzleGoal.BREAK else attempt
        at = laid(goal, rules, Source(number, moved=moved), Random(f"puzzle {number} {attempt}"))
        candidate = None if at is None else found(at, goal, 100 * number + attempt)
        if candidate is not None:
            return Lot(number, attempt + 1, candidate)
    return Lot(number, tries)


def lots(record: Path, numbers: Sequence[int], workers: int) -> Iterator[Lot]:
    """Yield the results of these searches in order, from the record where present, and record new ones.

    Raises `RefusedRequest` for a record that cannot be read.
    """
    known = recorded(record)
    left = [number for number in numbers if number not in known]
    new = done(made, left, workers, "processes" if workers > 1 else "here")
    for number in numbers:
        if number in known:
            yield known[number]
            continue
        lot = next(new)
        json_lines.append(record, lot)
        yield lot


def recorded(record: Path) -> dict[int, Lot]:
    """Return the results of a record by number; a truncated last line is discarded."""
    return {lot.number: lot for lot in json_lines.recorded(record, Lot, "`carrom puzzles make`")}
