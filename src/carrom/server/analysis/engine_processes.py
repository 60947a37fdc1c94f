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

LONGEST = 8_000_000
"""Bytes of a line that a process may tell."""
GRACE = 2.0
"""Seconds in which a process has to stop thinking before it is ended."""
IDLE = 120.0
"""Seconds after which a process that nobody needs is ended."""
_SOURCE = Path(__file__).resolve().parents[3]


class EngineWorkerProcess:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        """Take over a process that listens."""
        self._process = process
        self._ending: asyncio.TimerHandle | None = None
        self.is_ready, self.has_ended = True, False

    @classmethod
    async def begin(cls, *command: str) -> "EngineWorkerProcess":
        """Start a process: the engine, or another command; raises `OSError` where that cannot be."""
        path = os.pathsep.join([str(_SOURCE), *filter(None, [os.environ.get("PYTHONPATH")])])
        process = await asyncio.create_subprocess_exec(
            *(command or (sys.executable, "-m", "carrom.analysis.worker")),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST,
            env={**os.environ, "PYTHONPATH": path},
        )
        return cls(process)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    async def answers(self, job: Job) -> AsyncIterator[bytes]:
        """Yield what the process finds, line by line; raises `EOFError` if it ends before it is done."""
        assert self._process.stdout is not None
        self.is_ready = False
        self._say(msgspec.json.encode(job))
        while True:
            line = await self._process.stdout.readline()
            if not line:
                self.has_ended = True
                raise EOFError("the process has ended")
            if line.strip() == END.encode():
                self._in_time()
                self.is_ready = True
                return
            yield line

    def stop(self) -> None:
        """Let it think of this no more: it says soon that it is ready, or is ended."""
        if not self.is_ready:
            self._say(b"stop")
            self._end_after(GRACE)

    def rest(self) -> None:
        """End it after a while, unless it is needed."""
        self._end_after(IDLE)

    def rise(self) -> None:
        """Let it live: it is needed."""
        self._in_time()

    def end(self) -> None:
        """End it at once."""
        self.has_ended = True
        self._in_time()
        with suppress(ProcessLookupError):
            self._process.kill()

    async def ended(self) -> None:
        """Wait until it has ended."""
        await self._process.wait()

    def _say(self, line: bytes) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, RuntimeError):
            self._process.stdin.write(line + b"\n")

    def _end_after(self, seconds: float) -> None:
        self._in_time()
        self._ending = asyncio.get_running_loop().call_later(seconds, self.end)

    def _in_time(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
