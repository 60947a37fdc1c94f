"""Permissions of the roles in a tournament: what the holder of each link may enter."""

from collections.abc import Callable

from carrom.errors import RefusedRequest
from carrom.tournament import events as happenings
from carrom.tournament.events import AnyHappening, Told
from carrom.tournament.identifiers import check_role, read_address
from carrom.tournament.state import Championship, Fixture
from carrom.values import Value

ORGANISED: tuple[type, ...] = (
    happenings.Entered,
    happenings.Opened,
    happenings.Present,
    happenings.LotDrawn,
    happenings.Seated,
    happenings.Drawn,
    happenings.Placed,
    happenings.Appointed,
    happenings.Voided,
    happenings.DetailsChanged,
    happenings.SettingsChanged,
    happenings.Removed,
    happenings.TableChanged,
)
"""Events that the organiser enters: entrants, draws, schedule, links."""
CORRECTED: tuple[type, ...] = (
    happenings.Edited,
    happenings.Late,
    happenings.Withdrawn,
    happenings.Reinstated,
    happenings.Retracted,
)
"""Events that the organiser or the referee enters: corrections of entries, and draws taken back."""
RULED: tuple[type, ...] = (
    happenings.Corrected,
    happenings.Ruled,
    happenings.Deducted,
    happenings.DeductionReversed,
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


def check_may(championship: Championship, who: LinkHolder, event: AnyHappening) -> None:
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


def _what(event: AnyHappening) -> str:
    return str(type(event).__struct_config__.tag)


def _organised(_: Championship, who: LinkHolder, __: AnyHappening) -> str:
    return "" if who.role == "organiser" else _WORDS["organiser"]


def _corrected(_: Championship, who: LinkHolder, __: AnyHappening) -> str:
    return "" if who.role in ("organiser", "referee") else "the organiser or the referee"


def _ruled(_: Championship, who: LinkHolder, __: AnyHappening) -> str:
    return "" if who.role == "referee" else _WORDS["referee"]


def _finished(_: Championship, who: LinkHolder, told: Told) -> str:
    if told.how in AWARDS:
        return "" if who.role == "referee" else "the referee"
    return "" if who.role in ("organiser", "referee", "scorer") else "the organiser, the referee or a scorer"


def _clocked(_: Championship, who: LinkHolder, __: AnyHappening) -> str:
    return "" if who.role in ("organiser", "referee") else "the organiser or the referee"


def _begun(championship: Championship, who: LinkHolder, told: happenings.Begun) -> str:
    fixture = championship.fixture(read_address(told.fixture))
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


def _claimed(championship: Championship, who: LinkHolder, told: happenings.Claimed) -> str:
    if told.how in AWARDS:
        return "the referee"
    if championship.fixture(read_address(told.fixture)).umpire:
        return "the umpire, because this fixture has one"
    return "" if who == LinkHolder("player", told.side) else "the players of that side"


def _signed(_: Championship, __: LinkHolder, ___: AnyHappening) -> str:
    return "the server, when a sheet is signed"


def _lined_up(_: Championship, who: LinkHolder, told: happenings.LinedUp) -> str:
    own = who == LinkHolder("captain", told.entrant)
    return "" if who.role == "referee" or own else "the referee or the captain of that team"


def _protested(championship: Championship, who: LinkHolder, told: happenings.Protested) -> str:
    if who.role in ("captain", "player"):
        return "" if who.name == told.side else "the side that protests"
    if who.role == "umpire":
        where = dict(championship.lines).get(told.line)
        if where and championship.fixture(read_address(where)).umpire == who.name:
            return ""
    return "" if who.role == "referee" else "the referee, the umpire of that fixture or the side that protests"


def _stated(championship: Championship, who: LinkHolder, told: happenings.Stated) -> str:
    protest = next((each for each in championship.protests if each.line == told.line), None)
    own = protest is not None and who.role in ("captain", "player") and who.name == protest.side
    return "" if who.role == "referee" or own else "the referee or the side that protested"


_MAY: tuple[tuple[type | tuple[type, ...], Callable[..., str]], ...] = (
    (ORGANISED, _organised),
    (CORRECTED, _corrected),
    (RULED, _ruled),
    (happenings.Finished, _finished),
    (happenings.Claimed, _claimed),
    (happenings.SheetSigned, _signed),
    (happenings.Begun, _begun),
    (happenings.ClockChanged, _clocked),
    (happenings.LinedUp, _lined_up),
    (happenings.Protested, _protested),
    (happenings.Stated, _stated),
)
