"""Accounts in the database, and what a change, a new name or a deletion does to the rest of the server."""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from carrom.errors import CarromError, DamagedGame, RefusedRequest, StoreError
from carrom.server.http.problem import Stop
from carrom.server.ops.bus import Bus
from carrom.server.people.login import voided
from carrom.server.people.models import OPEN, Account, Credential, Session, added, done, found
from carrom.server.people.sessions import DAY, Person, hash_of_code, new_code, new_word, person_of, seconds
from carrom.server.people.usernames import Name, closed, folded
from carrom.storage.database import GAMES, Database, PastGame, Statement
from carrom.storage.event_store import EventStore
from carrom.tables.terms import FORMER, Access, GameSettings
from carrom.tokens import hashed
from carrom.values import Value, changed


@dataclass(frozen=True, kw_only=True)
class AccountEffects:
    """What the account routes call after a change was stored."""

    sessions_ended: Callable[[Iterable[str]], None]
    """Closes the connections of sessions and tokens, by their hashes."""
    renamed: Callable[[], Awaitable[None]]
    """Shows new names in open games and in the lobby."""
    seats_changed: Callable[[str], Awaitable[None]]
    """Reads again who holds the seats of a game or the places of a tie."""


# -- the service: sign-up, login, credentials and sessions -------------------------------------------------------------
# Every method blocks on the database. Writes are idempotent: repeating one whose answer was lost changes nothing.


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


# -- connections, closed as soon as their session or token ends --------------------------------------------------------
# The process that ends a session closes its own connections at once and notifies the others on the bus; each then
# checks in the database which of its connections are still authorized. It also checks periodically, since a message
# may be lost, the command line sends none, and sessions expire.


log = logging.getLogger("carrom.server")

EVERY = 2.0
"""Seconds between two periodic checks."""
_GAP = 0.05
"""Minimum seconds between two checks."""
_AT_ONCE = 200
"""Hashes in one query."""
_SUBJECT = "people.ended"

End = Callable[[], None]


class SessionMonitor:
    """Open connections by the hash of the session or token that authorized them."""

    def __init__(self, database: Database, bus: Bus, now: Callable[[], int] = seconds) -> None:
        """Check sessions in a database; `now` returns seconds since 1970."""
        self._database, self._bus, self._now = database, bus, now
        self._lines: dict[str, dict[int, End]] = {}
        self._number = 0
        self._stirred = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._quiet: End = lambda: None

    def opened(self, hash: str, end: End) -> End:
        """Call `end` once a session or token has ended; return a function that unregisters it."""
        self._number, number = self._number + 1, self._number
        self._lines.setdefault(hash, {})[number] = end

        def forget() -> None:
            there = self._lines.get(hash, {})
            there.pop(number, None)
            if not there:
                self._lines.pop(hash, None)

        return forget

    def ended(self, hashes: Iterable[str] = ()) -> None:
        """Close the connections of these hashes here, and make every process check its own."""
        self._end(hashes)
        self._stirred.set()
        self._bus.publish(_SUBJECT, b"")

    def begin(self) -> None:
        """Start the periodic check."""
        self._quiet = self._bus.subscribe(_SUBJECT, lambda _: self._stirred.set())
        self._task = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        """Stop the periodic check."""
        self._quiet()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def look(self) -> None:
        """Close the connections whose session or token the database no longer holds; raises `StoreError`."""
        there = tuple(self._lines)
        if there:
            good = await asyncio.to_thread(self._good, there)
            self._end(hash for hash in there if hash not in good)

    async def _watch(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._stirred.wait()
            self._stirred.clear()
            try:
                await self.look()
            except StoreError as fault:
                log.warning("%s", fault)
            except Exception:  # the next check tries again
                log.exception("checking which sessions are still valid failed")
            await asyncio.sleep(_GAP)

    def _good(self, hashes: tuple[str, ...]) -> frozenset[str]:
        """Return the hashes that still belong to an open account; blocks."""
        good: set[str] = set()
        for begin in range(0, len(hashes), _AT_ONCE):
            some = hashes[begin : begin + _AT_ONCE]
            marks = ", ".join("?" * len(some))
            asked = " UNION ALL ".join(
                f"SELECT {table}.hash FROM {table} JOIN account ON account.id = {table}.account "
                f"WHERE account.state = ? AND {table}.expires > ? AND {table}.hash IN ({marks})"
                for table in ("session", "api_token")
            )
            cells: tuple[str | int, ...] = (OPEN, self._now(), *some)
            good.update(hash for (hash,) in self._database.ask(asked, (*cells, *cells)))
        return frozenset(good)

    def _end(self, hashes: Iterable[str]) -> None:
        for hash in tuple(hashes):
            for end in tuple(self._lines.pop(hash, {}).values()):
                end()


# -- new names for games and ties in memory, in every process ----------------------------------------------------------
# A deletion or rename first changes the stored games. Its caller then calls `changed`: games and ties in memory here
# read their rows again, and a message on the bus makes every other process do so. Each process also compares the names
# in memory with the database periodically, since a message may be lost and the command line sends none.


_ACCOUNTS_PER_QUERY = 500
"""Accounts in one query."""
_RENAMED = "people.renamed"


class Shown(Protocol):
    """A game or a tie in memory."""

    @property
    def access(self) -> Access:
        """The holders of its seats, and what lets others watch."""
        ...

    async def look(self) -> None:
        """Read the stored state, and send what has changed; raises `CarromError`."""


InMemory = Callable[[], Mapping[str, Shown]]


class Renames:
    """Keeps the account names in the games and ties of one process current."""

    def __init__(self, database: Database, bus: Bus, refresh: Callable[[], None], *shown: InMemory) -> None:
        """Compare what `shown` returns with the database; `refresh` is called after a change."""
        self._database, self._bus, self._refresh, self._shown = database, bus, refresh, shown
        self._hinted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._unsubscribe: Callable[[], None] = lambda: None

    def begin(self) -> None:
        """Start the periodic comparison."""
        self._unsubscribe = self._bus.subscribe(_RENAMED, lambda _: self._hinted.set())
        self._task = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        """Stop the periodic comparison."""
        self._unsubscribe()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def changed(self) -> None:
        """Update the names in this process, and notify every other process."""
        self._bus.publish(_RENAMED, b"")
        with suppress(StoreError):
            await self.compare()
        self._refresh()

    async def compare(self) -> None:
        """Reload every game and tie in memory that has an outdated name; raises `StoreError`."""
        there = [each for shown in self._shown for each in shown().values()]
        accounts = {seat.account for each in there for seat in each.access.seats if seat.account is not None}
        if not accounts:
            return
        try:
            asked = asyncio.get_running_loop().run_in_executor(None, self._names, tuple(accounts))
        except RuntimeError:  # the threads of this process have ended, and so does the process
            return
        names = await asked
        stale = [each for each in there if _is_stale(each.access, names)]
        for each in stale:
            try:
                await each.look()
            except CarromError as fault:
                log.warning("%s", fault)
        if stale:
            self._refresh()

    async def _watch(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._hinted.wait()
            self._hinted.clear()
            try:
                await self.compare()
            except StoreError as fault:
                log.warning("%s", fault)
            except Exception:  # the next comparison tries again
                log.exception("comparing the names in memory with the database failed")

    def _names(self, accounts: tuple[str, ...]) -> dict[str, str]:
        """Return the names of those accounts that are open; blocks."""
        found: dict[str, str] = {}
        for begin in range(0, len(accounts), _ACCOUNTS_PER_QUERY):
            some = accounts[begin : begin + _ACCOUNTS_PER_QUERY]
            asked = f"SELECT id, name FROM account WHERE state = ? AND id IN ({', '.join('?' * len(some))})"
            found.update(self._database.ask(asked, (OPEN, *some)))
        return found


def _is_stale(access: Access, names: Mapping[str, str]) -> bool:
    return any(each.account is not None and each.called != names.get(each.account, "") for each in access.seats)


# -- deleting or renaming: stored games, seeks and challenges ----------------------------------------------------------
# A deleted account's games stay, with a former player in them. Their events and the hash chain over them do not
# change: they are the opponents' evidence, and match records downloaded earlier. The game's setting is stored beside
# the chain, in the row; the name is replaced there and at the seats, and later records have the replacement
# (`terms.FORMER`).


def leave(database: Database, account: str, games: tuple[PastGame, ...]) -> None:
    """Replace every name at an account's seats by `FORMER`; damaged games are skipped."""
    _replace(database, games, FORMER)
    for table in ("seat", "tie_seat"):
        done(database, (f"UPDATE {table} SET name = ? WHERE account = ?", (FORMER, account)))


def rename(database: Database, account: str, games: tuple[PastGame, ...], before: str, after: str) -> None:
    """Replace one name at an account's seats by another; damaged games are skipped."""
    _replace(database, games, after, before)
    for table in ("seat", "tie_seat"):
        renamed = f"UPDATE {table} SET name = ? WHERE account = ? AND name = ?"
        done(database, (renamed, (after, account, before)))


def _replace(database: Database, games: tuple[PastGame, ...], after: str, before: str | None = None) -> None:
    store = EventStore(database, GAMES)
    for each in games:
        with suppress(DamagedGame):
            store.change_setting(each.game, without(frozenset(seat.seat for seat in each.seats), after, before))


def withdrawn(account: str) -> tuple[Statement, ...]:
    """Return the statements that withdraw an account's open seeks and challenges."""
    waits, gone = "state IN ('gathering', 'open')", "SET state = 'withdrawn', version = version + 1"
    return (
        (f"UPDATE seek {gone} WHERE (maker = ? OR body LIKE ?) AND {waits}", (f"account:{account}", _in_body(account))),
        (f"UPDATE challenge {gone} WHERE (maker = ? OR other = ?) AND {waits}", (f"account:{account}", account)),
    )


def forgotten(account: str) -> tuple[Statement, ...]:
    """Return the statements that delete an account's finished seeks and challenges, which contain its name."""
    over = "(state IN ('withdrawn', 'declined') OR game IS NOT NULL)"
    return (
        (f"DELETE FROM seek WHERE (maker = ? OR body LIKE ?) AND {over}", (f"account:{account}", _in_body(account))),
        (f"DELETE FROM challenge WHERE (maker = ? OR other = ?) AND {over}", (f"account:{account}", account)),
    )


def _in_body(account: str) -> str:
    """Return the LIKE pattern that finds an account among the places in another player's seek."""
    return f"%account:{account}%"


def without(seats: frozenset[str], after: str = FORMER, before: str | None = None) -> Callable[[str, int], str]:
    """Return a function that replaces names in a game's setting: those at `seats`, or only `before` if it is given."""

    def goes(seat: str, name: str) -> bool:
        return seat in seats and name != "" and before in (None, name)

    def replaced(text: str, version: int) -> str:
        setting = GameSettings.read(text)
        sitters = tuple(changed(each, name=after) if goes(each.seat, each.name) else each for each in setting.sitters)
        terms, name = setting.terms, "" if before is None else after
        plans = tuple(changed(plan, name=name) if goes(plan.seat, plan.name) else plan for plan in terms.seats)
        terms = changed(terms, seats=plans)
        return changed(setting, sitters=sitters, terms=terms).text()

    return replaced
