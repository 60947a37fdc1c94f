"""One process among those that serve the same games: its bus, what it knows of the others, and its watch over all."""

from typing import Protocol

from carrom.server.database import Database
from carrom.server.nodes.bus import Bus, InProcess
from carrom.server.nodes.cut_off import CutOff
from carrom.server.nodes.fellows import Alone, Fellows
from carrom.server.nodes.peers import Peers
from carrom.server.nodes.sweep import Followed, Sweep


class Company(Protocol):
    """The company that a process is in."""

    bus: Bus
    fellows: Fellows
    cut_off: CutOff | None
    """Whether the database answers the others alone; None where there are no others."""

    @property
    def swept(self) -> int:
        """How often something was new here that the bus had not told."""

    async def open(self, *followed: Followed) -> None:
        """Begin; `followed` return what is followed here: games, ties, umpires' sheets."""

    async def close(self) -> None:
        """End."""


class Solitude:
    """The company of a process that has its games to itself."""

    def __init__(self, bus: Bus | None = None) -> None:
        """Tell one's own listeners."""
        self.bus: Bus = bus or InProcess()
        self.fellows: Fellows = Alone()
        self.swept = 0
        self.cut_off: CutOff | None = None

    async def open(self, *followed: Followed) -> None:
        """Begin."""

    async def close(self) -> None:
        """End."""


class Joined:
    """The company of a process whose PostgreSQL database others may use, too."""

    def __init__(self, database: Database, bus: Bus) -> None:
        """Join those at a database, with a bus to them."""
        self.bus, self._database = bus, database
        self._peers = Peers(database)
        self.fellows: Fellows = self._peers
        self._cut_off = CutOff(bus)
        self.cut_off: CutOff | None = self._cut_off
        self.sweep: Sweep | None = None

    @property
    def swept(self) -> int:
        """How often the sweep has found something that the bus had not told."""
        return 0 if self.sweep is None else self.sweep.found

    async def open(self, *followed: Followed) -> None:
        """Begin."""
        await self.bus.open()
        self._cut_off.open()
        self.sweep = Sweep(self._database, self._peers, self._cut_off.answered, *followed)
        self.sweep.begin()

    async def close(self) -> None:
        """End, and let the others know."""
        if self.sweep is not None:
            await self.sweep.close()
        await self._cut_off.close()
        await self.bus.close()
