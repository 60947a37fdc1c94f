"""Several servers' lobbies on one PostgreSQL database, in one process: without sockets, with real buses."""

import asyncio
from collections.abc import Callable
from random import Random

from agreed import INVITE, WATCH

from carrom import protocol
from carrom.board.seat import Seat
from carrom.engine.program import Program
from carrom.server.common import Dispatcher, ServerLimits
from carrom.server.ops.bus import Bus
from carrom.server.ops.event_log import MultiNode
from carrom.server.play.registry import GameRegistry
from carrom.server.play.scoresheets import SharedSheets
from carrom.server.play.services import ServerLinks
from carrom.server.play.ties import OpenTies, TieRegistry
from carrom.storage.store import Store

from ..evening import Guest


class House:
    """One server: its lobby and its connection to the other servers."""

    def __init__(self, address: str, bus: Bus) -> None:
        self.store = Store(address)
        open_ties, dispatcher = OpenTies(), Dispatcher()
        self.company = MultiNode(self.store.database, bus, dispatcher)
        links = ServerLinks(
            dispatcher=dispatcher, bus=bus, fellows=self.company.fellows, players_nearby=open_ties.players_nearby
        )
        self.registry = GameRegistry(self.store, ServerLimits(), Random(), self.company.fellows.now, links)
        self.ties = TieRegistry(self.store.ties, self.registry, ServerLimits(), open_ties)
        self.sheets = SharedSheets(self.store.sheets, bus, self.company.fellows, None, lambda: 1_795_000_000.0)
        self.is_open = True

    async def open(self) -> None:
        await self.company.open(self.registry.active.followed, self.ties.followed, self.sheets.followed)

    async def begins(self, terms: protocol.Terms, key: str = "key-of-south", nonce: str = "n" * 16) -> Guest:
        command = protocol.NewGame(nonce=nonce, key=key, invite=INVITE, watch=WATCH, terms=terms)
        return Guest(self, await self.registry.begin(command), key)  # type: ignore[arg-type]

    async def joins(self, game: str, key: str, seat: Seat | None = None, name: str = "") -> Guest:
        request = protocol.Join(nonce=f"join-{key:0>20}", game=game, invite=INVITE, key=key, name=name, seat=seat)
        return Guest(self, await self.registry.join(request), key)  # type: ignore[arg-type]

    async def comes(self, game: str, key: str | None = None, watch: str | None = WATCH) -> Guest:
        request = protocol.Resume(game=game, key=key, watch=watch)
        return Guest(self, await self.registry.resume(request), key or "")  # type: ignore[arg-type]

    async def close(self) -> None:
        if self.is_open:
            self.is_open = False
            await self.company.close()
            await self.sheets.close()
            await self.registry.close()
            self.store.close()


async def until(condition: Callable[[], bool], seconds: float = 15) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


__all__ = ["House", "Program", "until"]
