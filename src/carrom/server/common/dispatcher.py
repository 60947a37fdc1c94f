"""Event dispatcher: typed events of one process, published to every handler that has subscribed to their type."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

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
