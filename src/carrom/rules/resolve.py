"""Turning effects into a ruling: the one place where what the clauses say is added up."""

from carrom.board.disc import QUEEN, Disc, Kind
from carrom.board.outcome import Outcome
from carrom.board.seat import Seat
from carrom.rules.case import Case
from carrom.rules.effects import (
    ATTEMPT_AGAIN,
    KEEP,
    LOSE,
    QUEEN_ASIDE,
    QUEEN_BACK,
    QUEEN_COVERED,
    QUEEN_PENDING,
    REFUSE,
    REPLAY,
    STROKE_AGAIN,
    Ends,
    OthersBack,
)
from carrom.rules.points import resolve_points
from carrom.rules.round import COLOUR, Placing, QueenState, Result, Round
from carrom.rules.ruling import Call, Finding, Ruling, Turn


def resolve(
    case: Case, findings: tuple[Finding, ...], *, outcome: Outcome | None = None, call: Call | None = None
) -> Ruling:
    """Return the ruling that the findings add up to."""
    turn = _turn(case)
    round = case.round
    if turn in (Turn.END, Turn.REPLAY):
        return _closing(case, findings, outcome, call)
    if not case.rules.colours_are_owned and turn not in (Turn.RETRY, Turn.REFUSE):
        return resolve_points(case, findings, turn, outcome, call)
    queen, queen_side, queen_returns = _queen(case, turn)
    if turn in (Turn.RETRY, Turn.REFUSE):
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
            attempt=case.attempt + (ATTEMPT_AGAIN in case.found),
            centred=_centred(case, False, ()),
            dues=tuple(side.due for side in round.sides),
        )
    placings, theirs, dues = _men_that_come_back(case)
    return Ruling(
        ruleset=round.ruleset,
        seat=round.turn,
        mover=case.mover,
        findings=findings,
        turn=turn,
        outcome=outcome,
        call=call,
        queen=queen,
        queen_side=queen_side,
        attempt=1 if turn is Turn.PASS or case.touched else case.attempt,
        centred=_centred(case, queen_returns, theirs),
        placings=placings,
        dues=dues,
    )


def _turn(case: Case) -> Turn:
    """Return who strikes next: the stricter effect wins, and without any the turn passes."""
    found = case.found
    for effect in found:
        if type(effect) is Ends:
            return Turn.END
    if LOSE in found:
        return Turn.PASS
    if KEEP in found:
        return Turn.CONTINUE
    if STROKE_AGAIN in found or ATTEMPT_AGAIN in found:
        return Turn.RETRY
    if REPLAY in found:
        return Turn.REPLAY
    return Turn.REFUSE if REFUSE in found else Turn.PASS


def _queen(case: Case, turn: Turn) -> tuple[QueenState, int | None, bool]:
    """Return her state, who covered her, and whether she comes back to the centre now."""
    round, found = case.round, case.found
    if round.queen is QueenState.COVERED and QUEEN_BACK not in found:
        return QueenState.COVERED, round.queen_side, False
    if QUEEN_BACK in found:
        return QueenState.BOARD, None, case.queen_down or round.queen is not QueenState.BOARD
    if QUEEN_COVERED in found:
        return QueenState.COVERED, case.mover, False
    out = case.queen_down or round.queen is not QueenState.BOARD
    if out and turn is Turn.PASS:
        return QueenState.BOARD, None, True
    if QUEEN_PENDING in found:
        return QueenState.PENDING, None, False
    if QUEEN_ASIDE in found:
        return QueenState.ASIDE, None, False
    assert not case.queen_down, f"no clause of {round.ruleset.name} says what becomes of the queen"
    return round.queen, None, False


def _closing(case: Case, findings: tuple[Finding, ...], outcome: Outcome | None, call: Call | None) -> Ruling:
    """Return the ruling that ends the board: dues are written off, nothing is placed any more."""
    round = case.round
    end = case.ended
    winner = case.mover if end and end.mover_wins else case.other
    result = (
        Result(winners=(winner,), points=end.points, taken=end.taken, up_to=end.up_to, slam=_slam(case, winner))
        if end
        else Result(replay=True)
    )
    return Ruling(
        ruleset=round.ruleset,
        seat=round.turn,
        mover=case.mover,
        findings=findings,
        turn=Turn.END if end else Turn.REPLAY,
        outcome=outcome,
        call=call,
        queen=QueenState.COVERED if end and end.mover_wins else round.queen,
        queen_side=case.mover if end and case.queen_credit_of(end.mover_wins) else round.queen_side,
        dues=(0,) * len(round.sides),
        result=result,
    )


def _slam(case: Case, winner: int) -> str | None:
    """Return which slam the board is: cleared in the first turn of the side (Law 26)."""
    round = case.round
    if winner != case.mover or not case.own_last:
        return None
    white = round.sides[winner].colour is Kind.WHITE
    if white and round.turns == 0 and case.queen_credit_of(True):
        return "white"
    return "black" if not white and round.turns == 1 else None


def _men_that_come_back(case: Case) -> tuple[tuple[Placing, ...], tuple[Disc, ...], tuple[int, ...]]:
    """Return the men to be placed by players, the opponent's men that go to the centre, and what is owed after."""
    round, mover, other = case.round, case.mover, case.other
    dues = [side.due for side in round.sides]
    if not case.men_are_owed:
        return (), (), tuple(dues)
    came, dues[mover] = case.payable(True)
    placings = _placings(round, mover, _last(round.returnable(mover), case.own_discs, came), round.after(round.turn))
    theirs: tuple[Disc, ...] = ()
    if case.rules.colours_are_owned:
        returned = sum(effect.men for effect in case.found if type(effect) is OthersBack)
        theirs = tuple(case.others_discs[len(case.others_discs) - returned :])
        paid, dues[other] = case.payable(False)
        staying = case.others_discs[: len(case.others_discs) - returned]
        placings += _placings(round, other, _last(round.returnable(other), staying, paid), round.turn)
    return placings, theirs, tuple(dues)


def _last(before: tuple[Disc, ...], fallen: list[Disc], number: int) -> tuple[Disc, ...]:
    """Return the men pocketed last (C40), newest first."""
    return tuple(reversed((*before, *fallen)))[:number]


def _placings(round: Round, owner: int, men: tuple[Disc, ...], by: Seat) -> tuple[Placing, ...]:
    return tuple(Placing(disc, by, owner) for disc in men)


def _centred(case: Case, queen_returns: bool, theirs: tuple[Disc, ...]) -> tuple[Disc, ...]:
    """Return what the umpire puts on the centre: the queen first, then the mover's own men, then the others."""
    jumped = case.jumped_men
    if not (queen_returns or jumped or theirs):
        return ()
    queen = (QUEEN,) if queen_returns or QUEEN in jumped else ()
    own = case.mover_side.colour
    men = sorted((disc for disc in jumped if disc is not QUEEN), key=lambda disc: COLOUR[disc] is not own)
    return (*queen, *men, *theirs)
