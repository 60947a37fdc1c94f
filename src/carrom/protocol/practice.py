"""Practice requests: questions about a position set up by hand. The server stores nothing."""

from typing import Annotated

from msgspec import Meta

from carrom.board.stroke import Stroke
from carrom.practice.facts import Facts
from carrom.practice.setup import SetupPosition
from carrom.protocol.scalars import Nonce
from carrom.values import Value

Word = Annotated[str, Meta(max_length=40)]


class Arrange(Value, frozen=True, kw_only=True, tag_field="type", tag="arrange"):
    """Check a position, and find where the striker may stand in it. Answered by `Arranged`."""

    nonce: Nonce
    moment: SetupPosition
    legal: bool = True
    """If false, the striker may stand anywhere along the baselines where no disc is."""
    judged: bool = False
    """Whether to check that the position, dues and score are consistent, as in a game."""


class Try(Value, frozen=True, kw_only=True, tag_field="type", tag="try"):
    """Play a stroke in a position set up by hand. Answered by `Tried` or `Refused`."""

    nonce: Nonce
    moment: SetupPosition
    stroke: Stroke | None
    """In the frame of the seat in turn; null to let the computer play, at `level`."""
    surface: Word = "club"
    level: Word | None = None
    """Level whose accuracy is applied to the stroke, one of `Welcome.levels`; null plays the stroke exactly."""
    legal: bool = True
    judged: bool = False


class WhatIf(Value, frozen=True, kw_only=True, tag_field="type", tag="what-if"):
    """Apply the laws to the given facts of a stroke. Answered by `Tried` without an animation, or by `Refused`."""

    nonce: Nonce
    moment: SetupPosition
    facts: Facts


class Attempt(Value, frozen=True, kw_only=True, tag_field="type", tag="attempt"):
    """Try a step of a lesson. Answered by `Tried` with whether its goal is reached, or by `Refused`."""

    nonce: Nonce
    rules: Word = "icf"
    lesson: Word
    step: Annotated[int, Meta(ge=1, le=99)]
    stroke: Stroke | None = None
    """Null for the computer's turn in the last lesson."""
    moment: SetupPosition | None = None
    """The position reached in the last lesson; null for the start of the step."""
