"""The SQLite database of a data folder: opened, checked, and migrated to the newest schema.

The file says what it is (`application_id`) and which shape it has (`user_version`). An older shape is migrated in one
transaction, a newer one, another program's file or a damaged file is refused with a sentence and left untouched.
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
    Entry,
    Kind,
    Statement,
    Written,
)
from carrom.storage.group_commit import GroupCommit, Work
from carrom.storage.hash_chain import Cell, ChainRow
from carrom.storage.migrations import APPLICATION, MIGRATIONS, migrate, newer
from carrom.storage.models import StoredSeat
from carrom.version import __version__

T = TypeVar("T")


_NOW = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
"""Milliseconds since 1970, in every SQLite that Python comes with."""


class Sqlite:
    """An open file (`database.Database`). Its methods block for a disk's moment and may be called from any thread."""

    tries = 2

    def __init__(self, path: Path | str, aside: bool = False) -> None:
        """Open or make the database at `path`, or `":memory:"`; raises `StoreError`.

        Where it is read `aside`, by a connection of its own, nobody who reads waits for a disk that syncs.
        """
        self.path, self.name = str(path), Path(path).name
        self._lock, self._reading = threading.Lock(), threading.Lock()
        self._group = GroupCommit(self._done)
        if self.path != ":memory:":
            _make_folder(Path(path).parent)
            no_link(Path(path), "-wal", "-shm")
            with suppress(OSError):  # SQLite says it better
                os.close(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600))
        self.db = self._connected()
        try:
            self._prepare()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            self.db.close()
            if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_FULL:
                raise StoreError(
                    f"{self.path} cannot be brought to the newest shape: {error}. Nothing was changed; make room on "
                    "its disk, up to twice the size of the file, and start again."
                ) from error
            raise StoreError(f"{_damaged(self.path)} ({error})") from error
        except StoreError:
            self.db.close()
            raise
        self._aside = self._connected() if aside and self.path != ":memory:" else None

    def close(self) -> None:
        """Close the file, and bring all that is stored into it; nothing is lost without it."""
        with self._lock, self._reading:
            if self._aside is not None:
                self._aside.close()
            self.db.close()

    def ask(self, question: str, values: tuple[Cell, ...]) -> list[tuple[Any, ...]]:
        """Return the rows that answer a question."""
        return self.view(lambda ask: ask(question, values))

    def view(self, work: Callable[[Ask], T]) -> T:
        """Do a piece of reading whose questions are all answered from the same moment."""
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
                _let_go(self._aside)

    def do(self, statement: str, values: tuple[Cell, ...]) -> list[tuple[Any, ...]]:
        """Do one statement that writes, all or nothing, and return the rows that it returns."""
        with self.transaction("BEGIN IMMEDIATE"):
            return self.db.execute(statement.format(now=_NOW, skip=""), values).fetchall()

    def write(self, *statements: Statement) -> list[tuple[Any, ...]]:
        """Do statements, all or nothing, and return the rows that the last one returns."""
        found: list[tuple[Any, ...]] = []
        with self.transaction("BEGIN IMMEDIATE"):
            for statement, values in statements:
                found = self.db.execute(statement, values).fetchall()
        return found

    def add(self, kind: Kind, new: Written) -> None:
        """Add a game; raises `StoreError` if its name or its nonce is taken."""
        cells = (*astuple(new.row), new.seal)
        with self.transaction("BEGIN IMMEDIATE"):
            self.db.execute(f"INSERT INTO {kind.word} ({ROW}, seal) VALUES ({_places(cells)})", cells)
            self._link(kind, new.row.id, new.entries)
            for seat in new.seats:
                self._seat(kind, new.row.id, seat)

    def grow(self, kind: Kind, before: bytes, row: ChainRow, seal: bytes, entries: tuple[Entry, ...]) -> bool:
        """Replace the row whose seal is `before` and add events, or return False, changing nothing: it has another."""
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
        """Do what many want to write, all or nothing, with one sync of the disk."""
        with self.transaction("BEGIN IMMEDIATE"):
            return [work() for work in works]

    def sit(self, kind: Kind, game: str, seat: StoredSeat) -> None:
        """Give somebody a seat, unless somebody has it."""
        with self.transaction("BEGIN IMMEDIATE"):
            self._seat(kind, game, seat)

    def mend(self, kind: Kind, whole: Written) -> None:
        """Replace what may change in the row of a game, its seal, and the links of its events."""
        row, columns = whole.row, ", ".join(f"{name} = ?" for name in CHANGING)
        values = (*(getattr(row, name) for name in CHANGING), whole.seal, row.id)
        links = [(entry.hash, row.id, entry.version) for entry in whole.entries]
        with self.transaction("BEGIN IMMEDIATE"):
            self.db.execute(f"UPDATE {kind.word} SET {columns}, seal = ? WHERE id = ?", values)
            self.db.executemany(f"UPDATE {kind.event} SET hash = ? WHERE {kind.word} = ? AND version = ?", links)

    def reindex(self) -> None:
        """Make every index anew."""
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
        except UnicodeEncodeError:  # asked for a name that cannot be
            return []
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_CORRUPT:
                raise
            raise CorruptPage(f"The database {self.name} cannot be used: {error}.") from error

    def _link(self, kind: Kind, game: str, entries: tuple[Entry, ...]) -> None:
        rows = [(game, *astuple(entry)) for entry in entries]
        if rows:
            inserted = f"INSERT INTO {kind.event} ({kind.word}, {ENTRY}) VALUES ({_places(rows[0])})"
            self.db.executemany(inserted, rows)

    def _seat(self, kind: Kind, game: str, seat: StoredSeat) -> None:
        cells = (game, *(getattr(seat, name) for name in SEATED))
        inserted = f"INSERT INTO {kind.seat} ({kind.word}, {SEAT}) VALUES ({_places(cells)}) ON CONFLICT DO NOTHING"
        self.db.execute(inserted, cells)

    @contextmanager
    def transaction(self, begin: str) -> Iterator[None]:
        """Run a block as one transaction, `BEGIN` for reading; what SQLite refuses becomes a `StoreError`."""
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
                _let_go(self.db)
            else:
                self._commit()

    def _commit(self) -> None:
        """Commit; if that fails, what was written may be found after a restart or not: raises `CommitUncertain`."""
        try:
            self.db.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self.db.execute("ROLLBACK")
            raise CommitUncertain(
                f"The database {self.name} did not say whether this was kept ({error}); the same again is done once."
            ) from error

    def _prepare(self) -> None:
        """Check that the file is ours, whole and not newer than this program; bring it to the newest shape."""
        shape = self.examine(self.db, self.path)
        if self.path != ":memory:":
            _keep_to_owner(self.path)
            self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("PRAGMA synchronous = FULL")
        self.db.execute("PRAGMA foreign_keys = ON")
        for number in range(shape, len(MIGRATIONS)):
            migrate(self.db, MIGRATIONS[number], APPLICATION, number + 1)
        if program_of(self.db) != __version__:
            self.db.execute("INSERT OR REPLACE INTO program VALUES (1, ?)", (__version__,))

    @staticmethod
    def examine(db: sqlite3.Connection, path: Path | str) -> int:
        """Return the shape of an open database; raises `StoreError` for one that a server cannot be started with."""
        try:
            (application,) = db.execute("PRAGMA application_id").fetchone()
            (shape,) = db.execute("PRAGMA user_version").fetchone()
            (tables,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            (health,) = db.execute("PRAGMA quick_check(1)").fetchone()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise StoreError(f"{_damaged(path)} ({error})") from error
        if application != APPLICATION and (tables or shape):
            raise StoreError(f"{path} is a database of another program; name another file with --data or CARROM_DATA.")
        if shape < 0:
            raise StoreError(f"{_damaged(path)} (its shape is {shape}; shapes are counted from 0)")
        if shape > len(MIGRATIONS):
            raise StoreError(
                f"{newer(path, program_of(db), shape, len(MIGRATIONS))}, "
                "or name another folder with --data or CARROM_DATA."
            )
        if health != "ok":
            raise StoreError(f"{_damaged(path)} ({health})")
        return int(shape)


def program_of(db: sqlite3.Connection) -> str | None:
    """Return the version of the program that last opened a database for writing, or None if it is not there."""
    try:
        row = db.execute("SELECT version FROM program").fetchone()
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    return None if row is None else str(row[0])


def to_read(path: Path) -> str:
    """Return the address of a database that is only read.

    Without a log beside it, it is opened for writing, so that SQLite removes the empty log that it makes for itself.
    """
    has_log = any(path.with_name(path.name + ending).exists() for ending in ("-wal", "-journal"))
    return f"{path.absolute().as_uri()}?mode={'ro' if has_log else 'rw'}"


def no_link(path: Path, *beside: str) -> None:
    """Return if a file, and those named after it, are no symbolic links; raises `StoreError`.

    Whoever can write in a data folder could have a server write to a file elsewhere.
    """
    for name in (path, *(path.with_name(path.name + ending) for ending in beside)):
        if name.is_symlink():
            raise StoreError(
                f"{name} is a symbolic link and was left as it is; expected the file itself. "
                "Name the folder where it lies with --data or CARROM_DATA."
            )


def _damaged(path: Path | str) -> str:
    return (
        f"{path} is damaged or is no database of carrom; it was left as it is: "
        "move it away or restore a copy, or name another folder with --data or CARROM_DATA."
    )


def _let_go(db: sqlite3.Connection) -> None:
    """End a reading; what it has found broken breaks its end, too, and there is nothing to be kept."""
    with suppress(sqlite3.Error):
        db.execute("ROLLBACK")


def _places(cells: tuple[Cell, ...]) -> str:
    return ", ".join("?" * len(cells))


def _text(content: bytes) -> str:
    """Return a text of the database, whatever a disk has done to it."""
    return content.decode("utf-8", "surrogateescape")


def _keep_to_owner(path: str) -> None:
    """Let nobody but their owner read a database and what lies beside it."""
    for name in (path, f"{path}-wal", f"{path}-shm"):
        with suppress(OSError):
            os.chmod(name, 0o600)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StoreError(
            f"The folder {folder} for games cannot be made: {error.strerror}; name another with --data or CARROM_DATA."
        ) from error
