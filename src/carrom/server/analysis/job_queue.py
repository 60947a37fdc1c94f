"""The job queue: each job is requested once, leased to one worker for a time, finished once.

Every change is one statement that names what has to be so before it. All times are the database's own, so that a clock
that jumps somewhere else changes nothing; one that jumps there ends a lease early, or is found out by `FAR`: then a job
is done twice and written once.
"""

import hashlib
import time
from secrets import token_hex
from typing import Any

from carrom import protocol
from carrom.errors import CommitUncertain
from carrom.server.analysis.job_models import Kind, Standing, State, Taken
from carrom.storage.database import Database
from carrom.storage.hash_chain import Cell
from carrom.tables.errors import CommandRefused
from carrom.values import Value, changed

LEASE = 15_000
"""Milliseconds for which a job is taken; who works on it takes it again before they have passed."""
FAR = 10 * LEASE
"""A lease that ends later than this was written by a clock that has been put back since: it has ended."""
_LATE = 5_000
"""Milliseconds by which the clock of a process may be behind the database's before it takes a lease for over."""
ATTEMPTS = 3
"""How many workers a job may end before it is set aside."""
KEPT = 7 * 86_400_000
"""Milliseconds for which the answer to a question is kept."""
DAY = 86_400_000
RANK = {Kind.POSITION: 0, Kind.GAME: 1, Kind.VERIFY: 2}
"""Who waits for an answer at a page comes first."""
HOUSE = "house"
"""Who asks for what nobody has asked for."""
ASIDE = f"It ended {ATTEMPTS} workers one after another and was set aside; nothing else is held up by it."

_COLUMNS = ", ".join(name for name in Standing.__struct_fields__ if name != "ahead")
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
    """How much one person, or one address, may ask."""

    at_once: int = 4
    """Jobs that wait or are under way."""
    seconds: int = 3600
    """Of computing within a day, by what was asked."""


class JobQueue:
    """The jobs of a database. Its methods block for the moment they take."""

    def __init__(self, database: Database, quota: Quota = Quota(), lease: int = LEASE) -> None:  # noqa: B008
        """Keep to the table of `database`; a job is taken for `lease` milliseconds."""
        self.database, self.quota, self._lease = database, quota, lease

    def ask(self, kind: Kind, what: str, payer: str, seconds: int = 0) -> Standing:
        """Ask for something, or join who has asked the same; raises `CommandRefused` if it is too much for one."""
        name = name_of(kind, what)
        values = (name, kind.value, what, payer, seconds, RANK[kind])
        quota = (payer, self.quota.at_once, seconds, payer, DAY, self.quota.seconds)
        added = self._settled(_ASK if payer != HOUSE else _ASK_FREELY, (*values, *(quota if payer != HOUSE else ())))
        found = self.standing(name)
        if found is None:
            assert not added, "what was asked for is there"
            raise self._too_much(payer, seconds)
        return found

    def standing(self, name: str) -> Standing | None:
        """Return how a job stands, or None if there is none."""
        found = self.database.ask(f"SELECT {_COLUMNS} FROM job WHERE id = ?", (name,))
        if not found:
            return None
        cells = dict(zip(Standing.__struct_fields__, found[0], strict=False))
        job = Standing(**cells | {"kind": Kind(cells["kind"]), "state": State(cells["state"])})
        if job.state is not State.WAITING:
            return job
        return changed(job, ahead=int(self.database.ask(_AHEAD, (RANK[job.kind], job.asked, job.id))[0][0]))

    def version(self, name: str) -> tuple[int, State] | None:
        """Return what changes with every change of a job, without what it has told; None if there is none."""
        found = self.database.ask("SELECT version, state FROM job WHERE id = ?", (name,))
        return (found[0][0], State(found[0][1])) if found else None

    def take(self) -> Taken | None:
        """Take the next job, or return None if there is nothing to do; one that ends its workers is set aside."""
        while True:
            nonce = token_hex(8)
            taken = self._settled(_TAKE, (nonce, self._lease, FAR), (_TAKEN, (nonce,)))
            if not taken:
                return None
            name, kind, what, seconds, attempts = taken[0]
            job = Taken(id=name, kind=Kind(kind), what=what, seconds=seconds, attempts=attempts, nonce=nonce)
            if attempts <= ATTEMPTS:
                return job
            self.end(job, State.ASIDE, fault=ASIDE)

    def keep(self, job: Taken, told: str | None = None) -> bool:
        """Keep a job for another while, and tell what was found so far; return False if another has it."""
        if told is None:
            return bool(self._settled(_KEEP, (self._lease, job.id, job.nonce)))
        return bool(self._settled(_TELL, (self._lease, told, job.id, job.nonce)))

    def end(self, job: Taken, state: State, told: str | None = None, fault: str | None = None) -> bool:
        """Write how a job ended, once; return False, changing nothing, if another has it.

        A verification leaves its verdict elsewhere, and nothing here.
        """
        if job.kind is Kind.VERIFY and state is State.DONE:
            return bool(self._settled(_DROP, (job.id, job.nonce)))
        return bool(self._settled(_END, (state.value, told, fault, job.id, job.nonce, state.value)))

    def give_back(self, job: Taken) -> bool:
        """Let another begin it: this worker was told to end, which is no fault of the job's."""
        return bool(self._settled(_GIVE_BACK, (job.id, job.nonce)))

    def hold(self, kind: Kind, what: str) -> Taken | None:
        """Take what a page asks for, as if it had been asked for as a job; None if another has it, or it is over."""
        nonce = token_hex(8)
        name = name_of(kind, what)
        values = (name, kind.value, what, RANK[kind], self._lease, nonce)
        taken = self._settled(_HOLD, values, (_TAKEN, (nonce,)))
        if not taken:
            return None
        _, _, _, seconds, attempts = taken[0]
        return Taken(id=name, kind=kind, what=what, seconds=seconds, attempts=attempts, nonce=nonce)

    def is_held(self, name: str) -> bool:
        """Whether somebody works on a job, as far as its lease tells."""
        return bool(self.database.ask(_HELD, (name, int(time.time() * 1000) - _LATE)))

    def let_go(self, job: Taken) -> None:
        """Give back what was taken for a page that watches no more; it is forgotten if nobody else has asked for it."""
        if not self._settled(_UNASKED, (job.id, job.nonce)):
            self.give_back(job)

    def waiting(self) -> int:
        """Return how many jobs could be taken now."""
        return int(self.database.ask(_WAITING, (int(time.time() * 1000),))[0][0])

    def counts(self) -> dict[State, int]:
        """Return how many jobs stand where."""
        found = dict(self.database.ask("SELECT state, count(*) FROM job GROUP BY state", ()))
        return {state: int(found.get(state.value, 0)) for state in State}

    def forget(self) -> int:
        """Drop the answers that are older than `KEPT`; return how many."""
        return len(self._settled(_FORGET, (KEPT,)))

    def _too_much(self, payer: str, seconds: int) -> CommandRefused:
        """Return why something more is too much for one."""
        since = int(time.time() * 1000) - DAY
        under_way, spent = self.database.ask(_SPENT, (payer, payer, since))[0]
        if under_way >= self.quota.at_once:
            why = f"At most {self.quota.at_once} jobs may be under way for one; {under_way} are: wait for one to end."
        else:
            why = (
                f"At most {self.quota.seconds:g} seconds of computing may be asked for in a day; {spent:g} were, "
                f"and {seconds:g} more are too much: ask for less, or tomorrow."
            )
        return CommandRefused(protocol.Refusal.TOO_FAST, why, "jobs", 60 if under_way >= self.quota.at_once else 3600)

    def _settled(
        self, statement: str, values: tuple[Cell, ...], done: tuple[str, tuple[Cell, ...]] | None = None
    ) -> list[tuple[Any, ...]]:
        """Do a statement; one whose outcome is unknown is done again, unless the question `done` finds that it was."""
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


def name_of(kind: Kind, what: str) -> str:
    """Return the name of a job: the same for the same question, and of no use to who does not know it."""
    return hashlib.sha256(f"{kind.value}\n{what}".encode()).hexdigest()[:32]
