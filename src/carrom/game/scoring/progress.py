"""Progress from one board to the next: where a match stands, who breaks, when sides change."""

from typing import Literal

from carrom.board.seat import Seat
from carrom.game import turn_order
from carrom.game.expected.expectations import BeginRound, ChooseBreakOrSide, ChooseSeat, Expectation, Toss
from carrom.game.header import SideName
from carrom.game.officials.official_events import How
from carrom.game.scoring.match import Entry, MatchScore, score_match
from carrom.game.scoring.score import SAME_BREAKER, GameScore, Side, board_limit, score_game
from carrom.game.state import GameRecord, State
from carrom.values import Value, changed

BOARDS = {"board": 1, "best-of-3-boards": 3, "best-of-5-boards": 5, "most-of-8-boards": 8}


Finish = Literal["played", "clock", "conceded"] | How
"""How a contest came to its end."""


class Result(Value, frozen=True, kw_only=True):
    """How a contest ended. Several winners share it: a points game, or a game drawn on the clock; none: nobody came."""

    winners: tuple[SideName, ...]
    score: tuple[int, ...]
    """Games won in a match, else the recorded score, each side cut at the target."""
    conceded: bool = False
    how: Finish = "played"
    law: str = ""
    """What an award rests on."""
    reason: str = ""


def best_of_games(state: State) -> int:
    """Return of how many games the contest is the best."""
    return state.rules.parameters.games_of_match if state.header.contest == "match" else 1


def best_of_boards(state: State) -> int | None:
    """Return of how many boards a game is the best; None where points decide."""
    return BOARDS.get(state.header.contest)


def is_points_game(state: State) -> bool:
    """Whether nobody owns a colour, so that one board is one game."""
    return not state.rules.colours_are_owned


def match_score(state: State) -> MatchScore:
    """Return where a contest of two sides stands, by the finished boards."""
    entries = [
        Entry(
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
    """Return where the running game of two sides stands."""
    return score_game(
        state.rules,
        [board.gain for board in state.game.boards],
        "A",
        state.header.stage,
        best_of_boards(state),
    )


def points_so_far(state: State) -> tuple[int, ...]:
    """Return every side's points in the running game, before the board being played."""
    if is_points_game(state):
        return points_totals(state)
    if best_of_boards(state) is not None:
        return (0,) * len(state.sides)
    return game_score(state).totals


def points_totals(state: State) -> tuple[int, ...]:
    """Points games: return every side's points of the boards that count in the running game."""
    boards = [board for board in state.game.boards if not board.replay]
    return tuple(sum(board.totals[index] for board in boards) for index in range(len(state.sides)))


def points_standing(state: State) -> tuple[int, ...]:
    """Points games: return the same with what has been scored on the board being played."""
    if state.playing is None:
        return points_totals(state)
    return tuple(total + side.points for total, side in zip(points_totals(state), state.playing.sides, strict=True))


def result(state: State) -> Result | None:
    """Return how the contest ended, or None while it goes on."""
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
    return _ended(Result(winners=winners, score=score), state.game)


def _given(state: State, score: tuple[int, ...], others: tuple[SideName, ...]) -> Result:
    """Return the result of a contest that was given up, to `others`, or awarded."""
    if state.awarded is None:
        return Result(winners=others, score=score, conceded=True, how="conceded")
    award = state.awarded
    winners = () if award.side is None else (award.side,)
    return Result(winners=winners, score=score, how=award.how, law=award.law, reason=award.reason)


def _ended(result: Result, game: GameRecord) -> Result:
    """Return the result with how its last game ended."""
    if game.conceded is not None:
        return changed(result, conceded=True, how="conceded")
    if game.awarded is not None:
        return changed(result, how=game.awarded.how, law=game.awarded.law, reason=game.awarded.reason)
    return changed(result, how="clock") if game.timed else result


def _points_result(state: State) -> Result | None:
    totals = points_standing(state)
    others = [index for index, side in enumerate(state.sides) if side not in (*state.retired, state.conceded)]
    best = max(totals[index] for index in others)
    if state.conceded is not None or state.awarded is not None:
        return _given(state, totals, tuple(state.sides[index] for index in others if totals[index] == best))
    if not state.game.timed and not _points_over(state, best):
        return None
    winners = tuple(state.sides[index] for index in others if totals[index] == best)
    return _ended(Result(winners=winners, score=totals), state.game)


def _points_over(state: State, best: int) -> bool:
    """Whether a points game has come to its target or its last board."""
    counted = state.game.counted
    target, limit = state.rules.parameters.target_points, board_limit(state.rules, state.header.stage)
    last = 1 if state.header.contest == "board" else limit
    return counted > 0 and ((target is not None and best >= target) or (last is not None and counted >= last))


def between_boards(state: State) -> tuple[Expectation, ...]:
    """Return what is expected when no board is being played."""
    if result(state) is not None:
        return ()
    if not state.game.opener:
        return _before_the_first(state)
    last = state.game.boards[-1] if state.game.boards else None
    number = state.game.counted + 1
    if last is not None and last.replay:
        reading = SAME_BREAKER if last.extra else ""
        return (BeginRound((state.seating.seat_of(last.breaker),), number, last.extra, reading),)
    if not is_points_game(state) and match_score(state).next == "extra-board":
        if state.breaks is None:
            return (Toss(state.sides, break_only=True),)
        return (BeginRound(state.seats_of(state.breaks), number, extra=True),)
    third = state.seating.doubles and len(state.games) > 2 and last is None
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
    """Return the seat of who breaks next: right of the last breaker, or the opener of a new game (Law 49)."""
    game = state.game
    player = state.seating.after(game.boards[-1].breaker) if game.boards else game.opener
    while player in state.retired:
        player = state.seating.after(player)
    return state.seating.seat_of(player)


def after_board(state: State) -> State:
    """Return the state with sides changed and the next game opened, if the board just finished asks for it."""
    if is_points_game(state) or result(state) is not None:
        return state
    if match_score(state).next == "game":
        return after_game(state)
    if _changes_now(state):
        seating, _ = turn_order.seats_after_game(state.rules, state.seating)
        return changed(state, seating=seating)
    return state


def opened_by(state: State, breaker: Seat) -> tuple[GameRecord, ...]:
    """Return the games with the opener of the running one, if the board that begins now is its first."""
    if state.game.opener:
        return state.games
    return (*state.games[:-1], changed(state.game, opener=state.player_at(breaker)))


def after_game(state: State) -> State:
    """Return the state after a finished game: sides changed and the next game open, or the contest over."""
    if result(state) is not None:
        return state
    seating, _ = turn_order.seats_after_game(state.rules, state.seating)
    opener = seating.after(state.game.opener)
    return changed(state, seating=seating, games=(*state.games, GameRecord(opener=opener)), breaks=None)


def _changes_now(state: State) -> bool:
    """Whether sides change after the board just finished, within the game (Law 60, C36)."""
    if best_of_boards(state) is not None or state.game.boards[-1].replay:
        return False
    number = len(state.games) if state.header.contest == "match" else 1
    boards = state.game.boards
    running = [totals for totals, board in zip(game_score(state).running, boards, strict=True) if not board.replay]
    after, _ = turn_order.change_after(state.rules, number, state.header.stage, running)
    return after == state.game.counted
