"""A fair thread pool: the client that has used least processor time lately is served next.

Each piece of work belongs to a payer, the address whose connection asked for it (`PAYER`, which a task's context
carries along). A payer who asks for much waits for itself; the others wait for one piece of its work at most.
"""

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

PAYER: ContextVar[str] = ContextVar("payer", default="")
"""The address for which the present task works; empty for the server itself."""

HALF_LIFE = 10.0
"""Seconds after which half of what a payer has used is forgotten."""

Work = tuple["Future[Any]", Callable[[], Any]]


class FairThreadPoolExecutor(Executor):
    """Some threads, and the work that waits for them."""

    def __init__(
        self, threads: int, name: str, charge: Callable[[str, float], None] = lambda payer, seconds: None
    ) -> None:
        """Begin; `charge` is told, from any thread, how many seconds of computing a payer has used."""
        self._changed = threading.Condition()
        self._waiting: dict[str, deque[Work]] = {}
        self._used: dict[str, tuple[float, float]] = {}
        self._charge, self._ended = charge, False
        for number in range(threads):
            threading.Thread(target=self._serve, name=f"{name}-{number}", daemon=True).start()

    def submit(self, work: Callable[P, T], /, *args: P.args, **words: P.kwargs) -> "Future[T]":
        """Let a thread do some work for the present payer; raises `RuntimeError` after the end."""
        future: Future[T] = Future()
        with self._changed:
            if self._ended:
                raise RuntimeError("no work can be taken after shutdown")
            self._waiting.setdefault(PAYER.get(), deque()).append((future, lambda: work(*args, **words)))
            self._changed.notify()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work; what waits is done, or else cancelled, and nobody waits for it here."""
        with self._changed:
            self._ended = True
            if cancel_futures:
                for waiting in self._waiting.values():
                    for future, _ in waiting:
                        future.cancel()
            self._changed.notify_all()

    def _serve(self) -> None:
        """Do one piece of work after the other."""
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

    def _next(self) -> tuple[str, Work] | None:
        """Return the next piece of work and its payer, or None at the end."""
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
        """Return the seconds that a payer has used, old ones counted less."""
        used, when = self._used.get(payer, (0.0, 0.0))
        return used * math.exp2((when - time.monotonic()) / HALF_LIFE)

    def _pay(self, payer: str, seconds: float) -> None:
        with self._changed:
            self._used[payer] = (self._lately(payer) + seconds, time.monotonic())
            if len(self._used) > 4096:
                self._used = {each: kept for each, kept in self._used.items() if self._lately(each) > 0.001}
        self._charge(payer, seconds)
