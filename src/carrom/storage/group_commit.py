"""Group commit: concurrent writers share one transaction and one disk sync."""

import threading
from collections.abc import Callable

from carrom.errors import CommitUncertain

Work = Callable[[], bool]
"""A write; returns whether it still had to be done."""


class _PendingCommit:
    """A waiting write."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.found: bool | None = None
        self.fault: Exception | None = None


class GroupCommit:
    """A queue of concurrent writes."""

    def __init__(self, done: Callable[[tuple[Work, ...]], list[bool]]) -> None:
        """`done` runs several writes atomically and returns their results; it raises the errors of the writes or the
        disk.
        """
        self._done = done
        self._waiting: list[_PendingCommit] = []
        self._free, self._queue = threading.Lock(), threading.Lock()

    def do(self, work: Work) -> bool:
        """Run a write, possibly together with others; return its result once it is on disk, or raise its error."""
        job = _PendingCommit(work)
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

    def _do(self, jobs: list[_PendingCommit]) -> None:
        """Run several writes; if they fail together, run each alone, so that no write fails because of another."""
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
