"""Data folders written by every older version: they open with all their data, and games continue."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from agreed import KEY

from carrom import protocol
from carrom.board.stroke import Stroke
from carrom.errors import StoreError
from carrom.server.common.rate_limit import ServerLimits
from carrom.server.live_games.registry import GameRegistry
from carrom.server.maintenance.backup import check
from carrom.storage.migrations import COVERED, MIGRATIONS, _cover
from carrom.storage.sqlite import Sqlite
from carrom.storage.store import Store

from .serving import SOURCE
from .teams import FIRST, Hall

HERE = Path(__file__).parent
OLD = {
    "data-0.1.0": 1,
    "data-shape-2": 2,
    "data-0.2.0": 3,
    "data-shape-4": 4,
    "data-shape-11": 11,
    "data-0.3.0": 14,
}
"""The stored folders, each written by the version in its name, and their schema numbers."""
BETWEEN = (5, 6, 7, 8, 9, 10, 12, 13)
"""Schema numbers without a stored folder: they only add tables, or were never released."""
EVENTS = {"event": "game", "tie_event": "tie", "scoresheet_line": "scoresheet"}
"""The event tables, and the column that holds the owner's ID."""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_there_is_a_folder_of_every_older_shape() -> None:
    assert sorted([*OLD.values(), *BETWEEN]) == list(range(1, max(OLD.values()) + 1))
    assert len(MIGRATIONS) - max(OLD.values()) <= 3, "store a folder of the shape before the newest"


@pytest.mark.parametrize("folder", OLD)
def test_an_old_folder_opens_and_no_event_of_it_is_another(folder: str, tmp_path: Path) -> None:
    shutil.copytree(HERE / folder, tmp_path / "data")
    path = tmp_path / "data" / "games.db"
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (OLD[folder],)
        before = db.execute("SELECT game, version, nonce, at, body FROM event ORDER BY game, version").fetchall()
    db.close()
    Store(path).close()
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        after = db.execute("SELECT game, version, nonce, at, body FROM event ORDER BY game, version").fetchall()
    db.close()
    assert after == before
    assert len(before) >= 1
    assert check(path).damage == ()


@pytest.mark.anyio
@pytest.mark.parametrize("folder", ["data-0.2.0", "data-shape-4", "data-shape-11", "data-0.3.0"])
async def test_a_game_and_a_tie_of_an_older_version_go_on(folder: str, tmp_path: Path) -> None:
    shutil.copytree(HERE / folder, tmp_path / "data")
    kept = json.loads((tmp_path / "data" / "kept.json").read_text())
    hall = Hall(store := Store(tmp_path / "data" / "games.db"))
    assert (await hall.come(kept["tie"], key=FIRST)).tie.yours == ("A", "B")
    lobby = GameRegistry(store, ServerLimits(), Random(1), lambda: 1_800_000_000_000)
    chair = await lobby.resume(protocol.Resume(game=kept["game"], key=KEY))
    room = chair.table.room
    assert room.version == kept["version"]
    assert room.to_act is not None
    stroke = protocol.Strike(nonce="t" * 16, version=room.version, seat=room.to_act, stroke=Stroke(0, 0, 300_000))
    accepted = await chair.table.submit(stroke, frozenset(chair.yours))
    assert accepted.version == kept["version"] + 1
    await lobby.close()
    store.close()


def rows_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return every row of the event tables: games, ties and score sheets."""
    db = sqlite3.connect(path)
    columns = "version, nonce, at, body, hash, told, heard, since"
    found = {
        table: db.execute(f"SELECT {column}, {columns} FROM {table} ORDER BY {column}, version").fetchall()
        for table, column in EVENTS.items()
    }
    db.close()
    return found


def has_rowid(path: Path, table: str) -> bool:
    db = sqlite3.connect(path)
    (text,) = db.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    db.close()
    return "WITHOUT ROWID" not in text


def test_events_come_into_tables_with_rowids_with_every_cell_and_keep_their_keys(tmp_path: Path) -> None:
    shutil.copytree(HERE / "data-shape-11", tmp_path / "data")
    path = tmp_path / "data" / "games.db"
    before = rows_of(path)
    assert all(before[table] for table in ("event", "scoresheet_line"))
    assert not any(has_rowid(path, table) for table in EVENTS)
    Store(path).close()
    assert rows_of(path) == before
    assert all(has_rowid(path, table) for table in EVENTS)
    db = sqlite3.connect(path)
    for table, column in EVENTS.items():
        keys = db.execute(f"SELECT name FROM pragma_index_list('{table}') WHERE \"unique\"").fetchall()
        unique = {tuple(c for (c,) in db.execute("SELECT name FROM pragma_index_info(?)", key)) for key in keys}
        assert unique == {(column, "version"), (column, "nonce")}
        assert db.execute(f"SELECT \"table\" FROM pragma_foreign_key_list('{table}')").fetchall() == [(column,)]
    db.close()


DIES = """
import os, signal, sys
from carrom.storage import migrations, sqlite

at, begin = sys.argv[2], migrations.migrate

def migrate(db, *words):
    def look(statement):
        if at in statement:
            os.kill(os.getpid(), signal.SIGKILL)
    db.set_trace_callback(look)
    begin(db, *words)

sqlite.migrate = migrate
sqlite.Sqlite(sys.argv[1])
"""


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("at", ["INSERT INTO event_rows", "DROP TABLE event", "DROP TABLE scoresheet_line", "COMMIT"])
def test_a_migration_that_is_killed_leaves_the_old_shape_and_is_done_at_the_next_start(at: str, tmp_path: Path) -> None:
    shutil.copytree(HERE / "data-shape-11", tmp_path / "data")
    path = tmp_path / "data" / "games.db"
    before = rows_of(path)
    env = {**os.environ, "PYTHONPATH": str(SOURCE)}
    assert subprocess.run([sys.executable, "-c", DIES, str(path), at], env=env).returncode == -signal.SIGKILL
    assert rows_of(path) == before
    assert not has_rowid(path, "event")
    Store(path).close()
    assert rows_of(path) == before
    assert has_rowid(path, "event")
    assert check(path).damage == ()


def covering(path: Path) -> set[str]:
    db = sqlite3.connect(path)
    found = db.execute("SELECT tbl_name FROM sqlite_schema WHERE type = 'index' AND name = tbl_name || '_cells'")
    tables = {name for (name,) in found}
    db.close()
    return tables


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("at", ["CREATE TABLE program", "CREATE INDEX account_cells", "CREATE INDEX job_cells"])
def test_covering_indexes_that_are_killed_halfway_are_made_at_the_next_start(at: str, tmp_path: Path) -> None:
    shutil.copytree(HERE / "data-shape-11", tmp_path / "data")
    path = tmp_path / "data" / "games.db"
    env = {**os.environ, "PYTHONPATH": str(SOURCE)}
    assert subprocess.run([sys.executable, "-c", DIES, str(path), at], env=env).returncode == -signal.SIGKILL
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone() == (MIGRATIONS.index(_cover),)
    assert db.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'program'").fetchone() == (0,)
    db.close()
    assert covering(path) == set()
    Store(path).close()
    assert covering(path) == set(COVERED)
    assert check(path).damage == ()


def test_a_disk_that_is_full_in_a_migration_is_one_sentence_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(HERE / "data-shape-11", tmp_path / "data")
    path = tmp_path / "data" / "games.db"
    before, connected = rows_of(path), Sqlite._connected

    def small(self: Sqlite) -> sqlite3.Connection:
        found = connected(self)
        (pages,) = found.execute("PRAGMA page_count").fetchone()
        found.execute(f"PRAGMA max_page_count = {pages + 2}")
        return found

    with monkeypatch.context() as full:
        full.setattr(Sqlite, "_connected", small)
        with pytest.raises(StoreError, match="Nothing was changed; free space on its disk"):
            Store(path)
    assert rows_of(path) == before
    Store(path).close()
    assert has_rowid(path, "event")
