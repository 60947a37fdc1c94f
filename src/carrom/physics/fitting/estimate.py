"""The parameters of a surface from tracked strokes: least squares on the exact simulator, intervals by bootstrap.

Common to all strokes are five parameters and, for tracks in pixels, the camera, which the marks measure; every stroke
has numbers of its own (where and how it began). Strokes are followed contact by contact, so that each stage starts
close to its minimum. Intervals: the larger of two standard errors (that of the linearized fit, and a bootstrap over
strokes in which every sample is one Gauss-Newton step from the fit), times Student's t.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape

import numpy as np

from carrom.errors import RefusedRequest
from carrom.physics.camera import Camera, Marks, Numbers, mark_errors, mark_slopes
from carrom.physics.fitting.measurement import (
    EARLIER,
    FRAME_GRIP,
    FRICTION,
    GRIP,
    PREDICTED,
    Common,
    Contact,
    Measurement,
    RunTestMeasured,
    StrokeMeasured,
    measurement_of,
    surface_of,
    unseen,
    values_of,
)
from carrom.physics.surface import ALLOWED, PRESETS, Surface
from carrom.physics.tracks import RunMeasured, TrackedStroke
from carrom.values import Value

# -- Levenberg-Marquardt for many measurements that share a few numbers ------------------------------------------------


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
    shared = shared * np.concatenate([problem.free, np.ones(shared.shape[1] - len(PREDICTED))])
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
    count = len(PREDICTED)
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


# -- the estimate and its intervals ------------------------------------------------------------------------------------


CONTACTS = 3
"""A stroke is followed up to its contact after this many; what comes later depends too much on what comes before."""
FEWEST = 4
"""Strokes needed."""
WIDER = 1.15
"""Factor of the intervals for what the linearized fit does not see: rims between sticking and slipping, spins of either
side. Chosen after 64 trials of `carrom bench fit`, in which disc restitution was off by 1.17 standard errors."""
SAMPLES = 2_000
"""Bootstrap samples."""
BAD = 4.0
"""A stroke whose error is this many times that of the median stroke is left out and named."""
CLOSE = 1.5
"""A stroke whose error is at most this many times that of the median stroke needs no further round."""
OUTLIER = 6.0
"""Standard deviations from which a single frame is a slip of the tracker and is left out."""
RARELY = 10.0
"""A bootstrap sample tells nothing of a parameter whose variance in it is this many times that of all strokes: then few
strokes measure that parameter, and none of them is in the sample."""
WIDEST = np.array([0.02, 0.1, 0.1, 0.05, 0.1])
"""Half widths of an interval beyond which a parameter counts as not measured."""
SPIN = 15.0
"""rad/s; start for a stroke's spin, to either side: a fit from 0 would stay there, because both sides slow it alike."""
_FIRST_STARTS: dict[int, tuple[tuple[tuple[int, float], ...], ...]] = {
    0: (((FRICTION, 0.07),), ((FRICTION, 0.12),), ((FRICTION, 0.2),)),
    1: (((GRIP, 0.05), (FRAME_GRIP, 0.08)), ((GRIP, 0.12), (FRAME_GRIP, 0.15)), ((GRIP, 0.2), (FRAME_GRIP, 0.3))),
}
"""By stage: values of the parameters that it sees for the first time."""
_NOISE = 1.0, 1e-3
"""First estimates of the noise, in pixels and in m."""
_SPINS = -20.0, 20.0
_PASSES = 4
_GAIN = 0.1


class FittedParameter(Value, frozen=True):
    """One parameter with its 95 % interval."""

    name: str
    value: float
    low: float
    high: float
    missing: str = ""
    """Why these strokes do not measure it; empty if they do. The value is then that of the surface `club`."""


class StrokeError(Value, frozen=True):
    """How well the simulator follows one stroke."""

    name: str
    error: float
    """Root mean square of tracked minus predicted places, a coordinate, in the unit of the tracks."""
    contacts: int
    """Contacts followed."""
    left_out: bool


class FittedSurface(Value, frozen=True, kw_only=True):
    """A fitted surface, and how well the simulator then follows the strokes."""

    surface: Surface
    parameters: tuple[FittedParameter, ...]
    error: float
    """Root mean square of tracked minus predicted places a coordinate, in the unit of the tracks."""
    strokes: tuple[StrokeError, ...]
    runs: tuple[tuple[RunMeasured, float], ...] = ()
    """Every run test, and the runs that the fitted surface gives at the measured speed."""
    frames_left_out: int = 0
    """Frames that the tracker got wrong."""
    residuals: tuple[tuple[str, tuple[float, ...]], ...] = ()
    """Predicted minus tracked places of every stroke used."""

    @property
    def left_out(self) -> tuple[str, ...]:
        """Names of the strokes that the simulator does not follow: a disc taken for another one, a hand in the way."""
        return tuple(each.name for each in self.strokes if each.left_out)


@dataclass(frozen=True, eq=False)
class _State:
    """The fit between two stages."""

    common: Common
    own: tuple[Numbers, ...]
    noise: float


def fit_surface(
    strokes: Sequence[TrackedStroke],
    runs: Sequence[RunMeasured] = (),
    camera: Camera | None = None,
    marks: Marks | None = None,
    seed: int = 0,
    given: Surface = PRESETS["club"],
) -> FittedSurface:
    """Return the surface that tracked strokes and run tests were played on.

    Places are in m, or in pixels with the fitted `camera` and its `marks`. Parameters that are not fitted, such as
    tangential restitution, and those that the strokes do not measure are those of `given`. The same input and `seed`
    (of the bootstrap) give the same result. Raises `RefusedRequest` for too few strokes, a fit that does not follow
    them, or strokes that do not measure the friction of the board.
    """
    if len(strokes) < FEWEST:
        raise RefusedRequest(
            f"there are {len(strokes)} strokes; expected at least {FEWEST}, better 30 of several kinds"
        )
    begun = [measurement_of(each, camera) for each in strokes]
    whole = [each for each, _ in begun]
    state = _State(Common(values_of(given), camera, given), tuple(own for _, own in begun), _NOISE[camera is None])
    tests = [RunTestMeasured(f"run test {number}", each) for number, each in enumerate(runs, 1)]
    for contacts in (0, 1, CONTACTS):
        state = _stage(whole, state, marks, contacts)
    inliers, wrong = _without_outliers(whole, state)
    if wrong:
        state = _stage(inliers, state, marks, CONTACTS)
    return _result(inliers, state, tests, marks, wrong, seed)


def _stage(whole: Sequence[StrokeMeasured], state: _State, marks: Marks | None, contacts: int) -> _State:
    """Fit the first part of all strokes: up to the contact that follows `contacts` others.

    First all strokes together, from several starts, so that no stroke's own numbers make up for a wrong surface. Then
    each stroke by itself, with a spin to either side, and those that are followed together again.
    """
    made, seen = _cut(whole, state, contacts)
    problem = _problem(made, marks, state, unseen(seen))
    common, own = state.common, list(state.own)
    noise = _median(made, common, own)
    if contacts in _FIRST_STARTS or noise > CLOSE * state.noise:
        solutions = [
            _from_start(problem, Solution(replace(common, surface=surface), tuple(own), math.inf))
            for surface in _starts(common.surface, contacts)
        ]
        found = min(solutions, key=lambda each: each[0])[1]
        common, own = found.common, list(found.own)
        noise = _median(made, common, own)
    for _ in range(_PASSES):
        problem = replace(problem, noise=noise)
        own = [_own_best(each, problem, common, its) for each, its in zip(made, own, strict=True)]
        off = [rms(each, common, its) for each, its in zip(made, own, strict=True)]
        good = [index for index, each in enumerate(off) if each <= BAD * float(np.median(off))]
        chosen = replace(problem, made=tuple(made[index] for index in good), noise=float(np.median(off)))
        solution = solve(chosen, common, [own[index] for index in good], closeness=1.0)
        common = solution.common
        for index, its in zip(good, solution.own, strict=True):
            own[index] = its
        noise = _median(chosen.made, common, solution.own)
        if max(off) <= CLOSE * noise:
            break
    return _State(common, tuple(own), noise)


def _from_start(problem: Problem, start: Solution) -> tuple[float, Solution]:
    """Return the mean error and the solution from a start that may be far off: its own errors weigh the frames."""
    found = start
    for _ in range(2):
        scale = max(problem.noise, _median(problem.made, found.common, found.own))
        found = solve(replace(problem, noise=scale), found.common, found.own, closeness=1.0)
    off = [rms(each, found.common, its) for each, its in zip(problem.made, found.own, strict=True)]
    return float(np.mean(off)), found


def _starts(surface: Numbers, contacts: int) -> list[Numbers]:
    """Return the surfaces from which a stage starts: several of those parameters that it sees for the first time."""
    changes = _FIRST_STARTS.get(contacts, ((),))
    starts = []
    for each in changes:
        start = surface.copy()
        for index, value in each:
            start[index] = value
        starts.append(start)
    return starts


def _median(made: Sequence[Measurement], common: Common, own: Sequence[Numbers]) -> float:
    """Return the median of the strokes' root mean square errors."""
    return float(np.median([rms(each, common, its) for each, its in zip(made, own, strict=True)]))


def _own_best(each: StrokeMeasured, problem: Problem, common: Common, own: Numbers) -> Numbers:
    """Return the best of two starts for a stroke's own numbers: with a spin to either side."""
    spins = (float(own[4]), -float(own[4])) if abs(own[4]) > 0.2 * SPIN else (SPIN, -SPIN)
    starts = [np.concatenate([own[:4], [spin], own[5:]]) for spin in spins]
    solved = [solve_own(each, problem, common, start) for start in starts]
    return min(solved, key=lambda each: each[1])[0]


def _cut(whole: Sequence[StrokeMeasured], state: _State, contacts: int) -> tuple[list[StrokeMeasured], list[Contact]]:
    """Return every stroke up to the contact that follows `contacts` others, and all contacts before."""
    made: list[StrokeMeasured] = []
    seen: list[Contact] = []
    for each, own in zip(whole, state.own, strict=True):
        its = each.contacts(state.common, own)
        until = its[contacts].time - EARLIER if len(its) > contacts else math.inf
        made.append(each.until(max(until, float(each.film.times[0][4]))))
        seen += its[:contacts]
    return made, seen


def _problem(made: Sequence[Measurement], marks: Marks | None, state: _State, missing: dict[int, str]) -> Problem:
    free = np.array([0.0 if index in missing else 1.0 for index in range(len(PREDICTED))])
    return Problem(tuple(made), marks, state.noise, values_of(state.common.given), free)


def _without_outliers(whole: Sequence[StrokeMeasured], state: _State) -> tuple[list[StrokeMeasured], int]:
    """Return the strokes without frames that are far off while those before and after are not."""
    inliers, count = [], 0
    for each, own in zip(whole, state.own, strict=True):
        off = np.abs(each.errors(state.common, own)) / state.noise
        wrong = np.zeros(len(off), dtype=bool)
        wrong[1:-1] = (off[1:-1] > OUTLIER) & (off[:-2] < OUTLIER / 2) & (off[2:] < OUTLIER / 2)
        inliers.append(each.without(wrong))
        count += int(wrong.reshape(2, -1).any(axis=0).sum())
    return inliers, count


def _result(
    whole: Sequence[StrokeMeasured],
    state: _State,
    tests: Sequence[RunTestMeasured],
    marks: Marks | None,
    wrong: int,
    seed: int,
) -> FittedSurface:
    """Fit the strokes that are followed once more, with the run tests, and return the parameters with intervals."""
    made, seen = _cut(whole, state, CONTACTS)
    off = [rms(each, state.common, own) for each, own in zip(made, state.own, strict=True)]
    good = [index for index, each in enumerate(off) if each <= BAD * state.noise]
    if len(good) < max(FEWEST, len(made) / 2):
        raise RefusedRequest(
            f"the simulator follows {len(good)} of {len(made)} strokes; expected times in seconds, places in metres of "
            "the board's frame or pixels with marks, and the striker as S"
        )
    used = [made[index] for index in good]
    missing = unseen(seen)
    noise = _noise(used, [off[index] for index in good])
    problem = replace(_problem([*used, *tests], marks, state, missing), noise=noise)
    own = [*(state.own[index] for index in good), *(each.expected for each in tests)]
    solution = _polished(problem, Solution(state.common, tuple(own), math.inf))
    values, wide = solution.common.surface, _half_widths(problem, solution, seed)
    for index in np.flatnonzero(wide > WIDEST):
        missing.setdefault(int(index), _TOO_WIDE[index])
    if FRICTION in missing:
        raise RefusedRequest(f"these strokes do not measure the friction of the board: {missing[FRICTION]}")
    given = state.common.given
    found = np.where([index in missing for index in range(len(values))], values_of(given), values)
    surface = surface_of(found, given)
    parameters = tuple(
        FittedParameter(
            name,
            float(getattr(surface, name)),
            float(max(ALLOWED[name][0], values[index] - wide[index])),
            float(min(ALLOWED[name][1], values[index] + wide[index])),
            missing.get(index, ""),
        )
        for index, name in enumerate(PREDICTED)
    )
    residuals = tuple(
        (each.name, tuple(each.errors(solution.common, its).tolist()))
        for each, its in zip(used, solution.own, strict=False)
    )
    errors = [float(np.sqrt(np.mean(np.square(row)))) for _, row in residuals]
    of_stroke = dict(zip(good, errors, strict=True))
    return FittedSurface(
        surface=surface,
        parameters=parameters,
        error=float(np.sqrt(np.mean(np.square(np.concatenate([row for _, row in residuals]))))),
        strokes=tuple(
            StrokeError(
                each.name,
                of_stroke.get(index, off[index]),
                min(CONTACTS, len(each.contacts(state.common, state.own[index]))),
                index not in of_stroke,
            )
            for index, each in enumerate(whole)
        ),
        runs=tuple((each.test, _runs(each, solution.common)) for each in tests),
        frames_left_out=wrong,
        residuals=residuals,
    )


def _noise(made: Sequence[StrokeMeasured], off: Sequence[float]) -> float:
    """Return the tracks' noise: what is left of it in the errors, corrected for the numbers that were fitted."""
    counts = np.array([len(each.measured) for each in made])
    left = max(1.0, counts.sum() - sum(each.count for each in made))
    return float(np.sqrt(counts @ np.square(off) / left))


def _polished(problem: Problem, solution: Solution) -> Solution:
    """Return the minimum, with the strokes' own numbers sought by themselves in between, until nothing is gained.

    At first from several spins: a hit that sticks and one that slips are minima of their own.
    """
    for number in range(_PASSES):
        own = [
            min(
                (solve_own(each, problem, solution.common, start) for start in _own_starts(each, its, number < 2)),
                key=lambda solved: solved[1],
            )[0]
            for each, its in zip(problem.made, solution.own, strict=True)
        ]
        found = solve(problem, solution.common, own, closeness=1e-2)
        gained, solution = solution.cost - found.cost, found
        if gained < _GAIN:
            break
    return solution


def _own_starts(each: Measurement, own: Numbers, with_spins: bool) -> list[Numbers]:
    """Return starts for a measurement's own numbers: as they are, and with other spins."""
    if not each.is_track or not with_spins:
        return [own]
    return [own, *(np.concatenate([own[:4], [spin], own[5:]]) for spin in _SPINS)]


def _runs(each: RunTestMeasured, common: Common) -> float:
    """Return the runs that the fitted surface gives at the speed that was measured."""
    return float(each.test.runs + each.test.runs_error * each.errors(common, each.expected)[0])


_TOO_WIDE = (
    "the slides are too short; let the striker slide until it rests",
    "too few strokes hit a piece; play ten hits",
    "too few strokes reach the frame; play ten rebounds",
    "too few thin cuts; play hits at 30 to 60 degrees",
    "too few rebounds at flat angles; play rebounds at 30 to 60 degrees to the frame",
)
"""By parameter: why its interval is wide."""


def _half_widths(problem: Problem, solution: Solution, seed: int) -> Numbers:
    """Return half the width of the parameters' 95 % intervals."""
    count, many = len(PREDICTED), len(problem.made)
    normal = normal_equations(problem, solution)
    linear = np.linalg.inv(normal.shared + normal.matrices.sum(axis=0))
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(many, np.full(many, 1.0 / many), size=SAMPLES)
    matrices = normal.shared + np.einsum("sm,mij->sij", drawn, normal.matrices)
    noise = rng.multivariate_normal(np.zeros(len(normal.shared)), normal.shared, size=SAMPLES, method="eigh")
    down = normal.shared_gradient + noise + np.einsum("sm,mi->si", drawn, normal.gradients)
    inverse = np.linalg.inv(matrices)
    steps = np.einsum("sij,sj->si", inverse, down)
    variance = np.diag(linear)
    resampled = np.zeros(count)
    for index in range(count):
        telling = steps[inverse[:, index, index] <= RARELY * variance[index], index]
        if len(telling):
            low, high = np.percentile(telling, [15.865, 84.135])
            resampled[index] = (high - low) / 2 * math.sqrt(many / max(1, many - count))
    error: Numbers = np.maximum(np.sqrt(variance[:count]), resampled)
    return WIDER * _students_t(max(4, many - count)) * error


def _students_t(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t (Cornish-Fisher expansion, within 0.002 from 4 degrees on)."""
    z = 1.959963984540054
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4)
    )


# -- the plot of residuals: predicted minus tracked, stroke by stroke --------------------------------------------------


_WIDE, _HIGH, _LEFT, _BELOW, _TOP = 900, 420, 64, 90, 34
_MOST = 120
"""Points a stroke; of more, every second, third … is drawn."""
_COLOURS = {"slide": "#8a5a2b", "rebound": "#1f6f8b", "hit": "#b23a48"}


def residual_plot(found: FittedSurface, unit: str) -> str:
    """Return an SVG document; `unit` is `pixels` or `m` (drawn in mm)."""
    scale, word = (1e3, "mm") if unit == "m" else (1.0, "pixels")
    most = max(4.0 * found.error * scale, 1e-9)
    columns = max(1, len(found.residuals))
    step = (_WIDE - _LEFT - 16) / columns
    middle, reach = (_TOP + _HIGH - _BELOW) / 2, (_HIGH - _BELOW - _TOP) / 2
    parts = []
    for number in range(-4, 5, 2):
        y = middle - reach * number / 4
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{_WIDE - 16}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{most * number / 4:.2g}</text>')
    for index, (name, row) in enumerate(found.residuals):
        left = _LEFT + step * index
        colour = next((value for key, value in _COLOURS.items() if name.startswith(key)), "#4b4453")
        chosen = row[:: max(1, -(-len(row) // _MOST))]
        points = "".join(
            f"M{left + step * (0.1 + 0.8 * at / len(chosen)):.1f} "
            f"{middle - reach * max(-1.0, min(1.0, value * scale / most)):.1f}h0"
            for at, value in enumerate(chosen)
        )
        parts.append(f'<path d="{points}" stroke="{colour}" stroke-width="2" stroke-linecap="round" opacity=".6"/>')
        x, y = left + step / 2 + 3, _HIGH - _BELOW + 10
        parts.append(f'<text transform="translate({x:.1f} {y}) rotate(-60)" text-anchor="end">{escape(name)}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" font-family="sans-serif" '
        f'font-size="11">'
        f"<title>Residuals of the fit</title>"
        f'<rect width="{_WIDE}" height="{_HIGH}" fill="#fff"/><text x="{_LEFT}" y="18" font-size="13">Predicted minus '
        f"tracked places, {word}: x and y of each disc, stroke by stroke; "
        f"root mean square {found.error * scale:.3f}</text>"
        f"{''.join(parts)}</svg>\n"
    )
