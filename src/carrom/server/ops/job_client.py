"""The job client: how the HTTP API requests jobs and follows their results."""

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import suppress

import msgspec

from carrom.analysis.requests import Job, PositionRequest, check
from carrom.server.ops.bus import Bus
from carrom.server.ops.jobs import JobKind, JobQueue, JobState
from carrom.server.ops.worker import CALLED, subject_of

LOOKS = 1.0
"""Seconds between two polls of a job without a notification."""


class JobClient:
    """Access to the job queue from an event loop."""

    def __init__(self, queue: JobQueue, bus: Bus) -> None:
        """Use a queue; the bus notifies workers of new jobs."""
        self._queue, self._bus = queue, bus

    async def ask(self, job: Job, payer: str) -> JobState:
        """Request an analysis or a review; `payer` is the account or address whose quota it counts against.

        Raises `CommandRefused` if the quota is used up, `CarromError` if the request is invalid, or `StoreError`.
        """
        kind = JobKind.POSITION if isinstance(job, PositionRequest) else JobKind.GAME
        what = msgspec.json.encode(job).decode()

        def asked() -> JobState:
            check(job)
            return self._queue.ask(kind, what, payer, math.ceil(job.seconds))

        standing = await asyncio.to_thread(asked)
        self._bus.publish(CALLED, b"")
        return standing

    async def standing(self, name: str) -> JobState | None:
        """Return a job with its results, or None if there is none; raises `StoreError`."""
        return await asyncio.to_thread(self._queue.standing, name)

    async def standings(self, name: str) -> AsyncIterator[JobState]:
        """Yield a job now and after every change, until it is over or gone."""
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
        """Yield a job's results as JSON lines until it is over; a slow client gets only the latest of each kind."""
        sent: set[str] = set()
        async for standing in self.standings(name):
            lines = standing.told.splitlines(keepends=True)
            for line in lines:
                if line not in sent:
                    yield line.encode()
            sent = set(lines)
