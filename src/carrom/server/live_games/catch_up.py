"""Catch-up for reconnecting clients: events they missed, rebuilt from the log."""

from collections.abc import Iterator
from random import Random

from carrom.errors import CarromError
from carrom.storage.event_store import EventStore
from carrom.storage.models import EventBatch, StoredGame
from carrom.tables.log.checkpoints import Checkpoint, Checkpoints
from carrom.tables.room import Room
from carrom.tables.views.announce import with_film
from carrom.values import Value, changed

MOST = 20
"""The most missed events that are rebuilt; a client that has missed more gets a snapshot."""

Recalled = tuple[int, tuple[str, ...]]
"""A version, and the messages up to it."""


class MissedEvents(Value, frozen=True):
    """The stored data from which missed messages are rebuilt."""

    game: StoredGame
    """The game at the version that the client has seen."""
    told: tuple[EventBatch, ...]
    """The events after it."""
    checkpoint: Checkpoint | None


def missed_since(shelf: EventStore, checkpoints: Checkpoints, game: str, seen: int) -> MissedEvents | None:
    """Return what came after version `seen`; None if it cannot be rebuilt; blocks. Raises `StoreError`."""
    stored = shelf.load(game)
    if stored is None or not 0 < seen < len(stored.events) <= seen + MOST:
        return None
    told = shelf.told_since(game, seen)
    if not told or told[0].events[0].version != seen + 1 or any(each.moment is None for each in told):
        return None
    return MissedEvents(_then(stored, seen), told, checkpoints.find(game))


def recalled(missed: MissedEvents, *, films: bool = True) -> Recalled | None:
    """Return the missed messages and their last version; None if this program cannot apply the events."""
    try:
        messages = tuple(_again(missed, films=films))
    except CarromError:
        return None
    return messages[-1][0], tuple(text for _, text in messages)


def told_again(shelf: EventStore, game: str) -> tuple[tuple[int, str], ...]:
    """Return every message of a game after its beginning, with its version; blocks.

    Raises `CarromError`.
    """
    stored, told = shelf.load(game), shelf.told_since(game, 0)
    if stored is None or not told:
        return ()
    return tuple(_again(MissedEvents(_then(stored, told[0].events[-1].version), told[1:], None)))


def _then(stored: StoredGame, seen: int) -> StoredGame:
    return changed(stored, events=stored.events[:seen], moment=None)


def _again(missed: MissedEvents, *, films: bool = True) -> Iterator[tuple[int, str]]:
    """Yield the missed messages, each with the version after it, with or without films."""
    room = Room.restored(missed.game, Random(0), missed.game.begun * 1000, checkpoint=missed.checkpoint)
    for each in missed.told:
        change = room.read(each)
        message = room.apply(with_film(change) if films else change)
        assert message is not None, "only a beginning is told as a snapshot"
        yield room.version, str(message)
