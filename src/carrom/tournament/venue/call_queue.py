"""The call queue: which fixture goes to the next free board."""

from datetime import datetime

from carrom.tournament.events import Placed
from carrom.tournament.identifiers import Address
from carrom.tournament.state import Championship, Fixture
from carrom.tournament.venue.durations import Local
from carrom.tournament.venue.schedule import FORM, REST, Open, may_umpire, open_fixtures, rested
from carrom.tournament.venue.shifts import tables_of
from carrom.values import Value


class WaitingFixture(Value, frozen=True, kw_only=True):
    """A fixture in the queue: when its players are rested, and what it waits for."""

    address: Address
    since: datetime
    why: str = ""
    """`playing`, `resting` or `umpire`; empty if it can begin at the next free board."""
    umpire: str = ""


def is_called(fixture: Fixture) -> bool:
    """Return whether a fixture was called to its board and has not begun."""
    return fixture.called and not fixture.has_begun


def free_boards(championship: Championship) -> tuple[int, ...]:
    """Return the boards in use where nothing is played and to which no fixture is called."""
    everything = open_fixtures(championship)
    busy = {each.fixture.board for each in everything if each.fixture.has_begun or is_called(each.fixture)}
    return tuple(number for number in tables_of(championship) if number not in busy)


def on_board(championship: Championship, board: int) -> Open | None:
    """Return the fixture at a board: the one being played, else the one called, else the first one scheduled."""
    there = [each for each in open_fixtures(championship) if each.fixture.board == board]
    there.sort(
        key=lambda each: (not each.fixture.has_begun, not is_called(each.fixture), each.fixture.time, each.address.wave)
    )
    return there[0] if there else None


def queue(
    championship: Championship, now: datetime, local: Local, *, with_umpires: bool = True
) -> tuple[WaitingFixture, ...]:
    """Return the fixtures that have neither begun nor been called, in the order of the queue.

    Fixtures that can begin now come first, those with the longest remaining path first.
    """
    everything = open_fixtures(championship)
    going = [each for each in everything if each.fixture.has_begun or is_called(each.fixture)]
    playing = {name for each in going for name in each.people}
    taken = {each.fixture.umpire for each in going}
    umpires = [each for each in championship.umpires if each.id not in taken]
    free = rested(championship, local)
    found = []
    for each in everything:
        if each in going:
            continue
        since = max((free[name] for name in each.people if name in free), default=datetime.min)
        able = [umpire.id for umpire in umpires if may_umpire(umpire, each.clubs, each.people)]
        why = "playing" if playing & set(each.people) else "resting" if since > now else ""
        why = why or ("umpire" if with_umpires and championship.umpires and not able else "")
        umpire = each.fixture.umpire if each.fixture.umpire in able else next(iter(able), "")
        found.append(WaitingFixture(address=each.address, since=since, why=why, umpire=umpire))
    resting = datetime.min
    return tuple(sorted(found, key=lambda each: (bool(each.why), each.since if each.why == "resting" else resting)))


def why_none_called(championship: Championship, now: datetime, local: Local, *, with_umpires: bool = True) -> str:
    """Return why no fixture can be called now, as a sentence without its full stop."""
    waiting = queue(championship, now, local, with_umpires=with_umpires)
    if not waiting:
        return "no match is waiting for a table"
    if not championship.details.boards:
        return "the number of tables is not set, so no match can be called; enter it in the tournament details"
    if not tables_of(championship):
        return "every table is out of use, so no match can be called; use one of them again"
    if not free_boards(championship):
        return "no table is free; a match can be called as soon as another one is finished"
    reasons = {each.why for each in waiting}
    found = [text for why, text in _WHY_NOT if why in reasons]
    return f"a table is free, but in every match that waits {' or '.join(found)}"


_WHY_NOT = (
    ("playing", "a player is playing or called"),
    ("resting", f"a player rests ({REST} minutes between two matches)"),
    ("umpire", "no neutral umpire is free"),
)


def called(championship: Championship, now: datetime, local: Local, *, with_umpires: bool = True) -> tuple[Placed, ...]:
    """Return the lines that call the next fixtures to the free boards."""
    boards = list(free_boards(championship))
    lines: list[Placed] = []
    busy: set[str] = set()
    umpires: set[str] = set()
    everything = {each.address: each for each in open_fixtures(championship)}
    for waiting in queue(championship, now, local, with_umpires=with_umpires):
        each = everything[waiting.address]
        if waiting.why or not boards or busy & set(each.people):
            continue
        able = [id for id in _able(championship, each, waiting.umpire) if id not in umpires]
        if with_umpires and championship.umpires and not able:
            continue
        board = each.fixture.board if each.fixture.board in boards else boards[0]
        boards.remove(board)
        busy |= set(each.people)
        umpires |= set(able[:1])
        time, umpire = now.strftime(FORM), next(iter(able), "")
        lines.append(Placed(fixture=str(waiting.address), board=board, time=time, umpire=umpire, called=True))
    return tuple(lines)


def _able(championship: Championship, each: Open, first: str) -> list[str]:
    """Return the umpires who are free and may umpire a fixture, the preferred one first."""
    everything = open_fixtures(championship)
    taken = {one.fixture.umpire for one in everything if one.fixture.has_begun or is_called(one.fixture)}
    able = [one.id for one in championship.umpires if may_umpire(one, each.clubs, each.people)]
    return sorted((id for id in able if id not in taken), key=lambda id: id != first)
