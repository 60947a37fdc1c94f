"""Measure the bytes per event in a SQLite database, with today's tables and with those of schema 11.

    python -m bench.growth --games 80

Games of 40 to 160 events are played at random. Their events are written as a server stores them, alternating between
the games, into two databases: one with the tables of schema 11, whose events had no rowid, and one with today's.
Prints the file size per event, as it grew and after `VACUUM`, the size of the event bodies alone, and the seconds to
read back all games. Exit code 1 if today's tables need more than 0.7 of the bytes of the others.
"""

import argparse
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bench.rooms_played import Rooms

from carrom.storage.migrations import APPLICATION, MIGRATIONS, migrate

MOST = 0.7
"""Largest accepted size per event, as a share of that in schema 11."""
WITHOUT_ROWID = 11
"""The last schema version whose events had no rowid."""
_ENTRY = "version, nonce, at, body, hash, told, heard, since"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--games", type=int, default=80, help="number of games (default: 80)")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the games (default: 1)")


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name:
        played = Path(name) / "played.db"
        Rooms(args.games, args.seed).write(played)
        with closing(sqlite3.connect(played)) as db:
            games = db.execute("SELECT * FROM game").fetchall()
            events = db.execute(f"SELECT game, {_ENTRY} FROM event ORDER BY version, game").fetchall()
        bodies = sum(len(row[4].encode()) for row in events)
        print(f"{len(games)} games, {len(events)} events; event bodies have {bodies / len(events):,.0f} bytes")
        taken = []
        for shape in (WITHOUT_ROWID, len(MIGRATIONS)):
            grown, vacuumed, seconds = _measured(Path(name) / f"shape{shape}.db", shape, games, events)
            taken.append(vacuumed)
            print(
                f"schema {shape:2}: {grown / len(events):6,.0f} bytes per event as it grew, "
                f"{vacuumed / len(events):6,.0f} after VACUUM, all read in {seconds:.2f} s"
            )
    before, now = taken
    print(f"today's tables need {now / before:.2f} of the bytes")
    return 0 if now <= MOST * before else 1


def _measured(path: Path, shape: int, games: list[tuple], events: list[tuple]) -> tuple[int, int, float]:  # type: ignore[type-arg]
    """Create a database with a schema version and fill it.

    Returns its size, its size after `VACUUM`, and the seconds to read all events.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for number in range(shape):
            migrate(db, MIGRATIONS[number], APPLICATION, number + 1)
        db.execute("BEGIN")
        db.executemany(f"INSERT INTO game VALUES ({_places(games[0])})", games)
        db.executemany(f"INSERT INTO event (game, {_ENTRY}) VALUES ({_places(events[0])})", events)
        db.execute("COMMIT")
        grown = path.stat().st_size
        began = time.perf_counter()
        assert sum(_read(db, [game for game, *_ in games])) == len(events)
        seconds = time.perf_counter() - began
        db.execute("VACUUM")
    return grown, path.stat().st_size, seconds


def _read(db: sqlite3.Connection, games: list[str]) -> Iterator[int]:
    """Read the events of every game; yield their number."""
    for game in games:
        yield len(db.execute(f"SELECT {_ENTRY} FROM event WHERE game = ? ORDER BY version", (game,)).fetchall())


def _places(row: tuple) -> str:  # type: ignore[type-arg]
    return ", ".join("?" * len(row))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    arguments(parser)
    sys.exit(run(parser.parse_args()))
