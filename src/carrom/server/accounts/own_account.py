"""An account as its owner manages it: sessions, programs, claimed games, settings.

Everything here blocks for moments of the database.
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
"""Of one account; of one request."""
LONGEST_LIFE = 366
"""Days for which a token may be good."""


class ClaimedGame(Value, frozen=True, kw_only=True):
    """What became of the keys that a page keeps."""

    games: tuple[str, ...]
    """Those whose seats the account opens now."""
    taken: tuple[str, ...]
    """Those that another account had claimed before."""


class OwnAccount:
    """One server's answers to people about their accounts."""

    def __init__(self, people: AccountService) -> None:
        """Answer for these people."""
        self.people = self._people = people
        self._database = people.database

    def sessions(self, account: str) -> tuple[Session, ...]:
        """Return where somebody is signed in, the last used first."""
        rows = self._database.view(
            lambda ask: found(ask, Session, "account = ? AND expires > ?", account, self._people.now())
        )
        return tuple(sorted(rows, key=lambda each: each.made, reverse=True))

    def end_sessions(self, account: str, begins: str, but: str = "") -> tuple[str, ...]:
        """End the sessions whose hashes begin so, all but one, and return their hashes."""
        open = self.sessions(account)
        ended = tuple(each.hash for each in open if each.hash.startswith(begins) and each.hash != but)
        if ended:
            gone = "DELETE FROM session WHERE account = ? AND hash = ?"
            voids = (voided(account, hash) for hash in ended)
            done(self._database, *((gone, (account, hash)) for hash in ended), *voids)
        return ended

    def tokens(self, account: str) -> tuple[Token, ...]:
        """Return the tokens of somebody's programs that are still good."""
        return self._database.view(
            lambda ask: found(ask, Token, "account = ? AND expires > ?", account, self._people.now())
        )

    def new_token(self, account: Account, label: str, scopes: Sequence[Scope], days: int) -> str:
        """Return the word of a new token, which is told this once; raises `RefusedRequest`."""
        if not scopes:
            raise RefusedRequest(f"A token without a scope may do nothing; name some of {', '.join(Scope)}.")
        if not 1 <= days <= LONGEST_LIFE:
            raise RefusedRequest(f"The token would be good for {days} days; 1 to {LONGEST_LIFE} are allowed.")
        if Scope.BOT in scopes and not account.bot and self.games(account.id):
            raise RefusedRequest(
                f"{account.name} has played: a program needs an account of its own, and the scope bot is for those."
            )
        if len(self.tokens(account.id)) >= MOST_TOKENS:
            raise RefusedRequest(f"An account may have {MOST_TOKENS} tokens; end one first.")
        word, now = new_token(), self._people.now()
        named = " ".join(sorted(set(scopes)))
        done(self._database, added(Token(hashed(word), account.id, label, named, now, 0, now + days * DAY)))
        return word

    def end_token(self, account: str, begins: str) -> None:
        """End the token whose hash begins so."""
        done(
            self._database,
            ("DELETE FROM api_token WHERE account = ? AND substr(hash, 1, ?) = ?", (account, len(begins), begins)),
        )

    def become_bot(self, account: Account) -> None:
        """Mark an account as a program's, for ever; raises `RefusedRequest` if a person has played with it."""
        if account.bot:
            return
        if self.games(account.id):
            raise RefusedRequest("This account has played games; make a new one for a program.")
        done(self._database, ("UPDATE account SET bot = ? WHERE id = ?", (1, account.id)))

    def games(self, account: str) -> tuple[PastGame, ...]:
        """Return the games in which an account holds a seat, the last begun first."""
        return games_of(self._database, account)

    def claim(self, account: str, keys: Sequence[str]) -> ClaimedGame:
        """Let an account open every seat, of games and of ties, that one of these keys opens, beside it.

        A seat that another account has claimed stays his. Raises `RefusedRequest` for too many keys.
        """
        if len(keys) > MOST_KEYS:
            raise RefusedRequest(f"{len(keys)} keys were sent; {MOST_KEYS} at a time are allowed.")
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
        """Let the keys of somebody's seats in a game open nothing any more, only his account; return how many."""
        number = 0
        for table, column in (("seat", "game"), ("tie_seat", "tie")):
            changed = f"UPDATE {table} SET hash = ? WHERE account = ? AND {column} = ? RETURNING seat"
            number += len(done(self._database, (changed, (secrets.token_hex(32), account, game))))
        return number

    def let_go(self, account: str, game: str) -> int:
        """Let an account open its seats in a game no longer; their keys still do. Return how many."""
        number = 0
        for table, column in (("seat", "game"), ("tie_seat", "tie")):
            changed = f"UPDATE {table} SET account = NULL WHERE account = ? AND {column} = ? RETURNING seat"
            number += len(done(self._database, (changed, (account, game))))
        return number

    def delete(self, account: Account) -> None:
        """Delete an account: nothing that opens it remains, nor its name, which stays closed by a hash.

        Its row stays, without a name, so that games and ratings of others lead nowhere they did not; what others have
        reported and moderators have done stays with it.
        """
        leave(self._database, account.id, self.games(account.id))
        id, gone = account.id, f"{GONE} {account.id}"
        kept = "INSERT INTO closed_name (hash, made) VALUES (?, ?) ON CONFLICT DO NOTHING"
        done(
            self._database,
            (kept, (closed(account.skeleton), self._people.now())),
            ("DELETE FROM session WHERE account = ?", (id,)),
            voided(id),
            ("DELETE FROM api_token WHERE account = ?", (id,)),
            ("DELETE FROM credential WHERE account = ?", (id,)),
            ("DELETE FROM block WHERE account = ? OR other = ?", (id, id)),
            *withdrawn(id),
            *forgotten(id),
            (
                "UPDATE account SET name = '', folded = ?, skeleton = ?, role = '', state = ?, muted = 0 WHERE id = ?",
                (gone, gone, GONE, id),
            ),
        )
