"""Championships for tests: generated entrants, and rounds played with seeded random scores."""

from random import Random

from carrom.tournament.championship import apply, begin
from carrom.tournament.draws import drawn, seated
from carrom.tournament.event_file import Details, read_terms
from carrom.tournament.events import AnyEvent, Entered, Finished, LotDrawn, Opened
from carrom.tournament.state import Championship, EventStage
from carrom.values import changed


def hall(count: int, *stages: dict, lot: str = "7 21", rules: str = "icf", clubs: int = 0) -> Championship:
    """Return a championship of this many players, seeded in order (`p1` first)."""
    at = begin(Details(name="A test", rules=rules))
    at = apply(at, LotDrawn(lot=lot)) if lot else at
    for fields in stages:
        at = apply(at, Opened(terms=read_terms(dict(fields))))
    for number in range(1, count + 1):
        club = f"C{number % clubs}" if clubs else ""
        at = apply(at, Entered(id=f"p{number}", name=f"Player {number}", seed=number, club=club))
    return at


def teams(count: int, *stages: dict) -> Championship:
    """Return a championship of this many teams of three."""
    at = begin(Details(name="Teams", rules="team-event"))
    for fields in stages:
        at = apply(at, Opened(terms=read_terms(dict(fields))))
    for number in range(1, count + 1):
        players = tuple(f"T{number} {letter}" for letter in "ABC")
        at = apply(at, Entered(id=f"t{number}", name=f"Team {number}", seed=number, kind="team", players=players))
    return at


def seat(at: Championship, stage: str) -> Championship:
    """Return the championship with the seats of a stage assigned."""
    return apply(at, seated(at, at.stage(stage)))


def draw(at: Championship, stage: str) -> Championship:
    """Return the championship with the next round of a stage drawn."""
    found = at.stage(stage)
    return apply(at, drawn(at, found, len(found.rounds) + 1))


def score(rng: Random, level: bool = True) -> tuple[tuple[int, int], str]:
    """Return a random score of a game and how it ended; with `level`, some games are drawn on the clock."""
    if level and rng.random() < 0.1:
        points = rng.randrange(3, 24)
        return (points, points), "clock"
    other = rng.randrange(25)
    return ((25, other) if rng.random() < 0.5 else (other, 25)), "played"


def play(at: Championship, stage: str, rng: Random, level: bool = True) -> Championship:
    """Return the championship with every open fixture of the last round played."""
    found = at.stage(stage)
    round = found.rounds[-1]
    for each in round.fixtures:
        if each.b and each.finish is None:
            games, how = score(rng, level)
            at = apply(at, Finished(fixture=f"{stage}.{round.number}.{each.number}", games=(games,), how=how))
    return at


def through(count: int, rounds: int, seed: int, **terms: object) -> Championship:
    """Return a Swiss tournament of `count` players after this many rounds."""
    at = hall(count, {"id": "s", "system": "swiss", **terms}, clubs=int(terms.get("apart", 0)) and 4)
    rng = Random(seed)
    for _ in range(rounds):
        at = play(draw(at, "s"), "s", rng)
    return at


def stage(at: Championship) -> EventStage:
    """Return the first stage of a championship."""
    return at.stages[0]


def stamped(at: Championship) -> tuple[AnyEvent, ...]:
    """Return the events of a championship, each with an author and a time."""
    return tuple(changed(each, by=each.by or "scorer:lena", when=1_795_257_900 + n) for n, each in enumerate(at.events))
