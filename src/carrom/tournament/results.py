"""The result of a fixture with names, winner first: `Kiran Rao wins 25–12`."""

from collections.abc import Callable

from carrom.tournament.events import AnyHappening, Claimed, Corrected, Finished, How, Ruled
from carrom.tournament.identifiers import Address, Games, read_address, turned
from carrom.tournament.result import rubbers_won
from carrom.tournament.state import Championship, Claim, FixtureOutcome
from carrom.values import Value

Naming = Callable[[str], str]
"""Returns the name of an entrant by id."""


class NamedResult(Value, frozen=True, kw_only=True):
    """A result with names, and the score from the winner's side."""

    winner: str
    """Empty if there is no winner."""
    names: tuple[str, str]
    """The winner first; in the order of the draw if there is no winner."""
    score: str
    """Games as `25–12, 14–25`, or the rubbers of a tie; empty if nothing was played."""
    how: How
    decided: bool = False
    """Whether something other than the score decided it."""


def result_of(championship: Championship, address: Address, outcome: FixtureOutcome) -> NamedResult:
    """Return the result of a fixture, or of a rubber, with names."""
    fixture = championship.fixture(address)
    whole_tie = bool(championship.section(address.section).terms.rubbers) and not address.rubber
    scores = outcome.games
    if whole_tie:
        scores = (outcome.rubbers or rubbers_won(fixture.rubbers, (fixture.a, fixture.b)),)
    sides = (fixture.a, fixture.b)
    return named_result(championship.name, sides, outcome.winner, scores, outcome.how, decided=outcome.decided)


def claimed_result(name: Naming, sides: tuple[str, str], claim: Claim) -> NamedResult:
    """Return the result that one side reports."""
    ahead = [sum(game[side] > game[1 - side] for game in claim.games) for side in (0, 1)]
    leader = "" if ahead[0] == ahead[1] else sides[ahead[1] > ahead[0]]
    if claim.against in sides:
        leader = sides[1 - sides.index(claim.against)]
    decided = bool(claim.winner) and not leader
    return named_result(name, sides, claim.winner or leader, claim.games, claim.how, decided=decided)


def named_result(
    name: Naming, sides: tuple[str, str], winner: str, scores: Games, how: How, *, decided: bool
) -> NamedResult:
    """Return a result with names; `scores` are in the order of the sides."""
    second = winner == sides[1]
    shown = turned(scores) if second else scores
    names = [name(id) for id in (reversed(sides) if second else sides)]
    return NamedResult(
        winner=names[0] if winner in sides else "",
        names=(names[0], names[1]),
        score=", ".join(f"{a}–{b}" for a, b in shown),
        how=how,
        decided=decided,
    )


def in_english(result: NamedResult) -> str:
    """Return a result as a sentence without its full stop."""
    winner, (first, second), score = result.winner, result.names, result.score
    match result.how:
        case "void":
            return f"the match of {first} and {second} is void"
        case "double-walkover":
            return f"both {first} and {second} were absent, and both lose"
        case "walkover":
            return f"{winner} wins {score} by walkover; {second} was absent"
        case "retired" | "conceded":
            return f"{winner} wins{f' {score}' if score else ''}; {second} {result.how}"
        case "disqualified":
            return f"{winner} wins{f' {score}' if score else ''}; {second} was disqualified"
    if not winner:
        return f"{first} and {second} are level at {score}"
    clock = " by the clock" if result.how == "clock" else ""
    return f"{winner} wins, level at {score}{clock}" if result.decided else f"{winner} wins {score}{clock}"


def results_of(championship: Championship, first: int) -> dict[int, NamedResult]:
    """Return the results that the lines from number `first` on report, by line number."""
    where = dict(championship.lines)
    found: dict[int, NamedResult] = {}
    for number, each in enumerate(championship.happenings[first - 1 :], first):
        address = _address(each, where.get(number))
        if address is None:
            continue
        fixture = championship.fixture(address)
        if isinstance(each, Claimed):
            claim = next((one for one in fixture.claims if (one.side, one.rubber) == (each.side, address.rubber)), None)
            if claim is not None:
                found[number] = claimed_result(championship.name, (fixture.a, fixture.b), claim)
            continue
        outcome = fixture.outcome(address.rubber)
        if outcome is not None:
            found[number] = result_of(championship, address, outcome)
    return found


def _address(each: AnyHappening, where: str | None) -> Address | None:
    if isinstance(each, Finished | Claimed):
        return read_address(each.fixture)
    return read_address(where) if isinstance(each, Corrected | Ruled) and where else None
