"""HTTP operations on puzzles and drills."""

import asyncio
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import astuple
from starlette.responses import Response

from carrom import protocol
from carrom.board.position import Point
from carrom.board.stroke import Stroke
from carrom.errors import RefusedRequest
from carrom.practice.setup import SetupPosition
from carrom.protocol.training import Rate
from carrom.server.http.operation import GET, POST, Nothing, Operation, OperationRequest
from carrom.server.http.problem import Stop
from carrom.server.http.responses import marked, told
from carrom.server.practice.service import PracticeService
from carrom.training.catalogue import all_drills, all_puzzles, drill_told, puzzle_told
from carrom.values import Value

GROUP = "Training"


class OfPuzzle(Value, frozen=True, kw_only=True):
    """A puzzle by its number."""

    number: Annotated[int, Meta(ge=1, le=100_000)]


class OfDrill(Value, frozen=True, kw_only=True):
    """A drill by its name."""

    name: Annotated[str, Meta(max_length=64)]


class NextPuzzle(Value, frozen=True, kw_only=True):
    """The parameters for choosing the next puzzle."""

    rating: Annotated[int, Meta(ge=0, le=4000)] = 1500
    """The solver's rating; the puzzle with the nearest rating is returned."""
    done: Annotated[tuple[int, ...], Meta(max_length=5000)] = ()
    """Numbers of the puzzles the solver has seen."""
    goal: Annotated[str, Meta(max_length=20)] = ""
    """Only puzzles of this goal, such as `queen`; all if empty."""
    rules: Annotated[str, Meta(max_length=40)] = ""
    """Only puzzles under this rule set; all if empty."""


class TryIt(Value, frozen=True, kw_only=True):
    """An attempt at a puzzle."""

    stroke: Stroke | None = None
    """The stroke; null to be shown the best one, or to place a piece."""
    at: Point | None = None
    """Where the piece is placed, in puzzles that ask for it."""
    moment: SetupPosition | None = None
    """From the last answer, for the second of two strokes."""
    rating: Rate | None = None
    """The solver's rating, to be updated; null for an unrated attempt."""


def next_puzzle(rating: int, done: tuple[int, ...], goal: str = "", rules: str = "") -> Any:
    """Return the unseen puzzle nearest to a rating; raises `RefusedRequest` if there is none."""
    had = frozenset(done)
    left = [
        each
        for each in all_puzzles()
        if each.number not in had and goal in ("", each.goal) and rules in ("", each.rules)
    ]
    if not left:
        raise RefusedRequest("all such puzzles have been seen; there are no more")
    return puzzle_told(min(left, key=lambda each: (abs(each.rating - rating), each.number)).number)


def training_operations(bench: PracticeService) -> tuple[Operation, ...]:
    """Return the operations on puzzles and drills; `bench` judges attempts."""

    async def try_it(call: OperationRequest) -> Response:
        """Judge an attempt."""
        asked: TryIt = call.body
        solve = protocol.Solve(
            nonce="0" * 16,
            puzzle=call.words.number,
            stroke=asked.stroke,
            at=asked.at,
            moment=asked.moment,
            rating=asked.rating,
        )
        return told(await bench.answer(solve))

    def serves(
        name: str, path: str, sentence: str, made: Callable[..., Any], answers: Any, words: type[Value] = Nothing
    ) -> Operation:
        does = _serves(made)
        return Operation(name, GROUP, GET, path, sentence, does, answers, words, cost=0, marked=True)

    return (
        serves(
            "puzzles.all",
            "/api/puzzles",
            "List the puzzles with number, rating, themes, goal and rule set.",
            all_puzzles,
            list[Any],
        ),
        serves(
            "puzzles.one",
            "/api/puzzles/{number}",
            "A puzzle without its solution.",
            puzzle_told,
            dict[str, Any],
            OfPuzzle,
        ),
        serves(
            "puzzles.next",
            "/api/puzzles/next",
            "The unseen puzzle nearest to the solver's rating.",
            next_puzzle,
            dict[str, Any],
            NextPuzzle,
        ),
        Operation(
            "puzzles.try",
            GROUP,
            POST,
            "/api/puzzles/{number}/try",
            "Attempt a puzzle. Returns whether the stroke solves it, the best stroke, and the new rating.",
            try_it,
            protocol.TriedStroke,
            OfPuzzle,
            TryIt,
            cost=10,
        ),
        serves("drills.all", "/api/drills", "List the drills.", all_drills, list[Any]),
        serves("drills.one", "/api/drills/{name}", "A drill with its positions.", drill_told, dict[str, Any], OfDrill),
    )


def _serves(made: Callable[..., Any]) -> Callable[[OperationRequest], Any]:
    """Return a handler that responds with what `made` returns for the parameters, cached."""

    @lru_cache(maxsize=256)
    def encoded(*words: Any) -> bytes:
        return msgspec.json.encode(made(*words))

    async def answer(call: OperationRequest) -> Response:
        try:
            return marked(call.request, await asyncio.to_thread(encoded, *astuple(call.words)))
        except RefusedRequest as fault:
            raise Stop(404, "not-found", str(fault)) from None

    return answer
