"""Authentication: from a request's session cookie or bearer token to its principal.

The cookie of a page that came over TLS is `__Host-carrom`: no other site and no plain connection can have set it. Over
a plain connection browsers keep no such cookie, and it is `carrom`; where both come, the first one counts.
"""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

from starlette.datastructures import Headers

from carrom.server.identity.models import MODERATOR, OPEN, Account, Session, Token, done, found
from carrom.server.identity.principal import EVERYTHING, Person, Principal, Scope
from carrom.storage.database import Ask, Database
from carrom.tokens import hashed

H = TypeVar("H", Session, Token)
SAFE_COOKIE, PLAIN_COOKIE = "__Host-carrom", "carrom"
TOKEN = "carrom_"
"""With this every token of a program begins, so that it is known where it should not be; a game's key never does."""
_LONGEST = 100
"""Characters that the word of a session or a token may have."""
DAY = 86_400


def seconds() -> int:
    """Return the seconds since 1970."""
    return int(time.time())


class Authenticator:
    """Who comes to a server that has accounts."""

    def __init__(self, database: Database, now: Callable[[], int] = seconds) -> None:
        """Look people up in a database; `now` returns the seconds since 1970."""
        self._database, self._now = database, now

    def known(self, headers: Headers) -> Principal | None:
        """Return who a request with these headers comes from and what it may do, or None: a guest.

        Blocks for a moment of the database. A word that is wrong, has expired, or whose account is closed is a guest's.
        """
        if (token := bearer(headers)) is not None:
            return self._by_token(token)
        word = cookie(headers)
        return None if word is None else self._by_session(word)

    async def who(self, headers: Headers) -> Principal | None:
        """Return the same beside the event loop; a guest who shows nothing costs nothing."""
        if cookie(headers) is None and bearer(headers) is None:
            return None
        return await asyncio.to_thread(self.known, headers)

    def _by_session(self, word: str) -> Principal | None:
        hash, now = hashed(word), self._now()
        row = self._database.view(lambda ask: _held(ask, Session, hash))
        if row is None or row[0].expires <= now:
            return None
        session, account = row
        if session.used < now - DAY:
            done(self._database, ("UPDATE session SET used = ? WHERE hash = ?", (now, hash)))
        return Principal(
            person=person_of(account),
            scopes=EVERYTHING,
            hash=hash,
            is_page=True,
            since=session.made,
            muted=account.muted > now,
            moderates=account.role == MODERATOR,
        )

    def _by_token(self, word: str) -> Principal | None:
        hash, now = hashed(word), self._now()
        row = self._database.view(lambda ask: _held(ask, Token, hash))
        if row is None or row[0].expires <= now:
            return None
        token, account = row
        if token.used < now - DAY:
            done(self._database, ("UPDATE api_token SET used = ? WHERE hash = ?", (now, hash)))
        scopes = frozenset(Scope(each) for each in token.scopes.split() if each in set(Scope))
        return Principal(person=person_of(account), scopes=scopes, hash=hash, is_page=False, muted=account.muted > now)


def person_of(account: Account) -> Person:
    """Return who has an account."""
    return Person(account.id, account.name, bool(account.bot))


def who_it_is(headers: Headers) -> Headers:
    """Return what of the head of a request says who it comes from: a line keeps no more of it."""
    return Headers({name: headers[name] for name in ("authorization", "cookie") if name in headers})


def bearer(headers: Headers) -> str | None:
    """Return the token of a program that a request brings, or None; the key of a game is none."""
    scheme, _, word = headers.get("authorization", "").partition(" ")
    return word if scheme.lower() == "bearer" and word.startswith(TOKEN) and _could_be(word) else None


def cookie(headers: Headers) -> str | None:
    """Return the word of a session that a request brings, or None; what another origin's page sends brings none.

    Browsers send the cookie of TLS over TLS alone: with it a page that says it came without is another origin, too.
    """
    if _is_foreign(headers):
        return None
    brought = cookies(headers)
    safe = "" if headers.get("origin", "").startswith("http://") else brought.get(SAFE_COOKIE)
    word = safe or brought.get(PLAIN_COOKIE)
    return word if word is not None and _could_be(word) else None


def _is_foreign(headers: Headers) -> bool:
    """Whether a page of another origin asks, as its browser says; following a link from one is no asking."""
    origin, host = headers.get("origin"), headers.get("host", "")
    if origin is not None and origin.lower() not in (f"https://{host.lower()}", f"http://{host.lower()}"):
        return True
    is_followed = headers.get("sec-fetch-mode") == "navigate"
    return headers.get("sec-fetch-site") in ("cross-site", "same-site") and not is_followed


def cookies(headers: Headers) -> dict[str, str]:
    """Return the cookies of a request; of two with one name the first counts."""
    told: dict[str, str] = {}
    for part in headers.get("cookie", "").split(";"):
        name, equals, value = part.strip().partition("=")
        if equals:
            told.setdefault(name, value)
    return told


def _could_be(word: str) -> bool:
    return 0 < len(word) <= _LONGEST and word.isascii() and word.replace("_", "").replace("-", "").isalnum()


def _held(ask: Ask, kind: type[H], hash: str) -> tuple[H, Account] | None:
    """Return a session or a token and its account, if that is open."""
    rows = found(ask, kind, "hash = ?", hash)
    accounts = found(ask, Account, "id = ? AND state = ?", rows[0].account, OPEN) if rows else ()
    return (rows[0], accounts[0]) if accounts else None
