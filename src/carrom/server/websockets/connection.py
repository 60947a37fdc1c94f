"""One websocket connection: receives messages in order, and sends the events it follows."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from functools import partial

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from carrom import protocol
from carrom.board.stroke import Stroke
from carrom.errors import CommitUncertain, DamagedGame, IllegalStroke, NewerVersion, SetupError, StoreError, sentence
from carrom.observability.tracing import span
from carrom.server.common.fair_executor import PAYER
from carrom.server.common.flood_log import FloodLog
from carrom.server.common.rate_limit import ServerLimits, TokenBucket, TokenBuckets
from carrom.server.identity.principal import Principal, Scope
from carrom.server.live_games.registry import GameRegistry, Participant
from carrom.server.practice.service import PracticeService
from carrom.server.ties.registry import TieParticipant, TieRegistry
from carrom.server.websockets.send_queue import SendQueue
from carrom.tables.errors import CommandRefused, check_size
from carrom.tables.log.compression import on_a_packed_line
from carrom.tables.terms import begun_by
from carrom.values import changed

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
        self._socket, self._lobby, self._bench = socket, services.games, services.practice
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
        told = on_a_packed_line(text) if self._client.packs else text
        if self._work is not None and len(told) > _LONG:
            self._work.spend(self.address, len(told) * _SECONDS_A_BYTE)
        if not self.unsent.add(told):
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
        match message:
            case protocol.Ping(echo=echo, held=held):
                if echo is not None and self._seated is not None:
                    self._seated.table.timer.lags(frozenset(self._seated.yours), self._lobby.now() - echo - held)
                self.send(protocol.encode(protocol.Pong(now=self._lobby.now())))
            case protocol.NewGame():
                if not self._new_games.take(self.address):
                    raise CommandRefused(
                        protocol.Refusal.TOO_FAST, "Too many new games from your address; wait a minute."
                    )
                known = await self._player()
                self._sit(await self._lobby.begin(_begun_by(message, known), _id(known)), message.nonce, None)
            case protocol.Resume():
                place = await self._lobby.resume(message, _id(await self._player()), films=self._wants_films)
                self._sit(place, None, message.version)
            case protocol.SendFilms(wanted=wanted, differs=differs):
                self._send_films(wanted, differs)
            case protocol.Leave():
                self._leave()
            case protocol.ReadRules(nonce=nonce, rules=rules):
                self.send(protocol.encode(protocol.RulesRead(nonce=nonce, info=await self._lobby.read_rules(rules))))
            case (
                protocol.Arrange() | protocol.Try() | protocol.WhatIf() | protocol.Attempt()
                | protocol.Solve() | protocol.Drill() | protocol.RunAlone()
            ):  # fmt: skip
                self.send(protocol.encode(await self._bench.answer(message)))
            case protocol.Replay():
                self.send(await self._place().table.replay(message))
            case protocol.NewTie() | protocol.JoinTie() | protocol.ComeToTie() | protocol.LeaveTie() as request:
                await self._at_ties(request)
            case protocol.LineUp() | protocol.BeginRubber() as request:
                await self._at_ties(request)
            case protocol.Join():
                known = await self._player()
                named = message if known is None else changed(message, name=known.person.name)
                self._sit(await self._lobby.join(named, _id(known)), message.nonce, None)
            case protocol.OpenDoor():
                await self._open_door(message)
            case protocol.Aim(seat=seat, stroke=stroke):
                place = self._place()
                place.table.aim(self.send, seat, _within(stroke), frozenset(place.yours))
            case protocol.Say(seat=seat, phrase=phrase):
                if not self._phrases.take():
                    raise CommandRefused(protocol.Refusal.TOO_FAST, "Too many chat messages; wait a few seconds.")
                if (known := await self._client.account()) is not None and known.muted:
                    raise CommandRefused(
                        protocol.Refusal.NOT_YOURS, "A moderator has muted this account for some days."
                    )
                place = self._place()
                place.table.say(seat, phrase, frozenset(place.yours))
            case _:
                place, heard = self._place(), self._lobby.now()
                if place.table.room.version >= self._most_events and not isinstance(
                    message, protocol.Resign | protocol.Rematch
                ):
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

    async def _open_door(self, request: protocol.OpenDoor) -> None:
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

    def _send_films(self, wanted: bool, differs: protocol.Difference | None) -> None:
        """Send strokes with their films from now on, or without; log a result that differs from the server's."""
        self._wants_films = wanted
        game = None if self._seated is None else self._seated.table
        if game is not None:
            game.audience.subscribers.set_films(self.send, wanted)
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

    async def _take(self, told: str | bytes) -> None:
        """Send one message; return when the transport has taken it."""
        await (self._socket.send_text(told) if isinstance(told, str) else self._socket.send_bytes(told))


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
