"""Run a server until it is interrupted: data folder, port, lock and browser."""

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
from carrom.server.common.rate_limit import ServerLimits
from carrom.server.http.network_access import NetworkAccess, own_addresses, pages
from carrom.server.http.security import LOOPBACK, SecurityMiddleware
from carrom.storage.location import DATABASE, SHEETS
from carrom.storage.location import data_folder as data_folder
from carrom.storage.locks.database_lock import DatabaseLock
from carrom.storage.locks.process_lock import ProcessLock
from carrom.version import __version__

log = logging.getLogger("carrom.server")

if TYPE_CHECKING:
    import uvicorn

    from carrom.server.http.connection_limits import ConnectionLimits

DEFAULT_PORT = 8137
EVENTS = "events"
"""The name of the folder in a data folder where championships to be read are."""
_COLLECTOR = (20_000, 20, 20)
"""How much is made before Python's collector looks at it, and how seldom at what is old: rooms hold no circles."""
_SWITCH = 0.001
"""Seconds after which a computing thread lets the event loop go on; Python's own 5 ms add up for each message."""


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; raises `SetupError` saying what is in the way."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, number, _, address = found[0]
        listener = socket.socket(family, kind, number)
    except (OSError, UnicodeError, OverflowError) as error:
        raise SetupError(f"{host}:{port} is no address of this machine to serve at ({error}).") from error
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
            f"Port {port} of {host} cannot be used ({error.strerror}): another program may have it; "
            "name another port with --port, or --port 0 for any that is free."
        ) from error
    return listener


def address_of(listener: socket.socket) -> str:
    """Return the address to open in a browser on this machine."""
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
) -> None:
    """Serve the games in `folder`, or at the address `store`, until interrupted.

    `ready` is told the address once the page can be asked for, `names` are further host names to answer to, `proxies`
    the networks of trusted proxies, `metrics` those that are told what was counted; lines are closed over `drain`
    seconds at the end, `form` says how it is logged (`logs.FORMS`), at most `workers` do what is heavy, with `accounts`
    people may have some, `bus` is by what servers on the same store tell each other what they do (`nodes.choice`), and
    `trace` is the collector that is told how long everything took.
    Raises `SetupError` (port taken, page not built, a second instance), `StoreError`.
    """
    from carrom.observability.logging_setup import arrange
    from carrom.observability.metrics import Metrics
    from carrom.observability.tracing import traced
    from carrom.server.accounts.feature import Accounts
    from carrom.server.analysis.job_queue import JobQueue
    from carrom.server.analysis.supervisor import WorkerSupervisor, starting
    from carrom.server.cluster.bus_config import bus_of
    from carrom.server.cluster.node import MultiNode, SingleNode
    from carrom.server.http.connection_limits import ConnectionLimits
    from carrom.server.http.proxies import Proxies
    from carrom.server.http.static_files import STATIC, check_static
    from carrom.server.main.app import application
    from carrom.server.main.health import Health
    from carrom.server.main.kernel_warmup import KernelWarmup
    from carrom.storage.checkpoint_key import VARIABLE, key_of_environment, key_of_folder
    from carrom.storage.instrumented import InstrumentedDatabase
    from carrom.storage.store import Store, database_at
    from carrom.tables.log.spill_file import ATTIC

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
        kept = Store(InstrumentedDatabase(database_at(store or folder / DATABASE, aside=True), meters), key)
        if key is None:
            log.warning("%s is not set: checkpoints of games last until this server ends.", VARIABLE)
        own, bound, *_ = listener.getsockname()
        outside = NetworkAccess(pages(own, bound))
        outside.drain = drain
        foreman = WorkerSupervisor(JobQueue(kept.database), way, starting(store, folder, bus), workers)
        foreman.told_to(meters)
        app = application(
            kept,
            names=LOOPBACK | {name.lower() for name in (host, *names)},
            any_address=own not in LOOPBACK,
            limits=limits,
            warmth=KernelWarmup(settles=True),
            proxies=trusted,
            outside=outside,
            sheets=folder / SHEETS,
            health=Health(meters, kept.answers, watchmen),
            events=folder / EVENTS,
            foreman=foreman,
            company=SingleNode(way) if store is None else MultiNode(kept.database, way),
            accounts=Accounts(kept.database) if accounts else None,
        )
        server = uvicorn_for(app, ConnectionLimits(limits, trusted), outside, logs=form is None)

        async def let_in() -> tuple[str, ...]:
            found = await _also_at_networks(server, listener)
            app.let_addresses_in()
            return found

        outside.opens_by(let_in)
        answers_at(address)
        ready(address)
        log.info("Carrom %s is served at %s.", __version__, address)
        try:
            until_told(server, listener)
        finally:
            kept.close()
            log.info("Carrom has ended; every event is stored.")


@contextmanager
def claimed(store: str | None, folder: Path) -> Iterator[Callable[[str], None]]:
    """Claim a data folder, or a share of a database; yield what is told where this server answers.

    A server whose games are in a database needs no folder; one that is there keeps umpires' sheets, and is claimed.
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


def until_told(server: "uvicorn.Server", listener: socket.socket) -> None:
    """Serve until the system or the user says to end; a terminal that is closed (SIGHUP) says so too.

    uvicorn sends itself the signal again once it has ended, so that what follows would not be done after a SIGTERM.
    """

    def end(*_: object) -> None:
        server.should_exit = True

    if threading.current_thread() is not threading.main_thread():
        server.run(sockets=[listener])  # only the main thread may listen to signals
        return
    ending = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]
    before = {each: signal.getsignal(each) for each in ending}
    for each, handler in before.items():
        if handler is not signal.SIG_IGN:  # `nohup` wants it so
            signal.signal(each, end)
    try:
        server.run(sockets=[listener])
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


async def _also_at_networks(server: "uvicorn.Server", listener: socket.socket) -> tuple[str, ...]:
    """Listen at this machine's addresses in its networks, too, at the same port; return the pages' addresses.

    Raises `SetupError` where there is no network, or no address can be listened at.
    """
    found: list[str] = []
    fault = SetupError("This machine is in no network that other devices could reach it by.")
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
    app: SecurityMiddleware, gateway: "ConnectionLimits", outside: NetworkAccess, *, logs: bool = True
) -> "uvicorn.Server":
    """Return the HTTP server for the application, behind a gate of its own; it says when it is about to end.

    Unless `logs`, it logs as was arranged.
    """
    import uvicorn

    from carrom.server.http.connection_limits import gate_of
    from carrom.server.websockets.protocol import CompactWebSocketProtocol

    class Ending(uvicorn.Server):
        """A server whose pages hear of its end before their lines break."""

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """Say so, then end."""
            await outside.ends()
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
    """Let this process have as many connections as it grants, if the system can; raises `SetupError`."""
    if sys.platform == "win32":
        return
    import resource

    from carrom.server.http.connection_limits import EXTRA_CONNECTIONS

    wanted = limits.connections + limits.open_requests + EXTRA_CONNECTIONS + 128
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        if hard != resource.RLIM_INFINITY and hard < wanted:
            raise SetupError(
                f"This system lets a process open {hard} files, and {wanted} are needed: "
                "raise that (`ulimit -n`), or ask for fewer --connections and --open-requests."
            )
        with suppress(ValueError, OSError):  # a system may promise more than it gives
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
