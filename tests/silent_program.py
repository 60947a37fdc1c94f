"""A program that never says anything, behind a script, to be started by what is tested."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

SILENT = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
with open(sys.argv[1], "a") as pids:
    pids.write(f"{os.getpid()}\\n")
time.sleep(120)
"""


class SilentProgram:
    """A program that never says anything and ignores SIGTERM, behind a script that waits for it."""

    def __init__(self, folder: Path) -> None:
        self._pids = folder / "pids"
        (folder / "silent.py").write_text(SILENT)
        (folder / "wrap.sh").write_text(f"#!/bin/sh\n{sys.executable} {folder / 'silent.py'} {self._pids}; true\n")
        (folder / "wrap.sh").chmod(0o755)
        self.command = str(folder / "wrap.sh")

    def pids(self, count: int = 1) -> list[int]:
        """Return the process ids of the programs, once there are `count` of them."""
        ends = time.monotonic() + 30.0
        while not self._pids.exists() or len(self._pids.read_text().split()) < count:
            assert time.monotonic() < ends, "the programs did not start"
            time.sleep(0.02)
        return [int(pid) for pid in self._pids.read_text().split()]

    def close(self) -> None:
        """Kill the programs that run on."""
        for pid in self.pids(0) if self._pids.exists() else ():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def is_running(pid: int) -> bool:
    """Return whether a process runs; a zombie, which waits for its parent only, does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout.strip()
    return bool(status) and not status.startswith("Z")


def assert_gone(pids: list[int], seconds: float = 5.0) -> None:
    """Wait at most `seconds` until no process of a list runs."""
    ends = time.monotonic() + seconds
    while any(is_running(pid) for pid in pids):
        assert time.monotonic() < ends, f"{pids} run on"
        time.sleep(0.05)
