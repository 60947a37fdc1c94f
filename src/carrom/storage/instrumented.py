"""A database wrapper that measures the time of every query and counts failures."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from carrom.errors import StoreError
from carrom.observability.metrics import Metrics
from carrom.storage.database import Ask, Database, Entry, Kind, Statement, Written
from carrom.storage.hash_chain import Cell, ChainRow
from carrom.storage.models import StoredSeat

T = TypeVar("T")


class InstrumentedDatabase:
    """A database (`database.Database`) in front of another."""

    def __init__(self, within: Database, meters: Metrics) -> None:
        """Time what `within` does."""
        self.within, self._meters = within, meters
        self.name, self.tries = within.name, within.tries

    def ask(self, question: str, values: tuple[Cell, ...]) -> list[tuple[Any, ...]]:
        """Return the rows that answer a question."""
        with self._timed("ask"):
            return self.within.ask(question, values)

    def view(self, work: Callable[[Ask], T]) -> T:
        """Do a piece of reading whose questions are all answered from the same moment."""
        with self._timed("view"):
            return self.within.view(work)

    def do(self, statement: str, values: tuple[Cell, ...]) -> list[tuple[Any, ...]]:
        """Do one statement that writes."""
        with self._timed("do"):
            return self.within.do(statement, values)

    def write(self, *statements: Statement) -> list[tuple[Any, ...]]:
        """Do statements, all or nothing."""
        with self._timed("write"):
            return self.within.write(*statements)

    def add(self, kind: Kind, new: Written) -> None:
        """Add a game."""
        with self._timed("add"):
            self.within.add(kind, new)

    def grow(self, kind: Kind, before: bytes, row: ChainRow, seal: bytes, entries: tuple[Entry, ...]) -> bool:
        """Replace a row and add events; that another was first is counted as a conflict."""
        with self._timed("grow"):
            grown = self.within.grow(kind, before, row, seal, entries)
        if not grown:
            self._meters.faults.add("conflict")
        return grown

    def sit(self, kind: Kind, game: str, seat: StoredSeat) -> None:
        """Give somebody a seat."""
        with self._timed("sit"):
            self.within.sit(kind, game, seat)

    def mend(self, kind: Kind, whole: Written) -> None:
        """Replace a row and links."""
        with self._timed("mend"):
            self.within.mend(kind, whole)

    def reindex(self) -> None:
        """Make every index anew."""
        with self._timed("reindex"):
            self.within.reindex()

    def close(self) -> None:
        """Close it."""
        self.within.close()

    @contextmanager
    def _timed(self, task: str) -> Iterator[None]:
        try:
            with self._meters.store.timed(task):
                yield
        except StoreError:
            self._meters.faults.add(task)
            raise
