"""The connection manager: every open websocket of a process, and eviction when the limit is reached."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar


class ConnectionRecord(Protocol):
    """One open connection."""

    address: str
    heard: float
    """When the last message arrived, in seconds."""

    def announce(self, text: str) -> None:
        """Queue a message for all clients; before the greeting, which says the same, it is dropped."""

    def make_way(self) -> None:
        """Close it to make room for another connection."""

    async def part(self) -> None:
        """Close it, so that the client reconnects to another process."""


L = TypeVar("L", bound=ConnectionRecord)


class ConnectionManager(Generic[L]):
    """The open connections of a process."""

    def __init__(self, most: int, most_per_address: int) -> None:
        """Set the limits: connections in total and per address."""
        self._most, self._most_per_address = most, most_per_address
        self._lines: set[L] = set()
        self._per_address: Counter[str] = Counter()

    def __len__(self) -> int:
        """Return the number of connections."""
        return len(self._lines)

    def __iter__(self) -> Iterator[L]:
        """Yield the current connections."""
        return iter(tuple(self._lines))

    def makes_room_for(self, address: str) -> bool:
        """Return whether an address may connect; at the limit, evict one of the address that has the most."""
        if self._per_address[address] >= self._most_per_address:
            return False
        if len(self._lines) >= self._most:
            most, number = self._per_address.most_common(1)[0]
            if number <= self._per_address[address] + 1:
                return False
            self.let_go(min((each for each in self._lines if each.address == most), key=lambda each: each.heard))
        return True

    def add(self, line: L) -> None:
        """Add a connection."""
        self._lines.add(line)
        self._per_address[line.address] += 1

    def drop(self, line: L) -> None:
        """Remove a connection."""
        if line in self._lines:
            self._lines.discard(line)
            self._per_address -= Counter([line.address])

    def let_go(self, line: L) -> None:
        """Remove and close a connection; the client may reconnect."""
        self.drop(line)
        line.make_way()

    def announce(self, text: str) -> None:
        """Send a message to all."""
        for line in self:
            line.announce(text)

    async def part(self, seconds: float) -> None:
        """Close all connections, spread over this many seconds, so that clients do not all reconnect at once."""
        lines, parting = tuple(self), []
        for line in lines:
            parting.append(asyncio.create_task(line.part()))
            await asyncio.sleep(seconds / len(lines))
        await asyncio.gather(*parting)
