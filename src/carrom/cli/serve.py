"""`carrom serve`: serve the board to other machines too."""

import argparse
from typing import TYPE_CHECKING

from carrom.cli.play import engines, introduce, port

if TYPE_CHECKING:
    from carrom.server.limits import Limits, Rate

EXAMPLES = """examples:
  carrom serve                                    like `carrom play --no-browser`
  carrom serve --host 0.0.0.0 --port 8137         to everybody in this network, at the machine's address
  carrom serve --allow-host carrom.example.org --proxy 127.0.0.1
                                                  behind a proxy on this machine that answers to that name
  carrom serve --store postgresql://carrom@db.example.org/carrom
                                                  with the games in PostgreSQL; its password in PGPASSWORD
  carrom serve --connections 2000 --tables 1000   for a larger club

A rate is BURST,RATE: so many at once, then so many a second.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    from carrom.server.limits import Limits
    from carrom.server.run import DEFAULT_PORT

    parser.add_argument("--host", default="127.0.0.1", help="address to listen at (default %(default)s)")
    parser.add_argument("--port", type=port, default=DEFAULT_PORT, help="TCP port (default %(default)s; 0: any)")
    parser.add_argument("--data", metavar="FOLDER", help="where games are kept (default: CARROM_DATA, or the user's)")
    parser.add_argument("--store", metavar="ADDRESS", help=STORE)
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a host name that browsers may call this server by, without port; may be given again",
    )
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="NETWORK",
        help="trust X-Forwarded-For from proxies of this network, and count by it; may be given again",
    )
    engines(parser)
    standard = Limits()
    for name, what in COUNTS.items():
        number = getattr(standard, name)
        parser.add_argument(_option(name), type=count, default=number, metavar="N", help=f"{what} (default {number})")
    for name, what in RATES.items():
        given = getattr(standard, name)
        told = f"{given.burst:g},{given.per_second:g}"
        parser.add_argument(_option(name), type=rate, default=given, metavar="RATE", help=f"{what} (default {told})")


STORE = "a PostgreSQL database to keep games in, postgresql://USER@HOST/DATABASE (default: CARROM_STORE, or --data)"
COUNTS = {
    "connections": "websockets at once; a page that plays holds one",
    "connections_per_address": "of them from one address",
    "open_requests": "connections at once that are no websockets",
    "open_requests_per_address": "of them from one address",
    "tables": "games in memory",
    "events": "events (strokes, men put down, undos) that one game may have",
}
RATES = {
    "requests": "requests of one address",
    "messages": "messages of one connection",
    "new_games": "new games of one address",
    "work": "seconds of computing for one address",
}


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from carrom.server.address import kept_at
    from carrom.server.run import data_folder, serve

    introduce(args.engine)

    def ready(address: str) -> None:
        print(f"Carrom is served at {address} (Ctrl+C ends it).", flush=True)

    kept = kept_at(args.store, args.data)
    serve(
        host=args.host,
        port=args.port,
        folder=data_folder(args.data),
        store=kept if isinstance(kept, str) else None,
        names=tuple(args.allow_host),
        proxies=tuple(args.proxy),
        limits=limits(args),
        ready=ready,
    )
    return 0


def limits(args: argparse.Namespace) -> "Limits":
    """Return the limits that the options give."""
    from carrom.server.limits import Limits

    return Limits(**{name: getattr(args, name) for name in (*COUNTS, *RATES)})


def count(text: str) -> int:
    """Return a number of things, at least one."""
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= 1_000_000):
        raise argparse.ArgumentTypeError(f"{text!r} is no limit: a number from 1 to 1000000 was expected")
    return int(text)


def rate(text: str) -> "Rate":
    """Return a rate: `60,20` is 60 at once, then 20 a second."""
    from carrom.server.limits import Rate

    try:
        burst, per_second = (float(word) for word in text.split(","))
        if not (1 <= burst <= 1e6 and 0 < per_second <= 1e6):
            raise ValueError
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no rate: so many at once, a comma, and so many a second were expected, as in 60,20"
        ) from None
    return Rate(burst, per_second)


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"
