"""Players of `carrom bench chaos`: two browser tabs per seat and a spectator, which all change servers.

They store everything they receive: each acknowledgement with its time, and a hash of each recording by version.
"""

import asyncio
import hashlib
import random
import time
from collections.abc import Callable
from contextlib import suppress

from bench.lines import Line, secret, terms
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.protocol import Who, encode


class Match:
    """A game: the commands that were acknowledged, and the recordings that were shown."""

    def __init__(self, number: int, pace: float, rng: random.Random) -> None:
        """Start without a game; a stroke is played every `pace` seconds."""
        self.number, self.pace, self.rng = number, pace, rng
        self.name = ""
        self.acknowledged: dict[str, tuple[int, protocol.GameCommand]] = {}
        self.times: list[float] = []
        self.films: dict[int, set[bytes]] = {}
        self.shown = 0
        self.missed = 0
        self.wrong: list[str] = []
        self.version, self.since = 0, time.monotonic()
        self.over = False

    def saw(self, version: int, text: bytes) -> None:
        """Store the hash of a recording that a client received."""
        self.shown += 1
        self.films.setdefault(version, set()).add(hashlib.sha256(text).digest())
        if version > self.version:
            self.version, self.since = version, time.monotonic()


class Tab(Line):
    """A browser tab of a player or a spectator."""

    def __init__(self, match: Match, ports: Callable[[], list[int]], begins: protocol.ClientMessage) -> None:
        """Prepare a connection to any of the running servers; `begins` is the first message."""
        self._ports, self.match = ports, match
        self._here = 0
        super().__init__(0, begins, f"127.0.{1 + match.number // 200}.{1 + match.number % 200}")
        self.loses_answers = False
        self._sent: dict[str, protocol.GameCommand] = {}

    @property
    def port(self) -> int:
        """The port of a random running server, chosen anew for each connection."""
        self._here = self.match.rng.choice(self._ports() or [self._here])
        return self._here

    @port.setter
    def port(self, _: int) -> None:
        """Ignore the assignment in `Line`; the port is always chosen at random."""

    async def move(self) -> None:
        """Drop the connection, so that the tab reconnects to any server."""
        if self._socket is not None:
            with suppress(WebSocketException, OSError):
                self._socket.transport.abort()

    def cut_off(self, port: int) -> None:
        """Stop reading if connected to this port, as behind a cut network."""
        if self._socket is not None and self._here == port:
            self._socket.transport.pause_reading()

    async def _take(self, socket: ClientConnection, message: protocol.ServerMessage) -> None:
        before, match = self.version, self.match
        if isinstance(message, protocol.Joined):
            match.name = message.game
        if isinstance(message, protocol.Snapshot) and before is not None and message.version != before:
            if message.version < before:
                match.wrong.append(f"a snapshot of {message.version} came after {before}")
            elif before > 0:
                match.missed += 1
        if isinstance(message, protocol.Played | protocol.Acted):
            if message.after != before:
                match.wrong.append(f"{message.after} came after {before}")
                self.version = message.after
            match.saw(message.version, encode(message).encode())
        if isinstance(message, protocol.Accepted) and message.nonce in self._sent:
            match.acknowledged[message.nonce] = message.version, self._sent[message.nonce]
            match.times.append(time.monotonic())
        await super()._take(socket, message)

    async def act(self) -> None:
        """Send the expected command if it is this tab's turn; both tabs of a seat do so at the same instant."""
        if self.pending is not None:
            await self._again()
            return
        state, version = self.state, self.version
        if state is None or version is None or version < self.match.version:
            return
        mine = {each.seat for each in state.seated if each.sitter in self.yours}
        command = awaited(self.match.rng, state, version, mine)
        if command is None:
            self.match.over = self.match.over or not state.expected
            return
        self._sent[command.nonce] = command
        await self.say(command)
        if self.loses_answers:
            await self.move()

    async def _again(self) -> None:
        """Occasionally repeat a command that has no answer yet, as a page does; it must take effect only once."""
        if self.match.rng.random() < 0.02 and self.pending is not None:
            await self.say(self.pending)


def awaited(rng: random.Random, state: protocol.State, version: int, mine: set[Seat]) -> protocol.GameCommand | None:
    """Return a random valid command for one of these seats, or None if another seat is to act."""
    nonce = secret()
    match state.expected:
        case (protocol.ExpectStrike(seat=seat, intervals=intervals),) if seat in mine and intervals:
            span = rng.choice(intervals)
            stroke = Stroke.aimed(rng.randint(span.lo, span.hi), rng.uniform(-30, 30), rng.uniform(1, 3), span.y)
            return protocol.Strike(nonce=nonce, version=version, seat=seat, stroke=stroke)
        case (protocol.ExpectPlace(seat=seat, disc=disc, spots=spots),) if seat in mine and spots:
            return protocol.Place(nonce=nonce, version=version, seat=seat, disc=disc, at=rng.choice(spots))
        case (protocol.ExpectDemand(seat=seat),) if seat in mine:
            return protocol.Demand(nonce=nonce, version=version, seat=seat, points=0)
        case (protocol.ExpectNext(),) if mine:
            return protocol.Next(nonce=nonce, version=version, seat=min(mine))
        case _:
            return None


class Party:
    """All clients of one match."""

    def __init__(self, match: Match, ports: Callable[[], list[int]], tabs: int) -> None:
        """Prepare a game between friends, with this many tabs per seat and one spectator."""
        self.match, self._ports, self._more = match, ports, tabs
        agreed = terms(
            (Seat.SOUTH, Who.ME), (Seat.NORTH, Who.LINK), first_break=Seat.SOUTH, length=protocol.Length.MATCH
        )
        self._keys = secret(), secret()
        self._invite, self._watch = secret(), secret()
        begins = protocol.NewGame(
            nonce=secret(), key=self._keys[0], invite=self._invite, watch=self._watch, terms=agreed
        )
        self.tabs: list[Tab] = [Tab(match, ports, begins)]
        self._tasks: list[asyncio.Task[None]] = []

    async def run(self) -> None:
        """Join the game from every tab, and play until cancelled."""
        self._start(self.tabs[0])
        while self.tabs[0].game is None:
            await asyncio.sleep(0.02)
        game = self.tabs[0].game
        join = protocol.Join(nonce=secret(), game=game, invite=self._invite, key=self._keys[1], name="North", seat=None)
        self._add(join)
        for _ in range(self._more - 1):
            for key in self._keys:
                self._add(protocol.Resume(game=game, key=key, watch=None, version=None))
        self._add(protocol.Resume(game=game, key=None, watch=self._watch, version=None))
        while not self.match.over:
            await asyncio.sleep(0.05 + self.match.rng.random() * 0.02)
            if time.monotonic() - self.match.since >= self.match.pace:
                await asyncio.gather(*(tab.act() for tab in self.tabs))
            for task in self._tasks:
                if task.done() and not task.cancelled() and (fault := task.exception()) is not None:
                    raise fault

    def _add(self, begins: protocol.ClientMessage) -> None:
        tab = Tab(self.match, self._ports, begins)
        self.tabs.append(tab)
        self._start(tab)

    def _start(self, tab: Tab) -> None:
        self._tasks.append(asyncio.ensure_future(tab.run()))

    async def roam(self, every: float) -> None:
        """Let a random tab change servers, each about every `every` seconds."""
        while True:
            await asyncio.sleep(every * self.match.rng.uniform(0.5, 1.5) / len(self.tabs))
            await self.match.rng.choice(self.tabs).move()

    async def close(self) -> None:
        """Stop all clients."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
