"""Laws of the points games, in which nobody owns a colour."""

from collections.abc import Iterator

from carrom.rules.case import Case
from carrom.rules.effects import (
    COUNTER_BACK,
    LOSE,
    ONE_DUE,
    OVER,
    OWN_BACK,
    QUEEN_BACK,
    QUEEN_COVERED,
    QUIET,
    VOID,
    Effect,
)


def counters_count(case: Case) -> Iterator[Effect]:
    """A black counter is worth {black_points}, a {white} one {white_points}; whoever pockets it has the points."""
    if case.own_fell:
        yield QUIET


def last_pocketed_counter_comes_back(case: Case) -> Iterator[Effect]:
    """Pocketing the striker is a foul: the turn ends, and the counter pocketed last - of this stroke, if one fell -
    goes back on the board and its points are lost."""
    if case.striker_down:
        if case.striker_costs_turn:
            yield LOSE
        if case.queen_down and case.own_fell:
            yield OWN_BACK
        else:
            yield ONE_DUE


def uncovered_queen_voids_the_turn(case: Case) -> Iterator[Effect]:
    """A queen that the next stroke does not cover goes back to the centre, and all points of that turn are void; the
    counters stay down and are nobody's."""
    if case.queen_uncovered_in_points:
        yield QUEEN_BACK
        yield LOSE
        if case.rules.void_turn_if_uncovered:
            yield VOID


def any_counter_covers_the_queen(case: Case) -> Iterator[Effect]:
    """A counter in the same stroke as the queen, or in the stroke that follows her, covers her: {queen_points}
    points."""
    if case.queen_at_stake and case.own_fell and case.good_stroke and not case.striker_down:
        yield QUEEN_COVERED


def last_counter_before_the_queen_comes_back(case: Case) -> Iterator[Effect]:
    """If the last counter falls while the queen lies on the board it goes back to the centre and scores nothing, and
    the turn passes."""
    if case.board_would_be_empty_but_for_the_queen:
        yield COUNTER_BACK
        yield LOSE


def all_counters_down_end_the_game(case: Case) -> Iterator[Effect]:
    """The game is over when all counters are down, the queen covered; the highest total wins."""
    if case.all_counters_down:
        yield OVER
