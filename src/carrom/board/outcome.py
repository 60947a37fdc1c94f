"""Outcome of one stroke: the observed facts that the laws judge.

A simulator derives it from a trajectory; an umpire at a wooden board types it. The same laws judge both.
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
    """Breaches that only an umpire can observe."""

    IMPROPER = "improper"
    """The stroke broke the rules of technique or placing."""
    BEFORE_PLAY = "before-play"
    """The stroke was made before the umpire called "Play"."""


class Outcome(Value, frozen=True, kw_only=True):
    """The observed facts of one stroke, which is all that the laws need to rule on it.

    `simulate` returns the outcome of a simulated stroke; an umpire states the outcome of a real one.

    >>> import carrom
    >>> seen = carrom.Outcome(pocketed=(carrom.Disc.W1,), touched=(carrom.Disc.W1,))
    >>> carrom.judge(carrom.Round.begin(carrom.ruleset("club")), seen).turn.value
    'continue'
    """

    pocketed: tuple[Disc, ...] = ()
    """Discs pocketed, in order; includes the striker if it was pocketed."""
    touched: tuple[Disc, ...] = ()
    """Discs that the striker itself touched, in order of first contact."""
    jumped: tuple[Disc, ...] = ()
    """Discs that left the board over the frame; empty in simulations, which have no jumps."""
    moved: bool = True
    """Whether any disc other than the striker moved."""
    lines_left: LinesLeft = LinesLeft.BOTH
    breaches: tuple[Breach, ...] = ()
