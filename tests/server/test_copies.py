"""Backups of games: made during play, checked and restored, without leftover files."""

import asyncio
import os
import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from agreed import new_game
from server.serving import Carrom, begun, carrom, page, resumed, struck

from carrom import protocol
from carrom.board.stroke import Stroke
from carrom.cli import main
from carrom.errors import SetupError, StoreError
from carrom.server.common import ServerLimits
from carrom.server.ops import transfer
from carrom.server.ops.backup import backup, check, restore
from carrom.server.ops.transfer import compare, export_to, import_from, lines, put_back, reach, rebuilt
from carrom.server.play.registry import GameRegistry
from carrom.storage.database import GAMES, PASSING, StoredEvent, StoredSeat, written
from carrom.storage.locks import DatabaseLock, ProcessLock
from carrom.storage.store import Store
from carrom.version import __version__

from .postgresql import server
from .teams import NOW, Hall, here
from .test_chain import EVENTS

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
    findings, stored = restore(tmp_path / "copy.db", _killed(store, path, tmp_path))
    assert (findings.games, findings.events) == (2, 4)
    assert stored is not None
    assert check(stored).events == 5
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
    _, stored = restore(tmp_path / "copy.db", path.parent)
    assert stored is not None
    assert stored.read_bytes().startswith(b"no database")
    assert check(path).games == 2


def test_what_is_put_aside_twice_within_a_second_is_kept_twice(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup(path, tmp_path / "copy.db")
    monkeypatch.setattr("carrom.server.ops.backup.time.strftime", lambda _: "20261122T100000")
    stored = [restore(tmp_path / "copy.db", path.parent)[1] for _ in range(3)]
    assert [each.name for each in stored if each] == [
        f"games.db.20261122T100000{number}" for number in ("", "-1", "-2")
    ]


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


# -- Stored data moved between files, exports and PostgreSQL: nothing changes, and damage is reported

BY = f" (written by carrom {__version__})"


def filled(place: Path | str) -> None:
    """Create games and a tie; one game uses every column."""
    store = Store(place)
    seats = (StoredSeat(seat="north", name="Ångström 王", hash="h"), StoredSeat(seat="south", name="Asha", hash="g"))
    store.games.begin("one", "nonce-one", '{"a":"\\u0000é"}', EVENTS, seats, watch="w", invite="i", open=True)
    store.games.append("one", (StoredEvent(version=6, body="x"), StoredEvent(version=7, body="y")), ended=True)
    store.games.begin("two", "nonce-two", "{}")
    store.ties.begin("tie", "nonce-tie", "{}", EVENTS, seats)
    store.close()


async def played(place: Path) -> tuple[str, str]:
    """Store a game with a stroke and a tie, and return their ids."""
    hall = Hall(Store(place))
    tie = (await hall.begin(here())).tie.tie
    games = GameRegistry(hall.store, ServerLimits(), Random(1), lambda: NOW)
    chair = await games.begin(new_game())
    room = chair.table.room
    assert room.to_act is not None
    stroke = protocol.Strike(nonce="t" * 16, version=room.version, seat=room.to_act, stroke=Stroke(0, 0, 300_000))
    await chair.table.submit(stroke, frozenset(chair.yours))
    await games.close()
    hall.store.close()
    return room.card.game, tie


@pytest.fixture
def address() -> str:
    return server().database()


def said(capsys: pytest.CaptureFixture[str], *words: Any, code: int = 0) -> str:
    """Run `carrom data` and return its output."""
    assert main(["data", *map(str, words)]) == code
    out = capsys.readouterr()
    return out.out + out.err


@pytest.mark.slow
def test_games_go_from_a_file_to_postgresql_and_back_without_a_difference(
    tmp_path: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "data" / "games.db", tmp_path / "again"
    filled(first)
    text, copy = tmp_path / "games.jsonl", tmp_path / "copy.db"
    assert said(capsys, "export", text, "--data", first.parent) == f"{text}: 3 games, including ties.\n"
    answer = transfer.told(address)
    assert "3 games added, 0 already present" in said(capsys, "import", text, "--store", address)
    assert "0 games added, 3 already present" in said(capsys, "import", first, "--store", address)
    assert said(capsys, "check", first, "--against", address).endswith(f"{answer} contains the same.\n")
    assert said(capsys, "check", "--store", address) == f"{answer}{BY}: 2 games with 7 events, intact.\n"
    assert "2 games with 7 events" in said(capsys, "backup", copy, "--store", address)
    assert said(capsys, "check", copy, "--against", text).endswith(f"{text} contains the same.\n")
    assert "3 games added" in said(capsys, "import", address, "--data", second)
    assert compare(second / "games.db", first) == ()
    assert said(capsys, "check", text) == f"{text}{BY}: 2 games with 7 events, intact.\n"
    assert (copy.stat().st_mode & 0o777, text.stat().st_mode & 0o777) == (0o600, 0o600)
    assert {each.name for each in tmp_path.iterdir()} == {"data", "again", "games.jsonl", "copy.db"}


@pytest.mark.slow
def test_a_copy_is_put_back_into_postgresql_and_what_was_there_is_kept(
    tmp_path: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(address)
    copy = tmp_path / "copy.db"
    said(capsys, "backup", copy, "--store", address)
    store = Store(address)
    store.games.append("two", (StoredEvent(version=1, body="later"),))
    store.close()
    assert "the game two differs: the number of events differs (1 and 0)" in said(
        capsys, "check", "--store", address, "--against", copy, code=1
    )
    with DatabaseLock(address):
        assert "already running" in said(capsys, "restore", copy, "--store", address, code=1)
    back = said(capsys, "restore", copy, "--store", address)
    assert "2 games with 7 events restored" in back
    assert "is now the schema carrom_2" in back
    assert compare(copy, address) == ()
    with server().line(server().last) as line:
        schemas = [name for (name,) in line.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'carrom%'")]
        stored = next(name for name in schemas if name != "carrom")
        assert line.execute(f"SELECT body FROM {stored}.event WHERE game = 'two'").fetchall() == [("later",)]
    assert len(schemas) == 2


def test_a_damaged_copy_is_not_put_back_into_postgresql(tmp_path: Path, address: str) -> None:
    filled(tmp_path / "games.db")
    with sqlite3.connect(tmp_path / "games.db") as db:
        db.execute("UPDATE event SET body = 'z' WHERE version = 2")
    db.close()
    with pytest.raises(StoreError, match=r"is damaged .*nothing was changed"):
        put_back(tmp_path / "games.db", address)
    with pytest.raises(StoreError, match="contains no data of carrom"):
        compare(tmp_path / "games.db", address)


def test_damaged_and_other_games_are_left_out_and_said(
    tmp_path: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(tmp_path / "a" / "games.db")
    filled(tmp_path / "b" / "games.db")
    store = Store(tmp_path / "b" / "games.db")
    store.games.append("two", (StoredEvent(version=1, body="here"),))
    store.close()
    with sqlite3.connect(tmp_path / "b" / "games.db") as db:
        db.execute("UPDATE event SET body = 'z' WHERE game = 'one' AND version = 2")
    db.close()
    out = said(capsys, "import", tmp_path / "b" / "games.db", "--data", tmp_path / "a", code=1)
    assert "carrom data: the game one is damaged: event 2 is not as it was written\n" in out
    assert "the game two exists already, but the number of events differs (0 and 1)\n" in out
    text = tmp_path / "b.jsonl"
    assert "the game one is damaged" in said(capsys, "export", text, "--data", tmp_path / "b", code=1)
    assert import_from(text, address)[0] == 2, "the two that are whole"


def test_every_changed_or_missing_byte_of_an_export_is_noticed(tmp_path: Path) -> None:
    filled(tmp_path / "games.db")
    text, bad = tmp_path / "games.jsonl", tmp_path / "bad.jsonl"
    export_to(tmp_path / "games.db", text)
    whole = text.read_bytes()
    assert len(list(lines(text))) == 3
    for place in (*range(0, len(whole), 23), len(whole) - 1):
        for content in (whole[:place], whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]):
            bad.write_bytes(content)
            with pytest.raises(StoreError):
                list(lines(bad))
    for content in (b"my diary", b"", whole + b"{}\n", b'{"carrom":"data","format":9}\n'):
        bad.write_bytes(content)
        with pytest.raises(StoreError, match=r"not an export|is missing|continues|Install a newer"):
            transfer.check(bad)
    with pytest.raises(StoreError, match="already exists"):
        export_to(tmp_path / "games.db", text)


@pytest.mark.slow
def test_what_follows_from_events_is_made_anew_and_nothing_else_is_believed(
    tmp_path: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first = tmp_path / "games.db"
    game, tie = asyncio.run(played(first))
    import_from(first, address)
    for place in (first, address):
        store = Store(place)
        before = store.database.view(lambda ask: written(ask, GAMES, game))
        store.games.begin("sound", "nonce-sound", "{}", EVENTS)
        store.close()
        assert rebuilt(place) == ((), ())
        for damage in (
            f"UPDATE event SET hash = {_bytes(place, '00')} WHERE game = '{game}' AND version = 2",
            f"UPDATE game SET version = 1 WHERE id = '{game}'",
            f"UPDATE game SET head = {_bytes(place, '00')} WHERE id = '{game}'",
            f"UPDATE game SET ended = 7 WHERE id = '{game}'",
        ):
            _do(place, damage)
            mended, damaged = rebuilt(place)
            assert (len(mended), damaged) == (1, ()), damage
            store = Store(place)
            assert store.database.view(lambda ask: written(ask, GAMES, game)) == before
            store.close()
        for damage in (
            "UPDATE event SET body = 'z' WHERE game = 'sound' AND version = 2",
            f"UPDATE tie SET setting = '[]' WHERE id = '{tie}'",
        ):
            _do(place, damage)
        where = ("--data", place.parent) if isinstance(place, Path) else ("--store", place)
        out = said(capsys, "rebuild", *where, code=1)
        assert "0 games repaired, 2 damaged" in out
        assert "the game sound is damaged: event 2" in out
        assert f"the tie {tie} is damaged: its row" in out


def _bytes(place: Path | str, digits: str) -> str:
    return f"X'{digits}'" if isinstance(place, Path) else f"'\\x{digits}'"


def _do(place: Path | str, statement: str) -> None:
    """Damage a database by running a statement in it."""
    if isinstance(place, Path):
        with sqlite3.connect(place) as db:
            db.execute(statement)
        db.close()
    else:
        with server().line(server().last) as line:
            line.execute(f"SET search_path TO carrom; {statement}".encode())


@pytest.mark.slow
def test_every_table_that_there_is_goes_with_every_way_of_moving(tmp_path: Path, address: str) -> None:
    first = tmp_path / "data" / "games.db"
    filled(first)
    tables = _filled_beside(first)
    ways = {"backup": tmp_path / "copy.db", "export": tmp_path / "copy.jsonl", "restore": tmp_path / "put" / "games.db"}
    transfer.back_up(first, ways["backup"])
    ways["restore"].parent.mkdir()
    export_to(first, ways["export"])
    put_back(ways["backup"], ways["restore"])
    ways["import"] = tmp_path / "import" / "games.db"
    assert import_from(ways["export"], ways["import"])[2] == ()
    put_back(ways["backup"], address)
    for way, place in {**ways, "PostgreSQL": address}.items():
        assert compare(first, place) == (), way
    assert transfer.check(ways["restore"]).damage == ()
    with sqlite3.connect(ways["restore"]) as db:
        for table in tables:
            assert db.execute(f"SELECT count(*) FROM {table}").fetchone() != (0,), table
    db.close()


def _filled_beside(file: Path) -> list[str]:
    """Put one row into each empty table that is part of copies; return the names of all such tables."""
    store = Store(file)
    store.sheets.begin("sheet", "nonce-sheet", "{}", EVENTS, (StoredSeat(seat="umpire", name="", hash="h"),))
    store.close()
    with sqlite3.connect(file) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        tables = [name for name in names if name not in (*PASSING, "program")]
        for table in tables:
            if db.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,):
                columns = db.execute(f"PRAGMA table_info({table})").fetchall()
                cells = tuple("x" if kind == "TEXT" else 7 for _, _, kind, *_ in columns)
                db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(cells))})", cells)
    db.close()
    return tables
