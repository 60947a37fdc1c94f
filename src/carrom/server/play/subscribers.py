"""Subscribers of a live game: players (several at one screen) and spectators, and what they missed."""

from collections.abc import Callable, Iterator
from random import Random

from carrom import protocol
from carrom.board.seat import Seat
from carrom.errors import CarromError
from carrom.storage.database import EventBatch, StoredGame
from carrom.storage.event_store import EventStore
from carrom.tables.history import Checkpoint, Checkpoints
from carrom.tables.log import CompressedMessage
from carrom.tables.room import Room
from carrom.tables.views import with_film
from carrom.values import Value, changed

Follower = Callable[[str], None]
"""Receives one encoded message; must return at once."""


class Subscribers:
    """The subscribers of one game, the players for whom each acts, and whether each wants the films of strokes."""

    def __init__(self) -> None:
        """Start without subscribers."""
        self._yours: dict[Follower, frozenset[Seat]] = {}
        self._without_films: set[Follower] = set()
        self._last_seats = ""

    def __bool__(self) -> bool:
        """Return whether there is a subscriber."""
        return bool(self._yours)

    @property
    def here(self) -> frozenset[Seat]:
        """The connected players, by their initial seats."""
        return frozenset(seat for yours in self._yours.values() for seat in yours)

    @property
    def watchers(self) -> int:
        """The number of spectators."""
        return sum(not yours for yours in self._yours.values())

    @property
    def want_films(self) -> bool:
        """Whether a subscriber wants the films of strokes."""
        return len(self._without_films) < len(self._yours)

    def add(self, follower: Follower, yours: frozenset[Seat], *, films: bool = True) -> None:
        """Add a subscriber who acts for the players `yours`; a spectator acts for none."""
        self._yours[follower] = yours
        self.set_films(follower, films)

    def set_films(self, follower: Follower, wanted: bool) -> None:
        """Set whether a subscriber wants the films of strokes."""
        if follower in self._yours:
            (self._without_films.discard if wanted else self._without_films.add)(follower)

    def drop(self, follower: Follower) -> bool:
        """Remove a subscriber; return whether it was one."""
        self._without_films.discard(follower)
        return self._yours.pop(follower, None) is not None

    def broadcast(self, text: str, but: Follower | None = None) -> None:
        """Send a message to every subscriber except `but`, without its film to those who do not want it."""
        without_film = text.without_film if isinstance(text, CompressedMessage) else text
        for follower in tuple(self._yours):
            if follower != but:
                follower(without_film if follower in self._without_films else text)

    def tell_seats(
        self, room: Room, here: frozenset[Seat], newcomer: Follower | None = None, elsewhere: int = 0
    ) -> None:
        """Send all subscribers the seats and who is present; if that has not changed, only send it to the newcomer.

        `elsewhere` is the number of spectators at other processes.
        """
        watchers = self.watchers + elsewhere
        text = protocol.encode(protocol.Seats(sitters=room.sitters(here), watchers=watchers))
        has_changed, self._last_seats = text != self._last_seats, text
        if has_changed:
            self.broadcast(text)
        elif newcomer is not None:
            newcomer(text)


# -- catching up: missed events, rebuilt from the log ------------------------------------------------------------------


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
    result = shelf.events_since(game, seen)
    if not result or result[0].events[0].version != seen + 1 or any(each.moment is None for each in result):
        return None
    return MissedEvents(_then(stored, seen), result, checkpoints.find(game))


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
    stored, result = shelf.load(game), shelf.events_since(game, 0)
    if stored is None or not result:
        return ()
    return tuple(_again(MissedEvents(_then(stored, result[0].events[-1].version), result[1:], None)))


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
