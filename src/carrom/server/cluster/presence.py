"""Presence: which users are online at which process."""

import time
from collections.abc import Callable
from typing import Protocol

from carrom.values import Value

GRACE = 5.0
"""Seconds after which a program thinks here, where another process has it to think and says nothing."""


_SET = time.time_ns() - time.monotonic_ns()
"""How far the machine's clock was ahead of the one that never jumps when this program began."""


def steady() -> int:
    """Return the time, µs since 1970, by a clock that is set once: putting the machine's forward costs nobody time."""
    return (_SET + time.monotonic_ns()) // 1000


class RemoteUsers(Value, frozen=True):
    """Who follows something at another process: players, by their places, and how many look on."""

    seats: frozenset[str] = frozenset()
    watchers: int = 0


class Presence(Protocol):
    """The processes of one server."""

    id: str
    """The name of this one, new each time it starts."""
    shared: bool
    """Whether there may be others."""

    def now(self) -> int:
        """Return the time that all of them go by, ms since 1970."""

    def fair_since(self) -> int:
        """Return since when this process and the database have both been there, ms since 1970."""

    def tell(self, place: str, seats: frozenset[str], watchers: int) -> None:
        """Let the others know who follows here."""

    def follow(self, place: str, heard: Callable[[], None]) -> Callable[[], None]:
        """Be told when somebody comes or goes elsewhere; return what ends it."""

    def hear(self, place: str, node: str, here: RemoteUsers) -> None:
        """Take notice of who follows at another process, as it says."""

    def at(self, place: str) -> RemoteUsers:
        """Return who follows at all the others together."""

    def ask(self, place: str) -> RemoteUsers:
        """Return the same of a place that is not followed here yet; blocks. Raises `StoreError`."""


class LocalPresence:
    """A process that has its database to itself."""

    id, shared = "alone", False

    def __init__(self, now: Callable[[], int] = lambda: steady() // 1000) -> None:
        """Go by the clock of this machine as it was when the program began, or by another."""
        self._now = now

    def now(self) -> int:
        """Return the time, ms since 1970."""
        return self._now()

    def fair_since(self) -> int:
        """Return nought: a table that is set up gives everybody all his time again."""
        return 0

    def tell(self, place: str, seats: frozenset[str], watchers: int) -> None:
        """Tell nobody."""

    def follow(self, place: str, heard: Callable[[], None]) -> Callable[[], None]:
        """Be told nothing."""
        return lambda: None

    def hear(self, place: str, node: str, here: RemoteUsers) -> None:
        """Hear nothing."""

    def at(self, place: str) -> RemoteUsers:
        """Return nobody."""
        return RemoteUsers()

    def ask(self, place: str) -> RemoteUsers:
        """Return nobody."""
        return RemoteUsers()
