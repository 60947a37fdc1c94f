"""Messages between server processes about a game: hints that may be lost."""

import msgspec

from carrom.server.cluster.bus import Bus
from carrom.storage.models import EventBatch, LogPosition
from carrom.values import Value


class Appended(Value, frozen=True, kw_only=True, tag_field="hint", tag="grown"):
    """Events were stored after `before`; with the message that tells them, if it is to be used as it is."""

    node: str
    before: LogPosition
    mark: LogPosition
    told: EventBatch
    text: str | None


class Changed(Value, frozen=True, kw_only=True, tag_field="hint", tag="turned"):
    """Something else is not as it was: read it."""

    node: str


class PresenceChanged(Value, frozen=True, kw_only=True, tag_field="hint", tag="here"):
    """Who follows at a process now: players, by their places, and how many look on."""

    node: str
    seats: tuple[str, ...]
    watchers: int


class Transient(Value, frozen=True, kw_only=True, tag_field="hint", tag="aside"):
    """A message that is kept nowhere, for all who follow: an aim, a phrase."""

    node: str
    text: str


Hint = Appended | Changed | PresenceChanged | Transient
_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Hint] = msgspec.json.Decoder(Hint)


def subject(kind: str, name: str) -> str:
    """Return what hints of one game, or of one tie, are told on."""
    return f"{kind}.{name}"


def tell(bus: Bus, on: str, hint: Hint) -> None:
    """Tell the others; what is too long for the bus is said shortly."""
    body = _ENCODER.encode(hint)
    if len(body) > bus.most and isinstance(hint, Appended):
        body = _ENCODER.encode(msgspec.structs.replace(hint, text=None))
        if len(body) > bus.most:
            body = _ENCODER.encode(Changed(node=hint.node))
    bus.publish(on, body)


def read(body: bytes) -> Hint | None:
    """Return a hint, or None for what another version says, or nobody."""
    try:
        return _DECODER.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
