"""A pending change: the effect of a command before it is stored."""

from carrom.game.events import encode_event
from carrom.physics.played import Played
from carrom.storage.models import EventBatch, StoredEvent, Timestamps
from carrom.tables.log.compression import CompressedMessage
from carrom.tables.log.history import History
from carrom.tables.turn_clock import TurnStart
from carrom.tables.views.snapshots import EncodedState
from carrom.values import Value


class AlreadyDone(Value, frozen=True):
    """The command was executed before, as the event of this version."""

    version: int


class PendingChange(Value, frozen=True, kw_only=True):
    """The effect of a command."""

    stored: tuple[StoredEvent, ...]
    history: History
    """The history after the events."""
    nonce: str | None
    standing: EncodedState
    """The encoded state after the events."""
    turn: TurnStart
    """The turn after the events."""
    at: int
    """When the command was received, ms since 1970."""
    message: CompressedMessage | None
    """The message for all clients, encoded; None for a snapshot, when the game has just begun."""
    played: Played | None = None
    """The stroke, as long as the message lacks its film (`tables.views.announce.with_film`)."""

    @property
    def moment(self) -> Timestamps:
        """The times to store."""
        return Timestamps(self.at, self.turn.since)

    @property
    def told(self) -> EventBatch:
        """The batch of events that is stored and sent together."""
        return EventBatch(self.stored, self.moment)


def stored_events(history: History, since: int, nonce: str | None) -> tuple[StoredEvent, ...]:
    """Return the events after version `since` in stored form; the last one has the nonce."""
    events = history.game.events[since:]
    last = since + len(events)
    return tuple(
        StoredEvent(version=version, body=encode_event(event).decode(), nonce=nonce if version == last else None)
        for version, event in enumerate(events, since + 1)
    )
