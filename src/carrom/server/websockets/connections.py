"""The connection manager: every open websocket of a process, and eviction when all places are taken."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar


class ConnectionRecord(Protocol):
    """One of the lines."""

    address: str
    heard: float
    """When something was last heard on it, in seconds."""

    def send(self, text: str) -> None:
        """Say something on it."""

    def make_way(self) -> None:
        """End it, so that somebody else finds a place."""

    async def part(self) -> None:
        """End it, so that who is there goes on at another process."""


L = TypeVar("L", bound=ConnectionRecord)


class ConnectionManager(Generic[L]):
    """The lines."""

    def __init__(self, most: int, most_per_address: int) -> None:
        """Have room for so many."""
        self._most, self._most_per_address = most, most_per_address
        self._lines: set[L] = set()
        self._per_address: Counter[str] = Counter()

    def __len__(self) -> int:
        """How many there are."""
        return len(self._lines)

    def __iter__(self) -> Iterator[L]:
        """Yield those that are there now."""
        return iter(tuple(self._lines))

    def makes_room_for(self, address: str) -> bool:
        """Whether one more may come; who has most of them gives one up for an address that has fewer."""
        if self._per_address[address] >= self._most_per_address:
            return False
        if len(self._lines) >= self._most:
            most, number = self._per_address.most_common(1)[0]
            if number <= self._per_address[address] + 1:
                return False
            self.let_go(min((each for each in self._lines if each.address == most), key=lambda each: each.heard))
        return True

    def add(self, line: L) -> None:
        """Count one more."""
        self._lines.add(line)
        self._per_address[line.address] += 1

    def drop(self, line: L) -> None:
        """Count one no longer."""
        if line in self._lines:
            self._lines.discard(line)
            self._per_address -= Counter([line.address])

    def let_go(self, line: L) -> None:
        """End one; who is there comes back as a guest, or finds another place."""
        self.drop(line)
        line.make_way()

    def tell(self, text: str) -> None:
        """Say something to all."""
        for line in self:
            line.send(text)

    async def part(self, seconds: float) -> None:
        """End all over so many seconds, one after another, so that not everybody comes back at once."""
        lines, parting = tuple(self), []
        for line in lines:
            parting.append(asyncio.create_task(line.part()))
            await asyncio.sleep(seconds / len(lines))
        await asyncio.gather(*parting)
