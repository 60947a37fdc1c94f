"""The on-disk cache of law tables: one for each rule set, number of sides and version of the program.

Files are in the user's cache folder, or in `CARROM_TABLES` (empty: no cache), each named by the hash of what its
decisions depend on. A file that cannot be read is made again, and write errors are only logged: a cached table saves
a process its first thousand rulings, nothing else.
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
"""Maximum number of files; the least recently used are deleted."""
STEP = 64
"""New decisions after which a table is written; it is also written when the program ends."""
_lock = threading.Lock()
_tables: dict[str, "CachedTable"] = {}


class CachedTable:
    """A table that is saved on disk as it grows."""

    def __init__(self, rules: Ruleset, sides: int) -> None:
        """Load the table of these rules from the cache if possible."""
        self.table = Table(rules, sides, self._settled)
        self._written = 0
        path = path_of(self.table)
        if path is None or not path.exists():
            return
        try:
            self.table.take(Table.read(path, rules, sides))
            os.utime(path)
        except RulesError as reason:
            log.warning("rebuilding a law table: %s", reason)
        except OSError as reason:
            log.info("cannot read a law table: %s", reason)
        self._written = self.table.count

    def _settled(self, table: Table) -> None:
        """Save the table if it has `STEP` new decisions."""
        if table.count - self._written >= STEP:
            self.save()

    def save(self) -> None:
        """Save the table if it has new decisions, merged with what other processes have saved; never raises."""
        path = path_of(self.table)
        if path is None or self.table.count == self._written:
            return
        self._written = self.table.count
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists():
                self.table.take(Table.read(path, self.table.rules, self.table.sides))
        except (OSError, RulesError):
            pass
        try:
            self.table.write(path)
            self._written = self.table.count
            _tidy(path.parent)
        except OSError as reason:
            log.info("cannot save a law table: %s", reason)


def kept(rules: Ruleset, sides: int) -> Table:
    """Return this process's table of a rule set for a number of sides."""
    with _lock:
        name = Table(rules, sides).digest
        if name not in _tables:
            _tables[name] = CachedTable(rules, sides)
            _at_the_end()
        return _tables[name].table


@cache
def _at_the_end() -> None:
    atexit.register(save_all)


def save_all() -> None:
    """Save every table of this process that has new decisions."""
    for table in tuple(_tables.values()):
        table.save()


def path_of(table: Table) -> Path | None:
    """Return the file of a table, or None if there is no cache."""
    folder = os.environ.get("CARROM_TABLES")
    if folder == "":
        return None
    if folder is None:
        import platformdirs

        folder = os.path.join(platformdirs.user_cache_dir("carrom", appauthor=False), "law")
    return Path(folder) / f"{table.digest[:32]}.json"


def _tidy(folder: Path) -> None:
    """Delete the least recently used files beyond `MOST`."""
    found = sorted(folder.glob("*.json"), key=lambda each: each.stat().st_mtime, reverse=True)
    for old in found[MOST:]:
        old.unlink(missing_ok=True)
