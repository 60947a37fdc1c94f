"""Resolve effects into a ruling: combines what all clauses yielded."""

from carrom.board.disc import QUEEN, Disc, Kind
from carrom.board.outcome import Outcome
from carrom.rules.case import Case
from carrom.rules.effects import (
    ATTEMPT_AGAIN,
    EXTRA,
    KEEP,
    OVER,
    QUEEN_ASIDE,
    QUEEN_BACK,
    QUEEN_COVERED,
    QUEEN_PENDING,
    REFUSE,
    REPLAY,
    STROKE_AGAIN,
    TAKEN,
    Ends,
    Extra,
    Remark,
    Replay,
    Taken,
)
from carrom.rules.laws.ending import queen_credit
from carrom.rules.points import counters_back, queens_change, totals
from carrom.rules.quoted import quoted
from carrom.rules.round import COLOUR, Placing, QueenState, RoundResult
from carrom.rules.ruling import Call, Finding, Ruling, Turn


def resolve(
    case: Case, findings: tuple[Finding, ...], *, outcome: Outcome | None = None, call: Call | None = None
) -> Ruling:
    """Return the ruling that combines the findings."""
    turn = _turn(case)
    findings = quoted(findings, turn is Turn.PASS, OVER in case.found)
    if turn in (Turn.END, Turn.REPLAY):
        return _closing(case, findings, outcome, call)
    if turn in (Turn.RETRY, Turn.REFUSE):
        return _unplayed(case, findings, turn, outcome, call)
    round, found = case.round, case.found
    queen, queen_side, queen_returns = _queen(case, turn)
    over = OVER in found
    points = gained = 0
    voided: tuple[Disc, ...] = ()
    if case.mover_side.colour is not None:
        placings, centred, dues = _men_that_come_back(case)
    else:
        back = counters_back(case)
        placings, centred, dues, points, gained = back.placings, back.centred, back.dues, back.points, back.gained
        voided = back.voided
        change = queens_change(round, queen, queen_side)
        points, gained = points + change, gained + change
    return Ruling(
        ruleset=round.ruleset,
        seat=round.turn,
        mover=case.mover,
        findings=findings,
        turn=Turn.END if over else turn,
        outcome=outcome,
        call=call,
        queen=queen,
        queen_side=queen_side,
        attempt=1 if turn is Turn.PASS or case.touched else round.attempt,
        centred=_centred(case, queen_returns, centred),
        placings=() if over else placings,
        dues=(0,) * len(dues) if over else dues,
        points=gained if over else points,
        gained=gained,
        voided=voided,
        result=totals(round, gained) if over else None,
    )


def _unplayed(
    case: Case, findings: tuple[Finding, ...], turn: Turn, outcome: Outcome | None, call: Call | None
) -> Ruling:
    """Return the ruling on a stroke that does not count or may not be played: nothing changes."""
    round = case.round
    return Ruling(
        ruleset=round.ruleset,
        seat=round.turn,
        mover=case.mover,
        findings=findings,
        turn=turn,
        outcome=outcome,
        call=call,
        queen=round.queen,
        queen_side=round.queen_side,
        attempt=round.attempt + (ATTEMPT_AGAIN in case.found),
        centred=_centred(case, False, ()) if turn is Turn.RETRY else (),
        dues=tuple(side.due for side in round.sides),
    )


def _turn(case: Case) -> Turn:
    """Return who strikes next: the stricter effect wins; without any, the turn passes."""
    found = case.found
    if case.ended is not None:
        return Turn.END
    if case.turn_is_over:
        return Turn.PASS
    if KEEP in found:
        return Turn.CONTINUE
    if STROKE_AGAIN in found or ATTEMPT_AGAIN in found:
        return Turn.RETRY
    if REPLAY in found:
        return Turn.REPLAY
    return Turn.REFUSE if REFUSE in found else Turn.PASS


def _queen(case: Case, turn: Turn) -> tuple[QueenState, int | None, bool]:
    """Return the queen's state, the side that covered it, and whether it goes back to the centre now."""
    round, found = case.round, case.found
    if QUEEN_BACK in found:
        return QueenState.BOARD, None, case.queen_down or round.queen is not QueenState.BOARD
    if round.queen is QueenState.COVERED:
        return QueenState.COVERED, round.queen_side, False
    if QUEEN_COVERED in found:
        return QueenState.COVERED, case.mover, False
    if QUEEN_PENDING in found:
        return QueenState.PENDING, None, False
    if QUEEN_ASIDE in found:
        return QueenState.ASIDE, None, False
    open_still = case.queen_down or (turn is Turn.PASS and round.queen is not QueenState.BOARD)
    assert not open_still, f"no clause of {round.ruleset.name} decides about the queen"
    return round.queen, None, False


def _closing(case: Case, findings: tuple[Finding, ...], outcome: Outcome | None, call: Call | None) -> Ruling:
    """Return the ruling that ends the board: dues are written off, and no more pieces are placed."""
    round = case.round
    end = case.ended
    winner = case.mover if end and end.mover_wins else case.other
    return Ruling(
        ruleset=round.ruleset,
        seat=round.turn,
        mover=case.mover,
        findings=tuple(finding for finding in findings if any(type(effect) in _CLOSING for effect in finding.effects)),
        turn=Turn.END if end else Turn.REPLAY,
        outcome=outcome,
        call=call,
        queen=QueenState.COVERED if end and end.mover_wins else round.queen,
        queen_side=case.mover if end and queen_credit(case, end.mover_wins) else round.queen_side,
        dues=(0,) * len(round.sides),
        result=_result(case, end, winner) if end else RoundResult(replay=True),
    )


_CLOSING = (Ends, Replay, Remark, Extra, Taken)
"""Effects that matter when the board is over; penalties for fouls are written off with the dues (Law 55)."""


def _result(case: Case, end: Ends, winner: int) -> RoundResult:
    return RoundResult(
        winners=(winner,),
        points=end.points,
        taken=TAKEN in case.found,
        up_to=end.up_to if EXTRA in case.found else 0,
        slam=_slam(case, winner),
    )


def _slam(case: Case, winner: int) -> str | None:
    """Return the kind of slam, if the board was cleared in the side's first turn (Law 26)."""
    round = case.round
    if winner != case.mover or not case.own_last:
        return None
    white = round.sides[winner].colour is Kind.WHITE
    if white and round.turns == 0 and queen_credit(case, True):
        return "white"
    return "black" if not white and round.turns == 1 else None


def _men_that_come_back(case: Case) -> tuple[tuple[Placing, ...], tuple[Disc, ...], tuple[int, ...]]:
    """Return the pieces that players place, the opponent's pieces that go to the centre, and the dues afterwards."""
    round, mover, other = case.round, case.mover, case.other
    dues = [side.due for side in round.sides]
    theirs: tuple[Disc, ...] = ()
    if not case.men_are_owed and not case.men_of_the_stroke_back:
        return (), (), tuple(dues)
    came, dues[mover] = case.payable(True)
    by = round.after(round.turn)
    placings = tuple(Placing(disc, by, mover) for disc in _last(_returnable(case, mover), case.own_discs, came))
    returned = case.others_returned
    theirs = tuple(case.others_discs[len(case.others_discs) - returned :])
    staying = case.others_discs[: len(case.others_discs) - returned]
    if other != mover:
        paid, dues[other] = case.payable(False)
        waiting = _last(round.returnable(other), staying, paid)
        placings += tuple(Placing(disc, round.turn, other) for disc in waiting)
    return placings, theirs, tuple(dues)


def _returnable(case: Case, side: int) -> tuple[Disc, ...]:
    """Return the pieces a side can give back, those of the last stroke last."""
    late = case.fallen_before_the_call
    return (*(disc for disc in case.round.returnable(side) if disc not in late), *late)


def _last(before: tuple[Disc, ...], fallen: list[Disc], number: int) -> tuple[Disc, ...]:
    """Return the pieces pocketed last (C40), newest first."""
    return tuple(reversed((*before, *fallen)))[:number]


def _centred(case: Case, queen_returns: bool, theirs: tuple[Disc, ...]) -> tuple[Disc, ...]:
    """Return the discs that the umpire puts on the centre: the queen first, then the mover's pieces, then the
    others'."""
    jumped = case.jumped_men
    if not (queen_returns or jumped or theirs):
        return ()
    queen = (QUEEN,) if queen_returns or QUEEN in jumped else ()
    own = case.mover_side.colour
    men = sorted((disc for disc in jumped if disc is not QUEEN), key=lambda disc: COLOUR[disc] is not own)
    return (*queen, *men, *theirs)
