"""The `carrom play` command: run a server on this computer and open it in the browser."""

import argparse
import threading
import webbrowser
from pathlib import Path

from carrom.cli.options import DATA_HELP
from carrom.errors import RefusedRequest

EXAMPLES = """examples:
  carrom play                         open the game in the browser
  carrom play --no-browser --port 0   start the server on a free port and print its address
  carrom play --engine "Straight=python examples/straight_engine.py"
                                      add an external engine to the opponents (docs/how-to/engines.md)
  carrom levels                       describe the levels of the computer
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    from carrom.server.ops.run import DEFAULT_PORT

    parser.add_argument("--no-browser", action="store_true", help="do not open a browser; only print the address")
    parser.add_argument(
        "--port", type=port, default=DEFAULT_PORT, help="TCP port; 0 for any free port (default: %(default)s)"
    )
    parser.add_argument("--data", metavar="FOLDER", help=DATA_HELP)
    parser.add_argument(
        "--offline",
        metavar="FOLDER",
        type=Path,
        help="files with which games at one screen go on while the network is away, made by `python3 dev.py site`",
    )
    engines(parser)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from carrom.server.ops.run import data_folder, serve
    from carrom.storage.locks import AlreadyRunning

    introduce(args.engine)

    def ready(address: str) -> None:
        print(f"Carrom is served at {address} (Ctrl+C stops the server).", flush=True)
        if not args.no_browser:
            open_browser(address)

    try:
        serve(
            host="127.0.0.1",
            port=args.port,
            folder=data_folder(args.data),
            ready=ready,
            offline=args.offline,
            starts_halls=True,
        )
    except AlreadyRunning as other:
        if other.address and not args.no_browser:
            open_browser(other.address)
        raise
    return 0


def engines(parser: argparse.ArgumentParser) -> None:
    """Declare the option that adds external engines as opponents."""
    parser.add_argument(
        "--engine",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="external engine as an opponent; NAME@DEGREES=COMMAND sets its aim error (default: 0.4°); may be repeated",
    )


def introduce(given: list[str]) -> None:
    """Register external engines as opponents. Raises `RefusedRequest`."""
    if not given:
        return
    from carrom.engine.external import introduce
    from carrom.engine.ladder import OUTSIDE, hand_of

    for text in given:
        try:
            name, command, hand = engine_of(text)
        except RefusedRequest as fault:
            raise RefusedRequest(f"--engine {fault}") from None
        introduce(name, command, hand_of(OUTSIDE if hand is None else hand))


def engine_of(text: str) -> tuple[str, str, float | None]:
    """Return an engine's name, command, and aim error in degrees if one is given. Raises `RefusedRequest`."""
    whole, equals, command = text.partition("=")
    name, at, degrees = whole.partition("@")
    try:
        hand = float(degrees) if at else None
    except ValueError:
        hand = -1.0
    if not equals or not command.strip() or not 0.0 <= (hand or 0.0) <= 20.0:
        raise RefusedRequest(f"{text!r:.80}: expected NAME=COMMAND, or NAME@DEGREES=COMMAND with 0 to 20 degrees.")
    return name.strip(), command.strip(), hand


def open_browser(address: str) -> None:
    """Open an address in the default browser, without waiting."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def port(text: str) -> int:
    """Parse a TCP port; 0 means any free port."""
    if not (text.isascii() and text.isdigit() and int(text) < 65536):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; expected a number from 0 to 65535")
    return int(text)
