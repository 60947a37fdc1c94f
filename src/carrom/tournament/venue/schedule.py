"""The schedule: times, boards and umpires for fixtures, longest remaining path first.

A fixture needs a free board, all its players free and rested, and, if umpires are appointed, one of neither club.
Fixtures that have begun are never moved. Times are local to the hall, without a time zone; `Local` converts them from
the times of the lines.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from carrom.errors import RefusedRequest
from carrom.tournament.events import Appointed, Begun, Placed
from carrom.tournament.identifiers import Address, when
from carrom.tournament.import_export.csv_tables import drawn_fixtures
from carrom.tournament.state import Championship, Fixture, Section, Wave
from carrom.tournament.venue.durations import Local, minutes_of, path_of
from carrom.values import Value

REST = 10
"""Minimum minutes between two fixtures of one player."""
FORM = "%Y-%m-%d %H:%M"


class PlayingHours(Value, frozen=True):
    """Hours of play."""

    begins: datetime
    ends: datetime


class ScheduledFixture(Value, frozen=True, kw_only=True):
    """A fixture with its board, time and umpire."""

    address: Address
    board: int
    begins: datetime
    minutes: int
    umpire: str = ""


class Left(Value, frozen=True):
    """A fixture that does not fit into the sessions, and the reason."""

    address: Address
    why: str


class Schedule(Value, frozen=True):
    """The plan for all drawn fixtures that have not begun."""

    slots: tuple[ScheduledFixture, ...]
    left: tuple[Left, ...] = ()


class Open(Value, frozen=True, kw_only=True):
    """A drawn fixture that is not over, with the data needed to schedule it."""

    address: Address
    fixture: Fixture
    people: tuple[str, ...]
    clubs: tuple[str, ...]
    minutes: int
    path: int
    """Minutes from its start to the end of everything that can follow."""


def sessions_of(text: str) -> tuple[PlayingHours, ...]:
    """Parse the sessions of the header, sorted by time. Raises `RefusedRequest`."""
    found = []
    for day in filter(None, map(str.strip, text.split(";"))):
        date, *hours = day.split()
        for each in hours:
            begins, ends = (when(f"{date} {hour}") for hour in each.partition("-")[::2])
            if begins is None or ends is None or ends <= begins:
                raise RefusedRequest(
                    f"{date} {each} is not a session; expected a day and hours, such as 2026-11-21 09:30-13:00"
                )
            found.append(PlayingHours(begins, ends))
    found.sort(key=lambda session: session.begins)
    for one, other in pairwise(found):
        if other.begins < one.ends:
            raise RefusedRequest(
                f"the session of {other.begins:{FORM}} begins before the one of {one.begins:{FORM}} ends"
            )
    return tuple(found)


def open_fixtures(championship: Championship) -> tuple[Open, ...]:
    """Return the drawn fixtures that are not over, the longest remaining path first, then in the order of the draw."""
    found = []
    for section, address, fixture in drawn_fixtures(championship, None):
        if not is_open(section, fixture):
            continue
        sides = [championship.entrant(id) for id in (fixture.a, fixture.b)]
        found.append(
            Open(
                address=address,
                fixture=fixture,
                people=tuple(name.casefold() for side in sides for name in (side.players or (side.name,))),
                clubs=tuple(side.club for side in sides if side.club),
                minutes=minutes_of(section.terms),
                path=path_of(championship, section, address.wave, fixture),
            )
        )
    return tuple(sorted(found, key=lambda each: -each.path))


def is_open(section: Section, fixture: Fixture) -> bool:
    """Return whether a drawn fixture still has to be played to its end: no bye, no result, nobody withdrawn."""
    if not fixture.b or fixture.finish is not None or set(section.withdrawn) & {fixture.a, fixture.b}:
        return False
    return not is_decided(fixture, section.terms.dead_rubbers == "played")


def due_wave(section: Section) -> Wave | None:
    """Return the round to be played: the first drawn one with an open fixture; the last drawn one if none is open.

    Groups and leagues are drawn as a whole, so the last drawn round is not the one that is played.
    """
    unfinished = (wave for wave in section.waves if any(is_open(section, each) for each in wave.fixtures))
    return next(unfinished, section.waves[-1] if section.waves else None)


def is_being_played(section: Section) -> bool:
    """Return whether a drawn fixture of a section is open."""
    return any(is_open(section, each) for wave in section.waves for each in wave.fixtures)


def is_decided(fixture: Fixture, all_played: bool) -> bool:
    """Return whether the rubbers have decided a tie."""
    if not fixture.rubbers:
        return False
    won = [each.winner for each in fixture.rubbers if each is not None]
    decided = any(2 * won.count(side) > len(fixture.rubbers) for side in (fixture.a, fixture.b))
    return len(won) == len(fixture.rubbers) or (decided and not all_played)


def begun_at(championship: Championship, local: Local) -> Mapping[str, datetime]:
    """Return the start time of each fixture that was reported as begun."""
    return {each.fixture: local(each.when) for each in championship.happenings if isinstance(each, Begun)}


def rested(championship: Championship, local: Local) -> dict[str, datetime]:
    """Return from when each person may play again, based on the finished fixtures."""
    found: dict[str, datetime] = {}
    for _, _, fixture in drawn_fixtures(championship, None):
        ends = [each.when for each in (fixture.finish, *fixture.rubbers) if each is not None]
        if not fixture.b or not ends:
            continue
        free = local(max(ends)) + timedelta(minutes=REST)
        for id in (fixture.a, fixture.b):
            entrant = championship.entrant(id)
            for name in entrant.players or (entrant.name,):
                key = name.casefold()
                found[key] = max(free, found.get(key, free))
    return found


def may_umpire(umpire: Appointed, clubs: Iterable[str], people: Iterable[str]) -> bool:
    """Return whether an umpire belongs to neither club and plays for neither side."""
    return (not umpire.club or umpire.club not in clubs) and umpire.name.casefold() not in people


class _Hall:
    """Boards, people and umpires, and from when each is free; used only within `planned`."""

    def __init__(self, championship: Championship, local: Local, now: datetime, with_umpires: bool) -> None:
        self.boards = dict.fromkeys(
            (number for number in range(1, championship.details.boards + 1) if number not in championship.closed), now
        )
        self.people = rested(championship, local)
        self.umpires = {each.id: now for each in championship.umpires} if with_umpires else {}
        self.known = {each.id: each for each in championship.umpires}
        self.served = dict.fromkeys(self.umpires, 0)
        self.needs_umpire = bool(self.umpires)

    def take(self, each: Open, board: int, umpire: str, begins: datetime) -> None:
        """Occupy a board, players and umpire for a fixture."""
        ends = begins + timedelta(minutes=each.minutes)
        if board:
            self.boards[board] = max(ends, self.boards.get(board, ends))
        for name in each.people:
            self.people[name] = ends + timedelta(minutes=REST)
        if umpire in self.umpires:
            self.umpires[umpire] = ends
            self.served[umpire] += 1

    def ready(self, each: Open) -> datetime:
        """Return from when all players are free and rested."""
        return max((self.people[name] for name in each.people if name in self.people), default=datetime.min)

    def board(self, each: Open, at: datetime) -> int:
        """Return a free board, preferably the one already assigned; 0 if none is free."""
        free = [number for number, since in self.boards.items() if since <= at]
        return each.fixture.board if each.fixture.board in free else min(free, default=0)

    def umpire(self, each: Open, at: datetime) -> str | None:
        """Return an umpire: the one assigned, else the least used; None if one is needed and none is free."""
        if not self.needs_umpire:
            return ""
        able = [
            id
            for id, since in self.umpires.items()
            if since <= at and may_umpire(self.known[id], each.clubs, each.people)
        ]
        if each.fixture.umpire in able:
            return each.fixture.umpire
        return min(able, key=lambda id: self.served[id], default=None)


def planned(championship: Championship, now: datetime, local: Local, *, with_umpires: bool = True) -> Schedule:
    """Return a plan for all drawn fixtures, from `now` on. Raises `RefusedRequest` without boards or sessions.

    Whenever a board is free, the fixture with the longest remaining path among those that can begin is assigned to it.
    """
    if not championship.details.boards:
        raise RefusedRequest('the number of tables is not set; expected it in the details, or the tag [Boards "8"]')
    sessions = [each for each in sessions_of(championship.details.sessions) if each.ends > now]
    if not sessions:
        raise RefusedRequest('no session is left; expected sessions such as --sessions "2026-11-21 09:30-13:00"')
    hall = _Hall(championship, local, now, with_umpires)
    waiting: list[Open] = []
    began = begun_at(championship, local)
    for each in open_fixtures(championship):
        if each.fixture.has_begun:
            start = began.get(str(each.address)) or when(each.fixture.time) or now
            hall.take(each, each.fixture.board, each.fixture.umpire, max(start, now - timedelta(minutes=each.minutes)))
        else:
            waiting.append(each)
    slots: list[ScheduledFixture] = []
    for session in sessions:
        waiting = _fill(hall, waiting, session, max(session.begins, now), slots)
    return Schedule(tuple(slots), tuple(_left(hall, each, sessions) for each in waiting))


def _fill(
    hall: _Hall, waiting: list[Open], session: PlayingHours, begins: datetime, slots: list[ScheduledFixture]
) -> list[Open]:
    """Schedule fixtures within a session, and return the remaining ones."""
    at = begins
    while waiting:
        left = []
        for each in waiting:
            fits = at + timedelta(minutes=each.minutes) <= session.ends and hall.ready(each) <= at
            board = hall.board(each, at) if fits else 0
            umpire = hall.umpire(each, at) if board else None
            if not board or umpire is None:
                left.append(each)
                continue
            hall.take(each, board, umpire, at)
            slots.append(
                ScheduledFixture(address=each.address, board=board, begins=at, minutes=each.minutes, umpire=umpire)
            )
        waiting = left
        moments = [*hall.boards.values(), *hall.umpires.values(), *map(hall.ready, waiting)]
        later = [moment for moment in moments if at < moment < session.ends]
        if not later:
            break
        at = _next_five(min(later))
    return waiting


def _next_five(moment: datetime) -> datetime:
    """Round a time up to a multiple of five minutes."""
    over = timedelta(minutes=moment.minute % 5, seconds=moment.second, microseconds=moment.microsecond)
    return moment if not over else moment - over + timedelta(minutes=5)


def _left(hall: _Hall, each: Open, sessions: Sequence[PlayingHours]) -> Left:
    longest = max(session.ends - session.begins for session in sessions)
    if longest < timedelta(minutes=each.minutes):
        return Left(each.address, f"{each.address} takes {each.minutes} minutes, longer than any session")
    if hall.needs_umpire and not any(may_umpire(known, each.clubs, each.people) for known in hall.known.values()):
        return Left(
            each.address, f"there is no neutral umpire for {each.address}: every one belongs to a club or side in it"
        )
    return Left(each.address, f"{each.address} does not fit before the last session ends at {sessions[-1].ends:{FORM}}")


def placements(championship: Championship, plan: Schedule) -> tuple[Placed, ...]:
    """Return the lines that carry out a plan; fixtures that stay unchanged need none."""
    found = []
    for slot in plan.slots:
        fixture = championship.fixture(slot.address)
        time = slot.begins.strftime(FORM)
        if (fixture.board, fixture.time, fixture.umpire) != (slot.board, time, slot.umpire or fixture.umpire):
            found.append(Placed(fixture=str(slot.address), board=slot.board, time=time, umpire=slot.umpire))
    return tuple(found)
