"""Known devices: a cookie that grants no access, but has its own login attempts when others guess passwords.

The cookie holds up to four tokens for the accounts that have signed in on this device: a random device name, and its
HMAC for that account. The key of the HMAC is derived from the account's stored password and recovery code, so a token
expires with either, cannot be made without signing in, and does not work for another account. This is the device
cookie of OWASP's "Slow Down Online Guessing Attacks with Device Cookies".
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
"""Lifetime of the cookie in seconds."""
_MOST = 4
"""Maximum number of tokens in a cookie."""
_LONGEST = 500
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
    value, cookie = "~".join([token, *others][:_MOST]), SAFE_COOKIE if is_safe else PLAIN_COOKIE
    response.set_cookie(cookie, value, max_age=LASTS, path="/", secure=is_safe, httponly=True, samesite="lax")


def _tokens(headers: Headers) -> list[str]:
    brought = cookies(headers)
    value = brought.get(SAFE_COOKIE) or brought.get(PLAIN_COOKIE) or ""
    return [each for each in value[:_LONGEST].split("~") if _TOKEN.fullmatch(each)]


def _code(name: str, account: str, key: bytes) -> str:
    return hmac.new(key, f"{account} {name}".encode(), hashlib.sha256).hexdigest()
