"""Matches of games and ties of rubbers: their scores (Laws 49, 57, 138) and the line-ups."""

from collections.abc import Callable, Sequence
from typing import Literal

from carrom.errors import Contradiction, RefusedRequest
from carrom.game.score import (
    SIDES,
    Board,
    Gain,
    GameScore,
    ScoringTopic,
    Side,
    Stage,
    Totals,
    board_limit,
    clause,
    other,
    score_game,
)
from carrom.rules.ruleset import Ruleset
from carrom.values import Value, changed

Rubber = Literal["singles", "doubles"]


class GameEntry(Value, frozen=True, kw_only=True):
    """One game of a match or tie: its boards, or its finished score."""

    boards: tuple[Board | Gain, ...] | None = None
    score: Totals | None = None
    conceded: Side | None = None
    """The side that conceded it (Law 139); only with `boards`."""
    timed: bool = False
    """Whether the clock ended it: its score counts, even if level."""
    awarded: Side | None = None
    """The side to which it was awarded without being finished; only with `boards`."""


class GameScoreLine(Value, frozen=True):
    """One game's line in a result: its winner (None while open) and its score."""

    winner: Side | None
    score: Totals


class MatchScore(Value, frozen=True, kw_only=True):
    """The state of a match. `breaker` is None when it is finished, and before an extra board, where a toss decides."""

    games: tuple[GameScoreLine, ...]
    finished: bool
    winner: Side | None
    score: Totals
    next: Literal["game", "board", "extra-board"] | None
    breaker: Side | None
    interval: bool
    clauses: tuple[str, ...]
    reading: str = ""
    """The reading on which the next step rests, such as `C52`; empty for none."""


class TieScore(Value, frozen=True, kw_only=True):
    """The state of a tie; `winner` is set as soon as it is decided."""

    rubbers: tuple[GameScoreLine, ...]
    finished: bool
    winner: Side | None
    score: Totals
    next: Rubber | None
    clauses: tuple[str, ...]


def opens(first: Side, game: int) -> Side:
    """Return the side that opens game `game` (from 1) of a match whose first game was opened by `first` (Law 49a)."""
    return first if game % 2 else other(first)


def score_match(
    rules: Ruleset,
    games: Sequence[GameEntry],
    first_break: Side,
    stage: Stage | None = None,
    best_of: int = 3,
    best_of_boards: int | None = None,
) -> MatchScore:
    """Return the state of a match of `best_of` games; refuse games after its end or after an unfinished one.

    A game drawn on the clock counts for neither side; after the last game the leader wins, and a level score is a draw.
    """
    needed = best_of // 2 + 1
    scores, won = _lines(rules, games, needed, stage, lambda number: opens(first_break, number), "game", best_of_boards)
    lines = tuple(GameScoreLine(score.winner, score.score) for score in scores)
    winner: Side | None = "A" if won[0] == needed else "B" if won[1] == needed else None
    last = scores[-1] if scores else None
    played_out = len(scores) == best_of and last is not None and last.finished
    winner = _leader(won) if winner is None and played_out else winner
    interval = False
    clauses = [text for score in scores for text in score.clauses]
    if winner or played_out:
        upcoming: Literal["game", "board", "extra-board"] | None = None
        breaker: Side | None = None
    elif last is not None and not last.finished:
        upcoming, breaker = last.next, last.breaker
    else:
        upcoming, breaker = "game", opens(first_break, len(scores) + 1)
        interval = len(scores) + 1 == best_of > 1
        clauses += [clause(rules, ScoringTopic.OPENER)]
    clauses += [clause(rules, ScoringTopic.MATCH)] if winner or won != (0, 0) else []
    clauses += [clause(rules, ScoringTopic.INTERVAL)] if interval else []
    return MatchScore(
        games=lines,
        finished=winner is not None or played_out,
        winner=winner,
        score=won,
        next=upcoming,
        breaker=breaker,
        interval=interval,
        clauses=tuple(dict.fromkeys(clauses)),
        reading=last.reading if last is not None and upcoming == last.next else "",
    )


def score_tie(
    rules: Ruleset, order: Sequence[Rubber], rubbers: Sequence[GameEntry], play_out: bool, stage: Stage | None = None
) -> TieScore:
    """Return the state of a tie of rubbers; with `play_out`, dead rubbers are played too (C39)."""
    if not order:
        raise Contradiction("a tie needs at least one rubber; its order is empty")
    if len(rubbers) > len(order):
        raise Contradiction(f"{len(rubbers)} rubbers are given, but the tie's order has {len(order)}")
    needed = len(order) // 2 + 1
    enough = len(order) + 1 if play_out else needed
    scores, won = _lines(rules, rubbers, enough, stage, lambda _: "A", "rubber")
    winner: Side | None = "A" if won[0] >= needed else "B" if won[1] >= needed else None
    complete = sum(score.finished for score in scores)
    winner = _leader(won) if winner is None and complete == len(order) else winner
    finished = complete == len(order) or (winner is not None and not play_out)
    return TieScore(
        rubbers=tuple(GameScoreLine(score.winner, score.score) for score in scores),
        finished=finished,
        winner=winner,
        score=won,
        next=None if finished else order[complete],
        clauses=tuple(
            dict.fromkeys([*(text for score in scores for text in score.clauses), clause(rules, ScoringTopic.TIE)])
        ),
    )


def _lines(
    rules: Ruleset,
    games: Sequence[GameEntry],
    enough: int,
    stage: Stage | None,
    opener: Callable[[int], Side],
    word: str,
    best_of_boards: int | None = None,
) -> tuple[list[GameScore], Totals]:
    """Score each game, and count the games won; only the last game may be unfinished."""
    scores: list[GameScore] = []
    won = [0, 0]
    for number, game in enumerate(games, 1):
        if max(won) >= enough:
            raise Contradiction(f"{word} {number} cannot follow: it was decided {won[0]}-{won[1]} before")
        if scores and not scores[-1].finished:
            raise Contradiction(f"{word} {number} cannot follow: {word} {number - 1} is not finished")
        try:
            score = _game(rules, game, opener(number), stage, best_of_boards)
        except Contradiction as reason:
            raise Contradiction(f"{word} {number}: {reason}") from None
        if score.winner:
            won[0 if score.winner == "A" else 1] += 1
        scores.append(score)
    return scores, (won[0], won[1])


def _game(rules: Ruleset, game: GameEntry, opener: Side, stage: Stage | None, best_of_boards: int | None) -> GameScore:
    """Score one game of a match from its boards, or check its finished score."""
    if (game.boards is None) == (game.score is None):
        raise Contradiction("expected either 'boards' or a finished 'score'")
    if game.boards is not None:
        score = score_game(rules, game.boards, opener, stage, best_of_boards)
        if score.finished or (game.conceded is None and game.awarded is None and not game.timed):
            return score
        winner = game.awarded or (other(game.conceded) if game.conceded else _leader(score.totals))
        clauses = (*score.clauses, clause(rules, ScoringTopic.CONCEDE)) if game.conceded else score.clauses
        return changed(score, finished=True, winner=winner, next=None, breaker=None, clauses=clauses, reading="")
    assert game.score is not None
    _check_finished(rules, game.score, stage, game.timed)
    winner = _leader(game.score)
    return GameScore(
        running=(game.score,), won=(0, 0), finished=True, winner=winner, score=game.score, next=None, breaker=None
    )


def _leader(totals: Totals) -> Side | None:
    return None if totals[0] == totals[1] else "A" if totals[0] > totals[1] else "B"


def _check_finished(rules: Ruleset, score: Totals, stage: Stage | None, timed: bool) -> None:
    """Refuse a score with which no game under these rules can end; the clock can end a game at any score."""
    target = rules.parameters.target_points
    if score[0] == score[1] and not (timed and target not in score):
        raise Contradiction(f"a finished game cannot stand {score[0]}-{score[1]}; one side must have won it")
    beyond = rules.has("score-beyond-target")
    if min(score) < 0 or (target is not None and max(score) > target and not beyond):
        raise Contradiction(f"a recorded score ranges from 0 to {target}, got {score[0]}-{score[1]}")
    limited = timed or board_limit(rules, stage) is not None or rules.parameters.boards_won_limit is not None
    if target is not None and max(score) < target and not limited:
        raise Contradiction(f"{score[0]}-{score[1]} is not finished: without a board limit the winner has {target}")


# -- line-ups of a tie: the players of each rubber ---------------------------------------------------------------------


Names = tuple[tuple[str, ...], ...]
"""One team's players, by rubber."""


class Pairing(Value, frozen=True, kw_only=True):
    """The players of one rubber: one name per side in singles, two in doubles."""

    a: tuple[str, ...]
    b: tuple[str, ...]


def order_of(rules: Ruleset) -> tuple[Rubber, ...]:
    """Return the order of the rubbers of a tie. Raises `RefusedRequest` for a rule set without ties."""
    if not rules.parameters.rubbers:
        raise RefusedRequest(f"{rules.name} has no ties of rubbers; expected a rule set with an order of rubbers")
    return rules.parameters.rubbers


def check_lineup(rules: Ruleset, lineup: Sequence[Pairing], order: Sequence[Rubber] | None = None) -> None:
    """Refuse a line-up that is not allowed; it may cover only the first rubbers of the order.

    A player plays at most one singles and one doubles, and both only if the rule set allows it.
    """
    rubbers = order_of(rules) if order is None else tuple(order)
    if len(lineup) > len(rubbers):
        raise RefusedRequest(f"the line-up has {len(lineup)} rubbers; the tie has {len(rubbers)}")
    for number, pair in enumerate(lineup, 1):
        for name in pair.a:
            if name in pair.b:
                raise RefusedRequest(f"{name} plays for both teams in rubber {number}; expected two different players")
    for side in SIDES:
        check_side(
            rules, side, [(kind, getattr(pair, side.lower())) for kind, pair in zip(rubbers, lineup, strict=False)]
        )


def first_lineup(rules: Ruleset, names: Sequence[str], order: Sequence[Rubber] | None = None) -> Names:
    """Return a line-up that takes a team's players in their order. Raises `RefusedRequest` if there are too few.

    The player with the fewest rubbers plays next, so that everybody gets a rubber where possible.
    """
    rubbers = order_of(rules) if order is None else tuple(order)
    lineup: list[tuple[str, ...]] = []
    for kind in rubbers:
        busy = [name for other, pair in zip(rubbers, lineup, strict=False) if other == kind for name in pair]
        played = [name for pair in lineup for name in pair]
        free = [name for name in names if name not in busy and (rules.has("plays-both") or name not in played)]
        free.sort(key=played.count)
        wanted = 1 if kind == "singles" else 2
        if len(free) < wanted:
            raise RefusedRequest(
                f"{len(names)} player{'' if len(names) == 1 else 's'} cannot play {', '.join(rubbers)}; "
                f"expected {fewest(rules, rubbers)} or more"
            )
        lineup.append(tuple(free[:wanted]))
    return tuple(lineup)


def fewest(rules: Ruleset, rubbers: Sequence[Rubber]) -> int:
    """Return the smallest number of players that a team needs."""
    singles = sum(kind == "singles" for kind in rubbers)
    pairs = 2 * (len(rubbers) - singles)
    return max(singles, pairs) if rules.has("plays-both") else singles + pairs


def check_side(rules: Ruleset, side: Side, rubbers: Sequence[tuple[Rubber, tuple[str, ...]]]) -> None:
    """Refuse an invalid line-up of one side for the first rubbers of a tie."""
    played: dict[str, list[Rubber]] = {}
    for number, (kind, names) in enumerate(rubbers, 1):
        wanted = 1 if kind == "singles" else 2
        if len(names) != wanted or len(set(names)) != wanted:
            raise RefusedRequest(f"rubber {number} is a {kind}; side {side} names {len(names)}, expected {wanted}")
        for name in names:
            before = played.setdefault(name, [])
            if kind in before:
                raise RefusedRequest(f"{name} already plays a {kind}; expected another player in rubber {number}")
            if before and not rules.has("plays-both"):
                raise RefusedRequest(f"{name} already plays a {before[0]}; {rules.name} does not allow both")
            before.append(kind)
