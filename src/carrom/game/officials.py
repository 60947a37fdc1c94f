"""Events by the clock, the umpire and the referee: awards, remarks, corrections, late findings."""

import re
from typing import Any

from carrom.board import QUEEN, Disc, Seat
from carrom.errors import RefusedRequest
from carrom.game import events, progress, score
from carrom.game.check import awaited_of, expected, refusing
from carrom.game.event_lines import cut
from carrom.game.expected import BeginRound, phrase
from carrom.game.score import Ending
from carrom.game.state import BoardRecord, GameRecord, Remarked, State
from carrom.rules import phases
from carrom.rules.judge import judge_found_late, judge_passed_over
from carrom.rules.points import worth
from carrom.rules.round import QueenState, Round, Side, in_rack_order
from carrom.rules.ruling import Ruling
from carrom.rules.settle import settle, without_side
from carrom.values import changed

# -- applying events of the clock and the officials --------------------------------------------------------------------


LAST_DISTRACTION = 3
"""Number of the distraction that loses the match under Law 143h, if the referee so decides."""


def time_called(state: State, event: events.TimeCalled, number: int) -> State:
    """Return the state after the clock has ended the running game."""
    _check_begun(state)
    game = state.game
    if progress.is_points_game(state) and state.playing is not None:
        game = changed(game, boards=(*game.boards, _unfinished(state, number)))
    return _game_ended(state, changed(game, timed=True))


def _check_begun(state: State) -> None:
    if not state.game.opener:
        raise RefusedRequest(f"no game has begun; expected is {phrase(expected(state), state.called)}")


def _unfinished(state: State, number: int) -> BoardRecord:
    """Return the board of a points game that was cut short by the clock; its points count."""
    round = state.round
    assert round is not None
    return BoardRecord(
        number=state.game.counted + 1,
        breaker=state.player_at(round.breaker),
        winners=(),
        totals=tuple(side.points for side in round.sides),
        event=number,
        began=state.began,
    )


def _game_ended(state: State, game: GameRecord) -> State:
    games = (*state.games[:-1], game)
    return progress.after_game(changed(state, games=games, round=None, position=None))


def awarded(state: State, event: events.Awarded, number: int) -> State:
    """Return the state after a game or the whole contest has been awarded."""
    _check_text("the law of an award", event.law)
    _check_text("the reason of an award", event.reason, needed=False)
    if event.side is None and (event.what == "game" or event.how != "walkover"):
        raise RefusedRequest(
            "only a walkover of the whole contest can have no winner; expected the side that is awarded it"
        )
    if event.side is not None and event.side not in state.sides:
        raise RefusedRequest(f"{event.side} cannot be awarded the contest: the sides are {', '.join(state.sides)}")
    if event.what == "match" or progress.best_of_games(state) == 1:
        return changed(state, awarded=event)
    _check_begun(state)
    return _game_ended(state, changed(state.game, awarded=event))


def retired(state: State, side: events.SideName) -> State:
    """Return the state after one of three sides has retired: the others play on, and the last one left wins (C81)."""
    name = state.name_at(state.seats_of(side)[0])
    if len(state.sides) < 3:
        raise RefusedRequest(
            f"with two sides, the game ends when one retires; expected `award` with the side that stays and `retired`, "
            f"or `concede` for {name}"
        )
    if state.header.measured:
        raise RefusedRequest("a player cannot retire alone on a simulated board; expected a concession")
    if side in state.retired:
        raise RefusedRequest(f"{name} has already retired; expected a player who plays on")
    _check_begun(state)
    after = changed(state, retired=(*state.retired, side))
    left = [each for each in state.sides if each not in after.retired]
    if len(left) == 1:
        return changed(after, awarded=events.Awarded(side=left[0], law="Law 139", how="retired"))
    if state.round is None:
        return after
    return changed(after, round=without_side(state.round, state.sides.index(side)))


def board_kept(state: State, event: events.BoardKept, number: int) -> State:
    """Return the state after a board recorded only by its row on the score card."""
    awaited: BeginRound = awaited_of(state, BeginRound, "a board recorded by its row")
    if state.header.measured:
        raise RefusedRequest("a simulated board records every stroke; only a wooden board can be entered by its row")
    if event.breaker not in awaited.breakers:
        raise RefusedRequest(
            f"{state.name_at(event.breaker)} does not break; expected is {phrase((awaited,), state.called)}"
        )
    make = _kept_points if progress.is_points_game(state) else _kept_board
    board = changed(
        make(state, event),
        number=state.game.counted + 1,
        breaker=state.player_at(event.breaker),
        extra=awaited.extra,
        event=number,
        began=number,
    )
    games = progress.opened_by(state, event.breaker)
    games = (*games[:-1], changed(games[-1], boards=(*games[-1].boards, board)))
    return progress.after_board(
        changed(state, games=games, round=None, position=None, breaks=None, began=number, sat=None)
    )


def _kept_board(state: State, event: events.BoardKept) -> BoardRecord:
    board = event.board
    if board is None or event.totals:
        raise RefusedRequest(f"a board of {state.rules.name} is recorded by winner, pieces and queen, not by totals")
    before = progress.points_so_far(state)
    gainer = 0 if board.winner == "A" else 1
    worth = refusing(score.worth, state.rules, board, before[gainer])
    has_men = gainer if board.special is Ending.LAST_OWN_BEFORE_QUEEN else 1 - gainer
    return BoardRecord(
        number=0,
        breaker="",
        winners=() if board.winner is None else (board.winner,),
        points=min(worth.points, before[1 - gainer]) if worth.taken else worth.points,
        taken=worth.taken,
        men=tuple(board.men_left if index == has_men else 0 for index in range(2)),
        queen=board.queen,
        clauses=worth.clauses,
        replay=board.special is Ending.REPLAY,
        uncounted=score.is_uncounted(state.rules, board),
        kept=board,
    )


def _kept_points(state: State, event: events.BoardKept) -> BoardRecord:
    totals, figures = event.totals, state.rules.parameters
    if event.board is not None or len(totals) != len(state.sides):
        sides = ", ".join(state.sides)
        raise RefusedRequest(f"a board of {state.rules.name} is recorded by the points of each side ({sides})")
    most = 9 * figures.black_points + 9 * figures.white_points + figures.queen_points
    voids = state.rules.has("uncovered_queen_voids_the_turn")
    if min(totals) < 0 or sum(totals) > most or (sum(totals) < most and not voids):
        whole = f"0 to {most} in all" if voids else f"{most} in all once every counter is pocketed"
        raise RefusedRequest(f"the points {'-'.join(map(str, totals))} are impossible; a board has {whole}")
    best = max(totals)
    winners = tuple(side for side, total in zip(state.sides, totals, strict=True) if total == best)
    return BoardRecord(number=0, breaker="", winners=winners, points=best, totals=totals)


def remarked(state: State, event: Any, number: int) -> State:
    """Return the state with a remark recorded; nothing else changes."""
    player = ""
    match event:
        case events.Noted(text=text):
            _check_text("a note", text)
        case events.Warned(seat=seat, what=what, law=law, reason=reason):
            player = state.player_at(seat)
            if re.fullmatch(r"[a-z][a-z-]{0,40}", what) is None:
                raise RefusedRequest(f"{cut(what)} is not a warning code; expected a word such as distraction")
            _check_text("the law of a warning", law, needed=False)
            _check_text("the reason of a warning", reason, needed=False)
        case events.Appealed(seat=seat, text=text):
            player = state.player_at(seat)
            _check_text("an appeal", text, needed=False)
        case events.Protested(side=side, text=text, fee=fee):
            _check_side(state, side, "protest")
            _check_text("a protest", text, needed=False)
            _check_text("the fee of a protest", fee, needed=False)
        case events.Ruled():
            _check_ruled(state, event)
        case events.Signed(name=name, side=side):
            _check_text("the name of the signer", name)
            if side is not None:
                _check_side(state, side, "sign")
    game = state.game
    board = game.counted + (state.playing is not None)
    made = Remarked(event=number, remark=event, player=player, game=max(1, len(state.games)), board=board)
    return changed(state, remarks=(*state.remarks, made))


def _check_side(state: State, side: str, verb: str) -> None:
    if side not in state.sides:
        raise RefusedRequest(f"{side} cannot {verb}: the sides are {', '.join(state.sides)}")


def _check_ruled(state: State, event: events.Ruled) -> None:
    for what, text in (("clause", event.clause), ("reason", event.reason), ("author", event.author)):
        _check_text(f"the {what} of a ruling", text)
    waiting = [remarked.event for remarked in open_matters(state)]
    if event.answers is not None and event.answers not in waiting:
        numbers = ", ".join(map(str, waiting)) or "none: no appeal or protest is open"
        raise RefusedRequest(f"event {event.answers} is not an open appeal or protest; expected {numbers}")


def _check_text(what: str, text: str, needed: bool = True) -> None:
    if needed and not text.strip():
        raise RefusedRequest(f"{what} is empty; expected a text")
    if len(text) > events.LONGEST:
        raise RefusedRequest(f"{what} has {len(text)} characters; expected at most {events.LONGEST}")
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise RefusedRequest(f"{what} contains half of a surrogate pair; expected valid text")


def open_matters(state: State) -> tuple[Remarked, ...]:
    """Return the appeals and protests that have no ruling yet."""
    answered = {each.remark.answers for each in state.remarks if isinstance(each.remark, events.Ruled)}
    return tuple(
        each
        for each in state.remarks
        if isinstance(each.remark, events.Appealed | events.Protested) and each.event not in answered
    )


def withheld(state: State) -> bool:
    """Return whether the result is shown but not counted, because a protest is open."""
    return any(isinstance(each.remark, events.Protested) for each in open_matters(state))


def warnings(state: State, player: str, what: str | None = None) -> int:
    """Return how often a player (`A`, `B2` …) was warned in this contest, for one thing or in total."""
    return sum(
        isinstance(each.remark, events.Warned) and each.player == player and what in (None, each.remark.what)
        for each in state.remarks
    )


def may_lose_by_distraction(state: State) -> tuple[str, ...]:
    """Return the players warned for distraction often enough to lose the match (Law 143h); the referee decides."""
    return tuple(
        player for player in state.seating.players if warnings(state, player, "distraction") >= LAST_DISTRACTION
    )


# -- late findings: noticed too late to correct (Laws 51, 82b, 96, 125b) -----------------------------------------------


def out_of_turn(state: State, seat: Seat) -> tuple[Round, Ruling]:
    """Return the round with `seat` in turn after a stroke out of turn, and the ruling that ended the skipped turn.

    The order of play continues from that seat (Law 51). The ruling covers a queen that was waiting for its cover or lay
    aside in the skipped turn.
    """
    round = _open_round(state, "a stroke out of turn")
    check_still_plays(state, seat)
    if seat is round.turn:
        raise RefusedRequest(f"it is {state.called(seat)}'s turn; expected another player out of turn")
    lost = judge_passed_over(round)
    return changed(settle(round, lost), turn=seat, passes=0), lost


def check_still_plays(state: State, seat: Seat) -> None:
    """Refuse an empty seat, and a retired player of a game that goes on."""
    if state.side_at(seat) in state.retired:
        raise RefusedRequest(f"{state.name_at(seat)} has retired; expected a player who plays on")


def _open_round(state: State, what: str) -> Round:
    """Return the round of a wooden board when a stroke is expected; refuse `what` otherwise."""
    if state.header.measured:
        raise RefusedRequest(f"{what} cannot happen on a simulated board: nothing goes unnoticed there")
    awaited: phases.Strike = awaited_of(state, phases.Strike, what)
    if awaited.breaking:
        raise RefusedRequest(f"{what} cannot precede the break; {state.called(awaited.seat)} is to break")
    assert state.round is not None
    return state.round


def check_noticed(state: State, event: events.Noticed) -> Round:
    """Return the current round; refuse a finding that is impossible in it."""
    round = _open_round(state, f"noticing {_WORDS[event.what]}")
    if progress.is_points_game(state) and event.what != "queen":
        raise RefusedRequest(f"{state.rules.name} has no owned colours, so {_WORDS[event.what]} is impossible")
    return round


_WORDS = {
    "wrong-man": "a wrong piece placed",
    "queen": "an uncovered queen",
    "opponent-man": "an opponent's piece that fell",
}


def wrong_man(state: State, event: events.Noticed) -> Round:
    """Return the round with the wrongly placed piece on the board instead of the right one (Law 82b)."""
    round = check_noticed(state, event)
    wrong, right = event.disc, event.instead
    if right is None or not right.is_man or not wrong.is_man:
        raise RefusedRequest("a wrong piece placed needs the piece on the board, and the one it was placed for")
    if right not in round.on_board or wrong in round.on_board:
        raise RefusedRequest(
            f"{wrong.value} cannot be there instead of {right.value}: expected {right.value} on the board by the "
            f"record, and {wrong.value} in the pockets"
        )
    lying = in_rack_order((*(disc for disc in round.on_board if disc is not right), wrong))
    _check_men_left(round, lying)
    return changed(round, on_board=lying, pocketed=(*(disc for disc in round.pocketed if disc is not wrong), right))


def _check_men_left(round: Round, lying: tuple[Disc, ...]) -> None:
    """Refuse a board on which one side has no pieces left: it would have ended before."""
    for side in round.sides:
        if not any(disc.kind is side.colour for disc in lying):
            colour = side.colour.value if side.colour else "no"
            raise RefusedRequest(f"no {colour} piece would be left; correct the stroke that ended the board instead")


def queen_kept(state: State, event: events.Noticed) -> Round:
    """Return the round with the queen covered, because it was not put back before the next stroke (Law 96)."""
    round = check_noticed(state, event)
    if event.disc is not QUEEN or event.seat is None:
        raise RefusedRequest("an unnoticed uncovered queen needs the queen, and the seat that pocketed it")
    side = state.sides.index(state.side_at(event.seat))
    if round.queen is not QueenState.BOARD or not _had_the_queen(state, side):
        raise RefusedRequest(
            f"the queen cannot count as covered by {state.called(state.side_at(event.seat))}: "
            "expected that side to have pocketed it, it to have been put back, and a stroke since"
        )
    return changed(
        round,
        sides=tuple(
            _with_queen(state, round, each) if index == side else each for index, each in enumerate(round.sides)
        ),
        queen=QueenState.COVERED,
        queen_side=side,
        on_board=tuple(disc for disc in round.on_board if disc is not QUEEN),
        pocketed=(*round.pocketed, QUEEN),
    )


def _with_queen(state: State, round: Round, side: Side) -> Side:
    """Return a side of a points game with the queen's points, and with the points voided for lack of a cover."""
    if side.colour is not None:
        return side
    last = next(ruling for ruling in reversed(_rulings(state)) if QUEEN in ruling.centred)
    scored = [disc for each in round.sides for disc in each.taken]
    restored = () if state.rules.has("late-queen-alone") else last.voided
    void = tuple(disc for disc in restored if disc in round.pocketed and disc not in scored)
    figures = state.rules.parameters
    points = side.points + worth(figures, void) + figures.queen_points
    return changed(side, points=points, taken=(*side.taken, *void))


def _had_the_queen(state: State, side: int) -> bool:
    """Return whether that side pocketed the queen on this board without covering it, and a stroke has followed."""
    rulings = _rulings(state)
    pocketed_by_side = [
        index
        for index, ruling in enumerate(rulings)
        if ruling.mover == side and ruling.outcome is not None and QUEEN in ruling.outcome.pocketed
    ]
    if not pocketed_by_side:
        return False
    back = next((index for index in range(pocketed_by_side[-1], len(rulings)) if QUEEN in rulings[index].centred), None)
    return back is not None and any(ruling.outcome is not None for ruling in rulings[back + 1 :])


def _rulings(state: State) -> list[Ruling]:
    """Return the rulings on the current board."""
    return [judged.ruling for judged in state.rulings if judged.event > state.began]


def paid_now(round: Round, event: events.Noticed) -> Ruling | None:
    """Return the ruling by which a side pays what it owes with a piece that a late finding put into a pocket.

    A due is taken as soon as a piece is available (Laws 72c, 78a). The player who pocketed it places it (78b ii).
    None if nobody owes anything, or has nothing to pay with.
    """
    owing = [index for index, side in enumerate(round.sides) if side.due and round.returnable(index)]
    if not owing:
        return None
    ruling = judge_found_late(round, owing[0])
    if event.what != "opponent-man" or event.seat is None:
        return ruling
    fallen, seat = event.disc.kind, event.seat
    placings = (changed(each, by=seat) if each.disc.kind is fallen else each for each in ruling.placings)
    return changed(ruling, placings=tuple(placings))


def missing_a_turn(round: Round, event: events.Noticed) -> Round:
    """Return the round in which a player whose turn is over misses the next one, where the rule set has that (C85)."""
    if event.what != "opponent-man" or event.seat is None or not round.ruleset.has("late-man-next-turn"):
        return round
    return changed(round, skips=(*round.skips, event.seat))


def opponents_man(state: State, event: events.Noticed) -> Round:
    """Return the round with an opponent's piece in the pockets that had fallen unnoticed (Law 125b)."""
    round = check_noticed(state, event)
    disc = event.disc
    if event.seat is None or not disc.is_man:
        raise RefusedRequest("an opponent's piece noticed late needs the piece, and the seat that pocketed it")
    mover = state.sides.index(state.side_at(event.seat))
    if disc not in round.on_board or disc.kind is round.sides[mover].colour:
        raise RefusedRequest(
            f"{disc.value} is not a piece on the board that belongs to the opponent of {state.called(event.seat)}"
        )
    lying = tuple(each for each in round.on_board if each is not disc)
    _check_men_left(round, lying)
    sides = tuple(changed(side, pocketed_before=True) if side.colour is disc.kind else side for side in round.sides)
    return changed(round, on_board=lying, pocketed=(*round.pocketed, disc), sides=sides)
