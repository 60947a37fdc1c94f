"""Login throttling against brute force: attempts per account, per address and per known device.

A device that has signed in to the account before (`devices.py`) has its own attempts, so that attacks from any number
of addresses do not lock out the owner. Its attempts also count against its address.

The first attempts of each address in a day are counted apart from the others: an owner with a new device gets in while
attackers, whose addresses have used theirs, keep the limit of the account exhausted.
A recovery code cannot be guessed, so only the limits of addresses apply to it.

New accounts, archives and reports are limited by separate buckets, each with its own error message.
"""

from collections.abc import Callable
from math import ceil

from carrom.server.common.rate_limit import RateLimit, TokenBuckets
from carrom.server.http.problem import Stop

OF_BOTH = RateLimit(5, 1 / 30)
"""Attempts at one account from one address: five at once, then one every 30 seconds."""
OF_ACCOUNT = RateLimit(30, 1 / 20)
"""Attempts at one account from all addresses that have used their first ones."""
FIRST_OF_BOTH = RateLimit(3, 3 / 86_400)
"""First attempts at one account from one address: three in a day."""
FIRST_OF_ACCOUNT = RateLimit(30, 1 / 10)
"""First attempts at one account from all addresses."""
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
_REMEMBERED = 65_536
"""Pairs of an address and an account whose first attempts are remembered."""
Attempt = tuple[tuple[TokenBuckets, str], ...]
"""The buckets that an attempt was charged to, with their keys."""


class LoginThrottle:
    """Counts login attempts; successful ones are refunded."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start with full buckets; `clock` returns monotonic seconds."""
        self._device = TokenBuckets(OF_DEVICE, clock)
        self._both, self._account = TokenBuckets(OF_BOTH, clock), TokenBuckets(OF_ACCOUNT, clock)
        self._first_of_both = TokenBuckets(FIRST_OF_BOTH, clock, _REMEMBERED)
        self._first_of_account = TokenBuckets(FIRST_OF_ACCOUNT, clock)
        self._address, self._new = TokenBuckets(OF_ADDRESS, clock), TokenBuckets(NEW_ACCOUNTS, clock)
        self._archives, self._reports = TokenBuckets(ARCHIVES, clock), TokenBuckets(REPORTS, clock)

    def tried(self, account: str, address: str, device: str | None = None) -> Attempt:
        """Count an attempt with a password, and return what it was counted by.

        Raises `Stop` with the seconds to wait if there were too many. `device` is a device known to the account, or
        None.
        """
        if device is not None:
            return self._tried_at(device, account, address)
        both, first = f"{address} {account}", (self._first_of_both, f"{address} {account}")
        is_first = self._first_of_both.wait(both) == 0 and self._first_of_account.wait(account) == 0
        lane = (first, (self._first_of_account, account)) if is_first else ((self._account, account),)
        counted = ((self._both, both), (self._address, address), *lane)
        return _tried(counted, counted)

    def tried_code(self, account: str, address: str, device: str | None = None) -> Attempt:
        """Count an attempt with a recovery code, likewise."""
        if device is not None:
            return self._tried_at(device, account, address)
        counted = ((self._both, f"code {address} {account}"), (self._address, address))
        return _tried(counted, counted)

    def _tried_at(self, device: str, account: str, address: str) -> Attempt:
        """Count an attempt at a known device, at any address."""
        mine = ((self._device, f"{device} {account}"),)
        return _tried(mine, (*mine, (self._address, address)))

    def right(self, attempt: Attempt) -> None:
        """Refund a successful attempt."""
        for buckets, key in attempt:
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


def _tried(limiting: Attempt, charged: Attempt) -> Attempt:
    """Charge an attempt to some buckets; raises `Stop` if one of the limiting ones is empty."""
    _check(max(buckets.wait(key) for buckets, key in limiting), "attempts to sign in", "sign-in")
    for buckets, key in charged:
        buckets.spend(key, 1)
    return charged


def _check(wait: float, what: str, key: str) -> None:
    """Raise `Stop` with the time to wait, if there is any."""
    if wait > 0:
        long = f"{ceil(wait)} seconds" if wait <= 90 else f"{ceil(wait / 60)} minutes"
        raise Stop(429, "too-fast", f"Too many {what}; try again in {long}.", key=key, seconds=wait)
