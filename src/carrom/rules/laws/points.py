"""Laws of the points games, in which colours are not owned."""

from collections.abc import Iterator

from carrom.rules import effects
from carrom.rules.case import Case


def counters_count(case: Case) -> Iterator[effects.Effect]:
    """A black counter is worth {black_points}, a {white} one {white_points}; the player who pockets it gets the
    points."""
    if case.own:
        yield effects.QUIET


def last_pocketed_counter_comes_back(case: Case) -> Iterator[effects.Effect]:
    """Pocketing the striker is a foul: the turn ends, and the counter pocketed last - of this stroke, if one fell -
    goes back on the board and its points are lost."""
    if case.striker_unpaid:
        yield effects.LOSE
        yield effects.OWN_BACK if case.queen_down and case.own else effects.ONE_DUE


def last_pocketed_counter_comes_back_and_the_turn_goes_on(case: Case) -> Iterator[effects.Effect]:
    """Pocketing the striker costs the counter pocketed last - of this stroke, if one fell -: it goes back on the board
    and its points are lost. The turn continues if counters fell with it, and ends otherwise."""
    if case.striker_unpaid:
        if not case.own or case.queen_at_stake:
            yield effects.LOSE
        yield effects.OWN_BACK if case.queen_down and case.own else effects.ONE_DUE


def the_next_counter_covers_the_queen(case: Case) -> Iterator[effects.Effect]:
    """A player who pockets the queen strikes again, and must cover it with that stroke."""
    if case.queen_rightful and not case.own and case.must_be_covered:
        yield effects.QUEEN_PENDING
        yield effects.KEEP


def any_counter_covers_the_queen(case: Case) -> Iterator[effects.Effect]:
    """A counter in the same stroke as the queen, or in the stroke that follows, covers it: {queen_points} points."""
    if case.queen_at_stake and case.own and case.good and not case.striker_down:
        yield effects.QUEEN_COVERED


def only_the_next_counter_covers_the_queen(case: Case) -> Iterator[effects.Effect]:
    """A counter in the stroke after the queen's covers it, and one in the same stroke only if it is the last:
    {queen_points} points."""
    if case.queen_rightful and case.own and not case.own_last:
        yield effects.QUEEN_PENDING
        yield effects.KEEP
    elif case.queen_at_stake and case.own and case.good and not case.striker_down:
        yield effects.QUEEN_COVERED


def _uncovered(case: Case) -> bool:
    """Return whether the turn is lost with the queen uncovered: by a stroke that misses the cover or pockets the
    striker, by a pass, or by a foul."""
    if case.call is not None:
        return case.queen_lost_with_the_turn
    spoilt = case.striker_down or not case.good
    if case.queen_waits and not spoilt:
        return False
    return (not case.own or spoilt) if case.queen_pending else (case.queen_down and spoilt)


def uncovered_queen_voids_the_turn(case: Case) -> Iterator[effects.Effect]:
    """A queen that the next stroke does not cover goes back to the centre, and all points of that turn are void; the
    same applies when the turn is lost by a pass or a foul. The counters stay down and belong to nobody."""
    if _uncovered(case):
        yield effects.QUEEN_BACK
        yield effects.LOSE
        yield effects.VOID


def uncovered_queen_ends_the_turn(case: Case) -> Iterator[effects.Effect]:
    """A queen that the next stroke does not cover, or that waits for its cover when a pass or a foul loses the turn,
    goes back to the centre and the turn ends; the points of the turn count."""
    if _uncovered(case):
        yield effects.QUEEN_BACK
        yield effects.LOSE


def counters_of_a_void_turn_come_back(case: Case) -> Iterator[effects.Effect]:
    """The counters of a turn whose points are void come back on the board."""
    if effects.VOID in case.found and (case.own or case.mover_side.turn_points):
        yield effects.VOIDED_BACK


def _nothing_comes_back(case: Case) -> bool:
    """Return whether no counter of this stroke comes back, and none has to be paid."""
    return not case.charged(True) and not case.owing and not case.men_of_the_stroke_back


def _queen_is_left(case: Case) -> bool:
    """Return whether the queen is on the board after the stroke."""
    return case.queen_out_of_reach or effects.QUEEN_BACK in case.found


def last_counter_before_the_queen_comes_back(case: Case) -> Iterator[effects.Effect]:
    """If the last counter falls while the queen lies on the board, it goes back to the centre and scores nothing, and
    the turn passes."""
    if case.own_last and _queen_is_left(case) and _nothing_comes_back(case):
        yield effects.COUNTER_BACK
        yield effects.LOSE


def queen_may_be_taken_last(case: Case) -> Iterator[effects.Effect]:
    """If the last counter falls while the queen lies on the board, it counts; a player who then takes the queen has it
    without a cover, and ends the game."""
    if case.own_last and _queen_is_left(case) and _nothing_comes_back(case):
        yield effects.REMARK
    elif not case.own_before and case.queen_rightful and _nothing_comes_back(case):
        yield effects.QUEEN_COVERED
        yield effects.OVER


def all_counters_down_end_the_game(case: Case) -> Iterator[effects.Effect]:
    """The board is over when all counters are down and the queen is covered; then the highest total wins."""
    if case.own_last and not _queen_is_left(case) and _nothing_comes_back(case):
        yield effects.OVER
