"""What live games use: store, threads, dispatcher, bus, other parts of the server, and the events they publish."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from random import Random
from typing import Protocol, TypeVar

from carrom.board.seat import Seat
from carrom.engine.external import ExternalEngine
from carrom.engine.program import Program
from carrom.observability import carried
from carrom.server.common import Dispatcher, FairThreadPoolExecutor
from carrom.server.ops.bus import Bus, InProcess
from carrom.server.ops.cluster import Presence
from carrom.storage.store import Store
from carrom.tables.room import Room
from carrom.tables.snapshots import ReplayCache
from carrom.tables.terms import Access

# -- events about live games, published after the change was stored ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class EventsAppended:
    """Events were appended to the game's log, by this process or another."""

    room: Room


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game ended with the events appended last."""

    room: Room


@dataclass(frozen=True, slots=True)
class AgreementsChanged:
    """The players have made, declined or accepted an offer: an undo, a pause, a rematch."""

    room: Room


@dataclass(frozen=True, slots=True)
class PlayersChanged:
    """A player or spectator connected or disconnected, or a seat was taken."""

    room: Room


# -- the services ------------------------------------------------------------------------------------------------------


T = TypeVar("T")

_APPENDS = 8
"""Threads that wait for the store, which syncs once for all of them."""


def _nobody(room: Room, access: Access) -> frozenset[Seat]:
    return frozenset()


class CheckNames(Protocol):
    """Checks names that are not an account's own."""

    def __call__(self, names: Iterable[str], account: str | None = None, *, is_private: bool = False) -> None:
        """Raise `CommandRefused` for a name that a guest may not carry."""


def _all_fit(names: Iterable[str], account: str | None = None, *, is_private: bool = False) -> None:
    """Allow every name."""


@dataclass(frozen=True, kw_only=True)
class ServerLinks:
    """Connections from live games to other parts of the server; none by default."""

    dispatcher: Dispatcher = field(default_factory=Dispatcher)
    bus: Bus = field(default_factory=InProcess)
    fellows: Presence | None = None
    """Presence at other processes of the cluster; None without a cluster."""
    charge: Callable[[str, float], None] = lambda payer, seconds: None
    """Adds seconds of computing to an address's account; called from any thread."""
    players_nearby: Callable[[Room, Access], frozenset[Seat]] = _nobody
    """Returns the players of a game who are shown as present although they are not subscribed to it."""
    are_blocked: Callable[[str, frozenset[str]], bool] = lambda account, others: False
    """Returns whether an account and one of the others have blocked each other; called in a thread."""
    check_guest_names: CheckNames = _all_fit
    """Checks names of guests; called in a thread."""


@dataclass(frozen=True, kw_only=True)
class GameThreads:
    """The thread pools of live games."""

    strokes: Executor
    """Threads that simulate strokes."""
    appends: Executor
    """Threads that wait for the store."""
    thoughts: Executor
    """Threads for engine players."""
    engines: dict[str, Executor] = field(default_factory=dict)
    """A thread for each external engine that has played, by its name: one that waits for an answer computes nothing."""

    @classmethod
    def started(cls, charge: Callable[[str, float], None]) -> "GameThreads":
        """Return new pools; `charge` receives the seconds of simulation for each address."""
        return cls(
            strokes=FairThreadPoolExecutor(2, "stroke", charge),
            appends=FairThreadPoolExecutor(_APPENDS, "append"),
            thoughts=FairThreadPoolExecutor(max(1, (os.cpu_count() or 2) - 1), "thought"),
        )

    def of(self, program: Program) -> Executor:
        """Return the threads in which a program thinks; games against the same external engine take turns."""
        if not isinstance(program, ExternalEngine):
            return self.thoughts
        if program.name not in self.engines:
            self.engines[program.name] = FairThreadPoolExecutor(1, f"engine {program.name}")
        return self.engines[program.name]

    def shutdown(self) -> None:
        """Cancel queued work, and end the threads after their current task."""
        for each in (self.strokes, self.appends, self.thoughts, *self.engines.values()):
            each.shutdown(wait=False, cancel_futures=True)


@dataclass(frozen=True, kw_only=True)
class GameServices:
    """What all live games of a server share."""

    store: Store
    threads: GameThreads
    chance: Random
    """The random source for tosses, racks and seeds."""
    now: Callable[[], int]
    """Returns ms since 1970."""
    rematch: Callable[[Room, Access], Awaitable[str]]
    """Creates the rematch of a game if it does not exist, and returns its name."""
    links: ServerLinks = field(default_factory=ServerLinks)
    replays: ReplayCache = field(default_factory=ReplayCache)

    async def compute(self, work: Callable[[], T]) -> T:
        """Run a function in the threads that simulate strokes."""
        return await asyncio.get_running_loop().run_in_executor(self.threads.strokes, carried(work))

    async def append(self, work: Callable[[], T]) -> T:
        """Run a function in the threads that wait for the store, so that a slow disk delays no stroke."""
        return await asyncio.get_running_loop().run_in_executor(self.threads.appends, carried(work))

    async def think(self, program: Program, work: Callable[[], T]) -> T:
        """Run a function, in which a program thinks, in the threads for it."""
        return await asyncio.get_running_loop().run_in_executor(self.threads.of(program), carried(work))
