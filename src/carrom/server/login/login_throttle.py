"""Login throttling against brute force: tries per account, per address and per known device.

A device that has signed in to the account before (`devices.py`) has tries of its own: wrong tries of strangers, from
however many addresses, do not keep its owner out. They count against their address like all others.

What else is counted by people, new accounts, archives and reports, has buckets of its own: who is refused is told what
he has done too often.
"""

from collections.abc import Callable
from math import ceil

from carrom.server.common.rate_limit import RateLimit, TokenBuckets
from carrom.server.http.problem import Stop

OF_BOTH = RateLimit(5, 1 / 30)
"""Tries at one account from one address: five at once, then one in half a minute."""
OF_ACCOUNT = RateLimit(30, 1 / 20)
"""Tries at one account from everywhere: nobody can lock its owner out for long, nor guess for long."""
OF_DEVICE = RateLimit(5, 1 / 30)
"""Tries at one account from one device that has signed in to it before, wherever it is."""
OF_ADDRESS = RateLimit(30, 1 / 10)
"""Tries at any account from one address: a club behind one has many people. A passkey names no account beforehand."""
NEW_ACCOUNTS = RateLimit(10, 1 / 360)
"""New accounts from one address: ten at once, then ten an hour."""
ARCHIVES = RateLimit(5, 1 / 120)
"""Archives of one account: they read all its games."""
REPORTS = RateLimit(5, 1 / 60)
"""Reports of one account."""


class LoginThrottle:
    """Counts tries; the right one is given back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Count by `clock`, seconds that never run back."""
        self._device = TokenBuckets(OF_DEVICE, clock)
        self._both, self._account = TokenBuckets(OF_BOTH, clock), TokenBuckets(OF_ACCOUNT, clock)
        self._address, self._new = TokenBuckets(OF_ADDRESS, clock), TokenBuckets(NEW_ACCOUNTS, clock)
        self._archives, self._reports = TokenBuckets(ARCHIVES, clock), TokenBuckets(REPORTS, clock)

    def tried(self, account: str, address: str, device: str | None = None) -> None:
        """Count a try; raises `Stop` with the seconds after which there is another.

        `device` is the one that has signed in to this account before, None for a stranger's.
        """
        limiting = self._limiting(account, address, device)
        _check(max(buckets.wait(key, 1) for buckets, key in limiting), "tries to sign in", "sign-in")
        for buckets, key in self._charged(account, address, device):
            buckets.spend(key, 1)

    def right(self, account: str, address: str, device: str | None = None) -> None:
        """Give a try back that was right."""
        for buckets, key in self._charged(account, address, device):
            buckets.spend(key, -1)

    def passkey(self, address: str, number: int = 1) -> None:
        """Count an answer of a passkey, or none if it is only asked for; raises `Stop`."""
        _check(self._address.wait(address, 1), "tries to sign in", "sign-in")
        self._address.take(address, number)

    def right_passkey(self, address: str) -> None:
        """Give an answer back that was right."""
        self._address.spend(address, -1)

    def sign_up(self, address: str, number: int = 1) -> None:
        """Count a new account, or none if it is only begun; raises `Stop`."""
        _check(self._new.wait(address, 1), "new accounts from your address", "accounts")
        self._new.take(address, number)

    def archive(self, account: str) -> None:
        """Count an archive; raises `Stop`."""
        _check(self._archives.wait(account, 1), "archives of this account", "archives")
        self._archives.take(account)

    def report(self, account: str) -> None:
        """Count a report; raises `Stop`."""
        _check(self._reports.wait(account, 1), "reports of yours", "reports")
        self._reports.take(account)

    def _limiting(self, account: str, address: str, device: str | None) -> tuple[tuple[TokenBuckets, str], ...]:
        if device is not None:
            return ((self._device, f"{device} {account}"),)
        return (self._both, f"{address} {account}"), (self._account, account), (self._address, address)

    def _charged(self, account: str, address: str, device: str | None) -> tuple[tuple[TokenBuckets, str], ...]:
        limiting = self._limiting(account, address, device)
        return limiting if device is None else (*limiting, (self._address, address))


def _check(wait: float, what: str, key: str) -> None:
    """Raise `Stop` if one has to wait, saying for how long."""
    if wait > 0:
        long = f"{ceil(wait)} seconds" if wait <= 90 else f"{ceil(wait / 60)} minutes"
        raise Stop(429, "too-fast", f"Too many {what}; try again in {long}.", key=key, seconds=wait)
