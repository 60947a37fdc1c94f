"""Health checks: liveness, readiness and metrics."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from carrom.errors import CarromError
from carrom.observability.metrics import Metrics
from carrom.server.cluster.clock_jumps import ClockJumpLog
from carrom.server.http.proxies import Proxies

log = logging.getLogger("carrom.server")

_FRESH = 1.0
"""Seconds for which the database's last answer is reused, so that frequent checks are cheap."""
_PATIENCE = 2.0
"""Seconds to wait for the database."""
_STEP = 0.5
"""Seconds between two measurements of the event loop's delay."""
NO_STORE = {"cache-control": "no-store"}


class Health:
    """The health of one process; `/metrics` is served only to clients in the given networks, by default to none."""

    def __init__(self, meters: Metrics, answers: Callable[[], None], networks: Proxies) -> None:
        """`answers` reads and writes the database from a thread, and raises `CarromError` if that is impossible."""
        self.meters, self._answers, self._networks = meters, answers, networks
        self.draining = False
        """Whether the process is shutting down and should receive no new players."""
        self._asked: asyncio.Task[None] | None = None
        self._fault: str | None = None
        self._known = float("-inf")

    def stop(self) -> None:
        """Report from now on that the process is stopping."""
        self.draining = True

    def count_message(self, kind: str, code: str | None, seconds: float) -> None:
        """Count a message of a client, the code of its refusal, and the seconds until its answer."""
        if kind != "ping":
            self.meters.commands.add(kind, seconds)
            if code is not None:
                self.meters.refusals.add(code)

    def count_call(self, operation: str, code: str | None, seconds: float) -> None:
        """Count a call of the API, the code of its refusal, and the seconds until its answer began."""
        self.meters.calls.add(operation, seconds)
        if code is not None:
            self.meters.refusals.add(code)

    def routes(self) -> list[Route]:
        """Return the routes `/healthz`, `/readyz` and `/metrics`."""
        return [Route("/healthz", self.alive), Route("/readyz", self.ready), Route("/metrics", self.metrics)]

    async def alive(self, _: Request) -> Response:
        """Respond with 200, which means that the process is alive."""
        return PlainTextResponse("ok\n", headers=NO_STORE)

    async def ready(self, _: Request) -> Response:
        """Respond whether players may be sent here: games can be stored, and the process is not shutting down."""
        fault = "The server is shutting down." if self.draining else await self._fault_of_database()
        return PlainTextResponse(f"{fault or 'ready'}\n", 200 if fault is None else 503, headers=NO_STORE)

    async def metrics(self, request: Request) -> Response:
        """Respond with the metrics, if the client is in an allowed network."""
        client = request.scope["client"][0] if request.scope.get("client") else ""
        if not self._networks.trusts(client):
            return PlainTextResponse("Not Found\n", 404)
        return Response(self.meters.text(), media_type="text/plain; version=0.0.4", headers=NO_STORE)

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Measure pauses of the event loop and the garbage collector, and watch for clock jumps, within a block."""
        self.meters.watch_collector()
        watch = asyncio.create_task(self._watch_loop())
        try:
            yield
        finally:
            watch.cancel()
            self.meters.forget_collector()

    async def _watch_loop(self) -> None:
        jumps = ClockJumpLog("The clock of this machine")
        while True:
            began = time.perf_counter()
            await asyncio.sleep(_STEP)
            jumps.look()
            self.meters.pauses.add("loop", max(0.0, time.perf_counter() - began - _STEP))

    async def _fault_of_database(self) -> str | None:
        """Return why the database cannot be used, or None; at most one check runs at a time."""
        if time.monotonic() - self._known > _FRESH:
            if self._asked is None or self._asked.done():
                self._asked = asyncio.create_task(self._ask())
            await asyncio.wait({self._asked}, timeout=_PATIENCE)
            if not self._asked.done():
                return "The database does not answer."
        return self._fault

    async def _ask(self) -> None:
        before = self._fault
        try:
            await asyncio.to_thread(self._answers)
        except CarromError as reason:
            self._fault = "The database cannot be used."
            if before is None:
                log.error("not ready for players: %s", reason)
        else:
            self._fault = None
            if before is not None:
                log.info("ready for players again")
        self._known = time.monotonic()
