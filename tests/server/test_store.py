"""The database: appended to, or refused with one sentence and left unchanged."""

import contextlib
import os
import re
import sqlite3
import threading
from pathlib import Path

import pytest

from carrom.errors import StoreError
from carrom.server.ops.backup import check
from carrom.server.ops.transfer import check as check_place
from carrom.server.ops.transfer import export_to
from carrom.storage.database import StoredEvent
from carrom.storage.schema import SCHEMA_VERSION
from carrom.storage.sqlite import Sqlite
from carrom.storage.store import Store
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
    told = rf"was written by {writer} .* \(schema version {version}, this program supports {SCHEMA_VERSION}\); install"
    for opens in (Store, check):
        with pytest.raises(StoreError, match=told):
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
