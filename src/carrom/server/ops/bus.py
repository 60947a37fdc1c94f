"""The bus (pub/sub) between server processes: it carries hints, which may be lost.

Subscribers read the database before acting on anything that matters. Without a bus, or while it is unreachable,
everything stays correct but arrives up to a second later. A publisher that is subscribed receives its own messages.

A bus belongs to the event loop: call it there; it calls subscribers there.
"""

import asyncio
import logging
import re
from collections.abc import Callable
from typing import Protocol

log = logging.getLogger("carrom.server")

Heard = Callable[[bytes], None]
"""Callback that gets a message body, on the event loop, and must return at once."""

_SUBJECT = re.compile(r"[A-Za-z0-9_-]{1,64}(\.[A-Za-z0-9_-]{1,64}){0,7}")


class Bus(Protocol):
    """Publish and subscribe for hints between processes."""

    most: int
    """The largest body in bytes; larger ones are dropped."""
    is_away: bool
    """Whether the bus is unreachable."""

    def publish(self, subject: str, body: bytes) -> None:
        """Publish to all subscribers of a subject (`game.abc`), here and elsewhere; returns at once, never fails."""

    def subscribe(self, subject: str, heard: Heard) -> Callable[[], None]:
        """Subscribe to a subject; return a function that unsubscribes."""

    async def open(self) -> None:
        """Start connecting in the background; an unreachable bus is retried and blocks nothing."""

    async def close(self) -> None:
        """Disconnect."""


class Listeners:
    """The subscribers of one process, by subject."""

    def __init__(self) -> None:
        """Start without subscribers."""
        self._heard: dict[str, dict[int, Heard]] = {}
        self._number = 0

    def __contains__(self, subject: str) -> bool:
        """Whether a subject has subscribers."""
        return subject in self._heard

    def subjects(self) -> tuple[str, ...]:
        """Return every subject that has subscribers."""
        return tuple(self._heard)

    def add(self, subject: str, heard: Heard) -> Callable[[], bool]:
        """Add a subscriber; return a function that removes it and returns True if it was the last one."""
        self._number, number = self._number + 1, self._number
        self._heard.setdefault(check(subject), {})[number] = heard

        def end() -> bool:
            there = self._heard.get(subject, {})
            if there.pop(number, None) is None or there:
                return False
            del self._heard[subject]
            return True

        return end

    def tell(self, subject: str, body: bytes) -> None:
        """Call all subscribers of a subject; an exception in one does not affect the others."""
        for heard in tuple(self._heard.get(subject, {}).values()):
            try:
                heard(body)
            except Exception:  # only a hint: the subscriber will read the database later
                log.exception("a message on %s could not be handled", subject)


class InProcess:
    """The bus of a single process: calls its own subscribers on the next turn of the event loop."""

    most = 1 << 20
    is_away = False

    def __init__(self) -> None:
        """Start without subscribers."""
        self._listeners = Listeners()

    def publish(self, subject: str, body: bytes) -> None:
        """Publish to the subscribers in this process."""
        if subject in self._listeners and len(body) <= self.most:
            asyncio.get_running_loop().call_soon(self._listeners.tell, subject, body)

    def subscribe(self, subject: str, heard: Heard) -> Callable[[], None]:
        """Subscribe to a subject; return a function that unsubscribes."""
        end = self._listeners.add(subject, heard)

        def quiet() -> None:
            end()

        return quiet

    async def open(self) -> None:
        """Do nothing: there is no connection."""

    async def close(self) -> None:
        """Do nothing: there is no connection."""


def check(subject: str) -> str:
    """Return a valid subject; raises `ValueError` for any other text."""
    if not _SUBJECT.fullmatch(subject):
        raise ValueError(f"{subject!r} is not a subject; expected words of letters, digits, _ and -, separated by dots")
    return subject
