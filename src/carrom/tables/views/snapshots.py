"""Cached, encoded parts of snapshots and replays.

Building them needs a fold or a simulation; sending them again needs only a copy.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from carrom import protocol
from carrom.protocol import Card, Clock, GameId, Nonce, Offered, Version
from carrom.tables.log.compressed_sequence import CompressedSequence
from carrom.tables.log.compression import deflated, inflated
from carrom.tables.views.shown_stroke import HistoryRow
from carrom.values import Value

MOST_REPLAYS = 200
"""Maximum number of replays cached by a server, about 40 kB each; the least recently used one is dropped."""
_LONG = 3_000
"""Minimum size of a state that is compressed, in bytes."""

_ENCODER = msgspec.json.Encoder()


class EncodedState(Value, frozen=True):
    """The state of a game at a version, encoded, and the entries of its history, each encoded."""

    state: bytes
    is_packed: bool
    """Whether the state is deflated, as it is when a piece can be placed at hundreds of spots."""
    lines: CompressedSequence[HistoryRow]


class _Snapshot(Value, frozen=True, kw_only=True, tag_field="type", tag="snapshot"):
    """`protocol.Snapshot` with its large parts already encoded."""

    version: Version
    card: Card
    state: msgspec.Raw
    history: msgspec.Raw
    clock: Clock | None
    offers: tuple[Offered, ...]


class _Replayed(Value, frozen=True, kw_only=True, tag_field="type", tag="replayed"):
    """`protocol.Replayed` with all parts but its nonce already encoded."""

    nonce: Nonce
    past: msgspec.Raw
    motion: msgspec.Raw
    ruling: msgspec.Raw
    position: msgspec.Raw
    before: msgspec.Raw
    state: msgspec.Raw


class EncodedReplay(Value, frozen=True):
    """A past stroke to show again, encoded except for the nonce of the request."""

    past: msgspec.Raw
    motion: msgspec.Raw
    ruling: msgspec.Raw
    position: msgspec.Raw
    before: msgspec.Raw
    state: msgspec.Raw

    def told(self, nonce: str) -> str:
        """Return the answer to a request with this nonce."""
        return _text(
            _Replayed(
                nonce=nonce,
                past=self.past,
                motion=self.motion,
                ruling=self.ruling,
                position=self.position,
                before=self.before,
                state=self.state,
            )
        )


def standing(state: protocol.State | None, lines: CompressedSequence[HistoryRow]) -> EncodedState:
    """Return the encoded state of a game."""
    content = _ENCODER.encode(state)
    long = len(content) > _LONG
    return EncodedState(deflated(content) if long else content, long, lines)


def snapshot(at: EncodedState, version: int, card: Card, clock: Clock | None, offers: tuple[Offered, ...]) -> str:
    """Return an encoded `protocol.Snapshot`."""
    history = msgspec.Raw(b"[" + b",".join(line.told for line in at.lines) + b"]")
    state = msgspec.Raw(inflated(at.state) if at.is_packed else at.state)
    return _text(_Snapshot(version=version, card=card, state=state, history=history, clock=clock, offers=offers))


def raw(value: object) -> msgspec.Raw:
    """Return a part of a message, encoded."""
    return msgspec.Raw(_ENCODER.encode(value))


def _text(message: Value) -> str:
    return _ENCODER.encode(message).decode()


class ReplayCache:
    """The replays cached by one server; may be used from any thread."""

    def __init__(self, most: int = MOST_REPLAYS) -> None:
        """Create an empty cache."""
        self._most, self._lock = most, threading.Lock()
        self._films: OrderedDict[tuple[GameId, int, int], EncodedReplay] = OrderedDict()

    def film(self, game: GameId, event: int, number: int, made: Callable[[], EncodedReplay]) -> EncodedReplay:
        """Return the replay of an event of a game as stroke `number`; computed with `made` if it is not cached."""
        key = (game, event, number)
        with self._lock:
            if key in self._films:
                self._films.move_to_end(key)
                return self._films[key]
        film = made()
        with self._lock:
            self._films[key] = film
            while len(self._films) > self._most:
                self._films.popitem(last=False)
        return film
