"""Tables of the law that a machine keeps: one for each book, number of sides and edition of the program.

They lie in the user's cache folder (or in `CARROM_TABLES`; an empty value keeps none), each under the hash of what it
follows from, so that a book or program that has changed finds none. What cannot be read is made again, what cannot be
written is done without: a table saves a process the first thousand questions to `judge`, and nothing else.
"""

import atexit
import logging
import os
import threading
from functools import cache
from pathlib import Path

from carrom.arrays.law.law_table import Table
from carrom.errors import RulesError
from carrom.rules.ruleset import Ruleset

log = logging.getLogger("carrom.arrays")
MOST = 32
"""Tables that are kept; those that were not used for the longest time go first."""
STEP = 64
"""A table is written when it knows so many new decisions, and when the program ends."""
_lock = threading.Lock()
_tables: dict[str, "Kept"] = {}


class Kept(Table):
    """A table of this process that is kept on the disk as it grows."""

    def __init__(self, rules: Ruleset, sides: int) -> None:
        """Read the table of these rules, if there is one that can be read."""
        super().__init__(rules, sides)
        self._written = 0
        path = path_of(self)
        if path is None or not path.exists():
            return
        try:
            self.take(Table.read(path, rules, sides))
            os.utime(path)
        except RulesError as reason:
            log.warning("a table of the law is made again: %s", reason)
        except OSError as reason:
            log.info("a table of the law cannot be read: %s", reason)
        self._written = self.count

    def settle(self) -> None:
        """Write the table if it has learnt enough since."""
        if self.count - self._written >= STEP:
            self.save()

    def save(self) -> None:
        """Write the table if it has learnt anything, with what other processes have written since; never raise."""
        path = path_of(self)
        if path is None or self.count == self._written:
            return
        self._written = self.count
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists():
                self.take(Table.read(path, self.rules, self.sides))
        except (OSError, RulesError):
            pass
        try:
            self.write(path)
            self._written = self.count
            _tidy(path.parent)
        except OSError as reason:
            log.info("a table of the law cannot be kept: %s", reason)


def kept(rules: Ruleset, sides: int) -> Kept:
    """Return this process's table of a book for so many sides."""
    with _lock:
        name = Table(rules, sides).digest
        if name not in _tables:
            _tables[name] = Kept(rules, sides)
            _at_the_end()
        return _tables[name]


@cache
def _at_the_end() -> None:
    atexit.register(save_all)


def save_all() -> None:
    """Write every table of this process that has learnt anything."""
    for table in tuple(_tables.values()):
        table.save()


def path_of(table: Table) -> Path | None:
    """Return where a table is kept; None where none is."""
    folder = os.environ.get("CARROM_TABLES")
    if folder == "":
        return None
    if folder is None:
        import platformdirs

        folder = os.path.join(platformdirs.user_cache_dir("carrom", appauthor=False), "law")
    return Path(folder) / f"{table.digest[:32]}.json"


def _tidy(folder: Path) -> None:
    """Remove the tables that were not used for the longest time."""
    found = sorted(folder.glob("*.json"), key=lambda each: each.stat().st_mtime, reverse=True)
    for old in found[MOST:]:
        old.unlink(missing_ok=True)
