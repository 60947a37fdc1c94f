"""Start servers quickly: a process that has loaded everything forks a server for each request.

It reads a line of JSON with the words of a command line, forks a process that runs them, and prints that process's id.
The processes share loaded and compiled code, and nothing else.
"""

import gc
import json
import os
import re
import signal
import subprocess
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[1]


class Kennel:
    """The process from which servers are forked."""

    def __init__(self) -> None:
        """Start the process, and wait until it has loaded everything."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.server_processes"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._say: IO[str] = self._process.stdin
        self._told: IO[str] = self._process.stdout
        assert self._told.readline() == "ready\n", "the process did not start; see its output above"

    def serve(self, folder: Path, port: int, *words: str) -> tuple[int, int]:
        """Fork a server on a data folder; return its process id and its port."""
        line = ["serve", "--port", str(port), "--data", str(folder), *words]
        self._say.write(json.dumps(line) + "\n")
        self._say.flush()
        process = found = None
        while process is None or found is None:
            answer = self._told.readline()
            assert answer, "the process has exited"
            if answer.startswith("process "):
                process = int(answer.split()[1])
            elif at := re.search(r":(\d+)/", answer):
                found = int(at[1])
            elif answer.startswith("ended"):
                raise AssertionError("the server did not start; see its output above")
        return process, found

    def end(self) -> None:
        """End the process; forked servers continue."""
        with suppress(OSError):
            self._say.close()
        self._process.wait()


class Pup:
    """A forked server that can be killed and forked again on the same port."""

    def __init__(self, kennel: Kennel, folder: Path, *words: str) -> None:
        """Fork the server."""
        self._kennel, self._folder, self._words = kennel, folder, words
        self.process = self.port = 0
        self.start()

    def start(self) -> None:
        """Fork the server, on the same port as before."""
        self.process, self.port = self._kennel.serve(self._folder, self.port, *self._words)

    def kill(self) -> None:
        """Kill the server with SIGKILL, and wait until the process is gone."""
        with suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGKILL)
            while True:
                os.kill(self.process, 0)


def _load() -> None:
    """Load everything that a server needs, including compiled code."""
    from carrom.engine import rollouts  # noqa: F401 - loaded before the fork
    from carrom.physics import warm

    warm()


def main() -> None:
    """Fork a server for each line on standard input."""
    _load()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # let the system reap ended children
    print("ready", flush=True)
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            sys.stdin = open(os.devnull)  # noqa: SIM115 (it lasts as long as the process)
            code = 1
            try:
                from carrom.cli import main as carrom

                code = carrom(json.loads(line))
            except BaseException:  # whatever happens, the child must never return into the parent's loop
                traceback.print_exc()
            print("ended", flush=True)
            os._exit(code)
        print(f"process {process}", flush=True)


if __name__ == "__main__":
    main()
