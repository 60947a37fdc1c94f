"""PostgreSQL, NATS and server processes for `carrom bench chaos`, all private and on loopback."""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

import psycopg
from bench.chaos_relay import Relay
from bench.lines import Server

from carrom.errors import SetupError

AS = "nobody"
"""User that runs PostgreSQL if the bench runs as root, because PostgreSQL refuses to run as root."""
OPTIONS = (
    *("--connections", "2000", "--connections-per-address", "500", "--messages", "600,200"),
    *("--requests", "100000,50000", "--new-games", "1000,100", "--computing-time", "100000,1000"),
)
"""Server options that lift the limits per address, because all clients share a few addresses."""


def needed(name: str, *places: str) -> Path:
    """Return the path of a program; raises `SetupError` if it is missing."""
    for found in (shutil.which(name), *places):
        if found and os.access(found, os.X_OK):
            return Path(found).resolve()
    raise SetupError(
        f"{name} is not installed; install it (Debian: apt-get install postgresql nats-server), or leave out "
        "what needs it (--bus postgresql, --bus none)."
    )


class Database:
    """A temporary PostgreSQL server that listens on a unix socket in its folder."""

    def __init__(self, folder: Path) -> None:
        """Create the cluster and start it."""
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: path.parents[1].name.zfill(3))
        self._programs = (found[-1] if found else needed("initdb")).parent
        self.folder = folder
        folder.mkdir()
        if os.geteuid() == 0:
            if shutil.which("setpriv") is None:
                raise SetupError("PostgreSQL refuses to run as root; install setpriv (util-linux).")
            shutil.chown(folder, AS)
        self._run("initdb", "-D", "data", "-U", "carrom", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()
        with self.line("postgres") as line:
            line.execute("CREATE DATABASE games")
        self.address = f"postgresql://carrom@/games?host={folder}"
        self.socket = folder / ".s.PGSQL.5432"

    def start(self) -> None:
        """Start the server; after a crash it recovers."""
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c max_connections=90"
        self._run("pg_ctl", "-D", "data", "-w", "-t", "60", "-o", options, "-l", "log", "start")

    def crash(self) -> None:
        """Stop the server immediately, as in a power cut, and start it again."""
        self._run("pg_ctl", "-D", "data", "-w", "-m", "immediate", "stop")
        self.start()

    def cut(self) -> None:
        """Terminate every session of the games' database."""
        with self.line("postgres") as line:
            line.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'games'")

    def leave(self) -> None:
        """Make the games' database unreachable: terminate its sessions and refuse new ones."""
        with self.line("postgres") as line:
            line.execute("ALTER DATABASE games ALLOW_CONNECTIONS false")
        self.cut()

    def come_back(self) -> None:
        """Accept connections to the games' database again."""
        with self.line("postgres") as line:
            line.execute("ALTER DATABASE games ALLOW_CONNECTIONS true")

    def slow_down(self) -> None:
        """Delay every commit by 0.1 s, as a slow disk does."""
        with self.line("postgres") as line:
            line.execute("ALTER SYSTEM SET commit_siblings = 0")
            line.execute("ALTER SYSTEM SET commit_delay = 100000")
            line.execute("SELECT pg_reload_conf()")

    def speed_up(self) -> None:
        """Stop delaying commits."""
        with self.line("postgres") as line:
            line.execute("ALTER SYSTEM RESET commit_delay")
            line.execute("SELECT pg_reload_conf()")

    def line(self, database: str) -> psycopg.Connection:
        """Open a connection to a database."""
        return psycopg.connect(f"postgresql://carrom@/{database}?host={self.folder}", autocommit=True)

    def end(self) -> None:
        """Stop the server."""
        if (self.folder / "data" / "postmaster.pid").exists():
            self._run("pg_ctl", "-D", "data", "-w", "-m", "immediate", "stop")

    def _run(self, program: str, *words: str) -> None:
        command = [str(self._programs / program), *words]
        if os.geteuid() == 0:
            group = os.stat(self.folder).st_gid
            command = ["setpriv", f"--reuid={AS}", f"--regid={group}", "--clear-groups", *command]
        done = subprocess.run(
            command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120
        )
        if done.returncode != 0:
            raise SetupError(f"{program} failed: {' '.join(done.stdout.split())[-300:]}")


class Bus:
    """A NATS server that can be killed and restarted on the same port."""

    def __init__(self) -> None:
        """Start the server on a free port."""
        self._program = needed("nats-server", "/usr/sbin/nats-server")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        self.address = f"nats://127.0.0.1:{self._port}/chaos"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start the server and wait until it accepts connections."""
        words = [str(self._program), "-a", "127.0.0.1", "-p", str(self._port)]
        self._process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 20
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self._port)) == 0:
                    return
            time.sleep(0.02)
        raise SetupError("nats-server did not start.")

    def end(self) -> None:
        """Kill the server."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class Node(Server):
    """One of several game servers; it can be killed, shut down and paused, and its clock can jump."""

    module = "bench.skewed"

    def __init__(self, folder: Path, database: Path, bus: str) -> None:
        """Start the server on the database at a unix socket, through its own relay, and on a message bus."""
        self.is_up = False
        self.way = Relay(database)
        store = f"postgresql://carrom@127.0.0.1:{self.way.port}/games"
        super().__init__(folder, "serve", "--store", store, "--bus", bus, "--drain", "1", *OPTIONS)
        self.is_up = True

    def start(self) -> None:
        """Start the server, on the same port as before."""
        super().start()
        self.is_up = True

    def send(self, number: int) -> None:
        """Send the server a signal."""
        os.kill(self.process, number)

    def jump(self) -> None:
        """Move the server's clock an hour ahead, or back again."""
        self.send(signal.SIGUSR1)

    def kill(self) -> None:
        """Kill the server with SIGKILL, as in a power cut."""
        self.is_up = False
        super().kill()

    def end(self) -> None:
        """Shut the server down and wait until it has exited, at most 30 s."""
        self.is_up = False
        self.send(signal.SIGCONT)
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            super().kill()
