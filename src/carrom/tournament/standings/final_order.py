"""The final order of a tournament, and the places that are decided so far."""

from carrom.tournament.draws import knockout
from carrom.tournament.draws.draw import same_of
from carrom.tournament.standings.standings import tables
from carrom.tournament.state import Championship, Section
from carrom.values import Value


class FinalPlace(Value, frozen=True, kw_only=True):
    """The place of an entrant at the end: 5 to 8 for one beaten in a quarter-final."""

    entrant: str
    first: int = 0
    """The first of the places that the entrant shares; 0 while it is open."""
    last: int = 0

    @property
    def shown(self) -> str:
        """The place as text: `3`, or `5–8` if it is shared; a dash while it is open."""
        if not self.first:
            return "\u2013"
        return str(self.first) if self.first == self.last else f"{self.first}\u2013{self.last}"


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


def final_places(championship: Championship, section: Section) -> tuple[FinalPlace, ...]:
    """Return the entrants of `final_order` with their places, shared ones as shared, open ones as open."""
    places = _cup_places(championship, section) if section.terms.system == "cup" else {}
    order = final_order(championship, section)
    if section.terms.system != "cup":
        places = _table_places(championship, section, 0)
    elif section.terms.source:
        source = championship.section(section.terms.source)
        if source.terms.system != "cup" and len(tables(championship, source)) == 1:
            places |= _table_places(championship, source, len(places), set(places))
    return tuple(
        FinalPlace(entrant=id, first=places.get(id, (0, 0))[0], last=places.get(id, (0, 0))[1]) for id in order
    )


def are_places_decided(championship: Championship, section: Section) -> bool:
    """Return whether every place of a knockout is decided that a match decides."""
    waves = knockout.bracket(section, same_of(championship, section))
    return bool(waves) and all(
        slot.bye or knockout.is_dead(section, slot) or knockout.goes_on(section, slot) for slot in waves[-1]
    )


def _cup_places(championship: Championship, section: Section) -> dict[str, tuple[int, int]]:
    """Return the first and the last of the places that each entrant of a knockout shares; (0, 0) while in it."""
    waves = knockout.bracket(section, same_of(championship, section))
    found = dict.fromkeys(section.seats[0] if section.seats else (), (0, 0))
    last = len(found)
    for wave in waves:
        matches = [slot for slot in wave if not slot.third]
        beaten = [id for slot in matches for id in knockout.beaten_in(section, slot)]
        many = sum(0 if slot.bye or slot.dead else 1 + knockout.is_dead(section, slot) for slot in matches)
        for id in beaten:
            found[id] = (last - many + 1, last)
        last -= many
    for slot in waves[-1] if waves else ():
        winner, loser = knockout.goes_on(section, slot), knockout.loser(section, slot)
        if winner:
            found[winner] = (3, 3) if slot.third else (1, 1)
        if loser and slot.third:
            found[loser] = (4, 4)
    return found


def _table_places(
    championship: Championship, section: Section, above: int, left_out: set[str] | None = None
) -> dict[str, tuple[int, int]]:
    """Return the places of a single table behind `above` others, without those who stand among these."""
    found: dict[str, tuple[int, int]] = {}
    for table in tables(championship, section)[:1]:
        rows = [row for row in table.standings if row.entrant not in (left_out or ())]
        for row in rows:
            level = [at for at, each in enumerate(rows, 1) if each.place == row.place]
            found[row.entrant] = (above + level[0], above + level[-1])
    return found
