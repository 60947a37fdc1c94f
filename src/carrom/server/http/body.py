"""Read a request's body within a time limit and up to a size, in the same way for every route."""

import asyncio

from starlette.requests import ClientDisconnect, Request

from carrom.server.http.problem import Stop

BODY_SECONDS = 20.0
"""In which the whole body must arrive."""


async def read_body(request: Request, longest: int) -> bytes:
    """Return the body, which has at most `longest` bytes.

    Raises `Stop`: 413 for a body that is too long, 408 for one that is too slow, 400 if the client disconnects.
    """
    parts, size = [], 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                size += len(part)
                if size > longest:
                    raise Stop(413, "too-large", f"The body may have {longest} bytes.")
                parts.append(part)
    except TimeoutError:
        raise Stop(408, "too-late", f"The body has to be there within {BODY_SECONDS:g} seconds.") from None
    except ClientDisconnect:
        raise Stop(400, "malformed", "The body broke off.") from None
    return b"".join(parts)
