"""Websockets: one connection, its queue, the manager of all, the endpoint, and the uvicorn protocol."""

import asyncio
import contextlib
import logging
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, Protocol, TypeVar, get_args

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.http11 import Request

from carrom import protocol
from carrom.board.stroke import Stroke
from carrom.errors import CommitUncertain, DamagedGame, IllegalStroke, NewerVersion, SetupError, StoreError, sentence
from carrom.observability import span
from carrom.server.common import (
    PAYER,
    ConnectionsClosing,
    DatabaseLost,
    Dispatcher,
    FloodLog,
    ServerLimits,
    ServerStopping,
    TokenBucket,
    TokenBuckets,
    afterwards,
)
from carrom.server.http.security import LOOPBACK, NetworkAccess, client_address, host_name
from carrom.server.http.training import PracticeService
from carrom.server.ops.event_log import Cluster
from carrom.server.people.sessions import Authenticator, Principal, Scope, who_it_is
from carrom.server.play.registry import GameRegistry, Participant
from carrom.server.play.ties import TieParticipant, TieRegistry
from carrom.tables.log import is_packed, on_a_packed_line
from carrom.tables.proposal import CommandRefused, check_size
from carrom.tables.terms import begun_by
from carrom.values import Value, changed

# -- a queue and an event that take almost no memory while idle --------------------------------------------------------


T = TypeVar("T")


class CompactQueue(Generic[T]):
    """A queue with one reader."""

    __slots__ = ("_reader", "_things")

    def __init__(self) -> None:
        """Start empty."""
        self._things: list[T] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, thing: T) -> None:
        """Append an item."""
        self._things.append(thing)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def empty(self) -> bool:
        """Whether the queue is empty."""
        return not self._things

    async def get(self) -> T:
        """Remove and return the first item; wait until there is one."""
        while not self._things:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._things.pop(0)


class CompactEvent:
    """An event that tasks can wait for, like `asyncio.Event`."""

    __slots__ = ("_is_set", "_waiting")

    def __init__(self) -> None:
        """Start in the set state."""
        self._is_set = True
        self._waiting: list[asyncio.Future[None]] | None = None

    def is_set(self) -> bool:
        """Whether it is set."""
        return self._is_set

    def clear(self) -> None:
        """Reset it."""
        self._is_set = False

    def set(self) -> None:
        """Set it, and wake all waiting tasks."""
        self._is_set, waiting, self._waiting = True, self._waiting, None
        for each in waiting or ():
            if not each.done():
                each.set_result(None)

    async def wait(self) -> None:
        """Wait until it is set."""
        while not self._is_set:
            mine = asyncio.get_running_loop().create_future()
            self._waiting = [*(self._waiting or ()), mine]
            await mine


# -- the send queue, with backpressure ---------------------------------------------------------------------------------


MOST, MOST_BYTES = 256, 4_000_000
"""The most messages and bytes that a client may be behind before it is disconnected; it can then resume."""

Frame = str | bytes


class SendQueue:
    """The messages waiting to be sent to one client."""

    __slots__ = ("_bytes", "_close", "_has_ended", "_send", "_sending", "_waiting")

    def __init__(self, send: Callable[[Frame], Awaitable[None]], close: Callable[[], Awaitable[None]]) -> None:
        """Start empty; `send` returns once a message has been taken, `close` closes the connection."""
        self._send, self._close = send, close
        self._waiting: deque[Frame | None] | None = None
        self._sending: asyncio.Task[None] | None = None
        self._bytes, self._has_ended = 0, False

    @property
    def size(self) -> int:
        """Total length of the messages not taken yet."""
        return self._bytes

    def add(self, entered: Frame) -> bool:
        """Queue a message; return False if the client is too far behind."""
        if self._has_ended:
            return True
        if self._bytes + len(entered) > MOST_BYTES or (self._waiting is not None and len(self._waiting) >= MOST):
            return False
        self._bytes += len(entered)
        self._put(entered)
        return True

    def end(self) -> None:
        """Drop all queued messages, and close the connection."""
        if self._waiting is not None:
            self._waiting.clear()
        if not self._has_ended:
            self._has_ended = True
            self._put(None)

    def cancel(self) -> None:
        """Stop sending, including a message in progress."""
        self._has_ended = True
        if self._sending is not None:
            self._sending.cancel()

    async def sent(self) -> None:
        """Wait until sending has stopped for any reason."""
        if self._sending is not None:
            await asyncio.gather(self._sending, return_exceptions=True)

    def _put(self, entered: Frame | None) -> None:
        if self._waiting is None:
            self._waiting = deque((entered,))
            self._sending = asyncio.get_running_loop().create_task(self._send_all(self._waiting))
        else:
            self._waiting.append(entered)

    async def _send_all(self, waiting: deque[Frame | None]) -> None:
        """Send until the queue is empty or ended."""
        try:
            while waiting:
                result = waiting.popleft()
                if result is None:
                    await self._close()
                else:
                    await self._send(result)
                    self._bytes -= len(result)
        except Exception:  # the connection is closed; its reader handles that
            self._has_ended = True
        finally:
            self._waiting = self._sending = None


# -- the connection: receives messages, and sends the events it follows ------------------------------------------------


log = logging.getLogger("carrom.server")

_LONG, _SECONDS_A_BYTE = 8192, 2e-8
"""Messages longer than this many characters are charged to the client, at this many seconds per character."""
BREATH = 1.0
"""Seconds without reading after a client exceeded its rate limit; its messages wait in its own buffers."""

_LAST_ANSWER = 3.0
"""Seconds that closing a connection waits for an answer in progress."""

_LOOK = 0.01
"""Seconds between two checks whether everything has been sent."""

POLICY, TOO_BIG, RESTARTS, TRY_LATER = 1008, 1009, 1012, 1013
"""Close codes of the websocket protocol."""


async def _guest() -> Principal | None:
    return None


@dataclass(frozen=True, kw_only=True)
class ConnectionServices:
    """What all connections of a server share; `new_games`, `work` and `refusals` are limits per address."""

    limits: ServerLimits
    clock: Callable[[], float]
    """Returns monotonic seconds."""
    games: GameRegistry
    practice: PracticeService
    ties: TieRegistry | None = None
    new_games: TokenBuckets
    work: TokenBuckets | None = None
    refusals: TokenBuckets | None = None
    nuisances: FloodLog = field(default_factory=FloodLog)
    measured: Callable[[str, str | None, float], None] = lambda kind, code, seconds: None
    """Receives the kind of each message, the code of its refusal or None, and the seconds until its answer."""
    differed: Callable[[str], None] = lambda kind: None
    """Called when a client did not play a stroke as the server did: `result` if its result differs, else `failure`."""


@dataclass(frozen=True, kw_only=True)
class Client:
    """What is known about a client when it connects."""

    address: str
    packs: bool = False
    """Whether long messages are sent deflated."""
    account: Callable[[], Awaitable[Principal | None]] = _guest
    """Returns the client's current account; None for a guest."""
    open_network: Callable[[str], Awaitable[None]] | None = None
    """Opens the server to other devices, if this page may request it; receives the request's nonce."""


class Connection:
    """One client: answers its messages one at a time and sends the events it follows."""

    def __init__(self, socket: WebSocket, client: Client, services: ConnectionServices) -> None:
        """Serve `socket`."""
        limits, clock = services.limits, services.clock
        self._refusals, self._nuisances = services.refusals, services.nuisances
        self._socket, self._registry, self._practice = socket, services.games, services.practice
        self._new_games, self._client, self.address = services.new_games, client, client.address
        self._clock, self._silence, self._most_events = clock, limits.silence, limits.events_per_game
        self._work, self._measured, self._differed = services.work, services.measured, services.differed
        self.heard = clock()
        """When the last message arrived, in seconds of the clock."""
        self._messages = TokenBucket(limits.messages, clock)
        self.unsent = SendQueue(self._take, partial(self._close, TRY_LATER))
        """Messages the client has not taken yet."""
        self._phrases = TokenBucket(limits.phrases, clock)
        self._is_a_nuisance = self._is_parting = self._is_greeted = False
        self._answering = asyncio.Lock()
        self._closing: asyncio.Task[None] | None = None
        self._listens_since = 0.0
        self._code: str | None = None
        self._seated: Participant | None = None
        self._wants_films = True
        self._ties = None if services.ties is None else TieParticipant(services.ties, self.send)
        self.has_opened = ""
        """The nonce with which the client requested opening the network."""

    def send(self, text: str) -> None:
        """Queue one message; a client that is too far behind is disconnected, and may resume."""
        result = on_a_packed_line(text) if self._client.packs else text
        if self._work is not None and len(result) > _LONG:
            self._work.spend(self.address, len(result) * _SECONDS_A_BYTE)
        if not self.unsent.add(result):
            self.make_way()

    def announce(self, text: str) -> None:
        """Send a message for all clients; before the greeting, which says the same, it is dropped."""
        if self._is_greeted:
            self.send(text)

    async def serve(self, greetings: Callable[[], Iterable[str]]) -> None:
        """Serve until one side closes; `greetings` returns the first messages once the connection is accepted."""
        PAYER.set(self.address)
        await self._socket.accept()
        self._greet(greetings())
        loop = asyncio.get_running_loop()
        self._listens_since = loop.time()
        self._alarm = loop.call_later(self._silence, self._mind_silence)
        try:
            await self._hear_all()
        except WebSocketDisconnect:
            pass
        finally:
            self._alarm.cancel()
            self._leave()
            self.unsent.cancel()  # the client may not be reading
            await self.unsent.sent()

    def _greet(self, greetings: Iterable[str]) -> None:
        for greeting in greetings:
            self.send(greeting)
        self._is_greeted = True

    def make_way(self) -> None:
        """Close the connection to make room for another; the client may reconnect and resume."""
        self._leave()
        self.unsent.end()

    def part_soon(self) -> None:
        """Close the connection shortly, so that the client moves to another process."""
        asyncio.get_running_loop().call_later(BREATH, self._part_now)

    def _part_now(self) -> None:
        self._closing = asyncio.get_running_loop().create_task(self.part())

    async def part(self) -> None:
        """Close the connection because this process is stopping; the client reconnects to another one.

        A request in progress is answered first.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LAST_ANSWER), self._answering:
                self._is_parting = True
                while self.unsent.size > 0:
                    await asyncio.sleep(_LOOK)
        self._leave()
        await self._close(RESTARTS, "This server is shutting down; reconnect in a moment.")

    async def _hear_all(self) -> None:
        """Answer messages until the client disconnects or must be disconnected."""
        while True:
            self._listens_since = asyncio.get_running_loop().time()
            received = await self._socket.receive()
            self.heard = self._clock()
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text")
            data = text.encode() if text is not None else received.get("bytes") or b""
            if len(data) > protocol.MAX_CLIENT_BYTES:
                await self._close(
                    TOO_BIG, f"The message is too large; at most {protocol.MAX_CLIENT_BYTES} bytes are allowed."
                )
                return
            if not self._messages.take():
                self._refuse(None, protocol.Refusal.TOO_FAST, "Too many messages at once; wait a second.")
                await asyncio.sleep(BREATH)
            elif not self._is_parting:
                async with self._answering:
                    await self._hear(data)
            if self._is_a_nuisance:
                await asyncio.sleep(BREATH)
                does = "exceeds the limit --invalid-messages and is disconnected"
                self._nuisances.name(self.address, does)
                await self._close(POLICY, "Too many invalid messages.")
                return

    def _mind_silence(self) -> None:
        """Close the connection if it has been silent for too long; otherwise check again when it could have been."""
        loop = asyncio.get_running_loop()
        since = loop.time() if self._answering.locked() else self._listens_since
        left = since + self._silence - loop.time()
        if left > 0:
            self._alarm = loop.call_later(left, self._mind_silence)
        else:
            said = f"No message arrived for {self._silence:g} seconds."
            self._closing = loop.create_task(self._close(TRY_LATER, said))

    async def _hear(self, data: bytes) -> None:
        """Decode and answer one message."""
        try:
            message = protocol.decode_client(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._refuse(
                None, protocol.Refusal.MALFORMED, sentence(f"The message does not match the protocol: {error}.")
            )
            return
        kind = str(message.__struct_config__.tag)
        with span("command", kind=kind) as tells:
            await self._follow(message, kind)
            if self._code is not None:
                tells("refused", self._code)

    async def _follow(self, message: protocol.ClientMessage, kind: str) -> None:
        """Carry out a message, answer it, and record the duration and refusal."""
        nonce, began, self._code = getattr(message, "nonce", None), self._clock(), None
        try:
            await self._answer(message)
        except CommandRefused as refusal:
            self._refuse(nonce, refusal.code, refusal.reason)
        except NewerVersion as error:
            log.error("%s", error)
            self._refuse(nonce, protocol.Refusal.BROKEN, str(error))
            self.part_soon()
        except (DamagedGame, CommitUncertain) as error:
            log.error("%s", error)
            self._refuse(nonce, protocol.Refusal.BROKEN, str(error))
        except StoreError as error:
            log.error("%s", error)
            self._refuse(nonce, protocol.Refusal.BROKEN, f"{error} Nothing was changed.")
        except Exception:  # if the connection closed, the client would send the message again, and fail again
            log.exception("a message could not be handled")
            self._refuse(
                nonce, protocol.Refusal.BROKEN, "The server failed to process this message; nothing was changed."
            )
        self._measured(kind, self._code, self._clock() - began)

    async def _answer(self, message: protocol.ClientMessage) -> None:
        if not isinstance(message, protocol.Ping) and self._work is not None and self._work.left(self.address) <= 0:
            raise CommandRefused(
                protocol.Refusal.TOO_FAST, "Your address has used its share of computing time; wait a few seconds."
            )
        await _HANDLERS.get(type(message), Connection._command)(self, message)

    async def _ping(self, message: protocol.Ping) -> None:
        """Answer with the server's time; measure the lag of the players in a game."""
        if message.echo is not None and self._seated is not None:
            lag = self._registry.now() - message.echo - message.held
            self._seated.table.timer.lags(frozenset(self._seated.yours), lag)
        self.send(protocol.encode(protocol.Pong(now=self._registry.now())))

    async def _new_game(self, message: protocol.NewGame) -> None:
        if not self._new_games.take(self.address):
            raise CommandRefused(protocol.Refusal.TOO_FAST, "Too many new games from your address; wait a minute.")
        known = await self._player()
        self._sit(await self._registry.begin(_begun_by(message, known), _id(known)), message.nonce, None)

    async def _resume(self, message: protocol.Resume) -> None:
        place = await self._registry.resume(message, _id(await self._player()), films=self._wants_films)
        self._sit(place, None, message.version)

    async def _join(self, message: protocol.Join) -> None:
        known = await self._player()
        named = message if known is None else changed(message, name=known.person.name)
        self._sit(await self._registry.join(named, _id(known)), message.nonce, None)

    async def _leave_game(self, _: protocol.Leave) -> None:
        self._leave()

    async def _read_rules(self, message: protocol.ReadRules) -> None:
        info = await self._registry.read_rules(message.rules)
        self.send(protocol.encode(protocol.RulesRead(nonce=message.nonce, info=info)))

    async def _practise(self, message: protocol.Question) -> None:
        self.send(protocol.encode(await self._practice.answer(message)))

    async def _replay(self, message: protocol.Replay) -> None:
        self.send(await self._place().table.replay(message))

    async def _aim(self, message: protocol.Aim) -> None:
        place = self._place()
        place.table.aim(self.send, message.seat, _within(message.stroke), frozenset(place.yours))

    async def _say(self, message: protocol.Say) -> None:
        if not self._phrases.take():
            raise CommandRefused(protocol.Refusal.TOO_FAST, "Too many chat messages; wait a few seconds.")
        if (known := await self._client.account()) is not None and known.muted:
            raise CommandRefused(protocol.Refusal.NOT_YOURS, "A moderator has muted this account for some days.")
        place = self._place()
        place.table.say(message.seat, message.phrase, frozenset(place.yours))

    async def _command(self, message: protocol.GameCommand) -> None:
        """Execute a command of a player in the game."""
        place, heard = self._place(), self._registry.now()
        is_full = place.table.room.version >= self._most_events
        if is_full and not isinstance(message, protocol.Resign | protocol.Rematch):
            most = f"A game may have {self._most_events} strokes, placed pieces and undos; start another."
            raise CommandRefused(protocol.Refusal.FULL, most)
        self.send(protocol.encode(await place.table.submit(message, frozenset(place.yours), heard)))

    async def _at_ties(self, request: protocol.TieRequest) -> None:
        """Handle a request about ties; following a tie leaves the current game. Raises `CommandRefused`."""
        if self._ties is None:
            raise CommandRefused(protocol.Refusal.NOT_NOW, "This server has no ties.")
        if isinstance(request, protocol.NewTie) and not self._new_games.take(self.address):
            raise CommandRefused(protocol.Refusal.TOO_FAST, "Too many new ties from your address; wait a minute.")
        await self._ties.answer(request, _id(await self._player()))
        if isinstance(request, protocol.NewTie | protocol.JoinTie | protocol.ComeToTie) and self._seated is not None:
            self._seated.table.leave(self.send)
            self._seated = None

    async def _open_network(self, request: protocol.OpenDoor) -> None:
        """Open the server to the network; raises `CommandRefused`."""
        if self._client.open_network is None:
            where = (
                "Only a page on the server's own computer, at its local address, can open the server to the network."
            )
            raise CommandRefused(protocol.Refusal.NOT_YOURS, where)
        self.has_opened = request.nonce
        try:
            await self._client.open_network(request.nonce)
        except SetupError as fault:
            raise CommandRefused(protocol.Refusal.NOT_NOW, str(fault)) from None

    async def _player(self) -> Principal | None:
        """Return the account that may play on this connection; None for a guest or without the scope."""
        known = await self._client.account()
        return known if known is not None and known.may(Scope.PLAY) else None

    def _place(self) -> Participant:
        if self._seated is None:
            raise CommandRefused(protocol.Refusal.NO_GAME, "This connection has no game yet: create or join one first.")
        return self._seated

    def _sit(self, place: Participant, nonce: str | None, seen: int | None) -> None:
        """Follow a game, and leave the previous one."""
        if self._seated is None or self._seated.table is not place.table:
            self._leave()
        self._seated = place
        room = place.table.room
        self.send(
            protocol.encode(protocol.Joined(nonce=nonce, game=room.name, yours=place.yours, version=room.version))
        )
        yours, films = frozenset(place.yours), self._wants_films
        place.table.follow(self.send, seen, yours, self.part_soon, place.recalled, films=films)
        place.recalled = None

    async def _send_films(self, message: protocol.SendFilms) -> None:
        """Send strokes with their films from now on, or without; log a result that differs from the server's."""
        self._wants_films, differs = message.wanted, message.differs
        game = None if self._seated is None else self._seated.table
        if game is not None:
            game.audience.subscribers.set_films(self.send, message.wanted)
        if game is not None and differs is not None:
            self._differed("failure" if differs.digest is None else "result")
            found = "could not play" if differs.digest is None else f"has another result ({differs.digest}) of"
            log.warning(
                "A client %s the stroke at version %d of game %s; it receives films instead.",
                found, differs.version, game.room.name,
            )  # fmt: skip

    def _leave(self) -> None:
        if self._seated is not None:
            self._seated.table.leave(self.send)
            self._seated = None
        if self._ties is not None:
            self._ties.leave()

    def _refuse(self, nonce: str | None, code: protocol.Refusal, reason: str) -> None:
        self._is_a_nuisance = self._refusals is not None and not self._refusals.take(self.address)
        self._code = code.value
        self.send(protocol.encode(protocol.Refused(nonce=nonce, code=code, reason=reason)))

    async def _close(self, code: int, reason: str | None = None) -> None:
        """Close the socket, unless it is closed already."""
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self._socket.close(code, reason)

    async def _take(self, text: str | bytes) -> None:
        """Send one message; return when the transport has taken it."""
        await (self._socket.send_text(text) if isinstance(text, str) else self._socket.send_bytes(text))


_HANDLERS: dict[type[Value], Callable[[Connection, Any], Awaitable[None]]] = {
    protocol.Ping: Connection._ping,
    protocol.NewGame: Connection._new_game,
    protocol.Resume: Connection._resume,
    protocol.Join: Connection._join,
    protocol.Leave: Connection._leave_game,
    protocol.SendFilms: Connection._send_films,
    protocol.ReadRules: Connection._read_rules,
    protocol.Replay: Connection._replay,
    protocol.Aim: Connection._aim,
    protocol.Say: Connection._say,
    protocol.OpenDoor: Connection._open_network,
    **dict.fromkeys(get_args(protocol.Question), Connection._practise),
    **dict.fromkeys(get_args(protocol.TieRequest), Connection._at_ties),
}
"""How each message is answered; all others are commands of the game (`Connection._command`)."""


def _id(known: Principal | None) -> str | None:
    return None if known is None else known.person.id


def _begun_by(command: protocol.NewGame, known: Principal | None) -> protocol.NewGame:
    """Return the request for a new game, with the account's name at the creator's seat."""
    return command if known is None else changed(command, terms=begun_by(command.terms, known.person.name))


def _within(stroke: Stroke | None) -> Stroke | None:
    """Return an aim that may be forwarded; raises `CommandRefused` for values out of range."""
    try:
        if stroke is not None:
            check_size(stroke)
    except IllegalStroke as fault:
        raise CommandRefused(protocol.Refusal.ILLEGAL, str(fault)) from None
    return stroke


# -- the manager: every open websocket, and eviction at the limit ------------------------------------------------------


class ConnectionRecord(Protocol):
    """One open connection."""

    address: str
    heard: float
    """When the last message arrived, in seconds."""

    def announce(self, text: str) -> None:
        """Queue a message for all clients; before the greeting, which says the same, it is dropped."""

    def make_way(self) -> None:
        """Close it to make room for another connection."""

    async def part(self) -> None:
        """Close it, so that the client reconnects to another process."""


L = TypeVar("L", bound=ConnectionRecord)


class ConnectionManager(Generic[L]):
    """The open connections of a process."""

    def __init__(self, most: int, most_per_address: int) -> None:
        """Set the limits: connections in total and per address."""
        self._most, self._most_per_address = most, most_per_address
        self._lines: set[L] = set()
        self._per_address: Counter[str] = Counter()

    def __len__(self) -> int:
        """Return the number of connections."""
        return len(self._lines)

    def __iter__(self) -> Iterator[L]:
        """Yield the current connections."""
        return iter(tuple(self._lines))

    def makes_room_for(self, address: str) -> bool:
        """Return whether an address may connect; at the limit, evict one of the address that has the most."""
        if self._per_address[address] >= self._most_per_address:
            return False
        if len(self._lines) >= self._most:
            most, number = self._per_address.most_common(1)[0]
            if number <= self._per_address[address] + 1:
                return False
            self.let_go(min((each for each in self._lines if each.address == most), key=lambda each: each.heard))
        return True

    def add(self, line: L) -> None:
        """Add a connection."""
        self._lines.add(line)
        self._per_address[line.address] += 1

    def drop(self, line: L) -> None:
        """Remove a connection."""
        if line in self._lines:
            self._lines.discard(line)
            self._per_address -= Counter([line.address])

    def let_go(self, line: L) -> None:
        """Remove and close a connection; the client may reconnect."""
        self.drop(line)
        line.make_way()

    def announce(self, text: str) -> None:
        """Send a message to all."""
        for line in self:
            line.announce(text)

    async def part(self, seconds: float) -> None:
        """Close all connections, spread over this many seconds, so that clients do not all reconnect at once."""
        lines, parting = tuple(self), []
        for line in lines:
            parting.append(asyncio.create_task(line.part()))
            await asyncio.sleep(seconds / len(lines))
        await asyncio.gather(*parting)


# -- the endpoint: accepts connections, and closes them at the end -----------------------------------------------------


_SPREAD = 1.0
"""Seconds over which the connections of a process that has lost the database are closed."""

Watch = Callable[[str, Callable[[], None]], Callable[[], None]]
"""Calls the second argument when the session with this hash ends; returns a function that cancels that."""
Greet = Callable[[bool, Principal | None], protocol.Welcome]
"""Returns the greeting of a page; the first argument is whether it runs on this machine."""


class WebSocketEndpoint:
    """The open connections of one process."""

    def __init__(
        self,
        services: ConnectionServices,
        greet: Greet,
        access: NetworkAccess,
        cluster: Cluster,
        visitors: tuple[Authenticator, Watch] | None,
        dispatcher: Dispatcher,
    ) -> None:
        """Accept as many connections as the limits allow; `visitors` identifies accounts and watches their sessions."""
        self._services, self._greet, self._access, self._cluster = services, greet, access, cluster
        self._visitors = visitors
        limits = services.limits
        self._open = ConnectionManager[Connection](limits.connections, limits.connections_per_address)
        self._is_stopping = False
        self._closing: asyncio.Task[None] | None = None
        dispatcher.subscribe(ServerStopping, self._announce_stop)
        dispatcher.subscribe(ConnectionsClosing, lambda event: self._open.part(event.seconds))
        dispatcher.subscribe(DatabaseLost, self._close_all)

    def __len__(self) -> int:
        """Return the number of open connections."""
        return len(self._open)

    async def accept(self, socket: WebSocket) -> None:
        """Serve one websocket until it closes."""
        address = client_address(socket.scope)
        if self._turns_away:
            await socket.accept()
            await socket.close(RESTARTS, "This server cannot continue; reconnect in a moment.")
            return
        if not self._open.makes_room_for(address):
            await socket.accept()
            await socket.close(TRY_LATER, "Too many connections; close another page, or try again later.")
            return
        client, known = await self._identify(socket, address)
        connection = Connection(socket, client, self._services)
        self._open.add(connection)
        afterwards(socket.scope, partial(self._serve, connection, self._is_local(socket), known))

    def broadcast(self, message: protocol.ServerMessage) -> None:
        """Send a message to every client."""
        self._open.announce(protocol.encode(message))

    async def _identify(self, socket: WebSocket, address: str) -> tuple[Client, Principal | None]:
        """Return what is known about a client, and its account if it has one."""
        options = {
            "address": address,
            "packs": is_packed(socket.url.query),
            "open_network": self._open_network if self._is_local(socket) else None,
        }
        if self._visitors is None:
            return Client(**options), None  # type: ignore[arg-type]
        authenticator, word = self._visitors[0], who_it_is(socket.headers)
        return Client(account=partial(authenticator.who, word), **options), await authenticator.who(word)  # type: ignore[arg-type]

    async def _serve(self, connection: Connection, local: bool, known: Principal | None) -> None:
        """Serve a connection until it closes; it is closed when its session ends."""
        unwatch = None
        if known is not None and self._visitors is not None:
            unwatch = self._visitors[1](known.hash, lambda: self._open.let_go(connection))
        try:
            await connection.serve(partial(self._greetings, local, known))
        except asyncio.CancelledError:
            if not self._turns_away:
                raise
            log.info("A connection was closed before its answer because the server is shutting down.")
        finally:
            self._open.drop(connection)
            if unwatch is not None:
                unwatch()

    def _greetings(self, local: bool, known: Principal | None) -> list[str]:
        """Return the first messages of a connection, which say what `broadcast` has sent before."""
        greetings = [protocol.encode(self._greet(local, known))]
        if self._is_stopping:
            greetings.append(protocol.encode(protocol.Draining()))
        return greetings

    async def _open_network(self, nonce: str) -> None:
        """Let other devices connect, and send every page the addresses of this server."""
        before = self._access.addresses
        await self._access.let_in()
        reach = self._access.reach(local=False)
        for connection in self._open:
            if connection.has_opened == nonce:
                connection.send(protocol.encode(protocol.ReachChanged(nonce=nonce, reach=reach)))
            elif not before:
                connection.announce(protocol.encode(protocol.ReachChanged(nonce=None, reach=reach)))

    @property
    def _turns_away(self) -> bool:
        """Whether the process is stopping or has lost the database, so that another one serves better."""
        return self._is_stopping or (self._cluster.cut_off is not None and self._cluster.cut_off.now)

    def _announce_stop(self, _: ServerStopping) -> None:
        log.info("The server is shutting down; %d connections are open.", len(self._open))
        self._is_stopping = True
        self.broadcast(protocol.Draining())

    def _close_all(self, _: DatabaseLost) -> None:
        """Close every connection shortly; the clients reconnect to a process that has the database."""
        self._closing = asyncio.get_running_loop().create_task(self._open.part(_SPREAD))

    @staticmethod
    def _is_local(socket: WebSocket) -> bool:
        """Return whether a page runs on this machine and was opened at its own address."""
        return client_address(socket.scope) in LOOPBACK and host_name(socket.headers.get("host", "")) in LOOPBACK


# -- a compact protocol for uvicorn ------------------------------------------------------------------------------------
# - A refusal before the handshake (`websocket.http.response`) is not logged as an error.
# - A text frame that is not UTF-8 closes the connection (1007) without a traceback.
# - If a client answers no ping, its transport is aborted, whatever is still unsent.
# - If a client does not answer a close frame, the transport is aborted after a timeout.
#
# Compression is set for speed: a stroke's frames are 10 kB and are compressed for each client separately. A connection
# that receives packed messages (`tables.log`) negotiates no compression, and so holds no compressor state.


INVALID_TEXT = 1007
"""Close code of the websocket protocol."""


QUICKLY = ServerPerMessageDeflateFactory(
    server_max_window_bits=12, client_max_window_bits=12, compress_settings={"memLevel": 5, "level": 1}
)
"""uvicorn's own settings except for the level: half the time for a fifth more bytes."""


class CompactWebSocketProtocol(WebSocketsSansIOProtocol):
    """One websocket connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Construct uvicorn's protocol with compact queues and faster compression."""
        super().__init__(*given, **named)
        self.queue, self.writable = CompactQueue(), CompactEvent()  # type: ignore[assignment]
        if self.conn.available_extensions:
            self.conn.available_extensions = [QUICKLY]

    def handle_connect(self, event: Request) -> None:
        """Perform the handshake; a packed connection negotiates no compression."""
        if is_packed(event.path.partition("?")[2]):
            self.conn.available_extensions = []
        super().handle_connect(event)

    async def send(self, message: Any) -> None:
        """Send a message of the application; a refusal completes the handshake."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._forget_handshake()
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True
        if message["type"] == "websocket.close":
            self.loop.call_later(self.close_timeout, self.transport.abort)

    def _forget_handshake(self) -> None:
        """Free the handshake's headers: they are a quarter of a connection's memory."""
        self.request.headers.clear()
        self.response.headers.clear()

    def send_receive_event_to_app(self) -> None:
        """Pass on a complete message; close the connection if a text is not UTF-8."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(INVALID_TEXT, "A text message must be UTF-8.")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        """Disconnect a client that answers no ping."""
        super().keepalive_timeout()
        self.transport.abort()
