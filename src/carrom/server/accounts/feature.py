"""Accounts as an optional feature of a server: authentication, presence and routes."""

from collections.abc import Callable

from starlette.routing import Route

from carrom.server.accounts.account_router import AccountRouter
from carrom.server.accounts.effects import AccountEffects
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

    def are_blocked(self, account: str, others: frozenset[str]) -> bool:
        """Return whether an account and one of the others have blocked each other; blocks."""
        return Moderation(self.people).are_apart(account, others)

    def routes(self, lobby: GameRegistry, clock: Callable[[], float], effects: AccountEffects) -> list[Route]:
        """Return the addresses of accounts and of moderation."""
        page = AccountRoutes(self.people, self.passwords, clock, lobby, effects)
        moderation = ModerationRoutes(self.people, effects.sessions_ended, effects.renamed)
        entrance = AccountRouter(self.visitors)
        return [*page.routes(entrance), *moderation.routes(entrance)]

    def close(self) -> None:
        """Stop the threads that hash passwords."""
        self.passwords.close()
