"""What the server answers to questions about a board set up by hand."""

from carrom.board.disc import Disc
from carrom.i18n import TranslatableText
from carrom.practice.setup import SetupPosition
from carrom.protocol.film import Motion
from carrom.protocol.scalars import Nonce
from carrom.protocol.state import State, Verdict
from carrom.protocol.training import Read
from carrom.values import Value


class Arranged(Value, frozen=True, kw_only=True, tag_field="type", tag="arranged"):
    """What there is to say of a board set up by hand."""

    nonce: Nonce
    fault: str | None = None
    """Why it cannot be so, in one sentence."""
    discs: tuple[Disc, ...] = ()
    """The discs that are at fault."""
    state: State | None = None
    """How it stands; null where it cannot be so."""
    calls: tuple[str, ...] = ()
    """What an umpire can call on it, by the codes of the casebook; empty where nothing is judged."""


class Tried(Value, frozen=True, kw_only=True, tag_field="type", tag="tried"):
    """What a stroke has led to, or what the law says to one."""

    nonce: Nonce
    motion: Motion | None
    pocketed: tuple[Disc, ...]
    touched: tuple[Disc, ...]
    ruling: Verdict | None
    """Null where nothing is judged."""
    state: State
    moment: SetupPosition
    """To go on from here."""
    reached: bool | None = None
    """In a lesson: whether the goal of the step is reached; null while it may still be."""
    said: tuple[TranslatableText, ...] = ()
    """In a lesson: what the teacher says, as keys of the page's texts with their values."""
    training: Read | None = None
    """At a puzzle, in a drill, or of a run alone: what became of it."""
