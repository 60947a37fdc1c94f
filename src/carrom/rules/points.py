"""Points games, in which nobody owns a colour: which counters come back, and what the stroke is worth."""

from typing import TYPE_CHECKING

from carrom.board.disc import QUEEN, Disc, Kind
from carrom.board.outcome import Outcome
from carrom.rules.case import Case
from carrom.rules.effects import COUNTER_BACK, OVER, OWN_BACK, QUEEN_BACK, QUEEN_COVERED, QUEEN_PENDING, VOID
from carrom.rules.parameters import Parameters
from carrom.rules.round import COLOUR, Placing, QueenState, Result, Round, Side
from carrom.rules.ruling import Call, Finding, Ruling, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable


def worth(rules: Parameters, discs: "Iterable[Disc]") -> int:
    """Return what counters are worth together."""
    return sum(rules.white_points if COLOUR[disc] is Kind.WHITE else rules.black_points for disc in discs)


def of_this_turn(rules: Parameters, side: Side) -> tuple[Disc, ...]:
    """Return the counters that a side has pocketed in the running turn and still has: the last of `taken`, up to
    the points of the turn."""
    left, number = side.turn_points, 0
    for disc in reversed(side.taken):
        if (left := left - worth(rules, (disc,))) < 0:
            break
        number += 1
    return side.taken[len(side.taken) - number :]


def resolve_points(
    case: Case, findings: tuple[Finding, ...], turn: Turn, outcome: Outcome | None, call: Call | None
) -> Ruling:
    """Return the ruling of a points game that the findings add up to."""
    round, rules, found = case.round, case.rules, case.found
    side = round.sides[round.mover]
    centred, placed, due = _counters_back(case, side)
    kept = [disc for disc in case.own_discs if disc not in centred and disc not in placed]
    voided = (*of_this_turn(rules, side), *kept) if VOID in found else ()
    lost = {*(disc for disc in placed if disc in side.taken), *(disc for disc in voided if disc in side.taken)}
    queen, queen_side, returns = _queen_of_points(case, turn)
    points = worth(rules, (disc for disc in kept if disc not in voided)) - worth(rules, lost)
    points += rules.queen_points if QUEEN_COVERED in found and queen is QueenState.COVERED else 0
    if rules.void_returns_counters:
        placed += tuple(disc for disc in voided if disc not in placed)
    over = OVER in found
    by = round.after(round.turn)
    return Ruling(
        ruleset=round.ruleset,
        seat=round.turn,
        mover=round.mover,
        findings=findings,
        turn=Turn.END if over else turn,
        outcome=outcome,
        call=call,
        queen=queen,
        queen_side=queen_side,
        attempt=1 if turn is Turn.PASS or case.touched else case.attempt,
        centred=_centred(case, returns, centred),
        placings=() if over else tuple(Placing(disc, by, round.mover) for disc in placed),
        dues=tuple(0 if over else due if other is side else other.due for other in round.sides),
        points=points,
        result=_totals(round, points) if over else None,
    )


def _counters_back(case: Case, side: Side) -> tuple[tuple[Disc, ...], tuple[Disc, ...], int]:
    """Return the counters that go to the centre, those that are placed, and what is owed afterwards.

    A counter owed from before is paid with the first that falls; a new penalty with the last one pocketed.
    """
    found, fallen = case.found, list(case.own_discs)
    centred: tuple[Disc, ...] = ()
    placed: list[Disc] = []
    if COUNTER_BACK in found and fallen:
        centred = (fallen.pop(),)
    if OWN_BACK in found:
        placed, fallen = fallen, []
    owed = side.due
    while owed and fallen:
        placed.append(fallen.pop(0))
        owed -= 1
    owed += case.charged(True)
    payers = [*side.taken, *fallen]
    while owed and payers and not case.no_room:
        placed.append(payers.pop())
        owed -= 1
    return centred, tuple(placed), owed


def _queen_of_points(case: Case, turn: Turn) -> tuple[QueenState, int | None, bool]:
    """Return the queen's state, who covered her, and whether she comes back now."""
    round, found = case.round, case.found
    if round.queen is QueenState.COVERED:
        return QueenState.COVERED, round.queen_side, False
    away = case.queen_down or round.queen is not QueenState.BOARD
    if QUEEN_BACK in found:
        return QueenState.BOARD, None, away
    if QUEEN_COVERED in found:
        return QueenState.COVERED, round.mover, False
    if away and turn is Turn.PASS:
        return QueenState.BOARD, None, True
    if QUEEN_PENDING in found:
        return QueenState.PENDING, None, False
    assert not case.queen_down, f"no clause of {round.ruleset.name} says what becomes of the queen"
    return round.queen, None, False


def _centred(case: Case, queen_returns: bool, counters: tuple[Disc, ...]) -> tuple[Disc, ...]:
    """Return what the umpire puts on the centre, the queen first."""
    queen = (QUEEN,) if queen_returns or case.queen_jumped else ()
    return (*queen, *(disc for disc in case.jumped_men if disc is not QUEEN), *counters)


def _totals(round: Round, points: int) -> Result:
    """Return who has the highest total once the last counter is down; several for equal totals."""
    mover = round.mover
    totals = [side.score + side.points + (points if index == mover else 0) for index, side in enumerate(round.sides)]
    best = max(totals)
    return Result(winners=tuple(index for index, total in enumerate(totals) if total == best), points=best)
