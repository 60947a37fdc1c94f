"""Subscribers of a live game: players (several at one screen) and spectators."""

from collections.abc import Callable

from carrom import protocol
from carrom.board.seat import Seat
from carrom.tables.room import Room

Follower = Callable[[str], None]
"""Receives one encoded message; must return at once."""


class Subscribers:
    """The subscribers of one game, and the players for whom each acts."""

    def __init__(self) -> None:
        """Start without subscribers."""
        self._yours: dict[Follower, frozenset[Seat]] = {}
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

    def add(self, follower: Follower, yours: frozenset[Seat]) -> None:
        """Add a subscriber who acts for the players `yours`; a spectator acts for none."""
        self._yours[follower] = yours

    def drop(self, follower: Follower) -> bool:
        """Remove a subscriber; return whether it was one."""
        return self._yours.pop(follower, None) is not None

    def broadcast(self, text: str, but: Follower | None = None) -> None:
        """Send a message to every subscriber except `but`."""
        for follower in tuple(self._yours):
            if follower != but:
                follower(text)

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
