"""Puzzles and drills over HTTP, as the page poses them: JSON, each made once and asked for by its mark."""

import asyncio
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import astuple
from starlette.responses import Response

from carrom.data import Value
from carrom.errors import RefusedRequest
from carrom.server.api.operation import GET, Call, Nothing, Operation
from carrom.server.api.problem import Stop
from carrom.server.api.replies import marked
from carrom.training.told import all_drills, all_puzzles, drill_told, puzzle_told

GROUP = "Training"


class OfPuzzle(Value, frozen=True, kw_only=True):
    """One of the puzzles."""

    number: Annotated[int, Meta(ge=0, le=1_000_000)]


class OfDrill(Value, frozen=True, kw_only=True):
    """One of the drills."""

    name: Annotated[str, Meta(max_length=64)]


def training_operations() -> tuple[Operation, ...]:
    """Return the addresses under which puzzles and drills are posed."""

    def serves(
        name: str, path: str, sentence: str, made: Callable[..., Any], answers: Any, words: type[Value] = Nothing
    ) -> Operation:
        does = _serves(made)
        return Operation(name, GROUP, GET, path, sentence, does, answers, words, cost=0, marked=True)

    return (
        serves("puzzles.all", "/api/puzzles", "The puzzles: number, rating, themes.", all_puzzles, list[Any]),
        serves(
            "puzzles.one", "/api/puzzles/{number}", "A puzzle as it is posed.", puzzle_told, dict[str, Any], OfPuzzle
        ),
        serves("drills.all", "/api/drills", "The drills.", all_drills, list[Any]),
        serves("drills.one", "/api/drills/{name}", "A drill as it is posed.", drill_told, dict[str, Any], OfDrill),
    )


def _serves(made: Callable[..., Any]) -> Callable[[Call], Any]:
    """Return what an operation does that answers with what `made` makes of its parameters."""

    @lru_cache(maxsize=256)
    def told(*words: Any) -> bytes:
        return msgspec.json.encode(made(*words))

    async def answer(call: Call) -> Response:
        try:
            return marked(call.request, await asyncio.to_thread(told, *astuple(call.words)))
        except RefusedRequest as fault:
            raise Stop(404, "not-found", str(fault)) from None

    return answer
