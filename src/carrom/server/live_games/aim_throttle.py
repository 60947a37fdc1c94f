"""Throttle for live aiming: at most ten updates a second for each player."""

import asyncio
from collections.abc import Callable

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke

EVERY = 0.1
"""Minimum seconds between two forwarded aims of the same seat."""

Tell = Callable[[str], None]


class AimThrottle:
    """The aims in one game."""

    def __init__(self) -> None:
        """Start without aims."""
        self._waiting: dict[Seat, asyncio.TimerHandle] = {}
        self._newest: dict[Seat, tuple[Stroke | None, Tell]] = {}

    def aim(self, seat: Seat, stroke: Stroke | None, tell: Tell) -> None:
        """Forward an aim by `tell`: now, or after the interval if no newer one has arrived."""
        if seat in self._waiting:
            self._newest[seat] = stroke, tell
            return
        tell(protocol.encode(protocol.Aimed(seat=seat, stroke=stroke)))
        self._waiting[seat] = asyncio.get_running_loop().call_later(EVERY, self._again, seat)

    def clear(self) -> None:
        """Discard waiting aims, because the stroke has been played."""
        self._newest.clear()

    def close(self) -> None:
        """Stop forwarding."""
        self.clear()
        for timer in self._waiting.values():
            timer.cancel()
        self._waiting.clear()

    def _again(self, seat: Seat) -> None:
        del self._waiting[seat]
        newest = self._newest.pop(seat, None)
        if newest is not None:
            self.aim(seat, *newest)
