"""Connections of `carrom bench malformed_messages`: simultaneous websockets and HTTP connections that send batches."""

import asyncio
import json
import re
import time
import urllib.request
from collections import Counter
from contextlib import suppress
from random import Random

from bench.lines import Server, two_friends
from bench.mutants import Mutants, Place
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from carrom import protocol
from carrom.board.seat import Seat
from carrom.errors import CarromError
from carrom.protocol import decode_server, encode
from carrom.protocol.common import MAX_CLIENT_BYTES
from carrom.tables.log import CompressedMessage

BATCH, REQUESTS = 64, 100
"""Number of mutants between two valid messages, and of requests per HTTP connection."""
SHARE = 0.1
"""Share of HTTP requests among all messages."""
AHEAD = 500
"""Number of messages that one kind of connection may be ahead of its share."""
LONGEST = 1000
"""Number of events after which a new game is started."""
PATIENCE = 60.0
"""Seconds within which a valid message must be answered."""
STILL, FORGOTTEN = 5.0, 60.0
"""Stall of this process (s) after which connections may time out (either side closes one that answers no ping within
20 s), and for how long (s) after a stall a broken connection is excused.
"""
HEAD = 16_000
"""Approximate size in bytes of a request head that the server refuses without reading on."""
TOO_BIG = 1009
"""Websocket close code for a message that is too big."""


class Silent(CarromError):
    """A valid message was not answered."""


class Tally:
    """Counts of what was sent and how it ended."""

    def __init__(self, count: int) -> None:
        self.count, self.sent, self.by_http = count, 0, 0
        self.became: Counter[str] = Counter()
        self.faults: list[str] = []
        self.games: list[tuple[str, str]] = []
        """Ids and keys of the games in which mutants have acted."""
        self.stood_still = -FORGOTTEN
        """When this process last stalled, by `time.monotonic`."""

    @property
    def is_done(self) -> bool:
        """Whether all messages were sent, or ten faults were found."""
        return self.sent >= self.count or len(self.faults) >= 10

    def took(self, seconds: float) -> None:
        """Store a stall if an operation that should be instant took too long."""
        if seconds > STILL:
            self.stood_still = time.monotonic()

    def closed(self, closed: ConnectionClosed) -> None:
        """Count a closed connection; it is a fault unless a message was too big or this process has stalled."""
        code = closed.rcvd.code if closed.rcvd is not None else 1006
        still = code in (1006, 1011) and time.monotonic() - self.stood_still < FORGOTTEN
        self.became[f"connection closed {code}{', after a stall' if still else ''}"] += 1
        if code != TOO_BIG and not still:
            self.faults.append(f"a connection was closed with {closed}")

    @property
    def owed(self) -> float:
        """The number of HTTP requests below their share."""
        return SHARE * self.sent - self.by_http


class Talker:
    """A websocket that follows a game with the keys of both seats and sends batches of mutants."""

    def __init__(self, server: Server, tally: Tally, chance: Random, way: str) -> None:
        """Prepare the connection; `way` is its encoding.

        `plain`, `deflate` (permessage-deflate) or `films` (recordings compressed by the server).
        """
        self._tally, self._mutants, self._way = tally, Mutants(chance), way
        where = "?films=deflated" if way == "films" else ""
        self._address, self._origin = f"ws://127.0.0.1:{server.port}/ws{where}", f"http://127.0.0.1:{server.port}"
        self.place = Place()
        self._follows = ""

    async def run(self) -> None:
        """Send batches until all is sent, reconnecting whenever the connection is closed."""
        while not self._tally.is_done:
            try:
                async with connect(
                    self._address,
                    origin=self._origin,  # type: ignore[arg-type]
                    compression="deflate" if self._way == "deflate" else None,
                    max_size=None,
                    open_timeout=PATIENCE,
                    ping_interval=None,
                ) as socket:
                    self._follows = ""
                    while not self._tally.is_done:
                        await self._batch(socket)
            except ConnectionClosed as closed:
                self._tally.closed(closed)
            except (OSError, TimeoutError, Silent) as fault:
                self._tally.faults.append(f"a valid message was not answered: {fault!r}")

    async def _batch(self, socket: ClientConnection) -> None:
        """Send mutants, then valid messages, and receive all answers; a too large message closes the connection."""
        while self._tally.owed > AHEAD:
            await asyncio.sleep(0.01)
        await self._come(socket)
        too_big = None
        for _ in range(BATCH):
            made = self._mutants.message(self.place)
            self._tally.sent += 1
            if len(made if isinstance(made, bytes) else made.encode()) > MAX_CLIENT_BYTES:
                too_big = made
                break
            await socket.send(made)
        await self._end(socket)
        if too_big is not None:
            await socket.send(too_big)
            async with asyncio.timeout(PATIENCE):
                while True:
                    self._heard(await socket.recv())

    async def _come(self, socket: ClientConnection) -> None:
        """Resume this connection's game, or start another one if it is over or too long."""
        place = self.place
        state = place.state
        if not place.game or place.version > LONGEST or (state is not None and state.result is not None):
            begins = two_friends()
            place.game, place.key = "", begins.key
            await socket.send(encode(begins))
            async with asyncio.timeout(PATIENCE):
                while not place.game:
                    answer = self._heard(await socket.recv())
                    if isinstance(answer, protocol.Joined) and answer.nonce == begins.nonce:
                        place.game = self._follows = answer.game
                while not isinstance(self._heard(await socket.recv()), protocol.Snapshot):
                    pass
            self._tally.games.append((place.game, place.key))
        elif self._follows != place.game:
            await socket.send(encode(protocol.Resume(game=place.game, key=place.key)))

    async def _end(self, socket: ClientConnection) -> None:
        """End a batch with a ping and a command for an outdated version; both must be answered."""
        nonce, began = self._mutants.word(), time.monotonic()
        await socket.send(encode(protocol.Ping()))
        await socket.send(encode(protocol.Next(nonce=nonce, version=0, seat=Seat.SOUTH)))
        pongs = 0
        async with asyncio.timeout(PATIENCE):
            while True:
                answer = self._heard(await socket.recv())
                pongs += isinstance(answer, protocol.Pong)
                if isinstance(answer, protocol.Refused) and answer.nonce == nonce:
                    break
        self._tally.took(time.monotonic() - began)
        if answer.code is not protocol.Refusal.STALE:
            self._follows = ""  # a mutant has left the game, or joined another
        if not pongs:
            raise Silent("a ping was not answered")

    def _heard(self, text: str | bytes) -> protocol.ServerMessage:
        """Process a message of the server."""
        answer = decode_server(CompressedMessage.unpacked(text) if isinstance(text, bytes) else text)
        tally, place = self._tally, self.place
        match answer:
            case protocol.Refused(code=code, reason=reason):
                tally.became[f"refused {code}"] += 1
                if code is protocol.Refusal.BROKEN:
                    tally.faults.append(f"broken: {reason}")
            case protocol.Accepted():
                tally.became["accepted"] += 1
            case protocol.Joined(game=game):
                self._follows = game
            case protocol.Snapshot() | protocol.Played() | protocol.Acted():
                if self._follows == place.game:
                    place.version, place.state = answer.version, answer.state
        return answer


class Asker:
    """An HTTP connection with one request after the other."""

    def __init__(self, server: Server, tally: Tally, chance: Random, place: Place) -> None:
        """Prepare the connection; it acts in the game of a websocket."""
        self._server, self._tally, self._chance, self._place = server, tally, chance, place
        self._mutants = Mutants(chance, operations(server))

    async def run(self) -> None:
        """Send requests until all is sent."""
        while not self._tally.is_done:
            reader, writer = await asyncio.open_connection("127.0.0.1", self._server.port, limit=2**22)
            try:
                for _ in range(REQUESTS):
                    while self._tally.owed <= 0 and not self._tally.is_done:
                        await asyncio.sleep(0.01)
                    if self._tally.is_done or not await self._asked(reader, writer):
                        break
            finally:
                writer.close()
                with suppress(OSError):
                    await writer.wait_closed()

    async def _asked(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Send one request; return whether the connection stays open."""
        method, path, body = self._mutants.request(self._place)
        self._tally.sent += 1
        self._tally.by_http += 1
        key = f"authorization: Bearer {self._place.key}\r\n" if self._chance.random() < 0.8 else ""
        length = "" if body is None else f"content-length: {len(body)}\r\n"
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self._server.port}\r\n{key}{length}\r\n".encode()
        try:
            writer.write(head + (body or b""))
            async with asyncio.timeout(PATIENCE):
                await writer.drain()
                status, content, goes_on = await _answer(reader)
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as fault:
            self._tally.became[f"HTTP {type(fault).__name__}"] += 1
            if len(head) < HEAD:
                self._tally.faults.append(f"{method} {path:.200} {body!r:.300}: {fault!r}")
            return False
        self._tally.became[f"HTTP {status}"] += 1
        if status >= 500:
            self._tally.faults.append(f"{method} {path:.200} {body!r:.300}: {status} {content!r:.300}")
        return goes_on


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bytes, bool]:
    """Read a response: its status, its body, and whether the connection stays open."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    status = int(head.split(" ", 2)[1])
    goes_on = "connection: close" not in head
    if "transfer-encoding: chunked" in head:
        content = b""
        while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
            content += (await reader.readexactly(size + 2))[:-2]
        await reader.readuntil(b"\r\n")
        return status, content, goes_on
    length = re.search(r"content-length: (\d+)", head)
    return status, await reader.readexactly(int(length[1]) if length else 0), goes_on


def operations(server: Server) -> tuple[tuple[str, str], ...]:
    """Return method and path of every operation that neither streams nor runs the engine."""
    with urllib.request.urlopen(f"{server.address}api/openapi.json") as answer:
        paths = json.load(answer)["paths"]
    return tuple(
        (method.upper(), path)
        for path, measured in sorted(paths.items())
        for method, each in sorted(measured.items())
        if not each["x-endless"] and not any(word in path for word in ("analysis", "stroke", "review"))
    )


async def storm(server: Server, tally: Tally, seed: int, lines: int, askers: int) -> None:
    """Run all connections until everything is sent."""
    ways = ("plain", "films", "plain", "deflate")
    talkers = [Talker(server, tally, Random(f"{seed}/{n}"), ways[n % len(ways)]) for n in range(lines)]
    asking = [Asker(server, tally, Random(f"{seed}/http/{n}"), talkers[n % lines].place) for n in range(askers)]
    async with asyncio.TaskGroup() as group:
        for each in talkers:
            group.create_task(each.run())
        until = time.monotonic() + PATIENCE
        while not all(each.place.game for each in talkers) and time.monotonic() < until:
            await asyncio.sleep(0.05)
        for one in asking:
            group.create_task(one.run())
        group.create_task(_looks(tally))


async def _looks(tally: Tally) -> None:
    """Record stalls of this process."""
    while not tally.is_done:
        began = time.monotonic()
        await asyncio.sleep(0.5)
        tally.took(time.monotonic() - began)
