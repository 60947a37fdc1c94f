"""Searches shared between processes: a page and a job that ask for the same analysis share one.

What a page asks is looked for among the jobs first: what is done is told, what is being done is followed. Where several
servers share a database, what a page searches for is a job that its own server has taken: others follow it.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

import msgspec

from carrom.analysis.requests import Asked, Job
from carrom.errors import StoreError
from carrom.server.analysis.job_client import LOOKS
from carrom.server.analysis.job_models import Kind, State, Taken
from carrom.server.analysis.job_queue import LEASE, JobQueue, name_of
from carrom.server.analysis.result_slots import ResultSlots
from carrom.server.analysis.worker import CALLED, TELLS, subject_of
from carrom.server.cluster.bus import Bus

log = logging.getLogger("carrom.server")


class Holding(Protocol):
    """A search that is under way here, as the others see it."""

    def put(self, line: bytes) -> None:
        """Let them see a line that was found."""

    async def end(self, whole: bool) -> None:
        """Let them see that it is over: with all that was to be found, or broken off."""


class RemoteSearches:
    """What other searchers of the same database do."""

    def __init__(self, queue: JobQueue, bus: Bus, shares: bool) -> None:
        """Look among the jobs of a queue; `shares` says whether others are to see what is searched for here."""
        self._queue, self._bus, self._shares = queue, bus, shares

    async def follow(self, job: Job, tell: Callable[[bytes], None]) -> bool:
        """Tell what others have found, or find, as long as they do; return whether that was all of it."""
        name = name_of(*_row(job))
        changed = asyncio.Event()
        quiet = self._bus.subscribe(subject_of(name), lambda _: changed.set())
        try:
            return await self._followed(name, tell, changed)
        except StoreError as fault:
            log.warning("nobody knows whether others search for the same: %s", fault)
            return False
        finally:
            quiet()

    async def hold(self, job: Job) -> Holding | None:
        """Let others see a search that begins here; None where there is nobody to see it, or another was first."""
        if not self._shares:
            return None
        try:
            taken = await asyncio.to_thread(self._queue.hold, *_row(job))
        except StoreError as fault:
            log.warning("others cannot be told of a search: %s", fault)
            return None
        return None if taken is None else Held(self._queue, self._bus, taken)

    async def _followed(self, name: str, tell: Callable[[bytes], None], changed: asyncio.Event) -> bool:
        seen, told = None, set[str]()
        while True:
            changed.clear()
            now = await asyncio.to_thread(self._queue.version, name)
            if now is None or now[1] not in (State.RUNNING, State.DONE):
                return False
            if now != seen:
                standing = await asyncio.to_thread(self._queue.standing, name)
                if standing is None:
                    return False
                lines = standing.told.splitlines(keepends=True)
                for line in lines:
                    if line not in told:
                        tell(line.encode())
                seen, told = (standing.version, standing.state), set(lines)
                if standing.state is State.DONE:
                    return True
            elif not await asyncio.to_thread(self._queue.is_held, name):
                if now == await asyncio.to_thread(self._queue.version, name):
                    return False
                continue  # it ended between the two questions
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOKS):
                    await changed.wait()


class Held:
    """A job in the hands of a server whose page watches it."""

    def __init__(self, queue: JobQueue, bus: Bus, taken: Taken) -> None:
        """Keep it from now on."""
        self._queue, self._bus, self._taken, self._slots = queue, bus, taken, ResultSlots()
        self._has_failed = False
        self._keeping = asyncio.get_running_loop().create_task(self._keep())

    def put(self, line: bytes) -> None:
        """Let the others see a line that was found."""
        self._has_failed = self._has_failed or msgspec.json.decode(line).get("type") == "failed"
        self._slots.put(line)

    async def end(self, whole: bool) -> None:
        """Write the whole answer, or leave the job to who asks for it as a job, if anybody does."""
        self._keeping.cancel()
        with suppress(StoreError):
            if whole and not self._has_failed:
                await asyncio.to_thread(self._queue.end, self._taken, State.DONE, self._slots.text())
            else:
                await asyncio.to_thread(self._queue.let_go, self._taken)
                self._bus.publish(CALLED, b"")
        self._bus.publish(subject_of(self._taken.id), b"")

    async def _keep(self) -> None:
        kept = time.monotonic()
        while True:
            await asyncio.sleep(TELLS)
            told = self._slots.text() if self._slots.is_new() else None
            if told is None and time.monotonic() - kept < LEASE / 3000:
                continue
            kept = time.monotonic()
            try:
                if not await asyncio.to_thread(self._queue.keep, self._taken, told):
                    return
                self._bus.publish(subject_of(self._taken.id), b"")
            except StoreError as fault:
                log.warning("others cannot be told what was found: %s", fault)


def _row(job: Job) -> tuple[Kind, str]:
    return Kind.POSITION if isinstance(job, Asked) else Kind.GAME, msgspec.json.encode(job).decode()
