"""Events of a game: a tagged union of small values.

Seats are where people sit at that moment; sides are the letters `A`, `B` (and `C`) that they score for. Positions are
not recorded on a wooden board: there `stroke`, `rest`, `position` and the points of placed pieces are None.
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
    """The winner of the toss chooses to break, or to choose the seats (Law 39a)."""

    side: SideName
    what: Literal["break", "side"]
    when: int | None = None


class Seated(Value, frozen=True, kw_only=True, tag="seated"):
    """The side that may choose the seats keeps or changes them (Law 39c)."""

    side: SideName
    swap: bool
    when: int | None = None


class TrialPlayed(Value, frozen=True, kw_only=True, tag="trial"):
    """A side has played its trial board (Law 40); its strokes do not count and are not recorded."""

    side: SideName
    when: int | None = None


class RoundBegun(Value, frozen=True, kw_only=True, tag="round"):
    """The pieces are racked and the breaker may strike."""

    breaker: Seat
    position: Position | None = None
    seed: int | None = None
    """Seed of the rack's gaps; `position` holds the resulting coordinates."""
    angle: int | None = None
    """Direction of the first white arm, in degrees, with the breaker at 270; `position` reflects it too."""
    nominal: bool = False
    """Whether the pieces are at their nominal places, and the first stroke draws the gaps between them."""
    when: int | None = None


class Struck(Value, frozen=True, kw_only=True, tag="struck"):
    """A stroke and its outcome."""

    seat: Seat
    outcome: Outcome
    stroke: Stroke | None = None
    meant: Stroke | None = None
    """The intended stroke, where known; `stroke` is the one actually played, with the player's aim error."""
    rest: Position | None = None
    """Final positions of all discs, including the striker if it stayed on the board."""
    out_of_turn: bool = False
    """Whether the stroke was played out of turn and stands, because it was noticed only after the next one (Law 51)."""
    rack: Position | None = None
    """For the first stroke of a nominal rack: the actual positions of the pieces, gaps included."""
    seed: int | None = None
    """Seed of those gaps; `rack` holds the resulting coordinates."""
    when: int | None = None


class Placed(Value, frozen=True, kw_only=True, tag="placed"):
    """A due piece is placed."""

    seat: Seat
    disc: Disc
    at: Point | None = None
    """The point, in the board's frame; None on a wooden board."""
    when: int | None = None


class Waived(Value, frozen=True, kw_only=True, tag="waived"):
    """The player who may place waives all of the other side's dues of this moment (Law 87a)."""

    seat: Seat
    when: int | None = None


class NoRoom(Value, frozen=True, kw_only=True, tag="no-room"):
    """The umpire finds no room for the piece: it stays due (Law 79). A simulated board does not need this event."""

    seat: Seat
    when: int | None = None


class Forfeited(Value, frozen=True, kw_only=True, tag="forfeited"):
    """The player who may place was unwilling or too late, and loses the right (Laws 80, 83, 88)."""

    seat: Seat
    ordered_off: bool = False
    """Whether what they have placed of these dues is taken off the board again (Law 88b)."""
    when: int | None = None


class ChangeMissed(Value, frozen=True, kw_only=True, tag="change-missed"):
    """The change of sides that follows the last board was not made, and nobody noticed.

    It is made after that many more boards (Law 60c), unless the next change comes before.
    """

    boards: int = 1
    when: int | None = None


class Passed(Value, frozen=True, kw_only=True, tag="passed"):
    """A player passes the turn without a stroke (Law 137)."""

    seat: Seat
    when: int | None = None


class Demanded(Value, frozen=True, kw_only=True, tag="demanded"):
    """The winner of a board asks for extra points, or for none (Law 87b)."""

    seat: Seat
    points: int
    when: int | None = None


class Called(Value, frozen=True, kw_only=True, tag="called"):
    """An umpire's call, by its casebook code; `by` is the player at fault, None if nobody is."""

    what: str
    by: Seat | None = None
    after_stroke: bool = False
    during: bool = False
    """Whether it happened during the last stroke: the pieces pocketed by that stroke come out too (Law 64b)."""
    untimed: bool = False
    """Whether no moment was given: the call then counts as after the first stroke of the turn, if there was one."""
    when: int | None = None


class Conceded(Value, frozen=True, kw_only=True, tag="conceded"):
    """A side concedes the current game, or the whole contest (Law 139)."""

    side: SideName
    what: Scope = "match"
    play_on: bool = False
    """Whether the other sides continue: one of three has retired (reading C81)."""
    when: int | None = None


class Undone(Value, frozen=True, kw_only=True, tag="undone"):
    """Return to the state right after event number `to` (0 is the beginning); undone events stay in the history."""

    to: int
    when: int | None = None


class Corrected(Value, frozen=True, kw_only=True, tag="corrected"):
    """Replace event number `at` with these events and replay everything after it; no events: delete it."""

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
    | ChangeMissed
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
"""Any event. `when` is its time in seconds since 1970, or None; nothing depends on it."""

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Event)


def encode_event(event: Event) -> bytes:
    """Return the event as a JSON object, tagged by `type`; equal events give equal bytes."""
    return _ENCODER.encode(event)


def decode_event(row: bytes | str) -> Event:
    """Return the event of a JSON object. Raises `RecordError` if it is not an event."""
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
    "ChangeMissed",
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
