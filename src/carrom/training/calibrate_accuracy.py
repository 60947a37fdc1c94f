"""Calibrate the accuracy estimate: misses of simulated players of known aim error."""

import math
import statistics
from collections.abc import Sequence

from carrom.engine.engine import Engine
from carrom.engine.geometry import HandNoise
from carrom.engine.levels import Budget, Level
from carrom.engine.player import alone
from carrom.training.accuracy import AccuracyRow, Calibration
from carrom.values import Value
from carrom.version import __version__

DIRECTIONS = (0.25, 0.4, 0.6, 0.9, 1.3, 1.9, 2.8, 4.2)
"""Aim errors in degrees."""
SIMULATIONS = 4_000
TRIMMED = 8
"""Of this many boards the best and the worst are excluded: sometimes a piece is where no stroke of the player reaches
it."""
FASTEST = 6.0


class CalibrationJob(Value, frozen=True):
    """One solo board at one aim error."""

    direction: float
    seed: int


class CalibrationBoard(Value, frozen=True):
    """The result of a solo board."""

    direction: float
    seed: int
    misses: int
    strokes: int
    """Strokes after the break."""
    kept: int
    finished: bool


def player(direction: float) -> Level:
    """Return a player with that aim error in degrees, speed and place errors in proportion, who knows all strokes."""
    hand = HandNoise(
        direction, round(min(0.3, 0.03 + 0.06 * direction), 4), round(100.0 + 500.0 * direction), tails=True
    )
    return Level(f"{direction:g}", hand, Budget(SIMULATIONS, 3.0), fastest=FASTEST)


def played(job: CalibrationJob) -> CalibrationBoard:
    """Play one solo board and return its result: a job for a worker."""

    level = player(job.direction)
    run = alone(Engine(level).aim, level.hand, job.seed)
    after = [stroke for stroke in run.strokes if not stroke.is_break]
    return CalibrationBoard(
        job.direction, job.seed, run.misses, len(after), sum(stroke.kept for stroke in after), run.finished
    )


def fitted(boards: Sequence[CalibrationBoard]) -> Calibration:
    """Return the table of these boards; an aim error with fewer than two boards is left out."""
    rows = []
    for direction in sorted({board.direction for board in boards}):
        those = [board for board in boards if board.direction == direction]
        misses = sorted(board.misses for board in those)
        cut = len(misses) // TRIMMED
        misses = misses[cut : len(misses) - cut]
        if len(those) > 1:
            rows.append(
                AccuracyRow(
                    direction=direction,
                    boards=len(those),
                    misses=round(statistics.fmean(misses), 3),
                    spread=round(max(statistics.stdev(misses), math.sqrt(statistics.fmean(misses)) / 2), 3),
                    kept=round(sum(board.kept for board in those) / sum(board.strokes for board in those), 4),
                )
            )
    return Calibration(program=__version__, simulations=SIMULATIONS, rows=tuple(rows))
