"""The final order of a tournament, the places that are decided so far, and notes under a table."""

from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby

from carrom.i18n import TranslatableText
from carrom.tournament import knockout
from carrom.tournament.draws import rounds, same_of
from carrom.tournament.identifiers import write_games
from carrom.tournament.reasons import in_words, names, why_annulled
from carrom.tournament.standings import StageTable, means_of, tables
from carrom.tournament.state import Championship, Fixture, Section, Wave
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


# -- notes under a standings table -------------------------------------------------------------------------------------


def notes_of(championship: Championship, section: Section, table: StageTable, language: str = "en") -> tuple[str, ...]:
    """Return the notes of a table: withdrawals, deductions, byes, walkovers, protests, and a lot never drawn."""
    found = [why_annulled(championship, id, language) for id in table.annulled]
    found += [in_words([each], language) for each in _notes(championship, section, table, language)]
    return tuple(found)


def _notes(
    championship: Championship, section: Section, table: StageTable, language: str
) -> Iterator[TranslatableText]:
    order = table.order
    gone = [id for id in order if id in section.withdrawn]
    if gone:
        yield TranslatableText("event.note.withdrawn", (("names", names(championship, gone, language)),))
    taken: dict[str, int] = {}
    for id, points in section.deducted:
        taken[id] = taken.get(id, 0) + points
    less = [f"{championship.name(id)} \u2212{taken[id]}" for id in order if id in taken]
    if less:
        yield TranslatableText("event.note.deducted", (("names", ", ".join(less)),))
    yield from _byes(championship, section, language)
    shown = [
        (f"{section.id}.{wave.number}.{each.number}", each)
        for wave in section.waves
        for each in wave.fixtures
        if each.a in order and each.b
    ]
    walkovers = [where for address, each in shown for where in _walkovers(address, each)]
    if walkovers:
        yield TranslatableText("event.note.walkovers", (("fixtures", ", ".join(walkovers)),))
    withheld = [address for address, each in shown if each.withheld]
    if withheld:
        yield TranslatableText("event.note.withheld", (("fixtures", ", ".join(withheld)),))
    if not championship.lot and any(row.key == "lot" for row in table.standings):
        yield TranslatableText("event.note.no-lot")


def _byes(championship: Championship, section: Section, language: str) -> Iterator[TranslatableText]:
    byes = [each.a for wave in section.waves for each in wave.fixtures if not each.b]
    if byes and section.terms.system == "swiss":
        values = (("score", write_games((section.terms.bye,))), ("names", names(championship, byes, language)))
        yield TranslatableText("event.note.byes", values)


def _walkovers(address: str, fixture: Fixture) -> Iterator[str]:
    """Yield the address of a fixture decided by absence, or of such rubbers of it."""
    absent = ("walkover", "double-walkover")
    if fixture.finish is not None and fixture.finish.how in absent:
        yield address
    for number, each in enumerate(fixture.rubbers, 1):
        if each is not None and each.how in absent:
            yield f"{address}.{number}"


def resting_in(section: Section, wave: Wave) -> tuple[str, ...]:
    """Return who rests in a round of a round robin: those of a group with an odd number who have no match in it."""
    if not section.terms.by_tables:
        return ()
    there = {id for each in wave.fixtures for id in (each.a, each.b)}
    return tuple(
        id
        for group in section.seats
        if wave.number <= len(rounds(len(group), section.terms.legs))
        for id in group
        if id not in there and id not in section.withdrawn
    )
