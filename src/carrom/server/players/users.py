"""HTTP operations on players: own account and tokens, public games, crosstables."""

import asyncio
from collections.abc import Callable
from itertools import islice
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.responses import Response

from carrom.protocol import GameId
from carrom.protocol.http.games import GameFilter, GameSummary, Moment
from carrom.protocol.http.lobby import Done, PoolRating
from carrom.server.api.game_lists import line_of, matches
from carrom.server.api.game_outcomes import GameOutcomes
from carrom.server.http.operation import GET, LINES, POST, Nothing, Operation, OperationRequest
from carrom.server.http.problem import Stop
from carrom.server.http.responses import told
from carrom.server.identity.models import OPEN, Account, Token, done
from carrom.server.identity.models import found as rows_of
from carrom.server.identity.principal import Scope
from carrom.server.identity.usernames import folded
from carrom.server.lobby.schemas import standings_told
from carrom.server.ratings.store import RatingStore, met
from carrom.storage.database import Database
from carrom.storage.store import Store
from carrom.values import Value

GROUP = "Players and accounts"
LAST = 20
"""Number of recent games in a crosstable."""
Called = Annotated[str, Meta(max_length=64)]


class AccountInfo(Value, frozen=True, kw_only=True):
    """The account that is signed in, with its permissions."""

    name: str
    bot: bool
    """Whether the account is a bot's."""
    made: Moment
    muted: bool
    """Whether the account is muted."""
    scopes: tuple[Scope, ...]
    """The scopes of this token."""
    ratings: tuple[PoolRating, ...]


class AccessTokenInfo(Value, frozen=True, kw_only=True):
    """An API token, without its text."""

    label: str
    scopes: tuple[Scope, ...]
    made: Moment
    expires: Moment
    this: bool
    """Whether this request was sent with it."""


class AccessTokenList(Value, frozen=True, kw_only=True):
    """The account's tokens that have not expired."""

    tokens: tuple[AccessTokenInfo, ...]


class OfUser(GameFilter, frozen=True, kw_only=True):
    """A filter for a player's games."""

    name: Called


class TwoNames(Value, frozen=True, kw_only=True):
    """Two players."""

    name: Called
    other: Called


class CrosstableGame(Value, frozen=True, kw_only=True):
    """A rated game between two players."""

    game: GameId
    pool: str
    share: float
    """The first player's result: 1 for a win, ½ for a draw, 0 for a loss."""
    at: Moment


class Crosstable(Value, frozen=True, kw_only=True):
    """The results of rated games between two players, from the first one's view."""

    name: str
    other: str
    won: int
    drawn: int
    lost: int
    last: tuple[CrosstableGame, ...]
    """Recent games, newest first."""


class UserRoutes:
    """Handlers for players."""

    def __init__(self, store: Store, ratings: RatingStore, now: Callable[[], int], outcomes: GameOutcomes) -> None:
        """Read games, accounts and ratings; `now` returns ms since 1970."""
        self._store, self._ratings, self._now, self._outcomes = store, ratings, now, outcomes

    async def account(self, call: OperationRequest) -> Response:
        """Return the caller's account."""
        known = call.known
        assert known is not None, "the operation requires an account"

        def read() -> AccountInfo:
            row = self._named("id", known.person.id)
            return AccountInfo(
                name=row.name,
                bot=bool(row.bot),
                made=row.made * 1000,
                muted=known.muted,
                scopes=tuple(sorted(known.scopes)),
                ratings=standings_told(self._ratings.all_of(row.id), self._now()),
            )

        return told(await asyncio.to_thread(read))

    async def tokens(self, call: OperationRequest) -> Response:
        """Return the account's tokens to its page; to a program only the token that it uses."""
        known = call.known
        assert known is not None, "the operation requires an account"

        def read() -> AccessTokenList:
            now = self._now() // 1000
            rows = self._store.database.view(
                lambda ask: rows_of(ask, Token, "account = ? AND expires > ?", known.person.id, now)
            )
            return AccessTokenList(
                tokens=tuple(
                    AccessTokenInfo(
                        label=each.label,
                        scopes=tuple(Scope(scope) for scope in each.scopes.split() if scope in set(Scope)),
                        made=each.made * 1000,
                        expires=each.expires * 1000,
                        this=each.hash == known.hash,
                    )
                    for each in rows
                    if known.is_page or each.hash == known.hash
                )
            )

        return told(await asyncio.to_thread(read))

    async def give_back(self, call: OperationRequest) -> Response:
        """Revoke the token of this request."""
        known = call.known
        assert known is not None, "the operation requires an account"
        if known.is_page:
            raise Stop(409, "not-now", "This request has no API token; revoke others on the account's page.")
        gone = ("DELETE FROM api_token WHERE hash = ?", (known.hash,))
        await asyncio.to_thread(lambda: done(self._store.database, gone))
        return told(Done())

    async def games(self, call: OperationRequest) -> Response:
        """List a player's public games, or all of the caller's own."""
        words: OfUser = call.words

        def read() -> list[GameSummary]:
            row = self._named("folded", folded(words.name))
            found = self._store.games_of_account(row.id)
            own = call.account == row.id
            seen = (each for each in found if own or each.open)
            lines = (line for line in map(line_of, seen) if line is not None and matches(line, words))
            return list(islice(lines, words.max))

        lines_with_results = await self._outcomes.with_results(await asyncio.to_thread(read))
        content = b"".join(msgspec.json.encode(line) + b"\n" for line in lines_with_results)
        return Response(content, media_type=LINES, headers={"cache-control": "no-store"})

    async def crosstable(self, call: OperationRequest) -> Response:
        """Return the crosstable of two players."""
        words: TwoNames = call.words

        def read() -> Crosstable:
            one, other = (self._named("folded", folded(name)) for name in (words.name, words.other))
            games = self._store.database.view(lambda ask: met(ask, one.id, other.id))
            return Crosstable(
                name=one.name,
                other=other.name,
                won=sum(share == 1000 for _, _, share, _ in games),
                drawn=sum(0 < share < 1000 for _, _, share, _ in games),
                lost=sum(share == 0 for _, _, share, _ in games),
                last=tuple(
                    CrosstableGame(game=game, pool=pool, share=share / 1000, at=at)
                    for game, pool, share, at in games[:LAST]
                ),
            )

        return told(await asyncio.to_thread(read))

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations."""
        user = "/api/users/{name}"
        return (
            Operation(
                "account",
                GROUP,
                GET,
                "/api/account",
                "Your account, the scopes of your token, and your ratings.",
                self.account,
                AccountInfo,
                Nothing,
                account=True,
            ),
            Operation(
                "tokens",
                GROUP,
                GET,
                "/api/tokens",
                "The token of this request, with its scopes and expiry; the account's page gets all tokens.",
                self.tokens,
                AccessTokenList,
                Nothing,
                account=True,
            ),
            Operation(
                "tokens.end",
                GROUP,
                POST,
                "/api/tokens/end",
                "Revoke the token of this request. Its streams end within two seconds.",
                self.give_back,
                Done,
                Nothing,
                account=True,
            ),
            Operation(
                "users.games",
                GROUP,
                GET,
                f"{user}/games",
                "A player's public games, newest first; for your own account, all games.",
                self.games,
                GameSummary,
                OfUser,
                media=LINES,
                cost=5,
            ),
            Operation(
                "users.crosstable",
                GROUP,
                GET,
                f"{user}/crosstable/{{other}}",
                "The results of two players' rated games against each other.",
                self.crosstable,
                Crosstable,
                TwoNames,
                cost=2,
            ),
        )

    def _named(self, column: str, value: str) -> Account:
        """Return an open account; raises `Stop` (404) if there is none."""
        found = _accounts(self._store.database, column, value)
        if not found:
            raise Stop(404, "not-found", f"There is no player named {value!r:.40}; expected the name of an account.")
        return found[0]


def _accounts(database: Database, column: str, value: str) -> tuple[Account, ...]:
    return database.view(lambda ask: rows_of(ask, Account, f"{column} = ? AND state = ?", value, OPEN))
