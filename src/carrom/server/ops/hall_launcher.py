"""Start a hall from the page of the server on this computer: a process of its own, which ends with the server.

Its input is closed when the server ends, however it ends.
"""

import asyncio
import logging
import re
import socket
import sys
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from carrom.child_process import IN_OWN_GROUP_ASYNC, end
from carrom.errors import SetupError
from carrom.protocol.http_tournaments import HallHost, HallRefused, HallStarted
from carrom.server.http.router import told
from carrom.server.http.security import LOOPBACK, host_name

log = logging.getLogger("carrom.server")
PORTS = range(8138, 8148)
"""Ports that are tried in order, so that links and codes of an earlier day usually stay right."""
PATIENCE = 60.0
"""Seconds in which the hall must have started."""
PARTING = 5.0
"""Seconds that the hall has to end at shutdown."""
_LINK = re.compile(r"Organiser's link: (http://\S+)")


class HallLauncher:
    """At most one hall, which serves a folder to the network."""

    def __init__(self, folder: Path, host: str = "0.0.0.0") -> None:
        """Keep the tournaments in `folder`."""
        self._folder, self._host = folder, host
        self._process: asyncio.subprocess.Process | None = None
        self._link = ""
        self._reading: asyncio.Future[None] | None = None
        self._starting = asyncio.Lock()

    def routes(self) -> list[Route]:
        """Return the routes by which a page on this computer starts the hall."""
        return [
            Route("/api/halls", self._told),
            Route("/api/halls", self._started, methods=["POST"]),
        ]

    async def _told(self, request: Request) -> Response:
        return told(HallHost(may_start=_is_local(request)))

    async def _started(self, request: Request) -> Response:
        if not _is_local(request):
            return told(HallRefused(reason="A hall is started on the computer that serves this page."), 403)
        try:
            return told(HallStarted(link=await self.start()))
        except (SetupError, OSError) as reason:
            log.error("%s", reason)
            return told(HallRefused(reason=f"{reason}."), 409)

    async def start(self) -> str:
        """Return the organiser's link of the hall, started if it does not run. Raises `SetupError`."""
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                await self._start()
            return self._link

    async def _start(self) -> None:
        port = next((each for each in PORTS if _is_free(self._host, each)), 0)
        words = ("hall", str(self._folder), "--no-browser", "--exit-on-eof", "--host", self._host, "--port", str(port))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "carrom", *words),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            **IN_OWN_GROUP_ASYNC,
        )
        self._process, said = process, []
        assert process.stdout is not None
        try:
            async with asyncio.timeout(PATIENCE):
                async for line in process.stdout:
                    said.append(line.decode(errors="replace").strip())
                    found = _LINK.search(said[-1])
                    if found:
                        self._link = found[1]
                        self._reading = asyncio.ensure_future(_logged(process.stdout))
                        return
                await process.wait()
        except TimeoutError:
            await self.close()
        reason = said[-1] if said else "it did not answer"
        raise SetupError(f"the hall could not be started: {reason}")

    async def close(self) -> None:
        """End the hall; every result it has acknowledged is on disk."""
        if self._process is not None:
            await end(self._process, PARTING)


async def _logged(output: asyncio.StreamReader) -> None:
    """Log what a hall prints, so that it never waits for a reader."""
    async for line in output:
        log.info("hall: %s", line.decode(errors="replace").rstrip())


def _is_local(request: Request) -> bool:
    """Return whether a request comes from a page on this computer, at its loopback address."""
    client = request.client.host if request.client else ""
    return client in LOOPBACK and host_name(request.headers.get("host", "")) in LOOPBACK


def _is_free(host: str, port: int) -> bool:
    with socket.socket() as probe:
        if sys.platform != "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True
