"""Subscribers of a live game: players (several at one screen) and spectators."""

from collections.abc import Callable

from carrom import protocol
from carrom.board.seat import Seat
from carrom.tables.log.compression import CompressedMessage
from carrom.tables.room import Room

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
