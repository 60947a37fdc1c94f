"""The law table: decisions of `judge` by the key of a stroke, in memory and in the user's cache folder.

A table belongs to one rule set and number of sides. It starts empty: an unknown key is ruled on by `judge` once, and
the decision is stored. `write` and `read` save it in a file; a damaged file, or one of another rule set, edition or
program version, is refused."""

import atexit
import hashlib
import logging
import os
import tempfile
import threading
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from carrom import rules
from carrom.arrays import facts, layout
from carrom.arrays.facts import row_of
from carrom.board.disc import QUEEN
from carrom.board.outcome import Outcome
from carrom.errors import RulesError
from carrom.files import replace
from carrom.rules.case import Case
from carrom.rules.effects import COUNTER_BACK, OVER, QUEEN_COVERED, VOID, VOIDED_BACK
from carrom.rules.judge import judge
from carrom.rules.round import QueenState, Round
from carrom.rules.ruleset import Ruleset, book_digest
from carrom.rules.ruling import Ruling, Turn
from carrom.values import Value

# A table belongs to one rule set and number of sides. It starts empty: an unknown key is ruled on by `judge` once, and
# the decision is stored. `write` and `read` save it in a file; a damaged file, or one of another rule set, edition or
# program version, is refused. `carrom.arrays.law_table` does this for a process and its user.


FORM = "carrom law table 2"
SMALLEST = 1_021
QUEENS = (QueenState.BOARD, QueenState.PENDING, QueenState.COVERED, QueenState.ASIDE)
_TURNS = {Turn.CONTINUE: layout.KEPT, Turn.PASS: layout.PASSED, Turn.RETRY: layout.AGAIN, Turn.END: layout.ENDED}
_SLAMS = {None: 0, "white": 1, "black": 2}


class Table:
    """Decisions on strokes of one rule set, by their keys."""

    def __init__(self, rules: Ruleset, sides: int = 2, settled: Callable[["Table"], None] | None = None) -> None:
        """Make an empty table; `settled` is called with it after each step of a batch."""
        self.rules, self.sides, self._settled = rules, sides, settled
        self.slots = _slots(SMALLEST)
        self.decisions = np.zeros((64, layout.DECISION), dtype=np.int64)
        self.count = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return self.count

    @cached_property
    def digest(self) -> str:
        """The hash of what decisions depend on: the rule set and edition, the laws' sources, the form of a key."""
        return hashlib.sha256(f"{FORM} {self.sides} {book_digest(self.rules)} {sources_digest()}".encode()).hexdigest()

    def learn(self, key: int, round: Round, outcome: Outcome) -> None:
        """Have `judge` rule on a stroke and store the decision under the key."""
        self.keep(key, decision(round, judge(round, outcome)))

    def keep(self, key: int, row: tuple[int, ...]) -> None:
        """Store a decision under a key, unless the table has the key."""
        with self._lock:
            if row_of(self.slots, key) >= 0:
                return
            if self.count == len(self.decisions):
                self.decisions = np.concatenate((self.decisions, np.zeros_like(self.decisions)))
            self.decisions[self.count] = row
            if 2 * self.count >= len(self.slots):
                grown = _slots(2 * len(self.slots) + 1)
                for known, number in self.slots[self.slots[:, 1] >= 0]:
                    _put(grown, int(known), int(number))
                self.slots = grown
            _put(self.slots, key, self.count)
            self.count += 1

    def take(self, other: "Table") -> None:
        """Add the decisions of another table of the same rule set."""
        for key, row in other.rows().items():
            self.keep(key, row)

    def settle(self) -> None:
        """Report that a step of a batch is done; a table that is stored on disk may be written then."""
        if self._settled is not None:
            self._settled(self)

    def rows(self) -> dict[int, tuple[int, ...]]:
        """Return every key with its decision."""
        used = self.slots[self.slots[:, 1] >= 0]
        return {int(key): tuple(map(int, self.decisions[row])) for key, row in used}

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the table to a file atomically. Raises `OSError`."""
        rows = tuple((key, *row) for key, row in sorted(self.rows().items()))
        text = msgspec.json.encode(_File(FORM, self.digest, self.rules.name, self.sides, _sum(rows), rows))
        target = Path(path)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text)
            replace(name, target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    @classmethod
    def read(cls, path: str | os.PathLike[str], rules: Ruleset, sides: int = 2) -> "Table":
        """Return the table of a file. Raises `RulesError` for a damaged file, or one that does not match the rules."""
        made = cls(rules, sides)
        try:
            result = msgspec.json.decode(Path(path).read_bytes(), type=_File)
        except msgspec.MsgspecError as reason:
            raise RulesError(f"{os.fspath(path)} is not a law table: {reason}") from None
        if result.form != FORM or result.digest != made.digest:
            raise RulesError(
                f"{os.fspath(path)} is a stale law table of {result.name!r} for {result.sides} sides: it was made "
                f"from another rule set, edition or program than {rules.name!r} ({rules.edition}) for {sides} sides; "
                "delete it to have it made again."
            )
        if result.sum != _sum(result.rows) or any(len(row) != 1 + layout.DECISION for row in result.rows):
            raise RulesError(f"{os.fspath(path)} is not a law table: its checksum is wrong")
        for key, *row in result.rows:
            made.keep(key, tuple(row))
        return made


class _File(Value, frozen=True):
    """The file format of a table: each row is a key and its decision."""

    form: str
    digest: str
    name: str
    sides: int
    sum: str
    """The hash of the rows."""
    rows: tuple[tuple[int, ...], ...]


def _sum(rows: tuple[tuple[int, ...], ...]) -> str:
    return hashlib.sha256(msgspec.json.encode(rows)).hexdigest()


def _put(slots: Any, key: int, number: int) -> None:
    """Insert a row's number under its key; the number is written last, for concurrent readers."""
    at = key % len(slots)
    while slots[at, 1] >= 0:
        at = (at + 1) % len(slots)
    slots[at, 0] = key
    slots[at, 1] = number


def _slots(size: int) -> Any:
    made = np.zeros((size, 2), dtype=np.int64)
    made[:, 1] = -1
    return made


def decision(round: Round, ruling: Ruling) -> tuple[int, ...]:
    """Return a ruling as the fields of `layout`; the laws' own `Case` adds up what it charges."""
    assert ruling.outcome is not None
    case = Case(round, ruling.outcome)
    for finding in ruling.findings:
        case.note(finding.effects)
    result = ruling.result
    ended = ruling.turn is Turn.END
    totals = ended and OVER in case.found
    side = layout.AS_BEFORE
    if ruling.queen_side is None:
        side = layout.NOBODY
    elif ruling.queen_side == case.mover and ruling.queen_side != round.queen_side:
        side = layout.MOVER
    own = round.sides[case.mover].colour
    covers = (
        QUEEN_COVERED in case.found
        and ruling.queen is QueenState.COVERED
        and round.queen is not QueenState.COVERED
        and own is None
    )
    return (
        layout.TOTALS if totals else _TURNS[ruling.turn],
        case.charged(True),
        int(bool(case.men_of_the_stroke_back)),
        case.charged(False),
        sum(1 for disc in ruling.centred if disc is not QUEEN and own is not None),
        QUEENS.index(ruling.queen),
        side,
        int(QUEEN in ruling.centred),
        ruling.attempt,
        int(result is not None and not totals and result.winners == (case.mover,)),
        0 if result is None or totals else result.points,
        0 if result is None else result.up_to,
        int(result is not None and result.taken),
        _SLAMS[result.slam if result else None],
        int(COUNTER_BACK in case.found),
        int(any(VOID in finding.effects for finding in ruling.findings)),
        int(VOIDED_BACK in case.found),
        case.rules.parameters.queen_points if covers else 0,
    )


@cache
def sources_digest() -> str:
    """Return the hash of the sources that decisions depend on: the rules, and the form of keys and decisions."""
    digest = hashlib.sha256()
    home = Path(rules.__file__).parent
    for source in (*sorted(home.rglob("*.py")), *(Path(module.__file__ or "") for module in (facts, layout)),
                   Path(__file__)):  # fmt: skip
        digest.update(source.read_bytes())
    return digest.hexdigest()


# -- the cache on disk: a file for each rule set and number of sides ---------------------------------------------------
# Files are in the user's cache folder, or in `CARROM_TABLES` (empty: no cache), each named by the hash of what its
# decisions depend on. A file that cannot be read is made again, and write errors are only logged: a cached table saves
# a process its first thousand rulings, nothing else.


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
