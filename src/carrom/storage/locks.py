"""Locks against two servers on the same data: a file lock for a folder, an advisory lock for PostgreSQL."""

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING

from carrom.errors import SetupError
from carrom.files import locked
from carrom.storage.location import check_psycopg

# -- the process lock: one server per data folder ----------------------------------------------------------------------


LOCK = "carrom.lock"
"""Name of the lock file in a data folder."""


class AlreadyRunning(SetupError):
    """Another server uses this data."""

    def __init__(self, stored: Path | str, address: str) -> None:
        """Store the address of the other server, empty if unknown; `stored` is the place of the data."""
        self.address = address
        where = f"at {address}" if address else "on this machine" if isinstance(stored, Path) else "elsewhere"
        another = "folder with --data or CARROM_DATA" if isinstance(stored, Path) else "database with --store"
        super().__init__(
            f"carrom is already running {where} with the games in {stored}; "
            f"use that one, stop it first, or name another {another}."
        )


class ProcessLock:
    """This process's lock on a data folder."""

    def __init__(self, folder: Path) -> None:
        """Lock `folder`. Raises `AlreadyRunning` if another process holds the lock, `SetupError` if the folder cannot
        be used.
        """
        path = folder / LOCK
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if path.is_symlink():
                raise SetupError(f"{path} is a symbolic link; expected a file. Remove the link.")
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
            self._file: IO[bytes] = os.fdopen(os.open(path, flags, 0o600), "r+b")
        except OSError as error:
            raise SetupError(
                f"The data folder {folder} cannot be used: {error.strerror}; give another one with --data or "
                f"CARROM_DATA."
            ) from error
        if not locked(self._file):
            address = self._file.read(256).decode("utf-8", "replace").strip()
            self._file.close()
            raise AlreadyRunning(folder, address)

    def answers_at(self, address: str) -> None:
        """Write the address of this server into the lock file, for the error message of a second one."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(address.encode())
        self._file.flush()

    def close(self) -> None:
        """Release the lock."""
        if not self._file.closed:
            self.answers_at("")
            self._file.close()

    def __enter__(self) -> "ProcessLock":
        """Return the lock; the constructor acquired it."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Release the lock."""
        self.close()


# -- the advisory lock on a PostgreSQL database ------------------------------------------------------------------------
# Servers hold it shared, in any number. Restoring a backup or rebuilding holds it exclusively, which ensures that no
# server is running. It does not protect the games: the compare-and-set of each write does.


if TYPE_CHECKING:
    import psycopg

_SECONDS = "15s"
"""Time after which the lock of an unreachable machine is dropped."""


class DatabaseLock:
    """This process's lock on the tables at an address."""

    def __init__(self, address: str, schema: str = "carrom", *, shared: bool = False) -> None:
        """Acquire the lock, exclusively or shared.

        Raises `AlreadyRunning`, or `StoreError` if the database cannot be reached.
        """
        check_psycopg()
        from carrom.storage.postgres import ConnectionPool

        lines = ConnectionPool(address, schema)
        self._line: psycopg.Connection = lines.opened()
        try:
            self._line.execute(
                "SELECT set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_count', '2', false), "
                "set_config('tcp_keepalives_interval', '5', false), set_config('tcp_user_timeout', %s, false)",
                (_SECONDS,),
            )
            lock = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
            found = self._line.execute(f"SELECT {lock}(%s, hashtext(%s))".encode(), (_LOCK, schema)).fetchone()
            if found != (True,):
                holder = self._line.execute(_HOLDER, (_LOCK, schema)).fetchone()
                raise AlreadyRunning(lines.told, str(holder[0]).removeprefix("carrom").strip() if holder else "")
        except BaseException:
            self._line.close()
            raise

    def answers_at(self, address: str) -> None:
        """Record the address of this server in the database, for the error message of a second one."""
        self._line.execute("SELECT set_config('application_name', %s, false)", (f"carrom {address}".strip(),))

    def close(self) -> None:
        """Release the lock at once, even if PostgreSQL takes long to end the session."""
        from psycopg import Error

        with suppress(Error):  # a lost connection has released the lock
            self._line.execute("SELECT pg_advisory_unlock_all()")
        self._line.close()

    def __enter__(self) -> "DatabaseLock":
        """Return the lock; the constructor acquired it."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Release the lock."""
        self.close()


_LOCK = 0x43415253
"""`CARS`: lock id, different from the one used while tables are created."""
_HOLDER = """
    SELECT application_name FROM pg_stat_activity WHERE pid = (
        SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objid = hashtext(%s)::oid AND granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1
    )"""
