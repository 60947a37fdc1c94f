"""Where games are kept: one SQLite file, appended to, never rewritten.

The file says what it is (`application_id`) and which shape it has (`user_version`). An older shape is migrated in one
transaction, a newer one, another program's file or a damaged file is refused with a sentence and left untouched.
Events are text here: the store knows games, versions and nonces, and nothing of carrom.
"""

import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from carrom.data import Value
from carrom.errors import StoreError

APPLICATION = 0x43415252
"""`CARR`, in the header of every database of this program."""

MIGRATIONS = (
    """
    CREATE TABLE secret (only INTEGER PRIMARY KEY CHECK (only = 1), value BLOB NOT NULL) STRICT;
    CREATE TABLE game (
        id TEXT PRIMARY KEY, nonce TEXT NOT NULL UNIQUE, begun INTEGER NOT NULL, setting TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE event (
        game TEXT NOT NULL REFERENCES game (id), version INTEGER NOT NULL, nonce TEXT, at INTEGER NOT NULL,
        body TEXT NOT NULL, PRIMARY KEY (game, version), UNIQUE (game, nonce)
    ) STRICT, WITHOUT ROWID;
    """,
)
"""How to come from one shape to the next; the number of them is the newest `user_version`. Append only."""


class StoredEvent(Value, frozen=True, kw_only=True):
    """One event of a game, as text."""

    version: int
    body: str
    nonce: str | None = None
    """That of the command it came from; null for what the server did by itself."""


class StoredGame(Value, frozen=True, kw_only=True):
    """One game: who plays it, and everything that has happened in it."""

    game: str
    nonce: str
    begun: int
    """Seconds since 1970."""
    setting: str
    events: tuple[StoredEvent, ...]


class Store:
    """An open database. Its methods block for a disk's moment and may be called from any thread."""

    def __init__(self, path: Path | str) -> None:
        """Open or make the database at `path`, or `":memory:"`; raises `StoreError`."""
        self.path = str(path)
        self._lock = threading.Lock()
        if self.path != ":memory:":
            _make_folder(Path(path).parent)
        try:
            self._db = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None, timeout=5)
        except sqlite3.Error as error:
            raise StoreError(f"The database {self.path} cannot be opened: {error}.") from error
        try:
            self._prepare()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            self._db.close()
            raise StoreError(f"{self._damaged()} ({error})") from error
        except StoreError:
            self._db.close()
            raise

    def close(self) -> None:
        """Close the file; nothing is lost without it."""
        with self._lock:
            self._db.close()

    def secret(self) -> bytes:
        """Return this database's own random 32 bytes, made once."""
        with self._transaction():
            self._db.execute("INSERT OR IGNORE INTO secret VALUES (1, ?)", (secrets.token_bytes(32),))
            (value,) = self._db.execute("SELECT value FROM secret").fetchone()
        return bytes(value)

    def begin(self, game: str, nonce: str, setting: str, events: tuple[StoredEvent, ...]) -> None:
        """Store a new game with its first events, all or nothing; raises `StoreError` if it exists."""
        with self._transaction():
            self._db.execute("INSERT INTO game VALUES (?, ?, ?, ?)", (game, nonce, int(time.time()), setting))
            self._insert(game, events)

    def append(self, game: str, events: tuple[StoredEvent, ...]) -> None:
        """Store events of a game, all or nothing; raises `StoreError` if one of their versions is taken."""
        with self._transaction():
            self._insert(game, events)

    def load(self, game: str) -> StoredGame | None:
        """Return a game with its events in order, or None if there is no such game."""
        return self._one("id = ?", game)

    def made_with(self, nonce: str) -> StoredGame | None:
        """Return the game that a command with this nonce began, or None."""
        return self._one("nonce = ?", nonce)

    def _one(self, condition: str, value: str) -> StoredGame | None:
        with self._transaction():
            row = self._db.execute(f"SELECT id, nonce, begun, setting FROM game WHERE {condition}", (value,)).fetchone()
            if row is None:
                return None
            found = self._db.execute(
                "SELECT version, body, nonce FROM event WHERE game = ? ORDER BY version", (row[0],)
            ).fetchall()
        events = tuple(StoredEvent(version=version, body=body, nonce=nonce) for version, body, nonce in found)
        return StoredGame(game=row[0], nonce=row[1], begun=row[2], setting=row[3], events=events)

    def _insert(self, game: str, events: tuple[StoredEvent, ...]) -> None:
        now = int(time.time())
        self._db.executemany(
            "INSERT INTO event (game, version, nonce, at, body) VALUES (?, ?, ?, ?, ?)",
            [(game, event.version, event.nonce, now, event.body) for event in events],
        )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Run a block as one transaction; what SQLite refuses becomes a `StoreError`."""
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    yield
                except BaseException:
                    self._db.execute("ROLLBACK")
                    raise
                self._db.execute("COMMIT")
            except sqlite3.IntegrityError as error:
                raise StoreError(f"Another server has written to this game in {self.path}: {error}.") from error
            except sqlite3.Error as error:
                raise StoreError(f"The database {self.path} cannot be used: {error}.") from error

    def _prepare(self) -> None:
        """Check that the file is ours, whole and not newer than this program; bring it to the newest shape."""
        (application,) = self._db.execute("PRAGMA application_id").fetchone()
        (shape,) = self._db.execute("PRAGMA user_version").fetchone()
        (tables,) = self._db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if application != APPLICATION and (tables or shape):
            raise StoreError(
                f"{self.path} is a database of another program; name another file with --data or CARROM_DATA."
            )
        if shape < 0:
            raise StoreError(f"{self._damaged()} (its shape is {shape}; shapes are counted from 0)")
        if shape > len(MIGRATIONS):
            raise StoreError(
                f"{self.path} was written by a newer carrom (shape {shape}, this one knows {len(MIGRATIONS)}); "
                "install that version, or name another folder with --data or CARROM_DATA."
            )
        (health,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
        if health != "ok":
            raise StoreError(f"{self._damaged()} ({health})")
        if self.path != ":memory:":
            self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        for number in range(shape, len(MIGRATIONS)):
            self._migrate(number)

    def _migrate(self, number: int) -> None:
        """Bring the file from one shape to the next, all or nothing."""
        script = f"BEGIN IMMEDIATE; {MIGRATIONS[number]}; PRAGMA application_id = {APPLICATION};"
        try:
            self._db.executescript(f"{script} PRAGMA user_version = {number + 1}; COMMIT;")
        except sqlite3.Error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _damaged(self) -> str:
        return (
            f"{self.path} is damaged or is no database of carrom; it was left as it is: "
            "move it away or restore a copy, or name another folder with --data or CARROM_DATA."
        )


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StoreError(
            f"The folder {folder} for games cannot be made: {error.strerror}; name another with --data or CARROM_DATA."
        ) from error
