"""Calibrate the levels: fit aim errors to published misses of people.

Misses are a power of the hand's error, a curve of two parameters. Levels that nobody has counted are spaced as the
others are; that each beats the one below by as much as it should is then for `carrom ladder` to show.
"""

import math
from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from carrom.engine.geometry.execution_noise import people
from carrom.engine.play.engine import HOPELESS
from carrom.engine.play.levels import Level, level_named
from carrom.engine.play.solo import Run, alone
from carrom.engine.rollouts.runner import warm
from carrom.engine.strength.player_spec import Contestant
from carrom.values import Value
from carrom.version import __version__

STEEPNESS, UNSURE = 1.4, 0.4
"""The power that is believed beforehand and its standard deviation, from first runs; dozens of boards outweigh it."""
WIDE, CLOSE = 1.25, 1.12
"""Hands beside the guess that are tried in the first round and in later ones, as factors."""
FARTHEST = math.log(2.0)
"""A hand is no more than this factor away from those that were tried."""
DRAWN = 400
"""Times that boards are drawn anew for an interval."""


class Goal(Value, frozen=True):
    """How many misses of a full board a level should come to."""

    level: str
    misses: float
    people: str = ""
    """Who misses so often; empty where nobody was counted."""


GOALS: tuple[Goal, ...] = (
    Goal("champion", 1.9, "champions on their best days: five slams in sixteen clearances"),
    Goal("national", 3.1, "world and national champions"),
    Goal("state", 4.7, "men in state finals"),
    Goal("strong-club", 9.0, "women in state finals"),
    Goal("club", 14.5),
    Goal("casual", 21.0),
    Goal("beginner", 32.0),
    Goal("first-timer", 42.0),
)
"""The strongest first."""


class Trial(Value, frozen=True):
    """A board alone: a job for a worker."""

    level: str
    degrees: float
    seed: int

    @property
    def key(self) -> tuple[str, float, int]:
        """What tells it from all others: the level with its eyes, the hand, the rack."""
        return eyes(level_named(self.level)), self.degrees, self.seed


class Tried(Value, frozen=True):
    """What a board alone brought."""

    level: str
    degrees: float
    seed: int
    expected: float
    """Misses that its strokes had promised."""
    misses: int
    eyes: str
    """Of the level, as it was."""

    @property
    def key(self) -> tuple[str, float, int]:
        """That of its trial."""
        return self.eyes, self.degrees, self.seed


class Fitted(Value, frozen=True, kw_only=True):
    """The hand of a level."""

    level: str
    goal: float
    people: str
    degrees: float
    low: float
    high: float
    """95 % interval."""
    steepness: float
    boards: int
    """That it was fitted to."""
    expected: float
    misses: int
    """Of all those boards, as the strokes had promised them and as they came."""


def tried(trial: Trial) -> Tried:
    """Return what a board alone brought."""
    warm()
    known = level_named(trial.level)
    who = Contestant(f"{trial.level}@{trial.degrees:g}", trial.level, known.budget.simulations, people(trial.degrees))
    run = alone(who.engine().aim, who.hand, trial.seed)
    return Tried(trial.level, trial.degrees, trial.seed, expected(run), run.misses, eyes(known))


def eyes(level: Level) -> str:
    """Return what of a level is not fitted: a board that was played with other eyes tells nothing of it."""
    families = f"{','.join(sorted(level.families))} dares {HOPELESS:g}" if level.families is not None else "all"
    sees = f"{level.budget.simulations} {level.sight:g} {families} {level.foresight:g} {level.fastest:g}"
    return f"{level.name} {sees} {__version__}"


def expected(run: Run) -> float:
    """Return the misses that the strokes of a run had promised, added up: they come on average, and vary less.

    What a stroke promises is told by samples that had no part in choosing it.
    """
    return sum(
        float(not stroke.kept) if stroke.promised is None else 1.0 - stroke.promised
        for stroke in run.strokes
        if stroke.counts and not stroke.is_break
    )


def _steadied(level: str, degrees: float) -> Contestant:
    known = level_named(level)
    return Contestant(f"{level}@{degrees:g}", level, known.budget.simulations, people(degrees))


def trials(level: str, guess: float, seeds: Sequence[int], first: bool) -> Iterator[Trial]:
    """Yield the trials of one round: hands on both sides of the guess, on the same racks."""
    factor = WIDE if first else CLOSE
    for seed in seeds:
        for degrees in (guess / factor, guess * factor):
            yield Trial(level, round(degrees, 3), seed)


def fitted(goal: Goal, found: Sequence[Tried]) -> Fitted:
    """Return the hand that comes to the goal, by all that was tried, with an interval from racks drawn anew."""
    xs = np.log([each.degrees for each in found])
    ys = np.array([each.expected for each in found])
    seeds = np.array([each.seed for each in found])
    racks = [np.flatnonzero(seeds == seed) for seed in dict.fromkeys(seeds.tolist())]
    middle, steepness = _solved(goal.misses, xs, ys)
    dice, drawn = Random(1), []
    for _ in range(DRAWN):
        picks = np.concatenate([racks[dice.randrange(len(racks))] for _ in racks])
        drawn.append(_solved(goal.misses, xs[picks], ys[picks])[0])
    drawn.sort()
    return Fitted(
        level=goal.level,
        goal=goal.misses,
        people=goal.people,
        degrees=math.exp(middle),
        low=math.exp(drawn[round(0.025 * (DRAWN - 1))]),
        high=math.exp(drawn[round(0.975 * (DRAWN - 1))]),
        steepness=steepness,
        boards=len(found),
        expected=float(ys.sum()),
        misses=sum(each.misses for each in found),
    )


def _solved(goal: float, xs: NDArray[np.float64], ys: NDArray[np.float64]) -> tuple[float, float]:
    """Return the logarithm of the hand's error that comes to the goal, and the power.

    Maximum of a penalised Poisson likelihood, by Newton's method.
    """
    centre = float(xs.mean())
    rise, slope = math.log(max(float(ys.mean()), 0.2)), STEEPNESS
    for _ in range(50):
        means = np.exp(np.clip(rise + slope * (xs - centre), -8.0, 8.0))
        off = ys - means
        pull = np.array([off.sum(), (off * (xs - centre)).sum() - (slope - STEEPNESS) / UNSURE**2])
        across = (means * (xs - centre)).sum()
        bend = [[means.sum() + 1e-3, across], [across, (means * (xs - centre) ** 2).sum() + UNSURE**-2]]
        step = np.clip(np.linalg.solve(np.array(bend), pull), -0.5, 0.5)
        rise, slope = rise + float(step[0]), max(0.3, slope + float(step[1]))
        if float(np.abs(step).max()) < 1e-9:
            break
    found = centre + (math.log(goal) - rise) / slope
    return min(max(found, float(xs.min()) - FARTHEST), float(xs.max()) + FARTHEST), slope
