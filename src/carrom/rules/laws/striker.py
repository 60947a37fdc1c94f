"""Laws on the striker in a pocket by a proper stroke, and over the frame.

A law that ends the turn replaces the variant that continues it: a rule set has one of the two.
"""

from collections.abc import Iterator

from carrom.rules.case import Case
from carrom.rules.effects import KEEP, LOSE, ONE_DUE, OWN_BACK, REMARK, Due, Effect


def _price(case: Case, turn: Effect) -> Iterator[Effect]:
    """Yield one due, the mover's men of the stroke, and the turn."""
    yield ONE_DUE
    if case.own:
        yield OWN_BACK
    yield turn


def _plain(case: Case) -> bool:
    """Return whether the striker is still to be paid for, with no queen taken or waiting."""
    return case.striker_unpaid and not case.queen_at_stake and not _several(case)


def _several(case: Case) -> bool:
    """Return whether several own men fell with the striker, where two come back in all."""
    return case.own > 1 and case.has("two_men_come_back_with_the_striker")


def two_men_come_back_with_the_striker(case: Case) -> Iterator[Effect]:
    """Striker and several {own_men} fall together: two {men} come back in all, and the turn continues."""
    if case.own > 1 and case.striker_unpaid and not case.queen_at_stake:
        yield Due(2)
        yield KEEP


def striker_alone(case: Case) -> Iterator[Effect]:
    """Pocketing the striker alone costs one {man} and the turn."""
    if not case.own and not case.others and _plain(case):
        yield from _price(case, LOSE)


def striker_with_own_men(case: Case) -> Iterator[Effect]:
    """Striker and {own_men} fall together: those {men} and one more come back, and the turn continues."""
    if case.own and not case.others and _plain(case):
        yield from _price(case, KEEP)


def striker_with_own_men_ends_the_turn(case: Case) -> Iterator[Effect]:
    """Striker and {own_men} fall together: those {men} and one more come back, and the turn ends."""
    if case.own and not case.others and _plain(case):
        yield from _price(case, LOSE)


def striker_with_their_men(case: Case) -> Iterator[Effect]:
    """Striker and men of the opponent fall together: those men stay in the pockets, one own man is due and the turn
    passes."""
    if case.only_theirs_fell and case.striker_unpaid:
        if case.queen_at_stake:
            yield REMARK
        else:
            yield from _price(case, LOSE)


def striker_with_men_of_both(case: Case) -> Iterator[Effect]:
    """Men of both sides fall together: the others stay in the pockets and the own men keep the turn; with the striker
    the own men and one more come back, and the turn continues."""
    if case.own and case.others and case.good:
        if _plain(case):
            yield from _price(case, KEEP)
        else:
            yield REMARK


def striker_with_men_of_both_ends_the_turn(case: Case) -> Iterator[Effect]:
    """Men of both sides fall together: the others stay in the pockets and the own men keep the turn; with the striker
    the own men and one more come back, and the turn ends."""
    if case.own and case.others and case.good:
        if _plain(case):
            yield from _price(case, LOSE)
        else:
            yield REMARK


def striker_over_the_frame(case: Case) -> Iterator[Effect]:
    """A striker that goes over the frame costs nothing; the turn is judged on what fell."""
    if case.striker_jumped:
        yield REMARK
