"""HTTP routes of puzzles and drills."""

import asyncio
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import astuple
from starlette.responses import Response

from carrom import protocol
from carrom.board.stroke import Stroke
from carrom.errors import RefusedRequest
from carrom.protocol.training import Rate
from carrom.server.http.operation import GET, POST, Call, Nothing, Operation
from carrom.server.http.problem import Stop
from carrom.server.http.responses import marked
from carrom.server.http.responses import told as told_as
from carrom.server.practice.service import PracticeService
from carrom.training.catalogue import all_drills, all_puzzles, drill_told, puzzle_told
from carrom.values import Value

GROUP = "Training"


class OfPuzzle(Value, frozen=True, kw_only=True):
    """One of the puzzles."""

    number: Annotated[int, Meta(ge=1, le=100_000)]


class OfDrill(Value, frozen=True, kw_only=True):
    """One of the drills."""

    name: Annotated[str, Meta(max_length=64)]


class NextPuzzle(Value, frozen=True, kw_only=True):
    """Which puzzle comes next."""

    rating: Annotated[int, Meta(ge=0, le=4000)] = 1500
    """The solver's: the puzzle whose rating is nearest is given."""
    done: Annotated[tuple[int, ...], Meta(max_length=1000)] = ()
    """Numbers of those that he has had."""


class TryIt(Value, frozen=True, kw_only=True):
    """A try at a puzzle."""

    stroke: Stroke | None
    """Null: the best stroke is shown."""
    rating: Rate | None = None
    """The solver's, to be rated anew; null where the try is not rated."""


def next_puzzle(rating: int, done: tuple[int, ...]) -> Any:
    """Return the puzzle nearest to a rating that was not had. Raises `RefusedRequest` where all were."""
    had = frozenset(done)
    left = [each for each in all_puzzles() if each.number not in had]
    if not left:
        raise RefusedRequest("all puzzles were had: there are no more")
    return puzzle_told(min(left, key=lambda each: (abs(each.rating - rating), each.number)).number)


def training_operations(bench: PracticeService) -> tuple[Operation, ...]:
    """Return the addresses under which puzzles and drills are posed; tries are judged on a bench."""

    async def try_it(call: Call) -> Response:
        """Judge a try."""
        asked: TryIt = call.body
        solve = protocol.Solve(nonce="0" * 16, puzzle=call.words.number, stroke=asked.stroke, rating=asked.rating)
        return told_as(await bench.answer(solve))

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
        serves("puzzles.next", "/api/puzzles/next", "The next puzzle.", next_puzzle, dict[str, Any], NextPuzzle),
        Operation(
            "puzzles.try",
            GROUP,
            POST,
            "/api/puzzles/{number}/try",
            "Play a stroke at a puzzle: whether it solves it, the best one, and the rating it leads to.",
            try_it,
            protocol.Tried,
            OfPuzzle,
            TryIt,
            cost=10,
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
