"""Run a server, an umpire's score sheet and a tournament server on a disk that becomes full, then read-only.

    sudo carrom bench full_disk                     (Linux; it mounts a file system of 900 kB in memory)

Everything is started on a small file system, which is then filled to the last byte: a stroke, a line of the score sheet
and a line of the tournament must each be refused in one sentence, and the server must report that it is alive, and not
ready for players. After space is freed all three must succeed, and everything acknowledged before must be there.
Finally the file system is made read-only: a server and a tournament server started on it must exit with one sentence.
Exit code 1 otherwise. Here the operating system itself refuses the writes; `carrom bench faults` simulates a fault at
every single write.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

from bench.faults_hall import begin_hall
from bench.hall_process import HallProcess
from bench.lines import ROOT, Server, two_friends
from bench.malformed_messages import OneGame, opened, record

from carrom import protocol
from carrom.errors import SetupError
from carrom.game.record import read_record
from carrom.game.replay import divergences
from carrom.tournament.event_log import load

SIZE, PAGE, NONCE = "900k", 4096, "drawn-once-for-all"
NO_ROOM = "No space left on device"
SHEET = {
    "type": "begin-sheet",
    "nonce": "begins-the-sheet",
    **{"key": "k" * 16, "referee": "r" * 16, "watch": "w" * 16},
    "players": ["Asha", "Bilal"],
    "date": "2026-11-22",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare no options."""


def run(args: argparse.Namespace) -> int:
    """Run all trials and print the messages; return 1 if any differs from what is expected."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        raise SetupError("This bench mounts a file system: run it as root, on Linux.")
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        disk = Path(name) / "disk"
        disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(disk)], check=True)
        try:
            Trial(disk, wrong).run()
        finally:
            subprocess.run(["umount", "-l", str(disk)], check=True)
    for line in wrong:
        print(f"wrong: {line}")
    print("every refusal is one sentence, nothing is lost" if not wrong else f"{len(wrong)} errors")
    return 1 if wrong else 0


class Trial:
    """A small disk, and the servers that run on it."""

    def __init__(self, disk: Path, wrong: list[str]) -> None:
        """Create a hall's championship whose file fills its last page, so that the next line needs another page."""
        self._games, self._filler, self._wrong = disk / "games", disk / "filler", wrong
        self._event = disk / "hall" / "open.carrom-event"
        begin_hall(self._event)
        lacking = PAGE - self._event.stat().st_size % PAGE - 20
        shutil.rmtree(self._event.parent)
        begin_hall(self._event, "x" * lacking)

    def run(self) -> None:
        """Fill the disk, free space, then make it read-only."""
        begins = two_friends()
        server = Server(self._games, "serve", "--workers", "0")
        try:
            with HallProcess(self._event) as hall:
                name, version = self._filled(server, hall, begins)
                self._filler.unlink()
                self._with_room(server, hall, begins, name, version)
        finally:
            server.end()
        self._read_only()
        again = Server(self._games, "serve", "--workers", "0")
        try:
            for divergence in divergences(read_record(record(again, name, begins.key))):
                self._wrong.append(f"the game has changed: {divergence}")
        finally:
            again.end()

    def _filled(self, server: Server, hall: HallProcess, begins: protocol.NewGame) -> tuple[str, int]:
        """Play three strokes, fill the disk, and try every command; return the game's id and version."""
        with opened(server) as line:
            game = OneGame(line, begins)
            for _ in range(3):
                game.stroke()
            with open(self._filler, "wb", buffering=0) as file, suppress(OSError):
                for size in (4096, 1):
                    with suppress(OSError):
                        while file.write(b"x" * size):
                            pass
            try:
                game.stroke()
            except AssertionError as refused:
                self._is_sentence("a stroke", str(refused), "disk is full")
            else:
                self._wrong.append("a stroke was accepted on a full disk")
        self._is_sentence("a sheet", *_said(server.address + "sheets", SHEET, "k" * 16)[1:], NO_ROOM)
        self._is_sentence("a line of a hall", *self._drawn(hall)[1:], NO_ROOM)
        if urllib.request.urlopen(f"{server.address}healthz", timeout=60).status != 200:
            self._wrong.append("the server does not report that it is alive")
        for _ in range(5):
            if (status := self._readiness(server)) != 503:
                self._wrong.append(f"/readyz answers {status} on a full disk")
            time.sleep(1.1)
        return game.name, game.now.version

    def _with_room(self, server: Server, hall: HallProcess, begins: protocol.NewGame, name: str, version: int) -> None:
        """Repeat the refused commands."""
        time.sleep(1.1)
        if (status := self._readiness(server)) != 200:
            self._wrong.append(f"/readyz answers {status} although there is space")
        with opened(server) as line:
            game = OneGame(line, protocol.Resume(game=name, key=begins.key))
            if game.now.version != version:
                self._wrong.append(f"{version} was acknowledged, but the game is at version {game.now.version}")
            game.stroke()
        for what, (status, said) in (
            ("a sheet", _said(server.address + "sheets", SHEET, "k" * 16)),
            ("a line of a hall", self._drawn(hall)),
        ):
            if status != 200:
                self._wrong.append(f"{what} is refused although there is space: {said}")
        if len([each for each in load(self._event).events if each.nonce == NONCE]) != 1:
            self._wrong.append("the hall's line is not stored exactly once")

    def _readiness(self, server: Server) -> int:
        """Return the status of `/readyz`, which is asked anew after a second."""
        try:
            return int(urllib.request.urlopen(f"{server.address}readyz", timeout=60).status)
        except urllib.error.HTTPError as answer:
            return answer.code

    def _drawn(self, hall: HallProcess) -> tuple[int, str]:
        """Draw as the hall's organiser."""
        asked = {"type": "propose", "nonce": NONCE, "line": "draw"}
        return _said(f"http://127.0.0.1:{hall.port}/api/hall", asked, hall.links()["organiser"])

    def _read_only(self) -> None:
        """Start everything on a read-only disk."""
        subprocess.run(["mount", "-o", "remount,ro", str(self._games.parent)], check=True)
        for what, words in (
            ("a server", ("serve", "--port", "0", "--data", str(self._games))),
            ("a server in a new folder", ("serve", "--port", "0", "--data", str(self._games.parent / "new"))),
            ("a hall", ("hall", str(self._event), "--no-browser", "--port", "0")),
        ):
            done = subprocess.run(
                [sys.executable, "-m", "carrom", *words],
                capture_output=True,
                text=True,
                env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
                timeout=120,
                check=False,
            )
            self._is_sentence(f"{what}, read-only", done.stderr.strip(), "Read-only file system")
            if done.returncode != 1:
                self._wrong.append(f"{what} on a read-only disk exits with {done.returncode}")
        subprocess.run(["mount", "-o", "remount,rw", str(self._games.parent)], check=True)

    def _is_sentence(self, what: str, said: str, expected: str) -> None:
        """Print a message, and check that it is one line that names the reason."""
        print(f"{what}: {said}", flush=True)
        if expected not in said or "Traceback" in said or "\n" in said:
            self._wrong.append(f"{what} is refused with: {said}")


def _said(address: str, body: Any, key: str) -> tuple[int, str]:
    """Send a request over HTTP; return the status, and the reason if it was refused."""
    headers = {"content-type": "application/json", "authorization": f"Bearer {key}"}
    try:
        with urllib.request.urlopen(urllib.request.Request(address, json.dumps(body).encode(), headers)) as answer:
            return answer.status, ""
    except urllib.error.HTTPError as refused:
        refusal = refused.read().decode()
        with suppress(ValueError):
            refusal = json.loads(refusal)["reason"]
        return refused.code, refusal
