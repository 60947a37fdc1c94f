"""Rehearse upgrades with games in progress: from the last release to this version, and node by node.

    python3 dev.py python deploy/upgrade.py              # some minutes: builds the older versions from their commits
    python3 dev.py python deploy/upgrade.py --rolling    # only two nodes of this version, PostgreSQL

First, the last release, installed in its own environment, starts games in a data folder and is killed while they are
played; this version takes over the folder. Nothing may be lost, every game continues, and the older version then
refuses the folder with a sentence and leaves it unchanged. Second, two nodes of the first version that could share a
PostgreSQL database are replaced by this version one after the other while games continue on the other node. Third, the
same from this version to one with an additional table. Exit code 1 at the first step that fails.
"""

import argparse
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
from websockets.sync.client import ClientConnection

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "deploy")]

from agreed import KEY  # noqa: E402
from dev import find_uv  # noqa: E402
from server.postgresql import Server, binaries  # noqa: E402
from server.serving import begun, heard, struck  # noqa: E402
from steps import free_port, installed, line_to, run, step  # noqa: E402

from carrom import protocol  # noqa: E402
from carrom.server.maintenance.transfer import check  # noqa: E402

GAMES = 5
FIRST_SHARED = "The compose file has two nodes"
"""Beginning of the message of the commit that introduced several nodes, which the last release does not have."""
PLAYED = """
import sys
sys.path[:0] = [sys.argv[1] + "/tests"]
from websockets.sync.client import connect
from server.serving import begun, heard, struck
address, games = sys.argv[2], int(sys.argv[3])
for number in range(games):
    with connect(address.replace("http", "ws") + "ws", origin=address[:-1]) as line:
        heard(line)
        joined, told = begun(line, f"{number:016d}")
        for stroke in range(number + 1):
            told = struck(line, told.version, told.state, f"{number:08d}{stroke:08d}")
        print(joined.game, told.version, flush=True)
"""
"""Python source that plays games on a server of the older version, with the helpers of that version's tests."""
LATER = """
import sys
from carrom.storage import migrations, postgres_schema
postgres_schema.STEPS = (*postgres_schema.STEPS, "CREATE TABLE later (number integer)")
migrations.MIGRATIONS = (*migrations.MIGRATIONS, "CREATE TABLE later (number INTEGER) STRICT")
from carrom.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""Python source that runs a simulated next version: this one with an additional table."""


class Node:
    """A server in its own process."""

    def __init__(self, words: tuple[str, ...], folder: Path, **more: str) -> None:
        bare = {name: value for name, value in os.environ.items() if not name.startswith(("CARROM_", "PYTHON"))}
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/"
        self.process = subprocess.Popen(
            [*words, "serve", "--port", str(self.port)],
            env={**bare, "CARROM_DATA": str(folder), **more},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def is_ready(self) -> bool:
        """Wait until the server answers; return False if it has exited instead."""
        until = time.monotonic() + 90
        while self.process.poll() is None:
            assert time.monotonic() < until, "the server was never ready"
            try:
                if httpx.get(self.address).status_code == 200:
                    return True
            except httpx.TransportError:
                time.sleep(0.1)
        return False

    def end(self, what: int = signal.SIGTERM) -> str:
        """Send a signal, wait for the exit, and return the whole output."""
        self.process.send_signal(what)
        return self.process.communicate(timeout=40)[0]

    def line(self) -> AbstractContextManager[ClientConnection]:
        """Open a websocket and receive the greeting."""
        return line_to(self.address)


def came_back(line: ClientConnection, game: str) -> protocol.Snapshot:
    """Rejoin a game by its id and return its snapshot."""
    line.send(protocol.encode(protocol.Resume(game=game, key=KEY)))
    while not isinstance(told := heard(line), protocol.Snapshot):
        assert not isinstance(told, protocol.Refused), told
    return told


def before(folder: Path, says: str, lock: str) -> tuple[Path, Path]:
    """Install the last commit whose message begins with `says`; return its program and its checkout."""
    commit = run("git", "log", "-1", "--format=%H", f"--grep=^{says}", cwd=ROOT).strip()
    checkout = folder / "checkout"
    with step(f"install the older version, {commit[:7]}, from its sources"):
        run("git", "clone", "-q", "--shared", "--no-checkout", ROOT, checkout)
        run("git", "checkout", "-q", commit, cwd=checkout)
        program = installed(checkout, checkout / lock, folder)
        run(find_uv(), "pip", "install", "-q", "--python", program.with_name("python"), "pytest")
    return program, checkout


def events_of(folder: Path) -> list[tuple[object, ...]]:
    with sqlite3.connect(folder / "games.db") as db:
        found = db.execute("SELECT game, version, nonce, at, body FROM event ORDER BY game, version").fetchall()
    db.close()
    return found


def from_the_version_before(folder: Path, here: tuple[str, ...]) -> None:
    """Upgrade a data folder with games in progress from the last release."""
    old, checkout = before(folder, "Release ", "requirements.lock")
    data = folder / "data"
    with step(f"start and play {GAMES} games with it, and kill it while they are in progress"):
        node = Node((str(old),), data)
        assert node.is_ready(), node.end()
        said = run(old.with_name("python"), "-c", PLAYED, checkout, node.address, GAMES)
        games = {game: int(version) for game, version in (line.split() for line in said.splitlines())}
        node.end(signal.SIGKILL)
        assert len(games) == GAMES
        kept = events_of(data)
    with step("upgrade the folder to this version: every event is unchanged, and every game continues"):
        node = Node(here, data)
        assert node.is_ready(), node.end()
        for number, (game, version) in enumerate(games.items()):
            with node.line() as line:
                again = came_back(line, game)
                assert again.version == version, (game, again.version, version)
                assert struck(line, again.version, again.state, f"new-{number:012d}").version > version
        assert node.process.poll() is None
        node.end()
        now = events_of(data)
        assert [each for each in now if each in set(kept)] == kept
        assert len(now) >= len(kept) + GAMES
        assert check(data / "games.db").damage == ()
    with step("the older version refuses the upgraded folder with a sentence, and leaves it unchanged"):
        node = Node((str(old),), data)
        assert not node.is_ready()
        said = node.process.communicate()[0]
        assert re.search(r"was written by a newer carrom \(shape \d+, this one knows \d+\)", said), said
        assert events_of(data) == now


def rolling(folder: Path, here: tuple[str, ...], later: tuple[str, ...], database: Server) -> None:
    """Upgrade two nodes to a later version one after the other, while games continue."""
    more = {"CARROM_STORE": database.database(), "CARROM_WORKERS": "0"}
    one, two = Node(here, folder / "one", **more), Node(here, folder / "two", **more)
    assert one.is_ready(), one.end()
    assert two.is_ready(), two.end()
    others: list[tuple[str, int]] = []
    with step(f"two nodes of the older version, one game on the first, {GAMES} on the second"):
        with one.line() as line:
            joined, told = begun(line)
            played = struck(line, told.version, told.state, "a" * 16)
        for number in range(GAMES):
            with two.line() as line:
                other, begins = begun(line, f"{number:016d}")
                others.append((other.game, struck(line, begins.version, begins.state, f"other-{number:010d}").version))
    with step("replace the first node by the later version; its game continues on the second meanwhile"):
        one.end()
        with two.line() as line:
            again = came_back(line, joined.game)
            assert again.version == played.version
            one = Node(later, folder / "one", **more)
            assert one.is_ready(), one.end()
            played = struck(line, again.version, again.state, "b" * 16)
        with one.line() as line:
            again = came_back(line, joined.game)
            assert again.version == played.version
            played = struck(line, again.version, again.state, "c" * 16)
        with two.line() as line:
            assert came_back(line, joined.game).version == played.version, "the older version reads newer events"
    with step("stop the second node: its old version is now refused with a sentence, the later version continues"):
        two.end()
        two = Node(here, folder / "two", **more)
        assert not two.is_ready()
        said = two.process.communicate()[0]
        assert re.search(r"was written by (a newer|a later build of)? ?carrom", said), said
        two = Node(later, folder / "two", **more)
        assert two.is_ready(), two.end()
        for number, (game, version) in enumerate([(joined.game, played.version), *others]):
            with (one, two)[number % 2].line() as line:
                again = came_back(line, game)
                assert again.version == version
                struck(line, again.version, again.state, f"last-{number:011d}")
        one.end()
        two.end()
        run(*later, "data", "check", env={**os.environ, **more})


def main() -> int:
    """Run the upgrades and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rolling", action="store_true", help="skip the upgrades from older versions")
    args = parser.parse_args()
    here = (str(Path(sys.executable).with_name("carrom")),)
    with tempfile.TemporaryDirectory(prefix="carrom-upgrade-") as folder:
        if not args.rolling:
            from_the_version_before(Path(folder), here)
        programs = binaries()
        if programs is None:
            print("This machine has no PostgreSQL: install it (Debian: apt-get install postgresql).", file=sys.stderr)
            return 1
        database = Server(programs)
        try:
            if not args.rolling:
                old, _ = before(Path(folder) / "shared", FIRST_SHARED, "deploy/requirements.lock")
                rolling(Path(folder) / "shared", (str(old),), here, database)
            rolling(Path(folder), here, (sys.executable, "-c", LATER), database)
        finally:
            database.remove()
    print("All steps succeeded.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
