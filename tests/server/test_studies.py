"""Analysis searches: shared, queued, ended when nobody follows them; and their HTTP endpoints."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

import carrom.server.ops.searches as studies_module
from carrom import protocol
from carrom.analysis.requests import PositionRequest
from carrom.practice.setup import SetupPosition
from carrom.server.common import RateLimit, ServerLimits
from carrom.server.ops.app import KernelWarmup, application
from carrom.server.ops.searches import EngineWorkerProcess, RunningSearch, SearchManager
from carrom.storage.store import Store
from carrom.tables.proposal import CommandRefused


class Cold(KernelWarmup):
    """A kernel warm-up that never runs."""

    def begin(self, answer: Any) -> None:
        """Do nothing."""


HANGING = "c1_W1.300000.300000_B1.-100000.50000_B2.-200000.-50000"
SCRIPT = """
import json, sys, threading, time
jobs, stopped = [], threading.Event()
def hear():
    for line in sys.stdin:
        stopped.set() if line.strip() == "stop" else jobs.append(json.loads(line))
    import os; os._exit(0)
threading.Thread(target=hear, daemon=True).start()
while True:
    while not jobs:
        time.sleep(0.002)
    job = jobs.pop()
    if job["hand"] == "dies":
        sys.exit(3)
    for number in range(int(job["seconds"])):
        if stopped.is_set():
            break
        print(json.dumps({"type": "heat", "number": 0, "count": number}), flush=True)
        time.sleep(0.005)
    stopped.clear()
    print(".", flush=True)
"""
"""A process that prints a number every 5 ms, up to as many as it was given seconds."""
HEADERS = {"host": "127.0.0.1:8137"}


def asked(seconds: float = 600, hand: str = "state", lines: int = 5) -> PositionRequest:
    return PositionRequest(
        moment=SetupPosition(position=HANGING, queen="mover"), hand=hand, seconds=seconds, lines=lines
    )


def lived(
    story: Callable[[SearchManager, list[EngineWorkerProcess]], Awaitable[None]], **limits: Any
) -> list[EngineWorkerProcess]:
    """Run a scenario with searches in a fake engine process; return the processes that were started."""
    begun: list[EngineWorkerProcess] = []

    async def begin() -> EngineWorkerProcess:
        begun.append(await EngineWorkerProcess.begin(sys.executable, "-c", SCRIPT))
        return begun[-1]

    async def whole() -> None:
        studies = SearchManager(ServerLimits(**limits), begin=begin)
        try:
            await asyncio.wait_for(story(studies, begun), 20)
        finally:
            await studies.close()
        assert all(not lives(each.pid) for each in begun)

    asyncio.run(whole())
    return begun


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def some(lines: AsyncIterator[bytes], count: int) -> list[dict[str, Any]]:
    return [json.loads(await anext(lines)) for _ in range(count)]


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.005)


def test_two_watchers_share_one_search_and_it_ends_when_the_last_one_leaves() -> None:
    async def story(studies: SearchManager, begun: list[EngineWorkerProcess]) -> None:
        one, other = studies.open(asked(), "a"), studies.open(asked(), "b")
        assert one is other
        first, second = one.lines(), other.lines()
        await some(first, 2)
        late = await some(second, 1)
        assert late[0]["count"] >= 1
        studies.leave(one)
        await some(second, 1)
        assert studies.running == 1
        studies.leave(other)
        await until(lambda: studies.running == 0)
        assert begun[0].is_ready
        assert not begun[0].has_ended

    assert len(lived(story)) == 1


def test_the_process_of_an_ended_search_serves_the_next_one() -> None:
    async def story(studies: SearchManager, begun: list[EngineWorkerProcess]) -> None:
        for lines in (1, 2, 3):
            search = studies.open(asked(lines=lines), "a")
            await some(search.lines(), 1)
            studies.leave(search)
            await until(lambda: studies.running == 0)

    assert len(lived(story)) == 1


def test_a_search_that_is_done_is_told_again_without_thinking() -> None:
    async def story(studies: SearchManager, begun: list[EngineWorkerProcess]) -> None:
        search = studies.open(asked(seconds=3), "a")
        lines = [json.loads(line) async for line in search.lines()]
        studies.leave(search)
        assert lines[-1]["count"] == 2
        again = studies.open(asked(seconds=3), "b")
        assert again is search
        assert [json.loads(line) async for line in again.lines()] == lines[-1:]
        studies.leave(again)

    lived(story)


def test_no_more_run_at_once_than_are_allowed_and_who_waits_is_told() -> None:
    async def story(studies: SearchManager, begun: list[EngineWorkerProcess]) -> None:
        first, second = studies.open(asked(lines=1), "a"), studies.open(asked(lines=2), "b")
        await some(first.lines(), 1)
        assert studies.running == 1
        assert (await some(second.lines(), 1))[0] == {"type": "waiting", "ahead": 1}
        studies.leave(first)
        following = second.lines()
        while (await some(following, 1))[0]["type"] != "heat":
            pass
        studies.leave(second)

    lived(story, analyses=1)


def test_a_long_search_gives_way_to_one_that_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies_module, "GIVES_WAY", 0.05)

    async def story(studies: SearchManager, begun: list[EngineWorkerProcess]) -> None:
        first, second = studies.open(asked(lines=1), "a"), studies.open(asked(lines=2), "b")
        lines = [json.loads(line) async for line in first.lines()]
        assert first.is_over
        assert all(each["count"] < 599 for each in lines)
        following = second.lines()
        while (await some(following, 1))[0]["type"] != "heat":
            pass
        studies.leave(first)
        studies.leave(second)

    lived(story, analyses=1)


def test_one_address_may_not_ask_for_everything() -> None:
    async def story(studies: SearchManager, begun: list[EngineWorkerProcess]) -> None:
        open_ones = [studies.open(asked(lines=lines), "a") for lines in (1, 2, 3, 4)]
        with pytest.raises(CommandRefused, match="At most 4"):
            studies.open(asked(lines=5), "a")
        for search in open_ones:
            studies.leave(search)
        await until(lambda: studies.running == 0)

    lived(story, analyses=1)


def test_an_address_that_has_used_up_its_time_is_refused() -> None:
    async def story(studies: SearchManager, begun: list[EngineWorkerProcess]) -> None:
        search = studies.open(asked(seconds=20), "a")
        async for _ in search.lines():
            pass
        studies.leave(search)
        with pytest.raises(CommandRefused, match="has used its share of analysis time"):
            studies.open(asked(seconds=21), "a")
        studies.leave(studies.open(asked(seconds=21), "b"))

    lived(story, analysis_time=RateLimit(1.01, 0.0001))


def test_a_process_that_dies_fails_its_search_and_no_other() -> None:
    async def story(studies: SearchManager, begun: list[EngineWorkerProcess]) -> None:
        search = studies.open(asked(hand="dies"), "a")
        lines = [json.loads(line) async for line in search.lines()]
        assert lines == [{"type": "failed", "reason": "The analysis failed; request it again."}]
        studies.leave(search)
        again = studies.open(asked(seconds=2), "a")
        assert [json.loads(line) async for line in again.lines()][-1]["count"] == 1
        studies.leave(again)

    assert len(lived(story)) == 2


# -- over HTTP ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Any:
    static = tmp_path_factory.mktemp("static")
    (static / "index.html").write_text("<!doctype html><title>Carrom</title>")
    answer = application(Store(static / "games.sqlite"), static=static, warmth=Cold())
    with TestClient(answer, headers=HEADERS) as found:
        yield found


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("", "parameter p is missing"),
        (f"p={HANGING}&queen=mover&hand=-2", "is not an accuracy"),
        (f"p={HANGING}&queen=mover&hand=grandmaster", "There is no"),
        (f"p={HANGING}&queen=mover&seconds=0", "up to 600 seconds"),
        (f"p={HANGING}&queen=mover&seconds=many", "seconds is 'many'; expected a number"),
        (f"p={HANGING}&queen=mover&lines=11", "1 to 10"),
        (f"p={HANGING}&queen=mover&lines=1&lines=2", "given twice"),
        (f"p={HANGING}&queen=mover&depth=9", "is unknown"),
        (f"p={HANGING}&queen=mover&turn=up", "turn"),
        (f"p={HANGING}&queen=mover&surface=ice", "ice"),
        ("p=c1_W1.0.0_B1.20000.0&queen=mover", "overlap"),
        (f"p={HANGING}&queen=mover&stands=1", "length 2"),
        (f"p={HANGING}&queen=mover&stands=9,1", "the left one first"),
        (f"p={HANGING}&queen=mover&due=1,x", "due is '1,x'; expected whole numbers"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused_in_one_sentence(client: Any, query: str, words: str) -> None:
    answer = client.get(f"/api/analysis?{query}")
    assert answer.status_code == 422
    assert words in answer.text
    assert answer.text.count("\n") == 1


def test_a_stroke_that_nobody_may_play_is_refused(client: Any) -> None:
    for stroke, words in (("", "parameter s is missing"), ("&s=x0.vx0.vy0", "no speed"), ("&s=quick", "quick")):
        answer = client.get(f"/api/stroke?p={HANGING}&queen=mover{stroke}")
        assert (answer.status_code, words in answer.text) == (422, True)


def test_a_review_needs_the_games_key(client: Any) -> None:
    assert client.get("/api/review/nowhere1").status_code == 401
    assert client.get("/api/review/nowhere1", headers={"authorization": "Bearer wrongwrong"}).status_code == 401


@pytest.mark.slow
def test_a_stroke_is_assessed_line_by_line(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = client.get(f"/api/stroke?p={HANGING}&queen=mover&s=x0.vx1000000.vy2000000")
    assert answer.headers["content-type"] == "application/x-ndjson"
    message = [protocol.decode_streamed(line) for line in answer.text.splitlines()]
    assert isinstance(message[-1], protocol.Assessed)
    assert message[-1].done
    assert message[-1].line.disc == "W1"


def test_a_page_that_closes_ends_an_analysis_of_ten_minutes() -> None:
    """The server stops answering and cancels the search as soon as the client disconnects."""

    async def story(studies: SearchManager, begun: list[EngineWorkerProcess]) -> None:
        from carrom.server.http.router import JsonResponse

        search: RunningSearch = studies.open(asked(seconds=600), "a")
        closed, heard = asyncio.Event(), asyncio.Event()

        async def receive() -> dict[str, Any]:
            await closed.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message.get("body"):
                heard.set()

        answering = asyncio.ensure_future(
            JsonResponse(search.lines(), lambda: studies.leave(search))({"type": "http"}, receive, send)
        )
        await heard.wait()
        closed.set()
        await answering
        await until(lambda: studies.running == 0)
        assert begun[0].is_ready

    lived(story)
