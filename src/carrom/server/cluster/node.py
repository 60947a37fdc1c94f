"""A server process in its cluster: its bus and what it knows of the others."""

from typing import Protocol

from carrom.server.cluster.bus import Bus, InProcess
from carrom.server.cluster.heartbeat import Heartbeat
from carrom.server.cluster.partition import PartitionDetector
from carrom.server.cluster.presence import LocalPresence, Presence
from carrom.server.cluster.reconcile import Followed, Reconciler
from carrom.server.common.dispatcher import Dispatcher
from carrom.storage.database import Database


class Cluster(Protocol):
    """The company that a process is in."""

    bus: Bus
    fellows: Presence
    cut_off: PartitionDetector | None
    """Whether the database answers the others alone; None where there are no others."""

    @property
    def swept(self) -> int:
        """How often something was new here that the bus had not told."""

    async def open(self, *followed: Followed) -> None:
        """Begin; `followed` return what is followed here: games, ties, umpires' sheets."""

    async def close(self) -> None:
        """End."""


class SingleNode:
    """The company of a process that has its games to itself."""

    def __init__(self, bus: Bus | None = None, cut_off: PartitionDetector | None = None) -> None:
        """Use a bus within this process."""
        self.bus: Bus = bus or InProcess()
        self.fellows: Presence = LocalPresence()
        self.swept = 0
        self.cut_off = cut_off

    async def open(self, *followed: Followed) -> None:
        """Begin."""

    async def close(self) -> None:
        """End."""


class MultiNode:
    """The company of a process whose PostgreSQL database others may use, too."""

    def __init__(self, database: Database, bus: Bus, dispatcher: Dispatcher) -> None:
        """Join the processes at a database, with a bus to them."""
        self.bus, self._database = bus, database
        self._peers = Heartbeat(database)
        self.fellows: Presence = self._peers
        self._cut_off = PartitionDetector(bus, dispatcher)
        self.cut_off: PartitionDetector | None = self._cut_off
        self.sweep: Reconciler | None = None

    @property
    def swept(self) -> int:
        """How often the sweep has found something that the bus had not told."""
        return 0 if self.sweep is None else self.sweep.found

    async def open(self, *followed: Followed) -> None:
        """Begin."""
        await self.bus.open()
        self._cut_off.open()
        self.sweep = Reconciler(self._database, self._peers, self._cut_off.answered, *followed)
        self.sweep.begin()

    async def close(self) -> None:
        """End, and let the others know."""
        if self.sweep is not None:
            await self.sweep.close()
        await self._cut_off.close()
        await self.bus.close()
