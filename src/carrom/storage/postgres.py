"""The PostgreSQL database: the same tables as in `sqlite.py`.

A game is extended by one statement that commits by itself, so that its row is locked only that long and a server that
stops blocks nobody. If no reply arrives, the outcome is unknown and is found out by reading again. An unreachable
database is retried for a while before an error is raised.
"""

import logging
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from typing import Any, TypeVar

import psycopg
from msgspec.structs import astuple
from psycopg import sql

from carrom.errors import CommitUncertain, Conflict, StoreError
from carrom.storage.database import CHANGING, ENTRY, ROW, SEAT, SEATED, Ask, EventRow, Statement, StoredLog, TableKind
from carrom.storage.hash_chain import Cell, ChainRow
from carrom.storage.models import StoredSeat
from carrom.storage.postgres_pool import HUNG, ConnectionPool, first_line, reason

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
