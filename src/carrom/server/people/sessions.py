"""Authentication: principals, cookies and bearer tokens, secrets and their hashes, and known devices.

Over HTTPS the cookie is `__Host-carrom`, which no other site and no plain connection can set. Browsers reject that
cookie over plain HTTP, where it is `carrom` instead; if a request has both, the first one is used."""

import asyncio
import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Callable
from enum import StrEnum
from typing import TypeVar

from starlette.datastructures import Headers
from starlette.responses import Response

from carrom.server.people.models import MODERATOR, OPEN, Account, Session, Token, done, found
from carrom.storage.database import Ask, Database
from carrom.tokens import hashed
from carrom.values import Value

# -- principals: the account, and the scopes that a request may use ----------------------------------------------------


class Scope(StrEnum):
    """A permission that an API token may have."""

    READ = "read"
    """Read the games, records and ratings of the account."""
    PLAY = "play"
    """Act in games and follow them; includes `read`."""
    SEEKS = "seeks"
    """Seek games in the lobby."""
    CHALLENGES = "challenges"
    """Challenge other players, accept and decline challenges."""
    STUDY = "study"
    """Request analyses of positions and games."""
    BOT = "bot"
    """Play as a bot account."""


EVERYTHING = frozenset(Scope)


class Person(Value, frozen=True):
    """The owner of an account."""

    id: str
    name: str
    bot: bool = False
    """Whether the account is a bot's."""


class Principal(Value, frozen=True, kw_only=True):
    """The authenticated sender of a request, with its permissions."""

    person: Person
    scopes: frozenset[Scope]
    """The scopes: all of them for a browser session, the token's own for an API token."""
    hash: str
    """The hash of the session secret or the token."""
    is_page: bool
    """Whether it is a browser session rather than an API token; only a session may change the account itself."""
    since: int = 0
    """The time of signing in, in seconds since 1970."""
    muted: bool = False
    """Whether the account is muted."""
    moderates: bool = False
    """Whether this is a browser session of a moderator."""

    def may(self, scope: Scope) -> bool:
        """Return whether a scope is granted; `play` includes `read`."""
        return scope in self.scopes or (scope is Scope.READ and Scope.PLAY in self.scopes)

    def lacks(self, scope: Scope) -> str:
        """Return the error message for a token without a scope."""
        has = ", ".join(sorted(self.scopes)) or "none"
        return f"This token lacks the scope {scope.value} (it has {has}); create one that has it on the account's page."


# -- from a request's cookie or token to its principal -----------------------------------------------------------------


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


# -- secrets: session ids, API tokens, recovery codes, and hashes ------------------------------------------------------


_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no letter is confused with another."""
_TAKEN_FOR = str.maketrans("OIL", "011")
_GROUPS, _GROUP = 5, 5


def new_word() -> str:
    """Return the secret of a new session: 256 random bits."""
    return secrets.token_urlsafe(32)


def new_token() -> str:
    """Return a new API token: 256 random bits after a prefix by which leaked tokens are recognized."""
    return TOKEN + secrets.token_urlsafe(32)


def new_id() -> str:
    """Return a random id of 120 bits that does not start with a dash, like a command-line option."""
    while (id := secrets.token_urlsafe(15)).startswith("-"):
        pass
    return id


def new_code() -> str:
    """Return a recovery code: 125 random bits in five groups of letters and digits."""
    groups = ("".join(secrets.choice(_LETTERS) for _ in range(_GROUP)) for _ in range(_GROUPS))
    return "-".join(groups)


def hash_of_code(code: str) -> str:
    """Return the hash of a recovery code, ignoring case, spacing and letters that are easily confused."""
    bare = "".join(letter for letter in code.upper().translate(_TAKEN_FOR) if letter in _LETTERS)
    return hashed(f"recovery {bare}")


# -- known devices: a cookie with its own login attempts ---------------------------------------------------------------
# The cookie holds up to four tokens for the accounts that have signed in on this device: a random device name, and its
# HMAC for that account. The key of the HMAC is derived from the account's stored password and recovery code, so a
# token expires with either, cannot be made without signing in, and does not work for another account. This is the
# device cookie of OWASP's "Slow Down Online Guessing Attacks with Device Cookies".


SAFE_DEVICE_COOKIE, PLAIN_DEVICE_COOKIE = "__Host-carrom-device", "carrom-device"
LASTS = 365 * 86_400
"""Lifetime of the cookie in seconds."""
_MOST = 4
"""Maximum number of tokens in a cookie."""
_LONGEST_COOKIE = 500
"""Maximum length of a cookie that is parsed."""
_TOKEN = re.compile("[A-Za-z0-9_-]{16}[.][0-9a-f]{64}")


def known_device(headers: Headers, account: str, key: bytes) -> str | None:
    """Return the name of the device that sent a request, if it has signed in to this account before, or None."""
    for token in _tokens(headers):
        name, _, code = token.partition(".")
        if hmac.compare_digest(code.encode(), _code(name, account, key).encode()):
            return name
    return None


def remember(response: Response, headers: Headers, account: str, key: bytes, *, is_safe: bool) -> None:
    """Add a cookie to a response that marks the device as known to an account."""
    name = known_device(headers, account, key) or secrets.token_urlsafe(12)
    token = f"{name}.{_code(name, account, key)}"
    others = [each for each in _tokens(headers) if each != token]
    value, cookie = "~".join([token, *others][:_MOST]), SAFE_DEVICE_COOKIE if is_safe else PLAIN_DEVICE_COOKIE
    response.set_cookie(cookie, value, max_age=LASTS, path="/", secure=is_safe, httponly=True, samesite="lax")


def _tokens(headers: Headers) -> list[str]:
    brought = cookies(headers)
    value = brought.get(SAFE_DEVICE_COOKIE) or brought.get(PLAIN_DEVICE_COOKIE) or ""
    return [each for each in value[:_LONGEST_COOKIE].split("~") if _TOKEN.fullmatch(each)]


def _code(name: str, account: str, key: bytes) -> str:
    return hmac.new(key, f"{account} {name}".encode(), hashlib.sha256).hexdigest()
