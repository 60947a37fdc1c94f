"""`carrom hall`: hold a championship in a hall: one laptop, the phones on its network, no internet."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from carrom.cli.server.play import port

if TYPE_CHECKING:
    from carrom.server.hall.app import HallApp

EXAMPLES = """examples:
  carrom hall autumn                          the championship in the folder `autumn`, to this whole network
  carrom hall autumn --host 127.0.0.1         only to this machine
  carrom hall autumn --hide-scores            running scores are not shown to who is in the hall (Law 128)
  carrom hall autumn --links                  print every link again, and do not serve

The organiser's link is printed at the start; it hands out all others. docs/how-to/hall.md tells the rest.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    from carrom.server.main.run import DEFAULT_PORT

    parser.add_argument("folder", type=Path, help="the folder of the championship, or its file (.carrom-event)")
    parser.add_argument("--host", default="0.0.0.0", help="address to listen at (default %(default)s: all)")
    parser.add_argument("--port", type=port, default=DEFAULT_PORT, help="TCP port (default %(default)s; 0: any)")
    parser.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME", help="a name that browsers may call this hall by"
    )
    parser.add_argument(
        "--proxy", action="append", default=[], metavar="NETWORK", help="trust X-Forwarded-For from this network"
    )
    parser.add_argument(
        "--hide-scores", action="store_true", help="keep running scores from the public's pages (Law 128)"
    )
    parser.add_argument("--links", action="store_true", help="print every link, and do not serve")


def run(args: argparse.Namespace) -> int:
    """Hold the hall until interrupted."""
    if args.links:
        return _print_links(args)
    from carrom.server.hall.run import hold
    from carrom.server.http.network_access import own_addresses

    def ready(address: str, hall: "HallApp") -> None:
        from carrom.tournament.venue.permissions import LinkHolder

        word = hall.links.word(hall.book.championship, LinkHolder("organiser"))
        print(f"The hall of {hall.book.championship.details.name} is open at {address} (Ctrl+C closes it).")
        number = address.rstrip("/").rpartition(":")[2]
        for own in own_addresses() if args.host in ("0.0.0.0", "::") else ():
            print(f"For phones in this network: http://{f'[{own}]' if ':' in own else own}:{number}/")
        print(f"The organiser's link: {address}hall#{word}", flush=True)

    hold(
        host=args.host,
        port=args.port,
        folder=args.folder,
        names=tuple(args.allow_host),
        proxies=tuple(args.proxy),
        hides=args.hide_scores,
        ready=ready,
    )
    return 0


def _print_links(args: argparse.Namespace) -> int:
    from carrom.server.hall.links import HallLinks, holders, secret_of
    from carrom.server.hall.run import championship_in
    from carrom.tournament.import_export.event_log import load

    path = championship_in(args.folder)
    championship, links = load(path), HallLinks(secret_of(path.parent))
    for who, name in holders(championship):
        print(f"{who!s:28} /hall#{links.word(championship, who)}{f'  {name}' if name else ''}")
    return 0
