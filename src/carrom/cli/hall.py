"""The `carrom hall` command: run a tournament from one laptop, with the phones on its network and without internet."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from carrom.cli.play import open_browser, port

if TYPE_CHECKING:
    from carrom.server.events.venue import Venue

EXAMPLES = """examples:
  carrom hall                                 open the browser, and set up or run tournaments there
  carrom hall autumn                          keep the tournaments in the folder `autumn`
  carrom hall autumn/open.carrom-event        open this one
  carrom hall --host 127.0.0.1                serve this computer only, not the phones in the network
  carrom hall --hide-scores                   hide running scores from spectators (Law 128)
  carrom hall autumn --publish public         keep public pages for a web host in `public`
  carrom hall autumn --links                  print all links and exit

The browser opens at the organiser's page, which gives out all other links. A folder holds several tournaments; the
organiser sets them up and chooses the one that is open. Full guide: docs/how-to/hall.md.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    from carrom.server.ops.run import DEFAULT_PORT

    parser.add_argument(
        "folder",
        type=Path,
        nargs="?",
        help="folder of tournaments, or the file of one (default: `events` in your user data folder)",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser; only print the addresses")
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
    parser.add_argument(
        "--publish",
        type=Path,
        metavar="FOLDER",
        help="after each change, write public pages for any web host to FOLDER/<name of the tournament>",
    )
    parser.add_argument("--exit-on-eof", action="store_true", help="exit when standard input is closed")
    parser.add_argument("--links", action="store_true", help="print all links and exit")


def run(args: argparse.Namespace) -> int:
    """Serve the tournament until interrupted."""
    if args.links:
        return _print_links(args)
    from carrom.server.events.run_hall import hold
    from carrom.server.http.security import own_addresses

    def ready(address: str, venue: "Venue") -> None:
        hall = venue.hall
        what = "The hall (no tournament is open yet)" if hall is None else hall.book.championship.details.name
        print(f"{what} is served at {address} (Ctrl+C stops the server).")
        number = address.rstrip("/").rpartition(":")[2]
        for own in own_addresses() if args.host in ("0.0.0.0", "::") else ():
            print(f"Address for phones in this network: http://{f'[{own}]' if ':' in own else own}:{number}/")
        link = f"{address}hall#{venue.organiser_word()}"
        print(f"Organiser's link: {link}", flush=True)
        if not args.no_browser:
            open_browser(link)

    hold(
        host=args.host,
        port=args.port,
        folder=_folder(args),
        names=tuple(args.allow_host),
        proxies=tuple(args.trusted_proxy),
        hides=args.hide_scores,
        publish=None if args.publish is None else args.publish.absolute(),
        ready=ready,
        exit_on_eof=args.exit_on_eof,
    )
    return 0


def _folder(args: argparse.Namespace) -> Path:
    """Return the folder given, or the one for tournaments in the user's data folder."""
    from carrom.server.ops.run import EVENTS, data_folder

    return args.folder or data_folder(None) / EVENTS


def _print_links(args: argparse.Namespace) -> int:
    from carrom.server.events.event_writer import HallLinks, holders, secret_of
    from carrom.server.events.hall import root_of
    from carrom.server.events.run_hall import championship_in
    from carrom.server.http.championships import SUFFIX
    from carrom.tournament.event_log import load

    path = championship_in(_folder(args)).absolute()
    id = path.name.removesuffix(SUFFIX)
    championship, links = load(path), HallLinks(secret_of(root_of(path)), id)
    for who, name in holders(championship):
        print(f"{who!s:28} /hall#{links.word(championship, who)}{f'  {name}' if name else ''}")
    return 0
