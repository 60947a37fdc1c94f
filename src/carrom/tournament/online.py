"""Online tournaments: arena, Swiss and knockout as pure values; the draws and standings are those of the hall."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any, Literal

from carrom.errors import CarromError, RefusedRequest
from carrom.tournament import championship as hall
from carrom.tournament import knockout
from carrom.tournament.draws import drawn, rounds_left, same_of, seated
from carrom.tournament.entrants import Match, StageFormat, System
from carrom.tournament.event_file import Details
from carrom.tournament.events import (
    AnyEvent,
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
from carrom.tournament.identifiers import Games
from carrom.tournament.knockout import rounds_of
from carrom.tournament.standings import tables
from carrom.tournament.state import Championship, members_of
from carrom.values import Value, changed

# -- events: the lines of the log. Times are in ms since 1970 ----------------------------------------------------------


Result = Literal["first", "second", "draw", "nobody"]
Ending = Literal["played", "resigned", "absent", "late", "bye"]
PauseReason = Literal["asked", "absent"]


class Member(Value, frozen=True, kw_only=True):
    """A person of an entry. The names of accounts are not stored here, so that they can be changed and deleted."""

    party: str
    """Identifier: `account:` and the account's id, or `guest:` and the hash of the guest's key."""
    hash: str
    """Hash of the key that opens their seats."""
    account: str | None = None
    name: str = ""
    """The name of a guest; empty for an account."""
    bot: bool = False
    rating: int | None = None
    """The rating in the tournament's pool when they joined."""


class OnlineEvent(Value, frozen=True, kw_only=True):
    """Any event."""

    at: int


class Joined(OnlineEvent, frozen=True, kw_only=True, tag="join"):
    """An entry was made; in doubles it may still need a partner."""

    entry: int
    """The first entry that everybody has left before the start, or else a new one."""
    member: Member
    word: str | None = None
    """Hash of the secret with which a named partner completes the pair; None if any partner will do."""


class PartnerJoined(OnlineEvent, frozen=True, kw_only=True, tag="partner"):
    """A partner completed a pair."""

    entry: int
    member: Member


class Paused(OnlineEvent, frozen=True, kw_only=True, tag="pause"):
    """An entry is not paired until it returns."""

    entry: int
    why: PauseReason = "asked"


class Returned(OnlineEvent, frozen=True, kw_only=True, tag="return"):
    """A paused entry is paired again."""

    entry: int


class Left(OnlineEvent, frozen=True, kw_only=True, tag="leave"):
    """A person left an entry before the start; an entry without a person is empty and does not play."""

    entry: int
    party: str


class Started(OnlineEvent, frozen=True, kw_only=True, tag="start"):
    """The tournament started."""


class Paired(OnlineEvent, frozen=True, kw_only=True, tag="pair"):
    """Arena: games were paired."""

    pairs: tuple[tuple[int, int], ...]


class RoundDrawn(OnlineEvent, frozen=True, kw_only=True, tag="round"):
    """Swiss and knockout: a round was drawn."""

    round: int
    pairs: tuple[tuple[int, int], ...]
    """Two entries each, or one and 0 for a bye."""
    totals: tuple[int, ...] = ()
    """Swiss: the sums of the criteria of the draw."""


class GamesBegun(OnlineEvent, frozen=True, kw_only=True, tag="begin"):
    """Games were created for pairings."""

    games: tuple[tuple[int, str], ...]
    """Numbers of the pairings, and the games' ids."""


class GameOver(OnlineEvent, frozen=True, kw_only=True, tag="result"):
    """A game ended."""

    number: int
    result: Result
    how: Ending = "played"
    strokes: int = 0
    games: Games = ()
    """The points of each game of the match, the first entry's first."""


class Over(OnlineEvent, frozen=True, kw_only=True, tag="over"):
    """The tournament was finished."""

    note: str = ""


class Cancelled(OnlineEvent, frozen=True, kw_only=True, tag="cancel"):
    """The tournament was cancelled, by its creator, a moderator, or because too few players came."""

    note: str = ""


AnyOnlineEvent = (
    Joined | PartnerJoined | Paused | Returned | Left | Started | Paired | RoundDrawn | GamesBegun | GameOver | Over
    | Cancelled
)  # fmt: skip


# -- the state: terms, entries and pairings ----------------------------------------------------------------------------


Kind = Literal["arena", "swiss", "knockout"]
Stage = Literal["created", "running", "finished", "cancelled"]


class OnlineTerms(Value, frozen=True, kw_only=True):
    """The terms that its course depends on. Times are in ms."""

    kind: Kind
    starts: int
    """Ms since 1970."""
    rules: str = "icf"
    match: Match = "game"
    size: int = 1
    """Persons of an entry: 2 in doubles."""
    lasts: int = 3_600_000
    """Arena: its duration."""
    rounds: int = 5
    """Swiss."""
    between: int = 60_000
    """Swiss and knockout: from the end of a round to the next."""
    every: int = 0
    """Swiss and knockout: from the start of a round to the next at the earliest."""
    lot: str = ""
    """A text that seeds the random choices of the draws."""


class Entry(Value, frozen=True, kw_only=True):
    """A player or pair, with what they have reached in an arena."""

    number: int
    members: tuple[Member, ...]
    since: int
    """When they joined."""
    word: str | None = None
    """Hash of the secret of the partner who is expected; None if any partner will do."""
    paused: bool = False
    free: int = 0
    """When they last became free."""
    playing: int = 0
    """Number of the pairing that they are playing; 0 for none."""
    last: int = 0
    """The last opponent; 0 for none."""
    points: int = 0
    played: int = 0
    won: int = 0
    run: int = 0
    """Wins in succession."""
    returns: int = 0
    """How often it has returned after a pause."""
    scores: tuple[int, ...] = ()
    """Points of each game."""

    @property
    def rating(self) -> int | None:
        """The mean rating of the members who have one."""
        known = [each.rating for each in self.members if each.rating is not None]
        return round(sum(known) / len(known)) if known else None


class Pairing(Value, frozen=True, kw_only=True):
    """Two entries that play a game, or one that has a bye."""

    number: int
    round: int
    """0 in an arena."""
    a: int
    b: int
    """0 for a bye."""
    at: int
    game: str | None = None
    ended: int | None = None
    result: Result | None = None
    how: Ending | None = None
    points: tuple[int, ...] = ()
    """Arena: the points of each entry."""
    games: Games = ()

    @property
    def entries(self) -> tuple[int, ...]:
        """The entries, one for a bye."""
        return (self.a, self.b) if self.b else (self.a,)


class OnlineTournament(Value, frozen=True, kw_only=True):
    """An online tournament after some events of its log."""

    terms: OnlineTerms
    entries: tuple[Entry, ...] = ()
    """In the order of their numbers, from 1."""
    left: tuple[str, ...] = ()
    """The persons who have left before the start, once for each time."""
    pairings: tuple[Pairing, ...] = ()
    """In the order of their numbers, from 1."""
    running: tuple[int, ...] = ()
    """Numbers of the pairings that are not over."""
    stage: Stage = "created"
    began: int = 0
    ended: int = 0
    note: str = ""
    round: int = 0
    round_began: int = 0
    round_over: int = 0
    """When the last game of the round ended; 0 while one is played."""
    hall: Championship | None = None
    """Swiss and knockout: the same tournament in the engine of the hall, from the start on."""

    @property
    def ends(self) -> int | None:
        """When an arena is over; otherwise when the tournament was finished."""
        if self.ended:
            return self.ended
        if self.terms.kind != "arena":
            return None
        return (self.began or self.terms.starts) + self.terms.lasts

    def entry(self, number: int) -> Entry:
        """Return an entry by its number."""
        return self.entries[number - 1]

    def pairing(self, number: int) -> Pairing:
        """Return a pairing by its number."""
        return self.pairings[number - 1]

    def is_complete(self, entry: Entry) -> bool:
        """Return whether an entry has all its persons."""
        return len(entry.members) == self.terms.size

    def entry_of(self, party: str) -> Entry | None:
        """Return the entry of a person; None if they have not joined."""
        return next((each for each in self.entries if any(one.party == party for one in each.members)), None)

    def joins(self, party: str) -> int:
        """Return how often a person has joined or returned."""
        entry = self.entry_of(party)
        return self.left.count(party) + (0 if entry is None else 1 + entry.returns)

    @property
    def next_entry(self) -> int:
        """The number of the next new entry: before the start the first that everybody has left, if there is one."""
        emptied = (each.number for each in self.entries if not each.members and self.stage == "created")
        return next(emptied, len(self.entries) + 1)

    @property
    def complete(self) -> tuple[Entry, ...]:
        """The entries that have all their persons."""
        return tuple(each for each in self.entries if self.is_complete(each))


# -- points and standings of an arena ----------------------------------------------------------------------------------
# A streak begins with two wins in succession; from then on each game counts double until one is not won. A win by the
# opponent's absence, or in a game of fewer than `FEWEST_STROKES` strokes, is worth a plain win and leaves the streak
# as it is, so that nobody gains by an arranged resignation. A game that ends after the arena does not count.


WIN, DRAW, STREAK = 2, 1, 2
"""Points of a win and of a draw, and the wins in succession after which they are doubled."""
FEWEST_STROKES = 8
"""The fewest strokes, of both sides together, of a game that counts for a streak."""
_MOST_SCORES = 20


def is_on_streak(entry: Entry) -> bool:
    """Return whether an entry's next game counts double."""
    return entry.run >= STREAK


def scored(entry: Entry, share: float, how: Ending, strokes: int) -> Entry:
    """Return an entry after a game that it won (`share` 1), drew (½) or lost (0), with its points as the last score."""
    if how == "late":
        return entry
    is_plain = how == "absent" or strokes < FEWEST_STROKES
    double = 2 if is_on_streak(entry) and not is_plain else 1
    points = double * (WIN if share == 1 else DRAW if share else 0)
    won = share == 1
    run = entry.run + (not is_plain) if won else 0
    return changed(
        entry,
        points=entry.points + points,
        played=entry.played + 1,
        won=entry.won + won,
        run=run,
        scores=(*entry.scores[1 - _MOST_SCORES :], points),
    )


def shares(result: Result) -> tuple[float, float]:
    """Return the shares of both entries: 1 for a win, ½ for a draw, 0 for a loss."""
    return {"first": (1.0, 0.0), "second": (0.0, 1.0), "draw": (0.5, 0.5), "nobody": (0.0, 0.0)}[result]


class ArenaPlace(Value, frozen=True):
    """A place in the standings of an arena."""

    entry: int
    place: int


def arena_standings(entries: Iterable[Entry]) -> tuple[ArenaPlace, ...]:
    """Return the standings: by points, then wins, then fewer games; entries level in all of these share a place."""

    def key(entry: Entry) -> tuple[int, int, int]:
        return -entry.points, -entry.won, entry.played

    ranked = sorted(entries, key=lambda each: (*key(each), each.number))
    found: list[ArenaPlace] = []
    before: Entry | None = None
    for at, each in enumerate(ranked, 1):
        level = before is not None and key(before) == key(each)
        found.append(ArenaPlace(each.number, found[-1].place if level else at))
        before = each
    return tuple(found)


# -- rounds of a Swiss or knockout, by the engine of the hall ----------------------------------------------------------
# The tournament is a championship of one stage; the entry with number 7 is its entrant `p7`.


STAGE = "s"


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
    system: System = "swiss" if terms.kind == "swiss" else "knockout"
    form = StageFormat(id=STAGE, system=system, rounds=terms.rounds if system == "swiss" else 0, match=terms.match)
    events: list[AnyEvent] = [Opened(terms=form)]
    events += [Entered(id=entrant(each.number), name=entrant(each.number)) for each in by_rating(entries)]
    if terms.lot:
        events.append(LotDrawn(lot=terms.lot))
    found = hall.fold(Details(name="online", rules=terms.rules), events)
    if system == "knockout":
        found = hall.apply(found, seated(found, found.stage(STAGE)))
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
    stage = state.hall.stage(STAGE)
    number = len(stage.rounds) + 1
    is_swiss = state.terms.kind == "swiss"
    if (is_swiss and number > state.terms.rounds) or (not is_swiss and rounds_left(state.hall, stage) == 0):
        return None
    try:
        prepared = _prepared(state, number) if is_swiss else state.hall
        draw = drawn(prepared, prepared.stage(STAGE), number)
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
    return hall.apply(found, Drawn(stage=STAGE, round=event.round, meetings=meetings, totals=event.totals))


def _prepared(state: OnlineTournament, number: int, there: set[int] | None = None) -> Championship:
    """Return the championship with the entries that play in a Swiss round; by default all that are not paused."""
    assert state.hall is not None, "the tournament has started"
    found = state.hall
    known = {number_of(each.id) for each in found.entrants}
    playing = {each.number for each in state.complete if not each.paused} if there is None else there
    for late in sorted(playing - known):
        found = hall.apply(found, Entered(id=entrant(late), name=entrant(late)))
        found = hall.apply(found, Late(entrant=entrant(late), stage=STAGE, round=number))
    members = members_of(found, found.stage(STAGE))
    present = tuple(id for id in members if number_of(id) in playing)
    if set(present) != set(members):
        found = hall.apply(found, Present(stage=STAGE, entrants=present))
    return found


def with_result(state: OnlineTournament, pairing: Pairing, event: GameOver) -> Championship:
    """Return the championship with a game's result, as near to the game's score as the law of results allows.

    A drawn game of a knockout is given to the entry with the better seed.
    """
    assert state.hall is not None, "the tournament has started"
    number = _number_in_round(state.hall, pairing)
    fixture = f"{STAGE}.{pairing.round}.{number}"
    refused: CarromError | None = None
    for each in _forms(state, pairing, event, fixture):
        try:
            return hall.apply(state.hall, each)
        except CarromError as fault:
            refused = refused or fault
    assert refused is not None
    raise refused


def _number_in_round(championship: Championship, pairing: Pairing) -> int:
    round = championship.stage(STAGE).round(pairing.round)
    assert round is not None, "the round was drawn"
    return next(each.number for each in round.fixtures if each.a == entrant(pairing.a))


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
    stage = state.hall.stage(STAGE)
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
        for each in tables(state.hall, stage)[0].standings
    ]
    known = {each.entry for each in found}
    late = [each.number for each in state.complete if each.number not in known]
    return (*found, *(RoundsPlace(entry=number, place=len(found) + 1) for number in late))


def bracket(state: OnlineTournament) -> tuple[tuple[RoundsMatch, ...], ...]:
    """Return the rounds of a knockout as far as its players are known; empty before the start and in a Swiss."""
    if state.hall is None or state.terms.kind != "knockout":
        return ()
    stage = state.hall.stage(STAGE)
    pairings = {(each.round, frozenset(each.entries)): each.number for each in state.pairings}

    def match(each: knockout.BracketMatch) -> RoundsMatch:
        a, b = (number_of(id) if id else 0 for id in (each.a, each.b))
        on = knockout.goes_on(stage, each)
        known = frozenset(number for number in (a, b) if number)
        return RoundsMatch(
            a=a,
            b=b,
            is_bye=each.bye,
            winner=0 if not on else 1 if on == each.a else 2,
            pairing=pairings.get((each.round, known), 0),
        )

    rounds = knockout.bracket(stage, same_of(state.hall, stage))
    return tuple(tuple(match(each) for each in round) for round in rounds)


def _knockout(state: OnlineTournament) -> tuple[RoundsPlace, ...]:
    """Return the places of a knockout: those beaten in the same round share one."""
    assert state.hall is not None
    stage = state.hall.stage(STAGE)
    order = knockout.final_order(stage, same_of(state.hall, stage))
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


# -- the fold: `apply(state, event)` -----------------------------------------------------------------------------------
# An event that does not fit raises `RefusedRequest` and changes nothing.


def fold(terms: OnlineTerms, happened: Iterable[AnyOnlineEvent]) -> OnlineTournament:
    """Return the tournament after all events. Raises `RefusedRequest` for the first one that does not fit."""
    state = OnlineTournament(terms=terms)
    for each in happened:
        state = apply(state, each)
    return state


def apply(state: OnlineTournament, event: AnyOnlineEvent) -> OnlineTournament:
    """Return the tournament after an event. Raises `RefusedRequest`."""
    return _APPLY[type(event)](state, event)


def with_entry(state: OnlineTournament, entry: Entry) -> OnlineTournament:
    """Return the tournament with an entry replaced, or added after the last."""
    at = entry.number - 1
    return changed(state, entries=(*state.entries[:at], entry, *state.entries[at + 1 :]))


def _with_pairing(state: OnlineTournament, pairing: Pairing) -> OnlineTournament:
    at = pairing.number - 1
    return changed(state, pairings=(*state.pairings[:at], pairing, *state.pairings[at + 1 :]))


def _check_open(state: OnlineTournament) -> None:
    if state.stage in ("finished", "cancelled"):
        raise RefusedRequest(f"this tournament was {state.stage}")


def _check_new(state: OnlineTournament, member: Member) -> None:
    if state.entry_of(member.party) is not None:
        raise RefusedRequest("you have already joined this tournament")


def _joined(state: OnlineTournament, event: Joined) -> OnlineTournament:
    _check_open(state)
    _check_new(state, event.member)
    if event.entry != state.next_entry:
        raise RefusedRequest(f"the new entry cannot be {event.entry}; expected {state.next_entry}")
    entry = Entry(number=event.entry, members=(event.member,), since=event.at, free=event.at, word=event.word)
    return with_entry(state, entry)


def _partner(state: OnlineTournament, event: PartnerJoined) -> OnlineTournament:
    _check_open(state)
    _check_new(state, event.member)
    entry = state.entry(event.entry)
    if state.is_complete(entry) or not entry.members:
        raise RefusedRequest(f"entry {event.entry} needs no partner")
    return with_entry(state, changed(entry, members=(*entry.members, event.member), free=event.at))


def _paused(state: OnlineTournament, event: Paused) -> OnlineTournament:
    _check_open(state)
    return with_entry(state, changed(state.entry(event.entry), paused=True))


def _returned(state: OnlineTournament, event: Returned) -> OnlineTournament:
    _check_open(state)
    entry = state.entry(event.entry)
    back = changed(entry, paused=False, free=max(entry.free, event.at), returns=entry.returns + 1)
    return with_entry(state, back)


def _left(state: OnlineTournament, event: Left) -> OnlineTournament:
    if state.stage != "created":
        raise RefusedRequest("this tournament has started; pause instead")
    entry = state.entry(event.entry)
    rest = tuple(each for each in entry.members if each.party != event.party)
    after = changed(entry, members=rest, word=entry.word if rest else None)
    return changed(with_entry(state, after), left=(*state.left, event.party))


def _started(state: OnlineTournament, event: Started) -> OnlineTournament:
    if state.stage != "created":
        raise RefusedRequest("this tournament has already started")
    after = changed(state, stage="running", began=event.at)
    entries = tuple(changed(each, free=max(each.free, event.at)) for each in state.entries)
    after = changed(after, entries=entries)
    if state.terms.kind == "arena":
        return after
    return changed(after, hall=opened(state.terms, state.complete), round_over=event.at)


def _add_pairings(state: OnlineTournament, pairs: tuple[tuple[int, int], ...], round: int, at: int) -> OnlineTournament:
    """Return the tournament with new pairings; byes are over at once."""
    found, entries, running = list(state.pairings), list(state.entries), list(state.running)
    for a, b in pairs:
        number = len(found) + 1
        if b:
            found.append(Pairing(number=number, round=round, a=a, b=b, at=at))
            running.append(number)
            for each, other in ((a, b), (b, a)):
                if entries[each - 1].playing:
                    raise RefusedRequest(f"entry {each} already plays")
                entries[each - 1] = changed(entries[each - 1], playing=number, last=other)
        else:
            found.append(Pairing(number=number, round=round, a=a, b=0, at=at, ended=at, result="first", how="bye"))
    return changed(state, pairings=tuple(found), entries=tuple(entries), running=tuple(running))


def _paired(state: OnlineTournament, event: Paired) -> OnlineTournament:
    if state.stage != "running" or state.terms.kind != "arena":
        raise RefusedRequest("nobody can be paired in this tournament now")
    return _add_pairings(state, event.pairs, 0, event.at)


def _round(state: OnlineTournament, event: RoundDrawn) -> OnlineTournament:
    if state.stage != "running" or event.round != state.round + 1 or state.running:
        raise RefusedRequest(f"round {event.round} cannot be drawn now")
    after = changed(state, hall=with_round(state, event), round=event.round, round_began=event.at)
    after = _add_pairings(after, event.pairs, event.round, event.at)
    return changed(after, round_over=0 if after.running else event.at)


def _begun(state: OnlineTournament, event: GamesBegun) -> OnlineTournament:
    for number, game in event.games:
        pairing = state.pairing(number)
        if pairing.game is None:
            state = _with_pairing(state, changed(pairing, game=game))
    return state


def _game_over(state: OnlineTournament, event: GameOver) -> OnlineTournament:
    pairing = state.pairing(event.number)
    if pairing.result is not None:
        raise RefusedRequest(f"game {event.number} is already over")
    how: Ending = event.how
    is_arena = state.terms.kind == "arena"
    if is_arena and (state.stage != "running" or event.at > (state.ends or 0)):
        how = "late"
    points = []
    hall = with_result(state, pairing, event) if not is_arena and state.stage == "running" else state.hall
    for number, share in zip(pairing.entries, shares(event.result), strict=True):
        entry = state.entry(number)
        after = scored(entry, share, how, event.strokes) if is_arena else entry
        points.append(after.points - entry.points)
        state = with_entry(state, changed(after, playing=0, free=event.at))
    pairing = changed(
        pairing,
        ended=event.at,
        result=event.result,
        how=how,
        points=tuple(points) if is_arena else (),
        games=event.games,
    )
    running = tuple(number for number in state.running if number != event.number)
    after_all = changed(_with_pairing(state, pairing), running=running, hall=hall)
    return after_all if running or is_arena else changed(after_all, round_over=event.at)


def _over(state: OnlineTournament, event: Over) -> OnlineTournament:
    _check_open(state)
    return changed(state, stage="finished", ended=event.at, note=event.note)


def _cancelled(state: OnlineTournament, event: Cancelled) -> OnlineTournament:
    _check_open(state)
    return changed(state, stage="cancelled", ended=event.at, note=event.note)


_APPLY: dict[type, Callable[[OnlineTournament, Any], OnlineTournament]] = {
    Joined: _joined,
    PartnerJoined: _partner,
    Paused: _paused,
    Returned: _returned,
    Left: _left,
    Started: _started,
    Paired: _paired,
    RoundDrawn: _round,
    GamesBegun: _begun,
    GameOver: _game_over,
    Over: _over,
    Cancelled: _cancelled,
}


# -- pairing of an arena: near in points and rating --------------------------------------------------------------------
# The free entries are ordered by strength and matched in groups of neighbours, each by a maximum-weight matching: as
# many pairs as possible, first of those who have waited longest, then the nearest in strength. A difference in
# strength shrinks with the time that the two have waited.


POINT = 50
"""Rating points that a difference of one tournament point is worth."""
UNRATED = 1500
WIDENS = 20
"""Rating points by which the difference of a pair shrinks for each second that one of the two has waited."""
REMATCH_AFTER = 30_000
"""Milliseconds after which two entries who are both still waiting may meet twice running."""
_GROUP = 40
_FAR = 100_000
_LONGEST = 600_000
"""Waiting times above this many milliseconds count as equal."""

Pairs = tuple[tuple[int, int], ...]


class Waiting(Value, frozen=True, kw_only=True):
    """An entry that is free and present."""

    entry: int
    points: int = 0
    rating: int | None = None
    last: int = 0
    """The last opponent; 0 for none."""
    since: int = 0
    """When it became free, ms since 1970."""

    @property
    def strength(self) -> int:
        """Its rating, and its points in rating points."""
        return (UNRATED if self.rating is None else self.rating) + POINT * self.points


def may_meet(a: Waiting, b: Waiting, now: int, *, alone: bool = False) -> bool:
    """Return whether two entries may be paired; `alone` means that nobody else is there to wait for."""
    if a.last != b.entry and b.last != a.entry:
        return True
    return alone or (now - a.since >= REMATCH_AFTER and now - b.since >= REMATCH_AFTER)


def pair(waiting: Sequence[Waiting], now: int, *, alone: bool = False) -> Pairs:
    """Return the pairs of the entries that are free at `now` (ms since 1970); at most one remains if all may meet.

    Entries that may not meet each other remain as well; `alone` allows two to meet twice running.
    """
    ranked = sorted(waiting, key=lambda each: (-each.strength, each.entry))

    def may(a: Waiting, b: Waiting) -> bool:
        return may_meet(a, b, now, alone=alone)

    found: list[tuple[Waiting, Waiting]] = []
    rest: list[Waiting] = []
    for at in range(0, len(ranked), _GROUP):
        group = [*rest, *ranked[at : at + _GROUP]]
        pairs = _matched(group, now, may)
        found += pairs
        paired = {each.entry for two in pairs for each in two}
        rest = [each for each in group if each.entry not in paired]
    _rearrange(found, rest, may)
    return tuple((a.entry, b.entry) for a, b in found)


def _matched(
    group: Sequence[Waiting], now: int, may: Callable[[Waiting, Waiting], bool]
) -> list[tuple[Waiting, Waiting]]:
    """Return the best largest matching of a group."""
    import rustworkx

    edges = [
        (a, b, _weight(group[a], group[b], now))
        for a in range(len(group))
        for b in range(a + 1, len(group))
        if may(group[a], group[b])
    ]
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(group)))
    graph.add_edges_from(edges)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(group[min(two)], group[max(two)]) for two in sorted(map(sorted, found))]


def _weight(a: Waiting, b: Waiting, now: int) -> int:
    """Return the value of a pair: waiting time counts before nearness."""
    waited = [min(max(now - each.since, 0), _LONGEST) for each in (a, b)]
    gap = max(abs(a.strength - b.strength) - WIDENS * max(waited) // 1000, 0)
    nearness = _FAR - min(gap, _FAR)
    return 1 + nearness * nearness + (sum(waited) // 1000) * _FAR * _FAR


def _rearrange(
    pairs: list[tuple[Waiting, Waiting]], rest: list[Waiting], may: Callable[[Waiting, Waiting], bool]
) -> None:
    """Pair what remains by opening another pair, where two remain who may not meet each other."""
    for x, y in combinations(tuple(rest), 2):
        if x not in rest or y not in rest:
            continue
        for at, (a, b) in enumerate(pairs):
            c, d = (a, b) if may(x, a) and may(y, b) else (b, a)
            if may(x, c) and may(y, d):
                pairs[at : at + 1] = [(x, c), (y, d)]
                rest.remove(x)
                rest.remove(y)
                break


# -- what is due: the start, pairings, the next round, the end ---------------------------------------------------------
# `due` is a function of the state, of who is present and of the time, so that any process that decides comes to the
# same events; the log stores the first decision.


LAST_PAIRING = 60_000
"""Milliseconds before the end of an arena from which on nobody is paired, because no game could end in time."""
FEWEST = 2
"""The fewest entries with which a tournament starts."""


def due(state: OnlineTournament, present: frozenset[int], now: int) -> tuple[AnyOnlineEvent, ...]:
    """Return the events that are due at `now` (ms since 1970); `present` are the entries whose persons are all there.

    Presence matters only in an arena; in a round, a player who does not come to a game loses it.
    """
    if state.stage == "created":
        return started(state, now) if now >= state.terms.starts else ()
    if state.stage != "running":
        return ()
    if state.terms.kind == "arena":
        return _arena(state, present, now)
    absent = tuple(_given_up(state, state.pairing(number), now) for number in state.running)
    given_up = tuple(each for each in absent if each is not None)
    if given_up or state.running:
        return given_up
    if now < next_at(state):
        return ()
    drawn = next_round(state, now)
    return (Over(at=now),) if drawn is None else (drawn,)


def started(state: OnlineTournament, now: int) -> tuple[AnyOnlineEvent, ...]:
    """Return the start of a tournament, or its cancellation if too few have joined."""
    if len(state.complete) < FEWEST:
        return (Cancelled(at=now, note="Fewer than two players had joined at the start."),)
    return (Started(at=now),)


def next_at(state: OnlineTournament) -> int:
    """Return when the next round of a Swiss or knockout is due, ms since 1970; the first one is due at the start.

    After the last round its end is due, and nobody waits for that.
    """
    if state.round == 0:
        return state.began
    if state.round >= _rounds(state):
        return state.round_over
    return max(state.round_over + state.terms.between, state.round_began + state.terms.every)


def _rounds(state: OnlineTournament) -> int:
    """Return the number of rounds of a Swiss or knockout that has started."""
    if state.terms.kind == "knockout" and state.hall is not None:
        return rounds_of(len(state.hall.entrants))
    return state.terms.rounds


def waiting(state: OnlineTournament, present: frozenset[int]) -> tuple[Entry, ...]:
    """Return the entries of an arena that are free and present."""
    return tuple(
        each
        for each in state.entries
        if each.number in present and not each.paused and not each.playing and state.is_complete(each)
    )


def _arena(state: OnlineTournament, present: frozenset[int], now: int) -> tuple[AnyOnlineEvent, ...]:
    assert state.ends is not None
    if now >= state.ends:
        return (Over(at=state.ends),)
    free = waiting(state, present)
    if len(free) < FEWEST or now > state.ends - min(LAST_PAIRING, state.terms.lasts // 10):
        return ()
    others = sum(bool(each.playing) for each in state.entries)
    pairs = pair(
        [
            Waiting(entry=each.number, points=each.points, rating=each.rating, last=each.last, since=each.free)
            for each in free
        ],
        now,
        alone=others == 0 and len(free) == FEWEST,
    )
    return (Paired(at=now, pairs=pairs),) if pairs else ()


def _given_up(state: OnlineTournament, pairing: Pairing, now: int) -> GameOver | None:
    """Return the end of a game that was not begun because an entry was paused before the round was drawn."""
    if pairing.game is not None or pairing.round == 0:
        return None
    away = [state.entry(number).paused for number in pairing.entries]
    if not any(away):
        return None
    result: Result = "nobody" if all(away) else "second" if away[0] else "first"
    return GameOver(at=now, number=pairing.number, result=result, how="absent")
