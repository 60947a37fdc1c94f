"""The search manager: running analyses, each shared by all clients that requested it."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any

import msgspec

from carrom import protocol
from carrom.analysis.requests import AskedGame, Job
from carrom.server.analysis.engine_processes import EngineWorkerProcess
from carrom.server.analysis.result_slots import slot_of
from carrom.server.analysis.shared_searches import Holding, RemoteSearches
from carrom.server.common.rate_limit import ServerLimits, TokenBuckets
from carrom.tables.errors import CommandRefused
from carrom.values import changed

log = logging.getLogger("carrom.server")

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
