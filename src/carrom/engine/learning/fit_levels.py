"""Calibrate the levels: fit aim errors to people's published misses.

Misses are modelled as a power law of the aim error. Levels without published counts are spaced like the others; `carrom
ladder` then checks that each beats the next by the intended margin.
"""

import math
from collections.abc import Iterator, Sequence
from random import Random

import msgspec
import numpy as np
from numpy.typing import NDArray

from carrom.engine.geometry.execution_noise import people
from carrom.engine.play.engine import HOPELESS
from carrom.engine.play.levels import LEVELS, Level, level_named
from carrom.engine.play.solo import SoloBoard, alone
from carrom.engine.rollouts.runner import warm
from carrom.engine.strength.player_spec import Contestant
from carrom.values import Value
from carrom.version import __version__

STEEPNESS, UNSURE = 1.4, 0.4
"""Prior mean and standard deviation of the power, from first runs; dozens of boards outweigh it."""
WIDE, CLOSE = 1.25, 1.12
"""Factors around the guess at which boards are played, in the first round and in later ones."""
FARTHEST = math.log(2.0)
"""Largest extrapolation beyond the aim errors played, as the logarithm of a factor."""
DRAWN = 400
"""Bootstrap samples for an interval."""


class MissGoal(Value, frozen=True):
    """The number of misses on a full board that a level should have."""

    level: str
    misses: float
    people: str = ""
    """The people with that number of misses; empty for an interpolated goal."""


PEOPLE = {
    "champion": "champions on their best days: five slams in sixteen clearances",
    "national": "world and national champions",
    "state": "men in state finals",
    "strong-club": "women in state finals",
}
"""The people who miss as often as a level."""
GOALS = tuple(
    MissGoal(level.name, level.misses, PEOPLE.get(level.name, "")) for level in reversed(LEVELS) if level.misses
)
"""Goals, the strongest first."""


class Trial(Value, frozen=True):
    """One solo board to play: a job for a worker."""

    level: str
    degrees: float
    seed: int

    @property
    def key(self) -> tuple[str, float, int]:
        """Identity of the trial: the level's settings, the aim error and the rack."""
        return eyes(level_named(self.level)), self.degrees, self.seed


class LevelTrial(Value, frozen=True):
    """The result of one solo board."""

    level: str
    degrees: float
    seed: int
    expected: float
    """Sum of the miss probabilities that the strokes were estimated to have."""
    misses: int
    eyes: str
    """The level's other settings at that time, by `eyes`."""

    @property
    def key(self) -> tuple[str, float, int]:
        """The identity of its trial."""
        return self.eyes, self.degrees, self.seed


class Fitted(Value, frozen=True, kw_only=True):
    """The fitted aim error of a level, with its interval."""

    level: str
    goal: float
    people: str
    degrees: float
    low: float
    high: float
    """Bounds of the 95 % interval."""
    steepness: float
    boards: int
    """Boards used for the fit."""
    expected: float
    misses: int
    """Misses over all those boards: estimated (`expected`) and actual (`misses`)."""


def tried(trial: Trial) -> LevelTrial:
    """Play one solo board and return its result."""
    warm()
    known = level_named(trial.level)
    player = Contestant(
        f"{trial.level}@{trial.degrees:g}", trial.level, known.budget.simulations, people(trial.degrees)
    )
    run = alone(player.engine().aim, player.hand, trial.seed)
    return LevelTrial(trial.level, trial.degrees, trial.seed, expected(run), run.misses, eyes(known))


def eyes(level: Level) -> str:
    """Return a level's settings other than its aim error; only boards with the same settings are comparable."""
    families = f"{','.join(sorted(level.families))} dares {HOPELESS:g}" if level.families is not None else "all"
    sees = f"{level.budget.simulations} {level.sight:g} {families} {level.foresight:g} {level.fastest:g}"
    habits = level.habits
    shape = "" if habits.are_none else " " + " ".join(f"{value:g}" for value in msgspec.structs.astuple(habits))
    return f"{level.name} {sees}{shape} {__version__}"


def expected(run: SoloBoard) -> float:
    """Return the sum of the estimated miss probabilities of a run's strokes.

    It has the same mean as the actual misses and less variance, because each estimate comes from fresh samples.
    """
    return sum(
        float(not stroke.kept) if stroke.promised is None else 1.0 - stroke.promised
        for stroke in run.strokes
        if stroke.counts and not stroke.is_break
    )


def trials(level: str, guess: float, seeds: Sequence[int], first: bool) -> Iterator[Trial]:
    """Yield the trials of one round: aim errors on both sides of the guess, on the same racks."""
    factor = WIDE if first else CLOSE
    for seed in seeds:
        for degrees in (guess / factor, guess * factor):
            yield Trial(level, round(degrees, 3), seed)


def fitted(goal: MissGoal, found: Sequence[LevelTrial]) -> Fitted:
    """Return the aim error that reaches the goal, with a bootstrap interval over racks."""
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
    """Return the logarithm of the aim error that reaches the goal, and the power.

    Maximises a penalised Poisson likelihood by Newton's method.
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
