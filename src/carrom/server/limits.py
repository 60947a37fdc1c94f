"""How much one client may ask: numbers, and the bucket that counts against them."""

from collections import OrderedDict
from collections.abc import Callable

from carrom.data import Value


class Rate(Value, frozen=True):
    """So many at once, and so many a second in the long run."""

    burst: float
    per_second: float


class Limits(Value, frozen=True, kw_only=True):
    """What the server grants before it refuses."""

    connections: int = 256
    connections_per_address: int = 32
    messages: Rate = Rate(60, 20)
    """Per connection."""
    refusals: Rate = Rate(100, 1)
    """Messages that could not be followed, per connection; beyond that it is closed."""
    new_games: Rate = Rate(30, 0.2)
    """Per address."""
    phrases: Rate = Rate(3, 0.25)
    """Said across the table, per connection."""
    requests: Rate = Rate(200, 50)
    """HTTP requests and connections, per address."""
    tables: int = 512
    """Games held in memory; those that nobody follows make room."""


class Bucket:
    """A bucket that a rate refills and each `take` empties by one."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        """Begin full; `clock` returns seconds and never runs back."""
        self._rate, self._clock = rate, clock
        self._left, self._seen = rate.burst, clock()

    def take(self) -> bool:
        """Take one; False if the bucket is empty."""
        now = self._clock()
        self._left = min(self._rate.burst, self._left + (now - self._seen) * self._rate.per_second)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """One bucket an address; the address unseen for longest is forgotten first."""

    def __init__(self, rate: Rate, clock: Callable[[], float], remembered: int = 4096) -> None:
        """Begin with no address known."""
        self._rate, self._clock, self._remembered = rate, clock, remembered
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take one from an address's bucket; False if it is empty."""
        bucket = self._buckets.setdefault(address, Bucket(self._rate, self._clock))
        self._buckets.move_to_end(address)
        if len(self._buckets) > self._remembered:
            self._buckets.popitem(last=False)
        return bucket.take()
