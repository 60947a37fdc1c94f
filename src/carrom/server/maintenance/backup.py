"""Backup of the stored games while the server runs: create, check and restore.

A backup is a consistent snapshot of the database. It is written under a temporary name, checked, synced and renamed.
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from carrom.errors import StoreError
from carrom.server.maintenance import scoresheet_backup
from carrom.server.maintenance.atomic_files import must_be_new, part_of, settle, unused_name
from carrom.server.maintenance.integrity import IntegrityReport
from carrom.storage.database import GAMES, PASSING, SHEETS, TIES, TOURNAMENTS, TableKind
from carrom.storage.hash_chain import ChainRow, fault
from carrom.storage.location import DATABASE as DATABASE
from carrom.storage.location import SHEETS as FOLDER
from carrom.storage.schema import APPLICATION, SCHEMA_VERSION, other_version
from carrom.storage.sqlite import Sqlite, program_of, to_read

_MAGIC = b"SQLite format 3\0"
_SHOWN = 20
"""Maximum number of damaged rows and dangling references that are reported."""


def check(path: Path) -> IntegrityReport:
    """Verify a whole database, even while a server uses it; raises `StoreError` if it cannot be read at all."""
    with _reading(path) as db:
        _check_ours(db, path)
        damage: list[str] = []
        try:
            damage += [f"{path.name}: {line}" for line in torn(db)]
            damage += [
                f"{path.name}: a row of {table} refers to a missing row of {parent}"
                for table, _, parent, _ in db.execute("PRAGMA foreign_key_check").fetchmany(_SHOWN)
            ]
            games, events, damaged = _linked(db, GAMES)
            for kind in (TIES, SHEETS, TOURNAMENTS):
                damaged += _linked(db, kind)[2]
            scoresheet_backup.sheets_in(path)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            return IntegrityReport(games=0, events=0, damage=(*damage, f"{path.name}: {error}"))
        except StoreError as error:
            damaged.append(str(error))
        program = program_of(db)
    return IntegrityReport(games=games, events=events, damage=(*damage, *damaged), program=program)


def torn(db: sqlite3.Connection) -> list[str]:
    """Return one line for each damaged row and each other damage to a table, or one for the file itself."""
    (health,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if health == "ok":
        return []
    lines = []
    for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        quoted = table.replace("'", "''")
        found = [line for (line,) in db.execute(f"PRAGMA integrity_check('{quoted}')").fetchmany(_SHOWN)]
        rows = {line.partition(" missing ")[0]: line for line in reversed(found) if line.startswith("row ")}
        shown = list(reversed(rows.values())) or found[:1]
        lines += [f"the table {table} is damaged ({line})" for line in shown if line != "ok"]
    return lines or [health]


def damage_of(path: Path) -> tuple[str, ...]:
    """Return the lines of `torn` for a database file; raises `StoreError` if it cannot be read."""
    with _reading(path) as db:
        try:
            return tuple(f"{path.name}: {line}" for line in torn(db))
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise StoreError(f"{path} is damaged or is not a database of carrom ({error}).") from error


def backup(path: Path, copy: Path, sheets: Path | None = None) -> IntegrityReport:
    """Back up the database at `path`, even while a server uses it, and return the contents of the backup.

    `sheets` is the folder of score sheets to include. Raises `StoreError` if there is no database, if `copy` exists or
    cannot be written; nothing is left behind then.
    """
    must_be_new(copy)
    part = part_of(copy)
    try:
        with _reading(path) as db:
            _check_ours(db, path)
            db.execute("VACUUM INTO ?", (str(part),))
        _without_passing(part)
        if sheets is not None:
            scoresheet_backup.pack(part, sheets)
        findings = check(part)
        settle(part, copy)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"The copy {copy} cannot be created: {error}; choose a disk with room for it.") from error
    finally:
        with suppress(OSError):
            part.unlink()
    return findings


def restore(copy: Path, folder: Path) -> tuple[IntegrityReport, Path | None]:
    """Restore a backup as the database of `folder` while no server runs; return its contents and the old file's path.

    The previous database stays beside it under another name. Raises `StoreError` if the backup is invalid or damaged.
    """
    findings = _whole(copy)
    scoresheet_backup.sheets_in(copy)
    path = folder / DATABASE
    part = part_of(path)
    try:
        with _reading(copy) as db:
            db.execute("VACUUM INTO ?", (str(part),))
        _without_passing(part)
        scoresheet_backup.drop(part)
        replaced = _renamed_away(path)
        settle(part, path)
        scoresheet_backup.put_back(copy, folder / FOLDER)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"The copy {copy} cannot be restored into {folder}: {error}.") from error
    finally:
        with suppress(OSError):
            part.unlink()
    return findings, replaced


def _without_passing(part: Path) -> None:
    """Empty the tables that backups leave out."""
    with closing(sqlite3.connect(part, isolation_level=None)) as db:
        emptied = [db.execute(f"DELETE FROM {name}").rowcount for name in PASSING]
        if any(emptied):
            db.execute("VACUUM")


def _whole(copy: Path) -> IntegrityReport:
    """Return the contents of a backup; raises `StoreError` if it is invalid or damaged."""
    findings = check(copy)
    if findings.damage:
        raise StoreError(f"The copy {copy} is damaged ({findings.damage[0]}); nothing was changed.")
    return findings


def is_database(path: Path) -> bool:
    """Return whether a file is a database rather than an export."""
    try:
        with open(path, "rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return True  # opening it reports the error


@contextmanager
def snapshot(path: Path) -> Iterator[Sqlite]:
    """Open a temporary copy of a database, even while a server uses the original.

    Raises `StoreError`.
    """
    with tempfile.TemporaryDirectory(prefix="carrom-") as folder:
        part = Path(folder) / path.name
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT, 0o600))
        try:
            with _reading(path) as db:
                _check_ours(db, path)
                db.execute("VACUUM INTO ?", (str(part),))
        except sqlite3.Error as error:
            raise StoreError(f"{path} cannot be copied to be read: {_named(path, part, error)}.") from error
        try:
            database = Sqlite(part)
        except StoreError as error:
            raise StoreError(_named(path, part, error)) from error
        try:
            yield database
        finally:
            database.close()


def _named(path: Path, part: Path, error: Exception) -> str:
    """Return an error message about a copy in terms of the original file."""
    return str(error).replace(str(part), str(path))


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database read-only; raises `StoreError`."""
    if not path.is_file():
        raise StoreError(f"There is no database at {path}; choose another with --data or CARROM_DATA.")
    try:
        db = sqlite3.connect(to_read(path), uri=True, isolation_level=None, timeout=5)
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be read: {error}.") from error
    db.text_factory = _text
    try:
        yield db
    finally:
        db.close()


def can_be_opened(path: Path) -> None:
    """Check that a server can open a database, without changing it; raises `StoreError` like the server."""
    with _reading(path) as db:
        Sqlite.examine(db, path)


def _check_ours(db: sqlite3.Connection, path: Path) -> None:
    """Raise `StoreError` unless a file is a carrom database with this program's schema."""
    try:
        (application,) = db.execute("PRAGMA application_id").fetchone()
        (shape,) = db.execute("PRAGMA user_version").fetchone()
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # fails if the schema is damaged
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise StoreError(f"{path} is damaged or is not a database of carrom ({error}).") from error
    if application != APPLICATION or shape <= 0:
        raise StoreError(f"{path} is not a database of carrom (its schema version is {shape}).")
    if shape != SCHEMA_VERSION:
        raise StoreError(f"{other_version(path, program_of(db), shape)}.")


def _linked(db: sqlite3.Connection, kind: TableKind) -> tuple[int, int, list[str]]:
    """Return the number of games or ties and of their events, and a line for each damaged one."""
    db.execute("BEGIN")
    columns = ", ".join(ChainRow.__struct_fields__)
    linked = f"SELECT version, nonce, body, hash FROM {kind.event} WHERE {kind.word} = ? ORDER BY version"
    rows = db.execute(f"SELECT {columns}, seal FROM {kind.word}").fetchall()
    events, damage = 0, []
    for row in rows:
        found = db.execute(linked, (row[0],)).fetchall()
        events += len(found)
        wrong = fault(ChainRow(*row[:-1]), row[-1], found)
        if wrong is not None:
            damage.append(f"the {kind.word} {row[0]} is damaged: {wrong}")
    db.execute("COMMIT")
    return len(rows), events, damage


def _renamed_away(path: Path) -> Path | None:
    """Rename a database and its side files by adding the current time; return the new path."""
    if not path.exists():
        return None
    with suppress(sqlite3.Error):  # a damaged database keeps its log as a file
        db = sqlite3.connect(path)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.close()
    replaced = unused_name(path)
    for ending in ("-wal", "-shm", ""):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            beside.rename(replaced.with_name(replaced.name + ending))
    return replaced


def _text(content: bytes) -> str:
    return content.decode("utf-8", "surrogateescape")
