"""The final order of a tournament, and the places that are decided so far."""

from collections.abc import Hashable, Sequence
from itertools import groupby

from carrom.tournament.draws import knockout
from carrom.tournament.draws.draw import same_of
from carrom.tournament.standings.standings import means_of, tables
from carrom.tournament.state import Championship, Section
from carrom.values import Value, changed


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
    """Return the entrants of `final_places`; without a section, those of the competition of the last section."""
    places = final_places(championship, last) if last else competitions(championship)[-1].places
    return tuple(each.entrant for each in places)


def final_places(championship: Championship, section: Section) -> tuple[FinalPlace, ...]:
    """Return the entrants of a section with their places, shared ones as shared, open ones as open.

    Behind them follow those eliminated on the way to it: the entrants of later sections with the same source, then
    those who stayed in the source. A later one of several sections with one source has only its own entrants.
    """
    own = _own(championship, section)
    if not section.terms.source:
        return own
    main, *others = _fed_by(championship, section.terms.source)
    if section.id != main.id:
        return own
    rest = [_with_followers(championship, each) for each in others]
    return _joined(own, *rest, final_places(championship, championship.section(section.terms.source)))


class Competition(Value, frozen=True, kw_only=True):
    """Sections with common entrants, and the final places of everybody who plays in them."""

    title: str
    """The name of its first section."""
    places: tuple[FinalPlace, ...]


def competitions(championship: Championship) -> tuple[Competition, ...]:
    """Return every competition of a tournament with the final places of all its entrants.

    Entrants who advance are placed before those who do not; of several sections with one source the first one comes
    first. A section without a source whose entrants all play in an earlier competition, such as a consolation, decides
    among them the places that they have there.
    """
    found: list[Competition] = []
    for section in championship.sections:
        if section.terms.source:
            continue
        places = _with_followers(championship, section)
        ids = {each.entrant for each in places}
        at = next((at for at, each in enumerate(found) if ids and ids <= {one.entrant for one in each.places}), -1)
        if at < 0:
            found.append(Competition(title=section.terms.title, places=places))
        else:
            found[at] = Competition(title=found[at].title, places=_refined(found[at].places, places))
    return tuple(found)


def _fed_by(championship: Championship, source: str) -> tuple[Section, ...]:
    return tuple(each for each in championship.sections if each.terms.source == source)


def _with_followers(championship: Championship, section: Section) -> tuple[FinalPlace, ...]:
    """Return the places of the sections that a section feeds, followed by those of its other entrants."""
    after = [_with_followers(championship, each) for each in _fed_by(championship, section.id)]
    return _joined(*after, _own(championship, section))


def _joined(*parts: tuple[FinalPlace, ...]) -> tuple[FinalPlace, ...]:
    """Return places one part behind the other; an entrant of an earlier part is left out of the later ones."""
    found: list[FinalPlace] = []
    for part in parts:
        there, above = {each.entrant for each in found}, len(found)
        rest = [each for each in part if each.entrant not in there]
        if len(rest) == len(part):
            found += [
                changed(each, first=each.first + above, last=each.last + above) if each.first else each for each in rest
            ]
        else:
            found += _numbered([(each.entrant, (each.first, each.last)) for each in rest], above)
    return tuple(found)


def _numbered(rows: Sequence[tuple[str, Hashable]], above: int = 0) -> list[FinalPlace]:
    """Return places behind `above` others; neighbours with the same value share theirs."""
    found: list[FinalPlace] = []
    for _, group in groupby(rows, key=lambda row: row[1]):
        ids = [id for id, _ in group]
        first = above + len(found) + 1
        found += [FinalPlace(entrant=id, first=first, last=first + len(ids) - 1) for id in ids]
    return found


def _refined(places: tuple[FinalPlace, ...], inner: tuple[FinalPlace, ...]) -> tuple[FinalPlace, ...]:
    """Return places with those of some entrants given among them in the order of `inner`."""
    if any(not each.first for each in (*places, *inner)):
        return places
    ids = {each.entrant for each in inner}
    order = sorted(places, key=lambda each: (each.first, each.entrant not in ids))
    left = iter(inner)
    rows: list[tuple[str, Hashable]] = []
    for each in order:
        if each.entrant in ids:
            one = next(left)
            rows.append((one.entrant, ("inner", one.first)))
        else:
            rows.append((each.entrant, ("outer", each.first)))
    return tuple(_numbered(rows))


def _own(championship: Championship, section: Section) -> tuple[FinalPlace, ...]:
    """Return the places of the entrants of one section among themselves."""
    if section.terms.system != "cup":
        return _of_tables(championship, section)
    places = _cup_places(championship, section)
    order = knockout.final_order(section, same_of(championship, section))
    return tuple(FinalPlace(entrant=id, first=places[id][0], last=places[id][1]) for id in order)


def _of_tables(championship: Championship, section: Section) -> tuple[FinalPlace, ...]:
    """Return the places of a table, or of all groups: everybody in third place before everybody in fourth place.

    Entrants with the same place of their groups are compared by points a match, then net points a match; those equal
    in both share their places. Those whose matches are annulled share the last places.
    """
    found = tables(championship, section)
    if len(found) == 1:
        rows: list[tuple[str, Hashable]] = [(row.entrant, row.place) for row in found[0].standings]
    else:
        rank = {row.entrant: row.place for table in found for row in table.standings}
        means = means_of(championship, section, tuple(rank))
        order = sorted(championship.seed_order(tuple(rank)), key=lambda id: (rank[id], *(-mean for mean in means[id])))
        rows = [(id, (rank[id], *means[id])) for id in order]
    annulled = championship.seed_order(tuple(id for table in found for id in table.annulled))
    return tuple(_numbered([*rows, *((id, "annulled") for id in annulled)]))


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
