"""A connection pool for PostgreSQL: connections are created on demand, reused and replaced."""

import os
import socket
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from psycopg import sql

from carrom.errors import SetupError, StoreError
from carrom.storage import location as addresses
from carrom.storage.postgres_schema import prepare

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
