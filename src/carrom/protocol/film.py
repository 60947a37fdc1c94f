"""What happened, as it is shown: a stroke with its film, or an act without one."""

from enum import StrEnum

from carrom.board.disc import Disc
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.i18n import TranslatableText
from carrom.physics.played import ContactKind
from carrom.physics.trajectory import Keyframe
from carrom.protocol.state import Turn
from carrom.values import Value


class PastStroke(Value, frozen=True, kw_only=True):
    """One line of the history."""

    number: int
    """From 1."""
    board: int
    seat: Seat
    pocketed: tuple[Disc, ...]
    turn: Turn
    why: str
    """In English, told to the player in turn."""
    said: tuple[TranslatableText, ...] = ()
    """The same as keys and values."""


class Contact(Value, frozen=True, kw_only=True):
    """One contact of a stroke, for sound and for reading."""

    time: int
    """µs since the stroke began."""
    kind: ContactKind
    discs: tuple[Disc, ...]
    at: Point
    speed: int
    """Normal speed of approach, µm/s; for a pocket the speed of the fall."""
    impulse: int
    """Normal impulse, µN·s; 0 for a pocket. (A striker at 1 m/s carries 15 000.)"""


class Motion(Value, frozen=True, kw_only=True):
    """A stroke as it is shown: `before`, with the striker on its spot, then the keyframes, to `rest`."""

    seat: Seat
    stroke: Stroke
    before: Position
    keyframes: tuple[Keyframe, ...]
    contacts: tuple[Contact, ...]
    duration: int
    """µs until everything rests."""
    rest: Position
    """Where everything came to rest, the striker too if it stayed on the board; before any disc is put back."""


class Act(StrEnum):
    """What happened without a stroke."""

    RACKED = "racked"
    PLACED = "placed"
    WAIVED = "waived"
    DEMANDED = "demanded"
    PASSED = "passed"
    RESIGNED = "resigned"
    UNDONE = "undone"
    TOSSED = "tossed"
    """The toss is decided; `seat` has won it."""
    CHOSEN = "chosen"
    """The winner of the toss has chosen, or the other side the seats."""
    TIMED_OUT = "timed-out"
    """The clock ran out for `seat`; what follows is in the ruling."""
    FORFEITED = "forfeited"
    """`seat` stayed away and has lost the match, or lost the right to place."""
    ABORTED = "aborted"
    """`seat` has called the game off before its first stroke."""
    NO_ROOM = "no-room"
    """The man had no room on the board and stays owed."""
