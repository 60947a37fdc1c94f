"""Levenberg-Marquardt for many measurements that share a few numbers; each one's own numbers are eliminated (Schur)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from carrom.physics.fitting.camera import Marks, Numbers, mark_errors, mark_slopes
from carrom.physics.fitting.measurement import Common, Measurement
from carrom.physics.fitting.prediction import PARAMETERS

HUBER = 3.0
"""Standard deviations from which a frame counts less than squared."""
RIDGE = 0.5
"""Standard deviation of a parameter around its start: only keeps a parameter that nothing measures in its place."""
_TINY = 1e-9
_ROUNDS = 20
_TRIALS = 7


@dataclass(frozen=True, eq=False)
class Problem:
    """Measurements, the camera's marks if there are any, the noise of a track, and which parameters are free."""

    made: tuple[Measurement, ...]
    marks: Marks | None
    noise: float
    """Of a track: pixels with a camera, metres without."""
    middle: Numbers
    """Parameters to which the ridge pulls."""
    free: Numbers
    """1 for parameters that are fitted, 0 for others."""


@dataclass(frozen=True, eq=False)
class Normal:
    """Normal equations at a point: of all common numbers, and each measurement's part after elimination."""

    matrices: Numbers
    """(M, C, C), own numbers eliminated."""
    gradients: Numbers
    """(M, C)"""
    shared: Numbers
    """(C, C) of marks and ridge."""
    shared_gradient: Numbers


@dataclass(frozen=True, eq=False)
class Solution:
    """Where the fit ended."""

    common: Common
    own: tuple[Numbers, ...]
    cost: float


def rms(each: Measurement, common: Common, own: Numbers) -> float:
    """Return the root mean square error of a measurement."""
    off = each.errors(common, own)
    return float(np.sqrt(np.mean(off * off))) if len(off) else 0.0


def _loss(scaled: Numbers) -> float:
    size = np.abs(scaled)
    return float(np.sum(np.where(size <= HUBER, size * size, HUBER * (2 * size - HUBER))))


def _own_cost(each: Measurement, problem: Problem, common: Common, own: Numbers) -> float:
    unit = problem.noise if each.is_track else 1.0
    off = own - each.expected
    return _loss(each.errors(common, own) / unit) + float(np.sum(each.weights * off * off))


def _shared_cost(problem: Problem, common: Common) -> float:
    off = (common.surface - problem.middle) / RIDGE
    cost = float(off @ off)
    if problem.marks is not None and common.camera is not None:
        wrong = mark_errors(common.camera.numbers, common.camera.image, problem.marks) / common.camera.noise
        cost += float(wrong @ wrong)
    return cost


def _parts(
    each: Measurement, problem: Problem, common: Common, own: Numbers, *, central: bool = False
) -> tuple[Numbers, ...]:
    """Return A, B, C, and the gradients of common and own numbers of one measurement's normal equations."""
    unit = problem.noise if each.is_track else 1.0
    found = each.linear(common, own, central=central)
    scaled = found.errors / unit
    weight = np.minimum(1.0, HUBER / np.maximum(np.abs(scaled), _TINY))[:, None] / unit
    shared, mine = found.common / unit, found.own / unit
    shared = shared * np.concatenate([problem.free, np.ones(shared.shape[1] - len(PARAMETERS))])
    weight = weight * unit
    prior = each.weights
    return (
        shared.T @ (weight * shared),
        shared.T @ (weight * mine),
        mine.T @ (weight * mine) + np.diag(prior),
        shared.T @ (weight[:, 0] * scaled),
        mine.T @ (weight[:, 0] * scaled) + prior * (own - each.expected),
    )


def _own_parts(each: Measurement, problem: Problem, common: Common, own: Numbers) -> tuple[Numbers, Numbers]:
    """Return C and the gradient of a measurement's own numbers."""
    unit = problem.noise if each.is_track else 1.0
    found = each.linear(common, own, own_only=True)
    scaled, mine = found.errors / unit, found.own / unit
    weight = np.minimum(1.0, HUBER / np.maximum(np.abs(scaled), _TINY))
    gradient = mine.T @ (weight * scaled) + each.weights * (own - each.expected)
    return mine.T @ (weight[:, None] * mine) + np.diag(each.weights), gradient


def _shared_normal(problem: Problem, common: Common) -> tuple[Numbers, Numbers]:
    """Return the normal matrix and gradient of marks and ridge."""
    matrix, gradient = np.zeros((common.size, common.size)), np.zeros(common.size)
    count = len(PARAMETERS)
    matrix[:count, :count] = np.eye(count) / RIDGE**2
    gradient[:count] = problem.free * (common.surface - problem.middle) / RIDGE**2
    if problem.marks is not None and common.camera is not None:
        numbers, image, noise = common.camera.numbers, common.camera.image, common.camera.noise
        slopes = mark_slopes(numbers, image, problem.marks) / noise
        matrix[count:, count:] = slopes.T @ slopes
        gradient[count:] = slopes.T @ mark_errors(numbers, image, problem.marks) / noise
    return matrix, gradient


def solve_own(
    each: Measurement, problem: Problem, common: Common, own: Numbers, rounds: int = 12
) -> tuple[Numbers, float]:
    """Return a measurement's own numbers for fixed common ones, and their cost."""
    cost, damping = _own_cost(each, problem, common, own), 1e-3
    for _ in range(rounds):
        matrix, gradient = _own_parts(each, problem, common, own)
        found = _descend(
            lambda how, matrix=matrix, gradient=gradient, own=own: own - _solved(matrix, gradient, how),
            lambda place: _own_cost(each, problem, common, place),
            cost,
            damping,
        )
        if found is None:
            break
        own, now, damping = found
        settled = cost - now < 1e-3
        cost = now
        if settled:
            break
    return own, cost


def _solved(matrix: Numbers, gradient: Numbers, damping: float) -> Numbers:
    diagonal = np.maximum(np.diag(matrix), _TINY)
    scale = 1.0 / np.sqrt(diagonal)
    damped = matrix * scale[:, None] * scale + damping * np.eye(len(matrix))
    return np.asarray(scale * np.linalg.lstsq(damped, scale * gradient, rcond=1e-13)[0])


def _descend(  # type: ignore[no-untyped-def]
    step, cost_of: Callable[..., float], cost: float, damping: float
):
    """Return the first point that costs less with its cost and the next damping, or None."""
    for _ in range(9):
        place = step(damping)
        now = cost_of(place)
        if now < cost:
            return place, now, max(damping / 10.0, 1e-9)
        damping = max(damping * 10.0, 1e-6)
    return None


def solve(problem: Problem, common: Common, own: Sequence[Numbers], closeness: float = 1e-3) -> Solution:
    """Return the least squares fit of common and own numbers, from a start near it.

    It ends when a step lowers the sum of squares by less than `closeness`.
    """
    here = list(own)
    costs = [_own_cost(each, problem, common, its) for each, its in zip(problem.made, here, strict=True)]
    damping, rounds = 1e-4, 0
    while rounds < _ROUNDS:
        rounds += 1
        parts = [_parts(each, problem, common, its) for each, its in zip(problem.made, here, strict=True)]
        base = _shared_normal(problem, common)
        before = _shared_cost(problem, common) + sum(costs)
        for _ in range(_TRIALS):
            shared, moves = _step(parts, base, damping)
            there = common.moved(shared)
            tried = [
                _best_move(each, problem, there, its, move, cost)
                for each, its, move, cost in zip(problem.made, here, moves, costs, strict=True)
            ]
            now = _shared_cost(problem, there) + sum(cost for _, cost in tried)
            if now < before:
                break
            damping = max(damping * 10.0, 1e-6)
        else:
            break
        common, here, costs = there, [place for place, _ in tried], [cost for _, cost in tried]
        damping = max(damping / 10.0, 1e-9)
        if before - now < closeness:
            break
    return Solution(common, tuple(here), _shared_cost(problem, common) + sum(costs))


def _step(
    parts: Sequence[tuple[Numbers, ...]], base: tuple[Numbers, Numbers], damping: float
) -> tuple[Numbers, list[Numbers]]:
    """Return the damped step of the common numbers, and that of each measurement's own."""
    damped = [_damped(each, damping) for each in parts]
    matrix, gradient = base[0].copy(), base[1].copy()
    for (_, cross, _, down, mine), inverse, part in damped:
        matrix += part - cross @ inverse @ cross.T
        gradient += down - cross @ inverse @ mine
    shared = -_solved(matrix, gradient, damping)
    return shared, [-inverse @ (mine + cross.T @ shared) for (_, cross, _, _, mine), inverse, _ in damped]


def _best_move(
    each: Measurement, problem: Problem, common: Common, own: Numbers, move: Numbers, before: float
) -> tuple[Numbers, float]:
    """Return a measurement's own numbers after its step, and their cost; shorter steps are tried if the cost rises.

    A stroke near the edge of sticking and slipping, or of a contact more, would otherwise hold up all others.
    """
    best = own + move
    cost = _own_cost(each, problem, common, best)
    if cost > before + 1.0:
        for share in (0.3, 0.0):
            place = own + share * move
            now = _own_cost(each, problem, common, place)
            if now < cost:
                best, cost = place, now
    if cost > before + 10.0:
        best, cost = solve_own(each, problem, common, best, rounds=3)
    return best, cost


def _damped(parts: tuple[Numbers, ...], damping: float) -> tuple[tuple[Numbers, ...], Numbers, Numbers]:
    """Return a measurement's parts, the inverse of its damped own matrix, and its common matrix."""
    matrix = parts[2]
    scale = 1.0 / np.sqrt(np.maximum(np.diag(matrix), _TINY))
    inverse = np.linalg.pinv(matrix * scale[:, None] * scale + damping * np.eye(len(matrix)), rcond=1e-12)
    return parts, scale[:, None] * inverse * scale, parts[0]


def normal_equations(problem: Problem, solution: Solution) -> Normal:
    """Return the normal equations of the common numbers at a solution."""
    matrices, gradients = [], []
    for each, own in zip(problem.made, solution.own, strict=True):
        (_, cross, _, down, mine), inverse, part = _damped(
            _parts(each, problem, solution.common, own, central=True), 0.0
        )
        matrices.append(part - cross @ inverse @ cross.T)
        gradients.append(down - cross @ inverse @ mine)
    return Normal(np.array(matrices), np.array(gradients), *_shared_normal(problem, solution.common))
