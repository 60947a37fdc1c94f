"""Read a request body within a time limit and a size limit."""

import asyncio

from starlette.requests import ClientDisconnect, Request

from carrom.server.http.problem import Stop

BODY_SECONDS = 20.0
"""Seconds in which the whole body must arrive."""


async def read_body(request: Request, longest: int) -> bytes:
    """Return the body of at most `longest` bytes.

    Raises `Stop`: 413 if the body is too long, 408 if it arrives too slowly, 400 if the client disconnects.
    """
    parts, size = [], 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                size += len(part)
                if size > longest:
                    raise Stop(413, "too-large", f"The body is too large; at most {longest} bytes are allowed.")
                parts.append(part)
    except TimeoutError:
        raise Stop(408, "too-late", f"The body must arrive within {BODY_SECONDS:g} seconds.") from None
    except ClientDisconnect:
        raise Stop(400, "malformed", "The connection closed before the body was complete.") from None
    return b"".join(parts)
