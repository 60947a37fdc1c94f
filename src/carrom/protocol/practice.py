"""Practice: questions about a board set up by hand, each answered by itself; nothing is kept on the server."""

from typing import Annotated

from msgspec import Meta

from carrom.board.stroke import Stroke
from carrom.practice.facts import Facts
from carrom.practice.setup import SetupPosition
from carrom.protocol.scalars import Nonce
from carrom.values import Value

Word = Annotated[str, Meta(max_length=40)]


class Arrange(Value, frozen=True, kw_only=True, tag_field="type", tag="arrange"):
    """Ask whether discs can lie so, and where the striker may stand then; answered by `Arranged`."""

    nonce: Nonce
    moment: SetupPosition
    legal: bool = True
    """False: the striker may stand anywhere along the lines where no disc lies."""
    judged: bool = False
    """Whether the moment is one of a game, so that what is said of it has to be true together."""


class Try(Value, frozen=True, kw_only=True, tag_field="type", tag="try"):
    """Play a stroke on a board set up by hand; answered by `Tried`, or refused."""

    nonce: Nonce
    moment: SetupPosition
    stroke: Stroke | None
    """In the frame of the seat in turn; null: the program plays it, at `level`."""
    surface: Word = "club"
    level: Word | None = None
    """Whose hand plays it: one of `Welcome.levels`; null: it is played exactly as it was meant."""
    legal: bool = True
    judged: bool = False


class WhatIf(Value, frozen=True, kw_only=True, tag_field="type", tag="what-if"):
    """Ask what the law says to a stroke that nobody has played; answered by `Tried`, without a film, or refused."""

    nonce: Nonce
    moment: SetupPosition
    facts: Facts


class Attempt(Value, frozen=True, kw_only=True, tag_field="type", tag="attempt"):
    """Try a step of a lesson; answered by `Tried` with whether its goal is reached, or refused."""

    nonce: Nonce
    rules: Word = "icf"
    lesson: Word
    step: Annotated[int, Meta(ge=1, le=99)]
    stroke: Stroke | None = None
    """Null: the program's turn in the last lesson."""
    moment: SetupPosition | None = None
    """Where a board has come to, in the last lesson; null: as the step begins."""
