"""Secrets: session ids, API tokens, recovery codes, and their hashes."""

import secrets

from carrom.server.identity.sessions import TOKEN
from carrom.tokens import hashed

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
