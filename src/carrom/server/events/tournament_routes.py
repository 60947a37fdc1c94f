"""Online tournaments over HTTP: views, streams and routes."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.responses import Response

from carrom.errors import CarromError
from carrom.protocol import Refusal
from carrom.protocol.http_lobby import Giving, WatchableGame
from carrom.protocol.http_tournaments import (
    TournamentBracket,
    TournamentEnd,
    TournamentEnding,
    TournamentGame,
    TournamentGames,
    TournamentId,
    TournamentJoining,
    TournamentList,
    TournamentMaking,
    TournamentMatch,
    TournamentMember,
    TournamentOwn,
    TournamentResult,
    TournamentRow,
    TournamentStage,
    TournamentStandings,
    TournamentState,
    TournamentSummary,
    TournamentView,
)
from carrom.server.common import TokenBuckets
from carrom.server.events.tournaments import (
    AccountNames,
    EntryPlace,
    LiveTournament,
    PastTournament,
    TournamentChanged,
    TournamentService,
    seats_of,
    standings_of,
)
from carrom.server.http.games import Lines, Streams
from carrom.server.http.router import GET, LINES, POST, Operation, OperationRequest, told
from carrom.server.http.security import client_address
from carrom.server.lobby.lobby import Caller, Callers
from carrom.server.lobby.terms import playing_view
from carrom.server.people.sessions import Scope
from carrom.server.play.registry import GameRegistry
from carrom.tables.proposal import CommandRefused
from carrom.tournament import online as online
from carrom.tournament.knockout import rounds_of
from carrom.tournament.online import (
    AnyOnlineEvent,
    Entry,
    GameOver,
    GamesBegun,
    Member,
    OnlineTournament,
    Pairing,
    RoundsMatch,
    bracket,
    next_at,
)
from carrom.values import Value

TOP = 20
"""Rows of the standings in a tournament's state."""


def member_view(member: Member, names: AccountNames) -> TournamentMember:
    """Return the view of a person of an entry."""
    return TournamentMember(
        name=names.known(member), account=member.account is not None, bot=member.bot, rating=member.rating
    )


def names_of(entry: Entry, names: AccountNames) -> str:
    """Return the names of an entry, those of a pair joined by ` / `."""
    return " / ".join(names.known(each) for each in entry.members)


def row_view(live: LiveTournament, place: EntryPlace, names: AccountNames) -> TournamentRow:
    """Return the view of a row of the standings."""
    entry = live.state.entry(place.entry)
    return TournamentRow(
        entry=place.entry,
        place=place.place,
        members=tuple(member_view(each, names) for each in entry.members),
        points=place.points,
        played=place.played,
        won=place.won,
        scores=place.scores,
        streak=place.streak,
        tiebreak=place.tiebreak,
        paused=entry.paused,
        out=place.out,
    )


def game_view(live: LiveTournament, pairing: Pairing, names: AccountNames) -> TournamentGame:
    """Return the view of a game."""
    return TournamentGame(
        number=pairing.number,
        round=pairing.round,
        game=pairing.game,
        entries=pairing.entries,
        names=tuple(names_of(live.state.entry(number), names) for number in pairing.entries),
        began=pairing.at,
        ended=pairing.ended,
        result=None if pairing.result is None else TournamentResult(pairing.result),
        how=None if pairing.how is None else TournamentEnding(pairing.how),
        points=pairing.points,
        score=pairing.games[-1] if pairing.games else (),
    )


def bracket_view(live: LiveTournament, names: AccountNames) -> TournamentBracket:
    """Return the view of a knockout's bracket."""

    def named(number: int) -> str:
        return names_of(live.state.entry(number), names) if number else ""

    def match(each: RoundsMatch) -> TournamentMatch:
        pairing = live.state.pairing(each.pairing) if each.pairing else None
        is_played = pairing is not None and pairing.how == "played" and bool(pairing.games)
        return TournamentMatch(
            entries=(each.a, each.b),
            names=(named(each.a), named(each.b)),
            bye=each.is_bye,
            winner=each.winner,
            game=None if pairing is None else pairing.game,
            score=_score_of(each, pairing) if pairing is not None and is_played else (),
        )

    return TournamentBracket(rounds=tuple(tuple(match(each) for each in row) for row in bracket(live.state)))


def _score_of(match: RoundsMatch, pairing: Pairing) -> tuple[int, ...]:
    """Return the score of a match's last set of boards, in the order of the bracket."""
    score = pairing.games[-1]
    return score if pairing.a == match.a else score[::-1]


def summary_view(live: LiveTournament, names: AccountNames) -> TournamentSummary:
    """Return the view of a tournament in a list."""
    state, setting = live.state, live.setting
    outcome = setting.outcome
    return TournamentSummary(
        id=live.id,
        terms=setting.terms,
        stage=TournamentStage(state.stage),
        by=names.known(setting.by),
        locked=setting.locked,
        players=len(state.complete),
        starts=state.began or state.terms.starts,
        ends=state.ends,
        winner="" if outcome is None else " / ".join(names.known(each) for each in outcome.winner),
    )


def past_view(past: PastTournament, names: AccountNames) -> TournamentSummary:
    """Return the view in a list of a tournament that is over and not in memory."""
    setting, outcome = past.setting, past.setting.outcome
    winner = () if outcome is None else outcome.winner
    return TournamentSummary(
        id=past.id,
        terms=setting.terms,
        stage=TournamentStage.CANCELLED if outcome is not None and outcome.cancelled else TournamentStage.FINISHED,
        by=names.known(setting.by),
        locked=setting.locked,
        players=0 if outcome is None else outcome.players,
        starts=setting.terms.starts,
        ends=past.ended,
        winner=" / ".join(names.known(each) for each in winner),
    )


def state_view(
    live: LiveTournament,
    places: tuple[EntryPlace, ...],
    tv: WatchableGame | None,
    names: AccountNames,
    now: int,
) -> TournamentState:
    """Return the view of a tournament's state."""
    state = live.state
    is_rounds = state.terms.kind != "arena"
    waits = is_rounds and state.stage == "running" and not state.running
    return TournamentState(
        summary=summary_view(live, names),
        now=now,
        top=tuple(row_view(live, each, names) for each in places[:TOP]),
        playing=len(state.running),
        round=state.round,
        rounds=_rounds(live),
        next=next_at(state) if waits else None,
        tv=tv,
        note=state.note,
    )


def _rounds(live: LiveTournament) -> int:
    """Return the number of rounds; 0 in an arena, and in a knockout that has not started."""
    state = live.state
    if state.terms.kind == "swiss":
        return state.terms.rounds
    if state.terms.kind == "knockout" and state.hall is not None:
        return rounds_of(len(state.hall.entrants))
    return 0


def own_view(
    live: LiveTournament,
    entry: Entry,
    party: str,
    place: EntryPlace | None,
    names: AccountNames,
    *,
    is_here: bool,
    manages: bool,
) -> TournamentOwn:
    """Return the situation of a person of an entry.

    `place` is their row of the standings, `is_here` whether all of the entry are connected.
    """
    state = live.state
    gathers = not state.is_complete(entry)
    own = TournamentOwn(
        entry=entry.number,
        row=None if place is None else row_view(live, place, names),
        gathers=gathers,
        paused=entry.paused,
        waiting=state.stage == "running" and is_here and not gathers and not entry.paused and not entry.playing,
        manages=manages,
    )
    pairing = state.pairing(entry.playing) if entry.playing else None
    if pairing is None or pairing.game is None:
        return own
    side = pairing.entries.index(entry.number)
    member = next(at for at, each in enumerate(entry.members) if each.party == party)
    return TournamentOwn(
        entry=own.entry,
        row=own.row,
        paused=own.paused,
        game=pairing.game,
        seat=seats_of(live.setting.size)[side][member],
        against=names_of(state.entry(pairing.entries[1 - side]), names),
        until=pairing.at + live.setting.terms.appear * 1000,
        manages=manages,
    )


# -- streams: the state for everybody, and each reader's own situation -------------------------------------------------
# The state is serialized once for all readers of a tournament, and sent at most once a second, less often to many
# readers. A reader's own line is sent at once when it concerns a game, a pause or a result of theirs.


log = logging.getLogger("carrom.server")

SLOWEST_FOR = 200
"""Readers of a tournament for each second between two lines of its state."""
BREATH = 0.1
"""Seconds for which a stream of results gathers changes."""
_AT_ONCE, _PAUSE, _MOST_UNREAD = 10, 0.01, 100
_SHOWN = 20
"""Pairings among which the game on TV is sought."""


class Reader:
    """One reader's stream."""

    def __init__(self, lines: Lines, party: str | None, *, manages: bool = False) -> None:
        """Start with nothing sent; `party` is None for a reader without an account or key."""
        self.lines, self.party, self.manages = lines, party, manages
        self._last = b""

    def send_own(self, body: bytes) -> None:
        """Send the reader's own situation, unless it is the same as the last one."""
        if body != self._last:
            self._last = body
            self.lines.tell(body.decode())


class Audience:
    """The readers of one tournament at this process."""

    def __init__(self) -> None:
        self.readers: set[Reader] = set()
        self.here: Counter[str] = Counter()
        self.results: set[asyncio.Event] = set()
        """Set for each stream of results when something has changed."""
        self.is_new = asyncio.Event()
        self.version = -1
        """Number of the change for which the standings were computed."""
        self.changes = 0
        self.places: tuple[EntryPlace, ...] = ()
        self.of_entry: dict[int, EntryPlace] = {}
        self.of_party: dict[str, int] = {}
        """The entry of each person, as known when the standings were computed."""
        self.told: frozenset[str] = frozenset()
        """The persons present here that other processes know of."""
        self.task: asyncio.Task[None] | None = None


_NO_AUDIENCE = Audience()


class TournamentSubscriptions:
    """The streams of one process."""

    def __init__(self, games: GameRegistry, names: AccountNames, stir: Callable[[], None]) -> None:
        """Follow the changes of tournaments; `stir` is called when a reader comes or leaves."""
        self._games, self._names, self._stir = games, names, stir
        self._audiences: dict[str, Audience] = {}
        self._over = False
        games.dispatcher.subscribe(TournamentChanged, lambda event: self._changed(event))

    def present(self, live: LiveTournament) -> frozenset[int]:
        """Return the entries whose persons all read the tournament's stream, at any process."""
        audience = self._audiences.get(live.id)
        here = frozenset() if audience is None else frozenset(audience.here)
        elsewhere = live.log.elsewhere().seats if live.log.is_shared else frozenset[str]()
        if live.log.is_shared and audience is not None:
            own = frozenset(_refs(live.state, here))
            if own != audience.told:
                audience.told = own
                live.log.tell_here(own, len(audience.readers))
        return frozenset(
            entry.number
            for entry in live.state.entries
            if entry.members
            and all(
                member.party in here or f"{entry.number}-{at}" in elsewhere for at, member in enumerate(entry.members)
            )
        )

    async def places(self, live: LiveTournament) -> tuple[EntryPlace, ...]:
        """Return the current standings, computed once for each change while there are readers."""
        audience = self._audiences.get(live.id)
        if audience is not None and audience.version == audience.changes:
            return audience.places
        changes = -1 if audience is None else audience.changes
        members = [member for entry in live.state.entries for member in entry.members]
        await self._names.load([live.setting.by, *members])
        found = await asyncio.to_thread(standings_of, live.state)
        if audience is not None:
            audience.places, audience.version = found, changes
            audience.of_entry = {each.entry: each for each in found}
            audience.of_party = {member.party: entry.number for entry in live.state.entries for member in entry.members}
        return found

    def tv(self, live: LiveTournament) -> WatchableGame | None:
        """Return the game of the highest-placed players who play at this process."""
        audience = self._audiences.get(live.id)
        of_entry = {} if audience is None else audience.of_entry
        last = len(live.state.entries) + 1

        def order(number: int) -> tuple[int, int]:
            places = sorted(
                of_entry[each].place if each in of_entry else last for each in live.state.pairing(number).entries
            )
            return places[0], sum(places)

        for number in sorted(live.state.running, key=order)[:_SHOWN]:
            game = live.state.pairing(number).game
            table = None if game is None else self._games.active.find(game)
            found = None if table is None else playing_view(table)
            if found is not None:
                return found
        return None

    async def state_line(self, live: LiveTournament) -> str:
        """Return the line of a tournament's state."""
        places = await self.places(live)
        result = state_view(live, places, self.tv(live), self._names, self._games.now())
        return msgspec.json.encode(result).decode()

    async def read(self, live: LiveTournament, reader: Reader) -> None:
        """Add a reader, who is present from now on; sends the state and the reader's own situation."""
        audience = self._audience(live)
        audience.readers.add(reader)
        if reader.party is not None:
            audience.here[reader.party] += 1
        reader.lines.whenever_over(lambda: self._left(live, reader))
        reader.lines.tell(await self.state_line(live))
        self._send_own(live, audience, (reader,))
        self._stir()

    def read_results(self, live: LiveTournament, lines: Lines) -> None:
        """Send all results so far in the order in which the games ended, then each new one."""
        audience, news = self._audience(live), asyncio.Event()
        audience.results.add(news)
        task = asyncio.get_running_loop().create_task(self._send_results(live, lines, news))

        def left() -> None:
            audience.results.discard(news)
            task.cancel()

        lines.whenever_over(left)

    async def _send_results(self, live: LiveTournament, lines: Lines, news: asyncio.Event) -> None:
        sent: set[int] = set()
        await self._names.load(member for entry in live.state.entries for member in entry.members)
        while True:
            news.clear()
            is_over = live.is_over
            new = [each for each in live.state.pairings if each.result is not None and each.number not in sent]
            for each in sorted(new, key=lambda each: (each.ended or 0, each.number)):
                sent.add(each.number)
                while lines.unread >= _MOST_UNREAD:
                    await asyncio.sleep(BREATH)
                lines.tell(msgspec.json.encode(game_view(live, each, self._names)).decode())
            if is_over:
                lines.tell(msgspec.json.encode(TournamentEnd(stage=TournamentStage(live.state.stage))).decode())
                lines.end()
                return
            await news.wait()
            await asyncio.sleep(BREATH)

    async def close(self) -> None:
        """Stop."""
        self._over = True
        tasks = [each.task for each in self._audiences.values() if each.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _audience(self, live: LiveTournament) -> Audience:
        audience = self._audiences.setdefault(live.id, Audience())
        if (audience.task is None or audience.task.done()) and not self._over:
            audience.task = asyncio.get_running_loop().create_task(self._refresh(live, audience))
        return audience

    def _left(self, live: LiveTournament, reader: Reader) -> None:
        audience = self._audiences.get(live.id)
        if audience is None or reader not in audience.readers:
            return
        audience.readers.discard(reader)
        if reader.party is not None:
            audience.here[reader.party] -= 1
            if not audience.here[reader.party]:
                del audience.here[reader.party]
        self._stir()

    async def _refresh(self, live: LiveTournament, audience: Audience) -> None:
        """Send the state after changes, while there are readers."""
        while audience.readers or audience.results:
            try:
                await self._sent(live, audience)
            except CarromError as fault:
                log.error("The state of the tournament %s is not sent: %s", live.id, fault)
            audience.is_new.clear()
            await asyncio.sleep(max(1.0, len(audience.readers) / SLOWEST_FOR))
            with suppress(TimeoutError):
                async with asyncio.timeout(10):
                    await audience.is_new.wait()
        if audience.told:
            self.present(live)
        del self._audiences[live.id]

    async def _sent(self, live: LiveTournament, audience: Audience) -> None:
        text = await self.state_line(live)
        readers = tuple(audience.readers)
        for at in range(0, len(readers), _AT_ONCE):  # a few at a time, so that strokes need not wait for all of them
            group = readers[at : at + _AT_ONCE]
            for reader in group:
                reader.lines.tell(text)
            self._send_own(live, audience, group)
            await asyncio.sleep(_PAUSE)

    def _send_own(self, live: LiveTournament, audience: Audience, readers: Iterable[Reader]) -> None:
        for reader in readers:
            if reader.party is None:
                continue
            reader.send_own(self.own_line(live, reader.party, manages=reader.manages))

    def own_line(self, live: LiveTournament, party: str, *, manages: bool) -> bytes:
        """Return the line of a person's own situation, with their place as last computed."""
        audience = self._audiences.get(live.id, _NO_AUDIENCE)
        known = audience.of_party.get(party)
        entry = live.state.entry_of(party) if known is None else live.state.entry(known)
        if entry is None or not any(each.party == party for each in entry.members):
            return msgspec.json.encode(TournamentOwn(manages=manages))
        is_here = all(each.party in audience.here for each in entry.members)
        place = audience.of_entry.get(entry.number)
        return msgspec.json.encode(own_view(live, entry, party, place, self._names, is_here=is_here, manages=manages))

    def _changed(self, event: TournamentChanged) -> None:
        live = event.tournament
        audience = self._audiences.get(live.id)
        if audience is None:
            return
        audience.changes += 1
        audience.is_new.set()
        concerned = _parties(live.state, event.events)
        if concerned:
            self._send_own(live, audience, [each for each in audience.readers if each.party in concerned])
        for news in audience.results:
            news.set()


def _refs(state: OnlineTournament, here: frozenset[str]) -> list[str]:
    """Return short names, for other processes, of the members among the persons who are here."""
    return [
        f"{entry.number}-{at}"
        for entry in state.entries
        for at, member in enumerate(entry.members)
        if member.party in here
    ]


def _parties(state: OnlineTournament, events: tuple[AnyOnlineEvent, ...]) -> frozenset[str]:
    """Return the persons whom some events concern."""
    numbers: set[int] = set()
    for each in events:
        match each:
            case GamesBegun(games=games):
                numbers |= {number for pairing, _ in games for number in state.pairing(pairing).entries}
            case GameOver(number=number):
                numbers |= set(state.pairing(number).entries)
            case (
                online.Joined(entry=entry)
                | online.PartnerJoined(entry=entry)
                | online.Paused(entry=entry)
                | online.Returned(entry=entry)
                | online.Left(entry=entry)
            ):
                numbers.add(entry)
            case _:
                pass
    return frozenset(member.party for number in numbers for member in state.entry(number).members)


# -- the routes --------------------------------------------------------------------------------------------------------


GROUP = "Tournaments"
ROOT = "/api/tournaments"
_CREATING = 5.0
"""How many times as much as joining one counts creating a tournament."""


class OfTournament(Value, frozen=True, kw_only=True):
    """The path parameter of a tournament."""

    id: TournamentId


class OfTournamentList(Value, frozen=True, kw_only=True):
    """The query of the list."""

    max: Annotated[int, Meta(ge=0, le=100)] = 30
    """The most tournaments that are over."""


class OfPage(Value, frozen=True, kw_only=True):
    """A page of the standings or the games of a tournament."""

    id: TournamentId
    first: Annotated[int, Meta(ge=1, le=100_000)] = 1
    """The first row, from 1."""
    max: Annotated[int, Meta(ge=1, le=200)] = 100
    """The most rows."""


class OfGames(Value, frozen=True, kw_only=True):
    """A page of the games of a tournament, of one round or one entry if they are given."""

    id: TournamentId
    first: Annotated[int, Meta(ge=1, le=100_000)] = 1
    """The first row, from 1."""
    max: Annotated[int, Meta(ge=1, le=200)] = 100
    """The most rows."""
    round: Annotated[int, Meta(ge=1, le=100)] | None = None
    entry: Annotated[int, Meta(ge=1, le=10_000)] | None = None


class TournamentRoutes:
    """The HTTP operations on tournaments."""

    def __init__(
        self,
        service: TournamentService,
        subscriptions: TournamentSubscriptions,
        callers: Callers,
        joining: TokenBuckets,
        streams: Callable[[], Streams],
        now: Callable[[], int],
    ) -> None:
        """Serve a service; `joining` limits how often each payer creates, joins and withdraws."""
        self._service, self._subscriptions, self._callers = service, subscriptions, callers
        self._joining, self._streams, self._now = joining, streams, now
        self._names = service.registry.names

    async def list(self, call: OperationRequest) -> Response:
        """Return the tournaments of the server."""
        past = await self._service.registry.past(call.words.max)
        over = {each.id for each in past}  # perhaps by another process, and not yet in this one's memory
        open = [each for each in self._service.registry.unfinished() if each.id not in over]
        winners = [member for each in past if each.setting.outcome for member in each.setting.outcome.winner]
        await self._names.load([*(each.setting.by for each in open), *(each.setting.by for each in past), *winners])
        running = [each for each in open if each.state.stage == "running"]
        created = [each for each in open if each.state.stage != "running"]
        found = [summary_view(each, self._names) for each in (*running, *created)]
        return told(TournamentList(tournaments=(*found, *(past_view(each, self._names) for each in past))))

    async def create(self, call: OperationRequest) -> Response:
        """Create a tournament."""
        wish: TournamentMaking = call.body
        by = await self._speaker(call, wish.key, wish.name, _CREATING)
        live = await self._service.create(by, wish.terms, wish.word, _address(call))
        return told(await self._view(live, by.who.party, moderates=False))

    async def get(self, call: OperationRequest) -> Response:
        """Return a tournament, and the caller's own situation in it."""
        live = await self._service.registry.open(call.words.id)
        return told(await self._view(live, await self._party(call), moderates=_moderates(call)))

    async def join(self, call: OperationRequest) -> Response:
        """Join, or return after a pause."""
        wish: TournamentJoining = call.body
        by = await self._speaker(call, wish.key, wish.name)
        live = await self._service.join(call.words.id, by, wish, _address(call))
        return told(await self._own(live, by, call))

    async def withdraw(self, call: OperationRequest) -> Response:
        """Withdraw before the start, or pause."""
        by = await self._speaker(call, call.body.key, "")
        return told(await self._own(await self._service.withdraw(call.words.id, by.who), by, call))

    async def start(self, call: OperationRequest) -> Response:
        """Start a tournament before its time."""
        by = await self._speaker(call, call.body.key, "")
        live = await self._service.start(call.words.id, by.who, moderates=_moderates(call))
        return told(await self._view(live, by.who.party, moderates=_moderates(call)))

    async def cancel(self, call: OperationRequest) -> Response:
        """Cancel a tournament, or end it."""
        by = await self._speaker(call, call.body.key, "")
        live = await self._service.cancel(call.words.id, by.who, moderates=_moderates(call))
        return told(await self._view(live, by.who.party, moderates=_moderates(call)))

    async def standings(self, call: OperationRequest) -> Response:
        """Return a page of the standings."""
        words: OfPage = call.words
        live = await self._service.registry.open(words.id)
        places = await self._subscriptions.places(live)
        page = places[words.first - 1 : words.first - 1 + words.max]
        rows = tuple(row_view(live, each, self._names) for each in page)
        return told(TournamentStandings(rows=rows, total=len(places)))

    async def games(self, call: OperationRequest) -> Response:
        """Return a page of the games, the latest first."""
        words: OfGames = call.words
        live = await self._service.registry.open(words.id)
        await self._names.load(member for entry in live.state.entries for member in entry.members)
        found = [
            each
            for each in reversed(live.state.pairings)
            if words.round in (None, each.round) and (words.entry is None or words.entry in each.entries)
        ]
        page = found[words.first - 1 : words.first - 1 + words.max]
        return told(TournamentGames(games=tuple(game_view(live, each, self._names) for each in page), total=len(found)))

    async def bracket(self, call: OperationRequest) -> Response:
        """Return the bracket of a knockout."""
        live = await self._service.registry.open(call.words.id)
        await self._names.load(member for entry in live.state.entries for member in entry.members)
        return told(bracket_view(live, self._names))

    async def results(self, call: OperationRequest) -> Response:
        """Stream the results of a tournament."""
        live = await self._service.registry.open(call.words.id)
        lines = self._streams().opened(call.payer)
        self._subscriptions.read_results(live, lines)
        return lines.answer()

    async def stream(self, call: OperationRequest) -> Response:
        """Stream a tournament; its reader is present."""
        live = await self._service.registry.open(call.words.id)
        party = await self._party(call)
        lines = self._streams().opened(call.payer)
        manages = self._service.manages(live, party, moderates=_moderates(call))
        await self._subscriptions.read(live, Reader(lines, party, manages=manages))
        return lines.answer()

    async def _view(self, live: LiveTournament, party: str | None, *, moderates: bool) -> TournamentView:
        places = await self._subscriptions.places(live)
        tv = self._subscriptions.tv(live)
        state = state_view(live, places, tv, self._names, self._now())
        manages = self._service.manages(live, party, moderates=moderates)
        yours = TournamentOwn(manages=manages)
        entry = None if party is None else live.state.entry_of(party)
        if party is not None and entry is not None:
            place = next((each for each in places if each.entry == entry.number), None)
            is_here = entry.number in self._subscriptions.present(live)
            yours = own_view(live, entry, party, place, self._names, is_here=is_here, manages=manages)
        return TournamentView(tournament=state, yours=yours)

    async def _own(self, live: LiveTournament, by: Caller, call: OperationRequest) -> TournamentOwn:
        return (await self._view(live, by.who.party, moderates=_moderates(call))).yours

    async def _party(self, call: OperationRequest) -> str | None:
        """Return the caller as the lobby knows them; None for a reader without account or key."""
        known = call.known
        if known is not None and not known.may(Scope.SEEKS):
            return None
        who = await self._callers.listener(call.request.headers, call.word)
        return None if who is None else who.party

    async def _speaker(self, call: OperationRequest, key: str | None, name: str, cost: float = 1.0) -> Caller:
        if call.known is not None and call.known.muted:
            muted = "A moderator has muted this account for some days; it cannot join tournaments until then."
            raise CommandRefused(Refusal.NOT_YOURS, muted)
        if (wait := self._joining.wait(call.payer, cost)) > 0:
            slow = "Too many requests to tournaments; wait a few seconds."
            raise CommandRefused(Refusal.TOO_FAST, slow, key="seeks", seconds=wait)
        self._joining.take(call.payer, cost)
        return await self._callers.speaker(call.request.headers, key, name, Scope.SEEKS)

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations for the API's table of routes."""
        one = f"{ROOT}/{{id}}"

        def read(name: str, path: str, sentence: str, does: Callable[..., Any], answers: Any, words: Any) -> Operation:
            return Operation(f"tournaments.{name}", GROUP, GET, path, sentence, does, answers, words, cost=2)

        def act(name: str, path: str, sentence: str, does: Callable[..., Any], body: Any, answers: Any) -> Operation:
            words = OfTournament if "{id}" in path else Operation._field_defaults["words"]
            return Operation(
                f"tournaments.{name}",
                GROUP,
                POST,
                path,
                sentence,
                does,
                answers,
                words,
                body,
                scope=Scope.SEEKS,
                cost=2,
            )

        def stream(name: str, path: str, sentence: str, does: Callable[..., Any], answers: Any) -> Operation:
            return Operation(
                f"tournaments.{name}", GROUP, GET, path, sentence, does, answers, OfTournament, media=LINES,
                endless=True, cost=5,
            )  # fmt: skip

        return (
            read(
                "list",
                ROOT,
                "The online tournaments: those that run, those to come, and the latest that are over.",
                self.list,
                TournamentList,
                OfTournamentList,
            ),
            act(
                "create",
                ROOT,
                "Create an online tournament. The same terms by the same creator give the same tournament.",
                self.create,
                TournamentMaking,
                TournamentView,
            ),
            read(
                "get",
                one,
                "An online tournament, and your own situation in it.",
                self.get,
                TournamentView,
                OfTournament,
            ),
            act(
                "join",
                f"{one}/join",
                "Join an online tournament, or return after a pause. In doubles, join with a partner's secret, or be "
                "given the next partner who comes without one.",
                self.join,
                TournamentJoining,
                TournamentOwn,
            ),
            act(
                "withdraw",
                f"{one}/withdraw",
                "Leave an online tournament before its start; later, pause until you join again.",
                self.withdraw,
                Giving,
                TournamentOwn,
            ),
            act(
                "start",
                f"{one}/start",
                "Start your tournament before its time.",
                self.start,
                Giving,
                TournamentView,
            ),
            act(
                "cancel",
                f"{one}/cancel",
                "Cancel your tournament; if it runs, it is over and its standings stay.",
                self.cancel,
                Giving,
                TournamentView,
            ),
            read(
                "standings", f"{one}/standings", "A page of the standings.", self.standings, TournamentStandings, OfPage
            ),
            read(
                "games", f"{one}/games", "A page of the games, the latest first.", self.games, TournamentGames, OfGames
            ),
            read(
                "bracket",
                f"{one}/bracket",
                "The bracket of a knockout, round by round.",
                self.bracket,
                TournamentBracket,
                OfTournament,
            ),
            stream(
                "results",
                f"{one}/results",
                "The results of a tournament: first all so far, then each new one, until it is over.",
                self.results,
                TournamentGame | TournamentEnd,
            ),
            stream(
                "stream",
                f"{one}/stream",
                "A tournament's state, and your own situation with the game you have to play; then every change. In an "
                "arena you are paired while you read this stream.",
                self.stream,
                TournamentState | TournamentOwn,
            ),
        )


def _address(call: OperationRequest) -> str:
    return client_address(call.request.scope)


def _moderates(call: OperationRequest) -> bool:
    return call.known is not None and call.known.moderates
