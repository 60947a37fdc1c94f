"""The results of a section that count: excludes results under protest and annulled matches, adds walkovers of
withdrawals.
"""

from collections.abc import Iterator

from carrom.tournament.identifiers import Games, turned
from carrom.tournament.result import rubbers_won, tie_outcome
from carrom.tournament.state import BOTH, Fixture, FixtureOutcome, Section
from carrom.values import Value, changed


class Counted(Value, frozen=True, kw_only=True):
    """One fixture as it counts for one side."""

    wave: int
    me: str
    other: str
    """Empty for a bye."""
    won: bool
    lost: bool
    games: Games
    boards: tuple[int, int] = (0, 0)
    rubbers: tuple[int, int] = (0, 0)

    @property
    def points(self) -> int:
        """Match points: 2 for a win, 1 for a draw."""
        return 2 if self.won else 0 if self.lost else 1

    @property
    def made(self) -> int:
        """Points made in all games."""
        return sum(game[0] for game in self.games)

    @property
    def net(self) -> int:
        """Points made minus points of the other side."""
        return sum(game[0] - game[1] for game in self.games)

    @property
    def games_net(self) -> int:
        """Games won minus games lost."""
        return sum((game[0] > game[1]) - (game[0] < game[1]) for game in self.games)


def outcome_of(section: Section, fixture: Fixture) -> FixtureOutcome | None:
    """Return the outcome that counts now; None while it is open, under protest, void or annulled."""
    found = raw_outcome(section, fixture)
    if fixture.withheld or not fixture.b:
        return None
    gone = [side for side in (fixture.a, fixture.b) if side in section.withdrawn]
    if gone and section.terms.by_tables:
        if any(is_annulled(section, side) for side in gone):
            return None
        if found is None:
            return _walkover(section, fixture, gone)
    if gone and section.terms.system == "cup" and found is None:
        return _walkover(section, fixture, gone)
    return None if found is not None and found.how == "void" else found


def raw_outcome(section: Section, fixture: Fixture) -> FixtureOutcome | None:
    """Return the outcome as it was entered; None while it is open."""
    if not section.terms.rubbers or not fixture.b or (fixture.finish is not None and not any(fixture.rubbers)):
        return fixture.finish
    found, break_ = tie_outcome(section.terms, fixture.rubbers, (fixture.a, fixture.b)), fixture.finish
    if found is None or break_ is None:
        return found
    winner = found.winner or break_.winner
    return changed(found, winner=winner, decided=winner != found.winner, advances=break_.advances)


def _walkover(section: Section, fixture: Fixture, gone: list[str]) -> FixtureOutcome:
    """Return the walkover against an entrant who withdrew."""
    terms = section.terms
    if len(gone) == 2:
        return FixtureOutcome(line=0, how="double-walkover", told=(), games=(), winner=BOTH)
    needed = len(terms.rubbers) // 2 + 1 if terms.rubbers else 0
    games = (terms.walkover,) * ((terms.best_of // 2 + 1) * (needed or 1))
    loser = gone[0]
    rubbers = (needed, 0) if loser == fixture.b else (0, needed)
    return FixtureOutcome(
        line=0,
        how="walkover",
        told=(),
        games=turned(games) if loser == fixture.a else games,
        winner=fixture.other(loser),
        against=loser,
        rubbers=rubbers if terms.rubbers else None,
    )


def is_annulled(section: Section, entrant: str) -> bool:
    """Return whether the matches of an entrant who withdrew from a group are annulled."""
    if entrant not in section.withdrawn or not section.terms.by_tables:
        return False
    match section.terms.withdrawn:
        case "annulled":
            return True
        case "walkovers":
            return False
        case _:
            return 2 * _finished(section, entrant) < (len(_group(section, entrant)) - 1) * section.terms.legs


def _group(section: Section, entrant: str) -> tuple[str, ...]:
    index = section.group_of(entrant)
    return section.seats[index] if index >= 0 else section.members


def _finished(section: Section, entrant: str) -> int:
    """Return how many matches of an entrant were played to their end."""
    found = 0
    for wave in section.waves:
        for fixture in wave.fixtures:
            outcome = raw_outcome(section, fixture) if entrant in (fixture.a, fixture.b) else None
            found += (
                outcome is not None
                and outcome.how != "void"
                and outcome.winner != BOTH
                and (outcome.against != entrant or outcome.how == "conceded")
            )
    return found


def counted(section: Section, after: int | None = None) -> Iterator[Counted]:
    """Yield every fixture that counts, once for each side, up to round `after`; Swiss byes count as wins."""
    for wave in section.waves:
        if after is not None and wave.number > after:
            continue
        for fixture in wave.fixtures:
            if not fixture.b:
                if section.terms.system == "swiss":
                    yield Counted(
                        wave=wave.number, me=fixture.a, other="", won=True, lost=False, games=(section.terms.bye,)
                    )
                continue
            outcome = outcome_of(section, fixture)
            if outcome is not None:
                yield side_of(wave.number, fixture, outcome, fixture.a)
                yield side_of(wave.number, fixture, outcome, fixture.b)


def side_of(wave: int, fixture: Fixture, outcome: FixtureOutcome, me: str) -> Counted:
    """Return an outcome as it counts for one side."""
    first = me == fixture.a
    boards = outcome.boards or (0, 0)
    rubbers = outcome.rubbers or rubbers_won(fixture.rubbers, (fixture.a, fixture.b))
    return Counted(
        wave=wave,
        me=me,
        other=fixture.other(me),
        won=outcome.winner == me,
        lost=outcome.winner not in ("", me),
        games=outcome.games if first else turned(outcome.games),
        boards=boards if first else (boards[1], boards[0]),
        rubbers=rubbers if first else (rubbers[1], rubbers[0]),
    )


def met(section: Section) -> frozenset[frozenset[str]]:
    """Return all pairs that were drawn together, including walkovers, but not void fixtures."""
    return frozenset(
        frozenset((fixture.a, fixture.b))
        for wave in section.waves
        for fixture in wave.fixtures
        if fixture.b and not (fixture.finish is not None and fixture.finish.how == "void")
    )
