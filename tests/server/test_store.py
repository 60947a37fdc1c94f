"""The database: appended to, or refused with one sentence and left unchanged."""

import asyncio
import contextlib
import os
import re
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from agreed import INVITE, new_game
from hypothesis import given
from hypothesis import strategies as st
from server.serving import SOURCE, page

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import StoreError
from carrom.protocol import SeatPlan, Terms, Who
from carrom.server.common import ServerLimits
from carrom.server.ops.backup import check
from carrom.server.ops.transfer import check as check_place
from carrom.server.ops.transfer import export_to
from carrom.server.play.registry import GameRegistry
from carrom.storage.database import StoredEvent
from carrom.storage.schema import SCHEMA_VERSION
from carrom.storage.sqlite import Sqlite
from carrom.storage.store import Store
from carrom.tables.log import ANYTHING, NEAR, STEP, CompressedSequence, Spilled, SpillFile
from carrom.tables.terms import GameSettings
from carrom.version import __version__

FIRST = (StoredEvent(version=1, body='{"type":"begun"}'), StoredEvent(version=2, body='{"type":"round"}'))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "games.db"


def test_a_game_is_read_back_as_it_was_written(path: Path) -> None:
    store = Store(path)
    store.games.begin("game", "nonce-1", "{}", FIRST)
    store.games.append("game", (StoredEvent(version=3, body="x", nonce="nonce-2"),))
    store.close()
    found = Store(path).games.load("game")
    assert found is not None
    assert found.events == (*FIRST, StoredEvent(version=3, body="x", nonce="nonce-2"))
    assert found.setting == "{}"


def test_a_game_is_found_by_the_nonce_that_began_it(path: Path) -> None:
    store = Store(path)
    store.games.begin("game", "nonce-1", "{}", FIRST)
    found = store.games.made_with("nonce-1")
    assert found is not None
    assert found.game == "game"
    assert store.games.made_with("nonce-2") is None
    assert store.games.load("other") is None


def test_a_taken_version_is_refused_and_nothing_of_the_batch_is_kept(path: Path) -> None:
    store = Store(path)
    store.games.begin("game", "nonce-1", "{}", FIRST)
    with pytest.raises(StoreError, match="Another server"):
        store.games.append("game", (StoredEvent(version=3, body="new"), StoredEvent(version=2, body="taken")))
    found = store.games.load("game")
    assert found is not None
    assert found.events == FIRST


def test_a_nonce_counts_once_in_a_game(path: Path) -> None:
    store = Store(path)
    store.games.begin("game", "nonce-1", "{}", FIRST)
    store.games.append("game", (StoredEvent(version=3, body="x", nonce="twice"),))
    with pytest.raises(StoreError):
        store.games.append("game", (StoredEvent(version=4, body="x", nonce="twice"),))


def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"my diary, not a database" * 100)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="damaged or is not a database of carrom"):
        Store(path)
    assert path.read_bytes() == before


def test_a_damaged_database_is_refused_and_left_alone(path: Path) -> None:
    store = Store(path)
    for number in range(50):
        store.games.begin(f"game-{number}", f"nonce-{number}", "{}", (StoredEvent(version=1, body="x" * 2000),))
    store.close()
    content = bytearray(path.read_bytes())
    content[8192:40960] = b"\x5a" * (40960 - 8192)
    path.write_bytes(content)
    with pytest.raises(StoreError, match="damaged"):
        Store(path)
    assert path.read_bytes() == bytes(content)


def test_a_truncated_database_is_refused(path: Path) -> None:
    store = Store(path)
    for number in range(50):
        store.games.begin(f"game-{number}", f"nonce-{number}", "{}", (StoredEvent(version=1, body="x" * 2000),))
    store.close()
    path.write_bytes(path.read_bytes()[:-9000])
    with pytest.raises(StoreError, match="damaged"):
        Store(path)


def test_another_programs_database_is_refused(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipe (name TEXT)")
    with pytest.raises(StoreError, match="another program"):
        Store(path)


@pytest.mark.parametrize(
    ("version", "writer"),
    [(SCHEMA_VERSION + 1, "a later build of"), (SCHEMA_VERSION - 1, "an earlier build of"), (1, "an earlier build of")],
)
def test_a_database_of_another_version_is_refused_with_what_to_do(version: int, writer: str, path: Path) -> None:
    Store(path).close()
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    text = rf"was written by {writer} .* \(schema version {version}, this program supports {SCHEMA_VERSION}\); install"
    for opens in (Store, check):
        with pytest.raises(StoreError, match=text):
            opens(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("statement", "writer"),
    [
        (
            "UPDATE program SET version = '9.0.1'",
            f"carrom 9.0.1, which is newer than this {__version__} (schema version",
        ),
        ("UPDATE program SET version = version", f"a later build of carrom {__version__} (schema version"),
        ("DELETE FROM program", "a newer carrom (schema version"),
        ("DROP TABLE program", "a newer carrom (schema version"),
    ],
)
def test_the_refusal_of_a_newer_database_names_the_version_that_wrote_it(
    statement: str, writer: str, path: Path
) -> None:
    Store(path).close()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(statement)
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    for opens in (Store, check):
        with pytest.raises(StoreError, match=re.escape(f"{path} was written by {writer}")):
            opens(path)


def test_a_database_states_the_version_of_the_program_that_last_opened_it_for_writing(path: Path) -> None:
    Store(path).close()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE program SET version = '0.1.7'")
    assert check(path).program == "0.1.7"
    assert export_to(path, path.with_name("games.jsonl")) == (0, ())
    assert check_place(path).program == "0.1.7"
    assert check_place(path.with_name("games.jsonl")).program == __version__
    Store(path).close()
    assert check(path).program == __version__


def test_a_disk_that_is_full_is_one_sentence_and_leaves_an_empty_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected = Sqlite._connected

    def small(self: Sqlite) -> sqlite3.Connection:
        found = connected(self)
        found.execute("PRAGMA max_page_count = 20")
        return found

    with monkeypatch.context() as full:
        full.setattr(Sqlite, "_connected", small)
        with pytest.raises(StoreError, match=r"cannot be created.*free space on its disk"):
            Store(path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,)
    Store(path).close()


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="--data"):
        Store(tmp_path / "file" / "games.db")


def test_many_threads_may_write(path: Path) -> None:
    store = Store(path)

    def write(number: int) -> None:
        store.games.begin(f"game-{number}", f"nonce-{number}", "{}", FIRST)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(store.games.load(f"game-{number}") is not None for number in range(8))


def test_a_shape_below_zero_and_a_schema_that_is_no_text_are_damage(path: Path) -> None:
    Store(path).close()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = -1")
        database.commit()
    with pytest.raises(StoreError, match=r"is damaged .*its schema version is -1"):
        Store(path)
    path.unlink()
    Store(path).close()
    content = path.read_bytes()
    assert content.count(b"tableevent") == 1
    path.write_bytes(content.replace(b"tableevent", b"tabl\xffevent"))
    with pytest.raises(StoreError, match="is damaged"):
        Store(path)


def test_a_database_says_in_its_header_whose_it_is_and_which_shape_it_has(path: Path) -> None:
    Store(path).close()
    header = path.read_bytes()[:100]
    assert header[68:72] == b"CARR", "games of older versions are known by these four letters"
    assert int.from_bytes(header[60:64]) == SCHEMA_VERSION


def test_what_was_acknowledged_survives_a_loss_of_power_and_belongs_to_its_owner(path: Path) -> None:
    store = Store(path)
    assert path.read_bytes()[18:20] == b"\2\2", "a write-ahead log"
    assert store.database.db.execute("PRAGMA synchronous").fetchone() == (2,), "synced before a command is acknowledged"
    assert store.database.db.execute("PRAGMA foreign_keys").fetchone() == (1,)
    if os.name == "posix":
        assert path.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_nobody_but_their_owner_can_read_the_files_wherever_they_lie(path: Path) -> None:
    path.parent.mkdir(mode=0o755)
    previous = os.umask(0o022)
    try:
        store = Store(path)
        store.games.begin("game", "nonce-1", "{}", FIRST)
        assert {each.name: each.stat().st_mode & 0o777 for each in path.parent.iterdir()} == dict.fromkeys(
            ("games.db", "games.db-wal", "games.db-shm"), 0o600
        )
        store.close()
        path.chmod(0o644)
        Store(path).close()
        assert path.stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(previous)


def test_what_is_refused_of_a_game_does_not_say_where_the_server_keeps_it(path: Path) -> None:
    store = Store(path)
    store.games.begin("game", "nonce-1", "{}", FIRST)
    with pytest.raises(StoreError) as taken:
        store.games.append("game", (StoredEvent(version=2, body="other"),))
    store.close()
    with pytest.raises(StoreError) as closed:
        store.games.load("game")
    for refusal in (taken, closed):
        assert "games.db" in str(refusal.value)
        assert str(path.parent) not in str(refusal.value)


# -- A store whose process is killed while writing: every acknowledged event is there, and nothing else

WRITES = """
import sys
from carrom.storage.store import Store
from carrom.storage.database import StoredEvent
store = Store(sys.argv[1])
found = store.games.load("game")
if found is None:
    store.games.begin("game", "nonce", "{}")
version = 0 if found is None else len(found.events)
while True:
    events = tuple(StoredEvent(version=version + each, body=f"{version + each} " * 200) for each in (1, 2))
    store.games.append("game", events)
    version += 2
    print(version, flush=True)
"""


def test_a_store_that_is_killed_while_it_writes_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    path, chance, acknowledged = tmp_path / "games.db", Random(1), 0
    for _ in range(6):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITES, str(path)],
            stdout=subprocess.PIPE,
            text=True,
            env={"PYTHONPATH": str(SOURCE)},
        )
        assert writer.stdout is not None
        acknowledged = int(writer.stdout.readline())
        time.sleep(chance.uniform(0, 0.1))
        writer.kill()
        for line in writer.stdout.read().splitlines():
            acknowledged = int(line)
        writer.wait()
        assert check(path).damage == ()
        store = Store(path)
        found = store.games.load("game")
        assert found is not None
        assert len(found.events) in (acknowledged, acknowledged + 2), "one answer may be lost, never an event"
        assert [event.body.split()[0] for event in found.events] == [str(each + 1) for each in range(len(found.events))]
        store.close()
    assert acknowledged >= 12


# -- Rarely used data moves to an unnamed temporary file; if the disk is full it stays in memory


@given(st.lists(st.tuples(st.binary(max_size=900), st.booleans()), max_size=40))
def test_what_is_laid_down_comes_back_as_it_was_and_what_is_gone_leaves_its_place(
    answer: list[tuple[bytes, bool]],
) -> None:
    attic, stored = SpillFile(), list[tuple[bytes, Spilled | bytes]]()
    for each, stays in answer:
        laid = attic.lay(each)
        if stays:
            stored.append((each, laid))
        else:
            assert bytes(laid) == each
        del laid
    assert all(bytes(laid) == each for each, laid in stored)
    laid = attic.lay(b"old events")
    before = attic.size
    del laid
    attic.lay(b"other events")
    assert attic.size == before


def test_nobody_finds_the_file_by_a_name(tmp_path: Path) -> None:
    attic = SpillFile()
    attic.lies_in(tmp_path)
    laid = attic.lay(b"old events")
    assert (bytes(laid), isinstance(laid, Spilled), list(tmp_path.iterdir())) == (b"old events", True, [])


def test_what_finds_no_room_stays_in_memory(tmp_path: Path) -> None:
    attic = SpillFile()
    attic.lies_in(tmp_path / "nowhere")
    assert attic.lay(b"old events") == b"old events"


def test_a_file_that_has_lost_its_end_is_a_fault_of_the_store() -> None:
    attic = SpillFile()
    laid = attic.lay(b"old events")
    assert attic._file is not None
    attic._file.truncate(4)
    with pytest.raises(StoreError, match="truncated"):
        bytes(laid)


def test_the_old_blocks_of_a_long_row_lie_on_the_disk_and_are_written_with_it_and_read_again() -> None:
    row = CompressedSequence.of(tuple(range(40 * STEP)), 1)
    far = [type(answer) for answer, _ in row._blocks]
    assert far == [bytes, *[Spilled] * (len(far) - NEAR - 1), *[bytes] * NEAR]
    again = CompressedSequence.read(1, ANYTHING, row.written())
    assert (again, again[5], again + (1,)) == (row, row[5], row + (1,))  # noqa: RUF005 (a ledger says itself how it grows)
    assert [type(answer) for answer, _ in again._blocks] == far


# -- Many threads read values of one type for the first time at once, as when a restarted server reopens its games

READING = """
import sys, threading
from pathlib import Path
from carrom.server.ops.app import application
from carrom.tables.terms import GameSettings
from carrom.storage.store import Store

application(Store(":memory:"), static=Path(sys.argv[1]))
sys.setswitchinterval(1e-6)
together = threading.Barrier(8)

def read():
    together.wait()
    assert GameSettings.read(sys.argv[2]).people

threads = [threading.Thread(target=read) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


@pytest.mark.slow
def test_games_that_many_threads_open_at_once_after_a_start_end_no_process(tmp_path: Path) -> None:
    seats = SeatPlan(seat=Seat.SOUTH, who=Who.ME), SeatPlan(seat=Seat.NORTH, who=Who.HERE)
    text = GameSettings.of(Terms(seats=seats)).text()
    for _ in range(2):  # without `carrom.values.prepare`, five runs of six crashed
        done = subprocess.run([sys.executable, "-c", READING, str(page(tmp_path)), text], check=False)
        assert done.returncode == 0


# -- Threads that compute strokes never write to disk: a slow disk delays no stroke

SOUTH = Seat.SOUTH


def test_what_is_begun_taken_struck_and_agreed_is_written_by_threads_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    writers: dict[str, set[str]] = {}
    for name in ("add", "grow", "sit", "write"):
        before = getattr(Sqlite, name)

        def noted(self: Sqlite, *given: Any, _name: str = name, _before: Any = before) -> Any:
            writers.setdefault(_name, set()).add(threading.current_thread().name.rpartition("-")[0] or "main")
            return _before(self, *given)

        monkeypatch.setattr(Sqlite, name, noted)

    async def evening() -> None:
        here = GameRegistry(Store(":memory:"), ServerLimits(), Random(1), lambda: 1_800_000_000_000)
        who = {SOUTH: protocol.Who.ME, Seat.NORTH: protocol.Who.LINK}
        seats = tuple(protocol.SeatPlan(seat=seat, who=each) for seat, each in who.items())
        terms = protocol.Terms(seats=seats, first_break=SOUTH)
        begun = await here.begin(new_game(nonce="n" * 16, terms=terms))
        game, mine = begun.table.room.name, frozenset({SOUTH})
        table = (await here.join(protocol.Join(nonce="j" * 16, game=game, invite=INVITE, key="k" * 16))).table

        def said() -> dict[str, Any]:
            return {"nonce": f"nonce{table.room.version:012}", "version": table.room.version, "seat": SOUTH}

        await table.submit(protocol.Strike(**said(), stroke=Stroke(0, 0, 700_000)), mine)
        await table.submit(protocol.Resign(**said(), what=protocol.Length.MATCH), mine)
        await table.submit(protocol.Rematch(**said()), mine)
        await asyncio.gather(*table.log.tasks)
        await here.close()

    asyncio.run(evening())
    assert {"add", "grow", "sit"} <= set(writers)
    assert set().union(*writers.values()) == {"append"}
