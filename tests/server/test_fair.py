"""A fair thread pool: a client with many requests delays only itself."""

import threading
import time
from concurrent.futures import CancelledError, Future
from contextvars import copy_context
from typing import Any

import pytest

from carrom.server.common import PAYER, FairThreadPoolExecutor


def asked(threads: FairThreadPoolExecutor, payer: str, work: Any) -> "Future[Any]":
    """Submit work on behalf of a client."""

    def ask() -> "Future[Any]":
        PAYER.set(payer)
        return threads.submit(work)

    return copy_context().run(ask)


def busy(seconds: float = 0.02) -> None:
    """Use the CPU for some seconds."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


@pytest.mark.slow
def test_who_asks_for_little_waits_for_one_piece_of_anothers_work_at_most() -> None:
    threads, done = FairThreadPoolExecutor(1, "test"), []
    gate = threading.Event()
    first = asked(threads, "greedy", gate.wait)
    greedy = [asked(threads, "greedy", lambda number=number: (busy(), done.append(number))) for number in range(20)]
    modest = [asked(threads, "modest", lambda: done.append("modest")) for _ in range(3)]
    gate.set()
    for each in (first, *greedy, *modest):
        each.result(10)
    assert done.index("modest") <= 1
    assert done[:5].count("modest") == 3
    assert [each for each in done if each != "modest"] == list(range(20)), "one's own work stays in order"
    threads.shutdown()


def test_two_who_ask_for_much_take_turns() -> None:
    threads, done = FairThreadPoolExecutor(1, "test"), []
    gate = threading.Event()
    first = asked(threads, "", gate.wait)
    futures = [
        asked(threads, payer, lambda payer=payer: (busy(), done.append(payer))) for payer in "ab" for _ in range(6)
    ]
    gate.set()
    for each in (first, *futures):
        each.result(10)
    assert 2 <= done[:6].count("a") <= 4
    threads.shutdown()


def test_computing_is_charged_to_who_asked_and_waiting_is_not() -> None:
    charged: list[tuple[str, float]] = []
    threads = FairThreadPoolExecutor(2, "test", lambda payer, seconds: charged.append((payer, seconds)))
    asked(threads, "a", lambda: busy(0.05)).result(10)
    asked(threads, "b", lambda: time.sleep(0.1)).result(10)
    with pytest.raises(ZeroDivisionError):
        asked(threads, "c", lambda: 1 / 0).result(10)
    spent = dict(charged)
    assert list(spent) == ["a", "b", "c"]
    assert spent["a"] >= 0.05
    assert spent["b"] < 0.05
    threads.shutdown()


def test_at_the_end_what_waits_is_cancelled_and_nothing_more_is_taken() -> None:
    threads, gate = FairThreadPoolExecutor(1, "test"), threading.Event()
    running = asked(threads, "a", gate.wait)
    while not running.running():
        time.sleep(0.001)
    waiting = asked(threads, "a", int)
    threads.shutdown(cancel_futures=True)
    gate.set()
    assert running.result(10)
    with pytest.raises(CancelledError):
        waiting.result(10)
    with pytest.raises(RuntimeError, match="after shutdown"):
        threads.submit(int)
