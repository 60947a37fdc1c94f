"""Searches shared between processes: a page and a job that request the same analysis share one search.

A page's request is first looked up among the jobs: results that exist are sent, a running search is followed. If
several servers share a database, each registers its pages' searches as jobs, so that the others can follow them.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

import msgspec

from carrom.analysis.requests import Job, PositionRequest
from carrom.errors import StoreError
from carrom.server.analysis.job_client import LOOKS
from carrom.server.analysis.job_models import JobKind, JobPhase, LeasedJob
from carrom.server.analysis.job_queue import LEASE, JobQueue, name_of
from carrom.server.analysis.result_slots import ResultSlots
from carrom.server.analysis.worker import CALLED, TELLS, subject_of
from carrom.server.cluster.bus import Bus

log = logging.getLogger("carrom.server")


class Holding(Protocol):
    """A running search of this process, published to the others."""

    def put(self, line: bytes) -> None:
        """Publish a line of results."""

    async def end(self, whole: bool) -> None:
        """Publish the end of the search: `whole` if it is complete, otherwise cancelled."""


class RemoteSearches:
    """Searches by other processes of the same database."""

    def __init__(self, queue: JobQueue, bus: Bus, shares: bool) -> None:
        """Use a job queue; `shares` is whether searches of this process are published."""
        self._queue, self._bus, self._shares = queue, bus, shares

    async def follow(self, job: Job, tell: Callable[[bytes], None]) -> bool:
        """Send the results that others have found or are finding; return whether they were complete."""
        name = name_of(*_row(job))
        changed = asyncio.Event()
        quiet = self._bus.subscribe(subject_of(name), lambda _: changed.set())
        try:
            return await self._followed(name, tell, changed)
        except StoreError as fault:
            log.warning("cannot check whether others search for the same: %s", fault)
            return False
        finally:
            quiet()

    async def hold(self, job: Job) -> Holding | None:
        """Publish a search that begins here; return None if nothing is shared or another process was first."""
        if not self._shares:
            return None
        try:
            taken = await asyncio.to_thread(self._queue.hold, *_row(job))
        except StoreError as fault:
            log.warning("a search cannot be published: %s", fault)
            return None
        return None if taken is None else Held(self._queue, self._bus, taken)

    async def _followed(self, name: str, tell: Callable[[bytes], None], changed: asyncio.Event) -> bool:
        seen, sent = None, set[str]()
        while True:
            changed.clear()
            now = await asyncio.to_thread(self._queue.version, name)
            if now is None or now[1] not in (JobPhase.RUNNING, JobPhase.DONE):
                return False
            if now != seen:
                standing = await asyncio.to_thread(self._queue.standing, name)
                if standing is None:
                    return False
                lines = standing.told.splitlines(keepends=True)
                for line in lines:
                    if line not in sent:
                        tell(line.encode())
                seen, sent = (standing.version, standing.state), set(lines)
                if standing.state is JobPhase.DONE:
                    return True
            elif not await asyncio.to_thread(self._queue.is_held, name):
                if now == await asyncio.to_thread(self._queue.version, name):
                    return False
                continue  # it ended between the two queries
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOKS):
                    await changed.wait()


class Held:
    """A job leased by a server while its page watches the search."""

    def __init__(self, queue: JobQueue, bus: Bus, taken: LeasedJob) -> None:
        """Renew the lease and publish results from now on."""
        self._queue, self._bus, self._taken, self._slots = queue, bus, taken, ResultSlots()
        self._has_failed = False
        self._keeping = asyncio.get_running_loop().create_task(self._keep())

    def put(self, line: bytes) -> None:
        """Publish a line of results."""
        self._has_failed = self._has_failed or msgspec.json.decode(line).get("type") == "failed"
        self._slots.put(line)

    async def end(self, whole: bool) -> None:
        """Store the complete result, or release the job to the next server that requests it."""
        self._keeping.cancel()
        with suppress(StoreError):
            if whole and not self._has_failed:
                await asyncio.to_thread(self._queue.end, self._taken, JobPhase.DONE, self._slots.text())
            else:
                await asyncio.to_thread(self._queue.let_go, self._taken)
                self._bus.publish(CALLED, b"")
        self._bus.publish(subject_of(self._taken.id), b"")

    async def _keep(self) -> None:
        renewed = time.monotonic()
        while True:
            await asyncio.sleep(TELLS)
            results = self._slots.text() if self._slots.is_new() else None
            if results is None and time.monotonic() - renewed < LEASE / 3000:
                continue
            renewed = time.monotonic()
            try:
                if not await asyncio.to_thread(self._queue.keep, self._taken, results):
                    return
                self._bus.publish(subject_of(self._taken.id), b"")
            except StoreError as fault:
                log.warning("results cannot be published: %s", fault)


def _row(job: Job) -> tuple[JobKind, str]:
    return JobKind.POSITION if isinstance(job, PositionRequest) else JobKind.GAME, msgspec.json.encode(job).decode()
