"""The final order of a tournament, the places that are decided so far, and notes under a table."""

from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby

from carrom.i18n import TranslatableText
from carrom.tournament import knockout
from carrom.tournament.draws import berger_rounds, same_of
from carrom.tournament.identifiers import write_games
from carrom.tournament.reasons import in_words, names, why_annulled
from carrom.tournament.standings import StageTable, means_of, tables
from carrom.tournament.state import Championship, EventStage, Fixture, Round
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


def final_order(championship: Championship, last: EventStage | None = None) -> tuple[str, ...]:
    """Return the entrants of `final_places`; without a stage, those of the competition of the last stage."""
    places = final_places(championship, last) if last else competitions(championship)[-1].places
    return tuple(each.entrant for each in places)


def final_places(championship: Championship, stage: EventStage) -> tuple[FinalPlace, ...]:
    """Return the entrants of a stage with their places, shared ones as shared, open ones as open.

    Behind them follow those eliminated on the way to it: the entrants of later stages with the same source, then
    those who stayed in the source. A later one of several stages with one source has only its own entrants.
    """
    own = _own(championship, stage)
    if not stage.terms.source:
        return own
    main, *others = _fed_by(championship, stage.terms.source)
    if stage.id != main.id:
        return own
    rest = [_with_followers(championship, each) for each in others]
    return _joined(own, *rest, final_places(championship, championship.stage(stage.terms.source)))


class Competition(Value, frozen=True, kw_only=True):
    """Stages with common entrants, and the final places of everybody who plays in them."""

    title: str
    """The name of its first stage."""
    places: tuple[FinalPlace, ...]


def competitions(championship: Championship) -> tuple[Competition, ...]:
    """Return every competition of a tournament with the final places of all its entrants.

    Entrants who advance are placed before those who do not; of several stages with one source the first one comes
    first. A stage without a source whose entrants all play in an earlier competition, such as a consolation, decides
    among them the places that they have there.
    """
    found: list[Competition] = []
    for stage in championship.stages:
        if stage.terms.source:
            continue
        places = _with_followers(championship, stage)
        ids = {each.entrant for each in places}
        at = next((at for at, each in enumerate(found) if ids and ids <= {one.entrant for one in each.places}), -1)
        if at < 0:
            found.append(Competition(title=stage.terms.title, places=places))
        else:
            found[at] = Competition(title=found[at].title, places=_refined(found[at].places, places))
    return tuple(found)


def _fed_by(championship: Championship, source: str) -> tuple[EventStage, ...]:
    return tuple(each for each in championship.stages if each.terms.source == source)


def _with_followers(championship: Championship, stage: EventStage) -> tuple[FinalPlace, ...]:
    """Return the places of the stages that a stage feeds, followed by those of its other entrants."""
    after = [_with_followers(championship, each) for each in _fed_by(championship, stage.id)]
    return _joined(*after, _own(championship, stage))


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


def _own(championship: Championship, stage: EventStage) -> tuple[FinalPlace, ...]:
    """Return the places of the entrants of one stage among themselves."""
    if stage.terms.system != "knockout":
        return _of_tables(championship, stage)
    places = _knockout_places(championship, stage)
    order = knockout.final_order(stage, same_of(championship, stage))
    return tuple(FinalPlace(entrant=id, first=places[id][0], last=places[id][1]) for id in order)


def _of_tables(championship: Championship, stage: EventStage) -> tuple[FinalPlace, ...]:
    """Return the places of a table, or of all groups: everybody in third place before everybody in fourth place.

    Entrants with the same place of their groups are compared by points a match, then net points a match; those equal
    in both share their places. Those whose matches are annulled share the last places.
    """
    found = tables(championship, stage)
    if len(found) == 1:
        rows: list[tuple[str, Hashable]] = [(row.entrant, row.place) for row in found[0].standings]
    else:
        rank = {row.entrant: row.place for table in found for row in table.standings}
        means = means_of(championship, stage, tuple(rank))
        order = sorted(championship.seed_order(tuple(rank)), key=lambda id: (rank[id], *(-mean for mean in means[id])))
        rows = [(id, (rank[id], *means[id])) for id in order]
    annulled = championship.seed_order(tuple(id for table in found for id in table.annulled))
    return tuple(_numbered([*rows, *((id, "annulled") for id in annulled)]))


def are_places_decided(championship: Championship, stage: EventStage) -> bool:
    """Return whether every place of a knockout is decided that a match decides."""
    rounds = knockout.bracket(stage, same_of(championship, stage))
    return bool(rounds) and all(
        slot.bye or knockout.is_dead(stage, slot) or knockout.goes_on(stage, slot) for slot in rounds[-1]
    )


def _knockout_places(championship: Championship, stage: EventStage) -> dict[str, tuple[int, int]]:
    """Return the first and the last of the places that each entrant of a knockout shares; (0, 0) while in it."""
    rounds = knockout.bracket(stage, same_of(championship, stage))
    found = dict.fromkeys(stage.seats[0] if stage.seats else (), (0, 0))
    last = len(found)
    for round in rounds:
        matches = [slot for slot in round if not slot.third]
        beaten = [id for slot in matches for id in knockout.beaten_in(stage, slot)]
        many = sum(0 if slot.bye or slot.dead else 1 + knockout.is_dead(stage, slot) for slot in matches)
        for id in beaten:
            found[id] = (last - many + 1, last)
        last -= many
    for slot in rounds[-1] if rounds else ():
        winner, loser = knockout.goes_on(stage, slot), knockout.loser(stage, slot)
        if winner:
            found[winner] = (3, 3) if slot.third else (1, 1)
        if loser and slot.third:
            found[loser] = (4, 4)
    return found


# -- notes under a standings table -------------------------------------------------------------------------------------


def notes_of(championship: Championship, stage: EventStage, table: StageTable, language: str = "en") -> tuple[str, ...]:
    """Return the notes of a table: withdrawals, deductions, byes, walkovers, protests, and a lot never drawn."""
    found = [why_annulled(championship, id, language) for id in table.annulled]
    found += [in_words([each], language) for each in _notes(championship, stage, table, language)]
    return tuple(found)


def _notes(
    championship: Championship, stage: EventStage, table: StageTable, language: str
) -> Iterator[TranslatableText]:
    order = table.order
    gone = [id for id in order if id in stage.withdrawn]
    if gone:
        yield TranslatableText("event.note.withdrawn", (("names", names(championship, gone, language)),))
    taken: dict[str, int] = {}
    for id, points in stage.deducted:
        taken[id] = taken.get(id, 0) + points
    less = [f"{championship.name(id)} \u2212{taken[id]}" for id in order if id in taken]
    if less:
        yield TranslatableText("event.note.deducted", (("names", ", ".join(less)),))
    yield from _byes(championship, stage, language)
    shown = [
        (f"{stage.id}.{round.number}.{each.number}", each)
        for round in stage.rounds
        for each in round.fixtures
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


def _byes(championship: Championship, stage: EventStage, language: str) -> Iterator[TranslatableText]:
    byes = [each.a for round in stage.rounds for each in round.fixtures if not each.b]
    if byes and stage.terms.system == "swiss":
        values = (("score", write_games((stage.terms.bye,))), ("names", names(championship, byes, language)))
        yield TranslatableText("event.note.byes", values)


def _walkovers(address: str, fixture: Fixture) -> Iterator[str]:
    """Yield the address of a fixture decided by absence, or of such rubbers of it."""
    absent = ("walkover", "double-walkover")
    if fixture.finish is not None and fixture.finish.how in absent:
        yield address
    for number, each in enumerate(fixture.rubbers, 1):
        if each is not None and each.how in absent:
            yield f"{address}.{number}"


def resting_in(stage: EventStage, round: Round) -> tuple[str, ...]:
    """Return who rests in a round of a round robin: those of a group with an odd number who have no match in it."""
    if not stage.terms.by_tables:
        return ()
    there = {id for each in round.fixtures for id in (each.a, each.b)}
    return tuple(
        id
        for group in stage.seats
        if round.number <= len(berger_rounds(len(group), stage.terms.legs))
        for id in group
        if id not in there and id not in stage.withdrawn
    )
