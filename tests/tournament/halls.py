"""Championships for tests: generated entrants, and waves played with seeded random scores."""

from random import Random

from carrom.tournament.championship import apply, begin
from carrom.tournament.draws import drawn, seated
from carrom.tournament.event_file import Details, read_terms
from carrom.tournament.events import AnyHappening, Entered, Finished, LotDrawn, Opened
from carrom.tournament.state import Championship, Section
from carrom.values import changed


def hall(count: int, *sections: dict, lot: str = "7 21", rules: str = "icf", clubs: int = 0) -> Championship:
    """Return a championship of this many players, seeded in order (`p1` first)."""
    at = begin(Details(name="A test", rules=rules))
    at = apply(at, LotDrawn(lot=lot)) if lot else at
    for fields in sections:
        at = apply(at, Opened(terms=read_terms(dict(fields))))
    for number in range(1, count + 1):
        club = f"C{number % clubs}" if clubs else ""
        at = apply(at, Entered(id=f"p{number}", name=f"Player {number}", seed=number, club=club))
    return at


def teams(count: int, *sections: dict) -> Championship:
    """Return a championship of this many teams of three."""
    at = begin(Details(name="Teams", rules="team-event"))
    for fields in sections:
        at = apply(at, Opened(terms=read_terms(dict(fields))))
    for number in range(1, count + 1):
        players = tuple(f"T{number} {letter}" for letter in "ABC")
        at = apply(at, Entered(id=f"t{number}", name=f"Team {number}", seed=number, kind="team", players=players))
    return at


def seat(at: Championship, section: str) -> Championship:
    """Return the championship with the seats of a section assigned."""
    return apply(at, seated(at, at.section(section)))


def draw(at: Championship, section: str) -> Championship:
    """Return the championship with the next wave of a section drawn."""
    found = at.section(section)
    return apply(at, drawn(at, found, len(found.waves) + 1))


def score(rng: Random, level: bool = True) -> tuple[tuple[int, int], str]:
    """Return a random score of a game and how it ended; with `level`, some games are drawn on the clock."""
    if level and rng.random() < 0.1:
        points = rng.randrange(3, 24)
        return (points, points), "clock"
    other = rng.randrange(25)
    return ((25, other) if rng.random() < 0.5 else (other, 25)), "played"


def play(at: Championship, section: str, rng: Random, level: bool = True) -> Championship:
    """Return the championship with every open fixture of the last wave played."""
    found = at.section(section)
    wave = found.waves[-1]
    for each in wave.fixtures:
        if each.b and each.finish is None:
            games, how = score(rng, level)
            at = apply(at, Finished(fixture=f"{section}.{wave.number}.{each.number}", games=(games,), how=how))
    return at


def through(count: int, waves: int, seed: int, **terms: object) -> Championship:
    """Return a Swiss tournament of `count` players after this many waves."""
    at = hall(count, {"id": "s", "system": "swiss", **terms}, clubs=int(terms.get("apart", 0)) and 4)
    rng = Random(seed)
    for _ in range(waves):
        at = play(draw(at, "s"), "s", rng)
    return at


def section(at: Championship) -> Section:
    """Return the first section of a championship."""
    return at.sections[0]


def retold(at: Championship) -> tuple[AnyHappening, ...]:
    """Return the events of a championship, each with an author and a time."""
    return tuple(
        changed(each, by=each.by or "scorer:lena", when=1_795_257_900 + n) for n, each in enumerate(at.happenings)
    )
