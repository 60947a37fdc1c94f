"""Messages between server processes about a game: hints that may be lost."""

import msgspec

from carrom.server.cluster.bus import Bus
from carrom.storage.models import EventBatch, LogPosition
from carrom.values import Value


class Appended(Value, frozen=True, kw_only=True, tag_field="hint", tag="grown"):
    """Events were appended after `before`; with the encoded message for clients, except of a stroke without its film,
    which the receiver computes again.
    """

    node: str
    before: LogPosition
    mark: LogPosition
    told: EventBatch
    text: str | None


class Changed(Value, frozen=True, kw_only=True, tag_field="hint", tag="turned"):
    """Something other than the events has changed: read it from the database."""

    node: str


class PresenceChanged(Value, frozen=True, kw_only=True, tag_field="hint", tag="here"):
    """The users connected at a process: players by seat, and the number of spectators."""

    node: str
    seats: tuple[str, ...]
    watchers: int


class Transient(Value, frozen=True, kw_only=True, tag_field="hint", tag="aside"):
    """A message that is not stored, such as an aim or a quick chat phrase, for all clients of the game."""

    node: str
    text: str


Hint = Appended | Changed | PresenceChanged | Transient
_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Hint] = msgspec.json.Decoder(Hint)


def subject(kind: str, name: str) -> str:
    """Return the bus subject of a game or a tie."""
    return f"{kind}.{name}"


def tell(bus: Bus, on: str, hint: Hint) -> None:
    """Publish a hint; one that is too long for the bus is replaced by a shorter one."""
    body = _ENCODER.encode(hint)
    if len(body) > bus.most and isinstance(hint, Appended):
        body = _ENCODER.encode(msgspec.structs.replace(hint, text=None))
        if len(body) > bus.most:
            body = _ENCODER.encode(Changed(node=hint.node))
    bus.publish(on, body)


def read(body: bytes) -> Hint | None:
    """Return a decoded hint, or None if it is invalid or of another version."""
    try:
        return _DECODER.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
