"""Graceful shutdown: announce it, then close connections one after another before the process stops."""

import asyncio

from carrom.server.common.dispatcher import Dispatcher
from carrom.server.common.server_events import ConnectionsClosing, ServerStopping

NOTICE = 0.2
"""Seconds between the announcement and the first closed connection, for the announcement to arrive."""


async def announce_shutdown(dispatcher: Dispatcher, drain: float = 0.0) -> None:
    """Publish that the process stops, and return once its connections were closed over `drain` seconds, if any."""
    dispatcher.publish(ServerStopping())
    await asyncio.sleep(NOTICE)
    if drain > 0:
        await dispatcher.publish_and_wait(ConnectionsClosing(drain))
