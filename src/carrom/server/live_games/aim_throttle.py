"""Throttle for live aiming: at most ten updates a second for each player."""

import asyncio
from collections.abc import Callable

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke

EVERY = 0.1
"""Seconds between two aims of the same seat that are passed on."""

Tell = Callable[[str], None]


class AimThrottle:
    """The aims at one table."""

    def __init__(self) -> None:
        """Begin with nobody aiming."""
        self._waiting: dict[Seat, asyncio.TimerHandle] = {}
        self._newest: dict[Seat, tuple[Stroke | None, Tell]] = {}

    def aim(self, seat: Seat, stroke: Stroke | None, tell: Tell) -> None:
        """Pass an aim on by `tell`: at once, or as the newest when the time has come."""
        if seat in self._waiting:
            self._newest[seat] = stroke, tell
            return
        tell(protocol.encode(protocol.Aimed(seat=seat, stroke=stroke)))
        self._waiting[seat] = asyncio.get_running_loop().call_later(EVERY, self._again, seat)

    def clear(self) -> None:
        """Forget what was aimed: the stroke has been played."""
        self._newest.clear()

    def close(self) -> None:
        """Pass nothing more on."""
        self.clear()
        for timer in self._waiting.values():
            timer.cancel()
        self._waiting.clear()

    def _again(self, seat: Seat) -> None:
        del self._waiting[seat]
        newest = self._newest.pop(seat, None)
        if newest is not None:
            self.aim(seat, *newest)
