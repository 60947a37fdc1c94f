"""The account service: sign-up, login, credentials and sessions in the database.

Every method blocks on the database. Writes are idempotent: repeating one whose answer was lost changes nothing.
"""

import hashlib
from collections.abc import Callable, Collection

from carrom.errors import RefusedRequest
from carrom.server.http.problem import Stop
from carrom.server.identity.models import OPEN, Account, Credential, Session, added, done, found
from carrom.server.identity.principal import Person
from carrom.server.identity.secrets import hash_of_code, new_code, new_word
from carrom.server.identity.sessions import DAY, person_of, seconds
from carrom.server.identity.usernames import Name, closed, folded
from carrom.server.login.passkeys import voided
from carrom.storage.database import Database, Statement
from carrom.tokens import hashed
from carrom.values import Value

LASTS = 60 * DAY
"""Lifetime of a session in seconds."""
MOST_SESSIONS, MOST_PASSKEYS = 20, 10
"""Limits for one account; beyond the limit, the session that was used longest ago ends."""
PASSWORD, PASSKEY, RECOVERY = "password", "passkey", "recovery"


class SignInResult(Value, frozen=True, kw_only=True):
    """The result of signing in or up."""

    person: Person
    word: str
    """The secret of the new session."""
    code: str | None = None
    """The new recovery code, shown only now."""


class AccountService:
    """The accounts in a database, with their credentials and sessions."""

    def __init__(self, database: Database, now: Callable[[], int] = seconds) -> None:
        """Use a database; `now` returns seconds since 1970."""
        self.database, self.now = database, now

    def is_free(self, name: Name) -> bool:
        """Return whether no account has this name or a similar-looking one, and no deleted account has reserved it."""
        asked = (
            "SELECT 1 FROM account WHERE folded = ? OR skeleton = ? UNION ALL SELECT 1 FROM closed_name WHERE hash = ?"
        )
        return not self.database.ask(asked, (name.folded, name.skeleton, closed(name.skeleton)))

    def sign_up(self, name: Name, credential: Credential, label: str) -> SignInResult:
        """Create an account with a credential, a recovery code and a session; raises `Stop` (409) if the name is taken.

        The rows after the account's own depend on the recovery code of this sign-up, which is added only to an account
        of this name that has no credential yet. So nothing is ever added to an account that existed before.
        """
        now, id, code, word = self.now(), credential.account, new_code(), new_word()
        account = Account(id, name.shown, name.folded, name.skeleton, 0, "", OPEN, now, 0)
        way, session = recovery(id, code, now), Session(hashed(word), id, label, now, now, now + LASTS)
        is_free = "NOT EXISTS (SELECT 1 FROM closed_name WHERE hash = ?)"
        is_new = (
            "EXISTS (SELECT 1 FROM account WHERE id = ? AND folded = ? AND state = ?) "
            "AND NOT EXISTS (SELECT 1 FROM credential WHERE account = ? OR id = ?)"
        )
        is_ours = "EXISTS (SELECT 1 FROM credential WHERE id = ? AND data = ?)"
        done(
            self.database,
            added_if(account, is_free, closed(name.skeleton)),
            added_if(way, is_new, id, name.folded, OPEN, id, credential.id),
            *(added_if(row, is_ours, way.id, way.data) for row in (credential, session)),
        )
        if not self.has_session(session.hash):
            raise Stop(
                409, "not-now", f"The name {name.shown} is taken or looks too much like a name in use; choose another."
            )
        return SignInResult(person=person_of(account), word=word, code=code)

    def sign_in(self, account: Account, label: str, used: Credential | None = None) -> SignInResult:
        """Create a session for an account; the least recently used one ends if there would be too many.

        Raises `Stop` (403) if the account is closed.
        """
        is_closed = Stop(
            403, "not-yours", "This account is closed; ask the operator of this server for the reason.", key="closed"
        )
        if account.state != OPEN:
            raise is_closed
        now, word = self.now(), new_word()
        session = Session(hashed(word), account.id, label, now, now, now + LASTS)
        statements: list[Statement] = [
            ("DELETE FROM session WHERE account = ? AND expires <= ?", (account.id, now)),
            (
                "DELETE FROM session WHERE account = ? AND hash NOT IN "
                "(SELECT hash FROM session WHERE account = ? ORDER BY used DESC, hash LIMIT ?)",
                (account.id, account.id, MOST_SESSIONS - 1),
            ),
            added_if(session, "EXISTS (SELECT 1 FROM account WHERE id = ? AND state = ?)", account.id, OPEN),
        ]
        if used is not None:
            statements.append(("UPDATE credential SET used = ?, data = ? WHERE id = ?", (now, used.data, used.id)))
        done(self.database, *statements)
        if not self.has_session(session.hash):
            raise is_closed
        return SignInResult(person=person_of(account), word=word)

    def recover(self, account: Account, password: Credential, label: str) -> SignInResult:
        """Replace an account's password and recovery code, end its sessions and tokens, and sign in."""
        code, now = new_code(), self.now()
        done(
            self.database,
            ("DELETE FROM session WHERE account = ?", (account.id,)),
            ("DELETE FROM api_token WHERE account = ?", (account.id,)),
            voided(account.id),
            *replaced(password),
            *replaced(recovery(account.id, code, now)),
        )
        signed = self.sign_in(account, label)
        return SignInResult(person=signed.person, word=signed.word, code=code)

    def account(self, id: str) -> Account | None:
        """Return the account with this id, or None."""
        rows = self.database.view(lambda ask: found(ask, Account, "id = ?", id))
        return rows[0] if rows else None

    def everybody(self) -> tuple[Account, ...]:
        """Return every account, oldest first."""
        return self.database.view(lambda ask: found(ask, Account, "made >= ?", 0))

    def names(self, ids: Collection[str]) -> dict[str, str]:
        """Return account names by id: empty for a deleted account, absent for an unknown id."""
        wanted, marks = tuple(ids), ", ".join("?" * len(ids))
        rows = self.database.ask(f"SELECT id, name FROM account WHERE id IN ({marks})", wanted) if wanted else ()
        return dict(rows)

    def called(self, name: str) -> Account | None:
        """Return the account with this name, ignoring case and spelling variants, or None."""
        rows = self.database.view(lambda ask: found(ask, Account, "folded = ?", folded(name)))
        return rows[0] if rows else None

    def credential(self, id: str) -> Credential | None:
        """Return the credential with this id, or None."""
        rows = self.database.view(lambda ask: found(ask, Credential, "id = ?", id))
        return rows[0] if rows else None

    def credentials(self, account: str) -> tuple[Credential, ...]:
        """Return the credentials of an account: password, passkeys and recovery code."""
        return self.database.view(lambda ask: found(ask, Credential, "account = ?", account))

    def has_session(self, hash: str) -> bool:
        """Return whether a session with this hash exists."""
        return bool(self.database.ask("SELECT 1 FROM session WHERE hash = ?", (hash,)))

    def device_key(self, account: str) -> bytes | None:
        """Return the key that signs an account's device cookies; it changes with the password and the recovery code."""
        there = {each.kind: each.data for each in self.credentials(account)}
        if RECOVERY not in there:
            return None
        return hashlib.sha256(f"device {there[RECOVERY]} {there.get(PASSWORD, '')}".encode()).digest()

    def add_passkey(self, passkey: Credential, session: str) -> None:
        """Add a passkey to its account; raises `RefusedRequest` if it has too many, `Stop` if the session has ended."""
        stored = [each for each in self.credentials(passkey.account) if each.kind == PASSKEY]
        if len(stored) >= MOST_PASSKEYS:
            raise RefusedRequest(f"An account may have {MOST_PASSKEYS} passkeys; remove one first.")
        done(self.database, added_if(passkey, _IS_OPEN, session))
        self._check_signed_in(session)

    def set_password(self, password: Credential, session: str) -> None:
        """Replace an account's password, and end every session except this one.

        Raises `Stop` and changes nothing if this session has ended in the meantime.
        """
        done(
            self.database,
            (f"DELETE FROM credential WHERE id = ? AND {_IS_OPEN}", (password.id, session)),
            added_if(password, _IS_OPEN, session),
            (
                f"DELETE FROM session WHERE account = ? AND hash <> ? AND {_IS_OPEN}",
                (password.account, session, session),
            ),
            voided(password.account),
        )
        self._check_signed_in(session)

    def new_code(self, account: str) -> str:
        """Replace the account's recovery code, and return the new one."""
        code = new_code()
        done(self.database, *replaced(recovery(account, code, self.now())))
        return code

    def _check_signed_in(self, session: str) -> None:
        if not self.has_session(session):
            raise Stop(401, "no-token", "Your session has ended; sign in again.", key="sign-in")

    def remove_credential(self, account: str, id: str) -> None:
        """Remove a passkey or the password; raises `RefusedRequest` if it is the last way to sign in."""
        stored = [each for each in self.credentials(account) if each.kind != RECOVERY]
        if all(each.id != id for each in stored):
            return
        if len(stored) == 1:
            raise RefusedRequest("This is the only way to sign in to the account; add another one first.")
        done(self.database, ("DELETE FROM credential WHERE account = ? AND id = ?", (account, id)))


_IS_OPEN = "EXISTS (SELECT 1 FROM session WHERE hash = ?)"


def password_of(account: str, hash: str, now: int) -> Credential:
    """Return the credential of an account's password."""
    return Credential(f"{account}:{PASSWORD}", account, PASSWORD, "", hash, now, now)


def recovery(account: str, code: str, now: int) -> Credential:
    """Return the credential of an account's recovery code."""
    return Credential(f"{account}:{RECOVERY}", account, RECOVERY, "", hash_of_code(code), now, 0)


def replaced(row: Credential) -> tuple[Statement, Statement]:
    """Return the statements that replace the credential with the same id."""
    return ("DELETE FROM credential WHERE id = ?", (row.id,)), added(row)


def added_if(row: Value, condition: str, *values: str) -> Statement:
    """Return the statement that inserts a row if an SQL condition holds and the row does not exist yet."""
    statement, cells = added(row)
    head, _, _ = statement.partition(" VALUES ")
    places = ", ".join("?" * len(cells))
    return f"{head} SELECT {places} WHERE {condition} ON CONFLICT DO NOTHING", (*cells, *values)
