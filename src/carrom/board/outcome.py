"""What was seen to happen in one stroke: the facts that laws judge.

A simulator fills it from a trajectory; an umpire at a wooden board types it. The same laws read both.
"""

from enum import StrEnum

from carrom.board.disc import Disc
from carrom.values import Value


class LinesLeft(StrEnum):
    """How many of the two base lines the striker has left."""

    NONE = "none"
    ONE = "one"
    BOTH = "both"


class Breach(StrEnum):
    """What only an umpire sees in a stroke."""

    IMPROPER = "improper"
    """Made against the rules of technique or placing."""
    BEFORE_PLAY = "before-play"
    """Struck before the umpire called "Play"."""


class Outcome(Value, frozen=True, kw_only=True):
    """The facts of one stroke."""

    pocketed: tuple[Disc, ...] = ()
    """In falling order; the striker is among them if it fell."""
    touched: tuple[Disc, ...] = ()
    """Discs the striker itself touched, in order of first touch."""
    jumped: tuple[Disc, ...] = ()
    """Discs that left the board over the frame; empty from the simulator, which has no jumps."""
    moved: bool = True
    """Whether any disc but the striker was moved."""
    lines_left: LinesLeft = LinesLeft.BOTH
    breaches: tuple[Breach, ...] = ()
