"""Every message between a client and the server: two tagged unions of small records.

A client says one of `ClientMessage`, the server one of `ServerMessage`, each as one JSON object whose `type` names it.
The client holds no law: what is legal, whose turn it is and what a stroke led to stand in `State`, which comes whole
with every event. Lengths are µm, speeds µm/s, times µs, angles mrad; positions are in the board's frame, strokes and
striker intervals in the frame of the seat that plays (as if it sat south).

The conversation: the server greets with `Welcome`; the client answers `NewGame`, or `Resume` with what it kept of
`Joined`; then events flow, at times faster than they can be shown: a client shows them one after the other. Every
event has a higher `version` than the one before. A command carries a `nonce` of its own making and the
version its player saw; sent again with the same nonce it is acknowledged again and nothing happens twice.

`carrom.typescript` writes the same as TypeScript, as a JSON schema and as a page.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta
from msgspec.json import Decoder, Encoder

from carrom.board.disc import Disc
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.spec import Equipment
from carrom.board.stroke import Stroke
from carrom.data import Value
from carrom.physics.played import ContactKind
from carrom.physics.trajectory import Keyframe

PROTOCOL = 2
"""The version of this page; a client made for another one asks its user to reload."""

MAX_CLIENT_BYTES = 4096
"""The longest message a client may send."""

MAX_SPEED = 12_000_000
"""The fastest stroke, µm/s."""

Nonce = Annotated[str, Meta(min_length=16, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
GameId = Annotated[str, Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Token = Annotated[str, Meta(min_length=8, max_length=128, pattern="^[A-Za-z0-9_-]+$")]
Version = Annotated[int, Meta(ge=0)]


# What the client says


class Opponent(StrEnum):
    """Who sits across the board."""

    FRIEND = "friend"
    """A friend at the same screen: this client acts for both seats."""
    PROGRAM = "program"


class FirstBreak(StrEnum):
    """Who breaks the first board; the client's own seat is south."""

    SOUTH = "south"
    NORTH = "north"
    TOSS = "toss"


class NewGame(Value, frozen=True, kw_only=True, tag_field="type", tag="new-game"):
    """Begin a game; answered by `Joined` and `Snapshot`."""

    nonce: Nonce
    opponent: Opponent
    level: Annotated[str, Meta(max_length=32)] | None = None
    """The program's level by name, one of `Welcome.levels`; null against a friend."""
    breaker: FirstBreak = FirstBreak.TOSS


class Resume(Value, frozen=True, kw_only=True, tag_field="type", tag="resume"):
    """Join a game again; answered by `Joined`, then the missed events or a `Snapshot`."""

    game: GameId
    token: Token
    version: Version | None = None
    """The last version seen; null (a fresh page) asks for a snapshot."""


class Strike(Value, frozen=True, kw_only=True, tag_field="type", tag="strike"):
    """Play a stroke, in the frame of the seat that plays."""

    nonce: Nonce
    version: Version
    seat: Seat
    stroke: Stroke


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
    """Concede the game (Law 139)."""

    nonce: Nonce
    version: Version
    seat: Seat


class Undo(Value, frozen=True, kw_only=True, tag_field="type", tag="undo"):
    """Take back to before the last stroke or act of a person; itself an event, nothing is deleted."""

    nonce: Nonce
    version: Version


class Next(Value, frozen=True, kw_only=True, tag_field="type", tag="next"):
    """Rack the next board, after one has ended."""

    nonce: Nonce
    version: Version


class Replay(Value, frozen=True, kw_only=True, tag_field="type", tag="replay"):
    """Ask for one past stroke to be shown again; answered by `Replayed`."""

    nonce: Nonce
    stroke: Annotated[int, Meta(ge=1)]
    """Its number in the game's history, from 1."""


class Ping(Value, frozen=True, kw_only=True, tag_field="type", tag="ping"):
    """Ask whether the line still lives; answered by `Pong`."""


ClientMessage = NewGame | Resume | Strike | Place | Waive | Demand | Pass | Resign | Undo | Next | Replay | Ping

GameCommand = Strike | Place | Waive | Demand | Pass | Resign | Undo | Next
"""The client messages that become events of a game."""


# What both speak of


class Interval(Value, frozen=True):
    """A closed stretch of x along a baseline, µm, in the frame of the seat that plays."""

    lo: int
    hi: int
    y: int = 0
    """How far across the two lines the striker stands there: the stroke's y, 0 midway, µm."""


class ExpectStrike(Value, frozen=True, kw_only=True, tag_field="type", tag="strike"):
    """A stroke is awaited."""

    seat: Seat
    attempt: int | None
    """The number of this attempt at the break, from 1; null once the break is made."""
    attempts: int
    """How many attempts at the break the rule set gives."""
    intervals: tuple[Interval, ...]
    """Where the striker's centre may stand, in order of x; each stretch says the stroke's y it needs."""
    may_pass: bool


class ExpectPlace(Value, frozen=True, kw_only=True, tag_field="type", tag="place"):
    """A due man is to be put down by this seat."""

    seat: Seat
    disc: Disc
    spots: tuple[Point, ...]
    """Legal spots, close enough together to choose from; the server judges any other point too."""
    may_waive: bool


class ExpectDemand(Value, frozen=True, kw_only=True, tag_field="type", tag="demand"):
    """Extra points may be demanded by this seat."""

    seat: Seat
    up_to: int


class ExpectNext(Value, frozen=True, kw_only=True, tag_field="type", tag="next"):
    """The board is over; the next one waits to be racked."""

    breaker: Seat | None
    """Who will break it; null when a toss decides."""


Expected = ExpectStrike | ExpectPlace | ExpectDemand | ExpectNext


class Phase(StrEnum):
    """What kind of moment the game is in."""

    BREAK = "break"
    PLAY = "play"
    PLACE = "place"
    DEMAND = "demand"
    BOARD_OVER = "board-over"
    GAME_OVER = "game-over"


class Colour(StrEnum):
    """The colour a side plays in this board."""

    WHITE = "white"
    BLACK = "black"


class SitterKind(StrEnum):
    """Who sits at a seat."""

    HUMAN = "human"
    PROGRAM = "program"


class Sitter(Value, frozen=True, kw_only=True):
    """One occupied seat."""

    seat: Seat
    name: str
    kind: SitterKind
    level: str | None = None
    """The program's level; null for a person."""


class SideState(Value, frozen=True, kw_only=True):
    """One side (those who score together) at this moment."""

    seats: tuple[Seat, ...]
    colour: Colour | None
    score: int
    """Points in this game, those of the running board not included."""
    on_board: int
    """Men of this side that lie on the board."""
    pocketed: tuple[Disc, ...]
    """Men of this side that are down, in falling order."""
    due: int
    """Men it owes and has not yet given back."""


class QueenWhere(StrEnum):
    """What has become of the queen."""

    BOARD = "board"
    PENDING = "pending"
    """Pocketed, and waiting for her cover."""
    COVERED = "covered"
    ASIDE = "aside"
    """Beside the board until the turn ends (in one rule set only)."""


class QueenState(Value, frozen=True, kw_only=True):
    """Where the queen is, and whose."""

    where: QueenWhere
    seat: Seat | None = None
    """The first seat of the side that pocketed her; null while she lies on the board."""


class Turn(StrEnum):
    """What a stroke or call means for the turn."""

    CONTINUE = "continue"
    PASS = "pass"
    RETRY = "retry"
    END = "end"
    REPLAY = "replay"


class Finding(Value, frozen=True, kw_only=True):
    """One clause's say."""

    clause: str
    """As the rule book numbers it, for instance `Law 72a`."""
    sentence: str


class Verdict(Value, frozen=True, kw_only=True):
    """A ruling in words."""

    seat: Seat
    """Who had played."""
    turn: Turn
    why: str
    """One to three sentences."""
    findings: tuple[Finding, ...]


class BoardResult(Value, frozen=True, kw_only=True):
    """How one board ended."""

    winner: Seat | None
    """The first seat of the winning side; null when it was drawn or cancelled."""
    points: int
    score: tuple[int, ...]
    """The running score after it, in the order of `State.sides`."""


class GameResult(Value, frozen=True, kw_only=True):
    """How the game ended."""

    winner: Seat | None
    """The first seat of the winning side; null for a draw."""
    score: tuple[int, ...]
    """As recorded: each side cut at the target."""
    conceded: bool


class State(Value, frozen=True, kw_only=True):
    """All that a client draws, as it stands after an event."""

    position: Position
    phase: Phase
    turn: Seat | None
    """The seat that is asked to act; null when the game waits for nobody in particular."""
    expected: tuple[Expected, ...]
    board: int
    """The number of the board of play, from 1."""
    breaker: Seat
    sides: tuple[SideState, ...]
    queen: QueenState
    boards: tuple[BoardResult, ...]
    """The boards already played."""
    ruling: Verdict | None
    """The last ruling, if any stroke has been played since the board was racked."""
    result: GameResult | None
    can_undo: bool
    can_resign: bool
    strokes: int
    """How many strokes the history holds; after an undo it is shorter than what a client may remember."""


class Card(Value, frozen=True, kw_only=True):
    """What stays the same throughout a game."""

    game: GameId
    sitters: tuple[Sitter, ...]
    ruleset: str
    edition: str
    target: int | None
    """Points that win the game; null in a rule set without."""
    board_limit: int | None
    """Boards after which the leader wins; null for no limit."""
    surface: str
    equipment: Equipment
    max_speed: int = MAX_SPEED
    """The fastest stroke the server accepts, µm/s."""


class PastStroke(Value, frozen=True, kw_only=True):
    """One line of the history."""

    number: int
    """From 1."""
    board: int
    seat: Seat
    pocketed: tuple[Disc, ...]
    turn: Turn
    why: str


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


# What the server says


class Level(Value, frozen=True, kw_only=True):
    """One level of the program."""

    name: str
    summary: str


class Kernel(StrEnum):
    """How strokes are computed at the moment; the result is the same to the bit."""

    WARMING = "warming"
    """Interpreted, while the compiled kernel is being prepared."""
    COMPILED = "compiled"
    INTERPRETED = "interpreted"
    """For good: this machine has no compiler for it."""


class Welcome(Value, frozen=True, kw_only=True, tag_field="type", tag="welcome"):
    """The server's greeting, first on every connection."""

    protocol: int
    program: str
    """The server's version."""
    levels: tuple[Level, ...]
    """From the weakest up."""
    kernel: Kernel


class KernelChanged(Value, frozen=True, kw_only=True, tag_field="type", tag="kernel"):
    """The kernel has become warm, or has turned out not to exist here."""

    kernel: Kernel


class Joined(Value, frozen=True, kw_only=True, tag_field="type", tag="joined"):
    """This connection now follows a game. Keep `game` and `token`: they are the way back."""

    nonce: Nonce | None
    """That of the `NewGame` it answers; null after `Resume`."""
    game: GameId
    token: Token
    yours: tuple[Seat, ...]
    """The seats this connection may act for."""
    version: Version


class Snapshot(Value, frozen=True, kw_only=True, tag_field="type", tag="snapshot"):
    """Everything, from nothing: forget what you knew of this game."""

    version: Version
    card: Card
    state: State
    history: tuple[PastStroke, ...]


class Played(Value, frozen=True, kw_only=True, tag_field="type", tag="played"):
    """A stroke was played: show `motion`, then `state`."""

    version: Version
    motion: Motion
    past: PastStroke
    """The line that the history grows by."""
    ruling: Verdict
    state: State


class Acted(Value, frozen=True, kw_only=True, tag_field="type", tag="acted"):
    """Something happened without a stroke."""

    version: Version
    act: Act
    seat: Seat | None
    """Who acted; null for the umpire."""
    disc: Disc | None = None
    """The man that was placed."""
    points: int | None = None
    """The extra points that were demanded."""
    state: State


class Accepted(Value, frozen=True, kw_only=True, tag_field="type", tag="accepted"):
    """The command with this nonce has been done, now or before; it was the event of that version."""

    nonce: Nonce
    version: Version


class Refusal(StrEnum):
    """Why a message was not followed."""

    ILLEGAL = "illegal"
    """The laws or the board do not allow it, for instance that spot for the striker."""
    NOT_NOW = "not-now"
    """The game does not expect it at this moment."""
    NOT_YOURS = "not-yours"
    """This connection may not act for that seat."""
    STALE = "stale"
    """It was meant for an earlier version; the events in between are on their way."""
    UNKNOWN_GAME = "unknown-game"
    """No such game, or a wrong token for it."""
    MALFORMED = "malformed"
    TOO_FAST = "too-fast"
    NO_GAME = "no-game"
    """A command before `NewGame` or `Resume`."""
    FULL = "full"
    """The server holds as many games or connections as it will."""
    BROKEN = "broken"
    """The server failed; the game as it was is kept."""


class Refused(Value, frozen=True, kw_only=True, tag_field="type", tag="refused"):
    """A message was not followed; nothing has changed."""

    nonce: Nonce | None
    """Null when the message had none that could be read."""
    code: Refusal
    reason: str
    """One clear sentence: what was given, and what was expected."""


class Replayed(Value, frozen=True, kw_only=True, tag_field="type", tag="replayed"):
    """A past stroke, to be shown again."""

    nonce: Nonce
    past: PastStroke
    motion: Motion
    ruling: Verdict
    position: Position
    """The position after it, with whatever the umpire put back."""


class Pong(Value, frozen=True, kw_only=True, tag_field="type", tag="pong"):
    """The line lives."""


ServerMessage = Welcome | KernelChanged | Joined | Snapshot | Played | Acted | Accepted | Refused | Replayed | Pong

Event = Played | Acted
"""The server messages that carry a new version."""

_encoder = Encoder()
_client: Decoder[ClientMessage] = Decoder(ClientMessage)
_server: Decoder[ServerMessage] = Decoder(ServerMessage)


def encode(message: ClientMessage | ServerMessage) -> str:
    """Return a message as JSON text."""
    return _encoder.encode(message).decode()


def decode_client(text: str | bytes) -> ClientMessage:
    """Return a client's message; raises `msgspec.ValidationError` or `msgspec.DecodeError` saying what is wrong."""
    return _client.decode(text)


def decode_server(text: str | bytes) -> ServerMessage:
    """Return a server's message; raises like `decode_client`."""
    return _server.decode(text)
