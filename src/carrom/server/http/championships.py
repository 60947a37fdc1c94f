"""HTTP operations that read the championships of a folder, with their views."""

import asyncio
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.responses import Response

from carrom.errors import CarromError
from carrom.protocol.http_tournaments import (
    BracketSlot,
    ClockInfo,
    EntrantInfo,
    EventInfo,
    EventLine,
    EventList,
    FixtureInfo,
    FixtureState,
    PairingReasons,
    RoundInfo,
    RubberInfo,
    ShiftInfo,
    SlamInfo,
    StageInfo,
    StandingsRow,
    StandingsTable,
    WhyPair,
)
from carrom.server.http.problem import Stop
from carrom.server.http.router import GET, Operation, OperationRequest, told
from carrom.server.http.rule_books import Language, language_of
from carrom.tournament import knockout
from carrom.tournament.csv_tables import drawn_fixtures
from carrom.tournament.draws import same_of
from carrom.tournament.event_log import load
from carrom.tournament.final_order import are_places_decided, final_places, notes_of, resting_in
from carrom.tournament.identifiers import Address, write_games
from carrom.tournament.printing import points_of, score_of
from carrom.tournament.privacy import without_telephone
from carrom.tournament.reasons import before_draw, key_name, label, why_drawn, why_placed
from carrom.tournament.round_clock import ClockPhase, clock_of
from carrom.tournament.standings import StageTable, is_annulled, outcome_of, tables
from carrom.tournament.state import Championship, EventStage, Fixture, FixtureOutcome
from carrom.tournament.venue import due_round, is_decided, is_open, shifts
from carrom.values import Value

# -- views: standings, fixtures, brackets and slams --------------------------------------------------------------------


_COUNTS = ("played", "won", "drawn", "lost")


def event_view(championship: Championship, id: str, live: bool, language: str) -> EventInfo:
    """Return the public view of a championship."""
    details = championship.details
    return EventInfo(
        id=id,
        name=details.name,
        place=without_telephone(details.place),
        contact=without_telephone(details.contact),
        sessions=details.sessions,
        zone=details.zone,
        rules=details.rules,
        boards=details.boards,
        version=len(championship.events),
        live=live,
        entrants=tuple(
            EntrantInfo(
                id=each.id, name=each.name, seed=each.seed, club=each.club, nation=each.nation, players=each.players
            )
            for each in championship.entrants
        ),
        stages=tuple(_stage(championship, each, language) for each in championship.stages),
        slams=tuple(_slams(championship)),
        shifts=shifts_view(championship),
    )


def shifts_view(championship: Championship) -> tuple[ShiftInfo, ...]:
    """Return the shifts of the rounds in play."""
    return tuple(
        ShiftInfo(
            number=each.number,
            begins=each.begins,
            estimated=each.estimated,
            tables=each.tables,
            fixtures=tuple(map(str, each.fixtures)),
            over=each.is_over,
        )
        for each in shifts(championship)
    )


def clocks_view(championship: Championship, now: int) -> tuple[ClockInfo, ...]:
    """Return the clock of each stage's due round, if it was started, and those that run for other open rounds, at a
    time in seconds since 1970.
    """
    found = []
    for stage in championship.stages:
        due = due_round(stage)
        for round in stage.rounds:
            clock = clock_of(championship.clocks, stage.id, round.number)
            if clock is None:
                continue
            if round != due and (clock.is_over(now) or not any(is_open(stage, each) for each in round.fixtures)):
                continue
            is_running = clock.phase is ClockPhase.RUNNING
            found.append(
                ClockInfo(
                    address=clock.address,
                    stage=stage.terms.title,
                    round=clock.round,
                    phase=clock.phase,
                    seconds=clock.seconds,
                    ends=clock.since + clock.seconds - clock.ran if is_running else 0,
                    left=0 if is_running else clock.left(now),
                )
            )
    return tuple(found)


def _stage(championship: Championship, stage: EventStage, language: str) -> StageInfo:
    is_knockout = stage.terms.system == "knockout"
    standings = tables(championship, stage) if stage.rounds and not is_knockout else ()
    order = final_places(championship, stage) if is_knockout and are_places_decided(championship, stage) else ()
    return StageInfo(
        id=stage.id,
        title=stage.terms.title,
        system=stage.terms.system,
        tables=tuple(_table(championship, stage, each, language) for each in standings),
        rounds=tuple(
            RoundInfo(
                number=round.number,
                fixtures=tuple(
                    fixture_view(championship, stage, Address(stage.id, round.number, each.number), each)
                    for each in round.fixtures
                ),
                resting=tuple(map(championship.name, resting_in(stage, round))),
            )
            for round in stage.rounds
        ),
        due=due.number if (due := due_round(stage)) else 0,
        bracket=_bracket(championship, stage) if is_knockout else (),
        order=tuple(championship.name(each.entrant) for each in order),
        places=tuple(each.shown for each in order),
    )


def _table(championship: Championship, stage: EventStage, table: StageTable, language: str) -> StandingsTable:
    keys = stage.terms.shown_keys
    heads = (
        *(key_name(key, language) for key in keys[:1]),
        *(label(f"th.{name}", language) for name in _COUNTS),
        *(key_name(key, language) for key in keys[1:]),
    )
    return StandingsTable(
        group=chr(65 + table.group) if table.group >= 0 else "",
        heads=heads,
        rows=tuple(
            StandingsRow(
                place=each.place,
                shared=each.place_shown if each.is_shared else "",
                name=championship.name(each.entrant),
                cells=tuple(each.shown(name) for name in (*keys[:1], *_COUNTS, *keys[1:])),
                why=why_placed(championship, table, each, language),
            )
            for each in table.standings
        ),
        notes=notes_of(championship, stage, table, language),
    )


def state_of(stage: EventStage, fixture: Fixture) -> FixtureState:
    """Return the state of a fixture."""
    if fixture.withheld:
        return FixtureState.WITHHELD
    if outcome_of(stage, fixture) is not None or is_decided(fixture, stage.terms.dead_rubbers == "played"):
        return FixtureState.OVER
    if any(is_annulled(stage, side) for side in (fixture.a, fixture.b)):
        return FixtureState.OVER  # it counts for nobody, and is not played
    if fixture.has_begun:
        return FixtureState.PLAYING
    return FixtureState.CALLED if fixture.called else FixtureState.WAITING


def fixture_view(championship: Championship, stage: EventStage, address: Address, fixture: Fixture) -> FixtureInfo:
    """Return the view of a fixture."""
    outcome = outcome_of(stage, fixture)
    umpires = {each.id: each.name for each in championship.umpires}
    return FixtureInfo(
        address=str(address),
        first=championship.name(fixture.a),
        second=championship.name(fixture.b) if fixture.b else "",
        board=fixture.board,
        time=fixture.time,
        umpire=umpires.get(fixture.umpire, ""),
        state=state_of(stage, fixture) if fixture.b else FixtureState.WAITING,
        score=score_of(stage, fixture),
        how=outcome.how if outcome else "",
        winner=_side(fixture, outcome),
        rubbers=tuple(_rubbers(stage, fixture)),
    )


def _side(fixture: Fixture, outcome: FixtureOutcome | None) -> int:
    sides = ("", fixture.a, fixture.b)
    return sides.index(outcome.winner) if outcome is not None and outcome.winner in sides else 0


def _rubbers(stage: EventStage, fixture: Fixture) -> Iterator[RubberInfo]:
    both = all(fixture.lineups)
    for number, (kind, each) in enumerate(zip(stage.terms.rubbers, fixture.rubbers, strict=False)):
        names = [", ".join(lineup[number]) if both and number < len(lineup) else "" for lineup in fixture.lineups]
        yield RubberInfo(
            kind=kind,
            players=(names[0], names[1]),
            score=write_games(each.games).replace(",", " ") if each else "",
            winner=_side(fixture, each),
        )


def _bracket(championship: Championship, stage: EventStage) -> tuple[tuple[BracketSlot, ...], ...]:
    rounds = knockout.bracket(stage, same_of(championship, stage))
    return tuple(tuple(_slot(championship, stage, slot) for slot in round) for round in rounds)


def _slot(championship: Championship, stage: EventStage, slot: knockout.BracketMatch) -> BracketSlot:
    points = points_of(stage, slot)
    won = knockout.goes_on(stage, slot)
    return BracketSlot(
        names=(championship.name(slot.a) if slot.a else "", championship.name(slot.b) if slot.b else ""),
        refs=slot.refs,
        points=(points.get(slot.a, ""), points.get(slot.b, "")),
        winner=1 if won and won == slot.a and not slot.bye else 2 if won and won == slot.b else 0,
        bye=slot.bye,
        third=slot.third,
    )


def _slams(championship: Championship) -> Iterator[SlamInfo]:
    """Yield the view of every counted slam, with its game and board."""
    for _, address, fixture in drawn_fixtures(championship, None):
        results = [(str(address), fixture.finish)]
        results += [(f"{address}.{at}", each) for at, each in enumerate(fixture.rubbers, 1)]
        for where, each in results:
            for slam in each.slams if each else ():
                colour, _, place = slam.partition(":")
                game, _, board = place.partition(".")
                if game.isdigit() and board.isdigit():
                    names = championship.name(fixture.a), championship.name(fixture.b)
                    yield SlamInfo(colour=colour, fixture=where, names=names, game=int(game), board=int(board))


def why_view(championship: Championship, stage: str, number: int, language: str) -> PairingReasons | None:
    """Return the reasons for the pairings of a round; None if it has not been drawn."""
    round = championship.stage(stage).round(number)
    if round is None:
        return None
    pairs = why_drawn(before_draw(championship, round), stage, round, language)
    reasons = tuple(WhyPair(address=f"{stage}.{number}.{fixture.number}", why=why) for fixture, why in pairs)
    return PairingReasons(round=f"{stage}.{number}", pairs=reasons)


# -- the operations ----------------------------------------------------------------------------------------------------


SUFFIX = ".carrom-event"
MOST = 200
"""Maximum number of championships listed."""
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_ROUND = re.compile(r"([a-z][a-z0-9_]{0,31})\.([1-9][0-9]{0,2})")
Live = Callable[[], tuple[str, Championship] | None]
"""Returns the id of the championship that this process runs, and the championship, or None."""


def event_paths(folder: Path) -> dict[str, Path]:
    """Return the championships of a folder by id: its files, and those in subfolders that have the same name."""
    found = {path.name.removesuffix(SUFFIX): path for path in folder.glob(f"*{SUFFIX}")}
    for path in folder.glob(f"*/*{SUFFIX}"):
        id = path.name.removesuffix(SUFFIX)
        if path.parent.name == id:
            found.setdefault(id, path)
    return {id: found[id] for id in sorted(found) if _ID.fullmatch(id)}


class ChampionshipRoutes:
    """The championships of a folder; a file is read again only after it has changed."""

    def __init__(self, folder: Path, live: Live = lambda: None) -> None:
        """Read the files of `folder`; the championship that `live` returns is taken from memory instead."""
        self._folder, self._live = folder, live
        self._read: dict[str, tuple[tuple[int, int], Championship]] = {}
        self._cache: dict[tuple[str, str], tuple[int, bytes]] = {}

    def championship(self, id: str) -> tuple[Championship, bool] | None:
        """Return a championship and whether it is the live one; None if it does not exist.

        Raises `RecordError` or `SetupError` for a file that cannot be read.
        """
        live = self._live()
        if live is not None and live[0] == id:
            return live[1], True
        path = event_paths(self._folder).get(id)
        if path is None:
            return None
        try:
            stat = path.stat()
            stamp = stat.st_mtime_ns, stat.st_size
            if id not in self._read or self._read[id][0] != stamp:
                self._read[id] = stamp, load(path)
            return self._read[id][1], False
        except OSError:
            return None
        except CarromError as reason:
            raise type(reason)(str(reason).replace(f"{path.parent}{os.sep}", "")) from None

    def listed(self) -> EventList:
        """Return the list of championships, the live one first."""
        live = self._live()
        ids = list(event_paths(self._folder))[:MOST]
        if live is not None:
            ids = [live[0], *(id for id in ids if id != live[0])]
        found = []
        for id in ids:
            try:
                there = self.championship(id)
            except CarromError as reason:
                found.append(
                    EventLine(id=id, name=id, place="", sessions="", entrants=0, live=False, problem=f"{reason}.")
                )
                continue
            if there is not None:
                details = there[0].details
                found.append(
                    EventLine(
                        id=id,
                        name=details.name,
                        place=without_telephone(details.place),
                        sessions=details.sessions,
                        entrants=len(there[0].entrants),
                        live=there[1],
                    )
                )
        return EventList(events=tuple(found))

    def view(self, id: str, language: str) -> bytes | None:
        """Return a championship as JSON, cached by version; None if it does not exist."""
        there = self.championship(id) if _ID.fullmatch(id) else None
        if there is None:
            return None
        version = len(there[0].events)
        cached = self._cache.get((id, language))
        if cached is None or cached[0] != version:
            cached = version, msgspec.json.encode(event_view(there[0], id, there[1], language))
            self._cache[(id, language)] = cached
        return cached[1]

    def why(self, id: str, round: str, language: str) -> bytes | None:
        """Return the reasons for the pairings of a round as JSON; None if it does not exist."""
        there = self.championship(id) if _ID.fullmatch(id) else None
        found = _ROUND.fullmatch(round)
        if there is None or found is None or found[1] not in [each.id for each in there[0].stages]:
            return None
        result = why_view(there[0], found[1], int(found[2]), language)
        return None if result is None else msgspec.json.encode(result)


class OfEvents(Value, frozen=True, kw_only=True):
    """Parameters of every operation on championships."""

    language: Language = "en"


class OfEvent(OfEvents, frozen=True, kw_only=True):
    """A championship by its id."""

    id: Annotated[str, Meta(max_length=64)]


class OfRound(OfEvent, frozen=True, kw_only=True):
    """A round of a championship."""

    round: Annotated[str, Meta(max_length=64, description="EventStage and number, such as `s.2`.")]


def event_operations(events: ChampionshipRoutes) -> tuple[Operation, ...]:
    """Return the operations on championships."""

    async def listed(_: OperationRequest) -> Response:
        return told(await asyncio.to_thread(events.listed))

    async def one(call: OperationRequest) -> Response:
        id = call.words.id
        language = language_of(call.request)
        return _found(await asyncio.to_thread(_readable, lambda: events.view(id, language)), id)

    async def why(call: OperationRequest) -> Response:
        id, round = call.words.id, call.words.round
        language = language_of(call.request)
        return _found(await asyncio.to_thread(_readable, lambda: events.why(id, round, language)), f"{id}/{round}")

    group, path = "Championships", "/api/events"
    return (
        Operation("events.all", group, GET, path, "List the championships.", listed, EventList, OfEvents),
        Operation(
            "events.one",
            group,
            GET,
            f"{path}/{{id}}",
            "A championship: entrants, rounds, standings and brackets.",
            one,
            EventInfo,
            OfEvent,
        ),
        Operation(
            "events.why",
            group,
            GET,
            f"{path}/{{id}}/why/{{round}}",
            "The reasons for the pairings of a round.",
            why,
            PairingReasons,
            OfRound,
        ),
    )


def _readable(asked: Callable[[], bytes | None]) -> bytes | None:
    """Return an answer; a file that cannot be read is refused with the reason."""
    try:
        return asked()
    except CarromError as reason:
        raise Stop(409, "not-now", f"{reason}.") from None


def _found(body: bytes | None, what: str) -> Response:
    if body is None:
        raise Stop(404, "not-found", f"There is no championship {what!r}.")
    return told(body)
