"""Deferred work: run callbacks after the application has returned from a websocket.

While a line waits, everything that was called to reach the one who serves it stays in memory: a dozen coroutines of the
application, and the head of the request. Who serves it says `afterwards(scope, work)` instead, and returns; the door
(`guard.py`), outside of all the others, does the work.
"""

from collections.abc import Awaitable, Callable

from starlette.types import Scope

Work = Callable[[], Awaitable[None]]

_KEY = "carrom.afterwards"


def afterwards(scope: Scope, work: Work) -> None:
    """Let this be done once the application has returned."""
    scope[_KEY] = work


async def do_it(scope: Scope) -> None:
    """Do what was asked to be done afterwards, if anything; the head of the request is gone then."""
    work: Work | None = scope.pop(_KEY, None)
    if work is not None:
        scope["headers"].clear()
        await work()
