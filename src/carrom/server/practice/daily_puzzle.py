"""The daily puzzle over HTTP, with its statistics: how many people tried it and how many solved it on the first try."""

import asyncio
import time
from datetime import UTC, date, datetime, timedelta

from starlette.responses import Response

from carrom import protocol
from carrom.protocol.http.training import DailyCount, DailyPuzzle, DailyTry, Day
from carrom.server.common.rate_limit import RateLimit, TokenBuckets
from carrom.server.http.operation import GET, POST, Operation, OperationRequest
from carrom.server.http.problem import Stop
from carrom.server.http.responses import told
from carrom.server.identity.models import done
from carrom.server.practice.service import PracticeService
from carrom.storage.database import Database, Statement
from carrom.tokens import hashed
from carrom.training.catalogue import puzzle_told
from carrom.training.daily import daily_number
from carrom.values import Value

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
            puzzle = puzzle_told(daily_number(date.fromisoformat(day)))
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
