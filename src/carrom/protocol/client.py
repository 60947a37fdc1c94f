"""Messages from the client."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from carrom.board.disc import Disc
from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.protocol.practice import Arrange, Attempt, Try, WhatIf
from carrom.protocol.scalars import Digest, GameId, Key, Name, Nonce, Version
from carrom.protocol.terms import Length, Terms
from carrom.protocol.tie import TieRequest
from carrom.protocol.training import Drill, RunAlone, Solve
from carrom.values import Value


class NewGame(Value, frozen=True, kw_only=True, tag_field="type", tag="new-game"):
    """Start a game. Answered by `Joined` and `Snapshot`. Play begins when no seat is open."""

    nonce: Nonce
    key: Key
    invite: Key
    watch: Key
    terms: Terms


class Join(Value, frozen=True, kw_only=True, tag_field="type", tag="join"):
    """Take an open seat. Answered by `Joined` and `Snapshot`."""

    nonce: Nonce
    game: GameId
    invite: Key
    key: Key
    name: Name = ""
    seat: Seat | None = None
    """The seat to take; null for any open seat."""


class Resume(Value, frozen=True, kw_only=True, tag_field="type", tag="resume"):
    """Connect to a game, as a player with the key of the seat or as a spectator.

    Answered by `Joined`, then by the missed events or a `Snapshot`.
    """

    game: GameId
    key: Key | None = None
    watch: Key | None = None
    version: Version | None = None
    """The last version seen; null, for a newly opened page, requests a snapshot."""


class Leave(Value, frozen=True, kw_only=True, tag_field="type", tag="leave"):
    """Stop following the game. The seats stay reserved."""


class ReadRules(Value, frozen=True, kw_only=True, tag_field="type", tag="read-rules"):
    """Check a custom rule set. Answered by `RulesRead`, or by `Refused` with the error in it."""

    nonce: Nonce
    rules: Annotated[str, Meta(max_length=12_000)]


class OpenDoor(Value, frozen=True, kw_only=True, tag_field="type", tag="open-door"):
    """Accept connections from the local network. Allowed only from a page on the server's own machine. Answered by
    `ReachChanged`.
    """

    nonce: Nonce


class Strike(Value, frozen=True, kw_only=True, tag_field="type", tag="strike"):
    """Play a stroke, in the frame of the seat that plays."""

    nonce: Nonce
    version: Version
    seat: Seat
    stroke: Stroke
    meant: Stroke | None = None
    """The intended stroke, if the client knows it; null if unknown. Clients that play exactly the stroke aimed at send
    the same stroke. It is stored in the record for reviews and does not affect the game.
    """


class Place(Value, frozen=True, kw_only=True, tag_field="type", tag="place"):
    """Place a due piece, in the board's frame."""

    nonce: Nonce
    version: Version
    seat: Seat
    disc: Disc
    at: Point


class Waive(Value, frozen=True, kw_only=True, tag_field="type", tag="waive"):
    """Waive all dues that the other side owes at this moment (Law 87a)."""

    nonce: Nonce
    version: Version
    seat: Seat


class Demand(Value, frozen=True, kw_only=True, tag_field="type", tag="demand"):
    """Demand a number of the extra points offered at the end of a board, or none (Law 87b)."""

    nonce: Nonce
    version: Version
    seat: Seat
    points: Annotated[int, Meta(ge=0, le=2)]


class Pass(Value, frozen=True, kw_only=True, tag_field="type", tag="pass"):
    """Pass the turn without a stroke (Law 137)."""

    nonce: Nonce
    version: Version
    seat: Seat


class Resign(Value, frozen=True, kw_only=True, tag_field="type", tag="resign"):
    """Concede the board, the game or the match (Law 139)."""

    nonce: Nonce
    version: Version
    seat: Seat
    what: Length = Length.MATCH


class Abort(Value, frozen=True, kw_only=True, tag_field="type", tag="abort"):
    """Cancel the game before its first stroke; it has no winner and does not count."""

    nonce: Nonce
    version: Version
    seat: Seat


class Hand(StrEnum):
    """One of the two hands over the hidden piece."""

    LEFT = "left"
    RIGHT = "right"


class Guess(Value, frozen=True, kw_only=True, tag_field="type", tag="guess"):
    """Guess the hand that hides the piece, in the toss (Law 39)."""

    nonce: Nonce
    version: Version
    seat: Seat
    hand: Hand


class Choice(StrEnum):
    """What the winner of the toss chooses."""

    BREAK = "break"
    SIDE = "side"


class Choose(Value, frozen=True, kw_only=True, tag_field="type", tag="choose"):
    """Take the break or the choice of side, as the winner of the toss (Law 39a)."""

    nonce: Nonce
    version: Version
    seat: Seat
    what: Choice


class Sit(Value, frozen=True, kw_only=True, tag_field="type", tag="sit"):
    """Keep or swap the seats, as the side that did not choose the break (Law 39c)."""

    nonce: Nonce
    version: Version
    seat: Seat
    swap: bool


class Undo(Value, frozen=True, kw_only=True, tag_field="type", tag="undo"):
    """Undo the last action of a person. The undo is itself an event; nothing is deleted.

    If other people sit at the table, it is an offer, carried out when all of them have sent the same.
    """

    nonce: Nonce
    version: Version
    seat: Seat


class Pause(Value, frozen=True, kw_only=True, tag_field="type", tag="pause"):
    """Pause or resume the clock; an offer like `Undo`."""

    nonce: Nonce
    version: Version
    seat: Seat


class Rematch(Value, frozen=True, kw_only=True, tag_field="type", tag="rematch"):
    """Offer a rematch with the same terms, like `Undo`. The same keys open the new game, which `Rematched` names."""

    nonce: Nonce
    version: Version
    seat: Seat


class OfferKind(StrEnum):
    """Actions that need the consent of the other players."""

    UNDO = "undo"
    PAUSE = "pause"
    REMATCH = "rematch"


class Decline(Value, frozen=True, kw_only=True, tag_field="type", tag="decline"):
    """Decline an offer, or withdraw one's own."""

    nonce: Nonce
    version: Version
    seat: Seat
    what: OfferKind


class Next(Value, frozen=True, kw_only=True, tag_field="type", tag="next"):
    """Rack the next board after one has ended."""

    nonce: Nonce
    version: Version
    seat: Seat


class Aim(Value, frozen=True, kw_only=True, tag_field="type", tag="aim"):
    """Show the other players where this player aims. At most ten per second are forwarded. Not answered."""

    seat: Seat
    stroke: Stroke | None
    """In the frame of the seat; null to hide the aim."""


class Phrase(StrEnum):
    """Phrases that players can send to each other."""

    GOOD_LUCK = "good-luck"
    WELL_PLAYED = "well-played"
    SORRY = "sorry"
    THANKS = "thanks"
    ONE_MOMENT = "one-moment"


class Say(Value, frozen=True, kw_only=True, tag_field="type", tag="say"):
    """Send one of the phrases to everybody at the table. Not answered."""

    seat: Seat
    phrase: Phrase


class Difference(Value, frozen=True, kw_only=True):
    """The result that a client computed for a stroke, where it differs from the server's."""

    version: Version
    """The version after the stroke."""
    digest: Digest | None
    """Null if the client could not play the stroke."""


class SendFilms(Value, frozen=True, kw_only=True, tag_field="type", tag="send-films"):
    """Choose how this connection receives strokes: as `Played` with their animation (the default), or as
    `StrokePlayed`. Not answered.
    """

    wanted: bool
    differs: Difference | None = None
    """Why a client that plays strokes itself wants films again; the server logs it."""


class Replay(Value, frozen=True, kw_only=True, tag_field="type", tag="replay"):
    """Request the animation of a past stroke. Answered by `Replayed`."""

    nonce: Nonce
    stroke: Annotated[int, Meta(ge=1)]
    """Number of the stroke in the game's history, from 1."""


class Ping(Value, frozen=True, kw_only=True, tag_field="type", tag="ping"):
    """Check that the connection is alive. Answered by `Pong`.

    With `echo` and `held`, the server measures the network delay and credits it to the player's clock.
    """

    echo: int | None = None
    """`now` of the last `Pong`; null before the first one."""
    held: Annotated[int, Meta(ge=0)] = 0
    """Time since that `Pong` arrived, ms."""


GameCommand = (
    Strike | Place | Waive | Demand | Pass | Resign | Abort | Guess | Choose | Sit | Undo | Pause | Rematch | Decline
    | Next
)  # fmt: skip
"""Client messages by which a seated player acts."""
Question = Arrange | Try | WhatIf | Attempt | Solve | Drill | RunAlone
"""Client messages about a position set up by hand; each is answered separately."""
ClientMessage = (
    NewGame | Join | Resume | Leave | ReadRules | OpenDoor | GameCommand | Aim | Say | SendFilms | Replay | Question
    | TieRequest | Ping
)  # fmt: skip
