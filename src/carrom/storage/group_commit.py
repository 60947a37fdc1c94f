"""Group commit: writers that wait share one transaction and one sync of the disk."""

import threading
from collections.abc import Callable

from carrom.errors import CommitUncertain

Work = Callable[[], bool]
"""Something to write; says whether it was still to be written."""


class _Job:
    """One who waits."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.found: bool | None = None
        self.fault: Exception | None = None


class GroupCommit:
    """Those who want to write."""

    def __init__(self, done: Callable[[tuple[Work, ...]], list[bool]]) -> None:
        """`done` does several works, all or nothing, and returns what each says; raises what they or the disk raise."""
        self._done = done
        self._waiting: list[_Job] = []
        self._free, self._queue = threading.Lock(), threading.Lock()

    def do(self, work: Work) -> bool:
        """Do a work, alone or with those of others; return what it says once it is on the disk, or raise its fault."""
        job = _Job(work)
        with self._queue:
            self._waiting.append(job)
        with self._free:
            if job.found is None and job.fault is None:
                with self._queue:
                    jobs, self._waiting = self._waiting, []
                self._do(jobs)
        if job.fault is not None:
            raise job.fault
        assert job.found is not None
        return job.found

    def _do(self, jobs: list[_Job]) -> None:
        """Do the works of some; where one fails, each is done alone, so that nobody fails for another."""
        try:
            found = self._done(tuple(job.work for job in jobs))
        except CommitUncertain as fault:
            for job in jobs:
                job.fault = fault
        except Exception as fault:
            if len(jobs) == 1:
                jobs[0].fault = fault
                return
            for job in jobs:
                self._do([job])
        else:
            for job, each in zip(jobs, found, strict=True):
                job.found = each
