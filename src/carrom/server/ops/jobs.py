"""The job queue: jobs, their leases by workers, and the slots of their results."""

import hashlib
import threading
import time
from enum import StrEnum
from secrets import token_hex
from typing import Any

import msgspec

from carrom import protocol
from carrom.errors import CommitUncertain
from carrom.storage.database import Database
from carrom.storage.hash_chain import Cell
from carrom.tables.proposal import CommandRefused
from carrom.values import Value, changed


class JobKind(StrEnum):
    """The kind of a job."""

    POSITION = "position"
    """An analysis of a position: `what` is a `carrom.analysis.requests.PositionRequest`."""
    GAME = "game"
    """A review of a game: `what` is a `carrom.analysis.requests.AskedGame`."""
    VERIFY = "verify"
    """The verification of a finished game by simulating it again: `what` is the game's id."""


class JobPhase(StrEnum):
    """The state of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    """The job has no result; `fault` is the reason."""
    ASIDE = "aside"
    """Too many workers ended while doing it; it is not tried again."""

    @property
    def is_over(self) -> bool:
        """Return whether the state is final."""
        return self in (JobPhase.DONE, JobPhase.FAILED, JobPhase.ASIDE)


class JobState(Value, frozen=True, kw_only=True):
    """A job with its state and results."""

    id: str
    kind: JobKind
    state: JobPhase
    asked: int
    """The time of the request, in ms since 1970."""
    seconds: int
    """The computing time requested."""
    attempts: int
    """The number of workers that have taken it."""
    ended: int | None
    version: int
    """Increases with every change of the state or the results."""
    told: str
    """The results so far as JSON lines; a line replaces an earlier one of its kind."""
    fault: str | None
    ahead: int = 0
    """The number of jobs before it in the queue."""


class LeasedJob(Value, frozen=True, kw_only=True):
    """A job leased by a worker."""

    id: str
    kind: JobKind
    what: str
    seconds: int
    attempts: int
    """The number of attempts, including this one."""
    nonce: str
    """Identifies the lease: the worker may write to the job as long as its row has this nonce."""


# -- the queue: each job is leased to one worker at a time -------------------------------------------------------------
# Every change is a single statement with its precondition. All times come from the database's clock. If that clock
# jumps forward, a lease ends early; if it jumps back, `FAR` detects it. In both cases a job may run twice, but is
# stored once.


LEASE = 15_000
"""Duration of a lease in milliseconds; its worker renews it before it ends."""
FAR = 10 * LEASE
"""A lease that ends later than this was written before the clock was set back, and counts as ended."""
_LATE = 5_000
"""Milliseconds by which a process's clock may lag behind the database's."""
ATTEMPTS = 3
"""The number of attempts after which a job is set aside."""
KEPT = 7 * 86_400_000
"""Milliseconds for which results are stored."""
DAY = 86_400_000
RANK = {JobKind.POSITION: 0, JobKind.GAME: 1, JobKind.VERIFY: 2}
"""Priority: requests that a person waits for come first."""
HOUSE = "house"
"""The payer of jobs created by the server itself."""
ASIDE = f"{ATTEMPTS} workers ended while doing this job, so it was set aside."

_COLUMNS = ", ".join(name for name in JobState.__struct_fields__ if name != "ahead")
_NEW = """
    INSERT INTO job (id, kind, what, payer, seconds, rank, asked, state, attempts, version, told)
    SELECT ?, ?, ?, ?, ?, ?, {{now}}, 'waiting', 0, 0, '' WHERE {where}
    ON CONFLICT (id) DO UPDATE SET payer = excluded.payer WHERE job.payer = 'page' AND job.state = 'running'
    RETURNING id"""
_ASK_FREELY = _NEW.format(where="1 = 1")
_ASK = _NEW.format(
    where="(SELECT count(*) FROM job WHERE payer = ? AND state IN ('waiting', 'running')) < ? AND "
    "? + (SELECT coalesce(sum(seconds), 0) FROM job WHERE payer = ? AND asked > {now} - ?) <= ?"
)
_TAKE = """
    UPDATE job SET state = 'running', attempts = attempts + 1, nonce = ?, leased = {now} + ?, version = version + 1
    WHERE id = (
        SELECT id FROM job
        WHERE state = 'waiting' OR (state = 'running' AND (leased < {now} OR leased > {now} + ?))
        ORDER BY rank, asked, id LIMIT 1 {skip}
    ) RETURNING id, kind, what, seconds, attempts"""
_HOLD = """
    INSERT INTO job (id, kind, what, payer, seconds, rank, asked, state, attempts, leased, nonce, version, told)
    VALUES (?, ?, ?, 'page', 0, ?, {now}, 'running', 1, {now} + ?, ?, 1, '')
    ON CONFLICT (id) DO UPDATE
    SET state = 'running', attempts = job.attempts + 1, nonce = excluded.nonce, leased = excluded.leased,
        version = job.version + 1
    WHERE job.state = 'waiting' RETURNING id, kind, what, seconds, attempts"""
_HELD = "SELECT 1 FROM job WHERE id = ? AND state = 'running' AND leased > ?"
_TAKEN = "SELECT id, kind, what, seconds, attempts FROM job WHERE nonce = ? AND state = 'running'"
_MINE = "WHERE id = ? AND nonce = ? AND state"
_KEEP = f"UPDATE job SET leased = {{now}} + ? {_MINE} = 'running' RETURNING id"
_TELL = f"UPDATE job SET leased = {{now}} + ?, told = ?, version = version + 1 {_MINE} = 'running' RETURNING id"
_END = f"""
    UPDATE job SET state = ?, told = coalesce(?, told), fault = ?, ended = {{now}}, leased = NULL, version = version + 1
    {_MINE} IN ('running', ?) RETURNING id"""
_DROP = f"DELETE FROM job {_MINE} = 'running' RETURNING id"
_UNASKED = f"DELETE FROM job {_MINE} = 'running' AND payer = 'page' RETURNING id"
_GIVE_BACK = f"""
    UPDATE job SET state = 'waiting', attempts = attempts - 1, nonce = NULL, leased = NULL, version = version + 1
    {_MINE} = 'running' RETURNING id"""
_FORGET = "DELETE FROM job WHERE state IN ('done', 'failed', 'aside') AND ended < {now} - ? RETURNING id"
_WAITING = "SELECT count(*) FROM job WHERE state = 'waiting' OR (state = 'running' AND leased < ?)"
_AHEAD = "SELECT count(*) FROM job WHERE state = 'waiting' AND (rank, asked, id) < (?, ?, ?)"
_SPENT = """
    SELECT (SELECT count(*) FROM job WHERE payer = ? AND state IN ('waiting', 'running')),
        (SELECT coalesce(sum(seconds), 0) FROM job WHERE payer = ? AND asked > ?)"""


class Quota(Value, frozen=True, kw_only=True):
    """The limits for one account or address."""

    at_once: int = 4
    """Jobs that are waiting or running."""
    seconds: int = 3600
    """Seconds of computing requested within a day."""


class JobQueue:
    """The job table of a database; methods block."""

    def __init__(self, database: Database, quota: Quota = Quota(), lease: int = LEASE) -> None:  # noqa: B008
        """Use the job table of `database`; `lease` is in milliseconds."""
        self.database, self.quota, self._lease = database, quota, lease

    def ask(self, kind: JobKind, what: str, payer: str, seconds: int = 0) -> JobState:
        """Create a job, or return an existing equal one; raises `CommandRefused` if the payer's quota is used up."""
        name = name_of(kind, what)
        values = (name, kind.value, what, payer, seconds, RANK[kind])
        quota = (payer, self.quota.at_once, seconds, payer, DAY, self.quota.seconds)
        added = self._execute(_ASK if payer != HOUSE else _ASK_FREELY, (*values, *(quota if payer != HOUSE else ())))
        found = self.standing(name)
        if found is None:
            assert not added, "a job that was added exists"
            raise self._too_much(payer, seconds)
        return found

    def standing(self, name: str) -> JobState | None:
        """Return a job with its state, or None if there is none."""
        found = self.database.ask(f"SELECT {_COLUMNS} FROM job WHERE id = ?", (name,))
        if not found:
            return None
        cells = dict(zip(JobState.__struct_fields__, found[0], strict=False))
        job = JobState(**cells | {"kind": JobKind(cells["kind"]), "state": JobPhase(cells["state"])})
        if job.state is not JobPhase.WAITING:
            return job
        return changed(job, ahead=int(self.database.ask(_AHEAD, (RANK[job.kind], job.asked, job.id))[0][0]))

    def version(self, name: str) -> tuple[int, JobPhase] | None:
        """Return a job's version and state without its results, or None if there is none."""
        found = self.database.ask("SELECT version, state FROM job WHERE id = ?", (name,))
        return (found[0][0], JobPhase(found[0][1])) if found else None

    def take(self) -> LeasedJob | None:
        """Lease the next job, or return None if there is none; jobs with too many attempts are set aside."""
        while True:
            nonce = token_hex(8)
            taken = self._execute(_TAKE, (nonce, self._lease, FAR), (_TAKEN, (nonce,)))
            if not taken:
                return None
            name, kind, what, seconds, attempts = taken[0]
            job = LeasedJob(id=name, kind=JobKind(kind), what=what, seconds=seconds, attempts=attempts, nonce=nonce)
            if attempts <= ATTEMPTS:
                return job
            self.end(job, JobPhase.ASIDE, fault=ASIDE)

    def keep(self, job: LeasedJob, text: str | None = None) -> bool:
        """Renew a lease, and store results so far; return False if another worker has the job."""
        if text is None:
            return bool(self._execute(_KEEP, (self._lease, job.id, job.nonce)))
        return bool(self._execute(_TELL, (self._lease, text, job.id, job.nonce)))

    def end(self, job: LeasedJob, state: JobPhase, text: str | None = None, fault: str | None = None) -> bool:
        """Store the outcome of a job; return False, changing nothing, if another worker has it.

        The job of a successful verification is deleted, since the verdict is stored elsewhere.
        """
        if job.kind is JobKind.VERIFY and state is JobPhase.DONE:
            return bool(self._execute(_DROP, (job.id, job.nonce)))
        return bool(self._execute(_END, (state.value, text, fault, job.id, job.nonce, state.value)))

    def give_back(self, job: LeasedJob) -> bool:
        """Release a job because its worker is ending; the attempt does not count."""
        return bool(self._execute(_GIVE_BACK, (job.id, job.nonce)))

    def hold(self, kind: JobKind, what: str) -> LeasedJob | None:
        """Lease a page's search as a job; return None if another process has it or it is over."""
        nonce = token_hex(8)
        name = name_of(kind, what)
        values = (name, kind.value, what, RANK[kind], self._lease, nonce)
        taken = self._execute(_HOLD, values, (_TAKEN, (nonce,)))
        if not taken:
            return None
        _, _, _, seconds, attempts = taken[0]
        return LeasedJob(id=name, kind=kind, what=what, seconds=seconds, attempts=attempts, nonce=nonce)

    def is_held(self, name: str) -> bool:
        """Return whether a job's lease is current."""
        return bool(self.database.ask(_HELD, (name, int(time.time() * 1000) - _LATE)))

    def let_go(self, job: LeasedJob) -> None:
        """Release a page's search; its job is deleted if no one else has requested it."""
        if not self._execute(_UNASKED, (job.id, job.nonce)):
            self.give_back(job)

    def waiting(self) -> int:
        """Return the number of jobs that could be taken now."""
        return int(self.database.ask(_WAITING, (int(time.time() * 1000),))[0][0])

    def counts(self) -> dict[JobPhase, int]:
        """Return the number of jobs in each state."""
        found = dict(self.database.ask("SELECT state, count(*) FROM job GROUP BY state", ()))
        return {state: int(found.get(state.value, 0)) for state in JobPhase}

    def forget(self) -> int:
        """Delete results older than `KEPT`; return how many."""
        return len(self._execute(_FORGET, (KEPT,)))

    def _too_much(self, payer: str, seconds: int) -> CommandRefused:
        """Return the reason why a payer may not request more."""
        since = int(time.time() * 1000) - DAY
        under_way, spent = self.database.ask(_SPENT, (payer, payer, since))[0]
        if under_way >= self.quota.at_once:
            why = f"You have {under_way} jobs under way; at most {self.quota.at_once} are allowed. Wait for one to end."
        else:
            why = (
                f"At most {self.quota.seconds:g} seconds of computing are allowed in a day: {spent:g} are used, and "
                f"this request needs {seconds:g}. Request less, or try again tomorrow."
            )
        return CommandRefused(protocol.Refusal.TOO_FAST, why, "jobs", 60 if under_way >= self.quota.at_once else 3600)

    def _execute(
        self, statement: str, values: tuple[Cell, ...], done: tuple[str, tuple[Cell, ...]] | None = None
    ) -> list[tuple[Any, ...]]:
        """Execute a statement; if its outcome is uncertain, repeat it unless the query `done` finds its result."""
        unknown: CommitUncertain | None = None
        for _ in range(self.database.tries):
            try:
                return self.database.do(statement, values)
            except CommitUncertain as error:
                unknown = error
            found = [] if done is None else self.database.ask(*done)
            if found:
                return found
        assert unknown is not None
        raise unknown


def name_of(kind: JobKind, what: str) -> str:
    """Return the id of a job: equal for equal requests, and impossible to guess."""
    return hashlib.sha256(f"{kind.value}\n{what}".encode()).hexdigest()[:32]


# -- result slots: the latest line of each kind replaces the earlier ones ----------------------------------------------


class _ResultSlot(Value, frozen=True, forbid_unknown_fields=False):
    """The fields that identify which earlier line a line replaces."""

    type: str
    number: int = 0


def slot_of(line: bytes) -> tuple[str, int]:
    """Return the slot of a line: a line replaces the earlier one in its slot."""
    slot = msgspec.json.decode(line, type=_ResultSlot)
    return slot.type, slot.number


class ResultSlots:
    """The results of a job so far, written by its thread and read by the event loop."""

    def __init__(self) -> None:
        """Start empty."""
        self._lines: dict[tuple[str, int], bytes] = {}
        self._lock, self._new = threading.Lock(), False

    def put(self, line: bytes) -> None:
        """Add a line at the end, replacing an earlier one of its kind."""
        slot = slot_of(line)
        with self._lock:
            self._lines.pop(slot, None)
            self._lines[slot] = line.strip()
            self._new = True

    def is_new(self) -> bool:
        """Return whether a line was added since the last call of `text`."""
        return self._new

    def text(self) -> str:
        """Return the current lines, in the order in which they were added."""
        with self._lock:
            self._new = False
            return "".join(line.decode() + "\n" for line in self._lines.values())
