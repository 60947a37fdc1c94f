"""Cached, encoded parts of snapshots and replays.

Building them costs a fold or a simulation; telling them again costs a copy.
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
"""Replays kept by one server, about 40 kB each; the one asked for longest ago goes first."""
_LONG = 3_000
"""Bytes of a state that is worth deflating."""

_ENCODER = msgspec.json.Encoder()


class EncodedState(Value, frozen=True):
    """The state of a game at a version, encoded, and the lines of its history, each encoded."""

    state: bytes
    is_packed: bool
    """Whether the state is deflated: one that is long, where a man may be put down at hundreds of places."""
    lines: CompressedSequence[HistoryRow]


class _Snapshot(Value, frozen=True, kw_only=True, tag_field="type", tag="snapshot"):
    """`protocol.Snapshot` with its heavy parts encoded before."""

    version: Version
    card: Card
    state: msgspec.Raw
    history: msgspec.Raw
    clock: Clock | None
    offers: tuple[Offered, ...]


class _Replayed(Value, frozen=True, kw_only=True, tag_field="type", tag="replayed"):
    """`protocol.Replayed` with all but its nonce encoded before."""

    nonce: Nonce
    past: msgspec.Raw
    motion: msgspec.Raw
    ruling: msgspec.Raw
    position: msgspec.Raw
    before: msgspec.Raw
    state: msgspec.Raw


class EncodedReplay(Value, frozen=True):
    """A past stroke to be shown again, encoded but for the nonce of who asks."""

    past: msgspec.Raw
    motion: msgspec.Raw
    ruling: msgspec.Raw
    position: msgspec.Raw
    before: msgspec.Raw
    state: msgspec.Raw

    def told(self, nonce: str) -> str:
        """Return it as the answer to a request."""
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
    """Return how a game stands, encoded."""
    told = _ENCODER.encode(state)
    long = len(told) > _LONG
    return EncodedState(deflated(told) if long else told, long, lines)


def snapshot(at: EncodedState, version: int, card: Card, clock: Clock | None, offers: tuple[Offered, ...]) -> str:
    """Return a `protocol.Snapshot`, encoded."""
    history = msgspec.Raw(b"[" + b",".join(line.told for line in at.lines) + b"]")
    state = msgspec.Raw(inflated(at.state) if at.is_packed else at.state)
    return _text(_Snapshot(version=version, card=card, state=state, history=history, clock=clock, offers=offers))


def raw(value: object) -> msgspec.Raw:
    """Return a part of a message, encoded."""
    return msgspec.Raw(_ENCODER.encode(value))


def _text(message: Value) -> str:
    return _ENCODER.encode(message).decode()


class ReplayCache:
    """The replays that one server remembers; may be asked from any thread."""

    def __init__(self, most: int = MOST_REPLAYS) -> None:
        """Begin with none."""
        self._most, self._lock = most, threading.Lock()
        self._films: OrderedDict[tuple[GameId, int, int], EncodedReplay] = OrderedDict()

    def film(self, game: GameId, event: int, number: int, made: Callable[[], EncodedReplay]) -> EncodedReplay:
        """Return the film of an event of a game, shown as its stroke of that number; made if it is not remembered."""
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
