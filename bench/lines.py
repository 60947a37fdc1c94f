"""Helpers of the server benchmarks: a server in its own process, and websocket clients.

There are lines that come back by themselves, and a plain one over which games are played at random.
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
"""Seconds without a word after which a line is taken for dead."""


class Server:
    """A server in a process of its own, which can be killed and started again at the same port."""

    module = "carrom"
    """What Python runs."""

    def __init__(self, folder: Path, *words: str) -> None:
        """Start it with the games of a folder; `words` of the command line, or `serve`."""
        self._folder, self._words, self.port = folder, words or ("serve",), 0
        self.start()

    def start(self) -> None:
        """Start it, at the port it had before."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", self.module, *self._words, "--port", str(self.port), "--data", str(self._folder)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )
        assert self._process.stdout is not None
        found = re.search(r":(\d+)/", self._process.stdout.readline())
        assert found is not None, "the server has not started; its own words stand above"
        self.port = int(found[1])

    def kill(self) -> None:
        """End it as a power cut does."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def end(self) -> None:
        """Tell it to end, and wait until it has."""
        self._process.terminate()
        self._process.wait()

    @property
    def process(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def address(self) -> str:
        """Its address, with a slash at the end."""
        return f"http://127.0.0.1:{self.port}/"


class Line:
    """One websocket to a server that comes back after a break, and says again what was not answered."""

    def __init__(self, port: int, begins: protocol.ClientMessage, source: str = "127.0.0.1") -> None:
        """Prepare a line; `begins` is said first of all (a new game, a seat to take, a game to look at)."""
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
        """Talk for ever."""
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
        """Say something once; a command is kept until it is answered."""
        if isinstance(message, protocol.GameCommand):
            self.pending = message
        if self._socket is not None:
            with suppress(WebSocketException):
                await self._socket.send(encode(message))

    async def heard(self, message: protocol.ServerMessage) -> None:
        """Be told of a message, after this line has taken notice of it."""

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
    """Return a fresh secret word, fit for keys and nonces."""
    return secrets.token_urlsafe(24)


def seat_now(state: protocol.State, yours: tuple[Seat, ...]) -> dict[Seat, Seat]:
    """Return where each of these players sits now."""
    return {each.sitter: each.seat for each in state.seated if each.sitter in yours}


def terms(*people: tuple[Seat, protocol.Who], **more: Any) -> protocol.Terms:
    """Return the terms of a game between these."""
    return protocol.Terms(seats=tuple(protocol.SeatPlan(seat=seat, who=who) for seat, who in people), **more)


def two_friends() -> protocol.NewGame:
    """Return the message that begins a game between two people at one screen."""
    agreed = terms((Seat.SOUTH, protocol.Who.ME), (Seat.NORTH, protocol.Who.HERE), first_break=Seat.SOUTH)
    return protocol.NewGame(nonce=secret(), key=secret(), invite=secret(), watch=secret(), terms=agreed)


class Game:
    """Games between friends over a plain line, one after the other, played at random."""

    def __init__(self, line: PlainConnection) -> None:
        self.line, self.kernel = line, protocol.KernelStatus.WARMING
        self.hear(protocol.Welcome)
        self.begin()

    def begin(self) -> None:
        """Begin another game."""
        self.say(two_friends())
        self.now = self.hear(protocol.Snapshot)

    def stroke(self) -> float:
        """Play on until a stroke has been played; return the seconds it took to be answered."""
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
        """Return the next message of that kind; a refusal ends the measurement."""
        while not isinstance(message := self.heard(), kind):
            assert not isinstance(message, protocol.Refused), message
        return message

    def heard(self) -> protocol.ServerMessage:
        """Return the next message."""
        message = decode_server(self.line.recv())
        if isinstance(message, protocol.Welcome | protocol.KernelChanged):
            self.kernel = message.kernel
        return message
