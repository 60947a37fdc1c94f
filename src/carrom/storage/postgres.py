"""The PostgreSQL database: schema, connection pool, and the same tables as in `sqlite.py`.

A game is extended by one statement that commits by itself, so that its row is locked only that long and a server that
stops blocks nobody. If no reply arrives, the outcome is unknown and is found out by reading again. An unreachable
database is retried for a while before an error is raised."""

import logging
import os
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, TypeVar

import psycopg
from msgspec.structs import astuple
from psycopg import sql

from carrom.errors import CommitUncertain, Conflict, SetupError, StoreError
from carrom.storage import location as addresses
from carrom.storage.database import (
    CHANGING,
    ENTRY,
    ROW,
    SEAT,
    SEATED,
    Ask,
    EventRow,
    Statement,
    StoredLog,
    StoredSeat,
    TableKind,
)
from carrom.storage.hash_chain import Cell, ChainRow
from carrom.storage.schema import SCHEMA_VERSION, TABLES, other_version
from carrom.version import __version__

# -- the schema, under the same version number as `schema.py` ----------------------------------------------------------
# The tables are in a PostgreSQL schema of their own. They are created in one transaction under a lock, so that servers
# that start at the same time create them once.


_WORDS = {
    " STRICT, WITHOUT ROWID": "",
    " STRICT": "",
    " INTEGER": " bigint",
    " BLOB": " bytea",
    " TEXT": ' text COLLATE "C"',
    "CREATE TABLE node": "CREATE UNLOGGED TABLE node",
    "CREATE TABLE presence": "CREATE UNLOGGED TABLE presence",
}
"""What PostgreSQL writes otherwise than SQLite; text is compared byte by byte."""

_UPDATED = ("game", "tie")
"""Tables whose rows are updated with every event: pages with free space take the new row next to the old one."""


def statements() -> str:
    """Return the SQL that creates every table and index, and stores the schema version."""
    tables = TABLES
    for word, here in _WORDS.items():
        tables = tables.replace(word, here)
    filled = "".join(f"ALTER TABLE {table} SET (fillfactor = 70);" for table in _UPDATED)
    return (
        f"CREATE TABLE shape (number integer NOT NULL); INSERT INTO shape VALUES ({SCHEMA_VERSION}); {tables}{filled}"
    )


_LOCK = 0x43415252
"""`CARR`: id of the lock under which tables are created."""


def prepare(line: psycopg.Connection, schema: str, text: str, *, make: bool) -> None:
    """Check that the schema belongs to this program and has its version; create missing tables if `make` is true.

    Raises `StoreError`; nothing is changed in that case.
    """
    with line.transaction():
        line.execute("SET LOCAL statement_timeout = 0")
        line.execute("SET LOCAL lock_timeout = 0")
        line.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        shape = _shape(line, schema, text)
        if shape not in (0, SCHEMA_VERSION):
            raise StoreError(f"{other_version(text, _program(line, schema), shape)}.")
        if shape == 0 and not make:
            raise StoreError(f"{text} contains no data of carrom; `carrom serve --store` creates the tables.")
        if shape == 0:
            line.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(schema)))
        line.execute(sql.SQL("SET LOCAL search_path TO {}").format(sql.Identifier(schema)))
        if shape == 0:
            line.execute(statements().encode())
        if make and _program(line, schema) != __version__:
            line.execute("DELETE FROM program")
            line.execute("INSERT INTO program VALUES (1, %s)", (__version__,))


def _program(line: psycopg.Connection, schema: str) -> str | None:
    """Return the version of the program that last opened the schema for writing, or None if it is unknown."""
    try:
        with line.transaction():
            row = line.execute(sql.SQL("SELECT version FROM {}.program").format(sql.Identifier(schema))).fetchone()
    except psycopg.ProgrammingError:
        return None
    return None if row is None else str(row[0])


def _shape(line: psycopg.Connection, schema: str, text: str) -> int:
    """Return the version of the schema, 0 if it is empty or missing. Raises `StoreError` if it belongs to another
    program.
    """
    found = line.execute("SELECT c.relname FROM pg_class c WHERE c.relnamespace = to_regnamespace(%s)", (schema,))
    names = {name for (name,) in found.fetchall()}
    if not names:
        return 0
    ours = f"{text} contains tables of another program in its schema {schema!r}; give another database with --store."
    if "shape" not in names:
        raise StoreError(ours)
    try:
        row = line.execute(sql.SQL("SELECT number FROM {}.shape").format(sql.Identifier(schema))).fetchone()
    except psycopg.ProgrammingError as error:
        raise StoreError(ours) from error
    if row is None or row[0] < 1:
        raise StoreError(
            f"{text} is damaged: its schema version is {row and row[0]}; restore a backup (`carrom data restore`)."
        )
    return int(row[0])


# -- the pool: connections created on demand, reused and replaced ------------------------------------------------------


MOST = 8
"""Maximum number of connections; further callers wait for a free one."""
HUNG = 15.0
"""Seconds without an answer after which a connection is considered hung; longer than the server's statement timeout."""
OLDEST = 13
"""Oldest supported version of PostgreSQL."""
_CONNECT: dict[str, Any] = {
    "autocommit": True,
    "client_encoding": "utf8",
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
_SESSION = """
    SELECT set_config('search_path', %s, false), set_config('lock_timeout', '5s', false),
        set_config('statement_timeout', '10s', false), set_config('idle_in_transaction_session_timeout', '2s', false),
        set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
            ELSE current_setting('synchronous_commit') END, false)
    """


class ConnectionPool:
    """The connections of one process; may be used from any thread."""

    def __init__(self, address: str, schema: str, hung: float = HUNG) -> None:
        """Store the address without connecting. Raises `SetupError` for an invalid address.

        A connection that does not answer a query within `hung` seconds is closed.
        """
        self._hung = hung
        self._busy: dict[psycopg.Connection, float] = {}
        self._watchman: threading.Thread | None = None
        self._address, self._schema = addresses.address(address), schema
        self.told = addresses.told(address)
        try:
            parts = psycopg.conninfo.conninfo_to_dict(address)
        except psycopg.Error:
            raise SetupError(
                f"The address of the database {self.told} cannot be read by PostgreSQL's library."
            ) from None
        self.name = str(parts.get("dbname") or parts.get("user") or "carrom")
        self._free: deque[psycopg.Connection] = deque()
        self._places, self._closed = threading.BoundedSemaphore(MOST), False

    def prepare(self, *, make: bool) -> None:
        """Check the server and create missing tables. Raises `StoreError` with a message for the operator."""
        line = self.opened()
        try:
            self._check(line)
            prepare(line, self._schema, self.told, make=make)
        except psycopg.errors.InsufficientPrivilege as error:
            raise StoreError(
                f"{self.told} cannot be prepared ({reason(error)}): "
                f"GRANT CREATE ON DATABASE {self.name} to the user of carrom, once."
            ) from error
        except psycopg.Error as error:
            raise StoreError(f"{self.told} cannot be prepared: {reason(error)}; nothing was changed.") from error
        finally:
            line.close()

    def reach(self) -> None:
        """Check that the server can be used. Raises `StoreError` with a message for the operator."""
        line = self.opened()
        try:
            self._check(line)
        finally:
            line.close()

    def opened(self) -> psycopg.Connection:
        """Return a new connection. Raises `StoreError` with a message for the operator."""
        try:
            return self.connected()
        except psycopg.Error as error:
            raise StoreError(
                f"The database {self.told} cannot be reached: {first_line(error)}; "
                "check --store or CARROM_STORE, and that PostgreSQL runs."
            ) from error

    def connected(self, **more: Any) -> psycopg.Connection:
        """Return a new connection. Raises `psycopg.OperationalError`."""
        line = psycopg.connect(self._address, **{**_CONNECT, "application_name": "carrom", **more})
        try:
            path = sql.Identifier(self._schema).as_string(line)
            line.execute(_SESSION, (path,))
        except BaseException:
            line.close()
            raise
        return line

    @contextmanager
    def long(self) -> Iterator[psycopg.Connection]:
        """Open a connection without a statement timeout, for long work. Errors of PostgreSQL become `StoreError`."""
        line = self.opened()
        try:
            line.execute("SELECT set_config('statement_timeout', '0', false)")
            yield line
        except psycopg.Error as error:
            raise StoreError(f"{self.told} reported an error: {reason(error)}.") from error
        finally:
            line.close()

    def take(self) -> psycopg.Connection:
        """Return a free connection, which is watched from now on.

        Raises `psycopg.OperationalError`, or `StoreError` after `close`.
        """
        if self._closed:
            raise StoreError(f"The database {self.name} is closed.")
        self._places.acquire()
        try:
            while self._free:
                with suppress(IndexError):
                    line = self._free.pop()
                    if not line.closed:
                        return self.touch(line)
            return self.touch(self.connected())
        except BaseException:
            self._places.release()
            raise

    def touch(self, line: psycopg.Connection) -> psycopg.Connection:
        """Restart the hang timer of a connection that is about to run a query; return the connection."""
        self._busy[line] = time.monotonic()
        if self._watchman is None:
            self._watchman = threading.Thread(target=self._watch, name="postgres", daemon=True)
            self._watchman.start()
        return line

    def _watch(self) -> None:
        """Close connections that hang, because a hung server does not apply its own timeouts."""
        while not self._closed:
            time.sleep(min(1.0, self._hung / 4))
            for line, since in self._busy.copy().items():
                if time.monotonic() - since > self._hung and self._busy.get(line) == since:
                    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(line.fileno())) as end:
                        end.shutdown(socket.SHUT_RDWR)

    def put_back(self, line: psycopg.Connection) -> None:
        """Return a connection to the pool; if it was lost, close all free ones too."""
        self._busy.pop(line, None)
        try:
            if line.closed or self._closed or line.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                line.close()
                while self._free:
                    with suppress(IndexError):
                        self._free.pop().close()
            else:
                self._free.append(line)
        finally:
            self._places.release()

    def close(self) -> None:
        """Close the free connections; the others are closed when they are returned."""
        self._closed = True
        while self._free:
            with suppress(IndexError):
                self._free.pop().close()

    def _check(self, line: psycopg.Connection) -> None:
        """Raise `StoreError` if the server cannot be used."""
        if line.info.server_version < OLDEST * 10_000:
            raise StoreError(
                f"{self.told} is PostgreSQL {line.info.server_version // 10_000}; version {OLDEST} or later is needed."
            )
        found = line.execute("SELECT pg_is_in_recovery(), current_setting('server_encoding')").fetchone()
        assert found is not None
        if found[0]:
            raise StoreError(f"{self.told} is a read-only replica; give the address of the primary server.")
        if found[1] != "UTF8":
            raise StoreError(f"{self.told} has the encoding {found[1]}; create it with ENCODING 'UTF8'.")


def reason(error: Exception) -> str:
    """Return the cause of an error for clients: the server's own message, never an address."""
    if isinstance(error, psycopg.Error) and error.diag.message_primary:
        return error.diag.message_primary.rstrip(".")
    return "it does not answer" if isinstance(error, psycopg.OperationalError) else "it cannot hold such a text"


def first_line(error: Exception) -> str:
    """Return the cause of an error for the operator: with the server's address, never a password."""
    return str(error).strip().splitlines()[0].rstrip(".") if str(error).strip() else "it does not answer"


# -- the database ------------------------------------------------------------------------------------------------------


T = TypeVar("T")
log = logging.getLogger("carrom.server")

PATIENCE = 10.0
"""Seconds that a command waits for an unreachable database, counted from its first failure."""
_PAUSE = 0.1
"""Seconds between two attempts."""

_NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
_VIEW = (
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; "
    "SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0"
)


class Postgres:
    """A PostgreSQL database (`database.Database`)."""

    tries = 8

    def __init__(
        self,
        address: str,
        schema: str = "carrom",
        patience: float = PATIENCE,
        hung: float = HUNG,
        *,
        make: bool = True,
    ) -> None:
        """Open the database and create missing tables. Raises `SetupError` or `StoreError`.

        Missing tables are created, unless `make` is false.
        """
        self._lines = ConnectionPool(address, schema, hung)
        self.address, self.schema, self.told, self.name = address, schema, self._lines.told, self._lines.name
        self._patience = patience
        self._away_since: float | None = None
        self._lines.prepare(make=make)

    def close(self) -> None:
        """Close the connections. Committed data is safe without it."""
        self._lines.close()

    def ask(self, question: str, values: tuple[Cell, ...]) -> list[tuple[Any, ...]]:
        """Run a query and return its rows."""
        return self._do(lambda line: _asked(line, question, values), writes=False)

    def view(self, work: Callable[[Ask], T]) -> T:
        """Run several queries on one consistent snapshot."""

        def within(line: psycopg.Connection) -> T:
            line.execute(_VIEW)
            try:
                return work(lambda question, values: _asked(self._lines.touch(line), question, values))
            finally:
                with suppress(psycopg.Error):
                    line.execute("ROLLBACK")

        return self._do(within, writes=False)

    def do(self, statement: str, values: tuple[Cell, ...]) -> list[tuple[Any, ...]]:
        """Run one writing statement that commits by itself, and return its rows."""
        return self._write(statement.format(now=_NOW, skip="FOR UPDATE SKIP LOCKED").replace("?", "%s"), values)

    def write(self, *statements: Statement) -> list[tuple[Any, ...]]:
        """Run statements atomically and return the rows of the last one."""

        def within(line: psycopg.Connection) -> list[tuple[Any, ...]]:
            found: list[tuple[Any, ...]] = []
            with line.transaction() if len(statements) > 1 else nullcontext():
                for statement, values in statements:
                    done = line.execute(statement.replace("?", "%s").encode(), values)
                    found = done.fetchall() if done.description else []
            return found

        return self._do(within, writes=True)

    def add(self, kind: TableKind, new: StoredLog) -> None:
        """Add a game. Raises `StoreError` if its id or nonce is taken."""
        seats = [[getattr(seat, name) for seat in new.seats] for name in SEATED]
        self._write(
            f"""WITH new AS (
                INSERT INTO {kind.word} ({ROW}, seal) VALUES ({", ".join(["%s"] * (len(astuple(new.row)) + 1))})
                RETURNING id
            ), grown AS ({_grown(kind, "new")}
            ), seated AS (
                INSERT INTO {kind.seat} ({kind.word}, {SEAT})
                SELECT new.id, s.* FROM new, unnest({", ".join(["%s::text[]"] * len(seats))}) AS s
            ) SELECT 1""",
            (*astuple(new.row), new.seal, *_columns(new.entries), *seats),
        )

    def grow(self, kind: TableKind, before: bytes, row: ChainRow, seal: bytes, entries: tuple[EventRow, ...]) -> bool:
        """Replace the row if its seal is `before`, and add events; otherwise change nothing and return False."""
        columns = ", ".join(f"{name} = %s" for name in CHANGING)
        found = self._write(
            f"""WITH head AS (
                UPDATE {kind.word} SET {columns}, seal = %s WHERE id = %s AND seal = %s RETURNING id
            ), grown AS ({_grown(kind, "head")}) SELECT 1 FROM head""",
            (*(getattr(row, name) for name in CHANGING), seal, row.id, before, *_columns(entries)),
        )
        return bool(found)

    def sit(self, kind: TableKind, game: str, seat: StoredSeat) -> None:
        """Assign a seat, unless it is taken."""
        cells = (game, *(getattr(seat, name) for name in SEATED))
        places = ", ".join(["%s"] * len(cells))
        self._write(
            f"INSERT INTO {kind.seat} ({kind.word}, {SEAT}) VALUES ({places}) ON CONFLICT DO NOTHING RETURNING 1", cells
        )

    def mend(self, kind: TableKind, whole: StoredLog) -> None:
        """Replace the changeable cells of a game's row, its seal, and the links of its events."""
        columns = ", ".join(f"{name} = %s" for name in CHANGING)
        links = f"""UPDATE {kind.event} SET hash = new.hash
            FROM unnest(%s::bigint[], %s::bytea[]) AS new (version, hash)
            WHERE {kind.event}.{kind.word} = %s AND {kind.event}.version = new.version RETURNING 1"""
        versions, hashes = [each.version for each in whole.entries], [each.hash for each in whole.entries]
        self._write(
            f"""WITH head AS (UPDATE {kind.word} SET {columns}, seal = %s WHERE id = %s RETURNING id),
            linked AS ({links}) SELECT 1 FROM head""",
            (
                *(getattr(whole.row, name) for name in CHANGING),
                whole.seal,
                whole.row.id,
                versions,
                hashes,
                whole.row.id,
            ),
        )

    def reindex(self) -> None:
        """Rebuild every index."""
        with self._lines.long() as line:
            line.execute(sql.SQL("REINDEX SCHEMA {}").format(sql.Identifier(self.schema)))

    def rename(self, schema: str, aside: str) -> bool:
        """Rename this schema to `schema`, and an existing one of that name to `aside`; return whether there was one."""
        with self._lines.long() as line, line.transaction():
            there = line.execute("SELECT to_regnamespace(%s) IS NOT NULL", (schema,)).fetchone() == (True,)
            renamed = "ALTER SCHEMA {} RENAME TO {}"
            if there:
                line.execute(sql.SQL(renamed).format(sql.Identifier(schema), sql.Identifier(aside)))
            line.execute(sql.SQL(renamed).format(sql.Identifier(self.schema), sql.Identifier(schema)))
        return there

    def drop(self) -> None:
        """Drop the tables and close the connections."""
        with self._lines.long() as line:
            line.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(self.schema)))
        self.close()

    def _write(self, statement: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        return self._do(lambda line: line.execute(statement.encode(), values).fetchall(), writes=True)

    def _do(self, work: Callable[[psycopg.Connection], T], *, writes: bool) -> T:
        """Run work on a connection, waiting for one if necessary. Errors of PostgreSQL become `StoreError`.

        If the connection is lost, reading is repeated on another one; writing raises `CommitUncertain`.
        """
        began = time.monotonic()
        while True:
            line = self._line(began)
            try:
                found = work(line)
            except (psycopg.Error, UnicodeError) as error:
                follows = isinstance(error, psycopg.errors.ReadOnlySqlTransaction)
                if follows:
                    line.close()  # another server is the primary now; a new connection finds it
                lost = line.closed
                self._lines.put_back(line)
                if not lost:
                    raise self._refused(error) from error
                log.warning("A connection to %s was lost (%s).", self.told, reason(error))
                if follows:
                    self._wait(error, began)
                elif writes:
                    raise CommitUncertain(
                        f"The database {self.name} did not confirm whether this was stored; sending it again is safe."
                    ) from error
            except BaseException:
                self._lines.put_back(line)
                raise
            else:
                self._lines.put_back(line)
                self._is_back()
                return found

    def _line(self, began: float) -> psycopg.Connection:
        """Return a connection, waiting for an unreachable database. Raises `StoreError` after the patience."""
        while True:
            try:
                line = self._lines.take()
            except psycopg.OperationalError as error:
                self._wait(error, began)
            else:
                return line

    def _wait(self, error: Exception, began: float) -> None:
        """Wait a moment for an unreachable database. Raises `StoreError` after the patience.

        `began` is when the caller started to wait: a replica may answer other callers while this one waits for the
        primary.
        """
        now = time.monotonic()
        if self._away_since is None:
            self._away_since = now
            log.error("The database %s is unreachable: %s.", self.told, first_line(error))
        since = min(self._away_since, began)
        if now - since >= self._patience:
            raise StoreError(
                f"The database {self.name} has been unreachable for {now - since:.0f} seconds; "
                "the game is safe and continues when it is reachable again."
            ) from error
        time.sleep(_PAUSE)

    def _is_back(self) -> None:
        if self._away_since is not None:
            log.warning("The database %s is reachable again.", self.told)
            self._away_since = None

    def _refused(self, error: Exception) -> StoreError:
        if isinstance(error, psycopg.IntegrityError):
            return Conflict(f"Another server has written to this game in {self.name}: {reason(error)}.")
        return StoreError(f"The database {self.name} cannot be used: {reason(error)}.")


def _asked(line: psycopg.Connection, question: str, values: tuple[Cell, ...]) -> list[tuple[Any, ...]]:
    if any(isinstance(value, str) and not _can_be_stored(value) for value in values):
        return []
    return line.execute(question.replace("?", "%s").encode(), values).fetchall()


def _can_be_stored(text: str) -> bool:
    """Return whether PostgreSQL can store a text."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _grown(kind: TableKind, head: str) -> str:
    types = ("bigint[]", "text[]", "bigint[]", "text[]", "bytea[]", "bigint[]", "bigint[]", "bigint[]")
    columns = ", ".join(f"%s::{each}" for each in types)
    return f"INSERT INTO {kind.event} ({kind.word}, {ENTRY}) SELECT {head}.id, e.* FROM {head}, unnest({columns}) AS e"


def _columns(entries: tuple[EventRow, ...]) -> list[list[Cell]]:
    """Return events as one list per column."""
    return [[getattr(entry, name) for entry in entries] for name in EventRow.__struct_fields__]
