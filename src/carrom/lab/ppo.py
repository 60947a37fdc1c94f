"""Learners by name, and proximal policy optimisation (PPO) in NumPy alone as the reference learner.

PPO shows what a plain policy gradient achieves on a task whose good strokes are a degree wide. It has a Gaussian policy
and a value function, two tanh layers each; the clipped objective of Schulman and others (2017), generalised advantage
estimation and Adam. Everything follows from the seed."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from carrom.envs.config import Noise
from carrom.envs.tasks import task_vector_env
from carrom.errors import RefusedRequest
from carrom.lab.benchmark_tasks import CurvePoint
from carrom.lab.players import load_attribute
from carrom.values import Value

Plane = NDArray[np.float64]


class Settings(Value, frozen=True, kw_only=True):
    """Hyperparameters of the learner."""

    boards: int = 256
    strokes: int = 16
    """Strokes on each board between two updates."""
    epochs: int = 10
    batches: int = 4
    rate: float = 5e-4
    clip: float = 0.2
    discount: float = 0.99
    trace: float = 0.95
    entropy: float = 0.0
    divergence: float = 0.02
    """An update stops at one and a half times this Kullback-Leibler divergence from the policy that played."""
    width: int = 64
    seed: int = 0


class Adam:
    """The Adam optimiser."""

    def __init__(self, weights: list[Plane]) -> None:
        """Start with zero moments; the weights are changed in place."""
        self._weights, self._steps = weights, 0
        self._moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in weights]

    def go(self, slopes: list[Plane], rate: float) -> None:
        """Take one step of gradient descent; the joint gradient is clipped to norm 0.5."""
        self._steps += 1
        size = np.sqrt(sum(float((slope * slope).sum()) for slope in slopes))
        for weight, slope, (first, second) in zip(self._weights, slopes, self._moments, strict=True):
            slope = slope * min(1.0, 0.5 / (size + 1e-12))
            first += 0.1 * (slope - first)
            second += 0.001 * (slope * slope - second)
            step = first / (1 - 0.9**self._steps)
            weight -= rate * step / (np.sqrt(second / (1 - 0.999**self._steps)) + 1e-8)


class Net:
    """Two tanh layers and a linear one, trained with Adam."""

    def __init__(self, sizes: tuple[int, ...], generator: np.random.Generator, last: float) -> None:
        """Initialise the weights; `last` scales those of the last layer."""
        scales = [1.0] * (len(sizes) - 2) + [last]
        self.weights: list[Plane] = []
        for fan, out, scale in zip(sizes, sizes[1:], scales, strict=False):
            self.weights += [generator.normal(0, scale / np.sqrt(fan), (fan, out)), np.zeros(out)]
        self._adam = Adam(self.weights)

    def forward(self, x: Plane) -> list[Plane]:
        """Return the activations of every layer, the input first."""
        layers = [x]
        for index in range(0, len(self.weights), 2):
            x = x @ self.weights[index] + self.weights[index + 1]
            layers.append(np.tanh(x) if index + 2 < len(self.weights) else x)
        return layers

    def learn(self, layers: list[Plane], slope: Plane, rate: float) -> None:
        """Take one step along the gradient at the output."""
        slopes: list[Plane] = []
        for index in range(len(self.weights) - 2, -1, -2):
            below = layers[index // 2]
            slopes[:0] = [below.T @ slope, slope.sum(axis=0)]
            slope = (slope @ self.weights[index].T) * (1 - below * below)
        self._adam.go(slopes, rate)


class Learner:
    """A policy and a value function that learn on the boards of one task."""

    def __init__(self, task: str, hand: Noise | str | None = None, settings: Settings | None = None) -> None:
        """Create the boards and networks. Raises `RefusedRequest` for an unknown task or accuracy."""
        self.settings = given = Settings() if settings is None else settings
        self.boards = task_vector_env(given.boards, task, noise=hand, autoreset_mode=AutoresetMode.SAME_STEP)
        self.generator = np.random.default_rng(given.seed)
        seen = self.boards.single_observation_space.shape
        assert seen is not None
        self.policy = Net((seen[0], given.width, given.width, 3), self.generator, 0.1)
        self.value = Net((seen[0], given.width, given.width, 1), self.generator, 1.0)
        self.spread = np.full(3, -1.0)
        self._spreading = Adam([self.spread])
        self._last: Plane = self.boards.reset(seed=given.seed)[0].astype(np.float64)

    def curve(self, strokes: int, points: int = 20) -> Iterator[CurvePoint]:
        """Train for `strokes` strokes and yield `points` points of the curve. Raises `RefusedRequest` for too few."""
        a_round = self.settings.boards * self.settings.strokes
        rounds = strokes // a_round
        if points < 1 or rounds < points:
            raise RefusedRequest(f"{strokes} strokes for {points} points; expected {a_round} or more for each point")
        gained: list[float] = []
        for number in range(1, rounds + 1):
            gained.append(self.round())
            if number * points // rounds > (number - 1) * points // rounds:
                yield CurvePoint(number * a_round, round(sum(gained) / len(gained), 6))
                gained.clear()

    def round(self) -> float:
        """Play on all boards, update, and return the mean reward of a stroke."""
        given = self.settings
        shape = (given.strokes, given.boards)
        seen, acts = np.empty((*shape, self._last.shape[1])), np.empty((*shape, 3))
        gained, over, values = np.empty(shape), np.empty(shape), np.empty((given.strokes + 1, given.boards))
        for at in range(given.strokes):
            seen[at] = self._last
            mean = self.policy.forward(self._last)[-1]
            values[at] = self.value.forward(self._last)[-1][:, 0]
            acts[at] = mean + np.exp(self.spread) * self.generator.normal(size=mean.shape)
            now, gained[at], over[at], _, _ = self.boards.step(np.clip(acts[at], -1, 1))
            self._last = now.astype(np.float64)
        values[-1] = self.value.forward(self._last)[-1][:, 0]
        advantage = self._advantages(gained, over, values)
        self._improve(seen, acts, advantage, advantage + values[:-1])
        return float(gained.mean())

    def _advantages(self, gained: Plane, over: Plane, values: Plane) -> Plane:
        found, ahead = np.empty_like(gained), np.zeros(gained.shape[1])
        for at in range(len(gained) - 1, -1, -1):
            going = 1.0 - over[at]
            error = gained[at] + self.settings.discount * values[at + 1] * going - values[at]
            ahead = error + self.settings.discount * self.settings.trace * going * ahead
            found[at] = ahead
        return found

    def _improve(self, *rows: Any) -> None:
        seen, acts, advantage, returns = (row.reshape(-1, *row.shape[2:]) for row in rows)
        before = self._likelihood(self.policy.forward(seen)[-1], acts)
        for _ in range(self.settings.epochs):
            order = self.generator.permutation(len(seen))
            for picks in np.array_split(order, self.settings.batches):
                far = self._step(seen[picks], acts[picks], advantage[picks], returns[picks], before[picks])
                if far > 1.5 * self.settings.divergence:
                    return

    def _likelihood(self, mean: Plane, acts: Plane) -> Plane:
        apart = (acts - mean) / np.exp(self.spread)
        found: Plane = (-0.5 * apart * apart - self.spread).sum(axis=1)
        return found

    def _step(self, seen: Plane, acts: Plane, advantage: Plane, returns: Plane, before: Plane) -> float:
        """Take one step unless the policy has diverged too far; return the divergence."""
        given, count = self.settings, len(seen)
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        layers = self.policy.forward(seen)
        change = np.clip(self._likelihood(layers[-1], acts) - before, -20, 20)
        ratio = np.exp(change)
        far = float((ratio - 1 - change).mean())
        if far > 1.5 * given.divergence:
            return far
        inside = np.where(advantage > 0, ratio < 1 + given.clip, ratio > 1 - given.clip)
        pull = (advantage * ratio * inside / count)[:, None]
        apart = (acts - layers[-1]) / np.exp(self.spread)
        self.policy.learn(layers, -pull * apart / np.exp(self.spread), given.rate)
        slope = (pull * (apart * apart - 1)).sum(axis=0) + given.entropy
        self._spreading.go([-slope], given.rate)
        worth = self.value.forward(seen)
        self.value.learn(worth, (worth[-1] - returns[:, None]) / count, given.rate)
        return far


# -- learners by name --------------------------------------------------------------------------------------------------


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
