"""Calibrate the accuracy estimate: misses of simulated players of known aim error."""

import math
import statistics
from collections.abc import Sequence

from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.play.engine import Engine
from carrom.engine.play.levels import Level
from carrom.engine.play.solo import alone
from carrom.engine.search.budget import Budget
from carrom.training.accuracy import Calibration, Row
from carrom.values import Value
from carrom.version import __version__

DIRECTIONS = (0.25, 0.4, 0.6, 0.9, 1.3, 1.9, 2.8, 4.2)
"""Degrees."""
SIMULATIONS = 4_000
TRIMMED = 8
"""Of so many boards the best and the worst are left out: now and then a man lies where no stroke of the hand comes."""
FASTEST = 6.0


class Job(Value, frozen=True):
    """One board alone of one hand."""

    direction: float
    seed: int


class Board(Value, frozen=True):
    """What it brought."""

    direction: float
    seed: int
    misses: int
    strokes: int
    """After the break."""
    kept: int
    finished: bool


def player(direction: float) -> Level:
    """Return who plays: a person's hand of so many degrees, speed and place in proportion, that knows all strokes."""
    hand = HandNoise(
        direction, round(min(0.3, 0.03 + 0.06 * direction), 4), round(100.0 + 500.0 * direction), tails=True
    )
    return Level(f"{direction:g}", hand, Budget(SIMULATIONS, 3.0), fastest=FASTEST)


def played(job: Job) -> Board:
    """Return what one board brought: a job for a worker."""
    from carrom.engine.rollouts.runner import warm

    warm()
    level = player(job.direction)
    run = alone(Engine(level).aim, level.hand, job.seed)
    after = [stroke for stroke in run.strokes if not stroke.is_break]
    return Board(job.direction, job.seed, run.misses, len(after), sum(stroke.kept for stroke in after), run.finished)


def fitted(boards: Sequence[Board]) -> Calibration:
    """Return the table of these boards; a hand with fewer than two says nothing."""
    rows = []
    for direction in sorted({board.direction for board in boards}):
        those = [board for board in boards if board.direction == direction]
        misses = sorted(board.misses for board in those)
        cut = len(misses) // TRIMMED
        misses = misses[cut : len(misses) - cut]
        if len(those) > 1:
            rows.append(
                Row(
                    direction=direction,
                    boards=len(those),
                    misses=round(statistics.fmean(misses), 3),
                    spread=round(max(statistics.stdev(misses), math.sqrt(statistics.fmean(misses)) / 2), 3),
                    kept=round(sum(board.kept for board in those) / sum(board.strokes for board in those), 4),
                )
            )
    return Calibration(program=__version__, simulations=SIMULATIONS, rows=tuple(rows))
