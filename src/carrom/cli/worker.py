"""The `carrom worker` command: run a server's background jobs, beside it or on another machine."""

import argparse
import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from carrom.child_process import at_end_of_input
from carrom.cli.options import add_data_options
from carrom.errors import StoreError

if TYPE_CHECKING:
    from carrom.server.ops.bus import Bus
    from carrom.storage.database import Database
    from carrom.storage.store import Store

EXAMPLES = """examples:
  carrom worker --store postgresql://carrom@db.example.org/carrom
                                  run analyses, reviews and verifications of a server until Ctrl+C
  carrom worker --data FOLDER       run the jobs of a server with a data folder
  carrom worker --idle 0            run the waiting jobs, then exit
  carrom worker --verifications          print the verification results; exit code 1 if any game differs

A worker can be stopped at any time: another one repeats its unfinished job. `carrom serve` starts workers by itself
when there are jobs (`--workers`).
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_data_options(parser)
    parser.add_argument(
        "--bus",
        metavar="BUS",
        help="message bus of the servers: nats://HOST, postgresql, or none (default: CARROM_BUS, or the "
        "server's default)",
    )
    parser.add_argument(
        "--idle", type=float, metavar="SECONDS", help="exit after this time without a job (default: never)"
    )
    parser.add_argument("--exit-on-eof", action="store_true", help="exit when standard input is closed")
    parser.add_argument(
        "--verifications", action="store_true", help="print the verification results of finished games and exit"
    )


def run(args: argparse.Namespace) -> int:
    """Run jobs until interrupted."""
    from carrom.child_process import process_steps_back
    from carrom.server.ops.bus_config import bus_of
    from carrom.storage.location import stored_at
    from carrom.storage.store import Store

    place = stored_at(args.store, args.data)
    bus = bus_of(args.bus or os.environ.get("CARROM_BUS"), place if isinstance(place, str) else None)
    if isinstance(place, Path) and not place.is_file():
        raise StoreError(f"There is no database at {place}. Give the server's data folder with --data or CARROM_DATA.")
    store = Store(place)
    try:
        if args.verifications:
            return _print_verdicts(store.database)
        process_steps_back()
        asyncio.new_event_loop().run_until_complete(_work(store, bus, args.idle, args.exit_on_eof))
    finally:
        store.close()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # ends threads that still compute


async def _work(store: "Store", bus: "Bus", idle: float | None, exit_on_eof: bool) -> None:
    from carrom.server.ops.worker import Worker

    await bus.open()
    worker, loop = Worker(store, bus), asyncio.get_running_loop()
    for each in ("SIGTERM", "SIGHUP", "SIGINT"):
        if hasattr(signal, each):
            signal.signal(getattr(signal, each), lambda *_: loop.call_soon_threadsafe(worker.end))
    if exit_on_eof:
        at_end_of_input(lambda: loop.call_soon_threadsafe(worker.end))
    try:
        await worker.work(idle)
    finally:
        await bus.close()


def _print_verdicts(database: "Database") -> int:
    """Print the verification results; return 1 if any game differs or is damaged."""
    from carrom.server.ops.worker import VerificationOutcome, counts, verdicts

    for each in verdicts(database):
        print(f"{each.game}: {each.verdict}: {each.said}")
    found = counts(database)
    print(", ".join(f"{number} {came}" for came, number in found.items()) + ".")
    return 1 if found[VerificationOutcome.DIFFERENT] or found[VerificationOutcome.DAMAGED] else 0
