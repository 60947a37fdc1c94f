"""Log clients that exceed their rate limits, at most once a minute each."""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable

log = logging.getLogger("carrom.server")

AGAIN = 60.0
"""Seconds for which an address is not named again for the same."""
_REMEMBERED = 1024


class FloodLog:
    """The addresses that were named of late."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with none; `clock` returns seconds and never runs back."""
        self._clock = clock
        self._named: OrderedDict[tuple[str, str], float] = OrderedDict()

    def name(self, address: str, does: str) -> None:
        """Say what an address does, unless that was said of it a moment ago."""
        now, known = self._clock(), self._named.get((address, does))
        if known is not None and now - known < AGAIN:
            return
        self._named[address, does] = now
        self._named.move_to_end((address, does))
        if len(self._named) > _REMEMBERED:
            self._named.popitem(last=False)
        log.warning("%s %s.", address, does)
