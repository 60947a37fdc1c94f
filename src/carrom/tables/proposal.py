"""A pending change: what a command would do, before it is stored."""

from carrom.game.events import encode_event
from carrom.storage.models import EventBatch, StoredEvent, Timestamps
from carrom.tables.log.history import History
from carrom.tables.turn_clock import Turn
from carrom.tables.views.snapshots import EncodedState
from carrom.values import Value


class AlreadyDone(Value, frozen=True):
    """The command was followed before: it was the event of this version."""

    version: int


class PendingChange(Value, frozen=True, kw_only=True):
    """What would happen."""

    stored: tuple[StoredEvent, ...]
    history: History
    """After the events."""
    nonce: str | None
    standing: EncodedState
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
    def moment(self) -> Timestamps:
        """What is stored of its times."""
        return Timestamps(self.at, self.turn.since)

    @property
    def told(self) -> EventBatch:
        """What is stored, and told, together."""
        return EventBatch(self.stored, self.moment)


def stored_events(history: History, since: int, nonce: str | None) -> tuple[StoredEvent, ...]:
    """Return the events after version `since` as the store keeps them; the nonce goes with the last."""
    events = history.game.events[since:]
    last = since + len(events)
    return tuple(
        StoredEvent(version=version, body=encode_event(event).decode(), nonce=nonce if version == last else None)
        for version, event in enumerate(events, since + 1)
    )
