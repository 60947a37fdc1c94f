"""What the owner of an account manages: sessions, API tokens (keys), claimed games, deletion.

Every method blocks on the database.
"""

import secrets
from collections.abc import Sequence

from carrom.errors import RefusedRequest
from carrom.server.accounts.deletion import forgotten, leave, withdrawn
from carrom.server.accounts.service import AccountService
from carrom.server.identity.models import GONE, Account, Session, Token, added, done, found
from carrom.server.identity.principal import Scope
from carrom.server.identity.secrets import new_token
from carrom.server.identity.sessions import DAY
from carrom.server.identity.usernames import closed
from carrom.server.login.passkeys import voided
from carrom.storage.database import games_of
from carrom.storage.models import PastGame
from carrom.tokens import hashed
from carrom.values import Value

MOST_TOKENS, MOST_KEYS = 20, 500
"""The number of tokens of one account, and of keys in one request."""
LONGEST_LIFE = 366
"""Maximum lifetime of a token in days."""


class ClaimedGame(Value, frozen=True, kw_only=True):
    """The result of claiming the seats of a browser's keys."""

    games: tuple[str, ...]
    """Games with a seat that the account opens now."""
    taken: tuple[str, ...]
    """Games whose seats belong to another account."""


class OwnAccount:
    """Operations on one's own account."""

    def __init__(self, people: AccountService) -> None:
        """Serve the accounts of `people`."""
        self.people = self._people = people
        self._database = people.database

    def sessions(self, account: str) -> tuple[Session, ...]:
        """Return the account's sessions, newest first."""
        rows = self._database.view(
            lambda ask: found(ask, Session, "account = ? AND expires > ?", account, self._people.now())
        )
        return tuple(sorted(rows, key=lambda each: each.made, reverse=True))

    def end_sessions(self, account: str, begins: str, but: str = "") -> tuple[str, ...]:
        """End the sessions whose hash starts with `begins`, except `but`, and return their hashes."""
        open = self.sessions(account)
        ended = tuple(each.hash for each in open if each.hash.startswith(begins) and each.hash != but)
        if ended:
            gone = "DELETE FROM session WHERE account = ? AND hash = ?"
            voids = (voided(account, hash) for hash in ended)
            done(self._database, *((gone, (account, hash)) for hash in ended), *voids)
        return ended

    def tokens(self, account: str) -> tuple[Token, ...]:
        """Return the account's API tokens that have not expired."""
        return self._database.view(
            lambda ask: found(ask, Token, "account = ? AND expires > ?", account, self._people.now())
        )

    def new_token(self, account: Account, label: str, scopes: Sequence[Scope], days: int) -> str:
        """Create an API token and return its text, which is not stored; raises `RefusedRequest`."""
        if not scopes:
            raise RefusedRequest(f"A token needs at least one scope; choose from {', '.join(Scope)}.")
        if not 1 <= days <= LONGEST_LIFE:
            raise RefusedRequest(f"A token cannot be valid for {days} days; expected 1 to {LONGEST_LIFE}.")
        if Scope.BOT in scopes and not account.bot and self.games(account.id):
            raise RefusedRequest(
                f"{account.name} has played games; the scope bot needs a separate account for the program."
            )
        if len(self.tokens(account.id)) >= MOST_TOKENS:
            raise RefusedRequest(f"An account may have {MOST_TOKENS} tokens; revoke one first.")
        word, now = new_token(), self._people.now()
        named = " ".join(sorted(set(scopes)))
        done(self._database, added(Token(hashed(word), account.id, label, named, now, 0, now + days * DAY)))
        return word

    def end_token(self, account: str, begins: str) -> None:
        """Revoke the token whose hash starts with `begins`."""
        done(
            self._database,
            ("DELETE FROM api_token WHERE account = ? AND substr(hash, 1, ?) = ?", (account, len(begins), begins)),
        )

    def become_bot(self, account: Account) -> None:
        """Mark an account permanently as a bot's; raises `RefusedRequest` if it has played games."""
        if account.bot:
            return
        if self.games(account.id):
            raise RefusedRequest("This account has played games; create a new account for a bot.")
        done(self._database, ("UPDATE account SET bot = ? WHERE id = ?", (1, account.id)))

    def games(self, account: str) -> tuple[PastGame, ...]:
        """Return the games in which the account has a seat, newest first."""
        return games_of(self._database, account)

    def claim(self, account: str, keys: Sequence[str]) -> ClaimedGame:
        """Link the account to the seats, in games and ties, that these keys open; the keys go on working.

        A seat that is linked to another account stays so. Raises `RefusedRequest` for too many keys.
        """
        if len(keys) > MOST_KEYS:
            raise RefusedRequest(f"{len(keys)} keys were sent; expected at most {MOST_KEYS}.")
        mine: set[str] = set()
        others: set[str] = set()
        for hash in {hashed(key) for key in keys}:
            for table, column in (("seat", "game"), ("tie_seat", "tie")):
                taken = f"UPDATE {table} SET account = ? WHERE hash = ? AND account IS NULL"
                done(self._database, (taken, (account, hash)))
                asked = f"SELECT {column}, account FROM {table} WHERE hash = ?"
                for game, holder in self._database.ask(asked, (hash,)):
                    (mine if holder == account else others).add(game)
        return ClaimedGame(games=tuple(sorted(mine)), taken=tuple(sorted(others - mine)))

    def change_locks(self, account: str, game: str) -> int:
        """Revoke the keys of the account's seats in a game, so that only the account opens them; return how many."""
        number = 0
        for table, column in (("seat", "game"), ("tie_seat", "tie")):
            changed = f"UPDATE {table} SET hash = ? WHERE account = ? AND {column} = ? RETURNING seat"
            number += len(done(self._database, (changed, (secrets.token_hex(32), account, game))))
        return number

    def let_go(self, account: str, game: str) -> int:
        """Unlink the account from its seats in a game, which only their keys open from then on; return how many."""
        number = 0
        for table, column in (("seat", "game"), ("tie_seat", "tie")):
            changed = f"UPDATE {table} SET account = NULL WHERE account = ? AND {column} = ? RETURNING seat"
            number += len(done(self._database, (changed, (account, game))))
        return number

    def delete(self, account: Account) -> None:
        """Delete an account: its credentials, sessions, tokens, progress and name; the name stays reserved by a hash.

        The account's row stays without a name, so that other players' games and ratings can still refer to it. So do
        reports by others and the acts of moderators.
        """
        leave(self._database, account.id, self.games(account.id))
        id, gone = account.id, f"{GONE} {account.id}"
        reserved = "INSERT INTO closed_name (hash, made) VALUES (?, ?) ON CONFLICT DO NOTHING"
        done(
            self._database,
            (reserved, (closed(account.skeleton), self._people.now())),
            ("DELETE FROM session WHERE account = ?", (id,)),
            voided(id),
            ("DELETE FROM api_token WHERE account = ?", (id,)),
            ("DELETE FROM credential WHERE account = ?", (id,)),
            ("DELETE FROM progress WHERE account = ?", (id,)),
            ("DELETE FROM block WHERE account = ? OR other = ?", (id, id)),
            *withdrawn(id),
            *forgotten(id),
            (
                "UPDATE account SET name = '', folded = ?, skeleton = ?, role = '', state = ?, muted = 0 WHERE id = ?",
                (gone, gone, GONE, id),
            ),
        )
