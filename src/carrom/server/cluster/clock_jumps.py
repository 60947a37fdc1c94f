"""Detect and log jumps of the machine's clock."""

import logging
import time
from collections.abc import Callable

from carrom.server.cluster.presence import steady

log = logging.getLogger("carrom.server")

NOTICED = 2_000_000
"""Microseconds from which a difference is no drift any more."""


def ahead() -> int:
    """Return by how many µs the machine's clock is ahead of the one that is set once."""
    return time.time_ns() // 1000 - steady()


def told(whose: str, seconds: float) -> str:
    """Return the sentence for whoever keeps the server."""
    return f"{whose} was put {'forward' if seconds > 0 else 'back'} by {abs(seconds):.0f} s; nobody loses time."


class ClockJumpLog:
    """A watch over one clock."""

    def __init__(self, whose: str, ahead: Callable[[], int] = ahead) -> None:
        """`whose` is how a sentence begins; `ahead` returns by how many µs it is ahead of one that never jumps."""
        self._whose, self._ahead = whose, ahead
        self._known = ahead()

    def look(self) -> None:
        """Say so if it has jumped since the last look."""
        now = self._ahead()
        by, self._known = now - self._known, now
        if abs(by) >= NOTICED:
            log.warning("%s", told(self._whose, by / 1e6))
