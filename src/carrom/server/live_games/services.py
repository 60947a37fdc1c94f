"""Services that live games use: store, threads, dispatcher, bus, and lookups in other parts of the server."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from carrom.board.seat import Seat
from carrom.observability.tracing import carried
from carrom.server.cluster.bus import Bus, InProcess
from carrom.server.cluster.presence import Presence
from carrom.server.common.dispatcher import Dispatcher
from carrom.server.common.fair_executor import FairThreadPoolExecutor
from carrom.storage.store import Store
from carrom.tables.access import Access
from carrom.tables.room import Room
from carrom.tables.views.snapshots import ReplayCache

T = TypeVar("T")

_APPENDS = 8
"""Threads that wait for the store, which syncs for all of them at once."""


def _nobody(room: Room, access: Access) -> frozenset[Seat]:
    return frozenset()


@dataclass(frozen=True, kw_only=True)
class ServerLinks:
    """What connects the games of a server with its other parts; by default nothing."""

    dispatcher: Dispatcher = field(default_factory=Dispatcher)
    bus: Bus = field(default_factory=InProcess)
    fellows: Presence | None = None
    """The presence at other processes of the cluster; None: there are none."""
    charge: Callable[[str, float], None] = lambda payer, seconds: None
    """Counts seconds of computing against an address; called from any thread."""
    players_nearby: Callable[[Room, Access], frozenset[Seat]] = _nobody
    """Returns the players of a game who are shown as present although they do not follow it."""
    are_blocked: Callable[[str, frozenset[str]], bool] = lambda account, others: False
    """Returns whether an account and one of the others have blocked each other; called in a thread."""


@dataclass(frozen=True, kw_only=True)
class GameThreads:
    """The thread pools of live games."""

    strokes: Executor
    """Simulate strokes."""
    appends: Executor
    """Wait for the store."""
    thoughts: Executor
    """Let engine players think."""

    @classmethod
    def started(cls, charge: Callable[[str, float], None]) -> "GameThreads":
        """Return new pools; `charge` counts the computing of strokes against an address."""
        return cls(
            strokes=FairThreadPoolExecutor(2, "stroke", charge),
            appends=FairThreadPoolExecutor(_APPENDS, "append"),
            thoughts=FairThreadPoolExecutor(max(1, (os.cpu_count() or 2) - 1), "thought"),
        )

    def shutdown(self) -> None:
        """Cancel what waits, and end the threads when they have done what they do."""
        for each in (self.strokes, self.appends, self.thoughts):
            each.shutdown(wait=False, cancel_futures=True)


@dataclass(frozen=True, kw_only=True)
class GameServices:
    """What the live games of one server share."""

    store: Store
    threads: GameThreads
    chance: Random
    """The source of tosses, racks and seeds."""
    now: Callable[[], int]
    """Returns ms since 1970."""
    rematch: Callable[[Room, Access], Awaitable[str]]
    """Creates the rematch of a game, unless that was done, and returns its name."""
    links: ServerLinks = field(default_factory=ServerLinks)
    replays: ReplayCache = field(default_factory=ReplayCache)

    async def compute(self, work: Callable[[], T]) -> T:
        """Run a piece of work in the threads that simulate strokes."""
        return await asyncio.get_running_loop().run_in_executor(self.threads.strokes, carried(work))

    async def append(self, work: Callable[[], T]) -> T:
        """Run a piece of work in the threads that wait for the store: a slow disk delays no stroke."""
        return await asyncio.get_running_loop().run_in_executor(self.threads.appends, carried(work))

    async def think(self, work: Callable[[], T]) -> T:
        """Run a piece of work in the threads of engine players."""
        return await asyncio.get_running_loop().run_in_executor(self.threads.thoughts, carried(work))
