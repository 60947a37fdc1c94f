"""The end of the board by the official table: who gains what when a last man falls (Laws 52 to 55, 102 to 112)."""

from collections.abc import Iterator

from carrom.rules.case import Case
from carrom.rules.effects import QUIET, REMARK, Effect, Ends


def clearing_wins_the_board(case: Case) -> Iterator[Effect]:
    """Whoever first has all his men in the pockets, the queen being covered, wins the board and gets one point for
    each man the other has left."""
    if case.finishes:
        yield case.wins(True, case.others_left, not case.queen_covered_by_other)
    elif case.table and case.only_others_last and case.queen_covered:
        yield case.wins(False, case.own_left, case.queen_covered_by_other, case.faults)
    elif case.table and case.both_last and case.queen_covered and case.faultless:
        yield case.three_or_one(True) if case.queen_by_mover else case.wins(True, 1, False)


def both_last_in_covering(case: Case) -> Iterator[Effect]:
    """Both last men fall in the stroke that covers the queen: the striking side wins {three_or_one}."""
    if case.table and case.both_last and case.queen_pending and case.faultless:
        yield case.three_or_one(True)


def both_last_in_covering_improperly(case: Case) -> Iterator[Effect]:
    """Both last men fall in an improper covering stroke: the other side gains {three_or_one}, and one on demand."""
    if case.table and case.both_last and case.queen_pending and case.improper and not case.striker_down:
        yield case.three_or_one(False, case.faults)


def their_last_in_covering(case: Case) -> Iterator[Effect]:
    """The opponent's last man falls while the queen waits for her cover: the opponent gains the striking side's men
    left and {queen_unless_capped}."""
    if case.table and case.only_others_last and case.queen_pending and case.proper:
        yield _cover_and_their_last(case)


def their_last_in_covering_improperly(case: Case) -> Iterator[Effect]:
    """The same by an improper stroke: the opponent gains as much, and one or two on demand."""
    if case.table and case.only_others_last and case.queen_pending and case.improper:
        yield _cover_and_their_last(case)


def _cover_and_their_last(case: Case) -> Ends:
    """Return what their last man costs while she waits; men only by the other reading of C32."""
    men_only = case.own_fell and case.rules.cover_with_others_last == "men"
    return case.wins(False, case.own_left, not men_only, case.faults)


def both_last_with_the_queen(case: Case) -> Iterator[Effect]:
    """Both last men and the queen fall in one stroke: the striking side wins {three_or_one}."""
    if case.table and case.both_last and case.queen_taken and case.faultless:
        yield case.three_or_one(True)


def both_last_with_the_queen_improperly(case: Case) -> Iterator[Effect]:
    """Both last men and the queen fall in one improper stroke: the other side gains {three_or_one}, and one on
    demand."""
    if case.table and case.both_last and case.queen_taken and case.improper and not case.striker_down:
        yield case.three_or_one(False, case.faults)


def both_last_before_the_queen(case: Case) -> Iterator[Effect]:
    """Both last men fall while the queen lies on the board: the other side gains {three_or_one}."""
    if case.table and case.both_last and case.queen_stays_on_board and case.proper:
        yield case.three_or_one(False, case.faults)


def both_last_before_the_queen_improperly(case: Case) -> Iterator[Effect]:
    """Both last men fall in an improper stroke while the queen lies on the board: the other side gains
    {three_or_one}, and one or two on demand."""
    if case.table and case.both_last and case.queen_stays_on_board and case.improper:
        yield case.three_or_one(False, case.faults)


def their_last_before_the_queen(case: Case) -> Iterator[Effect]:
    """The opponent's last man falls before the queen is covered: the opponent gains the striking side's men left and
    {queen_unless_capped}."""
    if case.their_last_early and case.proper and not case.striker_down:
        yield case.wins(False, case.own_left, True)


def their_last_before_the_queen_improperly(case: Case) -> Iterator[Effect]:
    """The same by an improper stroke: the opponent gains as much, and one on demand."""
    if case.their_last_early and case.improper and not case.striker_down:
        yield case.wins(False, case.own_left, True, case.faults)


def own_last_before_the_queen(case: Case) -> Iterator[Effect]:
    """The last own man falls while the queen lies on the board: the board is lost by {lost_before_queen}."""
    if case.own_last_loses and case.proper and not case.striker_down:
        yield _lost_before_the_queen(case)


def own_last_before_the_queen_improperly(case: Case) -> Iterator[Effect]:
    """The same by an improper stroke: the board is lost by as much, and one on demand."""
    if case.own_last_loses and case.improper and not case.striker_down:
        yield _lost_before_the_queen(case)


def own_last_and_striker_before_the_queen(case: Case) -> Iterator[Effect]:
    """The last own man and the striker fall while the queen lies on the board: the board is lost by
    {lost_before_queen}, and one on demand."""
    if case.own_last_loses and case.proper and case.striker_down:
        yield _lost_before_the_queen(case)


def own_last_and_striker_before_the_queen_improperly(case: Case) -> Iterator[Effect]:
    """The same by an improper stroke: the board is lost by as much, and up to two on demand."""
    if case.own_last_loses and case.improper and case.striker_down:
        yield _lost_before_the_queen(case)


def _lost_before_the_queen(case: Case) -> Ends:
    """Return what the last own man before the queen costs."""
    return case.loses_by_last_own(case.rules.last_own_before_queen == "lose-queen-and-men")


def both_last_queen_and_striker(case: Case) -> Iterator[Effect]:
    """Both last men and the striker fall with the queen, or while she waits for her cover: the other side gains
    {three_or_one}, and one on demand."""
    if case.table and case.both_last and case.queen_open and case.striker_down and case.proper:
        yield case.three_or_one(False, case.faults)


def both_last_queen_and_striker_improperly(case: Case) -> Iterator[Effect]:
    """The same by an improper stroke: the other side gains as much, and up to two on demand."""
    if case.table and case.both_last and case.queen_open and case.striker_down and case.improper:
        yield case.three_or_one(False, case.faults)


def both_last_after_own_queen(case: Case) -> Iterator[Effect]:
    """Both last men and the striker fall after the striking side has covered the queen: the other side gains one, and
    one more on demand."""
    if case.table and case.both_last and case.queen_by_mover and case.striker_down and case.proper:
        yield case.wins(False, 1, False, case.faults)


def both_last_after_own_queen_improperly(case: Case) -> Iterator[Effect]:
    """Both last men fall in an improper stroke after the striking side has covered the queen: the other side gains
    one, and one or two on demand."""
    if case.table and case.both_last and case.queen_by_mover and case.improper:
        yield case.wins(False, 1, False, case.faults)


def their_last_and_striker_before_the_queen(case: Case) -> Iterator[Effect]:
    """The opponent's last man and the striker fall before the queen is covered: the opponent gains the striking
    side's men left and {queen_unless_capped}, and one on demand."""
    if case.their_last_early and case.proper and case.striker_down:
        yield case.wins(False, case.own_left, True, case.faults)


def their_last_and_striker_before_the_queen_improperly(case: Case) -> Iterator[Effect]:
    """The same by an improper stroke: the opponent gains as much, and up to two on demand."""
    if case.their_last_early and case.improper and case.striker_down:
        yield case.wins(False, case.own_left, True, case.faults)


def both_last_after_their_queen(case: Case) -> Iterator[Effect]:
    """Both last men and the striker fall after the opponent has covered the queen: the opponent gains {three_or_one},
    and one on demand."""
    if case.table and case.both_last and case.queen_covered_by_other and case.striker_down and case.proper:
        yield case.three_or_one(False, case.faults)


def both_last_after_their_queen_improperly(case: Case) -> Iterator[Effect]:
    """Both last men fall in an improper stroke after the opponent has covered the queen: the opponent gains
    {three_or_one}, and one or two on demand."""
    if case.table and case.both_last and case.queen_covered_by_other and case.improper:
        yield case.three_or_one(False, case.faults)


# -- what the winner gets -----------------------------------------------------------------------------------------


def queen_counts_for_a_winner_who_covered_her(case: Case) -> Iterator[Effect]:
    """The winner of the board gets {queen_points} points more if he covered the queen."""
    end = case.ended
    if end and case.was_cleared and case.queen_credit_of(end.mover_wins) and case.worth_of_queen(end.mover_wins):
        yield REMARK


def queen_counts_up_to_the_cap(case: Case) -> Iterator[Effect]:
    """The queen counts for a winner who stands below {queen_cap} before the board."""
    end = case.ended
    if end and case.was_cleared and case.queen_credit_of(end.mover_wins) and case.worth_of_queen(end.mover_wins):
        yield QUIET


def a_last_man_can_be_the_cover(case: Case) -> Iterator[Effect]:
    """The man that covers the queen may be the last one."""
    end = case.ended
    if end and end.mover_wins and case.queen_pending and case.own_last:
        yield REMARK


def queen_of_the_loser_counts_for_nobody(case: Case) -> Iterator[Effect]:
    """A queen covered by the loser of the board counts for nobody."""
    end = case.ended
    if end and case.was_cleared and case.queen_covered_by_loser:
        yield REMARK


def queen_is_worth_nothing_from_the_cap_on(case: Case) -> Iterator[Effect]:
    """Whoever has {queen_cap} points or more before the board gets nothing for the queen."""
    end = case.ended
    if end and not case.worth_of_queen(end.mover_wins) and not case.queen_covered_by_loser:
        yield REMARK


def extra_points_are_demanded(case: Case) -> Iterator[Effect]:
    """Extra points for the striker in the pocket or an improper stroke may be demanded wholly or in part."""
    end = case.ended
    if end and end.up_to:
        yield QUIET


def a_board_brings_a_maximum(case: Case) -> Iterator[Effect]:
    """A board never brings more than {board_max} points, and dues still open are written off."""
    if (end := case.ended) and (end.points == case.rules.board_max or case.any_dues):
        yield REMARK
