"""Known devices: a cookie that opens nothing, but has login tries of its own when strangers guess passwords.

The cookie holds up to four tokens, for the accounts that have signed in on this device: a random name of the device,
and its HMAC for that account. The key of the HMAC is made of the account's password and recovery code as they are
stored, so that no token outlives either, none can be made without signing in, and none counts for another account.
This is the device cookie of OWASP's "Slow Down Online Guessing Attacks with Device Cookies".
"""

import hashlib
import hmac
import re
import secrets

from starlette.datastructures import Headers
from starlette.responses import Response

from carrom.server.identity.sessions import cookies

SAFE_COOKIE, PLAIN_COOKIE = "__Host-carrom-device", "carrom-device"
LASTS = 365 * 86_400
"""Seconds for which a browser keeps the cookie."""
_MOST = 4
"""Tokens of one device."""
_LONGEST = 500
"""Characters of a cookie that are read."""
_TOKEN = re.compile("[A-Za-z0-9_-]{16}[.][0-9a-f]{64}")


def known_device(headers: Headers, account: str, key: bytes) -> str | None:
    """Return the name of the device that a request comes from, if it has signed in to this account before."""
    for token in _tokens(headers):
        name, _, code = token.partition(".")
        if hmac.compare_digest(code.encode(), _code(name, account, key).encode()):
            return name
    return None


def remember(response: Response, headers: Headers, account: str, key: bytes, *, is_safe: bool) -> None:
    """Let an answer make its device known to an account that has just signed in on it."""
    name = known_device(headers, account, key) or secrets.token_urlsafe(12)
    token = f"{name}.{_code(name, account, key)}"
    others = [each for each in _tokens(headers) if each != token]
    value, cookie = "~".join([token, *others][:_MOST]), SAFE_COOKIE if is_safe else PLAIN_COOKIE
    response.set_cookie(cookie, value, max_age=LASTS, path="/", secure=is_safe, httponly=True, samesite="lax")


def _tokens(headers: Headers) -> list[str]:
    brought = cookies(headers)
    value = brought.get(SAFE_COOKIE) or brought.get(PLAIN_COOKIE) or ""
    return [each for each in value[:_LONGEST].split("~") if _TOKEN.fullmatch(each)]


def _code(name: str, account: str, key: bytes) -> str:
    return hmac.new(key, f"{account} {name}".encode(), hashlib.sha256).hexdigest()
