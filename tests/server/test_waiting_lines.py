"""Memory of an idle websocket: a queue and a flag, no request headers, no reference to the application."""

import asyncio
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Receive, Scope, Send

from carrom.server.common import RateLimit, TokenBuckets, afterwards
from carrom.server.http.security import SecurityMiddleware
from carrom.server.play.connection import CompactEvent, CompactQueue, SendQueue


@given(st.lists(st.integers(0, 3), max_size=30))
def test_what_is_put_into_a_queue_comes_out_in_order_whoever_is_first(pauses: list[int]) -> None:
    async def read() -> list[int]:
        queue, came = CompactQueue[int](), []

        async def put() -> None:
            for number, pause in enumerate(pauses):
                queue.put_nowait(number)
                for _ in range(pause):
                    await asyncio.sleep(0)

        putting = asyncio.create_task(put())
        async with asyncio.timeout(5):
            for _ in pauses:
                came.append(await queue.get())
        await putting
        assert queue.empty()
        return came

    assert asyncio.run(read()) == list(range(len(pauses)))


def test_a_reader_that_gives_up_takes_nothing_with_it() -> None:
    async def read() -> str:
        queue = CompactQueue[str]()
        reading = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        reading.cancel()
        queue.put_nowait("kept")
        await asyncio.gather(reading, return_exceptions=True)
        return await queue.get()

    assert asyncio.run(read()) == "kept"


def test_all_who_wait_for_a_flag_go_on_and_only_while_it_is_set() -> None:
    async def waited() -> int:
        flag, through = CompactEvent(), 0
        await flag.wait()
        flag.clear()

        async def wait() -> None:
            nonlocal through
            await flag.wait()
            through += 1

        waiting = [asyncio.create_task(wait()) for _ in range(3)]
        await asyncio.sleep(0)
        assert (through, flag.is_set()) == (0, False)
        waiting[0].cancel()
        flag.set()
        await asyncio.gather(*waiting, return_exceptions=True)
        return through

    assert asyncio.run(waited()) == 2


def test_a_line_that_has_sent_everything_has_no_task_and_begins_another_for_the_next_message() -> None:
    async def sent() -> list[str | bytes]:
        taken: list[str | bytes] = []

        async def take(told: str | bytes) -> None:
            await asyncio.sleep(0)
            taken.append(told)

        async def close() -> None:
            taken.append("closed")

        unsent, here = SendQueue(take, close), asyncio.all_tasks()
        assert unsent.add("one")
        assert unsent.add(b"two")
        await unsent.sent()
        assert (unsent.size, asyncio.all_tasks()) == (0, here)
        assert unsent.add("three")
        unsent.end()
        unsent.add("four")
        await unsent.sent()
        return taken

    assert asyncio.run(sent()) == ["one", b"two", "closed"]


def test_a_line_is_served_when_the_application_has_returned_and_its_head_is_gone() -> None:
    said: list[Any] = []
    given: Scope = {
        "type": "websocket",
        "path": "/ws",
        "headers": [(b"host", b"localhost"), (b"cookie", b"a=b")],
        "client": ("127.0.0.1", 1),
    }

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        async def work() -> None:
            said.append(("worked", list(scope["headers"])))

        afterwards(scope, work)
        said.append("returned")

    async def nothing(*_: object) -> Any:
        raise AssertionError("nothing is said here")

    requests = TokenBuckets(RateLimit(1, 1), lambda: 0.0)
    guard = SecurityMiddleware(application, names=frozenset({"localhost"}), any_address=False, requests=requests)
    asyncio.run(guard(given, nothing, nothing))
    assert said == ["returned", ("worked", [])]
