"""What the processes of a server tell each other of a game: hints, which may be lost, come twice or come late."""

import msgspec

from carrom.data import Value
from carrom.server.nodes.bus import Bus
from carrom.server.stored import Mark, Told


class Grown(Value, frozen=True, kw_only=True, tag_field="hint", tag="grown"):
    """Events were stored after `before`; with the message that tells them, if it is to be used as it is."""

    node: str
    before: Mark
    mark: Mark
    told: Told
    text: str | None


class Turned(Value, frozen=True, kw_only=True, tag_field="hint", tag="turned"):
    """Something else is not as it was: read it."""

    node: str


class Here(Value, frozen=True, kw_only=True, tag_field="hint", tag="here"):
    """Who follows at a process now: players, by their places, and how many look on."""

    node: str
    seats: tuple[str, ...]
    watchers: int


class Aside(Value, frozen=True, kw_only=True, tag_field="hint", tag="aside"):
    """A message that is kept nowhere, for all who follow: an aim, a phrase."""

    node: str
    text: str


Hint = Grown | Turned | Here | Aside
_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Hint] = msgspec.json.Decoder(Hint)


def subject(kind: str, name: str) -> str:
    """Return what hints of one game, or of one tie, are told on."""
    return f"{kind}.{name}"


def tell(bus: Bus, on: str, hint: Hint) -> None:
    """Tell the others; what is too long for the bus is said shortly."""
    body = _ENCODER.encode(hint)
    if len(body) > bus.most and isinstance(hint, Grown):
        body = _ENCODER.encode(msgspec.structs.replace(hint, text=None))
        if len(body) > bus.most:
            body = _ENCODER.encode(Turned(node=hint.node))
    bus.publish(on, body)


def read(body: bytes) -> Hint | None:
    """Return a hint, or None for what another version says, or nobody."""
    try:
        return _DECODER.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
