"""Log clients that exceed rate limits, at most once a minute each."""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable

log = logging.getLogger("carrom.server")

AGAIN = 60.0
"""Seconds before the same message about an address is logged again."""
_REMEMBERED = 1024


class FloodLog:
    """The addresses logged recently."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start empty; `clock` returns monotonic seconds."""
        self._clock = clock
        self._named: OrderedDict[tuple[str, str], float] = OrderedDict()

    def name(self, address: str, does: str) -> None:
        """Log what an address does, unless the same was logged recently."""
        now, known = self._clock(), self._named.get((address, does))
        if known is not None and now - known < AGAIN:
            return
        self._named[address, does] = now
        self._named.move_to_end((address, does))
        if len(self._named) > _REMEMBERED:
            self._named.popitem(last=False)
        log.warning("%s %s.", address, does)
