"""Disks that fail at a single write (`carrom bench faults` tries every write), and group commits."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from bench.faults import use_sheet
from bench.faults_disk import Fault, FaultyVfs
from server.serving import SOURCE

from carrom.errors import CommitUncertain, Conflict, StoreError
from carrom.storage.database import StoredEvent
from carrom.storage.event_store import GroupCommit, Work
from carrom.storage.sqlite import Sqlite
from carrom.storage.store import Store


@pytest.mark.slow
def test_after_a_fault_at_some_writes_nothing_is_lost_and_nothing_is_there_twice() -> None:
    command = [sys.executable, "-m", "carrom", "bench", "faults", "--every", "101"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=SOURCE.parent, env={"PYTHONPATH": str(SOURCE)})
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 of them did harm" in done.stdout


@pytest.mark.parametrize("at", [9, 13])
def test_a_line_of_a_sheet_that_could_neither_be_kept_nor_cut_is_not_there_twice(tmp_path: Path, at: int) -> None:
    answer = use_sheet(tmp_path, Fault(at, "twice"))
    assert len(answer.unknown) == 1, "it says that the line may be kept or not"
    text = next(tmp_path.glob("*.carrom")).read_text()
    assert all(text.count(f" {nonce}\n") == 1 for nonce in answer.done if nonce.startswith("nonce"))


def event(version: int) -> tuple[StoredEvent, ...]:
    return (StoredEvent(version=version, body="{}"),)


@pytest.mark.parametrize(("kind", "word"), [("full", "full"), ("readonly", "readonly")])
def test_a_full_disk_and_a_read_only_folder_are_a_sentence_and_lose_nothing(
    tmp_path: Path, kind: str, word: str
) -> None:
    fault = Fault()
    with FaultyVfs(fault):
        store = Store(tmp_path / "games.db")
        store.games.begin("game", "nonce", "{}", event(1))
        fault.at, fault.kind = fault.count + 1, kind
        with pytest.raises(StoreError, match=word):
            store.games.append("game", event(2))
        fault.at = None
        store.games.append("game", event(2))
        store.close()
    found = Store(tmp_path / "games.db").games.load("game")
    assert found is not None
    assert [each.version for each in found.events] == [1, 2]


class Disk:
    """A disk that blocks until it is released, and records the size of each group commit."""

    def __init__(self) -> None:
        self.free, self.busy = threading.Event(), threading.Event()
        self.groups: list[int] = []

    def done(self, works: tuple[Work, ...]) -> list[bool]:
        self.groups.append(len(works))
        self.busy.set()
        self.free.wait(10)
        return [work() for work in works]


def together(group: GroupCommit, works: list[Work], disk: Disk) -> list[object]:
    """Start one write, queue the others behind it, and return the result of each."""
    found: list[object] = [None] * len(works)

    def one(number: int) -> None:
        try:
            found[number] = group.do(works[number])
        except StoreError as fault:
            found[number] = fault

    threads = [threading.Thread(target=one, args=(number,)) for number in range(len(works))]
    threads[0].start()
    disk.busy.wait(10)
    for each in threads[1:]:
        each.start()
    while len(group._waiting) < len(works) - 1:
        threading.Event().wait(0.001)
    disk.free.set()
    for each in threads:
        each.join(10)
    return found


def test_who_waits_for_the_disk_is_written_with_the_others_by_one_sync() -> None:
    disk = Disk()
    assert together(GroupCommit(disk.done), [lambda: True, lambda: False, lambda: True, lambda: True], disk) == [
        True,
        False,
        True,
        True,
    ]
    assert disk.groups == [1, 3]


def test_nobody_fails_for_another_and_an_unknown_outcome_is_that_of_all() -> None:
    def fails() -> bool:
        raise Conflict("somebody was first")

    def lost() -> bool:
        raise CommitUncertain("the disk did not say")

    disk = Disk()
    found = together(GroupCommit(disk.done), [lambda: True, fails, lambda: True], disk)
    assert (found[0], found[2]) == (True, True)
    assert isinstance(found[1], Conflict)
    assert disk.groups == [1, 2, 1, 1]
    disk = Disk()
    found = together(GroupCommit(disk.done), [lambda: True, lost, lambda: True], disk)
    assert found[0] is True
    assert all(isinstance(each, CommitUncertain) for each in found[1:])


def test_what_is_read_aside_is_what_was_committed_and_waits_for_no_writer(tmp_path: Path) -> None:
    database = Sqlite(tmp_path / "games.db", aside=True)
    store = Store(database)
    store.games.begin("game", "nonce", "{}", event(1))
    with database._lock:
        found = store.games.load("game")
    assert found is not None
    assert len(found.events) == 1
    store.close()
    assert not (tmp_path / "games.db-wal").exists()
