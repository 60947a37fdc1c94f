"""Laws on fouls; they are read first, and every other law only asks whether there was a foul.

A foul ends the turn, returns the mover's men of the stroke, and costs further men.
"""

from collections.abc import Iterator

from carrom.rules.case import Case
from carrom.rules.effects import (
    FAULT,
    ONE_OF_THEIRS_BACK,
    OWN_BACK,
    QUEEN_BACK,
    REMARK,
    Effect,
)


def striker_is_a_foul(case: Case) -> Iterator[Effect]:
    """Pocketing the striker is a foul: the turn ends and one man comes back."""
    if case.striker_down and not case.improper:
        yield FAULT


def their_man_by_a_direct_strike(case: Case) -> Iterator[Effect]:
    """Pocketing a man of the opponent which the striker itself has struck is a foul: that man stays in the pocket, one
    own man comes back and the turn ends."""
    if case.direct:
        yield FAULT


def direct_strike_brings_the_queen_back(case: Case) -> Iterator[Effect]:
    """A direct strike on a man of the opponent also brings back a queen taken earlier in the same turn and not yet
    covered."""
    if case.direct and case.queen_pending:
        yield REMARK


def direct_strike_brings_a_covered_queen_back(case: Case) -> Iterator[Effect]:
    """A direct strike on a man of the opponent brings back even a queen that was covered in the same turn."""
    if case.direct and case.queen_covered_this_turn:
        yield QUEEN_BACK


def their_man_is_a_foul(case: Case) -> Iterator[Effect]:
    """Pocketing a man of the opponent is a foul: that man stays in the pocket, one own man comes back and the turn
    ends."""
    if case.others and not case.queen_down:
        yield FAULT


def their_man_with_the_queen_is_a_foul(case: Case) -> Iterator[Effect]:
    """Pocketing the queen and a man of the opponent in one stroke is a foul: the queen and a penalty man come back and
    the turn ends."""
    if case.others and case.queen_down:
        yield FAULT


def own_last_man_comes_back(case: Case) -> Iterator[Effect]:
    """Pocketing the last own man before the queen is a foul: that man and one more come back and the turn ends."""
    if case.own_last and case.queen_out_of_reach:
        yield FAULT


def their_last_man_comes_back(case: Case) -> Iterator[Effect]:
    """Pocketing the opponent's last man, before or after the queen, is a foul: that man and one own man come back and
    the turn ends."""
    if case.others_last:
        yield ONE_OF_THEIRS_BACK
        yield FAULT


def off_the_board_is_a_foul(case: Case) -> Iterator[Effect]:
    """The striker or a piece off the board is a foul: the piece goes to the centre, one man comes back and the turn
    ends."""
    if case.jumped:
        yield FAULT


def own_men_of_a_foul_come_back(case: Case) -> Iterator[Effect]:
    """Own men that fall in a foul stroke come back as well, with one penalty man."""
    if case.own and not case.good:
        yield OWN_BACK


def several_reasons_cost_one_man(case: Case) -> Iterator[Effect]:
    """Several reasons for a foul in one stroke together cost one man."""
    fault = case.fault
    if fault is not None and fault.men > 1:
        yield REMARK


def fouls_bring_the_queen_back(case: Case) -> Iterator[Effect]:
    """A queen taken or waiting for its cover in a foul stroke goes back."""
    if case.queen_at_stake and not case.good:
        yield QUEEN_BACK
