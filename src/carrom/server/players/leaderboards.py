"""HTTP operations on leaderboards and ratings."""

import asyncio
from collections.abc import Callable
from typing import Annotated

from msgspec import Meta
from starlette.responses import Response

from carrom.protocol import Refusal
from carrom.protocol.http.lobby import Leaderboard, LeaderboardRow, PlayerRatings, RatingPools
from carrom.server.http.operation import GET, Operation, OperationRequest
from carrom.server.http.responses import told
from carrom.server.lobby.caller import Callers
from carrom.server.lobby.schemas import rating_told, standings_told
from carrom.server.ratings.pools import pool_named
from carrom.server.ratings.store import RatingStore
from carrom.tables.errors import CommandRefused
from carrom.values import Value

GROUP = "Ratings"
MOST = 100
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
                "ratings.pools", GROUP, GET, "/api/leaderboards", "List the rating pools.", self.pools, RatingPools
            ),
            Operation(
                "ratings.leaders",
                GROUP,
                GET,
                "/api/leaderboards/{pool}",
                "The leaderboard of a pool: its best players whose ratings are certain enough.",
                self.leaders,
                Leaderboard,
                OfPool,
            ),
            Operation(
                "ratings.of",
                GROUP,
                GET,
                "/api/users/{name}/ratings",
                "All ratings of a player with their uncertainty.",
                self.ratings,
                PlayerRatings,
                OfPerson,
            ),
        )

    def _leaders(self, pool: str) -> Leaderboard:
        rows = self._ratings.leaders(pool, MOST)
        names = self._visits.names(tuple(each.account for each in rows))
        leaders = tuple(
            LeaderboardRow(
                name=names[each.account][0], bot=names[each.account][1], rating=rating_told(each.value, each.games)
            )
            for each in rows
            if each.account in names
        )
        people, sure = next(((people, sure) for name, people, sure in self._ratings.pools() if name == pool), (0, 0))
        return Leaderboard(pool=pool, leaders=leaders, unsure=people - sure)

    def _of(self, name: str, account: str) -> PlayerRatings:
        return PlayerRatings(name=name, ratings=standings_told(self._ratings.all_of(account), self._now()))
