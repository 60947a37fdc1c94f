"""Progress from one board to the next: the state of the match, who breaks, when sides change."""

from typing import Literal

from carrom.board.seat import Seat
from carrom.game import turn_order
from carrom.game.events import How, SideName
from carrom.game.expected import BeginRound, ChooseBreakOrSide, ChooseSeat, Expectation, Toss
from carrom.game.match import GameEntry, MatchScore, score_match
from carrom.game.score import SAME_BREAKER, GameScore, Side, board_limit, replays_pass_the_break, score_game
from carrom.game.state import GameRecord, State
from carrom.values import Value, changed

MOST_BOARDS_MISSED = 99
"""Maximum number of boards after which a missed change of sides is made."""
BOARDS = {"board": 1, "best-of-3-boards": 3, "best-of-5-boards": 5, "most-of-8-boards": 8}


Finish = Literal["played", "clock", "conceded"] | How
"""How a contest ended."""


class ContestResult(Value, frozen=True, kw_only=True):
    """Result of a contest; several winners share a points game or a game drawn on the clock, none if nobody came."""

    winners: tuple[SideName, ...]
    score: tuple[int, ...]
    """Games won in a match, otherwise the recorded score, limited to the target."""
    conceded: bool = False
    how: Finish = "played"
    law: str = ""
    """The clause of an award."""
    reason: str = ""


def best_of_games(state: State) -> int:
    """Return the maximum number of games of the contest."""
    return state.rules.parameters.games_of_match if state.header.contest == "match" else 1


def best_of_boards(state: State) -> int | None:
    """Return the maximum number of boards of a game; None where points decide."""
    return BOARDS.get(state.header.contest)


def is_points_game(state: State) -> bool:
    """Return whether colours are not owned, so that one board is one game."""
    return not state.rules.colours_are_owned


def match_score(state: State) -> MatchScore:
    """Return the state of a contest of two sides, from its finished boards."""
    entries = [
        GameEntry(
            boards=tuple(board.gain for board in game.boards),
            conceded=_two(game.conceded),
            timed=game.timed,
            awarded=_two(game.awarded.side) if game.awarded else None,
        )
        for game in state.games
    ]
    opener = state.games[0].opener[:1] if state.games else "A"
    return score_match(
        state.rules,
        entries,
        "B" if opener == "B" else "A",
        state.header.stage,
        best_of_games(state),
        best_of_boards(state),
    )


def _two(side: SideName | None) -> Side | None:
    assert side != "C"
    return side


def game_score(state: State) -> GameScore:
    """Return the state of the current game of two sides."""
    return score_game(
        state.rules,
        [board.gain for board in state.game.boards],
        "A",
        state.header.stage,
        best_of_boards(state),
    )


def points_so_far(state: State) -> tuple[int, ...]:
    """Return every side's points in the current game, before the current board."""
    if is_points_game(state):
        return points_totals(state)
    if best_of_boards(state) is not None:
        return (0,) * len(state.sides)
    return game_score(state).totals


def points_totals(state: State) -> tuple[int, ...]:
    """Return every side's points from the finished boards of a points game."""
    boards = [board for board in state.game.boards if not board.replay]
    return tuple(sum(board.totals[index] for board in boards) for index in range(len(state.sides)))


def points_standing(state: State) -> tuple[int, ...]:
    """Return every side's points in a points game, including the current board."""
    if state.playing is None:
        return points_totals(state)
    return tuple(total + side.points for total, side in zip(points_totals(state), state.playing.sides, strict=True))


def result(state: State) -> ContestResult | None:
    """Return how the contest ended, or None while it is in progress."""
    if state.conceded is None and state.awarded is None and state.playing is not None:
        return None
    if is_points_game(state):
        return _points_result(state)
    stand = match_score(state)
    score = stand.score if best_of_games(state) > 1 else (stand.games[0].score if stand.games else (0, 0))
    if state.conceded is not None or state.awarded is not None:
        return _given(state, score, tuple(side for side in state.sides if side != state.conceded))
    if not stand.finished:
        return None
    winners = state.sides if stand.winner is None else (stand.winner,)
    return _ended(ContestResult(winners=winners, score=score), state.game)


def _given(state: State, score: tuple[int, ...], others: tuple[SideName, ...]) -> ContestResult:
    """Return the result of a contest that was conceded to `others`, or awarded."""
    if state.awarded is None:
        return ContestResult(winners=others, score=score, conceded=True, how="conceded")
    award = state.awarded
    winners = () if award.side is None else (award.side,)
    return ContestResult(winners=winners, score=score, how=award.how, law=award.law, reason=award.reason)


def _ended(result: ContestResult, game: GameRecord) -> ContestResult:
    """Return the result, with how the last game ended."""
    if game.conceded is not None:
        return changed(result, conceded=True, how="conceded")
    if game.awarded is not None:
        return changed(result, how=game.awarded.how, law=game.awarded.law, reason=game.awarded.reason)
    return changed(result, how="clock") if game.timed else result


def _points_result(state: State) -> ContestResult | None:
    totals = points_standing(state)
    others = [index for index, side in enumerate(state.sides) if side not in (*state.retired, state.conceded)]
    best = max(totals[index] for index in others)
    if state.conceded is not None or state.awarded is not None:
        return _given(state, totals, tuple(state.sides[index] for index in others if totals[index] == best))
    if not state.game.timed and not _points_over(state, best):
        return None
    winners = tuple(state.sides[index] for index in others if totals[index] == best)
    return _ended(ContestResult(winners=winners, score=totals), state.game)


def _points_over(state: State, best: int) -> bool:
    """Return whether a points game has reached its target or its last board."""
    counted = state.game.counted
    target, limit = state.rules.parameters.target_points, board_limit(state.rules, state.header.stage)
    if state.rules.has("level-totals-play-on") and points_totals(state).count(best) > 1:
        return False
    last = 1 if state.header.contest == "board" else limit
    return counted > 0 and ((target is not None and best >= target) or (last is not None and counted >= last))


def between_boards(state: State) -> tuple[Expectation, ...]:
    """Return what is expected when no board is in progress."""
    if result(state) is not None:
        return ()
    if not state.game.opener:
        return _before_the_first(state)
    last = state.game.boards[-1] if state.game.boards else None
    number = state.game.counted + 1
    if last is not None and last.replay and not replays_pass_the_break(state.rules):
        reading = SAME_BREAKER if last.extra else ""
        return (BeginRound((state.seating.seat_of(last.breaker),), number, last.extra, reading),)
    if not is_points_game(state) and match_score(state).next == "extra-board":
        if state.breaks is None:
            return (Toss(state.sides, break_only=True),)
        return (BeginRound(state.seats_of(state.breaks), number, extra=True),)
    third = state.seating.doubles and len(state.games) > 2 and last is None and not state.rules.has("third-opener")
    return (BeginRound((_next_breaker(state),), number, reading=turn_order.THIRD_OPENER if third else ""),)


def _before_the_first(state: State) -> tuple[Expectation, ...]:
    if state.breaks is None:
        if state.toss_won_by is None:
            return (Toss(state.sides),)
        return (ChooseBreakOrSide(state.toss_won_by),)
    if state.choice_of_side is not None:
        return (ChooseSeat(state.choice_of_side),)
    return (BeginRound(state.seats_of(state.breaks), 1),)


def _next_breaker(state: State) -> Seat:
    """Return the seat that breaks next: right of the last breaker, or the opener of a new game (Law 49)."""
    game = state.game
    player = game.opener
    if game.boards:
        last = game.boards[-1]
        player = last.breaker if last.uncounted else state.seating.after(last.breaker)
    while player in state.retired:
        player = state.seating.after(player)
    return state.seating.seat_of(player)


def after_board(state: State) -> State:
    """Return the state with sides changed and the next game opened, as required after the board just finished."""
    if is_points_game(state) or result(state) is not None:
        return state
    if match_score(state).next == "game":
        return after_game(state)
    left = state.change_in - (state.change_in > 0 and not state.game.boards[-1].replay)
    if _changes_now(state) or left < state.change_in == 1:
        seating, _ = turn_order.seats_after_game(state.rules, state.seating)
        return changed(state, seating=seating, sat=_before(state, seating), change_in=0)
    return changed(state, change_in=left) if left != state.change_in else state


def opened_by(state: State, breaker: Seat) -> tuple[GameRecord, ...]:
    """Return the games, with the opener of the current one set if its first board begins now."""
    if state.game.opener:
        return state.games
    return (*state.games[:-1], changed(state.game, opener=state.player_at(breaker)))


def after_game(state: State) -> State:
    """Return the state after a finished game, with sides changed and the next game open, unless the contest is over."""
    if result(state) is not None:
        return state
    seating, _ = turn_order.seats_after_game(state.rules, state.seating)
    opener = seating.after(state.game.opener)
    if seating.doubles and len(state.games) % 2 == 0 and state.rules.has("third-opener"):
        opener = state.games[0].opener
    games = (*state.games, GameRecord(opener=opener))
    return changed(state, seating=seating, games=games, breaks=None, sat=_before(state, seating), change_in=0)


def _before(state: State, seating: turn_order.Seating) -> turn_order.Seating | None:
    """Return the seating before a change to `seating`; None if that changes nothing."""
    return state.seating if seating != state.seating else None


def _changes_now(state: State) -> bool:
    """Return whether sides change within the game after the board just finished (Law 60, C36)."""
    if best_of_boards(state) is not None or state.game.boards[-1].replay:
        return False
    number = len(state.games) if state.header.contest == "match" else 1
    boards = state.game.boards
    running = [totals for totals, board in zip(game_score(state).running, boards, strict=True) if not board.replay]
    after, _ = turn_order.change_after(state.rules, number, state.header.stage, running)
    return after == state.game.counted
