"""Results of tries at drills: whether a stroke or a placing reaches the drill's goal."""

import math

from carrom.board.disc import STRIKER
from carrom.board.position import Point
from carrom.board.stroke import Stroke
from carrom.engine.position.situation import Situation
from carrom.engine.search.stroke_names import NamedStroke, called
from carrom.errors import IllegalStroke
from carrom.practice.play import PracticeResult
from carrom.rules.round import QueenState
from carrom.rules.ruling import Turn
from carrom.training.drills import DRILLS, DrillGoal, DrillPosition
from carrom.training.puzzles.judge import hardness, is_foul
from carrom.training.puzzles.puzzle import with_placed
from carrom.values import Value


class DrillResult(Value, frozen=True):
    """What a try has come to."""

    hit: bool
    goes_on: bool = False
    """Whether another stroke belongs to this try."""
    left: float | None = None
    """Success rate of the opponent's best stroke, where that decides."""


def check_stands(stands: tuple[int, int] | None, stroke: Stroke) -> None:
    """Raise `IllegalStroke` if a stroke is not played from the part of the baseline that is asked for."""
    if stands is not None and not stands[0] <= stroke.x <= stands[1]:
        low, high = (round(each / 1000) for each in stands)
        raise IllegalStroke(
            f"The striker stands {round(stroke.x / 1000)} mm from the middle; expected is a place from {low} to {high} "
            "mm."
        )


def struck(board: DrillPosition, situation: Situation, stroke: Stroke, after: PracticeResult) -> DrillResult:
    """Return the result of a stroke played exactly, in the situation before it."""
    assert after.ruling is not None, "the stroke is judged"
    assert after.ruling.outcome is not None, "and not a call"
    assert after.round is not None, "so that there is a round after it"
    kind = DRILLS[board.drill]
    round_, foul = after.round, is_foul(after.ruling)
    fallen = after.ruling.outcome.pocketed
    match kind.goal:
        case DrillGoal.POCKET:
            return DrillResult(_is_pocketed(board, called(situation, stroke), STRIKER in fallen))
        case DrillGoal.TURN:
            return DrillResult(not foul and after.ruling.turn is Turn.CONTINUE)
        case DrillGoal.REST:
            return DrillResult(STRIKER not in fallen and board.disc not in fallen and rests(board, after))
        case DrillGoal.COVER:
            mine = situation.round.mover
            if not foul and round_.queen is QueenState.COVERED and round_.queen_side == mine:
                return DrillResult(True)
            goes_on = round_.queen is QueenState.PENDING and round_.mover == mine and not foul
            return DrillResult(False, goes_on)
        case _:
            if foul or round_.result is not None or round_.mover == situation.round.mover:
                return DrillResult(not foul and round_.result is None)
            left = 1.0 - hardness(Situation(round_, after.position, situation.surface))
            return DrillResult(1.0 - left >= board.least, left=left)


def put(board: DrillPosition, at: Point) -> DrillResult:
    """Return the result of placing the drill's piece."""
    left = 1.0 - hardness(with_placed(board.moment, board.disc, at))
    return DrillResult(1.0 - left >= board.least, left=left)


def rests(board: DrillPosition, after: PracticeResult) -> bool:
    """Whether the drill's piece came to rest near its target."""
    assert board.target is not None, "the goal has a target"
    at = after.position[board.disc]
    return math.hypot(at.x - board.target.x, at.y - board.target.y) <= board.within


def _is_pocketed(board: DrillPosition, found: NamedStroke, foul: bool) -> bool:
    if foul or found.disc is None or found.name not in DRILLS[board.drill].kinds:
        return False
    return found.disc is board.disc or board.drill == "double"
