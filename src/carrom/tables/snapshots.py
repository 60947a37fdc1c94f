"""Snapshots and replays: strokes as shown to clients, animations, and their cached, encoded parts.

Building them needs a fold or a simulation; sending them again needs only a copy."""

import math
import threading
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from carrom import protocol
from carrom.board import Disc, Position, Seat, Stroke
from carrom.i18n import TranslatableText
from carrom.physics.played import ContactKind, Played, StrokeContact
from carrom.physics.trajectory import Event as Impact
from carrom.protocol import Card, Clock, GameId, Nonce, Offered, Version
from carrom.rules.ruling import Ruling
from carrom.tables.log import CompressedSequence, deflated, unpacked
from carrom.values import Value

# -- a stroke as shown, and its row in the history ---------------------------------------------------------------------


class ShownStroke(Value, frozen=True, kw_only=True):
    """One stroke in force."""

    event: int
    """Number of its event in the game's history."""
    board: int
    """Number of its board, from 1; a replayed board counts again."""
    seat: Seat
    stroke: Stroke
    before: Position
    """The position without the striker."""
    rest: Position
    pocketed: tuple[Disc, ...]
    ruling: Ruling
    after: Position
    """The position with the discs that the umpire returned."""


class HistoryRow(Value, frozen=True):
    """The history entry of a stroke (`protocol.PastStroke`), encoded, and the number of the stroke's event."""

    event: int
    told: bytes


# -- cached, encoded parts ---------------------------------------------------------------------------------------------


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
    state = msgspec.Raw(unpacked(at.state) if at.is_packed else at.state)
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


# -- animations: keyframes with contacts -------------------------------------------------------------------------------


class _Words(threading.local):
    """Caches the text of the last ruling per thread, because one stroke needs it several times."""

    def __init__(self) -> None:
        self._ruling: Ruling | None = None
        self._told: tuple[str, tuple[TranslatableText, ...]] = "", ()

    def of(self, ruling: Ruling) -> tuple[str, tuple[TranslatableText, ...]]:
        """Return a ruling in English, and as translation keys and values."""
        if ruling is not self._ruling:
            self._told, self._ruling = (ruling.why, ruling.said), ruling
        return self._told


_words = _Words()


def verdict_of(ruling: Ruling) -> protocol.Verdict:
    """Return a ruling as text."""
    findings = tuple(
        protocol.Finding(clause=each.clause, sentence=each.sentence, key=each.told_by, values=each.values)
        for each in ruling.findings
    )
    return protocol.Verdict(
        seat=ruling.seat,
        turn=protocol.Turn(ruling.turn.value),
        why=_words.of(ruling)[0],
        said=_words.of(ruling)[1],
        findings=findings,
    )


def past_of(shown: ShownStroke, number: int) -> protocol.PastStroke:
    """Return the history entry of stroke `number`, counted from 1."""
    return protocol.PastStroke(
        number=number,
        board=shown.board,
        seat=shown.seat,
        pocketed=shown.pocketed,
        turn=protocol.Turn(shown.ruling.turn.value),
        why=_words.of(shown.ruling)[0],
        said=_words.of(shown.ruling)[1],
    )


def motion_of(shown: ShownStroke, played: Played) -> protocol.Motion:
    """Return the animation of a game's stroke; `played` must include its trajectory."""
    return film_of(shown.seat, shown.stroke, shown.before, played, shown.rest)


def film_of(
    seat: Seat, stroke: Stroke, before: Position, played: Played, rest: Position | None = None
) -> protocol.Motion:
    """Return the animation of a stroke; `played` must include its trajectory."""
    trajectory = played.trajectory
    assert trajectory is not None, "a stroke is shown from its trajectory"
    return protocol.Motion(
        seat=seat,
        stroke=stroke,
        before=before,
        keyframes=trajectory.keyframes,
        contacts=tuple(map(_contact, played.contacts, trajectory.events)),
        duration=played.duration,
        rest=played.rest if rest is None else rest,
    )


def _contact(contact: StrokeContact, event: Impact) -> protocol.Contact:
    """Return a contact with its speed in µm/s and impulse in µN·s."""
    before = event.before
    vx, vy = before[0].vx, before[0].vy
    if len(before) > 1:
        vx, vy = vx - before[1].vx, vy - before[1].vy
    if contact.kind is ContactKind.POCKET:
        speed = math.sqrt(vx * vx + vy * vy)
    else:
        speed = abs(vx * event.normal[0] + vy * event.normal[1])
    return protocol.Contact(
        time=contact.time,
        kind=contact.kind,
        discs=contact.discs,
        at=contact.at,
        speed=round(speed * 1e6),
        impulse=round(abs(event.normal_impulse) * 1e6),
    )
