"""Views of a championship: standings, fixtures, brackets and slams."""

from collections.abc import Iterator

from carrom.protocol.http.championship import (
    BracketSlot,
    ClockInfo,
    EntrantInfo,
    EventInfo,
    FixtureInfo,
    FixtureState,
    PairingReasons,
    RoundInfo,
    RubberInfo,
    SectionInfo,
    ShiftInfo,
    SlamInfo,
    StandingsRow,
    StandingsTable,
    WhyPair,
)
from carrom.tournament.draws import knockout
from carrom.tournament.draws.draw import same_of
from carrom.tournament.identifiers import Address, write_games
from carrom.tournament.import_export.csv_tables import drawn_fixtures
from carrom.tournament.printing.documents import points_of, score_of
from carrom.tournament.publishing.privacy import without_telephone
from carrom.tournament.standings.counted_results import is_annulled, outcome_of
from carrom.tournament.standings.final_order import are_places_decided, final_places
from carrom.tournament.standings.notes import notes_of, resting_in
from carrom.tournament.standings.reasons import before_draw, key_name, label, why_drawn, why_placed
from carrom.tournament.standings.standings import StageTable, tables
from carrom.tournament.state import Championship, Fixture, FixtureOutcome, Section
from carrom.tournament.venue.round_clock import ClockPhase, clock_of
from carrom.tournament.venue.schedule import due_wave, is_decided, is_open
from carrom.tournament.venue.shifts import shifts

_COUNTS = ("played", "won", "drawn", "lost")


def event_told(championship: Championship, id: str, live: bool, language: str) -> EventInfo:
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
        version=len(championship.happenings),
        live=live,
        entrants=tuple(
            EntrantInfo(
                id=each.id, name=each.name, seed=each.seed, club=each.club, nation=each.nation, players=each.players
            )
            for each in championship.entrants
        ),
        sections=tuple(_section(championship, each, language) for each in championship.sections),
        slams=tuple(_slams(championship)),
        shifts=shifts_told(championship),
    )


def shifts_told(championship: Championship) -> tuple[ShiftInfo, ...]:
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


def clocks_told(championship: Championship, now: int) -> tuple[ClockInfo, ...]:
    """Return the clock of each section's due round, if it was started, and those that run for other open rounds, at a
    time in seconds since 1970.
    """
    found = []
    for section in championship.sections:
        due = due_wave(section)
        for wave in section.waves:
            clock = clock_of(championship.clocks, section.id, wave.number)
            if clock is None:
                continue
            if wave != due and (clock.is_over(now) or not any(is_open(section, each) for each in wave.fixtures)):
                continue
            is_running = clock.phase is ClockPhase.RUNNING
            found.append(
                ClockInfo(
                    round=clock.round,
                    section=section.terms.title,
                    wave=clock.wave,
                    phase=clock.phase,
                    seconds=clock.seconds,
                    ends=clock.since + clock.seconds - clock.ran if is_running else 0,
                    left=0 if is_running else clock.left(now),
                )
            )
    return tuple(found)


def _section(championship: Championship, section: Section, language: str) -> SectionInfo:
    is_cup = section.terms.system == "cup"
    standings = tables(championship, section) if section.waves and not is_cup else ()
    order = final_places(championship, section) if is_cup and are_places_decided(championship, section) else ()
    return SectionInfo(
        id=section.id,
        title=section.terms.title,
        system=section.terms.system,
        tables=tuple(_table(championship, section, each, language) for each in standings),
        waves=tuple(
            RoundInfo(
                number=wave.number,
                fixtures=tuple(
                    fixture_told(championship, section, Address(section.id, wave.number, each.number), each)
                    for each in wave.fixtures
                ),
                resting=tuple(map(championship.name, resting_in(section, wave))),
            )
            for wave in section.waves
        ),
        due=due.number if (due := due_wave(section)) else 0,
        bracket=_bracket(championship, section) if is_cup else (),
        order=tuple(championship.name(each.entrant) for each in order),
        places=tuple(each.shown for each in order),
    )


def _table(championship: Championship, section: Section, table: StageTable, language: str) -> StandingsTable:
    keys = section.terms.shown_keys
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
        notes=notes_of(championship, section, table, language),
    )


def state_of(section: Section, fixture: Fixture) -> FixtureState:
    """Return the state of a fixture."""
    if fixture.withheld:
        return FixtureState.WITHHELD
    if outcome_of(section, fixture) is not None or is_decided(fixture, section.terms.dead_rubbers == "played"):
        return FixtureState.OVER
    if any(is_annulled(section, side) for side in (fixture.a, fixture.b)):
        return FixtureState.OVER  # it counts for nobody, and is not played
    if fixture.has_begun:
        return FixtureState.PLAYING
    return FixtureState.CALLED if fixture.called else FixtureState.WAITING


def fixture_told(championship: Championship, section: Section, address: Address, fixture: Fixture) -> FixtureInfo:
    """Return the view of a fixture."""
    outcome = outcome_of(section, fixture)
    umpires = {each.id: each.name for each in championship.umpires}
    return FixtureInfo(
        address=str(address),
        first=championship.name(fixture.a),
        second=championship.name(fixture.b) if fixture.b else "",
        board=fixture.board,
        time=fixture.time,
        umpire=umpires.get(fixture.umpire, ""),
        state=state_of(section, fixture) if fixture.b else FixtureState.WAITING,
        score=score_of(section, fixture),
        how=outcome.how if outcome else "",
        winner=_side(fixture, outcome),
        rubbers=tuple(_rubbers(section, fixture)),
    )


def _side(fixture: Fixture, outcome: FixtureOutcome | None) -> int:
    sides = ("", fixture.a, fixture.b)
    return sides.index(outcome.winner) if outcome is not None and outcome.winner in sides else 0


def _rubbers(section: Section, fixture: Fixture) -> Iterator[RubberInfo]:
    both = all(fixture.lineups)
    for number, (kind, each) in enumerate(zip(section.terms.rubbers, fixture.rubbers, strict=False)):
        names = [", ".join(lineup[number]) if both and number < len(lineup) else "" for lineup in fixture.lineups]
        yield RubberInfo(
            kind=kind,
            players=(names[0], names[1]),
            score=write_games(each.games).replace(",", " ") if each else "",
            winner=_side(fixture, each),
        )


def _bracket(championship: Championship, section: Section) -> tuple[tuple[BracketSlot, ...], ...]:
    waves = knockout.bracket(section, same_of(championship, section))
    return tuple(tuple(_slot(championship, section, slot) for slot in wave) for wave in waves)


def _slot(championship: Championship, section: Section, slot: knockout.BracketMatch) -> BracketSlot:
    points = points_of(section, slot)
    won = knockout.goes_on(section, slot)
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


def why_told(championship: Championship, section: str, number: int, language: str) -> PairingReasons | None:
    """Return the reasons for the pairings of a wave; None if it has not been drawn."""
    wave = championship.section(section).wave(number)
    if wave is None:
        return None
    pairs = why_drawn(before_draw(championship, wave), section, wave, language)
    reasons = tuple(WhyPair(address=f"{section}.{number}.{fixture.number}", why=why) for fixture, why in pairs)
    return PairingReasons(wave=f"{section}.{number}", pairs=reasons)
