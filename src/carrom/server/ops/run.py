"""Run a server until it is interrupted: data folder, port, locks and signals."""

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from carrom.errors import SetupError
from carrom.protocol import MAX_CLIENT_BYTES
from carrom.server.common import Dispatcher, ServerLimits
from carrom.server.http.security import LOOPBACK, NetworkAccess, SecurityMiddleware, own_addresses, pages
from carrom.storage.location import DATABASE, SHEETS_FOLDER
from carrom.storage.location import data_folder as data_folder
from carrom.storage.locks import DatabaseLock, ProcessLock
from carrom.version import __version__

log = logging.getLogger("carrom.server")

if TYPE_CHECKING:
    import uvicorn

    from carrom.server.http.security import ConnectionLimits

DEFAULT_PORT = 8137
EVENTS = "events"
"""The folder of public championships inside the data folder."""
_COLLECTOR = (20_000, 20, 20)
"""Thresholds of the garbage collector: rooms contain no reference cycles, so it may run rarely."""
_SWITCH = 0.001
"""Seconds after which a computing thread yields to the event loop; Python's default of 5 ms delays every message."""


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address; raises `SetupError` with the reason if it cannot."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, number, _, address = found[0]
        listener = socket.socket(family, kind, number)
    except (OSError, UnicodeError, OverflowError) as error:
        raise SetupError(f"{host}:{port} is not an address of this machine ({error}).") from error
    try:
        if sys.platform == "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise SetupError(
            f"Port {port} of {host} cannot be used ({error.strerror}). Another program may be using it; "
            "choose another port with --port, or a free one with --port 0."
        ) from error
    return listener


def address_of(listener: socket.socket) -> str:
    """Return the URL to open in a browser on this machine."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(
    *,
    host: str,
    port: int,
    folder: Path,
    store: str | None = None,
    names: tuple[str, ...] = (),
    proxies: tuple[str, ...] = (),
    limits: ServerLimits = ServerLimits(),  # noqa: B008 (a frozen value)
    ready: Callable[[str], None],
    metrics: tuple[str, ...] = (),
    drain: float = 0,
    form: str | None = None,
    accounts: bool = False,
    workers: int = 1,
    bus: str | None = None,
    trace: str | None = None,
    offline: Path | None = None,
    starts_halls: bool = False,
) -> None:
    """Serve the games in `folder`, or in the database at the address `store`, until interrupted.

    `ready` is called with the URL once the page is available. `names` are further host names to serve, `proxies` the
    networks of trusted proxies, `metrics` the networks that may read the metrics. At shutdown, connections are closed
    over `drain` seconds. `form` is the log format (`logging_setup.FORMS`), `workers` the maximum number of worker
    processes, `accounts` enables accounts, `bus` connects servers on the same store (`bus_config`), and `trace`
    is the address of the trace collector. `offline` is the folder of the files for play without a connection.
    `starts_halls` lets pages on this computer start a hall for tournaments.

    Raises `SetupError` (port in use, page not built, a second instance) and `StoreError`.
    """
    from carrom.observability import Metrics, arrange, traced
    from carrom.server.http.security import ConnectionLimits, Proxies
    from carrom.server.http.static_files import STATIC, check_static
    from carrom.server.ops.app import Health, KernelWarmup, application
    from carrom.server.ops.bus_config import bus_of
    from carrom.server.ops.event_log import MultiNode, SingleNode
    from carrom.server.ops.hall_launcher import HallLauncher
    from carrom.server.ops.jobs import JobQueue
    from carrom.server.ops.supervisor import WorkerSupervisor, starting
    from carrom.server.people.routes import Accounts
    from carrom.storage.hash_chain import VARIABLE, key_of_environment, key_of_folder
    from carrom.storage.store import InstrumentedDatabase, Store, database_at
    from carrom.tables.log import ATTIC

    check_static(STATIC)
    sys.setswitchinterval(_SWITCH)
    gc.set_threshold(*_COLLECTOR)
    trusted, watchmen, meters = Proxies(proxies), Proxies(metrics), Metrics(__version__)
    if form is not None:
        arrange(form)
    let_files_be_open(limits)
    checkpoint_key = key_of_environment(os.environ)
    way = bus_of(bus, store)
    with traced(trace), claimed(store, folder) as answers_at, listening(host, port) as listener:
        address = address_of(listener)
        if folder.exists():
            ATTIC.lies_in(folder)
        key = checkpoint_key or (None if store else key_of_folder(folder))
        stored = Store(InstrumentedDatabase(database_at(store or folder / DATABASE, aside=True), meters), key)
        if key is None:
            log.warning("%s is not set: checkpoints of games are lost when this server ends.", VARIABLE)
        own, bound, *_ = listener.getsockname()
        dispatcher = Dispatcher()

        async def let_in() -> tuple[str, ...]:
            found = await _also_at_networks(server, listener)
            app.let_addresses_in()
            return found

        foreman = WorkerSupervisor(JobQueue(stored.database), way, starting(store, folder, bus), workers)
        foreman.told_to(meters)
        app = application(
            stored,
            names=LOOPBACK | {name.lower() for name in (host, *names)},
            any_address=own not in LOOPBACK,
            limits=limits,
            warmth=KernelWarmup(settles=True),
            proxies=trusted,
            outside=NetworkAccess(pages(own, bound), let_in),
            sheets=folder / SHEETS_FOLDER,
            health=Health(meters, stored.answers, watchmen),
            events=folder / EVENTS,
            halls=HallLauncher(folder / EVENTS) if starts_halls else None,
            offline=offline,
            foreman=foreman,
            company=SingleNode(way) if store is None else MultiNode(stored.database, way, dispatcher),
            accounts=Accounts(stored.database) if accounts else None,
            dispatcher=dispatcher,
        )
        server = uvicorn_for(app, ConnectionLimits(limits, trusted), dispatcher, drain=drain, logs=form is None)
        answers_at(address)
        ready(address)
        log.info("Carrom %s is running at %s.", __version__, address)
        try:
            until_stopped(server, listener)
        finally:
            stored.close()
            log.info("Carrom has stopped; all events are stored.")


@contextmanager
def claimed(store: str | None, folder: Path) -> Iterator[Callable[[str], None]]:
    """Lock a data folder, or join a shared database; yield a function that records this server's URL in the lock.

    With a database, the folder is needed only for score sheets, and locked if it exists.
    Raises `AlreadyRunning` or `SetupError`.
    """
    with ExitStack() as stack:
        claims: list[ProcessLock | DatabaseLock] = []
        if store is None or folder.exists():
            claims.append(stack.enter_context(ProcessLock(folder)))
        if store is not None:
            claims.append(stack.enter_context(DatabaseLock(store, shared=True)))

        def answers_at(address: str) -> None:
            for each in claims:
                each.answers_at(address)

        yield answers_at


def until_stopped(server: "uvicorn.Server", listener: socket.socket) -> None:
    """Serve until a signal ends the server; closing its terminal (SIGHUP) counts.

    uvicorn raises a received signal again after it has stopped, which would skip our cleanup after a SIGTERM.
    """

    def end(*_: object) -> None:
        server.should_exit = True

    if threading.current_thread() is not threading.main_thread():
        server.run(sockets=[listener])  # only the main thread can handle signals
        return
    ending = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]
    before = {each: signal.getsignal(each) for each in ending}
    for each, handler in before.items():
        if handler is not signal.SIG_IGN:  # `nohup` ignores SIGHUP on purpose
            signal.signal(each, end)
    try:
        server.run(sockets=[listener])
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


async def _also_at_networks(server: "uvicorn.Server", listener: socket.socket) -> tuple[str, ...]:
    """Also listen at this machine's network addresses on the same port, and return the URLs of the page.

    Raises `SetupError` if there is no network or no address can be used.
    """
    found: list[str] = []
    fault = SetupError("This machine has no network address that other devices could reach.")
    loop, config = asyncio.get_running_loop(), server.config
    for address in own_addresses():
        try:
            sock = listening(address, listener.getsockname()[1])
        except SetupError as reason:
            fault = reason
            continue
        more = await loop.create_server(
            lambda: config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=server.server_state, app_state=server.lifespan.state
            ),
            sock=sock,
            backlog=config.backlog,
        )
        server.servers.append(more)
        found += pages(*sock.getsockname()[:2])
    if not found:
        raise fault
    return tuple(found)


def uvicorn_for(
    app: SecurityMiddleware,
    gateway: "ConnectionLimits",
    dispatcher: Dispatcher,
    *,
    drain: float = 0.0,
    logs: bool = True,
) -> "uvicorn.Server":
    """Return the HTTP server for the application, behind connection limits; it publishes `ServerStopping` at shutdown.

    At shutdown its connections are closed over `drain` seconds. Without `logs`, the existing logging is used.
    """
    import uvicorn

    from carrom.server.common import announce_shutdown
    from carrom.server.http.security import gate_of
    from carrom.server.play.connection import CompactWebSocketProtocol

    class Ending(uvicorn.Server):
        """A server that announces its end to clients before it closes their connections."""

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """Announce the shutdown, then close."""
            await announce_shutdown(dispatcher, drain)
            await super().shutdown(sockets)

    return Ending(
        uvicorn.Config(
            app,
            http=gate_of(gateway),
            ws=CompactWebSocketProtocol,
            log_level="error",
            log_config=uvicorn.config.LOGGING_CONFIG if logs else None,
            access_log=False,
            ws_max_size=4 * MAX_CLIENT_BYTES,
            timeout_graceful_shutdown=1,
            server_header=False,
            proxy_headers=False,
            lifespan="on",
        )
    )


def let_files_be_open(limits: ServerLimits) -> None:
    """Raise the limit of open files as needed for the allowed connections; raises `SetupError` if impossible."""
    if sys.platform == "win32":
        return
    import resource

    from carrom.server.http.security import EXTRA_CONNECTIONS

    wanted = limits.connections + limits.open_requests + EXTRA_CONNECTIONS + 128
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        if hard != resource.RLIM_INFINITY and hard < wanted:
            raise SetupError(
                f"This system allows a process {hard} open files, but {wanted} are needed. "
                "Raise the limit (`ulimit -n`), or lower --connections and --open-requests."
            )
        with suppress(ValueError, OSError):  # some systems report a higher limit than they allow
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
