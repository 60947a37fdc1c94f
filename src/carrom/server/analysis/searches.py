"""The search manager: running analyses, shared by everybody who asked for the same."""

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
from carrom.server.analysis.shared_searches import Holding, RemoteSearches
from carrom.server.common.rate_limit import ServerLimits, TokenBuckets
from carrom.tables.errors import CommandRefused
from carrom.values import Value, changed

log = logging.getLogger("carrom.server")

GIVES_WAY = 20.0
"""Seconds after which the search for a position ends if others wait."""
REMEMBERED = 32
"""Searches whose last word is kept."""
QUEUED = 4
"""Searches of one address that may be under way or wait."""
_BROKEN = "The analysis broke off; ask for it again."


class _Slot(Value, frozen=True, forbid_unknown_fields=False):
    """What tells which earlier line a line takes the place of."""

    type: str
    number: int = 0


class Search:
    """One search and what it has told: a line takes the place of the earlier ones of its kind."""

    def __init__(self, key: bytes, job: Job, payer: str) -> None:
        """Begin with nothing told; `payer` is the address that asked first."""
        self.key, self.job, self.payer = key, job, payer
        self.watchers = 0
        self.is_over = self.is_whole = False
        self.began = 0.0
        self.thinker: EngineWorkerProcess | None = None
        self.following: asyncio.Task[None] | None = None
        """What follows it elsewhere, as long as others search for the same."""
        self._told: dict[tuple[str, int], tuple[int, bytes]] = {}
        self._count = 0
        self._changed = asyncio.Event()

    def tell(self, line: bytes) -> None:
        """Tell all who watch."""
        slot = msgspec.json.decode(line, type=_Slot)
        self._told.pop(("waiting", 0), None)
        self._count += 1
        self._told[slot.type, slot.number] = self._count, line.strip() + b"\n"
        self._stir()

    def end(self, whole: bool) -> None:
        """Say that nothing more will come; `whole`: because all is told."""
        self.is_over, self.is_whole = True, whole
        self._stir()

    def last(self, kind: str) -> bytes | None:
        """Return the last line of a kind."""
        found = self._told.get((kind, 0))
        return None if found is None else found[1]

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield what has been told and what will be; who is slow is spared what is out of date."""
        seen = 0
        while True:
            for count, line in sorted(told for told in self._told.values() if told[0] > seen):
                seen = count
                yield line
            if self._count == seen:
                if self.is_over:
                    return
                await self._changed.wait()

    def _stir(self) -> None:
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
        """Begin with none; `clock` returns seconds and never runs back, `begin` starts a process that thinks.

        What others search for is followed `elsewhere`, None: nobody does.
        """
        self._limits, self._clock, self._start, self._elsewhere = limits, clock, begin, elsewhere
        self._budget = TokenBuckets(limits.analysis, clock)
        self._searches: OrderedDict[bytes, Search] = OrderedDict()
        self._queue: list[Search] = []
        self._running: set[Search] = set()
        self._resting: list[EngineWorkerProcess] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self._looks: asyncio.TimerHandle | None = None
        """When it is looked again whether somebody has had his time."""

    @property
    def running(self) -> int:
        """How many searches are under way."""
        return len(self._running)

    def open(self, job: Job, payer: str) -> Search:
        """Return the search for what is asked, which others may be watching; raises `CommandRefused` where that is too
        much.

        Whoever has opened it reads its `lines` and then leaves it with `leave`.
        """
        key = msgspec.json.encode(job)
        search = self._searches.get(key)
        if search is None or (search.is_over and not search.is_whole):
            search = self._begin(key, job, payer)
        self._searches.move_to_end(key)
        search.watchers += 1
        return search

    def leave(self, search: Search) -> None:
        """Watch a search no more; one that nobody watches ends."""
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
        elif search.thinker is not None:
            search.thinker.stop()

    async def close(self) -> None:
        """End every search and every process."""
        self._closed = True
        self._queue.clear()
        if self._looks is not None:
            self._looks.cancel()
        for thinker in [*self._resting, *(each.thinker for each in self._running if each.thinker)]:
            thinker.end()
            await thinker.ended()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, key: bytes, job: Job, payer: str) -> Search:
        if self._budget.left(payer) < 1:
            much = "Much was analysed for your address already; wait a few minutes."
            raise CommandRefused(protocol.Refusal.TOO_FAST, much, "analysis", self._budget.wait(payer))
        mine = [each for each in (*self._queue, *self._running) if each.payer == payer]
        if len(mine) >= QUEUED:
            raise CommandRefused(
                protocol.Refusal.TOO_FAST,
                f"At most {QUEUED} analyses may be under way for one address; close the page of another one first.",
                "analyses",
                GIVES_WAY,
            )
        search = self._searches[key] = Search(key, job, payer)
        for old in [each for each in self._searches.values() if each.is_over and not each.watchers][:-REMEMBERED]:
            del self._searches[old.key]
        if self._elsewhere is None:
            self._line_up(search)
        else:
            search.following = self._beside(self._follow(self._elsewhere, search))
        return search

    async def _follow(self, elsewhere: RemoteSearches, search: Search) -> None:
        """Tell what others find; search here if they do not, or not to the end."""
        whole = await elsewhere.follow(search.job, search.tell)
        search.following = None
        if whole:
            search.end(whole=True)
        elif search.watchers and not self._closed:
            self._line_up(search)

    def _line_up(self, search: Search) -> None:
        """Let a search wait for its turn."""
        self._queue.append(search)
        self._go_on()

    def _beside(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _go_on(self) -> None:
        """Let searches begin as long as there is room."""
        while self._queue and len(self._running) < self._limits.analyses and not self._closed:
            search = self._queue.pop(0)
            self._running.add(search)
            search.began = self._clock()
            self._beside(self._run(search))
        self._tell_waiting()
        if self._queue:
            self._make_way()

    def _tell_waiting(self) -> None:
        for ahead, search in enumerate(self._queue, start=1):
            search.tell(protocol.encode(protocol.Waiting(ahead=ahead)).encode())

    def _make_way(self) -> None:
        """End a search that has had its time, and look again when the next one will have."""
        if self._looks is not None:
            self._looks.cancel()
            self._looks = None
        positions = [each for each in self._running if not isinstance(each.job, AskedGame)]
        if not positions:
            return
        oldest = min(positions, key=lambda each: each.began)
        left = GIVES_WAY - (self._clock() - oldest.began)
        if left <= 0 and oldest.thinker is not None:
            oldest.thinker.stop()
        else:
            self._looks = asyncio.get_running_loop().call_later(max(0.1, left + 0.01), self._look_again)

    def _look_again(self) -> None:
        if self._queue and not self._closed:
            self._make_way()

    async def _run(self, search: Search) -> None:
        """Think about one thing to its end."""
        thinker: EngineWorkerProcess | None = None
        held: Holding | None = None
        whole = False
        try:
            thinker = await self._hired()
            search.thinker, search.began = thinker, self._clock()
            if search.watchers and self._elsewhere is not None:
                held = await self._elsewhere.hold(search.job)
            if search.watchers:
                async for line in thinker.answers(search.job):
                    search.tell(line)
                    if held is not None:
                        held.put(line)
                whole = search.watchers > 0
        except (EOFError, OSError, ValueError) as fault:
            if not self._closed and search.watchers:
                log.error("an analysis broke off: %s", fault)
                search.tell(protocol.encode(protocol.Failed(reason=_BROKEN)).encode())
            if thinker is not None:
                thinker.end()
                await thinker.ended()
                thinker = None
        finally:
            self._budget.spend(search.payer, self._clock() - search.began)
            self._running.discard(search)
            if thinker is not None:
                self._resting.append(thinker)
                thinker.rest()
            whole = self._finish(search, whole)
            if not self._closed:
                self._go_on()
            if held is not None:
                await asyncio.shield(held.end(whole))

    async def _hired(self) -> EngineWorkerProcess:
        """Return a process that thinks of nothing."""
        while self._resting:
            thinker = self._resting.pop()
            if not thinker.has_ended:
                thinker.rise()
                return thinker
        return await self._start()

    def _finish(self, search: Search, whole: bool) -> bool:
        """Let a search be over; one that gave way has said its last word, too. Returns whether all was found."""
        line = search.last("analysis")
        if whole and line is not None:
            told = protocol.decode_streamed(line)
            if isinstance(told, protocol.Analysis) and not told.done:
                search.tell(protocol.encode(changed(told, done=True)).encode())
                whole = False
        search.end(whole)
        return whole
