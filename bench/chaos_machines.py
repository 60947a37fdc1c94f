"""The machines of `carrom bench chaos`: a PostgreSQL, a NATS and some servers, all on loopback, all of one's own."""

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
"""Who runs PostgreSQL where the bench runs as root: it refuses to be root."""
OPTIONS = (
    *("--connections", "2000", "--connections-per-address", "500", "--messages", "600,200"),
    *("--requests", "100000,50000", "--new-games", "1000,100", "--computing-time", "100000,1000"),
)
"""What a server is told so that its limits on single addresses are none here."""


def needed(name: str, *places: str) -> Path:
    """Return where a program is; raises `SetupError` in one sentence."""
    for found in (shutil.which(name), *places):
        if found and os.access(found, os.X_OK):
            return Path(found).resolve()
    raise SetupError(
        f"{name} is not on this machine; install it (Debian: apt-get install postgresql nats-server), or leave out "
        "what needs it (--bus postgresql, --bus none)."
    )


class Database:
    """A PostgreSQL in a folder that is thrown away, behind a unix socket."""

    def __init__(self, folder: Path) -> None:
        """Make it and start it."""
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: path.parents[1].name.zfill(3))
        self._programs = (found[-1] if found else needed("initdb")).parent
        self.folder = folder
        folder.mkdir()
        if os.geteuid() == 0:
            if shutil.which("setpriv") is None:
                raise SetupError("PostgreSQL does not run as root, and setpriv (util-linux) is not here to be another.")
            shutil.chown(folder, AS)
        self._run("initdb", "-D", "data", "-U", "carrom", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()
        with self.line("postgres") as line:
            line.execute("CREATE DATABASE games")
        self.address = f"postgresql://carrom@/games?host={folder}"
        self.socket = folder / ".s.PGSQL.5432"

    def start(self) -> None:
        """Start it; after a crash it recovers."""
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c max_connections=90"
        self._run("pg_ctl", "-D", "data", "-w", "-t", "60", "-o", options, "-l", "log", "start")

    def crash(self) -> None:
        """End all of it at once, as a power cut does, and start it again."""
        self._run("pg_ctl", "-D", "data", "-w", "-m", "immediate", "stop")
        self.start()

    def cut(self) -> None:
        """End every session in the games' database."""
        with self.line("postgres") as line:
            line.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'games'")

    def leave(self) -> None:
        """Be away: end every session in the games' database, and let nobody in."""
        with self.line("postgres") as line:
            line.execute("ALTER DATABASE games ALLOW_CONNECTIONS false")
        self.cut()

    def come_back(self) -> None:
        """Let everybody in again."""
        with self.line("postgres") as line:
            line.execute("ALTER DATABASE games ALLOW_CONNECTIONS true")

    def slow_down(self) -> None:
        """Let every commit wait for a tenth of a second, as on a disk that others keep busy."""
        with self.line("postgres") as line:
            line.execute("ALTER SYSTEM SET commit_siblings = 0")
            line.execute("ALTER SYSTEM SET commit_delay = 100000")
            line.execute("SELECT pg_reload_conf()")

    def speed_up(self) -> None:
        """Let commits wait no longer."""
        with self.line("postgres") as line:
            line.execute("ALTER SYSTEM RESET commit_delay")
            line.execute("SELECT pg_reload_conf()")

    def line(self, database: str) -> psycopg.Connection:
        """Return a connection."""
        return psycopg.connect(f"postgresql://carrom@/{database}?host={self.folder}", autocommit=True)

    def end(self) -> None:
        """End it."""
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
    """A NATS server that can be killed, and comes back at the same port."""

    def __init__(self) -> None:
        """Start it."""
        self._program = needed("nats-server", "/usr/sbin/nats-server")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        self.address = f"nats://127.0.0.1:{self._port}/chaos"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
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
        """Kill it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class Node(Server):
    """A server among several, which can be killed, told to end, and stopped for a while; its clock can jump."""

    module = "bench.skewed"

    def __init__(self, folder: Path, database: Path, bus: str) -> None:
        """Start it on the database at a unix socket, with a way there of its own, and a bus."""
        self.is_up = False
        self.way = Relay(database)
        store = f"postgresql://carrom@127.0.0.1:{self.way.port}/games"
        super().__init__(folder, "serve", "--store", store, "--bus", bus, "--drain", "1", *OPTIONS)
        self.is_up = True

    def start(self) -> None:
        """Start it, at the port it had before."""
        super().start()
        self.is_up = True

    def send(self, number: int) -> None:
        """Send it a signal."""
        os.kill(self.process, number)

    def jump(self) -> None:
        """Let the machine's clock jump, as far as this server sees it: an hour ahead, or back again."""
        self.send(signal.SIGUSR1)

    def kill(self) -> None:
        """End it as a power cut does."""
        self.is_up = False
        super().kill()

    def end(self) -> None:
        """Tell it to end, and wait until it has; for half a minute at most."""
        self.is_up = False
        self.send(signal.SIGCONT)
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            super().kill()
