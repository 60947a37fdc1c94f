"""Laws on men that are pocketed or leave the board, and on the turn that follows."""

from collections.abc import Iterator

from carrom.rules.case import Case
from carrom.rules.effects import KEEP, LOSE, REMARK, Effect


def _turn(case: Case) -> Iterator[Effect]:
    if case.turn_is_over:
        return
    if case.own or case.queen_waits:
        yield KEEP
    elif not case.turn_is_kept:
        yield LOSE


def own_man_keeps_the_turn(case: Case) -> Iterator[Effect]:
    """A player who pockets {an_own_man}, or the queen rightfully, strikes again; otherwise the turn passes."""
    yield from _turn(case)


def any_counter_keeps_the_turn(case: Case) -> Iterator[Effect]:
    """A player who pockets a counter strikes again; otherwise the turn passes to the right."""
    yield from _turn(case)


def a_turn_has_several_strokes(case: Case) -> Iterator[Effect]:
    """A turn has {strokes_of_a_turn} that may pocket no {own_man}; a foul ends it at once."""
    left = case.round.misses + 1 < case.rules.parameters.strokes_per_turn
    if left and not case.own and not case.turn_is_over and not case.turn_is_kept and not case.striker_down:
        yield KEEP


def their_man_stays_down(case: Case) -> Iterator[Effect]:
    """A man of the opponent that falls stays in the pocket and ends the turn, unless an own man or the queen keeps
    it."""
    if case.only_theirs_fell:
        yield REMARK


def their_man_ends_the_turn(case: Case) -> Iterator[Effect]:
    """A man of the opponent that falls ends the turn, even if an own man, or the queen with the striker, fell too; only
    a queen that waits for its cover keeps it."""
    own_man_down = case.own or (case.queen_down and case.striker_down)
    if case.others and own_man_down and not case.queen_waits:
        yield LOSE


def own_man_with_theirs_keeps_the_turn(case: Case) -> Iterator[Effect]:
    """If own men fall together with men of the opponent, the turn continues; the others stay in the pockets."""
    if case.others and case.own and case.good and not case.striker_down:
        yield REMARK


def jumped_man_goes_to_the_centre(case: Case) -> Iterator[Effect]:
    """A {man} or the queen that leaves the board goes to the centre; that costs nothing, and the turn is judged on what
    fell into the pockets."""
    if len(case.jumped_men) == 1:
        yield REMARK


def jumped_queen_goes_first(case: Case) -> Iterator[Effect]:
    """If the queen and {men} leave the board, the queen is put on the centre and the {men} touching it, away from the
    player in turn."""
    if case.queen_jumped and len(case.jumped_men) > 1:
        yield REMARK


def several_jumped_men_go_to_the_centre(case: Case) -> Iterator[Effect]:
    """If several {men} leave the board, {the_first_centred} is put on the centre first and the others touching it."""
    if len(case.jumped_men) > 1 and not case.queen_jumped:
        yield REMARK


def missed_stroke_is_no_foul(case: Case) -> Iterator[Effect]:
    """Hitting nothing is not a foul; the turn passes."""
    if not case.touched and not case.striker_down and not case.improper:
        yield REMARK
