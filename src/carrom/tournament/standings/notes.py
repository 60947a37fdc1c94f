"""Notes under a standings table: what its numbers contain, and what they leave out."""

from collections.abc import Iterator

from carrom.i18n import TranslatableText
from carrom.tournament.draws.round_robin import rounds
from carrom.tournament.identifiers import write_games
from carrom.tournament.standings.reasons import in_words, names, why_annulled
from carrom.tournament.standings.standings import StageTable
from carrom.tournament.state import Championship, Fixture, Section, Wave


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
