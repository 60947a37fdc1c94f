"""Rate limits: the server's numbers, and token buckets that enforce them."""

from collections import OrderedDict
from collections.abc import Callable

from carrom.values import Value


class RateLimit(Value, frozen=True):
    """The size of a token bucket, and its refill rate."""

    burst: float
    per_second: float


class ServerLimits(Value, frozen=True, kw_only=True):
    """The limits of a server."""

    connections: int = 256
    """Websockets. When all are in use, the address with the most loses one to an address with fewer."""
    connections_per_address: int = 32
    silence: float = 120
    """Seconds without a message after which a websocket is closed; the page sends one every 15."""
    open_requests: int = 512
    """Connections that are not websockets, shared in the same way."""
    open_requests_per_address: int = 64
    head_bytes: int = 16384
    """Size of the request headers."""
    head_seconds: float = 10
    """Time for the request headers, from the first byte or the start of the connection."""
    messages: RateLimit = RateLimit(60, 20)
    """For each connection."""
    invalid_messages: RateLimit = RateLimit(200, 5)
    """Invalid messages, for each address; beyond the limit the connection is closed."""
    new_games: RateLimit = RateLimit(30, 0.2)
    """For each address."""
    seeks: RateLimit = RateLimit(20, 0.2)
    """Seeks and challenges created or accepted, for each token of an account or else for each address."""
    phrases: RateLimit = RateLimit(3, 0.25)
    """Chat phrases, for each connection."""
    requests: RateLimit = RateLimit(200, 50)
    """HTTP requests and connections, for each address."""
    api: RateLimit = RateLimit(240, 20)
    """Calls of the HTTP API, weighted by cost, for each token of an account or else for each address."""
    streams: int = 8
    """Open streams of the HTTP API, counted likewise."""
    computing_time: RateLimit = RateLimit(30, 0.25)
    """Seconds of computing for each address: strokes, replays and loaded games."""
    analyses: int = 2
    """Simultaneous analysis searches; games in progress always have priority over them."""
    analysis_time: RateLimit = RateLimit(1200, 1)
    """Seconds of analysis for each address."""
    events_per_game: int = 3000
    """Events of one game: strokes, placements, undos. A match of three games has about a thousand."""
    games: int = 512
    """Games held in memory; those without connected clients are unloaded first."""


class TokenBucket:
    """A token bucket."""

    __slots__ = ("_clock", "_left", "_rate", "_seen")

    def __init__(self, rate: RateLimit, clock: Callable[[], float]) -> None:
        """Start full; `clock` returns monotonic seconds."""
        self._rate, self._clock = rate, clock
        self._left, self._seen = rate.burst, clock()

    def take(self, amount: float = 1) -> bool:
        """Take tokens; return False, taking none, if there are too few."""
        if self.left() < amount:
            return False
        self._left -= amount
        return True

    def wait(self, amount: float = 1) -> float:
        """Return the seconds until this many tokens will be available; 0 if they are."""
        lacking = min(amount, self._rate.burst) - self.left()
        return (
            max(0.0, lacking / self._rate.per_second) if self._rate.per_second else (86_400.0 if lacking > 0 else 0.0)
        )

    def spend(self, amount: float) -> None:
        """Charge tokens after the fact; the bucket may become negative."""
        self._left = self.left() - amount

    def left(self) -> float:
        """Return the number of tokens; negative after overspending."""
        now = self._clock()
        self._left = min(self._rate.burst, self._left + (now - self._seen) * self._rate.per_second)
        self._seen = now
        return self._left


class TokenBuckets:
    """A token bucket for each address; the least recently used are forgotten."""

    def __init__(self, rate: RateLimit, clock: Callable[[], float], remembered: int = 4096) -> None:
        """Start without addresses; `remembered` is the maximum number of buckets."""
        self._rate, self._clock, self._remembered = rate, clock, remembered
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str, amount: float = 1) -> bool:
        """Take tokens from an address's bucket; return False if there are too few."""
        return self._of(address).take(amount)

    def wait(self, address: str, amount: float = 1) -> float:
        """Return the seconds until an address's bucket will have this many tokens; 0 if it does."""
        return self._of(address).wait(amount)

    def spend(self, address: str, amount: float) -> None:
        """Charge an address's bucket after the fact."""
        self._of(address).spend(amount)

    def left(self, address: str) -> float:
        """Return the number of tokens in an address's bucket."""
        return self._of(address).left()

    def _of(self, address: str) -> TokenBucket:
        bucket = self._buckets.setdefault(address, TokenBucket(self._rate, self._clock))
        self._buckets.move_to_end(address)
        if len(self._buckets) > self._remembered:
            self._buckets.popitem(last=False)
        return bucket
