"""Measure how long loading a game from disk takes, from its checkpoint and from its first event, in the same run.

    carrom bench game_loading

Random unfinished games are written into a database in an empty folder, with checkpoints of three ages: the oldest that
occurs during play, half as old, and new. Prints the minimum processor time of reading the game and setting up its room
both ways, and the speed-up by the checkpoint. Exit code 1 if the average speed-up over all lengths and ages is below
three.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from bench.rooms_played import LENGTHS, played

from carrom.storage.database import LogPosition, StoredEvent
from carrom.storage.store import Store
from carrom.tables.history import EVERY, Checkpoint, Checkpoints, History, known
from carrom.tables.room import Room

BAR = 3.0
AGES = (EVERY - 1, EVERY // 2, 0)
"""Events since the checkpoint, for each age of checkpoint."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--repeats", type=int, default=7, help="measurements of each (default: 7)")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the games (default: 1)")


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "games.db")
        for length in LENGTHS:
            room, events = played(length, args.seed)
            store.games.begin(f"game{length:08d}", f"nonce{length}", room.setting.text(), events)
            ratios += _printed(store, f"game{length:08d}", events, args.repeats)
        store.close()
    mean = sum(ratios) / len(ratios)
    print(f"on average {mean:.1f} times faster with a checkpoint (required: {BAR:g})")
    return int(mean < BAR)


def _printed(store: Store, game: str, events: tuple[StoredEvent, ...], times: int) -> list[float]:
    """Measure one game both ways, and print a line; return the speed-up by each checkpoint."""
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
        parts.append(f"{1000 * took:.1f} ms ({whole / took:.1f} times) {age} events after a checkpoint")
        ratios.append(whole / took)
    size = len(Checkpoint.of(History.fold(tuple(known(each) for each in events))).body)
    print(f"{len(events)} events: {1000 * whole:.1f} ms in full, {', '.join(parts)}; {size / 1000:.0f} kB each")
    return ratios


def _least(work: Callable[[], None], times: int) -> float:
    """Return the least processor time of several runs, in seconds."""
    took = []
    for _ in range(times):
        began = time.process_time()
        work()
        took.append(time.process_time() - began)
    return min(took)
