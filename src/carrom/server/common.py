"""Server building blocks: rate limits, locks, a fair executor, deferred work, the dispatcher, shutdown."""

import asyncio
import logging
import math
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Executor, Future
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

from starlette.types import Scope

from carrom.values import Value

# -- deferred work: callbacks run after a websocket request has returned -----------------------------------------------
# While a handler waits on a websocket, its whole call stack stays in memory: a dozen coroutines of the application,
# and the request headers. A handler therefore calls `afterwards(scope, work)` and returns; the outermost middleware
# (`server/http/security.py`) then runs the work.


Work = Callable[[], Awaitable[None]]

_KEY = "carrom.afterwards"


def afterwards(scope: Scope, work: Work) -> None:
    """Run `work` once the application has returned."""
    scope[_KEY] = work


async def do_it(scope: Scope) -> None:
    """Run the deferred work of a request, if there is any, after dropping its headers."""
    work: Work | None = scope.pop(_KEY, None)
    if work is not None:
        scope["headers"].clear()
        await work()


# -- the dispatcher: typed events, published to every subscribed handler -----------------------------------------------


log = logging.getLogger("carrom.server")

E = TypeVar("E")
Handler = Callable[[E], Awaitable[None] | None]


class Dispatcher:
    """Calls the handlers of each event, in the event loop.

    Handlers must not depend on each other: the order in which they are called is not defined, and one that raises is
    logged and does not keep an event from the others.
    """

    def __init__(self) -> None:
        """Begin without handlers."""
        self._handlers: dict[type, list[Handler[Any]]] = {}

    def subscribe(self, kind: type[E], handler: Handler[E]) -> None:
        """Call `handler` with every event of exactly this type from now on."""
        self._handlers.setdefault(kind, []).append(handler)

    def publish(self, event: object) -> None:
        """Call the handlers of an event, none of which may be asynchronous."""
        for handler in self._handlers.get(type(event), ()):
            try:
                waiting = handler(event)
            except Exception:
                log.exception("A handler of %s failed.", type(event).__name__)
            else:
                assert waiting is None, f"{type(event).__name__} has an asynchronous handler: publish_and_wait"

    async def publish_and_wait(self, event: object) -> None:
        """Call the handlers of an event one after another, and wait for those that are asynchronous."""
        for handler in self._handlers.get(type(event), ()):
            try:
                waiting = handler(event)
                if waiting is not None:
                    await waiting
            except Exception:
                log.exception("A handler of %s failed.", type(event).__name__)


# -- the fair executor: the client with the least recent time is next --------------------------------------------------
# Each task belongs to a payer, the address of the connection that requested it (`PAYER`, a context variable). A payer
# with many tasks delays only itself; others wait for at most one of its tasks.


P = ParamSpec("P")
T = TypeVar("T")

PAYER: ContextVar[str] = ContextVar("payer", default="")
"""The address that the current task works for; empty for the server itself."""

HALF_LIFE = 10.0
"""Half-life in seconds of a payer's recorded processor time."""

Job = tuple["Future[Any]", Callable[[], Any]]


class FairThreadPoolExecutor(Executor):
    """A thread pool with a queue for each payer."""

    def __init__(
        self, threads: int, name: str, charge: Callable[[str, float], None] = lambda payer, seconds: None
    ) -> None:
        """Start the threads; they call `charge` with a payer and the processor time it has used, in seconds."""
        self._changed = threading.Condition()
        self._waiting: dict[str, deque[Job]] = {}
        self._used: dict[str, tuple[float, float]] = {}
        self._charge, self._ended = charge, False
        for number in range(threads):
            threading.Thread(target=self._serve, name=f"{name}-{number}", daemon=True).start()

    def submit(self, work: Callable[P, T], /, *args: P.args, **words: P.kwargs) -> "Future[T]":
        """Queue work for the current payer; raises `RuntimeError` after shutdown."""
        future: Future[T] = Future()
        with self._changed:
            if self._ended:
                raise RuntimeError("no work can be taken after shutdown")
            self._waiting.setdefault(PAYER.get(), deque()).append((future, lambda: work(*args, **words)))
            self._changed.notify()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more work; queued work is finished, or cancelled with `cancel_futures`. Never waits."""
        with self._changed:
            self._ended = True
            if cancel_futures:
                for waiting in self._waiting.values():
                    for future, _ in waiting:
                        future.cancel()
            self._changed.notify_all()

    def _serve(self) -> None:
        """Run tasks until shutdown."""
        while (taken := self._next()) is not None:
            payer, (future, work) = taken
            if not future.set_running_or_notify_cancel():
                continue
            began = time.thread_time()
            try:
                result = work()
            except BaseException as fault:
                self._pay(payer, time.thread_time() - began)
                future.set_exception(fault)
            else:
                self._pay(payer, time.thread_time() - began)
                future.set_result(result)

    def _next(self) -> tuple[str, Job] | None:
        """Return the next task and its payer, or None at shutdown."""
        with self._changed:
            while not self._waiting:
                if self._ended:
                    return None
                self._changed.wait()
            payer = min(self._waiting, key=self._lately)
            work = self._waiting[payer].popleft()
            if not self._waiting[payer]:
                del self._waiting[payer]
            return payer, work

    def _lately(self, payer: str) -> float:
        """Return a payer's recent processor time in seconds, exponentially decayed."""
        used, when = self._used.get(payer, (0.0, 0.0))
        return used * math.exp2((when - time.monotonic()) / HALF_LIFE)

    def _pay(self, payer: str, seconds: float) -> None:
        with self._changed:
            self._used[payer] = (self._lately(payer) + seconds, time.monotonic())
            if len(self._used) > 4096:
                self._used = {each: used for each, used in self._used.items() if self._lately(each) > 0.001}
        self._charge(payer, seconds)


# -- logging clients that exceed rate limits, at most once a minute each -----------------------------------------------


AGAIN = 60.0
"""Seconds before the same message about an address is logged again."""
_REMEMBERED = 1024


class FloodLog:
    """The addresses logged recently."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start empty; `clock` returns monotonic seconds."""
        self._clock = clock
        self._named: OrderedDict[tuple[str, str], float] = OrderedDict()

    def name(self, address: str, does: str) -> None:
        """Log what an address does, unless the same was logged recently."""
        now, known = self._clock(), self._named.get((address, does))
        if known is not None and now - known < AGAIN:
            return
        self._named[address, does] = now
        self._named.move_to_end((address, does))
        if len(self._named) > _REMEMBERED:
            self._named.popitem(last=False)
        log.warning("%s %s.", address, does)


# -- locks by name; a lock exists only while it is held or awaited -----------------------------------------------------


class NamedLocks:
    """A collection of asyncio locks by name."""

    def __init__(self) -> None:
        """Start without locks."""
        self._locks: dict[str, asyncio.Lock] = {}
        self._wanted: Counter[str] = Counter()

    @asynccontextmanager
    async def of(self, name: str) -> AsyncIterator[None]:
        """Hold the lock with this name inside an `async with` block."""
        self._wanted[name] += 1
        try:
            async with self._locks.setdefault(name, asyncio.Lock()):
                yield
        finally:
            self._wanted[name] -= 1
            if not self._wanted[name]:
                del self._wanted[name], self._locks[name]


# -- rate limits: the server's numbers, and token buckets --------------------------------------------------------------


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


# -- events of a process: lobby changed, database lost, stopping -------------------------------------------------------


class LobbyChanged(Value, frozen=True):
    """Seeks or challenges have changed, at this process or another."""


class GameCreated(Value, frozen=True):
    """A game was created or joined through the HTTP API."""

    game: str


class DatabaseLost(Value, frozen=True):
    """The database answers other processes and not this one."""


class ServerStopping(Value, frozen=True):
    """The process stops in a moment and takes no new clients."""


class ConnectionsClosing(Value, frozen=True):
    """The process stops now: its connections are closed one after another over some seconds."""

    seconds: float


# -- shutdown: announced, then connections closed one after another ----------------------------------------------------


NOTICE = 0.2
"""Seconds between the announcement and the first closed connection, for the announcement to arrive."""


async def announce_shutdown(dispatcher: Dispatcher, drain: float = 0.0) -> None:
    """Publish that the process stops, and return once its connections were closed over `drain` seconds, if any."""
    dispatcher.publish(ServerStopping())
    await asyncio.sleep(NOTICE)
    if drain > 0:
        await dispatcher.publish_and_wait(ConnectionsClosing(drain))
