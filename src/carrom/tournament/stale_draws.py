"""Draws that rest on standings which a later correction or ruling changed. Such a draw stands, and is reported."""

from carrom.errors import RefusedRequest
from carrom.tournament.draws.draw import qualified
from carrom.tournament.events import Corrected, Finished, Ruled, Seated
from carrom.tournament.identifiers import Address, read_address
from carrom.tournament.state import Championship, Section
from carrom.values import Value


class StaleDraw(Value, frozen=True):
    """A wave, or the seats of a section, drawn on results that are stored otherwise now."""

    drawn: str
    """The wave such as `s.2`, or the section whose seats they are."""
    fixtures: tuple[str, ...]
    """The fixtures whose results were changed; empty for seats, which rest on a whole section."""
    source: str
    """The section that those results belong to."""


def stale_draws(championship: Championship) -> tuple[StaleDraw, ...]:
    """Return every draw that rests on results which were changed after it."""
    told = _results_by_fixture(championship)
    found: list[StaleDraw] = []
    for section in championship.sections:
        if section.terms.system == "swiss":
            found += _stale_waves(section, told)
        if section.terms.source and section.seats and _seats_differ(championship, section):
            found.append(StaleDraw(section.id, (), section.terms.source))
    return tuple(found)


def stale_after(championship: Championship, address: Address) -> tuple[str, ...]:
    """Return the draws that rest on another result of one fixture than the one stored now."""
    fixture = str(address.fixture)
    return tuple(
        each.drawn
        for each in stale_draws(championship)
        if fixture in each.fixtures or (not each.fixtures and each.source == address.section)
    )


def in_english(drawn: tuple[str, ...]) -> str:
    """Return the warning about some draws as a sentence without its full stop."""
    names = f"{', '.join(drawn[:-1])} and {drawn[-1]}" if len(drawn) > 1 else drawn[0]
    stands = (
        "were drawn on other standings; those draws stand"
        if len(drawn) > 1
        else ("was drawn on other standings; that draw stands")
    )
    return f"{names} {stands}"


def _results_by_fixture(championship: Championship) -> dict[str, list[tuple[int, tuple[object, ...]]]]:
    """Return what was reported of each fixture or rubber, with the line of each report."""
    found: dict[str, list[tuple[int, tuple[object, ...]]]] = {}
    for line, where in championship.lines:
        each = championship.happenings[line - 1]
        if isinstance(each, Finished | Corrected | Ruled) and not (isinstance(each, Ruled) and each.stands):
            found.setdefault(where, []).append((line, (each.games, each.how, each.against, each.winner)))
    return found


def _stale_waves(section: Section, told: dict[str, list[tuple[int, tuple[object, ...]]]]) -> list[StaleDraw]:
    found = []
    for wave in section.waves[1:]:
        changed = []
        for where, reports in told.items():
            address = read_address(where)
            before = [each for line, each in reports if line < wave.line]
            if address.section == section.id and address.wave < wave.number and before and before[-1] != reports[-1][1]:
                changed.append(str(address.fixture))
        if changed:
            found.append(StaleDraw(f"{section.id}.{wave.number}", tuple(dict.fromkeys(changed)), section.id))
    return found


def _seats_differ(championship: Championship, section: Section) -> bool:
    """Whether others would qualify now, or in another order where the order makes the draw."""
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
