"""Taking the queen, covering her, and what spoils it."""

from collections.abc import Iterator

from carrom.rules.case import Case
from carrom.rules.effects import (
    KEEP,
    LOSE,
    ONE_DUE,
    QUEEN_ASIDE,
    QUEEN_BACK,
    QUEEN_COVERED,
    QUEEN_PENDING,
    REMARK,
    Effect,
)


def queen_before_any_man(case: Case) -> Iterator[Effect]:
    """The queen falls before {right_to_queen}: she goes back and the turn is lost."""
    early = case.queen_down and not case.has_right_to_queen and not case.own_fell
    if early and case.may_take_queen and not case.striker_down:
        yield QUEEN_BACK
        yield LOSE


def queen_while_owing(case: Case) -> Iterator[Effect]:
    """The queen falls while men are owed: she goes back and the turn is lost."""
    if case.queen_down and case.owing and case.may_take_queen and case.rules.queen_right != "anytime":
        yield QUEEN_BACK
        yield LOSE


def queen_too_early_is_laid_aside(case: Case) -> Iterator[Effect]:
    """The queen falls before she is allowed: the turn goes on, but she lies beside the board and returns to the
    centre when the turn ends."""
    if case.queen_is_early and case.good_stroke and not case.striker_down:
        yield QUEEN_ASIDE
        yield KEEP


def queen_aside_cannot_be_covered(case: Case) -> Iterator[Effect]:
    """A queen that lies aside is never covered in this turn; men that fall count as usual."""
    if case.queen_aside and case.own_fell:
        yield REMARK


def queen_aside_returns_with_the_turn(case: Case) -> Iterator[Effect]:
    """A queen that lies aside goes back to the centre when the turn ends."""
    if case.queen_aside and case.turn_is_over:
        yield QUEEN_BACK


def queen_with_nine_men_again(case: Case) -> Iterator[Effect]:
    """Once a man of his has been pocketed a player may take and cover the queen, even if dues have put all nine men
    back on the board."""
    if case.all_nine_on_board and case.has_right_to_queen and not case.owing and case.queen_rightful:
        yield REMARK


def queen_and_striker_with_nine_men(case: Case) -> Iterator[Effect]:
    """Queen and striker fall, no own man, while all nine own men are on the board: the queen goes back, one man is
    due and the turn is lost."""
    if case.queen_down and case.striker_down and not case.own_fell and case.all_nine_on_board and case.good_stroke:
        yield QUEEN_BACK
        yield ONE_DUE
        yield LOSE


def queen_waits_for_her_cover(case: Case) -> Iterator[Effect]:
    """Pocketing the queen, once {right_to_queen_short}, keeps the turn: she must be covered by the next stroke."""
    if case.queen_alone_rightful and not (case.others and case.rules.queen_plus_others == "return-pass"):
        yield QUEEN_PENDING
        yield KEEP


def queen_with_their_man_only(case: Case) -> Iterator[Effect]:
    """Queen and a man of the opponent fall without an own man: the queen goes back and the turn is lost."""
    if case.queen_alone_rightful and case.others and case.rules.queen_plus_others == "return-pass":
        yield QUEEN_BACK
        yield LOSE


def queen_and_own_man_together(case: Case) -> Iterator[Effect]:
    """Queen and own man fall in one stroke: she is covered, whichever fell first."""
    if case.queen_and_own_rightful and not case.queen_with_first_man_only and not case.law_97b_covers:
        yield QUEEN_COVERED


def queen_with_nine_men_on_board(case: Case) -> Iterator[Effect]:
    """With all nine men on the board, the queen and one own man in the same stroke do not cover her: that must follow
    in the next stroke. With two or more own men she is covered."""
    if not case.queen_and_own_rightful:
        return
    if case.queen_with_first_man_only:
        yield QUEEN_PENDING
        yield KEEP
    elif case.law_97b_covers:
        yield QUEEN_COVERED


def own_man_covers_the_queen(case: Case) -> Iterator[Effect]:
    """An own man in the stroke that follows the queen covers her."""
    if case.queen_pending and case.own_fell and case.good_stroke and not case.striker_down:
        yield QUEEN_COVERED


def uncovered_queen_goes_back(case: Case) -> Iterator[Effect]:
    """A queen that the next stroke does not cover goes back to the centre."""
    if case.queen_pending and not (case.own_fell and case.good_stroke):
        yield QUEEN_BACK


def fouls_bring_the_queen_back(case: Case) -> Iterator[Effect]:
    """A queen taken or waiting for her cover in a foul stroke goes back."""
    if (case.queen_down or case.queen_pending) and case.foul_stroke:
        yield QUEEN_BACK


# -- queen and striker --------------------------------------------------------------------------------------------


def queen_own_and_striker(case: Case) -> Iterator[Effect]:
    """Queen, own men and striker fall together: the queen and those men come back and one man more, and
    {striker_with_own}."""
    if case.queen_down and case.own_fell and case.striker_down and case.good_stroke:
        yield QUEEN_BACK
        yield from case.price_of_striker()


def queen_and_striker(case: Case) -> Iterator[Effect]:
    """Queen and striker fall together: the queen goes back, one man is due, and {striker_with_queen}."""
    plain = case.queen_down and not case.own_fell and case.striker_down and case.good_stroke
    if plain and not case.all_nine_on_board:
        yield QUEEN_BACK
        yield from case.price_of_striker()


def striker_instead_of_cover(case: Case) -> Iterator[Effect]:
    """The striker falls in place of the cover: the queen goes back, one man is due and the turn passes."""
    if case.queen_pending and case.striker_down and not case.own_fell and case.good_stroke:
        yield QUEEN_BACK
        yield from case.price_of_striker()


def striker_with_the_cover(case: Case) -> Iterator[Effect]:
    """Striker and own man fall in the covering stroke: those men and one more come back, the turn goes on, and the
    queen must be covered by the next stroke."""
    if case.queen_pending and case.striker_down and case.own_fell and case.good_stroke:
        yield QUEEN_PENDING if case.rules.striker_keeps_cover_open else QUEEN_BACK
        yield from case.price_of_striker()
