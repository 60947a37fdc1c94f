"""The lobby of people of one process, put together: its desk, its operations, and who listens for ends of games."""

from collections.abc import Callable

from carrom.server.api.operation import Operation
from carrom.server.api.outcomes import Outcomes
from carrom.server.limits import Buckets, Limits
from carrom.server.lobby import Lobby
from carrom.server.nodes.bus import Bus
from carrom.server.people.visitor import Visitors
from carrom.server.seeks.bidding import Bids
from carrom.server.seeks.desk import Desk
from carrom.server.seeks.leaders import Leaders
from carrom.server.seeks.operations import Lounge
from carrom.server.seeks.profiles import Profiles
from carrom.server.seeks.rater import Rater
from carrom.server.seeks.users import Users
from carrom.server.seeks.visiting import Visits
from carrom.server.store import Store


class LobbyOfPeople:
    """Where people find each other."""

    def __init__(
        self,
        store: Store,
        lobby: Lobby,
        bus: Bus,
        limits: Limits,
        clock: Callable[[], float],
        outcomes: Outcomes,
    ) -> None:
        """Open over the games of a lobby of tables; `clock` returns seconds and never runs back."""
        self._visits = Visits(store.database)
        self.desk, self.rater = Desk(store, lobby, bus), Rater(store, lobby)
        self._lounge = Lounge(self.desk, self._visits, Buckets(limits.seeks, clock))
        self._leaders = Leaders(self.desk.ratings, self._visits, lobby.now)
        self.bids = Bids(self.desk.seeks, lobby.now)
        self._users = Users(store, self.desk.ratings, lobby.now, outcomes)
        self._profiles = Profiles(store.database, self.desk.ratings, lobby.now)

    def know(self, visitors: Visitors | None) -> None:
        """Know people by their accounts from now on."""
        self._visits.visitors = visitors

    def operations(self) -> tuple[Operation, ...]:
        """Return the rows of the API's table."""
        parts = (self._lounge, self._leaders, self._users, self._profiles)
        return tuple(row for part in parts for row in part.operations())

    def begin(self) -> None:
        """Keep what follows from games that have ended."""
        self.desk.hub.begin()
        self.rater.begin()

    async def close(self) -> None:
        """End."""
        await self.desk.hub.close()
        await self.rater.close()
