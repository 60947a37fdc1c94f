"""A database wrapper that measures the time of every query and counts failures."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from carrom.errors import StoreError
from carrom.observability.metrics import Metrics
from carrom.storage.database import Ask, Database, EventRow, Statement, StoredLog, TableKind
from carrom.storage.hash_chain import Cell, ChainRow
from carrom.storage.models import StoredSeat

T = TypeVar("T")


class InstrumentedDatabase:
    """Wraps a database (`database.Database`)."""

    def __init__(self, within: Database, meters: Metrics) -> None:
        """Wrap `within` and report to `meters`."""
        self.within, self._meters = within, meters
        self.name, self.tries = within.name, within.tries

    def ask(self, question: str, values: tuple[Cell, ...]) -> list[tuple[Any, ...]]:
        """Run a query and return its rows."""
        with self._timed("ask"):
            return self.within.ask(question, values)

    def view(self, work: Callable[[Ask], T]) -> T:
        """Run several queries on one consistent snapshot."""
        with self._timed("view"):
            return self.within.view(work)

    def do(self, statement: str, values: tuple[Cell, ...]) -> list[tuple[Any, ...]]:
        """Run one writing statement."""
        with self._timed("do"):
            return self.within.do(statement, values)

    def write(self, *statements: Statement) -> list[tuple[Any, ...]]:
        """Run statements atomically."""
        with self._timed("write"):
            return self.within.write(*statements)

    def add(self, kind: TableKind, new: StoredLog) -> None:
        """Add a game."""
        with self._timed("add"):
            self.within.add(kind, new)

    def grow(self, kind: TableKind, before: bytes, row: ChainRow, seal: bytes, entries: tuple[EventRow, ...]) -> bool:
        """Replace a row and add events; a lost compare-and-set is counted as a conflict."""
        with self._timed("grow"):
            grown = self.within.grow(kind, before, row, seal, entries)
        if not grown:
            self._meters.faults.add("conflict")
        return grown

    def sit(self, kind: TableKind, game: str, seat: StoredSeat) -> None:
        """Assign a seat."""
        with self._timed("sit"):
            self.within.sit(kind, game, seat)

    def mend(self, kind: TableKind, whole: StoredLog) -> None:
        """Replace a row and links."""
        with self._timed("mend"):
            self.within.mend(kind, whole)

    def reindex(self) -> None:
        """Rebuild every index."""
        with self._timed("reindex"):
            self.within.reindex()

    def close(self) -> None:
        """Close the database."""
        self.within.close()

    @contextmanager
    def _timed(self, task: str) -> Iterator[None]:
        try:
            with self._meters.store.timed(task):
                yield
        except StoreError:
            self._meters.faults.add(task)
            raise
