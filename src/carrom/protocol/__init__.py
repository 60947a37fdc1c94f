"""The WebSocket and HTTP messages between client and server: tagged unions of small JSON objects.

A client sends a `ClientMessage`, the server a `ServerMessage`; each is one JSON object whose `type` names it. The
client contains no game rules: legal actions, the player in turn and the result of each stroke are in `State`, which is
sent in full with every event. Lengths are in µm, speeds in µm/s, durations in µs, angles in mrad. Positions are in the
board's frame; strokes and striker intervals are in the frame of the seat that plays, as if it were south.

Conversation: the server first sends `Welcome`. The client sends `NewGame`, `Join` or `Resume`. Then the server sends
events, sometimes faster than a client can animate them; a client shows them one after the other. Every event has a
higher `version` than the one before it and names that previous version in `after`, so a client can detect a gap. A
command has a `nonce` chosen by the client and the version that its player saw. A command sent again with the same nonce
is acknowledged again but not repeated.

Authorization: a client creates a secret `key` for each game and sends it with `NewGame`, `Join` and `Resume`; the
server stores only its hash, with the seats it gives access to. The secret `invite` allows taking an open seat, the
secret `watch` allows watching; both are created by the client that starts the game.

Seats: players are identified by their seat at the start of the game in `Sitter`, `Joined.yours`, `Offered` and on the
score card. In a match the players change places: `State.seated` gives the current places, and commands, `expected` and
events name the seat where a player currently sits.

Several servers can serve the same games. A client may connect to any of them and change servers during a game:
versions, nonces and films are the same on all of them. A client whose connection closes with code 1012 should
reconnect.

A tie of two teams uses the same connection (`TieRequest`). `TieSnapshot` is sent in full whenever the tie changes, with
the details that the receiver may see. The rubbers of a tie are games, opened with the same keys.

Clock times are the server's, in ms since 1970 (UTC). `Pong.now` lets a client compute the offset of its own clock.

On a connection to `/ws?films=deflated`, a long server message is one binary frame with its JSON as raw deflate (RFC
1951), compressed once for all receivers; nothing else on that connection is compressed. On `/ws` every message is text.

A client that can play strokes itself, with the same physics to the last bit, may decline films (`SendFilms`, if
`Welcome.films_optional`). It then receives a stroke as `StrokePlayed`: the stroke and a digest of its result. If its
own result has another digest, it asks for films again and resumes from the version that it had.

Results of long computations, analyses and reviews, are sent over HTTP as JSON lines (`Streamed`):
docs/how-to/analysis.md.

`carrom.typescript` generates the TypeScript types, the JSON schema and the documentation page from these classes.
"""

# ruff: noqa: F403, F405 (each module lists its messages in `__all__`)

from msgspec.json import Decoder, Encoder

from carrom.analysis.messages import Analysis as Analysis
from carrom.analysis.messages import Assessed as Assessed
from carrom.analysis.messages import BreakTable as BreakTable
from carrom.analysis.messages import Failed as Failed
from carrom.analysis.messages import Heat as Heat
from carrom.analysis.messages import Waiting as Waiting
from carrom.analysis.review_values import GameReview as GameReview
from carrom.analysis.review_values import ReviewBegun as ReviewBegun
from carrom.analysis.review_values import StrokeReviewed as StrokeReviewed
from carrom.protocol.client import *
from carrom.protocol.common import *
from carrom.protocol.http_games import AnalysisView as AnalysisView
from carrom.protocol.http_games import AssessedView as AssessedView
from carrom.protocol.http_games import BreaksView as BreaksView
from carrom.protocol.http_games import ReviewLine as ReviewLine
from carrom.protocol.http_games import Streamed as Streamed
from carrom.protocol.play import *
from carrom.protocol.server import *
from carrom.protocol.tie import *
from carrom.protocol.tie_state import *

_encoder = Encoder()

_client: Decoder[ClientMessage] = Decoder(ClientMessage)

_server: Decoder[ServerMessage] = Decoder(ServerMessage)

_streamed: Decoder[Streamed] = Decoder(Streamed)


def encode(message: ClientMessage | ServerMessage | Streamed) -> str:
    """Return a message as JSON text."""
    return _encoder.encode(message).decode()


def decode_client(text: str | bytes) -> ClientMessage:
    """Parse a client's message. Raises `msgspec.ValidationError` or `msgspec.DecodeError`."""
    return _client.decode(text)


def decode_server(text: str | bytes) -> ServerMessage:
    """Parse a server's message. Raises like `decode_client`."""
    return _server.decode(str(text) if isinstance(text, str) else text)


def decode_streamed(text: str | bytes) -> Streamed:
    """Parse one line of a stream. Raises like `decode_client`."""
    return _streamed.decode(text)
