"""Strokes that some rule sets call a foul: the turn ends, what fell of the own men comes back, and one man more.

Several reasons in one stroke cost one penalty man together (C6).
"""

from collections.abc import Iterator

from carrom.rules.case import Case
from carrom.rules.effects import LOSE, ONE_DUE, ONE_OF_THEIRS_BACK, OWN_BACK, QUEEN_BACK, REMARK, Effect


def striker_is_a_foul(case: Case) -> Iterator[Effect]:
    """Pocketing the striker is a foul: the turn ends and one man comes back."""
    if case.striker_costs_turn and not case.improper:
        yield from foul(case)


def own_men_of_a_foul_come_back(case: Case) -> Iterator[Effect]:
    """Own men that fall in a foul stroke come back as well, with one penalty man."""
    if case.own_fell and case.foul_stroke:
        yield OWN_BACK


def their_man_by_a_direct_strike(case: Case) -> Iterator[Effect]:
    """Pocketing a man of the opponent which the striker itself has struck is a foul: that man stays in the pocket, one
    own man comes back and the turn ends."""
    if case.others_penalty and case.rules.others_pocketed_penalty == "direct":
        yield from foul(case)


def direct_strike_brings_the_queen_back(case: Case) -> Iterator[Effect]:
    """A direct strike on a man of the opponent also brings back a queen taken earlier in the same turn and not yet
    covered."""
    if case.others_penalty and case.rules.others_pocketed_penalty == "direct":
        if case.queen_pending:
            yield REMARK
        elif case.queen_covered_this_turn and case.rules.direct_strike_returns_covered_queen:
            yield QUEEN_BACK


def their_man_is_a_foul(case: Case) -> Iterator[Effect]:
    """Pocketing a man of the opponent is a foul: that man stays in the pocket, one own man comes back and the turn
    ends."""
    if case.others_penalty and case.rules.others_pocketed_penalty == "always" and not case.queen_down:
        yield from foul(case)


def their_man_with_the_queen_is_a_foul(case: Case) -> Iterator[Effect]:
    """Queen and a man of the opponent in one stroke are a foul: the queen and a penalty man come back and the turn
    ends."""
    if case.others_penalty and case.rules.others_pocketed_penalty == "always" and case.queen_down:
        yield from foul(case)


def own_last_man_comes_back(case: Case) -> Iterator[Effect]:
    """Pocketing the last own man before the queen is a foul: that man and one more come back and the turn ends."""
    if case.own_last_too_early_returns:
        yield from foul(case)


def their_last_man_comes_back(case: Case) -> Iterator[Effect]:
    """Pocketing the opponent's last man, before or after the queen, is a foul: that man and one own man come back and
    the turn ends."""
    if case.others_last_returns:
        yield ONE_OF_THEIRS_BACK
        yield from foul(case)


def off_the_board_is_a_foul(case: Case) -> Iterator[Effect]:
    """The striker or a piece off the board is a foul: the piece goes to the centre, one man comes back and the turn
    ends."""
    if case.jump_is_foul:
        yield from foul(case)


def foul(case: Case) -> Iterator[Effect]:
    """Yield the price of a foul stroke."""
    yield LOSE
    yield ONE_DUE
    if case.own_fell:
        yield OWN_BACK


# -- boards that are lost by a last man (club, team event) -------------------------------------------------------


def own_last_loses_with_men(case: Case) -> Iterator[Effect]:
    """Pocketing the last own man before the queen loses the board: the other side scores {queen_unless_capped} and
    one point for each man it has left."""
    if case.rules.last_own_before_queen != "return" and case.only_own_last and case.queen_stays_on_board:
        yield case.loses_by_last_own(case.rules.last_own_before_queen != "lose-queen")


def their_last_loses(case: Case) -> Iterator[Effect]:
    """Pocketing the opponent's last man loses the board, whoever has the queen: the opponent scores
    {others_last_price}; if the last own man falls with it, {three_or_one}."""
    if case.rules.others_last != "lose" or not case.others_last:
        return
    points = case.rules.others_last_points
    if case.both_last or points == "queen":
        yield case.three_or_one(False)
    else:
        yield case.wins(False, case.own_left, points == "men-and-queen" or not case.queen_by_mover)
