"""Helpers of the server benchmarks: a server in its own process, and websocket clients.

`Line` is an asynchronous connection that reconnects by itself; `Game` plays random games over a synchronous one.
"""

import asyncio
import os
import random
import re
import secrets
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.sync.client import ClientConnection as PlainConnection

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.protocol import decode_server, encode

ROOT = Path(__file__).resolve().parents[1]
SILENCE = 2.5
"""Seconds without a message after which a connection is considered dead."""


class Server:
    """A server in its own process, which can be killed and restarted on the same port."""

    module = "carrom"
    """The module that Python runs."""

    def __init__(self, folder: Path, *words: str) -> None:
        """Start the server on a data folder; `words` are the command and its options (default: `serve`)."""
        self._folder, self._words, self.port = folder, words or ("serve",), 0
        self.start()

    def start(self) -> None:
        """Start the server, on the same port as before."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", self.module, *self._words, "--port", str(self.port), "--data", str(self._folder)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )
        assert self._process.stdout is not None
        found = re.search(r":(\d+)/", self._process.stdout.readline())
        assert found is not None, "the server did not start; see its output above"
        self.port = int(found[1])

    def kill(self) -> None:
        """Kill the server with SIGKILL, as in a power cut."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def end(self) -> None:
        """Shut the server down and wait until it has exited."""
        self._process.terminate()
        self._process.wait()

    @property
    def process(self) -> int:
        """The server's process id."""
        return self._process.pid

    @property
    def address(self) -> str:
        """The server's address, with a trailing slash."""
        return f"http://127.0.0.1:{self.port}/"


class Line:
    """A websocket client that reconnects after a break and repeats unanswered commands."""

    def __init__(self, port: int, begins: protocol.ClientMessage, source: str = "127.0.0.1") -> None:
        """Prepare a connection; `begins` is the first message (create, join or resume a game)."""
        self.port, self._begins, self._source = port, begins, source
        self.game: str | None = None
        self.key = getattr(begins, "key", None)
        self.watch = getattr(begins, "watch", None) if isinstance(begins, protocol.Resume) else None
        self.yours: tuple[Seat, ...] = ()
        self.version: int | None = None
        self.card: protocol.Card | None = None
        self.state: protocol.State | None = None
        self.kernel = protocol.KernelStatus.WARMING
        self.pending: protocol.GameCommand | None = None
        self.acknowledged: dict[str, int] = {}
        self.breaks = 0
        self._socket: ClientConnection | None = None

    async def run(self) -> None:
        """Connect and receive messages until cancelled."""
        while True:
            port = self.port
            try:
                async with connect(
                    f"ws://127.0.0.1:{port}/ws",
                    origin=f"http://127.0.0.1:{port}",  # type: ignore[arg-type]
                    local_addr=(self._source, 0),
                    open_timeout=5,
                    close_timeout=0.5,
                    max_size=None,
                ) as socket:
                    self._socket = socket
                    await self._talk(socket)
            except (OSError, TimeoutError, WebSocketException, InvalidHandshake):
                pass
            finally:
                self._socket = None
            self.breaks += 1
            await asyncio.sleep(0.1)

    async def say(self, message: protocol.ClientMessage) -> None:
        """Send a message once; a command is stored until it is answered."""
        if isinstance(message, protocol.GameCommand):
            self.pending = message
        if self._socket is not None:
            with suppress(WebSocketException):
                await self._socket.send(encode(message))

    async def heard(self, message: protocol.ServerMessage) -> None:
        """Handle a message, after this class has processed it; overridden by subclasses."""

    async def _talk(self, socket: ClientConnection) -> None:
        pinging = asyncio.create_task(self._ping(socket))
        try:
            while True:
                async with asyncio.timeout(SILENCE):
                    text = await socket.recv()
                await self._take(socket, decode_server(text))
        finally:
            pinging.cancel()

    async def _ping(self, socket: ClientConnection) -> None:
        with suppress(WebSocketException):
            while True:
                await socket.send(encode(protocol.Ping()))
                await asyncio.sleep(1)

    async def _take(self, socket: ClientConnection, message: protocol.ServerMessage) -> None:
        match message:
            case protocol.KernelChanged(kernel=kernel):
                self.kernel = kernel
            case protocol.Welcome(kernel=kernel):
                self.kernel = kernel
                await socket.send(encode(self._first_word()))
            case protocol.Joined(game=game, yours=yours):
                self.game, self.yours = game, yours
                if self.pending is not None:
                    await socket.send(encode(self.pending))
            case protocol.Snapshot(version=version, card=card, state=state):
                self.version, self.card, self.state = version, card, state
            case protocol.Played(version=version, state=state) | protocol.Acted(version=version, state=state):
                assert message.after == self.version, f"{message.after} follows {self.version}: an event is missing"
                self.version, self.state = version, state
            case protocol.Accepted(nonce=nonce, version=version):
                self.acknowledged[nonce] = version
                self._answered(nonce)
            case protocol.Refused(nonce=nonce):
                self._answered(nonce)
        await self.heard(message)

    def _first_word(self) -> protocol.ClientMessage:
        if self.game is None:
            return self._begins
        return protocol.Resume(game=self.game, key=self.key, watch=self.watch, version=self.version)

    def _answered(self, nonce: str | None) -> None:
        if self.pending is not None and self.pending.nonce == nonce:
            self.pending = None


def secret() -> str:
    """Return a new random secret for keys and nonces."""
    return secrets.token_urlsafe(24)


def seat_now(state: protocol.State, yours: tuple[Seat, ...]) -> dict[Seat, Seat]:
    """Return the current seats of these players."""
    return {each.sitter: each.seat for each in state.seated if each.sitter in yours}


def terms(*people: tuple[Seat, protocol.Who], **more: Any) -> protocol.Terms:
    """Return the terms of a game between these players."""
    return protocol.Terms(seats=tuple(protocol.SeatPlan(seat=seat, who=who) for seat, who in people), **more)


def two_friends() -> protocol.NewGame:
    """Return the message that creates a game between two people at one screen."""
    agreed = terms((Seat.SOUTH, protocol.Who.ME), (Seat.NORTH, protocol.Who.HERE), first_break=Seat.SOUTH)
    return protocol.NewGame(nonce=secret(), key=secret(), invite=secret(), watch=secret(), terms=agreed)


class Game:
    """Random games between friends over a synchronous connection, one after the other."""

    def __init__(self, line: PlainConnection) -> None:
        self.line, self.kernel = line, protocol.KernelStatus.WARMING
        self.hear(protocol.Welcome)
        self.begin()

    def begin(self) -> None:
        """Start another game."""
        self.say(two_friends())
        self.now = self.hear(protocol.Snapshot)

    def stroke(self) -> float:
        """Play on until a stroke has been played; return the seconds until its answer."""
        while True:
            common = {"nonce": secret(), "version": self.now.version}
            match self.now.state.expected:
                case (protocol.ExpectStrike(seat=seat, intervals=intervals),):
                    span = random.choice(intervals)
                    x = random.randint(span.lo, span.hi)
                    stroke = Stroke.aimed(x, random.uniform(-30, 30), random.uniform(1, 4), span.y)
                    began = time.perf_counter()
                    self.say(protocol.Strike(**common, seat=seat, stroke=stroke))
                    self.now = self.hear(protocol.Played)
                    return time.perf_counter() - began
                case (protocol.ExpectPlace(seat=seat, disc=disc, spots=spots),):
                    self.say(protocol.Place(**common, seat=seat, disc=disc, at=random.choice(spots)))
                case (protocol.ExpectDemand(seat=seat),):
                    self.say(protocol.Demand(**common, seat=seat, points=0))
                case (protocol.ExpectNext(),):
                    self.say(protocol.Next(**common, seat=Seat.SOUTH))
                case _:
                    self.begin()
                    continue
            self.now = self.hear(protocol.Acted)

    def say(self, message: protocol.ClientMessage) -> None:
        """Send a message."""
        self.line.send(encode(message))

    def hear(self, kind: type) -> Any:
        """Return the next message of this kind; `AssertionError` if a command is refused."""
        while not isinstance(message := self.heard(), kind):
            assert not isinstance(message, protocol.Refused), message
        return message

    def heard(self) -> protocol.ServerMessage:
        """Return the next message."""
        message = decode_server(self.line.recv())
        if isinstance(message, protocol.Welcome | protocol.KernelChanged):
            self.kernel = message.kernel
        return message
