"""Draws based on results that were corrected later. Such a draw remains valid, and is reported."""

from carrom.errors import RefusedRequest
from carrom.tournament.draws.draw import qualified
from carrom.tournament.events import Corrected, Finished, Ruled, Seated
from carrom.tournament.identifiers import Address, read_address
from carrom.tournament.state import Championship, Section
from carrom.values import Value


class StaleDraw(Value, frozen=True):
    """A round, or the seeding of a section, that was drawn from results which have changed since."""

    drawn: str
    """The round, such as `s.2`, or the section whose seeding it is."""
    fixtures: tuple[str, ...]
    """The fixtures whose results changed; empty for a seeding, which depends on a whole section."""
    source: str
    """The section of those results."""
    deductions: tuple[int, ...] = ()
    """Line numbers of deductions that were in force at the draw and have been reversed since."""


def stale_draws(championship: Championship) -> tuple[StaleDraw, ...]:
    """Return every draw that used results which were changed later."""
    told = _results_by_fixture(championship)
    found: list[StaleDraw] = []
    for section in championship.sections:
        if section.terms.system == "swiss":
            found += _stale_waves(championship, section, told)
        if section.terms.source and section.seats and _seats_differ(championship, section):
            found.append(StaleDraw(section.id, (), section.terms.source))
    return tuple(found)


def stale_after(championship: Championship, address: Address) -> tuple[str, ...]:
    """Return the draws that used an earlier result of this fixture."""
    fixture = str(address.fixture)
    return tuple(
        each.drawn
        for each in stale_draws(championship)
        if fixture in each.fixtures or (_is_seeding(each) and each.source == address.section)
    )


def stale_after_line(championship: Championship, line: int) -> tuple[str, ...]:
    """Return the draws that used what a correction, a ruling or the reversal of a deduction has changed."""
    reversal = next((each for each in championship.deductions if each.reversed == line), None)
    if reversal is not None:
        return tuple(
            each.drawn
            for each in stale_draws(championship)
            if reversal.line in each.deductions or (_is_seeding(each) and each.source == reversal.section)
        )
    where = dict(championship.lines).get(line)
    if where is None or not isinstance(championship.happenings[line - 1], Corrected | Ruled):
        return ()
    return stale_after(championship, read_address(where))


def _is_seeding(stale: StaleDraw) -> bool:
    return not stale.fixtures and not stale.deductions


def in_english(drawn: tuple[str, ...]) -> str:
    """Return a warning about draws as a sentence without its full stop."""
    names = f"{', '.join(drawn[:-1])} and {drawn[-1]}" if len(drawn) > 1 else drawn[0]
    stands = (
        "were drawn from different standings; these draws remain valid"
        if len(drawn) > 1
        else ("was drawn from different standings; this draw remains valid")
    )
    return f"{names} {stands}"


def _results_by_fixture(championship: Championship) -> dict[str, list[tuple[int, tuple[object, ...]]]]:
    """Return the successive results of each fixture or rubber, each with its line number."""
    found: dict[str, list[tuple[int, tuple[object, ...]]]] = {}
    for line, where in championship.lines:
        each = championship.happenings[line - 1]
        if isinstance(each, Finished | Corrected | Ruled) and not (isinstance(each, Ruled) and each.stands):
            found.setdefault(where, []).append((line, (each.games, each.how, each.against, each.winner)))
    return found


def _stale_waves(
    championship: Championship, section: Section, told: dict[str, list[tuple[int, tuple[object, ...]]]]
) -> list[StaleDraw]:
    found = []
    for wave in section.waves[1:]:
        changed = []
        for where, reports in told.items():
            address = read_address(where)
            before = [each for line, each in reports if line < wave.line]
            if address.section == section.id and address.wave < wave.number and before and before[-1] != reports[-1][1]:
                changed.append(str(address.fixture))
        undone = tuple(
            each.line
            for each in championship.deductions
            if each.section == section.id and each.line < wave.line < each.reversed
        )
        if changed or undone:
            fixtures = tuple(dict.fromkeys(changed))
            found.append(StaleDraw(f"{section.id}.{wave.number}", fixtures, section.id, undone))
    return found


def _seats_differ(championship: Championship, section: Section) -> bool:
    """Return whether the qualifiers, or their order where it matters, would be different now."""
    try:
        due = qualified(championship, section)
    except RefusedRequest:
        return False
    seats = [id for group in section.seats for id in group]
    now = [id for id in due if id not in section.withdrawn]
    there = [id for id in seats if id not in section.withdrawn]
    by_hand = any(
        isinstance(each, Seated) and each.section == section.id and each.hand for each in championship.happenings
    )
    if by_hand or section.terms.by_tables:
        return sorted(now) != sorted(there)
    return now != there
