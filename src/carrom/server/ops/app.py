"""The application: wires stores, live games, accounts, the lobby, the API and the page together."""

import asyncio
import contextlib
import gc
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from secrets import SystemRandom
from tempfile import TemporaryDirectory

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from carrom import observability, protocol
from carrom.errors import CarromError
from carrom.observability import Metrics
from carrom.protocol import KernelStatus
from carrom.server.common import DatabaseLost, Dispatcher, FloodLog, ServerLimits, ServerStopping, TokenBuckets
from carrom.server.events.runner import TournamentFeature
from carrom.server.http.championships import ChampionshipRoutes, event_operations
from carrom.server.http.event_stream import EventStream, bot_operations
from carrom.server.http.games import GameOutcomes, GameRoutes, OfflineRoutes, PlayRoutes, RecordRoutes, Streams
from carrom.server.http.openapi import Schema, description, with_description
from carrom.server.http.positions import LinkPreviews, machine_operations
from carrom.server.http.router import ApiRouter, Nowhere, Operation, is_open, nobody
from carrom.server.http.rule_books import book_operations, text_operations
from carrom.server.http.security import LOOPBACK, NetworkAccess, Proxies, SecurityMiddleware
from carrom.server.http.static_files import STATIC, GzipCache, PageFiles, check_static, offline_files
from carrom.server.http.training import DailyPuzzles, PracticeService, training_operations
from carrom.server.lobby.lobby import Callers, LobbyService
from carrom.server.lobby.results import ChallengeEvents, GameEndListener
from carrom.server.lobby.routes import LiveGamesRoutes, LobbyRoutes
from carrom.server.ops.analysis_routes import job_operations, study_operations
from carrom.server.ops.cluster import ClockJumpLog
from carrom.server.ops.event_log import Cluster, FollowedGame, SingleNode
from carrom.server.ops.hall_launcher import HallLauncher
from carrom.server.ops.job_client import JobClient
from carrom.server.ops.jobs import JobQueue
from carrom.server.ops.searches import RemoteSearches, SearchManager
from carrom.server.ops.supervisor import WorkerSupervisor
from carrom.server.people.accounts import AccountEffects, Renames, SessionMonitor
from carrom.server.people.profiles import LeaderboardRoutes, ProfileRoutes, UserRoutes
from carrom.server.people.routes import Accounts
from carrom.server.people.sessions import Authenticator, Principal
from carrom.server.people.usernames import GuestNames
from carrom.server.play.connection import ConnectionServices, WebSocketEndpoint
from carrom.server.play.registry import GameRegistry
from carrom.server.play.scoresheets import desk_of, local_routes
from carrom.server.play.services import ServerLinks
from carrom.server.play.ties import OpenTies, TieRegistry
from carrom.storage.store import Store
from carrom.tables.views import welcome
from carrom.values import prepare

# -- loading the engine and the kernels in the background --------------------------------------------------------------


log = logging.getLogger("carrom.server")


class KernelWarmup:
    """The loading of the engine and the kernels, and whether strokes run as native code."""

    def __init__(self, settles: bool = False) -> None:
        """With `settles`, all objects are moved out of garbage collection after the loading."""
        self.kernel, self._settles = KernelStatus.WARMING, settles

    def begin(self, report: Callable[[], None]) -> None:
        """Load them in a thread, and call `report` from that thread when it is done."""
        threading.Thread(target=self._warm, args=(report,), name="warm", daemon=True).start()

    def _warm(self, report: Callable[[], None]) -> None:
        try:
            self.kernel = KernelStatus.COMPILED if _compiled() else KernelStatus.INTERPRETED
        except Exception:
            log.exception(
                "the kernels could not be loaded; strokes are interpreted, which is slower but gives the same results"
            )
            self.kernel = KernelStatus.INTERPRETED
        if self._settles:
            gc.collect()
            gc.freeze()
        report()


def _compiled() -> bool:
    """Load the engine and the kernels in this thread; return whether strokes run as native code."""
    from carrom.engine import engine  # noqa: F401 - so that the first move need not wait for it
    from carrom.physics import warm

    return warm()


# -- health checks: liveness, readiness and metrics --------------------------------------------------------------------


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


# -- the wiring of the lobby -------------------------------------------------------------------------------------------


class LobbyFeature:
    """The lobby, with leaderboards, profiles and challenges."""

    def __init__(
        self,
        store: Store,
        registry: GameRegistry,
        limits: ServerLimits,
        clock: Callable[[], float],
        outcomes: GameOutcomes,
        visitors: Authenticator | None,
    ) -> None:
        """Create the lobby over a server's live games; `visitors` identifies accounts, `clock` is monotonic (s)."""
        callers = Callers(store.database, visitors)
        self.service, self._rater = LobbyService(store, registry, registry.bus), GameEndListener(store, registry)
        self.challenge_events = ChallengeEvents(self.service.seeks, registry.now)
        self._lounge = LobbyRoutes(self.service, callers, TokenBuckets(limits.seeks, clock))
        self._leaders = LeaderboardRoutes(self.service.ratings, callers, registry.now)
        self._users = UserRoutes(store, self.service.ratings, registry.now, outcomes)
        self._profiles = ProfileRoutes(store.database, self.service.ratings, registry.now)

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations of the HTTP API."""
        parts = (self._lounge, self._leaders, self._users, self._profiles)
        return tuple(row for part in parts for row in part.operations())

    def begin(self) -> None:
        """Start processing finished games and lobby changes."""
        self.service.hub.begin()
        self._rater.begin()

    async def close(self) -> None:
        """Stop processing, and close all subscriptions."""
        await self.service.hub.close()
        await self._rater.close()


# -- the application ---------------------------------------------------------------------------------------------------


Clock = Callable[[], float]


@dataclass(frozen=True, kw_only=True)
class Features:
    """The optional parts of a server; those that are None are disabled."""

    dispatcher: Dispatcher = field(default_factory=Dispatcher)
    warmth: KernelWarmup = field(default_factory=KernelWarmup)
    outside: NetworkAccess = field(default_factory=NetworkAccess)
    company: Cluster = field(default_factory=SingleNode)
    """The other processes on the same store."""
    health: Health | None = None
    accounts: Accounts | None = None
    visitors: Authenticator | None = None
    """Identifies accounts on a server where none can be created."""
    foreman: WorkerSupervisor | None = None
    """Starts the worker processes for heavy jobs."""
    sheets: Path | None = None
    """The folder of umpires' score sheets."""
    events: Path | None = None
    """The folder of public tournaments."""
    halls: HallLauncher | None = None
    """Starts a hall for tournaments on boards from a page on this computer."""
    offline: bool = False
    """Whether the page can be played without a connection."""


class Server:
    """Everything one process serves; each part gets the parts it uses through its constructor."""

    def __init__(self, store: Store, limits: ServerLimits, clock: Clock, features: Features) -> None:
        """Serve the games of `store`, and close it at the end; `clock` returns monotonic seconds."""
        self._store, self._limits, self._clock, self._features = store, limits, clock, features
        dispatcher, company, bus = features.dispatcher, features.company, features.company.bus
        health, accounts = features.health, features.accounts
        visitors = features.visitors if accounts is None else accounts.visitors
        # Rate limits, by address
        self._work, self._new_games = TokenBuckets(limits.computing_time, clock), TokenBuckets(limits.new_games, clock)
        # Sessions and names
        self._sessions = SessionMonitor(store.database, bus)
        # Games and team matches
        open_ties = OpenTies()
        links = ServerLinks(
            dispatcher=dispatcher,
            bus=bus,
            fellows=company.fellows,
            charge=self._charge,
            players_nearby=open_ties.players_nearby,
            check_guest_names=GuestNames(store.database).check,
            **({} if accounts is None else {"are_blocked": accounts.are_blocked}),
        )
        self._games = GameRegistry(store, limits, SystemRandom(), company.fellows.now, links)
        self._ties = TieRegistry(store.ties, self._games, limits, open_ties)
        self._sheets = None if features.sheets is None else desk_of(store, company, features.sheets)
        # Lobby and ratings
        outcomes = GameOutcomes(self._games)
        self._lobby = LobbyFeature(store, self._games, limits, clock, outcomes, visitors)
        self._tournaments = TournamentFeature(store, self._games, limits, clock, lambda: self._play.streams, visitors)
        self._renames = Renames(
            store.database, bus, self._names_changed, self._games.active.in_memory, self._ties.in_memory
        )
        # Practice, analysis and jobs
        self._practice = PracticeService(SystemRandom(), self._charge)
        self._daily = DailyPuzzles(store.database, self._practice)
        queue = JobQueue(store.database)
        self._searches = SearchManager(limits, clock, elsewhere=RemoteSearches(queue, bus, company.fellows.shared))
        self._jobs = JobClient(queue, bus)
        # HTTP API
        who = nobody if visitors is None else visitors.who
        count_call = _uncounted if health is None else health.count_call
        self._router = ApiRouter(limits, clock, self._work, who, count_call, self._sessions.opened)
        self._game_routes = GameRoutes(self._games, store, self._new_games, outcomes)
        self._play = PlayRoutes(self._games, self._game_routes, Streams(limits.streams), limits.events_per_game)
        self._events = EventStream(self._games, store, self._play.streams, self._lobby.challenge_events.besides)
        self._watching = LiveGamesRoutes(self._lobby.service.hub, self._games, self._play.streams)
        self._records = RecordRoutes(self._games, self._ties, who)
        self.previews = LinkPreviews(self._games)
        effects = AccountEffects(
            sessions_ended=self._sessions.ended, renamed=self._renames.changed, seats_changed=self._seats_changed
        )
        self._account_routes = [] if accounts is None else accounts.routes(self._games, clock, effects)
        # Websockets
        services = ConnectionServices(
            limits=limits,
            clock=clock,
            games=self._games,
            practice=self._practice,
            ties=self._ties,
            new_games=self._new_games,
            work=self._work,
            refusals=TokenBuckets(limits.invalid_messages, clock),
            nuisances=FloodLog(clock),
            measured=_uncounted if health is None else health.count_message,
            differed=_undiffered if health is None else health.meters.differences.add,
        )
        watched = None if visitors is None else (visitors, self._sessions.opened)
        self.websockets = WebSocketEndpoint(services, self._greet, features.outside, company, watched, dispatcher)
        # What happens when the process stops, or loses the database
        streams, hub = self._play.streams, self._lobby.service.hub
        for kind in (ServerStopping, DatabaseLost):
            dispatcher.subscribe(kind, lambda _: streams.end())
        dispatcher.subscribe(ServerStopping, lambda _: hub.end())
        if health is not None:
            dispatcher.subscribe(ServerStopping, lambda _: health.stop())
            self._expose_metrics(health)

    def operations(self, events: ChampionshipRoutes | None = None) -> tuple[Operation, ...]:
        """Return the operations of the HTTP API; `events` are those of public tournaments."""
        return with_description(
            (
                *self._game_routes.operations(),
                *self._play.operations(),
                *OfflineRoutes(self._games, self._new_games, self._limits.events_per_game).operations(),
                *self._events.operations(),
                *self._watching.operations(),
                *machine_operations(self._games),
                *study_operations(self._searches, self._games),
                *job_operations(lambda: self._jobs, self._games),
                *self._lobby.operations(),
                *self._tournaments.operations(),
                *bot_operations(self._games, self._store, lambda: self._events.bots),
                *training_operations(self._practice),
                *self._daily.operations(),
                *([] if events is None else event_operations(events)),
                *book_operations(),
                *text_operations(),
            )
        )

    def routes(self) -> list[BaseRoute]:
        """Return every route except those of the page."""
        features = self._features
        events = None if features.events is None else ChampionshipRoutes(features.events)
        new_sheets = TokenBuckets(self._limits.new_games, self._clock)
        return [
            WebSocketRoute("/ws", self.websockets.accept),
            Route("/ws", _needs_websocket),
            *self._router.routes(self.operations(events)),
            *self._records.routes(),
            *([] if self._sheets is None else local_routes(self._sheets, new_sheets)),
            *([] if features.health is None else features.health.routes()),
            *([] if features.halls is None else features.halls.routes()),
            *self._account_routes,
            Route("/api/{rest:path}", Nowhere()),
        ]

    @asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """Compile the kernel in the background; at shutdown stop engine players and close the store."""
        features = self._features
        self._loop = asyncio.get_running_loop()
        features.warmth.begin(self._kernel_changed)
        self._lobby.begin()
        self._tournaments.begin()
        if features.foreman is not None:
            features.foreman.begin()
        async with features.health.watching() if features.health is not None else contextlib.nullcontext():
            if self._sheets is not None:
                await self._sheets.open()
            sheets = _none if self._sheets is None else self._sheets.followed
            await features.company.open(
                self._games.active.followed, self._ties.followed, sheets, self._tournaments.followed
            )
            self._sessions.begin()
            self._renames.begin()
            yield
        self._play.close()
        await self._sessions.close()
        await self._renames.close()
        await self._tournaments.close()
        await self._lobby.close()
        await features.company.close()
        with_processes = (self._games, self._searches, features.halls, features.foreman)
        await asyncio.gather(*(each.close() for each in with_processes if each is not None))
        if self._sheets is not None:
            await self._sheets.close()
        self._practice.close()
        if features.accounts is not None:
            features.accounts.close()
        await asyncio.to_thread(self._store.close)

    def _names_changed(self) -> None:
        """Show the current names of accounts."""
        self._lobby.service.hub.names_changed()
        self._tournaments.registry.names.forget()

    async def _seats_changed(self, name: str) -> None:
        """Reload who holds the seats of a game or a tie; raises `CarromError`."""
        await self._ties.places_changed(name)
        await self._games.seats_changed(name)

    def _charge(self, address: str, seconds: float) -> None:
        """Charge computing time to an address; may be called from any thread."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._work.spend, address, seconds)

    def _greet(self, local: bool, known: Principal | None) -> protocol.Welcome:
        name, features = None if known is None else known.person.name, self._features
        reach, kernel = features.outside.reach(local), features.warmth.kernel
        return welcome(reach, kernel, features.accounts is not None, name, offline=features.offline)

    def _expose_metrics(self, health: Health) -> None:
        meters, streams, company = health.meters, self._play.streams, self._features.company
        observability.count(meters.stages.add)
        meters.gauge("carrom_connections", "Open websockets.", lambda: len(self.websockets))
        meters.gauge("carrom_tables", "Games in memory.", lambda: len(self._games.active))
        meters.gauge("carrom_streams", "Open streams of the HTTP API.", lambda: len(streams))
        meters.gauge("carrom_bus_away", "1 while the bus cannot be reached.", lambda: int(company.bus.is_away))
        meters.count("carrom_swept_total", "Changes that the bus had not announced.", lambda: company.swept)

    def _kernel_changed(self) -> None:
        """Send every page the state of the kernel; may be called from any thread, even after shutdown."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(
                lambda: self.websockets.broadcast(protocol.KernelChanged(kernel=self._features.warmth.kernel))
            )


def _none() -> dict[str, FollowedGame]:
    """Return that nothing is followed."""
    return {}


def _uncounted(name: str, code: str | None, seconds: float) -> None:
    """Record nothing: the server has no metrics."""


def _undiffered(kind: str) -> None:
    """Record nothing: the server has no metrics."""


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
    halls: HallLauncher | None = None,
    offline: Path | None = None,
    visitors: Authenticator | None = None,
    accounts: Accounts | None = None,
    foreman: WorkerSupervisor | None = None,
    company: Cluster | None = None,
    dispatcher: Dispatcher | None = None,
) -> SecurityMiddleware:
    """Return the application over a store; raises `SetupError` if the built client is missing.

    `names` are the host names it answers to (lower case), `any_address` accepts every IP address as a host name; the
    other parts are those of `Features`. Without `accounts` and `visitors` everybody is a guest. `offline` is the folder
    of the files for play without a connection.
    """
    prepare()
    check_static(static)
    features = Features(
        dispatcher=dispatcher or Dispatcher(),
        warmth=warmth or KernelWarmup(),
        outside=outside or NetworkAccess(),
        company=company or SingleNode(),
        health=health,
        accounts=accounts,
        visitors=visitors,
        foreman=foreman,
        sheets=sheets,
        events=events,
        halls=halls,
        offline=offline is not None,
    )
    server = Server(store, limits, clock, features)
    more = {} if offline is None else offline_files(offline)
    page = PageFiles(static, previews=server.previews.of, more=more)
    inner = Starlette(routes=[*server.routes(), Mount("/", page)], lifespan=server.lifespan)
    return SecurityMiddleware(
        page.before(GzipCache(inner)),
        names=names,
        any_address=any_address,
        requests=TokenBuckets(limits.requests, clock),
        proxies=proxies,
        is_open=is_open,
    )


async def _needs_websocket(_: Request) -> Response:
    """Answer a request without a WebSocket upgrade, for example because a proxy removed it, with the reason."""
    return PlainTextResponse(
        "This address needs a WebSocket: let your proxy pass on the Upgrade and Connection headers for /ws.\n",
        426,
        {"upgrade": "websocket", "connection": "Upgrade"},
    )


# -- a server with every feature, for the reference and for tests ------------------------------------------------------


def whole() -> Schema:
    """Return the OpenAPI description of a server with every feature."""
    store = Store(":memory:")
    with TemporaryDirectory() as folder:
        server = Server(store, ServerLimits(), time.monotonic, Features())
        result = description(server.operations(ChampionshipRoutes(Path(folder))))
    store.close()
    return result
