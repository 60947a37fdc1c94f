"""A queue and an event that take almost no memory while nobody waits."""

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class CompactQueue(Generic[T]):
    """A queue with one reader."""

    __slots__ = ("_reader", "_things")

    def __init__(self) -> None:
        """Begin empty."""
        self._things: list[T] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, thing: T) -> None:
        """Put something at the end."""
        self._things.append(thing)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def empty(self) -> bool:
        """Whether nothing is in it."""
        return not self._things

    async def get(self) -> T:
        """Take what is first, once there is something."""
        while not self._things:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._things.pop(0)


class CompactEvent:
    """Something that is so, or is waited for."""

    __slots__ = ("_is_set", "_waiting")

    def __init__(self) -> None:
        """Begin with what is so."""
        self._is_set = True
        self._waiting: list[asyncio.Future[None]] | None = None

    def is_set(self) -> bool:
        """Whether it is so."""
        return self._is_set

    def clear(self) -> None:
        """Let it be so no more."""
        self._is_set = False

    def set(self) -> None:
        """Let it be so, and who has waited go on."""
        self._is_set, waiting, self._waiting = True, self._waiting, None
        for each in waiting or ():
            if not each.done():
                each.set_result(None)

    async def wait(self) -> None:
        """Return once it is so."""
        while not self._is_set:
            mine = asyncio.get_running_loop().create_future()
            self._waiting = [*(self._waiting or ()), mine]
            await mine
