"""Deferred work: callbacks that run after the application has returned from a websocket request.

While a handler waits on a websocket, its whole call stack stays in memory: a dozen coroutines of the application, and
the request headers. A handler therefore calls `afterwards(scope, work)` and returns; the outermost middleware
(`http.security`) then runs the work.
"""

from collections.abc import Awaitable, Callable

from starlette.types import Scope

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
