"""Drills: positions for practising one kind of stroke, or one part of the game.

Each position has reference success rates: how often players of known accuracy reach the drill's goal.
"""

import math
from enum import StrEnum
from functools import cache
from importlib.resources import files

import msgspec

from carrom.board import STRIKER, Disc, Point, Seat, Stroke, StrokeKind
from carrom.board.notation import read_position, read_stroke
from carrom.engine.geometry import HandNoise
from carrom.engine.situation import Situation
from carrom.engine.stroke_names import NamedStroke, called
from carrom.errors import IllegalStroke, RefusedRequest
from carrom.practice.play import PracticeResult
from carrom.practice.setup import SetupPosition
from carrom.rules.round import QueenState
from carrom.rules.ruling import Turn
from carrom.training.puzzle_judge import hardness, is_foul
from carrom.training.puzzles import with_placed
from carrom.training.stroke_chances import STRONG
from carrom.values import Value

SHIPPED = "drills.jsonl"
HANDS = (
    HandNoise(3.0, 0.20, 1_500),
    HandNoise(2.0, 0.15, 1_200),
    HandNoise(1.2, 0.11, 800),
    HandNoise(0.9, 0.09, 600),
    HandNoise(0.7, 0.08, 500),
    HandNoise(0.55, 0.07, 400),
    STRONG,
    HandNoise(0.15, 0.03, 200),
)
"""The accuracies of `DrillPosition.levels`, the weakest first."""


class DrillGoal(StrEnum):
    """What a try at a drill must achieve."""

    POCKET = "pocket"
    """The drill's piece falls by a stroke of the drill's kind, without a foul."""
    TURN = "turn"
    """The turn goes on, without a foul: a break that pockets a piece."""
    REST = "rest"
    """The drill's piece comes to rest near a target."""
    COVER = "cover"
    """The queen falls and is covered, with one stroke or two."""
    LEAVE = "leave"
    """The opponent is left little: the success rate of their best stroke is low enough (`DrillPosition.least`)."""
    PLACE = "place"
    """A piece that the opponent owes is placed so that they have as little."""


class DrillKind(Value, frozen=True):
    """One drill: what a try must achieve, and by which kinds of strokes."""

    goal: DrillGoal
    kinds: frozenset[StrokeKind] = frozenset(StrokeKind)

    @property
    def strokes(self) -> int:
        """Number of strokes that a try has; 0 where a piece is to be placed."""
        return {DrillGoal.COVER: 2, DrillGoal.PLACE: 0}.get(self.goal, 1)


def _pocket(*kinds: StrokeKind) -> DrillKind:
    return DrillKind(DrillGoal.POCKET, frozenset(kinds))


DRILLS: dict[str, DrillKind] = {
    "straight": _pocket(StrokeKind.STRAIGHT),
    "cut": _pocket(StrokeKind.CUT),
    "break": DrillKind(DrillGoal.TURN),
    "frozen": _pocket(StrokeKind.FROZEN),
    "back-stroke": _pocket(StrokeKind.BACK),
    "thumb": _pocket(StrokeKind.BACK, StrokeKind.STRAIGHT, StrokeKind.CUT, StrokeKind.FROZEN),
    "speed": DrillKind(DrillGoal.REST),
    "queen-cover": DrillKind(DrillGoal.COVER),
    "one-frame": _pocket(StrokeKind.ONE_FRAME),
    "bank": _pocket(StrokeKind.BANK),
    "defence": DrillKind(DrillGoal.LEAVE),
    "due": DrillKind(DrillGoal.PLACE),
    "plant": _pocket(StrokeKind.PLANT),
    "kiss": _pocket(StrokeKind.KISS),
    "double": _pocket(StrokeKind.DOUBLE),
}
"""Drills in the order of learning."""


class DrillPosition(Value, frozen=True, kw_only=True, omit_defaults=True):
    """One position of a drill; the player sits south and has the white pieces."""

    drill: str
    number: int
    position: str
    queen: str = "mover"
    disc: Disc
    """The piece to pocket, to place or to bring to rest; in a defence the opponent's."""
    best: str
    """A stroke that reaches the goal, in notation; of a due, the piece at a good place."""
    levels: tuple[float, ...] = ()
    """Success rates of `HANDS`, each with its own best stroke; empty where nothing is struck."""
    target: Point | None = None
    """Where the piece is to come to rest."""
    within: int = 0
    """Largest distance from the target, µm."""
    stands: tuple[int, int] | None = None
    """The range of the baseline from which the stroke is to be played, µm."""
    least: float = 0.0
    """Of a defence and a due: one minus the largest success rate that the opponent's best stroke may have."""

    @property
    def moment(self) -> SetupPosition:
        """The position to begin with; of a due with the piece's owner in turn."""
        goal = DRILLS[self.drill].goal
        return SetupPosition(
            position=self.position,
            turn=Seat.NORTH if goal is DrillGoal.PLACE else Seat.SOUTH,
            queen=self.queen,
            attempt=1 if goal is DrillGoal.TURN else None,
        )

    @property
    def stroke(self) -> Stroke | None:
        """A stroke that solves the position; None for a due."""
        return None if DRILLS[self.drill].goal is DrillGoal.PLACE else read_stroke(self.best)

    @property
    def at(self) -> Point | None:
        """A good place of a due piece; None for other drills."""
        return read_position(f"c1_{self.best}")[self.disc] if DRILLS[self.drill].goal is DrillGoal.PLACE else None


@cache
def boards() -> tuple[DrillPosition, ...]:
    """Return the positions that ship with the package."""
    lines = files("carrom.training").joinpath(SHIPPED).read_bytes().splitlines()
    return tuple(msgspec.json.decode(line, type=DrillPosition) for line in lines)


def drill_of(name: str) -> tuple[DrillPosition, ...]:
    """Return the positions of a drill. Raises `RefusedRequest` for an unknown name."""
    found = tuple(board for board in boards() if board.drill == name)
    if not found:
        raise RefusedRequest(f"there is no drill {name!r:.40}: there are {', '.join(DRILLS)}")
    return found


def board_of(name: str, number: int) -> DrillPosition:
    """Return one position of a drill by its number, from 1."""
    found = drill_of(name)
    if not 1 <= number <= len(found):
        raise RefusedRequest(f"the drill {name} has positions 1 to {len(found)}, not {number}")
    return found[number - 1]


# -- the result of a try: whether the goal is reached ------------------------------------------------------------------


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
