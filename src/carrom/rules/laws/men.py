"""Men that fall, men that leave the board, and whose turn follows."""

from collections.abc import Iterator

from carrom.rules.case import Case
from carrom.rules.effects import KEEP, LOSE, REMARK, Effect


def own_man_keeps_the_turn(case: Case) -> Iterator[Effect]:
    """Whoever pockets an own man, or the queen rightfully, strikes again; otherwise the turn passes."""
    if case.turn_is_over:
        return
    if case.own_fell or case.queen_keeps_the_turn:
        yield KEEP
    elif case.turn_unspoken:
        yield LOSE


def any_counter_keeps_the_turn(case: Case) -> Iterator[Effect]:
    """Whoever pockets a counter strikes again; otherwise the turn passes to the right."""
    if case.turn_is_over:
        return
    if case.own_fell:
        yield KEEP
    elif case.turn_unspoken:
        yield LOSE


def their_man_stays_down(case: Case) -> Iterator[Effect]:
    """A man of the opponent that falls stays in the pocket and ends the turn, unless an own man or the queen keeps
    it."""
    if case.others and not case.own_fell:
        yield REMARK


def own_man_with_theirs_keeps_the_turn(case: Case) -> Iterator[Effect]:
    """If own men fall together with men of the opponent the turn goes on; the others stay in the pockets."""
    if case.others and case.own_fell and case.good_stroke and not case.striker_down:
        yield REMARK


def jumped_man_goes_to_the_centre(case: Case) -> Iterator[Effect]:
    """A man or the queen that leaves the board goes to the centre; that costs nothing, and the turn is judged on what
    fell into the pockets."""
    if case.men_jumped and len(case.jumped_men) == 1:
        yield REMARK


def jumped_queen_goes_first(case: Case) -> Iterator[Effect]:
    """If the queen and men leave the board, she is put on the centre and they are put touching her, away from the
    player in turn."""
    if case.queen_jumped and len(case.jumped_men) > 1:
        yield REMARK


def several_jumped_men_go_to_the_centre(case: Case) -> Iterator[Effect]:
    """If several men leave the board, the striking side's own man is put on the centre first and the others touching
    it."""
    if len(case.jumped_men) > 1 and not case.queen_jumped:
        yield REMARK


def missed_stroke_is_no_foul(case: Case) -> Iterator[Effect]:
    """Hitting nothing is no foul; the turn passes."""
    if case.touched_nothing and not case.striker_down and not case.improper:
        yield REMARK
