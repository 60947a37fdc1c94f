"""Scores of players: whole boards against another player, and the graded tasks, with intervals."""

import math
from collections.abc import Sequence

from carrom.lab.games import GameJob, check, played
from carrom.lab.intervals import wilson
from carrom.lab.players import Contender
from carrom.lab.workers import Engine, done
from carrom.values import Value


class Score(Value, frozen=True, kw_only=True):
    """The result of several boards, from the view of the first of two players."""

    boards: int
    won: int
    points: float
    """Mean points per board, own minus the opponent's."""
    low: float
    """Lower bound of the 95 % Wilson interval of the share won; `high` is the upper one."""
    high: float
    success: float
    """Share of the player's strokes after which it struck again."""


def against(
    one: Contender,
    other: Contender,
    boards: int,
    seed: int = 0,
    ruleset: str = "icf",
    workers: int = 1,
    engine: Engine = "processes",
    address: str | None = None,
) -> Score:
    """Return the score of `one` against `other` over `boards` boards: two for every seed, one from each seat.

    Players are named as in `carrom.lab.players`, or given as agents or players of games. Objects must be picklable for
    worker processes; `engine="here"` plays in this one.
    """
    jobs = [
        GameJob(players=(one, other) if index % 2 == 0 else (other, one), seed=seed + index // 2 * 2, ruleset=ruleset)
        for index in range(boards)
    ]
    check(jobs[0])
    won, points, strokes, kept = 0, 0.0, 0, 0
    for index, game in enumerate(done(played, jobs, workers, engine, address)):
        side, seat = ("A", "south") if index % 2 == 0 else ("B", "north")
        mine = [row for row in game.rows if row.seat == seat]
        won += game.winners == (side,)
        points += game.points[index % 2]
        strokes, kept = strokes + len(mine), kept + sum(row.continues for row in mine)
    low, high = wilson(won, boards)
    return Score(
        boards=boards, won=won, points=points / boards, low=low, high=high, success=kept / strokes if strokes else 0.0
    )


def mean(values: Sequence[float], z: float = 1.96) -> tuple[float, float]:
    """Return the normal confidence interval of the mean of two or more values."""
    middle = sum(values) / len(values)
    spread = math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values))
    return middle - z * spread, middle + z * spread
