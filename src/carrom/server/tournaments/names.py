"""The current names of accounts, read in batches and remembered for a short time."""

import asyncio
import time
from collections.abc import Iterable

from carrom.server.identity.models import OPEN
from carrom.storage.database import Database
from carrom.tables.terms import FORMER
from carrom.tournament.online.events import Member

FRESH = 60.0
"""Seconds for which a name is remembered; a changed name is shown after that."""
_AT_ONCE = 200


class AccountNames:
    """The names of the accounts that play in tournaments."""

    def __init__(self, database: Database) -> None:
        """Read from the table of accounts."""
        self._database = database
        self._known: dict[str, tuple[float, str]] = {}

    async def load(self, members: Iterable[Member]) -> dict[str, str]:
        """Return the names of all accounts among some members by id; raises `StoreError`."""
        now = time.monotonic()
        ids = {each.account for each in members if each.account is not None}
        old = sorted(id for id in ids if id not in self._known or self._known[id][0] < now - FRESH)
        if old:
            for id, name in (await asyncio.to_thread(self._read, old)).items():
                self._known[id] = now, name
        return {id: self._known[id][1] for id in ids}

    def known(self, member: Member) -> str:
        """Return a member's name as far as it was loaded."""
        if member.account is None:
            return member.name or "Guest"
        return self._known.get(member.account, (0.0, FORMER))[1] or FORMER

    def forget(self) -> None:
        """Read all names again, because some have changed."""
        self._known.clear()

    def _read(self, ids: list[str]) -> dict[str, str]:
        found = dict.fromkeys(ids, FORMER)
        for at in range(0, len(ids), _AT_ONCE):
            part = tuple(ids[at : at + _AT_ONCE])
            asked = f"SELECT id, name FROM account WHERE state = ? AND id IN ({', '.join('?' * len(part))})"
            found |= {str(id): str(name) for id, name in self._database.ask(asked, (OPEN, *part))}
        return found
