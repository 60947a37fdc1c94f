"""Equal searches requested at several servers, from a page or as a job, share one search."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable

import msgspec
import pytest

from carrom.analysis.requests import PositionRequest
from carrom.server.common import ServerLimits
from carrom.server.ops import searches
from carrom.server.ops.bus import Bus, InProcess
from carrom.server.ops.job_client import JobClient
from carrom.server.ops.jobs import HOUSE, JobKind, JobPhase, JobQueue, LeasedJob
from carrom.server.ops.searches import EngineWorkerProcess, RemoteSearches, SearchManager
from carrom.storage.store import Store

from ..postgresql import server
from ..test_studies import SCRIPT, asked, some, until
from .test_company import bus_at


class Node:
    """One server: its searches, its job client, and the processes it has started."""

    def __init__(self, address: str, bus: Bus, shares: bool = True) -> None:
        self.store, self.bus = Store(address), bus
        self.queue = JobQueue(self.store.database)
        self.desk = JobClient(self.queue, bus)
        self.begun: list[EngineWorkerProcess] = []
        self.studies = SearchManager(
            ServerLimits(), begin=self._begin, elsewhere=RemoteSearches(self.queue, bus, shares)
        )

    async def _begin(self) -> EngineWorkerProcess:
        self.begun.append(await EngineWorkerProcess.begin(sys.executable, "-c", SCRIPT))
        return self.begun[-1]

    async def close(self) -> None:
        await self.studies.close()
        await self.bus.close()
        self.store.close()


def at_two(story: Callable[[Node, Node], Awaitable[None]], kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a scenario on two servers."""
    monkeypatch.setattr(searches, "TELLS", 0.05)
    monkeypatch.setattr(searches, "LOOKS", 0.05)

    async def whole() -> None:
        address = server().database()
        both = [Node(address, bus_at(kind, address)) for _ in range(2)]
        for node in both:
            await node.bus.open()
        try:
            await asyncio.wait_for(story(*both), 20)
        finally:
            for node in both:
                await node.close()

    asyncio.run(whole())


def name_of(job: PositionRequest) -> str:
    from carrom.server.ops.jobs import name_of

    return name_of(JobKind.POSITION, msgspec.json.encode(job).decode())


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("kind", ["none", "nats"])
def test_two_pages_at_two_servers_watch_one_search_to_its_end(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(a: Node, b: Node) -> None:
        question = asked(100)
        one = a.studies.open(question, "a")
        await some(one.lines(), 2)
        await until(lambda: a.queue.version(name_of(question)) is not None)
        other = b.studies.open(question, "b")
        last = [json.loads(line) async for line in other.lines()][-1]
        assert last["count"] == 99, "it is told to the end"
        assert (len(a.begun), len(b.begun)) == (1, 0), "it was searched for once"
        found = b.desk.standing(name_of(question))
        assert (await found).state is JobPhase.DONE  # type: ignore[union-attr]

    at_two(story, kind, monkeypatch)


def test_a_search_that_ends_while_it_is_asked_who_holds_it_is_told_and_not_begun_anew() -> None:
    class EndsThen(JobQueue):
        """A job queue whose leased job ends as soon as a client asks about it."""

        held: LeasedJob | None = None

        def is_held(self, name: str) -> bool:
            if self.held is not None:
                assert self.end(self.held, JobPhase.DONE, '{"count": 1}\n')
            self.held = None
            return super().is_held(name)

    async def story() -> None:
        store, bus, answer = Store(":memory:"), InProcess(), list[bytes]()
        queue, question = EndsThen(store.database), asked(100)
        queue.held = queue.hold(JobKind.POSITION, msgspec.json.encode(question).decode())
        assert await RemoteSearches(queue, bus, shares=True).follow(question, answer.append)
        assert answer == [b'{"count": 1}\n']
        store.close()

    asyncio.run(asyncio.wait_for(story(), 20))


def test_a_search_that_ends_with_its_watchers_goes_on_where_it_is_watched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(a: Node, b: Node) -> None:
        question = asked(600)
        one = a.studies.open(question, "a")
        await some(one.lines(), 2)
        await until(lambda: a.queue.version(name_of(question)) is not None)
        other = b.studies.open(question, "b")
        lines = other.lines()
        await some(lines, 1)
        assert b.begun == []
        a.studies.leave(one)
        await until(lambda: bool(b.begun))
        await some(lines, 3)
        b.studies.leave(other)
        await until(lambda: b.queue.version(name_of(question)) is None)

    at_two(story, "none", monkeypatch)


def test_a_job_that_is_asked_for_while_a_page_watches_outlives_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(a: Node, b: Node) -> None:
        question = asked(600)
        one = a.studies.open(question, "a")
        await some(one.lines(), 2)
        await until(lambda: a.queue.version(name_of(question)) is not None)
        assert (await b.desk.ask(question, "somebody")).state is JobPhase.RUNNING, "it is the page's search"
        a.studies.leave(one)
        found = a.queue.version

        def waits() -> bool:
            now = found(name_of(question))
            return now is not None and now[1] is JobPhase.WAITING

        await until(waits)

    at_two(story, "none", monkeypatch)


@pytest.mark.slow
def test_a_server_that_is_gone_keeps_nobody_from_searching(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(a: Node, b: Node) -> None:
        question = asked(100)
        held = JobQueue(a.store.database, lease=1).hold(JobKind.POSITION, msgspec.json.encode(question).decode())
        assert held is not None, "and its server dies"
        monkeypatch.setattr("carrom.server.ops.jobs._LATE", -1000)
        other = b.studies.open(question, "b")
        assert [json.loads(line) async for line in other.lines()][-1]["count"] == 99
        assert len(b.begun) == 1

    at_two(story, "none", monkeypatch)


def test_a_page_is_told_what_was_found_for_a_job_and_begins_no_search() -> None:
    async def story() -> None:
        alone = Node(":memory:", InProcess(), shares=False)
        question = asked(100)
        alone.queue.ask(JobKind.POSITION, msgspec.json.encode(question).decode(), HOUSE)
        job = alone.queue.take()
        assert job is not None
        alone.queue.end(job, JobPhase.DONE, '{"type":"heat","number":0,"count":7}\n')
        search = alone.studies.open(question, "a")
        assert [json.loads(line)["count"] async for line in search.lines()] == [7]
        assert alone.begun == []
        await alone.close()

    asyncio.run(story())
