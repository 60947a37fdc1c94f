"""The real `carrom` command in a separate process, and helpers that play a game through its websocket."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from agreed import KEY, new_game
from websockets.sync.client import ClientConnection, connect

from carrom import protocol
from carrom.board.stroke import Stroke
from carrom.protocol import decode_server, encode

SOURCE = Path(__file__).resolve().parents[2] / "src"
COMMAND = """
import signal, sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
import carrom.server.http.static_files, carrom.cli
carrom.server.http.static_files.STATIC = Path(sys.argv.pop(1))
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
sys.exit(carrom.cli.main(sys.argv[1:]))
"""
"""`carrom` with another folder of static files; it handles SIGHUP even if the tests were started with `nohup`."""


def page(folder: Path) -> Path:
    """Create a folder with a one-page client."""
    folder.mkdir(exist_ok=True)
    (folder / "index.html").write_text("<!doctype html><title>Carrom</title>")
    return folder


def carrom(*words: str, data: Path) -> subprocess.CompletedProcess[str]:
    """Run a command until it exits."""
    return subprocess.run(
        [sys.executable, "-m", "carrom", *words],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(SOURCE), "CARROM_DATA": str(data)},
    )


class Carrom:
    """A running `carrom play` process."""

    def __init__(
        self, static: Path, data: Path, port: int = 0, *words: str, command: tuple[str, ...] = ("play", "--no-browser")
    ) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, str(static), *command, "--port", str(port), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(SOURCE), "CARROM_DATA": str(data)},
        )
        assert self.process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.process.stdout.readline())
        self.address = found[0] if found else ""
        self.port = int(found[1]) if found else 0

    @contextmanager
    def line(self) -> Iterator[ClientConnection]:
        """Open a websocket and read its greeting."""
        with connect(self.address.replace("http", "ws") + "ws", origin=self.address[:-1]) as line:
            heard(line)
            yield line

    def finished(self) -> tuple[int, str]:
        """Wait for the process to exit, and return its exit code and standard error."""
        _, said = self.process.communicate(timeout=20)
        return self.process.returncode, said

    def told(self, signal: int) -> tuple[int, str]:
        """Send a signal, then wait for the process to exit."""
        self.process.send_signal(signal)
        return self.finished()

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


def heard(line: ClientConnection) -> protocol.ServerMessage:
    """Return the next message, skipping changes of the kernel or of the seats."""
    while isinstance(message := decode_server(line.recv(timeout=20)), protocol.KernelChanged | protocol.Seats):
        pass
    return message


def begun(line: ClientConnection, nonce: str = "n" * 16) -> tuple[protocol.Joined, protocol.Snapshot]:
    """Start a game of two people on one screen."""
    line.send(encode(new_game(nonce=nonce)))
    joined, snapshot = heard(line), heard(line)
    assert isinstance(joined, protocol.Joined)
    assert isinstance(snapshot, protocol.Snapshot)
    return joined, snapshot


def struck(line: ClientConnection, version: int, state: protocol.State, nonce: str = "s" * 16) -> protocol.Played:
    """Play a gentle stroke and wait for its acknowledgement."""
    assert state.turn is not None
    stroke = Stroke(0, 0, 300_000)
    line.send(encode(protocol.Strike(nonce=nonce, version=version, seat=state.turn, stroke=stroke)))
    played, accepted = heard(line), heard(line)
    assert isinstance(played, protocol.Played)
    assert isinstance(accepted, protocol.Accepted)
    return played


def resumed(line: ClientConnection, joined: protocol.Joined) -> protocol.Snapshot:
    """Resume a game as a reloaded page does."""
    line.send(encode(protocol.Resume(game=joined.game, key=KEY)))
    again, snapshot = heard(line), heard(line)
    assert isinstance(again, protocol.Joined)
    assert isinstance(snapshot, protocol.Snapshot)
    return snapshot
