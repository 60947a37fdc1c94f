"""Proposals of a tournament's users, converted to event lines."""

from datetime import datetime

from carrom.errors import RefusedRequest
from carrom.tournament.apply_result import finish_of, is_agreed
from carrom.tournament.championship import apply
from carrom.tournament.corrections.new_lines import check_new_line
from carrom.tournament.corrections.retract import retractions
from carrom.tournament.draws.write_draw import due, next_waves
from carrom.tournament.events import AnyHappening, Claimed, ClockChanged, Placed, Retracted
from carrom.tournament.import_export.event_lines import read_happening
from carrom.tournament.state import Championship
from carrom.tournament.venue.call_queue import called, why_none_called
from carrom.tournament.venue.durations import Local
from carrom.tournament.venue.permissions import LinkHolder, check_may
from carrom.tournament.venue.schedule import FORM, placements, planned
from carrom.values import changed

WORDS = ("draw", "schedule", "call")
"""Proposals for which the server computes the lines: the next round, the schedule, calls to free boards."""


def meant(
    championship: Championship, who: LinkHolder, line: str, now: datetime, local: Local
) -> tuple[AnyHappening, ...]:
    """Return the lines for a proposal, with author but without time. Raises `RefusedRequest` or `RecordError`.

    A proposal of several lines is written as a whole or not at all.
    """
    lines = [each for each in line.split("\n") if each.strip()]
    if not lines:
        raise RefusedRequest("the proposal is empty; expected a line such as finish s.1.4 25-12")
    if len(lines) == 1:
        return _meant(championship, who, lines[0], now, local)
    found: list[AnyHappening] = []
    at = championship
    for each in lines:
        events = _meant(at, who, each, now, local)
        for event in events:
            check_new_line(at, event)
            at = apply(at, event)
        found += events
    return tuple(found)


def _meant(
    championship: Championship, who: LinkHolder, line: str, now: datetime, local: Local
) -> tuple[AnyHappening, ...]:
    words = line.split()
    if words[0] == "retract" and len(words) > 1 and "." not in words[1]:
        return _retracted(championship, who, line)
    if words[0] in WORDS and len(words) <= (3 if words[0] == "call" else 2):
        if who.role != "organiser":
            raise RefusedRequest(f"{words[0]} can be entered only by the organiser; this link is for the {who.role}")
        return _several(championship, words, now, local)
    event = read_happening(line.strip())
    signed = changed(event, by=str(who))
    check_may(championship, who, signed)
    if isinstance(signed, Placed) and signed.called and not signed.time:
        return (changed(signed, time=now.strftime(FORM)),)
    if isinstance(signed, ClockChanged) and signed.step == "start" and not signed.seconds:
        return (changed(signed, seconds=60 * championship.section(signed.section).terms.minutes),)
    if isinstance(signed, Claimed) and is_agreed(championship, signed):
        return signed, finish_of(signed)
    return (signed,)


def _retracted(championship: Championship, who: LinkHolder, line: str) -> tuple[AnyHappening, ...]:
    """Return the lines that take back all draws of a section, the last round first."""
    event = read_happening(_with_round(line))
    assert isinstance(event, Retracted)
    found = retractions(championship, event.section, event.reason)
    signed = [changed(each, by=str(who)) for each in found]
    check_may(championship, who, signed[0])
    return tuple(signed)


def _with_round(line: str) -> str:
    """Return `retract s reason=...` as the line of a round, so that it is read like one."""
    word, id, *rest = line.strip().split(maxsplit=2)
    return " ".join([word, f"{id}.1", *rest])


def _several(championship: Championship, words: list[str], now: datetime, local: Local) -> tuple[AnyHappening, ...]:
    with_umpires = words[-1] != "without-umpires"
    match words[0]:
        case "draw":
            return next_waves(championship, due(championship, words[1] if len(words) > 1 else None))
        case "schedule":
            plan = planned(championship, now, local, with_umpires=with_umpires)
            if plan.left and not plan.slots:
                raise RefusedRequest(plan.left[0].why)
            lines = placements(championship, plan)
            if not lines:
                raise RefusedRequest("every match already has a table and a time; there is nothing to plan")
            return lines
        case _:
            called_now = called(championship, now, local, with_umpires=with_umpires)
            if not called_now:
                raise RefusedRequest(why_none_called(championship, now, local, with_umpires=with_umpires))
            return called_now
