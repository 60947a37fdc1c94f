"""Rehearse docs/how-to/operating.md from beginning to end, without systemd and without containers.

    python3 dev.py python deploy/rehearse.py           # in a new environment, made from the lock file and the wheel
    python3 dev.py python deploy/rehearse.py --here    # in this environment

Starts a server as the unit file says, with the settings of `carrom.toml`; plays a game over its websocket; makes
backups as the backup unit says; moves the games to a real PostgreSQL; shuts the server down, kills and restarts it.
Exit code 1 at the first step that fails.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import httpx
from websockets.sync.client import ClientConnection

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "deploy")]

import composed  # noqa: E402
from server.postgresql import Server, binaries  # noqa: E402
from server.serving import begun, resumed, struck  # noqa: E402
from steps import free_port, installed, line_to, step  # noqa: E402

from carrom.cli.settings import OPTIONS  # noqa: E402

DEPLOY = ROOT / "deploy"


def lines_of(unit: str, key: str) -> list[str]:
    """Return the values of a key in a unit file."""
    return re.findall(rf"^{key}=-?(.*)$", (DEPLOY / unit).read_text(encoding="utf-8"), re.MULTILINE)


def environment_of(unit: str) -> dict[str, str]:
    """Return the environment variables that a unit file sets."""
    return dict(line.split("=", 1) for line in lines_of(unit, "Environment"))


def compose_variables() -> set[str]:
    """Return the names of the environment variables that the compose file sets for the server."""
    services = composed.read(composed.COMPOSE.read_text(encoding="utf-8"))["services"].values()
    return {name for each in services if "build" in each for name in each["environment"]}


class House:
    """The folders of an operator's machine, and the `carrom` program installed there."""

    def __init__(self, folder: Path, program: Path) -> None:
        self.folder, self.program = folder, program
        self.port = free_port()
        (folder / "etc").mkdir()
        shutil.copy(DEPLOY / "carrom.toml", folder / "etc" / "carrom.toml")
        self.more: dict[str, str] = {"CARROM_PORT": str(self.port), "CARROM_DRAIN": "1"}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def placed(self, text: str) -> str:
        """Return text of a unit file with its paths replaced by this machine's folders."""
        here = {"/opt/carrom/bin/carrom": self.program, "/etc/carrom": self.folder / "etc"}
        here |= {"/var/lib/carrom": self.folder / "data", "/var/cache/carrom": self.folder / "cache"}
        for there, place in here.items():
            text = text.replace(there, str(place))
        return text.replace("%%", "%").replace("$$", "$")

    def environment(self, unit: str) -> dict[str, str]:
        given = {name: self.placed(value) for name, value in environment_of(unit).items()}
        bare = {name: value for name, value in os.environ.items() if not name.startswith(("CARROM_", "PYTHON", "PG"))}
        return {**bare, **given, **self.more}

    def run(self, *words: str, unit: str = "carrom-backup.service") -> str:
        """Run a command with a unit's environment and return its output; `AssertionError` if it fails."""
        done = subprocess.run(words, capture_output=True, text=True, env=self.environment(unit), timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @contextmanager
    def served(self, ending: int = signal.SIGTERM) -> Iterator[None]:
        """Start the server as its unit says, and send it the signal `ending` at the end of the block."""
        unit = "carrom.service"
        for words in (*lines_of(unit, "ExecStartPre"),):
            assert "These settings work." in self.run(*shlex.split(self.placed(words)), unit=unit)
        (start,) = lines_of(unit, "ExecStart")
        process = subprocess.Popen(
            shlex.split(self.placed(start)),
            env=self.environment(unit),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            until = time.monotonic() + 60
            while not self.answers("readyz"):
                assert process.poll() is None, process.communicate()
                assert time.monotonic() < until, "the server was never ready"
                time.sleep(0.1)
            yield
            process.send_signal(ending)
            _, said = process.communicate(timeout=int(lines_of(unit, "TimeoutStopSec")[0]))
        finally:
            process.kill()
        if ending == signal.SIGTERM:
            assert process.returncode == 0, said
            assert json.loads(said.splitlines()[-1])["said"] == "Carrom has stopped; all events are stored."

    def answers(self, what: str, **headers: str) -> bool:
        try:
            return httpx.get(self.address + what, headers=headers).status_code == 200
        except httpx.TransportError:
            return False

    def line(self) -> AbstractContextManager[ClientConnection]:
        """Open a websocket and receive the greeting."""
        return line_to(self.address)


def copied(house: House) -> Path:
    """Make a backup as the backup unit says, and return its path."""
    (house.folder / "data" / "copies").mkdir(exist_ok=True)
    (start,) = lines_of("carrom-backup.service", "ExecStart")
    house.run(*shlex.split(house.placed(start)))
    return max((house.folder / "data" / "copies").iterdir(), key=lambda copy: copy.stat().st_mtime_ns)


def rehearse(house: House, database: Server) -> None:
    """Run all steps in order."""
    carrom = str(house.program)
    with step("the compose file sets only existing options of the server"):
        known = {option.variable for option in OPTIONS} | {"PGPASSWORD", "CARROM_CHECKPOINT_KEY"}
        assert compose_variables() <= known, compose_variables() - known
    with step("start as the unit says, play, fetch health and metrics (metrics only locally)"), house.served():
        assert house.answers("healthz")
        assert house.answers("metrics")
        assert not house.answers("metrics", **{"x-forwarded-for": "203.0.113.5"})
        with house.line() as line:
            joined, snapshot = begun(line)
            played = struck(line, snapshot.version, snapshot.state)
        with_it = copied(house)
    with step("after shutdown one database file is left; the backup made meanwhile is the same"):
        assert {each.name for each in (house.folder / "data").iterdir()} <= {
            *("games.db", "carrom.lock", "checkpoint.key", "copies")
        }
        assert "contains the same" in house.run(carrom, "data", "check", "--against", str(with_it))
    with step("move from the folder to PostgreSQL without differences"):
        file = str(house.folder / "data" / "games.db")
        house.more["CARROM_STORE"] = database.database()
        house.run(carrom, "data", "import", file)
        assert "contains the same" in house.run(carrom, "data", "check", "--against", file)
    with (
        step("serve from PostgreSQL, continue the game, kill the server"),
        house.served(signal.SIGKILL),
        house.line() as line,
    ):
        assert resumed(line, joined).state == played.state
        played = struck(line, played.version, played.state, "u" * 16)
    with step("restart with the last stroke; continue after a crash of PostgreSQL"), house.served():
        with house.line() as line:
            assert resumed(line, joined).state == played.state
        database.stop()
        until = time.monotonic() + 10
        while house.answers("readyz"):
            assert time.monotonic() < until, "a server without a database reports that it is ready"
            time.sleep(0.1)
        assert house.answers("healthz")
        database.start()
        with house.line() as line:
            state = resumed(line, joined)
            played = struck(line, state.version, state.state, "v" * 16)
        copy = copied(house)
    with step("restore a backup into another database without differences"):
        there = house.more["CARROM_STORE"]
        house.more["CARROM_STORE"] = database.database()
        house.run(carrom, "data", "restore", str(copy))
        assert "contains the same" in house.run(carrom, "data", "check", "--against", there)
    with step("rebuild all derived data without differences"):
        assert "0 games repaired, 0 damaged" in house.run(carrom, "data", "rebuild")


def main() -> int:
    """Run the rehearsal and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--here", action="store_true", help="use this environment")
    args = parser.parse_args()
    programs = binaries()
    if programs is None:
        print("This machine has no PostgreSQL: install it (Debian: apt-get install postgresql).", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="carrom-house-") as folder:
        program = Path(sys.executable).with_name("carrom")
        if not args.here:
            with step("a new environment from deploy/requirements.lock and the wheel with the page"):
                program = installed(ROOT, DEPLOY / "requirements.lock", Path(folder))
        database = Server(programs)
        try:
            rehearse(House(Path(folder), program), database)
        finally:
            database.remove()
    print("All steps succeeded.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
