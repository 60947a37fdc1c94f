"""Points games, in which nobody owns a colour: which counters come back, and what the stroke is worth.

A counter that comes back is paid when it is placed: until then it lies in the pocket and counts, so that waiving,
forfeiting and want of room lose and pay exactly once.
"""

from collections.abc import Iterable

from carrom.board.disc import Disc, Kind
from carrom.rules.case import Case
from carrom.rules.custom.parameters import Parameters
from carrom.rules.effects import COUNTER_BACK, VOID, VOIDED_BACK
from carrom.rules.round import COLOUR, Placing, QueenState, Result, Round, Side
from carrom.values import Value, changed


def queens_change(round: Round, queen: QueenState, side: int | None) -> int:
    """Return what the mover gains (or loses) because the queen is now in this state, covered by this side."""
    was = round.queen is QueenState.COVERED and round.queen_side == round.mover
    now = queen is QueenState.COVERED and side == round.mover
    return (now - was) * round.ruleset.parameters.queen_points


def worth(rules: Parameters, discs: Iterable[Disc]) -> int:
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


class CountersBack(Value, frozen=True):
    """What comes back by a ruling, what is owed afterwards, and what the mover gains."""

    placings: tuple[Placing, ...]
    centred: tuple[Disc, ...]
    dues: tuple[int, ...]
    points: int
    """Change of the mover's points once everything is placed."""
    gained: int
    """Change of them now."""
    voided: tuple[Disc, ...] = ()
    """Counters whose points are void."""


def counters_back(case: Case) -> CountersBack:
    """Return the counters that go to the centre, those that are placed, what is owed, and what the mover gains."""
    round, found, figures = case.round, case.found, case.rules.parameters
    side = case.mover_side
    fallen = list(case.own_discs)
    centred = (fallen.pop(),) if COUNTER_BACK in found and fallen else ()
    placed, due = _paid(case, side, fallen)
    voided = (*of_this_turn(figures, side), *fallen) if VOID in found else ()
    gained = worth(figures, (disc for disc in fallen if disc not in voided))
    gained -= worth(figures, (disc for disc in voided if disc in side.taken))
    lost = worth(figures, (disc for disc in placed if disc not in voided))
    if VOIDED_BACK in found:
        placed += [disc for disc in voided if disc not in placed]
    dues = [other.due for other in round.sides]
    dues[case.mover] = due
    placings = [Placing(disc, round.after(round.turn), case.mover) for disc in placed]
    if case.other != case.mover and case.charged(False):
        theirs, dues[case.other] = _paid_by_the_other(case)
        placings += [Placing(disc, round.turn, case.other) for disc in theirs]
    return CountersBack(tuple(placings), centred, tuple(dues), gained - lost, gained, voided)


def _paid(case: Case, side: Side, fallen: list[Disc]) -> tuple[list[Disc], int]:
    """Return the mover's counters that come back, and what he owes afterwards.

    A counter owed from before is paid with the first that falls; a new penalty with the last one pocketed.
    """
    before = [disc for disc in case.round.returnable(case.mover) if disc not in case.fallen_before_the_call]
    of_stroke = [*fallen] if case.call is None else case.fallen_before_the_call
    back = bool(case.men_of_the_stroke_back)
    placed = [*of_stroke] if back else []
    payers = [*before] if back else [*before, *of_stroke]
    owed = side.due + case.charged(True) + case.dues_undone
    if case.no_room:
        return [], owed + len(placed)
    old = min(side.due, owed)
    while old and payers and not back and case.call is None and of_stroke:
        first = of_stroke.pop(0)
        payers.remove(first)
        placed.append(first)
        old, owed = old - 1, owed - 1
    while owed and payers:
        placed.append(payers.pop())
        owed -= 1
    return placed, 0 if case.has("what_cannot_be_paid_is_forgiven") else owed


def _paid_by_the_other(case: Case) -> tuple[list[Disc], int]:
    """Return the counters of another side that come back for its violation, and what it owes afterwards."""
    owed = case.other_side.due + case.charged(False)
    payers = [] if case.no_room else list(case.round.returnable(case.other))
    placed = [payers.pop() for _ in range(min(owed, len(payers)))]
    left = 0 if case.has("what_cannot_be_paid_is_forgiven") else owed - len(placed)
    return placed, left


def paid_when_placed(rules: Parameters, side: Side, disc: Disc) -> Side:
    """Return a side after its counter has been put back on the board: its points are lost, unless they were void."""
    if disc not in side.taken:
        return side
    of_turn = worth(rules, (disc,)) if disc in of_this_turn(rules, side) else 0
    return changed(
        side,
        points=side.points - worth(rules, (disc,)),
        turn_points=max(0, side.turn_points - of_turn),
        taken=tuple(each for each in side.taken if each is not disc),
    )


def totals(round: Round, gained: int) -> Result:
    """Return who has the highest total once the last counter is down; several for equal totals."""
    mover = round.mover
    points = [side.score + side.points + (gained if index == mover else 0) for index, side in enumerate(round.sides)]
    best = max(total for total, side in zip(points, round.sides, strict=True) if side.seats)
    winners = (index for index, total in enumerate(points) if total == best and round.sides[index].seats)
    return Result(winners=tuple(winners), points=best)
