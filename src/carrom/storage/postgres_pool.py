"""A connection pool for PostgreSQL: connections are made on demand, reused and replaced."""

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
"""Connections at once; whoever finds none free waits for one."""
HUNG = 15.0
"""Seconds after which a server that says nothing is taken to be hung; longer than its own limit for a statement."""
OLDEST = 13
"""The oldest PostgreSQL that is used."""
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
        """Keep the address, and make no connection yet; raises `SetupError` for an address that is none.

        A connection on which a question is not answered within `hung` seconds is cut.
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
        """Check the server and bring the tables to the newest shape; raises `StoreError` in the operator's words."""
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
        """Return if the server can keep games; raises `StoreError` in the operator's words."""
        line = self.opened()
        try:
            self._check(line)
        finally:
            line.close()

    def opened(self) -> psycopg.Connection:
        """Return a new connection; raises `StoreError` in the operator's words."""
        try:
            return self.connected()
        except psycopg.Error as error:
            raise StoreError(
                f"The database {self.told} cannot be reached: {first_line(error)}; "
                "check --store or CARROM_STORE, and that PostgreSQL runs."
            ) from error

    def connected(self, **more: Any) -> psycopg.Connection:
        """Return a new connection; raises `psycopg.OperationalError`."""
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
        """Open a connection for a long piece of work; what PostgreSQL refuses is a `StoreError`."""
        line = self.opened()
        try:
            line.execute("SELECT set_config('statement_timeout', '0', false)")
            yield line
        except psycopg.Error as error:
            raise StoreError(f"{self.told} refuses: {reason(error)}.") from error
        finally:
            line.close()

    def take(self) -> psycopg.Connection:
        """Return a connection that nobody uses, watched from now on.

        Raises `psycopg.OperationalError`, or `StoreError` once closed.
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
        """Watch a connection on which a question is asked now; return it."""
        self._busy[line] = time.monotonic()
        if self._watchman is None:
            self._watchman = threading.Thread(target=self._watch, name="postgres", daemon=True)
            self._watchman.start()
        return line

    def _watch(self) -> None:
        """Cut the connections whose server has stopped answering: its own time limits have stopped with it."""
        while not self._closed:
            time.sleep(min(1.0, self._hung / 4))
            for line, since in self._busy.copy().items():
                if time.monotonic() - since > self._hung and self._busy.get(line) == since:
                    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(line.fileno())) as end:
                        end.shutdown(socket.SHUT_RDWR)

    def put_back(self, line: psycopg.Connection) -> None:
        """Keep a connection for the next; one that was lost takes those that wait with it."""
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
        """Close those that nobody uses; the others close when they are put back."""
        self._closed = True
        while self._free:
            with suppress(IndexError):
                self._free.pop().close()

    def _check(self, line: psycopg.Connection) -> None:
        """Raise `StoreError` if the server cannot keep games."""
        if line.info.server_version < OLDEST * 10_000:
            raise StoreError(f"{self.told} is PostgreSQL {line.info.server_version // 10_000}; {OLDEST} is needed.")
        found = line.execute("SELECT pg_is_in_recovery(), current_setting('server_encoding')").fetchone()
        assert found is not None
        if found[0]:
            raise StoreError(f"{self.told} only follows another server and cannot be written; name that one.")
        if found[1] != "UTF8":
            raise StoreError(f"{self.told} is encoded as {found[1]}; make it with ENCODING 'UTF8'.")


def reason(error: Exception) -> str:
    """Return why, for everybody's eyes: the server's own words, and never an address."""
    if isinstance(error, psycopg.Error) and error.diag.message_primary:
        return error.diag.message_primary.rstrip(".")
    return "it does not answer" if isinstance(error, psycopg.OperationalError) else "it cannot hold such a text"


def first_line(error: Exception) -> str:
    """Return why, for the operator: with the server's address, and never a password."""
    return str(error).strip().splitlines()[0].rstrip(".") if str(error).strip() else "it does not answer"
