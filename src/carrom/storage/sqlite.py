"""The SQLite database of a data folder: created, or opened and checked.

The file stores the program's id (`application_id`) and the schema version (`user_version`). Another schema version,
another program's file or a damaged file is refused with a message and left unchanged.
"""

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import astuple

from carrom.errors import CommitUncertain, Conflict, StoreError
from carrom.storage.database import (
    CHANGING,
    ENTRY,
    ROW,
    SEAT,
    SEATED,
    Ask,
    CorruptPage,
    EventRow,
    Statement,
    StoredLog,
    StoredSeat,
    TableKind,
)
from carrom.storage.event_store import GroupCommit, Work
from carrom.storage.hash_chain import Cell, ChainRow
from carrom.storage.schema import APPLICATION, SCHEMA_VERSION, create, other_version
from carrom.version import __version__

T = TypeVar("T")


_NOW = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
"""Milliseconds since 1970, for every SQLite version included with Python."""


class Sqlite:
    """An open file (`database.Database`). Its methods block, and may be called from any thread."""

    tries = 2

    def __init__(self, path: Path | str, aside: bool = False) -> None:
        """Open or create the database at `path`, or `":memory:"`. Raises `StoreError`.

        With `aside`, reads use a separate connection, so that they do not wait for disk syncs.
        """
        self.path, self.name = str(path), Path(path).name
        self._lock, self._reading = threading.Lock(), threading.Lock()
        self._group = GroupCommit(self._done)
        if self.path != ":memory:":
            _make_folder(Path(path).parent)
            no_link(Path(path), "-wal", "-shm")
            with suppress(OSError):  # SQLite reports the error better
                os.close(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600))
        self.db = self._connected()
        try:
            self._prepare()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            self.db.close()
            if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_FULL:
                raise StoreError(
                    f"{self.path} cannot be created: {error}. Nothing was changed; free space on its disk, and start "
                    "again."
                ) from error
            raise StoreError(f"{_damaged(self.path)} ({error})") from error
        except StoreError:
            self.db.close()
            raise
        self._aside = self._connected() if aside and self.path != ":memory:" else None

    def close(self) -> None:
        """Close the file and write the log into it. Committed data is safe without it."""
        with self._lock, self._reading:
            if self._aside is not None:
                self._aside.close()
            self.db.close()

    def ask(self, question: str, values: tuple[Cell, ...]) -> list[tuple[Any, ...]]:
        """Run a query and return its rows."""
        return self.view(lambda ask: ask(question, values))

    def view(self, work: Callable[[Ask], T]) -> T:
        """Run several queries on one consistent snapshot."""
        if self._aside is None:
            with self.transaction("BEGIN"):
                return work(partial(self._asked, self.db))
        with self._reading:
            try:
                self._aside.execute("BEGIN")
                return work(partial(self._asked, self._aside))
            except sqlite3.Error as error:
                raise StoreError(f"The database {self.name} cannot be used: {error}.") from error
            finally:
                _end_read(self._aside)

    def do(self, statement: str, values: tuple[Cell, ...]) -> list[tuple[Any, ...]]:
        """Run one writing statement atomically and return its rows."""
        with self.transaction("BEGIN IMMEDIATE"):
            return self.db.execute(statement.format(now=_NOW, skip=""), values).fetchall()

    def write(self, *statements: Statement) -> list[tuple[Any, ...]]:
        """Run statements atomically and return the rows of the last one."""
        found: list[tuple[Any, ...]] = []
        with self.transaction("BEGIN IMMEDIATE"):
            for statement, values in statements:
                found = self.db.execute(statement, values).fetchall()
        return found

    def add(self, kind: TableKind, new: StoredLog) -> None:
        """Add a game. Raises `StoreError` if its id or nonce is taken."""
        cells = (*astuple(new.row), new.seal)

        def work() -> bool:
            self.db.execute(f"INSERT INTO {kind.word} ({ROW}, seal) VALUES ({_places(cells)})", cells)
            self._link(kind, new.row.id, new.entries)
            for seat in new.seats:
                self._seat(kind, new.row.id, seat)
            return True

        self._group.do(work)

    def grow(self, kind: TableKind, before: bytes, row: ChainRow, seal: bytes, entries: tuple[EventRow, ...]) -> bool:
        """Replace the row if its seal is `before`, and add events; otherwise change nothing and return False."""
        columns = ", ".join(f"{name} = ?" for name in CHANGING)
        values = (*(getattr(row, name) for name in CHANGING), seal, row.id, before)

        def work() -> bool:
            replaced = f"UPDATE {kind.word} SET {columns}, seal = ? WHERE id = ? AND seal = ?"
            if self.db.execute(replaced, values).rowcount != 1:
                return False
            self._link(kind, row.id, entries)
            return True

        return self._group.do(work)

    def _done(self, works: tuple[Work, ...]) -> list[bool]:
        """Run the writes of several callers in one transaction, with one disk sync."""
        with self.transaction("BEGIN IMMEDIATE"):
            return [work() for work in works]

    def sit(self, kind: TableKind, game: str, seat: StoredSeat) -> None:
        """Assign a seat, unless it is taken."""
        with self.transaction("BEGIN IMMEDIATE"):
            self._seat(kind, game, seat)

    def mend(self, kind: TableKind, whole: StoredLog) -> None:
        """Replace the changeable cells of a game's row, its seal, and the links of its events."""
        row, columns = whole.row, ", ".join(f"{name} = ?" for name in CHANGING)
        values = (*(getattr(row, name) for name in CHANGING), whole.seal, row.id)
        links = [(entry.hash, row.id, entry.version) for entry in whole.entries]
        with self.transaction("BEGIN IMMEDIATE"):
            self.db.execute(f"UPDATE {kind.word} SET {columns}, seal = ? WHERE id = ?", values)
            self.db.executemany(f"UPDATE {kind.event} SET hash = ? WHERE {kind.word} = ? AND version = ?", links)

    def reindex(self) -> None:
        """Rebuild every index."""
        with self.transaction("BEGIN IMMEDIATE"):
            self.db.execute("REINDEX")

    def _connected(self) -> sqlite3.Connection:
        try:
            found = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None, timeout=5)
        except sqlite3.Error as error:
            raise StoreError(f"The database {self.path} cannot be opened: {error}.") from error
        found.text_factory = _text
        return found

    def _asked(self, db: sqlite3.Connection, question: str, values: tuple[Cell, ...]) -> list[tuple[Any, ...]]:
        try:
            return db.execute(question, values).fetchall()
        except UnicodeEncodeError:  # no stored text equals one with lone surrogates
            return []
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_CORRUPT:
                raise
            raise CorruptPage(f"The database {self.name} cannot be used: {error}.") from error

    def _link(self, kind: TableKind, game: str, entries: tuple[EventRow, ...]) -> None:
        rows = [(game, *astuple(entry)) for entry in entries]
        if rows:
            inserted = f"INSERT INTO {kind.event} ({kind.word}, {ENTRY}) VALUES ({_places(rows[0])})"
            self.db.executemany(inserted, rows)

    def _seat(self, kind: TableKind, game: str, seat: StoredSeat) -> None:
        cells = (game, *(getattr(seat, name) for name in SEATED))
        inserted = f"INSERT INTO {kind.seat} ({kind.word}, {SEAT}) VALUES ({_places(cells)}) ON CONFLICT DO NOTHING"
        self.db.execute(inserted, cells)

    @contextmanager
    def transaction(self, begin: str) -> Iterator[None]:
        """Run a block as one transaction, `BEGIN` for reading. Errors of SQLite become `StoreError`."""
        with self._lock:
            try:
                self.db.execute(begin)
                try:
                    yield
                except BaseException:
                    if self.db.in_transaction:
                        self.db.execute("ROLLBACK")
                    raise
            except sqlite3.IntegrityError as error:
                raise Conflict(f"Another server has written to this game in {self.name}: {error}.") from error
            except (sqlite3.Error, UnicodeEncodeError) as error:
                raise StoreError(f"The database {self.name} cannot be used: {error}.") from error
            if begin == "BEGIN":
                _end_read(self.db)
            else:
                self._commit()

    def _commit(self) -> None:
        """Commit. Raises `CommitUncertain` if that fails, because the data may or may not be there after a restart."""
        try:
            self.db.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self.db.execute("ROLLBACK")
            raise CommitUncertain(
                f"The database {self.name} did not confirm whether this was stored ({error}); sending it again is safe."
            ) from error

    def _prepare(self) -> None:
        """Check that the file belongs to this program, is intact and has this schema; create the missing tables."""
        shape = self.examine(self.db, self.path)
        if self.path != ":memory:":
            _restrict_to_owner(self.path)
            self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("PRAGMA synchronous = FULL")
        self.db.execute("PRAGMA foreign_keys = ON")
        if shape == 0:
            create(self.db)
        if program_of(self.db) != __version__:
            self.db.execute("INSERT OR REPLACE INTO program VALUES (1, ?)", (__version__,))

    @staticmethod
    def examine(db: sqlite3.Connection, path: Path | str) -> int:
        """Return the schema version of an open database, 0 if it is empty. Raises `StoreError` for an unusable one."""
        try:
            (application,) = db.execute("PRAGMA application_id").fetchone()
            (shape,) = db.execute("PRAGMA user_version").fetchone()
            (tables,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            (health,) = db.execute("PRAGMA quick_check(1)").fetchone()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise StoreError(f"{_damaged(path)} ({error})") from error
        if application != APPLICATION and (tables or shape):
            raise StoreError(
                f"{path} is a database of another program; give another folder with --data or CARROM_DATA."
            )
        if shape < 0:
            raise StoreError(f"{_damaged(path)} (its schema version is {shape}; expected 0 or more)")
        if shape not in (0, SCHEMA_VERSION):
            raise StoreError(
                f"{other_version(path, program_of(db), shape)}, or give another folder with --data or CARROM_DATA."
            )
        if health != "ok":
            raise StoreError(f"{_damaged(path)} ({health})")
        return int(shape)


def program_of(db: sqlite3.Connection) -> str | None:
    """Return the version of the program that last opened a database for writing, or None if it is unknown."""
    try:
        row = db.execute("SELECT version FROM program").fetchone()
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    return None if row is None else str(row[0])


def to_read(path: Path) -> str:
    """Return the URI for opening a database for reading.

    Without a log file it is opened for writing, so that SQLite removes the empty log that it creates.
    """
    has_log = any(path.with_name(path.name + ending).exists() for ending in ("-wal", "-journal"))
    return f"{path.absolute().as_uri()}?mode={'ro' if has_log else 'rw'}"


def no_link(path: Path, *beside: str) -> None:
    """Raise `StoreError` if a file, or one named after it with an ending in `beside`, is a symbolic link.

    Otherwise anyone who can write in the data folder could make the server write to a file elsewhere.
    """
    for name in (path, *(path.with_name(path.name + ending) for ending in beside)):
        if name.is_symlink():
            raise StoreError(
                f"{name} is a symbolic link; expected the file itself. "
                "Give the folder that contains it with --data or CARROM_DATA."
            )


def _damaged(path: Path | str) -> str:
    return (
        f"{path} is damaged or is not a database of carrom, and was left unchanged: "
        "restore a backup, or give another folder with --data or CARROM_DATA."
    )


def _end_read(db: sqlite3.Connection) -> None:
    """End a read transaction; errors are ignored, because there is nothing to store."""
    with suppress(sqlite3.Error):
        db.execute("ROLLBACK")


def _places(cells: tuple[Cell, ...]) -> str:
    return ", ".join("?" * len(cells))


def _text(content: bytes) -> str:
    """Decode a text of the database, even if it is damaged."""
    return content.decode("utf-8", "surrogateescape")


def _restrict_to_owner(path: str) -> None:
    """Make a database and its log files readable only by their owner."""
    for name in (path, f"{path}-wal", f"{path}-shm"):
        with suppress(OSError):
            os.chmod(name, 0o600)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StoreError(
            f"The data folder {folder} cannot be created: {error.strerror}; give another one with --data or "
            f"CARROM_DATA."
        ) from error
