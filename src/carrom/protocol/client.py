"""Messages from the client: play, practice, training, and requests to an umpire's score sheet."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from carrom.board import Disc, Point, Seat, Stroke
from carrom.practice.setup import Facts, SetupPosition
from carrom.protocol.common import Digest, GameId, Key, Length, Name, Nonce, Terms, Version
from carrom.protocol.tie import TieRequest
from carrom.tournament.glicko import Rating
from carrom.training.progress import Running
from carrom.training.views import AccuracyView, Rival
from carrom.values import Value

__all__ = [
    "Abort",
    "Aim",
    "AloneRead",
    "Arrange",
    "Attempt",
    "BeginSheet",
    "Best",
    "Choice",
    "Choose",
    "ClientMessage",
    "Decline",
    "Demand",
    "Difference",
    "Drill",
    "DrillRead",
    "GameCommand",
    "GameId",
    "Guess",
    "Hand",
    "Ink",
    "Join",
    "Leave",
    "NewGame",
    "Next",
    "OfferKind",
    "OpenDoor",
    "Pass",
    "Pause",
    "Phrase",
    "Ping",
    "Place",
    "PuzzleRead",
    "Question",
    "Rate",
    "Read",
    "ReadRules",
    "Rematch",
    "Replay",
    "Resign",
    "Resume",
    "RunAlone",
    "Say",
    "SendFilms",
    "SheetRequest",
    "Sit",
    "Solve",
    "Strike",
    "TakeSheet",
    "Try",
    "TypeLine",
    "Undo",
    "Waive",
    "WhatIf",
]


# -- practice: positions set up by hand; the server stores nothing -----------------------------------------------------


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


# -- training: puzzles, drills and solo boards, each request independent -----------------------------------------------


Count = Annotated[int, Meta(ge=0, le=1_000_000)]


FARTHEST = 10_000
"""Largest absolute value of a rating that a page may send."""


class Rate(Value, frozen=True, kw_only=True):
    """A Glicko-2 rating stored by the page."""

    rating: Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)] = 1500.0
    deviation: Annotated[float, Meta(ge=1, le=350)] = 350.0
    volatility: Annotated[float, Meta(ge=0.0001, le=1)] = 0.06

    @property
    def value(self) -> Rating:
        """The same rating as a value of the rating computation."""
        return Rating(self.rating, self.deviation, self.volatility)

    @staticmethod
    def within(found: Rating) -> Rating:
        """Return the nearest rating within the bounds that a page may send."""
        return Rating(
            max(-FARTHEST, min(FARTHEST, found.rating)),
            max(1.0, min(350.0, found.deviation)),
            max(0.0001, min(1.0, found.volatility)),
        )


class Solve(Value, frozen=True, kw_only=True, tag_field="type", tag="solve"):
    """Play a stroke in a puzzle, or place a piece. Answered by `Tried` with a `PuzzleRead`, or by `Refused`."""

    nonce: Nonce
    puzzle: Annotated[int, Meta(ge=1, le=100_000)]
    stroke: Stroke | None = None
    """Null to show the best stroke, or to place a piece."""
    at: Point | None = None
    """Where the piece is placed; null in puzzles of strokes, and to show the best place."""
    moment: SetupPosition | None = None
    """From the last answer, for the second of two strokes; null for the first."""
    rating: Rate | None = None
    """The solver's rating, to be updated; null if this attempt is not rated."""


class Drill(Value, frozen=True, kw_only=True, tag_field="type", tag="drill"):
    """Play a stroke of a drill, or place a piece. Answered by `Tried` with a `DrillRead`, or by `Refused`."""

    nonce: Nonce
    drill: Word
    number: Annotated[int, Meta(ge=1, le=1000)]
    """Number of the drill's position, from 1."""
    stroke: Stroke | None
    """Null to show a successful stroke, or to place a piece."""
    at: Point | None = None
    """Where the piece is placed; null in drills of strokes, and to show a good place."""
    moment: SetupPosition | None = None
    """From the last answer, for the second stroke of a try; null for the first."""
    tries: Count = 0
    """Earlier attempts at this drill."""
    hits: Count = 0


class RunAlone(Value, frozen=True, kw_only=True, tag_field="type", tag="run-alone"):
    """Start a solo board, or play its next stroke. Answered by `Tried` with an `AloneRead`, or by `Refused`."""

    nonce: Nonce
    stroke: Stroke | None = None
    """Null to start the board, or to show it again as it was left."""
    moment: SetupPosition | None = None
    """From the last answer."""
    run: Running | None = None
    """From the last answer."""
    misses: Annotated[tuple[Annotated[int, Meta(ge=0, le=500)], ...], Meta(max_length=200)] = ()
    """Misses on earlier full boards, the latest first; with those of this board they determine the estimated accuracy.
    """


class Best(Value, frozen=True, kw_only=True):
    """The best decision of a puzzle."""

    stroke: Stroke | None
    """Null where a piece is to be placed."""
    at: Point | None = None
    """The best place of a piece; null in puzzles of strokes."""
    name: str
    """The kind of stroke: `straight`, `cut`, `plant` and so on."""
    disc: Disc
    pocket: int
    """0 to 3: far left, far right, near left, near right, as seen by the player; −1 if none is meant."""
    success: float
    """How often it reaches the goal for a strong player."""
    rival: Rival | None
    """The best stroke of another kind."""


class PuzzleRead(Value, frozen=True, kw_only=True, tag_field="kind", tag="puzzle"):
    """Result of an attempt at a puzzle."""

    solved: bool
    """Whether this decision is good enough. The puzzle is solved if it is and the try does not go on."""
    goes_on: bool = False
    """Whether the second stroke is still to be played: send `moment` of the answer with it."""
    success: float
    """How often the decision reaches the goal, for a strong player."""
    bar: float
    """Least such share that is good enough."""
    reply: float | None = None
    """Success rate of the next player's best stroke, after a defence or a placed piece."""
    themes: tuple[str, ...]
    best: Best
    rating: Rating | None
    """The solver's rating after the attempt; null if it is not rated, or goes on."""


class DrillRead(Value, frozen=True, kw_only=True, tag_field="kind", tag="drill"):
    """Result of a stroke of a drill."""

    hit: bool
    goes_on: bool = False
    """Whether the second stroke of this try is still to be played: send `moment` of the answer with it."""
    left: float | None = None
    """Success rate of the opponent's best stroke, where that decides."""
    name: str | None
    """The kind of stroke played; null if it pocketed no own piece."""
    tries: int
    hits: int
    low: float
    """Lower bound of the 95 % interval of the hit rate; `high` is the upper bound."""
    high: float


class AloneRead(Value, frozen=True, kw_only=True, tag_field="kind", tag="alone"):
    """State of a solo board."""

    run: Running
    kept: bool
    """Whether the stroke kept the turn or won the board."""
    counts: bool
    hand: AccuracyView | None
    """Accuracy estimated from the misses; null before a full board is finished."""


Read = PuzzleRead | DrillRead | AloneRead
TrainingQuestion = Solve | Drill | RunAlone


# -- play --------------------------------------------------------------------------------------------------------------


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


# -- requests to an umpire's score sheet -------------------------------------------------------------------------------
# Each request is an HTTP request with a `SheetRequest`, answered by a `SheetAnswer`. A stream of server-sent events
# sends `SheetState` whenever the sheet changes. A page sends the lines of `carrom umpire`; each has a nonce created by
# the page and the version it was typed at, and is sent until it is acknowledged. A repeated nonce gets the same answer
# and is not executed again. Only one device writes at a time; another one can take over.


Details = Annotated[str, Meta(max_length=80)]
Line = Annotated[str, Meta(max_length=400)]
Ink = Annotated[str, Meta(max_length=6000, pattern="^[0-9 ,ML]*$")]
"""A handwritten signature: SVG path data in a 300 × 100 field, with absolute moves and lines only."""


class BeginSheet(Value, frozen=True, kw_only=True, tag_field="type", tag="begin-sheet"):
    """Create a sheet. Answered by `SheetBegun`; a repeated nonce returns the same sheet."""

    nonce: Nonce
    key: Key
    """Secret that allows writing to the sheet."""
    referee: Key
    """Secret that allows correcting the sheet after its end and ruling on protests."""
    watch: Key
    """Secret that allows reading the sheet."""
    players: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=4)]
    """Names in order of play."""
    ruleset: Annotated[str, Meta(max_length=40)] = "icf"
    contest: Annotated[str, Meta(max_length=20)] = "game"
    stage: Annotated[str, Meta(max_length=10)] | None = None
    handicap: Annotated[tuple[Annotated[int, Meta(ge=0, le=8)], ...], Meta(max_length=2)] = ()
    event: Details = ""
    round: Details = ""
    match: Details = ""
    place: Details = ""
    umpire: Details = ""
    date: Details = ""


class TypeLine(Value, frozen=True, kw_only=True, tag_field="type", tag="type-line"):
    """Append a line. Answered by `LineHeard`."""

    nonce: Nonce
    device: Nonce
    """Random id of the device, so that only one device writes."""
    version: Version
    """Version at which the line was typed: `SheetState.version`, or that of the previous line."""
    line: Line
    ink: Ink | None = None
    """With `sign`: the handwritten signature."""


class TakeSheet(Value, frozen=True, kw_only=True, tag_field="type", tag="take-sheet"):
    """Take over writing from another device. Answered by `SheetState`."""

    device: Nonce


SheetRequest = BeginSheet | TypeLine | TakeSheet
"""Requests to a score sheet."""
