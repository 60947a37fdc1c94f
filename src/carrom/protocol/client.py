"""What a client says."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from carrom.board.disc import Disc
from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.protocol.practice import Arrange, Attempt, Try, WhatIf
from carrom.protocol.scalars import GameId, Key, Name, Nonce, Version
from carrom.protocol.terms import Length, Terms
from carrom.protocol.tie import TieRequest
from carrom.protocol.training import Drill, RunAlone, Solve
from carrom.values import Value


class NewGame(Value, frozen=True, kw_only=True, tag_field="type", tag="new-game"):
    """Begin a game; answered by `Joined` and `Snapshot`. It starts when no seat is open any more."""

    nonce: Nonce
    key: Key
    invite: Key
    watch: Key
    terms: Terms


class Join(Value, frozen=True, kw_only=True, tag_field="type", tag="join"):
    """Take an open seat; answered by `Joined` and `Snapshot`."""

    nonce: Nonce
    game: GameId
    invite: Key
    key: Key
    name: Name = ""
    seat: Seat | None = None
    """Null: any seat that is open."""


class Resume(Value, frozen=True, kw_only=True, tag_field="type", tag="resume"):
    """Come to a game, as a player with his key or to look on.

    Answered by `Joined`, then the missed events or a `Snapshot`.
    """

    game: GameId
    key: Key | None = None
    watch: Key | None = None
    version: Version | None = None
    """The last version seen; null (a fresh page) asks for a snapshot."""


class Leave(Value, frozen=True, kw_only=True, tag_field="type", tag="leave"):
    """Follow the game no longer; the seats are kept."""


class ReadRules(Value, frozen=True, kw_only=True, tag_field="type", tag="read-rules"):
    """Ask what a custom rule set is; answered by `RulesRead`, or refused with what is wrong in it."""

    nonce: Nonce
    rules: Annotated[str, Meta(max_length=12_000)]


class OpenDoor(Value, frozen=True, kw_only=True, tag_field="type", tag="open-door"):
    """Let devices of the network in, from a page on the server's own machine; answered by `ReachChanged`."""

    nonce: Nonce


class Strike(Value, frozen=True, kw_only=True, tag_field="type", tag="strike"):
    """Play a stroke, in the frame of the seat that plays."""

    nonce: Nonce
    version: Version
    seat: Seat
    stroke: Stroke
    meant: Stroke | None = None
    """What was meant, where the client knows it; the page, which plays what was aimed at, says the same. Null: unknown.
    It is kept in the record, for reviews, and changes nothing in the game."""


class Place(Value, frozen=True, kw_only=True, tag_field="type", tag="place"):
    """Put a due man down, in the board's frame."""

    nonce: Nonce
    version: Version
    seat: Seat
    disc: Disc
    at: Point


class Waive(Value, frozen=True, kw_only=True, tag_field="type", tag="waive"):
    """Let the other side off all its dues of this moment (Law 87a)."""

    nonce: Nonce
    version: Version
    seat: Seat


class Demand(Value, frozen=True, kw_only=True, tag_field="type", tag="demand"):
    """Demand so many of the extra points offered at the end of a board, or none (Law 87b)."""

    nonce: Nonce
    version: Version
    seat: Seat
    points: Annotated[int, Meta(ge=0, le=2)]


class Pass(Value, frozen=True, kw_only=True, tag_field="type", tag="pass"):
    """Hand over the turn without a stroke (Law 137)."""

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
    """Call the game off before its first stroke: nobody has won, and it does not count."""

    nonce: Nonce
    version: Version
    seat: Seat


class Hand(StrEnum):
    """One of the two hands over a hidden man."""

    LEFT = "left"
    RIGHT = "right"


class Guess(Value, frozen=True, kw_only=True, tag_field="type", tag="guess"):
    """Name the hand that hides the man: the toss (Law 39)."""

    nonce: Nonce
    version: Version
    seat: Seat
    hand: Hand


class Choice(StrEnum):
    """What the winner of the toss takes."""

    BREAK = "break"
    SIDE = "side"


class Choose(Value, frozen=True, kw_only=True, tag_field="type", tag="choose"):
    """Take the break or the choice of side, as the winner of the toss (Law 39a)."""

    nonce: Nonce
    version: Version
    seat: Seat
    what: Choice


class Sit(Value, frozen=True, kw_only=True, tag_field="type", tag="sit"):
    """Keep the seats or change them, as the side that did not take the break (Law 39c)."""

    nonce: Nonce
    version: Version
    seat: Seat
    swap: bool


class Undo(Value, frozen=True, kw_only=True, tag_field="type", tag="undo"):
    """Take back to before the last act of a person; itself an event, nothing is deleted.

    Where other people sit at the table it is an offer, and happens when all of them have said the same.
    """

    nonce: Nonce
    version: Version
    seat: Seat


class Pause(Value, frozen=True, kw_only=True, tag_field="type", tag="pause"):
    """Stop the clock, or let it go on; an offer like `Undo`."""

    nonce: Nonce
    version: Version
    seat: Seat


class Rematch(Value, frozen=True, kw_only=True, tag_field="type", tag="rematch"):
    """Play the same again; an offer like `Undo`. The same keys open the new game, which `Rematched` names."""

    nonce: Nonce
    version: Version
    seat: Seat


class OfferKind(StrEnum):
    """What is done by consent."""

    UNDO = "undo"
    PAUSE = "pause"
    REMATCH = "rematch"


class Decline(Value, frozen=True, kw_only=True, tag_field="type", tag="decline"):
    """Say no to an offer, or take one's own back."""

    nonce: Nonce
    version: Version
    seat: Seat
    what: OfferKind


class Next(Value, frozen=True, kw_only=True, tag_field="type", tag="next"):
    """Rack the next board, after one has ended."""

    nonce: Nonce
    version: Version
    seat: Seat


class Aim(Value, frozen=True, kw_only=True, tag_field="type", tag="aim"):
    """Let the others see where one aims; at most ten a second are passed on. Answered by nothing."""

    seat: Seat
    stroke: Stroke | None
    """In the frame of the seat; null: the aim is hidden."""


class Phrase(StrEnum):
    """What can be said across the table."""

    GOOD_LUCK = "good-luck"
    WELL_PLAYED = "well-played"
    SORRY = "sorry"
    THANKS = "thanks"
    ONE_MOMENT = "one-moment"


class Say(Value, frozen=True, kw_only=True, tag_field="type", tag="say"):
    """Say one of the phrases to all at the table. Answered by nothing."""

    seat: Seat
    phrase: Phrase


class Replay(Value, frozen=True, kw_only=True, tag_field="type", tag="replay"):
    """Ask for one past stroke to be shown again; answered by `Replayed`."""

    nonce: Nonce
    stroke: Annotated[int, Meta(ge=1)]
    """Its number in the game's history, from 1."""


class Ping(Value, frozen=True, kw_only=True, tag_field="type", tag="ping"):
    """Ask whether the line still lives; answered by `Pong`.

    Who says when he heard the last one has his lag given back to him, by the clock of his strokes.
    """

    echo: int | None = None
    """`now` of the last `Pong`; null before there was one."""
    held: Annotated[int, Meta(ge=0)] = 0
    """How long ago that came, in ms."""


GameCommand = (
    Strike | Place | Waive | Demand | Pass | Resign | Abort | Guess | Choose | Sit | Undo | Pause | Rematch | Decline
    | Next
)  # fmt: skip
"""The client messages that a seated player acts with."""
Question = Arrange | Try | WhatIf | Attempt | Solve | Drill | RunAlone
"""The client messages about a board set up by hand; each is answered by itself."""
ClientMessage = (
    NewGame | Join | Resume | Leave | ReadRules | OpenDoor | GameCommand | Aim | Say | Replay | Question | TieRequest
    | Ping
)  # fmt: skip
