"""A worker process: takes jobs from the queue, one at a time, at low priority.

The event loop renews the lease, publishes results and listens on the bus while the job runs in a thread. The process
may be killed at any moment; asked to end, it releases its job first.
"""

import asyncio
import logging
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from enum import StrEnum
from itertools import islice

import msgspec

from carrom.analysis.messages import Failed
from carrom.analysis.requests import Job
from carrom.child_process import thread_steps_back
from carrom.errors import CarromError, DamagedGame, StoreError
from carrom.game.events import decode_event
from carrom.game.game import GameHistory
from carrom.game.replay import divergences
from carrom.server.ops.bus import Bus
from carrom.server.ops.jobs import LEASE, JobKind, JobPhase, JobQueue, LeasedJob, ResultSlots
from carrom.storage.database import GAMES, Database, row_of
from carrom.storage.store import Store
from carrom.values import Value, prepare
from carrom.version import __version__

# -- verification of finished games: simulated again and compared ------------------------------------------------------


QUOTED = 3
"""Differences quoted in a verdict; the rest are counted."""
MOST = 200
"""Maximum number of games returned by one query."""


class VerificationOutcome(StrEnum):
    """The outcome of a verification."""

    SAME = "same"
    DIFFERENT = "different"
    """The simulation differs from the record."""
    FOREIGN = "foreign"
    """The game was played with physics or laws of a version that this program does not have."""
    DAMAGED = "damaged"
    """The stored game has changed or cannot be read."""


class VerificationResult(Value, frozen=True, kw_only=True):
    """The result of verifying one game."""

    game: str
    version: int
    """The game's version at that time."""
    at: int
    """Seconds since 1970."""
    program: str
    """The version of the program."""
    verdict: VerificationOutcome
    said: str
    """One sentence; empty if there is no difference."""


def judged(store: Store, game: str) -> VerificationResult | None:
    """Verify a game, and return the verdict; None if it does not exist or has not ended."""
    try:
        stored = store.games.load(game)
    except DamagedGame as fault:
        found = row_of(store.database.ask, GAMES, game)
        return _verdict(game, 0 if found is None else found[0].version, VerificationOutcome.DAMAGED, str(fault))
    if stored is None or stored.ended is None:
        return None
    version = len(stored.events)
    try:
        played = GameHistory.fold(tuple(decode_event(event.body) for event in stored.events))
        wrong = list(divergences(played))
    except CarromError as fault:
        return _verdict(game, version, VerificationOutcome.DAMAGED, f"It cannot be read: {fault}")
    if not wrong:
        return _verdict(game, version, VerificationOutcome.SAME, "")
    came = (
        VerificationOutcome.FOREIGN
        if wrong[0].event == 0 and wrong[0].stroke is None
        else VerificationOutcome.DIFFERENT
    )
    more = f"; and {len(wrong) - QUOTED} more" if len(wrong) > QUOTED else ""
    return _verdict(game, version, came, "; ".join(str(each) for each in islice(wrong, QUOTED)) + more)


def keep(database: Database, verdict: VerificationResult) -> None:
    """Store a verdict, unless there is one about a later version of the game."""
    cells = (verdict.game, verdict.version, verdict.at, verdict.program, verdict.verdict.value, verdict.said)
    database.do(_KEEP, cells)


def unverified(database: Database, since: int = 0) -> tuple[str, ...]:
    """Return finished games without a verdict, earliest first; `since` is in seconds since 1970."""
    return tuple(name for (name,) in database.ask(_UNVERIFIED, (since, MOST)))


def counts(database: Database) -> dict[VerificationOutcome, int]:
    """Return the number of games for each outcome."""
    found = dict(database.ask("SELECT verdict, count(*) FROM verdict GROUP BY verdict", ()))
    return {came: int(found.get(came.value, 0)) for came in VerificationOutcome}


def verdicts(
    database: Database, besides: VerificationOutcome = VerificationOutcome.SAME
) -> tuple[VerificationResult, ...]:
    """Return the verdicts with any outcome except `besides`, ordered by game."""
    columns = ", ".join(VerificationResult.__struct_fields__)
    rows = database.ask(f"SELECT {columns} FROM verdict WHERE verdict <> ? ORDER BY game", (besides.value,))
    return tuple(
        VerificationResult(
            game=game, version=version, at=at, program=program, verdict=VerificationOutcome(came), said=said
        )
        for game, version, at, program, came, said in rows
    )


def _verdict(game: str, version: int, came: VerificationOutcome, said: str) -> VerificationResult:
    return VerificationResult(
        game=game, version=version, at=int(time.time()), program=__version__, verdict=came, said=said
    )


_KEEP = """
    INSERT INTO verdict (game, version, at, program, verdict, said) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (game) DO UPDATE SET version = excluded.version, at = excluded.at, program = excluded.program,
        verdict = excluded.verdict, said = excluded.said
    WHERE verdict.version <= excluded.version RETURNING game"""
_UNVERIFIED = """
    SELECT id FROM game WHERE ended >= ? AND NOT EXISTS (
        SELECT 1 FROM verdict WHERE verdict.game = game.id AND verdict.version = game.version
    ) ORDER BY ended, id LIMIT ?"""


# -- the process -------------------------------------------------------------------------------------------------------


log = logging.getLogger("carrom.server")

TELLS = 1.0
"""Seconds between two publications of results."""
LOOKS = 2.0
"""Seconds between two polls of the queue without a notification."""
LONGER = 600.0
"""Seconds of overtime after which a job counts as hanging, and the worker exits so that the lease ends."""
GRACE = 2.0
"""Seconds that a job has to stop."""
HUNG = 70
"""The exit code of a worker with a hanging job."""
CALLED = "jobs"
"""The bus subject that announces new jobs."""


def subject_of(name: str) -> str:
    """Return the bus subject that announces changes of a job."""
    return f"job.{name}"


class JobCancelled(Exception):
    """Raised inside a job to stop it, because another worker has it or this one is ending."""


class Worker:
    """A worker on one store."""

    def __init__(self, store: Store, bus: Bus, queue: JobQueue | None = None, lease: int = LEASE) -> None:
        """Take jobs from the store's queue; `lease` is the duration of a lease in ms."""
        prepare()
        self._store, self._bus, self._lease = store, bus, lease
        self._queue = queue or JobQueue(store.database, lease=lease)
        self._stopped, self._ends = threading.Event(), asyncio.Event()
        self._called = asyncio.Event()
        self._computing = ThreadPoolExecutor(1, "computes", thread_steps_back)
        self.done = 0
        """The number of finished jobs."""

    def end(self) -> None:
        """Release the current job and take no more; call it on the event loop."""
        self._ends.set()
        self._called.set()
        self._stopped.set()

    async def work(self, idle: float | None = None) -> None:
        """Work until `end` is called, or until there has been no job for `idle` seconds."""
        quiet = self._bus.subscribe(CALLED, lambda _: self._called.set())
        since = time.monotonic()
        try:
            while not self._ends.is_set():
                self._called.clear()
                if await self._one():
                    since = time.monotonic()
                elif idle is not None and time.monotonic() - since >= idle:
                    return
                else:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(LOOKS):
                            await self._called.wait()
        finally:
            quiet()
            self._computing.shutdown(wait=False)

    async def _one(self) -> bool:
        """Do one job; return whether there was one. Retries later if the database is unavailable."""
        try:
            job = await asyncio.to_thread(self._queue.take)
        except StoreError as fault:
            log.error("no job can be taken: %s", fault)
            await asyncio.sleep(LOOKS)
            return False
        if job is None:
            return False
        self._stopped.clear()
        if self._ends.is_set():
            self._stopped.set()
        slots = ResultSlots()
        begun = time.monotonic()
        running = asyncio.get_running_loop().run_in_executor(self._computing, self._do, job, slots)
        await self._watch(job, slots, running, begun)
        return True

    async def _watch(
        self, job: LeasedJob, slots: ResultSlots, running: "asyncio.Future[str | None]", begun: float
    ) -> None:
        """Renew a job's lease and publish its results while it runs; then store the outcome."""
        renewed = time.monotonic()
        while not running.done():
            await asyncio.wait({running}, timeout=TELLS)
            if running.done():
                break
            now = time.monotonic()
            if self._ends.is_set():
                await self._give_back(job, running)
                return
            if now - begun > job.seconds + LONGER:
                log.error("the %s job %s hangs; this worker exits", job.kind, job.id)
                os._exit(HUNG)
            results = slots.text() if slots.is_new() else None
            if results is not None or now - renewed > self._lease / 3000:
                renewed = now
                await self._keep(job, results)
        await self._ended(job, slots, running)

    async def _keep(self, job: LeasedJob, results: str | None) -> None:
        try:
            if await asyncio.to_thread(self._queue.keep, job, results):
                self._bus.publish(subject_of(job.id), b"")
            else:
                self._stopped.set()  # another worker has the job
        except StoreError as fault:
            log.warning("the results of job %s cannot be published now: %s", job.id, fault)

    async def _give_back(self, job: LeasedJob, running: "asyncio.Future[str | None]") -> None:
        """Release a job, whether or not its thread stops in time."""
        await asyncio.wait({running}, timeout=GRACE)
        with suppress(StoreError):
            await asyncio.to_thread(self._queue.give_back, job)
        self._bus.publish(CALLED, b"")
        if not running.done():
            log.warning("the %s job %s was released while it was running", job.kind, job.id)

    async def _ended(self, job: LeasedJob, slots: ResultSlots, running: "asyncio.Future[str | None]") -> None:
        """Store the outcome of a job, retrying until the lease ends."""
        try:
            fault = running.result()
            state = JobPhase.DONE if fault is None else JobPhase.FAILED
        except JobCancelled:
            if self._ends.is_set():
                await self._give_back(job, running)
            return
        except StoreError as error:
            log.warning("the %s job %s cannot continue (%s); another worker will start it", job.kind, job.id, error)
            return
        except Exception:
            log.exception("the %s job %s failed", job.kind, job.id)
            return  # the lease will end, and the attempt counts
        until = time.monotonic() + self._lease / 1000
        while True:
            try:
                if await asyncio.to_thread(self._queue.end, job, state, slots.text(), fault):
                    self.done += 1
                self._bus.publish(subject_of(job.id), b"")
                return
            except StoreError as error:
                if time.monotonic() > until or self._ends.is_set():
                    log.error("the result of job %s cannot be stored: %s", job.id, error)
                    return
                await asyncio.sleep(TELLS)

    def _do(self, job: LeasedJob, slots: ResultSlots) -> str | None:
        """Do a job; return the reason why it has no result, or None. Raises `JobCancelled` and `StoreError`."""
        if job.kind is JobKind.VERIFY:
            verdict = judged(self._store, job.what)
            if verdict is not None:
                keep(self._store.database, verdict)
                if verdict.verdict in (VerificationOutcome.DIFFERENT, VerificationOutcome.DAMAGED):
                    log.error("the game %s is %s: %s", verdict.game, verdict.verdict, verdict.said)
            return None
        return _answered(msgspec.json.decode(job.what, type=Job), slots, self._pause)

    def _pause(self) -> None:
        if self._stopped.is_set():
            raise JobCancelled


def _answered(job: Job, slots: ResultSlots, pause: Callable[[], None]) -> str | None:
    """Run an analysis; return the reason why it has no result, or None."""
    from carrom.analysis.worker import answers

    try:
        for value in answers(job, pause):
            pause()
            if isinstance(value, Failed):
                return value.reason
            slots.put(msgspec.json.encode(value))
    except (CarromError, msgspec.MsgspecError) as fault:
        return str(fault)
    return None
