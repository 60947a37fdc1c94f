"""A real PostgreSQL server for the tests: installed binaries, a temporary data folder, a Unix socket only."""

import atexit
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import psycopg

from .programs import missing

USER = "carrom"
AS = "nobody"
"""The user that runs the server if the tests run as root, because PostgreSQL refuses to run as root."""


def binaries() -> Path | None:
    """Return the folder with the newest `initdb` and `pg_ctl`, or None if PostgreSQL is not installed."""
    found = [path.parent for path in sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_version)]
    on_the_path = shutil.which("initdb")
    return found[-1] if found else Path(on_the_path).resolve().parent if on_the_path else None


def _version(path: Path) -> int:
    return int(path.parents[1].name) if path.parents[1].name.isdigit() else 0


class Server:
    """A PostgreSQL server that creates a new database on each request."""

    def __init__(self, programs: Path) -> None:
        self._programs, self._made = programs, 0
        self.folder = Path(tempfile.mkdtemp(prefix="carrom-pg-"))
        if os.geteuid() == 0:
            shutil.chown(self.folder, AS)
        self._run("initdb", "-D", "data", "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()

    def start(self) -> None:
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c fsync=off -c max_connections=40"
        self._run("pg_ctl", "-D", "data", "-w", "-o", options, "-l", "log", "start")

    def stop(self, how: str = "immediate") -> None:
        """Stop the server; `immediate` acts like a crash: nothing more is written, and the next start runs recovery."""
        self._run("pg_ctl", "-D", "data", "-w", "-m", how, "stop")

    def start_if_stopped(self) -> None:
        if not (self.folder / "data" / "postmaster.pid").exists():
            self.start()

    @property
    def last(self) -> str:
        """The name of the newest database."""
        return f"games{self._made}"

    def database(self) -> str:
        """Create a database and return its address."""
        self._made += 1
        with self.line("postgres") as line:
            line.execute(f"CREATE DATABASE {self.last}")
        return self.address(self.last)

    def address(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def line(self, database: str) -> psycopg.Connection:
        """Return a new connection."""
        return psycopg.connect(self.address(database), autocommit=True)

    def send_one(self, database: str, what: int) -> int | None:
        """Send a signal to one server process connected to a database, and return its process ID."""
        with self.line("postgres") as line:
            asked = "SELECT pid FROM pg_stat_activity WHERE datname = %s LIMIT 1"
            found = line.execute(asked, (database,)).fetchone()
        if found is None:
            return None
        os.kill(int(found[0]), what)
        return int(found[0])

    def cut(self, database: str) -> int:
        """Terminate every session in a database, and return how many there were."""
        with self.line("postgres") as line:
            asked = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = %s"
            found = line.execute(asked, (database,)).fetchone()
            assert found is not None
            return int(found[0])

    def remove(self) -> None:
        if (self.folder / "data" / "postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *words: str) -> None:
        command = [str(self._programs / program), *words]
        if os.geteuid() == 0:
            command = ["setpriv", f"--reuid={AS}", f"--regid={os.stat(self.folder).st_gid}", "--clear-groups", *command]
        done = subprocess.run(
            command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60
        )
        assert done.returncode == 0, done.stdout


@cache
def server() -> Server:
    """Return the server of this test run; without PostgreSQL skip the test, but fail in CI."""
    programs = binaries()
    if programs is None:
        missing("PostgreSQL")
    made = Server(programs)
    atexit.register(made.remove)
    return made
