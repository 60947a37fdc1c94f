"""Backups of games: made during play, checked and restored, without leftover files."""

import os
import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from server.serving import Carrom, begun, carrom, page, resumed, struck

from carrom.errors import SetupError, StoreError
from carrom.server.ops.backup import backup, check, restore
from carrom.server.ops.transfer import export_to, reach
from carrom.storage.database import StoredEvent
from carrom.storage.locks import ProcessLock
from carrom.storage.store import Store
from carrom.version import __version__

ENDINGS = [signal.SIGTERM, signal.SIGINT] + ([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    store = Store(folder / "games.db")
    for game in ("one", "two"):
        store.games.begin(
            game, f"nonce-{game}", "{}", (StoredEvent(version=1, body="x"), StoredEvent(version=2, body="y"))
        )
    store.close()
    return folder / "games.db"


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows ends a process without asking it")
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_server_that_is_told_to_end_leaves_every_event_in_the_database_alone(tmp_path: Path, ending: int) -> None:
    first = Carrom(page(tmp_path / "static"), tmp_path / "data")
    try:
        with first.line() as line:
            joined, snapshot = begun(line)
            played = struck(line, snapshot.version, snapshot.state)
            code, said = first.told(ending)
    finally:
        first.kill()
    assert "Traceback" not in said
    assert code in ((0, 130) if ending == signal.SIGINT else (0,))
    assert {each.name for each in (tmp_path / "data").iterdir()} == {"games.db", "carrom.lock", "checkpoint.key"}
    (tmp_path / "copied").mkdir()
    shutil.copy(tmp_path / "data" / "games.db", tmp_path / "copied" / "games.db")
    second = Carrom(page(tmp_path / "static"), tmp_path / "copied")
    try:
        with second.line() as line:
            assert resumed(line, joined).state == played.state
    finally:
        second.kill()


@pytest.mark.slow
def test_a_backup_of_a_running_server_that_is_killed_brings_its_games_back(tmp_path: Path) -> None:
    first = Carrom(page(tmp_path / "static"), tmp_path / "data")
    copy = tmp_path / "copy.db"
    try:
        with first.line() as line:
            joined, snapshot = begun(line)
            played = struck(line, snapshot.version, snapshot.state)
            made = carrom("data", "backup", str(copy), data=tmp_path / "data")
            assert (made.returncode, made.stdout) == (0, f"{copy}: 1 game with {played.version} events.\n")
            struck(line, played.version, played.state, "t" * 16)
            refused = carrom("data", "restore", str(copy), data=tmp_path / "data")
            assert refused.returncode == 1
            assert f"already running at {first.address}" in refused.stderr
    finally:
        first.kill()
    assert carrom("data", "check", data=tmp_path / "data").stdout.endswith(f"{played.version + 1} events, intact.\n")
    back = carrom("data", "restore", str(copy), data=tmp_path / "data")
    assert back.returncode == 0
    assert "The previous data is now" in back.stdout
    second = Carrom(page(tmp_path / "static"), tmp_path / "data")
    try:
        with second.line() as line:
            assert resumed(line, joined).state == played.state
    finally:
        second.kill()


def test_what_was_there_before_is_kept_whole(path: Path, tmp_path: Path) -> None:
    backup(path, tmp_path / "copy.db")
    store = Store(path)
    store.games.append("one", (StoredEvent(version=3, body="later"),))
    findings, kept = restore(tmp_path / "copy.db", _killed(store, path, tmp_path))
    assert (findings.games, findings.events) == (2, 4)
    assert kept is not None
    assert check(kept).events == 5
    assert check(tmp_path / "killed" / "games.db").events == 4


def _killed(store: Store, path: Path, tmp_path: Path) -> Path:
    """Return a data folder as a killed server leaves it, with a write-ahead log beside the database."""
    shutil.copytree(path.parent, tmp_path / "killed")
    store.close()
    assert (tmp_path / "killed" / "games.db-wal").stat().st_size > 0
    return tmp_path / "killed"


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_copy_is_for_its_owner_alone_and_nothing_else_is_left(path: Path, tmp_path: Path) -> None:
    backup(path, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    assert {each.name for each in tmp_path.iterdir()} == {"data", "copy.db"}
    restore(tmp_path / "copy.db", path.parent)
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.slow
def test_a_damaged_game_is_named_and_copied_and_nothing_damaged_is_put_back(path: Path, tmp_path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("UPDATE event SET body = 'z' WHERE game = 'two' AND version = 2")
    db.close()
    said = carrom("data", "check", data=path.parent)
    assert (said.returncode, said.stdout) == (
        1,
        f"{path} (written by carrom {__version__}): 2 games with 4 events, damaged.\n",
    )
    assert said.stderr == "carrom data: the game two is damaged: event 2 is not as it was written\n"
    copy = tmp_path / "copy.db"
    made = carrom("data", "backup", str(copy), data=path.parent)
    assert (made.returncode, made.stderr) == (1, said.stderr)
    assert check(copy).damage == ("the game two is damaged: event 2 is not as it was written",)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="nothing was changed"):
        restore(copy, path.parent)
    assert path.read_bytes() == before


def test_a_copy_never_overwrites_a_file(path: Path, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("mine")
    for target in (tmp_path / "copy.db", path, tmp_path / "nowhere" / "copy.db"):
        with pytest.raises(StoreError, match=r"already exists|does not exist"):
            backup(path, target)
    assert (tmp_path / "copy.db").read_text() == "mine"


def test_what_is_no_database_of_carrom_is_neither_checked_nor_put_back(path: Path, tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("dear diary " * 999)
    with sqlite3.connect(tmp_path / "recipes.db") as other:
        other.execute("CREATE TABLE recipe (name TEXT)")
    other.close()
    for name in ("diary.txt", "recipes.db", "nothing.db"):
        with pytest.raises(StoreError, match=r"no database|not a database"):
            check(tmp_path / name)
        with pytest.raises(StoreError, match=r"no database|not a database"):
            restore(tmp_path / name, path.parent)
    assert check(path).games == 2


def test_a_damaged_database_makes_room_for_a_copy(path: Path, tmp_path: Path) -> None:
    backup(path, tmp_path / "copy.db")
    path.write_bytes(b"no database at all " * 500)
    _, kept = restore(tmp_path / "copy.db", path.parent)
    assert kept is not None
    assert kept.read_bytes().startswith(b"no database")
    assert check(path).games == 2


def test_what_is_put_aside_twice_within_a_second_is_kept_twice(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup(path, tmp_path / "copy.db")
    monkeypatch.setattr("carrom.server.ops.backup.time.strftime", lambda _: "20261122T100000")
    kept = [restore(tmp_path / "copy.db", path.parent)[1] for _ in range(3)]
    assert [each.name for each in kept if each] == [f"games.db.20261122T100000{number}" for number in ("", "-1", "-2")]


def test_a_copy_that_cannot_be_written_is_refused_in_one_sentence(path: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"nnn\.db cannot be written: File name too long\.$"):
        backup(path, tmp_path / f"{'n' * 250}.db")


@pytest.fixture
def torn(tmp_path: Path) -> Path:
    """A database with a corrupted schema table: it opens, but no table can be read."""
    path = tmp_path / "torn" / "games.db"
    Store(path).close()
    content = path.read_bytes()
    at = content.index(b"CREATE TABLE seek")
    path.write_bytes(content[:at] + b"KREATE" + content[at + 6 :])
    return path


def test_a_damaged_table_of_contents_is_a_sentence_of_every_command(torn: Path, tmp_path: Path) -> None:
    damaged = r"torn/games\.db is damaged or is (?:no|not a) database of carrom \(malformed database schema"
    with pytest.raises(StoreError, match=damaged):
        check(torn)
    with pytest.raises(StoreError, match=damaged):
        export_to(torn, tmp_path / "games.jsonl")
    with pytest.raises(StoreError, match=damaged):
        backup(torn, tmp_path / "copy.db")
    with pytest.raises(StoreError) as start:
        Store(torn)
    with pytest.raises(StoreError) as tried:
        reach(torn)
    assert str(tried.value) == str(start.value)


def test_a_row_that_points_to_nothing_is_found(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    Store(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO session VALUES ('h', 'nobody', 'a browser', 0, 0, 0)")
        db.commit()
    assert check(path).damage == ("games.db: a row of session refers to a missing row of account",)


def test_reading_a_copy_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    Store(path).close()
    shutil.copy(path, tmp_path / "copy.db")  # in WAL mode, like a server's file
    check(tmp_path / "copy.db")
    (tmp_path / "data").mkdir()
    restore(tmp_path / "copy.db", tmp_path / "data")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["copy.db", "data", "games.db"]
    assert [each.name for each in (tmp_path / "data").iterdir()] == ["games.db"]


def test_a_link_where_a_copy_is_written_is_refused_and_what_it_points_to_is_left_as_it_is(
    path: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.txt"
    other.write_text("of somebody else")
    (tmp_path / f"copy.db.{os.getpid()}.part").symlink_to(other)
    with pytest.raises(StoreError, match=r"copy\.db cannot be written"):
        backup(path, tmp_path / "copy.db")
    assert other.read_text() == "of somebody else"


@pytest.mark.parametrize("name", ["games.db", "games.db-wal", "carrom.lock"])
def test_a_link_in_a_data_folder_is_refused_and_what_it_points_to_is_left_as_it_is(name: str, tmp_path: Path) -> None:
    folder, other, missing = tmp_path / "data", tmp_path / "other.txt", tmp_path / "missing.txt"
    folder.mkdir()
    other.write_text("of somebody else")
    for target in (other, missing):
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(target)
        with pytest.raises((StoreError, SetupError), match=rf"{name} is a symbolic link"), ProcessLock(folder):
            Store(folder / "games.db")
    assert other.read_text() == "of somebody else"
    assert not missing.exists()
