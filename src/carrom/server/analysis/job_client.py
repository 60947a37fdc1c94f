"""The job client: how the HTTP API requests jobs and follows their results."""

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import suppress

import msgspec

from carrom.analysis.requests import Asked, Job, check
from carrom.server.analysis.job_models import Kind, Standing
from carrom.server.analysis.job_queue import JobQueue
from carrom.server.analysis.worker import CALLED, subject_of
from carrom.server.cluster.bus import Bus

LOOKS = 1.0
"""Seconds after which a job is looked at without a hint."""


class JobClient:
    """The jobs of a database, for one event loop."""

    def __init__(self, queue: JobQueue, bus: Bus) -> None:
        """Ask by this queue; the bus tells workers that there is work."""
        self._queue, self._bus = queue, bus

    async def ask(self, job: Job, payer: str) -> Standing:
        """Ask for an analysis or a review; `payer` is the person or the address that it counts against.

        Raises `Refuse` for what is too much, `CarromError` for what has no answer, or `StoreError`.
        """
        kind = Kind.POSITION if isinstance(job, Asked) else Kind.GAME
        what = msgspec.json.encode(job).decode()

        def asked() -> Standing:
            check(job)
            return self._queue.ask(kind, what, payer, math.ceil(job.seconds))

        standing = await asyncio.to_thread(asked)
        self._bus.publish(CALLED, b"")
        return standing

    async def standing(self, name: str) -> Standing | None:
        """Return how a job stands, what it has found with it; None if there is none. Raises `StoreError`."""
        return await asyncio.to_thread(self._queue.standing, name)

    async def standings(self, name: str) -> AsyncIterator[Standing]:
        """Yield a job whenever it has changed, the first time at once, until it is over or gone."""
        changed = asyncio.Event()
        quiet = self._bus.subscribe(subject_of(name), lambda _: changed.set())
        seen = None
        try:
            while True:
                changed.clear()
                now = await asyncio.to_thread(self._queue.version, name)
                if now is None:
                    return
                if now != seen:
                    standing = await self.standing(name)
                    if standing is None:
                        return
                    yield standing
                    seen = standing.version, standing.state
                    if standing.state.is_over:
                        return
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOKS):
                        await changed.wait()
        finally:
            quiet()

    async def lines(self, name: str) -> AsyncIterator[bytes]:
        """Yield what a job finds, a line of JSON each as it comes, until it is over; to who is slow the last alone."""
        told: set[str] = set()
        async for standing in self.standings(name):
            lines = standing.told.splitlines(keepends=True)
            for line in lines:
                if line not in told:
                    yield line.encode()
            told = set(lines)
