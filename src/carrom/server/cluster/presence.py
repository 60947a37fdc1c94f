"""Presence: which users are connected at which process."""

import time
from collections.abc import Callable
from typing import Protocol

from carrom.values import Value

GRACE = 5.0
"""Seconds after which this process computes a bot's turn that another process was to compute but has not."""


_SET = time.time_ns() - time.monotonic_ns()
"""How far the system clock was ahead of the monotonic clock at the start of this program, ns."""


def steady() -> int:
    """Return µs since 1970 by a clock that never jumps: setting the system clock costs no player time."""
    return (_SET + time.monotonic_ns()) // 1000


class RemoteUsers(Value, frozen=True):
    """The users connected to a game at other processes: players by seat, and the number of spectators."""

    seats: frozenset[str] = frozenset()
    watchers: int = 0


class Presence(Protocol):
    """Presence of the users of each game, at all processes of one server."""

    id: str
    """The id of this process, new at each start."""
    shared: bool
    """Whether there may be other processes."""

    def now(self) -> int:
        """Return the time shared by all processes, ms since 1970."""

    def fair_since(self) -> int:
        """Return since when this process and the database have been up together, ms since 1970."""

    def tell(self, place: str, seats: frozenset[str], watchers: int) -> None:
        """Publish who is connected to a game here."""

    def follow(self, place: str, heard: Callable[[], None]) -> Callable[[], None]:
        """Subscribe to presence changes at other processes; return a function that unsubscribes."""

    def hear(self, place: str, node: str, here: RemoteUsers) -> None:
        """Update the presence at another process from its message."""

    def at(self, place: str) -> RemoteUsers:
        """Return the combined presence at all other processes."""

    def ask(self, place: str) -> RemoteUsers:
        """Return the same for a game that is not followed here yet; blocks. Raises `StoreError`."""


class LocalPresence:
    """Presence in a single-process server: there is nobody elsewhere."""

    id, shared = "alone", False

    def __init__(self, now: Callable[[], int] = lambda: steady() // 1000) -> None:
        """Use this machine's steady clock, or another function that returns ms since 1970."""
        self._now = now

    def now(self) -> int:
        """Return the time, ms since 1970."""
        return self._now()

    def fair_since(self) -> int:
        """Return 0: a game that is loaded again gives all players their full time."""
        return 0

    def tell(self, place: str, seats: frozenset[str], watchers: int) -> None:
        """Do nothing: there is no other process."""

    def follow(self, place: str, heard: Callable[[], None]) -> Callable[[], None]:
        """Return a function that does nothing: nothing changes elsewhere."""
        return lambda: None

    def hear(self, place: str, node: str, here: RemoteUsers) -> None:
        """Do nothing: there is no other process."""

    def at(self, place: str) -> RemoteUsers:
        """Return no users."""
        return RemoteUsers()

    def ask(self, place: str) -> RemoteUsers:
        """Return no users."""
        return RemoteUsers()
