"""Wiring of the online tournaments of one process."""

from collections.abc import Callable

from carrom.server.api.play import Streams
from carrom.server.common.rate_limit import ServerLimits, TokenBuckets
from carrom.server.http.operation import Operation
from carrom.server.identity.sessions import Authenticator
from carrom.server.live_games.registry import GameRegistry
from carrom.server.lobby.caller import Callers
from carrom.server.tournaments.live import LiveTournament
from carrom.server.tournaments.registry import TournamentRegistry
from carrom.server.tournaments.routes import TournamentRoutes
from carrom.server.tournaments.runner import TournamentRunner
from carrom.server.tournaments.service import TournamentService
from carrom.server.tournaments.subscriptions import TournamentSubscriptions
from carrom.storage.store import Store


class TournamentFeature:
    """The online tournaments, with their scheduler and their streams."""

    def __init__(
        self,
        store: Store,
        games: GameRegistry,
        limits: ServerLimits,
        clock: Callable[[], float],
        streams: Callable[[], Streams],
        visitors: Authenticator | None,
    ) -> None:
        """Create the tournaments over a server's live games; `visitors` identifies accounts, `clock` is monotonic (s).

        Without accounts, guests may create tournaments.
        """
        self.registry = TournamentRegistry(store, games)
        self.subscriptions = TournamentSubscriptions(games, self.registry.names, self._stir)
        self.runner = TournamentRunner(self.registry, games, store.database, self.subscriptions.present)
        self.service = TournamentService(self.registry, store, games.now, guests_may_create=visitors is None)
        self._routes = TournamentRoutes(
            self.service,
            self.subscriptions,
            Callers(store.database, visitors),
            TokenBuckets(limits.seeks, clock),
            streams,
            games.now,
        )

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations of the HTTP API."""
        return self._routes.operations()

    def followed(self) -> dict[str, LiveTournament]:
        """Return the tournaments that are compared with the database."""
        return {live.id: live for live in self.registry.unfinished()}

    def begin(self) -> None:
        """Start the scheduler."""
        self.runner.begin()

    async def close(self) -> None:
        """Stop the scheduler and the streams."""
        await self.runner.close()
        await self.subscriptions.close()

    def _stir(self) -> None:
        self.runner.stir()
