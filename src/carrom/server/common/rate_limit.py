"""Rate limits: the numbers, and the token bucket that counts against them."""

from collections import OrderedDict
from collections.abc import Callable

from carrom.values import Value


class RateLimit(Value, frozen=True):
    """So many at once, and so many a second in the long run."""

    burst: float
    per_second: float


class ServerLimits(Value, frozen=True, kw_only=True):
    """What the server grants before it refuses."""

    connections: int = 256
    """Websockets. When all are taken, the address that has most of them gives one up for an address that has fewer."""
    connections_per_address: int = 32
    silence: float = 120
    """Seconds without a word after which a websocket is closed; the page says something every 15."""
    open_requests: int = 512
    """Connections that are no websockets; given up in the same way."""
    open_requests_per_address: int = 64
    head_bytes: int = 16384
    """Of a request, before its body."""
    head_seconds: float = 10
    """From its first byte, or from the connection's beginning, to the end of a request's head."""
    messages: RateLimit = RateLimit(60, 20)
    """Per connection."""
    refusals: RateLimit = RateLimit(200, 5)
    """Messages that could not be followed, per address; beyond that the connection is closed."""
    new_games: RateLimit = RateLimit(30, 0.2)
    """Per address."""
    seeks: RateLimit = RateLimit(20, 0.2)
    """Seeks and challenges that are left or taken, per token of an account, else per address."""
    phrases: RateLimit = RateLimit(3, 0.25)
    """Said across the table, per connection."""
    requests: RateLimit = RateLimit(200, 50)
    """HTTP requests and connections, per address."""
    api: RateLimit = RateLimit(240, 20)
    """Calls of the HTTP API, each by its cost, per token of an account, else per address."""
    streams: int = 8
    """Streams of the HTTP API that may be open at once, likewise."""
    work: RateLimit = RateLimit(30, 0.25)
    """Seconds of computing, per address: strokes, replays and games that are opened."""
    analyses: int = 2
    """Searches at once for who asks what a position is worth; play comes first whatever their number."""
    analysis: RateLimit = RateLimit(1200, 1)
    """Seconds of such searches, per address."""
    events: int = 3000
    """What may happen in one game: strokes, men put down, undos. A match of three games has about a thousand."""
    tables: int = 512
    """Games held in memory; those that nobody follows make room."""


class TokenBucket:
    """A bucket that a rate refills and each `take` empties."""

    __slots__ = ("_clock", "_left", "_rate", "_seen")

    def __init__(self, rate: RateLimit, clock: Callable[[], float]) -> None:
        """Begin full; `clock` returns seconds and never runs back."""
        self._rate, self._clock = rate, clock
        self._left, self._seen = rate.burst, clock()

    def take(self, amount: float = 1) -> bool:
        """Take so much; False if the bucket has less."""
        if self.left() < amount:
            return False
        self._left -= amount
        return True

    def wait(self, amount: float = 1) -> float:
        """Return after how many seconds there will be so much; 0 if there is."""
        lacking = min(amount, self._rate.burst) - self.left()
        return (
            max(0.0, lacking / self._rate.per_second) if self._rate.per_second else (86_400.0 if lacking > 0 else 0.0)
        )

    def spend(self, amount: float) -> None:
        """Take what was used already, even if it was more than there is."""
        self._left = self.left() - amount

    def left(self) -> float:
        """Return how much there is; less than nothing after too much was spent."""
        now = self._clock()
        self._left = min(self._rate.burst, self._left + (now - self._seen) * self._rate.per_second)
        self._seen = now
        return self._left


class TokenBuckets:
    """One bucket an address; the address unseen for longest is forgotten first."""

    def __init__(self, rate: RateLimit, clock: Callable[[], float], remembered: int = 4096) -> None:
        """Begin with no address known."""
        self._rate, self._clock, self._remembered = rate, clock, remembered
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str, amount: float = 1) -> bool:
        """Take so much from an address's bucket; False if it has less."""
        return self._of(address).take(amount)

    def wait(self, address: str, amount: float = 1) -> float:
        """Return after how many seconds an address's bucket will hold so much; 0 if it does."""
        return self._of(address).wait(amount)

    def spend(self, address: str, amount: float) -> None:
        """Take from an address's bucket what was used already."""
        self._of(address).spend(amount)

    def left(self, address: str) -> float:
        """Return how much an address's bucket holds."""
        return self._of(address).left()

    def _of(self, address: str) -> TokenBucket:
        bucket = self._buckets.setdefault(address, TokenBucket(self._rate, self._clock))
        self._buckets.move_to_end(address)
        if len(self._buckets) > self._remembered:
            self._buckets.popitem(last=False)
        return bucket
