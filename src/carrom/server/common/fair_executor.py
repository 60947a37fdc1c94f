"""A fair thread pool: the client that has used the least processor time recently is served next.

Each task belongs to a payer, the address of the connection that requested it (`PAYER`, a context variable). A payer
with many tasks delays only itself; others wait for at most one of its tasks.
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
"""The address that the current task works for; empty for the server itself."""

HALF_LIFE = 10.0
"""Half-life in seconds of a payer's recorded processor time."""

Work = tuple["Future[Any]", Callable[[], Any]]


class FairThreadPoolExecutor(Executor):
    """A thread pool with a queue for each payer."""

    def __init__(
        self, threads: int, name: str, charge: Callable[[str, float], None] = lambda payer, seconds: None
    ) -> None:
        """Start the threads; they call `charge` with a payer and the processor time it has used, in seconds."""
        self._changed = threading.Condition()
        self._waiting: dict[str, deque[Work]] = {}
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

    def _next(self) -> tuple[str, Work] | None:
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
