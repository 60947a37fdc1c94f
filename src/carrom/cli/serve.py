"""`carrom serve`: serve the board to other machines too."""

import argparse

from carrom.cli.play import port

EXAMPLES = """examples:
  carrom serve                                    like `carrom play --no-browser`
  carrom serve --host 0.0.0.0 --port 8137         to everybody in this network, at the machine's address
  carrom serve --allow-host carrom.example.org    behind a proxy that answers to that name
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    from carrom.server.run import DEFAULT_PORT

    parser.add_argument("--host", default="127.0.0.1", help="address to listen at (default %(default)s)")
    parser.add_argument("--port", type=port, default=DEFAULT_PORT, help="TCP port (default %(default)s; 0: any)")
    parser.add_argument("--data", metavar="FOLDER", help="where games are kept (default: CARROM_DATA, or the user's)")
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a host name that browsers may call this server by, without port; may be given again",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from carrom.server.run import data_folder, serve

    def ready(address: str) -> None:
        print(f"Carrom is served at {address} (Ctrl+C ends it).", flush=True)

    names = tuple(args.allow_host)
    serve(host=args.host, port=args.port, folder=data_folder(args.data), names=names, ready=ready)
    return 0
