"""Replies to practice questions about a position set up by hand."""

from carrom.board.disc import Disc
from carrom.i18n import TranslatableText
from carrom.practice.setup import SetupPosition
from carrom.protocol.film import Motion
from carrom.protocol.scalars import Nonce
from carrom.protocol.state import State, Verdict
from carrom.protocol.training import Read
from carrom.values import Value


class Arranged(Value, frozen=True, kw_only=True, tag_field="type", tag="arranged"):
    """Reply to `Arrange`: whether the position is valid, and what is possible in it."""

    nonce: Nonce
    fault: str | None = None
    """Why the position is invalid, in one sentence; null if it is valid."""
    discs: tuple[Disc, ...] = ()
    """The discs that make the position invalid."""
    state: State | None = None
    """The state of the position; null if it is invalid."""
    calls: tuple[str, ...] = ()
    """Codes of the casebook for what an umpire can call in this position; empty if nothing is judged."""


class TriedStroke(Value, frozen=True, kw_only=True, tag_field="type", tag="tried"):
    """Reply to `Try`, `WhatIf`, `Attempt` and the exercises: the result of a stroke and its ruling."""

    nonce: Nonce
    motion: Motion | None
    pocketed: tuple[Disc, ...]
    touched: tuple[Disc, ...]
    ruling: Verdict | None
    """Null if nothing is judged."""
    state: State
    moment: SetupPosition
    """The moment after the stroke, to continue from."""
    reached: bool | None = None
    """In a lesson: whether the goal of the step is reached; null while it can still be reached."""
    said: tuple[TranslatableText, ...] = ()
    """In a lesson: the teacher's comments, as keys of the page's texts with their values."""
    training: Read | None = None
    """In a puzzle, a drill or a solo board: the result."""
