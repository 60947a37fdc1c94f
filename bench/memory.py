"""Measure a server's memory per live game and per connection.

    carrom bench memory --rooms 400

Mid-game games (40 to 160 events) are written into an empty data folder, and a server is started. A few games are opened
first, so that everything that is loaded only once is in memory. Then, step by step: two idle connections per game are
opened, the first player rejoins each game, the second player rejoins, and some strokes are played in each. Prints the
growth of the server's private memory for each step, in kB per connection or game, and the total. Exit code 1 if a game
in play takes more than 100 kB with its two connections.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from bench.capacity import PLENTY
from bench.lines import Server, secret
from bench.memory_connections import Line, Reader
from bench.rooms_played import Rooms

from carrom.board.stroke import Stroke

LIMIT = 100.0
"""Most kB for a game in play with its two connections."""
FIRST = 40
"""Games that are opened before the measurement begins."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--rooms", type=int, default=400, help="number of games (default: 400)")
    parser.add_argument("--strokes", type=int, default=8, help="strokes played in each game (default: 8)")
    parser.add_argument("--seed", type=int, default=1, help="random seed of games and strokes (default: 1)")


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    from bench.slow_clients import warm

    rooms = args.rooms
    with tempfile.TemporaryDirectory() as name:
        games = Rooms(rooms + FIRST, args.seed)
        games.write(Path(name) / "games.db")
        lines = str(2 * (rooms + FIRST) + 64)
        server = Server(
            Path(name), "serve", "--connections", lines, "--connections-per-address", lines, "--open-requests", lines,
            "--open-requests-per-address", lines, "--games", str(rooms + FIRST + 64),
            "--messages", PLENTY, "--requests", PLENTY, "--computing-time", PLENTY, "--new-games", PLENTY,
        )  # fmt: skip
        try:
            warm(server.address)
            total = _measured(server, games, args.strokes, random.Random(args.seed))
        finally:
            server.end()
    return int(total > LIMIT)


def _measured(server: Server, games: Rooms, strokes: int, rng: random.Random) -> float:
    """Run and print every step; return the memory of a game in play with its connections, in kB."""
    reader = Reader()
    pairs = [Pair(server.port, reader, *map(str, each[:3])) for each in games.keys()]  # noqa: SIM118 (no dictionary)
    for pair in pairs[:FIRST]:
        pair.open()
        pair.come(0)
        pair.come(1)
        pair.play(strokes, rng)
    rest, total, at = pairs[FIRST:], 0.0, _own(server.process)
    steps: dict[str, Callable[[Pair], None]] = {
        "two idle connections": lambda pair: pair.open(),
        "the first player joins": lambda pair: pair.come(0),
        "the second player joins": lambda pair: pair.come(1),
        f"{strokes} strokes": lambda pair: pair.play(strokes, rng),
    }
    for step, do in steps.items():
        for pair in rest:
            pair.stay()
            do(pair)
        now = _own(server.process)
        print(f"{step}: {(now - at) / len(rest):.1f} kB", flush=True)
        total, at = total + (now - at) / len(rest), now
    print(f"a game in play with its two connections: {total:.1f} kB (at most {LIMIT:g})")
    return total


class Pair:
    """A game and the connections of its two players."""

    def __init__(self, port: int, reader: Reader, game: str, south: str, north: str) -> None:
        self._port, self._reader, self._game, self._keys = port, reader, game, (south, north)
        self._lines: list[Line] = []
        self._told: dict[str, Any] = {}

    def open(self) -> None:
        """Open both connections."""
        self._lines = [Line(self._port, self._reader), Line(self._port, self._reader)]

    def stay(self) -> None:
        """Send a ping on both connections, because one that is silent for two minutes is closed."""
        for line in self._lines:
            line.say({"type": "ping"})

    def come(self, player: int) -> None:
        """Rejoin the game as one of the players."""
        key = self._keys[player]
        self._lines[player].say({"type": "resume", "game": self._game, "key": key, "watch": key})
        self._told = self._lines[player].hear("snapshot")

    def play(self, strokes: int, rng: random.Random) -> None:
        """Play randomly until this many strokes have been played."""
        played = 0
        while played < strokes:
            awaited = self._told["state"]["expected"][0]
            said = {"nonce": secret(), "version": self._told["version"], "seat": awaited.get("seat", "south")}
            match awaited["type"]:
                case "strike":
                    span = rng.choice(awaited["intervals"])
                    x, y = rng.randint(span["lo"], span["hi"]), span.get("y", 0)
                    stroke = Stroke.aimed(x, rng.uniform(-30, 30), rng.uniform(1, 4), y)
                    said |= {"type": "strike", "stroke": msgspec.to_builtins(stroke)}
                case "place":
                    said |= {"type": "place", "disc": awaited["disc"], "at": rng.choice(awaited["spots"])}
                case "demand":
                    said |= {"type": "demand", "points": 0}
                case _:
                    said |= {"type": "next", "seat": "south"}
            self._lines[said["seat"] == "north"].say(said)
            south, _ = [line.hear("played", "acted", "snapshot") for line in self._lines]
            self._told = south
            played += self._told["type"] == "played"


def _own(process: int) -> float:
    """Return a process's anonymous memory in kB, after waiting for it to settle."""
    time.sleep(2)
    for row in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
        if row.startswith("Anonymous:"):
            return float(row.split()[1])
    raise AssertionError("/proc has no line `Anonymous:`")
