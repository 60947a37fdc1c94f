"""A lobby with simulated clients and a manual clock, without sockets: each client records the messages it receives."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from random import Random
from typing import Any, TypeVar

from agreed import INVITE, WATCH

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.protocol import decode_server
from carrom.server.common import ServerLimits
from carrom.server.play.registry import GameRegistry, Participant
from carrom.storage.store import Store

NOW = 1_800_000_000_000
GENTLE = Stroke(0, 0, 300_000)
T = TypeVar("T")


class Evening:
    """One server's lobby over an in-memory store."""

    def __init__(self, store: Store | None = None) -> None:
        self.now, self.store = NOW, store or Store(":memory:")
        self.registry = GameRegistry(self.store, ServerLimits(), Random(1), lambda: self.now)
        self.guests: list[Guest] = []

    async def begins(self, terms: protocol.Terms, key: str = "key-of-south", nonce: str = "n" * 16) -> "Guest":
        """Start a game with these terms and return its creator."""
        command = protocol.NewGame(nonce=nonce, key=key, invite=INVITE, watch=WATCH, terms=terms)
        return self._guest(await self.registry.begin(command), key)

    async def joins(
        self, game: str, key: str, seat: Seat | None = None, invite: str = INVITE, name: str = ""
    ) -> "Guest":
        """Take an open seat and return the player."""
        request = protocol.Join(nonce=f"join-{key:0>20}", game=game, invite=invite, key=key, name=name, seat=seat)
        return self._guest(await self.registry.join(request), key)

    async def comes(self, game: str, key: str | None = None, watch: str | None = None) -> "Guest":
        """Rejoin a game as a player (with a key) or join as a spectator, and return the client."""
        return self._guest(await self.registry.resume(protocol.Resume(game=game, key=key, watch=watch)), key or "")

    def _guest(self, chair: Participant, key: str) -> "Guest":
        guest = Guest(self, chair, key)
        self.guests.append(guest)
        return guest

    async def close(self) -> None:
        """Close the lobby."""
        await self.registry.close()


class Guest:
    """A client connected to a game: a player or a spectator."""

    def __init__(self, evening: Evening, chair: Participant, key: str) -> None:
        self.evening, self.chair, self.key = evening, chair, key
        self.heard: list[protocol.ServerMessage] = []
        self._something = asyncio.Event()
        self._count = 0
        chair.table.follow(self.hear, None, frozenset(chair.yours))

    @property
    def game(self) -> str:
        """The game's ID."""
        return self.chair.table.room.name

    def hear(self, text: str) -> None:
        """Record a message from the server."""
        self.heard.append(decode_server(text))
        self._something.set()

    def last(self, kind: type[T]) -> T:
        """Return the last message of this type."""
        return next(each for each in reversed(self.heard) if isinstance(each, kind))

    @property
    def state(self) -> protocol.State:
        """The game state in the last message this client received."""
        message = self.last(protocol.Snapshot | protocol.Played | protocol.Acted)  # type: ignore[arg-type]
        state = message.state  # type: ignore[attr-defined]
        assert isinstance(state, protocol.State)
        return state

    async def until(self, kind: type[T], condition: Callable[[T], bool] = lambda _: True) -> T:
        """Wait for a message of this type that meets the condition; messages already received count."""
        async with asyncio.timeout(20):
            while True:
                for each in self.heard:
                    if isinstance(each, kind) and condition(each):
                        return each
                self._something.clear()
                await self._something.wait()

    async def does(self, kind: type[Any], seat: Seat | None = None, **more: Any) -> protocol.Accepted:
        """Send a command for a seat, by default the client's own."""
        self._count += 1
        nonce = f"{self.key}-{self._count:016d}"
        mine = seat or next(iter(self.seats), Seat.SOUTH)
        command = kind(nonce=nonce, version=self.chair.table.room.version, seat=mine, **more)
        return await self.chair.table.submit(command, frozenset(self.chair.yours))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The current seats of the players this client controls."""
        room = self.chair.table.room
        return tuple(seat for seat in Seat if room.sitter_at(seat) in self.chair.yours)

    def goes(self) -> None:
        """Leave the game."""
        self.chair.table.leave(self.hear)


def in_a_loop(test: Callable[[], Awaitable[None]]) -> Callable[[], None]:
    """Run an asynchronous test in its own event loop."""

    @wraps(test)
    def run() -> None:
        asyncio.run(test())  # type: ignore[arg-type]

    return run
