"""`Facts`: what a person states to have happened on a board set up by hand, for a ruling without a simulated stroke."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from carrom.board.disc import Disc
from carrom.board.outcome import LinesLeft
from carrom.values import Value


class Happened(StrEnum):
    """The kind of event to rule on."""

    STROKE = "stroke"
    PASS = "pass"
    CALL = "call"


class Whose(StrEnum):
    """The side at fault in an umpire's call."""

    MOVER = "mover"
    OPPONENT = "opponent"
    NOBODY = "nobody"


class Facts(Value, frozen=True, kw_only=True):
    """A stroke, a pass or an umpire's call, stated by a person and not simulated."""

    happened: Happened = Happened.STROKE

    falls: tuple[Disc, ...] = ()
    """Pocketed discs in falling order, the striker among them if it fell."""
    touched: bool = True
    """Whether the striker touched any disc."""
    direct: bool = False
    """Whether the striker itself touched an opponent's piece that fell."""
    improper: bool = False
    """Whether the stroke broke the rules of technique or placing."""
    before_play: bool = False
    """Whether it was struck before the umpire called "Play"."""
    jumped: tuple[Disc, ...] = ()
    """Discs that left the board over the frame; the striker may be among them."""
    lines: LinesLeft = LinesLeft.BOTH
    """How many of the two baselines the striker has left."""
    passes: Annotated[int, Meta(ge=0, le=99)] = 0
    """Consecutive passes before this one."""
    call: Annotated[str, Meta(max_length=40)] = ""
    """The umpire's call, by its code in the casebook."""
    by: Whose = Whose.MOVER
    after_stroke: bool = False
    """Whether the call is about something during or after the first stroke of the turn."""
