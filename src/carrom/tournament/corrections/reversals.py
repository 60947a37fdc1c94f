"""Reversals: a withdrawn entrant is reinstated, a deduction of match points is taken back."""

from carrom.errors import RefusedRequest
from carrom.tournament.apply_result import qualified_now
from carrom.tournament.draws.draw import cup_meetings
from carrom.tournament.events import Deducted, DeductionReversed, Reinstated
from carrom.tournament.identifiers import check_words
from carrom.tournament.replace_in_state import with_section
from carrom.tournament.state import Championship, Deduction, members_of
from carrom.values import changed


def deducted(championship: Championship, deduct: Deducted) -> Championship:
    """Return the tournament with match points deducted. Raises `RefusedRequest`."""
    section = championship.section(deduct.section)
    check_words(deduct.reason, "the reason of a deduction")
    if not 1 <= deduct.points <= 99:
        raise RefusedRequest(f"{deduct.points} points cannot be deducted; expected 1 to 99")
    if deduct.entrant not in members_of(championship, section):
        raise RefusedRequest(f"{deduct.entrant} does not play in stage {section.id}")
    entry = Deduction(
        line=len(championship.happenings) + 1,
        entrant=deduct.entrant,
        section=section.id,
        points=deduct.points,
        reason=deduct.reason,
    )
    at = changed(championship, deductions=(*championship.deductions, entry))
    return with_section(at, changed(section, deducted=(*section.deducted, (deduct.entrant, deduct.points))))


def deduction_reversed(championship: Championship, reversal: DeductionReversed) -> Championship:
    """Return the tournament with a deduction taken back. Raises `RefusedRequest`."""
    check_words(reversal.reason, "the reason of a reversal")
    found = next((each for each in championship.deductions if each.line == reversal.line), None)
    if found is None:
        raise RefusedRequest(f"line {reversal.line} is not a deduction; expected the line number of one")
    if found.reversed:
        raise RefusedRequest(f"the deduction of line {reversal.line} was already reversed by line {found.reversed}")
    section = championship.section(found.section)
    left = list(section.deducted)
    left.remove((found.entrant, found.points))
    after = changed(found, reversed=len(championship.happenings) + 1)
    entries = tuple(after if each.line == found.line else each for each in championship.deductions)
    at = changed(championship, deductions=entries)
    return with_section(at, changed(section, deducted=tuple(left)))


def reinstated(championship: Championship, reinstate: Reinstated) -> Championship:
    """Return the tournament with a withdrawal reversed. Raises `RefusedRequest` if a draw already rests on it."""
    section = championship.section(reinstate.section)
    check_words(reinstate.reason, "the reason of a reinstatement")
    name = championship.entrant(reinstate.entrant).name
    if reinstate.entrant not in section.withdrawn:
        raise RefusedRequest(f"{name} has not withdrawn from {section.terms.title}")
    left = tuple(id for id in section.withdrawn if id != reinstate.entrant)
    after_section = changed(section, withdrawn=left)
    if section.terms.system != "swiss" and not any(reinstate.entrant in group for group in section.seats):
        if section.waves:
            raise RefusedRequest(f"{section.terms.title} was drawn without {name}; take back its draws first")
        after_section = changed(after_section, seats=(), members=())
    after = with_section(championship, after_section)
    _check_bracket(after, section.id, name)
    for each in championship.sections:
        if (
            each.terms.source == section.id
            and each.waves
            and qualified_now(championship, each) != qualified_now(after, each)
        ):
            raise RefusedRequest(f"{each.terms.title} was drawn without {name}; take back its draws first")
    return after


def _check_bracket(championship: Championship, id: str, name: str) -> None:
    """Raise `RefusedRequest` if a drawn round of a knockout has another entrant in the place of an entrant."""
    section = championship.section(id)
    if section.terms.system != "cup":
        return
    for wave in section.waves[1:]:
        due = [{each.first, each.second} for each in cup_meetings(championship, section, wave.number)]
        if due != [{each.a, each.b} for each in wave.fixtures]:
            raise RefusedRequest(f"{section.id}.{wave.number} was drawn without {name}; take back that draw first")
