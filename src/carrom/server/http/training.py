"""HTTP operations of practice and training: boards set up by hand, the daily puzzle, puzzles and drills."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from random import Random
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import astuple
from starlette.responses import Response

from carrom import protocol
from carrom.board.position import Point
from carrom.board.stroke import Stroke
from carrom.errors import CarromError, RefusedRequest, SimulationDiverged
from carrom.practice.setup import SetupPosition
from carrom.practice_answers import answer
from carrom.protocol.client import Rate
from carrom.protocol.http_lobby import DailyCount, DailyPuzzle, DailyTry, Day
from carrom.server.common import FairThreadPoolExecutor, RateLimit, TokenBuckets
from carrom.server.http.problem import Stop
from carrom.server.http.router import GET, POST, Nothing, Operation, OperationRequest, marked, told
from carrom.server.people.models import done
from carrom.storage.database import Database, Statement
from carrom.tables.proposal import CommandRefused
from carrom.tokens import hashed
from carrom.training.daily import all_drills, all_puzzles, daily_number, drill_view, puzzle_view
from carrom.values import Value


class PracticeService:
    """Answers questions one at a time in its own thread, so that practice never delays a game."""

    def __init__(self, chance: Random, charge: Callable[[str, float], None] = lambda payer, seconds: None) -> None:
        """Draw aim errors from `chance`; `charge` is called with an address and the seconds of computing it used."""
        self._chance = chance
        self._thread = FairThreadPoolExecutor(1, "practice", charge)

    async def answer(self, asked: protocol.Question) -> protocol.Arranged | protocol.TriedStroke:
        """Return the answer to a question; raises `CommandRefused` with one sentence."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._answer, asked)
        except SimulationDiverged:
            raise
        except CarromError as fault:
            raise CommandRefused(protocol.Refusal.ILLEGAL, str(fault)) from None

    def close(self) -> None:
        """Stop the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _answer(self, asked: protocol.Question) -> protocol.Arranged | protocol.TriedStroke:
        return answer(asked, Random(self._chance.getrandbits(64)))


# -- the daily puzzle, with its statistics -----------------------------------------------------------------------------


GROUP = "Training"


class OfDay(Value, frozen=True, kw_only=True):
    """A day of the calendar, in UTC."""

    day: Day


class DailyStore:
    """First tries of each day.

    A row has the day, a hash that cannot be linked to another day, and whether the try solved the puzzle. When a day is
    closed its rows are replaced by two numbers. Every method blocks on the database.
    """

    def __init__(self, database: Database) -> None:
        """Count in the tables `daily_try` and `daily_total`."""
        self.database = database

    def has(self, day: str, who: str) -> bool:
        """Return whether a player's first try of a day was counted."""
        return bool(self.database.ask("SELECT 1 FROM daily_try WHERE day = ? AND who = ?", (day, _row_key(day, who))))

    def count(self, day: str, who: str, solved: bool) -> bool:
        """Count a first try; return False if there was one before."""
        if self.has(day, who):
            return False
        added = "INSERT INTO daily_try (day, who, solved) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        done(self.database, (added, (day, _row_key(day, who), int(solved))))
        return True

    def totals(self, day: str) -> tuple[int, int]:
        """Return how many people tried a day's puzzle, and how many of them solved it on the first try."""
        closed = self.database.ask("SELECT tried, solved FROM daily_total WHERE day = ?", (day,))
        if closed:
            return closed[0][0], closed[0][1]
        counted = "SELECT COUNT(*), COALESCE(SUM(solved), 0) FROM daily_try WHERE day = ?"
        tried, solved = self.database.ask(counted, (day,))[0]
        return int(tried), int(solved)

    def close_before(self, day: str) -> None:
        """Replace the rows of every day before this one by totals; a day that has a total loses what came later."""
        close: Statement = (
            "INSERT INTO daily_total (day, tried, solved) SELECT day, COUNT(*), SUM(solved) FROM daily_try "
            "WHERE day < ? GROUP BY day ON CONFLICT DO NOTHING",
            (day,),
        )
        done(self.database, close, ("DELETE FROM daily_try WHERE day < ?", (day,)))


def _row_key(day: str, who: str) -> str:
    return hashed(f"daily puzzle {day} {who}")


class DailyPuzzles:
    """Handlers for the daily puzzle."""

    PER_ADDRESS = 20
    """Number of people who are counted in a short time from one address; enough for a club behind one router."""
    now = staticmethod(time.time)
    """The clock: seconds since 1970."""

    def __init__(self, database: Database, bench: PracticeService) -> None:
        """Count in a database; `bench` judges tries."""
        self._days, self._bench = DailyStore(database), bench
        self._addresses = TokenBuckets(RateLimit(self.PER_ADDRESS, self.PER_ADDRESS / 86_400), time.monotonic)
        self._open = ""

    async def today(self, _: OperationRequest) -> Response:
        """Return the puzzle of the day with its statistics."""
        day = self._today().isoformat()

        def read() -> DailyPuzzle:
            tried, solved = self._days.totals(day)
            puzzle = puzzle_view(daily_number(date.fromisoformat(day)))
            return DailyPuzzle(day=day, puzzle=puzzle, tried=tried, solved=solved)

        return told(await asyncio.to_thread(read))

    async def try_it(self, call: OperationRequest) -> Response:
        """Judge and count a first try; raises `Stop` (404) for a day other than today and yesterday."""
        day, body = call.words.day, call.body
        today = self._today()
        yesterday = (today - timedelta(days=1)).isoformat()
        if day not in (today.isoformat(), yesterday):
            raise Stop(404, "not-found", f"{day} is not open; expected today in UTC, {today}, or the day before.")
        who = f"browser {body.token}" if call.known is None else f"account {call.known.person.id}"
        counted = False
        if not await asyncio.to_thread(self._days.has, day, who) and self._addresses.left(call.payer) >= 1:
            number = daily_number(date.fromisoformat(day))
            answer = await self._bench.answer(protocol.Solve(nonce="0" * 16, puzzle=number, stroke=body.stroke))
            assert isinstance(answer, protocol.TriedStroke)
            counted = await asyncio.to_thread(self._count, day, yesterday, who, bool(answer.reached))
            self._addresses.spend(call.payer, 1)
        tried, solved = await asyncio.to_thread(self._days.totals, day)
        return told(DailyCount(day=day, counted=counted, tried=tried, solved=solved))

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations."""
        return (
            Operation(
                "puzzles.today",
                GROUP,
                GET,
                "/api/puzzles/today",
                "The puzzle of the day (UTC), the same for everybody, and how many solved it on the first try.",
                self.today,
                DailyPuzzle,
            ),
            Operation(
                "puzzles.day-try",
                GROUP,
                POST,
                "/api/puzzles/days/{day}/try",
                "Have a first try at a daily puzzle judged and counted, once for each browser and account.",
                self.try_it,
                DailyCount,
                OfDay,
                DailyTry,
                cost=10,
            ),
        )

    def _today(self) -> date:
        return datetime.fromtimestamp(self.now(), UTC).date()

    def _count(self, day: str, yesterday: str, who: str, solved: bool) -> bool:
        if self._open != yesterday:
            self._days.close_before(yesterday)
            self._open = yesterday
        return self._days.count(day, who, solved)


# -- puzzles and drills ------------------------------------------------------------------------------------------------


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
    return puzzle_view(min(left, key=lambda each: (abs(each.rating - rating), each.number)).number)


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
            puzzle_view,
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
        serves("drills.one", "/api/drills/{name}", "A drill with its positions.", drill_view, dict[str, Any], OfDrill),
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
