"""Backup of the stored games while the server runs: create, check and restore.

A backup is a consistent snapshot of the database. It is written under a temporary name, checked, synced and renamed.
"""

import hashlib
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from carrom.errors import StoreError
from carrom.server.ops.integrity import IntegrityReport
from carrom.storage.database import GAMES, PASSING, SHEETS, TIES, TOURNAMENTS, TableKind
from carrom.storage.hash_chain import ChainRow, fault
from carrom.storage.location import DATABASE as DATABASE
from carrom.storage.location import SHEETS_FOLDER as FOLDER
from carrom.storage.schema import APPLICATION, SCHEMA_VERSION, other_version
from carrom.storage.sqlite import Sqlite, program_of, to_read

# -- files written under a temporary name, synced, then renamed --------------------------------------------------------


@contextmanager
def new_file(path: Path) -> Iterator[Sqlite]:
    """Create a database file for a copy: it is checked, synced and renamed to `path` when the block succeeds.

    Raises `StoreError` if `path` exists or cannot be written; nothing is left behind then.
    """
    must_be_new(path)
    part = part_of(path)
    try:
        database = Sqlite(part)
        try:
            database.db.execute("PRAGMA synchronous = OFF")
            yield database
            database.db.execute("PRAGMA journal_mode = DELETE")  # so that readers create no files beside it
        finally:
            database.close()
        settle(part, path)
    except OSError as error:
        raise StoreError(f"The copy {path} cannot be created: {error}; choose a disk with room for it.") from error
    finally:
        for ending in ("", "-wal", "-shm"):
            with suppress(OSError):
                part.with_name(part.name + ending).unlink()


@contextmanager
def new_text(path: Path) -> Iterator[BinaryIO]:
    """Create a file in the same way."""
    must_be_new(path)
    part = part_of(path)
    try:
        with open(part, "wb") as file:
            yield file
        settle(part, path)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error}; choose a disk with room for it.") from error
    finally:
        with suppress(OSError):
            part.unlink()


def must_be_new(copy: Path) -> None:
    if copy.exists() or copy.is_symlink():
        raise StoreError(f"{copy} already exists and was not changed; choose another file name.")
    if not copy.parent.is_dir():
        raise StoreError(f"The folder {copy.parent} for the copy does not exist.")


def part_of(path: Path) -> Path:
    """Create an empty temporary file beside `path`, readable by its owner only, and return its path."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), 0o600))
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}.") from error
    return part


def unused_name(path: Path) -> Path:
    """Return a path that does not exist, made by adding the current time to a name."""
    stamped = path.with_name(f"{path.name}.{time.strftime('%Y%m%dT%H%M%S')}")
    names = (stamped.with_name(f"{stamped.name}{f'-{number}' if number else ''}") for number in range(1000))
    return next(name for name in names if not name.exists())


def settle(part: Path, path: Path) -> None:
    """Sync a temporary file to disk, and rename it to `path`."""
    with open(part, "r+b") as file:
        os.fsync(file.fileno())
    part.rename(path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


# -- score sheets of umpires -------------------------------------------------------------------------------------------


_KEPT = (".carrom", ".keys")
"""The files of a sheet: its text, and the hashes of its keys."""
_TABLE = """CREATE TABLE sheet (
    name TEXT PRIMARY KEY, content BLOB NOT NULL, hash BLOB NOT NULL
) STRICT, WITHOUT ROWID"""


def pack(part: Path, folder: Path) -> None:
    """Add the sheets of a folder to a copy. A line that is partly written is cut off when the sheet is opened again.

    Raises `OSError` or `sqlite3.Error`.
    """
    paths = [path for path in sorted(folder.glob("*")) if path.suffix in _KEPT] if folder.is_dir() else []
    # the keys of a sheet are written before its first line, so reading them last finds them
    rows = [(path.name, path.read_bytes()) for path in sorted(paths, key=lambda path: path.suffix)]
    with closing(sqlite3.connect(part, isolation_level=None)) as db:
        db.execute("DROP TABLE IF EXISTS sheet")
        db.execute(_TABLE)
        db.execute("BEGIN IMMEDIATE")
        hashed = [(name, content, hashlib.sha256(content).digest()) for name, content in rows]
        db.executemany("INSERT INTO sheet VALUES (?, ?, ?)", hashed)
        db.execute("COMMIT")


def drop(part: Path) -> None:
    """Remove the sheets from a copy that becomes a database again."""
    with closing(sqlite3.connect(part, isolation_level=None)) as db:
        db.execute("DROP TABLE IF EXISTS sheet")


def sheets_in(copy: Path) -> dict[str, bytes] | None:
    """Return the files of the sheets in a copy by name, or None if it was made without them.

    Raises `StoreError` if one is damaged.
    """
    with closing(sqlite3.connect(to_read(copy), uri=True)) as db:
        try:
            if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'sheet'").fetchone():
                return None
            rows = db.execute("SELECT name, content, hash FROM sheet ORDER BY name").fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"The sheets in {copy} cannot be read: {error}.") from error
    for name, content, hash in rows:
        if hashlib.sha256(content).digest() != hash or Path(name).name != name or not name.endswith(_KEPT):
            raise StoreError(f"The sheet {name!r:.60} in {copy.name} is damaged: its hash does not match.")
    return {name: content for name, content, _ in rows}


def put_back(copy: Path, folder: Path) -> Path | None:
    """Restore the sheets of a copy as a folder; return the new name of a folder that was replaced, or None.

    A copy without sheets changes nothing. Raises `StoreError`.
    """
    found = sheets_in(copy)
    if found is None or (not found and not folder.exists()):
        return None
    part = folder.with_name(f"{folder.name}.{os.getpid()}.part")
    try:
        part.mkdir(mode=0o700, parents=True)
        for name, content in found.items():
            with open(os.open(part / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        replaced = None
        if folder.exists():
            replaced = unused_name(folder)
            folder.rename(replaced)
        part.rename(folder)
    except OSError as error:
        with suppress(OSError):
            for path in part.glob("*"):
                path.unlink()
            part.rmdir()
        raise StoreError(f"The sheets cannot be restored into {folder}: {error}.") from error
    return replaced


# -- create, check and restore -----------------------------------------------------------------------------------------


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
            sheets_in(path)
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
            pack(part, sheets)
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
    sheets_in(copy)
    path = folder / DATABASE
    part = part_of(path)
    try:
        with _reading(copy) as db:
            db.execute("VACUUM INTO ?", (str(part),))
        _without_passing(part)
        drop(part)
        replaced = _renamed_away(path)
        settle(part, path)
        put_back(copy, folder / FOLDER)
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
