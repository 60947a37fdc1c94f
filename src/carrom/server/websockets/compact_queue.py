"""A queue and an event that take almost no memory while nobody waits on them."""

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class CompactQueue(Generic[T]):
    """A queue with one reader."""

    __slots__ = ("_reader", "_things")

    def __init__(self) -> None:
        """Start empty."""
        self._things: list[T] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, thing: T) -> None:
        """Append an item."""
        self._things.append(thing)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def empty(self) -> bool:
        """Whether the queue is empty."""
        return not self._things

    async def get(self) -> T:
        """Remove and return the first item; wait until there is one."""
        while not self._things:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._things.pop(0)


class CompactEvent:
    """An event that tasks can wait for, like `asyncio.Event`."""

    __slots__ = ("_is_set", "_waiting")

    def __init__(self) -> None:
        """Start in the set state."""
        self._is_set = True
        self._waiting: list[asyncio.Future[None]] | None = None

    def is_set(self) -> bool:
        """Whether it is set."""
        return self._is_set

    def clear(self) -> None:
        """Reset it."""
        self._is_set = False

    def set(self) -> None:
        """Set it, and wake all waiting tasks."""
        self._is_set, waiting, self._waiting = True, self._waiting, None
        for each in waiting or ():
            if not each.done():
                each.set_result(None)

    async def wait(self) -> None:
        """Wait until it is set."""
        while not self._is_set:
            mine = asyncio.get_running_loop().create_future()
            self._waiting = [*(self._waiting or ()), mine]
            await mine
