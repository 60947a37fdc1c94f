"""The striker in a pocket (proper strokes, no queen in it), and the striker over the frame."""

from collections.abc import Iterator

from carrom.rules.case import Case
from carrom.rules.effects import REMARK, Effect


def striker_alone(case: Case) -> Iterator[Effect]:
    """Pocketing the striker alone costs one man and the turn."""
    if case.striker_without_queen and not case.own_fell and not case.others:
        yield from case.price_of_striker()


def striker_with_own_men(case: Case) -> Iterator[Effect]:
    """Striker and own men fall together: those men and one more come back, and {striker_with_own}."""
    if case.striker_without_queen and case.own_fell and not case.others:
        yield from case.price_of_striker()


def striker_with_their_men(case: Case) -> Iterator[Effect]:
    """Striker and men of the opponent fall together: those men stay in the pockets, one own man is due and the turn
    passes."""
    if case.striker_down and case.only_theirs_fell and case.good_stroke:
        if case.striker_without_queen:
            yield from case.price_of_striker()
        else:
            yield REMARK


def striker_with_men_of_both(case: Case) -> Iterator[Effect]:
    """Men of both sides fall together: the others stay in the pockets and the own men keep the turn; with the striker
    the own men and one more come back, and {striker_with_own}."""
    if case.own_fell and case.others and case.good_stroke:
        if case.striker_without_queen:
            yield from case.price_of_striker()
        else:
            yield REMARK


def striker_over_the_frame(case: Case) -> Iterator[Effect]:
    """A striker that goes over the frame costs nothing; the turn is judged on what fell."""
    if case.striker_jumped and not case.rules.off_board_foul:
        yield REMARK
