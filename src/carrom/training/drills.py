"""Drills: positions for practising one kind of stroke, or one part of the game.

Each position has reference success rates: how often players of known accuracy reach the drill's goal.
"""

from enum import StrEnum
from functools import cache
from importlib.resources import files

import msgspec

from carrom.board.disc import Disc
from carrom.board.notation import read_position, read_stroke
from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.board.stroke_kind import StrokeKind
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.errors import RefusedRequest
from carrom.practice.setup import SetupPosition
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
