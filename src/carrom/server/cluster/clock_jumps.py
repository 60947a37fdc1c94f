"""Detect and log jumps of the machine's clock."""

import logging
import time
from collections.abc import Callable

from carrom.server.cluster.presence import steady

log = logging.getLogger("carrom.server")

NOTICED = 2_000_000
"""Microseconds from which a difference counts as a jump rather than drift."""


def ahead() -> int:
    """Return by how many µs the system clock is ahead of the steady clock."""
    return time.time_ns() // 1000 - steady()


def told(whose: str, seconds: float) -> str:
    """Return the log message about a jump."""
    return f"{whose} was put {'forward' if seconds > 0 else 'back'} by {abs(seconds):.0f} s; no player loses time."


class ClockJumpLog:
    """Watch one clock for jumps."""

    def __init__(self, whose: str, ahead: Callable[[], int] = ahead) -> None:
        """Watch a clock; `whose` names it in messages, `ahead` returns µs by which it leads a steady clock."""
        self._whose, self._ahead = whose, ahead
        self._known = ahead()

    def look(self) -> None:
        """Log a warning if the clock has jumped since the last call."""
        now = self._ahead()
        by, self._known = now - self._known, now
        if abs(by) >= NOTICED:
            log.warning("%s", told(self._whose, by / 1e6))
