"""Accounts as a server offers them: who comes, who is there, and the addresses by which the page reaches them."""

from collections.abc import Awaitable, Callable, Iterable

from starlette.routing import Route

from carrom.server.database import Database
from carrom.server.lobby import Lobby
from carrom.server.people.entrance import Entrance
from carrom.server.people.moderation import Moderation
from carrom.server.people.oversight import Oversight
from carrom.server.people.page import Page
from carrom.server.people.passwords import Passwords
from carrom.server.people.people import People
from carrom.server.people.visitor import Visitors


class Accounts:
    """Everything about accounts in one process."""

    def __init__(self, database: Database) -> None:
        """Keep them in a database; raises `SetupError` if what they need is not installed."""
        self.visitors, self.people, self.passwords = Visitors(database), People(database), Passwords()

    def routes(
        self,
        lobby: Lobby,
        clock: Callable[[], float],
        ended: Callable[[Iterable[str]], None],
        renamed: Callable[[], Awaitable[None]],
    ) -> list[Route]:
        """Return the addresses; `ended` gets the hashes of sessions that have ended, `renamed` follows new names."""
        page = Page(self.people, self.passwords, clock, lobby, renamed)
        page.ways.ended = ended
        lobby.are_apart = Moderation(self.people).are_apart
        entrance = Entrance(self.visitors)
        return [*page.routes(entrance), *Oversight(self.people, ended, renamed).routes(entrance)]

    def close(self) -> None:
        """End the threads that hash passwords."""
        self.passwords.close()
