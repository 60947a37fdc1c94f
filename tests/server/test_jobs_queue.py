"""The job queue on SQLite and PostgreSQL: equal requests share a job, one worker leases it, one result is stored."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from carrom.errors import CommitUncertain, StoreError
from carrom.server.ops.jobs import ATTEMPTS, FAR, HOUSE, JobKind, JobPhase, JobQueue, LeasedJob, Quota
from carrom.server.ops.transfer import back_up, put_back
from carrom.storage.database import Database
from carrom.storage.store import database_at
from carrom.tables.proposal import CommandRefused

from .postgresql import server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    opened = database_at(tmp_path / "games.db" if request.param == "sqlite" else server().database())
    yield opened
    opened.close()


def put(database: Database, changes: str) -> None:
    """Change columns of every job, to simulate elapsed time or clock errors."""
    database.do(f"UPDATE job SET {changes} WHERE 1 = 1 RETURNING id", ())


def taken(queue: JobQueue) -> LeasedJob:
    found = queue.take()
    assert found is not None
    return found


def test_the_same_question_is_one_job_and_its_answer_is_everybodys(database: Database) -> None:
    queue = JobQueue(database)
    first, second = queue.ask(JobKind.POSITION, "a", "1.2.3.4", 30), queue.ask(JobKind.POSITION, "a", "5.6.7.8", 30)
    assert first.id == second.id
    assert queue.ask(JobKind.GAME, "a", "1.2.3.4", 30).id != first.id
    job = taken(queue)
    assert queue.end(job, JobPhase.DONE, '{"found": 1}\n')
    again = queue.ask(JobKind.POSITION, "a", "9.9.9.9", 30)
    assert (again.state, again.told, again.attempts) == (JobPhase.DONE, '{"found": 1}\n', 1)
    assert again.ended is not None


def test_a_job_is_taken_by_one_of_many_who_come_at_once(database: Database) -> None:
    queue = JobQueue(database, Quota(at_once=100, seconds=1_000_000))
    for number in range(12):
        queue.ask(JobKind.POSITION, f"{number}", "somebody", 1)
    found: list[str] = []

    def work() -> None:
        while (job := queue.take()) is not None:
            found.append(job.what)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(found, key=int) == [f"{number}" for number in range(12)]
    assert queue.take() is None


def test_who_waits_at_a_page_comes_before_reviews_and_these_before_verifications(database: Database) -> None:
    queue = JobQueue(database)
    queue.ask(JobKind.VERIFY, "game", HOUSE)
    put(database, "asked = asked - 1")
    queue.ask(JobKind.GAME, "record", "a", 60)
    assert queue.ask(JobKind.VERIFY, "other", HOUSE).ahead == 2
    assert queue.ask(JobKind.POSITION, "p", "b", 30).ahead == 0
    assert [taken(queue).kind for _ in range(4)] == [JobKind.POSITION, JobKind.GAME, JobKind.VERIFY, JobKind.VERIFY]


def test_those_who_ask_in_the_same_millisecond_stand_in_one_order(database: Database) -> None:
    queue = JobQueue(database, Quota(at_once=100, seconds=1_000_000))
    names = [queue.ask(JobKind.POSITION, f"{number}", "somebody", 1).id for number in range(5)]
    put(database, "asked = 1")
    standings = {name: queue.standing(name) for name in names}
    ahead = {name: found.ahead for name, found in standings.items() if found is not None}
    assert sorted(ahead.values()) == [0, 1, 2, 3, 4]
    assert [taken(queue).id for _ in names] == sorted(names, key=lambda name: ahead[name])


@pytest.mark.parametrize("leased", ["0", f"leased + {2 * FAR}"], ids=["the lease is over", "the clock was put back"])
def test_a_job_whose_worker_is_gone_is_taken_again_and_the_first_can_write_no_more(
    database: Database, leased: str
) -> None:
    queue = JobQueue(database)
    queue.ask(JobKind.POSITION, "a", "somebody", 1)
    first = taken(queue)
    assert queue.take() is None
    assert queue.keep(first)
    assert queue.keep(first, "half\n")
    put(database, f"leased = {leased}")
    second = taken(queue)
    assert (second.id, second.attempts) == (first.id, 2)
    assert not queue.keep(first)
    assert not queue.keep(first, "late\n")
    assert not queue.end(first, JobPhase.DONE, "late\n")
    assert not queue.give_back(first)
    assert queue.end(second, JobPhase.DONE, "found\n")
    assert queue.end(second, JobPhase.DONE, "found\n"), "the same again, because the answer was lost, is done once"
    standing = queue.standing(first.id)
    assert standing is not None
    assert (standing.state, standing.told) == (JobPhase.DONE, "found\n")


def test_a_job_that_ends_three_workers_is_set_aside_with_a_sentence_and_the_next_goes_on(database: Database) -> None:
    queue = JobQueue(database)
    bad = queue.ask(JobKind.POSITION, "bad", "somebody", 1)
    for number in range(ATTEMPTS):
        assert taken(queue).attempts == number + 1
        put(database, "leased = 0")
    queue.ask(JobKind.POSITION, "good", "somebody", 1)
    assert taken(queue).what == "good"
    found = queue.standing(bad.id)
    assert found is not None
    assert found.state is JobPhase.ASIDE
    assert "3 workers" in (found.fault or "")
    assert queue.counts()[JobPhase.ASIDE] == 1
    assert queue.ask(JobKind.POSITION, "bad", "another", 1).state is JobPhase.ASIDE


def test_a_worker_that_is_told_to_end_gives_its_job_back_and_that_counts_for_nothing(database: Database) -> None:
    queue = JobQueue(database)
    for _ in range(ATTEMPTS + 2):
        queue.ask(JobKind.POSITION, "a", "somebody", 1)
        job = taken(queue)
        assert job.attempts == 1
        assert queue.give_back(job)
    assert queue.waiting() == 1


def test_one_person_can_ask_only_so_much_and_reads_how_much(database: Database) -> None:
    queue = JobQueue(database, Quota(at_once=2, seconds=100))
    queue.ask(JobKind.POSITION, "a", "one", 40)
    queue.ask(JobKind.POSITION, "b", "one", 40)
    with pytest.raises(CommandRefused, match="You have 2 jobs under way; at most 2 are allowed"):
        queue.ask(JobKind.POSITION, "c", "one", 1)
    assert queue.ask(JobKind.POSITION, "a", "one", 40).state is JobPhase.WAITING, "the same again is no second one"
    queue.end(taken(queue), JobPhase.DONE, "")
    with pytest.raises(
        CommandRefused,
        match="At most 100 seconds of computing are allowed in a day: 80 are used, and this request needs 30",
    ):
        queue.ask(JobKind.POSITION, "c", "one", 30)
    queue.ask(JobKind.POSITION, "c", "another", 30)
    put(database, "asked = asked - 90000000")
    queue.ask(JobKind.POSITION, "c2", "one", 30)


def test_answers_are_forgotten_after_a_week_and_what_waits_is_not(database: Database) -> None:
    queue = JobQueue(database)
    done = queue.ask(JobKind.POSITION, "a", "one", 1)
    queue.end(taken(queue), JobPhase.DONE, "")
    waits = queue.ask(JobKind.POSITION, "b", "one", 1)
    assert queue.forget() == 0
    put(database, "ended = 1, asked = 1")
    assert queue.forget() == 1
    assert queue.standing(done.id) is None
    assert queue.standing(waits.id) is not None


def test_a_verification_that_is_done_leaves_nothing_in_the_queue(database: Database) -> None:
    queue = JobQueue(database)
    asked = queue.ask(JobKind.VERIFY, "game", HOUSE)
    assert queue.end(taken(queue), JobPhase.DONE)
    assert queue.standing(asked.id) is None


@pytest.mark.parametrize("was_done", [True, False])
def test_what_the_database_did_not_say_is_found_out(
    database: Database, monkeypatch: pytest.MonkeyPatch, was_done: bool
) -> None:
    queue = JobQueue(database)
    queue.ask(JobKind.POSITION, "a", "one", 1)
    really, calls = database.do, []

    def lost(statement: str, values: tuple[object, ...]) -> list[tuple[object, ...]]:
        calls.append(statement)
        if len(calls) == 1:
            if was_done:
                really(statement, values)
            raise CommitUncertain("The database did not say.")
        return really(statement, values)

    monkeypatch.setattr(database, "do", lost)
    job = taken(queue)
    assert job.attempts == 1
    calls.clear()
    assert queue.end(job, JobPhase.DONE, "found\n")


def test_a_database_that_never_says_is_told_of(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(statement: str, values: tuple[object, ...]) -> list[tuple[object, ...]]:
        raise CommitUncertain("The database did not say.")

    monkeypatch.setattr(database, "do", lost)
    with pytest.raises(StoreError, match="did not say"):
        JobQueue(database).take()


def test_no_copy_carries_work_under_way(tmp_path: Path) -> None:
    opened = database_at(tmp_path / "games.db")
    JobQueue(opened).ask(JobKind.POSITION, "a secret position", "one", 1)
    opened.close()
    back_up(tmp_path / "games.db", tmp_path / "copy.db")
    assert b"a secret position" not in (tmp_path / "copy.db").read_bytes()
    shutil.copy(tmp_path / "games.db", tmp_path / "raw.db")
    put_back(tmp_path / "raw.db", tmp_path / "games.db")
    opened = database_at(tmp_path / "games.db")
    assert JobQueue(opened).waiting() == 0
    opened.close()
