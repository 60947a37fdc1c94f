"""Values of the job queue: a job's state, and a job leased by a worker."""

from enum import StrEnum

from carrom.values import Value


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
