"""Rounds of an online Swiss or knockout: drawn, counted and ranked by the engine of the hall.

The tournament is a championship of one section; the entry with number 7 is its entrant `p7`.
"""

from carrom.errors import CarromError, RefusedRequest
from carrom.tournament import championship as hall
from carrom.tournament.draws import knockout
from carrom.tournament.draws.draw import drawn, same_of, seated, waves_left
from carrom.tournament.events import (
    AnyHappening,
    Drawn,
    Entered,
    Finished,
    How,
    Late,
    LotDrawn,
    Meeting,
    Opened,
    Present,
)
from carrom.tournament.format import StageFormat, System
from carrom.tournament.identifiers import Games
from carrom.tournament.import_export.event_file import Details
from carrom.tournament.online.events import GameOver, RoundDrawn
from carrom.tournament.online.state import Entry, OnlineTerms, OnlineTournament, Pairing
from carrom.tournament.standings.standings import tables
from carrom.tournament.state import Championship, members_of
from carrom.values import Value

SECTION = "s"


class RoundsPlace(Value, frozen=True, kw_only=True):
    """A place in the standings of a Swiss or a knockout."""

    entry: int
    place: int
    points: int = 0
    played: int = 0
    won: int = 0
    buchholz: int = 0
    out: bool = False
    """Knockout: whether the entry was beaten."""


class RoundsMatch(Value, frozen=True, kw_only=True):
    """A match of a knockout's bracket."""

    a: int = 0
    """An entry; 0 while it is not known."""
    b: int = 0
    is_bye: bool = False
    winner: int = 0
    """1 or 2; 0 while it is open, and if neither advances."""
    pairing: int = 0
    """Number of the pairing; 0 until the round is drawn."""


def entrant(number: int) -> str:
    """Return the id in the hall's engine of the entry with this number."""
    return f"p{number}"


def number_of(entrant: str) -> int:
    """Return the number of the entry with this id in the hall's engine."""
    return int(entrant[1:])


def opened(terms: OnlineTerms, entries: tuple[Entry, ...]) -> Championship:
    """Return the championship of a tournament that starts with these entries, seeded by rating."""
    system: System = "swiss" if terms.kind == "swiss" else "cup"
    form = StageFormat(id=SECTION, system=system, waves=terms.rounds if system == "swiss" else 0, match=terms.match)
    events: list[AnyHappening] = [Opened(terms=form)]
    events += [Entered(id=entrant(each.number), name=entrant(each.number)) for each in by_rating(entries)]
    if terms.lot:
        events.append(LotDrawn(lot=terms.lot))
    found = hall.fold(Details(name="online", rules=terms.rules), events)
    if system == "cup":
        found = hall.apply(found, seated(found, found.section(SECTION)))
    return found


def by_rating(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Return entries with the highest rating first; those without a rating come last, in the order of joining."""
    return tuple(sorted(entries, key=lambda each: (each.rating is None, -(each.rating or 0), each.number)))


def next_round(state: OnlineTournament, at: int) -> RoundDrawn | None:
    """Return the next round of a Swiss or knockout; None if the tournament is over.

    In a Swiss, paused entries miss the round. A Swiss is over early when no round is possible in which nobody meets
    twice.
    """
    assert state.hall is not None, "the tournament has started"
    section = state.hall.section(SECTION)
    number = len(section.waves) + 1
    is_swiss = state.terms.kind == "swiss"
    if (is_swiss and number > state.terms.rounds) or (not is_swiss and waves_left(state.hall, section) == 0):
        return None
    try:
        prepared = _prepared(state, number) if is_swiss else state.hall
        draw = drawn(prepared, prepared.section(SECTION), number)
    except RefusedRequest:
        return None
    pairs = tuple((number_of(each.first), number_of(each.second) if each.second else 0) for each in draw.meetings)
    return RoundDrawn(at=at, round=number, pairs=pairs, totals=draw.totals)


def with_round(state: OnlineTournament, event: RoundDrawn) -> Championship:
    """Return the championship with a drawn round. Raises `RefusedRequest` if the draw is not valid."""
    assert state.hall is not None, "the tournament has started"
    there = {number for pair in event.pairs for number in pair if number}
    found = state.hall
    if state.terms.kind == "swiss":
        found = _prepared(state, event.round, there)
    meetings = tuple(Meeting(entrant(a), entrant(b) if b else "") for a, b in event.pairs)
    return hall.apply(found, Drawn(section=SECTION, wave=event.round, meetings=meetings, totals=event.totals))


def _prepared(state: OnlineTournament, number: int, there: set[int] | None = None) -> Championship:
    """Return the championship with the entries that play in a Swiss round; by default all that are not paused."""
    assert state.hall is not None, "the tournament has started"
    found = state.hall
    known = {number_of(each.id) for each in found.entrants}
    playing = {each.number for each in state.complete if not each.paused} if there is None else there
    for late in sorted(playing - known):
        found = hall.apply(found, Entered(id=entrant(late), name=entrant(late)))
        found = hall.apply(found, Late(entrant=entrant(late), section=SECTION, wave=number))
    members = members_of(found, found.section(SECTION))
    present = tuple(id for id in members if number_of(id) in playing)
    if set(present) != set(members):
        found = hall.apply(found, Present(section=SECTION, entrants=present))
    return found


def with_result(state: OnlineTournament, pairing: Pairing, event: GameOver) -> Championship:
    """Return the championship with a game's result, as near to the game's score as the law of results allows.

    A drawn game of a knockout is given to the entry with the better seed.
    """
    assert state.hall is not None, "the tournament has started"
    number = _number_in_round(state.hall, pairing)
    fixture = f"{SECTION}.{pairing.round}.{number}"
    refused: CarromError | None = None
    for each in _forms(state, pairing, event, fixture):
        try:
            return hall.apply(state.hall, each)
        except CarromError as fault:
            refused = refused or fault
    assert refused is not None
    raise refused


def _number_in_round(championship: Championship, pairing: Pairing) -> int:
    wave = championship.section(SECTION).wave(pairing.round)
    assert wave is not None, "the round was drawn"
    return next(each.number for each in wave.fixtures if each.a == entrant(pairing.a))


def _forms(state: OnlineTournament, pairing: Pairing, event: GameOver, fixture: str) -> list[Finished]:
    """Return the ways to enter a result, the most exact first."""
    a, b = entrant(pairing.a), entrant(pairing.b)
    if event.result == "nobody":
        return [Finished(fixture=fixture, how="double-walkover")]
    if event.result == "draw":
        better = min(a, b, key=lambda id: _seed(state, id))
        level = Finished(fixture=fixture, how="clock", games=event.games or ((0, 0),))
        return [level, Finished(fixture=fixture, how="clock", games=((0, 0),), winner=better)]
    loser = b if event.result == "first" else a
    walkover = Finished(fixture=fixture, how="walkover", against=loser)
    if event.how == "absent":
        return [walkover]
    games: Games = event.games
    hows: tuple[How, ...] = ("retired",) if event.how == "resigned" else ("played", "clock")
    exact = [Finished(fixture=fixture, how=how, games=games, against=loser if how == "retired" else "") for how in hows]
    return [*(each for each in exact if games and _leads(each, a, loser)), walkover]


def _leads(form: Finished, a: str, loser: str) -> bool:
    """Return whether a score names the same winner as the game, unless the loser is given beside it."""
    if form.against:
        return True
    won = sum(x > y for x, y in form.games) - sum(x < y for x, y in form.games)
    return won > 0 if loser != a else won < 0


def _seed(state: OnlineTournament, id: str) -> int:
    assert state.hall is not None
    seeds = state.hall.seed_order(tuple(each.id for each in state.hall.entrants))
    return seeds.index(id)


def rounds_standings(state: OnlineTournament) -> tuple[RoundsPlace, ...]:
    """Return the standings; before the start, the entries by rating."""
    if state.hall is None:
        return tuple(RoundsPlace(entry=each.number, place=at) for at, each in enumerate(by_rating(state.complete), 1))
    section = state.hall.section(SECTION)
    if state.terms.kind == "knockout":
        return _knockout(state)
    found = [
        RoundsPlace(
            entry=number_of(each.entrant),
            place=each.place,
            points=int(each.value("points")),
            played=int(each.value("played")),
            won=int(each.value("won")),
            buchholz=int(each.value("buchholz")),
        )
        for each in tables(state.hall, section)[0].standings
    ]
    known = {each.entry for each in found}
    late = [each.number for each in state.complete if each.number not in known]
    return (*found, *(RoundsPlace(entry=number, place=len(found) + 1) for number in late))


def bracket(state: OnlineTournament) -> tuple[tuple[RoundsMatch, ...], ...]:
    """Return the rounds of a knockout as far as its players are known; empty before the start and in a Swiss."""
    if state.hall is None or state.terms.kind != "knockout":
        return ()
    section = state.hall.section(SECTION)
    pairings = {(each.round, frozenset(each.entries)): each.number for each in state.pairings}

    def match(each: knockout.BracketMatch) -> RoundsMatch:
        a, b = (number_of(id) if id else 0 for id in (each.a, each.b))
        on = knockout.goes_on(section, each)
        known = frozenset(number for number in (a, b) if number)
        return RoundsMatch(
            a=a,
            b=b,
            is_bye=each.bye,
            winner=0 if not on else 1 if on == each.a else 2,
            pairing=pairings.get((each.wave, known), 0),
        )

    waves = knockout.bracket(section, same_of(state.hall, section))
    return tuple(tuple(match(each) for each in wave) for wave in waves)


def _knockout(state: OnlineTournament) -> tuple[RoundsPlace, ...]:
    """Return the places of a knockout: those beaten in the same round share one."""
    assert state.hall is not None
    section = state.hall.section(SECTION)
    order = knockout.final_order(section, same_of(state.hall, section))
    beaten: dict[str, int] = {}
    won: dict[str, int] = {}
    for each in state.pairings:
        if each.result in ("first", "second") and each.b:
            winner, loser = (each.a, each.b) if each.result == "first" else (each.b, each.a)
            won[entrant(winner)] = won.get(entrant(winner), 0) + 1
            beaten[entrant(loser)] = each.round
        elif each.result is not None and each.b:
            for number in each.entries:
                beaten.setdefault(entrant(number), each.round)
    rank = {id: at for at, id in enumerate(order)}
    ranked = sorted(order, key=lambda id: (-beaten.get(id, 10_000), rank[id]))
    found: list[RoundsPlace] = []
    for at, id in enumerate(ranked, 1):
        level = found and beaten.get(id, 10_000) == beaten.get(entrant(found[-1].entry), 10_000)
        found.append(
            RoundsPlace(
                entry=number_of(id),
                place=found[-1].place if level else at,
                points=won.get(id, 0),
                played=won.get(id, 0) + (id in beaten),
                won=won.get(id, 0),
                out=id in beaten,
            )
        )
    return tuple(found)
