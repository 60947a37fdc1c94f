"""PostgreSQL behind the store: addresses, errors in one sentence, and a database that is unreachable for a while."""

import logging
import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from agreed import KEY, WATCH, new_game

from carrom import protocol
from carrom.board.stroke import Stroke
from carrom.errors import CommitUncertain, SetupError, StoreError
from carrom.server.common import ServerLimits
from carrom.server.ops.transfer import check
from carrom.server.play.registry import GameRegistry
from carrom.storage import postgres
from carrom.storage.database import StoredEvent
from carrom.storage.location import address, stored_at, told
from carrom.storage.locks import AlreadyRunning, DatabaseLock
from carrom.storage.postgres import Postgres
from carrom.storage.store import Store
from carrom.tables.room import Room
from carrom.version import __version__

from .postgresql import Server, server
from .serving import SOURCE, Carrom, begun, page, struck

HERE = "postgresql://asha:sesame-street@"


@pytest.fixture
def running() -> Iterator[Server]:
    found = server()
    yield found
    found.start_if_stopped()


@pytest.fixture
def at(running: Server) -> str:
    return running.database()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_the_address_is_what_was_asked_then_the_folder_then_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CARROM_STORE", "postgresql://from/environment")
    monkeypatch.setenv("CARROM_DATA", str(tmp_path))
    assert stored_at("postgres://asked/for", str(tmp_path)) == "postgres://asked/for"
    assert stored_at(None, str(tmp_path / "asked")) == tmp_path / "asked" / "games.db"
    assert stored_at(None, None) == "postgresql://from/environment"
    monkeypatch.delenv("CARROM_STORE")
    assert stored_at(None, None) == tmp_path / "games.db"
    assert told(HERE + "db.example.org:5432/games?sslmode=require") == "postgresql://db.example.org:5432/games"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("mysql://asha:sesame-street@db/games", "'mysql' databases are not supported"),
        ("/var/lib/carrom", "The address of the database is not valid; expected postgresql://"),
        ("asha:sesame-street@db/games", "The address of the database is not valid"),
        (HERE + "db:port/games", "cannot be read"),
        (HERE + "db/games?no=option", "cannot be read by PostgreSQL"),
        (HERE + "127.0.0.1:1/games", "cannot be reached.*refused.*check --store"),
        (HERE + "no-such-host.invalid/games", "cannot be reached"),
    ],
)
def test_a_wrong_address_is_one_sentence_without_its_password(said: str, expected: str) -> None:
    with pytest.raises((SetupError, StoreError), match=expected) as refusal:
        Store(address(said))
    assert "sesame" not in str(refusal.value)


def test_without_psycopg_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carrom.storage.location.find_spec", lambda name: None)
    with pytest.raises(SetupError, match=r"pip install 'carrom\[postgresql\]'"):
        Store(HERE + "db/games")


def test_a_store_in_a_file_loads_nothing_of_it() -> None:
    speakers = {"postgres", "postgres_lines", "postgres_shapes"}
    for path in (SOURCE / "carrom" / "server").glob("*.py"):
        loaded = re.findall(r"^(?:from|import) (\S+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        if path.stem not in speakers:
            assert not {name for name in loaded if name.split(".")[0] == "psycopg" or name.split(".")[-1] in speakers}


def test_a_database_of_a_newer_program_is_refused_and_one_who_has_it_open_goes_on(running: Server, at: str) -> None:
    older = Store(at)
    older.games.begin("game", "nonce", "{}", (StoredEvent(version=1, body="x"),))
    with running.line(running.last) as line:
        line.execute("UPDATE carrom.shape SET number = 99")
        line.execute("UPDATE carrom.program SET version = '9.0.1'")
    versions = r"\(schema version 99, this program supports \d+\)"
    text = rf"was written by carrom 9\.0\.1, which is newer than this {__version__} {versions}"
    with pytest.raises(StoreError, match=text):
        Store(at)
    with running.line(running.last) as line:
        line.execute("DROP TABLE carrom.program")
    with pytest.raises(StoreError, match=f"was written by a newer carrom {versions}"):
        Store(at)
    older.games.append("game", (StoredEvent(version=2, body="y"),))
    found = older.games.load("game")
    assert found is not None
    assert [event.body for event in found.events] == ["x", "y"]
    older.close()
    with running.line(running.last) as line:
        line.execute("DELETE FROM carrom.shape")
    with pytest.raises(StoreError, match="is damaged: its schema version is None"):
        Store(at)


def test_a_database_states_the_version_of_the_program_that_last_opened_it(running: Server, at: str) -> None:
    Store(at).close()
    with running.line(running.last) as line:
        line.execute("UPDATE carrom.program SET version = '0.1.7'")
    assert check(at).program == "0.1.7"
    Store(at).close()
    assert check(at).program == __version__


def test_servers_that_start_together_create_the_tables_once(
    running: Server, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = postgres.statements()
    with monkeypatch.context() as broken:
        broken.setattr(postgres, "statements", lambda: f"{made} CREATE TABLE shape (number int);")
        with pytest.raises(StoreError, match=r"cannot be prepared.*nothing was changed"):
            Store(at)
    opened: list[Store] = []
    threads = [threading.Thread(target=lambda: opened.append(Store(at))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 4
    opened[0].games.begin("game", "nonce", "{}", (StoredEvent(version=1, body="x"),))
    assert all(each.games.load("game") is not None for each in opened)
    for each in opened:
        each.close()


def test_a_database_of_an_older_program_is_refused(running: Server, at: str) -> None:
    Store(at).close()
    with running.line(running.last) as line:
        line.execute("UPDATE carrom.shape SET number = 17")
        line.execute("UPDATE carrom.program SET version = '0.1.7'")
    text = rf"was written by carrom 0\.1\.7, which is older than this {__version__} \(schema version 17, this program"
    with pytest.raises(StoreError, match=text):
        Store(at)
    with running.line(running.last) as line:
        line.execute("DROP TABLE carrom.program")
    with pytest.raises(StoreError, match="was written by an older carrom"):
        Store(at)


def test_another_programs_tables_and_a_missing_right_are_said(running: Server, at: str) -> None:
    with running.line(running.last) as line:
        line.execute("CREATE SCHEMA carrom; CREATE TABLE carrom.recipe (name text)")
    with pytest.raises(StoreError, match="contains tables of another program"):
        Store(at)
    other = running.database()
    with running.line(running.last) as line:
        line.execute("DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN")
        line.execute(f"REVOKE CREATE ON DATABASE {running.last} FROM public")
    with pytest.raises(StoreError, match="GRANT CREATE ON DATABASE"):
        Store(other.replace("carrom@", "guest@"))


def test_a_database_that_was_encoded_otherwise_is_refused(running: Server) -> None:
    with running.line("postgres") as line:
        line.execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
    with pytest.raises(StoreError, match="has the encoding LATIN1"):
        Store(running.address("latin"))


def test_a_full_disk_is_one_sentence_and_nothing_is_changed(running: Server, at: str) -> None:
    store = Store(at)
    store.games.begin("game", "nonce", "{}", (StoredEvent(version=1, body="x"),))
    with running.line(running.last) as line:
        line.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION USING "
            "ERRCODE = 'disk_full', MESSAGE = 'could not extend file: No space left on device'; END $$;"
            "CREATE TRIGGER full_disk BEFORE INSERT ON carrom.event EXECUTE FUNCTION full_disk()"
        )
    with pytest.raises(StoreError, match=r"cannot be used: could not extend file: No space left on device\.$") as fault:
        store.games.append("game", (StoredEvent(version=2, body="y"),))
    assert not isinstance(fault.value, CommitUncertain)
    with running.line(running.last) as line:
        line.execute("DROP TRIGGER full_disk ON carrom.event")
    store.games.append("game", (StoredEvent(version=2, body="y"),))
    found = store.games.load("game")
    assert found is not None
    assert [event.body for event in found.events] == ["x", "y"]
    store.close()


def test_sessions_that_are_cut_cost_nothing(running: Server, at: str) -> None:
    store = Store(at)
    store.games.begin("game", "nonce", "{}")
    done = threading.Event()

    def write() -> None:
        for version in range(1, 61):
            store.games.append("game", (StoredEvent(version=version, body=f"{version}", nonce=f"n{version}"),))
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    cuts = 0
    for _ in range(6):
        cuts += running.cut(running.last)
        time.sleep(0.05)
    writer.join()
    assert done.is_set()
    assert cuts > 0
    found = store.games.load("game")
    assert found is not None
    assert [event.body for event in found.events] == [str(each) for each in range(1, 61)]
    store.close()


@pytest.mark.slow
def test_a_database_that_is_away_is_waited_for_and_then_said_to_be_away(
    running: Server, at: str, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(Postgres(at, patience=0.3))
    store.games.begin("game", "nonce", "{}", (StoredEvent(version=1, body="x"),))
    running.stop()
    with (
        caplog.at_level(logging.WARNING),
        pytest.raises(StoreError, match=r"has been unreachable for \d+ seconds; the game is"),
    ):
        store.games.load("game")
    with pytest.raises(StoreError, match="has been unreachable"):
        store.games.append("game", (StoredEvent(version=2, body="y"),))
    running.start()
    store.games.append("game", (StoredEvent(version=2, body="y"),))
    said = [record.message for record in caplog.records]
    about = store.database.told  # type: ignore[attr-defined]
    assert sum(f"{about} is unreachable" in each for each in said) == 1, "once, however many commands came"
    assert "carrom@" not in " ".join(said)
    store.close()


@pytest.mark.slow
@pytest.mark.anyio
async def test_players_are_told_that_the_database_is_away_and_go_on_when_it_is_back(
    running: Server, at: str, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(Postgres(at, patience=0.2))
    registry = GameRegistry(store, ServerLimits(), Random(1), lambda: 1_800_000_000_000)
    chair = await registry.begin(new_game())
    room = chair.table.room
    assert room.to_act is not None
    stroke = protocol.Strike(nonce="s" * 16, version=room.version, seat=room.to_act, stroke=Stroke(0, 0, 300_000))
    running.stop()
    before = room.version
    with pytest.raises(StoreError, match=r"has been unreachable for \d+ seconds; the game is safe and continues"):
        await chair.table.submit(stroke, frozenset(chair.yours))
    assert room.version == before, "nobody has seen what was not stored"
    watching = await registry.resume(protocol.Resume(game=room.name, key=None, watch=WATCH))
    assert watching.table is chair.table, "who comes to look on, looks on"
    running.start()
    accepted = await chair.table.submit(stroke, frozenset(chair.yours))
    assert accepted.version == before + 1
    found = store.games.load(room.name)
    assert found is not None
    assert len(found.events) == before + 1
    again = await registry.resume(protocol.Resume(game=room.name, key=KEY))
    assert again.table is chair.table
    said = [record.getMessage() for record in caplog.records if record.name == "carrom.server"]
    assert [sum(word in each for each in said) for word in ("is unreachable", "is reachable again")] == [1, 1], said
    await registry.close()
    store.close()


def test_a_second_server_is_refused_until_the_first_has_gone(at: str) -> None:
    with DatabaseLock(at) as first:
        first.answers_at("http://192.0.2.1:8137/")
        with pytest.raises(AlreadyRunning, match=r"already running at http://192\.0\.2\.1:8137/ .* with --store"):
            DatabaseLock(at)
    DatabaseLock(at).close()


@pytest.mark.slow
def test_a_server_on_postgresql_that_is_killed_in_mid_game_keeps_the_stroke(at: str, tmp_path: Path) -> None:
    running = Carrom(page(tmp_path / "static"), tmp_path / "data", command=("serve", "--store", at))
    with running.line() as line:
        joined, snapshot = begun(line)
        played = struck(line, snapshot.version, snapshot.state)
        with pytest.raises(AlreadyRunning, match=f"already running at {running.address}"):
            DatabaseLock(at)
        running.kill()
    store = Store(at)
    found = store.games.load(joined.game)
    assert found is not None
    room = Room.restored(found, Random(1), 1_800_000_000_000)
    snapshot = protocol.decode_server(room.snapshot(1_800_000_000_000))
    assert snapshot.state == played.state
    store.close()
    DatabaseLock(at).close()
    assert not (tmp_path / "data").exists(), "no folder is needed"


def test_a_database_that_has_become_a_followers_is_left_for_the_one_that_leads(running: Server, at: str) -> None:
    store = Store(Postgres(at, patience=0.3))
    store.games.begin("game", "nonce", "{}", (StoredEvent(version=1, body="x"),))
    with running.line("postgres") as line:
        line.execute(f"ALTER DATABASE {running.last} SET default_transaction_read_only = on")
    running.cut(running.last)
    with pytest.raises(StoreError, match="has been unreachable"):
        store.games.append("game", (StoredEvent(version=2, body="y"),))
    with running.line("postgres") as line:
        line.execute(f"ALTER DATABASE {running.last} RESET default_transaction_read_only")
    store.games.append("game", (StoredEvent(version=2, body="y"),))
    found = store.games.load("game")
    assert found is not None
    assert len(found.events) == 2, "on a new connection: those to the follower were dropped"
    store.close()


def test_tables_that_are_gone_are_one_sentence(running: Server, at: str) -> None:
    store = Store(at)
    with running.line(running.last) as line:
        line.execute("DROP SCHEMA carrom CASCADE")
    with pytest.raises(StoreError, match='cannot be used: relation "game" does not exist'):
        store.games.load("game")
    store.close()


def test_a_database_that_hangs_is_cut_and_the_stroke_is_found_or_done_once(running: Server, at: str) -> None:
    store = Store(Postgres(at, patience=1, hung=0.5))
    store.games.begin("game", "nonce", "{}", (StoredEvent(version=1, body="x"),))
    stopped = running.send_one(running.last, signal.SIGSTOP)
    assert stopped is not None
    try:
        store.games.append("game", (StoredEvent(version=2, body="y"),))
        found = store.games.load("game")
        assert found is not None
        assert [event.body for event in found.events] == ["x", "y"], "on another connection, at once"
    finally:
        os.kill(stopped, signal.SIGCONT)
    again = store.games.load("game")
    assert again == found
    store.close()


def test_a_claim_that_is_given_back_can_be_had_at_once(at: str) -> None:
    for _ in range(10):
        with DatabaseLock(at):
            pass
        with DatabaseLock(at, shared=True), DatabaseLock(at, shared=True):
            pass


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Windows cannot be told to end")
def test_a_server_without_a_key_for_checkpoints_says_so_once_and_writes_no_file(
    at: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").mkdir()
    static = page(tmp_path / "static")
    for key, times in (("", 1), ("k" * 32, 0)):
        monkeypatch.setenv("CARROM_CHECKPOINT_KEY", key)
        running = Carrom(static, tmp_path / "data", 0, "--store", at, command=("serve",))
        _, said = running.told(signal.SIGTERM)
        assert said.count("CARROM_CHECKPOINT_KEY is not set") == times
    assert not (tmp_path / "data" / "checkpoint.key").exists()
