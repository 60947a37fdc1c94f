"""Puzzles and drills over HTTP, as the page poses them: JSON, each made once and asked for by its mark."""

import asyncio
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from carrom.errors import RefusedRequest
from carrom.training.told import all_drills, all_puzzles, drill_told, puzzle_told


def training_routes() -> list[Route]:
    """Return the addresses under which puzzles and drills are posed."""
    return [
        Route("/api/puzzles", _serves(all_puzzles)),
        Route("/api/puzzles/{number:int}", _serves(puzzle_told)),
        Route("/api/drills", _serves(all_drills)),
        Route("/api/drills/{name}", _serves(drill_told)),
    ]


def _serves(made: Callable[..., Any]) -> Callable[[Request], Any]:
    """Return the endpoint that answers with what `made` makes of the words of the path."""

    @lru_cache(maxsize=256)
    def told(*words: Any) -> tuple[bytes, str]:
        body = msgspec.json.encode(made(*words))
        return body, f'"{sha256(body).hexdigest()[:20]}"'

    async def answer(request: Request) -> Response:
        try:
            body, mark = await asyncio.to_thread(told, *request.path_params.values())
        except RefusedRequest as fault:
            return JSONResponse({"error": str(fault)}, 404)
        headers = {"etag": mark, "cache-control": "no-cache"}
        if mark in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(body, headers=headers, media_type="application/json")

    return answer
