"""Permissions of roles in a hall: what each link may add."""

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
    happenings.Late,
    happenings.Withdrawn,
    happenings.LotDrawn,
    happenings.Seated,
    happenings.Drawn,
    happenings.Retracted,
    happenings.Placed,
    happenings.Appointed,
    happenings.Voided,
)
"""Entrants, draws, schedule, and who has links: the organiser's."""
RULED: tuple[type, ...] = (happenings.Corrected, happenings.Ruled, happenings.Deducted)
"""What only the referee may say."""
AWARDS = ("retired", "walkover", "double-walkover", "disqualified", "void")
"""How a fixture ends by an award, which is the referee's."""
_WORDS = {"organiser": "the organiser", "referee": "the referee", "scorer": "the scorer"}


class LinkHolder(Value, frozen=True):
    """Who holds a link: a role, and the short name of the umpire or the entrant whose it is."""

    role: str
    name: str = ""

    def __str__(self) -> str:
        return f"{self.role}:{self.name}" if self.name else self.role


def holder(word: str) -> LinkHolder:
    """Return the holder that a word such as `umpire:ravi` names. Raises `RefusedRequest`."""
    return LinkHolder(*check_role(word))


def check_may(championship: Championship, who: LinkHolder, told: AnyHappening) -> None:
    """Refuse what this holder may not say. Raises `RefusedRequest`, naming who may."""
    for kinds, may in _MAY:
        if isinstance(told, kinds):
            missing = may(championship, who, told)
            if missing:
                raise RefusedRequest(f"{_what(told)} is said by {missing}; this link is the {who.role}'s")
            return
    raise AssertionError(f"nobody may say {type(told).__name__}")


def _what(told: AnyHappening) -> str:
    return str(type(told).__struct_config__.tag)


def _organised(_: Championship, who: LinkHolder, __: AnyHappening) -> str:
    return "" if who.role == "organiser" else _WORDS["organiser"]


def _ruled(_: Championship, who: LinkHolder, __: AnyHappening) -> str:
    return "" if who.role == "referee" else _WORDS["referee"]


def _finished(_: Championship, who: LinkHolder, told: Told) -> str:
    if told.how in AWARDS:
        return "" if who.role == "referee" else "the referee, who alone awards"
    return "" if who.role in ("organiser", "referee", "scorer") else "organiser, referee or scorer"


def _begun(championship: Championship, who: LinkHolder, told: happenings.Begun) -> str:
    fixture = championship.fixture(read_address(told.fixture))
    return "" if who.role == "organiser" or may_keep(fixture, who) else "who keeps the boards of this fixture"


def may_keep(fixture: Fixture, who: LinkHolder) -> bool:
    """Whether somebody may keep the boards of a fixture: its umpire, the referee, or players without one."""
    if who.role == "umpire":
        return fixture.umpire == who.name
    if who.role == "player":
        return not fixture.umpire and who.name in (fixture.a, fixture.b)
    return who.role == "referee"


def may_read(championship: Championship, fixture: Fixture, who: LinkHolder) -> bool:
    """Whether somebody may read a fixture as its officials do."""
    if who.role == "umpire":
        return fixture.umpire == who.name
    if who.role in ("captain", "player"):
        return who.name in (fixture.a, fixture.b)
    return who.role in ("organiser", "referee", "scorer")


def _claimed(championship: Championship, who: LinkHolder, told: happenings.Claimed) -> str:
    if told.how in AWARDS:
        return "the referee, who alone awards"
    if championship.fixture(read_address(told.fixture)).umpire:
        return "players only where no umpire keeps the board"
    return "" if who == LinkHolder("player", told.side) else "the players of that side"


def _signed(_: Championship, __: LinkHolder, ___: AnyHappening) -> str:
    return "the hall itself, when a sheet is signed"


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
    (RULED, _ruled),
    (happenings.Finished, _finished),
    (happenings.Claimed, _claimed),
    (happenings.SheetSigned, _signed),
    (happenings.Begun, _begun),
    (happenings.LinedUp, _lined_up),
    (happenings.Protested, _protested),
    (happenings.Stated, _stated),
)
