"""Password hashing with argon2id (19 MiB, two passes), at most two at a time."""

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import TypeVar

from carrom.errors import RefusedRequest, SetupError
from carrom.server.http.problem import Stop
from carrom.server.identity.usernames import folded

T = TypeVar("T")
SHORTEST, LONGEST = 10, 200
"""Limits for the length of a password."""
_BESIDE = 5
"""Minimum number of characters besides the account's name."""
MEMORY, ROUNDS, LANES = 19 * 1024, 2, 1
"""KiB, passes and threads of a hash, OWASP's second choice: about 25 ms, and 38 MiB for two at a time."""
AT_ONCE, WAITING = 2, 32
_NOBODYS = "$argon2id$v=19$m=19456,t=2,p=1$WEyUse/mXzhfELMCFudOxw$NR6SG7zh4fPIROlmmlk+mUSgf1/0i8kMG+iV3VD2gBA"
"""The hash of a random password: a login with an unknown name takes the same time as with a known one."""


def check_accounts() -> None:
    """Raise `SetupError` if the dependencies of accounts are not installed."""
    missing = [name for name, module in (("argon2-cffi", "argon2"), ("webauthn", "webauthn")) if not find_spec(module)]
    if missing:
        lacks = " and ".join(missing)
        raise SetupError(f"Accounts need {lacks}, which is not installed: `pip install 'carrom[accounts]'`.")


def fit(given: str, name: str) -> str:
    """Return a password normalized for hashing; raises `RefusedRequest`, never quoting it, if it is too weak."""
    password = unicodedata.normalize("NFKC", given)
    if not SHORTEST <= len(password) <= LONGEST:
        raise RefusedRequest(f"The password has {len(password)} characters; expected {SHORTEST} to {LONGEST}.")
    if len(set(password)) < 5:
        raise RefusedRequest("The password repeats a few characters; use at least five different ones.")
    given, own = folded(password), folded(name)
    if len(given.replace(own, "")) < _BESIDE:
        raise RefusedRequest("The password is too similar to the name; choose another.")
    return password


class Passwords:
    """Hashes and verifies passwords in a small thread pool."""

    def __init__(self) -> None:
        """Start the thread pool; raises `SetupError` if argon2 is not installed."""
        check_accounts()
        from argon2 import PasswordHasher

        self._hasher = PasswordHasher(time_cost=ROUNDS, memory_cost=MEMORY, parallelism=LANES)
        self._threads = ThreadPoolExecutor(AT_ONCE, "password")
        self._waiting = 0

    async def hash(self, password: str) -> str:
        """Return the hash of a password; raises `Stop` if too many requests are waiting."""
        return await self._in_turn(lambda: self._hasher.hash(password))

    async def fits(self, stored: str | None, given: str) -> bool:
        """Return whether a password matches a hash; takes as long without one. Raises `Stop` if too many wait."""
        password = unicodedata.normalize("NFKC", given[: 2 * LONGEST])
        return await self._in_turn(lambda: self._compared(stored, password))

    def close(self) -> None:
        """Stop the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _compared(self, stored: str | None, password: str) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError

        try:
            return self._hasher.verify(stored or _NOBODYS, password) and stored is not None
        except (VerificationError, InvalidHashError, UnicodeEncodeError):
            return False

    async def _in_turn(self, work: Callable[[], T]) -> T:
        if self._waiting >= WAITING:
            raise Stop(429, "too-fast", "Too many people are signing in; try again.", key="sign-in", seconds=2)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1
