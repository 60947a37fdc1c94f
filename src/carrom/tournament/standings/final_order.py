"""The final order of a tournament."""

from carrom.tournament.draws import knockout
from carrom.tournament.draws.draw import same_of
from carrom.tournament.standings.standings import tables
from carrom.tournament.state import Championship, Section


def final_order(championship: Championship, last: Section | None = None) -> tuple[str, ...]:
    """Return all entrants of the last section, best first, followed by those eliminated in the sections before it.

    Entrants eliminated in a section of several groups are left out, because the groups give no common order.
    """
    section = last or championship.sections[-1]
    if section.terms.system == "cup":
        found = knockout.final_order(section, same_of(championship, section))
    else:
        found_tables = tables(championship, section)
        if len(found_tables) > 1:
            return ()
        found = found_tables[0].order
    if section.terms.source:
        before = final_order(championship, championship.section(section.terms.source))
        found = (*found, *(id for id in before if id not in found))
    return found
