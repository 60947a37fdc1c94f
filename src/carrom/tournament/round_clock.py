"""The clock of a round, computed from the times of its events in the log, so that it survives a restart of the server.

A clock is started with a number of seconds, can be paused, resumed and extended, and is ended by hand. It informs: no
result depends on it. Nothing but these events changes it; an appeal or a protest does not stop it.
"""

from enum import StrEnum

from carrom.errors import RefusedRequest
from carrom.tournament.events import ClockChanged
from carrom.values import Value, changed

LONGEST_CLOCK = 10 * 60 * 60
"""Maximum seconds of a round, extensions included."""


class ClockPhase(StrEnum):
    """What a clock does."""

    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"
    """It was ended by the referee or the organiser."""


class RoundClock(Value, frozen=True, kw_only=True):
    """The clock of a round."""

    stage: str
    round: int
    seconds: int
    """How long it runs, with all extensions."""
    ran: int = 0
    """Seconds that it ran before `since`."""
    since: int = 0
    """When it was last started or resumed, in seconds since 1970."""
    phase: ClockPhase = ClockPhase.RUNNING

    @property
    def address(self) -> str:
        """Return the address of its round, such as `s.1`."""
        return f"{self.stage}.{self.round}"

    def left(self, now: int) -> int:
        """Return the seconds that are left at a time in seconds since 1970; 0 once the time is over."""
        return max(self.seconds - self.run(now), 0)

    def run(self, now: int) -> int:
        """Return the seconds that it has run until a time; a clock of the machine that was set back adds nothing."""
        return self.ran + (max(now - self.since, 0) if self.phase is ClockPhase.RUNNING else 0)

    def is_over(self, now: int) -> bool:
        """Return whether its time is over, or whether it was ended."""
        return self.phase is ClockPhase.ENDED or self.left(now) == 0


def clock_of(clocks: tuple[RoundClock, ...], stage: str, round: int) -> RoundClock | None:
    """Return the clock of a round, or None if it was never started."""
    return next((each for each in clocks if (each.stage, each.round) == (stage, round)), None)


def with_clock(clocks: tuple[RoundClock, ...], event: ClockChanged, minutes: int) -> tuple[RoundClock, ...]:
    """Return the clocks after an event; `minutes` is the time limit of the stage. Raises `RefusedRequest`."""
    before = clock_of(clocks, event.stage, event.round)
    others = tuple(each for each in clocks if each is not before)
    return (*others, _after(before, event, minutes))


def without_clock(clocks: tuple[RoundClock, ...], stage: str, round: int) -> tuple[RoundClock, ...]:
    """Return the clocks without that of a round whose draw was retracted."""
    return tuple(each for each in clocks if (each.stage, each.round) != (stage, round))


def _after(before: RoundClock | None, event: ClockChanged, minutes: int) -> RoundClock:
    name = f"{event.stage}.{event.round}"
    if event.step in ("pause", "resume", "end") and event.seconds:
        raise RefusedRequest(f"{event.step} has no number of seconds; expected clock {name} {event.step}")
    if event.step == "start":
        return _started(before, event, minutes)
    if before is None or before.phase is ClockPhase.ENDED:
        state = "has ended" if before else "has not been started"
        raise RefusedRequest(f"the clock of round {name} {state}; expected clock {name} start")
    match event.step:
        case "pause":
            if before.phase is ClockPhase.PAUSED:
                raise RefusedRequest(f"the clock of round {name} is already paused; expected resume")
            if before.left(event.when) == 0:
                raise RefusedRequest(f"the time of round {name} is over; expected extend or end")
            return changed(before, ran=before.run(event.when), since=0, phase=ClockPhase.PAUSED)
        case "resume":
            if before.phase is ClockPhase.RUNNING:
                raise RefusedRequest(f"the clock of round {name} is not paused; expected pause, extend or end")
            return changed(before, since=event.when, phase=ClockPhase.RUNNING)
        case "extend":
            return _extended(before, event)
        case _:
            return changed(before, ran=min(before.run(event.when), before.seconds), since=0, phase=ClockPhase.ENDED)


def _started(before: RoundClock | None, event: ClockChanged, minutes: int) -> RoundClock:
    """Return a clock from its beginning; a round that is played in shifts starts it again for each shift."""
    name, seconds = f"{event.stage}.{event.round}", event.seconds or minutes * 60
    if before is not None and not before.is_over(event.when):
        raise RefusedRequest(f"the clock of round {name} has already been started; expected pause, extend or end")
    if not seconds:
        raise RefusedRequest(
            f"stage {event.stage} has no time limit; expected the seconds, such as clock {name} start 2700"
        )
    if not 0 < seconds <= LONGEST_CLOCK:
        raise RefusedRequest(f"a round cannot last {seconds} seconds; expected 1 to {LONGEST_CLOCK}")
    return RoundClock(stage=event.stage, round=event.round, seconds=seconds, since=event.when)


def _extended(before: RoundClock, event: ClockChanged) -> RoundClock:
    """Return a clock that runs longer: from its end on if it is not over, else from now."""
    if not 1 <= event.seconds <= LONGEST_CLOCK - before.seconds:
        raise RefusedRequest(
            f"a round cannot be extended by {event.seconds} seconds; expected 1 to {LONGEST_CLOCK - before.seconds}"
        )
    if before.phase is ClockPhase.RUNNING and before.left(event.when) == 0:
        return changed(before, seconds=before.seconds + event.seconds, ran=before.seconds, since=event.when)
    return changed(before, seconds=before.seconds + event.seconds)
