"""Strokes and other actions as shown to the players: animation, contacts, history."""

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
    """One entry of the stroke history."""

    number: int
    """Number of the stroke, from 1."""
    board: int
    seat: Seat
    pocketed: tuple[Disc, ...]
    turn: Turn
    why: str
    """The ruling in English, addressed to the player in turn."""
    said: tuple[TranslatableText, ...] = ()
    """The ruling as translation keys and values."""


class Contact(Value, frozen=True, kw_only=True):
    """One contact during a stroke, for sound and for display."""

    time: int
    """µs since the stroke began."""
    kind: ContactKind
    discs: tuple[Disc, ...]
    at: Point
    speed: int
    """Normal speed of approach, µm/s; for a pocket the speed of the fall."""
    impulse: int
    """Normal impulse, µN·s; 0 for a pocket. For comparison, a striker at 1 m/s has a momentum of 15 000."""


class Motion(Value, frozen=True, kw_only=True):
    """The animation of a stroke: `before`, with the striker on its spot, then the keyframes, until `rest`."""

    seat: Seat
    stroke: Stroke
    before: Position
    keyframes: tuple[Keyframe, ...]
    contacts: tuple[Contact, ...]
    duration: int
    """µs until every disc is at rest."""
    rest: Position
    """Where every disc came to rest, including the striker if it stayed on the board; before any disc is returned."""


class Act(StrEnum):
    """An event other than a stroke."""

    RACKED = "racked"
    PLACED = "placed"
    WAIVED = "waived"
    DEMANDED = "demanded"
    PASSED = "passed"
    RESIGNED = "resigned"
    UNDONE = "undone"
    TOSSED = "tossed"
    """The toss is decided; `seat` won it."""
    CHOSEN = "chosen"
    """The winner of the toss has chosen, or the other side has chosen the seats."""
    TIMED_OUT = "timed-out"
    """The time of `seat` ran out; the consequence is in the ruling."""
    FORFEITED = "forfeited"
    """`seat` was absent and lost the match, or lost the right to place."""
    ABORTED = "aborted"
    """`seat` cancelled the game before its first stroke."""
    NO_ROOM = "no-room"
    """There was no room on the board for the piece; it stays due."""
