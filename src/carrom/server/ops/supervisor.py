"""The worker supervisor: requests verifications, and starts workers when there are jobs.

Every server process has one. They need no coordination, since equal jobs are created only once.
"""

import asyncio
import logging
import os
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from carrom.child_process import IN_OWN_GROUP_ASYNC, end
from carrom.errors import StoreError
from carrom.observability import Metrics
from carrom.server.ops.bus import Bus
from carrom.server.ops.jobs import HOUSE, JobKind, JobPhase, JobQueue
from carrom.server.ops.worker import CALLED, VerificationOutcome, counts, unverified

log = logging.getLogger("carrom.server")

LOOKS = 5.0
"""Seconds between two polls for finished games and jobs."""
BEFORE = 900
"""Overlap in seconds of two searches for finished games; the first one starts with the oldest game."""
IDLE = 60.0
"""Seconds after which an idle worker ends."""
LATER = 60.0
"""Seconds to wait after a worker failed to start."""
FAILS = 10.0
"""A worker that exits with an error within this many seconds has failed to start."""
PARTING = 5.0
"""Seconds that a worker has to release its job at shutdown."""
_FORGETS = 3600.0
_SOURCE = Path(__file__).resolve().parents[3]

Start = Callable[[], Awaitable[asyncio.subprocess.Process]]


def starting(store: str | None, folder: Path, bus: str | None = None) -> Start:
    """Return a function that starts a worker for a store's address, or a data folder, with the address of the bus.

    Addresses are passed in the environment, because command lines are visible to every user of the machine.
    """
    theirs = ("CARROM_STORE", "CARROM_DATA", "CARROM_BUS")
    bare = {name: value for name, value in os.environ.items() if name not in theirs}
    path = os.pathsep.join([str(_SOURCE), *filter(None, [bare.get("PYTHONPATH")])])
    address = {} if store is None else {"CARROM_STORE": store}
    environment = {**bare, "PYTHONPATH": path, "CARROM_DATA": str(folder), **address}
    if bus is not None:
        environment["CARROM_BUS"] = bus

    async def start() -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "carrom", "worker", "--exit-on-eof", "--idle", f"{IDLE:g}"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            env=environment,
            **IN_OWN_GROUP_ASYNC,
        )

    return start


class WorkerSupervisor:
    """The workers started by one process, and its statistics of the jobs."""

    def __init__(self, queue: JobQueue, bus: Bus, start: Start, workers: int = 1, looks: float = LOOKS) -> None:
        """Start at most `workers` workers; with 0, run them separately (`carrom worker`)."""
        self._queue, self._bus, self._start, self._most, self._looks = queue, bus, start, workers, looks
        self._workers: dict[asyncio.subprocess.Process, float] = {}
        self._not_before = self._forgets = float("-inf")
        self._since = 0
        self._called = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._quiet: Callable[[], None] = lambda: None
        self.jobs: dict[JobPhase, int] = dict.fromkeys(JobPhase, 0)
        self.verdicts: dict[VerificationOutcome, int] = dict.fromkeys(VerificationOutcome, 0)

    @property
    def workers(self) -> int:
        """The number of running workers."""
        return sum(each.returncode is None for each in self._workers)

    def told_to(self, meters: Metrics) -> None:
        """Register gauges for jobs and verdicts."""
        meters.gauges("carrom_jobs", "Jobs by state.", "state", self._standing)
        meters.gauges("carrom_verdicts", "Verified games by outcome.", "verdict", self._judged)

    def begin(self) -> None:
        """Start polling."""
        self._quiet = self._bus.subscribe(CALLED, lambda _: self._called.set())
        self._task = asyncio.create_task(self._look())

    async def close(self) -> None:
        """Stop polling, and let every worker release its job and end."""
        self._quiet()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await asyncio.gather(*(end(each, PARTING) for each in self._workers))

    async def _look(self) -> None:
        while True:
            self._called.clear()
            try:
                waiting = await asyncio.to_thread(self._poll)
            except StoreError as fault:
                log.warning("the job queue cannot be read: %s", fault)
            else:
                await self._start_workers(waiting)
            with suppress(TimeoutError):
                async with asyncio.timeout(self._looks):
                    await self._called.wait()

    def _poll(self) -> int:
        """Create the missing verification jobs, count, and return the number of waiting jobs; blocks."""
        database = self._queue.database
        began = int(time.time())
        found = unverified(database, self._since)
        for game in found:
            self._queue.ask(JobKind.VERIFY, game, HOUSE)
        if not found:
            self._since = max(0, began - BEFORE)
        if time.monotonic() - self._forgets > _FORGETS:
            self._queue.forget()
            self._forgets = time.monotonic()
        self.jobs, self.verdicts = self._queue.counts(), counts(database)
        return self._queue.waiting()

    async def _start_workers(self, waiting: int) -> None:
        """Remove workers that have ended, and start as many as there are jobs."""
        now = time.monotonic()
        for each, began in tuple(self._workers.items()):
            if each.returncode is not None:
                del self._workers[each]
                if each.returncode > 0 and now - began < FAILS:
                    self._not_before = now + LATER
                    log.error("a worker failed to start (exit code %s); trying again in a minute", each.returncode)
        if now < self._not_before:
            return
        for _ in range(min(waiting, self._most - len(self._workers))):
            try:
                self._workers[await self._start()] = time.monotonic()
            except OSError as fault:
                self._not_before = now + LATER
                log.error("no worker can be started: %s; trying again in a minute", fault)
                return

    def _standing(self) -> dict[str, float]:
        return {state.value: number for state, number in self.jobs.items()}

    def _judged(self) -> dict[str, float]:
        return {came.value: number for came, number in self.verdicts.items()}
