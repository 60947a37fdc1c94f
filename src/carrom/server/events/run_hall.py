"""Run a venue server until it is interrupted."""

import sys
from collections.abc import Callable
from pathlib import Path

from carrom.child_process import at_end_of_input
from carrom.errors import SetupError
from carrom.server.common import Dispatcher, RateLimit, ServerLimits
from carrom.server.events.event_writer import secret_of
from carrom.server.events.hall import EventFolder, root_of
from carrom.server.events.setup_routes import venue_application
from carrom.server.events.venue import Venue
from carrom.server.http.championships import SUFFIX, event_paths
from carrom.server.http.security import LOOPBACK, ConnectionLimits, Proxies, pages
from carrom.server.http.static_files import STATIC, check_static
from carrom.server.ops.run import address_of, let_files_be_open, listening, until_stopped, uvicorn_for

LIMITS = ServerLimits(
    open_requests=2048,
    open_requests_per_address=256,
    requests=RateLimit(600, 150),
    api=RateLimit(600, 150),
    computing_time=RateLimit(120, 2),
    connections=1,
)
"""Limits for a venue: each phone has one stream, and all of them may share one address."""


def championship_in(folder: Path) -> Path:
    """Return the championship file in a folder, or the file itself; raises `SetupError`."""
    if folder.is_file():
        return folder
    found = list(event_paths(folder).values()) if folder.is_dir() else []
    if not found:
        raise SetupError(
            f"{folder} contains no championship (*{SUFFIX}); "
            "create one in the browser with `carrom hall`, or with `carrom event new`"
        )
    if len(found) > 1:
        names = ", ".join(path.name for path in found[:6])
        raise SetupError(f"{folder} contains {len(found)} championships ({names}); name the one to open")
    return found[0]


def opened_first(folder: Path) -> tuple[EventFolder, Path | None]:
    """Return the hall of a folder (or of a tournament's file), and the tournament to open: the one named, the one that
    was open last, or the only one. Raises `SetupError`.
    """
    if folder.is_file():
        return EventFolder(root_of(folder)), folder
    found = EventFolder(folder)
    paths = found.paths()
    if len(paths) == 1:
        return found, next(iter(paths.values()))
    return found, paths.get(found.last_open())


def hold(
    *,
    host: str,
    port: int,
    folder: Path,
    names: tuple[str, ...] = (),
    proxies: tuple[str, ...] = (),
    hides: bool = False,
    publish: Path | None = None,
    limits: ServerLimits = LIMITS,
    ready: Callable[[str, Venue], None],
    exit_on_eof: bool = False,
) -> None:
    """Run the venue server of a folder until interrupted; `ready` is called with the URL once it listens.

    With `exit_on_eof`, the end of standard input interrupts it too.

    Raises `SetupError` (port in use, page not built, another process) or `RecordError` for an edited file.
    """
    check_static(STATIC)
    trusted = Proxies(proxies)
    let_files_be_open(limits)
    sys.setswitchinterval(0.001)
    with listening(host, port) as listener:
        events, first = opened_first(folder.absolute())
        own, bound = listener.getsockname()[:2]
        venue = Venue(events, secret_of(events.root), first, hides=hides, reach=pages(own, bound), publish=publish)
        app = venue_application(
            venue,
            names=LOOPBACK | {name.lower() for name in (host, *names)},
            any_address=own not in LOOPBACK,
            limits=limits,
            proxies=trusted,
        )
        server = uvicorn_for(app, ConnectionLimits(limits, trusted), Dispatcher())
        ready(address_of(listener), venue)
        if exit_on_eof:
            at_end_of_input(lambda: setattr(server, "should_exit", True))
        until_stopped(server, listener)
