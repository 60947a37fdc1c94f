"""Login throttling against brute force: attempts per account, per address and per known device.

A device that has signed in to the account before (`devices.py`) has its own attempts, so that attacks from any number
of addresses do not lock out the owner. Its attempts also count against its address.

New accounts, archives and reports are limited by separate buckets, each with its own error message.
"""

from collections.abc import Callable
from math import ceil

from carrom.server.common.rate_limit import RateLimit, TokenBuckets
from carrom.server.http.problem import Stop

OF_BOTH = RateLimit(5, 1 / 30)
"""Attempts at one account from one address: five at once, then one every 30 seconds."""
OF_ACCOUNT = RateLimit(30, 1 / 20)
"""Attempts at one account from all addresses: slows down guessing, but locks the owner out only briefly."""
OF_DEVICE = RateLimit(5, 1 / 30)
"""Attempts at one account from one known device, at any address."""
OF_ADDRESS = RateLimit(30, 1 / 10)
"""Attempts at any account from one address, which a club may share. Passkeys name no account in advance."""
NEW_ACCOUNTS = RateLimit(10, 1 / 360)
"""New accounts from one address: ten at once, then ten an hour."""
ARCHIVES = RateLimit(5, 1 / 120)
"""Archives of one account; each reads all its games."""
REPORTS = RateLimit(5, 1 / 60)
"""Reports by one account."""


class LoginThrottle:
    """Counts login attempts; successful ones are refunded."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start with full buckets; `clock` returns monotonic seconds."""
        self._device = TokenBuckets(OF_DEVICE, clock)
        self._both, self._account = TokenBuckets(OF_BOTH, clock), TokenBuckets(OF_ACCOUNT, clock)
        self._address, self._new = TokenBuckets(OF_ADDRESS, clock), TokenBuckets(NEW_ACCOUNTS, clock)
        self._archives, self._reports = TokenBuckets(ARCHIVES, clock), TokenBuckets(REPORTS, clock)

    def tried(self, account: str, address: str, device: str | None = None) -> None:
        """Count an attempt; raises `Stop` with the seconds to wait if there were too many.

        `device` is a device known to the account, or None.
        """
        limiting = self._limiting(account, address, device)
        _check(max(buckets.wait(key, 1) for buckets, key in limiting), "attempts to sign in", "sign-in")
        for buckets, key in self._charged(account, address, device):
            buckets.spend(key, 1)

    def right(self, account: str, address: str, device: str | None = None) -> None:
        """Refund a successful attempt."""
        for buckets, key in self._charged(account, address, device):
            buckets.spend(key, -1)

    def passkey(self, address: str, number: int = 1) -> None:
        """Count attempts with a passkey, 0 to check the limit only; raises `Stop`."""
        _check(self._address.wait(address, 1), "attempts to sign in", "sign-in")
        self._address.take(address, number)

    def right_passkey(self, address: str) -> None:
        """Refund a successful attempt with a passkey."""
        self._address.spend(address, -1)

    def sign_up(self, address: str, number: int = 1) -> None:
        """Count new accounts, 0 to check the limit only; raises `Stop`."""
        _check(self._new.wait(address, 1), "new accounts from your address", "accounts")
        self._new.take(address, number)

    def archive(self, account: str) -> None:
        """Count an archive; raises `Stop`."""
        _check(self._archives.wait(account, 1), "archives of this account", "archives")
        self._archives.take(account)

    def report(self, account: str) -> None:
        """Count a report; raises `Stop`."""
        _check(self._reports.wait(account, 1), "reports by your account", "reports")
        self._reports.take(account)

    def _limiting(self, account: str, address: str, device: str | None) -> tuple[tuple[TokenBuckets, str], ...]:
        if device is not None:
            return ((self._device, f"{device} {account}"),)
        return (self._both, f"{address} {account}"), (self._account, account), (self._address, address)

    def _charged(self, account: str, address: str, device: str | None) -> tuple[tuple[TokenBuckets, str], ...]:
        limiting = self._limiting(account, address, device)
        return limiting if device is None else (*limiting, (self._address, address))


def _check(wait: float, what: str, key: str) -> None:
    """Raise `Stop` with the time to wait, if there is any."""
    if wait > 0:
        long = f"{ceil(wait)} seconds" if wait <= 90 else f"{ceil(wait / 60)} minutes"
        raise Stop(429, "too-fast", f"Too many {what}; try again in {long}.", key=key, seconds=wait)
