"""Live games for spectators over HTTP: the list, and TV, which shows the best game.

TV prefers rated games, then the highest average rating, then the latest start. It stays on a game until the game is
over or its players have left. In a rated game every stroke is delayed until the next one is played, so that spectators
cannot help a player.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.responses import Response

from carrom import protocol
from carrom.errors import CarromError
from carrom.protocol.http.lobby import WatchableGame
from carrom.server.api.play import Streams
from carrom.server.http.operation import GET, LINES, Nothing, Operation, OperationRequest
from carrom.server.http.responses import told
from carrom.server.live_games.registry import GameRegistry
from carrom.server.lobby.playing_games import MOST_PLAYING
from carrom.server.lobby.schemas import playing_told
from carrom.server.lobby.subscriptions import LobbySubscriptions
from carrom.tables.errors import CommandRefused
from carrom.values import Value

GROUP = "Watching"
EVERY = 5.0
"""Seconds between two checks that a game is still in play, or for a new game while there is none."""
AFTER = 5.0
"""Seconds for which TV stays on a finished game."""
_UNKNOWN = 1500


class OfLive(Value, frozen=True, kw_only=True):
    """Query parameters that filter the live games."""

    ruleset: Annotated[str, Meta(max_length=40)] | None = None
    rated: bool | None = None
    max: Annotated[int, Meta(ge=1, le=MOST_PLAYING)] = MOST_PLAYING
    """The maximum number of games, latest start first."""


class LiveGameList(Value, frozen=True, kw_only=True):
    """The games in play that are open to spectators."""

    games: tuple[WatchableGame, ...]


class FeaturedGame(Value, frozen=True, kw_only=True, tag_field="type", tag="tv"):
    """The game shown on TV; null while no game is open to spectators."""

    game: WatchableGame | None


class TvDelay:
    """Delay each stroke's messages until the next stroke is played."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Send messages to `tell`."""
        self._tell, self._held = tell, list[str]()

    def __call__(self, text: str) -> None:
        """Receive a message: hold it back or send it."""
        if text.startswith('{"type":"played"'):
            self.flush()
            self._held.append(text)
        elif self._held:
            self._held.append(text)
        else:
            self._tell(text)

    def flush(self) -> None:
        """Send everything that was held back."""
        for text in self._held:
            self._tell(text)
        self._held.clear()


def best(games: Iterable[WatchableGame]) -> WatchableGame | None:
    """Return the game to show; None if there is none."""

    def order(game: WatchableGame) -> tuple[bool, float, int, str]:
        strength = [_UNKNOWN if each is None else each for each in game.ratings] or [_UNKNOWN]
        return game.rated, sum(strength) / len(strength), game.begun, game.game

    return max(games, key=order, default=None)


class LiveGamesRoutes:
    """The HTTP operations for spectators."""

    def __init__(self, hub: LobbySubscriptions, lobby: GameRegistry, streams: Streams) -> None:
        """Serve the games known to the lobby subscriptions."""
        self._hub, self._lobby, self._streams = hub, lobby, streams

    async def live(self, call: OperationRequest) -> Response:
        """Return the games in play that match the filter."""
        words: OfLive = call.words
        games = (
            each
            for each in await self._hub.playing()
            if words.ruleset in (None, each.ruleset) and words.rated in (None, each.rated)
        )
        return told(LiveGameList(games=tuple(games)[: words.max]))

    async def shown(self, _: OperationRequest) -> Response:
        """Return the game shown on TV."""
        return told(FeaturedGame(game=best(await self._hub.playing())))

    async def feed(self, call: OperationRequest) -> Response:
        """Stream one game after another."""
        lines = self._streams.opened(call.payer)
        showing = asyncio.ensure_future(self._show(lines.tell))

        def left() -> None:
            showing.cancel()

        lines.whenever_over(left)
        return lines.answer()

    async def _show(self, tell: Callable[[str], None]) -> None:
        last: str | None = ""
        while True:
            game = best(await self._hub.playing())
            name = None if game is None else game.game
            if name != last:
                tell(msgspec.json.encode(FeaturedGame(game=game)).decode())
                last = name
            if game is None or not await self._followed(game, tell):
                await asyncio.sleep(EVERY)

    async def _followed(self, game: WatchableGame, tell: Callable[[str], None]) -> bool:
        """Stream a game while it is played; return whether it ended, False also if it cannot be followed."""
        try:
            table = (await self._lobby.resume(protocol.Resume(game=game.game))).table
        except (CommandRefused, CarromError):
            return False
        over, late = asyncio.Event(), TvDelay(tell)

        def hears(text: str) -> None:
            (late if game.rated else tell)(text)
            if table.room.is_over:
                over.set()

        table.follow(hears, table.room.version if game.rated else None)
        try:
            while not over.is_set() and playing_told(table) is not None:
                with suppress(TimeoutError):
                    async with asyncio.timeout(EVERY):
                        await over.wait()
            late.flush()
            if over.is_set():
                await asyncio.sleep(AFTER)
        finally:
            table.leave(hears)
        return over.is_set()

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations for the API's table of routes."""
        return (
            Operation(
                "games.live",
                GROUP,
                GET,
                "/api/games/live",
                "List the public games in progress, on all server processes.",
                self.live,
                LiveGameList,
                OfLive,
                cost=2,
            ),
            Operation(
                "tv",
                GROUP,
                GET,
                "/api/tv",
                "The featured game: a public game in progress, rated games first, then the strongest players.",
                self.shown,
                FeaturedGame,
                Nothing,
                cost=2,
            ),
            Operation(
                "tv.feed",
                GROUP,
                GET,
                "/api/tv/feed",
                "Stream the featured game, and the next one when it ends. Strokes of a rated game are sent one stroke "
                "later.",
                self.feed,
                FeaturedGame | protocol.ServerMessage,
                media=LINES,
                endless=True,
                cost=5,
            ),
        )
