"""A whole tournament as JSON: entrants, stages, rounds, fixtures, results, standings, deductions and history.

The structs are the published form (docs/reference/event-export.md); `schema` returns their JSON Schema. A field is
never removed or given another meaning without a new `version`.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from carrom.tournament import events as tournament_events
from carrom.tournament.championship import apply, begin
from carrom.tournament.entrants import StageFormat
from carrom.tournament.event_file import settings_of, write_happening
from carrom.tournament.final_order import final_order
from carrom.tournament.history import change_in_words
from carrom.tournament.identifiers import Address, Score, read_address
from carrom.tournament.privacy import is_sealed
from carrom.tournament.reasons import before_draw, label, why_drawn, why_placed
from carrom.tournament.result import NamedResult, result_of
from carrom.tournament.standings import is_annulled, outcome_of, raw_outcome, tables
from carrom.tournament.state import BOTH, Championship, EventStage, Fixture, FixtureOutcome, Round
from carrom.values import Value

# -- decisions that the public can check -------------------------------------------------------------------------------


NOT_PLAYED = ("walkover", "double-walkover", "retired", "conceded", "disqualified", "void")


class Decision(Value, frozen=True, kw_only=True):
    """One decision, in the language of the page."""

    line: int
    when: str
    by: str
    kind: str
    about: str
    """The fixture, round or entrant."""
    before: str = ""
    after: str = ""
    reason: str = ""


def words(key: str, language: str, **values: int | str) -> str:
    """Return a text of the published pages."""
    return label(f"publish.{key}", language, **values)


def moment(seconds: int) -> str:
    """Return a time as day and hour (UTC)."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"


def in_words(result: NamedResult, language: str) -> str:
    """Return a result as a short sentence."""
    if result.winner:
        said = words("wins", language, a=result.winner, score=result.score)
    elif result.how in ("void", "double-walkover") or not result.score:
        said = words("no-result", language)
    else:
        said = words("level", language, a=result.names[0], b=result.names[1], score=result.score)
    return said if result.how == "played" else f"{said} ({label(f'how.{result.how}', language)})"


def decisions(championship: Championship, language: str) -> Iterator[Decision]:
    """Yield every decision in order, with the result before and after it."""
    at = begin(championship.header)
    where = dict(championship.lines)
    for number, each in enumerate(championship.events, 1):
        after = apply(at, each)
        found = None if is_sealed(championship, each) else _decision(at, after, number, each, where, language)
        at = after
        if found is not None:
            yield found


def _decision(
    at: Championship,
    after: Championship,
    number: int,
    each: tournament_events.AnyEvent,
    where: dict[int, str],
    language: str,
) -> Decision | None:
    about, before, now, reason = "", "", "", getattr(each, "reason", "")
    match each:
        case tournament_events.Corrected() | tournament_events.Ruled():
            address = read_address(dict(after.lines).get(number) or where[number])
            about, before = str(address), _result(at, address, language)
            stands = isinstance(each, tournament_events.Ruled) and each.stands
            now = words("stands", language) if stands else _result(after, address, language)
            reason = ", ".join(filter(None, (each.law, each.reason)))
        case tournament_events.SheetSigned():
            address = read_address(each.fixture)
            about, before = each.fixture, _result(at, address, language)
            signed = next((one for one in after.signed if one.line == number), None)
            now = in_words(result_of(after, address, signed.outcome), language) if signed else ""
        case tournament_events.Protested():
            about = dict(at.lines).get(each.line, "")
            before = _result(at, read_address(about), language) if about else ""
            now = label("withheld", language)
            reason = f"{at.name(each.side)}: {each.reason}"
        case tournament_events.Stated():
            protest = next((one for one in at.protests if one.line == each.line), None)
            about, reason = (protest.fixture if protest else ""), each.text
        case tournament_events.Deducted():
            about, now = at.name(each.entrant), words("points-off", language, points=-each.points)
        case tournament_events.DeductionReversed():
            taken = next((one for one in at.deductions if one.line == each.line), None)
            if taken is not None:
                about, before = at.name(taken.entrant), words("points-off", language, points=-taken.points)
        case tournament_events.Edited() | tournament_events.DetailsChanged() | tournament_events.SettingsChanged():
            about = _edited(at, each)
            found = next((one.changes for one in after.corrections if one.line == number), ())
            changes = [change_in_words(language, one) for one in found]
            before = "; ".join(f"{one.field}: {one.before or '–'}" for one in changes)
            now = "; ".join(f"{one.field}: {one.after or '–'}" for one in changes)
        case tournament_events.Removed():
            about = at.name(each.id) if each.what == "entrant" else each.id
        case tournament_events.Withdrawn() | tournament_events.Reinstated():
            about = f"{at.name(each.entrant)}, {at.stage(each.stage).terms.title}"
        case tournament_events.Late():
            about = f"{at.name(each.entrant)}, {at.stage(each.stage).terms.title}"
            now = label("round", language, round=each.round)
        case tournament_events.Retracted():
            about = f"{each.stage}.{each.round}"
        case tournament_events.LinedUp():
            if not each.reason:
                return None
            about = f"{each.fixture}, {at.name(each.entrant)}"
            now = " / ".join(", ".join(players) for players in each.players)
        case tournament_events.Finished():
            if each.how not in NOT_PLAYED:
                return None
            about, now = each.fixture, _result(after, read_address(each.fixture), language)
            reason = ", ".join(filter(None, (each.law, each.reason)))
        case _:
            return None
    kind = str(type(each).__struct_config__.tag)
    return Decision(
        line=number,
        when=moment(each.when),
        by=each.by,
        kind=words(f"kind.{kind}", language),
        about=about,
        before=before,
        after=now,
        reason=reason,
    )


def _edited(
    at: Championship,
    each: tournament_events.Edited | tournament_events.DetailsChanged | tournament_events.SettingsChanged,
) -> str:
    if isinstance(each, tournament_events.SettingsChanged):
        return at.stage(each.stage).terms.title
    if isinstance(each, tournament_events.DetailsChanged):
        return at.details.name
    id = each.subject.removeprefix("umpire:")
    return next((one.name for one in at.umpires if one.id == id), id) if ":" in each.subject else at.name(id)


def _result(championship: Championship, address: Address, language: str) -> str:
    outcome = outcome_at(championship, address)
    return in_words(result_of(championship, address, outcome), language) if outcome else ""


def outcome_at(championship: Championship, address: Address) -> FixtureOutcome | None:
    """Return the outcome of a fixture or rubber; None while it is open or not drawn."""
    stage = championship.stage(address.stage)
    drawn = stage.round(address.round)
    fixture = next((one for one in drawn.fixtures if one.number == address.number), None) if drawn else None
    if fixture is None or (address.rubber and address.rubber > len(fixture.rubbers)):
        return None
    return fixture.outcome(address.rubber)


# -- the export --------------------------------------------------------------------------------------------------------


VERSION = 1
Number = int | float
State = Literal["bye", "waiting", "called", "playing", "over", "withheld"]


class ExportedDetails(Value, frozen=True, kw_only=True):
    """The header of the tournament."""

    name: str
    place: str
    sessions: Annotated[str, Meta(description="Days and hours, such as `2026-11-21 09:30-13:00`.")]
    zone: Annotated[str, Meta(description="IANA time zone of all local times; if empty, that of the venue.")]
    contact: Annotated[str, Meta(description="The public contact, without telephone numbers.")]
    rules: str
    edition: str
    tables: Annotated[int, Meta(description="Number of boards in the hall; 0 if unknown.")]
    lot: Annotated[str, Meta(description="The text drawn in public, which seeds every random choice.")]


class ExportedEntrant(Value, frozen=True, kw_only=True):
    """A player, pair or team."""

    id: str
    name: str
    kind: Literal["player", "pair", "team"]
    seed: int | None
    club: str
    nation: str
    players: tuple[str, ...]
    stages: Annotated[tuple[str, ...], Meta(description="Stages entered; empty for every stage of this kind.")]


class ExportedUmpire(Value, frozen=True, kw_only=True):
    """An appointed umpire."""

    id: str
    name: str
    club: str


class ExportedResult(Value, frozen=True, kw_only=True):
    """The result of a fixture or rubber as it counts."""

    games: Annotated[tuple[Score, ...], Meta(description="Points of each game, the first side's first.")]
    how: tournament_events.How
    winner: Annotated[str | None, Meta(description="Id of the winner; null for a draw, or if both sides lose.")]
    both_lose: bool
    against: Annotated[str, Meta(description="Id of the side that was absent, retired, conceded or disqualified.")]
    decided: Annotated[bool, Meta(description="Whether a tie-break decided a level score.")]
    rubbers: Annotated[Score | None, Meta(description="Rubbers won by each side of a team tie.")]
    boards: Score | None
    slams: tuple[str, ...]
    law: str
    reason: str
    line: Annotated[int, Meta(description="Number of the line of the event log; 0 for a walkover of a withdrawal.")]
    by: str
    when: Annotated[int, Meta(description="Seconds since 1970.")]
    record: Annotated[str, Meta(description="Path of the game record it comes from; empty if entered by hand.")]
    sha256: str


class ExportedRubber(Value, frozen=True, kw_only=True):
    """A rubber of a team tie."""

    number: int
    kind: str
    first: Annotated[tuple[str, ...], Meta(description="Players of the first team; empty while sealed.")]
    second: tuple[str, ...]
    result: ExportedResult | None


class ExportedFixture(Value, frozen=True, kw_only=True):
    """Two entrants that meet, or one that has the bye."""

    id: Annotated[str, Meta(description="Address: stage, round and number, such as `s.1.4`.")]
    number: int
    first: str
    second: Annotated[str | None, Meta(description="Null if the first one has the bye.")]
    table: Annotated[int, Meta(description="Number of the physical board in the hall; 0 if not assigned.")]
    time: str
    umpire: str
    state: State
    third_place: bool
    why: Annotated[str, Meta(description="The reason for this pairing, in English.")]
    result: Annotated[ExportedResult | None, Meta(description="Null while open, void, annulled or under protest.")]
    reported: Annotated[
        ExportedResult | None, Meta(description="A result that is shown but does not count (protest, void, annulled).")
    ]
    rubbers: tuple[ExportedRubber, ...]


class ExportedRound(Value, frozen=True, kw_only=True):
    """One round of a stage."""

    number: int
    line: Annotated[int, Meta(description="Number of the line of the event log that drew it.")]
    by_hand: bool
    by: Annotated[str, Meta(description="Who drew it, as `role:name`; empty if unknown.")]
    reason: Annotated[str, Meta(description="Why it was made by hand.")]
    criteria: Annotated[tuple[int, ...], Meta(description="Sums of the criteria of a Swiss draw.")]
    fixtures: tuple[ExportedFixture, ...]


class ExportedNumber(Value, frozen=True, kw_only=True):
    """A criterion or count of the standings."""

    name: str
    value: Number


class ExportedSetting(Value, frozen=True, kw_only=True):
    """A setting that differs from the usual one, as in the `stage` line of the log."""

    name: str
    value: str


class ExportedLate(Value, frozen=True, kw_only=True):
    """A late entrant, and the round from which they play."""

    entrant: str
    round: int


class ExportedPlace(Value, frozen=True, kw_only=True):
    """One place of the standings."""

    place: int
    entrant: str
    values: Annotated[tuple[ExportedNumber, ...], Meta(description="Every criterion and count; means are decimals.")]
    decided_by: Annotated[str, Meta(description="Criterion that decided against the place above; empty if none did.")]
    why: Annotated[str, Meta(description="The reason for this place, in English.")]


class ExportedStandings(Value, frozen=True, kw_only=True):
    """The standings of a stage, or of one of its groups."""

    group: Annotated[str, Meta(description="`A`, `B` and so on; empty if the stage has no groups.")]
    keys: Annotated[tuple[str, ...], Meta(description="Criteria in the order in which they apply.")]
    places: tuple[ExportedPlace, ...]
    annulled: Annotated[tuple[str, ...], Meta(description="Entrants who withdrew and whose matches count for nobody.")]


class ExportedDeduction(Value, frozen=True, kw_only=True):
    """Match points deducted from an entrant."""

    entrant: str
    points: int


class ExportedStage(Value, frozen=True, kw_only=True):
    """One competition within the tournament."""

    id: str
    title: str
    system: str
    settings: tuple[ExportedSetting, ...]
    groups: Annotated[tuple[tuple[str, ...], ...], Meta(description="Groups, or the seeds of a knockout as one list.")]
    withdrawn: tuple[str, ...]
    late: tuple[ExportedLate, ...]
    deductions: tuple[ExportedDeduction, ...]
    rounds: tuple[ExportedRound, ...]
    standings: tuple[ExportedStandings, ...]
    final_order: Annotated[tuple[str, ...], Meta(description="Of a knockout: all entrants, best first.")]


class ExportedLine(Value, frozen=True, kw_only=True):
    """One line of the event log."""

    line: int
    word: str
    when: Annotated[int, Meta(description="Seconds since 1970.")]
    by: Annotated[str, Meta(description="Role and name of the author.")]
    text: Annotated[str, Meta(description="The line as it is written; empty for a sealed line-up.")]
    fixture: Annotated[str, Meta(description="The fixture of a result, correction or ruling; otherwise empty.")]


class EventExport(Value, frozen=True, kw_only=True):
    """A tournament."""

    format: Literal["carrom-event-export"] = "carrom-event-export"
    version: Annotated[int, Meta(description="Version of this form.")] = VERSION
    event: ExportedDetails
    entrants: tuple[ExportedEntrant, ...]
    umpires: tuple[ExportedUmpire, ...]
    stages: tuple[ExportedStage, ...]
    history: Annotated[tuple[ExportedLine, ...], Meta(description="Every line of the event log, in order.")]


def event_export(championship: Championship) -> EventExport:
    """Return a tournament as it is exported."""
    details = championship.details
    return EventExport(
        event=ExportedDetails(
            name=details.name,
            place=details.place,
            sessions=details.sessions,
            zone=details.zone,
            contact=details.contact,
            rules=details.rules,
            edition=details.edition,
            tables=details.boards,
            lot=championship.lot,
        ),
        entrants=tuple(
            ExportedEntrant(
                id=each.id,
                name=each.name,
                kind=each.kind,
                seed=each.seed,
                club=each.club,
                nation=each.nation,
                players=each.players,
                stages=each.stages,
            )
            for each in championship.entrants
        ),
        umpires=tuple(ExportedUmpire(id=each.id, name=each.name, club=each.club) for each in championship.umpires),
        stages=tuple(_stage(championship, each) for each in championship.stages),
        history=tuple(_history(championship)),
    )


def as_json(exported: EventExport) -> bytes:
    """Return an exported tournament as indented JSON with a final newline."""
    return msgspec.json.format(msgspec.json.encode(exported), indent=1) + b"\n"


def schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of an exported tournament."""
    found = msgspec.json.schema(EventExport)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "carrom-event-export", **found}


def schema_text() -> str:
    """Return the schema as text, as it is stored and published."""
    return msgspec.json.format(msgspec.json.encode(schema()), indent=1).decode() + "\n"


def _stage(championship: Championship, stage: EventStage) -> ExportedStage:
    is_knockout = stage.terms.system == "knockout"
    usual = dict(settings_of(StageFormat(id=stage.id, system=stage.terms.system)))
    settings = [each for each in settings_of(stage.terms) if usual[each[0]] != each[1]]
    return ExportedStage(
        id=stage.id,
        title=stage.terms.title,
        system=stage.terms.system,
        settings=tuple(ExportedSetting(name=name, value=value) for name, value in settings),
        groups=stage.seats,
        withdrawn=stage.withdrawn,
        late=tuple(ExportedLate(entrant=id, round=round) for id, round in stage.late),
        deductions=tuple(ExportedDeduction(entrant=id, points=points) for id, points in stage.deducted),
        rounds=tuple(_round(championship, stage, round) for round in stage.rounds),
        standings=tuple(_standings(championship, stage)) if stage.rounds and not is_knockout else (),
        final_order=final_order(championship, stage) if is_knockout and stage.rounds else (),
    )


def _round(championship: Championship, stage: EventStage, round: Round) -> ExportedRound:
    reasons = {each.number: why for each, why in why_drawn(before_draw(championship, round), stage.id, round)}
    return ExportedRound(
        number=round.number,
        line=round.line,
        by_hand=round.hand,
        by=round.by,
        reason=round.reason,
        criteria=round.totals,
        fixtures=tuple(_fixture(stage, round, each, reasons) for each in round.fixtures),
    )


def _fixture(stage: EventStage, round: Round, fixture: Fixture, reasons: Mapping[int, str]) -> ExportedFixture:
    counts = outcome_of(stage, fixture)
    reported = raw_outcome(stage, fixture) if counts is None else None
    return ExportedFixture(
        id=str(Address(stage.id, round.number, fixture.number)),
        number=fixture.number,
        first=fixture.a,
        second=fixture.b or None,
        table=fixture.board,
        time=fixture.time,
        umpire=fixture.umpire,
        state=state_of(stage, fixture),
        third_place=fixture.third,
        why=reasons.get(fixture.number, ""),
        result=_exported_result(counts) if counts else None,
        reported=_exported_result(reported) if reported else None,
        rubbers=tuple(_rubbers(stage, fixture)),
    )


def state_of(stage: EventStage, fixture: Fixture) -> State:
    """Return the state of a fixture."""
    if not fixture.b:
        return "bye"
    if fixture.withheld:
        return "withheld"
    annulled = any(is_annulled(stage, side) for side in (fixture.a, fixture.b))
    if annulled or raw_outcome(stage, fixture) is not None or outcome_of(stage, fixture) is not None:
        return "over"
    return "playing" if fixture.has_begun else "called" if fixture.called else "waiting"


def _exported_result(outcome: FixtureOutcome) -> ExportedResult:
    return ExportedResult(
        games=outcome.games,
        how=outcome.how,
        winner=outcome.winner if outcome.winner not in ("", BOTH) else None,
        both_lose=outcome.winner == BOTH,
        against=outcome.against,
        decided=outcome.decided,
        rubbers=outcome.rubbers,
        boards=outcome.boards,
        slams=outcome.slams,
        law=outcome.law,
        reason=outcome.reason,
        line=outcome.line,
        by=outcome.by,
        when=outcome.when,
        record=outcome.source,
        sha256=outcome.sha256,
    )


def _rubbers(stage: EventStage, fixture: Fixture) -> Iterator[ExportedRubber]:
    for number, kind in enumerate(stage.terms.rubbers if fixture.b else (), 1):
        players = [
            lineup[number - 1] if fixture.is_open_lineup and number <= len(lineup) else () for lineup in fixture.lineups
        ]
        result = fixture.rubbers[number - 1] if number <= len(fixture.rubbers) else None
        yield ExportedRubber(
            number=number,
            kind=str(kind),
            first=tuple(players[0]),
            second=tuple(players[1]),
            result=_exported_result(result) if result else None,
        )


def _standings(championship: Championship, stage: EventStage) -> Iterator[ExportedStandings]:
    for table in tables(championship, stage):
        yield ExportedStandings(
            group=chr(65 + table.group) if table.group >= 0 else "",
            keys=tuple(stage.terms.ordered_by),
            places=tuple(
                ExportedPlace(
                    place=each.place,
                    entrant=each.entrant,
                    values=tuple(ExportedNumber(name=name, value=number_of(value)) for name, value in each.values),
                    decided_by=each.key,
                    why=why_placed(championship, table, each),
                )
                for each in table.standings
            ),
            annulled=table.annulled,
        )


def number_of(value: int | str) -> Number:
    """Return the value of a criterion as a number; a mean such as `4/3` becomes a decimal."""
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else round(float(exact), 6)


def _history(championship: Championship) -> Iterator[ExportedLine]:
    where = dict(championship.lines)
    for number, each in enumerate(championship.events, 1):
        yield ExportedLine(
            line=number,
            word=str(type(each).__struct_config__.tag),
            when=each.when,
            by=each.by,
            text="" if is_sealed(championship, each) else write_happening(each),
            fixture=where.get(number, ""),
        )
