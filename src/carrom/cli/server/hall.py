"""The `carrom hall` command: run a tournament from one laptop, with the phones on its network and without internet."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from carrom.cli.server.play import port

if TYPE_CHECKING:
    from carrom.server.hall.app import HallApp

EXAMPLES = """examples:
  carrom hall autumn                          serve the tournament in the folder `autumn` to this network
  carrom hall autumn --host 127.0.0.1         serve it to this computer only
  carrom hall autumn --hide-scores            hide running scores from spectators (Law 128)
  carrom hall autumn --links                  print all links and exit

It prints the organiser's link at the start; the organiser's page gives out all other links.
Full guide: docs/how-to/hall.md.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    from carrom.server.main.run import DEFAULT_PORT

    parser.add_argument("folder", type=Path, help="folder of the tournament, or its file (.carrom-event)")
    parser.add_argument(
        "--host", default="0.0.0.0", help="address to listen on (default: %(default)s, the whole network)"
    )
    parser.add_argument(
        "--port", type=port, default=DEFAULT_PORT, help="TCP port; 0 for any free port (default: %(default)s)"
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="host name under which browsers may reach this server; may be repeated",
    )
    parser.add_argument(
        "--trusted-proxy",
        action="append",
        default=[],
        metavar="NETWORK",
        help="trust X-Forwarded-For from proxies in this network; may be repeated",
    )
    parser.add_argument("--hide-scores", action="store_true", help="hide running scores on the public pages (Law 128)")
    parser.add_argument("--links", action="store_true", help="print all links and exit")


def run(args: argparse.Namespace) -> int:
    """Serve the tournament until interrupted."""
    if args.links:
        return _print_links(args)
    from carrom.server.hall.run import hold
    from carrom.server.http.network_access import own_addresses

    def ready(address: str, hall: "HallApp") -> None:
        from carrom.tournament.venue.permissions import LinkHolder

        word = hall.links.word(hall.book.championship, LinkHolder("organiser"))
        print(f"{hall.book.championship.details.name} is served at {address} (Ctrl+C stops the server).")
        number = address.rstrip("/").rpartition(":")[2]
        for own in own_addresses() if args.host in ("0.0.0.0", "::") else ():
            print(f"Address for phones in this network: http://{f'[{own}]' if ':' in own else own}:{number}/")
        print(f"Organiser's link: {address}hall#{word}", flush=True)

    hold(
        host=args.host,
        port=args.port,
        folder=args.folder,
        names=tuple(args.allow_host),
        proxies=tuple(args.trusted_proxy),
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
