"""Wiring of the lobby of one process: service, routes, ratings and subscriptions."""

from collections.abc import Callable

from carrom.server.api.game_outcomes import GameOutcomes
from carrom.server.common.rate_limit import ServerLimits, TokenBuckets
from carrom.server.http.operation import Operation
from carrom.server.identity.sessions import Authenticator
from carrom.server.live_games.registry import GameRegistry
from carrom.server.lobby.caller import Callers
from carrom.server.lobby.challenge_events import ChallengeEvents
from carrom.server.lobby.game_end_listener import GameEndListener
from carrom.server.lobby.routes import LobbyRoutes
from carrom.server.lobby.service import LobbyService
from carrom.server.players.leaderboards import LeaderboardRoutes
from carrom.server.players.profiles import ProfileRoutes
from carrom.server.players.users import UserRoutes
from carrom.storage.store import Store


class LobbyFeature:
    """The lobby, with leaderboards, profiles and challenges."""

    def __init__(
        self,
        store: Store,
        lobby: GameRegistry,
        limits: ServerLimits,
        clock: Callable[[], float],
        outcomes: GameOutcomes,
        visitors: Authenticator | None,
    ) -> None:
        """Create the lobby over a server's live games; `visitors` identifies accounts, `clock` is monotonic (s)."""
        callers = Callers(store.database, visitors)
        self.desk, self._rater = LobbyService(store, lobby, lobby.bus), GameEndListener(store, lobby)
        self.challenge_events = ChallengeEvents(self.desk.seeks, lobby.now)
        self._lounge = LobbyRoutes(self.desk, callers, TokenBuckets(limits.seeks, clock))
        self._leaders = LeaderboardRoutes(self.desk.ratings, callers, lobby.now)
        self._users = UserRoutes(store, self.desk.ratings, lobby.now, outcomes)
        self._profiles = ProfileRoutes(store.database, self.desk.ratings, lobby.now)

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations of the HTTP API."""
        parts = (self._lounge, self._leaders, self._users, self._profiles)
        return tuple(row for part in parts for row in part.operations())

    def begin(self) -> None:
        """Start processing finished games and lobby changes."""
        self.desk.hub.begin()
        self._rater.begin()

    async def close(self) -> None:
        """Stop processing, and close all subscriptions."""
        await self.desk.hub.close()
        await self._rater.close()
