"""How steady a level's hand must be, so that it plays as people of that name do.

Upper levels are fitted to published misses of people who clear a board alone, lower ones so that the level above wins
the share of boards that makes a ladder. Both are curves over the logarithm of the hand's error, of two parameters each.
"""

import math
from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from carrom.data import Value
from carrom.engine.alone import alone
from carrom.engine.contestant import Contestant
from carrom.engine.duel import Duel, played
from carrom.engine.levels import level_named
from carrom.engine.noise import people
from carrom.engine.tries import warm

MISSES, SHARE = "misses", "share"
STEEPNESS = {MISSES: (1.4, 0.4), SHARE: (2.0, 0.6)}
"""What is believed beforehand of how misses (as a power) and the chance of winning (log-odds) go with the hand's error:
middle and standard deviation, from first runs; some dozens of boards outweigh it."""
WIDE, CLOSE = 1.25, 1.12
"""Hands beside the guess that are tried in the first round and in later ones, as factors."""
FARTHEST = math.log(2.0)
"""A hand is no more than this factor away from those that were tried."""
DRAWN = 400
"""Times that boards are drawn anew for an interval."""


class Goal(Value, frozen=True):
    """What a level should come to: misses of a full board, or a share of boards for the level above it."""

    level: str
    kind: str
    value: float
    above: str | None = None


GOALS: tuple[Goal, ...] = (
    Goal("champion", MISSES, 2.6),
    Goal("national", MISSES, 3.5),
    Goal("state", MISSES, 5.0),
    Goal("strong-club", MISSES, 8.0),
    Goal("club", SHARE, 0.7, "strong-club"),
    Goal("casual", SHARE, 0.7, "club"),
    Goal("beginner", SHARE, 0.7, "casual"),
    Goal("first-timer", SHARE, 0.7, "beginner"),
)
"""The strongest first: a level is fitted below the one above it."""


class Trial(Value, frozen=True):
    """A board alone, or a pair of boards against the level above: a job for a worker."""

    goal: Goal
    degrees: float
    above: float | None
    """Degrees of the hand above."""
    seed: int


class Tried(Value, frozen=True):
    """What a trial brought."""

    level: str
    degrees: float
    above: float | None
    seed: int
    found: float
    """Misses, or the share of the level above."""


class Fitted(Value, frozen=True, kw_only=True):
    """The hand of a level."""

    level: str
    kind: str
    goal: float
    degrees: float
    low: float
    high: float
    """95 % interval."""
    steepness: float
    boards: int
    """That it was fitted to; pairs count twice."""


def tried(trial: Trial) -> Tried:
    """Return what a trial brought."""
    warm()
    goal, who = trial.goal, _steadied(trial.goal.level, trial.degrees)
    if goal.above is None or trial.above is None:
        found = float(alone(who.engine().aim, who.hand, trial.seed).misses)
    else:
        found = played(Duel(_steadied(goal.above, trial.above), who, trial.seed)).score
    return Tried(goal.level, trial.degrees, trial.above, trial.seed, found)


def _steadied(level: str, degrees: float) -> Contestant:
    known = level_named(level)
    return Contestant(f"{level}@{degrees:g}", level, known.budget.simulations, people(degrees))


def trials(goal: Goal, guess: float, above: float | None, seeds: Sequence[int], first: bool) -> Iterator[Trial]:
    """Yield the trials of one round: hands on both sides of the guess, on the same racks."""
    factor = WIDE if first else CLOSE
    for seed in seeds:
        for degrees in (guess / factor, guess * factor):
            yield Trial(goal, round(degrees, 3), above, seed)


def fitted(goal: Goal, found: Sequence[Tried]) -> Fitted:
    """Return the hand that comes to the goal, by all that was tried, with an interval from boards drawn anew."""
    xs = np.log([each.degrees for each in found])
    ys = np.array([each.found for each in found])
    middle, steepness = _solved(goal, xs, ys)
    dice, drawn = Random(1), []
    for _ in range(DRAWN):
        picks = [dice.randrange(len(found)) for _ in found]
        drawn.append(_solved(goal, xs[picks], ys[picks])[0])
    drawn.sort()
    low, high = drawn[round(0.025 * (DRAWN - 1))], drawn[round(0.975 * (DRAWN - 1))]
    boards = len(found) * (1 if goal.kind == MISSES else 2)
    return Fitted(
        level=goal.level,
        kind=goal.kind,
        goal=goal.value,
        degrees=math.exp(middle),
        low=math.exp(low),
        high=math.exp(high),
        steepness=steepness,
        boards=boards,
    )


def _solved(goal: Goal, xs: NDArray[np.float64], ys: NDArray[np.float64]) -> tuple[float, float]:
    """Return the logarithm of the hand's error that comes to the goal, and the steepness of the curve there.

    Maximum of a penalised likelihood (Poisson or binomial), by Newton's method.
    """
    counted = goal.kind == MISSES
    middle, spread = STEEPNESS[goal.kind]
    centre, weight = float(xs.mean()), 1.0 if counted else 2.0
    level = min(max(float(ys.mean()), 0.2), math.inf if counted else 0.95)
    rise, slope = math.log(level if counted else level / (1.0 - level)), middle
    for _ in range(50):
        line = np.clip(rise + slope * (xs - centre), -8.0, 8.0)
        means = np.exp(line) if counted else 1.0 / (1.0 + np.exp(-line))
        bends = weight * (means if counted else means * (1.0 - means))
        off = weight * (ys - means)
        pull = np.array([off.sum(), (off * (xs - centre)).sum() - (slope - middle) / spread**2])
        bend = np.array(
            [
                [bends.sum() + 1e-3, (bends * (xs - centre)).sum()],
                [(bends * (xs - centre)).sum(), (bends * (xs - centre) ** 2).sum() + 1.0 / spread**2],
            ]
        )
        step = np.clip(np.linalg.solve(bend, pull), -0.5, 0.5)
        rise, slope = rise + float(step[0]), max(0.3, slope + float(step[1]))
        if float(np.abs(step).max()) < 1e-9:
            break
    nearest, farthest = float(xs.min()) - FARTHEST, float(xs.max()) + FARTHEST
    wanted = math.log(goal.value) if counted else math.log(goal.value / (1.0 - goal.value))
    return min(max(centre + (wanted - rise) / slope, nearest), farthest), slope
