"""The application: wires stores, live games, accounts, the lobby, the API and the page together."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from secrets import SystemRandom

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from carrom import protocol
from carrom.observability import tracing
from carrom.server.accounts.feature import Accounts
from carrom.server.accounts.renames import Renames
from carrom.server.accounts.session_monitor import SessionMonitor
from carrom.server.analysis.job_client import JobClient
from carrom.server.analysis.job_queue import JobQueue
from carrom.server.analysis.job_routes import job_operations
from carrom.server.analysis.routes import study_operations
from carrom.server.analysis.searches import SearchManager
from carrom.server.analysis.shared_searches import RemoteSearches
from carrom.server.analysis.supervisor import WorkerSupervisor
from carrom.server.api.bots import bot_operations
from carrom.server.api.championships import ChampionshipRoutes, event_operations
from carrom.server.api.event_stream import EventStream
from carrom.server.api.game_outcomes import GameOutcomes
from carrom.server.api.games import GameRoutes
from carrom.server.api.play import PlayRoutes, Streams
from carrom.server.api.positions import machine_operations
from carrom.server.api.records import RecordRoutes
from carrom.server.api.rule_books import book_operations
from carrom.server.api.translations import text_operations
from carrom.server.cluster.node import Cluster, SingleNode
from carrom.server.common.deferred import afterwards
from carrom.server.common.flood_log import FloodLog
from carrom.server.common.rate_limit import ServerLimits, TokenBuckets
from carrom.server.http.compressed_text import GzipCache
from carrom.server.http.network_access import NetworkAccess
from carrom.server.http.operation import Operation
from carrom.server.http.proxies import Proxies
from carrom.server.http.router import ApiRouter, Nowhere, is_open
from carrom.server.http.security import LOOPBACK, SecurityMiddleware, client_address, host_name
from carrom.server.http.static_files import STATIC, PageFiles, check_static
from carrom.server.identity.principal import Principal
from carrom.server.identity.sessions import Authenticator, who_it_is
from carrom.server.live_games.registry import GameRegistry
from carrom.server.lobby.live_games import LiveGamesRoutes
from carrom.server.main.health import Health
from carrom.server.main.kernel_warmup import KernelWarmup
from carrom.server.main.lobby_feature import LobbyFeature
from carrom.server.main.welcome import welcome
from carrom.server.openapi.routes import with_description
from carrom.server.practice.service import PracticeService
from carrom.server.practice.training_routes import training_operations
from carrom.server.scoresheets.shared_store import SharedSheets, desk_of
from carrom.server.scoresheets.store import Sheets, local_routes
from carrom.server.ties.registry import TieParticipant, TieRegistry
from carrom.server.websockets.connection import RESTARTS, TRY_LATER, Connection
from carrom.server.websockets.connections import ConnectionManager
from carrom.storage.store import Store
from carrom.tables.log.compression import is_packed
from carrom.values import prepare

log = logging.getLogger("carrom.server")

_SPREAD = 1.0
"""Seconds over which connections are closed when this process is cut off from the cluster."""

Clock = Callable[[], float]


class Server:
    """Everything that one process serves."""

    def __init__(
        self,
        store: Store,
        limits: ServerLimits,
        warmth: KernelWarmup,
        clock: Clock,
        outside: NetworkAccess,
        company: Cluster | None = None,
    ) -> None:
        """Serve the games of `store`, and close it at the end; `clock` returns monotonic seconds.

        `company` connects the other processes on the same store, None for a single one.
        """
        self.company = company = company or SingleNode()
        if company.cut_off is not None:
            company.cut_off.told = self._cut_off
        self._outside = outside
        outside.drained = self._drain
        self._store = store
        self._bench = PracticeService(SystemRandom(), self._charge)
        self._limits, self._warmth, self._clock = limits, warmth, clock
        self._work = TokenBuckets(limits.work, clock)
        self.entrance = ApiRouter(limits, clock, self._work)
        self.open_lines = SessionMonitor(store.database, company.bus)
        """Closes connections when their session or token ends."""
        self.entrance.opened = self.open_lines.opened
        self._lobby = GameRegistry(
            store, limits, SystemRandom(), company.fellows.now, self._charge, company.bus, company.fellows
        )
        queue = JobQueue(store.database)
        self._studies = SearchManager(
            limits, clock, elsewhere=RemoteSearches(queue, company.bus, company.fellows.shared)
        )
        self.desk = JobClient(queue, company.bus)
        """The job client of the API."""
        self._ties = TieRegistry(store.ties, self._lobby, limits)
        outcomes = GameOutcomes(self._lobby)
        self.seeks = LobbyFeature(store, self._lobby, company.bus, limits, clock, outcomes)
        self.records = RecordRoutes(self._lobby, self._ties)
        self.renames = Renames(store.database, company.bus, self._refresh, self._lobby.in_memory, self._ties.in_memory)
        self._nuisances = FloodLog(clock)
        self._new_games, self._refusals = TokenBuckets(limits.new_games, clock), TokenBuckets(limits.refusals, clock)
        self.games = GameRoutes(self._lobby, store, self._new_games, outcomes)
        self.playing = PlayRoutes(self._lobby, self.games, Streams(limits.streams), limits.events)
        self.doings = EventStream(self._lobby, store, self.playing.streams)
        self.games.begun = lambda call, chair: self.doings.stir()
        self.doings.besides.append(self.seeks.bids.besides)
        self.seeks.desk.hub.hinted = self.doings.stir
        self.watching = LiveGamesRoutes(self.seeks.desk.hub, self._lobby, self.playing.streams)
        self._crowd = ConnectionManager[Connection](limits.connections, limits.connections_per_address)
        outside.part = self._crowd.part
        self.health: Health | None = None
        """The health checks, if they are enabled."""
        self.visitors: Authenticator | None = None
        self.accounts: Accounts | None = None
        self.foreman: WorkerSupervisor | None = None
        """The supervisor of worker processes, if there is one."""
        self.sheets: Sheets | SharedSheets | None = None
        """The score sheets stored here, if there is a folder for them."""

    async def converse(self, socket: WebSocket) -> None:
        """Serve one websocket until it closes."""
        address = client_address(socket.scope)
        if self._parts:
            await socket.accept()
            await socket.close(RESTARTS, "This server is shutting down; try again in a moment.")
            return
        if not self._crowd.makes_room_for(address):
            await socket.accept()
            await socket.close(TRY_LATER, "Too many connections; close another page, or try again later.")
            return
        connection = Connection(
            socket,
            self._lobby,
            self._bench,
            self._limits,
            self._new_games,
            address,
            self._clock,
            self._work,
            self._refusals,
            self._nuisances,
        )
        known = None
        if self.visitors is not None:
            brought = who_it_is(socket.headers)
            connection.who = partial(self.visitors.who, brought)
            known = await self.visitors.who(brought)
        connection.ties = TieParticipant(self._ties, connection.send)
        connection.packs, connection.measured = is_packed(socket.url.query), self._measured
        connection.opens = self._let_in if self._is_local(socket) else None
        self._crowd.add(connection)
        afterwards(socket.scope, partial(self._serve, connection, self._is_local(socket), known))

    async def _serve(self, connection: Connection, local: bool, known: Principal | None) -> None:
        """Serve a connection until it closes."""
        forget = None if known is None else self.open_lines.opened(known.hash, lambda: self._crowd.let_go(connection))
        try:
            await connection.serve(protocol.encode(self._welcome(local, known)))
        except asyncio.CancelledError:
            if not self._parts:
                raise
            log.info("A connection was closed before its response: the server is shutting down.")
        finally:
            self._crowd.drop(connection)
            if forget is not None:
                forget()

    def operations(self, events: ChampionshipRoutes | None = None) -> tuple[Operation, ...]:
        """Return all operations of the HTTP API; `events` are the championships to serve."""
        return with_description(
            (
                *self.games.operations(),
                *self.playing.operations(),
                *self.doings.operations(),
                *self.watching.operations(),
                *machine_operations(self._lobby),
                *study_operations(self._studies, self._lobby),
                *job_operations(lambda: self.desk, self._lobby),
                *self.seeks.operations(),
                *bot_operations(self._lobby, self._store, lambda: self.doings.bots),
                *training_operations(self._bench),
                *([] if events is None else event_operations(events)),
                *book_operations(),
                *text_operations(),
            )
        )

    def routes(self, events: ChampionshipRoutes | None = None) -> list[Route]:
        """Return the routes of the HTTP API and of records."""
        return [*self.entrance.routes(self.operations(events)), *self.records.routes()]

    def account_routes(self) -> list[Route]:
        """Return the routes of accounts, if they are enabled."""
        if self.accounts is None:
            return []
        return self.accounts.routes(self._lobby, self._clock, self.open_lines.ended, self.renames.changed)

    @asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """Start the background tasks and the kernel's compilation; at the end stop them and close the store."""
        self._loop = asyncio.get_running_loop()
        self._warmth.begin(self._kernel_changed)
        self.seeks.begin()
        if self.foreman is not None:
            self.foreman.begin()
        async with self.health.watching() if self.health is not None else contextlib.nullcontext():
            if self.sheets is not None:
                await self.sheets.open()
            sheets = () if self.sheets is None else (self.sheets.followed,)
            await self.company.open(self._lobby.followed, self._ties.followed, *sheets)
            self.open_lines.begin()
            self.renames.begin()
            yield
        self.playing.close()
        await self.open_lines.close()
        await self.renames.close()
        await self.seeks.close()
        await self.company.close()
        await self._lobby.close()
        await self._studies.close()
        if self.sheets is not None:
            await self.sheets.close()
        if self.foreman is not None:
            await self.foreman.close()
        self._bench.close()
        if self.accounts is not None:
            self.accounts.close()
        await asyncio.to_thread(self._store.close)

    def _refresh(self) -> None:
        """Update account names in the lobby, here and in other processes."""
        self.seeks.desk.hub.names_changed()

    def _charge(self, address: str, seconds: float) -> None:
        """Charge computing time to an address; may be called from any thread."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._work.spend, address, seconds)

    def _welcome(self, local: bool, known: Principal | None) -> protocol.Welcome:
        name = None if known is None else known.person.name
        return welcome(self._outside.reach(local), self._warmth.kernel, self.accounts is not None, name)

    @staticmethod
    def _is_local(socket: WebSocket) -> bool:
        """Return whether a page runs on this machine and was opened at a loopback address."""
        return client_address(socket.scope) in LOOPBACK and host_name(socket.headers.get("host", "")) in LOOPBACK

    async def _let_in(self, nonce: str) -> None:
        """Open the server to the network, and send its addresses to every page."""
        before = self._outside.addresses
        await self._outside.let_in()
        reach = self._outside.reach(local=False)
        for connection in self._crowd:
            if connection.has_opened == nonce:
                connection.send(protocol.encode(protocol.ReachChanged(nonce=nonce, reach=reach)))
            elif not before:
                connection.send(protocol.encode(protocol.ReachChanged(nonce=None, reach=reach)))

    @property
    def _parts(self) -> bool:
        """Return whether clients should connect to another process: this one is shutting down or cut off."""
        ends = self.health is not None and self.health.draining
        return ends or (self.company.cut_off is not None and self.company.cut_off.now)

    def _cut_off(self) -> None:
        """Close all connections, so that clients reconnect to a process that can reach the database."""
        self.playing.streams.end()
        self._parting = asyncio.get_running_loop().create_task(self._crowd.part(_SPREAD))

    def _drain(self) -> None:
        """Announce the shutdown to all clients, and accept no new ones."""
        log.info("The server is shutting down; %d connections are open.", len(self._crowd))
        if self.health is not None:
            self.health.draining = True
        self._crowd.tell(protocol.encode(protocol.Draining()))
        self.playing.streams.end()
        self.seeks.desk.hub.end()

    def _measured(self, kind: str, code: str | None, seconds: float) -> None:
        """Record a message and its processing time."""
        if self.health is not None and kind != "ping":
            self.health.meters.commands.add(kind, seconds)
            if code is not None:
                self.health.meters.refusals.add(code)

    def _called(self, operation: str, code: str | None, seconds: float) -> None:
        """Record an API call and its processing time."""
        if self.health is not None:
            self.health.meters.calls.add(operation, seconds)
            if code is not None:
                self.health.meters.refusals.add(code)

    def watched(self, health: Health) -> None:
        """Enable health checks and metrics."""
        self.health = health
        tracing.count(health.meters.stages.add)
        health.meters.gauge("carrom_connections", "Open websockets.", lambda: len(self._crowd))
        health.meters.gauge("carrom_tables", "Games in memory.", lambda: self._lobby.tables)
        streams, bus, company = self.playing.streams, self.company.bus, self.company
        health.meters.gauge("carrom_streams", "Open streams of the API.", lambda: len(streams))
        health.meters.gauge("carrom_bus_away", "1 while the bus cannot be reached.", lambda: int(bus.is_away))
        health.meters.count("carrom_swept_total", "Changes the bus missed, found by polling.", lambda: company.swept)
        self.entrance.measured = self._called

    def _kernel_changed(self) -> None:
        """Announce the compiled kernel to all clients; may be called from any thread."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._tell_kernel)

    def _tell_kernel(self) -> None:
        self._crowd.tell(protocol.encode(protocol.KernelChanged(kernel=self._warmth.kernel)))


def application(
    store: Store,
    *,
    static: Path = STATIC,
    names: frozenset[str] = LOOPBACK,
    any_address: bool = False,
    limits: ServerLimits = ServerLimits(),  # noqa: B008 (a frozen value)
    warmth: KernelWarmup | None = None,
    clock: Clock = time.monotonic,
    proxies: Proxies = Proxies(),  # noqa: B008 (immutable, trusts no proxy)
    outside: NetworkAccess | None = None,
    sheets: Path | None = None,
    health: Health | None = None,
    events: Path | None = None,
    visitors: Authenticator | None = None,
    accounts: Accounts | None = None,
    foreman: WorkerSupervisor | None = None,
    company: Cluster | None = None,
) -> SecurityMiddleware:
    """Return the application over a store; raises `SetupError` if the built client is missing.

    `names` are the host names it serves (lower case), `any_address` allows every IP address. `sheets` is the folder of
    score sheets, `events` the folder of public championships, `health` the health checks. `accounts` enables accounts;
    `visitors` alone only authenticates existing ones; without either, everyone is a guest. `foreman` supervises
    workers, and `company` connects the other processes on the same store.
    """
    prepare()
    check_static(static)
    page = PageFiles(static)
    server = Server(store, limits, warmth or KernelWarmup(), clock, outside or NetworkAccess(), company)
    server.foreman, server.accounts = foreman, accounts
    server.visitors = visitors if accounts is None else accounts.visitors
    server.seeks.know(server.visitors)
    if server.visitors is not None:
        server.entrance.who = server.records.who = server.visitors.who
    if health is not None:
        server.watched(health)
    if sheets is not None:
        server.sheets = desk_of(store, server.company, sheets)
    routes = [
        WebSocketRoute("/ws", server.converse),
        Route("/ws", _needs_websocket),
        *server.routes(None if events is None else ChampionshipRoutes(events)),
        *([] if server.sheets is None else local_routes(server.sheets, TokenBuckets(limits.new_games, clock))),
        *([] if health is None else health.routes()),
        *server.account_routes(),
        Route("/api/{rest:path}", Nowhere()),
        Mount("/", page),
    ]
    inner = Starlette(routes=routes, lifespan=server.lifespan)
    requests = TokenBuckets(limits.requests, clock)
    served = page.before(GzipCache(inner))
    return SecurityMiddleware(
        served,
        names=names,
        any_address=any_address,
        requests=requests,
        proxies=proxies,
        is_open=is_open,
    )


async def _needs_websocket(_: Request) -> Response:
    """Answer a plain request, or one whose upgrade a proxy has stripped, with the reason."""
    return PlainTextResponse(
        "This address needs a WebSocket: let your proxy pass on the Upgrade and Connection headers for /ws.\n",
        426,
        {"upgrade": "websocket", "connection": "Upgrade"},
    )
