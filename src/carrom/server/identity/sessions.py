"""Authentication: from a request's session cookie or bearer token to its principal.

Over HTTPS the cookie is `__Host-carrom`, which no other site and no plain connection can set. Browsers reject that
cookie over plain HTTP, where it is `carrom` instead; if a request has both, the first one is used.
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
"""Prefix of every API token, by which leaked tokens are recognized; a game's key never has it."""
_LONGEST = 100
"""Maximum length of a session secret or token."""
DAY = 86_400


def seconds() -> int:
    """Return the seconds since 1970."""
    return int(time.time())


class Authenticator:
    """Authenticates requests against the accounts in a database."""

    def __init__(self, database: Database, now: Callable[[], int] = seconds) -> None:
        """Use a database; `now` returns seconds since 1970."""
        self._database, self._now = database, now

    def known(self, headers: Headers) -> Principal | None:
        """Return the principal of a request's headers, or None for a guest; blocks on the database.

        A request with an invalid or expired secret, or of a closed account, is a guest's.
        """
        if (token := bearer(headers)) is not None:
            return self._by_token(token)
        word = cookie(headers)
        return None if word is None else self._by_session(word)

    async def who(self, headers: Headers) -> Principal | None:
        """Return the same without blocking; requests without a secret do not reach the database."""
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
    """Return the owner of an account."""
    return Person(account.id, account.name, bool(account.bot))


def who_it_is(headers: Headers) -> Headers:
    """Return only the authentication headers of a request, to be held while a connection is open."""
    return Headers({name: headers[name] for name in ("authorization", "cookie") if name in headers})


def bearer(headers: Headers) -> str | None:
    """Return the API token of a request, or None; the key of a game is not one."""
    scheme, _, word = headers.get("authorization", "").partition(" ")
    return word if scheme.lower() == "bearer" and word.startswith(TOKEN) and _could_be(word) else None


def cookie(headers: Headers) -> str | None:
    """Return the session secret of a request, or None; requests from pages of another origin have none.

    Browsers send the `__Host-` cookie over HTTPS only, so a page with an `http://` origin counts as another origin.
    """
    if _is_foreign(headers):
        return None
    sent = cookies(headers)
    safe = "" if headers.get("origin", "").startswith("http://") else sent.get(SAFE_COOKIE)
    word = safe or sent.get(PLAIN_COOKIE)
    return word if word is not None and _could_be(word) else None


def _is_foreign(headers: Headers) -> bool:
    """Return whether a page of another origin sent the request; following a link from one does not count."""
    origin, host = headers.get("origin"), headers.get("host", "")
    if origin is not None and origin.lower() not in (f"https://{host.lower()}", f"http://{host.lower()}"):
        return True
    is_followed = headers.get("sec-fetch-mode") == "navigate"
    return headers.get("sec-fetch-site") in ("cross-site", "same-site") and not is_followed


def cookies(headers: Headers) -> dict[str, str]:
    """Return the cookies of a request; the first of several with one name wins."""
    found: dict[str, str] = {}
    for part in headers.get("cookie", "").split(";"):
        name, equals, value = part.strip().partition("=")
        if equals:
            found.setdefault(name, value)
    return found


def _could_be(word: str) -> bool:
    return 0 < len(word) <= _LONGEST and word.isascii() and word.replace("_", "").replace("-", "").isalnum()


def _held(ask: Ask, kind: type[H], hash: str) -> tuple[H, Account] | None:
    """Return a session or token together with its account, if that is open."""
    rows = found(ask, kind, "hash = ?", hash)
    accounts = found(ask, Account, "id = ? AND state = ?", rows[0].account, OPEN) if rows else ()
    return (rows[0], accounts[0]) if accounts else None
