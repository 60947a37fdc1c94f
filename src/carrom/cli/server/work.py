"""`carrom work`: take jobs of a server and do them, beside it or on another machine."""

import argparse
import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from carrom.errors import StoreError

if TYPE_CHECKING:
    from carrom.server.cluster.bus import Bus
    from carrom.storage.database import Database
    from carrom.storage.store import Store

EXAMPLES = """examples:
  carrom work --store postgresql://carrom@db.example.org/carrom
                                  analyses, reviews and verifications of a server, until Ctrl+C
  carrom work --data FOLDER       beside a server whose games are in a file
  carrom work --idle 0            do what there is to do, and end
  carrom work --verdicts          what came of simulating finished games again; exit code 1 if one is not the same

A worker may be killed at any moment: what it did is begun again by another. `carrom serve` starts one by itself when
there is something to do (`--workers`).
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--data", metavar="FOLDER", help="where games are kept (default: CARROM_DATA, or the user's)")
    parser.add_argument("--store", metavar="ADDRESS", help="the PostgreSQL database that keeps them (CARROM_STORE)")
    parser.add_argument("--bus", metavar="BUS", help="by what servers tell each other what they do (CARROM_BUS)")
    parser.add_argument("--idle", type=float, metavar="SECONDS", help="end after so long without work (default: never)")
    parser.add_argument("--attended", action="store_true", help="end when the standard input does")
    parser.add_argument("--verdicts", action="store_true", help="say what came of finished games, and end")


def run(args: argparse.Namespace) -> int:
    """Work until told to end."""
    from carrom.analysis.low_priority import process_steps_back
    from carrom.server.cluster.bus_config import bus_of
    from carrom.storage.location import kept_at
    from carrom.storage.store import Store

    place = kept_at(args.store, args.data)
    bus = bus_of(args.bus or os.environ.get("CARROM_BUS"), place if isinstance(place, str) else None)
    if isinstance(place, Path) and not place.is_file():
        raise StoreError(f"There is no database at {place}; name another with --data or CARROM_DATA.")
    store = Store(place)
    try:
        if args.verdicts:
            return _told(store.database)
        process_steps_back()
        asyncio.new_event_loop().run_until_complete(_work(store, bus, args.idle, args.attended))
    finally:
        store.close()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # a thread that computes has been given up


async def _work(store: "Store", bus: "Bus", idle: float | None, attended: bool) -> None:
    from carrom.server.analysis.worker import Worker

    await bus.open()
    worker, loop = Worker(store, bus), asyncio.get_running_loop()
    for each in ("SIGTERM", "SIGHUP", "SIGINT"):
        if hasattr(signal, each):
            signal.signal(getattr(signal, each), lambda *_: loop.call_soon_threadsafe(worker.end))
    if attended:
        _at_the_end_of_input(lambda: loop.call_soon_threadsafe(worker.end))
    try:
        await worker.work(idle)
    finally:
        await bus.close()


def _at_the_end_of_input(then: Callable[[], object]) -> None:
    """Call `then` once the input ends: nothing goes on when its parent is gone."""

    def hear() -> None:
        while sys.stdin.read(4096):
            pass
        then()

    threading.Thread(target=hear, name="attended", daemon=True).start()


def _told(database: "Database") -> int:
    """Say what came of finished games; return 1 if one is not as it was recorded."""
    from carrom.server.analysis.verification import VerificationOutcome, counts, verdicts

    for each in verdicts(database):
        print(f"{each.game}: {each.verdict}: {each.said}")
    found = counts(database)
    print(", ".join(f"{number} {came}" for came, number in found.items()) + ".")
    return 1 if found[VerificationOutcome.DIFFERENT] or found[VerificationOutcome.DAMAGED] else 0
