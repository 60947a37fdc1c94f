"""Events of a game: one tagged union of small values.

Seats are where people sit at that moment, sides the letters `A`, `B` (and `C`) that they score for. On a wooden board
nobody measures: there `stroke`, `rest`, `position` and the places of due men are None.
"""

from typing import Literal, TypeAlias

import msgspec

from carrom.board.disc import Disc
from carrom.board.outcome import Outcome
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import RecordError
from carrom.game.header import Contest, Header, Player, Scope, SideName
from carrom.game.officials.official_events import (
    Appealed,
    Awarded,
    BoardKept,
    Noted,
    Noticed,
    Protested,
    Ruled,
    Signed,
    TimeCalled,
    Warned,
)
from carrom.values import Value


class GameBegun(Value, frozen=True, kw_only=True, tag="begun"):
    """The game is set up."""

    header: Header
    when: int | None = None


class Tossed(Value, frozen=True, kw_only=True, tag="tossed"):
    """A side has won the toss (Law 39), or the toss for the break of an extra board (Law 56b)."""

    won_by: SideName
    when: int | None = None


class Chosen(Value, frozen=True, kw_only=True, tag="chosen"):
    """The winner of the toss takes the break, or the choice of side (Law 39a)."""

    side: SideName
    what: Literal["break", "side"]
    when: int | None = None


class Seated(Value, frozen=True, kw_only=True, tag="seated"):
    """Who has the choice of side keeps the seats, or changes them (Law 39c)."""

    side: SideName
    swap: bool
    when: int | None = None


class TrialPlayed(Value, frozen=True, kw_only=True, tag="trial"):
    """A side has had its trial board (Law 40); its strokes count for nothing and are not kept."""

    side: SideName
    when: int | None = None


class RoundBegun(Value, frozen=True, kw_only=True, tag="round"):
    """The men are racked and the breaker may strike."""

    breaker: Seat
    position: Position | None = None
    seed: int | None = None
    """The seed of the rack's small gaps; the position says the same in numbers."""
    angle: int | None = None
    """Where the first white arm points, in degrees, the breaker sitting at 270; the position says that too."""
    nominal: bool = False
    """Whether the men lie as they are meant to, and the first stroke draws the gaps between them."""
    when: int | None = None


class Struck(Value, frozen=True, kw_only=True, tag="struck"):
    """A stroke, and what came of it."""

    seat: Seat
    outcome: Outcome
    stroke: Stroke | None = None
    meant: Stroke | None = None
    """What was meant, where that is known; `stroke` is what the hand made of it."""
    rest: Position | None = None
    """Where everything lay when all had come to rest, the striker included if it stayed on the board."""
    out_of_turn: bool = False
    """Whether it was another's turn, and that was seen only after the next stroke, so that it stands (Law 51)."""
    rack: Position | None = None
    """The first stroke of a nominal rack: where the men lay, gaps and all."""
    seed: int | None = None
    """The seed of those gaps; `rack` says the same in numbers."""
    when: int | None = None


class Placed(Value, frozen=True, kw_only=True, tag="placed"):
    """A due man is put down."""

    seat: Seat
    disc: Disc
    at: Point | None = None
    """Where, in the board's frame; None on a wooden board."""
    when: int | None = None


class Waived(Value, frozen=True, kw_only=True, tag="waived"):
    """Who may place lets the other side off all its men of this moment (Law 87a)."""

    seat: Seat
    when: int | None = None


class NoRoom(Value, frozen=True, kw_only=True, tag="no-room"):
    """The umpire finds no room for the man: it stays owed (Law 79). On a simulated board this needs no event."""

    seat: Seat
    when: int | None = None


class Forfeited(Value, frozen=True, kw_only=True, tag="forfeited"):
    """Who may place was unwilling or too late, and has lost the right (Laws 80, 83, 88)."""

    seat: Seat
    when: int | None = None


class Passed(Value, frozen=True, kw_only=True, tag="passed"):
    """The turn is given over without a stroke (Law 137)."""

    seat: Seat
    when: int | None = None


class Demanded(Value, frozen=True, kw_only=True, tag="demanded"):
    """The gainer of a board asks for extra points, or for none (Law 87b)."""

    seat: Seat
    points: int
    when: int | None = None


class Called(Value, frozen=True, kw_only=True, tag="called"):
    """An umpire's call, by its code in the casebook; `by` is who is at fault, None when nobody is."""

    what: str
    by: Seat | None = None
    after_stroke: bool = False
    during: bool = False
    """Whether it happened in the very stroke just played: that stroke's men come out too (Law 64b)."""
    untimed: bool = False
    """Whether nobody said when: then it was after the first stroke of the turn if the player in turn has struck."""
    when: int | None = None


class Conceded(Value, frozen=True, kw_only=True, tag="conceded"):
    """A side gives up the running game, or the whole contest (Law 139)."""

    side: SideName
    what: Scope = "match"
    play_on: bool = False
    """Whether the others play on: one of three has retired (reading C81)."""
    when: int | None = None


class Undone(Value, frozen=True, kw_only=True, tag="undone"):
    """Back to right after event number `to` (from 0, the beginning); what lies between stays in the history."""

    to: int
    when: int | None = None


class Corrected(Value, frozen=True, kw_only=True, tag="corrected"):
    """Event number `at` is replaced by these, and everything after it is told again; none: it is struck out."""

    at: int
    events: "tuple[Event, ...]" = ()
    when: int | None = None


Event: TypeAlias = (
    GameBegun
    | Tossed
    | Chosen
    | Seated
    | TrialPlayed
    | RoundBegun
    | Struck
    | Placed
    | Waived
    | NoRoom
    | Forfeited
    | Passed
    | Demanded
    | Called
    | Conceded
    | TimeCalled
    | Awarded
    | BoardKept
    | Noticed
    | Noted
    | Warned
    | Appealed
    | Protested
    | Ruled
    | Signed
    | Corrected
    | Undone
)
"""`when` is when it happened, in seconds since 1970, or None; nothing depends on it."""

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Event)


def encode_event(event: Event) -> bytes:
    """Return the event as one JSON object, tagged by `type`; equal events give equal bytes."""
    return _ENCODER.encode(event)


def decode_event(row: bytes | str) -> Event:
    """Return the event of one JSON object. Raises `RecordError` if it is none."""
    try:
        event: Event = _DECODER.decode(row)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as reason:
        raise RecordError(f"not an event of a game: {reason}") from None
    return event


__all__ = [
    "Appealed",
    "Awarded",
    "BoardKept",
    "Called",
    "Chosen",
    "Conceded",
    "Contest",
    "Corrected",
    "Demanded",
    "Event",
    "Forfeited",
    "GameBegun",
    "Header",
    "NoRoom",
    "Noted",
    "Noticed",
    "Passed",
    "Placed",
    "Player",
    "Protested",
    "RoundBegun",
    "Ruled",
    "Scope",
    "Seated",
    "SideName",
    "Signed",
    "Struck",
    "TimeCalled",
    "Tossed",
    "TrialPlayed",
    "Undone",
    "Waived",
    "Warned",
    "decode_event",
    "encode_event",
]
