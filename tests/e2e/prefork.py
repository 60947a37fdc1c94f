"""Start `carrom` processes by a fork of one process that has loaded everything: a fraction of a second for each.

A server that is started as a program of its own spends a second and a half of processor time on imports and on the
cache of compiled code; a browser run starts a hundred of them. Without `fork` they are started as programs.
"""

import multiprocessing
import os
import sys
from functools import cache
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


@cache
def _context() -> Any:
    """Start the process from which all others are forked, if the system can fork."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT / "tests"), str(ROOT / "src")])  # its only way to find modules
    forkserver.set_forkserver_preload(["pytest", "e2e.preloaded"])
    forkserver.ensure_running()
    if before is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = before
    return multiprocessing.get_context("forkserver")


class Started:
    """A process that was started with `run`: its first line of output, and signals to it."""

    def __init__(self, script: str, words: list[str]) -> None:
        """Run Python source with these words as `sys.argv[1:]`."""
        self._output, output = _context().Pipe(duplex=False)
        self._process: BaseProcess = _context().Process(target=_run, args=(script, words, output), daemon=True)
        self._process.start()
        output.close()
        self._lines = os.fdopen(
            os.dup(self._output.fileno())
        )  # one reader: another one would lose what it has buffered

    def line(self) -> str:
        """Return the next line that it prints; an empty text if it has ended."""
        return self._lines.readline()

    def send_signal(self, number: int) -> None:
        """Send a signal."""
        assert self._process.pid is not None
        os.kill(self._process.pid, number)

    def kill(self) -> None:
        """End it with SIGKILL, as in a power cut, and wait until it has ended."""
        self._process.kill()
        self._process.join()
        self._lines.close()
        self._output.close()


def _run(script: str, words: list[str], output: Connection) -> None:
    """In the new process: send what is printed to `output`, and run the source."""
    sys.stdout.flush()
    os.dup2(output.fileno(), 1)
    os.chdir(ROOT / "src")
    sys.stdout = open(1, "w", buffering=1, closefd=False)  # noqa: SIM115
    sys.argv = ["carrom", *words]
    exec(compile(script, "server", "exec"), {"__name__": "__main__"})
