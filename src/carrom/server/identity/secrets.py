"""Secrets: session ids, API tokens, recovery codes, and their hashes."""

import secrets

from carrom.server.identity.sessions import TOKEN
from carrom.tokens import hashed

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: none of them is taken for another."""
_TAKEN_FOR = str.maketrans("OIL", "011")
_GROUPS, _GROUP = 5, 5


def new_word() -> str:
    """Return the word of a new session: 256 random bits."""
    return secrets.token_urlsafe(32)


def new_token() -> str:
    """Return the word of a new token of a program: 256 random bits behind a beginning that is known where it leaks."""
    return TOKEN + secrets.token_urlsafe(32)


def new_id() -> str:
    """Return a random identifier: 120 random bits; none begins like an option of the command line."""
    while (id := secrets.token_urlsafe(15)).startswith("-"):
        pass
    return id


def new_code() -> str:
    """Return a recovery code: 125 random bits in five groups of letters and digits."""
    groups = ("".join(secrets.choice(_LETTERS) for _ in range(_GROUP)) for _ in range(_GROUPS))
    return "-".join(groups)


def hash_of_code(said: str) -> str:
    """Return the hash by which a recovery code is known, however it is written."""
    bare = "".join(letter for letter in said.upper().translate(_TAKEN_FOR) if letter in _LETTERS)
    return hashed(f"recovery {bare}")
