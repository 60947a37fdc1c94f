"""How often somebody may try to sign in, by the account that is meant and by the address that it comes from."""

from collections.abc import Callable

from carrom.server.api.problem import Stop
from carrom.server.limits import Buckets, Rate

OF_BOTH = Rate(5, 1 / 30)
"""Tries at one account from one address: five at once, then one in half a minute."""
OF_ACCOUNT = Rate(30, 1 / 20)
"""Tries at one account from everywhere: nobody can lock its owner out for long, nor guess for long."""
OF_ADDRESS = Rate(30, 1 / 10)
"""Tries at any account from one address: a club behind one has many people."""
NEW_ACCOUNTS = Rate(10, 1 / 360)
"""New accounts from one address: ten at once, then ten an hour."""


class Attempts:
    """Counts tries; the right one is given back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Count by `clock`, seconds that never run back."""
        self._both, self._account = Buckets(OF_BOTH, clock), Buckets(OF_ACCOUNT, clock)
        self._address, self._new = Buckets(OF_ADDRESS, clock), Buckets(NEW_ACCOUNTS, clock)

    def tried(self, account: str, address: str) -> None:
        """Count a try; raises `Stop` with the seconds after which there is another."""
        kinds = ((self._both, f"{address} {account}"), (self._account, account), (self._address, address))
        wait = max(buckets.wait(key, 1) for buckets, key in kinds)
        if wait > 0:
            raise Stop(429, "too-fast", "Too many tries to sign in; wait a while.", key="sign-in", seconds=wait)
        for buckets, key in kinds:
            buckets.take(key)

    def right(self, account: str, address: str) -> None:
        """Give a try back that was right."""
        for buckets, key in ((self._both, f"{address} {account}"), (self._account, account), (self._address, address)):
            buckets.spend(key, -1)

    def sign_up(self, address: str) -> None:
        """Count a new account; raises `Stop`."""
        wait = self._new.wait(address, 1)
        if wait > 0:
            raise Stop(429, "too-fast", "Too many new accounts from your address.", key="accounts", seconds=wait)
        self._new.take(address)
