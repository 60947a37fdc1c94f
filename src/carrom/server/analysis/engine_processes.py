"""Engine processes that analyse at low priority."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import msgspec

from carrom.analysis.requests import Job
from carrom.analysis.worker import END
from carrom.child_process import IN_OWN_GROUP_ASYNC, KILLED, kill_group

LONGEST = 8_000_000
"""Maximum length of a line from a process, in bytes."""
GRACE = 2.0
"""Seconds that a process has to stop a search before it is killed."""
IDLE = 120.0
"""Seconds after which an idle process is killed."""
_SOURCE = Path(__file__).resolve().parents[3]


class EngineWorkerProcess:
    """An engine process that analyses one job at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        """Wrap a running process."""
        self._process = process
        self._ending: asyncio.TimerHandle | None = None
        self.is_ready, self.has_ended = True, False

    @classmethod
    async def begin(cls, *command: str) -> "EngineWorkerProcess":
        """Start a process with the engine, or with another command; raises `OSError`."""
        path = os.pathsep.join([str(_SOURCE), *filter(None, [os.environ.get("PYTHONPATH")])])
        process = await asyncio.create_subprocess_exec(
            *(command or (sys.executable, "-m", "carrom.analysis.worker")),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST,
            env={**os.environ, "PYTHONPATH": path},
            **IN_OWN_GROUP_ASYNC,
        )
        return cls(process)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    async def answers(self, job: Job) -> AsyncIterator[bytes]:
        """Yield the results of a job, line by line; raises `EOFError` if the process ends before it is done."""
        assert self._process.stdout is not None
        self.is_ready = False
        self._write(msgspec.json.encode(job))
        while True:
            line = await self._process.stdout.readline()
            if not line:
                self.has_ended = True
                raise EOFError("the process has ended")
            if line.strip() == END.encode():
                self._cancel_timer()
                self.is_ready = True
                return
            yield line

    def stop(self) -> None:
        """Stop the search; a process that does not stop in time is killed."""
        if not self.is_ready:
            self._write(b"stop")
            self._end_after(GRACE)

    def rest(self) -> None:
        """Kill the process after a while, unless it is used again."""
        self._end_after(IDLE)

    def rise(self) -> None:
        """Use the process again."""
        self._cancel_timer()

    def end(self) -> None:
        """Kill the process at once."""
        self.has_ended = True
        self._cancel_timer()
        if self._process.returncode is None:
            kill_group(self._process.pid)

    async def ended(self) -> None:
        """Wait until the process has ended; one that was killed takes `KILLED` seconds at most."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), KILLED)

    def _write(self, line: bytes) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, RuntimeError):
            self._process.stdin.write(line + b"\n")

    def _end_after(self, seconds: float) -> None:
        self._cancel_timer()
        self._ending = asyncio.get_running_loop().call_later(seconds, self.end)

    def _cancel_timer(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
