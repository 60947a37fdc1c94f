"""Operations that serve the OpenAPI description and the API reference page."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import msgspec
from starlette.responses import Response

from carrom.server.http.operation import GET, Operation, OperationRequest
from carrom.server.http.responses import marked
from carrom.server.openapi.description import description
from carrom.server.openapi.page import STYLE, html

GROUP = "The API"


def with_description(operations: Iterable[Operation]) -> tuple[Operation, ...]:
    """Return the operations together with those that describe all of them."""
    table: tuple[Operation, ...] = ()

    @cache
    def document() -> dict[str, Any]:
        return description(table)

    @cache
    def as_json() -> bytes:
        return msgspec.json.encode(document())

    @cache
    def as_page() -> bytes:
        return html(document()).encode()

    def serves(made: Callable[[], bytes], media: str) -> Callable[[OperationRequest], Any]:
        async def does(call: OperationRequest) -> Response:
            return marked(call.request, made(), media=media)

        return does

    table = (
        *operations,
        Operation(
            name="api",
            group=GROUP,
            method=GET,
            path="/api",
            sentence="The API reference as a page.",
            does=serves(as_page, "text/html"),
            answers=str,
            media="text/html",
            cost=0,
            marked=True,
        ),
        Operation(
            name="api.description",
            group=GROUP,
            method=GET,
            path="/api/openapi.json",
            sentence="The API as an OpenAPI 3.1 document.",
            does=serves(as_json, "application/json"),
            answers=dict[str, Any],
            cost=0,
            marked=True,
        ),
        Operation(
            name="api.style",
            group=GROUP,
            method=GET,
            path="/api/page.css",
            sentence="The style sheet of the reference page.",
            does=serves(STYLE.encode, "text/css"),
            answers=str,
            media="text/css",
            cost=0,
            marked=True,
        ),
    )
    return table
