"""Every message between a client and the server: two tagged unions of small records.

A client says one of `ClientMessage`, the server one of `ServerMessage`, each as one JSON object whose `type` names it.
The client holds no law: what is legal, whose turn it is and what a stroke led to stand in `State`, which comes whole
with every event. Lengths are µm, speeds µm/s, times µs, angles mrad; positions are in the board's frame, strokes and
striker intervals in the frame of the seat that plays (as if it sat south).

The conversation: the server greets with `Welcome`; the client answers `NewGame`, `Join` or `Resume`; then events flow,
at times faster than they can be shown: a client shows them one after the other. Every event has a higher `version` than
the one before, and says after which version it happened, so that a gap is seen. A command carries a `nonce` of its own
making and the version its player saw; sent again with the same nonce it is acknowledged again and not done twice.

Who may act: a client makes a secret `key` for each game and brings it with `NewGame`, `Join` and `Resume`; the server
keeps its hash beside the seats it holds. Whoever knows the game's `invite` word may take an open seat, whoever knows
its `watch` word may look on; both are made by the client that begins the game.

Players are named by the seat they have at the beginning: in `Sitter`, `Joined.yours`, `Offered` and on the score card.
In a match they change places, and `State.seated` says who sits where at the moment; a command, what is `expected` and
what is told of an act name the seat at the board where the player sits then.

Where several servers serve the same games, a client may be at any of them and change it in the middle of a game:
versions, nonces and films are the same at each. A line that is closed with 1012 is to be opened again.

A tie of two teams is followed on the same line (`TieRequest`); it is told whole whenever it changes (`TieTold`), to
each what he may see. Its rubbers are games, which the same keys open.

Times of the clock are the server's, ms since 1970; `Pong.now` tells a client how far its own clock is off.

On a line to `/ws?films=deflated` a long message of the server comes as one binary frame that holds its JSON as raw
deflate (RFC 1951), packed once for all who hear it, and nothing else on that line is compressed; to `/ws` everything
is text.

What takes long, an analysis or a review, is told over HTTP line by line (`Streamed`): docs/how-to/analysis.md.

`carrom.typescript` writes the same as TypeScript, as a JSON schema and as a page.
"""

from msgspec.json import Decoder, Encoder

from carrom.analysis.messages import Analysis, Assessed, Failed, Heat, Waiting
from carrom.analysis.review.review_values import ReviewBegun, ReviewTold, StrokeReviewed
from carrom.protocol.answers import Arranged, Tried
from carrom.protocol.client import (
    Abort,
    Aim,
    Choice,
    Choose,
    ClientMessage,
    Decline,
    Demand,
    GameCommand,
    Guess,
    Hand,
    Join,
    Leave,
    NewGame,
    Next,
    OfferKind,
    OpenDoor,
    Pass,
    Pause,
    Phrase,
    Ping,
    Place,
    Question,
    ReadRules,
    Rematch,
    Replay,
    Resign,
    Resume,
    Say,
    Sit,
    Strike,
    Undo,
    Waive,
)
from carrom.protocol.expected import (
    ExpectChoose,
    ExpectDemand,
    Expected,
    ExpectGuess,
    ExpectNext,
    ExpectPlace,
    ExpectSit,
    ExpectStrike,
    Interval,
)
from carrom.protocol.film import Act, Contact, Motion, PastStroke
from carrom.protocol.http.stream import AnalysisTold, AssessedTold, ReviewLine, Streamed
from carrom.protocol.practice import Arrange, Attempt, Try, WhatIf
from carrom.protocol.scalars import MAX_CLIENT_BYTES, MAX_SPEED, PROTOCOL, GameId, Key, Name, Nonce, Version
from carrom.protocol.server import (
    Accepted,
    Acted,
    Aimed,
    ClockChanged,
    Draining,
    Event,
    Joined,
    Kernel,
    KernelChanged,
    Level,
    Played,
    Pong,
    Reach,
    ReachChanged,
    Refusal,
    Refused,
    Rematched,
    Replayed,
    RulesetInfo,
    RulesRead,
    Seats,
    ServerMessage,
    Snapshot,
    Spoken,
    Welcome,
)
from carrom.protocol.state import (
    BoardResult,
    Colour,
    Finding,
    GameResult,
    Phase,
    QueenState,
    QueenWhere,
    SideState,
    State,
    Turn,
    Verdict,
)
from carrom.protocol.table import Card, Clock, Offered, RubberOf, Seated, Sitter, SitterKind
from carrom.protocol.terms import ClockPlan, Guide, Length, SeatPlan, Terms, Who
from carrom.protocol.tie import (
    BeginRubber,
    ComeToTie,
    JoinTie,
    LeaveTie,
    LineUp,
    NewTie,
    PlayerPlan,
    TeamPlan,
    TiePlace,
    TieRequest,
    TieSide,
    TieTerms,
)
from carrom.protocol.tie_state import (
    ExpectCaptain,
    ExpectEnd,
    ExpectLineUp,
    ExpectPlayer,
    ExpectRubber,
    RubberKind,
    RubberStanding,
    TieExpected,
    TiePlayer,
    TieRubber,
    TieTeam,
    TieTold,
)
from carrom.protocol.training import AloneRead, Best, Drill, DrillRead, PuzzleRead, Rate, Read, RunAlone, Solve

_encoder = Encoder()

_client: Decoder[ClientMessage] = Decoder(ClientMessage)

_server: Decoder[ServerMessage] = Decoder(ServerMessage)

_streamed: Decoder[Streamed] = Decoder(Streamed)


def encode(message: ClientMessage | ServerMessage | Streamed) -> str:
    """Return a message as JSON text."""
    return _encoder.encode(message).decode()


def decode_client(text: str | bytes) -> ClientMessage:
    """Return a client's message; raises `msgspec.ValidationError` or `msgspec.DecodeError` saying what is wrong."""
    return _client.decode(text)


def decode_server(text: str | bytes) -> ServerMessage:
    """Return a server's message; raises like `decode_client`."""
    return _server.decode(str(text) if isinstance(text, str) else text)


def decode_streamed(text: str | bytes) -> Streamed:
    """Return a line of a stream; raises like `decode_client`."""
    return _streamed.decode(text)


__all__ = [
    "Abort",
    "Accepted",
    "Act",
    "Acted",
    "Aim",
    "Aimed",
    "AloneRead",
    "Analysis",
    "AnalysisTold",
    "Arrange",
    "Arranged",
    "Assessed",
    "AssessedTold",
    "Attempt",
    "BeginRubber",
    "Best",
    "BoardResult",
    "Card",
    "Choice",
    "Choose",
    "ClientMessage",
    "Clock",
    "ClockChanged",
    "ClockPlan",
    "Colour",
    "ComeToTie",
    "Contact",
    "Decline",
    "Demand",
    "Draining",
    "Drill",
    "DrillRead",
    "Event",
    "ExpectCaptain",
    "ExpectChoose",
    "ExpectDemand",
    "ExpectEnd",
    "ExpectGuess",
    "ExpectLineUp",
    "ExpectNext",
    "ExpectPlace",
    "ExpectPlayer",
    "ExpectRubber",
    "ExpectSit",
    "ExpectStrike",
    "Expected",
    "Failed",
    "Finding",
    "GameCommand",
    "GameId",
    "GameResult",
    "Guess",
    "Guide",
    "Hand",
    "Heat",
    "Interval",
    "Join",
    "JoinTie",
    "Joined",
    "Kernel",
    "KernelChanged",
    "Key",
    "Leave",
    "LeaveTie",
    "Length",
    "Level",
    "LineUp",
    "MAX_CLIENT_BYTES",
    "MAX_SPEED",
    "Motion",
    "Name",
    "NewGame",
    "NewTie",
    "Next",
    "Nonce",
    "OfferKind",
    "Offered",
    "OpenDoor",
    "PROTOCOL",
    "Pass",
    "PastStroke",
    "Pause",
    "Phase",
    "Phrase",
    "Ping",
    "Place",
    "Played",
    "PlayerPlan",
    "Pong",
    "PuzzleRead",
    "QueenState",
    "QueenWhere",
    "Question",
    "Rate",
    "Reach",
    "ReachChanged",
    "Read",
    "ReadRules",
    "Refusal",
    "Refused",
    "Rematch",
    "Rematched",
    "Replay",
    "Replayed",
    "Resign",
    "Resume",
    "ReviewBegun",
    "ReviewLine",
    "ReviewTold",
    "RubberKind",
    "RubberOf",
    "RubberStanding",
    "RulesRead",
    "RulesetInfo",
    "RunAlone",
    "Say",
    "SeatPlan",
    "Seated",
    "Seats",
    "ServerMessage",
    "SideState",
    "Sit",
    "Sitter",
    "SitterKind",
    "Snapshot",
    "Solve",
    "Spoken",
    "State",
    "Streamed",
    "Strike",
    "StrokeReviewed",
    "TeamPlan",
    "Terms",
    "TieExpected",
    "TiePlace",
    "TiePlayer",
    "TieRequest",
    "TieRubber",
    "TieSide",
    "TieTeam",
    "TieTerms",
    "TieTold",
    "Tried",
    "Try",
    "Turn",
    "Undo",
    "Verdict",
    "Version",
    "Waiting",
    "Waive",
    "Welcome",
    "WhatIf",
    "Who",
    "decode_client",
    "decode_server",
    "decode_streamed",
    "encode",
]
