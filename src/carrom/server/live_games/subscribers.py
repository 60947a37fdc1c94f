"""Subscribers of a live game: players (several at one screen) and spectators."""

from collections.abc import Callable

from carrom import protocol
from carrom.board.seat import Seat
from carrom.tables.room import Room

Follower = Callable[[str], None]
"""Takes one encoded message and returns at once."""


class Subscribers:
    """Those who follow one table."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._yours: dict[Follower, frozenset[Seat]] = {}
        self._seats_told = ""

    def __bool__(self) -> bool:
        """Whether anybody follows."""
        return bool(self._yours)

    @property
    def here(self) -> frozenset[Seat]:
        """The players who are connected, by their seats at the beginning."""
        return frozenset(seat for yours in self._yours.values() for seat in yours)

    @property
    def watchers(self) -> int:
        """How many look on."""
        return sum(not yours for yours in self._yours.values())

    def add(self, follower: Follower, yours: frozenset[Seat]) -> None:
        """Let somebody follow who acts for the players `yours`; none: he looks on."""
        self._yours[follower] = yours

    def drop(self, follower: Follower) -> bool:
        """Tell somebody nothing more; return whether he followed."""
        return self._yours.pop(follower, None) is not None

    def tell(self, text: str) -> None:
        """Tell everybody."""
        for follower in tuple(self._yours):
            follower(text)

    def tell_others(self, follower: Follower, text: str) -> None:
        """Tell everybody but one."""
        for each in tuple(self._yours):
            if each is not follower and each != follower:
                each(text)

    def tell_seats(
        self, room: Room, here: frozenset[Seat], newcomer: Follower | None = None, elsewhere: int = 0
    ) -> None:
        """Tell everybody who sits at the table and who is here; if that is as it was, only who has just come.

        So many look on `elsewhere`.
        """
        watchers = self.watchers + elsewhere
        told = protocol.encode(protocol.Seats(sitters=room.sitters(here), watchers=watchers))
        changed, self._seats_told = told != self._seats_told, told
        if changed:
            self.tell(told)
        elif newcomer is not None:
            newcomer(told)
