"""HTTP operations for play without a connection: the copy of a game, and the acts that are sent back."""

from starlette.responses import Response

from carrom import protocol
from carrom.protocol.http.games import OfGame, Since
from carrom.protocol.http.offline import GameCopy, PlayAdded, PlayedOffline
from carrom.server.common.rate_limit import TokenBuckets
from carrom.server.http.operation import GET, POST, Operation, OperationRequest
from carrom.server.http.problem import Stop
from carrom.server.http.responses import told
from carrom.server.identity.principal import Scope
from carrom.server.live_games.registry import GameRegistry, Participant
from carrom.tables.errors import CommandRefused

GROUP = "Playing"
LONGEST = 512_000
"""Maximum size of the acts sent back, in bytes: about that of `MOST_ACTS` strokes."""


class OfflineRoutes:
    """Handlers for games that went on without a connection."""

    def __init__(self, games: GameRegistry, new_games: TokenBuckets, most_events: int) -> None:
        """Serve these games; `new_games` limits how often acts are sent back, `most_events` the length of a game."""
        self._games, self._new_games, self._most_events = games, new_games, most_events

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations."""
        one = "/api/games/{id}"
        return (
            Operation(
                "games.copy",
                GROUP,
                GET,
                f"{one}/copy",
                "The settings and events of a game at one screen, so that a page can go on without a connection.",
                self.copy,
                GameCopy,
                Since,
                scope=Scope.PLAY,
            ),
            Operation(
                "games.add-offline",
                GROUP,
                POST,
                f"{one}/offline",
                "Add what was played without a connection, all or nothing.",
                self.add,
                PlayAdded,
                OfGame,
                PlayedOffline,
                scope=Scope.PLAY,
                cost=10,
                longest=LONGEST,
            ),
        )

    async def copy(self, call: OperationRequest) -> Response:
        """Return the events after a version."""
        words: Since = call.words
        place = await self._place(call, words.id)
        return told(await self._games.copy(place.table, place.yours, words.since or 0))

    async def add(self, call: OperationRequest) -> Response:
        """Add acts to a game."""
        place, played = await self._place(call, call.words.id), call.body
        if not self._new_games.take(call.payer):
            wait = self._new_games.wait(call.payer)
            raise Stop(429, "too-fast", "Too many requests of this kind; wait a minute.", key="new-games", seconds=wait)
        if place.table.room.version + len(played.acts) > self._most_events:
            raise Stop(409, "full", f"A game may have {self._most_events} strokes, placed pieces and undos.")
        return told(await self._games.add_offline(place.table, place.yours, played))

    async def _place(self, call: OperationRequest, game: str) -> Participant:
        """Return the caller's seats; raises `CommandRefused` for a spectator."""
        place = await self._games.resume(protocol.Resume(game=game, key=call.word), call.account)
        if not place.yours:
            raise CommandRefused(protocol.Refusal.NOT_YOURS, "You are a spectator; only players can do this.")
        return place
