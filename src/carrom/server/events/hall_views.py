"""Views of a venue for organisers, referees and scorers: entries, deductions, settings, history, links."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from carrom.errors import CarromError
from carrom.protocol.http_tournaments import (
    FixtureState,
    HallDeduction,
    HallDetails,
    HallDispute,
    HallEntrant,
    HallEntry,
    HallFixture,
    HallHistory,
    HallLineupChange,
    HallProtest,
    HallRules,
    HallSetting,
    HallSide,
    HallStage,
    HallStanding,
    HallState,
    HallUmpire,
    HallWaiting,
    LinesWritten,
)
from carrom.protocol.play import ResultInfo
from carrom.rules.ruleset import named
from carrom.server.events.event_writer import WrittenLine
from carrom.server.http.championships import clocks_view, shifts_view, state_of
from carrom.tournament import draw_files
from carrom.tournament.apply_result import open_sheets
from carrom.tournament.championship import apply
from carrom.tournament.corrections import TOURNAMENT_RULES, first_played
from carrom.tournament.csv_tables import drawn_fixtures
from carrom.tournament.draw_files import StaleDraw, drawn_together, stale_after_line
from carrom.tournament.draws import check_may_draw, rounds_left, rounds_question, seated
from carrom.tournament.entrants import local_time
from carrom.tournament.event_file import settings_of, write_happening
from carrom.tournament.events import Claimed, Entered, Finished, LinedUp, Protested, Ruled, SheetSigned
from carrom.tournament.history import history
from carrom.tournament.identifiers import Address, read_address
from carrom.tournament.permissions import LinkHolder, may_keep, may_read
from carrom.tournament.printing import score_of
from carrom.tournament.privacy import without_telephone
from carrom.tournament.result import NamedResult, claimed_result, result_in_english, result_of, results_of
from carrom.tournament.standings import outcome_of, raw_outcome
from carrom.tournament.state import (
    Championship,
    Claim,
    EventStage,
    Fixture,
    FixtureOutcome,
    Protest,
    SignedResult,
    may_play,
    members_of,
)
from carrom.tournament.venue import due_round, free_boards, queue
from carrom.values import changed


def entrants_view(championship: Championship) -> tuple[HallEntrant, ...]:
    """Return every entry with its place in each stage."""
    members = {stage.id: frozenset(members_of(championship, stage)) for stage in championship.stages}
    drawn = frozenset(id for stage in championship.stages if stage.rounds for id in members[stage.id])
    sealed = _sealed(championship)
    return tuple(
        HallEntrant(
            id=each.id,
            name=each.name,
            kind=each.kind,
            seed=each.seed or 0,
            club=each.club,
            nation=each.nation,
            players=each.players,
            stages=tuple(
                HallStanding(stage=stage.id, state=_state(stage, each.id))
                for stage in championship.stages
                if each.id in members[stage.id] or _is_expected(stage, each)
            ),
            joins=tuple(
                stage.id
                for stage in championship.stages
                if late_entry(stage) != "no"
                and stage.rounds
                and each.id not in members[stage.id]
                and may_play(each, stage.terms)
            ),
            drawn=each.id in drawn,
            sealed=each.id in sealed,
        )
        for each in championship.entrants
    )


def _is_expected(stage: EventStage, entrant: Entered) -> bool:
    return not stage.rounds and not stage.terms.source and may_play(entrant, stage.terms)


def _state(stage: EventStage, id: str) -> Literal["entered", "playing", "withdrawn"]:
    if id in stage.withdrawn:
        return "withdrawn"
    return "playing" if stage.rounds else "entered"


def _sealed(championship: Championship) -> frozenset[str]:
    """Return the teams with a tie that is not over and whose line-ups are both visible."""
    return frozenset(
        side
        for stage in championship.stages
        for round in stage.rounds
        for fixture in round.fixtures
        if fixture.is_open_lineup and fixture.finish is None and not all(fixture.rubbers)
        for side in (fixture.a, fixture.b)
    )


def deductions_view(championship: Championship) -> tuple[HallDeduction, ...]:
    """Return every deduction, the newest first."""
    return tuple(
        HallDeduction(
            line=each.line,
            name=championship.name(each.entrant),
            stage=championship.stage(each.stage).terms.title,
            points=each.points,
            reason=each.reason,
            reversed=bool(each.reversed),
        )
        for each in reversed(championship.deductions)
    )


def undoable(stage: EventStage) -> tuple[int, ...]:
    """Return the rounds whose draw can be taken back, the last first."""
    found = []
    for round in reversed(stage.rounds):
        if any(each.has_begun for each in round.fixtures):
            break
        found.append(round.number)
    return tuple(found)


def late_entry(stage: EventStage) -> Literal["now", "undo", "no"]:
    """Return whether an entrant can join a stage late."""
    if stage.terms.source:
        return "no"
    if stage.terms.system == "swiss":
        return "no" if stage.terms.rounds and len(stage.rounds) >= stage.terms.rounds else "now"
    if not stage.rounds:
        return "now"
    return "undo" if len(undoable(stage)) == len(stage.rounds) else "no"


def settings_view(stage: EventStage) -> tuple[HallSetting, ...]:
    """Return the settings of a stage as they are written in a line."""
    return tuple(HallSetting(name=name, value=value) for name, value in settings_of(stage.terms))


def history_view(championship: Championship, language: str) -> HallHistory:
    """Return the history, the newest line first."""
    return HallHistory(
        entries=tuple(
            HallEntry(
                line=each.line,
                when=each.when,
                who=each.who,
                said=each.said,
                reason=each.reason,
                group=each.group,
                corrects=each.corrects,
                raw=raw_line(championship, each.line),
            )
            for each in reversed(history(championship, language))
        )
    )


def sentences_view(championship: Championship, first: int, last: int, language: str) -> tuple[str, ...]:
    """Return the lines from `first` to before `last` as whole sentences."""
    return tuple(f"{each.in_full}." for each in history(championship, language, first)[: last - first])


def raw_line(championship: Championship, number: int) -> str:
    """Return a line as it stands in the file, without the players of a line-up that is still sealed."""
    event = championship.events[number - 1]
    if isinstance(event, LinedUp) and not _is_open(championship, event):
        event = changed(event, players=())
    return f"{number}. {write_happening(changed(event, nonce='')).rpartition(' @')[0]}"


def _is_open(championship: Championship, lineup: LinedUp) -> bool:
    address = read_address(lineup.fixture)
    round = next((each.round(address.round) for each in championship.stages if each.id == address.stage), None)
    return round is not None and any(each.number == address.number and each.is_open_lineup for each in round.fixtures)


# -- the views of a holder of a link -----------------------------------------------------------------------------------


TEXT_SECONDS, DECISION_SECONDS = 15 * 60, 60 * 60
"""Time limits for a protest in writing and for its decision (older Laws 144-151)."""
NOTHING: Mapping[str, str] = MappingProxyType({})
ALL = ("organiser", "referee", "scorer")
"""Roles that may read everything."""


def sheet_name(address: Address) -> str:
    """Return the name of a fixture's sheet in URLs, with dashes in place of dots."""
    return str(address).replace(".", "-")


def hall_view(
    championship: Championship, id: str, who: LinkHolder, now: int, matters: Mapping[str, str] = NOTHING
) -> HallState:
    """Return the view of a role at a time in seconds since 1970; `matters` are the cases awaiting the referee."""
    zone = championship.details.zone
    at = local_time(now, zone)
    reads_all = who.role in ALL
    recorded = frozenset(
        each.fixture for each in championship.events if isinstance(each, Finished | SheetSigned) and each.source
    )
    stale = draw_files.stale_draws(championship) if reads_all else ()
    fixtures = [
        _fixture(championship, stage, address, fixture, who, matters if reads_all else NOTHING, recorded)
        for stage, address, fixture in drawn_fixtures(championship, None)
        if fixture.b and may_read(championship, fixture, who)
    ]
    protests = [
        _protest(championship, each)
        for each in championship.protests
        if reads_all or may_read(championship, championship.fixture(read_address(each.fixture)), who)
    ]
    details = championship.details
    return HallState(
        event=id,
        title=details.name,
        contact=details.contact if reads_all else without_telephone(details.contact),
        role=who.role,
        name=name_of(championship, who),
        whose=who.name,
        version=len(championship.events),
        now=now,
        boards=details.boards,
        lot=championship.lot,
        free=free_boards(championship),
        entrants=entrants_view(championship) if reads_all else (),
        umpires=tuple(HallUmpire(id=each.id, name=each.name, club=each.club) for each in championship.umpires),
        stages=tuple(_stage(championship, each, stale) for each in championship.stages) if reads_all else (),
        fixtures=tuple(fixtures),
        queue=tuple(
            HallWaiting(
                address=str(each.address),
                names=_names(championship, championship.fixture(each.address)),
                why=each.why,
                since=f"{each.since:%H:%M}" if each.why == "resting" else "",
                umpire=each.umpire,
            )
            for each in queue(championship, at, lambda seconds: local_time(seconds, zone))
        )
        if reads_all
        else (),
        protests=tuple(protests),
        deductions=deductions_view(championship) if reads_all else (),
        details=HallDetails(
            name=details.name,
            rules=details.rules,
            edition=details.edition,
            choices=_rules_choices(championship) if who.role == "organiser" else (),
            boards=details.boards,
            sessions=details.sessions,
            zone=details.zone,
            contact=details.contact if reads_all else without_telephone(details.contact),
            place=details.place,
        ),
        clocks=clocks_view(championship, now),
        shifts=shifts_view(championship),
        closed=championship.closed,
    )


def _rules_choices(championship: Championship) -> tuple[HallRules, ...]:
    """Return the rule sets to which a tournament can be changed; none once anything has been played."""
    if first_played(championship) is not None:
        return ()
    return tuple(HallRules(name=each, edition=named(each).edition) for each in TOURNAMENT_RULES)


def name_of(championship: Championship, who: LinkHolder) -> str:
    """Return the holder's display name; empty for roles without a person."""
    if who.role == "umpire":
        return next((each.name for each in championship.umpires if each.id == who.name), who.name)
    return championship.name(who.name) if who.name else ""


def author_name(championship: Championship, by: str) -> str:
    """Return the name of the author of a line; empty if the line has only a role."""
    role, _, name = by.partition(":")
    return name_of(championship, LinkHolder(role, name)) if name else ""


def _names(championship: Championship, fixture: Fixture) -> tuple[str, str]:
    return championship.name(fixture.a), championship.name(fixture.b)


def _agreeing(claim: Claim) -> str:
    """Return the result part of a line that claims the same result."""
    result = Claimed(
        fixture="s.1.1",
        side="a",
        games=claim.games,
        how=claim.how,
        against=claim.against,
        winner=claim.winner,
        boards=claim.boards,
    )
    return write_happening(result).removeprefix("claim s.1.1 a ").removesuffix(" @0")


def result_view(result: NamedResult) -> ResultInfo:
    """Return a result as sent to clients."""
    return ResultInfo(
        winner=result.winner, names=result.names, score=result.score, how=result.how, decided=result.decided
    )


def _dispute(championship: Championship, signed: SignedResult, stored: FixtureOutcome) -> HallDispute:
    """Return the view of a signed sheet that differs from the stored result, with the two lines that decide it."""
    address = read_address(signed.fixture)
    whole = championship.fixture(address).outcome(address.rubber) is None
    sheet = signed.outcome
    result = Ruled(
        line=stored.line,
        games=sheet.told,
        how=sheet.how,
        against=sheet.against,
        winner=sheet.winner if sheet.decided else "",
        boards=sheet.boards,
        slams=sheet.slams,
        law=sheet.law,
    )
    return HallDispute(
        fixture=signed.fixture,
        line=stored.line,
        stored=result_view(result_of(championship, address.fixture if whole else address, stored)),
        signed=result_view(result_of(championship, address, sheet)),
        keep=f"rule {stored.line} stands",
        take="" if whole else write_happening(result).removesuffix(" @0"),
    )


def _side(championship: Championship, fixture: Fixture, side: int, who: LinkHolder) -> HallSide:
    id = (fixture.a, fixture.b)[side]
    entrant, lineup = championship.entrant(id), fixture.lineups[side]
    own = who.role == "captain" and who.name == id
    unsealed = all(fixture.lineups) or own or who.role == "referee"
    claim = next((each for each in fixture.claims if each.side == id), None)
    claimed = None if claim is None else result_view(claimed_result(championship.name, (fixture.a, fixture.b), claim))
    return HallSide(
        id=id,
        name=entrant.name,
        players=entrant.players,
        lineup=lineup if unsealed else (),
        lined_up=bool(lineup),
        claim=claimed,
        agree="" if claim is None else _agreeing(claim),
    )


def _fixture(
    championship: Championship,
    stage: EventStage,
    address: Address,
    fixture: Fixture,
    who: LinkHolder,
    matters: Mapping[str, str],
    recorded: frozenset[str],
) -> HallFixture:
    outcome = outcome_of(stage, fixture) or raw_outcome(stage, fixture)
    open_still = state_of(stage, fixture) not in (FixtureState.OVER, FixtureState.WITHHELD)
    return HallFixture(
        address=str(address),
        stage=stage.terms.title,
        sides=(_side(championship, fixture, 0, who), _side(championship, fixture, 1, who)),
        board=fixture.board,
        time=fixture.time,
        umpire=fixture.umpire,
        state=state_of(stage, fixture),
        score=score_of(stage, fixture),
        result=None if outcome is None else result_view(result_of(championship, address, outcome)),
        by_role=outcome.by.partition(":")[0] if outcome else "",
        by_name=author_name(championship, outcome.by) if outcome else "",
        disputes=tuple(
            _dispute(championship, signed, stored)
            for signed, stored in open_sheets(championship)
            if read_address(signed.fixture).fixture == address
        ),
        lineup_changes=tuple(
            HallLineupChange(line=each.line, name=championship.name(each.entrant), reason=each.reason)
            for each in fixture.lineup_changes
        ),
        how=fixture.finish.how if fixture.finish else "",
        line=fixture.finish.line if fixture.finish else 0,
        lines=tuple(each.line if each else 0 for each in fixture.rubbers),
        rubbers=stage.terms.rubbers,
        games=stage.terms.best_of,
        minutes=stage.terms.minutes,
        sheet=sheet_name(address),
        from_sheet=fixture.finish is not None and str(address) in recorded,
        matter=matters.get(str(address), ""),
        keeps=open_still and may_keep(fixture, who),
        may_finish=open_still and who.role in ALL,
    )


def _protest(championship: Championship, protest: Protest) -> HallProtest:
    result = championship.events[protest.line - 1]
    assert isinstance(result, Protested)
    fixture = championship.fixture(read_address(protest.fixture))
    return HallProtest(
        line=protest.line,
        finish=result.line,
        fixture=protest.fixture,
        names=_names(championship, fixture),
        side=championship.name(protest.side),
        board=protest.board,
        reason=result.reason,
        text=protest.text,
        since=protest.when,
        text_by=protest.when + TEXT_SECONDS,
        decide_by=protest.when + DECISION_SECONDS,
        ruled=protest.ruled,
        upheld=protest.upheld,
    )


def _stage(championship: Championship, stage: EventStage, stale: tuple[StaleDraw, ...]) -> HallStage:
    why = ""
    try:
        at = championship
        if stage.terms.system != "swiss" and not stage.seats:
            at = apply(at, seated(at, stage))
        left = rounds_left(at, at.stage(stage.id))
        check_may_draw(at, at.stage(stage.id), len(stage.rounds) + 1)
        if stage.terms.system != "swiss" and left <= 0:
            why = f"all rounds of {stage.terms.title} are drawn"
    except CarromError as reason:
        why, left = str(reason), rounds_left(championship, stage)
    return HallStage(
        id=stage.id,
        title=stage.terms.title,
        system=stage.terms.system,
        kind=stage.terms.kind or ("team" if stage.terms.rubbers else ""),
        rounds=len(stage.rounds),
        due=due.number if (due := due_round(stage)) else 0,
        left=max(left, 0),
        draws=drawn_together(stage, left),
        question="" if stage.rounds else rounds_question(championship, stage),
        may_draw=not why,
        why=why,
        minutes=stage.terms.minutes,
        stale=tuple(each.drawn for each in stale if each.drawn.partition(".")[0] == stage.id),
        undo=undoable(stage),
        late=late_entry(stage),
        settings=() if stage.rounds else settings_view(stage),
    )


def lines_written(championship: Championship, nonce: str, written: WrittenLine, language: str = "en") -> LinesWritten:
    """Return the answer to a proposal: the lines written, their results, and the draws they make stale."""
    last = written.first + len(written.lines)
    results = [each for line, each in results_of(championship, written.first).items() if line < last]
    stale = tuple(
        dict.fromkeys(each for line in range(written.first, last) for each in stale_after_line(championship, line))
    )
    said = [f"{text[0].upper()}{text[1:]}." for text in map(result_in_english, results)]
    if stale:
        said.append(f"{draw_files.in_english(stale)}.")
    return LinesWritten(
        nonce=nonce,
        first=written.first,
        lines=written.lines,
        results=tuple(map(result_view, results)),
        said=tuple(said),
        stale=stale,
        sentences=sentences_view(championship, written.first, last, language),
    )
