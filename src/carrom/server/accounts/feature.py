"""Accounts as an optional feature of a server: authentication, presence and routes."""

from collections.abc import Awaitable, Callable, Iterable

from starlette.routing import Route

from carrom.server.accounts.account_router import AccountRouter
from carrom.server.accounts.moderation import Moderation
from carrom.server.accounts.moderation_routes import ModerationRoutes
from carrom.server.accounts.routes import AccountRoutes
from carrom.server.accounts.service import AccountService
from carrom.server.identity.sessions import Authenticator
from carrom.server.live_games.registry import GameRegistry
from carrom.server.login.passwords import Passwords
from carrom.storage.database import Database


class Accounts:
    """The accounts of one process: authentication, storage and password hashing."""

    def __init__(self, database: Database) -> None:
        """Store accounts in a database; raises `SetupError` if an optional dependency is not installed."""
        self.visitors, self.people, self.passwords = Authenticator(database), AccountService(database), Passwords()

    def routes(
        self,
        lobby: GameRegistry,
        clock: Callable[[], float],
        ended: Callable[[Iterable[str]], None],
        renamed: Callable[[], Awaitable[None]],
    ) -> list[Route]:
        """Return the routes; `ended` is called with the hashes of ended sessions, `renamed` after a name changed."""
        page = AccountRoutes(self.people, self.passwords, clock, lobby, renamed)
        page.ways.ended = ended
        lobby.are_apart = Moderation(self.people).are_apart
        entrance = AccountRouter(self.visitors)
        return [*page.routes(entrance), *ModerationRoutes(self.people, ended, renamed).routes(entrance)]

    def close(self) -> None:
        """Stop the threads that hash passwords."""
        self.passwords.close()
