"""Permissions of the roles in a tournament, and the proposals of their holders as event lines."""

from collections.abc import Callable
from datetime import datetime

from carrom.errors import RefusedRequest
from carrom.tournament import events as events
from carrom.tournament.apply_result import finish_of, is_agreed
from carrom.tournament.championship import apply
from carrom.tournament.corrections import check_new_line, retractions
from carrom.tournament.draw_files import due, next_rounds
from carrom.tournament.event_file import read_happening
from carrom.tournament.events import AnyEvent, Claimed, ClockChanged, EnteredResult, Placed, Retracted
from carrom.tournament.identifiers import check_role, read_address
from carrom.tournament.state import Championship, Fixture
from carrom.tournament.venue import FORM, Local, called, placements, planned, why_none_called
from carrom.values import Value, changed

ORGANISED: tuple[type, ...] = (
    events.Entered,
    events.Opened,
    events.Present,
    events.LotDrawn,
    events.Seated,
    events.Drawn,
    events.Placed,
    events.Appointed,
    events.Voided,
    events.DetailsChanged,
    events.SettingsChanged,
    events.Removed,
    events.TableChanged,
)
"""Events that the organiser enters: entrants, draws, schedule, links."""
CORRECTED: tuple[type, ...] = (
    events.Edited,
    events.Late,
    events.Withdrawn,
    events.Reinstated,
    events.Retracted,
)
"""Events that the organiser or the referee enters: corrections of entries, and draws taken back."""
RULED: tuple[type, ...] = (
    events.Corrected,
    events.Ruled,
    events.Deducted,
    events.DeductionReversed,
)
"""Events that only the referee enters."""
AWARDS = ("retired", "walkover", "double-walkover", "disqualified", "void")
"""Endings that only the referee can award."""
_WORDS = {"organiser": "the organiser", "referee": "the referee", "scorer": "the scorer"}


class LinkHolder(Value, frozen=True):
    """The holder of a link: a role, and the id of the umpire or entrant for personal links."""

    role: str
    name: str = ""

    def __str__(self) -> str:
        return f"{self.role}:{self.name}" if self.name else self.role


def holder(word: str) -> LinkHolder:
    """Parse a holder such as `umpire:ravi`. Raises `RefusedRequest`."""
    return LinkHolder(*check_role(word))


def check_may(championship: Championship, who: LinkHolder, event: AnyEvent) -> None:
    """Check that a holder may enter an event. Raises `RefusedRequest`, which names who may."""
    for kinds, may in _MAY:
        if isinstance(event, kinds):
            missing = may(championship, who, event)
            if missing:
                raise RefusedRequest(
                    f"{_what(event)} can be entered only by {missing}; this link is for the {who.role}"
                )
            return
    raise AssertionError(f"no permission is defined for {type(event).__name__}")


def _what(event: AnyEvent) -> str:
    return str(type(event).__struct_config__.tag)


def _organised(_: Championship, who: LinkHolder, __: AnyEvent) -> str:
    return "" if who.role == "organiser" else _WORDS["organiser"]


def _corrected(_: Championship, who: LinkHolder, __: AnyEvent) -> str:
    return "" if who.role in ("organiser", "referee") else "the organiser or the referee"


def _ruled(_: Championship, who: LinkHolder, __: AnyEvent) -> str:
    return "" if who.role == "referee" else _WORDS["referee"]


def _finished(_: Championship, who: LinkHolder, entered: EnteredResult) -> str:
    if entered.how in AWARDS:
        return "" if who.role == "referee" else "the referee"
    return "" if who.role in ("organiser", "referee", "scorer") else "the organiser, the referee or a scorer"


def _clocked(_: Championship, who: LinkHolder, __: AnyEvent) -> str:
    return "" if who.role in ("organiser", "referee") else "the organiser or the referee"


def _begun(championship: Championship, who: LinkHolder, event: events.Begun) -> str:
    fixture = championship.fixture(read_address(event.fixture))
    return "" if who.role == "organiser" or may_keep(fixture, who) else "the umpire or players of this fixture"


def may_keep(fixture: Fixture, who: LinkHolder) -> bool:
    """Return whether a holder may keep score: the umpire, the referee, or the players if there is no umpire."""
    if who.role == "umpire":
        return fixture.umpire == who.name
    if who.role == "player":
        return not fixture.umpire and who.name in (fixture.a, fixture.b)
    return who.role == "referee"


def may_read(championship: Championship, fixture: Fixture, who: LinkHolder) -> bool:
    """Return whether a holder may read a fixture in full."""
    if who.role == "umpire":
        return fixture.umpire == who.name
    if who.role in ("captain", "player"):
        return who.name in (fixture.a, fixture.b)
    return who.role in ("organiser", "referee", "scorer")


def _claimed(championship: Championship, who: LinkHolder, event: events.Claimed) -> str:
    if event.how in AWARDS:
        return "the referee"
    if championship.fixture(read_address(event.fixture)).umpire:
        return "the umpire, because this fixture has one"
    return "" if who == LinkHolder("player", event.side) else "the players of that side"


def _signed(_: Championship, __: LinkHolder, ___: AnyEvent) -> str:
    return "the server, when a sheet is signed"


def _lined_up(_: Championship, who: LinkHolder, event: events.LinedUp) -> str:
    own = who == LinkHolder("captain", event.entrant)
    return "" if who.role == "referee" or own else "the referee or the captain of that team"


def _protested(championship: Championship, who: LinkHolder, event: events.Protested) -> str:
    if who.role in ("captain", "player"):
        return "" if who.name == event.side else "the side that protests"
    if who.role == "umpire":
        where = dict(championship.lines).get(event.line)
        if where and championship.fixture(read_address(where)).umpire == who.name:
            return ""
    return "" if who.role == "referee" else "the referee, the umpire of that fixture or the side that protests"


def _stated(championship: Championship, who: LinkHolder, event: events.Stated) -> str:
    protest = next((each for each in championship.protests if each.line == event.line), None)
    own = protest is not None and who.role in ("captain", "player") and who.name == protest.side
    return "" if who.role == "referee" or own else "the referee or the side that protested"


_MAY: tuple[tuple[type | tuple[type, ...], Callable[..., str]], ...] = (
    (ORGANISED, _organised),
    (CORRECTED, _corrected),
    (RULED, _ruled),
    (events.Finished, _finished),
    (events.Claimed, _claimed),
    (events.SheetSigned, _signed),
    (events.Begun, _begun),
    (events.ClockChanged, _clocked),
    (events.LinedUp, _lined_up),
    (events.Protested, _protested),
    (events.Stated, _stated),
)


# -- proposals, converted to event lines -------------------------------------------------------------------------------


WORDS = ("draw", "schedule", "call")
"""Proposals for which the server computes the lines: the next round, the schedule, calls to free boards."""


def meant(championship: Championship, who: LinkHolder, line: str, now: datetime, local: Local) -> tuple[AnyEvent, ...]:
    """Return the lines for a proposal, with author but without time. Raises `RefusedRequest` or `RecordError`.

    A proposal of several lines is written as a whole or not at all.
    """
    lines = [each for each in line.split("\n") if each.strip()]
    if not lines:
        raise RefusedRequest("the proposal is empty; expected a line such as finish s.1.4 25-12")
    if len(lines) == 1:
        return _meant(championship, who, lines[0], now, local)
    found: list[AnyEvent] = []
    at = championship
    for each in lines:
        events = _meant(at, who, each, now, local)
        for event in events:
            check_new_line(at, event)
            at = apply(at, event)
        found += events
    return tuple(found)


def _meant(championship: Championship, who: LinkHolder, line: str, now: datetime, local: Local) -> tuple[AnyEvent, ...]:
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
        return (changed(signed, seconds=60 * championship.stage(signed.stage).terms.minutes),)
    if isinstance(signed, Claimed) and is_agreed(championship, signed):
        return signed, finish_of(signed)
    return (signed,)


def _retracted(championship: Championship, who: LinkHolder, line: str) -> tuple[AnyEvent, ...]:
    """Return the lines that take back all draws of a stage, the last round first."""
    event = read_happening(_with_round(line))
    assert isinstance(event, Retracted)
    found = retractions(championship, event.stage, event.reason)
    signed = [changed(each, by=str(who)) for each in found]
    check_may(championship, who, signed[0])
    return tuple(signed)


def _with_round(line: str) -> str:
    """Return `retract s reason=...` as the line of a round, so that it is read like one."""
    word, id, *rest = line.strip().split(maxsplit=2)
    return " ".join([word, f"{id}.1", *rest])


def _several(championship: Championship, words: list[str], now: datetime, local: Local) -> tuple[AnyEvent, ...]:
    with_umpires = words[-1] != "without-umpires"
    match words[0]:
        case "draw":
            return next_rounds(championship, due(championship, words[1] if len(words) > 1 else None))
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
