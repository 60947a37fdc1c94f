"""A PostgreSQL advisory lock: who uses a database, released when the connection ends.

Servers share it: there may be any number. Who puts a copy back, or makes things anew, has it alone, and so knows that
no server runs. What keeps the games whole is the compare-and-set of each write.
"""

from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING

from carrom.storage.location import check_psycopg
from carrom.storage.locks.process_lock import AlreadyRunning

if TYPE_CHECKING:
    import psycopg

_SECONDS = "15s"
"""After how long a lock is dropped whose holder's machine is gone."""


class DatabaseLock:
    """The claim of this process to the tables at an address."""

    def __init__(self, address: str, schema: str = "carrom", *, shared: bool = False) -> None:
        """Claim them, alone or to share them with others that do.

        Raises `AlreadyRunning`, or `StoreError` if the database cannot be reached.
        """
        check_psycopg()
        from carrom.storage.postgres_pool import ConnectionPool

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
        """Say in the database where this server answers, for a second one to point to."""
        self._line.execute("SELECT set_config('application_name', %s, false)", (f"carrom {address}".strip(),))

    def close(self) -> None:
        """Give it back: whoever claims it next has it at once, however long PostgreSQL takes to end a session."""
        from psycopg import Error

        with suppress(Error):  # a line that is lost has given it back
            self._line.execute("SELECT pg_advisory_unlock_all()")
        self._line.close()

    def __enter__(self) -> "DatabaseLock":
        """Return itself; the claim was made by the constructor."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give it back."""
        self.close()


_LOCK = 0x43415253
"""`CARS`, beside the lock under which tables are made."""
_HOLDER = """
    SELECT application_name FROM pg_stat_activity WHERE pid = (
        SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objid = hashtext(%s)::oid AND granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1
    )"""
