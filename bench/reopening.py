"""How long a game takes to come back from the disk: from its checkpoint, and from its first event, in the same run.

    carrom bench reopening

Games played at random are written into a database in an empty folder, in the middle of their boards, each with a
checkpoint as old as one is at most while a game is played, half as old, and new. Printed is the processor time of
reading the game and setting its room up both ways, the best of several, and how many times faster the checkpoint is.
Exit code 1 if on the average over all lengths and ages a game is not opened at least three times faster with one.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from bench.rooms_played import LENGTHS, played

from carrom.physics.kernel.compiled import warm
from carrom.storage.models import LogPosition, StoredEvent
from carrom.storage.store import Store
from carrom.tables.log.checkpoints import EVERY, Checkpoint, Checkpoints
from carrom.tables.log.compatibility import known
from carrom.tables.log.history import History
from carrom.tables.room import Room

BAR = 3.0
AGES = (EVERY - 1, EVERY // 2, 0)
"""Events since the checkpoint."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--times", type=int, default=7, help="how often each is measured (7)")
    parser.add_argument("--seed", type=int, default=1, help="which games (1)")


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    warm()
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "games.db")
        for length in LENGTHS:
            room, events = played(length, args.seed)
            store.games.begin(f"game{length:08d}", f"nonce{length}", room.setting.text(), events)
            ratios += _printed(store, f"game{length:08d}", events, args.times)
        store.close()
    mean = sum(ratios) / len(ratios)
    print(f"on the average {mean:.1f} times faster with a checkpoint (bar {BAR:g})")
    return int(mean < BAR)


def _printed(store: Store, game: str, events: tuple[StoredEvent, ...], times: int) -> list[float]:
    """Measure one game both ways, and print a line; return how many times faster each checkpoint makes it."""
    kept = Checkpoints(store.database, store.checkpoint_key)
    found = store.games.load(game)
    assert found is not None

    def opened(with_checkpoint: bool) -> None:
        stored = store.games.load(game)
        assert stored is not None
        Room.restored(stored, Random(1), 0, checkpoint=kept.find(game) if with_checkpoint else None)

    whole = _least(lambda: opened(False), times)
    parts, ratios = [], []
    for age in AGES:
        at = len(events) - age
        history = History.fold(tuple(known(each) for each in events[:at]))
        head = store.database.ask("SELECT hash FROM event WHERE game = ? AND version = ?", (game, at))[0][0]
        kept.keep(game, LogPosition(at, head, b""), history)
        took = _least(lambda: opened(True), times)
        parts.append(f"{1000 * took:.1f} ms ({whole / took:.1f} times) {age} events after it")
        ratios.append(whole / took)
    size = len(Checkpoint.of(History.fold(tuple(known(each) for each in events))).body)
    print(f"{len(events)} events: {1000 * whole:.1f} ms from the first, {', '.join(parts)}; {size / 1000:.0f} kB kept")
    return ratios


def _least(work: Callable[[], None], times: int) -> float:
    """Return the least processor time in seconds that a piece of work took."""
    took = []
    for _ in range(times):
        began = time.process_time()
        work()
        took.append(time.process_time() - began)
    return min(took)
