"""Points games, in which colours are not owned: the counters that come back, and the points of a stroke.

A counter that comes back is paid for when it is placed: until then it stays in the pocket and counts, so that waiving,
forfeiting and lack of room charge exactly once.
"""

from collections.abc import Iterable

from carrom.board.disc import Disc, Kind
from carrom.rules.case import Case
from carrom.rules.effects import COUNTER_BACK, VOID, VOIDED_BACK
from carrom.rules.parameters import Parameters
from carrom.rules.round import COLOUR, Placing, QueenState, Round, RoundResult, Side
from carrom.values import Value, changed


def queens_change(round: Round, queen: QueenState, side: int | None) -> int:
    """Return the change of the mover's points due to the queen's new state."""
    was = round.queen is QueenState.COVERED and round.queen_side == round.mover
    now = queen is QueenState.COVERED and side == round.mover
    return (now - was) * round.ruleset.parameters.queen_points


def worth(rules: Parameters, discs: Iterable[Disc]) -> int:
    """Return the total points of counters."""
    return sum(rules.white_points if COLOUR[disc] is Kind.WHITE else rules.black_points for disc in discs)


def of_this_turn(rules: Parameters, side: Side) -> tuple[Disc, ...]:
    """Return the counters that a side pocketed in the current turn and still has: the last ones of `taken` whose points
    add up to the turn's.
    """
    left, number = side.turn_points, 0
    for disc in reversed(side.taken):
        if (left := left - worth(rules, (disc,))) < 0:
            break
        number += 1
    return side.taken[len(side.taken) - number :]


class CountersBack(Value, frozen=True):
    """The counters that come back by a ruling, the dues afterwards, and the mover's gain."""

    placings: tuple[Placing, ...]
    centred: tuple[Disc, ...]
    dues: tuple[int, ...]
    points: int
    """Change of the mover's points once everything is placed."""
    gained: int
    """Change of the mover's points now."""
    voided: tuple[Disc, ...] = ()
    """Counters whose points are void."""


def counters_back(case: Case) -> CountersBack:
    """Return the counters that go to the centre or are placed, the dues, and the mover's gain."""
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
    if case.other != case.mover and (case.charged(False) or case.found_late):
        theirs, dues[case.other] = _paid_by_the_other(case)
        placings += [Placing(disc, round.turn, case.other) for disc in theirs]
    return CountersBack(tuple(placings), centred, tuple(dues), gained - lost, gained, voided)


def _paid(case: Case, side: Side, fallen: list[Disc]) -> tuple[list[Disc], int]:
    """Return the mover's counters that come back, and what the mover owes afterwards.

    An earlier due is paid with the first counter pocketed, a new penalty with the last one.
    """
    before = [disc for disc in case.round.returnable(case.mover) if disc not in case.fallen_before_the_call]
    of_stroke = [*fallen] if case.call is None else case.fallen_before_the_call
    back = bool(case.men_of_the_stroke_back)
    placed = [*of_stroke] if back else []
    payers = [*before] if back else [*before, *of_stroke]
    owed = side.due + case.charged(True) + case.dues_undone
    if case.no_room:
        return [], 0 if case.has("no_room_writes_the_due_off") else owed + len(placed)
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
    lapses = case.has("what_cannot_be_paid_is_forgiven") or (case.no_room and case.has("no_room_writes_the_due_off"))
    return placed, 0 if lapses else owed - len(placed)


def paid_when_placed(rules: Parameters, side: Side, disc: Disc) -> Side:
    """Return a side after its counter was placed back on the board: its points are lost, unless they were void."""
    if disc not in side.taken:
        return side
    of_turn = worth(rules, (disc,)) if disc in of_this_turn(rules, side) else 0
    return changed(
        side,
        points=side.points - worth(rules, (disc,)),
        turn_points=max(0, side.turn_points - of_turn),
        taken=tuple(each for each in side.taken if each is not disc),
    )


def totals(round: Round, gained: int) -> RoundResult:
    """Return the sides with the highest total once the last counter is pocketed; several if equal."""
    mover = round.mover
    points = [side.score + side.points + (gained if index == mover else 0) for index, side in enumerate(round.sides)]
    best = max(total for total, side in zip(points, round.sides, strict=True) if side.seats)
    winners = (index for index, total in enumerate(points) if total == best and round.sides[index].seats)
    return RoundResult(winners=tuple(winners), points=best)
