"""Limits against one person or address that fills a server with tournaments, or a tournament with aliases.

Anyone can be a new guest with a new key, and new accounts are nearly as cheap: guests and new accounts are newcomers,
and are counted by their address. The counts are in the database, so that all processes share them and they survive a
restart; an address is stored as a hash, until the count expires.
"""

from carrom.protocol.http.tournaments import TournamentTerms
from carrom.server.identity.models import NEW_FOR, done
from carrom.server.lobby.seek import LobbyParty
from carrom.storage.database import Database
from carrom.tokens import hashed

DAY = 86_400_000
MOST_OPEN = 200
"""Tournaments of a server that are not over, unless its operator has set another limit."""
MOST_OF_ONE = 3
"""Tournaments that are not over of one creator, and of all newcomers at one address."""
MOST_A_DAY = 6
"""Tournaments that newcomers at one address create in a day."""
MOST_JOINS = 50
"""How often one person may join a tournament, counting returns after a pause."""
MOST_OF_ADDRESS = 32
"""Newcomers at one address who join a tournament without an invitation code; half of its places if those are fewer."""
_REMEMBERED = 30 * DAY
"""Milliseconds after a tournament's start for which those who joined it are counted."""
_OPEN = "tournaments.open"


class TournamentLimits:
    """The counts and limits of a database; every method blocks on it and raises `StoreError`."""

    def __init__(self, database: Database) -> None:
        """Count in the table `quota`, and read the operator's limit from `server_setting`."""
        self._database = database

    def most_open(self) -> int:
        """Return the number of tournaments that the server allows at a time."""
        rows = self._database.ask("SELECT value FROM server_setting WHERE name = ?", (_OPEN,))
        return int(rows[0][0]) if rows else MOST_OPEN

    def set_most_open(self, most: int) -> None:
        """Set that number; with 0 nobody can create a tournament."""
        set_it = (
            "INSERT INTO server_setting (name, value) VALUES (?, ?) "
            "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        )
        done(self._database, (set_it, (_OPEN, str(most))))

    def is_newcomer(self, who: LobbyParty, now: int) -> bool:
        """Return whether a person is a guest or has a new account; `now` is in ms since 1970."""
        if who.account is None:
            return True
        rows = self._database.ask("SELECT made FROM account WHERE id = ?", (who.account,))
        return not rows or now - 1000 * int(rows[0][0]) < 1000 * NEW_FOR

    def count_creation(self, address: str, now: int) -> bool:
        """Count a tournament that a newcomer creates; return False if their address has created enough today."""
        done(self._database, ("DELETE FROM quota WHERE until <= ?", (now,)))
        day = now // DAY
        return self._count(f"create {day}", address, MOST_A_DAY, (day + 1) * DAY)

    def count_joining(self, id: str, terms: TournamentTerms, address: str) -> bool:
        """Count a newcomer who joins a tournament; return False if enough have joined from their address."""
        return self._count(f"join {id}", address, of_address(terms), terms.starts + _REMEMBERED)

    def forget_joining(self, id: str, address: str) -> None:
        """Take back the last count of a person who could not join."""
        row = _row(f"join {id}", address)
        done(self._database, ("UPDATE quota SET used = used - 1 WHERE what = ? AND who = ? AND used > 0", row))

    def _count(self, what: str, address: str, most: int, until: int) -> bool:
        counted = (
            "INSERT INTO quota (what, who, used, until) VALUES (?, ?, 1, ?) ON CONFLICT (what, who) "
            "DO UPDATE SET used = quota.used + 1 WHERE quota.used < ? RETURNING used"
        )
        return bool(self._database.do(counted, (*_row(what, address), until, most)))


def of_address(terms: TournamentTerms) -> int:
    """Return how many newcomers at one address may join a tournament without an invitation code."""
    return max(1, min(MOST_OF_ADDRESS, terms.most * (terms.game.players // 2) // 2))


def hash_of(address: str) -> str:
    """Return the hash under which an address is stored."""
    return hashed(f"address {address}")


def _row(what: str, address: str) -> tuple[str, str]:
    return what, hash_of(address)
