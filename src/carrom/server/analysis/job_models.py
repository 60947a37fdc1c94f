"""Jobs as values: their state, and a job taken by a worker."""

from enum import StrEnum

from carrom.values import Value


class Kind(StrEnum):
    """What is to be done."""

    POSITION = "position"
    """An analysis: `what` is a `carrom.analysis.requests.Asked`."""
    GAME = "game"
    """A review: `what` is an `AskedGame`."""
    VERIFY = "verify"
    """A finished game is simulated again: `what` is its name."""


class State(StrEnum):
    """Where a job stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    """It has no answer, and `fault` says why."""
    ASIDE = "aside"
    """It has ended so many workers that nobody takes it again."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self in (State.DONE, State.FAILED, State.ASIDE)


class Standing(Value, frozen=True, kw_only=True):
    """A job as it stands."""

    id: str
    kind: Kind
    state: State
    asked: int
    """When, ms since 1970."""
    seconds: int
    """What it may take, by what was asked."""
    attempts: int
    """How many workers have taken it."""
    ended: int | None
    version: int
    """Grows with every change of what is told."""
    told: str
    """What was found, a line of JSON each; of lines that take each other's place the last."""
    fault: str | None
    ahead: int = 0
    """How many are before it, where it waits."""


class Taken(Value, frozen=True, kw_only=True):
    """A job in the hands of one worker."""

    id: str
    kind: Kind
    what: str
    seconds: int
    attempts: int
    """With this one."""
    nonce: str
    """Whose it is: what he writes is kept as long as the table says the same."""
