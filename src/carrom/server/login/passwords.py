"""Password hashing with argon2id (19 MiB, two rounds), two at a time."""

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
"""Characters of a password."""
_BESIDE = 5
"""Characters that it has beside the name."""
MEMORY, ROUNDS, LANES = 19 * 1024, 2, 1
"""KiB, passes and threads of one hash, OWASP's second choice: some 25 ms, and 38 MiB for the two at a time."""
AT_ONCE, WAITING = 2, 32
_NOBODYS = "$argon2id$v=19$m=19456,t=2,p=1$WEyUse/mXzhfELMCFudOxw$NR6SG7zh4fPIROlmmlk+mUSgf1/0i8kMG+iV3VD2gBA"
"""The hash of nobody's password: who names nobody waits as long as who names somebody."""


def check_accounts() -> None:
    """Raise `SetupError` if what accounts need is not installed."""
    missing = [name for name, module in (("argon2-cffi", "argon2"), ("webauthn", "webauthn")) if not find_spec(module)]
    if missing:
        lacks = " and ".join(missing)
        raise SetupError(f"Accounts need {lacks}, which is not installed: `pip install 'carrom[accounts]'`.")


def fit(said: str, name: str) -> str:
    """Return a password as it is hashed, for an account of this name; raises `RefusedRequest`, and never quotes it."""
    password = unicodedata.normalize("NFKC", said)
    if not SHORTEST <= len(password) <= LONGEST:
        raise RefusedRequest(f"The password has {len(password)} characters; {SHORTEST} to {LONGEST} are allowed.")
    if len(set(password)) < 5:
        raise RefusedRequest("The password repeats a few characters; at least five different ones are needed.")
    said, own = folded(password), folded(name)
    if len(said.replace(own, "")) < _BESIDE:
        raise RefusedRequest("The password is made of the name; choose another.")
    return password


class Passwords:
    """Hashes and compares, beside the event loop."""

    def __init__(self) -> None:
        """Begin with nothing to do; raises `SetupError`."""
        check_accounts()
        from argon2 import PasswordHasher

        self._hasher = PasswordHasher(time_cost=ROUNDS, memory_cost=MEMORY, parallelism=LANES)
        self._threads = ThreadPoolExecutor(AT_ONCE, "password")
        self._waiting = 0

    async def hash(self, password: str) -> str:
        """Return the text by which a password is known; raises `Stop` if too many wait."""
        return await self._in_turn(lambda: self._hasher.hash(password))

    async def fits(self, kept: str | None, said: str) -> bool:
        """Whether a password is the one of `kept`; of nobody's it takes as long. Raises `Stop` if too many wait."""
        password = unicodedata.normalize("NFKC", said[: 2 * LONGEST])
        return await self._in_turn(lambda: self._compared(kept, password))

    def needs_again(self, kept: str) -> bool:
        """Whether a hash was made with other figures than today's."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _compared(self, kept: str | None, password: str) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError

        try:
            return self._hasher.verify(kept or _NOBODYS, password) and kept is not None
        except (VerificationError, InvalidHashError, UnicodeEncodeError):
            return False

    async def _in_turn(self, work: Callable[[], T]) -> T:
        if self._waiting >= WAITING:
            raise Stop(429, "too-fast", "Many are signing in at this moment; try again.", key="sign-in", seconds=2)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1
