"""`carrom hall` for a weekend run from the browser: a server that is killed and started again at random moments."""

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from bench.hall_process import SOURCE

from carrom.tournament.event_log import load
from carrom.tournament.state import Championship


class Server:
    """`carrom hall` on a folder, which can be killed and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.link = folder, 0, ""
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        self.start()

    def start(self) -> None:
        """Start the command, and read the organiser's link that it prints."""
        words = ["hall", str(self.folder), "--no-browser", "--host", "127.0.0.1", "--port", str(self.port)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "carrom", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONPATH": str(SOURCE)},
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline() + self._process.stdout.readline()
        found = re.search(r"Organiser's link: (\S+:(\d+)/\S+)", said)
        if found is None:
            raise SystemExit(f"the hall did not start: {said}{self._process.stdout.read()}")
        self.link, self.port = found[1], int(found[2])

    def kill(self, rest: float) -> None:
        """Kill the server, wait, and start it again."""
        with self._lock:
            assert self._process is not None
            self._process.send_signal(signal.SIGKILL)
            self._process.communicate()
            time.sleep(rest)
            self.start()

    @property
    def address(self) -> str:
        """The address of the hall."""
        return f"http://127.0.0.1:{self.port}"

    def event(self) -> Championship:
        """Return the tournament as it is on disk: the script reads it to see what has been recorded."""
        return load(next(self.folder.rglob("*.carrom-event")))

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                self._process.kill()
                self._process.communicate()


class Killer:
    """Kills the server shortly after an act has begun, at most once for each act, in a thread of its own."""

    def __init__(self, server: Server, kills: int, acts: int, seed: int) -> None:
        """Spread `kills` over about `acts` acts."""
        self._server, self._left, self._share = server, kills, min(1.0, 1.3 * kills / acts)
        self._random = random.Random(seed + 1)
        self._wanted, self._done = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self.killed = 0

    def begins(self) -> None:
        """Somebody begins to do something."""
        if self._left and self._random.random() < self._share:
            self._wanted.set()

    def _work(self) -> None:
        while self._left and not self._done.is_set():
            if self._wanted.wait(0.2):
                self._wanted.clear()
                time.sleep(self._random.uniform(0, 0.8))
                self._server.kill(self._random.uniform(0, 0.3))
                self._left -= 1
                self.killed += 1

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Stop, with the server running."""
        self._done.set()
        if self._thread.ident is not None:
            self._thread.join()
