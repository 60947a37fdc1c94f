"""HTTP routes of the lobby, and of live games for spectators."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.responses import Response

from carrom import protocol
from carrom.errors import CarromError
from carrom.protocol import Refusal
from carrom.protocol.common import Key
from carrom.protocol.http_lobby import (
    ChallengeMade,
    Challenging,
    Done,
    GameFound,
    Giving,
    LobbyChanged,
    LobbySnapshot,
    OwnLobbyState,
    QuickPairing,
    SeekId,
    Seeking,
    SeekMade,
    Sitting,
    WatchableGame,
)
from carrom.server.common import TokenBuckets
from carrom.server.http.games import Streams
from carrom.server.http.problem import Stop
from carrom.server.http.router import GET, LINES, POST, JsonResponse, Nothing, Operation, OperationRequest, told
from carrom.server.lobby.feed import MOST_PLAYING, LobbySubscriptions, Subscription, is_version
from carrom.server.lobby.lobby import Caller, Callers, LobbyService
from carrom.server.lobby.seeks import CHALLENGE, SEEK, Seek, SeekState, StoredSeek
from carrom.server.lobby.terms import challenge_view, playing_view, seek_view
from carrom.server.people.sessions import Scope
from carrom.server.play.registry import GameRegistry
from carrom.tables.proposal import CommandRefused
from carrom.values import Value

GROUP = "Lobby"


class OfSeek(Value, frozen=True, kw_only=True):
    """The path parameter of a seek or a challenge."""

    id: SeekId


class LobbySince(Value, frozen=True, kw_only=True):
    """The version from which a stream of changes resumes."""

    since: str | None = None
    """The `version` of the last line read: the stream continues with later changes, or a snapshot if they are lost."""


class LobbyRoutes:
    """The HTTP operations of one process's lobby."""

    def __init__(self, lobby: LobbyService, visits: Callers, seeking: TokenBuckets) -> None:
        """Serve a lobby service; `seeking` limits per address how many seeks and challenges are made or joined."""
        self._lobby, self._visits, self._seeking = lobby, visits, seeking
        self._leaving: set[asyncio.Future[None]] = set()

    async def follow(self, call: OperationRequest) -> Response:
        """Stream the lobby as a snapshot and then changes, with the caller's own seeks, challenges and games."""
        since: str | None = call.words.since
        if since is not None and not is_version(since):
            wrong = f"The parameter since={since!r:.40} is not a version of the lobby"
            raise Stop(422, "malformed", f"{wrong}; send the `version` of the last line, or leave it out.")
        return await self._stream(call, since, whole=False)

    async def listen(self, call: OperationRequest) -> Response:
        """Stream the whole lobby after changes, at most every few seconds, for programs that do not apply changes."""
        return await self._stream(call, None, whole=True)

    async def _stream(self, call: OperationRequest, since: str | None, *, whole: bool) -> Response:
        known = call.known
        may = known is None or known.may(Scope.SEEKS) or known.may(Scope.CHALLENGES)
        who = await self._visits.listener(call.request.headers, _key(call)) if may else None
        subscription = Subscription(who, since, whole=whole)
        if who is not None:
            manners = await self._lobby.manners(who)
            subscription.notice = f"{_sentence(manners.told())}" if manners.waits else ""

        def left() -> None:
            task = asyncio.ensure_future(self._lobby.hub.left(subscription))
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

        return JsonResponse(self._lobby.hub.lines(subscription), left)

    async def seek(self, call: OperationRequest) -> Response:
        """Create a seek."""
        wish: Seeking = call.body
        by = await self._speaker(call, wish.key, wish.name, Scope.SEEKS)
        return told(await self._seeking_view(await self._lobby.seek(by.who, by.key, wish), by))

    async def pair(self, call: OperationRequest) -> Response:
        """Join the best waiting seek or create one."""
        wish: QuickPairing = call.body
        by = await self._speaker(call, wish.key, wish.name, Scope.SEEKS)
        return told(await self._seeking_view(await self._lobby.pair(by.who, by.key, wish), by))

    async def take(self, call: OperationRequest) -> Response:
        """Join a seek."""
        return await self._sat(call, SEEK, Scope.SEEKS)

    async def accept(self, call: OperationRequest) -> Response:
        """Accept a challenge."""
        return await self._sat(call, CHALLENGE, Scope.CHALLENGES)

    async def withdraw(self, call: OperationRequest) -> Response:
        """Withdraw a seek."""
        return await self._given_up(call, SEEK, Scope.SEEKS)

    async def decline(self, call: OperationRequest) -> Response:
        """Cancel or decline a challenge."""
        return await self._given_up(call, CHALLENGE, Scope.CHALLENGES)

    async def challenge(self, call: OperationRequest) -> Response:
        """Create a challenge or an invitation."""
        wish: Challenging = call.body
        by = await self._speaker(call, wish.key, wish.name, Scope.CHALLENGES)
        to = None if wish.to is None else await self._visits.called(wish.to)
        stored = await self._lobby.challenge(by.who, by.key, wish, to)
        return told(ChallengeMade(challenge=challenge_view(stored)))

    async def challenged(self, call: OperationRequest) -> Response:
        """Return a challenge that waits for its answer."""
        stored = await self._lobby.one(CHALLENGE, call.words.id)
        if stored.state is not SeekState.OPEN or not stored.waits(self._lobby.now()):
            what = "was taken" if stored.state is SeekState.TAKEN else "has expired or was withdrawn"
            raise CommandRefused(Refusal.NO_GAME, f"This challenge {what}; send a new one.")
        return told(ChallengeMade(challenge=challenge_view(stored)))

    async def sought(self, call: OperationRequest) -> Response:
        """Return a waiting seek, for a partner who was invited to it."""
        stored = await self._lobby.one(SEEK, call.words.id)
        if not stored.waits(self._lobby.now()):
            what = "was taken" if stored.state is SeekState.TAKEN else "has expired or was withdrawn"
            raise CommandRefused(Refusal.NO_GAME, f"This seek {what}; join another, or create your own.")
        return told(_made(stored, ""))

    async def _sat(self, call: OperationRequest, table: str, scope: Scope) -> Response:
        sitting: Sitting = call.body
        by = await self._speaker(call, sitting.key, sitting.name, scope)
        return told(
            await self._seeking_view(await self._lobby.sit(table, call.words.id, by.who, by.key, sitting.word), by)
        )

    async def _given_up(self, call: OperationRequest, table: str, scope: Scope) -> Response:
        giving: Giving = call.body
        by = await self._visits.speaker(call.request.headers, giving.key, "", scope)
        await self._lobby.give_up(table, call.words.id, by.who)
        return told(Done())

    async def _seeking_view(self, stored: StoredSeek, by: Caller) -> GameFound | SeekMade:
        """Return the game created from a seek, or the seek while it waits."""
        found = await self._lobby.found(stored, by.who)
        if found is not None:
            return found
        waits = stored.seek.waits(self._lobby.now())
        return _made(stored, _sentence((await self._lobby.manners(by.who)).told()) if waits else "")

    async def _speaker(self, call: OperationRequest, key: str | None, name: str, scope: Scope) -> Caller:
        if call.known is not None and call.known.muted:
            muted = "A moderator has muted this account for some days; it cannot create or join seeks until then."
            raise CommandRefused(Refusal.NOT_YOURS, muted)
        if (wait := self._seeking.wait(call.payer)) > 0:
            slow = "Too many seeks and challenges; wait a few seconds."
            raise CommandRefused(Refusal.TOO_FAST, slow, key="seeks", seconds=wait)
        self._seeking.take(call.payer)
        return await self._visits.speaker(call.request.headers, key, name, scope)

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations for the API's table of routes."""

        def row(name: str, path: str, sentence: str, does: Callable[..., Any], body: Any, answers: Any) -> Operation:
            words = OfSeek if "{id}" in path else Nothing
            scope = Scope.CHALLENGES if path.startswith("/api/challenges") else Scope.SEEKS
            return Operation(
                f"lobby.{name}", GROUP, POST, path, sentence, does, answers, words, body, scope=scope, cost=2
            )

        either = GameFound | SeekMade
        return (
            Operation(
                "lobby.listen",
                GROUP,
                GET,
                "/api/lobby",
                "The open seeks, the public games, and your own seeks, challenges and games: the whole list after each "
                "change, at most every five seconds. For clients that do not apply changes.",
                self.listen,
                LobbySnapshot | OwnLobbyState | GameFound,
                media=LINES,
                endless=True,
            ),
            Operation(
                "lobby.changes",
                GROUP,
                GET,
                "/api/lobby/changes",
                "The lobby as a snapshot, then every change with its version, from which a new stream can continue.",
                self.follow,
                LobbySnapshot | LobbyChanged | OwnLobbyState | GameFound,
                LobbySince,
                media=LINES,
                endless=True,
            ),
            Operation("lobby.sought", GROUP, GET, "/api/seeks/{id}", "An open seek.", self.sought, SeekMade, OfSeek),
            row(
                "seek",
                "/api/seeks",
                "Create a seek; it stays open while you read the lobby.",
                self.seek,
                Seeking,
                either,
            ),
            row("pair", "/api/seeks/quick", "Join the best open seek, or create one.", self.pair, QuickPairing, either),
            row("take", "/api/seeks/{id}/take", "Join a seek.", self.take, Sitting, either),
            row("withdraw", "/api/seeks/{id}/withdraw", "Withdraw a seek.", self.withdraw, Giving, Done),
            row("challenge", "/api/challenges", "Challenge a player.", self.challenge, Challenging, ChallengeMade),
            Operation(
                "lobby.challenged",
                GROUP,
                GET,
                "/api/challenges/{id}",
                "A challenge that has not been answered yet.",
                self.challenged,
                ChallengeMade,
                OfSeek,
            ),
            row("accept", "/api/challenges/{id}/accept", "Accept a challenge.", self.accept, Sitting, either),
            row(
                "decline",
                "/api/challenges/{id}/decline",
                "Decline a challenge, or cancel it.",
                self.decline,
                Giving,
                Done,
            ),
        )


def _made(stored: StoredSeek, notice: str) -> SeekMade:
    seek: Seek = stored.seek
    return SeekMade(seek=seek_view(seek), shown=seek.shown if notice else None, notice=notice)


def _key(call: OperationRequest) -> Key | None:
    """Return the key that a guest sends as the bearer token, if any."""
    return call.word


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""


# -- live games for spectators: the list, and TV, which shows the best -------------------------------------------------
# TV prefers rated games, then the highest average rating, then the latest start. It stays on a game until the game is
# over or its players have left. In a rated game every stroke is delayed until the next one is played, so that
# spectators cannot help a player.


WATCHING = "Watching"
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

    def __init__(self, hub: LobbySubscriptions, registry: GameRegistry, streams: Streams) -> None:
        """Serve the games known to the lobby subscriptions."""
        self._hub, self._registry, self._streams = hub, registry, streams

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
            table = (await self._registry.resume(protocol.Resume(game=game.game))).table
        except (CommandRefused, CarromError):
            return False
        over, late = asyncio.Event(), TvDelay(tell)

        def hears(text: str) -> None:
            (late if game.rated else tell)(text)
            if table.room.is_over:
                over.set()

        table.follow(hears, table.room.version if game.rated else None)
        try:
            while not over.is_set() and playing_view(table) is not None:
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
                WATCHING,
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
                WATCHING,
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
                WATCHING,
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
