"""Running a tournament in a hall: durations, schedule, shifts, call queue, and calendar files."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from carrom.errors import RefusedRequest, SetupError
from carrom.tournament import knockout
from carrom.tournament.csv_tables import drawn_fixtures
from carrom.tournament.draws import berger_rounds
from carrom.tournament.entrants import StageFormat, universal_time, zone_of
from carrom.tournament.events import Appointed, Begun, Placed
from carrom.tournament.identifiers import Address, when
from carrom.tournament.state import Championship, EventStage, Fixture, Round
from carrom.values import Value

# -- planned durations of fixtures -------------------------------------------------------------------------------------


GAME_MINUTES, MATCH_MINUTES, LONG_MINUTES = 35, 90, 150
"""Planned minutes of a game, a best of three and a best of five (estimates; no rule text gives them)."""
Local = Callable[[int], datetime]
"""Function that converts seconds since 1970 to the local time of the hall, as a naive `datetime`."""


def minutes_of(terms: StageFormat) -> int:
    """Return the planned minutes of a fixture; the rubbers of a tie are played one after the other at one board."""
    if terms.match in ("best-of-3", "best-of-5"):
        usual = MATCH_MINUTES if terms.match == "best-of-3" else LONG_MINUTES
        alone = min(usual, terms.minutes * terms.best_of) if terms.minutes else usual
    else:
        alone = terms.minutes or GAME_MINUTES
    return alone * max(len(terms.rubbers), 1)


def path_of(championship: Championship, stage: EventStage, round: int, fixture: Fixture) -> int:
    """Return the minutes from the start of a fixture to the end of everything its players may still have to play."""
    minutes = minutes_of(stage.terms)
    if stage.terms.by_tables:
        left = max(_left_of(stage, id) for id in (fixture.a, fixture.b))
    else:
        left = 1 + max(rounds_of(stage) - round, 0)
    return minutes * max(left, 1) + _after(championship, stage.id)


def rounds_of(stage: EventStage) -> int:
    """Return the planned number of rounds of a stage."""
    match stage.terms.system:
        case "swiss":
            return stage.terms.rounds or len(stage.rounds)
        case "knockout":
            return knockout.rounds_of(len(stage.seats[0])) * stage.terms.legs if stage.seats else 0
        case _:
            return max((len(berger_rounds(len(group), stage.terms.legs)) for group in stage.seats), default=0)


def _left_of(stage: EventStage, entrant: str) -> int:
    """Return the number of open fixtures of an entrant in a round robin."""
    return sum(
        each.finish is None and bool(each.b) and entrant in (each.a, each.b)
        for round in stage.rounds
        for each in round.fixtures
    )


def _after(championship: Championship, id: str) -> int:
    """Return the minutes of the stages that follow, estimated as knockouts of the qualifiers."""
    longest = 0
    for stage in championship.stages:
        if stage.terms.source != id:
            continue
        source = championship.stage(id)
        many = (stage.terms.qualify or source.terms.qualify or 2) * max(source.terms.groups, 1)
        rounds = stage.terms.rounds if stage.terms.system == "swiss" else knockout.rounds_of(many) * stage.terms.legs
        if stage.terms.by_tables:
            rounds = len(berger_rounds(many, stage.terms.legs))
        longest = max(longest, rounds * minutes_of(stage.terms) + _after(championship, stage.id))
    return longest


# -- the schedule, longest remaining path first ------------------------------------------------------------------------
# A fixture needs a free board, all its players free and rested, and, if umpires are appointed, one of neither club.
# Fixtures that have begun are never moved. Times are local to the hall, without a time zone; `Local` converts them
# from the times of the lines.


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
    for stage, address, fixture in drawn_fixtures(championship, None):
        if not is_open(stage, fixture):
            continue
        sides = [championship.entrant(id) for id in (fixture.a, fixture.b)]
        found.append(
            Open(
                address=address,
                fixture=fixture,
                people=tuple(name.casefold() for side in sides for name in (side.players or (side.name,))),
                clubs=tuple(side.club for side in sides if side.club),
                minutes=minutes_of(stage.terms),
                path=path_of(championship, stage, address.round, fixture),
            )
        )
    return tuple(sorted(found, key=lambda each: -each.path))


def is_open(stage: EventStage, fixture: Fixture) -> bool:
    """Return whether a drawn fixture still has to be played to its end: no bye, no result, nobody withdrawn."""
    if not fixture.b or fixture.finish is not None or set(stage.withdrawn) & {fixture.a, fixture.b}:
        return False
    return not is_decided(fixture, stage.terms.dead_rubbers == "played")


def due_round(stage: EventStage) -> Round | None:
    """Return the round to be played: the first drawn one with an open fixture; the last drawn one if none is open.

    Groups and leagues are drawn as a whole, so the last drawn round is not the one that is played.
    """
    unfinished = (round for round in stage.rounds if any(is_open(stage, each) for each in round.fixtures))
    return next(unfinished, stage.rounds[-1] if stage.rounds else None)


def is_being_played(stage: EventStage) -> bool:
    """Return whether a drawn fixture of a stage is open."""
    return any(is_open(stage, each) for round in stage.rounds for each in round.fixtures)


def is_decided(fixture: Fixture, all_played: bool) -> bool:
    """Return whether the rubbers have decided a tie."""
    if not fixture.rubbers:
        return False
    won = [each.winner for each in fixture.rubbers if each is not None]
    decided = any(2 * won.count(side) > len(fixture.rubbers) for side in (fixture.a, fixture.b))
    return len(won) == len(fixture.rubbers) or (decided and not all_played)


def begun_at(championship: Championship, local: Local) -> Mapping[str, datetime]:
    """Return the start time of each fixture that was reported as begun."""
    return {each.fixture: local(each.when) for each in championship.events if isinstance(each, Begun)}


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


# -- shifts: rounds with more fixtures than tables ---------------------------------------------------------------------
# A fixture is in the first shift if it is the first at its table, in the second if it is the second, and so on; one
# without a table takes the first shift with room. A shift begins when its fixtures are scheduled, else as much later
# than the shift before as a fixture is planned to take. Finished fixtures count as long as a fixture of their round is
# open, so that a shift keeps its number.


CHANGEOVER = 5
"""Minutes planned between two shifts."""


class Shift(Value, frozen=True, kw_only=True):
    """Fixtures that are played at the same time."""

    number: int
    begins: str
    """Day and hour, such as `2026-11-21 10:50`; empty if unknown."""
    estimated: bool
    """Whether the time is an estimate, because its fixtures have not been scheduled or called yet."""
    tables: tuple[int, ...]
    """Its tables, as far as they are assigned."""
    fixtures: tuple[Address, ...]
    is_over: bool


class _Played(Value, frozen=True):
    """A fixture of a round that is not over."""

    address: Address
    fixture: Fixture
    table: int
    """Its table; 0 if it has none yet, or if that is out of use."""
    minutes: int
    is_over: bool


def tables_of(championship: Championship) -> tuple[int, ...]:
    """Return the numbers of the tables in use."""
    return tuple(each for each in range(1, championship.details.boards + 1) if each not in championship.closed)


def shifts(championship: Championship) -> tuple[Shift, ...]:
    """Return the shifts of the rounds that are being played; none if all their fixtures fit at once."""
    tables = len(tables_of(championship))
    played = _played(championship)
    if not tables or len(played) <= tables:
        return ()
    found: list[Shift] = []
    for number, row in enumerate(_dealt(played, tables), 1):
        begins = min((each.fixture.time for each in row if each.table and when(each.fixture.time)), default="")
        found.append(
            Shift(
                number=number,
                begins=begins or _estimated(championship, found, row),
                estimated=not begins,
                tables=tuple(sorted({each.table for each in row if each.table})),
                fixtures=tuple(each.address for each in row),
                is_over=all(each.is_over for each in row),
            )
        )
    return tuple(found)


def _played(championship: Championship) -> list[_Played]:
    """Return the fixtures of every stage's due round if it has an open one, in the order of the draws."""
    found: list[_Played] = []
    for stage in championship.stages:
        round = due_round(stage)
        if round is None or not any(is_open(stage, each) for each in round.fixtures):
            continue
        for each in round.fixtures:
            if each.b and not _is_off(stage, each):
                found.append(_one(championship, stage, round, each))
    return found


def _one(championship: Championship, stage: EventStage, round: Round, fixture: Fixture) -> _Played:
    over = fixture.finish is not None or is_decided(fixture, stage.terms.dead_rubbers == "played")
    is_there = fixture.has_begun or fixture.board not in championship.closed
    address = Address(stage.id, round.number, fixture.number)
    return _Played(address, fixture, fixture.board if is_there else 0, minutes_of(stage.terms), over)


def _is_off(stage: EventStage, fixture: Fixture) -> bool:
    """Return whether a fixture is not played because an entrant has withdrawn."""
    return not fixture.has_begun and bool({fixture.a, fixture.b} & set(stage.withdrawn))


def _dealt(played: list[_Played], tables: int) -> list[list[_Played]]:
    """Return the fixtures by shifts, each in the order of its tables."""
    rows: list[list[_Played]] = []

    def deal(each: _Played, row: list[_Played] | None) -> None:
        if row is None:
            rows.append(row := [])
        row.append(each)

    def order(each: _Played) -> tuple[bool, bool, bool, str]:
        return not each.is_over, not each.fixture.has_begun, not each.fixture.called, each.fixture.time or "~"

    for each in sorted((each for each in played if each.table), key=order):
        deal(each, next((row for row in rows if each.table not in [other.table for other in row]), None))
    for each in (each for each in played if not each.table):
        deal(each, next((row for row in rows if len(row) < tables), None))
    return [sorted(row, key=lambda each: each.table or 1000) for row in rows]


def _estimated(championship: Championship, before: list[Shift], row: list[_Played]) -> str:
    """Return when a shift is expected to begin: after the one before, or with the first session; empty if unknown."""
    if before:
        previous = when(before[-1].begins)
        later = timedelta(minutes=max(each.minutes for each in row) + CHANGEOVER)
        return _five(previous + later).strftime(FORM) if previous else ""
    sessions = sessions_of(championship.details.sessions)
    due = [round.number for stage in championship.stages if (round := due_round(stage))]
    is_first = all(number == 1 for number in due) and not any(
        stage.terms.source and stage.rounds for stage in championship.stages
    )
    return sessions[0].begins.strftime(FORM) if sessions and is_first else ""


def _five(moment: datetime) -> datetime:
    """Round a time up to a multiple of five minutes."""
    return moment + timedelta(minutes=-moment.minute % 5)


# -- the call queue: which fixture goes to the next free board ---------------------------------------------------------


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
        key=lambda each: (
            not each.fixture.has_begun,
            not is_called(each.fixture),
            each.fixture.time,
            each.address.round,
        )
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


# -- calendar files (iCalendar, RFC 5545) ------------------------------------------------------------------------------


def calendar(championship: Championship, stage: str | None = None) -> str:
    """Return a calendar of all fixtures that have a time, in UTC.

    Without a time zone, times are local to the venue, wherever that is (RFC 5545 §3.3.5, form 1). Raises `SetupError`
    for a zone that this machine does not know.
    """
    name, zone = _text(championship.details.name), championship.details.zone
    if zone and zone_of(zone) is None:
        raise SetupError(f"this machine does not know the time zone {zone}; update its time zone data (tzdata)")
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//carrom//event//EN",
        f"X-WR-CALNAME:{name}",
        *([f"X-WR-TIMEZONE:{zone}"] if zone else []),
    ]
    for owner, address, fixture in drawn_fixtures(championship, stage):
        begins = when(fixture.time)
        if fixture.b and begins is not None:
            lines += _entry(championship, owner.terms, address, fixture, begins)
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _entry(
    championship: Championship, terms: StageFormat, address: Address, fixture: Fixture, begins: datetime
) -> list[str]:
    zone = zone_of(championship.details.zone)
    begins = begins if zone is None else universal_time(begins, zone)
    ends, mark = begins + timedelta(minutes=minutes_of(terms)), "" if zone is None else "Z"
    stamp = max((each.when for each in championship.events), default=0)
    name = championship.name
    board = f" ({fixture.board})" if fixture.board else ""
    return [
        "BEGIN:VEVENT",
        f"UID:{address}-{championship.events[0].when}@carrom",
        f"DTSTAMP:{datetime.fromtimestamp(stamp, UTC):%Y%m%dT%H%M%SZ}",
        f"DTSTART:{begins:%Y%m%dT%H%M%S}{mark}",
        f"DTEND:{ends:%Y%m%dT%H%M%S}{mark}",
        f"SUMMARY:{_text(f'{name(fixture.a)} - {name(fixture.b)}')}",
        f"LOCATION:{_text(f'{championship.details.place}{board}'.strip())}",
        f"DESCRIPTION:{_text(f'{terms.title} {address}')}",
        "END:VEVENT",
    ]


def _text(text: str) -> str:
    """Escape the characters that RFC 5545 reserves."""
    return re.sub(r"([\\;,])", r"\\\1", text).replace("\n", "\\n")


def _folded(line: str) -> str:
    """Fold a line into pieces of at most 75 bytes, without splitting a character."""
    pieces, piece = [], ""
    for letter in line:
        if len((piece + letter).encode()) > 74:
            pieces.append(piece)
            piece = ""
        piece += letter
    return "\r\n ".join([*pieces, piece])
