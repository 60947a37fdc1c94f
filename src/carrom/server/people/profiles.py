"""HTTP operations on players: leaderboards, ratings, public profiles, own account, crosstables."""

import asyncio
from collections.abc import Callable
from itertools import islice
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.responses import Response

from carrom.protocol import GameId, Refusal
from carrom.protocol.http_lobby import (
    Done,
    GameFilter,
    GameSummary,
    Leaderboard,
    LeaderboardRow,
    Moment,
    PlayerRatings,
    PoolRating,
    PublicProfile,
    RatingChange,
    RatingCourse,
    RatingHistory,
    RatingPools,
)
from carrom.server.http.games import GameOutcomes, line_of, matches
from carrom.server.http.problem import Stop
from carrom.server.http.router import GET, LINES, POST, Nothing, Operation, OperationRequest, told
from carrom.server.lobby.lobby import Callers
from carrom.server.lobby.terms import rating_view, standings_view
from carrom.server.people.models import OPEN, Account, Token, done, found
from carrom.server.people.models import found as rows_of
from carrom.server.people.ratings import UNDONE, Change, RatingStore, met, pool_named
from carrom.server.people.sessions import Scope
from carrom.server.people.usernames import folded
from carrom.storage.database import Database
from carrom.storage.store import Store
from carrom.tables.proposal import CommandRefused
from carrom.values import Value

# -- leaderboards and ratings ------------------------------------------------------------------------------------------


RATINGS = "Ratings"
MOST_LINES = 100
"""Maximum number of lines on a leaderboard."""


class OfPool(Value, frozen=True, kw_only=True):
    """A rating pool by its name."""

    pool: Annotated[str, Meta(max_length=80)]


class OfPerson(Value, frozen=True, kw_only=True):
    """An account by its name."""

    name: Annotated[str, Meta(max_length=64)]


class LeaderboardRoutes:
    """Handlers for leaderboards and ratings."""

    def __init__(self, ratings: RatingStore, visits: Callers, now: Callable[[], int]) -> None:
        """Read from a rating store; `now` returns ms since 1970."""
        self._ratings, self._visits, self._now = ratings, visits, now

    async def pools(self, _: OperationRequest) -> Response:
        """List the rating pools."""
        found = await asyncio.to_thread(self._ratings.pools)
        pools = ((pool_named(name), people) for name, people, _ in found)
        return told(RatingPools(pools=tuple(pool.told(people) for pool, people in pools if pool is not None)))

    async def leaders(self, call: OperationRequest) -> Response:
        """Return the leaderboard of a pool."""
        pool = pool_named(call.words.pool)
        if pool is None:
            expected = "expected a rule set and a length, such as icf.game"
            raise CommandRefused(Refusal.NO_GAME, f"There is no pool {call.words.pool!r:.80}; {expected}.")
        return told(await asyncio.to_thread(self._leaders, pool.name))

    async def ratings(self, call: OperationRequest) -> Response:
        """Return all ratings of a player."""
        who = await self._visits.called(call.words.name)
        return told(await asyncio.to_thread(self._of, who.name, who.account or ""))

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations."""
        return (
            Operation(
                "ratings.pools", RATINGS, GET, "/api/leaderboards", "List the rating pools.", self.pools, RatingPools
            ),
            Operation(
                "ratings.leaders",
                RATINGS,
                GET,
                "/api/leaderboards/{pool}",
                "The leaderboard of a pool: its best players whose ratings are certain enough.",
                self.leaders,
                Leaderboard,
                OfPool,
            ),
            Operation(
                "ratings.of",
                RATINGS,
                GET,
                "/api/users/{name}/ratings",
                "All ratings of a player with their uncertainty.",
                self.ratings,
                PlayerRatings,
                OfPerson,
            ),
        )

    def _leaders(self, pool: str) -> Leaderboard:
        rows = self._ratings.leaders(pool, MOST_LINES)
        names = self._visits.names(tuple(each.account for each in rows))
        leaders = tuple(
            LeaderboardRow(
                name=names[each.account][0], bot=names[each.account][1], rating=rating_view(each.value, each.games)
            )
            for each in rows
            if each.account in names
        )
        people, sure = next(((people, sure) for name, people, sure in self._ratings.pools() if name == pool), (0, 0))
        return Leaderboard(pool=pool, leaders=leaders, unsure=people - sure)

    def _of(self, name: str, account: str) -> PlayerRatings:
        return PlayerRatings(name=name, ratings=standings_view(self._ratings.all_of(account), self._now()))


# -- public profiles: ratings and rating history -----------------------------------------------------------------------


GROUP = "Players and accounts"
DRAWN, LAST = 100, 50
"""Number of points in a rating history; the last `LAST` games are always included."""
_DAY = 86_400


class ProfileRoutes:
    """Handlers for public profiles."""

    def __init__(self, database: Database, ratings: RatingStore, now: Callable[[], int]) -> None:
        """Read accounts and ratings; `now` returns ms since 1970."""
        self._database, self._ratings, self._now = database, ratings, now

    async def user(self, call: OperationRequest) -> Response:
        """Return a player's profile."""

        def read() -> PublicProfile:
            row = self._called(call.words.name)
            return PublicProfile(
                name=row.name,
                bot=bool(row.bot),
                made=(row.made - row.made % _DAY) * 1000,
                ratings=standings_view(self._ratings.all_of(row.id), self._now()),
            )

        return told(await asyncio.to_thread(read))

    async def history(self, call: OperationRequest) -> Response:
        """Return a player's rating history."""

        def read() -> RatingHistory:
            row = self._called(call.words.name)
            pools = (
                RatingCourse(
                    pool=pool.told(),
                    points=tuple(map(_point, self._ratings.course(standing, DRAWN, LAST))),
                )
                for standing in self._ratings.all_of(row.id)
                if (pool := pool_named(standing.pool)) is not None
            )
            return RatingHistory(name=row.name, pools=tuple(pools))

        return told(await asyncio.to_thread(read))

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations."""
        user = "/api/users/{name}"
        return (
            Operation(
                "users.user", GROUP, GET, user, "A player's profile with ratings.", self.user, PublicProfile, OfPerson
            ),
            Operation(
                "ratings.history",
                "Ratings",
                GET,
                f"{user}/rating-history",
                f"A player's rating history: about {DRAWN} points for each pool, with all of the last {LAST} games.",
                self.history,
                RatingHistory,
                OfPerson,
                cost=2,
            ),
        )

    def _called(self, name: str) -> Account:
        """Return an open account; raises `Stop` (404) if there is none."""
        rows = self._database.view(lambda ask: found(ask, Account, "folded = ? AND state = ?", folded(name), OPEN))
        if not rows:
            raise Stop(404, "not-found", f"There is no player named {name!r:.40}; expected the name of an account.")
        return rows[0]


def _point(change: Change) -> RatingChange:
    before, after = round(change.before.rating), round(change.after.rating)
    return RatingChange(
        game=change.game,
        at=change.at,
        rating=after,
        deviation=round(change.after.deviation),
        gain=after - before,
        share=change.share / 1000,
        undone=change.kind == UNDONE,
    )


# -- own account and tokens, public games, crosstables -----------------------------------------------------------------


RECENT = 20
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
                ratings=standings_view(self._ratings.all_of(row.id), self._now()),
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
                    for game, pool, share, at in games[:RECENT]
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
