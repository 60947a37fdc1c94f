"""The caller of a lobby request: an account, a program with a token, or a guest."""

import asyncio
from secrets import token_urlsafe

from starlette.datastructures import Headers

from carrom.protocol import Refusal
from carrom.server.identity.guest_names import GuestNames
from carrom.server.identity.models import OPEN, Account, found
from carrom.server.identity.principal import Scope
from carrom.server.identity.sessions import Authenticator
from carrom.server.identity.usernames import folded
from carrom.server.lobby.seek import LobbyParty
from carrom.storage.database import Database
from carrom.tables.errors import CommandRefused
from carrom.tables.terms import on_one_line
from carrom.tokens import hashed


class Caller:
    """The sender of a lobby request and the key that opens their seats."""

    def __init__(self, who: LobbyParty, key: str) -> None:
        """Store the party and its key."""
        self.who, self.key = who, key


class Callers:
    """Identify the senders of requests; without an authenticator everybody is a guest."""

    def __init__(self, database: Database, visitors: Authenticator | None = None) -> None:
        """Look up accounts in a database."""
        self._database, self.visitors, self._names = database, visitors, GuestNames(database)

    async def speaker(self, headers: Headers, key: str | None, name: str, scope: Scope) -> Caller:
        """Return the sender of a request; raises `CommandRefused` for a guest without a key or with a name that
        guests may not carry, and for a missing scope.
        """
        who = await self.listener(headers, key, scope)
        if who is None:
            raise CommandRefused(
                Refusal.MALFORMED, "A guest needs a key: expected `key`, 32 random bytes in base 64 for URLs."
            )
        if who.account is None:
            await asyncio.to_thread(self._names.check, [name])
            who = LobbyParty(party=who.party, name=on_one_line(name))
        return Caller(who, key or token_urlsafe(32))

    async def listener(self, headers: Headers, key: str | None, scope: Scope | None = None) -> LobbyParty | None:
        """Return the reader of a stream, None if anonymous; raises `CommandRefused` for a missing scope."""
        known = None if self.visitors is None else await self.visitors.who(headers)
        if known is None:
            return None if key is None else LobbyParty(party=f"guest:{hashed(key)}", name="")
        if scope is not None and not known.may(scope):
            raise CommandRefused(Refusal.NOT_YOURS, known.lacks(scope))
        person = known.person
        return LobbyParty(party=f"account:{person.id}", name=person.name, account=person.id, bot=person.bot)

    async def called(self, name: str) -> LobbyParty:
        """Return the open account of that name; raises `CommandRefused` if there is none."""
        account = await asyncio.to_thread(self._account, "folded", folded(name))
        if account is None:
            raise CommandRefused(Refusal.ILLEGAL, f"There is no account named {name!r:.40}.")
        return _who(account)

    def names(self, accounts: tuple[str, ...]) -> dict[str, tuple[str, bool]]:
        """Return the name of each open account and whether it is a bot; closed accounts are left out."""
        rows = {id: self._account("id", id) for id in accounts}
        return {id: (row.name, bool(row.bot)) for id, row in rows.items() if row is not None}

    def _account(self, column: str, value: str) -> Account | None:
        rows = self._database.view(lambda ask: found(ask, Account, f"{column} = ? AND state = ?", value, OPEN))
        return rows[0] if rows else None


def _who(account: Account) -> LobbyParty:
    return LobbyParty(party=f"account:{account.id}", name=account.name, account=account.id, bot=bool(account.bot))
