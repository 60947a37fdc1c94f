"""Users over HTTP: accounts, their public games, and crosstables."""

import asyncio
from collections.abc import Callable
from itertools import islice
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.responses import Response

from carrom.protocol import GameId
from carrom.protocol.http.lobby import Done, StandingTold
from carrom.server.api.game_lists import line_of, matches
from carrom.server.api.game_outcomes import GameOutcomes
from carrom.server.api.schemas import GameLine, Moment, Which
from carrom.server.http.operation import GET, LINES, POST, Call, Nothing, Operation
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

GROUP = "People"
LAST = 20
"""So many of the last games of two are named."""
Called = Annotated[str, Meta(max_length=64)]


class AccountTold(Value, frozen=True, kw_only=True):
    """Who asks, and what he may do."""

    name: str
    bot: bool
    """Whether a program plays in this account."""
    made: Moment
    muted: bool
    """Whether he may say nothing to others for now."""
    scopes: tuple[Scope, ...]
    """What this token lets do."""
    ratings: tuple[StandingTold, ...]


class TokenTold(Value, frozen=True, kw_only=True):
    """A token of an account, without its word."""

    label: str
    scopes: tuple[Scope, ...]
    made: Moment
    expires: Moment
    this: bool
    """Whether it is the one that was brought."""


class TokensTold(Value, frozen=True, kw_only=True):
    """The tokens of an account that are still good."""

    tokens: tuple[TokenTold, ...]


class OfUser(Which, frozen=True, kw_only=True):
    """Which of somebody's games are meant."""

    name: Called


class OfTwo(Value, frozen=True, kw_only=True):
    """Two people."""

    name: Called
    other: Called


class MetTold(Value, frozen=True, kw_only=True):
    """One rated game of two against each other."""

    game: GameId
    pool: str
    share: float
    """What the first had of it: 1 for a win, ½ for a draw, 0 for a loss."""
    at: Moment


class CrosstableTold(Value, frozen=True, kw_only=True):
    """How two have fared in rated games against each other, seen by the first."""

    name: str
    other: str
    won: int
    drawn: int
    lost: int
    last: tuple[MetTold, ...]
    """The last ones, the last of all first."""


class UserRoutes:
    """The operations on people."""

    def __init__(self, store: Store, ratings: RatingStore, now: Callable[[], int], outcomes: GameOutcomes) -> None:
        """Look into a store's games, accounts and ratings; `now` returns ms since 1970."""
        self._store, self._ratings, self._now, self._outcomes = store, ratings, now, outcomes

    async def account(self, call: Call) -> Response:
        """Tell who asks."""
        known = call.known
        assert known is not None, "only who has an account may call"

        def read() -> AccountTold:
            row = self._named("id", known.person.id)
            return AccountTold(
                name=row.name,
                bot=bool(row.bot),
                made=row.made * 1000,
                muted=known.muted,
                scopes=tuple(sorted(known.scopes)),
                ratings=standings_told(self._ratings.all_of(row.id), self._now()),
            )

        return told(await asyncio.to_thread(read))

    async def tokens(self, call: Call) -> Response:
        """Send the tokens of the account to its page, and to a program the token that it brought alone."""
        known = call.known
        assert known is not None, "only who has an account may call"

        def read() -> TokensTold:
            now = self._now() // 1000
            rows = self._store.database.view(
                lambda ask: rows_of(ask, Token, "account = ? AND expires > ?", known.person.id, now)
            )
            return TokensTold(
                tokens=tuple(
                    TokenTold(
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

    async def give_back(self, call: Call) -> Response:
        """End the token that was brought."""
        known = call.known
        assert known is not None, "only who has an account may call"
        if known.is_page:
            raise Stop(409, "not-now", "No token was brought to be given back; the account's page ends all others.")
        gone = ("DELETE FROM api_token WHERE hash = ?", (known.hash,))
        await asyncio.to_thread(lambda: done(self._store.database, gone))
        return told(Done())

    async def games(self, call: Call) -> Response:
        """List the games of somebody that everybody may look at, and to himself all of them."""
        words: OfUser = call.words

        def read() -> list[GameLine]:
            row = self._named("folded", folded(words.name))
            found = self._store.games_of_account(row.id)
            own = call.account == row.id
            seen = (each for each in found if own or each.open)
            lines = (line for line in map(line_of, seen) if line is not None and matches(line, words))
            return list(islice(lines, words.max))

        told_of = await self._outcomes.with_results(await asyncio.to_thread(read))
        content = b"".join(msgspec.json.encode(line) + b"\n" for line in told_of)
        return Response(content, media_type=LINES, headers={"cache-control": "no-store"})

    async def crosstable(self, call: Call) -> Response:
        """Tell how two have fared against each other."""
        words: OfTwo = call.words

        def read() -> CrosstableTold:
            one, other = (self._named("folded", folded(name)) for name in (words.name, words.other))
            games = self._store.database.view(lambda ask: met(ask, one.id, other.id))
            return CrosstableTold(
                name=one.name,
                other=other.name,
                won=sum(share == 1000 for _, _, share, _ in games),
                drawn=sum(0 < share < 1000 for _, _, share, _ in games),
                lost=sum(share == 0 for _, _, share, _ in games),
                last=tuple(
                    MetTold(game=game, pool=pool, share=share / 1000, at=at) for game, pool, share, at in games[:LAST]
                ),
            )

        return told(await asyncio.to_thread(read))

    def operations(self) -> tuple[Operation, ...]:
        """Return the rows of the table."""
        user = "/api/users/{name}"
        return (
            Operation(
                "account",
                GROUP,
                GET,
                "/api/account",
                "Who you are here, what your token lets you do, and your ratings.",
                self.account,
                AccountTold,
                Nothing,
                account=True,
            ),
            Operation(
                "tokens",
                GROUP,
                GET,
                "/api/tokens",
                "The token that you bring: what it lets you do and until when. The account's page is sent all of them.",
                self.tokens,
                TokensTold,
                Nothing,
                account=True,
            ),
            Operation(
                "tokens.end",
                GROUP,
                POST,
                "/api/tokens/end",
                "Give back the token that you bring: it opens nothing any more, and its streams end in two seconds.",
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
                "The games of a person that everybody may look at, the last begun first; to himself all of them.",
                self.games,
                GameLine,
                OfUser,
                media=LINES,
                cost=5,
            ),
            Operation(
                "users.crosstable",
                GROUP,
                GET,
                f"{user}/crosstable/{{other}}",
                "How two people have fared against each other in rated games.",
                self.crosstable,
                CrosstableTold,
                OfTwo,
                cost=2,
            ),
        )

    def _named(self, column: str, value: str) -> Account:
        """Return an open account; raises `Stop` if there is none."""
        found = _accounts(self._store.database, column, value)
        if not found:
            raise Stop(404, "not-found", f"Nobody here is called {value!r:.40}; expected the name of an account.")
        return found[0]


def _accounts(database: Database, column: str, value: str) -> tuple[Account, ...]:
    return database.view(lambda ask: rows_of(ask, Account, f"{column} = ? AND state = ?", value, OPEN))
