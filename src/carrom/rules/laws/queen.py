"""Laws on taking and covering the queen. Laws that send it back come before those that keep it."""

from collections.abc import Iterator

from carrom.rules import effects
from carrom.rules.case import Case

# -- entitlement -------------------------------------------------------------------------------------------------------


def queen_once_a_man_fell(case: Case) -> Iterator[effects.Effect]:
    """A player may take the queen once {a_man_of_his} has been pocketed, {by_whom}."""
    if case.queen_rightful and case.entitled:
        yield effects.QUIET


def queen_once_he_pocketed_a_man(case: Case) -> Iterator[effects.Effect]:
    """A player may take the queen once the player's side has itself pocketed {an_own_man}."""
    if case.queen_rightful and case.entitled:
        yield effects.QUIET


def queen_at_any_time(case: Case) -> Iterator[effects.Effect]:
    """The queen may be taken at any time before the last {man}."""
    if case.queen_rightful:
        yield effects.QUIET


def queen_before_any_man(case: Case) -> Iterator[effects.Effect]:
    """The queen falls before the player has a right to it: it goes back and the turn is lost."""
    if case.queen_rightful and not case.own and not case.entitled:
        yield effects.QUEEN_BACK
        yield effects.LOSE


def queen_while_owing(case: Case) -> Iterator[effects.Effect]:
    """The queen falls while {men} are owed: it goes back and the turn is lost."""
    taken = case.queen_taken or (case.queen_down and case.striker_down)
    if taken and case.owing and case.good and not _pays_first(case):
        yield effects.QUEEN_BACK
        yield effects.LOSE


def queen_while_owing_without_the_striker(case: Case) -> Iterator[effects.Effect]:
    """The queen falls without the striker while {men} are owed: it goes back and the turn is lost."""
    if case.queen_taken and case.owing and case.good and not case.striker_down and not _pays_first(case):
        yield effects.QUEEN_BACK
        yield effects.LOSE


def _pays_first(case: Case) -> bool:
    """Return whether the own men that fell with the queen pay all that was owed, where they pay first."""
    pays = case.own >= case.mover_side.due and not (case.striker_down or case.no_room)
    return pays and case.has("own_men_with_the_queen_pay_first")


def own_men_with_the_queen_pay_first(case: Case) -> Iterator[effects.Effect]:
    """Any {own_men} that fall with the queen first pay what is owed; if they pay all of it, the queen is judged as if
    nothing had been owed."""
    if case.queen_taken and case.owing and case.good and _pays_first(case):
        yield effects.REMARK


def queen_with_nine_men_again(case: Case) -> Iterator[effects.Effect]:
    """A player may take and cover the queen once {a_man_of_his} has been pocketed, even if dues have put all of them
    back on the board."""
    goes_back = case.only_theirs_fell and case.has("queen_with_their_man_only")
    if case.all_nine_on_board and case.entitled and case.queen_rightful and not goes_back:
        yield effects.REMARK


def queen_too_early_is_laid_aside(case: Case) -> Iterator[effects.Effect]:
    """The queen falls before it is allowed: the turn continues, but the queen lies beside the board and returns to the
    centre when the turn ends."""
    if case.queen_early and case.good and not case.striker_down:
        yield effects.QUEEN_ASIDE
        yield effects.KEEP


def queen_aside_cannot_be_covered(case: Case) -> Iterator[effects.Effect]:
    """A queen that lies aside is never covered in this turn; {men} that fall count as usual."""
    if case.queen_aside and case.own:
        yield effects.REMARK


def queen_aside_returns_with_the_turn(case: Case) -> Iterator[effects.Effect]:
    """A queen that lies aside goes back to the centre when the turn ends."""
    if (case.queen_aside or case.has_found(effects.QUEEN_ASIDE)) and case.turn_is_over:
        yield effects.QUEEN_BACK


def queen_with_their_man_only(case: Case) -> Iterator[effects.Effect]:
    """Queen and a man of the opponent fall without an own man: the queen goes back and the turn is lost."""
    if case.queen_rightful and case.only_theirs_fell:
        yield effects.QUEEN_BACK
        yield effects.LOSE


# -- covering ----------------------------------------------------------------------------------------------------------


def own_man_covers_the_queen(case: Case) -> Iterator[effects.Effect]:
    """The queen is covered by {an_own_man} in the same or the very next stroke; taking it rightfully keeps the turn for
    that."""
    if case.queen_rightful and not case.own and case.must_be_covered:
        yield effects.QUEEN_PENDING
        yield effects.KEEP
    elif case.queen_pending and case.own and case.good and not case.striker_down:
        yield effects.QUEEN_COVERED


def earlier_man_covers_the_queen(case: Case) -> Iterator[effects.Effect]:
    """A queen taken with the stroke after one that pocketed {an_own_man} in the same turn is covered by that {man}, and
    the turn continues."""
    if case.queen_rightful and not case.own and case.own_fell_before:
        yield effects.QUEEN_COVERED
        yield effects.KEEP


def jumped_cover_leaves_one_more_try(case: Case) -> Iterator[effects.Effect]:
    """If no {man} covers the queen but {an_own_man} leaves the board, the queen waits for one more stroke, and the turn
    continues."""
    if case.queen_pending and not case.own and case.own_jumped and case.good and not case.striker_down:
        yield effects.QUEEN_PENDING
        yield effects.KEEP


def _only_just_allowed(case: Case) -> bool:
    """Return whether the queen fell with exactly one own man, the one that gives the right to it."""
    return case.own == 1 and case.own_left > 0 and (case.all_nine_on_board or not case.entitled)


def queen_and_own_man_together(case: Case) -> Iterator[effects.Effect]:
    """Queen and {own_man} fall in one stroke: the queen is covered, whichever fell first."""
    if not (case.queen_rightful and case.own):
        return
    nine = case.has("queen_with_nine_men_on_board")
    if not (nine and (_only_just_allowed(case) or (case.own > 1 and case.all_nine_on_board))):
        yield effects.QUEEN_COVERED


def queen_with_nine_men_on_board(case: Case) -> Iterator[effects.Effect]:
    """With none of the player's {men} in the pockets, the queen and one {own_man} in the same stroke do not cover it:
    the cover must follow in the next stroke. With two or more {own_men} the queen is covered."""
    if not (case.queen_rightful and case.own):
        return
    if _only_just_allowed(case):
        yield effects.QUEEN_PENDING
        yield effects.KEEP
    elif case.own > 1 and case.all_nine_on_board:
        yield effects.QUEEN_COVERED


def queen_needs_no_cover(case: Case) -> Iterator[effects.Effect]:
    """A player who takes the queen rightfully has it at once, without a cover, and strikes again."""
    if case.queen_rightful:
        yield effects.QUEEN_COVERED
        yield effects.KEEP


def uncovered_queen_goes_back(case: Case) -> Iterator[effects.Effect]:
    """A queen that the next stroke does not cover goes back to the centre; so does one that waits for its cover when
    the turn is lost by a pass or a foul."""
    missed = case.call is None and case.queen_pending and not (case.own and case.good) and not case.queen_waits
    if missed or case.queen_lost_with_the_turn:
        yield effects.QUEEN_BACK


def queen_in_the_pocket_counts_as_covered(case: Case) -> Iterator[effects.Effect]:
    """A queen that waits for its cover when another player strikes out of turn counts as covered by the side that
    pocketed it, if that stroke stands: it was in the pocket when the next stroke was made."""
    if case.passed_over and case.queen_pending:
        yield effects.QUEEN_COVERED


def queen_passed_over_goes_back(case: Case) -> Iterator[effects.Effect]:
    """A queen that waits for its cover when another player strikes out of turn goes back to the centre, even if that
    stroke stands."""
    if case.passed_over and case.queen_pending:
        yield effects.QUEEN_BACK


# -- queen and striker -------------------------------------------------------------------------------------------------


def _price(case: Case, queen: effects.Effect, turn: effects.Effect) -> Iterator[effects.Effect]:
    """Yield the effects on the queen, one due, the mover's men of the stroke, and the turn."""
    yield queen
    yield effects.ONE_DUE
    if case.own:
        yield effects.OWN_BACK
    yield turn


def queen_and_striker_with_nine_men(case: Case) -> Iterator[effects.Effect]:
    """Queen and striker fall, no {own_man}, while none of the player's {men} is in the pockets: the queen goes back,
    one {man} is due and the turn is lost."""
    if case.queen_down and not case.own and case.striker_unpaid and case.all_nine_on_board:
        yield from _price(case, effects.QUEEN_BACK, effects.LOSE)


def queen_and_striker_with_nine_men_and_own(case: Case) -> Iterator[effects.Effect]:
    """Queen and striker fall while none of the player's {men} was in the pockets: the queen goes back with {own_men}
    that fell too, one {man} is due and the turn is lost."""
    if case.queen_down and case.striker_unpaid and case.all_nine_on_board:
        yield from _price(case, effects.QUEEN_BACK, effects.LOSE)


def _with_own(case: Case) -> bool:
    """Return whether queen, own men and striker fell, and no clause on nine men on the board applies."""
    nine = case.all_nine_on_board and case.has("queen_and_striker_with_nine_men_and_own")
    return case.queen_down and case.own > 0 and case.striker_unpaid and not nine


def queen_own_and_striker(case: Case) -> Iterator[effects.Effect]:
    """Queen, {own_men} and striker fall together: the queen and those {men} come back with one {man} more, and the turn
    continues."""
    if _with_own(case):
        yield from _price(case, effects.QUEEN_BACK, effects.KEEP)


def queen_own_and_striker_ends_the_turn(case: Case) -> Iterator[effects.Effect]:
    """Queen, {own_men} and striker fall together: the queen and those {men} come back with one {man} more, and the turn
    ends."""
    if _with_own(case):
        yield from _price(case, effects.QUEEN_BACK, effects.LOSE)


def _without_own(case: Case) -> bool:
    """Return whether queen and striker fell without an own man, and no clause on nine men on the board applies."""
    nine = case.all_nine_on_board and (
        case.has("queen_and_striker_with_nine_men") or case.has("queen_and_striker_with_nine_men_and_own")
    )
    return case.queen_down and not case.own and case.striker_unpaid and not nine


def queen_and_striker(case: Case) -> Iterator[effects.Effect]:
    """Queen and striker fall together: the queen goes back, one {man} is due, and the turn continues."""
    if _without_own(case):
        yield from _price(case, effects.QUEEN_BACK, effects.KEEP)


def queen_and_striker_ends_the_turn(case: Case) -> Iterator[effects.Effect]:
    """Queen and striker fall together: the queen goes back, one {man} is due, and the turn ends."""
    if _without_own(case):
        yield from _price(case, effects.QUEEN_BACK, effects.LOSE)


def striker_instead_of_cover(case: Case) -> Iterator[effects.Effect]:
    """The striker falls in place of the cover: the queen goes back, one {man} is due and the turn passes."""
    if case.queen_pending and case.striker_unpaid and not case.own:
        yield from _price(case, effects.QUEEN_BACK, effects.LOSE)


def striker_with_the_cover(case: Case) -> Iterator[effects.Effect]:
    """Striker and {own_man} fall in the covering stroke: those {men} and one more come back, the turn continues, and
    the queen must be covered by the next stroke."""
    if case.queen_pending and case.striker_unpaid and case.own:
        yield from _price(case, effects.QUEEN_PENDING, effects.KEEP)


def striker_with_the_cover_spoils_it(case: Case) -> Iterator[effects.Effect]:
    """Striker and {own_man} fall in the covering stroke: the queen, those {men} and one more come back, and the turn
    continues."""
    if case.queen_pending and case.striker_unpaid and case.own:
        yield from _price(case, effects.QUEEN_BACK, effects.KEEP)


def striker_with_the_cover_ends_the_turn(case: Case) -> Iterator[effects.Effect]:
    """Striker and {own_man} fall in the covering stroke: the queen, those {men} and one more come back, and the turn
    ends."""
    if case.queen_pending and case.striker_unpaid and case.own:
        yield from _price(case, effects.QUEEN_BACK, effects.LOSE)
