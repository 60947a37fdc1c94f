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
    """A process's bus, presence and partition detector."""

    bus: Bus
    fellows: Presence
    cut_off: PartitionDetector | None
    """The partition detector; None without other processes."""

    @property
    def swept(self) -> int:
        """How many changes reconciliation found that the bus had not delivered."""

    async def open(self, *followed: Followed) -> None:
        """Start; `followed` return the games, ties and umpires' sheets that are followed here."""

    async def close(self) -> None:
        """Stop."""


class SingleNode:
    """The cluster of a single process."""

    def __init__(self, bus: Bus | None = None, cut_off: PartitionDetector | None = None) -> None:
        """Use a bus within this process."""
        self.bus: Bus = bus or InProcess()
        self.fellows: Presence = LocalPresence()
        self.swept = 0
        self.cut_off = cut_off

    async def open(self, *followed: Followed) -> None:
        """Do nothing: there are no other processes."""

    async def close(self) -> None:
        """Do nothing: there are no other processes."""


class MultiNode:
    """The cluster of a process whose PostgreSQL database may be shared."""

    def __init__(self, database: Database, bus: Bus, dispatcher: Dispatcher) -> None:
        """Join the processes that share a database, over a bus."""
        self.bus, self._database = bus, database
        self._peers = Heartbeat(database)
        self.fellows: Presence = self._peers
        self._cut_off = PartitionDetector(bus, dispatcher)
        self.cut_off: PartitionDetector | None = self._cut_off
        self.sweep: Reconciler | None = None

    @property
    def swept(self) -> int:
        """How many changes reconciliation found that the bus had not delivered."""
        return 0 if self.sweep is None else self.sweep.found

    async def open(self, *followed: Followed) -> None:
        """Start the bus, the partition detector and reconciliation."""
        await self.bus.open()
        self._cut_off.open()
        self.sweep = Reconciler(self._database, self._peers, self._cut_off.answered, *followed)
        self.sweep.begin()

    async def close(self) -> None:
        """Stop, and delete this process's presence."""
        if self.sweep is not None:
            await self.sweep.close()
        await self._cut_off.close()
        await self.bus.close()
