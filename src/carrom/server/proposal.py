"""What a command would do, before it is stored."""

from carrom.data import Value
from carrom.game.event import encode_event
from carrom.server.clock import Turn
from carrom.server.history import History
from carrom.server.remembered import Standing
from carrom.server.stored import Moment, StoredEvent, Told


class Done(Value, frozen=True):
    """The command was followed before: it was the event of this version."""

    version: int


class Proposal(Value, frozen=True, kw_only=True):
    """What would happen."""

    stored: tuple[StoredEvent, ...]
    history: History
    """After the events."""
    nonce: str | None
    standing: Standing
    """How the game stands after the events."""
    turn: Turn
    """Since when the next act is awaited."""
    at: int
    """When the act was heard, ms since 1970."""
    message: str | None
    """What everybody is told, encoded; None: a snapshot, because the game has only begun."""
    packed: bytes | None = None
    """The message deflated, where that has been done already."""

    @property
    def moment(self) -> Moment:
        """What is stored of its times."""
        return Moment(self.at, self.turn.since)

    @property
    def told(self) -> Told:
        """What is stored, and told, together."""
        return Told(self.stored, self.moment)


def stored_events(history: History, since: int, nonce: str | None) -> tuple[StoredEvent, ...]:
    """Return the events after version `since` as the store keeps them; the nonce goes with the last."""
    events = history.game.events[since:]
    last = since + len(events)
    return tuple(
        StoredEvent(version=version, body=encode_event(event).decode(), nonce=nonce if version == last else None)
        for version, event in enumerate(events, since + 1)
    )
