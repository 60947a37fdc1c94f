"""HTTP operations on public profiles: a player's ratings and rating history."""

import asyncio
from collections.abc import Callable

from starlette.responses import Response

from carrom.protocol.http.lobby import PublicProfile, RatingChange, RatingCourse, RatingHistory
from carrom.server.http.operation import GET, Operation, OperationRequest
from carrom.server.http.problem import Stop
from carrom.server.http.responses import told
from carrom.server.identity.models import OPEN, Account, found
from carrom.server.identity.usernames import folded
from carrom.server.lobby.schemas import standings_told
from carrom.server.players.leaderboards import OfPerson
from carrom.server.ratings.pools import pool_named
from carrom.server.ratings.store import UNDONE, Change, RatingStore
from carrom.storage.database import Database

GROUP = "Players and accounts"
MOST, LAST = 100, 50
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
                ratings=standings_told(self._ratings.all_of(row.id), self._now()),
            )

        return told(await asyncio.to_thread(read))

    async def history(self, call: OperationRequest) -> Response:
        """Return a player's rating history."""

        def read() -> RatingHistory:
            row = self._called(call.words.name)
            pools = (
                RatingCourse(
                    pool=pool.told(),
                    points=tuple(map(_point, self._ratings.course(standing, MOST, LAST))),
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
                f"A player's rating history: about {MOST} points for each pool, with all of the last {LAST} games.",
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
