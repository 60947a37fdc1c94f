"""HTTP operations for playing: commands, abort, rematch, and a game's event stream."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from secrets import token_urlsafe

from starlette.responses import Response

from carrom import protocol
from carrom.board.seat import SEATS, Seat
from carrom.protocol.http.games import OfGame, RematchState, Since
from carrom.server.api.games import GamePolled, GameRoutes
from carrom.server.http.operation import GET, LINES, POST, Operation, OperationRequest
from carrom.server.http.problem import Stop
from carrom.server.http.responses import BEAT, JsonResponse, told
from carrom.server.identity.principal import Scope
from carrom.server.live_games.registry import GameRegistry, Participant
from carrom.tables.errors import CommandRefused
from carrom.tables.seats import seat_of
from carrom.tokens import hashed

GROUP = "Playing"
MOST_UNREAD = 256
"""Lines that a client may lag behind before its stream ends; it can reconnect with the last version it has."""
LINGER = 30.0
"""Seconds for which a player without an open stream counts as present after a request."""


class Streams:
    """Open streams, limited for each payer."""

    def __init__(self, most: int) -> None:
        """Allow each payer at most `most` streams."""
        self._most, self._open, self._per_payer = most, set[Lines](), Counter[str]()

    def opened(self, payer: str) -> "Lines":
        """Return a new stream; raises `Stop` (429) if the payer has too many."""
        if self._per_payer[payer] >= self._most:
            why = f"You have {self._most} streams open; close one."
            raise Stop(429, "too-fast", why, key="streams", seconds=BEAT)
        lines = Lines()
        self._open.add(lines)
        self._per_payer[payer] += 1
        lines.whenever_over(lambda: self._forget(lines, payer))
        return lines

    def end(self) -> None:
        """Announce to every client that the server is shutting down, and end the streams."""
        for lines in tuple(self._open):
            lines.tell(protocol.encode(protocol.Draining()))
            lines.end()

    def __len__(self) -> int:
        """Return the number of open streams."""
        return len(self._open)

    def _forget(self, lines: "Lines", payer: str) -> None:
        if lines in self._open:
            self._open.discard(lines)
            self._per_payer -= Counter([payer])


class Lines:
    """A queue of lines for one client; it ends when the client falls too far behind."""

    def __init__(self) -> None:
        """Start with an empty queue."""
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self._over: list[Callable[[], None]] = []
        self._ended = False

    def whenever_over(self, do: Callable[[], None]) -> None:
        """Call `do` once the client has disconnected."""
        self._over.append(do)

    @property
    def unread(self) -> int:
        """The number of lines that the client has not been sent yet."""
        return self._waiting.qsize()

    def tell(self, text: str) -> None:
        """Queue a line; ends the stream if too many are unread."""
        if self._waiting.qsize() >= MOST_UNREAD:
            self.end()
        elif not self._ended:
            self._waiting.put_nowait(text)

    def end(self) -> None:
        """End the stream after the lines that are already queued."""
        if not self._ended:
            self._ended = True
            self._waiting.put_nowait(None)

    def left(self) -> None:
        """Handle the disconnection of the client."""
        self._ended = True
        while self._over:
            self._over.pop()()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield each line, encoded, with its newline."""
        while (text := await self._waiting.get()) is not None:
            yield text.encode() + b"\n"

    def answer(self) -> Response:
        """Return the streaming response."""
        return JsonResponse(aiter(self), self.left, BEAT)


class PlayRoutes:
    """Handlers for playing over HTTP."""

    def __init__(self, lobby: GameRegistry, games: GameRoutes, streams: Streams, most_events: int) -> None:
        """Serve the games of `lobby`; a game may have at most `most_events` events."""
        self._lobby, self._games, self.streams, self._most = lobby, games, streams, most_events
        lobby.dispatcher.subscribe(GamePolled, lambda event: self.linger(event.place))
        self._lingering: dict[tuple[str, frozenset[Seat]], tuple[Callable[[], None], asyncio.TimerHandle]] = {}

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations for playing."""
        one = "/api/games/{id}"
        return (
            Operation(
                "games.command",
                GROUP,
                POST,
                f"{one}/commands",
                "Act in a game. Idempotent: repeating a command with the same nonce returns the same answer.",
                self.command,
                protocol.Accepted,
                OfGame,
                protocol.GameCommand,
                scope=Scope.PLAY,
                longest=protocol.MAX_CLIENT_BYTES,
            ),
            Operation(
                "games.abort",
                GROUP,
                POST,
                f"{one}/abort",
                "Abort a game before its first stroke: there is no winner, and the game does not count.",
                self.abort,
                protocol.Accepted,
                OfGame,
                scope=Scope.PLAY,
            ),
            Operation(
                "games.rematch",
                GROUP,
                POST,
                f"{one}/rematch",
                "Offer a rematch after a game, or accept it; it starts when every player has agreed.",
                self.rematch,
                RematchState,
                OfGame,
                scope=Scope.PLAY,
            ),
            Operation(
                "games.stream",
                GROUP,
                GET,
                f"{one}/stream",
                "A game's event stream. The first line is the state of the game and the connected players; then "
                "come the events after `since`, and every new event.",
                self.stream,
                protocol.ServerMessage,
                Since,
                media=LINES,
                endless=True,
                scope=Scope.PLAY,
                cost=5,
            ),
        )

    async def command(self, call: OperationRequest) -> Response:
        """Apply a player's command."""
        received = self._lobby.now()
        chair = await self._games.seated(call, call.words.id)
        message: protocol.GameCommand = call.body
        if chair.table.room.version >= self._most and not isinstance(message, protocol.Resign | protocol.Rematch):
            raise Stop(409, "full", f"A game may have {self._most} strokes, placed pieces and undos; start another.")
        accepted = await chair.table.submit(message, frozenset(chair.yours), received)
        self.linger(chair)
        return told(accepted)

    async def abort(self, call: OperationRequest) -> Response:
        """Abort the game."""
        received = self._lobby.now()
        chair, seat = await self._seat(call)
        room = chair.table.room
        nonce = hashed(f"{room.name} aborted by the {seat}")
        message = protocol.Abort(nonce=nonce, version=room.version, seat=seat)
        accepted = await chair.table.submit(message, frozenset(chair.yours), received)
        self.linger(chair)
        return told(accepted)

    async def rematch(self, call: OperationRequest) -> Response:
        """Offer a rematch, or accept it."""
        received = self._lobby.now()
        chair, seat = await self._seat(call)
        table = chair.table
        if table.room.accord.rematch is None:
            message = protocol.Rematch(nonce=token_urlsafe(24), version=table.room.version, seat=seat)
            await table.submit(message, frozenset(chair.yours), received)
        self.linger(chair)
        accord = table.room.accord
        return told(
            RematchState(game=accord.rematch, by=tuple(sorted(accord.by(protocol.OfferKind.REMATCH), key=SEATS.index)))
        )

    async def _seat(self, call: OperationRequest) -> tuple[Participant, Seat]:
        """Return the caller's participant and current seat; raises `CommandRefused` for a spectator."""
        chair = await self._games.seated(call, call.words.id)
        if not chair.yours:
            raise CommandRefused(protocol.Refusal.NOT_YOURS, "You are a spectator; only players can act in this game.")
        return chair, seat_of(chair.table.room.game, chair.yours[0])

    async def stream(self, call: OperationRequest) -> Response:
        """Stream the game's events."""
        words: Since = call.words
        chair = await self._games.seated(call, words.id)
        table = chair.table
        recalled = await self._lobby.active.recall(table, words.since)
        lines = self.streams.opened(call.payer)
        seen = table.room.version
        missed = None if words.since is None else table.room.missed(words.since)
        if recalled is not None and (rest := table.room.missed(recalled[0])) is not None:
            missed = (*recalled[1], *rest)
        lines.tell(table.snapshot())
        for text in missed or ():
            lines.tell(text)
        lines.whenever_over(lambda: table.leave(lines.tell))
        table.follow(lines.tell, seen, frozenset(chair.yours))
        return lines.answer()

    def linger(self, chair: Participant) -> None:
        """Count a player as present for `LINGER` seconds; bots play only while an opponent is present."""
        table, yours = chair.table, frozenset(chair.yours)
        if not yours:
            return
        place = table.room.name, yours
        there = self._lingering.pop(place, None)
        if there is None:

            def follower(text: str) -> None:
                """Ignore every message."""

            def leave() -> None:
                table.leave(follower)

            table.follow(follower, table.room.version, yours, films=False)
        else:
            leave = there[0]
            there[1].cancel()

        def gone() -> None:
            self._lingering.pop(place, None)
            leave()

        self._lingering[place] = leave, asyncio.get_running_loop().call_later(LINGER, gone)

    def close(self) -> None:
        """End every stream, and cancel the timers of players without one."""
        self.streams.end()
        for _, timer in self._lingering.values():
            timer.cancel()
        self._lingering.clear()
