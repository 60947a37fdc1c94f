"""The connection to a server: requests that are repeated where that is safe, and streams of JSON lines."""

import asyncio
import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any, TypeVar
from urllib.parse import quote

import httpx
import msgspec

from carrom.client.operations import Operation
from carrom.errors import CarromError

Answer = TypeVar("Answer")
SILENCE = 25.0
"""Seconds without a byte after which a connection is given up: a stream sends something every seven."""
PAUSES = (0.2, 1.0, 3.0)
"""Seconds before a request is repeated that was not answered, or by a server that is about to stop."""
PAUSE = 1.0
"""Seconds before a broken stream is opened again."""
PASSING = frozenset({502, 503, 504})
TOO_FAST = 429
_NAMED = re.compile(r"{(\w+)}")


class ApiError(CarromError):
    """The server refused a request, and nothing has changed. The message is the server's sentence."""

    def __init__(self, problem: Mapping[str, Any], status: int) -> None:
        """Store the problem details (RFC 9457): `status`, `code`, and for rate limits `key` and `seconds`."""
        super().__init__(str(problem.get("detail") or f"The server answered {status}."))
        self.status = status
        self.code = str(problem.get("code", ""))
        self.key = str(problem.get("key", ""))
        self.seconds = int(problem.get("seconds", 0) or 0)


class Connection:
    """A server's address, and the token or key that is sent with every request."""

    def __init__(self, address: str, token: str | None, http: httpx.AsyncClient) -> None:
        """Send requests to `address` by `http`."""
        self.address, self.token, self.http = address.rstrip("/"), token, http

    def bearing(self, token: str | None) -> "Connection":
        """Return the same connection with another token."""
        return Connection(self.address, token, self.http)

    async def ask(self, operation: Operation[Answer], body: msgspec.Struct | None = None, **words: object) -> Answer:
        """Return the answer of an operation; `words` fill its path, the rest is its query.

        Waits where a rate limit asks for it. Raises `ApiError`, and `httpx.TransportError` if nobody answers.
        """
        content = await self._content(operation, body, words)
        return content.decode() if operation.answers is str else operation.decode(content)  # type: ignore[return-value]

    async def ask_lines(self, operation: Operation[Answer], **words: object) -> list[Answer]:
        """Return all lines of an answer that ends. Raises like `ask`."""
        content = await self._content(operation, None, words)
        return [operation.decode(line) for line in content.splitlines() if line.strip()]

    async def lines(self, operation: Operation[Answer], **words: object) -> AsyncGenerator[Answer | None, None]:
        """Yield the lines of one stream until it ends or breaks, and None for each sign of life.

        Raises `ApiError` if the server refuses it for good, and `httpx.TransportError` if the connection breaks.
        """
        path, query = self._address(operation, words)
        async with self.http.stream("GET", path, params=query, headers=self._headers()) as answer:
            if answer.status_code != httpx.codes.OK:
                await answer.aread()
                raise _error(answer)
            async for line in answer.aiter_lines():
                yield operation.decode(line.encode()) if line.strip() else None

    async def _content(self, operation: Operation[Any], body: msgspec.Struct | None, words: dict[str, object]) -> bytes:
        path, query = self._address(operation, words)
        content = None if body is None else msgspec.json.encode(body)
        headers = self._headers() | ({} if content is None else {"content-type": "application/json"})
        pauses = iter(PAUSES)
        while True:
            try:
                answer = await self.http.request(operation.method, path, params=query, content=content, headers=headers)
            except httpx.TransportError:
                if (pause := next(pauses, None)) is None:
                    raise
                await asyncio.sleep(pause)
                continue
            if answer.is_success:
                return answer.content
            failure = _error(answer)
            pause = failure.seconds or 1.0 if answer.status_code == TOO_FAST else None
            if answer.status_code in PASSING:
                pause = next(pauses, None)
            if pause is None:
                raise failure
            await asyncio.sleep(pause)

    def _address(self, operation: Operation[Any], words: dict[str, object]) -> tuple[str, dict[str, str]]:
        named = _NAMED.findall(operation.path)
        path = operation.path.format(**{name: quote(str(words[name]), safe="") for name in named})
        query = {name: _text(value) for name, value in words.items() if name not in named and value is not None}
        return f"{self.address}{path}", query

    def _headers(self) -> dict[str, str]:
        return {} if self.token is None else {"authorization": f"Bearer {self.token}"}


async def resumed(
    connection: Connection, operation: Operation[Answer], words: dict[str, object]
) -> AsyncGenerator[Answer | None, None]:
    """Yield the lines of a stream for ever, opened again whenever it ends or breaks.

    `words` are read again for every opening, so that the caller can continue from the last version. Yields None for
    each sign of life and after each break. Raises `ApiError` if the server refuses the stream for good.
    """
    while True:
        pause = PAUSE
        try:
            async with aclosing(connection.lines(operation, **words)) as lines:
                async for line in lines:
                    yield line
        except httpx.TransportError:
            pass
        except ApiError as failure:
            if failure.status not in PASSING | {TOO_FAST}:
                raise
            pause = max(pause, failure.seconds)
        yield None
        await asyncio.sleep(pause)


def _error(answer: httpx.Response) -> ApiError:
    """Return the problem of a response, from whatever program."""
    try:
        problem = msgspec.json.decode(answer.content, type=dict[str, Any])
    except msgspec.DecodeError:
        problem = {"detail": answer.text.strip()[:200]}
    if "seconds" not in problem and answer.headers.get("retry-after", "").isdigit():
        problem["seconds"] = int(answer.headers["retry-after"])
    return ApiError(problem, answer.status_code)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
