"""The players of `carrom bench arena`, in a process that does as little as possible for each message.

Arguments: a port, the number of players, seconds, seconds between strokes, a random seed. The process creates an arena
and lets the players join it, prints one line of JSON, starts the arena once a line arrives on standard input, and then
prints the measurements.
"""

import asyncio
import json
import random
import sys
import time
from typing import Any

import msgspec
from bench.lines import secret
from bench.rooms_players import _DECLINED, Heard, Line, State

from carrom.board.stroke import Stroke

AT_ONCE = 16
"""Number of requests that are sent at the same time."""
FEWEST, MOST = 2, 14
"""Strokes of a game before somebody resigns."""


class Own(msgspec.Struct):
    """The fields that this bench reads of a line of the tournament's stream."""

    type: str
    game: str | None = None
    seat: str | None = None


class Stream(asyncio.Protocol):
    """A player's stream of the tournament."""

    def __init__(self, player: "Player") -> None:
        self._player, self._buffer = player, b""

    def connection_made(self, transport: Any) -> None:
        """Request the stream."""
        player = self._player
        transport.write(
            f"GET /api/tournaments/{player.arena.id}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Authorization: Bearer {player.key}\r\nX-Forwarded-For: {player.address}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Read whole lines; only those about the player are decoded."""
        *whole, self._buffer = (self._buffer + data).split(b"\n")
        for line in whole:
            if line.startswith(b'{"type":"yours"'):
                self._player.told(msgspec.json.decode(line, type=Own))

    def connection_lost(self, exc: Exception | None) -> None:
        """Count streams that end before the measurement does."""
        self._player.arena.broken += self._player.arena.playing


class Player:
    """A guest in the arena."""

    def __init__(self, arena: "Arena", number: int) -> None:
        self.arena, self.key = arena, secret()
        self.address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
        self.game: str | None = None
        self.free_at = 0.0

    def told(self, own: Own) -> None:
        """Take a line about the player's own situation."""
        if own.game is None or own.game == self.game:
            return
        now = time.perf_counter()
        if self.free_at:
            self.arena.pairings.append(now - self.free_at)
        elif self.arena.playing:
            self.arena.firsts.append(now - self.arena.started)
        self.game, self.free_at = own.game, 0.0
        self.arena.game(own.game).comes(self, str(own.seat))


class Game:
    """A game of two players of this process."""

    def __init__(self, arena: "Arena", name: str) -> None:
        self._arena, self._name = arena, name
        self._players: dict[str, Player] = {}
        self._lines: dict[str, Line] = {}
        self._version, self._sent = 0, 0.0
        self._now: State | None = None
        self._other: Line | None = None
        self._left = arena.rng.randint(FEWEST, MOST)
        self._is_over = self._is_due = False

    def comes(self, player: Player, seat: str) -> None:
        """Open a player's connection."""
        self._players[seat] = player
        first = json.dumps({"type": "resume", "game": self._name, "key": player.key})
        self._lines[seat] = line = Line(self._arena.port, "packed", [_DECLINED, first], self.heard)
        line.came.add_done_callback(lambda done: done.cancelled() or done.exception())
        task = asyncio.ensure_future(self._arena.loop.create_connection(lambda: line, "127.0.0.1", self._arena.port))
        self._arena.tasks.add(task)
        task.add_done_callback(self._arena.tasks.discard)

    def heard(self, line: Line, message: Heard, size: int) -> None:
        """Process a message."""
        if message.state is not None and message.version >= self._version:
            self._version, self._now = message.version, message.state
        if message.type in ("played", "stroke") and line is self._other:
            self._arena.strokes.append(time.perf_counter() - self._sent)
            self._other = None
        if message.type == "refused":
            self._arena.refused += 1
        if not line.came.done() and message.type == "snapshot":
            line.came.set_result(None)
        over = self._now is not None and bytes(self._now.result) != b"null"
        if over and not self._is_over:
            self._end()
        elif not over and len(self._lines) == 2 and all(each.came.done() for each in self._lines.values()):
            self._plan()

    def _plan(self) -> None:
        """Play when the next stroke is due."""
        if not self._is_due:
            self._is_due = True
            self._arena.loop.call_later(self._arena.rng.uniform(0.5, 1.5) * self._arena.every, self._act)

    def _end(self) -> None:
        """Both players are free."""
        self._is_over = True
        self._arena.ended += 1
        for seat, player in self._players.items():
            player.free_at = time.perf_counter() if self._arena.playing else 0.0
            self._lines[seat].transport.close()
        self._arena.games.pop(self._name, None)

    def _act(self) -> None:
        """Send what the game expects, or resign after enough strokes."""
        self._is_due = False
        if not self._arena.playing or self._is_over or self._now is None or not self._now.expected:
            return
        each = self._now.expected[0]
        common: dict[str, Any] = {"nonce": secret(), "version": self._version, "seat": each.seat}
        rng = self._arena.rng
        if self._left == 0:
            said = {"type": "resign", **common}
        elif each.type == "strike":
            span = rng.choice(each.intervals)
            x, speed = rng.randint(span.lo, span.hi), rng.uniform(1, 4)
            stroke = msgspec.to_builtins(Stroke.aimed(x, rng.uniform(-30, 30), speed, span.y))
            said = {"type": "strike", **common, "stroke": stroke}
            self._left -= 1
            self._other = next(line for seat, line in self._lines.items() if seat != each.seat)
            self._sent = time.perf_counter()
        elif each.type == "place":
            said = {"type": "place", **common, "disc": each.disc, "at": rng.choice(json.loads(bytes(each.spots)))}
        elif each.type == "demand":
            said = {"type": "demand", **common, "points": 0}
        else:
            said = {"type": "next", **common}
        self._lines.get(each.seat, next(iter(self._lines.values()))).say(json.dumps(said))


class Arena:
    """The arena, its players, and the measurements."""

    def __init__(self, words: list[str]) -> None:
        port, players, seconds, every, seed = words
        self.port, self.seconds, self.every = int(port), float(seconds), float(every)
        self.rng, self.playing = random.Random(int(seed)), False
        self.loop = asyncio.get_running_loop()
        self.id, self.started, self.creator = "", 0.0, secret()
        self.players = [Player(self, number) for number in range(1, int(players) + 1)]
        self.games: dict[str, Game] = {}
        self.tasks: set[asyncio.Future[Any]] = set()
        self.firsts: list[float] = []
        self.pairings: list[float] = []
        self.strokes: list[float] = []
        self.refused = self.ended = self.broken = 0

    def game(self, name: str) -> Game:
        """Return a game by its id."""
        return self.games.setdefault(name, Game(self, name))

    async def run(self) -> None:
        """Create the arena, join, wait for the start, play, and print the results."""
        began, waiting = time.monotonic(), list(self.players)
        starts = int(time.time() * 1000) + 3_600_000
        terms = {"name": "Bench", "starts": starts, "most": 2000, "minutes": 60, "appear": 600}
        made = await self._post("", {"key": self.creator, "name": "Bench", "terms": terms}, "10.255.255.255")
        self.id = made["tournament"]["summary"]["id"]

        async def join_some() -> None:
            while waiting:
                player = waiting.pop()
                body = {"key": player.key, "name": player.address}
                await self._post(f"/{self.id}/join", body, player.address)
                await self.loop.create_connection(lambda player=player: Stream(player), "127.0.0.1", self.port)  # type: ignore[misc]

        await asyncio.gather(*(join_some() for _ in range(AT_ONCE)))
        print(json.dumps({"joining": time.monotonic() - began}), flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        self.playing, self.started = True, time.perf_counter()
        await self._post(f"/{self.id}/start", {"key": self.creator}, "10.255.255.254")
        await asyncio.sleep(self.seconds)
        self.playing = False
        refusal: dict[str, float] = {"games": self.ended, "refused": self.refused, "broken": self.broken}
        refusal |= _times("first", self.firsts) | _times("pair", self.pairings) | _times("stroke", self.strokes)
        print(json.dumps(refusal), flush=True)

    async def _post(self, path: str, body: dict[str, Any], address: str) -> dict[str, Any]:
        """Return the answer to a request, sent over its own connection."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        text = json.dumps(body).encode()
        head = (
            f"POST /api/tournaments{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(text)}\r\nX-Forwarded-For: {address}\r\nConnection: close\r\n\r\n"
        )
        writer.write(head.encode() + text)
        answer = await reader.read()
        writer.close()
        top, _, content = answer.partition(b"\r\n\r\n")
        assert top.startswith(b"HTTP/1.1 200"), answer
        return dict(json.loads(content))


def _times(name: str, found: list[float]) -> dict[str, float]:
    """Return the quantiles of some times in seconds, and their number."""
    times = sorted(found) or [0.0]
    return {
        f"{name}_p50": times[len(times) // 2],
        f"{name}_p99": times[int(0.99 * len(times))],
        f"{name}_worst": times[-1],
        f"{name}_count": len(found),
    }


async def main() -> None:
    """Play as the command line says."""
    await Arena(sys.argv[1:]).run()


if __name__ == "__main__":
    if sys.platform != "win32":
        import uvloop

        uvloop.install()
    asyncio.run(main())
