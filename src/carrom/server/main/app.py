"""The application: wires stores, live games, accounts, the lobby, the API and the page together."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from secrets import SystemRandom

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from carrom import protocol
from carrom.observability import tracing
from carrom.server.accounts.effects import AccountEffects
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
from carrom.server.api.link_previews import LinkPreviews
from carrom.server.api.offline_play import OfflineRoutes
from carrom.server.api.play import PlayRoutes, Streams
from carrom.server.api.positions import machine_operations
from carrom.server.api.records import RecordRoutes
from carrom.server.api.rule_books import book_operations
from carrom.server.api.translations import text_operations
from carrom.server.cluster.node import Cluster, SingleNode
from carrom.server.cluster.reconcile import FollowedGame
from carrom.server.common.dispatcher import Dispatcher
from carrom.server.common.flood_log import FloodLog
from carrom.server.common.rate_limit import ServerLimits, TokenBuckets
from carrom.server.common.server_events import DatabaseLost, ServerStopping
from carrom.server.http.compressed_text import GzipCache
from carrom.server.http.network_access import NetworkAccess
from carrom.server.http.offline_files import offline_files
from carrom.server.http.operation import Operation
from carrom.server.http.proxies import Proxies
from carrom.server.http.router import ApiRouter, Nowhere, is_open, nobody
from carrom.server.http.security import LOOPBACK, SecurityMiddleware
from carrom.server.http.static_files import STATIC, PageFiles, check_static
from carrom.server.identity.guest_names import GuestNames
from carrom.server.identity.principal import Principal
from carrom.server.identity.sessions import Authenticator
from carrom.server.live_games.registry import GameRegistry
from carrom.server.live_games.services import ServerLinks
from carrom.server.lobby.live_games import LiveGamesRoutes
from carrom.server.main.hall_launcher import HallLauncher
from carrom.server.main.health import Health
from carrom.server.main.kernel_warmup import KernelWarmup
from carrom.server.main.lobby_feature import LobbyFeature
from carrom.server.openapi.routes import with_description
from carrom.server.practice.daily_puzzle import DailyPuzzles
from carrom.server.practice.service import PracticeService
from carrom.server.practice.training_routes import training_operations
from carrom.server.scoresheets.shared_store import desk_of
from carrom.server.scoresheets.store import local_routes
from carrom.server.ties.open_ties import OpenTies
from carrom.server.ties.registry import TieRegistry
from carrom.server.tournaments.feature import TournamentFeature
from carrom.server.websockets.connection import ConnectionServices
from carrom.server.websockets.endpoint import WebSocketEndpoint
from carrom.storage.store import Store
from carrom.tables.views.welcome import welcome
from carrom.values import prepare

log = logging.getLogger("carrom.server")

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
        self._watching = LiveGamesRoutes(self._lobby.desk.hub, self._games, self._play.streams)
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
        streams, hub = self._play.streams, self._lobby.desk.hub
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
        self._lobby.desk.hub.names_changed()
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
        tracing.count(meters.stages.add)
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
