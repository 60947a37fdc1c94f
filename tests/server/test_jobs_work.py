"""Workers, their supervisor and game verification: background jobs in processes that may be killed."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from agreed import friends
from starlette.testclient import TestClient

from carrom import child_process, protocol
from carrom.analysis.messages import Failed
from carrom.analysis.requests import Job, PositionRequest
from carrom.board.stroke import Stroke
from carrom.cli import main
from carrom.errors import RefusedRequest, StoreError
from carrom.game.events import Struck, decode_event, encode_event
from carrom.observability import Metrics
from carrom.practice.setup import SetupPosition
from carrom.server.ops import supervisor as foreman_module
from carrom.server.ops import worker as worker_module
from carrom.server.ops.app import application
from carrom.server.ops.bus import InProcess
from carrom.server.ops.job_client import JobClient
from carrom.server.ops.jobs import JobKind, JobPhase, JobQueue, ResultSlots
from carrom.server.ops.supervisor import WorkerSupervisor
from carrom.server.ops.worker import VerificationOutcome, Worker, counts, judged, unverified, verdicts
from carrom.storage.database import StoredEvent
from carrom.storage.store import Store
from carrom.tables.proposal import CommandRefused
from carrom.values import changed

from .evening import Evening, in_a_loop
from .serving import page
from .test_studies import Cold

HANGING = "c1_W1.300000.300000_B1.-100000.50000_B2.-200000.-50000"
SLEEPS = "import sys; sys.stdin.read()"


def asked(seconds: float = 1.0, hand: str = "state") -> PositionRequest:
    return PositionRequest(moment=SetupPosition(position=HANGING, queen="mover"), seconds=seconds, hand=hand)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "games.db")
    yield opened
    opened.close()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that poll every 20 ms."""
    monkeypatch.setattr(worker_module, "TELLS", 0.02)
    monkeypatch.setattr(worker_module, "LOOKS", 0.02)


async def finished(store: Store, nonce: str = "n" * 16) -> str:
    """Play a game of two strokes to its end, and return its ID."""
    evening = Evening(store)
    guest = await evening.begins(friends(), nonce=nonce)
    for _ in range(2):
        await guest.does(protocol.Strike, guest.chair.table.room.to_act, stroke=Stroke(0, 0, 300_000))
    await guest.does(protocol.Resign, guest.chair.table.room.to_act)
    await evening.close()
    return guest.game


def otherwise(store: Store, game: str) -> str:
    """Store a copy of a game in which a disc rests a micrometre away, and return its ID."""
    found = store.games.load(game)
    assert found is not None
    bodies = []
    for each in found.events:
        event = decode_event(each.body)
        if isinstance(event, Struck):
            assert event.rest is not None
            rest = json.loads(msgspec.json.encode(event))["rest"]
            event = _moved(event, rest)
        bodies.append(encode_event(event).decode())
    events = tuple(StoredEvent(version=number, body=body) for number, body in enumerate(bodies, 1))
    store.games.begin("otherwise", "o" * 16, found.setting, events)
    store.games.append("otherwise", (), ended=True)
    return "otherwise"


def _moved(event: Struck, _: object) -> Struck:
    assert event.rest is not None
    first, *others = event.rest
    at = changed(first.at, x=first.at.x + 1)
    return changed(event, rest=type(event.rest)((changed(first, at=at), *others)))


def answering(monkeypatch: pytest.MonkeyPatch, what: Callable[[Job, Callable[[], None]], Iterator[Any]]) -> None:
    monkeypatch.setattr("carrom.analysis.worker.answers", what)


@in_a_loop
async def test_every_finished_game_is_simulated_again_once_and_one_that_goes_on_is_not() -> None:
    evening = Evening()
    await evening.begins(friends(), nonce="p" * 16)
    store = evening.store
    game = await finished(store)
    other = otherwise(store, game)
    assert set(unverified(store.database)) == {game, other}
    look = WorkerSupervisor(JobQueue(store.database), InProcess(), _never)
    for _ in range(2):
        assert look._poll() == 2
    await Worker(store, InProcess()).work(idle=0)
    assert look._poll() == 0
    assert (look.verdicts[VerificationOutcome.SAME], look.verdicts[VerificationOutcome.DIFFERENT]) == (1, 1)
    (answer,) = verdicts(store.database)
    assert (answer.game, answer.verdict) == (other, VerificationOutcome.DIFFERENT)
    assert "came to rest" in answer.said
    assert look.jobs == dict.fromkeys(JobPhase, 0)
    meters = Metrics("1")
    look.told_to(meters)
    assert 'carrom_verdicts{verdict="different"} 1' in meters.text()
    await evening.close()


async def _never() -> asyncio.subprocess.Process:
    raise OSError("nobody is to be started")


@in_a_loop
async def test_a_game_of_another_physics_is_foreign_and_a_damaged_one_damaged() -> None:
    store = Store(":memory:")
    game = await finished(store)
    found = store.games.load(game)
    assert found is not None
    first = json.loads(found.events[0].body)
    first["header"]["physics"] = "99"
    events = (StoredEvent(version=1, body=json.dumps(first)), *(changed(each, nonce=None) for each in found.events[1:]))
    store.games.begin("foreign", "f" * 16, found.setting, events)
    store.games.append("foreign", (), ended=True)
    verdict = judged(store, "foreign")
    assert verdict is not None
    assert verdict.verdict is VerificationOutcome.FOREIGN
    assert "the version of the physics" in verdict.said
    store.database.do("UPDATE event SET body = 'x' WHERE game = ? AND version = 2 RETURNING version", (game,))
    verdict = judged(store, game)
    assert verdict is not None
    assert (verdict.verdict, verdict.version) == (VerificationOutcome.DAMAGED, len(found.events))
    assert judged(store, "nowhere") is None
    store.close()


@in_a_loop
async def test_a_game_that_went_on_after_its_verdict_is_looked_at_again() -> None:
    store = Store(":memory:")
    game = await finished(store)
    JobQueue(store.database).ask(JobKind.VERIFY, game, "house")
    await Worker(store, InProcess()).work(idle=0)
    assert unverified(store.database) == ()
    store.database.do("UPDATE verdict SET version = version - 1 WHERE game = ? RETURNING game", (game,))
    assert unverified(store.database) == (game,)
    store.close()


@in_a_loop
async def test_what_is_found_is_told_while_it_is_found_and_who_asks_later_hears_the_same() -> None:
    with pytest.MonkeyPatch.context() as patch:
        gate = asyncio.Event()
        loop = asyncio.get_running_loop()

        def found(job: Job, pause: Callable[[], None]) -> Iterator[Any]:
            yield Failed(reason="") if job.hand == "none" else _Told(number=1, said="first")
            asyncio.run_coroutine_threadsafe(gate.wait(), loop).result()
            yield _Told(number=1, said="second")
            yield _Told(number=2, said="third")

        answering(patch, found)
        store, bus = Store(":memory:"), InProcess()
        desk, worker = JobClient(JobQueue(store.database), bus), Worker(store, bus)
        job = await desk.ask(asked(), "one")
        working = asyncio.create_task(worker.work())
        heard = []
        async for line in desk.lines(job.id):
            heard.append(json.loads(line)["said"])
            gate.set()
        assert heard == ["first", "second", "third"]
        assert [json.loads(line)["said"] async for line in desk.lines(job.id)] == ["second", "third"]
        standing = await desk.standing(job.id)
        assert standing is not None
        assert (standing.state, standing.attempts) == (JobPhase.DONE, 1)
        assert await desk.standing("nothing") is None
        assert [line async for line in desk.lines("nothing")] == []
        worker.end()
        await working
        store.close()


class _Told(msgspec.Struct, tag_field="type", tag="told"):
    number: int
    said: str


@in_a_loop
async def test_a_question_without_an_answer_fails_with_its_sentence_and_one_that_cannot_be_is_refused() -> None:
    with pytest.MonkeyPatch.context() as patch:
        answering(patch, lambda job, pause: iter([Failed(reason="There is no stroke.")]))
        store = Store(":memory:")
        desk = JobClient(JobQueue(store.database), InProcess())
        job = await desk.ask(asked(), "one")
        with pytest.raises(RefusedRequest, match="up to 600 seconds"):
            await desk.ask(asked(seconds=601), "one")
        await desk.ask(asked(seconds=600, hand="1"), "two")
        store.database.do("UPDATE job SET state = 'done', seconds = 3001 WHERE payer = 'two' RETURNING id", ())
        with pytest.raises(CommandRefused, match="3600 seconds of computing"):
            await desk.ask(asked(seconds=600, hand="2"), "two")
        await Worker(store, InProcess()).work(idle=0)
        standing = await desk.standing(job.id)
        assert standing is not None
        assert (standing.state, standing.fault) == (JobPhase.FAILED, "There is no stroke.")
        store.close()


@in_a_loop
async def test_a_worker_whose_lease_was_taken_writes_nothing_and_goes_on_with_the_next() -> None:
    with pytest.MonkeyPatch.context() as patch:
        begun, store = asyncio.Event(), Store(":memory:")
        loop = asyncio.get_running_loop()

        def long(job: Job, pause: Callable[[], None]) -> Iterator[Any]:
            loop.call_soon_threadsafe(begun.set)
            until = time.monotonic() + 10
            while job.hand == "state" and time.monotonic() < until:
                pause()
                time.sleep(0.005)
                yield _Told(number=1, said="late")

        answering(patch, long)
        queue = JobQueue(store.database)
        desk = JobClient(queue, InProcess())
        first = await desk.ask(asked(), "one")
        worker = Worker(store, InProcess())
        working = asyncio.create_task(worker.work())
        await begun.wait()
        store.database.do("UPDATE job SET nonce = 'another' WHERE id = ? RETURNING id", (first.id,))
        second = await desk.ask(asked(hand="club"), "one")
        assert [each.state async for each in desk.standings(second.id)][-1] is JobPhase.DONE
        other = queue.standing(first.id)
        assert other is not None
        assert other.state is JobPhase.RUNNING, "it is another's now"
        worker.end()
        await working
        store.close()


@pytest.mark.slow
def test_a_worker_that_is_killed_loses_nothing_and_one_that_is_told_to_end_gives_its_job_back(
    store: Store, tmp_path: Path
) -> None:
    queue = JobQueue(store.database)
    job = queue.ask(JobKind.POSITION, msgspec.json.encode(asked(seconds=600)).decode(), "one", 600)
    words = [sys.executable, "-m", "carrom", "worker", "--data", str(tmp_path)]
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    until = time.monotonic() + 30
    while state_of(queue, job.id) is not JobPhase.RUNNING:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert queue.take() is None, "its lease lasts"
    store.database.do("UPDATE job SET leased = 0 WHERE id = ? RETURNING id", (job.id,))
    asyncio.run(_taken_and_given_back(store, job.id))
    standing = queue.standing(job.id)
    assert standing is not None
    assert (standing.state, standing.attempts) == (JobPhase.WAITING, 1)


def state_of(queue: JobQueue, name: str) -> JobPhase:
    standing = queue.standing(name)
    assert standing is not None
    return standing.state


async def _taken_and_given_back(store: Store, name: str) -> None:
    def long(job: Job, pause: Callable[[], None]) -> Iterator[Any]:
        while True:
            pause()
            time.sleep(0.005)
            yield _Told(number=1, said="found")

    with pytest.MonkeyPatch.context() as patch:
        answering(patch, long)
        queue, worker = JobQueue(store.database), Worker(store, InProcess())
        working = asyncio.create_task(worker.work())
        async with asyncio.timeout(10):
            async for standing in JobClient(queue, InProcess()).standings(name):
                if standing.told:
                    break
        assert standing.attempts == 2
        worker.end()
        await working


def test_a_worker_needs_games_that_are_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worker", "--data", str(tmp_path / "nowhere")]) == 1
    assert "There is no database at" in capsys.readouterr().err
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.slow
def test_the_command_tells_which_games_did_not_come_out_as_they_were_recorded(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    otherwise(store, asyncio.run(finished(store)))
    asyncio.run(Worker(store, InProcess()).work(idle=0))
    assert counts(store.database)[VerificationOutcome.SAME] == 0, "nobody has asked yet"
    WorkerSupervisor(JobQueue(store.database), InProcess(), _never)._poll()
    asyncio.run(Worker(store, InProcess()).work(idle=0))
    assert main(["worker", "--data", str(tmp_path), "--verifications"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("otherwise: different: stroke 1 (event ")
    assert said[1] == "1 same, 1 different, 0 foreign, 0 damaged."


@in_a_loop
async def test_a_foreman_starts_workers_for_work_no_more_than_it_may_and_lets_them_part() -> None:
    store = Store(":memory:")
    queue = JobQueue(store.database)
    begun: list[asyncio.subprocess.Process] = []

    async def start() -> asyncio.subprocess.Process:
        words = (sys.executable, "-c", SLEEPS)
        begun.append(await asyncio.create_subprocess_exec(*words, stdin=asyncio.subprocess.PIPE))
        return begun[-1]

    bus = InProcess()
    foreman = WorkerSupervisor(queue, bus, start, workers=2, looks=0.01)
    foreman.begin()
    await asyncio.sleep(0.1)
    assert begun == [], "there is nothing to do"
    for number in range(4):
        queue.ask(JobKind.POSITION, f"{number}", "one", 1)
    async with asyncio.timeout(10):
        while len(begun) < 2:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        assert (len(begun), foreman.workers) == (2, 2)
        begun[0].kill()
        while len(begun) < 3:
            await asyncio.sleep(0.01)
    await foreman.close()
    assert [each.returncode for each in begun[1:]] == [0, 0]
    store.close()


@in_a_loop
async def test_a_worker_that_cannot_begin_is_not_tried_again_at_once() -> None:
    store = Store(":memory:")
    queue = JobQueue(store.database)
    queue.ask(JobKind.POSITION, "a", "one", 1)
    begun = []

    async def start() -> asyncio.subprocess.Process:
        begun.append(
            await asyncio.create_subprocess_exec(sys.executable, "-c", "exit(1)", stdin=asyncio.subprocess.PIPE)
        )
        await begun[-1].wait()
        return begun[-1]

    foreman = WorkerSupervisor(queue, InProcess(), start, looks=0.01)
    foreman.begin()
    await asyncio.sleep(0.5)
    assert len(begun) == 1
    await foreman.close()
    store.close()


@in_a_loop
async def test_a_database_that_is_away_is_waited_for_by_worker_and_foreman() -> None:
    store = Store(":memory:")
    game = await finished(store)
    with pytest.MonkeyPatch.context() as patch:

        def away(*_: object) -> None:
            raise StoreError("The database is away.")

        patch.setattr(store.database, "do", away)
        foreman = WorkerSupervisor(JobQueue(store.database), InProcess(), _never, looks=0.01)
        worker = Worker(store, InProcess())
        foreman.begin()
        working = asyncio.create_task(worker.work())
        await asyncio.sleep(0.1)
        assert not working.done()
    async with asyncio.timeout(10):
        while counts(store.database)[VerificationOutcome.SAME] == 0:
            await asyncio.sleep(0.01)
    assert unverified(store.database) == ()
    worker.end()
    await working
    await foreman.close()
    assert judged(store, game) is not None
    store.close()


def test_lines_take_the_place_of_earlier_ones_of_their_kind() -> None:
    slots = ResultSlots()
    for line in (b'{"type": "a", "number": 1, "x": 1}', b'{"type": "b"}', b'{"type": "a", "number": 1, "x": 2}'):
        slots.put(line)
    assert slots.is_new()
    assert slots.text() == '{"type": "b"}\n{"type": "a", "number": 1, "x": 2}\n'
    assert not slots.is_new()


def test_a_workers_store_is_told_by_the_environment_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARROM_STORE", "postgresql:///other")
    seen: list[tuple[tuple[str, ...], dict[str, str]]] = []

    async def started(*words: str, env: dict[str, str], **_: object) -> None:
        seen.append((words, env))

    monkeypatch.setattr(foreman_module.asyncio, "create_subprocess_exec", started)
    for where in ("postgresql://carrom:secret@db/carrom", None):
        asyncio.run(foreman_module.starting(where, tmp_path)())
    (words, first), (_, second) = seen
    assert "secret" not in " ".join(words)
    assert first["CARROM_STORE"] == "postgresql://carrom:secret@db/carrom"
    assert "CARROM_STORE" not in second
    assert second["CARROM_DATA"] == os.fspath(tmp_path)


def test_programs_ask_over_http_see_how_it_stands_and_read_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(job: Job, pause: Callable[[], None]) -> Iterator[Any]:
        yield Failed(reason="There is no stroke.") if job.hand == "club" else _Told(number=1, said="found")

    answering(monkeypatch, found)
    store = Store(tmp_path / "games.db")
    client = TestClient(application(store, static=page(tmp_path), warmth=Cold()), base_url="http://127.0.0.1:8137")
    with client:
        position = {"p": HANGING, "queen": "mover", "seconds": "1"}
        refused = client.post("/api/jobs/analysis", params={**position, "seconds": "700"})
        assert (refused.status_code, refused.json()["code"]) == (422, "illegal")
        job = client.post("/api/jobs/analysis", params=position)
        assert job.status_code == 202
        name = job.json()["id"]
        assert (job.json()["state"], job.json()["ahead"]) == ("waiting", 0)
        assert client.post("/api/jobs/analysis", params=position).json()["id"] == name
        none = client.post("/api/jobs/analysis", params={**position, "hand": "club"}).json()["id"]
        for number in (2, 3):
            client.post("/api/jobs/stroke", params={**position, "s": "x0.vx1000.vy1000", "hand": f"{number}"})
        much = client.post("/api/jobs/analysis", params={**position, "hand": "4"})
        assert (much.status_code, much.json()["key"]) == (429, "jobs")
        assert int(much.headers["retry-after"]) > 0
        asyncio.run(Worker(Store(tmp_path / "games.db"), InProcess()).work(idle=0))
        assert client.get(f"/api/jobs/{name}").json()["state"] == "done"
        assert [
            json.loads(line)["said"] for line in client.get(f"/api/jobs/{name}/lines").text.split("\n") if line
        ] == ["found"]
        assert json.loads(client.get(f"/api/jobs/{none}/lines").text)["reason"] == "There is no stroke."
        assert client.get(f"/api/jobs/{none}").json()["fault"] == "There is no stroke."
        assert client.get("/api/jobs/nothing").status_code == 404
        assert client.post("/api/jobs/review/nowhere1").status_code == 401


def test_a_job_is_computed_only_where_nothing_else_wants_a_processor(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not hasattr(os, "SCHED_IDLE"):
        assert child_process.LAST == 19, "where there is no such thing the whole process comes last"
        return
    found = []

    def judged_here(_: Store, game: str) -> None:
        found.append((game, os.sched_getscheduler(0)))

    monkeypatch.setattr(worker_module, "judged", judged_here)
    JobQueue(store.database).ask(JobKind.VERIFY, "a-game", "house")
    before = os.sched_getscheduler(0)
    asyncio.run(Worker(store, InProcess()).work(idle=0))
    assert found == [("a-game", os.SCHED_IDLE)]
    assert os.sched_getscheduler(0) == before, "who keeps the lease does not wait for a processor that nobody wants"
