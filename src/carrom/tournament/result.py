"""A fixture's result by the law (valid scores, walkovers, retirements), and the same with names."""

from collections.abc import Callable, Sequence

from carrom.errors import RefusedRequest
from carrom.game.match import GameEntry, MatchScore, Rubber, score_match
from carrom.game.score import Stage, board_limit, most_of_a_board
from carrom.rules.ruleset import Ruleset
from carrom.tournament.entrants import StageFormat
from carrom.tournament.events import AnyEvent, Claimed, Corrected, EnteredResult, Finished, How, Ruled
from carrom.tournament.identifiers import Address, Games, Score, read_address, turned, write_games
from carrom.tournament.state import BOTH, Championship, Claim, FixtureOutcome
from carrom.values import Value

_BOARDS = {"best-of-3-boards": 3, "best-of-5-boards": 5, "most-of-8-boards": 8}


def settled(
    rules: Ruleset, terms: StageFormat, part: Stage, entered: EnteredResult, sides: tuple[str, str], line: int
) -> FixtureOutcome:
    """Return the outcome of a match between two entrants. Raises `RefusedRequest` or `Contradiction`."""
    games, winner = _counted(rules, terms, part, entered, sides)
    decided = False
    if entered.winner and entered.winner not in sides:
        raise RefusedRequest(
            f"{entered.winner} does not play in this fixture; expected {' or '.join(sides)} as the winner"
        )
    if entered.winner and not terms.adds_legs:
        if winner not in ("", entered.winner):
            raise RefusedRequest(f"{write_games(entered.games)} is won by {winner}, not by {entered.winner}")
        winner, decided = entered.winner, winner == ""
    if terms.system == "knockout" and not winner and not terms.adds_legs:
        raise RefusedRequest(
            f"{write_games(entered.games)} is level, but a knockout fixture needs a winner; give winner=, decided "
            f"by {terms.level}"
        )
    return FixtureOutcome(
        line=line,
        how=entered.how,
        told=entered.games,
        games=games,
        winner=winner,
        against=entered.against,
        boards=entered.boards,
        slams=entered.slams,
        law=entered.law,
        reason=entered.reason,
        by=entered.by,
        when=entered.when,
        source=entered.source if isinstance(entered, Finished) else "",
        sha256=entered.sha256 if isinstance(entered, Finished) else "",
        decided=decided,
        advances=entered.winner if terms.adds_legs else "",
    )


def _counted(
    rules: Ruleset, terms: StageFormat, part: Stage, entered: EnteredResult, sides: tuple[str, str]
) -> tuple[Games, str]:
    """Return the games that count, and the winner."""
    match entered.how:
        case "void":
            if terms.system == "knockout":
                raise RefusedRequest(
                    "a knockout match cannot be void, because somebody has to advance; have it replayed by a ruling"
                )
            return (), BOTH
        case "double-walkover":
            if any(max(game) for game in entered.games):
                raise RefusedRequest(
                    f"{write_games(entered.games)} is not possible as a double walkover; expected no score"
                )
            return (), BOTH
        case "walkover":
            loser = _loser(entered, sides, "did not appear")
            games = _given(terms, loser == sides[1])
            if entered.games and set(entered.games) != set(games):
                raise RefusedRequest(f"a walkover counts {write_games(games)}, not {write_games(entered.games)}")
            return games, sides[1 - sides.index(loser)]
        case "retired" | "conceded" | "disqualified":
            loser = _loser(entered, sides, f"was {entered.how}" if entered.how == "disqualified" else entered.how)
            return _completed(rules, terms, part, entered.games, loser == sides[1]), sides[1 - sides.index(loser)]
        case _:
            if entered.against:
                raise RefusedRequest(
                    f"{entered.against} is given as against=, but the fixture was {entered.how}; expected an ending "
                    f"such as retired or walkover"
                )
            return _played(rules, terms, part, entered, sides)


def _loser(entered: EnteredResult, sides: tuple[str, str], what: str) -> str:
    if entered.against not in sides:
        raise RefusedRequest(f"the entrant who {what} is missing; expected against={sides[0]} or against={sides[1]}")
    return entered.against


def _given(terms: StageFormat, first_wins: bool) -> Games:
    """Return the games of a walkover."""
    games = (terms.walkover,) * (terms.best_of // 2 + 1)
    return games if first_wins else turned(games)


def _played(
    rules: Ruleset, terms: StageFormat, part: Stage, entered: EnteredResult, sides: tuple[str, str]
) -> tuple[Games, str]:
    if not entered.games:
        raise RefusedRequest("the score is missing; expected points such as 25-12")
    if terms.match in _BOARDS:
        return entered.games, _by_boards(terms, entered, sides)
    timed = entered.how == "clock"
    if entered.boards is not None:
        check_boards(rules, part, entered.games, sum(entered.boards), timed)
    score = _match(rules, terms, part, entered.games, timed)
    if score.finished:
        winner: str | None = score.winner
    elif timed:
        winner = _leader(score.score)
    else:
        raise RefusedRequest(
            f"{write_games(entered.games)} is not finished: {score.score[0]}-{score.score[1]} in games, "
            f"but {terms.match} needs {terms.best_of // 2 + 1}"
        )
    return entered.games, "" if winner is None else sides["AB".index(winner)]


def check_boards(rules: Ruleset, part: Stage, games: Games, boards: int, timed: bool) -> None:
    """Raise `RefusedRequest` if the score of a game is not possible in this number of boards."""
    target, limit, most = rules.parameters.target_points, board_limit(rules, part), most_of_a_board(rules)
    if len(games) != 1 or target is None:
        return
    if sum(games[0]) > boards * most:
        raise RefusedRequest(
            f"{write_games(games)} is not possible in {boards} boards; a board gives at most {most} points"
        )
    if not timed and max(games[0]) < target and limit is not None and boards < limit:
        raise RefusedRequest(
            f"{write_games(games)} after {boards} boards is not finished; a game ends at {target} points or "
            f"after {limit} boards"
        )


def _leader(score: Score) -> str | None:
    return None if score[0] == score[1] else "A" if score[0] > score[1] else "B"


def _by_boards(terms: StageFormat, entered: EnteredResult, sides: tuple[str, str]) -> str:
    """Return the winner of a match that is decided by boards won (29-point guide)."""
    if len(entered.games) != 1:
        raise RefusedRequest(
            f"{write_games(entered.games)} is not a score of {terms.match}; expected boards won, such as 2-1"
        )
    score, of = entered.games[0], _BOARDS[terms.match]
    needed = of // 2 + 1
    over = max(score) == needed and min(score) < needed
    if entered.how != "clock" and not over:
        raise RefusedRequest(f"{score[0]}-{score[1]} boards is not finished; {terms.match} is won with {needed}")
    if max(score) > needed:
        raise RefusedRequest(f"{score[0]}-{score[1]} boards is not possible; {terms.match} ends at {needed} won")
    leader = _leader(score)
    return "" if leader is None else sides["AB".index(leader)]


def _match(rules: Ruleset, terms: StageFormat, part: Stage, games: Games, timed: bool) -> MatchScore:
    last = len(games) - 1
    entries = [GameEntry(score=game, timed=timed and index == last) for index, game in enumerate(games)]
    return score_match(rules, entries, "A", part, terms.best_of)


def _completed(rules: Ruleset, terms: StageFormat, part: Stage, given: Games, first_wins: bool) -> Games:
    """Return the games with the winner's missing points added; a last game in which nobody reached the target is
    unfinished.
    """
    target = rules.parameters.target_points
    if terms.match in _BOARDS:
        return _boards_completed(terms, given, first_wins)
    if target is None:
        return given
    needed = terms.best_of // 2 + 1
    games = list(given if first_wins else turned(given))
    whole = tuple(games)
    if games and max(games[-1]) < target:
        whole = whole[:-1]
    if any(not 0 <= points <= target for game in games for points in game):
        raise RefusedRequest(f"{write_games(given)} is not possible; the points of a game are 0 to {target}")
    score = _match(rules, terms, part, whole, False)
    if score.finished:
        raise RefusedRequest(f"{write_games(given)} is a finished match, so nobody can retire from it")
    if terms.retired == "stands":
        return given
    won = score.score[0]
    if len(games) > len(whole):
        games[-1] = (target, games[-1][1])
        won += 1
    games += [terms.walkover] * (needed - won)
    return tuple(games) if first_wins else turned(tuple(games))


def _boards_completed(terms: StageFormat, given: Games, first_wins: bool) -> Games:
    """Return the boards won with those that the winner was missing added."""
    needed = _BOARDS[terms.match] // 2 + 1
    if not given or terms.retired == "stands":
        return given
    if len(given) > 1 or not all(0 <= won < needed for won in given[0]):
        raise RefusedRequest(
            f"{write_games(given)} is not a score of an unfinished {terms.match}; expected boards won, each below "
            f"{needed}"
        )
    other = given[0][1 if first_wins else 0]
    return ((needed, other),) if first_wins else ((other, needed),)


def tie_outcome(
    terms: StageFormat, rubbers: Sequence[FixtureOutcome | None], sides: tuple[str, str]
) -> FixtureOutcome | None:
    """Return the outcome of a tie that is over, as the sum of its rubbers; None while it is open."""
    won = rubbers_won(rubbers, sides)
    needed = len(terms.rubbers) // 2 + 1
    done = [each for each in rubbers if each is not None]
    complete = len(done) == len(terms.rubbers)
    decided = max(won) >= needed
    if not complete and not (decided and terms.dead_rubbers == "left"):
        return None
    leader = _leader(won)
    return FixtureOutcome(
        line=max(each.line for each in done),
        how="played",
        told=(),
        games=tuple(game for each in done for game in each.games),
        winner="" if leader is None else sides["AB".index(leader)],
    )


def rubbers_won(rubbers: Sequence[FixtureOutcome | None], sides: tuple[str, str]) -> Score:
    """Return the rubbers won by each side."""
    winners = [each.winner for each in rubbers if each is not None]
    return winners.count(sides[0]), winners.count(sides[1])


def next_rubber(terms: StageFormat, rubbers: Sequence[FixtureOutcome | None], sides: tuple[str, str]) -> Rubber | None:
    """Return the kind of the next rubber; None if the tie is over."""
    if tie_outcome(terms, rubbers, sides) is not None:
        return None
    return next(
        (kind for index, kind in enumerate(terms.rubbers) if index >= len(rubbers) or rubbers[index] is None), None
    )


# -- a result with names, winner first: `Kiran Rao wins 25–12` ---------------------------------------------------------


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
    whole_tie = bool(championship.stage(address.stage).terms.rubbers) and not address.rubber
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


def result_in_english(result: NamedResult) -> str:
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
    for number, each in enumerate(championship.events[first - 1 :], first):
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


def _address(each: AnyEvent, where: str | None) -> Address | None:
    if isinstance(each, Finished | Claimed):
        return read_address(each.fixture)
    return read_address(where) if isinstance(each, Corrected | Ruled) and where else None
