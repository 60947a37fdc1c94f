"""Messages over HTTP about games: play without a connection, and streams of analysis and review.

A page whose connection is lost goes on with a game of its own players: it plays on a copy of the game's log with the
same laws and physics, and sends the acts when the server can be reached again. The server carries them out itself, so
only the acts are sent, no results."""

from typing import Annotated

from msgspec import Meta

from carrom.analysis.messages import Analysis, Assessed, BreakTable, Failed, Heat, Waiting
from carrom.analysis.review_values import GameReview, ReviewBegun, StrokeReviewed
from carrom.protocol.client import Abort, Choose, Demand, Guess, Next, Pass, Place, Resign, Sit, Strike, Undo, Waive
from carrom.protocol.common import Digest, GameId, Nonce, Version
from carrom.values import Value

MOST_ACTS = 1_000
"""Maximum number of acts that are played without a connection and sent back together."""

OfflineCommand = Strike | Place | Waive | Demand | Pass | Resign | Abort | Guess | Choose | Sit | Undo | Next
"""Commands that are possible without a connection."""


class OfflineAct(Value, frozen=True, kw_only=True):
    """A command that was carried out without a connection, by a person or by the computer at its seat."""

    at: Annotated[int, Meta(ge=0, le=1 << 52)]
    """When it was carried out, ms since 1970."""
    command: OfflineCommand
    """Its `version` is that of the page's copy before it."""


class PlayedOffline(Value, frozen=True, kw_only=True):
    """What was played in a game without a connection."""

    base: Version
    """The version of the game from which play went on."""
    acts: Annotated[tuple[OfflineAct, ...], Meta(min_length=1, max_length=MOST_ACTS)]
    digest: Digest
    """CRC-32 of the state after the acts, as JSON; the server compares it with the state that it computes."""


class PlayAdded(Value, frozen=True, kw_only=True):
    """The acts are part of a game now."""

    game: GameId
    """The game that has them: another one than asked for if another device had played on in that."""
    version: Version


class CopiedEvent(Value, frozen=True, kw_only=True):
    """One event of a game, as the server has stored it."""

    version: Version
    body: str
    nonce: Nonce | None = None
    """Nonce of the command that caused it; null for acts of the server."""


class GameCopy(Value, frozen=True, kw_only=True):
    """A game's settings and its events after a version, for play without a connection."""

    game: GameId
    begun: int
    """Seconds since 1970, UTC."""
    setting: str
    version: Version
    events: tuple[CopiedEvent, ...]


OfflineMessage = PlayedOffline | PlayAdded | GameCopy


# -- streams of analysis and review: a JSON object a line, by `type` ---------------------------------------------------
# Closing the connection stops the computation, unless another client reads the same stream.


AnalysisView = Analysis | Heat | Waiting | Failed
"""The lines of `GET /api/analysis`."""
AssessedView = Assessed | Waiting | Failed
"""The lines of `GET /api/stroke`."""
BreaksView = BreakTable | Waiting | Failed
"""The lines of `GET /api/breaks`."""
ReviewLine = ReviewBegun | StrokeReviewed | GameReview | Waiting | Failed
"""The lines of `GET /api/review/<game>`."""
Streamed = Analysis | Assessed | Heat | ReviewBegun | StrokeReviewed | GameReview | BreakTable | Waiting | Failed
"""Every message that is sent as a line of a stream."""
