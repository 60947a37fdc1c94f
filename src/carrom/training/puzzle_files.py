"""Grade puzzles by how often model players of ten strengths find the solution, and select those to ship.

A model player *aims*, as a person does on the page: nothing disturbs the stroke afterwards, and the aimed stroke is
judged as the page judges it. The player judges every idea by eye (with an error of its success rate's log-odds), looks
one stroke ahead or two, knows some kinds of strokes or all, and then points the striker with an error of direction and
speed."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from carrom.board import QUEEN, Disc, Seat, Stroke, StrokeKind
from carrom.board.notation import read_position
from carrom.engine.candidates import Whole
from carrom.engine.engine import as_row
from carrom.engine.rollouts import deviates
from carrom.rules.round import COLOUR
from carrom.training.puzzles import Puzzle
from carrom.values import Value, changed

_PLAIN = frozenset(StrokeKind) - {
    StrokeKind.ONE_FRAME, StrokeKind.TWO_FRAMES, StrokeKind.BANK, StrokeKind.PLANT,
}  # fmt: skip
_FRAMES = _PLAIN | {StrokeKind.ONE_FRAME, StrokeKind.BANK}


class Grader(Value, frozen=True):
    """A model player."""

    sight: float
    """Standard deviation of the direction in which the striker is pointed, degrees."""
    speed: float
    """Relative standard deviation of the speed."""
    judgement: float
    """Standard deviation of the error with which an idea's success rate is judged, in log-odds."""
    foresight: float
    """Probability that the second of two strokes is thought of."""
    families: frozenset[StrokeKind] | None = None
    """The kinds of strokes this player knows; None: all."""


GRADERS = (
    Grader(4.0, 0.50, 3.6, 0.04, _PLAIN),
    Grader(2.6, 0.40, 2.6, 0.10, _PLAIN),
    Grader(1.9, 0.33, 2.0, 0.20, _PLAIN),
    Grader(1.4, 0.27, 1.5, 0.35, _FRAMES),
    Grader(1.0, 0.22, 1.1, 0.50, _FRAMES),
    Grader(0.75, 0.18, 0.8, 0.65),
    Grader(0.55, 0.14, 0.55, 0.80),
    Grader(0.4, 0.11, 0.35, 0.92),
    Grader(0.28, 0.08, 0.2, 1.0),
    Grader(0.15, 0.05, 0.08, 1.0),
)
"""Graders, the weakest first."""
STRENGTHS = (1_006.0, 1_094.0, 1_169.0, 1_271.0, 1_362.0, 1_528.0, 1_639.0, 1_757.0, 1_910.0, 2_196.0)
"""Their ratings on Glicko's scale, from `fitted_strengths` over all puzzles."""
EXPERT, FINDS = 8, 0.3
"""Index of the grader that sees and aims like the best people, and how often it must find a puzzle's solution."""
AIMS, CHOICES = 32, 400
"""Aims per grader, and choices among ideas."""
TRIES = 4
"""Number of attempts that a solve rate counts as, for the deviation."""
LOWEST, HIGHEST = 400.0, 2_700.0
SURE, UNSURE = 60, 200
"""Bounds of a puzzle's rating deviation."""
MEAN, SPREAD = 1_500.0, 450.0
"""Mean and standard deviation of ratings before anything is known of a puzzle."""

Passes = Callable[[Whole], NDArray[np.bool_]]
"""Which strokes solve a puzzle."""


class Idea(Value, frozen=True):
    """A candidate as a grader sees it."""

    name: StrokeKind
    value: float
    """What it is worth for the goal, from 0 to 1."""
    first: float
    """What it seems worth to a player who looks at the next stroke only."""
    solves: bool


def chosen_rate(grader: Grader, ideas: Sequence[Idea], seed: int) -> float:
    """Return how often a grader chooses an idea that solves the puzzle."""
    known = [each for each in ideas if grader.families is None or each.name in grader.families]
    if not any(each.solves for each in known):
        return 0.0
    rng = np.random.default_rng(seed)
    far = rng.random(CHOICES) < grader.foresight
    value, first = (np.array([_odds(getattr(each, name)) for each in known]) for name in ("value", "first"))
    seen = np.where(far[:, None], value, first) + grader.judgement * rng.standard_normal((CHOICES, len(known)))
    solves = np.array([each.solves for each in known])
    return float(solves[seen.argmax(axis=1)].mean())


def solve_rates(ideas: Sequence[Idea], seed: int) -> tuple[float, ...]:
    """Return how often each grader chooses an idea that solves the puzzle, where nothing has to be aimed."""
    return tuple(round(chosen_rate(grader, ideas, seed), 2) for grader in GRADERS)


def aimed_rate(grader: Grader, stroke: Stroke, passes: Passes, seed: int) -> float:
    """Return how often a stroke solves the puzzle when a grader points it."""
    return float(passes(aims(grader, stroke, seed)).mean())


def aims(grader: Grader, stroke: Stroke, seed: int) -> Whole:
    """Return strokes as a grader points them, who means this one."""
    x, vx, vy, y, spin = as_row(stroke)
    rows = []
    for turn, speed, _ in deviates(AIMS, Random(f"aims {seed}")):
        way = math.atan2(vy, vx) + math.radians(grader.sight) * float(turn)
        fast = min(11e6, math.hypot(vx, vy) * math.exp(grader.speed * float(speed)))
        rows.append((x, round(fast * math.cos(way)), round(fast * math.sin(way)), y, spin))
    return np.array(rows, dtype=np.int64)


def _odds(share: float) -> float:
    share = min(max(share, 0.01), 0.99)
    return math.log(share / (1.0 - share))


def rating_of(solved: Sequence[float], strengths: Sequence[float] = STRENGTHS) -> tuple[int, int]:
    """Return rating and deviation of a puzzle by maximum likelihood, from the graders' solve rates."""
    low, high = LOWEST, HIGHEST
    while high - low > 0.5:
        middle = (low + high) / 2
        pull = (MEAN - middle) / SPREAD**2 * 400 / math.log(10)
        if TRIES * (sum(_expected(each, middle) for each in strengths) - sum(solved)) + pull > 0:
            low = middle
        else:
            high = middle
    information = sum(share * (1 - share) for share in (_expected(each, low) for each in strengths)) * TRIES
    deviation = 400 / math.log(10) / math.sqrt(information)
    return round(low), round(min(max(deviation, SURE), UNSURE))


def fitted_strengths(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Return the ratings of the graders under which their solve rates of these puzzles are most likely.

    Puzzles and graders are fitted in turn until neither changes; the mean of the graders' ratings stays as it is.
    """
    strengths = [*STRENGTHS]
    mean = sum(STRENGTHS) / len(STRENGTHS)
    for _ in range(40):
        ratings = [rating_of(row, strengths)[0] for row in rows]
        made = []
        for index in range(len(GRADERS)):
            low, high = -1_000.0, 4_000.0
            solved = sum(row[index] for row in rows)
            while high - low > 0.5:
                middle = (low + high) / 2
                low, high = (
                    (middle, high) if sum(_expected(middle, each) for each in ratings) < solved else (low, middle)
                )
            made.append(low)
        shift = mean - sum(made) / len(made)
        new = [each + shift for each in made]
        still = max(abs(one - other) for one, other in zip(new, strengths, strict=True)) < 1.0
        strengths = new
        if still:
            break
    return tuple(round(each) for each in strengths)


def _expected(strength_: float, rating: float) -> float:
    return 1 / (1 + 10 ** ((rating - strength_) / 400))


# -- the selection: verified again, and no near-duplicates -------------------------------------------------------------


ALIKE = 22_000
"""Distance in µm within which two discs of one kind count as being at the same place."""
APART, SHARE = 2, 4
"""Two positions count as alike if at most one in `SHARE` of their discs differ, and at most `APART`."""

Seen = tuple[tuple[str, int, int], ...]


def chosen(
    puzzles: Iterable[Puzzle], again: Callable[[Puzzle], Puzzle | None] = lambda puzzle: puzzle, first: int = 1
) -> Iterator[Puzzle]:
    """Yield the selected puzzles in order; those without a number are numbered from `first`.

    `again` is the last filter, called only for puzzles that would be selected: it returns a puzzle that passes
    verification again, and None for others. Two puzzles with another goal or rule set are never alike.
    """
    families: defaultdict[tuple[str, str, object], list[Seen]] = defaultdict(list)
    for puzzle in puzzles:
        seen, family = canonical(puzzle), families[puzzle.goal, puzzle.rules, puzzle.stands]
        if any(are_alike(seen, other) for other in family):
            continue
        held = again(puzzle)
        if held is None:
            continue
        family.append(seen)
        if not held.number:
            held = numbered(held, first)
            first += 1
        yield held


def numbered(puzzle: Puzzle, number: int) -> Puzzle:
    """Return a puzzle with another number."""
    return changed(puzzle, number=number)


def canonical(puzzle: Puzzle) -> Seen:
    """Return the positions of own pieces, opponent's pieces and queen, the same for a board and its mirror image."""
    mine = Disc.W1 if puzzle.white is Seat.SOUTH else Disc.B1
    both = []
    for side in (1, -1):
        rows = [
            ("queen" if placed.disc is QUEEN else "own" if COLOUR[placed.disc] is COLOUR[mine] else "other",
             side * placed.at.x, placed.at.y)
            for placed in read_position(puzzle.position)
        ]  # fmt: skip
        both.append(tuple(sorted(rows)))
    return min(both)


def are_alike(one: Seen, other: Seen) -> bool:
    """Whether two positions, or one and the other's mirror image, differ by few discs."""
    mirrored: Seen = tuple((kind, -x, y) for kind, x, y in other)
    most = min(APART, max(len(one), len(other)) // SHARE)
    return any(_apart(one, each) <= most for each in (other, mirrored))


def _apart(one: Seen, other: Seen) -> int:
    """Return how many discs of two positions have no counterpart in the other."""
    if abs(len(one) - len(other)) > APART:
        return APART + 1
    left = list(other)
    lonely = 0
    for kind, x, y in one:
        near = next((each for each in left if each[0] == kind and abs(each[1] - x) + abs(each[2] - y) <= ALIKE), None)
        if near is None:
            lonely += 1
        else:
            left.remove(near)
    return max(lonely, len(left))
