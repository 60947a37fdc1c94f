"""Fits of the engine: aim errors of the levels to people's published misses, and the networks of the board value.

Misses are modelled as a power law of the aim error. Levels without published counts are spaced like the others; `carrom
ladder` then checks that each beats the next by the intended margin."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import msgspec
import numpy as np
from numpy.typing import NDArray

from carrom.engine import board_value
from carrom.engine.engine import HOPELESS
from carrom.engine.geometry import HandNoise, people
from carrom.engine.ladder import Contestant
from carrom.engine.levels import LEVELS, Level, level_named
from carrom.engine.player import SoloBoard, alone
from carrom.engine.rollouts import ease_of, surveyed
from carrom.engine.self_play_data import SURFACES, SelfPlayData
from carrom.engine.situation import F_MOVER, F_SEATS, F_SIDES, seats_of
from carrom.physics.surface import surface
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


# -- training the networks of the board value from self-play -----------------------------------------------------------


WIDTH = 48
PASSES = 24
AT_ONCE = 1_024
RATE = 3e-3
DECAY = 2e-5
FOLDS = 5
"""Folds of the cross-validation."""
Real = NDArray[np.float64]


@dataclass(frozen=True)
class Examples:
    """Network inputs of positions of one kind of round, and how their boards ended.

    kind       of the rounds
    inputs     float64 (N, INPUTS)   as the network reads them
    scales     float64 (N, 2)        second result of `inputs_of`
    won        float64 (N,)          1 won, ½ shared, 0 lost
    points     float64 (N,)          points of the board, or the lead at its end where nobody owns a colour
    boards     int32 (N,)            seeds of the boards
    """

    kind: str
    inputs: Real
    scales: Real
    won: Real
    points: Real
    boards: NDArray[np.int32]

    def only(self, picks: NDArray[np.bool_]) -> "Examples":
        """Return the examples selected by a mask."""
        columns = self.inputs[picks], self.scales[picks], self.won[picks], self.points[picks]
        return Examples(self.kind, *columns, self.boards[picks])


def examples(memory: SelfPlayData) -> dict[str, Examples]:
    """Return training examples from self-play data, by kind of round; boards on several surfaces may be mixed.

    A round in which nobody owns a colour gives an example for each side, an owned one for the side that strikes.
    """
    lies = _surveyed(memory)
    rows: dict[str, list[tuple[int, ...]]] = {board_value.OWNED: [], board_value.FREE: []}
    picked: dict[str, list[int]] = {board_value.OWNED: [], board_value.FREE: []}
    given: dict[str, list[tuple[float, ...]]] = {board_value.OWNED: [], board_value.FREE: []}
    for index, (facts, degrees) in enumerate(zip(memory.facts.tolist(), memory.degrees.tolist(), strict=True)):
        kind = board_value.kind_of(facts)
        for side in range(facts[F_SIDES]) if kind == board_value.FREE else (facts[F_MOVER],):
            row, scales = board_value.inputs_of(facts, side, degrees)
            ends = memory.ends[index]
            if kind == board_value.FREE:
                others = [int(ends[other, 1]) for other in range(facts[F_SIDES]) if other != side]
                points = float(int(ends[side, 1]) - max(others))
            else:
                points = float(ends[side, 1])
            rows[kind].append(row)
            picked[kind].append(index)
            given[kind].append((*scales, ends[side, 0] / 2, points))
    found = {}
    for kind, inputs in rows.items():
        picks = np.array(picked[kind], dtype=np.int64)
        players = np.array([memory.facts[index][F_SEATS] for index in picks])
        layout = np.zeros((len(picks), board_value.INPUTS[kind] - board_value.ROUND_INPUTS[kind]))
        for count in set(players.tolist()):
            layout[players == count] = board_value.layout_inputs(lies[picks[players == count]], count)
        figures = np.array(given[kind], dtype=np.float64).reshape(-1, 4)
        table = np.array(inputs, dtype=np.float64).reshape(-1, board_value.ROUND_INPUTS[kind])
        found[kind] = Examples(
            kind,
            np.concatenate((table, layout), axis=1),
            figures[:, :2],
            figures[:, 2],
            figures[:, 3],
            memory.boards[picks, 0],
        )
    return found


def _surveyed(memory: SelfPlayData) -> NDArray[np.int32]:
    seats = np.array([seats_of(row) for row in memory.facts.tolist()], dtype=np.int64)
    eases = np.array([ease_of(HandNoise(degrees, 0.0, 0.0)) for degrees in memory.degrees.tolist()])
    parts = np.zeros((len(seats), 0), dtype=np.int32)
    for ground in map(surface, sorted(set(SURFACES))):
        here = np.isclose(memory.friction, ground.friction)
        if here.any():
            lies = surveyed(memory.places[here].astype(np.int64), seats[here], eases[here], ground)
            if not parts.shape[1]:
                parts = np.zeros((len(seats), lies.shape[1]), dtype=np.int32)
            parts[here] = lies
    return parts


def trained_network(
    given: Examples, seed: int = 1, width: int = WIDTH, passes: int = PASSES
) -> board_value.BoardNetwork:
    """Return the network that fits the examples, by Adam with averaged weights."""
    rng, count = np.random.default_rng(seed), given.inputs.shape[1]
    inputs, wishes = given.inputs / board_value.UNIT, wished(given)
    scale = 1.0 / np.maximum(inputs.std(axis=0), 0.05)
    first = rng.normal(0.0, 1.0 / np.sqrt(count), (count, width)) * np.minimum(scale, 4.0)[:, None]
    weights = [first, np.zeros(width), rng.normal(0.0, 0.1, (width, board_value.OUT)), np.zeros(board_value.OUT)]
    moments, squares = [np.zeros_like(each) for each in weights], [np.zeros_like(each) for each in weights]
    averaged = [each.copy() for each in weights]
    step = 0
    for number in range(passes):
        order = rng.permutation(len(inputs))
        rate = RATE * 0.5 * (1.0 + np.cos(np.pi * number / passes))
        for at in range(0, len(order), AT_ONCE):
            step += 1
            picks = order[at : at + AT_ONCE]
            slopes = _slopes(weights, inputs[picks], wishes[picks])
            for index, slope in enumerate(slopes):
                slope = slope + DECAY * weights[index]
                moments[index] = 0.9 * moments[index] + 0.1 * slope
                squares[index] = 0.999 * squares[index] + 0.001 * slope * slope
                fast = moments[index] / (1 - 0.9**step) / (np.sqrt(squares[index] / (1 - 0.999**step)) + 1e-8)
                weights[index] = weights[index] - rate * fast
                averaged[index] = 0.99 * averaged[index] + 0.01 * weights[index]
    scales = (
        board_value.UNIT,
        board_value.UNIT * board_value.UNIT,
        board_value.UNIT,
        board_value.UNIT * board_value.UNIT,
    )
    whole = [np.rint(scale * each) for scale, each in zip(scales, averaged, strict=True)]
    return board_value.BoardNetwork(given.kind, *whole)


def wished(given: Examples) -> Real:
    """Return the target outputs, (N, OUT): won or lost, and the shares of `points_of`; NaN where undefined."""
    wishes = np.full((len(given.won), board_value.OUT), np.nan)
    wishes[:, 0] = given.won
    if given.kind == board_value.FREE:
        lead, left = given.scales[:, 0], np.maximum(given.scales[:, 1], 1.0)
        wishes[:, 1] = np.clip(0.5 + 0.5 * (given.points - lead) / left, 0.0, 1.0)
        return wishes
    won, lost = given.won == 1.0, given.won == 0.0
    for column, picks, most in ((1, won, given.scales[:, 0]), (2, lost, given.scales[:, 1])):
        wishes[picks, column] = np.clip(np.abs(given.points[picks]) / np.maximum(most[picks], 1.0), 0.0, 1.0)
    return wishes


def _slopes(weights: Sequence[Real], inputs: Real, wishes: Real) -> list[Real]:
    """Return the gradients of the log loss over the defined outputs."""
    hidden = np.maximum(inputs @ weights[0] + weights[1], 0.0)
    out = hidden @ weights[2] + weights[3]
    root = np.sqrt(1.0 + out * out)
    off = 2.0 * (0.5 + 0.5 * out / root - wishes) / root
    off = np.where(np.isnan(wishes), 0.0, off) / len(inputs)
    back = (off @ weights[2].T) * (hidden > 0.0)
    return [inputs.T @ back, back.sum(axis=0), hidden.T @ off, off.sum(axis=0)]


def log_loss(win: Real, won: Real) -> float:
    """Return the mean log loss of win probabilities against results."""
    clipped = np.clip(win, 1e-6, 1 - 1e-6)
    return float(-(won * np.log(clipped) + (1 - won) * np.log(1 - clipped)).mean())


def chances(network: board_value.BoardNetwork, given: Examples) -> tuple[Real, Real]:
    """Return the win probabilities and points that the network gives to examples."""
    count = board_value.ROUND_INPUTS[given.kind]
    shares = network.shares(network.prepared(given.inputs[:, :count].tolist()), given.inputs[:, count:])
    return shares[:, 0] / board_value.MICRO, board_value.points_of(given.kind, shares, given.scales) / board_value.MICRO


def calibration(win: Real, won: Real, parts: int = 10) -> list[dict[str, float]]:
    """Return, for each tenth of the predicted probabilities, the count, the mean prediction and the win rate."""
    found = []
    bins = np.minimum((win * parts).astype(int), parts - 1)
    for number in range(parts):
        here = bins == number
        if here.any():
            predicted, actual = (round(float(each[here].mean()), 4) for each in (win, won))
            found.append({"from": number / parts, "positions": int(here.sum()), "said": predicted, "came": actual})
    return found


def card_of(given: Examples, seed: int = 1, progress: Callable[[str], None] = lambda line: None) -> dict[str, object]:
    """Return cross-validated quality figures of such a network; where colours are owned, beside those of the race."""
    win, points = np.zeros(len(given.won)), np.zeros(len(given.won))
    for fold in range(FOLDS):
        held = given.boards % FOLDS == fold
        if held.any() and not held.all():
            win[held], points[held] = chances(trained_network(given.only(~held), seed), given.only(held))
            said = f"log loss {log_loss(win[held], given.won[held]):.4f}"
            progress(f"{given.kind}, part {fold + 1} of {FOLDS} held back: {said}")
    card: dict[str, object] = {
        "positions": len(given.won),
        "boards": len(set(given.boards.tolist())),
        "log loss": round(log_loss(win, given.won), 4),
        "points off by": round(_off(points, given.points), 3),
    }
    if given.kind == board_value.OWNED:
        raced = 0.5 + 0.5 * given.inputs[:, board_value.R_WIN] / board_value.UNIT
        card["log loss of the race"] = round(log_loss(raced, given.won), 4)
        result = board_value.MOST_POINTS * given.inputs[:, board_value.R_POINTS] / board_value.UNIT
        card["points off by of the race"] = round(_off(result, given.points), 3)
    return {**card, "calibration": calibration(win, given.won)}


def _off(given: Real, actual: Real) -> float:
    return float(np.sqrt(((given - actual) ** 2).mean()))
