"""The bus (pub/sub) between server processes: it carries hints, which may be lost.

Whoever listens asks the database before it believes anything that matters; with no bus at all, or one that is away,
everything stays right and comes a second later. Whoever publishes hears what it publishes itself, if it listens.

All of it belongs to the event loop: a bus is asked there, and calls there.
"""

import asyncio
import logging
import re
from collections.abc import Callable
from typing import Protocol

log = logging.getLogger("carrom.server")

Heard = Callable[[bytes], None]
"""Is told a body, on the event loop, and returns at once."""

_SUBJECT = re.compile(r"[A-Za-z0-9_-]{1,64}(\.[A-Za-z0-9_-]{1,64}){0,7}")


class Bus(Protocol):
    """What carries hints between processes."""

    most: int
    """Bytes that a body may have; what is longer is lost."""
    is_away: bool
    """Whether it cannot be reached."""

    def publish(self, subject: str, body: bytes) -> None:
        """Tell everybody who listens to a subject (`game.abc`), here and elsewhere; returns at once, never fails."""

    def subscribe(self, subject: str, heard: Heard) -> Callable[[], None]:
        """Listen to a subject from now on; return what ends it."""

    async def open(self) -> None:
        """Begin; one that is away is waited for beside all else, and missed by nobody."""

    async def close(self) -> None:
        """End."""


class Listeners:
    """Who listens to which subject in one process."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._heard: dict[str, dict[int, Heard]] = {}
        self._number = 0

    def __contains__(self, subject: str) -> bool:
        """Whether anybody listens to a subject."""
        return subject in self._heard

    def subjects(self) -> tuple[str, ...]:
        """Return every subject that somebody listens to."""
        return tuple(self._heard)

    def add(self, subject: str, heard: Heard) -> Callable[[], bool]:
        """Let somebody listen; return what ends it and says whether he was the last."""
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
        """Tell all who listen; one who fails keeps it from nobody."""
        for heard in tuple(self._heard.get(subject, {}).values()):
            try:
                heard(body)
            except Exception:  # a hint: whoever fails at it asks the database later
                log.exception("a hint on %s could not be followed", subject)


class InProcess:
    """The bus of a process that is alone: it tells its own listeners, a moment later."""

    most = 1 << 20
    is_away = False

    def __init__(self) -> None:
        """Begin with nobody."""
        self._listeners = Listeners()

    def publish(self, subject: str, body: bytes) -> None:
        """Tell everybody in this process who listens to a subject."""
        if subject in self._listeners and len(body) <= self.most:
            asyncio.get_running_loop().call_soon(self._listeners.tell, subject, body)

    def subscribe(self, subject: str, heard: Heard) -> Callable[[], None]:
        """Listen to a subject from now on; return what ends it."""
        end = self._listeners.add(subject, heard)

        def quiet() -> None:
            end()

        return quiet

    async def open(self) -> None:
        """Begin."""

    async def close(self) -> None:
        """End."""


def check(subject: str) -> str:
    """Return a subject; raises `ValueError` for one that no bus can carry."""
    if not _SUBJECT.fullmatch(subject):
        raise ValueError(f"{subject!r} is no subject; expected words of letters, digits, _ and - with dots between")
    return subject
