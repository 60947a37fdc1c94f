"""Running analyses: engine processes, and searches shared by all clients and processes that requested them."""

import asyncio
import logging
import os
import sys
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import msgspec

from carrom import protocol
from carrom.analysis.requests import AskedGame, Job, PositionRequest
from carrom.analysis.worker import END
from carrom.child_process import IN_OWN_GROUP_ASYNC, KILLED, kill_group
from carrom.errors import StoreError
from carrom.server.common import ServerLimits, TokenBuckets
from carrom.server.ops.bus import Bus
from carrom.server.ops.job_client import LOOKS
from carrom.server.ops.jobs import LEASE, JobKind, JobPhase, JobQueue, LeasedJob, ResultSlots, name_of, slot_of
from carrom.server.ops.worker import CALLED, TELLS, subject_of
from carrom.tables.proposal import CommandRefused
from carrom.values import changed

# -- engine processes at low priority ----------------------------------------------------------------------------------


LONGEST = 8_000_000
"""Maximum length of a line from a process, in bytes."""
GRACE = 2.0
"""Seconds that a process has to stop a search before it is killed."""
IDLE = 120.0
"""Seconds after which an idle process is killed."""
_SOURCE = Path(__file__).resolve().parents[3]


class EngineWorkerProcess:
    """An engine process that analyses one job at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        """Wrap a running process."""
        self._process = process
        self._ending: asyncio.TimerHandle | None = None
        self.is_ready, self.has_ended = True, False

    @classmethod
    async def begin(cls, *command: str) -> "EngineWorkerProcess":
        """Start a process with the engine, or with another command; raises `OSError`."""
        path = os.pathsep.join([str(_SOURCE), *filter(None, [os.environ.get("PYTHONPATH")])])
        process = await asyncio.create_subprocess_exec(
            *(command or (sys.executable, "-m", "carrom.analysis.worker")),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST,
            env={**os.environ, "PYTHONPATH": path},
            **IN_OWN_GROUP_ASYNC,
        )
        return cls(process)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    async def answers(self, job: Job) -> AsyncIterator[bytes]:
        """Yield the results of a job, line by line; raises `EOFError` if the process ends before it is done."""
        assert self._process.stdout is not None
        self.is_ready = False
        self._write(msgspec.json.encode(job))
        while True:
            line = await self._process.stdout.readline()
            if not line:
                self.has_ended = True
                raise EOFError("the process has ended")
            if line.strip() == END.encode():
                self._cancel_timer()
                self.is_ready = True
                return
            yield line

    def stop(self) -> None:
        """Stop the search; a process that does not stop in time is killed."""
        if not self.is_ready:
            self._write(b"stop")
            self._end_after(GRACE)

    def rest(self) -> None:
        """Kill the process after a while, unless it is used again."""
        self._end_after(IDLE)

    def rise(self) -> None:
        """Use the process again."""
        self._cancel_timer()

    def end(self) -> None:
        """Kill the process at once."""
        self.has_ended = True
        self._cancel_timer()
        if self._process.returncode is None:
            kill_group(self._process.pid)

    async def ended(self) -> None:
        """Wait until the process has ended; one that was killed takes `KILLED` seconds at most."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), KILLED)

    def _write(self, line: bytes) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, RuntimeError):
            self._process.stdin.write(line + b"\n")

    def _end_after(self, seconds: float) -> None:
        self._cancel_timer()
        self._ending = asyncio.get_running_loop().call_later(seconds, self.end)

    def _cancel_timer(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None


# -- searches shared between processes ---------------------------------------------------------------------------------
# A page's request is first looked up among the jobs: results that exist are sent, a running search is followed. If
# several servers share a database, each registers its pages' searches as jobs, so that the others can follow them.


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


# -- the search manager ------------------------------------------------------------------------------------------------


GIVES_WAY = 20.0
"""Seconds after which the search of a position ends if others are waiting."""
REMEMBERED = 32
"""Finished searches whose results are cached."""
QUEUED = 4
"""Searches of one address that may be running or waiting."""
_BROKEN = "The analysis failed; request it again."


class RunningSearch:
    """A search with its results; a line of results replaces earlier ones of its kind."""

    def __init__(self, key: bytes, job: Job, payer: str) -> None:
        """Start without results; `payer` is the address of the first client."""
        self.key, self.job, self.payer = key, job, payer
        self.watchers = 0
        self.is_over = self.is_whole = False
        self.began = 0.0
        self.process: EngineWorkerProcess | None = None
        self.following: asyncio.Task[None] | None = None
        """The task that follows the same search of another process."""
        self._latest: dict[tuple[str, int], tuple[int, bytes]] = {}
        self._count = 0
        self._changed = asyncio.Event()

    def tell(self, line: bytes) -> None:
        """Send a line to all clients."""
        self._latest.pop(("waiting", 0), None)
        self._count += 1
        self._latest[slot_of(line)] = self._count, line.strip() + b"\n"
        self._notify()

    def end(self, whole: bool) -> None:
        """Mark the search as ended; `whole` if the results are complete."""
        self.is_over, self.is_whole = True, whole
        self._notify()

    def last(self, kind: str) -> bytes | None:
        """Return the last line of a kind, or None."""
        found = self._latest.get((kind, 0))
        return None if found is None else found[1]

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield all results so far and to come; slow clients skip lines that have been replaced."""
        seen = 0
        while True:
            for count, line in sorted(entry for entry in self._latest.values() if entry[0] > seen):
                seen = count
                yield line
            if self._count == seen:
                if self.is_over:
                    return
                await self._changed.wait()

    def _notify(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


class SearchManager:
    """All searches of one server."""

    def __init__(
        self,
        limits: ServerLimits,
        clock: Callable[[], float] = time.monotonic,
        begin: Callable[[], Awaitable[EngineWorkerProcess]] = EngineWorkerProcess.begin,
        elsewhere: RemoteSearches | None = None,
    ) -> None:
        """Start without searches; `clock` returns monotonic seconds, `begin` starts an engine process.

        `elsewhere` are the searches of other processes, or None.
        """
        self._limits, self._clock, self._start, self._elsewhere = limits, clock, begin, elsewhere
        self._budget = TokenBuckets(limits.analysis_time, clock)
        self._searches: OrderedDict[bytes, RunningSearch] = OrderedDict()
        self._queue: list[RunningSearch] = []
        self._running: set[RunningSearch] = set()
        self._resting: list[EngineWorkerProcess] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self._looks: asyncio.TimerHandle | None = None
        """The timer for the next check whether a search must give way."""

    @property
    def running(self) -> int:
        """The number of running searches."""
        return len(self._running)

    def open(self, job: Job, payer: str) -> RunningSearch:
        """Return the search for a job, shared with other clients; raises `CommandRefused` if there are too many.

        The caller reads its `lines`, and then calls `leave`.
        """
        key = msgspec.json.encode(job)
        search = self._searches.get(key)
        if search is None or (search.is_over and not search.is_whole):
            search = self._begin(key, job, payer)
        self._searches.move_to_end(key)
        search.watchers += 1
        return search

    def leave(self, search: RunningSearch) -> None:
        """Leave a search; it ends when its last client leaves."""
        search.watchers -= 1
        if search.watchers or search.is_over:
            return
        self._searches.pop(search.key, None)
        if search.following is not None:
            search.following.cancel()
            search.end(whole=False)
        elif search in self._queue:
            self._queue.remove(search)
            search.end(whole=False)
            self._tell_waiting()
        elif search.process is not None:
            search.process.stop()

    async def close(self) -> None:
        """End every search and every process."""
        self._closed = True
        self._queue.clear()
        if self._looks is not None:
            self._looks.cancel()
        processes = [*self._resting, *(each.process for each in self._running if each.process)]
        for process in processes:
            process.end()
        await asyncio.gather(*(process.ended() for process in processes))
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, key: bytes, job: Job, payer: str) -> RunningSearch:
        if self._budget.left(payer) < 1:
            much = "Your address has used its share of analysis time; wait a few minutes."
            raise CommandRefused(protocol.Refusal.TOO_FAST, much, "analysis", self._budget.wait(payer))
        mine = [each for each in (*self._queue, *self._running) if each.payer == payer]
        if len(mine) >= QUEUED:
            raise CommandRefused(
                protocol.Refusal.TOO_FAST,
                f"At most {QUEUED} analyses may be under way for one address; close the page of another one first.",
                "analyses",
                GIVES_WAY,
            )
        search = self._searches[key] = RunningSearch(key, job, payer)
        for old in [each for each in self._searches.values() if each.is_over and not each.watchers][:-REMEMBERED]:
            del self._searches[old.key]
        if self._elsewhere is None:
            self._enqueue(search)
        else:
            search.following = self._spawn(self._follow(self._elsewhere, search))
        return search

    async def _follow(self, elsewhere: RemoteSearches, search: RunningSearch) -> None:
        """Send the results of another process; search here if there are none or they are incomplete."""
        whole = await elsewhere.follow(search.job, search.tell)
        search.following = None
        if whole:
            search.end(whole=True)
        elif search.watchers and not self._closed:
            self._enqueue(search)

    def _enqueue(self, search: RunningSearch) -> None:
        """Add a search to the queue."""
        self._queue.append(search)
        self._go_on()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _go_on(self) -> None:
        """Start searches as long as there is room."""
        while self._queue and len(self._running) < self._limits.analyses and not self._closed:
            search = self._queue.pop(0)
            self._running.add(search)
            search.began = self._clock()
            self._spawn(self._run(search))
        self._tell_waiting()
        if self._queue:
            self._make_way()

    def _tell_waiting(self) -> None:
        for ahead, search in enumerate(self._queue, start=1):
            search.tell(protocol.encode(protocol.Waiting(ahead=ahead)).encode())

    def _make_way(self) -> None:
        """Stop the oldest search if its time is up; otherwise check again when it is."""
        if self._looks is not None:
            self._looks.cancel()
            self._looks = None
        positions = [each for each in self._running if not isinstance(each.job, AskedGame)]
        if not positions:
            return
        oldest = min(positions, key=lambda each: each.began)
        left = GIVES_WAY - (self._clock() - oldest.began)
        if left <= 0 and oldest.process is not None:
            oldest.process.stop()
        else:
            self._looks = asyncio.get_running_loop().call_later(max(0.1, left + 0.01), self._look_again)

    def _look_again(self) -> None:
        if self._queue and not self._closed:
            self._make_way()

    async def _run(self, search: RunningSearch) -> None:
        """Run a search to its end."""
        process: EngineWorkerProcess | None = None
        held: Holding | None = None
        whole = False
        try:
            process = await self._idle_process()
            search.process, search.began = process, self._clock()
            if search.watchers and self._elsewhere is not None:
                held = await self._elsewhere.hold(search.job)
            if search.watchers:
                async for line in process.answers(search.job):
                    search.tell(line)
                    if held is not None:
                        held.put(line)
                whole = search.watchers > 0
        except (EOFError, OSError, ValueError) as fault:
            if not self._closed and search.watchers:
                log.error("an analysis failed: %s", fault)
                search.tell(protocol.encode(protocol.Failed(reason=_BROKEN)).encode())
            if process is not None:
                process.end()
                await process.ended()
                process = None
        finally:
            self._budget.spend(search.payer, self._clock() - search.began)
            self._running.discard(search)
            if process is not None:
                self._resting.append(process)
                process.rest()
            whole = self._finish(search, whole)
            if not self._closed:
                self._go_on()
            if held is not None:
                await asyncio.shield(held.end(whole))

    async def _idle_process(self) -> EngineWorkerProcess:
        """Return an idle engine process, or start one."""
        while self._resting:
            process = self._resting.pop()
            if not process.has_ended:
                process.rise()
                return process
        return await self._start()

    def _finish(self, search: RunningSearch, whole: bool) -> bool:
        """End a search, and mark the last line of one that gave way as final; return whether it was complete."""
        line = search.last("analysis")
        if whole and line is not None:
            result = protocol.decode_streamed(line)
            if isinstance(result, protocol.Analysis) and not result.done:
                search.tell(protocol.encode(changed(result, done=True)).encode())
                whole = False
        search.end(whole)
        return whole
