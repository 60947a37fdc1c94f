"""Decisions of a tournament that the public can check: corrections, rulings, protests, deductions and the like."""

from collections.abc import Iterator
from datetime import UTC, datetime

from carrom.tournament.championship import apply, begin
from carrom.tournament.events import (
    AnyHappening,
    Corrected,
    Deducted,
    DeductionReversed,
    DetailsChanged,
    Edited,
    Finished,
    Late,
    LinedUp,
    Protested,
    Reinstated,
    Removed,
    Retracted,
    Ruled,
    SettingsChanged,
    SheetSigned,
    Stated,
    Withdrawn,
)
from carrom.tournament.history import in_words as changed_field
from carrom.tournament.identifiers import Address, read_address
from carrom.tournament.publishing.privacy import is_sealed
from carrom.tournament.results import NamedResult, result_of
from carrom.tournament.standings.reasons import label
from carrom.tournament.state import Championship, FixtureOutcome
from carrom.values import Value

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
    for number, each in enumerate(championship.happenings, 1):
        after = apply(at, each)
        found = None if is_sealed(championship, each) else _decision(at, after, number, each, where, language)
        at = after
        if found is not None:
            yield found


def _decision(
    at: Championship,
    after: Championship,
    number: int,
    each: AnyHappening,
    where: dict[int, str],
    language: str,
) -> Decision | None:
    about, before, now, reason = "", "", "", getattr(each, "reason", "")
    match each:
        case Corrected() | Ruled():
            address = read_address(dict(after.lines).get(number) or where[number])
            about, before = str(address), _result(at, address, language)
            stands = isinstance(each, Ruled) and each.stands
            now = words("stands", language) if stands else _result(after, address, language)
            reason = ", ".join(filter(None, (each.law, each.reason)))
        case SheetSigned():
            address = read_address(each.fixture)
            about, before = each.fixture, _result(at, address, language)
            signed = next((one for one in after.signed if one.line == number), None)
            now = in_words(result_of(after, address, signed.outcome), language) if signed else ""
        case Protested():
            about = dict(at.lines).get(each.line, "")
            before = _result(at, read_address(about), language) if about else ""
            now = label("withheld", language)
            reason = f"{at.name(each.side)}: {each.reason}"
        case Stated():
            protest = next((one for one in at.protests if one.line == each.line), None)
            about, reason = (protest.fixture if protest else ""), each.text
        case Deducted():
            about, now = at.name(each.entrant), words("points-off", language, points=-each.points)
        case DeductionReversed():
            taken = next((one for one in at.deductions if one.line == each.line), None)
            if taken is not None:
                about, before = at.name(taken.entrant), words("points-off", language, points=-taken.points)
        case Edited() | DetailsChanged() | SettingsChanged():
            about = _edited(at, each)
            found = next((one.changes for one in after.corrections if one.line == number), ())
            changes = [changed_field(language, one) for one in found]
            before = "; ".join(f"{one.field}: {one.before or '–'}" for one in changes)
            now = "; ".join(f"{one.field}: {one.after or '–'}" for one in changes)
        case Removed():
            about = at.name(each.id) if each.what == "entrant" else each.id
        case Withdrawn() | Reinstated():
            about = f"{at.name(each.entrant)}, {at.section(each.section).terms.title}"
        case Late():
            about = f"{at.name(each.entrant)}, {at.section(each.section).terms.title}"
            now = label("wave", language, wave=each.wave)
        case Retracted():
            about = f"{each.section}.{each.wave}"
        case LinedUp():
            if not each.reason:
                return None
            about = f"{each.fixture}, {at.name(each.entrant)}"
            now = " / ".join(", ".join(players) for players in each.players)
        case Finished():
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


def _edited(at: Championship, each: Edited | DetailsChanged | SettingsChanged) -> str:
    if isinstance(each, SettingsChanged):
        return at.section(each.section).terms.title
    if isinstance(each, DetailsChanged):
        return at.details.name
    id = each.subject.removeprefix("umpire:")
    return next((one.name for one in at.umpires if one.id == id), id) if ":" in each.subject else at.name(id)


def _result(championship: Championship, address: Address, language: str) -> str:
    outcome = outcome_at(championship, address)
    return in_words(result_of(championship, address, outcome), language) if outcome else ""


def outcome_at(championship: Championship, address: Address) -> FixtureOutcome | None:
    """Return the outcome of a fixture or rubber; None while it is open or not drawn."""
    section = championship.section(address.section)
    drawn = section.wave(address.wave)
    fixture = next((one for one in drawn.fixtures if one.number == address.number), None) if drawn else None
    if fixture is None or (address.rubber and address.rubber > len(fixture.rubbers)):
        return None
    return fixture.outcome(address.rubber)
