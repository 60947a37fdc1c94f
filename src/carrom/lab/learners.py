"""Learners by name: the two of the laboratory, and a function of one's own as `module:attribute`."""

from collections.abc import Iterator
from typing import Any

from carrom.errors import RefusedRequest
from carrom.lab.agents import load_attribute
from carrom.lab.result_files import CurvePoint

OWN, STABLE = "own", "stable-baselines3"


def curve_of(
    learner: str, task: str, strokes: int, points: int, seed: int = 0, noise: str | None = None
) -> Iterator[CurvePoint]:
    """Train a learner for `strokes` strokes and yield `points` points of its curve.

    `learner` is "own", "stable-baselines3" or `module:attribute`: a function of task, strokes, points, seed and noise
    (a level's name or None) that yields pairs of strokes so far and mean reward of a stroke. Raises an exception of
    `carrom.errors`.
    """
    if learner == OWN:
        from carrom.lab.ppo import Learner, Settings

        return Learner(task, noise, Settings(seed=seed)).curve(strokes, points)
    if learner == STABLE:
        from carrom.lab.stable_baselines import curve

        return curve(task, strokes, points, seed, noise)
    if ":" not in learner:
        raise RefusedRequest(f"the learner is {learner!r:.60}; expected {OWN}, {STABLE} or module:attribute")
    found = load_attribute(learner)
    if not callable(found):
        raise RefusedRequest(f"{learner:.80} is {found!r:.60}; expected a function that yields points of a curve")
    return _checked(learner, found(task, strokes, points, seed, noise))


def _checked(learner: str, points: Any) -> Iterator[CurvePoint]:
    """Yield the points of another learner's curve. Raises `RefusedRequest` for anything but pairs of numbers."""
    try:
        for point in points:
            strokes, gained = (point.strokes, point.gained) if isinstance(point, CurvePoint) else point
            yield CurvePoint(int(strokes), float(gained))
    except (TypeError, ValueError) as reason:
        raise RefusedRequest(
            f"{learner:.80} yields no points of a curve ({reason!s:.100}); expected pairs of strokes and mean reward"
        ) from reason
